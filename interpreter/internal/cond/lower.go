package cond

import (
	"fmt"

	"ruleck/interpreter/types"
)

// lower compiles one expression: it finds the types of the nodes, reports what
// does not fit, and builds closures, all in one walk.
type lower struct {
	ck     *Checker
	scope  *Scope
	origin any
	text   string
	issues []Issue

	sure  []string // paths that are known not to be none here
	bound []bound  // variables of the quantifiers around, outermost first
	top   int      // words from FP on that are in use here

	cost  Cost
	often int64 // how often what is compiled now may be evaluated, for the loops around it

	fields, counts, columns []*types.Field
	calls                   []*types.Func
	used                    []string
}

// bound is the variable of a quantifier.
type bound struct {
	name string
	typ  *types.Type
	slot int // its word is Vars[FP+slot]
}

// maxLoops bounds how deep quantifiers may be nested.
const maxLoops = 4

func (lw *lower) bad(off int, kind, message, hint string) {
	for _, i := range lw.issues {
		if i.Offset == off && i.Message == message {
			return
		}
	}
	lw.issues = append(lw.issues, Issue{Kind: kind, Offset: off, Message: message, Hint: hint})
}

// mistake reports a mistake in a node and gives the term that keeps quiet.
func (lw *lower) mistake(s *syn, kind, hint, format string, args ...any) *term {
	lw.bad(s.off, kind, fmt.Sprintf(format, args...), hint)
	return &term{syn: s}
}

// src is the text of a node.
func (lw *lower) src(s *syn) string { return lw.text[s.start:s.end] }

func (lw *lower) site(s *syn) *site { return &site{lw.origin, s.off} }

// expr compiles a node. want, which may be nil, is what its surroundings need:
// only what has no type of its own, [] and none, looks at it.
func (lw *lower) expr(s *syn, want *types.Type) *term {
	switch s.kind {
	case synInt:
		return constTerm(s, types.IntType, s.num)
	case synBool:
		return constTerm(s, types.BoolType, s.num)
	case synName:
		return lw.path(s)
	case synPart:
		return lw.path(s)
	case synList:
		return lw.listLiteral(s, want)
	}
	return lw.call(s, want)
}

// newLower begins a compilation. Variables of quantifiers and arguments of calls
// lie in Vars behind the arguments in scope.
func newLower(c *Checker, s *Scope, text string, origin any) *lower {
	lw := &lower{ck: c, scope: s, origin: origin, text: text, sure: s.Sure, often: 1}
	for _, v := range s.Vars {
		if v.Place == Arg {
			lw.top = max(lw.top, int(v.At)+1)
		}
	}
	return lw
}

// value compiles a node that must be a value: not the game, a procedure or all
// of a `per` field.
func (lw *lower) value(s *syn, want *types.Type) *term { return lw.held(lw.expr(s, want)) }

func (lw *lower) held(t *term) *term {
	if t.typ == nil {
		return t
	}
	switch t.typ.Kind {
	case types.Per:
		return lw.mistake(t.syn, "type", fmt.Sprintf("name one, with a %s in brackets", t.typ.Key.Name), "this is one value for each %s, not a value", t.typ.Key.Name)
	case types.Object:
		return lw.mistake(t.syn, "type", "name one of its fields", "this is %s, not a value", named(t.typ))
	}
	return t
}

// needed makes a whole expression, or an argument, be of the type that is needed.
func (lw *lower) needed(t *term, want *types.Type) *term {
	if t = lw.held(t); t.typ == nil {
		return t
	}
	at := &syn{off: t.syn.start}
	switch {
	case want == nil && isNone(t.typ):
		return lw.mistake(at, "type", "", "nothing here tells what is none")
	case want == nil && isEmpty(t.typ):
		return lw.mistake(at, "type", "", "nothing here tells what the empty list would hold")
	case nested(t.typ):
		return lw.mistake(at, "type", "use flatten()", "a list of lists cannot be kept")
	case want == nil:
		return t
	case isNone(t.typ):
		if !want.Optional {
			return lw.mistake(at, "type", "", "none is given, but %s is needed", named(want))
		}
		return constTerm(t.syn, want, 0)
	case !same(t.typ, want):
		return lw.mistake(at, "type", lw.convert(t.typ, want), "this is %s, but %s is needed", named(t.typ), named(want))
	case optional(t.typ) && !optional(want):
		return lw.mistake(at, "type", "the(…) takes what is there, and is an error if there is nothing", "this may be none, but %s is needed", named(want))
	}
	if want.Listy() {
		return lw.asSequence(t, want)
	}
	if isRef(want) && t.typ != want {
		out := *t
		out.typ = want
		return &out
	}
	return t
}

// optional tells whether a value, or an element of it, may be none.
func optional(t *types.Type) bool {
	return t.Optional || t.Listy() && t.Elem.Optional
}

// convert hints at how to make one type of another, if there is a way.
func (lw *lower) convert(got, want *types.Type) string {
	switch {
	case want.Kind == types.Union && !isNone(got):
		for _, alt := range want.Named.Alts {
			if alt.Type != nil && same(alt.Type, got) {
				return fmt.Sprintf("write %s.%s(…)", want.Named.Name, alt.Name)
			}
		}
	case got.Kind == types.Union:
		for _, alt := range got.Named.Alts {
			if alt.Type != nil && same(alt.Type, want) {
				return fmt.Sprintf("its .%s is one", alt.Name)
			}
		}
	case want.Listy() && same(want.Elem, got):
		return "put it in brackets: [ ]"
	case want.Kind == types.Int && got.Listy():
		return "size(…) is how many there are"
	}
	return ""
}

// asSequence makes a sequence be the kind that is needed: a set has no repeats
// and is in declared order.
func (lw *lower) asSequence(t *term, want *types.Type) *term {
	if isEmpty(t.typ) || t.typ.Kind == want.Kind || want.Kind != types.Set {
		out := *t
		out.typ = want
		return &out
	}
	out := lw.toSet(t)
	out.typ = want
	return out
}

// integer compiles a node that must be an int.
func (lw *lower) integer(s *syn, what string) *term {
	t := lw.value(s, nil)
	if t.typ != nil && !isInt(t.typ) {
		return lw.mistake(t.syn, "type", lw.convert(t.typ, types.IntType), "%s, not %s", what, named(t.typ))
	}
	return t
}

// truth compiles a node that must be a bool.
func (lw *lower) truth(s *syn, what string) *term {
	t := lw.value(s, nil)
	if t.typ != nil && !isBool(t.typ) {
		return lw.mistake(t.syn, "type", "", "%s, not %s", what, named(t.typ))
	}
	return t
}

// sequence compiles a node that must be a list of any kind.
func (lw *lower) sequence(s *syn, want *types.Type, function string) *term {
	t := lw.expr(s, want)
	if t.typ != nil && t.typ.Kind == types.Per {
		return lw.mistake(t.syn, "type", fmt.Sprintf("use %s.all", t.typ.Key.Name), "`%s` needs a list, and this is one value for each %s", function, t.typ.Key.Name)
	}
	if t = lw.held(t); t.typ == nil {
		return t
	}
	if !t.typ.Listy() {
		return lw.mistake(t.syn, "type", "", "`%s` needs a list, not %s", function, named(t.typ))
	}
	return t
}

// ok tells whether none of some terms is a mistake.
func ok(terms ...*term) bool {
	for _, t := range terms {
		if t == nil || t.typ == nil {
			return false
		}
	}
	return true
}

// over gives a term that is computed from others what it inherits from them.
func (t *term) over(kids ...*term) *term {
	t.kids = kids
	for _, k := range kids {
		t.nature = t.nature.and(k.nature)
	}
	return t
}

// note adds a thing to a list of things that are each named once.
func note[T comparable](list []T, x T) []T {
	for _, have := range list {
		if have == x {
			return list
		}
	}
	return append(list, x)
}
