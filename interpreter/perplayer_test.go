package interpreter

import (
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter/value"
)

// market is a rulebook with a bag to fill and a set of pieces for each player.
const market = `rules market.core
clauses { M.1 "buying" beside }
seats Player 2..4 { coins: int 0..99 = 5 }
enum Ware { apple, pear }
enum Spot { front, back }
record Lot { ware: Ware  spot: Spot }
table Kind { copies: int }
rows Kind (id, copies) { cart 2  tent 1 }
entity Thing copies of Kind per Player { spot: Spot? }
value lots() [M.1]: list of Lot = [Lot(apple, front), Lot(pear, back)]
value price(order: bag of Lot) [M.1]: int = order.sum(o, o.ware == apple ? o.n : 2 * o.n)
action buy(p: Player, bag of up to 3 order [M.1] from lots(), number coins from 0 to p.coins) [M.1] {
  limit some [M.1]: size(order) > 0
  limit price [M.1]: coins == price(order)
  take coins from p.coins
}
procedure day() [M.1] { step buy { each p in seats() { p must buy(p) } } }
play day()
`

func marketGame(t *testing.T, seats ...string) *Game {
	t.Helper()
	p, diags := Load([]*diag.Source{diag.NewSource("market.rules", market)})
	if p == nil {
		t.Fatal(diags)
	}
	g, err := p.NewGame(Setup{Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Begin("", nil); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestPiecesOfPlayersGoByTheirNames(t *testing.T) {
	g := marketGame(t, "Anna", "Bob")
	for text, want := range map[string]string{
		"size(Thing.all)": "6",
		"Thing.all.filter(t, t.owner == seats()[1])":         "[Bob.cart.1, Bob.cart.2, Bob.tent.1]",
		"cart.copy(seats()[1], 2)":                           "Bob.cart.2",
		"size(cart.pieces())":                                "4",
		"cart.pieces().all(c, c.face == cart)":               "true",
		"Thing.all.filter(t, t.face == tent)[0].owner.coins": "5",
	} {
		q, diags := g.prog.QueryText(text)
		if q == nil {
			t.Fatal(diags)
		}
		got, err := g.Eval(q)
		if err != nil || spell(got) != want {
			t.Errorf("%s = %v, %v; want %s", text, spell(got), err, want)
		}
	}
	if err := g.Give("Bob.cart.2.spot", "back"); err != nil {
		t.Fatal(err)
	}
	if got := spell(g.View(value.Host)["Bob.cart.2"]["spot"].Any()); got != "back" {
		t.Errorf("Bob.cart.2.spot is %s", got)
	}
}

func TestBags(t *testing.T) {
	entry := func(ware, spot string, n int64) any {
		return map[string]any{"item": map[string]any{"ware": ware, "spot": spot}, "n": n}
	}
	for _, c := range []struct {
		name  string
		order []any
		coins int64
		want  string // name of the first refusal, or ""
	}{
		{"one kind", []any{entry("apple", "front", 2)}, 2, ""},
		{"two kinds, in another order", []any{entry("pear", "back", 1), entry("apple", "front", 1)}, 3, ""},
		{"nothing", []any{}, 0, "buy.some"},
		{"too many in all", []any{entry("apple", "front", 2), entry("pear", "back", 2)}, 6, "buy.order"},
		{"named twice", []any{entry("apple", "front", 1), entry("apple", "front", 1)}, 2, "buy.order"},
		{"none of it", []any{entry("apple", "front", 0)}, 0, "buy.order"},
		{"a negative number", []any{entry("apple", "front", -1)}, 0, "buy.order"},
		{"not on sale there", []any{entry("apple", "back", 1)}, 1, "buy.order"},
		{"the wrong price", []any{entry("apple", "front", 1)}, 2, "buy.price"},
	} {
		g := marketGame(t)
		refused, err := g.Answer("", "P1", map[string]any{"order": c.order, "coins": c.coins})
		got := ""
		if refused != nil {
			got = refused[0].Name
		}
		if err != nil || got != c.want {
			t.Errorf("%s: refused by %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

// TestBagContinuations counts the whole answers by continuing field by field, and by
// trying every record there is: the two must agree.
func TestBagContinuations(t *testing.T) {
	g := marketGame(t)
	listed, err := g.Options("", "", nil, 1000)
	if err != nil || listed.More {
		t.Fatal(err, listed.More)
	}
	brute := 0
	for apples := int64(0); apples <= 4; apples++ {
		for pears := int64(0); pears <= 4; pears++ {
			for coins := int64(0); coins <= 6; coins++ {
				var order []any
				for ware, n := range map[string]int64{"apple": apples, "pear": pears} {
					spot := map[string]string{"apple": "front", "pear": "back"}[ware]
					if n > 0 {
						order = append(order, map[string]any{"item": map[string]any{"ware": ware, "spot": spot}, "n": n})
					}
				}
				if order == nil {
					order = []any{}
				}
				refused, err := g.WhyAnswer("", "P1", map[string]any{"order": order, "coins": coins})
				if err != nil {
					t.Fatal(err)
				}
				if refused == nil {
					brute++
				}
			}
		}
	}
	if brute != len(listed.Options) || brute < 5 {
		t.Errorf("%d answers by continuing, %d by trying all", len(listed.Options), brute)
	}
}

// TestRandomBags: every random answer is legal, and all there are come up.
func TestRandomBags(t *testing.T) {
	seen := map[string]bool{}
	seed := uint64(1)
	for range 200 {
		g := marketGame(t)
		if err := g.PlayRandom(&seed); err != nil {
			t.Fatal(err)
		}
		for _, e := range g.Events(0, value.Host) {
			if e.Name == "buy" {
				seen[spell(e.Args["order"].Any())] = true
			}
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d of 8 answers came up: %v", len(seen), sortedKeys(seen))
	}
}
