package interpreter_test

import (
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// What one file says over another, and what a variant may change without a place to
// hook in: the guard of a step, and what is printed on a row.

func TestOver(t *testing.T) {
	const one, two = "variant house.alder of lab\n", "variant house.birch of lab\n"
	for _, tt := range []struct {
		name     string
		one, two string // what either file says behind its first line
		trail    string // if one is over two
		other    string // if two is over one
	}{
		{name: "before: what is over comes first",
			one: "before step outer.two [L] { do mark(f) }", two: "before step outer.two [L] { do mark(d) }",
			trail: "afddebc", other: "adfdebc"},
		{name: "after: what is over comes last, around the rest",
			one: "after step outer.two [L] { do mark(f) }", two: "after step outer.two [L] { do mark(d) }",
			trail: "adedfbc", other: "adefdbc"},
		{name: "instead: what is over takes place",
			one: "instead of step outer.two [L] { do mark(f) }", two: "instead of step outer.two [L] { do mark(d) }",
			trail: "afbc", other: "adbc"},
		{name: "instead: the other does where the condition does not hold",
			one: "instead of step outer.two [L] where it.x > 3 { do mark(f) }", two: "instead of step outer.two [L] { do mark(d) }",
			trail: "adbc", other: "adbc"},
		{name: "removed: what is over does it",
			one: "remove step outer.two [L]", two: "instead of step outer.two [L] { do mark(d) }",
			trail: "abc", other: "adbc"},
		{name: "within a file they stand as they are written",
			one: "before step outer.two [L] { do mark(f) }\nbefore step outer.two [L] { do mark(e) }", two: "before step outer.two [L] { do mark(d) }",
			trail: "afed" + "debc", other: "adfe" + "debc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, diags := labLoad(one+tt.one, two+tt.two)
			if p != nil || !has(diags, interpreter.CodeConflict) {
				t.Errorf("without an order:\n%s", printed(diags))
			}
			for want, files := range map[string][]string{
				tt.trail: {one + "over house.birch\n" + tt.one, two + tt.two},
				tt.other: {one + tt.one, two + "over house.alder\n" + tt.two},
			} {
				c := sit(t, labOf(t, files...), 2)
				c.begin("outer", obj{"x": 0})
				if got := c.trail(); got != want && tt.trail != tt.other {
					t.Errorf("the trail is %s, not %s", got, want)
				}
			}
		})
	}
}

func has(diags diag.List, code diag.Code) bool {
	for _, d := range diags {
		if d.Code == code {
			return true
		}
	}
	return false
}

func TestOverSets(t *testing.T) {
	for _, tt := range []struct {
		name string
		one  string // over two, and two over three
		want int64
	}{
		{"the one that is over, and not by way of another file", "set size_of(p) [L] to 5", 5},
		{"the next where its condition does not hold", "set size_of(p) [L] to 5 where p.n > 3", 6},
		{"what is added to it is added all the same", "set size_of(p) [L] to 5\nadd 2 to size_of(p) [L]", 7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t,
				"variant house.alder of lab\nover house.birch\n"+tt.one,
				"variant house.birch of lab\nover lab.more\nset size_of(p) [L] to 6 where p.n < 9",
				"rules lab.more\nset size_of(p) [L] to 7"), 2)
			if got := c.eval("size_of(P1)"); got != tt.want {
				t.Errorf("size_of is %v, not %d", got, tt.want)
			}
		})
	}
}

// seasons is a year in which a step waits for a condition, and cards are used in the
// order of what is printed on them.
const seasons = `
rules year.core
clauses { Y "the year" beside }
enum Mark { fair, sow, reap, rest }
seats Player 2 { n: int 0..9 = 0 }
table Card { rank: int 1..8 }
rows Card (id, rank) { spring 1  summer 2  autumn 3 }
game {
  open: bool = false
  seen: list of Mark max 20
  used: list of Card max 20
  first: int 0..9 = spring.rank
}
play year.round()
procedure year.round() [Y] {
  step fair [Y] when game.open { add fair to game.seen }
  step work [Y] {
    each c in Card.all.sort_by(x, x.rank) { add c to game.used }
    add sow to game.seen
  }
  step rest [Y] when game.open || size(game.used) > 0 { add rest to game.seen }
}
`

func TestGuardsAndPrintedColumns(t *testing.T) {
	const used = "game.used == [spring, summer, autumn] && game.first == 1"
	for _, tt := range []struct {
		name, rules string
		given       []any
		holds       string
	}{
		{name: "as it is", holds: used + " && game.seen == [sow, rest]"},
		{name: "a guard set to true", rules: "set year.round.fair.when [house] to true", holds: "game.seen == [fair, sow, rest]"},
		{name: "a guard set under a condition that holds", rules: "set year.round.fair.when [house] to true where seats()[0].n > 0",
			given: []any{"P1.n", 1}, holds: "game.seen == [fair, sow, rest]"},
		{name: "and one that does not", rules: "set year.round.fair.when [house] to true where seats()[0].n > 0", holds: "game.seen == [sow, rest]"},
		{name: "another guard", rules: "set year.round.rest.when [house] to size(game.seen) == 0", holds: "game.seen == [sow]"},
		{name: "a guard forbidden", rules: "forbid year.round.rest.when [house]", holds: "game.seen == [sow]"},
		{name: "a guard forbidden under a condition", rules: "forbid year.round.rest.when [house] where game.open",
			given: []any{"game.open", true}, holds: "game.seen == [fair, sow]"},
		{name: "a guard both set and forbidden", rules: "set year.round.fair.when [house] to true\nforbid year.round.fair.when [house]", holds: "game.seen == [sow, rest]"},
		{name: "a step without a guard has one that is true", rules: "forbid year.round.work.when [house] where !game.open", holds: "game.seen == []"},
		{name: "a row renumbered", rules: "set spring.rank [house] to 8", holds: "game.used == [summer, autumn, spring] && game.first == 8"},
		{name: "a row renumbered twice to the same", rules: "set spring.rank [house] to 3\nset Card.spring.rank [house] to 1 + 2", holds: "game.used == [summer, spring, autumn]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, diags := interpreter.Load([]*diag.Source{text(seasons), text("variant house.year of year\n" + tt.rules)})
			if p == nil {
				t.Fatal(printed(diags))
			}
			c := sit(t, p, 2, tt.given...)
			c.begin("", nil)
			c.holds(tt.holds)
		})
	}
}

// Of two files that renumber one row the one that is over the other does it.
func TestOverPrinted(t *testing.T) {
	p := loaded(t, text(seasons),
		text("variant house.alder of year\nset spring.rank [house] to 4"),
		text("variant house.birch of year\nover house.alder\nset spring.rank [house] to 2"))
	c := sit(t, p, 2)
	c.holds("spring.rank == 2")
}
