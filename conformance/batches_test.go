package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// smallBatch is a production decision and what an answer might be made of, legal or
// not, told without looking at what the decision offers.
type smallBatch struct {
	title   string
	most    int      // units that may be produced
	system  string   // where
	lands   []string // the planets there
	planets []string // that might pay
	goods   int      // that the player has
	board   []string // the player's units on the board
	shows   []string // fields that some legal answer fills, and some does not
}

var smallBatches = []smallBatch{
	{title: "a batch to pay for", most: 2, system: "tile_32", lands: []string{"dal_bootha"},
		planets: []string{"dal_bootha", "lazar"}, goods: 1, board: []string{"space_dock.1"},
		shows: []string{"tokens", "planets"}},
	{title: "a batch to take pieces back for", most: 2, system: "tile_32", lands: []string{"dal_bootha"},
		planets: []string{"zero_zero_zero"}, board: []string{"carrier.1", "carrier.2", "carrier.3", "carrier.4"},
		shows: []string{"tokens", "recalled"}},
	{title: "a batch on two planets below a foreign ship", most: 2, system: "tile_32", lands: []string{"dal_bootha", "xxehan"},
		goods: 1, board: []string{"infantry.1"},
		shows: []string{"tokens"}},
}

var unitTypes = strings.Fields("flagship war_sun dreadnought carrier cruiser destroyer fighter infantry pds space_dock")

// TestSmallBatches tries everything of the right shape, and counts what is legal. As
// much must be found by continuing answers field by field, and in the list of whole
// answers.
func TestSmallBatches(t *testing.T) {
	begin := positions(t, "testdata/play/batches.scenario")
	for _, b := range smallBatches {
		t.Run(b.title, func(t *testing.T) {
			t.Parallel()
			g := at(t, begin, b.title)
			legal, tried, filled := map[string]bool{}, 0, map[string]int{}
			b.every(func(answer map[string]any) {
				tried++
				if refused, err := g.WhyAnswer("", "P1", answer); err != nil {
					t.Fatalf("%s: %v", spell(answer), err)
				} else if refused == nil {
					legal[canonical(answer)] = true
					for _, name := range b.shows {
						if len(answer[name].([]any)) > 0 {
							filled[name]++
						}
					}
				}
			})
			equal(t, "continued", legal, continued(t, g))
			listed := map[string]bool{}
			all := options(t, g, "", nil)
			for _, a := range all {
				listed[canonical(a.(map[string]any))] = true
			}
			equal(t, "listed", legal, listed)
			if len(listed) != len(all) {
				t.Errorf("%d answers are listed, %d different ones", len(all), len(listed))
			}
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

// every visits every answer of the right shape.
func (b smallBatch) every(visit func(map[string]any)) {
	places := []any{map[string]any{"space": b.system}}
	for _, x := range b.lands {
		places = append(places, map[string]any{"planet": x})
	}
	var slots, tokenSlots []any
	for _, unit := range unitTypes {
		for _, at := range places {
			slot := map[string]any{"type": unit, "place": at}
			slots = append(slots, slot)
			if _, inSpace := at.(map[string]any)["space"]; unit == "infantry" || unit == "fighter" && inSpace {
				tokenSlots = append(tokenSlots, slot)
			}
		}
	}
	var units, planets []any
	for _, u := range b.board {
		units = append(units, "P1."+u)
	}
	for _, x := range b.planets {
		planets = append(planets, x)
	}
	for _, order := range everyBag(slots, b.most) {
		for _, tokens := range everyBag(tokenSlots, b.most) {
			for _, recalled := range everySubset(units, b.most) {
				for _, paying := range everySubset(planets, len(planets)) {
					for goods := range b.goods + 1 {
						visit(map[string]any{"order": order, "tokens": tokens, "recalled": recalled, "planets": paying, "goods": int64(goods)})
					}
				}
			}
		}
	}
}

// everyBag is every bag of up to most of some things.
func everyBag(things []any, most int) [][]any {
	if len(things) == 0 {
		return [][]any{{}}
	}
	var out [][]any
	for n := range most + 1 {
		for _, rest := range everyBag(things[1:], most-n) {
			if n > 0 {
				rest = append([]any{map[string]any{"item": things[0], "n": int64(n)}}, rest...)
			}
			out = append(out, rest)
		}
	}
	return out
}

// everySubset is every set of up to most of some things.
func everySubset(things []any, most int) [][]any {
	if len(things) == 0 || most == 0 {
		return [][]any{{}}
	}
	out := everySubset(things[1:], most)
	for _, rest := range everySubset(things[1:], most-1) {
		out = append(out, append([]any{things[0]}, rest...))
	}
	return out
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
			partial[fields[i].Name] = v
			from(i+1, partial)
		}
		delete(partial, fields[i].Name)
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
