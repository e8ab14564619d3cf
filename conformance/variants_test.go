package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/rulesets"
)

// TestVariants plays the scenario (in variants/ti4) of each shipped house rule under the official
// rules with that house rule laid over them; without it, every one must fail.
func TestVariants(t *testing.T) {
	files, err := filepath.Glob("../rulesets/ti4/variants/*.rules")
	if err != nil || len(files) < 6 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		name := "variants/ti4/" + strings.TrimSuffix(filepath.Base(file), ".rules")
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			base := stackOf(t, rulesets.Files, "ti4")
			with := append(base[:len(base):len(base)], diag.NewSource(filepath.Base(file), string(text)))
			if n := passes(t, with, name+".scenario"); n < 1 {
				t.Errorf("%s has no scenario that passes", file)
			}
			if n := passes(t, base, name+".scenario"); n != 0 {
				t.Errorf("%d scenarios of %s pass without it, so they show nothing of it", n, file)
			}
		})
	}
}

// passes plays a scenario file and counts what passes.
func passes(t *testing.T, stack []*diag.Source, path string) int {
	t.Helper()
	result, err := read(t, stack, folder(t, path)).Test("")
	if err != nil {
		t.Fatal(err)
	}
	return result.Passed
}
