package interpreter

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"ruleck/dsl/diag"
	"ruleck/interpreter/value"
)

// What the tests of the machine share: rulebooks from disk or from text, games in
// progress, and everything that one viewer can get out of a game, as one text.

// fataler is what these helpers need of a test; rapid's T has it, too.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// sources reads the rule files of a folder, in the order of their names.
func sources(t fataler, dir string) []*diag.Source {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.rules"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no rule files in %s (%v)", dir, err)
	}
	sort.Strings(files)
	var out []*diag.Source
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatalf("%v", err)
		}
		out = append(out, diag.NewSource(filepath.Base(name), string(text)))
	}
	return out
}

// Failures print the seed that reproduces them; no files are left behind. For a
// longer search: go test -rapid.checks=5000.
func init() {
	_ = flag.Set("rapid.nofailfile", "true")
	_ = flag.Set("rapid.checks", "30")
}

var (
	books   = map[string]*Program{}
	booksMu sync.Mutex
)

const (
	tictactoe = "../rulesets/tictactoe"
	kuhn      = "../rulesets/kuhn"
	ti4       = "../rulesets/ti4"
)

// rulebook is the rulebook of a folder, loaded once.
func rulebook(t fataler, dir string) *Program {
	t.Helper()
	booksMu.Lock()
	defer booksMu.Unlock()
	if books[dir] == nil {
		books[dir] = mustLoad(t, sources(t, dir))
	}
	return books[dir]
}

func mustLoad(t fataler, src []*diag.Source) *Program {
	t.Helper()
	p, diags := Load(src)
	if p == nil {
		var text strings.Builder
		_ = diag.WriteText(&text, diags, nil)
		t.Fatalf("does not load:\n%s", text.String())
	}
	return p
}

// bookOf is a rulebook written in a test.
func bookOf(t fataler, text string) *Program {
	t.Helper()
	return mustLoad(t, []*diag.Source{diag.NewSource("test.rules", text)})
}

// start is a game before anything runs.
func start(t fataler, p *Program, s Setup) *Game {
	t.Helper()
	g, err := p.NewGame(s)
	if err != nil {
		t.Fatalf("no game: %v", err)
	}
	return g
}

// begun is a game at its first decision.
func begun(t fataler, p *Program, s Setup) *Game {
	t.Helper()
	g := start(t, p, s)
	begin(t, g, "", nil)
	return g
}

func begin(t fataler, g *Game, procedure string, args map[string]any) {
	t.Helper()
	if err := g.Begin(procedure, args); err != nil {
		t.Fatalf("%q does not begin: %v", procedure, err)
	}
}

func give(t fataler, g *Game, path string, plain any) {
	t.Helper()
	if err := g.Give(path, plain); err != nil {
		t.Fatalf("given %s: %v", path, err)
	}
}

// mustAnswer gives an answer that must be accepted.
func mustAnswer(t fataler, g *Game, player string, plain any) {
	t.Helper()
	refused, err := g.Answer("", player, plain)
	if err != nil || refused != nil {
		t.Fatalf("%s answers %s: refused %s, error %v", player, asJSON(plain), asJSON(refused), err)
	}
}

// playRandom takes up to n random answers; it tells how many there were.
func playRandom(t fataler, g *Game, seed *uint64, n int) int {
	t.Helper()
	for i := range n {
		if g.base == 0 {
			return i
		}
		if err := g.PlayRandom(seed); err != nil {
			t.Fatalf("random play: %v", err)
		}
	}
	return n
}

// asJSON is a value as the text that programs get to see; it keeps & < > readable.
func asJSON(v any) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// list is names as plain data.
func list(names ...string) []any {
	out := make([]any, len(names))
	for i, n := range names {
		out[i] = n
	}
	return out
}

// viewers are all who may look at a game: the host, then the players.
func viewers(g *Game) []value.Viewer {
	out := []value.Viewer{value.Host}
	for i := range g.Players() {
		out = append(out, value.Viewer(i))
	}
	return out
}

// status is what is open for a viewer.
func status(t fataler, g *Game, v value.Viewer) Status {
	t.Helper()
	s, err := g.Status(v)
	if err != nil {
		t.Fatalf("status: %v", err)
	}
	return s
}

// sight is everything that one viewer gets to see of a game by looking: the view,
// what is open, the options of the decisions that are theirs, and the events from
// a position on, with their lines for people.
func sight(t fataler, g *Game, v value.Viewer, from int) string {
	t.Helper()
	var out strings.Builder
	line := func(head string, what any) { out.WriteString(head + " " + asJSON(what) + "\n") }
	line("view", g.View(v))
	s := status(t, g, v)
	line("status", s)
	for _, d := range s.Decisions {
		if v == value.Host || d.Player == g.Players()[v] {
			line("options "+d.ID, optionsOf(t, g, d, 200))
		}
	}
	for _, e := range g.Events(from, v) {
		line("event "+e.Text, e)
	}
	return out.String()
}

// optionsOf are the legal answers of a decision.
func optionsOf(t fataler, g *Game, d Decision, limit int) Options {
	t.Helper()
	o, err := g.Options(d.ID, "", nil, limit)
	if err != nil {
		t.Fatalf("options of %s: %v", d.ID, err)
	}
	return o
}

// position is all there is to a position, and how it looks to the host and to two
// of the players.
func position(t fataler, g *Game) string {
	t.Helper()
	var out strings.Builder
	out.WriteString(asJSON(g.Hash()) + "\n" + g.Save() + "\n")
	for _, v := range []value.Viewer{value.Host, 0, value.Viewer(len(g.Players()) - 1)} {
		out.WriteString(sight(t, g, v, g.EventCount()))
	}
	return out.String()
}

// firstDifference is the first line in which two texts differ, for messages.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			other := "(nothing)"
			if i < len(y) {
				other = y[i]
			}
			return "\n  " + x[i] + "\n  " + other
		}
	}
	return "\n  (nothing)\n  " + y[min(len(x), len(y)-1)]
}
