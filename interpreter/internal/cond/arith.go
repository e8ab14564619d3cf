package cond

import (
	"math"
	"math/bits"

	"ruleck/interpreter/types"
)

// Numbers are int64, and never wrap: a result that does not fit is a fault. The
// compiler keeps bounds of every number that it is sure of, so that sums of
// bounded fields, which is most of them, need no test and cannot fail.

// bounds gives the certain bounds of a field. Those of members and of the game
// are kept by whoever writes them; parameters and values may go beyond theirs.
func bounds(f *types.Field, t *types.Type) (lo, hi int64) {
	if t.Kind == types.Int && t.Bounded && f.Owner != nil && f.Owner.Form != types.Occurrence {
		return t.Min, t.Max
	}
	return math.MinInt64, math.MaxInt64
}

func add(a, b int64) (int64, bool) {
	r := a + b
	return r, (r > a) == (b > 0)
}

func sub(a, b int64) (int64, bool) {
	r := a - b
	return r, (r < a) == (b > 0)
}

func mul(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if (a < 0) != (b < 0) {
		return a * b, hi == 0 && lo <= 1<<63
	}
	return a * b, hi == 0 && lo < 1<<63
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// operation is how + - and * compute and how their bounds do.
type operation func(a, b int64) (int64, bool)

var operations = map[string]operation{"+": add, "-": sub, "*": mul}

// spread gives the bounds of a result; ok if it always fits.
func (op operation) spread(a, b *term) (lo, hi int64, ok bool) {
	lo, hi, ok = math.MaxInt64, math.MinInt64, true
	for _, x := range []int64{a.lo, a.hi} {
		for _, y := range []int64{b.lo, b.hi} {
			r, fits := op(x, y)
			lo, hi, ok = min(lo, r), max(hi, r), ok && fits
		}
	}
	if !ok {
		lo, hi = math.MinInt64, math.MaxInt64
	}
	return lo, hi, ok
}

// arith compiles + - * / and %.
func (lw *lower) arith(s *syn) *term {
	a, b := lw.addend(s, 0), lw.addend(s, 1)
	if !ok(a, b) {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: types.IntType, role: mixed}).over(a, b)
	if s.name == "/" || s.name == "%" {
		lw.divide(s, t, a, b)
		return t
	}
	op := operations[s.name]
	var fits bool
	t.lo, t.hi, fits = op.spread(a, b)
	x, y := a.num, b.num
	if !fits {
		t.fails = true
		t.num = checked(op, x, y, s.name, lw.site(s))
		return t
	}
	switch s.name {
	case "+":
		t.num = func(c *Ctx) int64 { return x(c) + y(c) }
	case "-":
		t.num = func(c *Ctx) int64 { return x(c) - y(c) }
	default:
		t.num = func(c *Ctx) int64 { return x(c) * y(c) }
	}
	return t
}

// checked computes where the result might not fit.
func checked(op operation, x, y func(*Ctx) int64, sign string, at *site) func(*Ctx) int64 {
	return func(c *Ctx) int64 {
		a, b := x(c), y(c)
		r, fits := op(a, b)
		if !fits {
			c.fail(at, "", "%d %s %d is too large for a whole number", a, sign, b)
		}
		return r
	}
}

// addend compiles an operand of arithmetic.
func (lw *lower) addend(s *syn, i int) *term {
	t := lw.value(s.args[i], nil)
	if t.typ == nil || isInt(t.typ) {
		return t
	}
	hint := lw.convert(t.typ, types.IntType)
	if t.typ.Listy() {
		switch s.name {
		case "+":
			hint = "lists are joined with a.plus(b)"
		case "-":
			hint = "a.minus(b) leaves out what is in b"
		}
	}
	return lw.mistake(s, "type", hint, "`%s` needs ints, not %s", s.name, named(t.typ))
}

// divide compiles / and %, which round towards zero.
func (lw *lower) divide(s *syn, t, a, b *term) {
	x, y, at := a.num, b.num, lw.site(s)
	t.lo, t.hi = math.MinInt64, math.MaxInt64
	if b.konst && b.k > 0 {
		k := b.k
		if s.name == "/" {
			t.lo, t.hi = min(a.lo/k, 0), max(a.hi/k, 0)
			t.num = func(c *Ctx) int64 { return x(c) / k }
			return
		}
		t.lo, t.hi = max(-(k-1), min(a.lo, 0)), min(k-1, max(a.hi, 0))
		t.num = func(c *Ctx) int64 { return x(c) % k }
		return
	}
	t.fails = true
	remainder := s.name == "%"
	t.num = func(c *Ctx) int64 {
		n, d := x(c), y(c)
		switch {
		case d == 0:
			c.fail(at, "", "%d is divided by zero", n)
		case d == -1 && n == math.MinInt64:
			c.fail(at, "", "%d %s %d is too large for a whole number", n, s.name, d)
		case remainder:
			return n % d
		}
		return n / d
	}
}

// negate compiles unary minus.
func (lw *lower) negate(s *syn) *term {
	a := lw.integer(s.args[0], "`-` needs an int")
	if !ok(a) {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: types.IntType, role: mixed}).over(a)
	x, at := a.num, lw.site(s)
	if a.lo != math.MinInt64 {
		t.lo, t.hi = -a.hi, -a.lo
		t.num = func(c *Ctx) int64 { return -x(c) }
		return t
	}
	t.lo, t.hi, t.fails = math.MinInt64, math.MaxInt64, true
	t.num = func(c *Ctx) int64 {
		n := x(c)
		if n == math.MinInt64 {
			c.fail(at, "", "-(%d) is too large for a whole number", n)
		}
		return -n
	}
	return t
}

// ceilDiv compiles ceil_div(a, b): a / b rounded up.
func (lw *lower) ceilDiv(s *syn, _ *types.Type) *term {
	a, b := lw.integer(s.args[0], "ceil_div needs ints"), lw.integer(s.args[1], "ceil_div needs ints")
	if !ok(a, b) {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: types.IntType}).over(a, b)
	t.lo, t.hi = math.MinInt64, math.MaxInt64
	t.fails = t.fails || !(b.konst && b.k > 0)
	x, y, at := a.num, b.num, lw.site(s)
	t.num = func(c *Ctx) int64 {
		n, d := x(c), y(c)
		if d == 0 {
			c.fail(at, "", "%d is divided by zero", n)
		}
		if d == -1 && n == math.MinInt64 {
			c.fail(at, "", "%d / %d is too large for a whole number", n, d)
		}
		q := n / d
		if n%d != 0 && (n < 0) == (d < 0) {
			q++
		}
		return q
	}
	return t
}

// extreme compiles min(a, b) and max(a, b).
func (lw *lower) extreme(s *syn, _ *types.Type) *term {
	what := "`" + s.name + "` needs ints"
	a, b := lw.integer(s.args[0], what), lw.integer(s.args[1], what)
	if !ok(a, b) {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: types.IntType}).over(a, b)
	x, y := a.num, b.num
	if s.name == "min" {
		t.lo, t.hi = min(a.lo, b.lo), min(a.hi, b.hi)
		t.num = func(c *Ctx) int64 { return min(x(c), y(c)) }
		return t
	}
	t.lo, t.hi = max(a.lo, b.lo), max(a.hi, b.hi)
	t.num = func(c *Ctx) int64 { return max(x(c), y(c)) }
	return t
}
