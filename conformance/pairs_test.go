package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/rulesets"
)

// TestPairsOfVariants lays every two variants of the flagship rulebook over it at once.
// Either the two hold together: then they can be played. Or they do not: then whatever is
// reported is that, and names both places. Which ones do not is kept in testdata/pairs.golden; UPDATE=1 writes it.
func TestPairsOfVariants(t *testing.T) {
	atLength(t)
	const book, golden = "ti4", "testdata/pairs.golden"
	files, err := fs.Glob(rulesets.Files, book+"/variants/*.rules")
	if err != nil || len(files) < 6 {
		t.Fatal(len(files), err)
	}
	base := stackOf(t, rulesets.Files, book)
	var pairs [][2]*diag.Source
	var all []*diag.Source
	for _, file := range files {
		text, err := fs.ReadFile(rulesets.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		next := diag.NewSource(path.Base(file), string(text))
		for _, other := range all {
			pairs = append(pairs, [2]*diag.Source{other, next})
		}
		all = append(all, next)
	}
	found := make([]string, len(pairs))
	inParallel(len(pairs), func(i int) {
		a, b := pairs[i][0], pairs[i][1]
		found[i] = pair(t, withBases(append(base[:len(base):len(base)], a, b), all), a, b)
	})
	got := strings.Join(found, "")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("not as in %s:\n%s", golden, got)
	}
}

// withBases adds the variants that some of a stack are variants of.
func withBases(stack, all []*diag.Source) []*diag.Source {
	named := map[string]*diag.Source{}
	for _, src := range all {
		if tree, _ := dsl.Parse(src); tree.Head != nil {
			named[tree.Head.Name.String()] = src
		}
	}
	for i := 0; i < len(stack); i++ {
		tree, _ := dsl.Parse(stack[i])
		for _, of := range tree.Head.Of {
			if src := named[of.String()]; src != nil && !slices.Contains(stack, src) {
				stack = append(stack, src)
			}
		}
	}
	return stack
}

// pair is what two variants have against each other, or "".
func pair(t *testing.T, stack []*diag.Source, a, b *diag.Source) string {
	p, list := interpreter.Load(stack)
	if p == nil {
		return quarrel(t, list, a, b)
	}
	plays(t, p, a, b)
	return ""
}

// quarrel tells what two variants do not agree on. Nothing else may be wrong.
func quarrel(t *testing.T, list diag.List, a, b *diag.Source) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s and %s\n", a.Name, b.Name)
	for _, d := range list {
		if d.Severity != diag.Error {
			continue
		}
		spots := d.Span.Source.Name
		for _, n := range d.Related {
			spots += " " + n.Span.Source.Name
		}
		if !strings.Contains(spots, a.Name) && !strings.Contains(spots, b.Name) || !strings.Contains(spots, " ") {
			t.Errorf("%s and %s: %s names only %s", a.Name, b.Name, d.Message, spots)
		}
		fmt.Fprintf(&out, "  %s %s\n", d.Code, d.Message)
	}
	return out.String()
}

// plays plays at random for a while.
func plays(t *testing.T, p *interpreter.Program, a, b *diag.Source) {
	g, err := p.NewGame(interpreter.Setup{Players: 4, Seed: 3})
	if err == nil {
		err = g.Begin("", nil)
	}
	for seed, n := uint64(7), 0; err == nil && n < 25 && !g.Done(); n++ {
		err = g.PlayRandom(&seed)
	}
	if err != nil {
		t.Errorf("%s and %s load together but do not play: %v", a.Name, b.Name, err)
	}
}
