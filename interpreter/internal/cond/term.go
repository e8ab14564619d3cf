package cond

import (
	"math"
	"strings"

	"ruleck/interpreter/types"
)

// term is a compiled node: what it is, and the closure that computes it. A term
// whose typ is nil has been reported as a mistake; whatever contains it stays
// silent, so that one mistake is one issue.
//
// One of num, cond and list is set: num for a word, cond for a bool, list for
// elements or the fields of a record. A term that is only a way to something, an
// Object or a `per` field, has none of them but place or object.
type term struct {
	syn  *syn
	typ  *types.Type
	num  func(*Ctx) int64
	cond func(*Ctx) bool
	list func(*Ctx) []int64
	nature
	way nature // of the way to a field, without reading it

	konst  bool  // num or cond is the constant k
	k      int64 //
	lo, hi int64 // Int: bounds that are certain, so that most sums cannot overflow
	arg    int   // 1 + the place in Vars that num merely reads; 0 for others
	local  int   // 1 + the place after Base that num merely reads

	place  *place  // where in memory it lies, if it is a field
	object *object // Object

	role role
	kids []*term
	each *quantified // a quantifier
	call *called     // a call of a value
}

// nature is what has to be known of a term to evaluate it.
type nature struct {
	fails bool // an evaluation can end in a fault
	heavy bool // it uses scratch memory: lists that are made, calls of values
	loops bool // it counts steps
}

// and is the nature of what uses both.
func (n nature) and(m nature) nature {
	return nature{n.fails || m.fails, n.heavy || m.heavy, n.loops || m.loops}
}

// role is what a term is to an explanation.
type role uint8

const (
	leaf   role = iota // something that was looked at
	fixed              // a constant: of no interest
	mixed              // computed from its kids, all of them
	andAll             // kids up to the first false one
	orAny              // kids up to the first true one
	choice             // kids[0], then one of the others
)

// noneType is the type of `none`; emptyType that of [], until its surroundings
// say what it would hold.
var (
	noneType  = &types.Type{Kind: types.Name, Named: &types.Named{Name: "none"}, Optional: true}
	emptyType = &types.Type{Kind: types.List, Elem: &types.Type{Kind: types.Name, Named: &types.Named{Name: "nothing"}}}
)

func isNone(t *types.Type) bool  { return t == noneType }
func isEmpty(t *types.Type) bool { return t == emptyType }

func isInt(t *types.Type) bool  { return t != nil && t.Kind == types.Int }
func isBool(t *types.Type) bool { return t != nil && t.Kind == types.Bool }
func isRef(t *types.Type) bool  { return t.Kind == types.Name || t.Kind == types.Union }

// same tells whether two types are the same but for being optional, and for what
// kind of sequence they are.
func same(a, b *types.Type) bool {
	switch {
	case a.Listy() && b.Listy():
		return isEmpty(a) || isEmpty(b) || same(a.Elem, b.Elem)
	case a.Kind != b.Kind:
		return false
	case a.Kind == types.Per:
		return a.Key == b.Key && same(a.Elem, b.Elem)
	}
	return a.Named == b.Named
}

// nested tells whether a type is a list of lists. Such a list exists only inside
// an expression: its words are indices into Ctx.Lists.
func nested(t *types.Type) bool { return t.Listy() && t.Elem.Listy() }

// width is the number of words of one element of a list.
func width(t *types.Type) int {
	if t.Elem.Listy() {
		return 1
	}
	return t.Elem.Width()
}

// indirect tells whether a variable of the type holds an index into Ctx.Lists.
func indirect(t *types.Type) bool { return t.Listy() || t.Kind == types.Record }

// named is how a type is called in messages.
func named(t *types.Type) string {
	switch {
	case isNone(t):
		return "none"
	case isEmpty(t):
		return "an empty list"
	case t.Kind == types.Object:
		return "all of " + t.Named.Name
	case strings.ContainsRune("aeiouAEIOU", rune(t.String()[0])):
		return "an " + t.String()
	}
	return "a " + t.String()
}

// constTerm makes a term of a constant word.
func constTerm(s *syn, t *types.Type, k int64) *term {
	c := &term{syn: s, typ: t, konst: true, k: k, role: fixed, lo: k, hi: k}
	if t.Kind == types.Bool {
		c.cond = func(*Ctx) bool { return k != 0 }
	} else {
		c.num = func(*Ctx) int64 { return k }
	}
	return c
}

// word gives a term's scalar as a word, bools too.
func (t *term) word() func(*Ctx) int64 {
	if t.cond == nil {
		return t.num
	}
	cond := t.cond
	return func(c *Ctx) int64 {
		if cond(c) {
			return 1
		}
		return 0
	}
}

// scalarTerm makes a term of a type from the closure of its word.
func scalarTerm(s *syn, t *types.Type, word func(*Ctx) int64) *term {
	out := &term{syn: s, typ: t}
	if t.Kind == types.Bool {
		out.cond = func(c *Ctx) bool { return word(c) != 0 }
		return out
	}
	out.num = word
	out.lo, out.hi = math.MinInt64, math.MaxInt64
	return out
}

// entry gives the closures that begin an evaluation: they make scratch memory
// ready if the term needs it, and give it back afterwards.
func (t *term) entry() (scalar func(*Ctx) int64, words func(*Ctx) []int64) {
	if t.list != nil {
		return nil, beginList(t.list)
	}
	switch word := t.word(); {
	case t.heavy:
		return beginWord(word), nil
	case t.loops: // nothing to put back afterwards
		return func(c *Ctx) int64 {
			if c.depth == 0 {
				c.steps = 0
			}
			return word(c)
		}, nil
	default:
		return word, nil
	}
}

func beginWord(word func(*Ctx) int64) func(*Ctx) int64 {
	outermost := func(c *Ctx) int64 {
		c.begin()
		defer c.finish()
		return word(c)
	}
	return func(c *Ctx) int64 {
		if c.depth == 0 {
			return outermost(c)
		}
		used, n := c.used, len(c.Lists)
		w := word(c)
		c.used, c.Lists = used, c.Lists[:n]
		return w
	}
}

// beginList is beginWord for lists: they stay in scratch memory, so of an
// evaluation inside another one nothing is given back.
func beginList(list func(*Ctx) []int64) func(*Ctx) []int64 {
	outermost := func(c *Ctx) []int64 {
		c.begin()
		defer c.finish()
		return list(c)
	}
	return func(c *Ctx) []int64 {
		if c.depth == 0 {
			return outermost(c)
		}
		n := len(c.Lists)
		words := list(c)
		c.Lists = c.Lists[:n]
		return words
	}
}
