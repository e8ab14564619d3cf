package interpreter

import (
	"fmt"
	"slices"
	"strings"

	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// The life of one answer: find the question it is for, read the plain data as
// words, judge it, and only then take it and run on to the next decision. A
// refused answer has touched nothing.

// questions are what is asked now.
func (g *Game) questions() []*question {
	if !g.waiting || g.code == nil {
		return nil
	}
	if g.asked == nil {
		g.asked = g.code.ops[g.pc].(asker).questions(g)
	}
	return g.asked
}

// safely calls f and turns a fault into an error; f changes nothing.
func (g *Game) safely(f func()) (err error) {
	log := len(g.log)
	defer func() {
		if r := recover(); r != nil {
			err = g.failed(r)
			g.log = g.log[:log]
			g.idle()
		}
	}()
	g.ctx.Turns, g.ctx.MaxTurns = 0, turnBudget
	f()
	return nil
}

// id names an open decision: it changes with every answer taken, so a late answer
// cannot land on another question.
func (g *Game) id(q *question) string {
	return fmt.Sprintf("%d.%s", g.mem.Words[types.MemAnswers], g.playerName(q.player))
}

// Answer answers a decision. An empty id means the only one of that player, or, if
// that player has none, the first that is open (which refuses: wrong player).
func (g *Game) Answer(decision, player string, plain any) (Refused, error) {
	return g.try2(decision, player, plain, true)
}

// WhyAnswer tells why an answer would be refused (nil if it would not) and changes nothing.
func (g *Game) WhyAnswer(decision, player string, plain any) (Refused, error) {
	return g.try2(decision, player, plain, false)
}

// notAsked says why a question is not a player's to answer: it is another's, or this
// one's answer is in already.
func (g *Game) notAsked(q *question, player int64) string {
	if all, ok := q.asker.(*opAll); ok && slices.Contains(g.local(g.base, all.at, all.typ), player) {
		return g.playerName(player) + " has answered, and no answer is changed"
	}
	return fmt.Sprintf("%s decides this, not %s", g.playerName(q.player), g.playerName(player))
}

func (g *Game) try2(decision, player string, plain any, take bool) (refused Refused, err error) {
	seat, err := g.Viewer(player)
	if err != nil {
		return nil, err
	}
	var q *question
	var a *answer
	err2 := g.safely(func() {
		if q, err = g.find(decision, int64(seat)+1); err != nil {
			return
		}
		if q.player != int64(seat)+1 {
			refused = g.refusal(q.player, []reason{{name: q.step + ".player", rule: q.rule, reason: g.notAsked(q, int64(seat)+1)}})
			return
		}
		if c, args := g.otherAction(q, plain); c != nil {
			refused, err = g.notOpen(c, q.player, args)
			return
		}
		if a, err = g.readAnswer(q, plain); err != nil {
			return
		}
		refused = g.refusal(q.player, g.judge(q, a))
	})
	if err == nil {
		err = err2
	}
	if err != nil || refused != nil || !take {
		return refused, err
	}
	return nil, g.take(q, func() {
		if _, sealed := q.asker.(*opAll); !sealed {
			g.recordAnswer(q, a)
		}
		q.asker.accept(g, q, a)
	})
}

// find is the question an answer is for.
func (g *Game) find(decision string, player int64) (*question, error) {
	open := g.questions()
	if len(open) == 0 {
		return nil, bad("no decision is open", "")
	}
	if decision == "" {
		for _, q := range open {
			if q.player == player {
				return q, nil
			}
		}
		return open[0], nil
	}
	var ids []string
	for _, q := range open {
		if g.id(q) == decision {
			return q, nil
		}
		ids = append(ids, g.id(q))
	}
	return nil, bad(fmt.Sprintf("no decision %s is open", decision), "open: "+strings.Join(ids, ", "))
}

// take lets f happen as one accepted answer and runs on.
func (g *Game) take(q *question, f func()) error {
	before := moment{g.mem.Mark(), len(g.log)}
	err := g.attempt(func() {
		if all, ok := q.asker.(*opAll); !ok || len(all.waiting(g)) == 1 { // sealed answers count once, together
			g.mem.Set(types.MemAnswers, g.mem.Words[types.MemAnswers]+1)
		}
		f()
		g.run()
	})
	if err == nil {
		g.marks = append(g.marks, before)
		return nil
	}
	if e, is := err.(*Error); is && e.clash != nil && e.clash.all == q.asker && e.clash.base == g.base {
		if anew := g.attempt(func() { e.clash.askAnew(g) }); anew != nil {
			return anew
		}
	}
	return err
}

// Act takes an action that is open to a player: one on offer in a window, or one
// that may be taken meanwhile. One that is not open is refused with everything
// that stands against it.
func (g *Game) Act(player, action string, args map[string]any) (Refused, error) {
	return g.act(player, action, args, true)
}

// WhyAct tells why an act would be refused (nil if it would not) and changes nothing.
func (g *Game) WhyAct(player, action string, args map[string]any) (Refused, error) {
	return g.act(player, action, args, false)
}

func (g *Game) act(player, action string, args map[string]any, take bool) (refused Refused, err error) {
	seat, err := g.Viewer(player)
	if err != nil {
		return nil, err
	}
	c, err := g.actionNamed(action)
	if err != nil {
		return nil, err
	}
	var q *question
	var a *answer
	var window *question
	err2 := g.safely(func() {
		q, window = g.offered(c, int64(seat)+1)
		if q == nil {
			refused, err = g.notOpen(c, int64(seat)+1, args)
			return
		}
		if a, err = g.readFields(q, args, action); err != nil {
			return
		}
		refused = g.refusal(q.player, g.judge(q, a))
	})
	if err == nil {
		err = err2
	}
	if err != nil || refused != nil || !take {
		return refused, err
	}
	return nil, g.take(q, func() {
		if window != nil {
			a.offer = indexOfOffer(window, q)
			g.recordAnswer(window, a)
			window.asker.accept(g, window, a)
			return
		}
		g.record("acted", g.prog.rules[c.rule].Clauses, heldArg{"player", tell(player)}, heldArg{"action", tell(action)})
		g.perform(q, a)
	})
}

func indexOfOffer(window, q *question) int {
	for i, o := range window.offers {
		if o == q {
			return i
		}
	}
	return 0
}

func (g *Game) actionNamed(name string) (*code, error) {
	c := g.prog.codeOf[name]
	if c == nil || c.form != formAction {
		var known []string
		for _, k := range g.prog.codes {
			if k != nil && k.form == formAction {
				known = append(known, k.name)
			}
		}
		return nil, bad(fmt.Sprintf("no action is called %s", name), suggest(name, known))
	}
	return c, nil
}

// offered is the question that an act of a player answers, if the action is open
// to them now: in a window (then that, too), as the decision itself, or meanwhile.
func (g *Game) offered(c *code, player int64) (q, window *question) {
	for _, open := range g.questions() {
		if open.player != player {
			continue
		}
		for _, o := range open.offers {
			if o.code == c {
				return o, open
			}
		}
	}
	for _, o := range g.meanwhile() {
		if o.code == c && o.player == player {
			return o, nil
		}
	}
	return nil, nil
}

// meanwhile are the standing actions that are open now. While simultaneous answers
// are being sealed there are none.
func (g *Game) meanwhile() []*question {
	if !g.waiting {
		return nil
	}
	if _, sealed := g.code.ops[g.pc].(*opAll); sealed {
		return nil
	}
	var out []*question
	for _, o := range g.prog.opens {
		if g.running(o.during) == 0 {
			continue
		}
		for _, p := range g.words(o.each) {
			if o.when != nil && !g.with(p, func() bool { return o.when.Scalar(&g.ctx) != 0 }) {
				continue
			}
			q := &question{player: p, step: o.action.name, rule: o.rule}
			g.action(q, &callSite{code: o.action, args: nil})
			q.args = [][]int64{{p}}
			out = append(out, q)
		}
	}
	return out
}

// notOpen lists all that stands against an action that is not open: every limit
// that fails, and that it is not open if none does. The acting player is the
// action's first parameter; its other fixed parameters are among args.
func (g *Game) notOpen(c *code, player int64, args map[string]any) (Refused, error) {
	q := &question{player: player, step: c.name, rule: c.rule, code: c, limits: c.limits}
	rest := map[string]any{}
	for k, v := range args {
		rest[k] = v
	}
	for i, p := range c.params {
		if p.choice != nil {
			q.fields = append(q.fields, p)
			continue
		}
		if i == 0 && p.typ.Kind == types.Name && p.typ.Named.Form == types.Seats {
			q.args = append(q.args, []int64{player})
			continue
		}
		v, ok := rest[p.name]
		if !ok {
			return nil, bad(fmt.Sprintf("%s needs %s", c.name, p.name), "")
		}
		words, err := g.wordsOf(p.typ, v, p.name)
		if err != nil {
			return nil, err
		}
		delete(rest, p.name)
		q.args = append(q.args, words)
	}
	q.kind = "record"
	a, err := g.readFields(q, rest, c.name)
	if err != nil {
		return nil, err
	}
	against := g.judgeAttempt(q, a)
	if len(against) == 0 {
		against = []reason{{name: c.name + ".open", rule: c.rule, reason: fmt.Sprintf("%s is not open to %s now", c.name, g.playerName(player))}}
	}
	return g.refusal(player, against), nil
}

// judgeAttempt judges an action out of its time. What errs because of that counts
// only beside something that forbids it.
func (g *Game) judgeAttempt(q *question, a *answer) []reason {
	var out []reason
	b := g.try(q)
	defer b.done()
	for i, p := range q.fields {
		b.lay(p, a.vals[i])
	}
	for _, l := range q.limits {
		out = append(out, b.limit(l, true)...)
	}
	out = append(out, b.judgeFields(a.vals, true)...)
	for _, r := range out {
		if !r.spared {
			return out
		}
	}
	return nil
}

// refusal makes reasons into what the player is told; nil for none.
func (g *Game) refusal(player int64, reasons []reason) Refused {
	var out Refused
	for _, r := range reasons {
		values := map[string]value.Shown{}
		for _, p := range r.values {
			if s, ok := g.holdFor(player, p.Type, p.Words).Show(value.Viewer(player - 1)); ok {
				values[oneLine(p.Text)] = s
			}
		}
		out = append(out, Refusal{Name: r.name, Clauses: append([]string{}, g.prog.rules[r.rule].Clauses...), Reason: r.reason, Values: values})
	}
	return out
}

// readAnswer reads the plain data of an answer to a question.
func (g *Game) readAnswer(q *question, plain any) (*answer, error) {
	if plain == nil {
		return &answer{pass: true}, nil
	}
	if q.kind == "may" {
		yes, ok := plain.(bool)
		if !ok {
			return nil, bad("this is answered with true or false", "")
		}
		return &answer{yes: yes, pass: !yes && q.code != nil}, nil
	}
	obj, isObj := plain.(map[string]any)
	if q.kind == "window" {
		return g.readOffer(q, obj, isObj)
	}
	if len(q.fields) == 1 && !(isObj && (hasKey(obj, q.fields[0].name) || !q.fields[0].isObject())) {
		words, err := g.fieldWords(q.fields[0], plain)
		return &answer{vals: [][]int64{words}}, err
	}
	if !isObj {
		return nil, bad(q.step+" is answered with an object of its parameters", "")
	}
	return g.readFields(q, obj, q.step)
}

// isObject reports whether a value of the field may itself be written as an object.
func (p *param) isObject() bool { return p.typ.Kind == types.Union || p.typ.Kind == types.Record }

func hasKey(obj map[string]any, key string) bool { _, ok := obj[key]; return ok }

func (g *Game) readOffer(q *question, obj map[string]any, isObj bool) (*answer, error) {
	name, ok := obj["offer"].(string)
	if !isObj || !ok {
		return nil, bad(`this is answered with {"offer": NAME, …} or null`, "")
	}
	var names []string
	for i, o := range q.offers {
		names = append(names, o.code.name)
		if o.code.name != name {
			continue
		}
		a, err := g.readFields(o, without(obj, "offer"), name)
		if a != nil {
			a.offer = i
		}
		return a, err
	}
	return nil, bad(fmt.Sprintf("%s is not on offer", name), "on offer: "+strings.Join(names, ", "))
}

// otherAction is the action that an answer to a window names, if there is such an
// action and it is not on offer there.
func (g *Game) otherAction(q *question, plain any) (*code, map[string]any) {
	obj, _ := plain.(map[string]any)
	name, ok := obj["offer"].(string)
	c := g.prog.codeOf[name]
	if q.kind != "window" || !ok || c == nil || c.form != formAction || offerNamed(q, name) != nil {
		return nil, nil
	}
	return c, without(obj, "offer")
}

// readFields reads one value for each field by name.
func (g *Game) readFields(q *question, obj map[string]any, where string) (*answer, error) {
	a := &answer{yes: true}
	var names []string
	for _, p := range q.fields {
		names = append(names, p.name)
	}
	if err := onlyKeys(obj, names, where); err != nil {
		return nil, err
	}
	for _, p := range q.fields {
		v, ok := obj[p.name]
		if !ok {
			return nil, bad(fmt.Sprintf("%s lacks %s", where, p.name), "it is answered with "+strings.Join(names, ", "))
		}
		words, err := g.fieldWords(p, v)
		if err != nil {
			return nil, err
		}
		a.vals = append(a.vals, words)
	}
	return a, nil
}

// longestAnswer is how many words a field may take, so that it fits on the stack.
const longestAnswer = stackWords / 4

// fieldWords reads one field of an answer.
func (g *Game) fieldWords(p *param, plain any) ([]int64, error) {
	words, err := g.wordsOf(p.typ, plain, p.name)
	if err == nil && len(words) > longestAnswer {
		n := len(words) / p.typ.Elem.Width()
		return nil, bad(fmt.Sprintf("%s is %d long: no answer may be longer than %d", p.name, n, longestAnswer/p.typ.Elem.Width()), "")
	}
	return words, err
}
