package interpreter

import (
	"strings"
	"testing"

	"ruleck/interpreter/value"
)

// Twins: two games in which only what a player keeps secret differs. Whatever happens
// then, the others see the same, and the player does not.

const twinBook = `rules twin.game
clauses { W "all of it" never }
enum Colour { red, green, blue }
seats Player 2..4 {
  pin: int 0..99 seen by [it] = 0
  open: int 0..99 = 0
  likes: set of Colour seen by [it]
  fav: Colour? seen by [it]
  per_colour: per Colour int 0..9 seen by [it]
}
game { hidden: int 0..99 seen by [] = 0 }
play main.proc(seats()[0], seats()[1])
value pin_of(p: Player) [W]: int = p.pin
action lie(p: Player, number n from 0 to p.pin) [W] { add 1 to p.open  p chooses number dummy from 0 to 1 }
action lie.by_value(p: Player, number n from 0 to pin_of(p)) [W] { nothing }
action some(p: Player, exactly size(p.likes) xs from Colour.all, up to p.pin ys from Colour.all) [W] { nothing }
action public(p: Player, number n from 0 to size(p.likes)) [W] { nothing }
action told(about: Player, p: Player, number n from 0 to p.pin) [W] { nothing }
`

func TestTwins(t *testing.T) {
	tests := []struct {
		name, text string
		answers    []any  // of P1, in the first game
		others     []any  // and in the second
		own        string // what the player sees of it
		pin        int64  // of P1 in the second game; in the first it is 7
	}{
		{name: "a secret is set, and to what", text: `p chooses one c from p.likes  set p.fav to c`, answers: []any{"red"}, others: []any{"green"}, own: `"what":"P1.fav"`},
		{name: "which entry of a secret is set", text: `p chooses one c from p.likes  set p.per_colour[c] to 3`, answers: []any{"red"}, others: []any{"green"}, own: `"what":"P1.per_colour.red"`},
		{name: "whether a secret is set", text: `when p.pin > 3 { set p.fav to blue }`, pin: 1, own: `"what":"P1.fav"`},
		{name: "what nobody sees is set", text: `when p.pin > 3 { set game.hidden to 5 }`, pin: 1},
		{name: "a number up to a secret", text: `p chooses number n from 0 to p.pin`, answers: []any{int64(3)}, others: []any{int64(4)}, own: `"n":3`},
		{name: "a number of an action", text: `p must lie(p)`, answers: []any{int64(3), int64(0)}, others: []any{int64(4), int64(0)}, own: `"n":3`},
		{name: "a number of an action that still runs", text: `p must lie(p)`, answers: []any{int64(3)}, others: []any{int64(4)}, own: `"lie":{"n":3,"p":"P1"}`},
		{name: "a secret behind a value", text: `p must lie.by_value(p)`, answers: []any{int64(3)}, others: []any{int64(4)}, own: `"n":3`},
		{name: "an offer", text: `p takes lie.by_value(p) or public(p)`, answers: []any{map[string]any{"offer": "lie.by_value", "n": int64(3)}},
			others: []any{map[string]any{"offer": "lie.by_value", "n": int64(4)}}, own: `"n":3`},
		{name: "how many are chosen", text: `p must some(p)`, answers: []any{map[string]any{"xs": list("red", "blue"), "ys": list()}},
			others: []any{map[string]any{"xs": list("red", "blue"), "ys": list("red")}}, own: `"ys":[]`},
		{name: "an action about somebody else", text: `p must told(q, p)`, answers: []any{int64(3)}, others: []any{int64(4)}, own: `"n":3`},
	}
	for _, tt := range tests {
		if tt.pin == 0 {
			tt.pin = 9
		}
		t.Run(tt.name, func(t *testing.T) {
			p := bookOf(t, twinBook+"procedure main.proc(p: Player, q: Player) [W] { step ask { "+tt.text+" } step end { q chooses number m from 0 to 1 } }\n")
			play := func(pin int64, likes []any, answers []any) (g *Game, other, own string) {
				g = start(t, p, Setup{Players: 3})
				give(t, g, "P1.pin", pin)
				give(t, g, "P1.likes", likes)
				begin(t, g, "", nil)
				for _, a := range answers {
					mustAnswer(t, g, "P1", a)
				}
				return g, sight(t, g, 1, 0) + sight(t, g, 2, 0), sight(t, g, 0, 0)
			}
			a, othersOfA, ownOfA := play(7, list("red", "blue"), tt.answers)
			_, othersOfB, ownOfB := play(tt.pin, list("green", "blue"), tt.others)
			if othersOfA != othersOfB {
				t.Errorf("the others see a difference: %s", firstDifference(othersOfA, othersOfB))
			}
			if tt.own != "" && (!strings.Contains(ownOfA, tt.own) || ownOfA == ownOfB) {
				t.Errorf("P1 does not see %s:\n%s", tt.own, ownOfA)
			}
			if host := asJSON(a.Events(0, value.Host)); tt.own != "" && strings.HasPrefix(tt.own, `"what"`) && !strings.Contains(host, tt.own) {
				t.Errorf("the host does not see %s", tt.own)
			}
		})
	}
}

// TestPublicChoicesAreTold: only what depends on a secret is kept from the others; how
// many there are of something secret is none.
func TestPublicChoicesAreTold(t *testing.T) {
	p := bookOf(t, twinBook+"procedure main.proc(p: Player, q: Player) [W] { step ask { p must public(p) } step end { q chooses number m from 0 to 1 } }\n")
	g := start(t, p, Setup{Players: 3})
	give(t, g, "P1.likes", list("red", "blue"))
	begin(t, g, "", nil)
	mustAnswer(t, g, "P1", int64(2))
	if seen := asJSON(g.Events(0, 2)); strings.Count(seen, `"n":2`) != 2 {
		t.Errorf("the others see %s", seen)
	}
}

// TestSecretChoiceIsAnnounced: that an answer was given is no secret.
func TestSecretChoiceIsAnnounced(t *testing.T) {
	p := bookOf(t, twinBook+"open lie.by_value to each p in seats() during main.proc\nprocedure main.proc(p: Player, q: Player) [W] { step ask { p must lie.by_value(p) } step end { q chooses number m from 0 to 1 } }\n")
	g := start(t, p, Setup{Players: 3})
	give(t, g, "P1.pin", int64(5))
	begin(t, g, "", nil)
	mustAnswer(t, g, "P1", int64(2))
	if refused, err := g.Act("P1", "lie.by_value", map[string]any{"n": int64(4)}); refused != nil || err != nil {
		t.Fatalf("%s %v", asJSON(refused), err)
	}
	want := `[{"name":"main.proc","args":{"p":"P1","q":"P2"},"clauses":["W"]},{"name":"answered","args":{"player":"P1","step":"main.proc.ask"},"clauses":["W"]},{"name":"lie.by_value","args":{"p":"P1"},"clauses":["W"]},` +
		`{"name":"acted","args":{"action":"lie.by_value","player":"P1"},"clauses":["W"]},{"name":"lie.by_value","args":{"p":"P1"},"clauses":["W"]}]`
	if seen := asJSON(g.Events(0, 2)); seen != want {
		t.Errorf("the others see\n%s, not\n%s", seen, want)
	}
	if seen := asJSON(g.Events(0, 0)); !strings.Contains(seen, `{"name":"lie.by_value","args":{"n":4,"p":"P1"}`) {
		t.Errorf("P1 sees %s", seen)
	}
}

// TestWhyARuleCannotDoIt: what does not happen is told to everybody, so the reason names
// no piece that somebody may not know.
func TestWhyARuleCannotDoIt(t *testing.T) {
	g, err := played(t, "action discard(p: Player, one card from p.hand.filter(c, c.rank > 5)) [R] { move card to game.deck }\n"+
		"procedure main.proc(p: Player) [R] { step ask { draw 1 from game.deck to p.hand as got  each c in got { do discard(p, c) }  p chooses number m from 0 to 1 } }\n", Setup{})
	if err != nil {
		t.Fatal(err)
	}
	piece := spell(g.View(0)["P1"]["hand"].Any().([]any)[0])
	for _, e := range g.Events(0, 1) {
		if e.Name == "cannot" && strings.Contains(asJSON(e), piece) {
			t.Errorf("P2 hears %s", asJSON(e))
		}
	}
	if heard := asJSON(g.Events(0, 1)); !strings.Contains(heard, `"why":"card is not what may be chosen"`) {
		t.Errorf("P2 hears %s", heard)
	}
}
