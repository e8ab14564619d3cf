package interpreter_test

import (
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// Ten things that bend each other, on a council that votes on items (testdata/council):
// each is a few lines of rules, and each is shown where it meets the others.

// councilFiles are the base, then what is laid over it: names of files below
// variants, or whole texts.
func councilFiles(t *testing.T, over ...string) []*diag.Source {
	t.Helper()
	base, err := filepath.Glob("testdata/council/*.rules")
	if err != nil || len(base) == 0 {
		t.Fatalf("no council: %v", err)
	}
	sort.Strings(base)
	out := read(t, base...)
	for _, v := range over {
		if strings.Contains(v, "\n") {
			out = append(out, text(v))
		} else {
			out = append(out, read(t, "testdata/council/variants/"+v+".rules")...)
		}
	}
	return out
}

func council(t *testing.T, over ...string) *interpreter.Program {
	t.Helper()
	return loaded(t, councilFiles(t, over...)...)
}

// ---- 1: a law sets a number, for each player ----

func TestSetNumber(t *testing.T) {
	p := council(t)
	for _, tt := range []struct {
		name    string
		laws    []string
		n, left int
		price   bool // refused for its price
	}{
		{name: "two for one", n: 6, left: 0},
		{name: "an odd one costs as much", n: 5, left: 0},
		{name: "one for one under the law", laws: names("conscription"), n: 3, left: 0},
		{name: "so six are too dear", laws: names("conscription"), n: 6, price: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, p, 3, "P2.gold", 3, "game.laws", tt.laws)
			c.begin("troops.muster", obj{"p": "P2"})
			if tt.price {
				c.refused("P2", tt.n, "troops.raise.price")
				return
			}
			c.answer("P2", tt.n)
			if got := c.eval("P2.gold"); got != int64(tt.left) {
				t.Errorf("%v gold is left, not %d", got, tt.left)
			}
		})
	}
}

// ---- 2: kinds of change have their order, and bounds come last ----

func TestOrderOfKinds(t *testing.T) {
	double := "variant house.double of council\nset fleet_limit(p) [house] to fleet_limit(p) * 2"
	fewer := "variant house.fewer of council\ncap fleet_limit(p) [house] at fleet_limit(p) - 1"
	for _, tt := range []struct {
		name string
		over []string
		laws []string
		dock int
		want int
	}{
		{name: "as printed", dock: 3, want: 3},
		{name: "added", laws: names("shipyards"), dock: 3, want: 5},
		{name: "capped", laws: names("naval_treaty"), dock: 9, want: 4},
		{name: "added, then capped", laws: names("shipyards", "naval_treaty"), dock: 3, want: 4},
		{name: "whichever came first", laws: names("naval_treaty", "shipyards"), dock: 3, want: 4},
		{name: "the upper bound comes after adding", laws: names("shipyards"), dock: 9, want: 9},
		{name: "the lower bound comes last", laws: names("storms", "shipyards", "naval_treaty"), dock: 3, want: 1},
		{name: "a set sees what is printed", over: names(double), dock: 3, want: 6},
		{name: "an add comes after a set", over: names(double), laws: names("shipyards"), dock: 3, want: 8},
		{name: "a cap sees what was added", over: names(fewer), laws: names("shipyards"), dock: 3, want: 4},
		{name: "a cap does not see another cap", over: names(fewer), laws: names("shipyards", "naval_treaty"), dock: 4, want: 4},
		{name: "all of them", over: names(double, fewer), laws: names("shipyards", "naval_treaty"), dock: 1, want: 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, council(t, tt.over...), 2, "P1.dock", tt.dock, "game.laws", tt.laws, "shipyards.holder", "P1")
			if got := c.eval("P1.fleet_limit"); got != int64(tt.want) {
				t.Errorf("the limit is %v, not %d", got, tt.want)
			}
		})
	}
}

// A holder is read live: the law is about whoever has it now.
func TestHolderIsReadLive(t *testing.T) {
	c := sit(t, council(t), 2, "game.laws", names("shipyards"), "shipyards.holder", "P1")
	c.holds("P1.fleet_limit == 5", "P2.fleet_limit == 3")
	c.give("shipyards.holder", "P2")
	c.holds("P1.fleet_limit == 3", "P2.fleet_limit == 5")
	c.give("game.laws", names())
	c.holds("P2.fleet_limit == 3")
}

// ---- 3: a veto throws the item out and begins it anew ----

func TestVetoRestarts(t *testing.T) {
	c := sit(t, council(t), 3, "game.items", names("plain_law", "levy", "plain_motion", "exile"),
		"P2.hand", names("veto.1"), "P3.hand", names("veto.2"), "P1.gold", 2, "P3.gold", 2)
	c.begin("", nil)
	c.act("P1", "deal.propose", obj{"b": "P3", "gives": 1, "gets": 0})
	c.answer("P3", true)
	c.actRefused("P1", "deal.propose", obj{"b": "P3", "gives": 1, "gets": 0}, "deal.propose.once")
	c.answer("P2", "veto.1")
	c.asks("P2 council.item.revealed")
	c.holds("council.item.card == levy", "game.discard == [plain_law]", "game.table == [levy]",
		"game.spent == [veto.copy(1)]", "size(game.played) == 0", "council.session.slot == 1", "game.done == 0",
		"council.item.votes[P1] == 0", "!(P3 in council.item.dealt[P1])")
	c.act("P3", "deal.propose", obj{"b": "P1", "gives": 2, "gets": 0}) // the pair may trade again
	c.answer("P1", true)
	c.pass("P2")
	c.answer("P3", "veto.2") // and once more
	c.holds("council.item.card == plain_motion", "game.discard == [levy, plain_law]", "council.session.slot == 1")
	c.pass("P2", "P3", "P1") // nobody plays
	c.answer("P2", obj{"outcome": "For", "gold": 0})
	c.pass("P3")
	c.answer("P1", obj{"outcome": "For", "gold": 3})
	c.holds("game.done == 1", "council.session.slot == 2")
	c.holds("game.discard == [plain_motion, levy, plain_law]")
	if n := c.happened("council.item ("); n != 4 {
		t.Errorf("items began %d times, not 4: one, two anew, and the next", n)
	}
}

// An end from deep inside runs the finally steps on the way out, inner to outer.
func TestEndFromDeepInside(t *testing.T) {
	c := sit(t, council(t), 2, "game.items", names("plain_law", "levy"), "P2.hand", names("uproar.1"))
	c.begin("", nil)
	c.answer("P2", "uproar.1")
	c.asks()
	c.holds("game.closed", "game.done == 0", "game.discard == [plain_law]", "game.items == [levy]", "game.spent == [uproar.copy(1)]")
	story := c.story()
	last := -1
	for _, e := range []string{"game.played -> game.spent", "game.table -> game.discard", "game.closed: false -> true"} {
		at := strings.Index(story, e)
		if at <= last {
			t.Errorf("%q is out of order in\n%s", e, story)
		}
		last = at
	}
}

// ---- 4: term limits reach every road to the chair ----

func TestTermLimits(t *testing.T) {
	c := sit(t, council(t, "terms"), 3, "game.items", names("succession", "exile"), "P2.held", true, "P1.gold", 1)
	c.begin("", nil)
	c.pass("P2", "P3", "P1", "P2", "P3")
	c.answer("P1", obj{"outcome": "For", "gold": 1})
	c.asks("P1 chair.choose.name") // a road that is a decision
	c.refused("P1", "P2", "chair.pass.term")
	c.refused("P1", "P1", "chair.pass.another")
	if opts := asText(c.status(value.Host).Decisions[0].Options); opts != `["P3"]` {
		t.Errorf("options are %s", opts)
	}
	c.answer("P1", "P3")
	c.holds("P3.held", "game.chair == P3", "!P1.held")

	c.pass("P1", "P2", "P3") // the next item exiles P3, by rule: P1 follows
	c.pass("P1", "P2", "P3")
	c.answer("P3", obj{"member": "P3"})
	c.holds("game.chair == P1", "!P1.held", "!P2.held", "!P3.held", "P3.gold == 1") // that was the last one: all are free again
	if n := c.happened("terms.over ("); n != 1 {
		t.Errorf("the terms were reset %d times", n)
	}
}

// Where the rules themselves pass the chair on, a limit means that it stays; the
// rest of the text is done.
func TestCannotGoesOn(t *testing.T) {
	c := sit(t, council(t, "terms"), 3, "P2.held", true)
	c.begin("chair.vacate", obj{"p": "P1"})
	c.holds("game.chair == P1", "P1.gold == 1", "!P1.held")
	var cannot *interpreter.Event
	for _, e := range c.g.Events(0, value.Host) {
		if e.Name == "cannot" {
			cannot = &e
		}
	}
	if cannot == nil || cannot.Args["limit"].Any() != "chair.pass.term" || asText(cannot.Clauses) != `["house"]` {
		t.Errorf("what could not happen is told as %v", cannot)
	}
}

// ---- 5: sealed ballots in place of a step ----

func TestSealedBallots(t *testing.T) {
	p := council(t, "ballots")
	open := func(t *testing.T) *table {
		c := sit(t, p, 4, "game.items", names("plain_law"), "P1.gold", 2, "P2.gold", 2, "P3.gold", 2, "P4.gold", 2)
		c.begin("", nil)
		c.pass("P2", "P3", "P4", "P1")
		c.asks("P2 council.item.vote", "P3 council.item.vote", "P4 council.item.vote", "P1 council.item.vote")
		return c
	}
	ballot := func(outcome string, gold int) obj { return obj{"outcome": outcome, "gold": gold} }

	t.Run("nobody learns of a ballot before all are in", func(t *testing.T) {
		one, two := open(t), open(t)
		one.answer("P3", ballot("For", 2))
		two.answer("P3", ballot("Against", 0))
		for _, v := range []value.Viewer{0, 1, 3} {
			if a, b := all(one, v), all(two, v); a != b {
				t.Errorf("P%d can tell the ballots apart:\n%s\n%s", v+1, a, b)
			}
		}
		one.holds("P3.gold == 2", "council.item.votes[P3] == 0")
	})
	t.Run("they happen in the order of the list, whoever was first", func(t *testing.T) {
		c := open(t)
		c.answer("P1", ballot("Against", 2))
		c.asks("P2 council.item.vote", "P3 council.item.vote", "P4 council.item.vote")
		c.answer("P4", ballot("For", 1))
		c.refused("P4", ballot("For", 2), "council.item.vote.player") // what is sealed is final
		c.answer("P2", ballot("For", 2))
		c.pass("P3")
		var told []string
		for _, e := range c.g.Events(0, 2) {
			if strings.HasSuffix(e.Name, "answered") && e.Args["step"].Any() == "council.item.vote" {
				told = append(told, e.Text)
			}
		}
		want := []string{"P2 answers: outcome For, gold 2", "P3 passes", "P4 answers: outcome For, gold 1", "P1 answers: outcome Against, gold 2"}
		if strings.Join(told, "; ") != strings.Join(want, "; ") {
			t.Errorf("told is %q", told)
		}
		c.holds("plain_law in game.laws", "P4.gold == 1")
	})
	t.Run("nobody trades meanwhile", func(t *testing.T) {
		c := open(t)
		c.answer("P2", nil)
		if s := c.status(value.Host); len(s.Actions) > 0 {
			t.Errorf("open are %v", s.Actions)
		}
		c.actRefused("P3", "deal.propose", obj{"b": "P1", "gives": 1, "gets": 0}, "deal.propose.open")
	})
	t.Run("a ballot is judged when it is given", func(t *testing.T) {
		c := open(t)
		c.refused("P4", ballot("For", 3), "vote.cast.gold")
	})
	t.Run("saved and forked with ballots in", func(t *testing.T) {
		c := open(t)
		c.answer("P1", ballot("Against", 2))
		c.answer("P3", ballot("For", 1))
		fork := &table{t, p, c.g.Fork()}
		saved := sit(t, p, 4)
		if err := saved.g.Load(c.g.Save()); err != nil {
			t.Fatal(err)
		}
		for _, c := range []*table{c, fork, saved} {
			c.pass("P4", "P2")
			c.holds("plain_law in game.discard", "P1.gold == 0", "P3.gold == 1")
		}
		if fork.g.Hash() != c.g.Hash() || saved.g.Hash() != c.g.Hash() {
			t.Error("the three games differ")
		}
		if err := c.g.Undo(); err != nil {
			t.Fatal(err)
		}
		c.asks("P2 council.item.vote")
		c.holds("P1.gold == 2")
	})
}

// all is everything that a viewer can get out of a game.
func all(c *table, v value.Viewer) string {
	s := c.status(v)
	out := []any{c.g.View(v), s, c.g.Events(0, v)}
	for _, d := range s.Decisions {
		if d.Player == c.g.Players()[v] {
			o, err := c.g.Options(d.ID, "", nil, 100)
			if err != nil {
				c.t.Fatal(err)
			}
			out = append(out, o)
		}
	}
	return asText(out)
}

// ---- 6: a truth is forbidden, a number set ----

func TestEqualVoice(t *testing.T) {
	c := sit(t, council(t), 3, "game.items", names("plain_law"), "game.laws", names("equal_voice"), "P1.gold", 5)
	c.begin("", nil)
	c.pass("P2", "P3", "P1")
	c.answer("P2", obj{"outcome": "Against", "gold": 0}) // has no gold, and a vote
	c.holds("council.item.votes[P2] == 1")
	c.answer("P3", obj{"outcome": "Against", "gold": 0})
	c.refused("P1", obj{"outcome": "For", "gold": 5}, "vote.cast.gold")
	c.answer("P1", obj{"outcome": "For", "gold": 0})
	c.holds("game.discard == [plain_law]", "P1.gold == 5")
}

// ---- 7: a bonus is not given for the bonus ----

func TestBonusDraw(t *testing.T) {
	p := council(t)
	for _, tt := range []struct {
		name        string
		given       []any
		count       int
		returned    int // how often a card is put back
		hand, drawn int
		first       int // the count that the first draw is told with
	}{
		{name: "plain", count: 2, hand: 2, drawn: 2, first: 2},
		{name: "one more, and one back", given: []any{"schemer.owner", "P2"}, count: 2, returned: 1, hand: 2, drawn: 3, first: 3},
		{name: "somebody else's gift", given: []any{"schemer.owner", "P1"}, count: 2, hand: 2, drawn: 2, first: 2},
		{name: "bounds come last", given: []any{"schemer.owner", "P2"}, count: 3, returned: 1, hand: 2, drawn: 3, first: 3},
		{name: "again, once", given: []any{"glutton.owner", "P2"}, count: 1, hand: 2, drawn: 2, first: 1},
		{name: "both: each bends what the other does", given: []any{"glutton.owner", "P2", "schemer.owner", "P2"}, count: 1, returned: 2, hand: 2, drawn: 4, first: 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, p, 2, tt.given...)
			c.begin("ploys.draw", obj{"p": "P2", "count": tt.count})
			for range tt.returned {
				c.answer("P2", c.status(value.Host).Decisions[0].Options[0].Any())
			}
			c.asks()
			if hand, drawn := c.eval("size(P2.hand)"), c.eval("size(P2.hand) + size(game.spent)"); hand != int64(tt.hand) || drawn != int64(tt.drawn) {
				t.Errorf("in hand are %v, drawn were %v\n%s", hand, drawn, c.story())
			}
			if got := c.g.Events(0, value.Host)[0].Args["count"].Any(); got != int64(tt.first) {
				t.Errorf("the draw was told with %v", got)
			}
		})
	}
}

// ---- 8: a replacement raises what it replaces ----

func TestInsteadOf(t *testing.T) {
	p := council(t)
	t.Run("for another, and does not loop", func(t *testing.T) {
		c := sit(t, p, 3, "game.laws", names("steward"), "steward.holder", "P1")
		c.begin("prize.receive", obj{"p": "P1", "n": 3})
		c.refused("P1", "P1", "prize.receive.q")
		c.answer("P1", "P3")
		c.asks()
		c.holds("P1.fame == 0", "P3.fame == 3")
	})
	t.Run("goes on down the chain", func(t *testing.T) {
		// modesty does not bend the first prize, but the one that is passed on
		c := sit(t, council(t, `
variant house.bonus of council
add 2 to prize.receive.n [house] where it.p != steward.holder`), 3, "game.laws", names("steward", "modesty"), "steward.holder", "P1")
		c.begin("prize.receive", obj{"p": "P1", "n": 2})
		c.answer("P1", "P3")
		c.holds("P1.fame == 0", "P3.fame == 3") // 2 passed on, made 4, shrunk to 1, made 3 on its way down
	})
	t.Run("of two at once the one that is over the other goes first", func(t *testing.T) {
		c := sit(t, p, 3, "game.laws", names("modesty", "steward"), "steward.holder", "P1")
		c.begin("prize.receive", obj{"p": "P1", "n": 3})
		c.answer("P1", "P3")
		c.begin("prize.receive", obj{"p": "P2", "n": 3}) // only one of them bends this
		c.holds("P1.fame == 0", "P2.fame == 1", "P3.fame == 1")
	})
}

// ---- 9: an occurrence inside an occurrence ----

func TestOccurrenceInside(t *testing.T) {
	c := sit(t, council(t), 3, "game.items", names("recount", "plain_motion"), "game.laws", names("conscription", "naval_treaty"),
		"P1.gold", 9, "P2.gold", 9, "P3.gold", 9)
	c.begin("", nil)
	c.act("P1", "deal.propose", obj{"b": "P2", "gives": 1, "gets": 0})
	c.answer("P2", true)
	c.pass("P2", "P3", "P1")
	c.answer("P2", obj{"outcome": obj{"law": "conscription"}, "gold": 3})
	c.pass("P3", "P1")

	// the law is voted on once more, and is in force all the while
	c.holds("council.item.card == conscription", "council.item.votes[P2] == 0", "conscription in game.laws", "P1.troops_for_one == 1", "game.table == [recount]")
	c.act("P1", "deal.propose", obj{"b": "P2", "gives": 1, "gets": 0}) // a vote of its own has deals of its own
	c.answer("P2", true)
	c.pass("P2", "P3", "P1", "P2")
	c.holds("P1.troops_for_one == 1")
	c.answer("P3", obj{"outcome": "Against", "gold": 2})
	c.pass("P1")
	c.holds("council.item.card == plain_motion", "game.laws == [naval_treaty]", "P1.troops_for_one == 2",
		"game.discard == [recount, conscription]", "game.done == 2", "council.session.slot == 2")
}

// ---- 10: a law enters and leaves while the procedure runs that it changes ----

func TestLawMeetsRunningProcedure(t *testing.T) {
	p := council(t)
	c := sit(t, p, 2, "game.items", names("urgency", "plain_law"), "P2.gold", 2, "P1.fame", 0)
	c.begin("", nil)
	c.pass("P2", "P1")
	c.answer("P2", obj{"outcome": "For", "gold": 1})
	c.pass("P1")
	// it came into play in the step `resolve`: what it adds behind that step happened,
	// the step `count` that it forbids did not, and what it adds before `vote` came too late
	c.holds("standing_orders in game.laws", "P1.gold == 1", "game.done == 0", "council.item.card == plain_law")
	c.pass("P2", "P1")
	c.holds("P1.fame == 1") // but not too late for the next item
	c.answer("P2", obj{"outcome": "Against", "gold": 1})
	c.pass("P1")
	// it left play behind the step `enact`: the step `count` is a step again
	c.holds("standing_orders in game.discard", "P1.gold == 2", "game.done == 1", "game.closed")
	c.asks()
}

// ---- 11: open actions, and decisions that are asked anew ----

func TestDealMeanwhile(t *testing.T) {
	c := sit(t, council(t), 3, "game.items", names("plain_law", "plain_motion"), "P1.gold", 2, "P2.gold", 1)
	c.begin("", nil)
	c.pass("P2", "P3", "P1")
	pending := c.status(value.Host).Decisions[0]
	c.asks("P2 council.ballot.cast")

	c.actRefused("P1", "deal.propose", obj{"b": "P2", "gives": 0, "gets": 0}, "deal.propose.some")
	c.actRefused("P1", "deal.propose", obj{"b": "P1", "gives": 1, "gets": 0}, "deal.propose.b")
	c.actRefused("P1", "deal.propose", obj{"b": "P2", "gives": 3, "gets": 0}, "deal.propose.gives")
	c.act("P1", "deal.propose", obj{"b": "P2", "gives": 2, "gets": 0})
	c.asks("P2 deal.propose") // the other one is asked, and nobody else is, until that is settled
	c.answer("P2", false)
	c.asks("P2 council.ballot.cast")
	c.holds("P1.gold == 2", "!(P2 in council.item.dealt[P1])") // what was refused was no deal

	c.act("P1", "deal.propose", obj{"b": "P2", "gives": 2, "gets": 1})
	c.refused("P1", true, "deal.propose.player")
	c.answer("P2", true)
	c.holds("P1.gold == 1", "P2.gold == 2")

	again := c.status(value.Host).Decisions[0]
	if again.Step != pending.Step || again.ID == pending.ID || again.Fields[1].Max != 2 || pending.Fields[1].Max != 1 {
		t.Errorf("asked anew is %+v, was %+v", again, pending)
	}
	if _, err := c.g.Answer(pending.ID, "P2", nil); err == nil || !err.(*interpreter.Error).Bad {
		t.Errorf("an answer to what was asked before the deal is not turned away: %v", err)
	}
	c.actRefused("P2", "deal.propose", obj{"b": "P1", "gives": 1, "gets": 0}, "deal.propose.once")
	before := c.g.Hash()
	c.answer("P2", obj{"outcome": "For", "gold": 2})
	c.asks("P3 council.ballot.cast")
	if err := c.g.Undo(); err != nil || c.g.Hash() != before {
		t.Errorf("undone is something else: %v", err)
	}
	c.asks("P2 council.ballot.cast")
	for range 2 { // the consent, and the proposal
		if err := c.g.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	c.holds("P1.gold == 2", "P2.gold == 1")
	c.asks("P2 council.ballot.cast")
}

// What is done meanwhile may end what it was done meanwhile.
func TestDealEndsTheItem(t *testing.T) {
	c := sit(t, council(t, `
variant house.bend of council
after deal.done [house] where it.gives > 1 { end council.item }`), 2, "game.items", names("plain_law", "levy"), "P1.gold", 2)
	c.begin("", nil)
	c.act("P1", "deal.propose", obj{"b": "P2", "gives": 2, "gets": 0})
	c.answer("P2", true)
	c.asks("P2 council.item.revealed")
	c.holds("council.item.card == levy", "game.discard == [plain_law]", "P2.gold == 2", "council.session.slot == 2", "game.done == 0")
}

func TestOpenOnlyMeanwhile(t *testing.T) {
	c := sit(t, council(t), 3, "P1.gold", 2)
	c.actRefused("P1", "deal.propose", obj{"b": "P2", "gives": 1, "gets": 0}, "deal.propose.open")
	c.begin("troops.muster", obj{"p": "P1"})
	if s := c.status(value.Host); len(s.Actions) != 0 {
		t.Errorf("open are %v", s.Actions)
	}
}

// ---- load order ----

// Files say the same in whatever order they are given: a program made of them plays,
// and hashes, alike to the last word.
func TestLoadOrderIsNothing(t *testing.T) {
	one := `
variant house.one of council
over house.two
extend Player { luck: int 0..99 = 0 }
after vote.cast [house] { add 1 to it.p.luck }
whenever luck.up [house] each p in members() when p.gold > 2 && p.luck > 0 { set p.luck to 0  add 1 to p.gold }
open luck.try [house] to each p in members() during council.item when p.luck > 1
action luck.try(p: Player) [house] { take 1 from p.luck }
add 1 to fleet_limit(p) [house]`
	two := `
variant house.two of council
extend Player { wit: int 0..99 = 0 }
after vote.cast [house] { add 1 to it.p.wit }
whenever wit.up [house] each p in members() when p.gold > 2 && p.wit > 0 { set p.wit to 0  take 2 from p.gold }
open wit.try [house] to each p in members() during council.item when p.wit > 0
action wit.try(p: Player) [house] { take 1 from p.wit }
cap fleet_limit(p) [house] at 3`
	files := councilFiles(t, "terms", one, two)
	play := func(src []*diag.Source) string {
		c := sit(t, loaded(t, src...), 4, "P1.gold", 5, "P3.gold", 4, "P2.hand", names("veto.1"), "game.laws", names("steward"),
			"game.items", names("succession", "exile", "urgency", "levy"))
		c.begin("", nil)
		seed := uint64(7)
		for i := 0; i < 60 && !c.status(value.Host).Done; i++ {
			if err := c.g.PlayRandom(&seed); err != nil {
				t.Fatal(err)
			}
		}
		return c.story() + asText(c.g.View(value.Host)) + asText(c.status(value.Host)) + c.g.Save()
	}
	want := play(files)
	for _, swap := range [][2]int{{0, 1}, {len(files) - 1, len(files) - 2}, {1, len(files) - 1}, {0, len(files) - 1}} {
		other := append([]*diag.Source{}, files...)
		other[swap[0]], other[swap[1]] = other[swap[1]], other[swap[0]]
		if play(other) != want {
			t.Errorf("with files %v swapped, the game is another", swap)
		}
	}
}

// Whole sessions at random, with deals in between: whatever bends whatever, each ends,
// nothing is lost or left on the table, and every position can be saved, forked and
// taken back.
func TestRandomSessions(t *testing.T) {
	items := names("conscription", "naval_treaty", "shipyards", "storms", "equal_voice", "recount", "urgency",
		"standing_orders", "exile", "succession", "levy", "plain_motion", "plain_law", "steward")
	long := "variant house.long of council\nset items_a_session() [house] to 9"
	for _, over := range [][]string{{long}, {"terms", "ballots", long}} {
		p := council(t, over...)
		for seed := uint64(1); seed <= 12; seed++ {
			luck := seed
			list := append([]string{}, items...)
			for i := range list {
				k := i + int(value.Below(&luck, uint64(len(list)-i)))
				list[i], list[k] = list[k], list[i]
			}
			c := sit(t, p, 4, "P1.gold", 5, "P2.gold", 4, "P3.gold", 4, "P4.gold", 3, "P2.hand", names("veto.1", "uproar.1"),
				"P3.hand", names("veto.2", "bribe.1"), "game.items", list[:9], "game.laws", list[9:12], "schemer.owner", "P3")
			c.begin("", nil)
			for !c.status(value.Host).Done {
				c.randomMove(&luck)
			}
			c.holds("size(game.played) == 0", "size(game.table) == 0")
			if n := c.eval("size(game.items) + size(game.laws) + size(game.discard)").(int64); n < 12 || n > 13 { // urgency brings one from the box
				t.Fatalf("%d items are left of 12\n%s", n, c.story())
			}
		}
	}
}

// randomMove answers something, or deals; and checks that this leaves a fork alone, can
// be taken back, and goes on alike from a saved game.
func (c *table) randomMove(luck *uint64) {
	c.t.Helper()
	if open := c.status(value.Host).Actions; len(open) > 0 && value.Below(luck, 4) == 0 {
		a := open[value.Below(luck, uint64(len(open)))]
		deal := map[string]any{"b": a.Fields[0].Options[0].Any(), "gives": int64(1), "gets": int64(0)}
		if refused, err := c.g.Act(a.Player, a.Action, deal); err != nil {
			c.t.Fatal(err)
		} else if refused == nil {
			return
		}
	}
	hash, saved, fork, again := c.g.Hash(), c.g.Save(), c.g.Fork(), *luck
	play := func(g *interpreter.Game, luck *uint64) {
		if err := g.PlayRandom(luck); err != nil {
			c.t.Fatalf("%v\n%s", err, c.story())
		}
	}
	play(c.g, luck)
	after := c.g.Hash()
	if fork.Hash() != hash || fork.Save() != saved {
		c.t.Fatal("a fork moved with the game")
	}
	if err := c.g.Undo(); err != nil || c.g.Hash() != hash || c.g.Save() != saved {
		c.t.Fatalf("taken back is something else: %v", err)
	}
	other := sit(c.t, c.p, 4)
	if err := other.g.Load(saved); err != nil {
		c.t.Fatal(err)
	}
	*luck = again
	play(other.g, &again)
	play(c.g, luck)
	if other.g.Hash() != after || c.g.Hash() != after {
		c.t.Fatal("the same answer leads elsewhere")
	}
}
