package interpreter

import (
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// compiler turns one body into instructions.
type compiler struct {
	l    *loader
	c    *code
	vars []cond.Var // beyond the running procedures: parameters, this, it, locals
	step string     // dotted name of the step being compiled
	rule int        // its rule

	together int
	depth    int // blocks around; 0 in the text itself
	finally  bool
	sure     []string        // paths that a condition around tested not to be none
	unknown  map[string]bool // locals whose value did not compile: their uses say nothing more
	hooks    int             // changes compiled into this code so far
}

// compileBodies compiles everything that runs.
func (l *loader) compileBodies() {
	if l.prog.checker == nil {
		return
	}
	var all []*compiler
	for _, c := range l.prog.codes[1:] { // parameters first: calls are checked against them
		k := &compiler{l: l, c: c, step: c.name, rule: c.rule, unknown: map[string]bool{}}
		if this := l.bodies[c].this; this != nil {
			k.vars = append(k.vars, *this)
		}
		k.parameters(l.bodies[c])
		all = append(all, k)
	}
	for _, k := range all {
		k.body(l.bodies[k.c])
	}
}

func (k *compiler) body(b body) {
	l, c := k.l, k.c
	for _, d := range b.has {
		k.hasDefault(d)
	}
	if b.when != nil {
		l.compileWatch(k, b)
	}
	k.head(b)
	k.around("call "+c.name, func() {
		k.emit(&opRecord{k.c}) // here, since what is replaced does not happen
		k.stmts(b.stmts)
		k.endFinally()
	})
	if b.watch != nil {
		k.emit(&opRest{b.watch})
	}
}

func (k *compiler) scope() *cond.Scope {
	return &cond.Scope{Vars: append(k.l.scopeVars(), k.vars...), Sure: k.sure}
}

// expr compiles an expression of the body. One that uses a local that did not
// compile says nothing: that was reported already.
func (k *compiler) expr(e *dsl.Expr, want *types.Type) *cond.Expr {
	if e != nil && k.poisoned(e.Text) {
		return brokenExpr(want)
	}
	return k.l.expr(k.scope(), e, want)
}

func (k *compiler) poisoned(text string) bool {
	if len(k.unknown) == 0 {
		return false
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !(r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z')
	}) {
		if k.unknown[word] {
			return true
		}
	}
	return false
}

func (k *compiler) place(p *dsl.Path) *cond.PlaceExpr {
	if k.poisoned(p.Span().Text()) {
		return nil
	}
	return k.l.place(k.scope(), p)
}

func (k *compiler) emit(o op) int {
	k.c.ops = append(k.c.ops, o)
	return len(k.c.ops) - 1
}

func (k *compiler) here() int { return len(k.c.ops) }

// local makes room for n words in the frame and gives the first.
func (k *compiler) local(n int) int {
	at := k.c.size
	k.c.size += n
	return at
}

// bind makes a name for a local. A broken value's name is remembered instead.
func (k *compiler) bind(name *dsl.Ident, t *types.Type, at int) {
	if t == nil {
		k.unknown[name.Text] = true
		return
	}
	k.l.shadow(name, name.Text, k.scope())
	k.vars = append(k.vars, cond.Var{Name: name.Text, Type: t, Place: cond.Local, At: int64(at)})
}

// parameters makes the names of the parameters and compiles what open ones may be.
func (k *compiler) parameters(b body) {
	for i, p := range k.c.params {
		var at spanned = &dsl.Ident{}
		switch {
		case b.when != nil:
			p.typ = k.l.watchElem(k, b)
			at = b.when.Each
		case b.params != nil:
			at = b.params[i]
		case b.names != nil:
			at = b.names[i]
		}
		if p.choice != nil {
			k.choice(p, b.params[i].Choice, k.c.name)
		}
		for _, f := range k.c.named.Fields {
			if f.Name == p.name {
				f.Type, f.Packed = p.typ, !p.typ.Scalar()
			}
		}
		k.l.shadow(at, p.name, k.scope())
		k.vars = append(k.vars, cond.Var{Name: p.name, Type: p.typ, Place: cond.Local, At: int64(p.at)})
	}
}

// choice compiles what an open parameter may be; owner is what its name hangs on.
func (k *compiler) choice(p *param, d *dsl.Choice, owner string) {
	c := p.choice
	k.l.answerName(d.Name)
	c.rule = k.l.rule(owner+"."+d.Name.Text, "parameter", d.Span(), d.Cite)
	if d.Cite == nil { // what it is part of is cited, then
		k.l.prog.rules[c.rule].Clauses = k.l.prog.rules[k.rule].Clauses
	}
	switch {
	case d.Kind == "number":
		c.kind = "number"
		c.from = k.expr(d.From, types.IntType)
		if d.To == nil {
			k.l.errorf(CodeShape, d, "say up to where: number %s from … to …", d.Name.Text)
			return
		}
		c.to = k.expr(d.To, types.IntType)
		p.typ = types.IntType
		k.l.inSequence(d.To, c.from, c.to, "there is no number to choose: from %d to %d")
		return
	case d.To != nil:
		k.l.errorf(CodeShape, d.To, "only a number is chosen from one bound to another")
	case d.Exact != nil:
		c.kind = "some"
		c.min = k.count(d.Exact, 0, "choose")
		c.max = c.min
	case d.Bag != nil:
		c.kind = "bag"
		c.max = k.count(d.Bag, 0, "choose up to")
	case d.UpTo != nil:
		c.kind = "some"
		c.max = k.count(d.UpTo, 0, "choose up to")
	case d.Kind == "any":
		c.kind = "some"
	default:
		c.kind = d.Kind
	}
	c.from = k.expr(d.From, nil)
	if broken(c.from) {
		c.elem = types.BoolType
		p.typ = types.BoolType
		k.unknown[d.Name.Text] = true
		return
	}
	if !c.from.Type.Listy() {
		k.l.errorf(CodeType, d.From, "there is nothing to choose from: this is %s, not a list", an(c.from.Type))
		c.elem = types.BoolType
		return
	}
	c.elem = c.from.Type.Elem
	p.typ = c.elem
	switch c.kind {
	case "one":
	case "bag":
		if p.typ = k.l.bagOf(c.elem); p.typ == nil {
			k.l.errorf(CodeType, d.From, "a bag holds names or records, not %s", c.elem)
			p.typ = types.BoolType
		}
	default:
		p.typ = &types.Type{Kind: types.List, Elem: c.elem}
	}
}

func (k *compiler) hasDefault(d *dsl.Field) {
	for _, f := range k.c.named.Fields {
		if f.Name != d.Name.Text || d.Default == nil {
			continue
		}
		t, times := entryType(f.Type)
		e := k.expr(d.Default, t)
		if words, err := constantValue(e); err == nil && !broken(e) {
			k.l.inBounds(d.Default, t, words)
		}
		for i := range times {
			entry := *f
			entry.Type, entry.Base = t, f.Base+i*t.Words()
			k.c.inits = append(k.c.inits, fieldInit{&entry, e})
		}
	}
}

// endFinally closes the finally steps: what is compiled behind them is skipped
// where the code is ended early.
func (k *compiler) endFinally() {
	if k.c.finally < 0 {
		return
	}
	k.finally = false
	k.c.cleared = k.emit(opUnwound{})
}

// head compiles what comes before the text: changes of parameters, and limits.
func (k *compiler) head(b body) {
	if k.c.form == formProcedure {
		k.emit(&opDue{k.c}) // the link stage drops it where nothing is put off to this
	}
	for _, p := range k.c.params {
		k.adjust(p)
	}
	for _, d := range b.limits {
		k.limit(d.Name, d.Cite, d.Cond, d.Reason, nil)
	}
	if k.c.form != formEvent && k.c.form != formAction {
		return // whatever else names it finds nothing to change
	}
	for _, ch := range k.l.changesOn("limits " + k.c.name) {
		d := ch.decl.Limit
		k.limit(d.Name, d.Cite, d.Cond, d.Reason, ch)
	}
	k.bans("value " + k.c.name)
	if len(k.c.limits)+len(k.c.opens) > 0 {
		k.emit(&opLimits{code: k.c, after: -1})
	}
}

// adjust compiles the changes of one parameter; they see its event as `it`. What a
// player chose stands as it is: limits are for that.
func (k *compiler) adjust(p *param) {
	hook := "value " + k.c.name + "." + p.name
	if len(k.l.changes[hook]) == 0 {
		return
	}
	if p.choice != nil {
		for _, ch := range k.l.changesOn(hook) {
			k.l.errorf(CodeTarget, ch.decl, "%s is chosen by a player: it can be limited, not changed", p.name).Hint = "limit … on " + k.c.name
		}
		return
	}
	y := &layers{name: k.c.name + "." + p.name, typ: p.typ}
	k.l.layers(y, hook, func(ch *change, _ stage) *cond.Scope { return k.hooked(ch) }, func(*cond.Expr, bool) {})
	y.declaredBounds()
	adjust := &opAdjust{param: p, value: y}
	k.c.adjusts = append(k.c.adjusts, adjust)
	k.emit(adjust)
}

// bans turns `forbid EVENT` into a limit that never holds while it is in force.
func (k *compiler) bans(hook string) {
	for _, ch := range k.l.changesOn(hook) {
		if ch.decl.Forbid == nil {
			k.l.errorf(CodeTarget, ch.decl, "%s is %s: it can be forbidden or limited, not set", k.c.name, article(formWord[k.c.form]))
			continue
		}
		never := k.l.expr(&cond.Scope{}, &dsl.Expr{Node: ch.decl.Node, Text: "false"}, types.BoolType)
		k.c.limits = append(k.c.limits, &limit{name: k.c.name + ".forbidden", guard: ch.guardIn(k.l, k.hooked(ch)), cond: never, reason: "forbidden by " + ch.owner, rule: ch.rule, last: k.lastParam(), span: ch.decl.Span()})
	}
}

// lastParam is where a condition is judged that may read any parameter through `it`.
func (k *compiler) lastParam() int { return len(k.c.params) - 1 }

// hooked is the scope of a change on this code: `it` is the thing hooked.
func (k *compiler) hooked(ch *change) *cond.Scope {
	s := ch.scope(k.l)
	s.Vars = append(s.Vars, k.it())
	return s
}

func (k *compiler) it() cond.Var {
	return cond.Var{Name: "it", Type: &types.Type{Kind: types.Object, Named: k.c.named}, Place: cond.Self}
}

// limit compiles a limit: one of the text's own, which reads the parameters by their
// names, or one that a change brings, which reads them through `it`.
func (k *compiler) limit(name *dsl.Ident, cite *dsl.Cite, c *dsl.Expr, reason *dsl.String, by *change) {
	full := k.c.name + "." + name.Text
	if (by == nil || !by.again) && !k.l.once("limit", full, name) {
		return
	}
	lim := &limit{name: full, rule: k.l.rule(full, "limit", name.Span(), cite), last: -1, span: name.Span()}
	s, within := k.scope(), k.c.rule
	if by != nil {
		s, within = k.hooked(by), by.rule
		lim.guard, lim.last = by.guardIn(k.l, s), k.lastParam()
	}
	if by == nil {
		lim.cond = k.expr(c, types.BoolType)
	} else {
		lim.cond = k.l.expr(s, c, types.BoolType)
	}
	if cite == nil {
		k.l.prog.rules[lim.rule].Clauses = k.l.prog.rules[within].Clauses
	}
	if reason != nil {
		lim.reason = string(reason.Text)
	}
	for _, used := range lim.cond.Locals {
		for i, p := range k.c.params {
			if p.name == used || used == k.c.name {
				lim.last = max(lim.last, i)
			}
		}
	}
	for _, ch := range k.l.changesOn("limit " + full) {
		if ch.decl.Remove != nil {
			lim.waived = append(lim.waived, &guard{rule: ch.rule, span: ch.decl.Span()})
			continue
		}
		lim.waived = append(lim.waived, ch.guardIn(k.l, k.hooked(ch)))
		lim.last = k.lastParam()
	}
	k.c.limits = append(k.c.limits, lim)
}

// around compiles a text with the changes before, instead of and after it. The
// places of before and after stay even where the text itself is removed.
func (k *compiler) around(hook string, text func()) {
	_, name := cutWord(hook)
	var before, instead, after, removed []*change
	for _, ch := range k.l.changesOn(hook) {
		switch d := ch.decl; {
		case d.Around != nil && d.Around.When == "before":
			before = append(before, ch)
		case d.Around != nil:
			after = append(after, ch)
		case d.Instead != nil:
			instead = append(instead, ch)
		case d.Remove != nil:
			removed = append(removed, ch)
		}
	}
	k.l.beside(name, append(before[:len(before):len(before)], after...), removed)
	k.texts(name, "before", before)
	k.instead(name, k.l.notRemoved(instead, removed), removed, text)
	k.l.inOrder(after, true)
	k.texts(name, "after", after)
}

// texts compiles what stands before or after something.
func (k *compiler) texts(name, place string, list []*change) {
	m := &meeting{name: name, place: place}
	for _, ch := range list {
		k.l.idleText(ch)
		m.texts = append(m.texts, k.hook(name, ch, ch.decl.Around.Body))
	}
	k.l.meetings = append(k.l.meetings, m)
}

// instead compiles the replacements of a text, and the text itself unless it is removed.
func (k *compiler) instead(name string, list, removed []*change, text func()) {
	onces := k.once(name, list)
	m := &meeting{name: name}
	var skips []*opJump
	from := k.here()
	for i, ch := range list {
		p := k.hook(name, ch, ch.decl.Instead.Body)
		p.hook.replaces = name
		for _, o := range onces[i] {
			o.hooks = append(o.hooks, p.hook)
		}
		skip := &opJump{}
		k.emit(skip)
		skips = append(skips, skip)
		p.hook.to = k.here()
		m.texts = append(m.texts, p)
	}
	k.l.replacementsMeet(m, removed)
	if name == k.c.name {
		k.c.replaced = stretch{from, k.here()}
	}
	if removed == nil {
		text()
	}
	for _, s := range skips {
		s.to = k.here()
	}
}

// notRemoved are the replacements that no removal of the same thing is over.
func (l *loader) notRemoved(instead, removed []*change) (out []*change) {
	for _, ch := range instead {
		if !slices.ContainsFunc(removed, func(r *change) bool { return l.isOver(r, ch) }) {
			out = append(out, ch)
		}
	}
	return out
}

// once checks that at most one of some replacements is in force, but for those that have
// an order: of these the first takes place. It gives the checks that each is part of.
// Loading finds all that could meet, but for two instances of one effect.
func (k *compiler) once(name string, instead []*change) [][]*opOnce {
	out := make([][]*opOnce, len(instead))
	for i, b := range instead {
		for j, a := range instead[:i] {
			if k.l.isOver(a, b) {
				continue
			}
			o := &opOnce{name: name}
			k.emit(o)
			out[i], out[j] = append(out[i], o), append(out[j], o)
		}
	}
	return out
}

// hook compiles the text of one change. Its names are its own; what it asks is asked
// at the place that it hooks.
func (k *compiler) hook(name string, ch *change, b *dsl.Block) *placed {
	if k.hooks == judged-1 {
		k.l.errorf(CodeTarget, ch.decl, "too many changes on %s", k.c.name)
	}
	h := &opHook{bit: k.hooks}
	k.hooks++
	from := k.here() + 1
	k.within(ch, name, func(in *guard) {
		h.guard = in
		k.emit(h)
		k.block(b)
		k.emit(&opHookEnd{h.bit})
	})
	h.to = k.here()
	return &placed{ch, h, k.c, stretch{from, k.here()}}
}

// within compiles a part of a change, with its names and its guard, at a step.
func (k *compiler) within(ch *change, step string, part func(in *guard)) {
	vars, outer, rule := k.vars, k.step, k.rule
	k.vars = nil
	if ch.this != nil {
		k.vars = append(k.vars, *ch.this)
	}
	k.vars = append(append(k.vars, ch.vars...), k.it())
	k.step, k.rule = step, ch.rule
	part(ch.guardIn(k.l, k.scope()))
	k.vars, k.step, k.rule = vars, outer, rule
}

// compileWatch compiles a `whenever`'s condition. Its element is an argument there.
func (l *loader) compileWatch(k *compiler, b body) {
	s := &cond.Scope{Vars: l.scopeVars()}
	if b.when.Each != nil {
		s.Vars = append(s.Vars, cond.Var{Name: b.when.Each.Text, Type: k.c.params[0].typ, Place: cond.Arg})
	}
	if !k.poisoned(b.when.When.Text) {
		b.watch.when = l.expr(s, b.when.When, types.BoolType)
	}
	for _, ch := range append(l.changesOn("value "+k.c.name), l.changesOn("limits "+k.c.name)...) {
		if ch.decl.Forbid == nil {
			l.errorf(CodeTarget, ch.decl, "%s is a `whenever`: it can be forbidden, not set or limited", k.c.name)
			continue
		}
		b.watch.bans = append(b.watch.bans, ch.guardIn(l, k.hooked(ch)))
	}
}

// watchElem compiles what a `whenever` goes over and gives the type of its element.
func (l *loader) watchElem(k *compiler, b body) *types.Type {
	b.watch.each = l.expr(&cond.Scope{Vars: l.scopeVars()}, b.when.In, nil)
	if broken(b.watch.each) || !b.watch.each.Type.Listy() || !b.watch.each.Type.Elem.Scalar() {
		if !broken(b.watch.each) {
			l.errorf(CodeType, b.when.In, "this must be a list of single values, not %s", an(b.watch.each.Type))
		}
		k.unknown[b.when.Each.Text] = true
		return types.IntType
	}
	return b.watch.each.Type.Elem
}

// compileBook compiles what a rulebook says of itself.
func (l *loader) compileBook() {
	if l.prog.checker == nil {
		return
	}
	each(l, func(d *dsl.PlayDecl) {
		if !l.once("declaration", "play", d) {
			return
		}
		k := &compiler{l: l, unknown: map[string]bool{}}
		l.prog.main = k.call(d.Call, formProcedure)
	})
	each(l, func(d *dsl.EndsDecl) { l.compileEnds(d) })
	each(l, func(d *dsl.InvariantDecl) {
		if l.once("invariant", d.Name.Text, d.Name) {
			l.rule(d.Name.Text, "invariant", d.Span(), d.Cite)
			l.prog.invs = append(l.prog.invs, &invariant{d.Name.Text, l.expr(&cond.Scope{Vars: l.scopeVars()}, d.Cond, types.BoolType), d.Name.Span()})
		}
	})
	each(l, func(d *dsl.OpenDecl) { l.compileOpen(d) })
}

func (l *loader) compileEnds(d *dsl.EndsDecl) {
	if !l.once("declaration", "ends", d) {
		return
	}
	l.prog.ends = &watch{name: "ends", when: l.expr(&cond.Scope{Vars: l.scopeVars()}, d.When, types.BoolType), rule: l.rule("ends", "end", d.Span(), d.Cite)}
	if d.Score == nil {
		return
	}
	v := l.values[d.Score.String()]
	if v == nil || len(v.fn.Params) != 1 || v.fn.Params[0].Type.Named != l.world.Seats || v.fn.Result.Kind != types.Int {
		l.errorf(CodeShape, d.Score, "the score is a value of one player that gives a number").Hint = diag.DidYouMean(d.Score.String(), sortedKeys(l.values))
		return
	}
	l.usedNames[v.fn.Name] = true
	l.noteCall(d.Score, v.fn.Name)
	l.prog.score = l.prog.checker.Value(v.fn)
}

func (l *loader) compileOpen(d *dsl.OpenDecl) {
	a := l.prog.codeOf[d.Action.String()]
	if a == nil || a.form != formAction {
		l.errorf(CodeUnknown, d.Action, "no action is called %s", d.Action).Hint = diag.DidYouMean(d.Action.String(), l.callNames(formAction))
		return
	}
	during := l.prog.codeOf[d.During.String()]
	if during == nil {
		l.errorf(CodeUnknown, d.During, "no procedure is called %s", d.During).Hint = diag.DidYouMean(d.During.String(), l.callNames(formProcedure))
		return
	}
	l.usedNames[a.name] = true
	l.noteCall(d.Action, a.name)
	if fixed := len(a.params) - len(a.opens); fixed != 1 || a.params[0].typ.Named != l.world.Seats {
		l.errorf(CodeArguments, d.Action, "an open action has one parameter that is not asked: the player who takes it")
		return
	}
	s := &cond.Scope{Vars: l.scopeVars()}
	o := &open{action: a, during: during.named, rule: l.rule("open "+a.name, "open", d.Span(), d.Cite)}
	o.each = l.expr(s, d.In, &types.Type{Kind: types.List, Elem: &types.Type{Kind: types.Name, Named: l.world.Seats}})
	l.shadow(d.Each, d.Each.Text, s)
	s.Vars = append(s.Vars, cond.Var{Name: d.Each.Text, Type: &types.Type{Kind: types.Name, Named: l.world.Seats}, Place: cond.Arg})
	o.when = l.expr(s, d.When, types.BoolType)
	l.prog.opens = append(l.prog.opens, o)
}

func (l *loader) callNames(f form) []string {
	var out []string
	for _, c := range l.prog.codes[1:] {
		if c.form == f {
			out = append(out, c.name)
		}
	}
	return out
}
