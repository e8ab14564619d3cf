package conformance

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
	"ruleck/rulesets"
)

// oneWay are the steps and limits that neither the scenarios nor random plays reach
// both ways, with the reason: a step that never runs or is never left out, a limit
// that never holds or never fails.
var oneWay = map[string]string{
	"votes.add.barred":   "only vote.cast adds votes in this edition, and that asks the same of its player before",
	"votes.add.one_vote": "only vote.cast adds votes in this edition, and nobody casts twice; the variant speakers_vote adds more",
	"votes.add.voted":    "only vote.cast adds votes in this edition, after it has noted what the player has voted for",
}

// direct are events that happen by themselves, for limits that nothing in this edition
// comes to: what would do so is refused before.
var direct = []struct {
	run   string
	args  map[string]any
	given []Given
}{
	{"planet.exhaust", map[string]any{"x": "lodor"}, []Given{{"lodor.ready", false}}},
	{"dock.place", map[string]any{"p": "P1", "x": "lodor"}, []Given{{"lodor.controller", "P2"}}},
	{"dock.place", map[string]any{"p": "P1", "x": "lodor"}, []Given{{"lodor.controller", "P1"},
		{"P1.space_dock.1.place", map[string]any{"planet": "quann"}}, {"P1.space_dock.2.place", map[string]any{"planet": "mellon"}},
		{"P1.space_dock.3.place", map[string]any{"planet": "wellon"}}}},
	{"dock.place", map[string]any{"p": "P1", "x": "lodor"}, []Given{{"lodor.controller", "P1"},
		{"game.laws", []any{"demilitarized_zone"}}, {"demilitarized_zone.attached", "quann"}}},
	{"dock.place", map[string]any{"p": "P1", "x": "quann"}, []Given{{"quann.controller", "P1"},
		{"game.laws", []any{"demilitarized_zone"}}, {"demilitarized_zone.attached", "quann"}}},
	{"units.place", map[string]any{"p": "P1", "t": "infantry", "x": map[string]any{"planet": "quann"}, "count": int64(1), "tokens": int64(0)},
		[]Given{{"game.laws", []any{"demilitarized_zone"}}, {"demilitarized_zone.attached", "quann"}}},
}

// TestBothWays plays every scenario, a few events by themselves, and random plays from
// where the scenarios of testdata/play stop, with answers and acts of any kind tried at
// their decisions. A limit fails where an answer is refused by it.
func TestBothWays(t *testing.T) {
	atLength(t)
	suite := suiteOf(t, "ti4", folder(t, "scenarios/ti4"))
	reached := map[string]map[string]bool{}
	mark := func(rule, outcome string) {
		if reached[rule] == nil {
			reached[rule] = map[string]bool{}
		}
		reached[rule][outcome] = true
	}
	note := func(g *interpreter.Game) {
		for _, touch := range g.Touched() {
			mark(touch.Rule, touch.Outcome)
		}
	}
	for _, sc := range suite.Scenarios {
		pl := sc.prepare(suite.program)
		for _, r := range pl.run(false).refusals { // a refusal leaves no trace in the game
			mark(r.name, "false")
		}
		note(pl.game)
	}
	for _, e := range direct {
		g, err := suite.program.NewGame(interpreter.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range e.given {
			give(t, g, v.Path, v.Value)
		}
		if err := g.Begin(e.run, e.args); err != nil {
			t.Fatal(err)
		}
		note(g)
	}
	decisions, refusedBy := randomBothWays(t, note)
	for name := range refusedBy {
		mark(name, "false")
	}

	asked, ways := 0, 0
	var missing []string
	look := func(name string, outcomes ...string) {
		asked++
		for _, o := range outcomes {
			if !reached[name][o] {
				missing = append(missing, name)
				t.Logf("%s: never %s (%s)", name, o, oneWay[name])
				if oneWay[name] == "" {
					t.Errorf("%s is never %s, and nothing says why", name, o)
				}
				return
			}
		}
		ways++
		if oneWay[name] != "" {
			t.Errorf("%s is reached both ways after all", name)
		}
	}
	d := suite.program.Describe()
	for _, p := range d.Procedures {
		steps, _ := p.Detail["steps"].([]any)
		for _, s := range steps {
			step := s.(map[string]any)
			if step["when"] == nil {
				look(step["name"].(string), "ran")
			} else {
				look(step["name"].(string), "ran", "false")
			}
		}
	}
	for _, l := range d.Limits {
		look(l.Name, "true", "false")
	}
	for name := range oneWay {
		if !slices.Contains(missing, name) {
			t.Errorf("%s is listed, and there is no such step or limit, or it is reached", name)
		}
	}
	t.Logf("%d scenarios, %d decisions of random plays: %d of %d steps and limits are reached both ways", len(suite.Scenarios), decisions, ways, asked)
}

// randomBothWays plays on from the given positions.
func randomBothWays(t *testing.T, note func(*interpreter.Game)) (decisions int, refusedBy map[string]bool) {
	t.Helper()
	plays := 10
	if os.Getenv("RULECK_LONG") == "1" {
		plays = 300
	}
	m := &mechanisms{inPlay: load(t, stackOf(t, rulesets.Files, "ti4")), refusedBy: map[string]bool{}}
	m.kinds = kindsOf(m.inPlay.Describe())
	for i, p := range positions(t, "testdata/play/plays.scenario") {
		for k := range plays {
			g, seed := p.game.Fork(), uint64(1000*i+k)
			for range 15 {
				s, err := g.Status(value.Host)
				if err != nil {
					t.Fatal(err)
				}
				if s.Done {
					break
				}
				decisions++
				if k < 2 {
					for _, d := range s.Decisions {
						m.answers(t, g, d, seed)
					}
					m.acts(t, g, seed)
				}
				if err := g.PlayRandom(&seed); err != nil {
					t.Fatal(fmt.Errorf("%s: %w", p.title, err))
				}
			}
			note(g)
		}
	}
	return decisions, m.refusedBy
}
