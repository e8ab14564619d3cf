package cond

import (
	"fmt"
	"math"

	"ruleck/interpreter/types"
)

// loop runs a body for each element of a list. The element is a word in Vars at
// slot; a record is put into Lists, and its index there.
type loop struct {
	list   func(*Ctx) []int64
	slot   int
	width  int
	record bool
	typ    *types.Type // of the list
	at     *site
}

// begin evaluates the list and gives its words and the number of its elements.
func (l *loop) begin(c *Ctx) ([]int64, int) {
	xs := l.list(c)
	c.reach(l.slot + 1)
	n := len(xs)
	if l.record {
		n /= l.width
		c.Vars[c.FP+l.slot] = int64(c.push(nil))
	}
	c.count(l.at, n)
	return xs, n
}

// set binds the variable to element i.
func (l *loop) set(c *Ctx, xs []int64, i int) {
	if !l.record {
		c.Vars[c.FP+l.slot] = xs[i]
		return
	}
	c.Lists[c.Vars[c.FP+l.slot]] = xs[i*l.width : (i+1)*l.width]
}

// end gives back what begin pushed.
func (l *loop) end(c *Ctx) {
	if l.record {
		c.Lists = c.Lists[:c.Vars[c.FP+l.slot]]
	}
}

// quantified is a quantifier whose parts are compiled.
type quantified struct {
	*loop
	over   *term
	bodies []*term
	fails  bool // a body can fail: every element must be visited
}

// quantify compiles the parts of xs.f(x, body…); nil if there is a mistake.
func (lw *lower) quantify(s *syn) *quantified {
	if len(lw.bound) >= maxLoops {
		lw.mistake(s, "dialect", "give the inner ones a name, as a value", "quantifiers are nested more than %d deep", maxLoops)
		return nil
	}
	xs := lw.sequence(s.args[0], nil, s.name)
	if ok(xs) && isEmpty(xs.typ) {
		lw.mistake(s.args[0], "type", "", "nothing here tells what the empty list would hold")
		return nil
	}
	x := s.args[1]
	if x.kind != synName {
		lw.mistake(x, "syntax", "write "+lw.ck.library[s.name].Signature, "`%s` begins with the name of its element", s.name)
		return nil
	}
	lw.newName(x)
	if !ok(xs) {
		lw.silently(s.args[2:], x.name)
		return nil
	}
	q := &quantified{over: xs}
	q.loop = &loop{list: xs.list, slot: lw.top, width: width(xs.typ), record: xs.typ.Elem.Kind == types.Record, typ: xs.typ, at: lw.site(s)}
	lw.spend(s, length(xs.typ))
	often := lw.often
	lw.often = Times(often, length(xs.typ))
	lw.bound = append(lw.bound, bound{name: x.name, typ: xs.typ.Elem, slot: lw.top})
	lw.top++
	good := true
	for i, body := range s.args[2:] {
		t := lw.body(s, body, i)
		q.bodies = append(q.bodies, t)
		good = good && ok(t)
		q.fails = q.fails || t.fails
	}
	lw.top--
	lw.often = often
	lw.bound = lw.bound[:len(lw.bound)-1]
	if !good {
		return nil
	}
	return q
}

// plain tells whether the elements are words and the bodies need no scratch
// memory, which is usual: then the loop is a simple one.
func (q *quantified) plain() bool {
	for _, b := range q.bodies {
		if b.heavy {
			return false
		}
	}
	return !q.record
}

// body compiles what is computed for each element.
func (lw *lower) body(s, body *syn, i int) *term {
	switch {
	case s.name == "sum", s.name == "best", s.name == "sort_by":
		return lw.integer(body, fmt.Sprintf("`%s` needs an int for each element", s.name))
	case s.name == "map" && i == len(s.args)-3:
		return lw.value(body, nil)
	}
	return lw.truth(body, fmt.Sprintf("`%s` needs a bool for each element", s.name))
}

// silently looks for unknown names in the bodies of a quantifier over a mistake:
// nothing is known of its element, so only what does not touch it is checked.
func (lw *lower) silently(bodies []*syn, element string) {
	for _, b := range bodies {
		if !mentions(b, element) {
			lw.expr(b, nil)
			continue
		}
		if b.kind == synCall || b.kind == synList {
			lw.silently(b.args, element)
		}
	}
}

func mentions(s *syn, name string) bool {
	if s.kind == synName && s.name == name {
		return true
	}
	for _, a := range s.args {
		if mentions(a, name) {
			return true
		}
	}
	return false
}

// newName reports a variable whose name already means something.
func (lw *lower) newName(x *syn) {
	for _, name := range lw.known() {
		if name == x.name { // the first part of a dotted name may be reused: the element is nearer
			lw.bad(x.off, "name", fmt.Sprintf("`%s` already means something here", x.name), "choose another name for the element")
			return
		}
	}
}

// result gives a term for a quantifier.
func (q *quantified) result(s *syn, typ *types.Type) *term {
	t := (&term{syn: s, typ: typ}).over(append([]*term{q.over}, q.bodies...)...)
	t.kids, t.each = nil, q
	t.loops = true
	t.heavy = typ.Listy() || q.over.heavy || !q.plain()
	t.lo, t.hi = math.MinInt64, math.MaxInt64
	return t
}

// allOf compiles xs.all(x, c) and xs.exists(x, c).
func (lw *lower) allOf(s *syn, _ *types.Type) *term {
	q := lw.quantify(s)
	if q == nil {
		return &term{syn: s}
	}
	t := q.result(s, types.BoolType)
	l, body, decisive, fails := q.loop, q.bodies[0].cond, s.name == "exists", q.fails
	if q.plain() {
		t.cond = func(c *Ctx) bool {
			xs, _ := l.begin(c)
			at, found := c.FP+l.slot, false
			for _, x := range xs {
				c.Vars[at] = x
				if body(c) == decisive {
					found = true
					if !fails {
						break
					}
				}
			}
			return found == decisive
		}
		return t
	}
	t.cond = func(c *Ctx) bool {
		xs, n := l.begin(c)
		mark, found := c.used, false
		for i := 0; i < n; i++ {
			l.set(c, xs, i)
			if body(c) == decisive {
				found = true
				if !fails {
					break
				}
			}
			c.used = mark
		}
		l.end(c)
		return found == decisive
	}
	return t
}

// tally compiles xs.count(x, c) and xs.exists_one(x, c).
func (lw *lower) tally(s *syn, _ *types.Type) *term {
	q := lw.quantify(s)
	if q == nil {
		return &term{syn: s}
	}
	l, body := q.loop, q.bodies[0].cond
	number := func(c *Ctx) int64 {
		xs, n := l.begin(c)
		mark, k := c.used, int64(0)
		for i := 0; i < n; i++ {
			l.set(c, xs, i)
			if body(c) {
				k++
			}
			c.used = mark
		}
		l.end(c)
		return k
	}
	if s.name == "exists_one" {
		t := q.result(s, types.BoolType)
		t.cond = func(c *Ctx) bool { return number(c) == 1 }
		return t
	}
	t := q.result(s, types.IntType)
	t.num, t.lo, t.hi = number, 0, most(l.typ)
	return t
}

// most is a bound of the number of elements of a list.
func most(t *types.Type) int64 {
	switch {
	case t.Kind == types.Set && t.Elem.Named != nil:
		return int64(len(t.Elem.Named.Members))
	case t.Max > 0:
		return t.Max
	}
	return MaxSteps
}

// sum compiles xs.sum(x, e).
func (lw *lower) sum(s *syn, _ *types.Type) *term {
	q := lw.quantify(s)
	if q == nil {
		return &term{syn: s}
	}
	t := q.result(s, types.IntType)
	l, body := q.loop, q.bodies[0]
	e, at := body.num, l.at
	low, fits := mul(most(l.typ), min(body.lo, 0))
	high, fits2 := mul(most(l.typ), max(body.hi, 0))
	if fits && fits2 {
		t.lo, t.hi = low, high
		if q.plain() {
			t.num = func(c *Ctx) int64 {
				xs, _ := l.begin(c)
				at, total := c.FP+l.slot, int64(0)
				for _, x := range xs {
					c.Vars[at] = x
					total += e(c)
				}
				return total
			}
			return t
		}
	} else {
		t.fails = true
	}
	t.num = func(c *Ctx) int64 {
		xs, n := l.begin(c)
		mark, total := c.used, int64(0)
		for i := 0; i < n; i++ {
			l.set(c, xs, i)
			r, fits := add(total, e(c))
			if !fits {
				c.fail(at, "", "the sum is too large for a whole number")
			}
			total = r
			c.used = mark
		}
		l.end(c)
		return total
	}
	return t
}
