package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
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
	"dsl/diag":                  {},
	"dsl":                       {"dsl/diag"},
	"interpreter/types":         {},
	"interpreter/value":         {"interpreter/types"},
	"interpreter/internal/cond": {"interpreter/types"},
	"interpreter":               {"dsl", "dsl/diag", "interpreter/types", "interpreter/value", "interpreter/internal/cond"},
	"rulesets":                  {},
	"conformance":               {"dsl", "dsl/diag", "interpreter", "interpreter/value"},
	"cmd/ruleck":                {"dsl", "dsl/diag", "interpreter", "interpreter/value", "conformance", "rulesets"},
}

// onlyIn says where alone a library may be imported outside tests.
var onlyIn = map[string][]string{
	"github.com/alecthomas/participle": {"dsl"},
	"github.com/google/cel-go":         {"interpreter/internal/cond"},
	"github.com/sebdah/goldie":         {},
	"github.com/alecthomas/kong":       {"cmd/ruleck"},
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
acted action active after again another answer back begins bottom call card cards check
choose clockwise column construction copies copy count deck discard document draw empty
enough equality face first fold free from full game give hand holder holding holds keep
kind left legal limit look lost mark measures minor most number open order over pass
passed phase play played player players points program public rank ready resolve result
right round rounds second secret seed shared short shown signal space star status text
there token tokens turn turns unexpected unused upgrade used what wins written
`)

// TestNoWordOfAGame holds that the engine knows no game: of every name that a
// shipped rulebook declares, no word of four letters or more stands in a Go file
// outside tests, in code, texts or comments.
func TestNoWordOfAGame(t *testing.T) {
	words := map[string]string{}
	for _, book := range []string{"ti4", "tictactoe", "kuhn"} {
		for _, name := range declaredNames(t, book) {
			for _, w := range splitWords(name) {
				if len(w) >= 4 {
					words[w] = book + ": " + name
				}
			}
		}
	}
	if len(words) < 100 {
		t.Fatalf("only %d words: the rulebooks did not load", len(words))
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
			for _, w := range splitWords(line) {
				if from, bad := words[w]; bad {
					t.Errorf("%s:%d: %q is a word of a game (%s)", f.path, n+1, w, from)
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
