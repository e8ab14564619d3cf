package interpreter

import (
	"slices"

	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// Near is a legal answer that is one change away from a refused one.
type Near struct {
	Field string       `json:"field,omitempty"` // what is changed; "" for passing, or saying no
	Drop  *value.Shown `json:"drop,omitempty"`  // what was chosen and goes: a value, or one element of several
	Take  *value.Shown `json:"take,omitempty"`  // what comes
	Value value.Shown  `json:"value"`           // the whole answer
}

// nearTries bounds how many answers are tried for one field, and nearWork what all of
// them may take: turns of loops, and comparisons of elements.
const (
	nearTries = 400
	nearWork  = 20_000_000
)

// near is one change of a field's words.
type near struct {
	words      []int64
	drop, take []int64 // of type elem; nil for nothing
	elem       *types.Type
}

// nearest are the legal answers that differ from a refused one in one change: of each
// field the nearest, then passing. They are judged like any answer, as the player may
// know; what errs meanwhile is not legal.
func (g *Game) nearest(q *question, a *answer) (out []Near) {
	touch, quiet := g.ctx.Touch, g.quiet
	g.ctx.Touch, g.quiet = nil, true
	defer func() { g.ctx.Touch, g.quiet = touch, quiet }()
	if !a.pass {
		work := nearWork
		for i := range a.vals {
			if n, ok := g.nearestOf(q, a, i, &work); ok {
				out = append(out, n)
			}
		}
	}
	no := &answer{pass: true}
	if q.pass && !a.pass && g.legal(q, no) {
		s, _ := value.Hold(passing(q), value.Audience(audienceOf(q.player))).Show(value.Viewer(q.player - 1))
		out = append(out, Near{Value: s})
	}
	return out
}

// passing is how passing is written: of a plain question it is saying no.
func passing(q *question) any {
	if q.kind == "may" {
		return false
	}
	return nil
}

// nearestOf finds the nearest legal value of one field.
func (g *Game) nearestOf(q *question, a *answer, i int, work *int) (n Near, found bool) {
	var list []near
	if err := g.safely(func() { list = g.near(q, a, i) }); err != nil {
		return n, false
	}
	for _, c := range list {
		other := &answer{yes: true, offer: a.offer, vals: slices.Clone(a.vals)}
		other.vals[i] = c.words
		if *work < 0 {
			return n, false
		}
		is := g.legal(q, other)
		*work -= 1 + g.ctx.Turns + len(c.words)*len(c.words)
		if !is {
			continue
		}
		s := showing{g, q.player}
		n = Near{Field: q.fields[i].name, Value: g.shownAnswer(q, other)}
		if c.drop != nil {
			n.Drop = s.value(c.elem, c.drop)
		}
		if c.take != nil {
			n.Take = s.value(c.elem, c.take)
		}
		return n, true
	}
	return n, false
}

// legal judges an answer; one that errs is not.
func (g *Game) legal(q *question, a *answer) (is bool) {
	err := g.safely(func() { is = g.judge(q, a) == nil })
	return err == nil && is
}

// near are the values of a field that are one change away, nearest first, and no more
// than are tried.
func (g *Game) near(q *question, a *answer, i int) []near {
	b := g.try(q)
	defer b.done()
	for k, words := range a.vals[:i] {
		b.lay(q.fields[k], words)
	}
	p, now := q.fields[i], a.vals[i]
	d := b.domain(p)
	d.words = slices.Clone(d.words)
	switch kind := b.kind(p); kind {
	case "number":
		return numbersNear(p.typ, now[0], d)
	case "one":
		return othersNear(p.typ, now, d)
	case "bag":
		return bagsNear(p, now, d)
	default:
		if q.split != nil {
			d = b.unplaced(a.vals)
		}
		return listsNear(b.elem(p), now, d, kind == "sequence")
	}
}

// numbersNear are the numbers between the bounds, the nearest first.
func numbersNear(t *types.Type, now int64, d domain) (out nears) {
	add := func(n int64) {
		if n >= d.lo && n <= d.hi && n != now {
			out.add(t, []int64{now}, []int64{n}, []int64{n})
		}
	}
	from := max(min(now, d.hi), d.lo)
	add(from)
	for k := int64(1); k < nearTries && (from-k >= d.lo || from+k <= d.hi); k++ {
		add(from - k)
		add(from + k)
	}
	return out
}

func othersNear(t *types.Type, now []int64, d domain) (out nears) {
	for i := range d.size() {
		if el := d.element(i); !slices.Equal(el, now) {
			out.add(t, now, el, el)
		}
	}
	return out
}

// nears collects changes, no more than are tried.
type nears []near

func (l *nears) add(elem *types.Type, drop, take []int64, words ...[]int64) {
	if len(*l) < nearTries {
		*l = append(*l, near{words: slices.Concat(words...), drop: drop, take: take, elem: elem})
	}
}

// listsNear are the lists with one element less, with one more, with one in the place
// of another; in a sequence, with two that change places. One that is longer than that
// is not looked at.
func listsNear(elem *types.Type, now []int64, d domain, ordered bool) nears {
	w := d.width
	n := len(now) / w
	if int64(n) > d.hi+1 {
		return nil
	}
	at := func(i int) []int64 { return now[i*w : (i+1)*w] }
	var out nears
	for i := range n {
		out.add(elem, at(i), nil, now[:i*w], now[(i+1)*w:])
	}
	var others [][]int64
	for i := range d.size() {
		if el := d.element(i); indexOf(now, el, w) < 0 {
			others = append(others, el)
			out.add(elem, nil, el, now, el)
		}
	}
	for i := range n {
		for _, el := range others {
			out.add(elem, at(i), el, now[:i*w], el, now[(i+1)*w:])
		}
	}
	for i := range n {
		for k := 0; ordered && k < i; k++ {
			out.add(elem, at(k), at(i), now[:k*w], at(i), now[(k+1)*w:i*w], at(k), now[(i+1)*w:])
		}
	}
	return out
}

// bagsNear are the bags with one thing less, and with one more.
func bagsNear(p *param, now []int64, d domain) nears {
	w := d.width + 1 // the thing, then how many
	if int64(len(now)/w) > d.hi+1 {
		return nil
	}
	var out nears
	for i := 0; i < len(now); i += w {
		fewer := slices.Clone(now)
		if fewer[i+w-1]--; fewer[i+w-1] == 0 {
			fewer = slices.Delete(fewer, i, i+w)
		}
		out.add(p.choice.elem, now[i:i+w-1], nil, fewer)
	}
	for i := range d.size() {
		el, more := d.element(i), slices.Clone(now)
		if at := thing(now, el, w); at >= 0 {
			more[at+w-1]++
		} else {
			more = append(append(more, el...), 1)
		}
		out.add(p.choice.elem, nil, el, more)
	}
	return out
}

// thing is where the entry of a thing begins in a bag, -1 if there is none.
func thing(bag, el []int64, width int) int {
	for at := 0; at < len(bag); at += width {
		if slices.Equal(bag[at:at+width-1], el) {
			return at
		}
	}
	return -1
}
