package interpreter

import (
	"fmt"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// change is one change of a named hook: of a variant or rule file (in force from
// load) or of a card (in force while its condition holds). Both are compiled in
// place, as guarded layers of what they change: which of them exist never depends
// on the state, so a law that comes or goes meets procedures that already run.
type change struct {
	decl   *dsl.Change
	owner  string    // card, effect or file it belongs to
	by     owner     // the same, for `over`
	in     *dsl.Head // of the file it stands in
	file   string    // a file's own: in force from load
	this   *cond.Var
	while  *dsl.Expr
	hook   string
	cite   *dsl.Cite
	name   string
	rule   int
	used   bool
	active *cond.Expr // an effect's: whether the instance is in force
	vars   []cond.Var // an effect's: its arguments
	again  bool       // not the first instance: what it declares has been checked already
	at     *dsl.Name  // the name of what it changes
}

// collectChanges finds all changes and sorts them by the hook they sit on. What their order
// within a hook is does not depend on what was loaded first (see over.go).
func (l *loader) collectChanges() {
	for _, f := range l.files {
		if f == nil || f.Head == nil {
			continue
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *dsl.ChangeDecl:
				name := f.Head.Name.String()
				l.addChange(&change{decl: d.Change, owner: name, by: fileOwner(name), in: f.Head, file: name})
			case *dsl.CardDecl:
				n := l.types[d.Table.Text]
				if l.isRemoved(d.Name) {
					continue
				}
				for _, it := range d.Items {
					if it.While != nil && len(it.Change) == 0 {
						l.errorf(CodeShape, it.While, "nothing is changed while this holds").Hint = "write changes between the braces, or leave it out"
					}
					for _, ch := range it.Change {
						l.addChange(&change{decl: ch, owner: d.Name.Text, by: cardOwner(d.Table.Text, d.Name.Text), in: f.Head, this: thisRow(n, n.Member(d.Name.Text)), while: it.While, cite: d.Cite})
					}
				}
			}
		}
	}
	l.effectChanges()
	for _, list := range l.changes {
		l.inOrder(list, false)
	}
}

func (l *loader) addChange(ch *change) {
	verb, cite := ch.where()
	ch.name = fmt.Sprintf("%s: %s", ch.owner, verb)
	ch.rule = l.rule(ch.name, "change", ch.decl.Span(), cite, ch.cite)
	l.changes[ch.hook] = append(l.changes[ch.hook], ch)
	l.list = append(l.list, ch)
	ch.used = l.removal(ch) != nil
}

// where works out the hook a change sits on, and names it.
func (ch *change) where() (verb string, cite *dsl.Cite) {
	value := func(verb string, t *dsl.Target) (string, *dsl.Cite) {
		ch.hook, ch.at = "value "+t.Name.String(), t.Name
		return verb + " " + t.Name.String(), t.Cite
	}
	thing := func(verb string, step bool, name *dsl.Name) string {
		ch.hook, ch.at = "call "+name.String(), name
		if step {
			ch.hook = "step " + name.String()
		}
		return verb + " " + name.String()
	}
	switch d := ch.decl; {
	case d.Set != nil:
		return value("set", d.Set.Target)
	case d.Add != nil:
		return value("add to", d.Add.Target)
	case d.Cap != nil:
		return value("cap", d.Cap.Target)
	case d.Forbid != nil:
		if d.Forbid.Step {
			return thing("forbid", true, d.Forbid.Target.Name), d.Forbid.Target.Cite
		}
		return value("forbid", d.Forbid.Target)
	case d.Around != nil:
		return thing(d.Around.When, d.Around.Step, d.Around.Name), d.Around.Cite
	case d.Instead != nil:
		return thing("instead of", d.Instead.Step, d.Instead.Name), d.Instead.Cite
	case d.Limit != nil:
		ch.hook, ch.at = "limits "+d.Limit.On.String(), d.Limit.On
		return "limit " + d.Limit.On.String() + "." + d.Limit.Name.Text, d.Limit.Cite
	case d.Waive != nil:
		ch.hook, ch.at = "limit "+d.Waive.Name.String(), d.Waive.Name
		return "waive " + d.Waive.Name.String(), d.Waive.Cite
	case d.Offer != nil:
		ch.hook, ch.at = "offer "+d.Offer.Step.String(), d.Offer.Step
		return "offer " + d.Offer.Call.Name.String() + " in " + d.Offer.Step.String(), d.Offer.Cite
	}
	d := ch.decl.Remove
	ch.hook, ch.at = d.What+" "+d.Name.String(), d.Name
	return "remove " + d.Name.String(), d.Cite
}

// changesOn gives the changes of a hook, and notes that they found it.
func (l *loader) changesOn(hook string) []*change {
	for _, ch := range l.changes[hook] {
		ch.used = true
	}
	return l.changes[hook]
}

// scope is what the expressions of a change may use, beside what it changes.
func (ch *change) scope(l *loader) *cond.Scope {
	s := &cond.Scope{Vars: l.scopeVars()}
	if ch.this != nil {
		s.Vars = append(s.Vars, *ch.this)
	}
	s.Vars = append(s.Vars, ch.vars...)
	return s
}

// params gives a change of a value its own names for the parameters.
func (ch *change) params(l *loader, s *cond.Scope, f *types.Func) bool {
	t := ch.target()
	if len(t.Params) != len(f.Params) {
		l.errorf(CodeArguments, t, "%s has %s, not %d", f.Name, many(len(f.Params), "parameter"), len(t.Params))
		return false
	}
	for i, p := range t.Params {
		l.shadow(p, p.Text, s)
		s.Vars = append(s.Vars, cond.Var{Name: p.Text, Type: f.Params[i].Type, Place: cond.Arg, At: int64(i)})
	}
	return true
}

func (ch *change) target() *dsl.Target {
	switch d := ch.decl; {
	case d.Set != nil:
		return d.Set.Target
	case d.Add != nil:
		return d.Add.Target
	case d.Cap != nil:
		return d.Cap.Target
	}
	return ch.decl.Forbid.Target
}

// condition is a change's own `where`.
func (ch *change) condition() *dsl.Expr {
	switch d := ch.decl; {
	case d.Set != nil:
		return d.Set.Where
	case d.Add != nil:
		return d.Add.Where
	case d.Cap != nil:
		return d.Cap.Where
	case d.Forbid != nil:
		return d.Forbid.Where
	case d.Around != nil:
		return d.Around.Cond
	case d.Instead != nil:
		return d.Instead.Cond
	case d.Limit != nil:
		return d.Limit.Where
	case d.Waive != nil:
		return d.Waive.Where
	case d.Offer != nil:
		return d.Offer.Where
	}
	return nil
}

// guardIn compiles when a change is in force: its own condition in a scope, its
// card's without what is hooked.
func (ch *change) guardIn(l *loader, s *cond.Scope) *guard {
	while := ch.active
	if while == nil {
		while = l.expr(ch.scope(l), ch.while, types.BoolType)
	}
	where := l.expr(s, ch.condition(), types.BoolType)
	if !ch.again {
		l.never(where, ch.condition())
	}
	return &guard{while: while, where: where, rule: ch.rule, span: ch.decl.Span()}
}

// unusedChanges reports changes of hooks that do not exist: a misspelt target must
// never be ignored.
func (l *loader) unusedChanges() {
	if l.prog.checker == nil {
		return
	}
	for _, ch := range l.list {
		if ch.used {
			continue
		}
		kind, name := cutWord(ch.hook)
		if kind == "row" && ch.file == "" {
			l.errorf(CodeTarget, ch.decl, "what a table holds is fixed before play: only a file can remove a row")
			continue
		}
		if kind == "offer" {
			d := l.errorf(CodeUnknown, ch.at, "nobody takes one of several actions in a step %s", name)
			d.Hint = orList(diag.DidYouMean(name, l.windows), l.windows)
			l.orphan(d)
			continue
		}
		d := l.errorf(CodeUnknown, ch.at, "there is no %s to change", describeHook(kind, name))
		if d.Hint = diag.DidYouMean(name, l.hookNames(kind)); kind == "value" && d.Hint == "" {
			d.Hint = l.fieldHint(name)
		}
		l.orphan(d)
	}
}

func cutWord(s string) (first, rest string) {
	for i := range s {
		if s[i] == ' ' {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

func describeHook(kind, name string) string {
	switch kind {
	case "call", "limits":
		return "event, action or `whenever` " + name
	case "value":
		return "value, event, parameter or ruling " + name
	}
	return kind + " " + name
}

// hookNames are the names a kind of change could have meant.
func (l *loader) hookNames(kind string) []string {
	var out []string
	for _, r := range l.prog.rules {
		fits := r.Kind == kind
		switch kind {
		case "value":
			fits = r.Kind == "value" || r.Kind == "event" || r.Kind == "action" || r.Kind == "whenever"
		case "call", "limits":
			fits = r.Kind == "event" || r.Kind == "action" || r.Kind == "whenever" || r.Kind == "procedure" || r.Kind == "slot"
		}
		if fits {
			out = append(out, r.Name)
		}
	}
	if kind == "row" {
		for _, r := range l.rowDefs {
			out = append(out, r.name.Text)
		}
	}
	if kind == "value" {
		for _, c := range l.prog.codes[1:] {
			for _, p := range c.params {
				out = append(out, c.name+"."+p.name)
			}
		}
		out = append(append(out, l.guardNames()...), l.prices...)
		for _, d := range l.fieldDefs {
			_, seen := cutWord(sightHook(d.field))
			out = append(out, seen)
		}
		for _, r := range l.prog.rulings {
			out = append(out, r.named.Name)
		}
		out = append(out, l.printedNames()...)
	}
	return out
}

// fieldHint tells what the name of a field is, where a change cannot stand on it.
func (l *loader) fieldHint(name string) string {
	owner, last := types.Qualified(name)
	for _, d := range l.fieldDefs {
		switch f := d.field; {
		case f.Name != last || owner != "" && owner != f.Owner.Name && owner != "it":
		case f.Column == nil:
			return fmt.Sprintf("%s.%s changes in play: set it in a statement, or change the value or action that says how", f.Owner.Name, last)
		case f.Owner.Form == types.Table:
			return fmt.Sprintf("%s is printed on the rows of %s: write ROW.%s", last, f.Owner.Name, last)
		}
	}
	return ""
}
