package interpreter

import (
	"ruleck/dsl"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// What is wrong whatever happens in play is said when loading: a number that is
// written down, or worked out from what is, and that can never do.

// known is a number that depends on nothing.
func known(e *cond.Expr) (n int64, is bool) {
	if e == nil || broken(e) || e.Type.Kind != types.Int {
		return 0, false
	}
	words, err := constantValue(e)
	if err != nil {
		return 0, false
	}
	return words[0], true
}

// count compiles how many there are to be of something; fewer than least can never be.
func (k *compiler) count(e *dsl.Expr, least int64, verb string) *cond.Expr {
	out := k.expr(e, types.IntType)
	if n, is := known(out); is && n < least {
		k.l.errorf(CodeType, e, "nobody can %s %d", verb, n).Hint = "that depends on nothing: it is always so"
	}
	return out
}

// inSequence reports two numbers of which the first is always greater.
func (l *loader) inSequence(at spanned, low, high *cond.Expr, message string) {
	a, isA := known(low)
	b, isB := known(high)
	if isA && isB && a > b {
		l.errorf(CodeType, at, message, a, b)
	}
}

// boundsMeet reports a value whose declared bounds leave nothing between them.
func (l *loader) boundsMeet(v *valueDef, y *layers) {
	for _, low := range y.least {
		for _, high := range y.most {
			l.inSequence(v.decl.Bounds[len(v.decl.Bounds)-1], low, high, "at least %d and at most %d: there is no such number")
		}
	}
}

// outOfBounds reports a number that its value's bounds never let be: the one declared,
// or one that a change sets. Where something adds to it, it may still get there.
func (l *loader) outOfBounds(v *valueDef, y *layers) {
	if len(y.add) > 0 {
		return
	}
	l.outside(v.decl.Expr, y.base, y)
	for _, s := range y.set {
		l.outside(s.by.decl.Set.To, s.expr, y)
	}
}

func (l *loader) outside(at spanned, e *cond.Expr, y *layers) {
	n, is := known(e)
	if !is {
		return
	}
	never := func(bound *cond.Expr, word string, far func(end int64) bool) bool {
		end, is := known(bound)
		if is && far(end) {
			l.errorf(CodeType, at, "%s can never be %d: it is at %s %d", y.name, n, word, end).Hint = "mend the number, or the bounds where the value is declared"
		}
		return is && far(end)
	}
	for _, b := range y.least {
		if never(b, "least", func(end int64) bool { return n < end }) {
			return
		}
	}
	for _, b := range y.most {
		if never(b, "most", func(end int64) bool { return n > end }) {
			return
		}
	}
}
