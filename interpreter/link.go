package interpreter

import (
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// link finishes what needs everything else compiled: which `whenever` each write
// can set off, where a limit's failure leads, room for restarts.
func (l *loader) link() {
	p := l.prog
	if p.checker == nil || l.diags.HasErrors() {
		return
	}
	l.publicConditions()
	l.secretChoices()
	for i, w := range p.watches {
		w.at, w.reads = i, l.reach(append(guards(w.bans), w.when, w.each)...)
		w.steady = len(w.bans) == 0 && l.steady(w.when, w.each)
	}
	var endReads map[int]bool
	if p.ends != nil {
		p.ends.at, p.ends.steady = len(p.watches), l.steady(p.ends.when)
		endReads = l.reach(p.ends.when)
	}
	for _, c := range p.codes[1:] {
		if c.again != 0 {
			c.again = c.size
			c.size += len(c.params)
		}
		if c.size > stackWords {
			l.diags.Errorf(CodeShape, c.span, "%s takes too much room: %d words, but all that runs at once has %d", c.name, c.size, stackWords)
		}
		for _, o := range c.ops {
			switch o := o.(type) {
			case *opLimits:
				o.after = len(c.ops)
			case *opSettle:
				o.link(p, endReads)
			}
		}
		c.drop()
		for _, i := range c.opens {
			c.fields = append(c.fields, c.params[i])
		}
		for _, o := range c.ops {
			_, asks := o.(asker)
			c.asks = append(c.asks, asks)
		}
	}
}

// publicConditions finds conditions that everybody sees come true and that look at
// what somebody may not see. How many there are of something is no secret.
func (l *loader) publicConditions() {
	for _, w := range l.prog.watches {
		l.noSecret(w.each)
		l.noSecret(w.when)
	}
	if l.prog.ends != nil {
		l.noSecret(l.prog.ends.when)
	}
	for _, o := range l.prog.opens {
		l.noSecret(o.each)
		l.noSecret(o.when)
	}
}

func (l *loader) noSecret(e *cond.Expr) {
	if e == nil {
		return
	}
	for _, f := range l.looks(e) {
		if by := l.prog.seenBy[f.ID]; by != nil && (oneLine(by.Text) == "[]" || oneLine(by.Text) == "[it]") {
			l.diags.Errorf(CodeSecret, exprSpan(e), "everybody sees this come true, but it looks at %s.%s, which is secret", f.Owner.Name, f.Name).Hint = "only its size is public; or let what it looks at be seen first"
			return
		}
	}
}

// looks are the fields of which an expression reads more than the size, through
// values, too.
func (l *loader) looks(e *cond.Expr) []*types.Field {
	out := append([]*types.Field{}, e.Fields...)
	values, _ := l.callees(e.Calls)
	for _, v := range values {
		out = append(out, v.looks...)
	}
	return out
}

// guards are the conditions of changes.
func guards(list []*guard) (out []*cond.Expr) {
	for _, g := range list {
		out = append(out, g.while, g.where)
	}
	return out
}

// link keeps the watches that read what was written; nil means everything.
func (o *opSettle) link(p *Program, endReads map[int]bool) {
	if o.wrote == nil {
		o.watches, o.ends = p.watches, p.ends != nil
		return
	}
	for _, id := range o.wrote {
		o.ends = o.ends || endReads[id]
	}
	for _, w := range p.watches {
		for _, id := range o.wrote {
			if w.reads[id] {
				o.watches = append(o.watches, w)
				break
			}
		}
	}
}

// drop turns looks that can set off nothing into no instruction at all, keeping the
// jumps right.
func (c *code) drop() {
	at := make([]int, len(c.ops)+1)
	var kept []op
	for i, o := range c.ops {
		at[i] = len(kept)
		if s, ok := o.(*opSettle); ok && len(s.watches) == 0 && !s.ends {
			continue
		}
		if d, ok := o.(*opDue); ok && len(d.code.dues) == 0 {
			continue
		}
		kept = append(kept, o)
	}
	at[len(c.ops)] = len(kept)
	for _, o := range kept {
		for _, to := range targets(o) {
			if *to >= 0 {
				*to = at[*to]
			}
		}
	}
	if c.finally >= 0 {
		c.finally, c.cleared = at[c.finally], at[c.cleared]
	}
	c.replaced = stretch{at[c.replaced.from], at[c.replaced.to]}
	c.ops = kept
}

// targets are the places that an instruction may jump to.
func targets(o op) []*int {
	switch o := o.(type) {
	case *opJump:
		return []*int{&o.to}
	case *opUnless:
		return []*int{&o.to}
	case *opStepWhen:
		return []*int{&o.to}
	case *opForbidden:
		return []*int{&o.to}
	case *opHook:
		return []*int{&o.to}
	case *opNext:
		return []*int{&o.done}
	case *opRepeat:
		return []*int{&o.done}
	case *opLimits:
		return []*int{&o.after}
	case *opChooses:
		return []*int{&o.ifNone}
	case *opMust:
		return []*int{&o.otherwise}
	case *opMay:
		return []*int{&o.otherwise}
	case *opMatch:
		out := make([]*int, len(o.to))
		for i := range o.to {
			out[i] = &o.to[i]
		}
		return out
	}
	return nil
}

// callees are the values that calls lead to, each once, with those that they need in
// turn; whole is false if a slot's value is among them, which may read anything.
func (l *loader) callees(calls []*types.Func) (out []*valueDef, whole bool) {
	seen := map[*types.Func]bool{}
	whole = true
	var visit func(calls []*types.Func)
	visit = func(calls []*types.Func) {
		for _, f := range calls {
			v := l.values[f.Name]
			if v == nil {
				whole = false
				continue
			}
			if !seen[f] {
				seen[f] = true
				out = append(out, v)
				visit(v.calls)
			}
		}
	}
	visit(calls)
	return out, whole
}

// reach is the ids of all fields that expressions read, through values and their
// changes, too.
func (l *loader) reach(exprs ...*cond.Expr) map[int]bool {
	out := map[int]bool{}
	note := func(fields ...*types.Field) {
		for _, f := range fields {
			out[f.ID] = true
		}
	}
	for _, e := range exprs {
		if e == nil {
			continue
		}
		note(e.Fields...)
		note(e.Counts...)
		values, whole := l.callees(e.Calls)
		for _, v := range values {
			note(v.reads...)
		}
		if !whole {
			note(l.world.Fields...)
		}
	}
	return out
}

// steady reports whether what expressions say depends on the declared state alone,
// and not on what runs, which they can only get at by its name.
func (l *loader) steady(exprs ...*cond.Expr) bool {
	runs := map[string]bool{}
	for _, v := range l.prog.running {
		runs[v.Name] = true
	}
	asksWhatRuns := func(names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return runs[name] })
	}
	for _, e := range exprs {
		if e == nil {
			continue
		}
		values, whole := l.callees(e.Calls)
		if !whole || asksWhatRuns(e.Locals) {
			return false
		}
		for _, v := range values {
			if asksWhatRuns(v.names) {
				return false
			}
		}
	}
	return true
}

// findings are warnings about what loads but is likely wrong.
func (l *loader) findings() {
	if l.diags.HasErrors() {
		return
	}
	for _, r := range l.prog.rules {
		switch r.Kind {
		case "event", "action", "procedure", "whenever", "value", "limit", "slot", "change":
			if len(r.Clauses) == 0 && !l.helper(r) {
				l.diags.Warnf(CodeUncited, r.Span, "%s %s cites no clause", r.Kind, r.Name).Hint = "cite what it comes from, or [house]"
			}
		}
	}
	l.unused()
	if l.prog.main == nil {
		l.diags.Warnf(CodeMissing, l.files[0].Head.Span(), "no main procedure is named: nothing begins by itself").Hint = "write play PROCEDURE(…)"
	}
}

// helper reports whether a rule may go without citation: a value that only names
// something for other rules, and a change that brings a limit, which cites itself.
func (l *loader) helper(r Rule) bool {
	return r.Kind == "value" || r.Kind == "change" && strings.Contains(r.Name, ": limit ")
}

// unused finds procedures, events, actions and values that nothing refers to.
func (l *loader) unused() {
	used, before := l.mentioned(), l.usedByRemoved()
	names, left := sortedKeys(l.usedNames), fewUnused
	for _, c := range l.prog.codes[1:] {
		switch c.form {
		case formProcedure, formEvent, formAction:
			if !l.usedNames[c.name] && !l.hooked(c) && !before[c.name] {
				l.diags.Warnf(CodeUnused, c.span, "%s %s is never used", formWord[c.form], c.name).Hint = meant(c.name, names, &left)
			}
		}
	}
	names, left = sortedKeys(l.values), fewUnused
	for _, v := range l.order {
		if !used[v.fn.Name] && !l.usedNames[v.fn.Name] && !before[v.fn.Name] {
			l.diags.Warnf(CodeUnused, v.decl.Name.Span(), "value %s is never used", v.fn.Name).Hint = meant(v.fn.Name, names, &left)
		}
	}
}

// fewUnused is for how many unused things is looked for a name like theirs, which
// means comparing each with all names there are.
const fewUnused = 20

// meant is a hint for something unused: what it may have been meant to be.
func meant(name string, used []string, left *int) string {
	if *left--; *left < 0 {
		return "use it, or remove it"
	}
	if near := diag.Suggest(name, used); near != "" {
		return "it is not `" + near + "`, which is something else: use it, or remove it"
	}
	return "use it, or remove it"
}

// hooked reports whether a change sits on a code: it is there for what cards and
// house rules hang on it, though nothing in this edition sets it off.
func (l *loader) hooked(c *code) bool {
	return len(l.changes["call "+c.name])+len(l.changes["limits "+c.name])+len(l.changes["value "+c.name]) > 0
}

// mentioned are the names of the values that any text of the rules mentions as a
// call or a member: one walk over the texts, however many values there are.
func (l *loader) mentioned() map[string]bool {
	calls, members := map[string]int{}, map[string]int{}
	for _, f := range l.files {
		for text := sourceText(f); text != ""; {
			n := strings.IndexFunc(text, func(c rune) bool { return !nameRune(c) })
			if n < 0 {
				n = len(text)
			}
			called := strings.HasPrefix(text[n:], "(")
			for name, rest := text[:n], ""; name != ""; name = rest { // lead.pass names pass, too
				if called {
					calls[name]++
				}
				_, rest, _ = strings.Cut(name, ".")
				member, _, _ := strings.Cut(rest, ".")
				members[member]++
			}
			text = text[min(n+1, len(text)):]
		}
	}
	out := map[string]bool{}
	for _, v := range l.order {
		uses := calls[v.fn.Name] - 1 // its own head
		if len(v.fn.Params) == 1 {
			uses += members[v.fn.Name]
		}
		out[v.fn.Name] = uses > 0
	}
	return out
}

// nameRune reports whether a dotted name may hold a character.
func nameRune(c rune) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.'
}

func sourceText(f *dsl.File) string {
	if f == nil || f.Head == nil {
		return ""
	}
	if src := f.Head.Span().Source; src != nil {
		return src.Text
	}
	return ""
}
