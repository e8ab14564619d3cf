package interpreter

import (
	"fmt"

	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// few is how many answers a decision lists by itself.
const few = 64

// walkBudget bounds the partial answers that one listing looks at.
const walkBudget = 200_000

// Status is what is open now for a viewer: the decisions of others are seen
// without what they are about to choose from.
func (g *Game) Status(v value.Viewer) (Status, error) {
	s := Status{Decisions: []Decision{}, Actions: []Open{}, Done: g.base == 0}
	err := g.safely(func() {
		for _, q := range g.questions() {
			s.Decisions = append(s.Decisions, g.decision(q, v))
		}
		for _, q := range g.meanwhile() {
			if v == value.Host || q.player == int64(v)+1 {
				s.Actions = append(s.Actions, g.openAction(q, v))
			}
		}
	})
	return s, err
}

func (g *Game) decision(q *question, v value.Viewer) Decision {
	d := Decision{ID: g.id(q), Player: g.playerName(q.player), Step: q.step, Clauses: append([]string{}, g.prog.rules[q.rule].Clauses...),
		Kind: q.kind, Prompt: q.prompt, Pass: q.pass, Fields: []Field{}}
	if d.Prompt == "" {
		d.Prompt = prompt(q)
	}
	if v != value.Host && int64(v)+1 != q.player {
		return d
	}
	for _, o := range q.offers {
		d.Offers = append(d.Offers, g.openAction(o, v))
	}
	d.Fields = g.fields(q)
	d.Options = g.few(q)
	return d
}

// prompt is a question in a few words, from its names.
func prompt(q *question) string {
	if q.kind == "window" {
		return "take an action"
	}
	text := "choose"
	if q.kind == "split" {
		text = "place each in"
	}
	for i, p := range q.fields {
		if i > 0 {
			text += ","
		}
		text += " " + p.name
	}
	if q.code != nil && !q.plain() {
		text = q.code.name + ": " + text
	}
	return text
}

func (g *Game) openAction(q *question, v value.Viewer) Open {
	return Open{Player: g.playerName(q.player), Action: q.code.name, Fields: g.fields(q)}
}

// fields describes what an answer is made of. Only the first field's domain is sure
// before the earlier ones are chosen; those that read earlier ones say "rest".
func (g *Game) fields(q *question) []Field {
	out := []Field{}
	if q.code == nil {
		return out
	}
	b := g.try(q)
	defer b.done()
	for i, p := range q.fields {
		out = append(out, b.field(p, i))
	}
	return out
}

func (b *bench) field(p *param, i int) Field {
	f := Field{Name: p.name, Kind: kindWord[b.kind(p)], Rest: b.rest(p)}
	if i > 0 && b.reads(p) {
		f.Rest = true // depends on what is chosen before it: ask for its options then
		return f
	}
	d := b.domain(p)
	f.Min, f.Max = d.lo, d.hi
	if f.Kind == "number" {
		return f
	}
	var list []value.Shown
	elem := b.elem(p)
	if f.Kind == "bag" {
		elem = p.choice.elem
	}
	for _, el := range chunks(d.words, d.width) {
		list = append(list, b.shown(elem, el))
	}
	if f.Kind == "one" {
		f.Options = list
		return f
	}
	f.From, f.Distinct = list, f.Kind != "bag"
	return f
}

// rest reports whether limits apply beyond the field's own domain.
func (b *bench) rest(p *param) bool {
	if b.q.split != nil {
		return true
	}
	for _, l := range b.q.limits {
		if l.last >= b.position(p) {
			return true
		}
	}
	return false
}

// reads reports whether a field's domain depends on earlier fields of the answer.
func (b *bench) reads(p *param) bool {
	if p.choice == nil {
		return false
	}
	for _, name := range p.choice.from.Locals {
		for _, other := range b.q.fields {
			if other.name == name && other != p {
				return true
			}
		}
	}
	return false
}

// shown is one element for the player who is asked.
func (b *bench) shown(t *types.Type, el []int64) value.Shown {
	s, _ := b.g.holdFor(b.q.player, t, el).Show(value.Viewer(b.q.player - 1))
	return s
}

// few lists every legal answer if there are at most that many, else nothing.
func (g *Game) few(q *question) []value.Shown {
	opts, more := g.list(q, few)
	if more {
		return nil
	}
	return opts
}

// list gives up to limit legal answers, and whether there are more. Only what the
// player chose from what the player may know goes into them.
func (g *Game) list(q *question, limit int) (out []value.Shown, more bool) {
	switch {
	case q.kind == "window":
		return g.listWindow(q, limit)
	case q.kind == "may" && q.code == nil:
		if g.judgeMay(q, &answer{yes: true}) == nil {
			out = append(out, value.Yes)
		}
		return append(out, value.No), false
	}
	budget := walkBudget
	g.walk(q, &budget, func(vals [][]int64) bool {
		if len(out) == limit {
			more = true
			return false
		}
		out = append(out, g.shownAnswer(q, vals))
		return true
	})
	return out, more || budget < 0
}

func (g *Game) listWindow(q *question, limit int) (out []value.Shown, more bool) {
	for _, o := range q.offers {
		budget := walkBudget
		g.walk(o, &budget, func(vals [][]int64) bool {
			if len(out) == limit {
				more = true
				return false
			}
			plain := map[string]any{"offer": o.code.name}
			for i, p := range o.fields {
				plain[p.name] = g.plain(p.typ, vals[i])
			}
			s, _ := value.Hold(plain, value.Audience(audienceOf(q.player))).Show(value.Viewer(q.player - 1))
			out = append(out, s)
			return true
		})
		more = more || budget < 0
	}
	return out, more
}

// shownAnswer is a legal answer as its player would send it.
func (g *Game) shownAnswer(q *question, vals [][]int64) value.Shown {
	var plain any
	switch {
	case len(q.fields) == 0:
		plain = true
	case len(q.fields) == 1:
		plain = g.plain(q.fields[0].typ, vals[0])
	default:
		obj := map[string]any{}
		for i, p := range q.fields {
			obj[p.name] = g.plain(p.typ, vals[i])
		}
		plain = obj
	}
	s, _ := value.Hold(plain, value.Audience(audienceOf(q.player))).Show(value.Viewer(q.player - 1))
	return s
}

// Options are legal continuations: of one field after a partial record of the
// fields before it, or of the whole answer where no field is named.
func (g *Game) Options(decision, field string, partial any, limit int) (Options, error) {
	out := Options{Options: []value.Shown{}}
	var bad2 error
	err := g.safely(func() {
		var q *question
		if q, bad2 = g.openDecision(decision); bad2 != nil {
			return
		}
		if limit <= 0 {
			limit = few
		}
		if field == "" {
			list, more := g.list(q, limit)
			out.Options, out.More = append(out.Options, list...), more
			return
		}
		bad2 = g.continuations(q, field, partial, limit, &out)
	})
	if bad2 != nil {
		return out, bad2
	}
	return out, err
}

// openDecision is the open question of an id, whoever it is for.
func (g *Game) openDecision(id string) (*question, error) {
	q, err := g.find(id, 0)
	return q, err
}

// continuations lists the values of a field that some legal answer has, given the
// fields before it.
func (g *Game) continuations(q *question, field string, partial any, limit int, out *Options) error {
	obj, _ := partial.(map[string]any)
	if name, ok := obj["offer"].(string); ok || q.kind == "window" {
		q = offerNamed(q, name)
		if q == nil {
			return bad(fmt.Sprintf("no offer is called %q", name), "give the offer in value")
		}
	}
	at := -1
	var names []string
	for i, p := range q.fields {
		names = append(names, p.name)
		if p.name == field {
			at = i
		}
	}
	if at < 0 {
		return bad(fmt.Sprintf("%s has no field %s", q.step, field), suggest(field, names))
	}
	var given [][]int64
	for _, p := range q.fields[:at] {
		v, ok := obj[p.name]
		if !ok {
			return bad(fmt.Sprintf("value lacks %s, which comes before %s", p.name, field), "")
		}
		words, err := g.wordsOf(p.typ, v, p.name)
		if err != nil {
			return err
		}
		given = append(given, words)
	}
	if q.split != nil {
		g.splitContinuations(q, at, given, limit, out)
		return nil
	}
	b := g.try(q)
	defer b.done()
	b.continuations(at, given, limit, out)
	return nil
}

func offerNamed(q *question, name string) *question {
	for _, o := range q.offers {
		if o.code.name == name {
			return o
		}
	}
	return nil
}

func (b *bench) continuations(at int, given [][]int64, limit int, out *Options) {
	if !b.limitsHold(-1) {
		return
	}
	for i, words := range given {
		p := b.q.fields[i]
		if len(b.inDomain(p, words)) > 0 {
			return
		}
		b.lay(p, words)
		if !b.limitsHold(b.position(p)) {
			return
		}
	}
	p := b.q.fields[at]
	d := b.domain(p)
	heap, room := b.heap, len(b.room)
	budget := walkBudget
	vals := append(make([][]int64, 0, len(b.q.fields)), given...)[:len(b.q.fields)]
	b.values(p, d, func(words []int64) bool {
		if !b.spend(&budget, len(words)) || len(out.Options) == limit {
			out.More = true
			return false
		}
		b.lay(p, words)
		vals[at] = words
		ok := b.limitsHold(b.position(p)) && b.completes(at+1, vals, &budget)
		b.heap, b.room = heap, b.room[:room]
		if ok {
			out.Options = append(out.Options, b.shown(p.typ, words))
		}
		return true
	})
}

// completes reports whether some legal answer begins with the fields laid so far.
func (b *bench) completes(i int, vals [][]int64, budget *int) bool {
	found := false
	b.walkFields(i, vals, budget, func([][]int64) bool { found = true; return false })
	return found
}

// splitContinuations lists what a part may hold after the parts before it.
func (g *Game) splitContinuations(q *question, at int, given [][]int64, limit int, out *Options) {
	budget := walkBudget
	seen := map[string]bool{}
	g.walk(q, &budget, func(vals [][]int64) bool {
		for i, words := range given {
			if !equalWords(vals[i], words) {
				return true
			}
		}
		key := fmt.Sprint(vals[at])
		if seen[key] {
			return true
		}
		seen[key] = true
		if len(out.Options) == limit {
			out.More = true
			return false
		}
		out.Options = append(out.Options, g.shownFor(q.player, q.fields[at].typ, vals[at]))
		return true
	})
}

func (g *Game) shownFor(player int64, t *types.Type, words []int64) value.Shown {
	s, _ := g.holdFor(player, t, words).Show(value.Viewer(player - 1))
	return s
}
