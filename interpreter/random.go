package interpreter

import (
	"slices"

	"ruleck/interpreter/value"
)

// PlayRandom gives the first open decision a random legal answer. Each field in
// turn gets a random value of its domain that no limit forbids; where that leads
// nowhere, the field before it is drawn anew. Where chance does not find an answer
// soon, the first legal one of the walk is taken; a decision that may be passed is
// not searched for long. The seed is advanced; it is no part of the game.
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
	if !q.pass {
		return g.randomFields(q, seed, walkBudget)
	}
	if a := g.randomFields(q, seed, stuckBudget); a != nil {
		return a
	}
	return &answer{pass: true}
}

// randomOffer takes what is found easily before it searches any offer for long.
func (g *Game) randomOffer(q *question, seed *uint64) *answer {
	n := len(q.offers)
	start := int(value.Below(seed, uint64(n)))
	for _, budget := range []int{stuckBudget, walkBudget} {
		for k := range n {
			i := (start + k) % n
			if a := g.randomFields(q.offers[i], seed, budget); a != nil {
				a.offer = i
				return a
			}
		}
	}
	return nil
}

// drawBudget is how long chance has before the walk, and fieldDraws how often a field
// gets another value before the one before it does.
const (
	drawBudget = 500
	fieldDraws = 5
)

func (g *Game) randomFields(q *question, seed *uint64, budget int) *answer {
	if vals := g.sample(q, seed); vals != nil {
		return &answer{yes: true, vals: vals}
	}
	var a *answer
	g.walk(q, &budget, func(vals [][]int64) bool {
		a = answerOf(vals)
		return false
	})
	return a
}

// sample draws an answer at random; nil where chance does not find one.
func (g *Game) sample(q *question, seed *uint64) [][]int64 {
	b := g.try(q)
	defer b.done()
	if q.split != nil {
		return b.sampleSplit(seed)
	}
	vals, budget := make([][]int64, len(q.fields)), drawBudget
	if !b.limitsHold(-1) || !b.drawFields(0, vals, &budget, seed) {
		return nil
	}
	return vals
}

// drawFields draws the fields from i on.
func (b *bench) drawFields(i int, vals [][]int64, budget *int, seed *uint64) bool {
	if i == len(b.q.fields) {
		return true
	}
	p := b.q.fields[i]
	d := b.domain(p)
	heap, room := b.heap, len(b.room)
	for k := 0; i == 0 || k < fieldDraws; k++ {
		words, ok := b.draw(p, d, seed)
		if !ok || !b.spend(budget, len(words)) {
			return false
		}
		vals[i] = slices.Clone(words)
		b.lay(p, words)
		if b.limitsHold(b.position(p)) && b.drawFields(i+1, vals, budget, seed) {
			return true
		}
		b.heap, b.room = heap, b.room[:room]
	}
	return false
}

// draw picks a random value of a field's domain.
func (b *bench) draw(p *param, d domain, seed *uint64) ([]int64, bool) {
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
