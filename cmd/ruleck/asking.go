package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// asking is one decision while a person answers it, field by field, or an action
// taken beside it. After each field the rules say how the answer goes on; nothing
// happens before it is whole.
type asking struct {
	*terminal
	decision  interpreter.Decision
	meanwhile []interpreter.Open // actions that are open beside it
	act       *interpreter.Open  // the one that is taken; nil while the decision is answered
	given     []part             // the fields so far
	now       *choice            // the one that is asked for
}

// part is one field of an answer.
type part struct {
	name   string
	value  any
	forced bool // it was not asked, since nothing else was left
}

// offerField is the name under which an answer to a window says which action it takes.
const offerField = "offer"

// mostOptions bounds what is listed of one field. More may be named.
const mostOptions = 10_000

// wholeAnswer is an answer that was written in one piece.
type wholeAnswer struct{ value any }

func (wholeAnswer) Error() string { return "a whole answer" }

// answer asks for the whole answer.
func (q *asking) answer() (any, error) {
	for {
		next, err := q.next()
		if err != nil {
			return nil, err
		}
		if next == nil {
			return q.value(q.given), nil
		}
		if v, forced := next.forced(); forced && q.fits(next, v) {
			q.tell("  ", q.paint(quietRole, clean(next.field.Name+": "+spell(v)+", since nothing else is left")))
			q.given = append(q.given, part{name: next.field.Name, value: v, forced: true})
			continue
		}
		v, err := q.choose(next)
		var whole wholeAnswer
		switch {
		case err == errBack && q.stepBack():
		case err == errBack && q.act == nil:
			q.tell("", "this is the beginning of the answer; undo takes back the one before it")
		case errors.As(err, &whole):
			return whole.value, nil
		case err != nil:
			return nil, err
		default:
			q.given = q.with(next, v)
		}
	}
}

// stepBack takes the last field away that was asked, and reports whether there was one.
func (q *asking) stepBack() bool {
	for i := len(q.given) - 1; i >= 0; i-- {
		if !q.given[i].forced {
			q.given = q.given[:i]
			return true
		}
	}
	return false
}

// value is the answer made of some parts.
func (q *asking) value(parts []part) any {
	if q.yesOrNo() {
		return parts[0].value
	}
	return fieldsOf(parts)
}

func fieldsOf(parts []part) map[string]any {
	m := map[string]any{}
	for _, p := range parts {
		m[p.name] = p.value
	}
	return m
}

func (q *asking) yesOrNo() bool {
	return q.act == nil && q.decision.Kind == "may" && len(q.decision.Fields) == 0
}

// next is the choice to make now; nil if the answer is whole.
func (q *asking) next() (*choice, error) {
	switch {
	case q.yesOrNo() && len(q.given) > 0:
		return nil, nil
	case q.yesOrNo():
		return q.choiceOf(interpreter.Field{Name: "yes or no", Kind: kindYesNo}, []any{"yes", "no"}), nil
	case q.act == nil && q.decision.Kind == "window" && len(q.given) == 0:
		return q.offers(), nil
	}
	draft, err := q.draft(q.given)
	var e *interpreter.Error
	switch {
	case errors.As(err, &e) && e.Bad: // what was open no longer is
		q.senseless(err)
		return nil, errAgain
	case err != nil:
		q.failedRule(err)
		return q.choiceOf(interpreter.Field{Name: "this cannot be answered", Kind: kindStuck}, nil), nil
	case len(draft.Against) > 0: // the rules are against any answer
		q.show(refused{draft.Against})
		return q.choiceOf(interpreter.Field{Name: "this cannot be answered", Kind: kindStuck}, nil), nil
	case draft.Next == nil:
		return nil, nil
	}
	things := draft.Next.From
	if draft.Next.Kind == "one" {
		things = draft.Next.Options
	}
	c := q.choiceOf(*draft.Next, plainList(things))
	c.more, c.split = draft.More, q.act == nil && q.decision.Kind == "split"
	return c, nil
}

// draft asks the rules how an answer that begins with some parts goes on.
func (q *asking) draft(parts []part) (interpreter.Draft, error) {
	game := q.host.game
	if q.act != nil {
		return game.DraftAct(q.act.Player, q.act.Action, fieldsOf(parts), mostOptions)
	}
	return game.DraftAnswer(q.decision.ID, fieldsOf(parts), mostOptions)
}

func (q *asking) choiceOf(f interpreter.Field, things []any) *choice {
	c := &choice{field: f, things: things}
	for _, v := range things {
		c.titles = append(c.titles, q.titleOf(v))
	}
	return c
}

// offers is the choice of an action of a window; each is listed with what it asks for.
func (q *asking) offers() *choice {
	c := &choice{field: interpreter.Field{Name: "which", Kind: kindOffer}}
	for _, o := range q.decision.Offers {
		c.things = append(c.things, o.Action)
		c.titles = append(c.titles, fieldNames(o.Fields))
	}
	return c
}

func fieldNames(fields []interpreter.Field) string {
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	if names == nil {
		return ""
	}
	return "then " + strings.Join(names, ", ")
}

// choose asks for one field until what is chosen may stand there.
func (q *asking) choose(c *choice) (any, error) {
	q.now = c
	q.soFar()
	q.list(c)
	for {
		e, err := q.read(c)
		switch {
		case err == errBack && len(c.earlier) > 0:
			last := len(c.earlier) - 1
			c.chosen, c.earlier = c.earlier[last], c.earlier[:last]
			q.soFar(part{name: c.field.Name, value: c.chosen})
			continue
		case err != nil:
			return nil, err
		case e.isJSON && q.isWhole(e.value):
			return nil, wholeAnswer{e.value}
		}
		if q.narrowed(c, e) {
			continue
		}
		v, finished, wrong := c.meaning(e)
		switch {
		case wrong != "":
			q.tell("", wrong)
		case finished && q.stands(c, v):
			return v, nil
		case !finished:
			c.earlier, c.chosen = append(c.earlier, c.chosen), v.([]any)
			q.soFar(part{name: c.field.Name, value: c.chosen})
		}
	}
}

// with is the answer so far and one more field.
func (q *asking) with(c *choice, v any) []part {
	name := c.field.Name
	if c.field.Kind == kindOffer {
		name = offerField
	}
	return append(slices.Clone(q.given), part{name: name, value: v})
}

// fits reports whether the answer may begin with what was chosen.
func (q *asking) fits(c *choice, v any) bool {
	draft, err := q.draft(q.with(c, v))
	return err == nil && len(draft.Against) == 0
}

// stands reports whether the answer may begin with what was chosen. If not, it says why.
func (q *asking) stands(c *choice, v any) bool {
	switch {
	case c.field.Kind == kindYesNo, c.field.Kind == kindAct:
		return true
	case c.field.Kind == kindOffer && !c.listed(spell(v)): // to hear why it is not
		_ = q.judge(map[string]any{offerField: v})
		return false
	}
	parts := q.with(c, v)
	draft, err := q.draft(parts)
	switch {
	case err != nil:
		q.wrong(err)
	case len(draft.Against) > 0:
		q.show(refused{draft.Against})
		if q.complete(parts) {
			q.insteadOf(q.value(parts))
		}
	default:
		return true
	}
	return false
}

// insteadOf tells what is legal and near to a refused answer.
func (q *asking) insteadOf(answer any) {
	if e, err := q.explanation(answer); err == nil {
		q.nearest(e.Nearest)
	}
}

// isWhole reports whether a JSON value is a whole answer and not one of its fields: an
// object that names fields.
func (q *asking) isWhole(v any) bool {
	obj, ok := v.(map[string]any)
	names := []string{offerField}
	fields := q.decision.Fields
	if q.act != nil {
		fields = q.act.Fields
	}
	for _, f := range fields {
		names = append(names, f.Name)
	}
	for key := range obj {
		if slices.Contains(names, key) {
			return true
		}
	}
	return ok && len(obj) == 0 && len(fields) == 0
}

// soFar tells what was chosen of this answer, with what was chosen of one field yet.
func (q *asking) soFar(more ...part) {
	var parts []string
	if q.act != nil {
		parts = append(parts, "action: "+q.act.Player+" "+q.act.Action)
	}
	for _, p := range slices.Concat(q.given, more) {
		parts = append(parts, p.name+": "+spell(p.value))
	}
	if parts != nil {
		q.tell("  ", q.paint(quietRole, clean("so far "+strings.Join(parts, "; "))))
	}
}

func plainList(list []value.Shown) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s.Any()
	}
	return out
}

// titleOf is what is printed on a card, if the rulebook says so.
func (t *terminal) titleOf(v any) string {
	name, ok := v.(string)
	if !ok {
		return ""
	}
	if t.titles == nil {
		t.titles = titlesOf(t.host.program)
	}
	if title := t.titles[name]; title != "" {
		return title
	}
	if base, copied, ok := cutLast(name, "."); ok && isNumber(copied) { // one of several copies
		return t.titles[base]
	}
	return ""
}

func titlesOf(p *interpreter.Program) map[string]string {
	titles := map[string]string{}
	for _, table := range p.Describe().Tables {
		rows, _ := table.Detail["rows"].([]any)
		for _, r := range rows {
			row, _ := r.(map[string]any)
			if title, ok := row["display"].(string); ok {
				titles[fmt.Sprint(row["name"])] = title
			}
		}
	}
	return titles
}
