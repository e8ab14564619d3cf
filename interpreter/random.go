package interpreter

import "ruleck/interpreter/value"

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
		a = &answer{yes: true, vals: append([][]int64{}, vals...)}
		return false
	})
	return a
}

// sample draws each field at random and gives up where a limit fails.
func (g *Game) sample(q *question, seed *uint64) (vals [][]int64) {
	g.try(q, func(b *bench) {
		if q.split != nil {
			vals = b.sampleSplit(seed)
			return
		}
		if !b.limitsHold(-1) {
			return
		}
		got := [][]int64{}
		for _, p := range q.fields {
			words, ok := b.draw(p, seed)
			if !ok {
				return
			}
			b.lay(p, words)
			if !b.limitsHold(b.position(p)) {
				return
			}
			got = append(got, words)
		}
		vals = got
	})
	return vals
}

// draw picks a random value of a field's domain.
func (b *bench) draw(p *param, seed *uint64) ([]int64, bool) {
	d := b.domain(p)
	if d.hi < d.lo {
		return nil, false
	}
	if b.kind(p) == "number" {
		return []int64{d.lo + int64(value.Below(seed, uint64(d.hi-d.lo)+1))}, true
	}
	if b.kind(p) == "bag" {
		return d.drawBag(func(n int64) int64 { return int64(value.Below(seed, uint64(n))) }), true
	}
	els := chunks(d.words, d.width)
	n := int(d.lo)
	if d.hi > d.lo {
		n += int(value.Below(seed, uint64(d.hi-d.lo)+1))
	}
	if n > len(els) {
		return nil, false
	}
	mix(els, seed)
	picked := els[:n]
	if b.kind(p) == "some" { // canonical: in the order of the domain
		var out []int64
		for _, el := range chunks(d.words, d.width) {
			if containsEl(picked, el) {
				out = append(out, el...)
			}
		}
		return out, true
	}
	var out []int64
	for _, el := range picked {
		out = append(out, el...)
	}
	return out, true
}

func containsEl(els [][]int64, el []int64) bool {
	for _, e := range els {
		if equalWords(e, el) {
			return true
		}
	}
	return false
}

func (b *bench) sampleSplit(seed *uint64) [][]int64 {
	all := append([]int64(nil), b.splitDomain().words...)
	els := chunks(all, 1)
	mix(els, seed)
	vals := make([][]int64, len(b.q.fields))
	for i := range vals {
		vals[i] = []int64{}
	}
	for _, el := range els {
		i := value.Below(seed, uint64(len(vals)))
		vals[i] = append(vals[i], el...)
	}
	return vals
}

// mix shuffles elements.
func mix(els [][]int64, seed *uint64) {
	for i := len(els) - 1; i > 0; i-- {
		j := int(value.Below(seed, uint64(i+1)))
		els[i], els[j] = els[j], els[i]
	}
}
