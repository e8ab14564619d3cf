package conformance

import (
	"bytes"
	"testing"

	"ruleck/interpreter"
)

// What the tests share that play from given states: the states are written as
// scenarios, each up to the decision that a test begins with.

// positions are the games at which the scenarios of a file stop, by title.
func positions(t testing.TB, file string) map[string]*interpreter.Game {
	t.Helper()
	out := map[string]*interpreter.Game{}
	suite := suiteOf(t, "ti4", folder(t, file))
	for _, d := range suite.Diagnostics {
		t.Fatal(d.Error())
	}
	for _, sc := range suite.Scenarios {
		pl := sc.prepare(suite.program)
		o := pl.run(false)
		for _, f := range o.Failures {
			if f.Code == CodeNoEvidence {
				continue // it shows nothing by itself
			}
			var b bytes.Buffer
			_ = f.writeText(&b, nil)
			t.Fatalf("%s: %s", sc.Title, b.String())
		}
		out[sc.Title] = pl.game
	}
	return out
}
