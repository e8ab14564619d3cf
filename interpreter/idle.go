package interpreter

import (
	"ruleck/dsl"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// Findings about changes that load but do nothing, or never: warnings, since the base may
// come to say what a house rule says, and the house rule is no worse for it.

// idle reports a change that changes nothing, and why.
func (l *loader) idle(ch *change, why string) {
	if !ch.again {
		l.diags.Warnf(CodeIdle, ch.decl.Span(), "this changes nothing: %s", why).Hint = "leave it out, or look whether it names what you mean"
	}
}

// idleLayer reports a change of a value that gives what is there without it.
func (l *loader) idleLayer(y *layers, x *layer) {
	if x.expr == nil || broken(x.expr) {
		return
	}
	words, err := constantValue(x.expr)
	constant := err == nil && len(words) == 1
	switch d := x.by.decl; {
	case d.Set != nil && len(y.set) == 0 && y.base != nil && sameExpr(y.base, x.expr):
		l.idle(x.by, y.name+" is that without it")
	case d.Add != nil && constant && y.typ.Kind == types.Int && words[0] == 0:
		l.idle(x.by, "it adds 0")
	case d.Cap != nil && constant && y.typ.Bounded && words[0] >= y.typ.Max:
		l.idle(x.by, y.name+" is never more than that")
	}
}

// sameExpr reports whether two expressions say the same: in the same words, or the same
// constant.
func sameExpr(a, b *cond.Expr) bool {
	if a.Canonical != "" && a.Canonical == b.Canonical {
		return true
	}
	one, err := constantValue(a)
	if err != nil || len(a.Fields)+len(a.Calls)+len(a.Locals) > 0 {
		return false
	}
	other, err := constantValue(b)
	return err == nil && equalWords(one, other)
}

// idleText reports a text before or after something that does nothing.
func (l *loader) idleText(ch *change) {
	body := ch.decl.Around.Body
	for _, s := range body.Stmts {
		if s.Nothing == nil {
			return
		}
	}
	l.idle(ch, "there is nothing in it")
}

// never reports a condition that demands of one thing what cannot go together.
func (l *loader) never(e *cond.Expr, at *dsl.Expr) {
	if e == nil || at == nil || broken(e) {
		return
	}
	term, found := cond.Excludes(e.Facts, e.Facts)
	if !found || term == "" { // a bare `false` is meant
		return
	}
	l.diags.Warnf(CodeNever, at.Span(), "this can never hold").Hint = "two of its parts rule each other out, or something is out of its bounds"
}

// beside reports what is put before or after a step that another file takes away for good:
// it stays, but what it was meant to be beside is gone.
func (l *loader) beside(name string, texts, removed []*change) {
	for _, ch := range texts {
		for _, r := range removed {
			if r.by != ch.by && r.in != ch.in && !ch.again {
				l.diags.Warnf(CodeBeside, ch.at.Span(), "%s stands beside %s, which %s takes away", ch.owner, name, r.owner).Note(r.decl.Span(), "taken away here")
			}
		}
	}
}
