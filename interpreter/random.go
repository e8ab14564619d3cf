package interpreter

import (
	"slices"

	"ruleck/interpreter/value"
)

// PlayRandom gives the first open decision a random legal answer. Each field in
// turn gets a random value of its domain that no limit forbids; where chance does
// not find one soon, the first legal answer of the full walk is taken. The seed is
// advanced; it is no part of the game.
func (g *Game) PlayRandom(seed *uint64) error {
	var q *question
	var a *answer
	var missing error
	err := g.safely(func() {
		open := g.questions()
		if len(open) == 0 {
			missing = bad("no decision is open", "")
			return
		}
		q = open[0]
		if a = g.randomAnswer(q, seed); a == nil {
			missing = fault(g.code.span, g.playerName(q.player)+" has no legal answer at "+q.step, "say what happens then: `if none`, or allow passing")
		}
	})
	if err == nil {
		err = missing
	}
	if err != nil {
		return err
	}
	return g.take(q, func() {
		if _, sealed := q.asker.(*opAll); !sealed {
			g.recordAnswer(q, a)
		}
		q.asker.accept(g, q, a)
	})
}

// randomAnswer is nil if there is no legal answer.
func (g *Game) randomAnswer(q *question, seed *uint64) *answer {
	switch {
	case q.kind == "window":
		return g.randomOffer(q, seed)
	case q.kind == "may" && q.code == nil:
		return &answer{yes: value.Below(seed, 2) == 1 && g.judgeMay(q, &answer{yes: true}) == nil}
	case q.pass && value.Below(seed, 4) == 0:
		return &answer{pass: true}
	}
	a := g.randomFields(q, seed)
	if a == nil && q.pass {
		return &answer{pass: true}
	}
	return a
}

func (g *Game) randomOffer(q *question, seed *uint64) *answer {
	n := len(q.offers)
	start := int(value.Below(seed, uint64(n)))
	for k := 0; k < n; k++ {
		i := (start + k) % n
		if a := g.randomFields(q.offers[i], seed); a != nil {
			a.offer = i
			return a
		}
	}
	return nil
}

// tries is how often chance is given before the full walk.
const tries = 20

func (g *Game) randomFields(q *question, seed *uint64) *answer {
	for range tries {
		if vals := g.sample(q, seed); vals != nil {
			return &answer{yes: true, vals: vals}
		}
	}
	var a *answer
	budget := walkBudget
	g.walk(q, &budget, func(vals [][]int64) bool {
		a = &answer{yes: true, vals: make([][]int64, len(vals))}
		for i, words := range vals {
			a.vals[i] = slices.Clone(words)
		}
		return false
	})
	return a
}

// sample draws each field at random; nil where that ends at a limit.
func (g *Game) sample(q *question, seed *uint64) [][]int64 {
	b := g.try(q)
	defer b.done()
	if q.split != nil {
		return b.sampleSplit(seed)
	}
	if !b.limitsHold(-1) {
		return nil
	}
	vals := make([][]int64, len(q.fields))
	for i, p := range q.fields {
		words, ok := b.draw(p, seed)
		if !ok {
			return nil
		}
		b.lay(p, words)
		if !b.limitsHold(b.position(p)) {
			return nil
		}
		vals[i] = slices.Clone(words)
	}
	return vals
}

// draw picks a random value of a field's domain.
func (b *bench) draw(p *param, seed *uint64) ([]int64, bool) {
	d := b.domain(p)
	kind := b.kind(p)
	switch {
	case d.hi < d.lo:
		return nil, false
	case kind == "number":
		return []int64{d.lo + int64(value.Below(seed, uint64(d.hi-d.lo)+1))}, true
	case kind == "one":
		if d.size() == 0 {
			return nil, false
		}
		return d.element(int(value.Below(seed, uint64(d.size())))), true
	case kind == "bag":
		return d.drawBag(func(n int64) int64 { return int64(value.Below(seed, uint64(n))) }), true
	}
	n := int(d.lo) + int(value.Below(seed, uint64(d.hi-d.lo)+1))
	if n < 0 || n > d.size() {
		return nil, false
	}
	picked := pick(n, d.size(), seed)
	if kind == "some" { // as a set: in the order of the domain
		slices.Sort(picked)
	}
	out := make([]int64, 0, n*d.width)
	for _, i := range picked {
		out = append(out, d.element(i)...)
	}
	return out, true
}

// pick draws n different numbers below size, in random order.
func pick(n, size int, seed *uint64) []int {
	all := make([]int, size)
	for i := range all {
		all[i] = i
	}
	for i := range n {
		k := i + int(value.Below(seed, uint64(size-i)))
		all[i], all[k] = all[k], all[i]
	}
	return all[:n]
}

func (b *bench) sampleSplit(seed *uint64) [][]int64 {
	all := b.splitDomain()
	vals := make([][]int64, len(b.q.fields))
	for _, i := range pick(all.size(), all.size(), seed) {
		part := value.Below(seed, uint64(len(vals)))
		vals[part] = append(vals[part], all.element(i)...)
	}
	return vals
}
