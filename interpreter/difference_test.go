package interpreter_test

import (
	"fmt"
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

const fields = `rules field.game
clauses {
  F.two   "then you rest" never
  F.one   "first you dig" never
  F.three "a hand is at most four" never
}
seats Player 2 { hand: int 0..9 = 0 }
table Crop { worth: int 1..5 }
rows Crop (id, worth) { oats 1  rye 2 }
play day.run()
procedure day.run() [F.one] {
  step rest [F.two] { each p in seats() { do dig(p, 1) } }
  step dig [F.one] when allowed() == 4 { each p in seats() { do dig(p, 2) } }
}
event dig(p: Player, n: int) [F.one] {
  limit few [F.three]: p.hand + n <= allowed()
  add n to p.hand
}
value allowed() [F.three]: int at most 9 = 4
`

// Two rulebooks and what they do not have alike, in the order of the clauses.
func TestDifferences(t *testing.T) {
	for _, c := range []struct{ name, edit, changes, want string }{
		{name: "layout and comments are no difference", edit: "{ oats 1  rye 2 } => {\n  oats 1 // a remark\n  rye 2\n}"},
		{name: "a value that a variant sets", changes: "set allowed() [house] to 5", want: `
changed value allowed: set allowed() [house] to 5`},
		{name: "under a condition, beside one that is gone", edit: "clauses { => set allowed() [F.three] to 3\nclauses {", changes: "add 1 to allowed() [house] where size(seats()) == 2", want: `
changed value allowed: add 1 to allowed() [house] where size(seats()) == 2; no more set allowed() [F.three] to 3`},
		{name: "an edit is told of the step alone", edit: "do dig(p, 1) => do dig(p, 3)", want: `
changed step day.run.rest`},
		{name: "of the guard alone", edit: "when allowed() == 4 => when allowed() == 5", want: `
changed guard day.run.dig.when`},
		{name: "a step that is gone and one that is new", edit: "step rest [F.two] => step sleep [F.two]", want: `
new step day.run.sleep
gone step day.run.rest`},
		{name: "a step that is gone", edit: "  step rest [F.two] { each p in seats() { do dig(p, 1) } }\n => ", want: `
gone step day.run.rest`},
		{name: "steps in another order", edit: `  step rest [F.two] { each p in seats() { do dig(p, 1) } }
  step dig [F.one] when allowed() == 4 { each p in seats() { do dig(p, 2) } }
 =>   step dig [F.one] when allowed() == 4 { each p in seats() { do dig(p, 2) } }
  step rest [F.two] { each p in seats() { do dig(p, 1) } }
`, want: `
changed procedure day.run`},
		{name: "a new field, an event around, a limit", changes: "extend Player { rests: int 0..9 = 0 }\nafter dig [house] { add 1 to it.p.rests }\nlimit own on dig [house]: it.p.rests < 3\nwaive dig.few [house]", want: `
changed event dig: limit own on dig [house]: it.p.rests < 3; after dig [house] { add 1 to it.p.rests }
changed limit dig.few: waive dig.few [house]
new field Player.rests`},
		{name: "a whole procedure, not its steps", changes: "procedure night.run() [house] { step sleep { nothing } step wake { nothing } }", want: `
new procedure night.run`},
		{name: "a cell, by a change and by an edit", edit: "rye 2 => rye 3", changes: "set oats.worth [house] to 2", want: `
changed printed oats.worth: set oats.worth [house] to 2
changed printed rye.worth`},
		{name: "a row that a variant removes", changes: "remove row rye [house]", want: `
gone row rye: remove row rye [house]`},
		{name: "a ruling that a variant chooses", edit: "play day.run() => ruling late [F.two]: yes | no default yes\nvalue so() [F.two]: bool = late == yes\nplay day.run()", changes: "set late [house] to no", want: `
new ruling late: set late [house] to no
new value so`},
		{name: "what a clause says", edit: "then you rest => then you may rest", want: `
changed clause F.two`},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := program(t, fields)
			edited := fields
			if old, now, ok := strings.Cut(c.edit, " => "); ok {
				if edited = strings.Replace(fields, old, now, 1); edited == fields {
					t.Fatal("the edit changes nothing")
				}
			}
			texts := []string{edited}
			if strings.HasPrefix(c.name, "under a condition") { // the base has the change that is gone
				base, texts[0] = program(t, edited), fields
			}
			if c.changes != "" {
				texts = append(texts, "variant field.house of field\n"+c.changes)
			}
			got := ""
			for _, d := range base.Differences(program(t, texts...)) {
				got += "\n" + told(d)
			}
			if got != c.want {
				t.Errorf("got%s\nwant%s", got, c.want)
			}
		})
	}
}

func program(t *testing.T, texts ...string) *interpreter.Program {
	t.Helper()
	var sources []*diag.Source
	for i, text := range texts {
		sources = append(sources, diag.NewSource(fmt.Sprintf("%d.rules", i), text))
	}
	p, list := interpreter.Load(sources)
	if p == nil {
		t.Fatal(list)
	}
	return p
}

func told(d interpreter.Difference) string {
	what := "changed"
	switch {
	case d.Base == nil:
		what = "new"
	case d.Stack == nil || d.Stack.Gone:
		what = "gone"
	}
	var changes []string
	for _, l := range d.Layers {
		changes = append(changes, strings.TrimSpace(l.Change+" "+l.When))
	}
	for _, l := range d.Gone {
		changes = append(changes, strings.TrimSpace("no more "+l.Change+" "+l.When))
	}
	text := what + " " + d.Element().Kind + " " + d.Element().Name
	if changes != nil {
		text += ": " + strings.Join(changes, "; ")
	}
	return text
}
