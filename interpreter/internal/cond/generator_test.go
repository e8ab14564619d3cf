package cond

import (
	"fmt"
	"math/rand"
	"strings"
)

// generator makes well-typed expressions over the test world. It writes each
// twice: as it is, and strictly (see TestOracle).
type generator struct {
	*rand.Rand
	uses  map[string]int
	bound []boundName
	fresh int
}

type boundName struct{ name, kind string }

type text struct{ text, strict string }

// one is an expression that reads the same both ways.
func one(format string, args ...any) text { s := fmt.Sprintf(format, args...); return text{s, s} }

// t fills the %s of a format with parts, both ways.
func tf(format string, parts ...text) text {
	plain, strict := make([]any, len(parts)), make([]any, len(parts))
	for i, p := range parts {
		plain[i], strict[i] = p.text, p.strict
	}
	return text{fmt.Sprintf(format, plain...), fmt.Sprintf(format, strict...)}
}

func (g *generator) use(names ...string) {
	for _, n := range names {
		g.uses[n]++
	}
}

func (g *generator) pick(options ...string) text { return one("%s", options[g.Intn(len(options))]) }

// choose runs one of some makers.
func (g *generator) choose(makers ...func() text) text { return makers[g.Intn(len(makers))]() }

// variable gives a quantifier's variable of a kind, if there is one.
func (g *generator) variable(kind string) (text, bool) {
	var names []string
	for _, b := range g.bound {
		if b.kind == kind {
			names = append(names, b.name)
		}
	}
	if len(names) == 0 || g.Intn(4) == 0 {
		return text{}, false
	}
	return g.pick(names...), true
}

// of makes an expression of a kind: int, bool, player, player?, card, card?,
// copy, outcome, outcome?, bid, color.
func (g *generator) of(kind string, d int) text {
	if v, found := g.variable(kind); found {
		return v
	}
	if d > 1 && g.Intn(12) == 0 && kind != "bool" {
		g.use("?:")
		return tf("(%s ? %s : %s)", g.bool(d-1), g.of(kind, d-1), g.of(kind, d-1))
	}
	switch kind {
	case "int":
		return g.int(d)
	case "bool":
		return g.bool(d)
	case "player":
		return g.player(d)
	case "card":
		return g.card(d)
	case "copy":
		return g.copyOf(d)
	case "outcome":
		return g.outcome(d)
	case "bid":
		return g.bid(d)
	case "color":
		if d > 0 && g.Intn(2) == 0 {
			g.use("column")
			return tf("%s.color", g.card(d-1))
		}
		return g.pick("red", "blue", "green", "Color.plain", "Color.red")
	}
	return g.maybe(strings.TrimSuffix(kind, "?"), d)
}

// maybe makes a reference that may be none.
func (g *generator) maybe(kind string, d int) text {
	if d <= 0 {
		switch kind {
		case "player":
			return g.pick("foe", "game.leader", "veto.owner")
		case "card":
			return g.pick("bribe.foe", "me.keeps")
		}
		return g.pick("me.choice", "it.chosen")
	}
	if g.Intn(6) == 0 {
		g.use("none", "?:")
		if g.Intn(2) == 0 {
			return tf("(%s ? none : %s)", g.bool(d-1), g.of(kind, d-1))
		}
		return tf("(%s ? %s : none)", g.bool(d-1), g.of(kind, d-1))
	}
	g.use("field")
	switch kind {
	case "player":
		return g.choose(
			func() text { return g.pick("foe", "game.leader") },
			func() text { return tf("%s.owner", g.anyCard(d-1)) },
			func() text { g.use("value"); return tf("top(%s)", g.bid(d-1)) },
			func() text { g.use("[]", "T.all"); return tf("Cell.all[%s].mark", g.small(d-1)) })
	case "card":
		return g.choose(
			func() text { g.use("column"); return tf("%s.foe", g.anyCard(d-1)) },
			func() text { return tf("%s.keeps", g.anyPlayer(d-1)) })
	}
	return g.choose(
		func() text { return tf("%s.choice", g.anyPlayer(d-1)) },
		func() text { g.use("per", "[]"); return tf("game.pick[%s]", g.player(d-1)) },
		func() text { return g.pick("it.chosen", "agenda.item.chosen") },
		func() text { return tf("%s.on", g.bid(d-1)) })
}

// anyPlayer is a player that may be none now and then, to be read from.
func (g *generator) anyPlayer(d int) text {
	if g.Intn(8) == 0 {
		return g.of("player?", d)
	}
	return g.of("player", d)
}

func (g *generator) anyCard(d int) text {
	if g.Intn(8) == 0 {
		return g.of("card?", d)
	}
	return g.of("card", d)
}

func (g *generator) player(d int) text {
	if d <= 0 {
		return g.pick("me", "who", "game.speaker", "P1", "P2", "Player.P3", "offer.by")
	}
	return g.choose(
		func() text { return g.pick("me", "who", "game.speaker") },
		func() text { g.use("field"); return tf("%s.boss", g.anyPlayer(d-1)) },
		func() text { g.use("field"); return tf("%s.by", g.bid(d-1)) },
		func() text { g.use("payload"); return tf("%s.player", g.anyOutcome(d-1)) },
		func() text { g.use("the"); return tf("the(%s)", g.maybe("player", d-1)) },
		func() text { g.use("[]"); return tf("%s[%s]", g.list("player", d-1), g.small(d-1)) })
}

func (g *generator) card(d int) text {
	if d <= 0 {
		return g.pick("veto", "riot", "Card.tax", "agenda.item.card", "it.card")
	}
	return g.choose(
		func() text { return g.pick("veto", "bribe", "it.card") },
		func() text { g.use("column"); return tf("%s.face", g.copyOf(d-1)) },
		func() text { g.use("payload"); return tf("%s.card", g.anyOutcome(d-1)) },
		func() text { g.use("the"); return tf("the(%s)", g.maybe("card", d-1)) },
		func() text { g.use("[]"); return tf("%s[%s]", g.list("card", d-1), g.small(d-1)) })
}

func (g *generator) copyOf(d int) text {
	if v, found := g.variable("copy"); found {
		return v
	}
	if d <= 0 || g.Intn(2) == 0 {
		g.use("copy")
		return tf("%s.copy(%s)", g.card(min(d, 1)-1), g.small(0))
	}
	g.use("[]")
	return tf("%s[%s]", g.list("copy", d-1), g.small(d-1))
}

func (g *generator) anyOutcome(d int) text {
	if g.Intn(3) == 0 {
		return g.maybe("outcome", d)
	}
	return g.of("outcome", d)
}

func (g *generator) outcome(d int) text {
	if d <= 0 {
		return g.pick("Outcome.For", "Outcome.Against")
	}
	g.use("union")
	return g.choose(
		func() text { return tf("Outcome.player(%s)", g.player(d-1)) },
		func() text { return tf("Outcome.card(%s)", g.card(d-1)) },
		func() text { return g.pick("Outcome.For", "Outcome.Against") },
		func() text { g.use("the"); return tf("the(%s)", g.maybe("outcome", d-1)) })
}

func (g *generator) bid(d int) text {
	if v, found := g.variable("bid"); found {
		return v
	}
	if d <= 0 {
		return g.pick("offer", "game.last", "it.bid", "agenda.item.bid")
	}
	return g.choose(
		func() text { return g.pick("offer", "game.last", "it.bid") },
		func() text {
			g.use("record")
			if g.Intn(3) == 0 {
				g.use("none")
				return tf("Bid(%s, %s, none)", g.player(d-1), g.int(d-1))
			}
			return tf("Bid(%s, %s, %s)", g.player(d-1), g.int(d-1), g.anyOutcome(d-1))
		},
		func() text { g.use("[]"); return tf("%s[%s]", g.list("bid", d-1), g.small(d-1)) })
}

// small is an int that is mostly a position in a list.
func (g *generator) small(d int) text {
	if d > 0 && g.Intn(8) == 0 {
		return g.int(d)
	}
	return g.pick("0", "0", "0", "0", "1")
}

func (g *generator) int(d int) text {
	if d <= 0 {
		return g.pick("0", "1", "2", "3", "n", "seven", "game.round", "it.slot", "-1")
	}
	return g.choose(
		func() text { return g.int(0) },
		func() text { return g.number(d) }, func() text { return g.number(d) }, func() text { return g.number(d) },
		func() text { return g.number(d) }, func() text { return g.number(d) }, func() text { return g.number(d) },
		func() text {
			g.use("field")
			return tf("%s.%s", g.anyPlayer(d-1), g.pick("goods", "vp"))
		},
		func() text { g.use("field"); return tf("%s.tokens", g.anyCard(d-1)) },
		func() text { g.use("column"); return tf("%s.cost", g.anyCard(d-1)) },
		func() text { g.use("field"); return tf("%s.amount", g.bid(d-1)) },
		func() text {
			g.use("times")
			return tf("%s.times(%s).%s", g.bid(d-1), g.int(d-1), g.pick("n", "amount"))
		},
		func() text { g.use("times"); return tf("%s.times(%s).n", g.bid(d-1), g.int(d-1)) },
		func() text { g.use("per", "[]"); return tf("game.votes[%s]", g.anyPlayer(d-1)) },
		func() text { return g.fold(d) },
		func() text { return g.fold(d) },
		func() text { return g.fold(d) },
		func() text { return g.call(d) },
		func() text { return g.call(d) },
		func() text { return g.pick("game.debt", "game.debt", "game.debt", "n", "9223372036854775807") })
}

func (g *generator) number(d int) text {
	a, b := g.of("int", d-1), g.of("int", d-1)
	op := g.pick("+", "-", "*", "/", "%", "neg", "min", "max", "ceil_div").text
	g.use(op)
	switch op {
	case "neg":
		return tf("-(%s)", a)
	case "min", "max", "ceil_div":
		return tf(op+"(%s, %s)", a, b)
	}
	return tf("(%s %s %s)", a, one("%s", op), b)
}

func (g *generator) call(d int) text {
	return g.choose(
		func() text { g.use("member value"); return tf("%s.strength", g.player(d-1)) },
		func() text { g.use("value"); return tf("strength(%s)", g.player(d-1)) },
		func() text { g.use("value"); return tf("agenda.tally(%s)", g.outcome(d-1)) },
		func() text { g.use("value"); return tf("rank(%s, %s)", g.player(d-1), g.card(d-1)) },
		func() text { g.use("slot"); return tf("%s.worth(%s)", g.card(d-1), g.player(d-1)) })
}

// fold makes an int of a list.
func (g *generator) fold(d int) text {
	kind := g.element()
	switch xs := g.list(kind, d-1); g.Intn(4) {
	case 0:
		g.use("size")
		return tf("size(%s)", xs)
	case 1:
		g.use("index_of")
		return tf("%s.index_of(%s)", xs, g.of(kind, d-1))
	case 2:
		g.use("sum")
		x, body := g.with(kind, func() text { return g.int(d - 1) })
		return tf("%s.sum(%s, %s)", xs, x, body)
	default:
		g.use("count")
		x, body := g.with(kind, func() text { return g.bool(d - 1) })
		return tf("%s.count(%s, %s)", xs, x, body)
	}
}

// element is a kind that lists have.
func (g *generator) element() string {
	return g.pick("player", "player", "card", "copy", "int", "bid").text
}

// with makes the body of a quantifier.
func (g *generator) with(kind string, make func() text) (x, body text) {
	g.fresh++
	name := fmt.Sprintf("x%d", g.fresh)
	g.bound = append(g.bound, boundName{name, kind})
	body = make()
	g.bound = g.bound[:len(g.bound)-1]
	return one("%s", name), body
}

func (g *generator) bool(d int) text {
	if d <= 0 {
		return g.pick("yes", "true", "me.ready", "game.speaker.ready", "veto.ready")
	}
	return g.choose(
		func() text { return g.logic(d) }, func() text { return g.logic(d) }, func() text { return g.logic(d) },
		func() text { return g.comparison(d) }, func() text { return g.comparison(d) },
		func() text { return g.equality(d) }, func() text { return g.equality(d) },
		func() text { return g.quantifier(d) }, func() text { return g.quantifier(d) },
		func() text { return g.test(d) })
}

func (g *generator) logic(d int) text {
	a := g.bool(d - 1)
	switch g.Intn(6) {
	case 0:
		g.use("!")
		return tf("!(%s)", a)
	case 1:
		g.use("?:")
		return tf("(%s ? %s : %s)", a, g.bool(d-1), g.bool(d-1))
	case 2, 3:
		g.use("&&")
		b := g.bool(d - 1)
		return text{fmt.Sprintf("(%s && %s)", a.text, b.text), fmt.Sprintf("(%s ? %s : false)", a.strict, b.strict)}
	}
	g.use("||")
	b := g.bool(d - 1)
	return text{fmt.Sprintf("(%s || %s)", a.text, b.text), fmt.Sprintf("(%s ? true : %s)", a.strict, b.strict)}
}

func (g *generator) comparison(d int) text {
	op := g.pick("<", "<=", ">", ">=", "==", "!=")
	g.use(op.text)
	return tf("(%s %s %s)", g.of("int", d-1), op, g.of("int", d-1))
}

func (g *generator) equality(d int) text {
	op := g.pick("==", "!=")
	g.use(op.text)
	kind := g.pick("player", "card", "copy", "outcome", "bid", "color", "bool").text
	return g.choose(
		func() text { return tf("(%s %s %s)", g.of(kind, d-1), op, g.of(kind, d-1)) },
		func() text {
			kind := g.pick("player?", "card?", "outcome?").text
			g.use("none")
			return tf("(%s %s none)", g.of(kind, d-1), op)
		},
		func() text {
			kind := g.pick("player", "card", "outcome").text
			return tf("(%s %s %s)", g.of(kind+"?", d-1), op, g.of(kind, d-1))
		},
		func() text {
			kind := g.element()
			return tf("(%s %s %s)", g.list(kind, d-1), op, g.list(kind, d-1))
		},
		func() text { return tf("(%s %s %s)", g.set(d-1), op, g.set(d-1)) },
		func() text {
			g.use("ruling")
			return tf("(look %s %s)", op, g.pick("strict", "lenient", "look.strict"))
		})
}

func (g *generator) quantifier(d int) text {
	kind := g.element()
	xs := g.list(kind, d-1)
	if g.Intn(5) == 0 {
		kind, xs = "player", g.set(d-1)
	}
	macro := g.pick("all", "exists", "exists_one").text
	g.use(macro)
	x, body := g.with(kind, func() text { return g.bool(d - 1) })
	plain := fmt.Sprintf("%s.%s(%s, %s)", xs.text, macro, x.text, body.text)
	switch macro {
	case "all":
		return text{plain, fmt.Sprintf("(size(%s.filter(%s, !(%s))) == 0)", xs.strict, x.text, body.strict)}
	case "exists":
		return text{plain, fmt.Sprintf("(size(%s.filter(%s, %s)) > 0)", xs.strict, x.text, body.strict)}
	}
	return text{plain, fmt.Sprintf("%s.exists_one(%s, %s)", xs.strict, x.text, body.strict)}
}

func (g *generator) test(d int) text {
	return g.choose(
		func() text {
			g.use("is_")
			return tf("%s.%s", g.anyOutcome(d-1), g.pick("is_For", "is_Against", "is_player", "is_card"))
		},
		func() text {
			g.use("in")
			kind := g.element()
			return tf("(%s in %s)", g.of(kind, d-1), g.list(kind, d-1))
		},
		func() text { g.use("in"); return tf("(%s in %s)", g.anyPlayer(d-1), g.set(d-1)) },
		func() text { g.use("value"); return tf("eligible(%s)", g.player(d-1)) },
		func() text { g.use("field"); return tf("%s.ready", g.anyCard(d-1)) },
		func() text { g.use("field"); return tf("%s.spent", g.copyOf(d-1)) },
		func() text {
			g.use("running")
			return g.pick("running(agenda.item)", "running(agenda.turn)", "running(it)")
		})
}

// set makes a set of players. A filtered set is a set to us but a list to CEL,
// so filters of sets are only made where that makes no difference.
func (g *generator) set(d int) text {
	if d <= 0 {
		return g.pick("me.friends", "game.traded[who]")
	}
	g.use("field")
	return g.choose(
		func() text { return tf("%s.friends", g.anyPlayer(d-1)) },
		func() text { g.use("per", "[]"); return tf("game.traded[%s]", g.player(d-1)) },
		func() text { g.use("plus"); return tf("%s.plus(%s)", g.set(d-1), g.list("player", d-1)) },
		func() text { g.use("minus"); return tf("%s.minus(%s)", g.set(d-1), g.list("player", d-1)) })
}

// list makes a list of a kind.
func (g *generator) list(kind string, d int) text {
	if d <= 0 || g.Intn(3) == 0 {
		return g.plainList(kind, d)
	}
	quantified := func(macro string, result func() text) text {
		g.use(macro)
		xs := g.list(kind, d-1)
		x, body := g.with(kind, result)
		return tf("%s."+macro+"(%s, %s)", xs, x, body)
	}
	return g.choose(
		func() text { return quantified("filter", func() text { return g.bool(d - 1) }) },
		func() text { return quantified("best", func() text { return g.int(d - 1) }) },
		func() text { return quantified("sort_by", func() text { return g.int(d - 1) }) },
		func() text { return g.mapped(kind, d) },
		func() text { return g.flattened(kind, d) },
		func() text { g.use("plus"); return tf("%s.plus(%s)", g.list(kind, d-1), g.list(kind, d-1)) },
		func() text { g.use("minus"); return tf("%s.minus(%s)", g.list(kind, d-1), g.list(kind, d-1)) },
		func() text { g.use("distinct"); return tf("%s.distinct()", g.list(kind, d-1)) },
		func() text { g.use("reverse"); return tf("%s.reverse()", g.list(kind, d-1)) },
		func() text { g.use("first"); return tf("%s.first(%s)", g.list(kind, d-1), g.of("int", d-1)) },
		func() text { g.use("from"); return tf("%s.from(%s)", g.list(kind, d-1), g.of(kind, d-1)) })
}

func (g *generator) mapped(kind string, d int) text {
	g.use("map")
	from := g.element()
	xs := g.list(from, d-1)
	if g.Intn(3) == 0 {
		var test text
		x, body := g.with(from, func() text { test = g.bool(d - 1); return g.of(kind, d-1) })
		return tf("%s.map(%s, %s, %s)", xs, x, test, body)
	}
	x, body := g.with(from, func() text { return g.of(kind, d-1) })
	return tf("%s.map(%s, %s)", xs, x, body)
}

func (g *generator) flattened(kind string, d int) text {
	g.use("flatten")
	if g.Intn(2) == 0 {
		return tf("[%s, %s].flatten()", g.list(kind, d-1), g.list(kind, d-1))
	}
	from := g.element()
	xs := g.list(from, d-1)
	x, body := g.with(from, func() text { return g.list(kind, d-1) })
	return tf("%s.map(%s, %s).flatten()", xs, x, body)
}

func (g *generator) plainList(kind string, d int) text {
	if g.Intn(5) == 0 {
		g.use("list")
		if g.Intn(2) == 0 {
			return tf("[%s]", g.of(kind, d-1))
		}
		return tf("[%s, %s]", g.of(kind, d-1), g.of(kind, d-1))
	}
	switch kind {
	case "player":
		g.use("seats", "T.all")
		if d > 0 && g.Intn(3) == 0 {
			g.use("value")
			return tf("rich(%s, %s)", g.list("player", d-1), g.int(d-1))
		}
		return g.pick("asked", "seats()", "Player.all", "agenda.order()", "agenda.item.people", "it.people")
	case "card":
		g.use("T.all")
		return g.pick("game.laws", "some", "Card.all")
	case "copy":
		if d > 0 {
			return g.choose(
				func() text { g.use("field"); return tf("%s.hand", g.anyPlayer(d-1)) },
				func() text { g.use("member value"); return tf("%s.units", g.player(d-1)) },
				func() text { g.use("pieces"); return tf("%s.pieces()", g.anyCard(d-1)) },
				func() text { g.use("pieces"); return tf("%s.pieces()", g.card(d-1)) })
		}
		return g.pick("game.deck", "me.hand", "it.seen")
	case "int":
		return g.pick("game.numbers", "[1, 2, 3]", "[n, 0]")
	}
	if d > 0 {
		return tf("%s.bids", g.anyPlayer(d-1))
	}
	return g.pick("me.bids", "who.bids")
}
