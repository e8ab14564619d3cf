package interpreter_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// The files below testdata/errors hold mistakes that are none of syntax. A file is a
// rulebook of its own; a folder holds files that are loaded together. A line says
// what is expected of it:
//
//	run heir.pas(p)      // want N003 "did you mean `heir.pass`"
//	enum A { x }         // note N002 "first declared here"
//	// want-1 T003 "…"   one line above
//	// nowhere N007 "…"  of no line at all
//
// A note is a place that a mistake elsewhere points to. A mistake or place that no
// line wants, and a want that nothing meets, both fail. The text in quotes must
// occur in the message or its hint.

var (
	wantLine = regexp.MustCompile(`// (want|note|nowhere)([+-]\d)?((?: [A-Z]\d+ "[^"]*")+)`)
	wantOne  = regexp.MustCompile(`([A-Z]\d+) "([^"]*)"`)
)

// mark is one thing expected, or found.
type mark struct {
	kind string // want, note or nowhere
	file string
	line int
	code diag.Code
	text string
}

func (m mark) String() string {
	return m.kind + " " + m.file + ":" + asText(m.line) + " " + string(m.code) + " " + m.text
}

func (m mark) meets(found mark) bool {
	return m.kind == found.kind && m.file == found.file && m.line == found.line && m.code == found.code &&
		strings.Contains(found.text, m.text)
}

func wanted(t *testing.T, src *diag.Source) (out []mark) {
	t.Helper()
	for i, line := range strings.Split(src.Text, "\n") {
		marks := wantLine.FindAllStringSubmatch(line, -1)
		if len(marks) != strings.Count(line, "// want")+strings.Count(line, "// note")+strings.Count(line, "// nowhere") {
			t.Errorf("%s:%d: a want that is not understood", src.Name, i+1)
		}
		for _, m := range marks {
			at := mark{kind: m[1], file: src.Name, line: i + 1}
			if m[1] == "nowhere" {
				at.file, at.line = "", 0
			}
			if m[2] != "" {
				n, err := strconv.Atoi(m[2])
				if err != nil {
					t.Fatal(err)
				}
				at.line += n
			}
			for _, one := range wantOne.FindAllStringSubmatch(m[3], -1) {
				at.code, at.text = diag.Code(one[1]), one[2]
				out = append(out, at)
			}
		}
	}
	return out
}

// found are the mistakes of a load, and the places they point to.
func found(diags diag.List) (out []mark) {
	place := func(kind string, s diag.Span, code diag.Code, text string) {
		file, line, _ := s.Position()
		if file == "" {
			kind = "nowhere"
		}
		out = append(out, mark{kind, file, line, code, text})
	}
	for _, d := range diags {
		place("want", d.Span, d.Code, d.Message+" "+d.Hint)
		for _, n := range d.Related {
			place("note", n.Span, d.Code, n.Message)
		}
	}
	return out
}

// stack is the rule files of one case.
func stack(t *testing.T, name string) []*diag.Source {
	t.Helper()
	files := []string{name}
	if !strings.HasSuffix(name, ".rules") {
		files, _ = filepath.Glob(filepath.Join(name, "*.rules"))
	}
	return read(t, files...)
}

func TestErrors(t *testing.T) {
	seen := map[diag.Code]bool{}
	cases, err := os.ReadDir("testdata/errors")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, e := range cases {
		t.Run(e.Name(), func(t *testing.T) {
			src := stack(t, filepath.Join("testdata", "errors", e.Name()))
			var wants []mark
			for _, s := range src {
				wants = append(wants, wanted(t, s)...)
			}
			if len(wants) == 0 {
				t.Error("nothing is expected")
			}
			_, diags := interpreter.Load(src)
			for _, f := range found(diags) {
				seen[f.code] = true
				i := slices.IndexFunc(wants, func(w mark) bool { return w.meets(f) })
				if i < 0 {
					t.Errorf("surplus: %s", f)
					continue
				}
				wants = slices.Delete(wants, i, i+1)
			}
			for _, w := range wants {
				t.Errorf("missing: %s", w)
			}
		})
	}
	for _, code := range loadCodes(t) {
		if !seen[code] {
			t.Errorf("no case has a mistake of code %s", code)
		}
	}
}

// loadCodes are the codes of what can be wrong with a rulebook, as codes.go lists them.
func loadCodes(t *testing.T) (out []diag.Code) {
	t.Helper()
	text, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`diag\.Code = "([NTK]\d+)"`).FindAllSubmatch(text, -1) {
		out = append(out, diag.Code(m[1]))
	}
	if len(out) < 10 {
		t.Fatalf("codes.go lists only %v", out)
	}
	return out
}
