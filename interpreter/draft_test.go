package interpreter

import (
	"errors"
	"strings"
	"testing"

	"ruleck/interpreter/value"
)

// TestDrafts: an answer is built field by field; each is told with its domain as it is
// behind those before it, and what is against a beginning is told as a refusal.
func TestDrafts(t *testing.T) {
	const rules = `action bid(p: Player, number a from 0 to 2, number b from 0 to 2 - a) [R] {
  limit start: p.n == 3 else "not now"
  limit first: a != 1 else "not one"
  limit both: a + b >= 1 else "too little"
  nothing
}
action give(p: Player, one card from game.deck, up to card.rank others from Card.all.minus([card])) [R] {
  limit ace: card != ace else "the ace is kept"
  nothing
}
`
	record := rules + asking("p must bid(p)")
	late := strings.Replace(rules, "p.n == 3", "p.n == 4", 1) + asking("p takes bid(p) or give(p)")
	window := rules + asking("p takes bid(p) or give(p)")
	split := asking("p splits Card.all into upper, lower, rest in any order")
	type obj = map[string]any
	tests := []struct {
		rules   string
		partial obj
		want    string
	}{
		{record, nil, `a number 0..2`},
		{record, obj{"a": int64(2)}, `b number 0..0`},
		{record, obj{"a": int64(0)}, `b number 0..2`},
		{record, obj{"a": int64(2), "b": int64(0)}, `complete`},
		{record, obj{"a": int64(1)}, `refused: bid.first [R] not one`},
		{record, obj{"a": int64(0), "b": int64(0)}, `refused: bid.both [R] too little`},
		{record, obj{"a": int64(9)}, `refused: bid.a [R] a must be from 0 to 2`},
		{record, obj{"b": int64(0)}, `error: the partial answer has b, but not a, which comes before it`},
		{record, obj{"a": "x"}, `error: a is an int, not "x"`},
		{window, nil, `error: the partial answer must name the offer: {"offer": NAME}`},
		{window, obj{"offer": "sell"}, `error: sell is not on offer`},
		{window, obj{"offer": "give"}, `card one "two" "three" 1..1`},
		{window, obj{"offer": "give", "card": "ace"}, `refused: give.ace [R] the ace is kept`},
		{window, obj{"offer": "give", "card": "two"}, `others some "ace" "three" 0..2`},
		{late, obj{"offer": "bid"}, `refused: bid.start [R] not now`},
		{split, nil, `upper sequence "ace" "two" "three" 0..3`},
		{split, obj{"upper": list("two")}, `lower sequence "ace" "three" 0..2`},
		{split, obj{"upper": list("two"), "lower": list()}, `rest sequence "ace" "three" 2..2`},
		{split, obj{"upper": list("two"), "lower": list("two")}, `refused: main.proc.ask [R] each must go to exactly one place: two is placed 2 times`},
	}
	for _, tt := range tests {
		g, err := played(t, tt.rules, Setup{})
		if err != nil {
			t.Fatal(err)
		}
		before := position(t, g)
		got := draftText(g.DraftAnswer("", tt.partial, 10))
		if got != tt.want {
			t.Errorf("%s gives\n  %s, not\n  %s", asJSON(tt.partial), got, tt.want)
		}
		if after := position(t, g); after != before {
			t.Errorf("asking how to go on changed something: %s", firstDifference(before, after))
		}
	}
}

func draftText(d Draft, err error) string {
	var e *Error
	switch {
	case errors.As(err, &e):
		return "error: " + e.Message
	case d.Against != nil:
		var all []string
		for _, r := range d.Against {
			all = append(all, r.Name+" ["+strings.Join(r.Clauses, ", ")+"] "+r.Reason)
		}
		return "refused: " + strings.Join(all, "; ")
	case d.Next == nil:
		return "complete"
	}
	text := d.Next.Name + " " + d.Next.Kind
	for _, list := range [][]value.Shown{d.Next.Options, d.Next.From} {
		for _, s := range list {
			text += " " + asJSON(s)
		}
	}
	return text + " " + asJSON(d.Next.Min) + ".." + asJSON(d.Next.Max)
}

// TestDraftOfAct: the same for an action beside a decision, and only for whom it is open.
func TestDraftOfAct(t *testing.T) {
	g, err := played(t, `action pay(p: Player, number n from 0 to p.n, one card from game.deck) [R] { nothing }
open pay to each q in [seats()[0]] during main.proc
`+asking("p chooses one x from Card.all"), Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		player, action string
		partial        map[string]any
		want           string
	}{
		{"P1", "pay", nil, "n number 0..3"},
		{"P1", "pay", map[string]any{"n": int64(2)}, `card one "ace" "two" "three" 1..1`},
		{"P1", "pay", map[string]any{"n": int64(5)}, `refused: pay.n [R] n must be from 0 to 3`},
		{"P2", "pay", nil, "error: pay is not open to P2 now"},
		{"P1", "bay", nil, "error: no action is called bay"},
		{"P9", "pay", nil, "error: no player is called P9"},
	} {
		if got := draftText(g.DraftAct(tt.player, tt.action, tt.partial, 10)); got != tt.want {
			t.Errorf("%s %s %v: %s, not %s", tt.player, tt.action, tt.partial, got, tt.want)
		}
	}
}

// TestBoard: what is as it was declared at first is left out; what may not be seen is,
// too, since that it changed would tell of it.
func TestBoard(t *testing.T) {
	p := bookOf(t, `rules a.b
clauses { R "a rule" never }
seats Player 2 { n: int 0..9 = 3  secret: list of Square max 3 seen by [it] }
table Square { row: int 1..3  has mark: Player? }
rows Square (id, row) { left 1  right 2 }
game { x: int 0..9 = 4  y: int 0..9 = 5 }
procedure main.proc(p: Player) [R] {
  step act { set left.mark to p  set game.x to 6  set p.secret to [left, left] }
  step ask { p chooses one q [R] from seats() }
}
`)
	g := start(t, p, Setup{})
	begin(t, g, "main.proc", map[string]any{"p": "P1"})
	for viewer, want := range map[value.Viewer]string{
		value.Host: `{"P1":{"secret":["left","left"]},"game":{"x":6},"left":{"mark":"P1"}}`,
		0:          `{"P1":{"secret":["left","left"]},"game":{"x":6},"left":{"mark":"P1"}}`,
		1:          `{"game":{"x":6},"left":{"mark":"P1"}}`,
	} {
		if got := asJSON(g.Board(viewer)); got != want {
			t.Errorf("viewer %d sees %s, not %s", viewer, got, want)
		}
	}
	if got := strings.Join(g.Running(), " "); got != "main.proc" {
		t.Errorf("running: %s", got)
	}
}
