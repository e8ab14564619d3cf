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
	atLength(t)
	for book, atLeast := range map[string]int{"ti4": 18, "tictactoe": 2} {
		variants := variantsOf(t, stackOf(t, rulesets.Files, book+"/variants"))
		if len(variants) < atLeast {
			t.Fatal(book, len(variants))
		}
		var lines []int
		for file, v := range variants {
			lines = append(lines, strings.Count(v.source.Text, "\n"))
			name := book + "/" + strings.TrimSuffix(file, ".rules")
			t.Run(name, func(t *testing.T) {
				base := stackOf(t, rulesets.Files, book)
				for _, other := range variants {
					if slices.Contains(v.over, other.name) {
						base = append(base, other.source)
					}
				}
				laidOver(t, base, v.source, "variants/"+name+".scenario")
			})
		}
		if slices.Sort(lines); lines[len(lines)/2] >= 25 {
			t.Errorf("half of the variants of %s have %d lines or more: a house rule is a small file", book, lines[len(lines)/2])
		}
	}
}

// TestVariantsSayWhatTheyChange plays the scenarios of the rulebook under each shipped variant: every
// one that does not hold any more shows a clause that the variant says it changes.
func TestVariantsSayWhatTheyChange(t *testing.T) {
	atLength(t)
	for _, book := range []string{"ti4", "tictactoe"} {
		variants := variantsOf(t, stackOf(t, rulesets.Files, book+"/variants"))
		for file, v := range variants {
			t.Run(book+"/"+file, func(t *testing.T) {
				stack := stackOf(t, rulesets.Files, book)
				for _, other := range variants {
					if slices.Contains(v.over, other.name) {
						stack = append(stack, other.source)
					}
				}
				s := read(t, append(stack, v.source), folder(t, "scenarios/"+book))
				outcomes := make([]Outcome, len(s.Scenarios))
				inParallel(len(outcomes), func(i int) { outcomes[i] = s.Scenarios[i].prepare(s.program).run(false) })
				for _, o := range outcomes {
					if o.Status != Passed && !s.isMeant(o.scenario) {
						t.Errorf("%q does not hold any more, and no clause of it is named", o.Name)
					}
				}
			})
		}
	}
}

// TestKindsOfVariants does the same with house rules that are not shipped: one for each kind of
// change that players are known to make.
func TestKindsOfVariants(t *testing.T) {
	atLength(t)
	const dir = "testdata/house"
	base := stackOf(t, rulesets.Files, "ti4")
	variants := variantsOf(t, stackOf(t, folder(t, dir).Scenarios, "."))
	if len(variants) < 15 {
		t.Fatal(len(variants))
	}
	for file, v := range variants {
		name := strings.TrimSuffix(file, ".rules")
		t.Run(name, func(t *testing.T) { laidOver(t, base, v.source, dir+"/"+name+".scenario") })
	}
}

// laidOver plays a scenario file with a variant and without it.
func laidOver(t *testing.T, base []*diag.Source, variant *diag.Source, scenarios string) {
	t.Helper()
	if result := played(t, append(slices.Clone(base), variant), scenarios); result.Passed < 1 || result.Failed > 0 {
		t.Errorf("of the scenarios of %s %d pass and %d fail", variant.Name, result.Passed, result.Failed)
	}
	if n := played(t, base, scenarios).Passed; n != 0 {
		t.Errorf("%d scenarios of %s pass without it, so they show nothing of it", n, variant.Name)
	}
}

// variant is a variant: its declared name, and the names of the variants it is over.
type variant struct {
	name   string
	over   []string
	source *diag.Source
}

// variantsOf are variants by their file.
func variantsOf(t *testing.T, sources []*diag.Source) map[string]variant {
	t.Helper()
	out := map[string]variant{}
	for _, source := range sources {
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
