package interpreter_test

import (
	"slices"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// A question without a citation of its own cites what it is part of, however many are
// asked.
func TestWhatAQuestionCites(t *testing.T) {
	const rules = `
rules ask.core
clauses { P "the procedure" beside  S "the step" beside  Q "the question" beside }
seats Player 2 { n: int 0..9 = 0 }
action pick(p: Player, number by from 0 to 9) { set p.n to by }
procedure ask(p: Player) [P] {
`
	for _, tt := range []struct{ stmt, want string }{
		{"step it { p must pick(p) }", "P"},
		{"step it { all q in seats() must pick(q) }", "P"},
		{"step it { all q in seats() may pick(q) }", "P"},
		{"step it [S] { p must pick(p) }", "S"},
		{"step it [S] { all q in seats() must pick(q) }", "S"},
		{"step it [S] { p must [Q] pick(p) }", "Q"},
		{"step it [S] { all q in seats() must [Q] pick(q) }", "Q"},
	} {
		p, diags := interpreter.Load([]*diag.Source{text(rules + tt.stmt + "\n}")})
		if p == nil {
			t.Fatal(printed(diags))
		}
		c := sit(t, p, 2)
		c.begin("ask", obj{"p": "P1"})
		if got := c.status(value.Host).Decisions[0].Clauses; !slices.Equal(got, []string{tt.want}) {
			t.Errorf("%s cites %v, not %s", tt.stmt, got, tt.want)
		}
	}
}
