package conformance

import (
	"bytes"
	"testing"

	"ruleck/interpreter"
)

// What the tests share that play from given states: the states are written as
// scenarios, each up to the decision that a test begins with.

// position is a game at a decision that a scenario leads to.
type position struct {
	title   string
	game    *interpreter.Game
	program *interpreter.Program
}

// positions are where the scenarios of a file stop, in their order.
func positions(t testing.TB, file string) []position {
	t.Helper()
	suite := suiteOf(t, "ti4", folder(t, file))
	for _, d := range suite.Diagnostics {
		t.Fatal(d.Error())
	}
	var out []position
	for _, sc := range suite.Scenarios {
		pl := sc.prepare(suite.program)
		for _, f := range pl.run(false).Failures {
			if f.Code == CodeNoEvidence {
				continue // it only says where to begin
			}
			var b bytes.Buffer
			_ = f.writeText(&b, nil)
			t.Fatalf("%s: %s", sc.Title, b.String())
		}
		out = append(out, position{sc.Title, pl.game, suite.program})
	}
	return out
}

// at is the position of a title.
func at(t testing.TB, all []position, title string) *interpreter.Game {
	t.Helper()
	for _, p := range all {
		if p.title == title {
			return p.game
		}
	}
	t.Fatalf("no scenario is called %q", title)
	return nil
}
