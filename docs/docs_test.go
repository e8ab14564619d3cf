// Package docs_test holds the documents to what the program does: every code
// block of theirs is loaded, run or compared, and what is generated is generated
// anew. UPDATE=1 writes the generated parts.
package docs_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"ruleck/conformance"
	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// block is one fenced block of a document. The words after the fence say what it
// is: "rules" a rule file, or declarations laid over the example game; "rules
// whole" a file without a head; "rules steps" statements; "scenario" scenarios;
// "expressions" one expression a line.
type block struct {
	words   []string
	text    string
	line    int // of the fence
	heading string
}

func (b block) is(words string) bool { return strings.Join(b.words, " ") == words }

func readDoc(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// blocksOf finds the fenced blocks of a document. One without an end is closed by the
// end of the document, so that it is missed nowhere.
func blocksOf(doc string) (blocks []block) {
	var open *block
	heading := ""
	for i, line := range strings.Split(doc, "\n") {
		fence, fenced := strings.CutPrefix(line, "```")
		switch {
		case fenced && open == nil:
			open = &block{words: strings.Fields(fence), line: i + 1, heading: heading}
		case fenced:
			blocks = append(blocks, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		case strings.HasPrefix(line, "#"):
			heading = strings.TrimSpace(strings.TrimLeft(line, "#"))
		}
	}
	if open != nil {
		blocks = append(blocks, *open)
	}
	return blocks
}

// example is the game that all fragments are laid over: the first complete rule
// file of the specification.
func example(t testing.TB) *diag.Source {
	t.Helper()
	for _, b := range blocksOf(readDoc(t, "spec.md")) {
		if b.is("rules") && strings.HasPrefix(b.text, "rules garden.table\n") {
			return diag.NewSource("table.rules", b.text)
		}
	}
	t.Fatal("spec.md has no rules garden.table")
	return nil
}

// stack is the rule files that a block stands for, the block's own last. Head is
// how many lines were put before its text. Statements may use what the last rules
// of their section declare.
func stack(t testing.TB, b block, rules *block) (files []*diag.Source, head int) {
	t.Helper()
	text := b.text
	switch first, _, _ := strings.Cut(text, " "); {
	case b.is("rules steps"):
		files = []*diag.Source{example(t)}
		if rules != nil {
			files = append(files, diag.NewSource("section.rules", "rules garden.section\n"+rules.text))
		}
		return append(files, diag.NewSource("example.rules",
			"rules garden.example\nprocedure example.text(p: Player, q: Player) [house] {\n"+text+"}\n")), 2
	case b.is("rules") && first == "variant":
		return []*diag.Source{example(t), diag.NewSource("example.rules", text)}, 0
	case b.is("rules whole"), b.is("rules") && first == "rules":
		return []*diag.Source{diag.NewSource("example.rules", text)}, 0
	case b.is("rules"):
		return []*diag.Source{example(t), diag.NewSource("example.rules", "rules garden.example\n"+text)}, 1
	}
	t.Fatalf("line %d: what is a block of %q?", b.line, b.words)
	return nil, 0
}

// suite reads the scenarios of a block for a program.
func suite(t testing.TB, p *interpreter.Program, files []*diag.Source, b block) (s *conformance.Suite, head int) {
	t.Helper()
	text := b.text
	if !strings.HasPrefix(text, "scenarios ") {
		text, head = "scenarios garden.example\n"+text, 1
	}
	s, err := conformance.Read(p, files, conformance.Place{Scenarios: fstest.MapFS{"example.scenario": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	return s, head
}

// finding is one thing that the program found wrong with a block.
type finding struct {
	code    diag.Code
	line    int // in the block, from 1; 0 elsewhere
	text    string
	warning bool
}

func findings(diags diag.List, file string, head int) (out []finding) {
	for _, d := range diags {
		name, line, _ := d.Span.Position()
		if name != file {
			line = head
		}
		text := string(d.Code) + ": " + d.Message
		if d.Hint != "" {
			text += "\n  hint: " + d.Hint
		}
		out = append(out, finding{d.Code, line - head, text, d.Severity == diag.Warning})
	}
	return out
}

// check loads or plays a block, and gives everything found. Program and files are
// what it was played with: those of the last block of rules of the section.
func check(t testing.TB, b block, rules *block) []finding {
	t.Helper()
	if b.words[0] == "rules" {
		files, head := stack(t, b, rules)
		_, diags := interpreter.Load(files)
		return findings(diags, "example.rules", head)
	}
	files := []*diag.Source{example(t)}
	if rules != nil {
		files, _ = stack(t, *rules, nil)
	}
	p, diags := interpreter.Load(files)
	if p == nil {
		t.Errorf("line %d: the rules of this scenario do not load: %v", b.line, diags)
		return nil
	}
	s, head := suite(t, p, files, b)
	result, err := s.Test("")
	if err != nil {
		t.Fatal(err)
	}
	out := findings(result.Diagnostics, "example.scenario", head)
	for _, o := range result.Scenarios {
		for _, f := range o.Failures {
			text := string(f.Code) + ": " + f.Message
			for _, side := range []struct{ word, text string }{{"expected", f.Expected}, {"got", f.Got}} {
				if side.text != "" {
					text += "\n  " + side.word + ": " + side.text
				}
			}
			out = append(out, finding{f.Code, f.Line - head, text, false})
		}
	}
	if len(s.Breakages) > 0 {
		out = append(out, findings(s.Coverage().Diagnostics, "example.scenario", head)...)
	}
	return out
}

var wantPattern = regexp.MustCompile(`// want ((?:[A-Z]\d+ ?)+)`)

// wants are the codes that the lines of a block say they give.
func wants(b block) map[int][]string {
	out := map[int][]string{}
	for i, line := range strings.Split(b.text, "\n") {
		if m := wantPattern.FindStringSubmatch(line); m != nil {
			out[i+1] = strings.Fields(m[1])
		}
	}
	return out
}

// Every block of rules in the specification loads, and every scenario passes, but
// for what its lines say with `// want CODE`. Warnings are for readers of whole
// rulebooks: a fragment may leave something unused.
func TestSpec(t *testing.T) {
	var rules *block
	heading, n := "", 0
	for _, b := range blocksOf(readDoc(t, "spec.md")) {
		if b.heading != heading {
			heading, rules = b.heading, nil
		}
		switch {
		case len(b.words) == 0:
			t.Errorf("spec.md:%d: what is this block?", b.line)
		case b.words[0] == "rules", b.is("scenario"):
			n++
			compare(t, b, check(t, b, rules))
		case b.is("expressions"):
			n++
			evaluate(t, b)
		case !b.is("ebnf"): // the grammar, which a test of dsl holds equal to the parser
			t.Errorf("spec.md:%d: a block of %q is not tested", b.line, b.words)
		}
		if b.is("rules") && len(wants(b)) == 0 {
			rules = &b
		}
	}
	t.Logf("%d blocks", n)
}

func compare(t *testing.T, b block, found []finding) {
	t.Helper()
	want := wants(b)
	for _, f := range found {
		if i := slices.Index(want[f.line], string(f.code)); i >= 0 {
			want[f.line] = slices.Delete(want[f.line], i, i+1)
		} else if !f.warning {
			t.Errorf("spec.md:%d: %s", b.line+f.line, f.text)
		}
	}
	for line, codes := range want {
		for _, code := range codes {
			t.Errorf("spec.md:%d: this does not give %s", b.line+line, code)
		}
	}
}

// position is a game of the example in which expressions are tried.
func position(t testing.TB) (*interpreter.Program, *interpreter.Game) {
	t.Helper()
	p, diags := interpreter.Load([]*diag.Source{example(t)})
	if p == nil {
		t.Fatalf("the example does not load: %v", diags)
	}
	g, err := p.NewGame(interpreter.Setup{Players: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, given := range []struct {
		path  string
		value any
	}{
		{"game.day", int64(2)}, {"P1.coins", int64(5)}, {"P2.coins", int64(0)}, {"P3.coins", int64(5)},
		{"P1.hand", []any{"poppy.1", "rose.1"}}, {"P2.hand", []any{"lily.2"}}, {"P3.hand", []any{}},
		{"P1.bed", []any{"daisy.1"}}, {"P2.bed", []any{"rose.2", "daisy.2"}}, {"P3.bed", []any{}},
		{"game.compost", []any{"poppy.2", "poppy.3", "daisy.3"}},
	} {
		if err := g.Give(given.path, given.value); err != nil {
			t.Fatal(err)
		}
	}
	return p, g
}

// evaluate compares a block of lines `expression // = value`; `// error` says that
// it stops the game, `// want CODE` that it does not load.
func evaluate(t *testing.T, b block) {
	t.Helper()
	p, g := position(t)
	for i, line := range strings.Split(strings.TrimRight(b.text, "\n"), "\n") {
		expr, want, _ := strings.Cut(line, "//")
		got := value(p, g, strings.TrimSpace(expr))
		if want = strings.TrimSpace(want); got != want {
			t.Errorf("spec.md:%d: %s\n is %s\nnot %s", b.line+i+1, expr, got, want)
		}
	}
}

func value(p *interpreter.Program, g *interpreter.Game, expr string) string {
	q, diags := p.QueryText(expr)
	if diags.HasErrors() {
		return "want " + string(diags[0].Code)
	}
	plain, err := g.Eval(q)
	if err != nil {
		return "error: " + err.Error()
	}
	return "= " + spell(plain)
}

// The bounds that the specification names for files are the reader's.
func TestFileBounds(t *testing.T) {
	row := fmt.Sprintf("| a rule file, a scenario file | %d MiB |", dsl.MaxFileSize>>20)
	if !strings.Contains(readDoc(t, "spec.md"), row) {
		t.Errorf("spec.md has no row %s", row)
	}
}
