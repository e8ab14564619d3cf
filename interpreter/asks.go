package interpreter

import (
	"slices"

	"ruleck/dsl"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// ask compiles a statement that asks a player, or shows one something. A choice
// with `if none` gives the jump that skips the rest of its block.
func (k *compiler) ask(d *dsl.Ask) (skip *opJump) {
	if d.Looks == nil {
		k.mayAsk(d)
	}
	who := k.expr(&dsl.Expr{Node: d.Who.Node, Text: d.Who.Span().Text()}, nil)
	if !broken(who) && (who.Type.Kind != types.Name || who.Type.Named != k.l.world.Seats) {
		k.l.errorf(CodeType, d.Who, "only a player can be asked; %s is %s", who.Text, an(who.Type))
	}
	ask := opAsk{who: who, step: k.step, rule: k.askRule(d)}
	switch {
	case d.Chooses != nil:
		return k.chooses(ask, d.Chooses)
	case d.Splits != nil:
		k.splits(ask, d.Splits)
	case d.Must != nil:
		if call := k.call(d.Must.Call, formAction); call != nil {
			k.emit(&opMust{opAsk: ask, call: call})
		}
	case d.May != nil && d.May.Call != nil:
		k.mayAct(ask, d.May)
	case d.May != nil:
		k.may(ask, d.May)
	case d.Takes != nil:
		k.takes(ask, d.Takes)
	case d.Looks != nil:
		k.looks(ask, d.Looks)
	}
	return nil
}

// mayAsk reports a question where nobody can be asked.
func (k *compiler) mayAsk(at spanned) {
	if place := k.unasked(); place != "" {
		k.l.errorf(CodeShape, at, "nobody can be asked inside %s", place)
	}
}

// unasked names where the compiler is, if nobody can be asked there.
func (k *compiler) unasked() string {
	switch {
	case k.together > 0:
		return "a `together` block"
	case k.finally:
		return "a `finally` step"
	}
	return ""
}

// askRule registers who is asked as a rule of its own, named after the step: a
// refusal of the wrong player, or of passing, cites it.
func (k *compiler) askRule(d *dsl.Ask) int {
	cite := askCite(d)
	if d.Chooses != nil {
		cite = d.Chooses.Choice.Cite
	}
	if d.Looks != nil && cite != nil {
		return k.l.rule(k.step+".looks", "look", d.Span(), cite)
	}
	return k.askedBy(cite, d)
}

// askedBy is the rule of a question: its own if it cites, else that of the step, else
// of the text.
func (k *compiler) askedBy(cite *dsl.Cite, at spanned) int {
	switch {
	case cite != nil:
		return k.l.rule(k.step+".player", "guard", at.Span(), cite)
	case len(k.l.prog.rules[k.rule].Clauses) == 0:
		return k.c.rule
	}
	return k.rule
}

func (k *compiler) chooses(ask opAsk, d *dsl.Chooses) (skip *opJump) {
	p := &param{name: d.Choice.Name.Text, choice: &choice{}, at: k.local(1)}
	k.choice(p, d.Choice, k.step)
	o := &opChooses{opAsk: ask, field: p, ifNone: -1, code: k.c}
	k.emit(o)
	if d.IfNone != nil {
		over := &opJump{}
		k.emit(over)
		o.ifNone = k.here()
		k.block(d.IfNone)
		skip = &opJump{}
		k.emit(skip)
		over.to = k.here()
	}
	if p.typ == nil || k.unknown[p.name] {
		k.unknown[p.name] = true
		return skip
	}
	k.bind(d.Choice.Name, p.typ, p.at)
	return skip
}

func (k *compiler) splits(ask opAsk, d *dsl.Splits) {
	what := k.expr(d.What, nil)
	o := &opSplits{opAsk: ask, what: what, code: k.c}
	k.emit(o)
	if broken(what) || !what.Type.Listy() || !what.Type.Elem.Scalar() {
		if !broken(what) {
			k.l.errorf(CodeType, d.What, "only a list of single things can be split, not %s", an(what.Type))
		}
		for _, p := range d.Parts {
			k.unknown[p.Text] = true
		}
		return
	}
	for _, name := range d.Parts {
		k.l.answerName(name)
		p := &param{name: name.Text, typ: &types.Type{Kind: types.List, Elem: what.Type.Elem}, at: k.local(1)}
		o.parts = append(o.parts, p)
		k.bind(name, p.typ, p.at)
	}
}

func (k *compiler) mayAct(ask opAsk, d *dsl.May) {
	call := k.call(d.Call, formAction)
	if call == nil {
		return
	}
	o := &opMust{opAsk: ask, call: call, pass: true}
	k.emit(o)
	skip := &opJump{}
	k.emit(skip)
	o.otherwise = k.here()
	if d.Otherwise != nil {
		k.block(d.Otherwise)
	}
	skip.to = k.here()
}

func (k *compiler) may(ask opAsk, d *dsl.May) {
	o := &opMay{opAsk: ask, prompt: string(d.Prompt.Text)}
	k.emit(o)
	if d.Paying != nil {
		o.cost = k.cost(d)
		if o.cost != nil {
			k.settleAfter(o.cost.from.Field)
		}
	}
	k.block(d.Then)
	skip := &opJump{}
	k.emit(skip)
	o.otherwise = k.here()
	if d.Otherwise != nil {
		k.block(d.Otherwise)
	}
	skip.to = k.here()
}

func (k *compiler) cost(d *dsl.May) *cost {
	amount, from := k.count(d.Paying, 0, "pay"), k.place(d.From)
	if from == nil {
		return nil
	}
	if from.Type.Kind != types.Int {
		k.l.errorf(CodeType, d.From, "only a number can be paid from; %s is %s", from.Text, an(from.Type))
		return nil
	}
	c := &cost{amount: k.changedCost(amount), from: from, rule: k.rule}
	if d.CostCite != nil {
		c.rule = k.l.rule(k.step+".cost", "guard", d.From.Span(), d.CostCite)
	}
	return c
}

// changedCost is what saying yes costs, with the changes on it, which name it STEP.cost.
func (k *compiler) changedCost(amount *cond.Expr) *cond.Expr {
	name := k.step + ".cost"
	if k.step == k.c.name && slices.ContainsFunc(k.c.params, func(p *param) bool { return p.name == "cost" }) {
		return amount // that is the name of the parameter
	}
	k.l.prices = append(k.l.prices, name)
	if len(k.l.changes["value "+name]) == 0 || broken(amount) {
		return amount
	}
	nothing := &cond.Expr{Type: types.IntType, Scalar: func(*cond.Ctx) int64 { return 0 }}
	y := &layers{name: name, typ: types.IntType, base: amount, least: []*cond.Expr{nothing}}
	k.l.layers(y, "value "+name, func(ch *change, _ stage) *cond.Scope { return k.hooked(ch) }, func(*cond.Expr, bool) {})
	changed := *amount
	changed.Scalar = y.whole
	return &changed
}

func (k *compiler) takes(ask opAsk, d *dsl.Takes) {
	o := &opTakes{opAsk: ask}
	for _, c := range d.Calls {
		if call := k.call(c, formAction); call != nil {
			o.offers = append(o.offers, offer{call: call})
		}
	}
	k.l.windows = append(k.l.windows, k.step)
	for _, ch := range k.l.changesOn("offer " + k.step) {
		k.within(ch, k.step, func(in *guard) {
			if call := k.call(ch.decl.Offer.Call, formAction); call != nil {
				o.offers = append(o.offers, offer{call, in})
			}
		})
	}
	k.emit(o)
}

func (k *compiler) looks(ask opAsk, d *dsl.Looks) {
	o := &opLooks{opAsk: ask, top: k.count(d.Top, 0, "look at"), what: k.expr(d.What, nil), as: k.local(1)}
	k.emit(o)
	if broken(o.what) || !o.what.Type.Listy() {
		if !broken(o.what) {
			k.l.errorf(CodeType, d.What, "a player looks at a pile or a list, not at %s", an(o.what.Type))
		}
		k.unknown[d.As.Text] = true
		return
	}
	o.typ = asLocal(&types.Type{Kind: types.Set, Elem: o.what.Type.Elem})
	k.bind(d.As, o.typ, o.as)
}

// all compiles a question to several players at once.
func (k *compiler) all(d *dsl.All) {
	k.mayAsk(d)
	list := k.expr(d.In, &types.Type{Kind: types.List, Elem: &types.Type{Kind: types.Name, Named: k.l.world.Seats}})
	ask := opAsk{step: k.step, rule: k.askedBy(d.Cite, d), who: brokenExpr(types.IntType)}
	o := &opAll{opAsk: ask, list: list, at: k.local(1 + types.MaxSeats), bind: k.local(1), pass: d.How == "may"}
	o.typ = &types.Type{Kind: types.List, Elem: &types.Type{Kind: types.Name, Named: k.l.world.Seats}}
	vars := len(k.vars)
	k.bind(d.Name, o.typ.Elem, o.bind)
	o.call = k.call(d.Call, formAction)
	k.vars = k.vars[:vars]
	if o.call == nil {
		return
	}
	k.emit(&opAllList{o})
	k.emit(o)
	k.emit(&opApply{all: o, count: k.local(1)})
}

// opForbidden skips a step while a change forbids it.
type opForbidden struct {
	guard *guard
	to    int
}

func (o *opForbidden) do(g *Game) {
	if g.inForce(o.guard) {
		g.touchRule(o.guard.rule, touchTrue)
		g.pc = o.to
	}
}
