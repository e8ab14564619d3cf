package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/rulesets"
)

const root = ".."

// mayImport says which of our packages each of our packages may import outside
// tests. docs/architecture.md draws it.
var mayImport = map[string][]string{
	"conformance/atomicfile":    {},
	"dsl/diag":                  {},
	"dsl":                       {"dsl/diag"},
	"interpreter/types":         {},
	"interpreter/value":         {"interpreter/types"},
	"interpreter/internal/cond": {"interpreter/types"},
	"interpreter":               {"dsl", "dsl/diag", "interpreter/types", "interpreter/value", "interpreter/internal/cond"},
	"rulesets":                  {},
	"conformance":               {"dsl", "dsl/diag", "interpreter", "interpreter/value", "conformance/atomicfile"},
	"cmd/ruleck":                {"dsl", "dsl/diag", "interpreter", "interpreter/value", "conformance", "rulesets", "conformance/atomicfile"},
}

// onlyIn says where alone a library may be imported outside tests.
var onlyIn = map[string][]string{
	"github.com/alecthomas/participle": {"dsl"},
	"github.com/google/cel-go":         {"interpreter/internal/cond"},
	"github.com/sebdah/goldie":         {},
	"github.com/alecthomas/kong":       {"cmd/ruleck"},
	"github.com/charmbracelet":         {"cmd/ruleck"},
	"golang.org/x/term":                {"cmd/ruleck"},
	"github.com/creack/pty":            {},
}

type goFile struct {
	path, pkg string
	tree      *ast.File
	text      string
}

// goFiles are the Go files outside tests and testdata.
func goFiles(t *testing.T) []goFile {
	var out []goFile
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		out = append(out, goFile{filepath.ToSlash(rel), filepath.ToSlash(filepath.Dir(rel)), tree, string(text)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 30 {
		t.Fatalf("only %d Go files found: the test looks in the wrong place", len(out))
	}
	return out
}

func TestImportsGoOneWay(t *testing.T) {
	for _, f := range goFiles(t) {
		allowed, known := mayImport[f.pkg]
		if !known {
			t.Errorf("%s: package %s is not in the table of imports", f.path, f.pkg)
		}
		for _, spec := range f.tree.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			if ours, ok := strings.CutPrefix(path, "ruleck/"); ok && !has(allowed, ours) {
				t.Errorf("%s imports %s, which %s may not", f.path, path, f.pkg)
			}
			for library, where := range onlyIn {
				if strings.HasPrefix(path, library) && !has(where, f.pkg) {
					t.Errorf("%s imports %s, which belongs to %v alone", f.path, path, where)
				}
			}
		}
	}
}

// TestFilesAreWrittenOneWay holds that nothing but conformance/atomicfile opens files
// for writing: a file that matters to somebody is never half there.
func TestFilesAreWrittenOneWay(t *testing.T) {
	writes := []string{"WriteFile", "Create", "CreateTemp", "OpenFile", "Rename", "Truncate", "Link", "Symlink"}
	for _, f := range goFiles(t) {
		if f.pkg == "conformance/atomicfile" {
			continue
		}
		ast.Inspect(f.tree, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && has(writes, s.Sel.Name) {
				t.Errorf("%s calls %s: files are written by conformance/atomicfile", f.path, s.Sel.Name)
			}
			return true
		})
	}
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// plain are words that a rulebook declares and that mean nothing of one game:
// words of table games in general, of programming, and of English.
var plain = strings.Fields(`
acted action active again against alone amount anew another answer away batch begins call
capacity card cards check choose chooser chosen claim clear column commit construction
copies copy cost count counted damaged decide deck discard draw empty enter face first
fits fold free fresh game guard hand held holder holds item keep kind land left look lose
make mark means minor most needless once open order ordered outcome outcomes over owner
pass passed phase pick place play player players points production rank ready remove
resolve result right round rounds second shown single slot slots some spare spend status
stays system take tally there token tokens turn turns type unit unused upgrade window wins
written
`)

// plainPhrases are the same for names of several words.
var plainPhrases = []string{"is in", "too large", "may use", "take back", "pieces at"}

// TestNoWordOfAGame holds that the engine knows no game: no name of four letters or
// more that a shipped rulebook declares (each part of a dotted name counts) stands in
// a Go file outside tests, in code, texts or comments.
func TestNoWordOfAGame(t *testing.T) {
	words, phrases := map[string]string{}, map[string]string{}
	for _, book := range []string{"ti4", "tictactoe", "kuhn"} {
		for _, name := range declaredNames(t, book) {
			for _, part := range strings.Split(name, ".") {
				if w := splitWords(part); len(w) == 1 && len(w[0]) >= 4 {
					words[w[0]] = book + ": " + name
				} else if len(w) > 1 {
					phrases[" "+strings.Join(w, " ")+" "] = book + ": " + name
				}
			}
		}
	}
	if len(words) < 100 || len(phrases) < 100 {
		t.Fatalf("only %d words and %d phrases: the rulebooks did not load", len(words), len(phrases))
	}
	for _, w := range plain {
		if _, ok := words[w]; !ok {
			t.Errorf("%q is in the list of plain words, but no rulebook declares it", w)
		}
		delete(words, w)
	}
	t.Logf("plain words, which Go files may use: %s", strings.Join(plain, " "))
	for _, f := range goFiles(t) {
		if f.pkg == "rulesets" {
			continue
		}
		for n, line := range strings.Split(f.text, "\n") {
			lineWords := splitWords(line)
			for _, w := range lineWords {
				if from, bad := words[w]; bad {
					t.Errorf("%s:%d: %q is a word of a game (%s)", f.path, n+1, w, from)
				}
			}
			text := " " + strings.Join(lineWords, " ") + " "
			for _, phrase := range slices.Sorted(maps.Keys(phrases)) {
				if strings.Contains(text, phrase) && !has(plainPhrases, strings.TrimSpace(phrase)) {
					t.Errorf("%s:%d: %q is a name of a game (%s)", f.path, n+1, phrase, phrases[phrase])
				}
			}
		}
	}
}

// declaredNames are all names that a shipped rulebook declares.
func declaredNames(t *testing.T, book string) []string {
	files, err := rulesets.Files.ReadDir(book)
	if err != nil {
		t.Fatal(err)
	}
	var sources []*diag.Source
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".rules") {
			text, err := rulesets.Files.ReadFile(book + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, diag.NewSource(f.Name(), string(text)))
		}
	}
	p, diags := interpreter.Load(sources)
	if p == nil {
		t.Fatal(diags)
	}
	d := p.Describe()
	names := []string{book}
	for _, list := range [][]interpreter.Item{d.Types, d.Tables, d.Piles, d.Procedures, d.Actions, d.Limits, d.Values, d.Events, d.Rulings} {
		for _, item := range list {
			names = append(names, item.Name)
			names = append(names, namesIn(item.Detail)...)
		}
	}
	return names
}

// namesIn collects the names in an item's details: members, fields, parameters, rows, steps.
func namesIn(plain any) []string {
	var out []string
	switch v := plain.(type) {
	case []any:
		for _, x := range v {
			if s, ok := x.(string); ok {
				out = append(out, s)
			}
			out = append(out, namesIn(x)...)
		}
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			if s, ok := v[k].(string); ok && k == "name" {
				out = append(out, s)
			}
			out = append(out, namesIn(v[k])...)
		}
	}
	return out
}

// splitWords cuts text into lower-case words: at anything that is no letter, and
// where a small letter is followed by a capital one.
func splitWords(s string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = nil
		}
	}
	small := false
	for _, r := range s {
		if !unicode.IsLetter(r) || small && unicode.IsUpper(r) {
			flush()
		}
		if unicode.IsLetter(r) {
			word = append(word, r)
		}
		small = unicode.IsLower(r)
	}
	flush()
	return out
}
