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

// unmarked are the codes that no line of a file can want: they are about the whole file.
var unmarked = map[diag.Code]string{
	diag.More:    "TestManyMistakes has a file of hundreds",
	CodeNotText:  "TestGuards has files that are no text",
	CodeFileSize: "TestGuards has a file that is too large",
	CodeDepth:    "TestGuards has files of brackets",
	CodeEmpty:    "TestGuards has empty files",
}

// Every code is wanted somewhere, so none can go missing unseen.
func TestEveryCodeIsWanted(t *testing.T) {
	wanted := map[diag.Code]bool{}
	for _, dir := range []string{"errors", "adjacency"} {
		for _, src := range inputs(t, dir+"/*") {
			for _, w := range wantsOf(t, src) {
				wanted[w.code] = true
			}
		}
	}
	for _, c := range Codes {
		if why := unmarked[c.Code]; wanted[c.Code] == (why != "") {
			t.Errorf("%s is wanted: %v, although: %s", c.Code, wanted[c.Code], why)
		}
	}
}

// A report that nobody wants and a want that nothing meets both fail.
func TestWantsFailBothWays(t *testing.T) {
	for text, want := range map[string][2]int{
		"rules a.b\nvalue f(): int = 08 // want D004 \"write 8\"\n":  {0, 0},
		"rules a.b\nvalue f(): int = 08\n":                           {1, 0},
		"rules a.b\nvalue f(): int = 8 // want D004 \"write 8\"\n":   {0, 1},
		"rules a.b\nvalue f(): int = 08 // want D005 \"write 8\"\n":  {1, 1},
		"rules a.b\nvalue f(): int = 08 // want D004 \"write 9\"\n":  {1, 1},
		"rules a.b\nvalue f(): int = 08\n// want D004 \"write 8\"\n": {1, 1},
	} {
		src := diag.NewSource("x.rules", text)
		_, diags := Parse(src)
		surplus, missing := difference(wantsOf(t, src), diags)
		if got := [2]int{len(surplus), len(missing)}; got != want {
			t.Errorf("%d surplus and missing, want %d:\n%s", got, want, text)
		}
	}
}

func checkWants(t *testing.T, src *diag.Source) {
	_, diags := Parse(src)
	wants := wantsOf(t, src)
	if len(wants) == 0 {
		t.Errorf("%s expects nothing", src.Name)
	}
	surplus, missing := difference(wants, diags)
	for _, d := range surplus {
		t.Errorf("surplus: %s %s (%s)", d.Code, d.Error(), d.Hint)
	}
	for _, w := range missing {
		t.Errorf("missing: %s:%d:%d: %s %q", src.Name, w.line, w.column, w.code, w.text)
	}
}

// difference is what was reported and not wanted, and what was wanted and not reported.
func difference(wants []want, diags diag.List) (surplus diag.List, missing []want) {
	for _, d := range diags {
		i := slices.IndexFunc(wants, func(w want) bool { return w.meets(d) })
		if i < 0 {
			surplus = append(surplus, d)
			continue
		}
		wants = slices.Delete(wants, i, i+1)
	}
	return surplus, wants
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
