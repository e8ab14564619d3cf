package interpreter

import (
	"math"
	"slices"
)

// All legal answers of a question, one after the other: for options, for finding a
// first one, for telling that there is none.

// walk visits legal answers in a fixed order, field by field in declared order,
// each limit tested as soon as its last parameter is laid. visit returns false to
// stop; what it is given is valid until it returns. budget bounds the work.
func (g *Game) walk(q *question, budget *int, visit func(vals [][]int64) bool) {
	g.walkFrom(q, nil, budget, visit)
}

// walkFrom visits the legal answers that begin with the given values of the first
// fields, which are legal themselves.
func (g *Game) walkFrom(q *question, given [][]int64, budget *int, visit func(vals [][]int64) bool) {
	b := g.try(q)
	defer b.done()
	if q.split != nil {
		b.walkSplit(given, budget, visit)
		return
	}
	if !b.limitsHold(-1) {
		return
	}
	vals := make([][]int64, len(q.fields))
	for i, words := range given {
		b.lay(q.fields[i], words)
		vals[i] = words
	}
	b.walkFields(len(given), vals, budget, visit)
}

// walkFields goes on with the field at i; vals holds those before it.
func (b *bench) walkFields(i int, vals [][]int64, budget *int, visit func([][]int64) bool) bool {
	if i == len(b.q.fields) {
		return visit(vals)
	}
	p := b.q.fields[i]
	d := b.domain(p)
	heap, room := b.heap, len(b.room)
	return b.values(p, d, func(words []int64) bool {
		if !b.spend(budget, len(words)) {
			return false
		}
		b.lay(p, words)
		vals[i] = words
		more := !b.limitsHold(b.position(p)) || b.walkFields(i+1, vals, budget, visit)
		b.heap, b.room = heap, b.room[:room]
		return more
	})
}

// spend takes from a budget what it costs to look at one more value of some words,
// and the turns that expressions took since the last one.
func (b *bench) spend(budget *int, words int) bool {
	turns := b.g.ctx.Turns
	*budget -= 1 + words/16 + (turns-b.turns)/100
	b.turns = turns
	return *budget >= 0
}

// position is a field's place among the parameters of its code.
func (b *bench) position(p *param) int {
	for i, other := range b.q.code.params {
		if other == p {
			return i
		}
	}
	return -1
}

// limitsHold tests the limits whose last parameter is the one at a position.
func (b *bench) limitsHold(last int) bool {
	for _, l := range b.q.limits {
		if b.testedAt(l) == last && !b.g.holds(l) {
			return false
		}
	}
	return true
}

// testedAt is the position of the field with which a limit can be tested; -1 where it
// reads none.
func (b *bench) testedAt(l *limit) int {
	if l.last < 0 || b.q.code.params[l.last].choice == nil {
		return -1
	}
	return l.last
}

// values visits each value of a field in order; a value is valid until visit returns.
func (b *bench) values(p *param, d domain, visit func([]int64) bool) bool {
	switch b.kind(p) {
	case "number":
		word := make([]int64, 1)
		for n := d.lo; n <= d.hi; n++ {
			if word[0] = n; !visit(word) {
				return false
			}
			if n == math.MaxInt64 {
				break
			}
		}
		return true
	case "one":
		for i := range d.size() {
			if !visit(d.element(i)) {
				return false
			}
		}
		return true
	case "sequence":
		return permutations(d, visit)
	case "bag":
		return bags(d, 0, d.hi, nil, visit)
	}
	return subsets(d, 0, int(d.lo), int(d.hi), make([]int64, 0, len(d.words)), visit)
}

// subsets visits what is picked with lo to hi more of the elements from at on, those
// with smaller first elements first.
func subsets(d domain, at, lo, hi int, picked []int64, visit func([]int64) bool) bool {
	if lo <= 0 && !visit(picked) {
		return false
	}
	if hi <= 0 {
		return true
	}
	for i := at; i < d.size() && d.size()-i >= lo; i++ {
		if !subsets(d, i+1, lo-1, hi-1, append(picked, d.element(i)...), visit) {
			return false
		}
	}
	return true
}

// permutations visits every order of the elements.
func permutations(d domain, visit func([]int64) bool) bool {
	left := make([]int, d.size())
	for i := range left {
		left[i] = i
	}
	return permute(d, left, make([]int64, 0, len(d.words)), visit)
}

// permute visits what is picked followed by every order of those left, which it
// leaves as they are.
func permute(d domain, left []int, picked []int64, visit func([]int64) bool) bool {
	if len(left) == 0 {
		return visit(picked)
	}
	for i := range left {
		first := left[i]
		copy(left[1:i+1], left[:i]) // those before it move up
		left[0] = first
		more := permute(d, left[1:], append(picked, d.element(first)...), visit)
		copy(left[:i], left[1:i+1])
		left[i] = first
		if !more {
			return false
		}
	}
	return true
}

// walkSplit visits every way to split that begins with the given parts: an order of
// all that is left, cut into the other parts.
func (b *bench) walkSplit(given [][]int64, budget *int, visit func([][]int64) bool) {
	vals := make([][]int64, len(b.q.fields))
	copy(vals, given)
	rest, parts := b.unplaced(given), vals[len(given):]
	if len(parts) == 0 {
		if rest.size() == 0 {
			visit(vals)
		}
		return
	}
	permutations(rest, func(order []int64) bool {
		return cuts(len(order), len(parts), nil, func(at []int) bool {
			if !b.spend(budget, len(order)) {
				return false
			}
			for i := range parts {
				parts[i] = order[at[i]:at[i+1]]
			}
			return visit(vals)
		})
	})
}

// unplaced is what a split still has to place behind the given parts.
func (b *bench) unplaced(given [][]int64) domain {
	all := b.splitDomain()
	rest := domain{width: all.width}
	for _, w := range all.words {
		if !slices.ContainsFunc(given, func(part []int64) bool { return slices.Contains(part, w) }) {
			rest.words = append(rest.words, w)
		}
	}
	return rest
}

// arrangements visits what is picked, and what is picked followed by any of the
// others in any order; those with fewer elements first where they begin alike.
func arrangements(d domain, picked []int64, visit func([]int64) bool) bool {
	if !visit(picked) {
		return false
	}
	for i := range d.size() {
		el := d.element(i)
		if indexOf(picked, el, d.width) < 0 && !arrangements(d, append(picked, el...), visit) {
			return false
		}
	}
	return true
}

// cuts visits the ways to cut n things in a row into parts: the bounds of each part.
func cuts(n, parts int, at []int, visit func([]int) bool) bool {
	if len(at) == 0 {
		at = []int{0}
	}
	if len(at) == parts {
		return visit(append(at[:len(at):len(at)], n))
	}
	for k := n; k >= at[len(at)-1]; k-- {
		if !cuts(n, parts, append(at[:len(at):len(at)], k), visit) {
			return false
		}
	}
	return true
}
