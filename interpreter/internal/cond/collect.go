package cond

import (
	"math"

	"ruleck/interpreter/types"
)

// The quantifiers that make lists.

// filter compiles xs.filter(x, c). A filtered set is a set.
func (lw *lower) filter(s *syn, _ *types.Type) *term {
	q := lw.quantify(s)
	if q == nil {
		return &term{syn: s}
	}
	l, body := q.loop, q.bodies[0].cond
	t := q.result(s, kept(l.typ))
	t.list = func(c *Ctx) []int64 {
		xs, n := l.begin(c)
		out := c.alloc(len(xs))
		mark, k := c.used, 0
		for i := 0; i < n; i++ {
			l.set(c, xs, i)
			if body(c) {
				k += copy(out[k:], xs[i*l.width:(i+1)*l.width])
			}
			c.used = mark
		}
		l.end(c)
		return out[:k:k]
	}
	return t
}

// kept is the type of some elements of a list, in their order.
func kept(t *types.Type) *types.Type {
	if t.Kind == types.Pile {
		return &types.Type{Kind: types.List, Elem: t.Elem, Max: t.Max}
	}
	return t
}

// listOf is the type of as many elements of a type as a list has.
func listOf(elem, like *types.Type) *types.Type {
	return &types.Type{Kind: types.List, Elem: elem, Max: like.Max}
}

// mapped compiles xs.map(x, e) and xs.map(x, c, e).
func (lw *lower) mapped(s *syn, _ *types.Type) *term {
	q := lw.quantify(s)
	if q == nil {
		return &term{syn: s}
	}
	l, each := q.loop, q.bodies[len(q.bodies)-1]
	typ := each.typ
	switch {
	case isNone(typ):
		return lw.mistake(each.syn, "type", "", "a list cannot hold none")
	case isEmpty(typ):
		return lw.mistake(each.syn, "type", "", "nothing here tells what the empty list would hold")
	case nested(typ):
		return lw.mistake(each.syn, "type", "use flatten()", "lists are nested too deeply")
	}
	t := q.result(s, listOf(typ, &types.Type{Max: most(l.typ)}))
	test := func(*Ctx) bool { return true }
	if len(q.bodies) == 2 {
		test = q.bodies[0].cond
	}
	switch {
	case typ.Listy():
		t.list = mapLists(l, test, each.list)
	case typ.Kind == types.Record:
		t.list = mapRecords(l, test, each.list, typ.Width())
	default:
		t.list = mapWords(l, test, each.word())
	}
	return t
}

func mapWords(l *loop, test func(*Ctx) bool, e func(*Ctx) int64) func(*Ctx) []int64 {
	return func(c *Ctx) []int64 {
		xs, n := l.begin(c)
		out := c.alloc(n)
		mark, k := c.used, 0
		for i := 0; i < n; i++ {
			l.set(c, xs, i)
			if test(c) {
				out[k] = e(c)
				k++
			}
			c.used = mark
		}
		l.end(c)
		return out[:k:k]
	}
}

func mapRecords(l *loop, test func(*Ctx) bool, e func(*Ctx) []int64, width int) func(*Ctx) []int64 {
	return func(c *Ctx) []int64 {
		xs, n := l.begin(c)
		out := c.alloc(n * width)
		mark, k := c.used, 0
		for i := 0; i < n; i++ {
			l.set(c, xs, i)
			if test(c) {
				k += copy(out[k:], e(c))
			}
			c.used = mark
		}
		l.end(c)
		return out[:k:k]
	}
}

// mapLists makes a list of lists. The inner ones stay in scratch memory and in
// Lists until the whole evaluation ends.
func mapLists(l *loop, test func(*Ctx) bool, e func(*Ctx) []int64) func(*Ctx) []int64 {
	return func(c *Ctx) []int64 {
		xs, n := l.begin(c)
		out := c.alloc(n)
		k := 0
		for i := 0; i < n; i++ {
			l.set(c, xs, i)
			if test(c) {
				out[k] = int64(c.push(e(c)))
				k++
			}
		}
		return out[:k:k]
	}
}

// keyed compiles xs.best(x, e) and xs.sort_by(x, e).
func (lw *lower) keyed(s *syn, _ *types.Type) *term {
	q := lw.quantify(s)
	if q == nil {
		return &term{syn: s}
	}
	l, e := q.loop, q.bodies[0].num
	keys := func(c *Ctx) (xs, keys []int64) {
		xs, n := l.begin(c)
		keys = c.alloc(n)
		mark := c.used
		for i := 0; i < n; i++ {
			l.set(c, xs, i)
			keys[i] = e(c)
			c.used = mark
		}
		l.end(c)
		return xs, keys
	}
	if s.name == "best" {
		t := q.result(s, kept(l.typ))
		t.list = func(c *Ctx) []int64 {
			xs, keys := keys(c)
			return best(c, xs, keys, l.width)
		}
		return t
	}
	t := q.result(s, listOf(l.typ.Elem, &types.Type{Max: most(l.typ)}))
	t.list = func(c *Ctx) []int64 {
		xs, keys := keys(c)
		return sorted(c, xs, keys, l.width)
	}
	return t
}

// best gives the elements with the greatest key, in their order.
func best(c *Ctx, xs, keys []int64, width int) []int64 {
	top := int64(math.MinInt64)
	for _, k := range keys {
		top = max(top, k)
	}
	out := c.alloc(len(xs))
	n := 0
	for i, k := range keys {
		if k == top {
			n += copy(out[n:], xs[i*width:(i+1)*width])
		}
	}
	return out[:n:n]
}

// sorted gives the elements by ascending key; those with the same key keep their
// order. It merges runs of growing length in scratch memory.
func sorted(c *Ctx, xs, keys []int64, width int) []int64 {
	n := len(keys)
	from, to := c.alloc(n), c.alloc(n)
	for i := range from {
		from[i] = int64(i)
	}
	for run := 1; run < n; run *= 2 {
		for lo := 0; lo < n; lo += 2 * run {
			mid, hi := min(lo+run, n), min(lo+2*run, n)
			i, j := lo, mid
			for k := lo; k < hi; k++ {
				if j >= hi || i < mid && keys[from[i]] <= keys[from[j]] {
					to[k] = from[i]
					i++
				} else {
					to[k] = from[j]
					j++
				}
			}
		}
		from, to = to, from
	}
	out := c.alloc(len(xs))
	for k, i := range from {
		copy(out[k*width:], xs[int(i)*width:(int(i)+1)*width])
	}
	return out
}
