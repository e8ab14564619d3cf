package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// smallBatch is a production decision and what an answer might be made of, told
// without looking at what the decision offers. Places are written as slots end:
// "tile_32" is the space of that system, another name a planet.
type smallBatch struct {
	title   string
	most    int               // units that may be produced
	places  []string          // the space of the system, then the planets in it
	grounds []string          // where ground forces may go
	foreign bool              // whether another player has ships there
	worth   map[string]int    // planets that can pay, and how much
	goods   int               // that the player has
	board   map[string]string // where the player's units are
	locked  string            // a place that nothing is taken back from
	shows   []string          // fields that some legal answer fills, and some does not
}

var smallBatches = []smallBatch{
	{title: "a batch to pay for", most: 2, places: []string{"tile_32", "dal_bootha"}, grounds: []string{"dal_bootha"},
		worth: map[string]int{"dal_bootha": 0, "lazar": 1}, goods: 1, board: map[string]string{"space_dock.1": "dal_bootha"},
		shows: []string{"tokens", "planets"}},
	{title: "a batch to take pieces back for", most: 2, places: []string{"tile_40"}, grounds: []string{"tile_40"},
		worth:  map[string]int{"zero_zero_zero": 7, "lazar": 1},
		board:  map[string]string{"carrier.1": "tile_26", "carrier.2": "tile_26", "carrier.3": "tile_27", "carrier.4": "tile_40"},
		locked: "tile_27", shows: []string{"tokens", "recalled"}},
	{title: "a batch on two planets below a foreign ship", most: 2, places: []string{"tile_32", "dal_bootha", "xxehan"},
		grounds: []string{"tile_32", "dal_bootha", "xxehan"}, foreign: true, goods: 1,
		board: map[string]string{"infantry.1": "xxehan"},
		shows: []string{"tokens"}},
}

// TestSmallBatches tries everything of the right shape. What is not refused must be
// what a few lines of Go make legal, what is found by continuing answers field by
// field, and what the list of whole answers has.
func TestSmallBatches(t *testing.T) {
	atLength(t)
	begin := positions(t, "testdata/play/batches.scenario")
	for _, b := range smallBatches {
		t.Run(b.title, func(t *testing.T) {
			t.Parallel()
			g := at(t, begin, b.title)
			legal, byHand, tried, filled := map[string]bool{}, map[string]bool{}, 0, map[string]int{}
			b.every(func(try batchAnswer) {
				tried++
				answer := try.plain()
				if b.legal(try) {
					byHand[canonical(answer)] = true
				}
				refused, err := g.WhyAnswer("", "P1", answer)
				if err != nil {
					t.Fatalf("%s: %v", spell(answer), err)
				}
				if refused != nil {
					return
				}
				legal[canonical(answer)] = true
				for _, name := range b.shows {
					if len(answer[name].([]any)) > 0 {
						filled[name]++
					}
				}
			})
			listed, all := map[string]bool{}, options(t, g, "", nil)
			for _, a := range all {
				listed[canonical(a.(map[string]any))] = true
			}
			if len(listed) != len(all) {
				t.Errorf("%d answers are listed, %d different ones", len(all), len(listed))
			}
			equal(t, "legal by hand", legal, byHand)
			equal(t, "continued", legal, continued(t, g))
			equal(t, "listed", legal, listed)
			for _, name := range b.shows {
				if n := filled[name]; n == 0 || n == len(legal) {
					t.Errorf("%d of %d legal answers have something in %s", n, len(legal), name)
				}
			}
			t.Logf("%d answers tried, %d legal; with something in %v", tried, len(legal), filled)
		})
	}
}

// equal holds what was found in another way to what is legal.
func equal(t *testing.T, how string, legal, found map[string]bool) {
	t.Helper()
	if len(legal) != len(found) {
		t.Errorf("%d are legal, %d are %s", len(legal), len(found), how)
	}
	for _, a := range difference(legal, found) {
		t.Errorf("legal, but not %s: %s", how, a)
	}
	for _, a := range difference(found, legal) {
		t.Errorf("%s, but not legal: %s", how, a)
	}
}

// difference is some of what is in a and not in b.
func difference(a, b map[string]bool) []string {
	var out []string
	for k := range a {
		if !b[k] {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out[:min(3, len(out))]
}

// ---- every answer of the right shape ----

// slot is a type of unit and a place; slots are a bag of them.
type slot struct{ unit, place string }
type slots map[slot]int

type batchAnswer struct {
	order, tokens     slots
	recalled, planets []string
	goods             int
}

var unitTypes = strings.Fields("flagship war_sun dreadnought carrier cruiser destroyer fighter infantry pds space_dock")

// every visits every answer of the right shape: all unit types in all places, as
// many tokens as units, as many pieces taken back as units.
func (b smallBatch) every(visit func(batchAnswer)) {
	var things, tokenThings []slot
	for _, unit := range unitTypes {
		for i, place := range b.places {
			things = append(things, slot{unit, place})
			if unit == "infantry" || unit == "fighter" && i == 0 {
				tokenThings = append(tokenThings, slot{unit, place})
			}
		}
	}
	payers := sortedKeys(b.worth)
	for _, order := range everyBag(things, b.most) {
		for _, tokens := range everyBag(tokenThings, b.most) {
			for _, recalled := range everySubset(sortedKeys(b.board), b.most) {
				for _, planets := range everySubset(payers, len(payers)) {
					for goods := range b.goods + 1 {
						visit(batchAnswer{order, tokens, recalled, planets, goods})
					}
				}
			}
		}
	}
}

// everyBag is every bag of up to most of some things.
func everyBag(things []slot, most int) []slots {
	if len(things) == 0 {
		return []slots{{}}
	}
	var out []slots
	for n := range most + 1 {
		for _, bag := range everyBag(things[1:], most-n) {
			if n > 0 {
				bag[things[0]] = n
			}
			out = append(out, bag)
		}
	}
	return out
}

// everySubset is every set of up to most of some names.
func everySubset(names []string, most int) [][]string {
	if len(names) == 0 || most == 0 {
		return [][]string{{}}
	}
	out := everySubset(names[1:], most)
	for _, rest := range everySubset(names[1:], most-1) {
		out = append(out, append([]string{names[0]}, rest...))
	}
	return out
}

// plain is an answer as a program sends it.
func (a batchAnswer) plain() map[string]any {
	bag := func(s slots) []any {
		out := []any{}
		for k, n := range s {
			place := map[string]any{"planet": k.place}
			if strings.HasPrefix(k.place, "tile_") {
				place = map[string]any{"space": k.place}
			}
			out = append(out, map[string]any{"item": map[string]any{"type": k.unit, "place": place}, "n": int64(n)})
		}
		return out
	}
	list := func(names []string, owner string) []any {
		out := []any{}
		for _, name := range names {
			out = append(out, owner+name)
		}
		return out
	}
	return map[string]any{"order": bag(a.order), "tokens": bag(a.tokens), "recalled": list(a.recalled, "P1."),
		"planets": list(a.planets, ""), "goods": int64(a.goods)}
}

// canonical is an answer as text, whatever the order of what it lists.
func canonical(answer map[string]any) string {
	sorted := map[string]any{}
	for k, v := range answer {
		if list, ok := v.([]any); ok {
			var texts []string
			for _, el := range list {
				texts = append(texts, spell(el))
			}
			slices.Sort(texts)
			v = strings.Join(texts, " ")
		}
		sorted[k] = v
	}
	return fmt.Sprint(sorted)
}

// ---- the rules once more ----

var (
	costs  = map[string]int{"flagship": 8, "dreadnought": 4, "carrier": 3, "cruiser": 2, "destroyer": 1, "fighter": 1, "infantry": 1}
	copies = map[string]int{"flagship": 1, "dreadnought": 5, "carrier": 4, "cruiser": 8, "destroyer": 8, "fighter": 10, "infantry": 12}
)

// legal is what the printed rules say of an answer, by hand.
func (b smallBatch) legal(a batchAnswer) bool {
	short, total := map[string]int{}, map[string]int{} // pieces that are lacking; units
	for s, n := range a.order {
		ship := s.unit != "infantry"
		if costs[s.unit] == 0 || ship && (s.place != b.places[0] || b.foreign) || !ship && !slices.Contains(b.grounds, s.place) {
			return false
		}
		total[s.unit] += n
		short[s.unit] += n
	}
	price, units := 0, 0
	for unit, n := range total {
		units += n
		if unit == "fighter" || unit == "infantry" { // two for the cost
			n = (n + 1) / 2
		}
		price += n * costs[unit]
		short[unit] -= copies[unit]
	}
	for u := range b.board {
		unit, _, _ := strings.Cut(u, ".")
		short[unit]++
	}
	for s, n := range a.tokens {
		if n > a.order[s] || n == a.order[s] && !b.beside(s, a.recalled) {
			return false
		}
		short[s.unit] -= n
	}
	for _, u := range a.recalled {
		unit, _, _ := strings.Cut(u, ".")
		if short[unit]--; total[unit] == 0 || short[unit] < 0 || b.board[u] == b.locked {
			return false
		}
	}
	for unit := range total {
		if short[unit] > 0 {
			return false
		}
	}
	paid := a.goods
	for _, x := range a.planets {
		paid += b.worth[x]
	}
	return units > 0 && units <= b.most && paid >= price
}

// beside reports whether a piece of the type stays on the board at a place.
func (b smallBatch) beside(s slot, recalled []string) bool {
	for u, place := range b.board {
		if place == s.place && strings.HasPrefix(u, s.unit+".") && !slices.Contains(recalled, u) {
			return true
		}
	}
	return false
}

// ---- what the engine offers ----

// continued are the answers that one gets by continuing field by field.
func continued(t *testing.T, g *interpreter.Game) map[string]bool {
	t.Helper()
	s, err := g.Status(value.Host)
	if err != nil {
		t.Fatal(err)
	}
	fields, out := s.Decisions[0].Fields, map[string]bool{}
	var from func(i int, partial map[string]any)
	from = func(i int, partial map[string]any) {
		if i == len(fields) {
			out[canonical(partial)] = true
			return
		}
		next := options(t, g, fields[i].Name, partial)
		if len(next) == 0 {
			t.Fatalf("%s leads nowhere", spell(partial))
		}
		for _, v := range next {
			from(i+1, with(partial, fields[i].Name, v))
		}
	}
	from(0, map[string]any{})
	return out
}

// options are all legal continuations of the one open decision.
func options(t testing.TB, g *interpreter.Game, field string, partial map[string]any) []any {
	t.Helper()
	o, err := g.Options("", field, partial, 1_000_000)
	if err != nil || o.More {
		t.Fatalf("options of %q after %s: more %v, %v", field, spell(partial), o.More, err)
	}
	var out []any
	for _, s := range o.Options {
		out = append(out, s.Any())
	}
	return out
}
