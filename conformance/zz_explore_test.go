package conformance

import (
	"testing"
	"time"
	"encoding/json"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
	"ruleck/rulesets"
)

func rich(t testing.TB) *interpreter.Game {
	p := load(t, stackOf(t, rulesets.Files, "ti4"))
	g, err := p.NewGame(interpreter.Setup{Players: 4, Seed: 1})
	if err != nil { t.Fatal(err) }
	give := func(path string, v any) {
		if err := g.Give(path, v); err != nil { t.Fatal(path, err) }
	}
	for _, x := range []string{"new_albion","starpoint","lodor","quann","wellon","vefut_ii","corneeq","resculon"} {
		give(x+".controller", "P1")
	}
	pl := func(x string) any { return map[string]any{"planet": x} }
	sp := func(x string) any { return map[string]any{"space": x} }
	give("P1.goods", int64(3))
	give("P1.fleet", int64(5))
	give("P1.space_dock.1.place", pl("new_albion"))
	give("P1.space_dock.2.place", pl("starpoint"))
	give("P1.space_dock.3.place", pl("lodor"))
	n := map[string]int{}
	unit := func(ty string, at any, k int) {
		for range k { n[ty]++; give("P1."+ty+"."+string(rune('0'+n[ty]/10))[0:0]+itoa(n[ty])+".place", at) }
	}
	unit("dreadnought", sp("tile_26"), 2); unit("dreadnought", sp("tile_33"), 2)
	unit("carrier", sp("tile_26"), 2); unit("carrier", sp("tile_25"), 2)
	unit("fighter", sp("tile_26"), 4); unit("fighter", sp("tile_25"), 4)
	unit("infantry", pl("lodor"), 3); unit("infantry", pl("quann"), 3); unit("infantry", pl("starpoint"), 3)
	give("tile_33.tokens", []any{"P1"})
	b := time.Now()
	if err := g.Begin("production.use", map[string]any{"p":"P1","at":"tile_27","users":[]any{"P1.space_dock.1","P1.space_dock.2"}}); err != nil { t.Fatal(err) }
	t.Log("begin", time.Since(b))
	return g
}
func itoa(n int) string { b,_ := json.Marshal(n); return string(b) }

func TestExplore(t *testing.T) {
	g := rich(t)
	b := time.Now()
	s, err := g.Status(value.Host)
	t.Log("status", time.Since(b), err)
	j, _ := json.MarshalIndent(s, "", " ")
	if len(j) > 3000 { j = j[:3000] }
	t.Log(string(j))
	seed := uint64(1)
	for range 20 {
		b := time.Now()
		n := g.EventCount()
		err := g.PlayRandom(&seed)
		d := time.Since(b)
		ev := g.Events(n, value.Host)
		text := ""
		if len(ev) > 0 { text = ev[0].Text }
		t.Log(d, err, text)
		g.Undo()
	}
}

func timeit(f func()) time.Duration { b := time.Now(); f(); return time.Since(b) }

func produceState(t testing.TB, rulings map[string]string, args map[string]any, given map[string]any, order []string) *interpreter.Game {
	p := load(t, stackOf(t, rulesets.Files, "ti4"))
	g, err := p.NewGame(interpreter.Setup{Players: 4, Seed: 1, Rulings: rulings})
	if err != nil { t.Fatal(err) }
	for _, k := range order { if err := g.Give(k, given[k]); err != nil { t.Fatal(err) } }
	if err := g.Begin("production.use", args); err != nil { t.Fatal(err) }
	return g
}

func TestSlow(t *testing.T) {
	pl := func(x string) any { return map[string]any{"planet": x} }
	sp := func(x string) any { return map[string]any{"space": x} }
	planets := []string{"new_albion","starpoint","lodor","quann","wellon","vefut_ii","corneeq","resculon"}
	caps := map[string]int{"flagship":1,"war_sun":2,"dreadnought":5,"carrier":4,"cruiser":8,"destroyer":8,"fighter":10,"infantry":12}
	for _, c := range []struct{name string; rul map[string]string; ready bool; empty bool; tokenAt bool; goods int64}{
		{"rich", nil, true, false, false, 3},
		{"needless", map[string]string{"overpaying":"nothing_needless"}, true, false, false, 3},
		{"poor", nil, false, false, false, 0},
		{"one", nil, false, false, false, 1},
		{"noplastic recall", nil, true, true, false, 3},
		{"noplastic norecall", nil, true, true, true, 3},
		{"noplastic recall needless", map[string]string{"overpaying":"nothing_needless"}, true, true, false, 3},
		{"noplastic recall needless goods", map[string]string{"overpaying":"nothing_needless"}, false, true, false, 30},
	} {
		given := map[string]any{}
		var order []string
		give := func(k string, v any) { given[k] = v; order = append(order, k) }
		for _, x := range planets { give(x+".controller", "P1"); if !c.ready { give(x+".ready", false) } }
		give("P1.goods", c.goods); give("P1.fleet", int64(11)); give("P1.tactic", int64(0)); give("P1.strategy", int64(0))
		give("P1.space_dock.1.place", pl("new_albion")); give("P1.space_dock.2.place", pl("starpoint"))
		for ty, n := range caps {
			for i := 1; i <= n; i++ {
				var at any = sp([]string{"tile_26","tile_28"}[i%2])
				if ty == "fighter" { at = sp("tile_25") }
				if ty == "carrier" || ty == "war_sun" || ty == "dreadnought" { at = sp("tile_25") }
				if ty == "infantry" { at = pl("lodor") }
				if c.empty || i <= n/2 { give("P1."+ty+"."+itoa(i)+".place", at) }
			}
		}
		if c.tokenAt { give("tile_26.tokens", []any{"P1"}); give("tile_28.tokens", []any{"P1"}); give("tile_25.tokens", []any{"P1"}) }
		g := produceState(t, c.rul, map[string]any{"p":"P1","at":"tile_27","users":[]any{"P1.space_dock.1","P1.space_dock.2"}}, given, order)
		var s interpreter.Status
		var err error
		d := timeit(func() { s, err = g.Status(value.Host) })
		t.Log(c.name, s.Decisions[0].Step, "status", d, err, len(s.Decisions[0].Options))
		var o interpreter.Options
		d = timeit(func() { o, err = g.Options("", "", nil, 1000000) })
		t.Log(c.name, "all", d, err, len(o.Options), o.More)
		seed := uint64(3)
		pass := 0
		d = timeit(func() { for range 200 { 
			n := g.EventCount()
			if err := g.PlayRandom(&seed); err != nil { t.Fatal(err) }
			if g.Events(n, value.Host)[0].Text == "P1 passes" { pass++ }
			g.Undo() } })
		t.Log(c.name, "random", d/200, "passes", pass)
	}
}
