package interpreter

import (
	"fmt"
	"strings"
)

// A record may be answered whole, or built field by field. The beginning of one is
// read and judged as strictly as an answer: what is not honoured would be a lie about
// what comes next.

// beginning is the values of the first fields of an answer, legal so far; in a window
// of one of its offers.
type beginning struct {
	q     *question
	given [][]int64
}

// beginning reads and judges a partial answer. Where a field is named, it must end just
// before that.
func (g *Game) beginning(q *question, field string, partial any) (beginning, error) {
	begun, err := g.begun(q, field, partial)
	if err != nil || len(begun.given) == 0 {
		return begun, err
	}
	if against := g.judgeBeginning(begun); against != nil {
		var why []string
		for _, r := range against {
			why = append(why, r.reason)
		}
		return beginning{}, bad("no answer begins like this: "+strings.Join(why, "; "), "")
	}
	return begun, nil
}

// begun reads a partial answer.
func (g *Game) begun(q *question, field string, partial any) (beginning, error) {
	obj, isObj := partial.(map[string]any)
	if partial != nil && !isObj {
		return beginning{}, bad("a partial answer is an object of the fields so far", "")
	}
	if q.kind == "window" {
		if field == "" && len(obj) == 0 {
			return beginning{q: q}, nil
		}
		var err error
		if q, obj, err = g.offerOf(q, obj); err != nil {
			return beginning{}, err
		}
	}
	given, err := g.readBeginning(q, field, obj)
	return beginning{q, given}, err
}

// offerOf is the offer that a partial answer to a window names, and the rest of it.
func (g *Game) offerOf(q *question, obj map[string]any) (*question, map[string]any, error) {
	var names []string
	for _, o := range q.offers {
		names = append(names, o.code.name)
	}
	name, ok := obj["offer"].(string)
	if !ok {
		return nil, nil, bad(`the partial answer must name the offer: {"offer": NAME}`, "on offer: "+strings.Join(names, ", "))
	}
	o := offerNamed(q, name)
	if o == nil {
		return nil, nil, bad(fmt.Sprintf("%s is not on offer", name), "on offer: "+strings.Join(names, ", "))
	}
	return o, without(obj, "offer"), nil
}

// readBeginning reads the values of the first fields. Those behind them must be missing.
func (g *Game) readBeginning(q *question, field string, obj map[string]any) ([][]int64, error) {
	var names []string
	end := -1
	for i, p := range q.fields {
		names = append(names, p.name)
		if p.name == field {
			end = i
		}
	}
	if err := onlyKeys(obj, names, q.step); err != nil {
		return nil, err
	}
	if field != "" && end < 0 {
		return nil, bad(fmt.Sprintf("%s has no field %s", q.step, field), suggest(field, names))
	}
	var given [][]int64
	for i, p := range q.fields {
		v, ok := obj[p.name]
		switch {
		case !ok && i < end:
			return nil, bad(fmt.Sprintf("the partial answer lacks %s, which comes before %s", p.name, field), "")
		case ok && end >= 0 && i >= end:
			return nil, bad(fmt.Sprintf("the partial answer has %s, which does not come before %s", p.name, field), "")
		case ok && i > len(given):
			return nil, bad(fmt.Sprintf("the partial answer has %s, but not %s, which comes before it", p.name, names[len(given)]), "")
		case !ok:
			continue
		}
		words, err := g.fieldWords(p, v)
		if err != nil {
			return nil, err
		}
		given = append(given, words)
	}
	return given, nil
}

// judgeBeginning lists what is against the first fields: their domains, and the limits
// that read no field behind them.
func (g *Game) judgeBeginning(begun beginning) []reason {
	q, given := begun.q, begun.given
	b := g.try(q)
	defer b.done()
	out := b.judgeFields(given, false)
	switch {
	case q.split != nil && len(given) == len(q.fields):
		return append(out, b.wholeSplit(given)...)
	case q.split != nil:
		return append(out, b.placed(given, func(n int) bool { return n > 1 })...)
	}
	last := -1
	if len(given) > 0 {
		last = b.position(q.fields[len(given)-1])
	}
	for _, l := range q.limits {
		if b.testedAt(l) <= last {
			out = append(out, b.limit(l, len(out) > 0)...)
		}
	}
	return out
}

// without is an object without one of its keys.
func without(obj map[string]any, key string) map[string]any {
	rest := map[string]any{}
	for k, v := range obj {
		if k != key {
			rest[k] = v
		}
	}
	return rest
}
