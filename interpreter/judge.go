package interpreter

import (
	"fmt"
	"math"
	"strings"

	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// reason is one violated rule of an answer.
type reason struct {
	name   string
	rule   int // what it cites
	reason string
	values []cond.Part
	spared bool // not judged
}

// judge lists every reason against an answer; none means that it is legal. First
// come the domains of the fields, then the limits in order. What errs behind
// something that already failed is not judged; before that, it stops the game.
func (g *Game) judge(q *question, a *answer) []reason {
	switch {
	case q.kind == "window":
		return g.judge(q.offers[a.offer], a)
	case q.kind == "may" && q.code == nil:
		return g.judgeMay(q, a)
	case a.pass:
		if q.pass {
			return nil
		}
		return []reason{{name: q.step, rule: q.rule, reason: "this must be answered; passing is not allowed"}}
	}
	var out []reason
	b := g.try(q)
	defer b.done()
	for i, p := range q.fields {
		against := b.judgeField(p, a.vals[i], len(out) > 0)
		if against == nil {
			a.vals[i] = b.canonical(p, a.vals[i])
		}
		out = append(out, against...)
		b.lay(p, a.vals[i])
	}
	if q.split != nil {
		out = append(out, b.wholeSplit(a)...)
	}
	for _, l := range q.limits {
		out = append(out, b.limit(l, len(out) > 0)...)
	}
	return out
}

func (g *Game) judgeMay(q *question, a *answer) (out []reason) {
	if !a.yes || q.cost == nil {
		return nil
	}
	g.try0(q.player, func() {
		need := q.cost.amount.Scalar(&g.ctx)
		have := g.mem.Words[q.cost.from.Addr(&g.ctx)]
		if have < need {
			out = []reason{{name: q.step + ".cost", rule: q.cost.rule,
				reason: fmt.Sprintf("it costs %d from %s", need, q.cost.from.Text),
				values: []cond.Part{{Text: q.cost.from.Text, Type: types.IntType, Words: []int64{have}}}}}
		}
	})
	return out
}

// try0 evaluates in the current frame as a player may know.
func (g *Game) try0(player int64, f func()) {
	defer g.unsee(g.see(player))
	f()
}

// inDomain checks one field's words.
func (b *bench) inDomain(p *param, words []int64) []reason {
	d := b.domain(p)
	name := b.fieldRule(p)
	against := func(text string, args ...any) []reason {
		return []reason{{name: name, rule: b.ruleOf(p), reason: fmt.Sprintf(text, args...)}}
	}
	if b.kind(p) == "number" {
		if words[0] < d.lo || words[0] > d.hi {
			return against("%s must be from %d to %d", p.name, d.lo, d.hi)
		}
		return nil
	}
	if b.kind(p) == "bag" {
		return b.inBag(p, d, words, against)
	}
	els := chunks(words, d.width)
	if n := int64(len(els)); n < d.lo || n > d.hi {
		switch {
		case d.lo == d.hi:
			return against("%s must be exactly %d, not %d", p.name, d.lo, n)
		case n < d.lo:
			return against("%s must be at least %d, not %d", p.name, d.lo, n)
		default:
			return against("%s may be at most %d, not %d", p.name, d.hi, n)
		}
	}
	for i, el := range els {
		at := indexOf(d.words, el, d.width)
		if at < 0 {
			return against("%s is not among what may be chosen", b.g.spellFor(b.q.player, b.elem(p), el))
		}
		if indexOf(words[:i*d.width], el, d.width) >= 0 {
			return against("%s is named twice", b.g.spellFor(b.q.player, b.elem(p), el))
		}
	}
	return nil
}

// wholeSplit checks that every element went into exactly one part.
func (b *bench) wholeSplit(a *answer) []reason {
	all := b.splitDomain().words
	var put []int64
	for _, v := range a.vals {
		put = append(put, v...)
	}
	if len(put) == len(all) && !indexTwice(put) {
		return nil
	}
	var text []string
	for _, w := range all {
		if n := occurs(put, w); n != 1 {
			text = append(text, fmt.Sprintf("%s is placed %s", b.g.spellFor(b.q.player, b.elem(b.q.fields[0]), []int64{w}), times(n)))
		}
	}
	if text == nil {
		return nil // the parts' own reasons say it all
	}
	return []reason{{name: b.q.step, rule: b.q.rule, reason: "each must go to exactly one place: " + strings.Join(text, ", ")}}
}

func times(n int) string {
	switch n {
	case 0:
		return "nowhere"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func occurs(words []int64, w int64) (n int) {
	for _, v := range words {
		if v == w {
			n++
		}
	}
	return n
}

// judgeField judges one field's words by its domain.
func (b *bench) judgeField(p *param, words []int64, failedBefore bool) []reason {
	return b.spare(b.fieldRule(p), b.ruleOf(p), failedBefore, func() []reason { return b.inDomain(p, words) })
}

// limit judges one limit.
func (b *bench) limit(l *limit, failedBefore bool) []reason {
	return b.spare(l.name, l.rule, failedBefore, func() []reason {
		g := b.g
		if g.holds(l) {
			return nil
		}
		return []reason{{name: l.name, rule: l.rule, reason: l.text(), values: l.cond.Explain(&g.ctx)}}
	})
}

// text is the reason of a limit, or its condition where the rules give none.
func (l *limit) text() string {
	if l.reason != "" {
		return l.reason
	}
	return "this must hold: " + oneLine(l.cond.Text)
}

// spare judges by f. Behind something that failed already, an error is no fault of
// the rules: what they lean on is not there.
func (b *bench) spare(name string, rule int, failedBefore bool, f func() []reason) (out []reason) {
	notJudged := func(why string) {
		out = []reason{{name: name, rule: rule, reason: notJudgedText + why, spared: true}}
	}
	if failedBefore {
		defer func() {
			switch r := recover().(type) {
			case nil:
			case *cond.Fault:
				notJudged(r.Message)
			case *Error:
				notJudged(r.Message)
			default:
				panic(r)
			}
		}()
	}
	return f()
}

const notJudgedText = "not judged, since something before it fails: "

// kind, elem and fieldRule hide the difference between a choice and a split's part.
func (b *bench) kind(p *param) string {
	if p.choice == nil {
		return "sequence"
	}
	return p.choice.kind
}

func (b *bench) elem(p *param) *types.Type {
	if p.typ.Listy() {
		return p.typ.Elem
	}
	return p.typ
}

func (b *bench) ruleOf(p *param) int {
	if p.choice == nil {
		return b.q.rule
	}
	return p.choice.rule
}

func (b *bench) fieldRule(p *param) string {
	if b.q.plain() {
		return b.q.step + "." + p.name
	}
	return b.q.code.name + "." + p.name
}

// oneLine squeezes white space, for texts that were written over several lines.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// walk visits legal answers in a fixed order, field by field in declared order,
// each limit tested as soon as its last parameter is laid. visit returns false to
// stop; what it is given is valid until it returns. budget bounds the work.
func (g *Game) walk(q *question, budget *int, visit func(vals [][]int64) bool) {
	b := g.try(q)
	defer b.done()
	if q.split != nil {
		b.walkSplit(budget, visit)
	} else if b.limitsHold(-1) {
		b.walkFields(0, make([][]int64, len(q.fields)), budget, visit)
	}
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
		at := l.last
		if at >= 0 && b.q.code.params[at].choice == nil || at < 0 {
			at = -1
		}
		if at == last && !b.g.holds(l) {
			return false
		}
	}
	return true
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

// walkSplit visits every way to split: an order of all of them, cut into parts.
func (b *bench) walkSplit(budget *int, visit func([][]int64) bool) {
	parts := len(b.q.fields)
	vals := make([][]int64, parts)
	permutations(b.splitDomain(), func(order []int64) bool {
		return cuts(len(order), parts, nil, func(at []int) bool {
			if !b.spend(budget, len(order)) {
				return false
			}
			for i := range vals {
				vals[i] = order[at[i]:at[i+1]]
			}
			return visit(vals)
		})
	})
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
