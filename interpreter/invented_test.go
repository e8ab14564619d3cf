package interpreter_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// inventions are changes of the lab that two or three invented variants pick from: some go
// together, some do not, some name what is not there. %d is any small number.
var inventions = []string{
	"set size_of(p) [L] to %d", "set size_of(p) [L] to p.n + %d", "set size_of(p) [L] to %d where p.n > %d", "set size_of(p) [L] to %d where p.n <= %d",
	"add %d to size_of(p) [L]", "cap size_of(p) [L] at %d where p.m == %d", "forbid big(p) [L] where p.n == %d", "set big(p) [L] to p.m > %d",
	"set grow.by [L] to %d", "add %d to grow.by [L] where it.p.n == %d", "forbid grow [L] where it.by == %d", "forbid mark [L]",
	"before grow [L] { add %d to it.p.m }", "after grow [L] { set it.p.m to %d }", "after grow [L] where it.by == %d { do mark(a) }", "after mark [L] { do grow(seats()[0], %d) }",
	"instead of grow [L] where it.by > %d { do mark(b) }", "instead of grow [L] where it.by <= %d { do mark(c) }", "instead of grow [L] { do grow(it.p, %d) }",
	"before step outer.two [L] { do mark(d) }", "after step outer.two [L] where it.x == %d { do mark(e) }", "instead of step outer.two [L] { do grow(seats()[1], %d) }",
	"remove step outer.two [L]", "forbid step outer.one [L] where it.x == %d", "set outer.three.when [L] to it.x > %d", "remove step outer.six [L]",
	"limit odd on pick [L]: it.by %% 2 == %d", "limit low on pick [L] where it.p.n == %d: it.by < %d", "waive pick.small [L] where it.by == %d", "remove limit pick.even [L]", "waive pick.tall [L]",
	"whenever full_%d [L] each p in seats() when p.m > %d { set p.m to 0 }", "extend Player { extra_%d: int = 0 }",
	"card c_%d of Charm [L] { while this.on { add %d to size_of(p) } }", "card d_%d of Charm [L] { while this.owner != none { after grow { set this.on to true } } }",
	"after outer [L] { seats()[0] must pick(seats()[0]) }", "after step outer.one [L] { set quiet.on to true }", "over house.v%d",
}

// TestInventedVariants lays random sets of changes over the lab: loading them never ends
// otherwise than with a rulebook or with errors that have places, and what loads can be
// played: no rule fails, and no two changes meet in play that loading let pass.
func TestInventedVariants(t *testing.T) {
	loaded, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		sources := []*diag.Source{text(lab), text("rules lab.charms\ncard quiet of Charm [L] { while this.on { before step outer.three { do mark(f) } } }")}
		for v := range rapid.IntRange(1, 3).Draw(t, "variants") {
			head, body := fmt.Sprintf("variant house.v%d of lab", v), ""
			for range rapid.IntRange(0, 4).Draw(t, "changes") {
				line := rapid.SampledFrom(inventions).Draw(t, "change")
				for strings.Contains(line, "%d") {
					line = strings.Replace(line, "%d", fmt.Sprint(rapid.IntRange(0, 3).Draw(t, "n")), 1)
				}
				line = strings.ReplaceAll(line, "%%", "%")
				if strings.HasPrefix(line, "over ") {
					head += "\n" + line
				} else {
					body += line + "\n"
				}
			}
			sources = append(sources, text(head+"\n"+body))
		}
		p, diags := interpreter.Load(sources)
		for _, d := range diags {
			if d.Code == interpreter.CodeInternal || d.Span.Source == nil || d.Message == "" {
				t.Fatalf("a fault of ruleck itself, or one of no place: %v", d)
			}
		}
		if (p == nil) != diags.HasErrors() {
			t.Fatal("a program and errors, or neither")
		}
		if p == nil {
			refused++
			return
		}
		loaded++
		for _, args := range []map[string]any{{"x": int64(0)}, {"x": int64(1)}, {"x": int64(2)}, {"x": int64(3)}} {
			play(t, p, args)
		}
	})
	if loaded == 0 || refused == 0 {
		t.Errorf("%d sets load and %d do not: one of the two was never tried", loaded, refused)
	}
}

// play runs the outer procedure to its end. Rules that run for ever, or set off one another
// without end, are bounded: that is an error of the invented rules, and no other is.
func play(t *rapid.T, p *interpreter.Program, args map[string]any) {
	g, err := p.NewGame(interpreter.Setup{Players: 2})
	if err == nil {
		err = g.Begin("outer", args)
	}
	for seed, n := uint64(1), 0; err == nil && !g.Done() && n < 20; n++ {
		err = g.PlayRandom(&seed)
	}
	if err == nil {
		return
	}
	for _, own := range []string{"out of bounds", "at most 40", "runs on and on", "still true", "inside its finally", "too large", "no legal answer", "none of them", "nests too deep", "cannot"} {
		if strings.Contains(err.Error(), own) {
			return
		}
	}
	t.Fatalf("what loads does not play: %v", err)
}
