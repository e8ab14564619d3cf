package conformance

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/rulesets"
)

// TestVariants plays the scenarios of each shipped variant, which lie in variants/BOOK, under the
// rulebook with the variant laid over it; without it, every one must fail.
func TestVariants(t *testing.T) {
	for book, atLeast := range map[string]int{"ti4": 6, "tictactoe": 2} {
		files, err := fs.Glob(rulesets.Files, book+"/variants/*.rules")
		if err != nil || len(files) < atLeast {
			t.Fatal(book, len(files), err)
		}
		base := stackOf(t, rulesets.Files, book)
		for _, file := range files {
			name := book + "/" + strings.TrimSuffix(path.Base(file), ".rules")
			t.Run(name, func(t *testing.T) {
				text, err := fs.ReadFile(rulesets.Files, file)
				if err != nil {
					t.Fatal(err)
				}
				with := append(base[:len(base):len(base)], diag.NewSource(path.Base(file), string(text)))
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

// played plays a scenario file.
func played(t *testing.T, stack []*diag.Source, path string) *Result {
	t.Helper()
	result, err := read(t, stack, folder(t, path)).Test("")
	if err != nil {
		t.Fatal(err)
	}
	return result
}
