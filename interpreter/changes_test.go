package interpreter_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// Changes are proved on a council that votes on items (testdata/council), and on
// rulebooks of a few lines where the point is a small one. Everything goes through
// the public door, as another program would drive it.

// ---- driving ----

func read(t *testing.T, files ...string) (out []*diag.Source) {
	t.Helper()
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, diag.NewSource(filepath.Base(name), string(text)))
	}
	return out
}

// text is a rule file written in a test. Its name is its first line's.
func text(src string) *diag.Source {
	src = strings.TrimSpace(src) + "\n"
	return diag.NewSource(strings.Fields(src)[1]+".rules", src)
}

func printed(diags diag.List) string {
	var b strings.Builder
	_ = diag.WriteText(&b, diags, nil)
	return b.String()
}

// loaded is a program that must load without as much as a warning.
func loaded(t *testing.T, src ...*diag.Source) *interpreter.Program {
	t.Helper()
	p, diags := interpreter.Load(src)
	if p == nil || len(diags) > 0 {
		t.Fatalf("findings:\n%s", printed(diags))
	}
	return p
}

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

// table is a game and the test it belongs to.
type table struct {
	t *testing.T
	p *interpreter.Program
	g *interpreter.Game
}

// sit seats P1 to Pn; given are paths and what lies there: names, numbers, lists.
func sit(t *testing.T, p *interpreter.Program, players int, given ...any) *table {
	t.Helper()
	g, err := p.NewGame(interpreter.Setup{Players: players, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := &table{t, p, g}
	for i := 0; i+1 < len(given); i += 2 {
		c.give(given[i].(string), given[i+1])
	}
	return c
}

// plain is test data as other programs send it.
func plain(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case []string:
		out := make([]any, len(v))
		for i, s := range v {
			out[i] = s
		}
		return out
	case obj:
		out := map[string]any{}
		for k, e := range v {
			out[k] = plain(e)
		}
		return out
	}
	return v
}

type obj map[string]any

func names(list ...string) []string { return list }

func (c *table) give(path string, v any) {
	c.t.Helper()
	if err := c.g.Give(path, plain(v)); err != nil {
		c.t.Fatalf("given %s: %v", path, err)
	}
}

func (c *table) begin(procedure string, args obj) {
	c.t.Helper()
	if err := c.beginErr(procedure, args); err != nil {
		c.t.Fatalf("%s does not begin: %v", procedure, err)
	}
}

func (c *table) beginErr(procedure string, args obj) error {
	m, _ := plain(args).(map[string]any)
	if args == nil {
		m = nil
	}
	return c.g.Begin(procedure, m)
}

// answer must be accepted; nil passes.
func (c *table) answer(player string, v any) {
	c.t.Helper()
	refused, err := c.g.Answer("", player, plain(v))
	if err != nil || refused != nil {
		c.t.Fatalf("%s answers %v: refused %v, error %v\n%s", player, v, refused, err, c.story())
	}
}

// pass answers for several players in turn that they do nothing.
func (c *table) pass(players ...string) {
	c.t.Helper()
	for _, p := range players {
		c.answer(p, nil)
	}
}

// refused gives the names of what stands against an answer; the game must not change.
func (c *table) refused(player string, v any, want ...string) {
	c.t.Helper()
	before := c.g.Save()
	refused, err := c.g.Answer("", player, plain(v))
	c.isRefused(refused, err, before, want)
}

func (c *table) isRefused(refused interpreter.Refused, err error, before string, want []string) {
	c.t.Helper()
	var got []string
	for _, r := range refused {
		got = append(got, r.Name)
	}
	if err != nil || strings.Join(got, " ") != strings.Join(want, " ") {
		c.t.Fatalf("refused by %v, not %v (error %v)", got, want, err)
	}
	if c.g.Save() != before {
		c.t.Fatal("a refusal changed the game")
	}
}

func (c *table) act(player, action string, args obj) {
	c.t.Helper()
	refused, err := c.g.Act(player, action, plain(args).(map[string]any))
	if err != nil || refused != nil {
		c.t.Fatalf("%s does %s %v: refused %v, error %v", player, action, args, refused, err)
	}
}

func (c *table) actRefused(player, action string, args obj, want ...string) {
	c.t.Helper()
	before := c.g.Save()
	refused, err := c.g.Act(player, action, plain(args).(map[string]any))
	c.isRefused(refused, err, before, want)
}

// holds checks conditions on the state.
func (c *table) holds(conditions ...string) {
	c.t.Helper()
	for _, text := range conditions {
		if got := c.eval(text); got != true {
			c.t.Errorf("%s is %v\n%s", text, got, c.story())
		}
	}
}

func (c *table) eval(text string) any {
	c.t.Helper()
	q, diags := c.p.QueryText(text)
	if q == nil {
		c.t.Fatal(printed(diags))
	}
	v, err := c.g.Eval(q)
	if err != nil {
		c.t.Fatalf("%s: %v\n%s", text, err, c.story())
	}
	return v
}

func (c *table) status(v value.Viewer) interpreter.Status {
	c.t.Helper()
	s, err := c.g.Status(v)
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// asks checks who is asked what: "P1 council.item.vote"; nothing when all is over.
func (c *table) asks(want ...string) {
	c.t.Helper()
	var got []string
	for _, d := range c.status(value.Host).Decisions {
		got = append(got, d.Player+" "+d.Step)
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		c.t.Fatalf("asked are %v, not %v\n%s", got, want, c.story())
	}
}

func (c *table) events(v value.Viewer) []string {
	var out []string
	for _, e := range c.g.Events(0, v) {
		out = append(out, e.Text)
	}
	return out
}

func (c *table) story() string { return strings.Join(c.events(value.Host), "\n") }

// happened counts the events that begin with a text.
func (c *table) happened(begin string) int {
	n := 0
	for _, e := range c.events(value.Host) {
		if strings.HasPrefix(e, begin) {
			n++
		}
	}
	return n
}

// stops checks that an error is the one meant, and names these places.
func stops(t *testing.T, err error, code diag.Code, parts ...string) {
	t.Helper()
	e, ok := err.(*interpreter.Error)
	if !ok {
		t.Fatalf("no fault of the rules: %v", err)
	}
	text := printed(diag.List{e.Diagnostic})
	for _, part := range append(parts, string(code)) {
		if !strings.Contains(text, part) {
			t.Errorf("the error does not say %q:\n%s", part, text)
		}
	}
}

func asText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
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
	t.Run("two at once stop the game", func(t *testing.T) {
		c := sit(t, p, 3, "game.laws", names("modesty", "steward"), "steward.holder", "P1")
		before := c.g.Save()
		err := c.beginErr("prize.receive", obj{"p": "P1", "n": 3})
		stops(t, err, interpreter.CodeConflict, "prize.receive is replaced twice", "laws.rules:44:", "laws.rules:55:")
		if c.g.Save() != before {
			t.Error("the conflict left something behind")
		}
		c.begin("prize.receive", obj{"p": "P2", "n": 3}) // only one of them bends this
		c.holds("P2.fame == 1")
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
	c.answer("P2", obj{"outcome": "For", "gold": 2})
	c.asks("P3 council.ballot.cast")
}

func TestOpenOnlyMeanwhile(t *testing.T) {
	c := sit(t, council(t), 3, "P1.gold", 2)
	c.actRefused("P1", "deal.propose", obj{"b": "P2", "gives": 1, "gets": 0}, "deal.propose.open")
	c.begin("troops.muster", obj{"p": "P1"})
	if s := c.status(value.Host); len(s.Actions) != 0 {
		t.Errorf("open are %v", s.Actions)
	}
}

// ---- 12: small points, each on a few lines of its own ----

// lab is a rulebook with nothing in it but what the small points need: numbers, a
// truth, and a trail that tells in which order things happened.
const lab = `
rules lab.core
clauses { L "the lab" beside }
enum Mark { a, b, c, d, e, f }
seats Player 2 {
  n: int -9..99 = 0
  m: int 0..99 = 0
}
table Charm { has owner: Player?  has on: bool = false }
game { trail: list of Mark max 40 }
value size_of(p: Player) [L]: int at least 0 = 1
value big(p: Player) [L]: bool = size_of(p) > 2
event mark(x: Mark) [L] { add x to game.trail }
event grow(p: Player, by: int 0..9) [L] { add by to p.n }
action pick(p: Player, number by from 0 to 9) [L] {
  limit small [L]: by < 4 else "too much"
  limit even [L]: by % 2 == 0 else "not even"
  add by to p.n
}
procedure ask(p: Player) [L] { step it { p must pick(p) } }
procedure outer(x: int) [L] {
  has k: int 0..99 = 0
  step one { do mark(a) }
  step two { run inner(x) }
  step three { do mark(b) }
  finally step clear { do mark(c) }
}
procedure inner(x: int) [L] {
  step deep { do mark(d)  do jump(x) }
  finally step clear { do mark(e) }
}
event jump(x: int) [L] {
  when x == 1 { end outer }
  when x == 2 { restart outer(x - 1) }
  when x == 3 { end inner }
}
`

// labOf is the lab with more rules. What only a test begins is no finding, and what a
// line is there for need not be cited.
func labOf(t *testing.T, more ...string) *interpreter.Program {
	t.Helper()
	p, diags := labLoad(more...)
	for _, d := range diags {
		if d.Code != interpreter.CodeUnused && d.Code != interpreter.CodeUncited {
			t.Fatal(printed(diags))
		}
	}
	return p
}

func labLoad(more ...string) (*interpreter.Program, diag.List) {
	src := []*diag.Source{text(lab)}
	for _, m := range more {
		src = append(src, text(m))
	}
	return interpreter.Load(src)
}

// trail runs something to its end, or to a decision, and gives the marks it left.
func (c *table) trail() string {
	c.t.Helper()
	var out []string
	for _, m := range c.eval("game.trail").([]any) {
		out = append(out, m.(string))
	}
	return strings.Join(out, "")
}

func TestSteps(t *testing.T) {
	for _, tt := range []struct {
		name  string
		rules string
		x     int
		given []any
		trail string
	}{
		{name: "to the end", x: 0, trail: "adebc"},
		{name: "ended from deep inside: finally steps run, inner to outer", x: 1, trail: "adec"},
		{name: "restarted: they run, then all begins anew", x: 2, trail: "adec" + "adec"},
		{name: "ended one level up: the rest goes on", x: 3, trail: "adebc"},
		{name: "a step with something before and after it", rules: `
before step outer.two [L] { do mark(f) }
after step outer.two [L] { do mark(f) }`, trail: "afdefbc"},
		{name: "a removed step: what stood around it stays there", rules: `
remove step outer.two
before step outer.two [L] { do mark(f) }
after step outer.two [L] { do mark(f) }`, trail: "affbc"},
		{name: "a forbidden step does not take place, nor what stands around it", rules: `
forbid step outer.two where it.x == 0
before step outer.two [L] { do mark(f) }`, trail: "abc"},
		{name: "forbidden only under its condition", x: 3, rules: `
forbid step outer.two where it.x == 0
before step outer.two [L] { do mark(f) }`, trail: "afdebc"},
		{name: "a replaced step", rules: `
instead of step outer.two [L] { do mark(f) }`, trail: "afbc"},
		{name: "a replaced finally step is one still", x: 1, rules: `
instead of step outer.clear [L] { do mark(f) }`, trail: "adef"},
		{name: "what stands around a finally step runs with it", x: 1, rules: `
before step inner.clear [L] { do mark(f) }
after step outer.clear [L] { do mark(f) }`, trail: "adfecf"},
		{name: "after a procedure", rules: `
after outer [L] { do mark(f) }`, trail: "adebcf"},
		{name: "not after one that was ended", x: 1, rules: `
after outer [L] { do mark(f) }`, trail: "adec"},
		{name: "around one that was restarted", x: 2, rules: `
before outer [L] { do mark(f) }`, trail: "fadec" + "fadec"},
		{name: "a replaced procedure", rules: `
instead of outer [L] { do mark(f) }`, trail: "f"},
		{name: "ended in its own replacement: its finally steps were replaced, too", rules: `
instead of outer [L] { do mark(f)  end outer }`, trail: "f"},
		{name: "run again inside its own replacement", rules: `

instead of outer [L] where it.x < 3 { do mark(f)  run outer(it.x + 1) }`, x: 2, trail: "fadebc"},
		{name: "a law that is not in play", rules: `
card quiet of Charm [L] { while this.on { before step outer.two { do mark(f) } } }`, trail: "adebc"},
		{name: "a law that is", rules: `
card quiet of Charm [L] { while this.on { before step outer.two { do mark(f) } } }`, given: []any{"quiet.on", true}, trail: "afdebc"},
		{name: "a law that enters play one step before", rules: `
card quiet of Charm [L] { while this.on { before step outer.three { do mark(f) } } }
after step outer.two [L] { set quiet.on to true }`, trail: "adefbc"},
		{name: "a law that leaves play as it works: it ends what it began", rules: `
card quiet of Charm [L] { while this.on { before step outer.two { set this.on to false  do mark(f) } } }`,
			given: []any{"quiet.on", true}, x: 2, trail: "afdec" + "adec"},
		{name: "a procedure inside its own hook does not set it off again", rules: `
after step outer.three [L] where it.x == 0 { run outer(0) }`, trail: "adeb" + "adebc" + "c"},
		{name: "not even when it is restarted there", rules: `
after step outer.one [L] { run outer(2) }`, trail: "a" + "adec" + "adec" + "debc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2, tt.given...)
			c.begin("outer", obj{"x": tt.x})
			c.asks()
			if got := c.trail(); got != tt.trail {
				t.Errorf("the trail is %s, not %s\n%s", got, tt.trail, c.story())
			}
		})
	}
}

// A rule that would leave a finally step, or a `together` block, half done stops the
// game, and nothing of it has happened.
func TestJumpsThatCannotBe(t *testing.T) {
	for _, tt := range []struct {
		name, rules, what string
		ok                string // the trail, if it can be
	}{
		{name: "out of a finally step, while it is ended", what: "inside its finally steps", rules: `
after step inner.clear [L] where it.x == 1 { do jump(it.x) }`},
		{name: "out of a finally step, at the regular end", what: "inside its finally steps", rules: `
event late() [L] { end outer }
after mark [L] where it.x == c { do late() }`},
		{name: "out of a together block, from far inside", what: "leave a `together` block of outer", rules: `
instead of step outer.two [L] { together { run inner(it.x) } }`},
		{name: "inside a together block", ok: "adebc", rules: `
instead of step outer.two [L] { together { run inner(3) } }`},
		{name: "of what does not run", what: "inner is not running", rules: `
instead of step outer.two [L] { do jump(3) }`},
		{name: "for ever", what: "runs on and on", rules: `
forbid mark
after step outer.one [L] { restart outer(it.x) }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2)
			before := c.g.Save()
			err := c.beginErr("outer", obj{"x": 1})
			if tt.ok != "" {
				if err != nil || c.trail() != tt.ok {
					t.Errorf("%v, the trail is %s", err, c.trail())
				}
				return
			}
			stops(t, err, interpreter.CodeRuntime, tt.what)
			if c.g.Save() != before {
				t.Error("something was left behind")
			}
		})
	}
}

func TestTogether(t *testing.T) {
	rules := `
variant house.bend of lab
whenever full [L] each p in seats() when p.n >= 5 { take 5 from p.n  do mark(f) }
event bit_by_bit(p: Player) [L] { do grow(p, 6)  do mark(a)  take 1 from p.n  add 5 to p.n  do mark(b) }
event at_once(p: Player) [L] { together { do grow(p, 6)  do mark(a)  take 2 from p.n }  do mark(b) }
event nested(p: Player) [L] { together { together { do grow(p, 6) }  do mark(a) }  do mark(b) }
`
	for _, tt := range []struct{ event, trail, n string }{
		{"bit_by_bit", "fafb", "P1.n == 0"},
		{"at_once", "ab", "P1.n == 4"},
		{"nested", "afb", "P1.n == 1"},
	} {
		c := sit(t, labOf(t, rules), 2)
		c.begin(tt.event, obj{"p": "P1"})
		if got := c.trail(); got != tt.trail {
			t.Errorf("%s leaves %s, not %s", tt.event, got, tt.trail)
		}
		c.holds(tt.n)
	}
}

// What a `whenever` changes may be a field of what runs. If it changes nothing, and
// still is true, the game stops: it does not go on for ever, with or without asking.
func TestWheneverComesToRest(t *testing.T) {
	for _, tt := range []struct{ name, rules, stops string }{
		{name: "progress in a field of a procedure", rules: `
after step outer.one [L] { set outer.k to 5 }
whenever over [L] when running(outer) && outer.k > 2 { take 1 from outer.k  do mark(f) }`},
		{name: "none at all", stops: "changes nothing and is still true", rules: `
whenever over [L] when seats()[0].n == 0 {}`},
		{name: "none, and asking each time", stops: "changes nothing and is still true", rules: `
whenever over [L] each p in seats() when p.n == 0 { p must pick(p) }`},
		{name: "a step to and fro", stops: "changes nothing and is still true", rules: `
whenever over [L] each p in seats() when p.m == 0 { set p.m to 1 }
whenever back [L] each p in seats() when p.m == 1 { set p.m to 0 }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2)
			err := c.beginErr("outer", obj{"x": 0})
			if err == nil && c.trail() == "adebc" { // that set off nothing: a decision does
				err = c.beginErr("ask", obj{"p": "P2"})
			}
			for err == nil && len(c.status(value.Host).Decisions) > 0 {
				_, err = c.g.Answer("", c.status(value.Host).Decisions[0].Player, int64(0))
			}
			if tt.stops != "" {
				stops(t, err, interpreter.CodeRuntime, tt.stops)
			} else if err != nil || c.trail() != "afff"+"debc" {
				t.Errorf("%v, the trail is %s", err, c.trail())
			}
		})
	}
}

func TestSetTwice(t *testing.T) {
	charms := `
rules lab.charms
card tall of Charm [L] { while this.on { set size_of(p) to 4 where p.n > 0 } }
card wide of Charm [L] { while this.on { set size_of(p) to 2 + 2 } }
card thin of Charm [L] { while this.on { set size_of(p) to 3 } }
limit fits on pick [L]: !big(it.p)
`
	t.Run("equal settings agree", func(t *testing.T) {
		c := sit(t, labOf(t, charms), 2, "tall.on", true, "wide.on", true, "P1.n", 1)
		c.holds("P1.size_of == 4", "P2.size_of == 4", "P1.big")
	})
	t.Run("different ones stop the game, however they are used", func(t *testing.T) {
		for _, used := range []string{"P1.size_of", "P1.big", "!P1.big", "P1.size_of > 0 || true", "[P2, P1].exists(p, p.big)"} {
			for _, given := range [][]any{{}, {"wide.on", false}} { // a third one that is not in force changes nothing
				c := sit(t, labOf(t, charms), 2, "tall.on", true, "thin.on", true, "P1.n", 1)
				if len(given) > 0 {
					c.give(given[0].(string), given[1])
				}
				q, diags := c.p.QueryText(used)
				if q == nil {
					t.Fatal(printed(diags))
				}
				_, err := c.g.Eval(q)
				stops(t, err, interpreter.CodeConflict, "set to 4 and to 3", "lab.charms.rules:2:42", "lab.charms.rules:4:42")
			}
		}
	})
	t.Run("in a limit, too: nothing is allowed by it", func(t *testing.T) {
		c := sit(t, labOf(t, charms), 2, "wide.on", true, "thin.on", true)
		stops(t, c.beginErr("ask", obj{"p": "P1"}), interpreter.CodeConflict, "lab.charms.rules:3:42", "lab.charms.rules:4:42")
	})
	t.Run("of a player whom only one is about, no conflict", func(t *testing.T) {
		c := sit(t, labOf(t, charms), 2, "tall.on", true, "thin.on", true, "P1.n", 1)
		c.holds("P2.size_of == 3")
	})
	for _, tt := range []struct {
		name, one, two string
		conflict       bool
	}{
		{name: "the same constant", one: "set size_of(p) [L] to 3", two: "set size_of(q) [L] to 1 + 2"},
		{name: "different constants", one: "set size_of(p) [L] to 3", two: "set size_of(p) [L] to 4", conflict: true},
		{name: "what only play can tell", one: "set size_of(p) [L] to p.n", two: "set size_of(p) [L] to p.m"},
		{name: "under a condition", one: "set size_of(p) [L] to 3 where p.n > 0", two: "set size_of(p) [L] to 4 where p.n == 0"},
		{name: "an event's parameter", one: "set grow.by [L] to 3", two: "set grow.by [L] to 4", conflict: true},
		{name: "two replacements", one: "instead of grow [L] {}", two: "instead of grow [L] { do mark(a) }", conflict: true},
		{name: "two replacements of a step", one: "instead of step outer.one [L] {}", two: "instead of step outer.one [L] {}", conflict: true},
		{name: "one of them under a condition", one: "instead of grow [L] where it.by > 3 {}", two: "instead of grow [L] {}"},
		{name: "two adds", one: "add 1 to size_of(p) [L]", two: "add 2 to size_of(p) [L]"},
		{name: "two caps", one: "cap size_of(p) [L] at 1", two: "cap size_of(p) [L] at 2"},
	} {
		t.Run("at load: "+tt.name, func(t *testing.T) {
			p, diags := labLoad("variant house.one of lab\n"+tt.one, "variant house.two of lab\n"+tt.two)
			got := printed(diags)
			if !tt.conflict {
				if p == nil {
					t.Error(got)
				}
				return
			}
			for _, part := range []string{"K001", "house.one.rules:2:1", "house.two.rules:2:1"} {
				if p != nil || !strings.Contains(got, part) {
					t.Errorf("no %s in\n%s", part, got)
				}
			}
		})
	}
	t.Run("what only play could tell, told in play", func(t *testing.T) {
		p := labOf(t, "variant house.one of lab\nset size_of(p) [L] to p.n", "variant house.two of lab\nset size_of(p) [L] to p.m")
		c := sit(t, p, 2, "P1.n", 3, "P1.m", 3)
		c.holds("P1.size_of == 3")
		c.give("P1.m", 2)
		q, _ := p.QueryText("P1.size_of")
		_, err := c.g.Eval(q)
		stops(t, err, interpreter.CodeConflict, "house.one.rules:2:1", "house.two.rules:2:1")
	})
}

func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name, rules string
		given       []any
		options     string
		two, five   []string // what stands against 2, and against 5
	}{
		{name: "as written", options: "[0,2]", five: names("pick.small", "pick.even")},
		{name: "waived", rules: "waive pick.small [L]", options: "[0,2,4,6,8]", five: names("pick.even")},
		{name: "waived for one player", rules: "waive pick.small [L] where it.p.m > 0", options: "[0,2]", five: names("pick.small", "pick.even")},
		{name: "waived for this player", rules: "waive pick.small [L] where it.p.m > 0", given: []any{"P1.m", 1}, options: "[0,2,4,6,8]", five: names("pick.even")},
		{name: "waived for some choices", rules: "waive pick.even [L] where it.by == 5\nwaive pick.small [L] where it.by > 3 && it.by < 7", options: "[0,2,4,5,6]"},
		{name: "removed", rules: "remove limit pick.even", options: "[0,1,2,3]", five: names("pick.small")},
		{name: "added", rules: `limit more on pick [L]: it.by > 1 else "too little"`, options: "[2]", five: names("pick.small", "pick.even")},
		{name: "added under a condition", rules: `limit less on pick [L] where it.p.m == 0: it.by < 2`, options: "[0]", two: names("pick.less"), five: names("pick.small", "pick.even", "pick.less")},
		{name: "added by a card for its owner", rules: `card stingy of Charm [L] { while this.owner != none { limit less on pick where it.p == this.owner: it.by < 1 } }`,
			given: []any{"stingy.owner", "P1"}, options: "[0]", two: names("pick.less"), five: names("pick.small", "pick.even", "pick.less")},
		{name: "added by a card for another", rules: `card stingy of Charm [L] { while this.owner != none { limit less on pick where it.p == this.owner: it.by < 1 } }`,
			given: []any{"stingy.owner", "P2"}, options: "[0,2]", five: names("pick.small", "pick.even")},
		{name: "added, then waived", rules: "limit more on pick [L]: it.by > 1\nwaive pick.more [L]", options: "[0,2]", five: names("pick.small", "pick.even")},
		{name: "forbidden for some choices", rules: "forbid pick [L] where it.by == 2", options: "[0]", two: names("house.bend: forbid pick"), five: names("pick.small", "pick.even")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2, tt.given...)
			c.begin("ask", obj{"p": "P1"})
			if got := asText(c.status(value.Host).Decisions[0].Options); got != tt.options {
				t.Errorf("options are %s, not %s", got, tt.options)
			}
			fork := &table{t, c.p, c.g.Fork()}
			for n, want := range map[int][]string{2: tt.two, 5: tt.five} {
				if want != nil {
					c.refused("P1", n, want...)
				} else {
					(&table{t, c.p, fork.g.Fork()}).answer("P1", n)
				}
			}
		})
	}
	t.Run("a must without any legal answer stops the game", func(t *testing.T) {
		c := sit(t, labOf(t, "variant house.bend of lab\nforbid pick [L] where it.p.m > 0"), 2, "P1.m", 1)
		stops(t, c.beginErr("ask", obj{"p": "P1"}), interpreter.CodeRuntime, "no legal answer")
	})
}

// An event that is forbidden, or limited, by rule does not happen on any road; the
// text around it goes on.
func TestForbidEvent(t *testing.T) {
	for _, tt := range []struct{ name, rules, trail string }{
		{"forbidden", "forbid mark [L]", ""},
		{"for some arguments", "forbid mark [L] where it.x == a", "debc"},
		{"by a limit", "limit few on mark [L]: size(game.trail) < 2", "ad"},
		{"set before it is limited", "set mark.x [L] to f where it.x == a\nforbid mark [L] where it.x == a", "fdebc"},
		{"replaced behind a limit", "limit not_d on mark [L]: it.x != d\ninstead of mark [L] where it.x == d || it.x == e { do mark(f) }", "afbc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2)
			c.begin("outer", obj{"x": 0})
			if got := c.trail(); got != tt.trail {
				t.Errorf("the trail is %s, not %s", got, tt.trail)
			}
		})
	}
	t.Run("a whenever", func(t *testing.T) {
		rules := `
variant house.bend of lab
whenever full [L] each p in seats() when p.n >= 5 { take 5 from p.n  do mark(f) }
card calm of Charm [L] { while this.owner != none { forbid full where it.p == this.owner } }`
		for owner, want := range map[string]string{"P1": "P1.n == 6", "P2": "P1.n == 1"} {
			c := sit(t, labOf(t, rules), 2, "calm.owner", owner)
			c.begin("grow", obj{"p": "P1", "by": 6})
			c.holds(want)
		}
	})
}

func TestParameters(t *testing.T) {
	lists := `
variant house.bend of lab
event give(who: list of Player, by: int 0..9) [L] { each p in who { do grow(p, by) } }
add [seats()[1]] to give.who [L] where size(it.who) == 1
add 3 to give.by [L] where size(it.who) == 2
cap give.by [L] at 7`
	c := sit(t, labOf(t, lists), 2)
	c.begin("give", obj{"who": names("P1"), "by": 1})
	c.holds("P1.n == 4", "P2.n == 4") // a later parameter sees the earlier ones changed
	c.begin("give", obj{"who": names("P1", "P2"), "by": 9})
	c.holds("P1.n == 11", "P2.n == 11")
	stops(t, c.beginErr("grow", obj{"p": "P1", "by": 10}), interpreter.CodeRuntime, "by of grow is 10: it must be from 0 to 9")
}

// What each of several players answered is judged again when it happens. Two that
// cannot both happen are a fault of the rules, which takes nothing back but the last.
func TestSealedAnswersClash(t *testing.T) {
	p := labOf(t, `
rules lab.more
action claim(p: Player, one charm from Charm.all) [L] {
  limit free [L]: charm.owner == none else "somebody has it"
  set charm.owner to p
}
rows Charm (id) { ring hat }
procedure claims() [L] { step all_at_once { all p in seats() must [L] claim(p) } }`)
	c := sit(t, p, 2)
	c.begin("claims", nil)
	c.answer("P2", "hat")
	_, err := c.g.Answer("", "P1", "hat")
	stops(t, err, interpreter.CodeRuntime, "P2", "clash", "somebody has it")
	c.asks("P1 claims.all_at_once")
	c.answer("P1", "ring")
	c.holds("hat.owner == P2", "ring.owner == P1")
}

// ---- load order ----

// Files say the same in whatever order they are given: a program made of them plays,
// and hashes, alike to the last word.
func TestLoadOrderIsNothing(t *testing.T) {
	one := `
variant house.one of council
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
