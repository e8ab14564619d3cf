package docs_test

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"ruleck/rulesets"
)

// variants.md has a row for each house rule of the flagship rulebook, and for no other.
func TestVariantsPage(t *testing.T) {
	files, err := fs.Glob(rulesets.Files, "ti4/variants/*.rules")
	if err != nil || len(files) < 18 {
		t.Fatal(len(files), err)
	}
	page := readDoc(t, "variants.md")
	for _, file := range files {
		if name := strings.TrimSuffix(path.Base(file), ".rules"); strings.Count(page, "\n| "+name+" | ") != 1 {
			t.Errorf("variants.md has no row for %s, or several", name)
		}
	}
	if rows := strings.Count(page, "\n| ") - 2; rows != len(files) {
		t.Errorf("variants.md has %d rows for %d files", rows, len(files))
	}
}
