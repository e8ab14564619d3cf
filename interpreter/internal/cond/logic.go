package cond

import (
	"fmt"
	"math"
	"slices"

	"ruleck/interpreter/types"
)

// logical compiles && and ||: left first, and the right one only if the left one
// has not decided. An error on the left is an error, whatever the right is.
func (lw *lower) logical(s *syn) *term {
	what := fmt.Sprintf("`%s` needs bools", s.name)
	a := lw.truth(s.args[0], what)
	var b *term
	lw.knowing(certain(s.args[0], s.name == "&&"), func() { b = lw.truth(s.args[1], what) })
	if !ok(a, b) {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: types.BoolType, role: andAll}).over(a, b)
	x, y := a.cond, b.cond
	if s.name == "&&" {
		t.cond = func(c *Ctx) bool { return x(c) && y(c) }
		return t
	}
	t.role = orAny
	t.cond = func(c *Ctx) bool { return x(c) || y(c) }
	return t
}

func (lw *lower) not(s *syn) *term {
	a := lw.truth(s.args[0], "`!` needs a bool")
	if !ok(a) {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: types.BoolType, role: mixed}).over(a)
	x := a.cond
	t.cond = func(c *Ctx) bool { return !x(c) }
	return t
}

// order compiles < <= > and >=.
func (lw *lower) order(s *syn) *term {
	a, b := lw.addend(s, 0), lw.addend(s, 1)
	if !ok(a, b) {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: types.BoolType, role: mixed}).over(a, b)
	sign := s.name
	if a.konst { // turned round, so that the constant is on the right
		a, b, sign = b, a, map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[sign]
	}
	if b.konst {
		t.cond = orderConst(sign, a.num, b.k)
		return t
	}
	x, y := a.num, b.num
	switch sign {
	case "<":
		t.cond = func(c *Ctx) bool { return x(c) < y(c) }
	case "<=":
		t.cond = func(c *Ctx) bool { return x(c) <= y(c) }
	case ">":
		t.cond = func(c *Ctx) bool { return x(c) > y(c) }
	default:
		t.cond = func(c *Ctx) bool { return x(c) >= y(c) }
	}
	return t
}

func orderConst(sign string, x func(*Ctx) int64, k int64) func(*Ctx) bool {
	switch sign {
	case "<":
		return func(c *Ctx) bool { return x(c) < k }
	case "<=":
		return func(c *Ctx) bool { return x(c) <= k }
	case ">":
		return func(c *Ctx) bool { return x(c) > k }
	}
	return func(c *Ctx) bool { return x(c) >= k }
}

// equality compiles == and !=.
func (lw *lower) equality(s *syn) *term {
	a := lw.value(s.args[0], nil)
	b := lw.value(s.args[1], a.typ)
	if !ok(a, b) || !lw.comparable(s, a, b) {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: types.BoolType, role: mixed}).over(a, b)
	eq := s.name == "=="
	switch {
	case a.list != nil:
		t.cond = lw.sameLists(t, a, b)
		if same := t.cond; !eq {
			t.cond = func(c *Ctx) bool { return !same(c) }
		}
	case isBool(a.typ):
		x, y := a.cond, b.cond
		t.cond = func(c *Ctx) bool { return (x(c) == y(c)) == eq }
	default:
		if a.konst {
			a, b = b, a
		}
		t.cond = equalWords(a, b, eq)
	}
	return t
}

// comparable reports comparisons that cannot come out both ways.
func (lw *lower) comparable(s *syn, a, b *term) bool {
	none := a
	other := b
	if !isNone(a.typ) {
		none, other = b, a
	}
	if isNone(none.typ) {
		if !optional(other.typ) || isNone(other.typ) || other.typ.Listy() {
			lw.mistake(s, "type", "", "`%s` is never none", lw.src(other.syn))
			return false
		}
		return true
	}
	if isEmpty(a.typ) && isEmpty(b.typ) {
		lw.mistake(s, "type", "", "nothing here tells what the empty list would hold")
		return false
	}
	if nested(a.typ) || nested(b.typ) {
		lw.mistake(s, "type", "flatten() them first", "lists of lists are not compared")
		return false
	}
	if !same(a.typ, b.typ) {
		hint := lw.convert(b.typ, a.typ)
		if hint == "" {
			hint = lw.convert(a.typ, b.typ)
		}
		lw.mistake(s, "type", hint, "`%s` compares %s with %s", s.name, named(a.typ), named(b.typ))
		return false
	}
	return true
}

// equalWords compares two scalars. A constant is on the right.
func equalWords(a, b *term, eq bool) func(*Ctx) bool {
	x, y := a.num, b.num
	switch {
	case b.konst && eq:
		k := b.k
		return func(c *Ctx) bool { return x(c) == k }
	case b.konst:
		k := b.k
		return func(c *Ctx) bool { return x(c) != k }
	case b.arg != 0 && eq:
		arg := b.arg - 1
		return func(c *Ctx) bool { return x(c) == c.Vars[c.FP+arg] }
	case b.arg != 0:
		arg := b.arg - 1
		return func(c *Ctx) bool { return x(c) != c.Vars[c.FP+arg] }
	case b.local != 0 && eq:
		at := b.local - 1
		return func(c *Ctx) bool { return x(c) == c.Mem[c.Base+at] }
	case b.local != 0:
		at := b.local - 1
		return func(c *Ctx) bool { return x(c) != c.Mem[c.Base+at] }
	case eq:
		return func(c *Ctx) bool { return x(c) == y(c) }
	}
	return func(c *Ctx) bool { return x(c) != y(c) }
}

// sameLists compares lists in order, records by their fields, and sets as sets:
// if one side is a set, order and repeats on the other do not matter.
func (lw *lower) sameLists(t, a, b *term) func(*Ctx) bool {
	if a.typ.Listy() && (a.typ.Kind == types.Set) != (b.typ.Kind == types.Set) {
		if a.typ.Kind != types.Set {
			a = lw.toSet(a)
		} else {
			b = lw.toSet(b)
		}
	}
	t.heavy = true
	x, y := a.list, b.list
	return func(c *Ctx) bool {
		left := x(c)
		return slices.Equal(left, y(c))
	}
}

// conditional compiles c ? a : b.
func (lw *lower) conditional(s *syn, want *types.Type) *term {
	test := lw.truth(s.args[0], "what stands before `?` must be a bool")
	var a, b *term
	lw.knowing(certain(s.args[0], true), func() { a = lw.value(s.args[1], want) })
	lw.knowing(certain(s.args[0], false), func() { b = lw.value(s.args[2], pick(a.typ, want)) })
	if !ok(test, a, b) {
		return &term{syn: s}
	}
	typ := lw.common(a.typ, b.typ)
	if typ == nil {
		return lw.mistake(s, "type", lw.convert(b.typ, a.typ), "the two results differ: %s and %s", named(a.typ), named(b.typ))
	}
	t := (&term{syn: s, typ: typ, role: choice}).over(test, a, b)
	cond := test.cond
	switch {
	case a.list != nil:
		if typ.Kind == types.Set {
			a, b = lw.asSequence(a, typ), lw.asSequence(b, typ)
		}
		x, y := a.list, b.list
		t.heavy = t.heavy || a.heavy || b.heavy
		t.list = func(c *Ctx) []int64 {
			if cond(c) {
				return x(c)
			}
			return y(c)
		}
	case isBool(typ):
		x, y := a.cond, b.cond
		t.cond = func(c *Ctx) bool {
			if cond(c) {
				return x(c)
			}
			return y(c)
		}
	default:
		x, y := a.num, b.num
		t.lo, t.hi = min(a.lo, b.lo), max(a.hi, b.hi)
		t.num = func(c *Ctx) int64 {
			if cond(c) {
				return x(c)
			}
			return y(c)
		}
	}
	return t
}

// pick is the first type, unless it says nothing.
func pick(t, other *types.Type) *types.Type {
	if t == nil || isNone(t) || isEmpty(t) {
		return other
	}
	return t
}

// common is the type that holds values of both types; nil if there is none. Of a
// set and a list it is a list.
func (lw *lower) common(a, b *types.Type) *types.Type {
	switch {
	case isNone(a) && isNone(b):
		return a
	case isNone(a):
		if !isRef(b) {
			return nil
		}
		return lw.ck.optional(b)
	case isNone(b):
		return lw.common(b, a)
	case isEmpty(a):
		if !b.Listy() {
			return nil
		}
		return b
	case isEmpty(b):
		return lw.common(b, a)
	case !same(a, b):
		return nil
	case a.Listy():
		return lw.commonList(a, b)
	case a.Kind == types.Int:
		return types.IntType
	case b.Optional:
		return b
	}
	return a
}

func (lw *lower) commonList(a, b *types.Type) *types.Type {
	elem := lw.common(a.Elem, b.Elem)
	if a.Kind == b.Kind && a.Kind == types.Set {
		return a
	}
	return &types.Type{Kind: types.List, Elem: elem, Max: math.MaxInt32}
}
