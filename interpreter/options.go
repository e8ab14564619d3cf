package interpreter

import (
	"slices"

	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// few is how many answers a decision lists by itself, where a quick search finds them all.
const (
	few       = 64
	fewBudget = 10_000
)

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
	d := Decision{ID: g.id(q), Player: g.playerName(q.player), Viewer: value.Viewer(q.player - 1), Step: q.step, Clauses: append([]string{}, g.prog.rules[q.rule].Clauses...),
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
	if b.reads(p, b.q.fields[:i]) != nil {
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

// reads is the first of some other fields of the answer that a field's domain depends
// on, nil if there is none.
func (b *bench) reads(p *param, fields []*param) *param {
	if p.choice == nil {
		return nil
	}
	for _, e := range []*cond.Expr{p.choice.from, p.choice.to, p.choice.min, p.choice.max} {
		if e == nil {
			continue
		}
		for _, other := range fields {
			if other != p && slices.ContainsFunc(e.Locals, func(name string) bool { return name == other.name || name == b.q.code.name }) {
				return other
			}
		}
	}
	return nil
}

// shown is one element for the player who is asked.
func (b *bench) shown(t *types.Type, el []int64) value.Shown {
	s, _ := b.g.holdFor(b.q.player, t, el).Show(value.Viewer(b.q.player - 1))
	return s
}

// few lists every legal answer if a quick search shows that they are few, else nothing.
func (g *Game) few(q *question) []value.Shown {
	found, more := g.list(q, few, fewBudget)
	if more {
		return nil
	}
	return g.shownAnswers(q, found)
}

// list finds up to limit legal answers, and whether there are more. Only what the
// player chose from what the player may know goes into them. budget bounds the work.
func (g *Game) list(q *question, limit, budget int) (out []*answer, more bool) {
	switch {
	case q.kind == "window":
		return g.listWindow(q, limit, budget)
	case q.kind == "may" && q.code == nil:
		if yes := (&answer{yes: true}); g.judgeMay(q, yes) == nil {
			out = append(out, yes)
		}
		return append(out, &answer{}), false
	}
	return g.listFrom(q, nil, limit, budget)
}

// listWindow finds the answers of each offer in turn.
func (g *Game) listWindow(q *question, limit, budget int) (out []*answer, more bool) {
	for i, o := range q.offers {
		found, rest := g.listFrom(o, nil, limit-len(out), budget)
		for _, a := range found {
			a.offer = i
		}
		out, more = append(out, found...), more || rest
	}
	return out, more
}

// listFrom finds the legal answers that begin with the given values of the first fields.
func (g *Game) listFrom(q *question, given [][]int64, limit, budget int) (out []*answer, more bool) {
	g.walkFrom(q, given, &budget, func(vals [][]int64) bool {
		if len(out) == limit {
			more = true
			return false
		}
		out = append(out, answerOf(vals))
		return true
	})
	return out, more || budget < 0
}

// answerOf keeps values that a walk has found.
func answerOf(vals [][]int64) *answer {
	a := &answer{yes: true, vals: make([][]int64, len(vals))}
	for i, words := range vals {
		a.vals[i] = slices.Clone(words)
	}
	return a
}

// shownAnswers are legal answers as their player would send them. Making them costs
// more than finding them: it comes last, for those that are really told.
func (g *Game) shownAnswers(q *question, found []*answer) []value.Shown {
	var out []value.Shown
	for _, a := range found {
		out = append(out, g.shownAnswer(q, a))
	}
	return out
}

func (g *Game) shownAnswer(q *question, a *answer) value.Shown {
	if q.kind == "window" {
		q = q.offers[a.offer]
	}
	var plain any
	switch {
	case len(q.fields) == 0 && !q.offered && a.yes:
		return value.Yes
	case len(q.fields) == 0 && !q.offered:
		return value.No
	case len(q.fields) == 1 && !q.offered:
		plain = g.plain(q.fields[0].typ, a.vals[0])
	default:
		obj := map[string]any{}
		for i, p := range q.fields {
			obj[p.name] = g.plain(p.typ, a.vals[i])
		}
		if q.offered {
			obj["offer"] = q.code.name
		}
		plain = obj
	}
	s, _ := value.Hold(plain, value.Audience(audienceOf(q.player))).Show(value.Viewer(q.player - 1))
	return s
}

// Options are legal continuations of a partial answer: of one field after the fields
// before it, or, where no field is named, whole answers that begin with what is given.
// partial is nil or an object of the first fields, for a window with its "offer". It
// must be the beginning of a legal answer as far as that can be judged; an unknown,
// later or forbidden part is a bad request that tells why, since an empty list means
// that the rules leave no way to go on.
func (g *Game) Options(decision, field string, partial any, limit int) (Options, error) {
	out := Options{Options: []value.Shown{}}
	var wrong error
	err := g.safely(func() {
		var q *question
		if q, wrong = g.openDecision(decision); wrong != nil {
			return
		}
		if limit <= 0 {
			limit = few
		}
		var begun beginning
		if begun, wrong = g.beginning(q, field, partial); wrong != nil {
			return
		}
		var list []value.Shown
		var found []*answer
		switch {
		case field != "":
			list, out.More = g.continuations(begun, limit)
		case begun.q == q && len(begun.given) == 0:
			found, out.More = g.list(q, limit, walkBudget)
			list = g.shownAnswers(q, found)
		default:
			found, out.More = g.listFrom(begun.q, begun.given, limit, walkBudget)
			list = g.shownAnswers(begun.q, found)
		}
		out.Options = append(out.Options, list...)
	})
	if wrong != nil {
		return out, wrong
	}
	return out, err
}

// openDecision is the open question of an id, whoever it is for.
func (g *Game) openDecision(id string) (*question, error) {
	q, err := g.find(id, 0)
	return q, err
}

func offerNamed(q *question, name string) *question {
	for _, o := range q.offers {
		if o.code.name == name {
			return o
		}
	}
	return nil
}

// continuations lists the values of the field behind those given that some legal
// answer has.
func (g *Game) continuations(begun beginning, limit int) (out []value.Shown, more bool) {
	q, at := begun.q, len(begun.given)
	b := g.try(q)
	defer b.done()
	if q.split == nil && !b.limitsHold(-1) {
		return nil, false
	}
	vals := make([][]int64, len(q.fields))
	for i, words := range begun.given {
		b.lay(q.fields[i], words)
		vals[i] = words
	}
	p := q.fields[at]
	d := b.domain(p) // before the room is marked that visit frees
	heap, room := b.heap, len(b.room)
	budget := walkBudget
	visit := func(words []int64) bool {
		if !b.spend(&budget, len(words)) || len(out) == limit {
			more = true
			return false
		}
		b.lay(p, words)
		vals[at] = words
		ok := q.split != nil || b.limitsHold(b.position(p)) && b.completes(at+1, vals, &budget)
		b.heap, b.room = heap, b.room[:room]
		if ok {
			out = append(out, b.shown(p.typ, words))
		}
		return true
	}
	switch {
	case q.split == nil:
		b.values(p, d, visit)
	case at == len(q.fields)-1: // the last part takes all that is left
		permutations(b.unplaced(begun.given), visit)
	default:
		arrangements(b.unplaced(begun.given), nil, visit)
	}
	return out, more
}

// completes reports whether some legal answer begins with the fields laid so far.
func (b *bench) completes(i int, vals [][]int64, budget *int) bool {
	found := false
	b.walkFields(i, vals, budget, func([][]int64) bool { found = true; return false })
	return found
}
