package interpreter

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ruleck/dsl/diag"
	"ruleck/interpreter/value"
)

// What can go wrong while a game is played, and how it is told: an error of the rules
// has a place, nonsense from outside is a bad request, and a refusal tells everything.

// runtimeBook is what the rules of these tests stand on.
const runtimeBook = `rules run.game
clauses { R "all of it" never }
seats Player 2..8 { n: int 0..99 = 3  pin: int 0..99 seen by [it] = 4  hand: pile of Card seen by [it] }
table Card { rank: int 1..9 }
rows Card (id, rank) { ace 1 two 2 three 3 }
union Wish { nothing, card: Card, who: Player }
game { deck: pile of Card  wish: Wish? }
setup [R] { move Card.all to game.deck }
play main.proc(seats()[0])
`

// played is a game of runtimeBook and some more rules, and how it began.
func played(t *testing.T, rules string, s Setup) (*Game, error) {
	t.Helper()
	g := start(t, bookOf(t, runtimeBook+rules), s)
	return g, g.Begin("", nil)
}

// asking is rules whose main procedure puts one statement.
func asking(statement string) string {
	return "procedure main.proc(p: Player) [R] { step ask { " + statement + " } }\n"
}

// TestErrorsOfTheRules: the game stops with the words that caused it, before anybody is
// asked something that makes no sense.
func TestErrorsOfTheRules(t *testing.T) {
	tests := []struct{ name, rules, at, want string }{
		{"exactly", asking("p chooses exactly p.n - 4 xs from Card.all"), "p.n - 4", "cannot choose -1"},
		{"up to", asking("p chooses up to p.n - 5 xs from Card.all"), "p.n - 5", "cannot choose -2"},
		{"bag", "action pick(p: Player, bag of up to p.n - 4 xs from Card.all) [R] { nothing }\n" + asking("p must pick(p)"), "p.n - 4", "cannot choose -1"},
		{"which may be passed", "action pick(p: Player, exactly p.n - 4 xs from Card.all) [R] { nothing }\n" + asking("p may pick(p)"), "p.n - 4", "cannot choose -1"},
		{"behind another offer", "action go.on(p: Player) [R] { nothing }\naction pick(p: Player, up to p.n - 4 xs from Card.all) [R] { nothing }\n" + asking("p takes go.on(p) or pick(p)"),
			"p.n - 4", "cannot choose -1"},
		{"twice on offer", "action pay(p: Player, n: int) [R] { nothing }\n" + asking("p takes pay(p, 1) or pay(p, 2)"), "pay(p, 2)", "pay is on offer twice"},
		{"asked twice", "action pay(p: Player) [R] { nothing }\n" + asking("all q in [p, p] must pay(q)"), "[p, p]", "P1 is asked twice at once"},
		{"a secret in a domain", asking("p chooses number m from 0 to seats()[1].pin"), "pin", "this depends on P2.pin, which P1 may not know"},
		{"a secret in a value of a domain", "value most(q: Player) [R]: int = q.pin\n" + asking("p chooses number m from 0 to most(seats()[1])"), "pin\n", "this depends on P2.pin, which P1 may not know"},
		{"a secret in a limit", "action pay(p: Player) [R] { limit l: seats().all(q, q.pin > 1) nothing }\n" + asking("p must pay(p)"), "pin >", "this depends on P2.pin, which P1 may not know"},
		{"a score", "value score(p: Player) [R]: int = 12 / (p.n - 3)\nends [R] when seats()[0].n == 4 scoring score\n" + asking("add 1 to p.n"), "/ (p.n - 3)", "12 is divided by zero"},
		{"a chain of values", doubling(25) + asking("p chooses number m from 0 to v24()"), "v", "this takes more than 10000000 steps"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := time.Now()
			_, err := played(t, tt.rules, Setup{})
			var e *Error
			if !errors.As(err, &e) || e.Bad || !strings.Contains(e.Message, tt.want) {
				t.Fatalf("it begins with %v", err)
			}
			if text := e.Span.Source.Text[e.Span.Start:]; !strings.HasPrefix(text, tt.at) {
				t.Errorf("the error is shown at %.30q", text)
			}
			if took := time.Since(before); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// doubling is values that each need the one before twice.
func doubling(n int) string {
	out := "value v0() [R]: int = 1\n"
	for i := 1; i < n; i++ {
		out += fmt.Sprintf("value v%d() [R]: int = v%d() + v%d()\n", i, i-1, i-1)
	}
	return out
}

// TestManyValues: loading takes time in proportion to what there is to load.
func TestManyValues(t *testing.T) {
	load := func(n int) time.Duration {
		text := strings.Builder{}
		text.WriteString(runtimeBook)
		for i := range n {
			fmt.Fprintf(&text, "value v%d() [R]: int = %d\n", i, i)
		}
		before := time.Now()
		Load([]*diag.Source{diag.NewSource("many.rules", text.String()+asking("p chooses number m from 0 to v0()"))})
		return time.Since(before)
	}
	few, many := load(1000), load(8000)
	if many > 40*few+time.Second { // 8 times as many; the rest is for a busy machine
		t.Errorf("1000 values load in %v, 8000 in %v", few, many)
	}
}

// TestConflictInPlay: what two instances of an effect want is told when they meet.
func TestConflictInPlay(t *testing.T) {
	rules := "value most(p: Player) [R]: int = 1\neffect wide(n: int) [R] { set most(p) to n where p.n > 1 }\n" +
		asking("begin wide(5) until end of main.proc  begin wide(6) until end of main.proc  p chooses number m from 0 to most(p)")
	_, err := played(t, rules, Setup{})
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeConflict || len(e.Related) != 1 {
		t.Fatalf("a conflict is told as %v", err)
	}
	line := func(s diag.Span) int { return 1 + strings.Count(s.Source.Text[:s.Start], "\n") }
	if a, b := line(e.Related[0].Span), line(e.Span); a != 11 || b != 11 {
		t.Errorf("a conflict of line 11 with itself is told of lines %d and %d", a, b)
	}
}

// TestNamesAtTheTable: those who sit down, and nobody else, can be named.
func TestNamesAtTheTable(t *testing.T) {
	tests := []struct {
		seats   []string
		players int
		text    string
		want    string
		wrong   string
	}{
		{players: 2, text: "P2.n == 3 && Player.P2 == P2", want: "true"},
		{players: 2, text: "P3.n", wrong: "nobody is called P3 here"},
		{players: 2, text: "Player.P3", wrong: "`Player` has no `P3`"},
		{seats: []string{"P3", "P1", "P2"}, text: "[P1, P2, P3]", want: `["P1","P2","P3"]`},
		{seats: []string{"P3", "P1", "P2"}, text: "seats()", want: `["P3","P1","P2"]`},
		{seats: []string{"P2", "P4", "P6"}, text: "seats() == [P2, P4, P6] && Player.P6 == P6", want: "true"},
		{seats: []string{"P2", "P4", "P6"}, text: "P1", wrong: "nobody is called P1 here"},
		{seats: []string{"Anna", "Bob"}, text: "Anna", want: `"Anna"`},
		{seats: []string{"Anna", "Bob"}, text: "Player.Bob.n + 1", want: "4"},
		{seats: []string{"Anna", "Bob"}, text: "Anne", wrong: "unknown name `Anne`"},
		{seats: []string{"Anna", "Bob"}, text: "P2", wrong: "nobody is called P2 here"},
		{seats: []string{"P2", "Bob", "P9"}, text: "[P2, Bob, P9]", want: `["P2","Bob","P9"]`},
	}
	p := bookOf(t, runtimeBook+"procedure lone() [R] { step s { nothing } }\n"+asking("p chooses number m from 0 to 2"))
	for _, tt := range tests {
		g := start(t, p, Setup{Seats: tt.seats, Players: tt.players})
		q, diags := g.QueryText(tt.text)
		if tt.wrong != "" {
			if len(diags) != 1 || diags[0].Message != tt.wrong {
				t.Errorf("%v: %s is found wrong with %v", tt.seats, tt.text, diags)
			}
			continue
		}
		if diags != nil {
			t.Errorf("%v: %s is found wrong with %v", tt.seats, tt.text, diags)
			continue
		}
		if got, err := g.Eval(q); err != nil || asJSON(got) != tt.want {
			t.Errorf("%v: %s is %s %v", tt.seats, tt.text, asJSON(got), err)
		}
	}
	for _, name := range []string{"ace", "game", "none", "in", "true", "null", "seats", "lone", "a b"} {
		if _, err := p.NewGame(Setup{Seats: []string{name, "Bob"}}); err == nil {
			t.Errorf("somebody is called %s", name)
		}
	}
}

// TestEverythingIsTold: a refusal names all that is wrong with each field.
func TestEverythingIsTold(t *testing.T) {
	tests := []struct {
		name, rules string
		plain       any
		want        []string
	}{
		{"a part of a split that is too long", asking("p splits Card.all into upper, lower in any order"),
			map[string]any{"upper": list("ace", "ace", "ace", "ace"), "lower": list()},
			[]string{"upper may be at most 3, not 4", "ace is named twice", "each must go to exactly one place: ace is placed 4 times, two is placed nowhere, three is placed nowhere"}},
		{"a choice of several", asking("p chooses up to 1 xs from [ace, two]"), list("two", "three", "two"),
			[]string{"xs may be at most 1, not 3", "three is not among what may be chosen", "two is named twice"}},
		{"a bag", "action pick(p: Player, bag of up to 2 xs from [ace, two]) [R] { nothing }\n" + asking("p must pick(p)"),
			[]any{map[string]any{"item": "three", "n": int64(1)}, map[string]any{"item": "ace", "n": int64(9)}, map[string]any{"item": "ace", "n": int64(0)}},
			[]string{"three is not among what may be chosen", "ace is named twice", "ace cannot be chosen 0 times", "xs may be at most 2 in all, not 10"}},
		{"a field that depends on a wrong one", "action pick(p: Player, number a from 0 to 3, number b from 0 to 3 - a) [R] { limit l: a + b != 4 nothing }\n" + asking("p must pick(p)"),
			map[string]any{"a": int64(1) << 62, "b": int64(1)},
			[]string{"a must be from 0 to 3", notJudgedText + "b depends on a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, err := played(t, tt.rules, Setup{})
			if err != nil {
				t.Fatal(err)
			}
			refused, err := g.Answer("", "P1", tt.plain)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range refused {
				got = append(got, r.Reason)
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("refused with\n  %s\nnot\n  %s", strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "))
			}
		})
	}
	t.Run("of what is no bag", func(t *testing.T) {
		g, err := played(t, "action pick(p: Player, bag of up to 2 xs from [ace, two]) [R] { nothing }\n"+asking("p must pick(p)"), Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			plain any
			want  string
		}{
			{"ace", `xs is a bag of Card, so it must be an array, not "ace"`},
			{list("ace"), `xs[0] is an entry of a bag, {"item": …, "n": …}, not "ace"`},
			{[]any{map[string]any{"item": "ace", "n": true}}, `xs[0].n is an int, not true`},
		} {
			if _, err := g.Answer("", "P1", tt.plain); err == nil || err.Error() != tt.want {
				t.Errorf("%s is found wrong with %v", asJSON(tt.plain), err)
			}
		}
	})
	t.Run("of what is sent without end", func(t *testing.T) {
		g, err := played(t, asking("p chooses any xs from Card.all"), Setup{})
		if err != nil {
			t.Fatal(err)
		}
		plain := []any{}
		for i := range 200_000 {
			plain = append(plain, []any{"ace", "two"}[i/100_000])
		}
		before := time.Now()
		var e *Error
		if _, err := g.Answer("", "P1", plain); !errors.As(err, &e) || !e.Bad || e.Message != "xs is 200000 long: no answer may be longer than 4096" {
			t.Errorf("error %v", err)
		}
		if refused, err := g.Answer("", "P1", plain[98_000:102_000]); err != nil || len(refused) != 3 {
			t.Errorf("refused %s, error %v", asJSON(refused), err)
		}
		if took := time.Since(before); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// TestGivenValues: what is given belongs together, and what does not is nonsense.
func TestGivenValues(t *testing.T) {
	p := bookOf(t, runtimeBook+"invariant whole [R]: size(game.deck) + seats().sum(q, size(q.hand)) == 3\n"+asking("p chooses number m from 0 to 2"))
	type pair struct {
		path  string
		plain any
	}
	tests := []struct {
		given []pair
		want  string // of the last, or of the beginning
	}{
		{[]pair{{"P1.hand", list("ace")}, {"P2.hand", list("two", "ace")}}, "ace is given to two piles, P1.hand and P2.hand"},
		{[]pair{{"P1.hand", list("ace")}, {"game.deck", list("two")}}, "the given values break invariant whole"},
		{[]pair{{"P1.hand", list("ace")}, {"P1.hand", list("two")}, {"game.deck", list("ace", "three")}}, ""},
		{[]pair{{"P1.n", "ace"}}, `P1.n is an int, not "ace"`},
		{[]pair{{"P1.hand", map[string]any{"x": int64(1)}}}, `P1.hand is a pile of Card, so it must be an array, not {"x":1}`},
		{[]pair{{"game.wish", map[string]any{"x": int64(1)}}}, `game.wish is a Wish, not {"x":1}`},
		{[]pair{{"game.wish", map[string]any{"who": "P1", "card": "ace"}}}, `game.wish is a Wish, not {"card":"ace","who":"P1"}`},
		{[]pair{{"game.wish", map[string]any{"who": nil}}}, "game.wish.who is a Player and cannot be none"},
		{[]pair{{"P1.n", strings.Repeat("long ", 100)}}, `P1.n is an int, not "` + strings.Repeat("long ", 11) + `long…`},
	}
	for _, tt := range tests {
		g := start(t, p, Setup{})
		var err error
		for i, x := range tt.given {
			if err = g.Give(x.path, x.plain); err != nil && i < len(tt.given)-1 {
				t.Fatalf("given %s: %v", x.path, err)
			}
		}
		if err == nil {
			err = g.Begin("", nil)
		}
		var e *Error
		switch errors.As(err, &e); {
		case tt.want == "" && err == nil:
		case e == nil || !e.Bad || e.Message != tt.want:
			t.Errorf("%v is found wrong with %v, not %s", tt.given, err, tt.want)
		}
	}
}

// TestSealedAnswersThatClash: two players take the only one. Neither learns what the
// other took, both are asked anew, and play goes on.
func TestSealedAnswersThatClash(t *testing.T) {
	const rules = "action take(p: Player, one card from game.deck) [R] { move card to p.hand }\n"
	statement := "all q in seats() must take(q)  p chooses number m from 0 to 2"
	for _, saved := range []bool{false, true} {
		g, err := played(t, rules+asking(statement), Setup{Players: 3})
		if err != nil {
			t.Fatal(err)
		}
		before, log := position(t, g), g.EventCount()
		mustAnswer(t, g, "P1", "ace")
		mustAnswer(t, g, "P3", "ace")
		if saved {
			if err := g.Load(g.Save()); err != nil {
				t.Fatal(err)
			}
			log = 0
		}
		refused, err := g.Answer("", "P2", "two")
		var e *Error
		if !errors.As(err, &e) || e.Bad || refused != nil {
			t.Fatalf("a clash is told as %s %v", asJSON(refused), err)
		}
		if want := "the answers of P1 and P3 at main.proc.ask clash: both are asked anew"; e.Message != want || strings.Contains(asJSON(e.Diagnostic), "ace") {
			t.Errorf("a clash is told as %s", asJSON(e.Diagnostic))
		}
		if after := position(t, g); after != before {
			t.Errorf("after a clash the position is another: %s", firstDifference(before, after))
		}
		for _, v := range []value.Viewer{value.Host, 0, 1, 2} {
			if got, want := asJSON(g.Events(log, v)), `[{"name":"clashed","args":{"players":["P1","P3"],"step":"main.proc.ask"},"clauses":["R"]}]`; got != want {
				t.Errorf("viewer %d hears of a clash %s", v, got)
			}
		}
		if err := g.Undo(); err == nil {
			t.Error("an answer that was dropped can be undone")
		}
		mustAnswer(t, g, "P1", "ace")
		mustAnswer(t, g, "P2", "three")
		mustAnswer(t, g, "P3", "two")
		mustAnswer(t, g, "P1", int64(2))
		for range 4 {
			if err := g.Undo(); err != nil {
				t.Fatal(err)
			}
		}
		if after := position(t, g); after != before {
			t.Errorf("taking all back leads elsewhere: %s", firstDifference(before, after))
		}
	}
}
