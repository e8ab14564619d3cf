package interpreter

import (
	"fmt"
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
	if q.kind == "window" {
		return g.judge(q.offers[a.offer], a)
	}
	g.hears.question(q, a)
	switch {
	case q.kind == "may" && q.code == nil:
		return g.judgeMay(q, a)
	case a.pass:
		if q.pass {
			return nil
		}
		return []reason{{name: q.step, rule: q.rule, reason: "this must be answered; passing is not allowed"}}
	}
	b := g.try(q)
	defer b.done()
	out := b.judgeFields(a.vals, false)
	if q.split != nil {
		out = append(out, b.wholeSplit(a.vals)...)
	}
	for _, l := range q.limits {
		out = append(out, b.limit(l, len(out) > 0)...)
	}
	return out
}

// judgeFields lays the values of the first fields and judges each by its domain. What
// is against one that depends on a field that failed is not told: the domain is that of
// an answer that cannot be, and its bounds would make no sense.
func (b *bench) judgeFields(vals [][]int64, failedBefore bool) (out []reason) {
	var failed []*param
	for i, words := range vals {
		p := b.q.fields[i]
		against := b.judgeField(p, words, failedBefore || len(out) > 0)
		if on := b.reads(p, failed); on != nil && against != nil {
			against = []reason{{name: b.fieldRule(p), rule: b.ruleOf(p), reason: notJudgedText + p.name + " depends on " + on.name, spared: true}}
		}
		if against == nil {
			vals[i] = b.canonical(p, words)
		} else {
			failed = append(failed, p)
		}
		b.g.hears.field(b, p, against)
		out = append(out, against...)
		b.lay(p, vals[i])
	}
	return out
}

func (g *Game) judgeMay(q *question, a *answer) (out []reason) {
	if !a.yes || q.cost == nil {
		return nil
	}
	g.try0(q.player, func() {
		need := q.cost.amount.Scalar(&g.ctx)
		if secret := g.mayRead(q.cost.from.Field, q.cost.from.Owner(&g.ctx)); secret != nil {
			panic(secret)
		}
		have := g.mem.Words[q.cost.from.Addr(&g.ctx)]
		if have < need {
			out = []reason{{name: q.step + ".cost", rule: q.cost.rule,
				reason: fmt.Sprintf("it costs %d from %s", need, q.cost.from.Text),
				values: []cond.Part{{Text: q.cost.from.Text, Type: types.IntType, Words: []int64{have}}}}}
		}
		g.hears.cost(q, have, out)
	})
	return out
}

// try0 evaluates in the current frame as a player may know.
func (g *Game) try0(player int64, f func()) {
	defer g.unsee(g.see(player))
	f()
}

// inDomain checks one field's words: everything that is wrong with them.
func (b *bench) inDomain(p *param, words []int64) (out []reason) {
	d := b.domain(p)
	against := func(text string, args ...any) {
		out = append(out, reason{name: b.fieldRule(p), rule: b.ruleOf(p), reason: fmt.Sprintf(text, args...)})
	}
	switch b.kind(p) {
	case "number":
		if words[0] < d.lo || words[0] > d.hi {
			against("%s must be from %d to %d", p.name, d.lo, d.hi)
		}
	case "bag":
		b.inBag(p, d, words, against)
	default:
		if n := int64(len(words) / d.width); n < d.lo || n > d.hi {
			against("%s", wrongCount(p.name, d, n))
		}
		b.elementsIn(d, words, d.width, b.elem(p), against)
	}
	return out
}

func wrongCount(name string, d domain, n int64) string {
	switch {
	case d.lo == d.hi:
		return fmt.Sprintf("%s must be exactly %d, not %d", name, d.lo, n)
	case n < d.lo:
		return fmt.Sprintf("%s must be at least %d, not %d", name, d.lo, n)
	}
	return fmt.Sprintf("%s may be at most %d, not %d", name, d.hi, n)
}

// fewReasons is enough to tell of one field; somebody may send anything.
const fewReasons = 20

// elementsIn checks that each element, or thing of an entry, is one of the domain and
// is named once. One entry takes step words; the first ones are the thing.
func (b *bench) elementsIn(d domain, words []int64, step int, t *types.Type, against func(string, ...any)) {
	var things []int64 // each once
	var times []int
	told := 0
	for _, e := range chunks(words, step) {
		el := e[:d.width]
		at := indexOf(things, el, d.width) / d.width
		if indexOf(things, el, d.width) < 0 {
			at = len(times)
			things, times = append(things, el...), append(times, 0)
		}
		times[at]++
		switch {
		case told == fewReasons:
			return
		case times[at] == 1 && indexOf(d.words, el, d.width) < 0:
			against("%s is not among what may be chosen", spell(b.g.plain(t, el)))
			told++
		case times[at] == 2:
			against("%s is named twice", spell(b.g.plain(t, el)))
			told++
		}
	}
}

// wholeSplit checks that every element went into exactly one part.
func (b *bench) wholeSplit(vals [][]int64) []reason {
	return b.placed(vals, func(n int) bool { return n != 1 })
}

// placed tells which elements are in a wrong number of places.
func (b *bench) placed(vals [][]int64, wrong func(n int) bool) []reason {
	var put []int64
	for _, v := range vals {
		put = append(put, v...)
	}
	var text []string
	for _, w := range b.splitDomain().words {
		if n := occurs(put, w); wrong(n) {
			text = append(text, fmt.Sprintf("%s is placed %s", spell(b.g.plain(b.elem(b.q.fields[0]), []int64{w})), times(n)))
		}
	}
	if text == nil {
		return nil
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
	out := b.spare(l.name, l.rule, failedBefore, func() []reason {
		g := b.g
		if g.holds(l) {
			return nil
		}
		return []reason{{name: l.name, rule: l.rule, reason: l.text(), values: l.cond.Explain(&g.ctx)}}
	})
	b.g.hears.limit(b, l, out)
	return out
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
