package interpreter

import (
	"fmt"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// One method a statement: what it means is in ops.go and ask.go.

func (k *compiler) block(b *dsl.Block) {
	vars := len(k.vars)
	k.depth++
	k.stmts(b.Stmts)
	k.depth--
	k.vars = k.vars[:vars]
}

// stmts compiles a list of statements. `if none` skips the rest of the list.
func (k *compiler) stmts(list []*dsl.Stmt) {
	var skips []*opJump
	for i, s := range list {
		if k.finally && (s.Step == nil || !s.Step.Finally) && k.depth == 0 {
			k.l.errorf(CodeShape, s, "`finally` steps stand last")
			return
		}
		if jumps(s) && i < len(list)-1 {
			k.l.errorf(CodeJump, list[i+1], "nothing after a jump is ever reached")
		}
		if skip := k.stmt(s); skip != nil {
			skips = append(skips, skip)
		}
	}
	for _, s := range skips {
		s.to = k.here()
	}
}

func jumps(s *dsl.Stmt) bool { return s.End != nil || s.Restart != nil }

func (k *compiler) stmt(s *dsl.Stmt) (skip *opJump) {
	switch {
	case s.Let != nil:
		k.let(s.Let)
	case s.Set != nil:
		k.set(s.Set)
	case s.Add != nil:
		k.add(s.Add.Path, s.Add.Expr, false)
	case s.Take != nil:
		k.add(s.Take.Path, s.Take.Expr, true)
	case s.Move != nil:
		k.move(s.Move)
	case s.Draw != nil:
		k.draw(s.Draw)
	case s.Shuffle != nil:
		if p := k.pile(s.Shuffle.Path); p != nil {
			k.emit(&opShuffle{p})
		}
	case s.Do != nil:
		k.do(s.Do)
	case s.When != nil:
		k.when(s.When)
	case s.Match != nil:
		k.match(s.Match)
	case s.Each != nil:
		k.each(s.Each)
	case s.Repeat != nil:
		k.repeat(s.Repeat)
	case s.Together != nil:
		k.togetherBlock(s.Together)
	case s.Step != nil:
		k.stepBlock(s.Step)
	case s.All != nil:
		k.all(s.All)
	case s.End != nil:
		k.end(s.End.Name, nil, false, s.End)
	case s.Restart != nil:
		k.end(s.Restart.Call.Name, s.Restart.Call.Args, true, s.Restart)
	case s.Begin != nil:
		k.begin(s.Begin)
	case s.Due != nil:
		k.due(s.Due)
	case s.Ask != nil:
		return k.ask(s.Ask)
	}
	return nil
}

func (k *compiler) let(d *dsl.Let) {
	e := k.expr(d.Expr, nil)
	if broken(e) {
		k.unknown[d.Name.Text] = true
		return
	}
	at := k.local(1)
	e.Type = asLocal(e.Type)
	k.emit(&opLet{at, e})
	k.bind(d.Name, e.Type, at)
}

func (k *compiler) set(d *dsl.Set) {
	p := k.place(d.Path)
	if p == nil {
		k.expr(d.Expr, nil)
		return
	}
	if p.Type.Kind == types.Pile || p.Type.Kind == types.Per {
		k.l.errorf(CodeType, d.Path, "%s is %s: it cannot be set as a whole", p.Text, an(p.Type)).Hint = "move pieces, or set one entry"
		return
	}
	k.emit(&opSet{p, k.expr(d.Expr, p.Type)})
	k.settleAfter(p.Field)
}

func (k *compiler) add(path *dsl.Path, x *dsl.Expr, minus bool) {
	p := k.place(path)
	if p == nil {
		k.expr(x, nil)
		return
	}
	var e *cond.Expr
	switch p.Type.Kind {
	case types.Int:
		e = k.expr(x, types.IntType)
	case types.Set, types.List:
		e = k.l.elementOrList(k, x, p.Type)
	default:
		k.l.errorf(CodeType, path, "%s is %s: nothing can be added to it or taken from it", p.Text, an(p.Type)).Hint = "numbers, sets and lists can; pieces are moved"
		return
	}
	k.emit(&opAdd{p, e, minus})
	k.settleAfter(p.Field)
}

// elementOrList compiles what is added to a set or list: one element, or several.
func (l *loader) elementOrList(k *compiler, x *dsl.Expr, t *types.Type) *cond.Expr {
	e := k.expr(x, nil)
	if broken(e) {
		return e
	}
	if e.Type.Listy() {
		return k.expr(x, &types.Type{Kind: types.List, Elem: t.Elem})
	}
	return k.expr(x, t.Elem)
}

// pile compiles a path that must be a pile.
func (k *compiler) pile(path *dsl.Path) *cond.PlaceExpr {
	p := k.place(path)
	if p != nil && p.Type.Kind != types.Pile {
		k.l.errorf(CodeType, path, "%s is %s, not a pile", p.Text, an(p.Type))
		return nil
	}
	return p
}

func (k *compiler) move(d *dsl.Move) {
	to := k.pile(d.To)
	if to == nil {
		k.expr(d.What, nil)
		return
	}
	what := k.l.elementOrList(k, d.What, to.Type)
	for _, f := range what.Fields { // pieces leave the piles that they are named from
		if f.Type.Kind == types.Pile {
			k.l.noteWrites(d.What, f)
		}
	}
	k.emit(&opMove{what, to, d.On == "bottom"})
	k.settlePiles(to.Type.Elem.Named)
}

func (k *compiler) draw(d *dsl.Draw) {
	n, from, to := k.count(d.Count, 0, "draw"), k.pile(d.From), k.pile(d.To)
	if from == nil || to == nil {
		if d.As != nil {
			k.unknown[d.As.Text] = true
		}
		return
	}
	if from.Type.Elem.Named != to.Type.Elem.Named {
		k.l.errorf(CodeType, d.To, "%s holds %s, but %s holds %s", to.Text, to.Type.Elem, from.Text, from.Type.Elem)
		return
	}
	o := &opDraw{count: n, from: from, to: to, span: d.Span(), refill: k.refill(from)}
	if d.As != nil {
		o.as, o.asType = k.local(1), &types.Type{Kind: types.List, Elem: from.Type.Elem}
		k.bind(d.As, o.asType, o.as)
	}
	k.emit(o)
	k.settlePiles(from.Type.Elem.Named)
}

// refill compiles where a pile is refilled from. What stands there was resolved when
// the fields were (see refilled): a wrong one says nothing more.
func (k *compiler) refill(from *cond.PlaceExpr) *cond.PlaceExpr {
	for _, d := range k.l.fieldDefs {
		if d.field != from.Field || d.decl.Refills == nil {
			continue
		}
		name := d.decl.Refills.String()
		if len(d.decl.Refills.Parts) == 1 {
			owner, _ := types.Qualified(from.Text)
			name = owner + "." + name
		}
		out, _ := k.l.prog.checker.CompilePlace(k.scope(), name, d.decl.Refills)
		return out
	}
	return nil
}

func (k *compiler) do(d *dsl.Do) {
	want := formEvent
	if d.Kind == "run" {
		want = formProcedure
	}
	call := k.call(d.Call, want)
	if call == nil {
		return
	}
	if place := k.unasked(); place != "" {
		k.l.quiet = append(k.l.quiet, quiet{call, place})
	}
	k.emit(&opCall{call})
}

// call compiles a call: of a declared name, or of a slot of a row.
func (k *compiler) call(d *dsl.Call, want form) *callSite {
	name := d.Name.String()
	s := &callSite{name: name, span: d.Span()}
	if c := k.l.prog.codeOf[name]; c != nil {
		k.l.usedNames[name] = true
		k.l.noteCall(d.Name, name)
		if !fits(c.form, want) {
			k.l.errorf(CodeUnknown, d.Name, "%s is %s", name, article(formWord[c.form])).Hint = useWord(c.form)
			return nil
		}
		s.code = c
		return k.arguments(s, d, c.params, want)
	}
	return k.slotCall(s, d, want)
}

// fits reports whether a verb goes with a form: `do` with events and actions, `run`
// with procedures and row texts, `must` and the like with actions.
func fits(f, want form) bool {
	switch want {
	case formEvent:
		return f == formEvent || f == formAction
	case formProcedure:
		return f == formProcedure || f == formSlot
	}
	return f == want
}

func useWord(f form) string {
	switch f {
	case formEvent, formAction:
		return "events and actions happen by `do`"
	}
	return "procedures are begun by `run`"
}

func (k *compiler) slotCall(s *callSite, d *dsl.Call, want form) *callSite {
	owner, last := types.Qualified(s.name)
	unknown := func() *callSite {
		names := k.l.callNames(formProcedure)
		if want != formProcedure {
			names = append(k.l.callNames(formEvent), k.l.callNames(formAction)...)
		}
		for _, slot := range k.l.world.Slots {
			names = append(names, owner+"."+slot.Name)
		}
		k.l.errorf(CodeUnknown, d.Name, "nothing called %s can be done", s.name).Hint = diag.DidYouMean(s.name, names)
		return nil
	}
	var slots []*types.Slot
	for _, slot := range k.l.world.Slots {
		if slot.Name == last && slot.Result == nil {
			slots = append(slots, slot)
		}
	}
	if owner == "" || slots == nil || want != formProcedure {
		return unknown()
	}
	row := k.expr(&dsl.Expr{Node: d.Name.Node, Text: owner}, nil)
	if broken(row) {
		return nil
	}
	for _, slot := range slots {
		if row.Type.Kind != types.Name || row.Type.Named != slot.Table {
			continue
		}
		s.row, s.slot = row, map[int64]int{}
		k.l.noteCall(d.Name, slot.Table.Name+"."+slot.Name)
		if k.l.nothing[slot] {
			for _, r := range k.l.rowDefs {
				if r.table == slot.Table && !r.unwritten {
					s.slot[r.table.Member(r.name.Text)] = 0 // unless it is filled
				}
			}
		}
		for _, c := range k.l.prog.codes[1:] {
			if _, name := types.Qualified(c.name); c.form == formSlot && name == slot.Name && c.row != 0 && c.name == slot.Table.Members[c.row-1]+"."+name {
				s.slot[c.row] = c.id
				k.l.usedNames[c.name] = true
			}
		}
		params := make([]*param, len(slot.Params))
		for i, p := range slot.Params {
			params[i] = &param{name: p.Name, typ: asLocal(p.Type)}
		}
		return k.arguments(s, d, params, want)
	}
	return unknown()
}

// arguments compiles the arguments of a call. A decision gives only the fixed ones.
func (k *compiler) arguments(s *callSite, d *dsl.Call, params []*param, want form) *callSite {
	need := params
	if want == formAction {
		need = nil
		for _, p := range params {
			if p.choice == nil {
				need = append(need, p)
			}
		}
	}
	if len(d.Args) != len(need) {
		var names []string
		for _, p := range need {
			names = append(names, p.name)
		}
		k.l.errorf(CodeArguments, d, "%s takes %s, not %d", s.name, many(len(need), "argument"), len(d.Args)).Hint = fmt.Sprintf("%s(%s)", s.name, strings.Join(names, ", "))
		return nil
	}
	for i, a := range d.Args {
		s.args = append(s.args, k.expr(a, need[i].typ))
	}
	return s
}

func (k *compiler) when(d *dsl.When) {
	u := &opUnless{cond: k.expr(d.Cond, types.BoolType), rule: k.rule}
	k.emit(u)
	k.knowing(u.cond, func() { k.block(d.Then) })
	if d.Else == nil {
		u.to = k.here()
		return
	}
	skip := &opJump{}
	k.emit(skip)
	u.to = k.here()
	k.block(d.Else)
	skip.to = k.here()
}

// knowing compiles what runs only where a condition was true: what it tested not to
// be none may be used. If the state has changed since, reading it is an error.
func (k *compiler) knowing(c *cond.Expr, f func()) {
	sure := k.sure
	k.sure = append(sure[:len(sure):len(sure)], c.Sure...)
	f()
	k.sure = sure
}

func (k *compiler) match(d *dsl.Match) {
	e := k.expr(d.Expr, nil)
	if broken(e) {
		return
	}
	if e.Type.Kind != types.Union {
		k.l.errorf(CodeType, d.Expr, "only a union is matched; this is %s", an(e.Type))
		return
	}
	n := e.Type.Named
	m := &opMatch{expr: e, to: make([]int, len(n.Alts)), binds: make([]int, len(n.Alts))}
	k.emit(m)
	seen := map[string]bool{}
	meant := map[string]bool{} // what wrong names were meant to be
	var ends []*opJump
	for _, c := range d.Cases {
		i := altNamed(n, c.Alt.Text)
		if i < 0 || seen[c.Alt.Text] {
			meant[diag.Suggest(c.Alt.Text, altNames(n))] = true
			d := k.l.errorf(CodeUnknown, c.Alt, "%s has no alternative %s left", n.Name, c.Alt.Text)
			d.Hint = diag.DidYouMean(c.Alt.Text, altNames(n))
			continue
		}
		seen[c.Alt.Text] = true
		m.to[i] = k.here()
		vars := len(k.vars)
		k.caseBind(m, i, n.Alts[i], c)
		k.block(c.Body)
		k.vars = k.vars[:vars]
		end := &opJump{}
		k.emit(end)
		ends = append(ends, end)
	}
	for _, a := range n.Alts {
		if !seen[a.Name] && !meant[a.Name] {
			k.l.errorf(CodeMissing, d.Expr, "%s is not dealt with: every alternative of %s needs a case", a.Name, n.Name).Hint = a.Name + " { nothing }"
		}
	}
	for _, e := range ends {
		e.to = k.here()
	}
}

func (k *compiler) caseBind(m *opMatch, i int, a types.Alt, c *dsl.Case) {
	switch {
	case c.Bind == nil:
	case a.Type == nil:
		k.l.errorf(CodeShape, c.Bind, "%s holds nothing to name", a.Name)
	default:
		m.binds[i] = k.local(1)
		k.bind(c.Bind, a.Type, m.binds[i])
	}
}

func altNamed(n *types.Named, name string) int {
	for i, a := range n.Alts {
		if a.Name == name {
			return i
		}
	}
	return -1
}

func altNames(n *types.Named) []string {
	var out []string
	for _, a := range n.Alts {
		out = append(out, a.Name)
	}
	return out
}

func (k *compiler) each(d *dsl.Each) {
	list := k.expr(d.In, nil)
	vars := len(k.vars)
	if broken(list) || !list.Type.Listy() {
		if !broken(list) {
			k.l.errorf(CodeType, d.In, "this must be a list, not %s", an(list.Type))
		}
		k.unknown[d.Name.Text] = true
		k.block(d.Body)
		return
	}
	e := &opEach{list: list, at: k.local(3), typ: asLocal(&types.Type{Kind: types.Set, Elem: list.Type.Elem})}
	k.emit(e)
	next := &opNext{each: e, bind: k.local(1)}
	k.bind(d.Name, list.Type.Elem, next.bind)
	top := k.emit(next)
	k.block(d.Body)
	k.emit(&opJump{top})
	next.done = k.here()
	k.vars = k.vars[:vars]
}

func (k *compiler) repeat(d *dsl.Repeat) {
	r := &opRepeat{while: k.expr(d.While, types.BoolType), most: k.count(d.Most, 1, "repeat at most"), count: k.local(1), rule: k.rule}
	top := k.emit(r)
	k.block(d.Body)
	k.emit(&opJump{top})
	r.done = k.here()
}

func (k *compiler) togetherBlock(d *dsl.Together) {
	k.emit(&opTogether{1})
	k.together++
	k.block(d.Body)
	k.together--
	k.emit(&opTogether{-1})
	k.emit(&opSettle{wrote: nil})
}

// stepBlock compiles a step with the changes around it.
func (k *compiler) stepBlock(d *dsl.Step) {
	name := k.c.name + "." + d.Name.Text
	if !k.l.once("step", name, d.Name) {
		return
	}
	if d.Finally {
		if k.depth > 0 {
			k.l.errorf(CodeShape, d, "a `finally` step stands in the procedure itself, not inside a block")
		}
		if k.c.finally < 0 {
			k.c.finally = k.here()
		}
		k.finally = true
	}
	step, rule := k.step, k.rule
	k.step = name
	k.rule = k.l.rule(name, "step", d.Name.Span(), append([]*dsl.Cite{d.Cite}, askCites(d.Body)...)...)
	var skips []*int
	when := k.stepGuard(name, d.When, &skips)
	for _, ch := range k.l.changesOn("step " + name) {
		if ch.decl.Forbid != nil {
			s := k.hooked(ch)
			no := &opForbidden{guard: ch.guardIn(k.l, s)}
			k.emit(no)
			skips = append(skips, &no.to)
		}
	}
	k.around("step "+name, func() {
		k.emit(&opStep{k.rule})
		if when == nil {
			k.block(d.Body)
			return
		}
		k.knowing(when, func() { k.block(d.Body) })
	})
	for _, at := range skips {
		*at = k.here()
	}
	k.step, k.rule = step, rule
}

// stepGuard compiles what a step depends on: its condition with the changes on it,
// which name it STEP.when. A step without condition has one that is true.
func (k *compiler) stepGuard(name string, when *dsl.Expr, skips *[]*int) *cond.Expr {
	hook := "value " + name + ".when"
	if len(k.l.changes[hook]) == 0 {
		if when == nil {
			return nil
		}
		e := k.expr(when, types.BoolType)
		u := &opUnless{cond: e, rule: k.rule}
		k.emit(u)
		*skips = append(*skips, &u.to)
		return e
	}
	y := &layers{name: name + ".when", typ: types.BoolType, base: &cond.Expr{Type: types.BoolType, Scalar: func(*cond.Ctx) int64 { return 1 }}}
	if when != nil {
		y.base = k.expr(when, types.BoolType)
	}
	k.l.layers(y, hook, func(ch *change, _ stage) *cond.Scope { return k.hooked(ch) }, func(*cond.Expr, bool) {})
	u := &opStepWhen{value: y, rule: k.rule}
	k.emit(u)
	*skips = append(*skips, &u.to)
	return y.base
}

// opStepWhen skips a step whose guard, as changed, is false.
type opStepWhen struct {
	value *layers
	rule  int
	to    int
}

func (o *opStepWhen) do(g *Game) {
	if o.value.whole(&g.ctx) == 0 {
		g.touchRule(o.rule, touchFalse)
		g.pc = o.to
		return
	}
	g.touchRule(o.rule, touchTrue)
}

// askCites are the citations of the decisions that a step puts: they count as the
// step's own.
func askCites(b *dsl.Block) []*dsl.Cite {
	var out []*dsl.Cite
	for _, s := range b.Stmts {
		switch {
		case s.Each != nil:
			out = append(out, askCites(s.Each.Body)...)
		case s.When != nil:
			out = append(out, askCites(s.When.Then)...)
			if s.When.Else != nil {
				out = append(out, askCites(s.When.Else)...)
			}
		case s.Repeat != nil:
			out = append(out, askCites(s.Repeat.Body)...)
		case s.All != nil:
			out = append(out, s.All.Cite)
		case s.Ask != nil:
			out = append(out, askCite(s.Ask))
		}
	}
	return out
}

func askCite(a *dsl.Ask) *dsl.Cite {
	switch {
	case a.Must != nil:
		return a.Must.Cite
	case a.May != nil:
		return a.May.Cite
	case a.Takes != nil:
		return a.Takes.Cite
	case a.Splits != nil:
		return a.Splits.Cite
	case a.Looks != nil:
		return a.Looks.Cite
	}
	return nil
}

func (k *compiler) end(name *dsl.Name, args []*dsl.Expr, anew bool, at spanned) {
	c := k.l.prog.codeOf[name.String()]
	if c == nil {
		k.l.errorf(CodeJump, name, "no procedure is called %s", name).Hint = diag.DidYouMean(name.String(), k.l.callNames(formProcedure))
		return
	}
	if k.finally || k.together > 0 {
		k.l.errorf(CodeJump, at, "a jump may not stand in a `finally` step or a `together` block")
		return
	}
	k.l.noteCall(name, c.name)
	o := &opEnd{named: c.named, anew: anew, span: at.Span()}
	if anew {
		o.again = k.restartArgs(c, args, at)
	}
	k.emit(o)
}

// restartArgs compiles the arguments of a restart. They wait in the frame that is
// restarted, in words of their own, while what runs inside it is ended.
func (k *compiler) restartArgs(c *code, args []*dsl.Expr, at spanned) []*cond.Expr {
	if len(args) != len(c.params) {
		k.l.errorf(CodeArguments, at, "%s takes %s, not %d", c.name, many(len(c.params), "argument"), len(args))
		return nil
	}
	var out []*cond.Expr
	for i, a := range args {
		if !c.params[i].typ.Scalar() {
			k.l.errorf(CodeShape, a, "a procedure with a list as parameter cannot be restarted")
			return nil
		}
		out = append(out, k.expr(a, c.params[i].typ))
	}
	if c.again == 0 {
		c.again = -1 // the link stage makes room
	}
	return out
}

// settleAfter emits the look at what a write may have set off.
func (k *compiler) settleAfter(f *types.Field) {
	if k.together == 0 {
		k.emit(&opSettle{wrote: []int{f.ID}})
	}
}

// settlePiles: moving a piece changes piles of its kind, whichever it was in.
func (k *compiler) settlePiles(kind *types.Named) {
	if k.together > 0 {
		return
	}
	s := &opSettle{wrote: []int{}}
	for _, f := range k.l.world.Fields {
		if f.Type.Kind == types.Pile && f.Type.Elem.Named == kind {
			s.wrote = append(s.wrote, f.ID)
		}
	}
	k.emit(s)
}
