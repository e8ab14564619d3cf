package interpreter

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruleck/dsl/diag"
)

// Whatever stands in a rule file or a saved game: no panic, no mistake of ruleck's own,
// and an end within the time and memory that TestBounds gives.

// FuzzLoad reads any text as a rule file of its own, and as one laid over the game that
// the language is explained with. What loads is played.
func FuzzLoad(f *testing.F) {
	base, blocks := specRules(f)
	for _, b := range blocks {
		f.Add(b)
	}
	for _, pattern := range []string{"testdata/errors/*.rules", "testdata/bounds/*.rules", "testdata/kinds/*.rules", "../rulesets/kuhn/*.rules", "../rulesets/tictactoe/*.rules"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("no files match %s (%v)", pattern, err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		src := []*diag.Source{diag.NewSource("fuzz.rules", text)}
		switch {
		case strings.HasPrefix(text, "variant "):
			src = append(src, base)
		case !strings.HasPrefix(text, "rules ") && !strings.HasPrefix(text, "//"):
			src = []*diag.Source{base, diag.NewSource("fuzz.rules", "rules garden.fuzz\n"+text)}
		}
		got := bounded(t, func() string { return outcome(src...) })
		if strings.HasPrefix(got, string(CodeInternal)) || strings.HasPrefix(got, "panic") {
			t.Error(got)
		}
	})
}

// specRules are the example game of the specification, and its other rules.
func specRules(t testing.TB) (base *diag.Source, blocks []string) {
	t.Helper()
	text, err := os.ReadFile("../docs/spec.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?ms)^```rules\n(.*?)^```").FindAllStringSubmatch(string(text), -1) {
		if base == nil {
			base = diag.NewSource("table.rules", m[1])
		}
		blocks = append(blocks, m[1])
	}
	if len(blocks) < 20 {
		t.Fatalf("the specification has only %d blocks of rules", len(blocks))
	}
	return base, blocks
}

// FuzzSave loads any words as a saved game, sealed as if they were one. They are refused
// and change nothing, or they are a position like any other.
func FuzzSave(f *testing.F) {
	books := []string{kuhn, tictactoe, "testdata/council", "testdata/kinds"}
	for i, book := range books {
		g := begun(f, rulebook(f, book), Setup{Seed: 3})
		seed := uint64(1)
		for range 6 {
			f.Add(uint8(i), g.mem.Save())
			playRandom(f, g, &seed, 2)
		}
	}
	f.Fuzz(func(t *testing.T, book uint8, words []byte) {
		p := rulebook(t, books[int(book)%len(books)])
		g := begun(t, p, Setup{Seed: 1})
		forged := seal(saved{p.digest, g.names, words})
		got := bounded(t, func() string { return forgery(t, g, forged) })
		if got != "" {
			t.Error(got)
		}
	})
}

// forgery loads a forged save and goes on from there: what is wrong, or "".
func forgery(t *testing.T, g *Game, forged string) string {
	before, hash := g.Save(), g.Hash()
	if err := g.Load(forged); err != nil {
		if e, ok := err.(*Error); !ok || !e.Bad {
			return "refused with " + err.Error()
		}
		if g.Save() != before || g.Hash() != hash {
			return "a refused save changed the game"
		}
		return ""
	}
	again := start(t, g.prog, Setup{})
	if err := again.Load(g.Save()); err != nil || again.Hash() != g.Hash() {
		return "what was loaded cannot be saved and loaded again"
	}
	seed := uint64(7)
	for range 10 {
		for _, v := range viewers(g) {
			g.View(v)
			if _, err := g.Status(v); isInternal(err) {
				return err.Error()
			}
		}
		before := g.Save()
		err := g.PlayRandom(&seed)
		if isInternal(err) {
			return err.Error()
		}
		if err != nil {
			if g.Save() != before {
				return "an error changed the game: " + err.Error()
			}
			break
		}
	}
	return ""
}

// isInternal reports whether an error is a mistake of ruleck's own.
func isInternal(err error) bool {
	e, ok := err.(*Error)
	return err != nil && (!ok || e.Code == CodeInternal)
}

// Any save that was cut short is refused, wherever the cut is.
func TestSaveCutShort(t *testing.T) {
	g := begun(t, rulebook(t, kuhn), Setup{Seed: 3})
	save := g.Save()
	for n := range len(save) {
		refusesSave(t, g, save[:n])
	}
	words := g.mem.Save()
	for n := range len(words) {
		forged := seal(saved{g.prog.digest, g.names, slices.Clone(words[:n])})
		if err := start(t, g.prog, Setup{}).Load(forged); err == nil {
			t.Errorf("%d of %d words' bytes are taken for a game", n, len(words))
		}
	}
}
