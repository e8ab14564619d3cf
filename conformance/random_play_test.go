package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
	"ruleck/rulesets"
)

// TestRandomProduction looks at what random play produces from a state with many
// pieces out: it must do everything that there is to do, and often.
func TestRandomProduction(t *testing.T) {
	atLength(t)
	g := at(t, positions(t, "testdata/play/plays.scenario"), "many pieces out, three docks, goods")
	const plays = 1000
	share := map[string]int{}
	var units, paying []int
	seed := uint64(1)
	different := map[string]bool{}
	for range plays {
		a := randomAnswer(t, g, &seed)
		if a == nil {
			continue
		}
		share["produce"]++
		n := counted(a["order"])
		units, paying = append(units, n), append(paying, len(a["planets"].Any().([]any)))
		different[fmt.Sprint(a["order"].Any())] = true
		for what, is := range map[string]bool{
			"something": n > 0, "3 units or more": n >= 3, "two planets or more": paying[len(paying)-1] >= 2,
			"pieces taken back": counted(a["recalled"]) > 0, "tokens": counted(a["tokens"]) > 0, "goods": a["goods"].Any() != int64(0),
		} {
			if is {
				share[what]++
			}
		}
	}
	slices.Sort(units)
	slices.Sort(paying)
	made := share["produce"]
	t.Logf("%d of %d plays produce; units %d to %d, median %d; planets, median %d; %d different orders", made, plays,
		units[0], units[made-1], units[made/2], paying[made/2], len(different))
	for _, c := range []struct {
		what  string
		least int // in a hundred
	}{{"something", 100}, {"3 units or more", 20}, {"two planets or more", 40}, {"pieces taken back", 10}, {"tokens", 5}, {"goods", 30}} {
		t.Logf("%3d %% with %s", share[c.what]*100/made, c.what)
		if share[c.what]*100 < c.least*made {
			t.Errorf("only %d of %d have %s", share[c.what], made, c.what)
		}
	}
	if made*100 < 65*plays { // one in four passes anyhow
		t.Errorf("only %d of %d plays produce", made, plays)
	}
	if len(different)*10 < made {
		t.Errorf("only %d different orders", len(different))
	}
}

// randomAnswer is what random play answers, taken back at once; nil if it passes.
func randomAnswer(t testing.TB, g *interpreter.Game, seed *uint64) map[string]value.Shown {
	t.Helper()
	from := g.EventCount()
	if err := g.PlayRandom(seed); err != nil {
		t.Fatal(err)
	}
	answer := g.Events(from, value.Host)[0].Args
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
	if _, passes := answer["passes"]; passes {
		return nil
	}
	return answer
}

// counted is how many things are in a list or a bag.
func counted(s value.Shown) (n int) {
	for _, el := range s.Any().([]any) {
		if entry, ok := el.(map[string]any); ok && entry["n"] != nil {
			n += int(entry["n"].(int64))
		} else {
			n++
		}
	}
	return n
}

// TestWholeGames plays games of every number of players at random to their ends: no
// error, no decision that cannot be answered, and every viewer can look at any time.
func TestWholeGames(t *testing.T) {
	atLength(t)
	program := load(t, stackOf(t, rulesets.Files, "ti4"))
	steps := map[string]int{}
	for players := 3; players <= 8; players++ {
		for seed := range uint64(seedsPlayed) {
			g, err := program.NewGame(interpreter.Setup{Players: players, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			setTable(t, g)
			if err := g.Begin("", nil); err != nil {
				t.Fatal(err)
			}
			chance := seed
			for n := 0; ; n++ {
				s, err := g.Status(value.Viewer(n%(players+1) - 1))
				if err != nil {
					t.Fatalf("%d players, seed %d, answer %d: status: %v", players, seed, n, err)
				}
				if s.Done {
					t.Logf("%d players, seed %d: %d answers, %v", players, seed, n, g.Payoffs())
					break
				}
				steps[s.Decisions[0].Step]++
				if err := g.PlayRandom(&chance); err != nil {
					t.Fatalf("%d players, seed %d, answer %d: %v", players, seed, n, err)
				}
			}
		}
	}
	for _, step := range sortedKeys(steps) {
		t.Logf("%6d %s", steps[step], step)
	}
}

// seedsPlayed is how many games there are for each number of players.
const seedsPlayed = 2

// setTable gives every player a home, three docks, planets, and a landing force above
// Mecatol Rex.
func setTable(t testing.TB, g *interpreter.Game) {
	t.Helper()
	give := func(path string, plain any) {
		t.Helper()
		if err := g.Give(path, plain); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	planets := [][]string{
		strings.Fields("jord moll_primus darien muaat nestphar zero_zero_zero winnu mordai_ii"),
		strings.Fields("wellon vefut_ii thibah tarmann saudor mehar_xull quann lodor"),
		strings.Fields("new_albion tequran qucenn mellon lazar dal_bootha corneeq centauri"),
	}
	for i, p := range g.Players() {
		give(p+".home", fmt.Sprintf("tile_%d", i+1))
		give(p+".goods", int64(3))
		for k, row := range planets {
			give(row[i]+".controller", p)
			give(fmt.Sprintf("%s.space_dock.%d.place", p, k+1), map[string]any{"planet": row[i]})
		}
		for _, unit := range []string{"carrier.1", "infantry.1", "infantry.2"} {
			give(p+"."+unit+".place", map[string]any{"space": "tile_18"})
		}
	}
}
