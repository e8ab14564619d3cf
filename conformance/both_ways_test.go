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
var oneWay = map[string]string{}

// TestBothWays plays every scenario, and random plays from where the scenarios of
// testdata/play stop, with a few answers and acts of any kind tried at each decision. A
// limit that was tried on the way to an answer has been reached, too.
func TestBothWays(t *testing.T) {
	suite := suiteOf(t, "ti4", folder(t, "scenarios/ti4"))
	reached := map[string]map[string]bool{}
	note := func(g *interpreter.Game) {
		for _, touch := range g.Touched() {
			if reached[touch.Rule] == nil {
				reached[touch.Rule] = map[string]bool{}
			}
			reached[touch.Rule][touch.Outcome] = true
		}
	}
	for _, sc := range suite.Scenarios {
		pl := sc.prepare(suite.program)
		pl.run(false)
		note(pl.game)
	}
	decisions := randomBothWays(t, note)

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
func randomBothWays(t *testing.T, note func(*interpreter.Game)) (decisions int) {
	t.Helper()
	plays := 10
	if os.Getenv("RULECK_LONG") == "1" {
		plays = 300
	}
	m := &mechanisms{inPlay: load(t, stackOf(t, rulesets.Files, "ti4"))}
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
	return decisions
}
