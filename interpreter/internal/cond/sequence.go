package cond

import (
	"slices"

	"ruleck/interpreter/types"
)

// The functions that make lists of lists.

// two compiles the list before the dot and the list that is the argument.
func (lw *lower) two(s *syn) (a, b *term) {
	a = lw.sequence(s.args[0], nil, s.name)
	b = lw.sequence(s.args[1], a.typ, s.name)
	if !ok(a, b) {
		return a, b
	}
	if isEmpty(a.typ) {
		return lw.mistake(a.syn, "type", "", "nothing here tells what the empty list would hold"), b
	}
	if !same(a.typ, b.typ) {
		hint := lw.convert(b.typ, a.typ)
		return lw.mistake(s, "type", hint, "`%s` needs two lists of the same, not %s and %s", s.name, named(a.typ), named(b.typ)), b
	}
	return a, b
}

// plus compiles a.plus(b). To a set it adds what is not there yet.
func (lw *lower) plus(s *syn, _ *types.Type) *term {
	a, b := lw.two(s)
	if !ok(a, b) {
		return &term{syn: s}
	}
	lw.spend(s, Plus(length(a.typ), length(b.typ)))
	typ := lw.common(a.typ, b.typ)
	if a.typ.Kind == types.Set {
		typ = &types.Type{Kind: types.Set, Elem: typ.Elem}
	}
	t := (&term{syn: s, typ: &types.Type{Kind: types.List, Elem: typ.Elem}}).over(a, b)
	t.heavy = true
	x, y, at := a.list, b.list, lw.site(s)
	t.list = func(c *Ctx) []int64 {
		left := x(c)
		right := y(c)
		n := len(left) + len(right)
		c.count(at, n)
		out := c.alloc(n)
		copy(out[copy(out, left):], right)
		return out
	}
	if typ.Kind == types.Set {
		return lw.toSet(t)
	}
	return t
}

// minus compiles a.minus(b): what is in a but not in b.
func (lw *lower) minus(s *syn, _ *types.Type) *term {
	a, b := lw.two(s)
	if !ok(a, b) {
		return &term{syn: s}
	}
	if nested(a.typ) {
		return lw.mistake(s, "type", "use flatten()", "`minus` does not look into lists of lists")
	}
	lw.spend(s, Plus(length(a.typ), length(b.typ)))
	t := (&term{syn: s, typ: kept(a.typ)}).over(a, b)
	t.heavy = true
	x, y, n, at := a.list, b.list, width(a.typ), lw.site(s)
	t.list = func(c *Ctx) []int64 {
		left := x(c)
		right := y(c)
		c.count(at, len(left)*len(right)+1)
		out := c.alloc(len(left))
		k := 0
		for i := 0; i < len(left); i += n {
			if indexOf(right, left[i:i+n]) < 0 {
				k += copy(out[k:], left[i:i+n])
			}
		}
		return out[:k:k]
	}
	return t
}

// alone compiles the list before the dot of a function without arguments.
func (lw *lower) alone(s *syn) *term {
	xs := lw.sequence(s.args[0], nil, s.name)
	if ok(xs) && isEmpty(xs.typ) {
		return lw.mistake(s, "type", "", "nothing here tells what the empty list would hold")
	}
	return xs
}

// remade gives a term for a list made of another.
func remade(s *syn, typ *types.Type, from ...*term) *term {
	t := (&term{syn: s, typ: typ}).over(from...)
	t.heavy = true
	return t
}

// distinct compiles xs.distinct(): the first of each.
func (lw *lower) distinct(s *syn, _ *types.Type) *term {
	xs := lw.alone(s)
	if !ok(xs) {
		return &term{syn: s}
	}
	if nested(xs.typ) {
		return lw.mistake(s, "type", "use flatten()", "`distinct` does not look into lists of lists")
	}
	lw.spend(s, length(xs.typ))
	t := remade(s, kept(xs.typ), xs)
	list, n, at := xs.list, width(xs.typ), lw.site(s)
	t.list = func(c *Ctx) []int64 {
		words := list(c)
		c.count(at, len(words)*len(words)/2+1)
		out := c.alloc(len(words))
		k := 0
		for i := 0; i < len(words); i += n {
			if indexOf(out[:k], words[i:i+n]) < 0 {
				k += copy(out[k:], words[i:i+n])
			}
		}
		return out[:k:k]
	}
	return t
}

// flatten compiles xs.flatten(): the elements of the lists in a list.
func (lw *lower) flatten(s *syn, _ *types.Type) *term {
	xs := lw.alone(s)
	if !ok(xs) {
		return &term{syn: s}
	}
	if !nested(xs.typ) {
		return lw.mistake(s, "type", "", "`flatten` needs a list of lists, not %s", named(xs.typ))
	}
	lw.spend(s, Times(length(xs.typ), length(xs.typ.Elem)))
	t := remade(s, &types.Type{Kind: types.List, Elem: xs.typ.Elem.Elem}, xs)
	list, at := xs.list, lw.site(s)
	t.list = func(c *Ctx) []int64 {
		inner := list(c)
		n := 0
		for _, i := range inner {
			n += len(c.Lists[i])
		}
		c.count(at, n)
		out := c.alloc(n)
		k := 0
		for _, i := range inner {
			k += copy(out[k:], c.Lists[i])
		}
		return out
	}
	return t
}

// reverse compiles xs.reverse().
func (lw *lower) reverse(s *syn, _ *types.Type) *term {
	xs := lw.alone(s)
	if !ok(xs) {
		return &term{syn: s}
	}
	lw.spend(s, length(xs.typ))
	t := remade(s, listOf(xs.typ.Elem, &types.Type{Max: most(xs.typ)}), xs)
	list, n, at := xs.list, width(xs.typ), lw.site(s)
	t.list = func(c *Ctx) []int64 {
		words := list(c)
		c.count(at, len(words))
		out := c.alloc(len(words))
		for i := 0; i < len(words); i += n {
			copy(out[len(words)-i-n:], words[i:i+n])
		}
		return out
	}
	return t
}

// first compiles xs.first(n): the first n, or all if there are fewer.
func (lw *lower) first(s *syn, _ *types.Type) *term {
	xs := lw.alone(s)
	k := lw.integer(s.args[1], "`first` needs a number")
	if !ok(xs, k) {
		return &term{syn: s}
	}
	t := remade(s, listOf(xs.typ.Elem, &types.Type{Max: most(xs.typ)}), xs, k)
	list, many, n := xs.list, k.num, width(xs.typ)
	t.list = func(c *Ctx) []int64 {
		words := list(c)
		k := max(0, min(many(c), int64(len(words)/n)))
		return words[: int(k)*n : int(k)*n]
	}
	return t
}

// rotated compiles xs.from(x), and positioned xs.index_of(x).
func (lw *lower) rotated(s *syn, _ *types.Type) *term {
	xs, x := lw.alone(s), lw.value(s.args[1], nil)
	if !ok(xs, x) || !lw.elementOf(s, x, xs, s.name) {
		return &term{syn: s}
	}
	lw.spend(s, length(xs.typ))
	t := remade(s, listOf(xs.typ.Elem, &types.Type{Max: most(xs.typ)}), xs, x)
	t.fails = true
	list, find, n, at := xs.list, finder(xs, x), width(xs.typ), lw.site(s)
	what := lw.src(x.syn)
	t.list = func(c *Ctx) []int64 {
		words := list(c)
		i := find(c, words)
		if i < 0 {
			c.fail(at, "", "`%s` is not in the list that should begin with it", what)
		}
		c.count(at, len(words))
		out := c.alloc(len(words))
		copy(out[copy(out, words[i*n:]):], words[:i*n])
		return out
	}
	return t
}

func (lw *lower) positioned(s *syn, _ *types.Type) *term {
	xs, x := lw.alone(s), lw.value(s.args[1], nil)
	if !ok(xs, x) || !lw.elementOf(s, x, xs, s.name) {
		return &term{syn: s}
	}
	t := remade(s, types.IntType, xs, x)
	t.lo, t.hi = -1, most(xs.typ)
	list, find := xs.list, finder(xs, x)
	t.num = func(c *Ctx) int64 {
		words := list(c)
		return int64(find(c, words))
	}
	return t
}

// finder gives the position of x among the elements of a list, -1 without.
func finder(xs, x *term) func(*Ctx, []int64) int {
	if x.list != nil {
		record := x.list
		return func(c *Ctx, words []int64) int { return indexOf(words, record(c)) }
	}
	word := x.word()
	return func(c *Ctx, words []int64) int { return slices.Index(words, word(c)) }
}
