package dsl

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruleck/dsl/diag"
)

// The files below testdata/errors and testdata/adjacency hold mistakes. A line
// says what is expected of it:
//
//	set x y // want D101 "expected `to`"
//	set x y // want D101:7 "expected `to`"     also the column
//	// want-1 D002 "does not end"               one line above
//
// A mistake that no line wants, and a want that nothing meets, both fail. The
// text in quotes must occur in the message or its hint.

var (
	wantPattern = regexp.MustCompile(`// want([+-]\d+)? ((?:D\d+(?::\d+)? "[^"]*" ?)+)`)
	wantOne     = regexp.MustCompile(`(D\d+)(?::(\d+))? "([^"]*)"`)
)

type want struct {
	line, column int
	code         diag.Code
	text         string
}

func wantsOf(t *testing.T, src *diag.Source) (wants []want) {
	t.Helper()
	for i, line := range strings.Split(src.Text, "\n") {
		m := wantPattern.FindStringSubmatch(line)
		if m == nil {
			if strings.Contains(line, "// want") {
				t.Errorf("%s:%d: a want that is not understood", src.Name, i+1)
			}
			continue
		}
		offset, _ := strconv.Atoi(m[1])
		for _, one := range wantOne.FindAllStringSubmatch(m[2], -1) {
			column, _ := strconv.Atoi(one[2])
			wants = append(wants, want{i + 1 + offset, column, diag.Code(one[1]), one[3]})
		}
	}
	return wants
}

func (w want) meets(d diag.Diagnostic) bool {
	_, line, column := d.Span.Position()
	return w.line == line && (w.column == 0 || w.column == column) && w.code == d.Code &&
		strings.Contains(d.Message+" "+d.Hint, w.text)
}

// inputs are the files below testdata that match a pattern.
func inputs(t testing.TB, pattern string) (sources []*diag.Source) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files match %s", pattern)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, diag.NewSource(filepath.Base(name), string(text)))
	}
	return sources
}

func TestErrors(t *testing.T) {
	for _, dir := range []string{"errors", "adjacency"} {
		for _, src := range inputs(t, dir+"/*") {
			t.Run(dir+"/"+src.Name, func(t *testing.T) { checkWants(t, src) })
		}
	}
}

func checkWants(t *testing.T, src *diag.Source) {
	_, diags := Parse(src)
	wants := wantsOf(t, src)
	if len(wants) == 0 {
		t.Errorf("%s expects nothing", src.Name)
	}
	for _, d := range diags {
		i := slices.IndexFunc(wants, func(w want) bool { return w.meets(d) })
		if i < 0 {
			t.Errorf("surplus: %s %s (%s)", d.Code, d.Error(), d.Hint)
			continue
		}
		wants = slices.Delete(wants, i, i+1)
	}
	for _, w := range wants {
		t.Errorf("missing: %s:%d:%d: %s %q", src.Name, w.line, w.column, w.code, w.text)
	}
}

// The printed form of every error file is kept, to be read by people. UPDATE=1
// writes it anew.
func TestErrorTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, src := range inputs(t, "errors/*") {
		_, diags := Parse(src)
		var b strings.Builder
		if err := diag.WriteText(&b, diags, nil); err != nil {
			t.Fatal(err)
		}
		golden(t, filepath.Join("testdata", "text", src.Name+".txt"), b.String())
		seen[src.Name+".txt"] = true
	}
	kept, _ := os.ReadDir(filepath.Join("testdata", "text"))
	for _, f := range kept {
		if !seen[f.Name()] {
			t.Errorf("testdata/text/%s belongs to no error file", f.Name())
		}
	}
}

// golden compares got with a kept file, or writes it with UPDATE=1.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v (UPDATE=1 go test ./dsl/... writes it)", err)
	}
	if string(kept) != got {
		t.Errorf("%s differs:\n%s", name, firstDifference(string(kept), got))
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; i < len(w) && i < len(g); i++ {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("want %d lines, got %d", len(w), len(g))
}
