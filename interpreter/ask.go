package interpreter

import (
	"fmt"
	"slices"

	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// question is one decision that waits for one player, worked out from the state.
type question struct {
	asker  asker
	player int64 // word of who must answer
	step   string
	rule   int    // the ask: its citations are those of its guards
	kind   string // one, some, sequence, split, number, may, window, record
	prompt string
	pass   bool
	index  int // which of several simultaneous ones

	offered bool // an offer of a window: its answers say which

	// What is asked is answered in a frame: the current one for a plain choice, one
	// laid out beyond the stack's top for an action.
	code   *code
	args   [][]int64 // an action's fixed parameters
	fields []*param  // open parameters in order
	limits []*limit
	cost   *cost
	offers []*question // a window: one for each action
	split  *opSplits
}

// cost is what saying yes takes.
type cost struct {
	amount *cond.Expr
	from   *cond.PlaceExpr
	rule   int
}

// answer is one answer as words: the elements of each field in order.
type answer struct {
	pass  bool
	yes   bool
	offer int
	vals  [][]int64
}

// opAsk is what every asking instruction shares.
type opAsk struct {
	who  *cond.Expr
	step string
	rule int
}

func (o *opAsk) where(g *Game) diag.Span {
	if span := exprSpan(o.who); span.Source != nil {
		return span
	}
	return g.code.span
}

func (o *opAsk) asked(g *Game, kind string) *question {
	w := o.who.Scalar(&g.ctx)
	if w == 0 {
		panic(exprFault(o.who, "nobody is asked: it is none"))
	}
	g.touchRule(o.rule, touchAsked)
	return &question{player: w, step: o.step, rule: o.rule, kind: kind}
}

// opChooses: p chooses one x from …
type opChooses struct {
	opAsk
	field  *param
	ifNone int // where the block for an empty choice begins; -1 without
	code   *code
}

func (o *opChooses) do(g *Game) {
	if o.ifNone >= 0 && g.isEmpty(o.field.choice) {
		g.pc = o.ifNone
		return
	}
	g.waiting = true
}

func (g *Game) isEmpty(c *choice) bool {
	if c.kind == "number" {
		return c.from.Scalar(&g.ctx) > c.to.Scalar(&g.ctx)
	}
	return len(c.from.Words(&g.ctx)) == 0
}

func (o *opChooses) questions(g *Game) []*question {
	q := o.asked(g, kindWord[o.field.choice.kind])
	q.asker, q.code, q.fields = o, o.code, []*param{o.field}
	return []*question{q}
}

// kindWord is the contract's word for a kind of choice.
var kindWord = map[string]string{"one": "one", "some": "some", "sequence": "sequence", "number": "number", "bag": "bag"}

func (o *opChooses) accept(g *Game, q *question, a *answer) {
	g.setLocal(o.field.at, o.field.typ, a.vals[0])
	g.pc++
}

// opSplits: p splits seen into upper, lower in any order.
type opSplits struct {
	opAsk
	what  *cond.Expr
	parts []*param
	code  *code
}

func (o *opSplits) do(g *Game) { g.waiting = true }

func (o *opSplits) questions(g *Game) []*question {
	q := o.asked(g, "split")
	q.asker, q.code, q.fields, q.split = o, o.code, o.parts, o
	return []*question{q}
}

func (o *opSplits) accept(g *Game, q *question, a *answer) {
	for i, p := range o.parts {
		g.setLocal(p.at, p.typ, a.vals[i])
	}
	g.pc++
}

// opMust: p must lead.pass(), and p may bid.make(p) otherwise { … }.
type opMust struct {
	opAsk
	call      *callSite
	pass      bool
	otherwise int // where to go on after passing
}

func (o *opMust) do(g *Game) { g.waiting = true }

func (o *opMust) questions(g *Game) []*question {
	q := o.asked(g, "")
	q.asker, q.pass = o, o.pass
	g.action(q, o.call)
	return []*question{q}
}

// action makes a question of an action's open parameters.
func (g *Game) action(q *question, call *callSite) {
	q.code = call.resolve(g)
	q.args = g.args(call.args)
	if len(q.code.adjusts) > 0 {
		g.adjust(q)
	}
	q.fields, q.limits = q.code.fields, q.code.limits
	switch {
	case len(q.fields) == 1:
		q.kind = kindWord[q.fields[0].choice.kind]
	case len(q.fields) == 0:
		q.kind = "may"
	default:
		q.kind = "record"
	}
}

// adjust applies the changes of an action's fixed parameters before it is asked.
func (g *Game) adjust(q *question) {
	b := g.try(q)
	defer b.done()
	for _, a := range q.code.adjusts {
		for i, p := range q.code.params {
			if p == a.param && i < len(q.args) {
				q.args[i] = a.value.apply(g, q.args[i])
				b.lay(p, q.args[i]) // for the changes of those behind it
			}
		}
	}
}

func (o *opMust) accept(g *Game, q *question, a *answer) {
	g.pc++
	if a.pass {
		g.pc = o.otherwise
		return
	}
	g.perform(q, a)
}

// perform begins an action whose answer was judged.
func (g *Game) perform(q *question, a *answer) {
	args := make([][]int64, len(q.code.params))
	copy(args, q.args)
	for i, p := range q.code.opens {
		args[p] = a.vals[i]
	}
	g.push(q.code, args)
	g.inherit(q.code)
	at := g.base + types.FrameHooks
	g.mem.Set(at, g.mem.Words[at]|1<<judged)
	g.mem.Set(g.base+types.FrameBy, q.player)
}

// opMay: p may "use it" paying 1 from p.coins { … } otherwise { … }.
type opMay struct {
	opAsk
	prompt    string
	cost      *cost
	otherwise int
}

func (o *opMay) do(g *Game) { g.waiting = true }

func (o *opMay) questions(g *Game) []*question {
	q := o.asked(g, "may")
	q.asker, q.prompt, q.cost, q.pass = o, o.prompt, o.cost, true
	return []*question{q}
}

func (o *opMay) accept(g *Game, q *question, a *answer) {
	g.pc++
	if !a.yes {
		g.pc = o.otherwise
		return
	}
	if o.cost != nil {
		take := opAdd{place: o.cost.from, expr: o.cost.amount, minus: true}
		take.do(g)
		g.touchRule(o.cost.rule, touchRan)
	}
}

// opTakes: p takes one of several actions: those of the text, and those that changes
// offer while they are in force.
type opTakes struct {
	opAsk
	offers []offer
}

type offer struct {
	call *callSite
	in   *guard // nil: always
}

func (o *opTakes) do(g *Game) { g.waiting = true }

func (o *opTakes) questions(g *Game) []*question {
	q := o.asked(g, "window")
	q.asker = o
	for _, one := range o.offers {
		call := one.call
		if one.in != nil {
			if !g.inForce(one.in) {
				continue
			}
			g.touchRule(one.in.rule, touchTrue)
		}
		offer := &question{asker: o, player: q.player, step: q.step, rule: q.rule, offered: true}
		g.action(offer, call)
		if offerNamed(q, offer.code.name) != nil {
			panic(fault(call.span, offer.code.name+" is on offer twice: an answer could not say which", "offer it once, or give one of them a name of its own"))
		}
		q.offers = append(q.offers, offer)
	}
	return []*question{q}
}

func (o *opTakes) accept(g *Game, q *question, a *answer) {
	g.pc++
	g.perform(q.offers[a.offer], a)
}

// opAll asks several players at once. Answers are sealed on the frame's heap until
// all are in; then opApply lets them happen in the order of the list.
//
// Locals from at on: the list of players, then a packed answer for each seat.
type opAll struct {
	opAsk
	list *cond.Expr
	at   int
	typ  *types.Type
	bind int
	call *callSite
	pass bool
}

// opAllList takes the list of players once, before opAll asks them.
type opAllList struct{ all *opAll }

func (o *opAllList) do(g *Game) {
	players := g.words(o.all.list)
	for i, p := range players {
		if slices.Contains(players[:i], p) {
			panic(exprFault(o.all.list, g.playerName(p)+" is asked twice at once"))
		}
	}
	g.setLocal(o.all.at, o.all.typ, players)
}

func (o *opAll) where(*Game) diag.Span { return exprSpan(o.list) }

func (o *opAll) do(g *Game) {
	if len(o.waiting(g)) == 0 {
		g.pc++
		return
	}
	g.waiting = true
}

// waiting are the positions of those whose answer is not in.
func (o *opAll) waiting(g *Game) []int {
	var out []int
	for i := range g.local(g.base, o.at, o.typ) {
		if g.mem.Words[g.base+o.at+1+i] == 0 {
			out = append(out, i)
		}
	}
	return out
}

func (o *opAll) questions(g *Game) []*question {
	players := g.local(g.base, o.at, o.typ)
	var out []*question
	for _, i := range o.waiting(g) {
		out = append(out, o.question(g, i, players[i]))
	}
	return out
}

func (o *opAll) question(g *Game, i int, player int64) *question {
	g.touchRule(o.rule, touchAsked)
	bind, before := g.base+o.bind, g.mem.Words[g.base+o.bind]
	g.mem.Words[bind] = player // read by the arguments only
	defer func() { g.mem.Words[bind] = before }()
	q := &question{asker: o, player: player, step: o.step, rule: o.rule, pass: o.pass, index: i}
	g.action(q, o.call)
	return q
}

// accept seals an answer: [pass, for each field its length and elements].
func (o *opAll) accept(g *Game, q *question, a *answer) {
	sealed := []int64{0}
	if a.pass {
		sealed[0] = 1
	}
	for _, v := range a.vals {
		sealed = append(append(sealed, int64(len(v))), v...)
	}
	top := int(g.mem.Words[g.base+types.FrameTop])
	g.needRoom(top+len(sealed), g.code.span)
	for i, w := range sealed {
		g.mem.Set(top+i, w)
	}
	g.mem.Set(g.base+types.FrameTop, int64(top+len(sealed)))
	g.mem.Set(g.base+o.at+1+q.index, types.PackList(top, len(sealed)))
}

// unseal reads an answer back.
func (o *opAll) unseal(g *Game, i int) *answer {
	w := g.mem.Words[g.base+o.at+1+i]
	words := g.mem.Words[types.ListAddr(w) : types.ListAddr(w)+types.ListLen(w)]
	a := &answer{pass: words[0] == 1}
	for at := 1; at < len(words); {
		n := int(words[at])
		a.vals = append(a.vals, append([]int64(nil), words[at+1:at+1+n]...))
		at += 1 + n
	}
	return a
}

// opApply lets the next sealed answer happen. Before that, and after each one that
// happened, all that are still sealed must be possible: one that an earlier one made
// impossible clashes with it, which is an error of the rules.
type opApply struct {
	all   *opAll
	count int // local: how many were applied
}

func (o *opApply) do(g *Game) {
	players := g.local(g.base, o.all.at, o.all.typ)
	i := int(g.mem.Words[g.base+o.count])
	if i >= len(players) {
		for k := range players {
			g.mem.Set(g.base+o.all.at+1+k, 0)
		}
		g.mem.Set(g.base+o.count, 0)
		return
	}
	for k := i; i > 0 && k < len(players); k++ {
		if !o.possible(g, k, players[k]) {
			panic(o.clashes(g, players[i-1], players[k]))
		}
	}
	g.mem.Set(g.base+o.count, int64(i+1))
	q, a := o.all.question(g, i, players[i]), o.all.unseal(g, i)
	g.recordAnswer(q, a)
	g.pc-- // come back for the next one
	if !a.pass {
		g.perform(q, a)
	}
}

// clash is a round of sealed answers that cannot all happen.
type clash struct {
	all     *opAll
	base    int // of the frame that asks
	players []any
}

// possible reports whether a sealed answer is still legal. An error while that is
// judged counts as not: it is no error where the answer was given.
func (o *opApply) possible(g *Game, i int, player int64) (is bool) {
	a := o.all.unseal(g, i)
	if a.pass {
		return true
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *cond.Fault, *Error:
			is = false
		default:
			panic(r)
		}
	}()
	return g.judge(o.all.question(g, i, player), a) == nil
}

// clashes is the error for two sealed answers that cannot both happen. It names the
// players and nothing of what they answered: that is sealed, and stays so.
func (o *opApply) clashes(g *Game, a, b int64) *Error {
	err := fault(o.all.where(g), fmt.Sprintf("the answers of %s and %s at %s clash: both are asked anew", g.playerName(a), g.playerName(b), o.all.step),
		"limits on simultaneous answers may depend only on what all of them leave alone")
	err.clash = &clash{o.all, g.base, []any{g.playerName(a), g.playerName(b)}}
	return err
}

// askAnew drops the sealed answers of a round that clashed: whoever would have to give
// the last one might else have none to give. What is left is as before the first of
// them. Only the innermost frame can be taken back like this; where an answer that
// happened has asked something in between, an error leaves all as before the last one.
func (c *clash) askAnew(g *Game) {
	o := c.all
	first, given := 0, 0
	for i := range g.local(g.base, o.at, o.typ) {
		slot := g.base + o.at + 1 + i
		w := g.mem.Words[slot]
		if w == 0 {
			continue
		}
		if at := types.ListAddr(w); first == 0 || at < first {
			first = at
		}
		given++
		g.mem.Set(slot, 0)
	}
	if given > 0 {
		g.mem.Clear(first, int(g.mem.Words[g.base+types.FrameTop]))
		g.mem.Set(g.base+types.FrameTop, int64(first))
	}
	g.marks = g.marks[:max(0, len(g.marks)-given)]
	g.record("clashed", g.prog.rules[o.rule].Clauses, heldArg{"step", tell(o.step)}, heldArg{"players", tell(c.players)})
}

// opLooks shows pieces to one player.
type opLooks struct {
	opAsk
	top  *cond.Expr
	what *cond.Expr
	as   int
	typ  *types.Type
}

func (o *opLooks) do(g *Game) {
	who := o.who.Scalar(&g.ctx)
	if who == 0 {
		panic(exprFault(o.who, "nobody looks: it is none"))
	}
	seen := g.words(o.what)
	if o.top != nil {
		n := o.top.Scalar(&g.ctx)
		if n < 0 {
			panic(exprFault(o.top, "cannot look at fewer than none"))
		}
		seen = seen[:min(len(seen), int(n)*o.typ.Elem.Width())]
	}
	g.setLocal(o.as, o.typ, seen)
	g.touchRule(o.rule, touchRan)
	g.record("looked", g.prog.rules[o.rule].Clauses, heldArg{"player", tell(g.playerName(who))},
		heldArg{"at", g.holdList(o.typ, seen, audienceOf(who))})
}
