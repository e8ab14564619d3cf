package interpreter

import (
	"ruleck/dsl"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// Who sees a field is a value like others: changes name it FIELD.seen, by the name of
// its owner's type: set Player.hand.seen to seats(). So a variant may open what is
// secret, or hide what everybody sees.

// sightHook is what changes of who sees a field sit on.
func sightHook(f *types.Field) string { return "value " + f.Owner.Name + "." + f.Name + ".seen" }

// hidden makes fields secret that only a change hides; expressions that read them are
// compiled later.
func (l *loader) hidden() {
	for _, d := range l.fieldDefs {
		f := d.field
		if len(l.changes[sightHook(f)]) > 0 && f.Column == nil && f.Owner.Form != types.RecordOf {
			f.Secret = true
		}
	}
}

// seen compiles who sees a field, with the changes on that; nil where everybody does.
func (l *loader) seen(d fieldDef) *cond.Expr {
	f := d.field
	if !f.Secret {
		return nil
	}
	scope := func(s *cond.Scope) *cond.Scope {
		if f.Owner.Form != types.Game && f.Owner.Form != types.Occurrence {
			s.Vars = append(s.Vars, cond.Var{Name: "it", Type: &types.Type{Kind: types.Name, Named: f.Owner}, Place: cond.Arg})
		}
		return s
	}
	by := d.decl.SeenBy
	if by == nil {
		by = &dsl.Expr{Node: d.decl.Node, Text: "seats()"}
	}
	players := &types.Type{Kind: types.List, Elem: &types.Type{Kind: types.Name, Named: l.world.Seats}}
	base := l.expr(scope(&cond.Scope{Vars: l.scopeVars()}), by, players)
	hook := sightHook(f)
	if len(l.changes[hook]) == 0 || broken(base) {
		return base
	}
	_, name := cutWord(hook)
	y := &layers{name: name, typ: players, base: base}
	out := *base
	l.layers(y, hook, func(ch *change, _ stage) *cond.Scope { return scope(ch.scope(l)) }, func(e *cond.Expr, _ bool) {
		if e != nil {
			out.Fields, out.Counts, out.Calls = append(out.Fields, e.Fields...), append(out.Counts, e.Counts...), append(out.Calls, e.Calls...)
		}
	})
	out.Words = y.words
	if len(y.set) == 1 && y.set[0].while == nil && y.set[0].where == nil && len(y.add) == 0 {
		out.Text = y.set[0].expr.Text
	}
	return &out
}
