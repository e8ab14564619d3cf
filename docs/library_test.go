package docs_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ruleck/interpreter"
)

// uses are examples of each function of the library, tried in the position that
// library.md describes.
var uses = map[string][]string{
	"all":        {"seats().all(p, p.coins < 9)", "P3.hand.all(s, false)"},
	"exists":     {"seats().exists(p, p.coins == 0)", "P3.hand.exists(s, true)"},
	"exists_one": {"seats().exists_one(p, p.coins == 5)"},
	"filter":     {"seats().filter(p, p.coins > 0)"},
	"map":        {"seats().map(p, p.coins)", "seats().map(p, p.coins > 0, size(p.hand))"},
	"count":      {"seats().count(p, p.coins == 5)"},
	"sum":        {"seats().sum(p, p.coins)", "P2.bed.sum(s, s.face.worth)"},
	"best":       {"seats().best(p, p.coins)", "P3.hand.best(s, s.face.worth)"},
	"sort_by":    {"seats().sort_by(p, p.coins)", "seats().sort_by(p, -size(p.bed))"},
	"size":       {"size(P1.hand)", "P1.hand.size()"},
	"plus":       {"P1.hand.plus(P2.hand)"},
	"minus":      {"P1.hand.minus([rose.copy(1)])"},
	"distinct":   {"game.compost.map(s, s.face).distinct()"},
	"flatten":    {"seats().map(p, p.bed).flatten()"},
	"from":       {"seats().from(P2)"},
	"index_of":   {"seats().index_of(P3)", "P1.hand.index_of(lily.copy(1))"},
	"reverse":    {"seats().reverse()"},
	"first":      {"seats().first(2)", "P1.bed.first(2)"},
	"ceil_div":   {"ceil_div(7, 2)", "ceil_div(6, 2)"},
	"min":        {"min(3, game.day)"},
	"max":        {"max(3, game.day)"},
	"seats":      {"seats()"},
	"the":        {"the(game.first)"},
	"running":    {"running(garden.turn)"},
	"copy":       {"lily.copy(2)", "lily.copy(2).face"},
	"pieces":     {"rose.pieces()"},
	"times":      {"rose.times(2).n"},
}

// library.md is the library's own table, with examples. UPDATE=1 writes it.
func TestLibrary(t *testing.T) {
	p, g := position(t)
	var b strings.Builder
	b.WriteString(libraryHead)
	known := map[string]bool{}
	for _, f := range interpreter.Library() {
		known[f.Name] = true
		fmt.Fprintf(&b, "\n## %s\n\n`%s`: %s.\n\n```text\n", f.Name, f.Signature, f.Doc)
		if len(uses[f.Name]) == 0 {
			t.Errorf("%s has no example", f.Name)
		}
		width := 0
		for _, use := range uses[f.Name] {
			width = max(width, len(use))
		}
		for _, use := range uses[f.Name] {
			if !strings.Contains(use, f.Name+"(") {
				t.Errorf("%s is not an example of %s", use, f.Name)
			}
			fmt.Fprintf(&b, "%-*s   %s\n", width, use, value(p, g, use))
		}
		b.WriteString("```\n")
	}
	for name := range uses {
		if !known[name] {
			t.Errorf("there is no function %s", name)
		}
	}
	generated(t, "library.md", b.String())
}

const libraryHead = `# Functions of expressions

This page is written from the program's own table. What is common to all expressions stands in
[the language](spec.md#expressions).

An error in an argument is an error of the call. A function of a list leaves the list as it is and
gives a new one. ` + "`xs`" + ` and ` + "`ys`" + ` stand for lists, sets or piles, ` + "`x`" + ` for the name of an element,
` + "`c`" + ` for a condition on it, ` + "`e`" + ` for an expression of it.

Each example says what it gives in one position of the game of garden that the language page begins
with: three players; it is day 2; P1 has 5 coins, P2 none, P3 5; P1 holds poppy.1 and rose.1, P2
lily.2, P3 nothing; P1 has planted daisy.1, P2 rose.2 and daisy.2; poppy.2, poppy.3 and daisy.3 lie in
the compost; no procedure runs. Rules never name a player; P1 is only for scenarios, given states and
examples.
`

// generated compares a document with what it must be, or writes it.
func generated(t *testing.T, name, text string) {
	t.Helper()
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, _ := os.ReadFile(name)
	if string(kept) != text {
		t.Errorf("%s is out of date; UPDATE=1 go test ./docs writes it:\n%s", name, firstDifference(string(kept), text))
	}
}

func firstDifference(kept, now string) string {
	k, n := strings.Split(kept, "\n"), strings.Split(now, "\n")
	for i := 0; i < len(k) && i < len(n); i++ {
		if k[i] != n[i] {
			return fmt.Sprintf("line %d\nkept %s\nnow  %s", i+1, k[i], n[i])
		}
	}
	return fmt.Sprintf("%d lines, now %d", len(k), len(n))
}

// spell writes plain data as one line.
func spell(plain any) string {
	switch v := plain.(type) {
	case nil:
		return "none"
	case []any:
		var parts []string
		for _, el := range v {
			parts = append(parts, spell(el))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for key, el := range v {
			parts = append(parts, key+": "+spell(el))
		}
		slices.Sort(parts)
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return fmt.Sprint(plain)
}
