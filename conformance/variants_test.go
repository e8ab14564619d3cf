package conformance

import (
	"slices"
	"strings"
	"testing"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/rulesets"
)

// TestVariants plays the scenarios of each shipped variant, which lie in variants/BOOK, under the
// rulebook with the variant laid over it, and over the variants that it is over; without it, every
// one must fail.
func TestVariants(t *testing.T) {
	for book, atLeast := range map[string]int{"ti4": 6, "tictactoe": 2} {
		variants := variantsOf(t, book)
		if len(variants) < atLeast {
			t.Fatal(book, len(variants))
		}
		for file, v := range variants {
			name := book + "/" + strings.TrimSuffix(file, ".rules")
			t.Run(name, func(t *testing.T) {
				base := stackOf(t, rulesets.Files, book)
				for _, other := range variants {
					if slices.Contains(v.over, other.name) {
						base = append(base, other.source)
					}
				}
				with := append(slices.Clone(base), v.source)
				if result := played(t, with, "variants/"+name+".scenario"); result.Passed < 1 || result.Failed > 0 {
					t.Errorf("of the scenarios of %s %d pass and %d fail", file, result.Passed, result.Failed)
				}
				if n := played(t, base, "variants/"+name+".scenario").Passed; n != 0 {
					t.Errorf("%d scenarios of %s pass without it, so they show nothing of it", n, file)
				}
			})
		}
	}
}

// variant is a shipped variant: its declared name, and the names of the variants it is over.
type variant struct {
	name   string
	over   []string
	source *diag.Source
}

// variantsOf are the shipped variants of a rulebook, by their file.
func variantsOf(t *testing.T, book string) map[string]variant {
	t.Helper()
	out := map[string]variant{}
	for _, source := range stackOf(t, rulesets.Files, book+"/variants") {
		tree, problems := dsl.Parse(source)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		v := variant{name: tree.Head.Name.String(), source: source}
		for _, o := range tree.Head.Over {
			v.over = append(v.over, o.String())
		}
		out[source.Name] = v
	}
	return out
}

// played plays a scenario file.
func played(t *testing.T, stack []*diag.Source, path string) *Result {
	t.Helper()
	result, err := read(t, stack, folder(t, path)).Test("")
	if err != nil {
		t.Fatal(err)
	}
	return result
}
