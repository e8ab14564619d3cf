package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruleck/conformance"
	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// meaning is one code and what it says, from the tables of the program.
type meaning struct {
	code diag.Code
	text string
}

// allCodes are the codes of all packages, in the order of their tables. The
// command keeps its own as comments on the constants.
func allCodes(t *testing.T) (all []meaning) {
	for _, c := range dsl.Codes {
		all = append(all, meaning{c.Code, c.Meaning})
	}
	for _, c := range interpreter.Codes {
		all = append(all, meaning{c.Code, c.Meaning})
	}
	for _, c := range conformance.Codes {
		all = append(all, meaning{c.Code, c.What})
	}
	for _, c := range codeConstants(t, "cmd/ruleck") {
		all = append(all, meaning{c.code, c.comment})
	}
	return all
}

// codeConstant is a constant of type diag.Code in a source file.
type codeConstant struct {
	name    string
	code    diag.Code
	comment string
}

// codeConstants reads the constants of a package's codes.go.
func codeConstants(t *testing.T, pkg string) (all []codeConstant) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", pkg, "codes.go"), nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		decl, ok := n.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			return true
		}
		for _, spec := range decl.Specs {
			spec := spec.(*ast.ValueSpec)
			ast.Inspect(spec, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					code, _ := strconv.Unquote(lit.Value)
					all = append(all, codeConstant{spec.Names[0].Name, diag.Code(code), strings.TrimSpace(spec.Comment.Text())})
				}
				return true
			})
		}
		return false
	})
	return all
}

// Every constant is in its table once, and has a meaning.
func TestCodeTables(t *testing.T) {
	listed := map[diag.Code]int{}
	for _, m := range allCodes(t) {
		listed[m.code]++
		if m.text == "" || strings.HasSuffix(m.text, ".") {
			t.Errorf("%s: %q is no meaning", m.code, m.text)
		}
	}
	for _, pkg := range []string{"dsl", "interpreter", "conformance", "cmd/ruleck"} {
		constants := codeConstants(t, pkg)
		if len(constants) == 0 {
			t.Errorf("%s has no codes", pkg)
		}
		for _, c := range constants {
			if listed[c.code] != 1 {
				t.Errorf("%s.%s (%s) is listed %d times", pkg, c.name, c.code, listed[c.code])
			}
		}
	}
}

// elsewhere are the codes that no short example gives: why, and the test that gives
// them, by its file and something that stands in it. Those without a test are for
// mistakes of ruleck: nothing is known that gives them.
var elsewhere = map[string]struct{ why, file, text string }{
	"D000": {"more mistakes than anybody wants to read", "dsl/parse_test.go", "more in this file"},
	"D010": {"bytes that are no text", "dsl/parse_test.go", "CodeNotText"},
	"D011": {"a file of several megabytes", "dsl/parse_test.go", "CodeFileSize"},
	"D109": {"a hundred brackets", "dsl/parse_test.go", "CodeDepth"},
	"R999": {"a mistake in ruleck", "", ""},
	"C002": {"found earlier, as D105", "", ""},
	"C030": {"a tree of goldens", "conformance/conformance_test.go", `"C030"`},
	"C031": {"a tree of goldens", "conformance/conformance_test.go", `"C031"`},
	"C054": {"a mistake in ruleck", "", ""},
	"C063": {"a tree of goldens", "conformance/conformance_test.go", `"C063"`},
	"K006": {"two files", "interpreter/testdata/errors/idle/two.rules", "K006"},
	"U012": {"a lock, and a base of another version", "cmd/ruleck/testdata/script/check_lock.txtar", "U012"},
	"U013": {"a lock that somebody edited", "cmd/ruleck/testdata/script/check_lock.txtar", "U013"},
	"C065": {"a rulebook, its scenarios and a variant", "cmd/ruleck/testdata/script/test_changes.txtar", "C065"},
	"U004": {"somebody at a terminal", "cmd/ruleck/main_test.go", `"U004"`},
	"U005": {"a mistake in ruleck", "", ""},
	"U006": {"a thousand files", "cmd/ruleck/rules_test.go", "codeTooMuch"},
	"U011": {"a disk that is full", "cmd/ruleck/main_test.go", "U011"},
}

// What is tried elsewhere is tried there.
func TestCodesTriedElsewhere(t *testing.T) {
	for code, other := range elsewhere {
		if other.file != "" && !strings.Contains(readDoc(t, filepath.Join("..", other.file)), other.text) {
			t.Errorf("%s: %s has no %s", code, other.file, other.text)
		}
	}
}

// errors.md has a section for each code: what it means is the program's, so is what
// it says of the example; the example, what mends it and the advice are kept.
// UPDATE=1 writes it.
func TestErrors(t *testing.T) {
	kept := sections(readDoc(t, "errors.md"))
	var b strings.Builder
	b.WriteString(errorsHead)
	group := ""
	for _, m := range allCodes(t) {
		code := string(m.code)
		if title := groups[code[:1]]; title != group {
			group = title
			fmt.Fprintf(&b, "\n## %s\n", title)
		}
		s := kept[code]
		delete(kept, code)
		fmt.Fprintf(&b, "\n### %s\n\n%s.\n", code, strings.ToUpper(m.text[:1])+m.text[1:])
		for _, ex := range s.examples {
			fmt.Fprintf(&b, "\n```%s\n%s```\n", strings.Join(ex.words, " "), ex.text)
		}
		if said := s.says(t, code); said != "" {
			fmt.Fprintf(&b, "\n```text\n%s\n```\n", said)
		}
		s.mend(t, code)
		for _, m := range s.mended {
			fmt.Fprintf(&b, "\n%s\n\n```%s mended\n%s```\n", mendedSays, strings.Join(m.words, " "), m.text)
		}
		if s.advice == "" {
			t.Errorf("%s: what to do about it?", code)
		}
		fmt.Fprintf(&b, "\n%s\n", s.advice)
	}
	for code := range kept {
		t.Errorf("there is no code %s", code)
	}
	generated(t, "errors.md", b.String())
}

// groups are the headings, by the first letter of the codes below them.
var groups = map[string]string{
	"D": "Reading files", "N": "Checking rules", "T": "Checking rules", "K": "Checking rules",
	"R": "Playing", "Q": "Playing", "C": "Scenarios", "U": "The command",
}

const errorsHead = `# Errors

Every complaint has a code. The codes are stable; the words may change. Each section says what a code
means, shows a short example, what the program says of it, the same without the mistake, and what to do. This page is
written from the program's own tables; every example is tried, and so is what mends it.

An example is a whole file if it begins as one does. Otherwise it is laid over the game of garden that
[the language](spec.md#an-example) begins with; ` + "`rules steps`" + ` stand in a procedure with the players p and q.
`

// mendedSays stands before what mends an example.
const mendedSays = "Mended:"

// section is what is kept of a code.
type section struct {
	examples []block
	mended   []block // the last example without the mistake
	advice   string
}

func sections(doc string) map[string]section {
	all := map[string]section{}
	for _, part := range strings.Split(doc, "\n### ")[1:] {
		part, _, _ = strings.Cut(part, "\n## ")
		code, rest, _ := strings.Cut(part, "\n")
		var s section
		for _, b := range blocksOf(rest) {
			last := len(b.words) - 1
			switch {
			case b.is("text"):
			case last > 0 && b.words[last] == "mended":
				b.words = b.words[:last]
				s.mended = append(s.mended, b)
			default:
				s.examples = append(s.examples, b)
			}
		}
		rest = strings.Replace(rest, "\n"+mendedSays+"\n", "", 1)
		paragraphs := strings.Split(strings.TrimSpace(fencePattern.ReplaceAllString(rest, "")), "\n\n")
		s.advice = strings.TrimSpace(strings.Join(paragraphs[1:], "\n\n")) // the first is the meaning
		all[code] = s
	}
	return all
}

var fencePattern = regexp.MustCompile("(?ms)^```.*?^```$\n*")

// says is what the program says of the examples of a code.
func (s section) says(t *testing.T, code string) string {
	if other := elsewhere[code]; (other.why == "") != (len(s.examples) > 0) {
		t.Errorf("%s has %d examples, but: %q", code, len(s.examples), other.why)
	}
	var rules *block
	files := map[string]string{}
	for _, b := range s.examples {
		switch b.words[0] {
		case "rules", "scenario":
			found := check(t, b, rules)
			i := slices.IndexFunc(found, func(f finding) bool { return string(f.code) == code })
			if i >= 0 {
				return found[i].text
			}
			for _, f := range found {
				t.Logf("%s: this gives %s", code, f.text)
			}
			rules = &b
		case "jsonl":
			files[b.words[1]] = b.text
		case "console":
			return said(t, code, command(t, b.text, files))
		case "jsonrpc":
			replies := exchange(t, requests(b.text))
			return said(t, code, replies[len(replies)-1])
		default:
			t.Errorf("%s: what is a block of %q?", code, b.words)
		}
	}
	if len(s.examples) > 0 {
		t.Errorf("%s: its example does not give it", code)
	}
	return ""
}

// said checks that an output gives a code.
func said(t *testing.T, code, output string) string {
	if !strings.Contains(output, " "+code+":") && !strings.Contains(output, `"code":"`+code+`"`) {
		t.Errorf("%s: its example does not give it, but\n%s", code, output)
	}
	return output
}

// mend tries what mends the example of a code: nothing is wrong with it.
func (s section) mend(t *testing.T, code string) {
	if (len(s.examples) > 0) != (len(s.mended) == 1) {
		t.Errorf("%s has %d examples, and %d ways to mend them", code, len(s.examples), len(s.mended))
	}
	for _, b := range s.mended {
		switch b.words[0] {
		case "rules", "scenario":
			for _, f := range check(t, b, nil) {
				if !f.warning || string(f.code) == code {
					t.Errorf("%s: mended, it gives %s", code, f.text)
				}
			}
		case "jsonl": // for the command of the example
			last := s.examples[len(s.examples)-1]
			unharmed(t, code, command(t, last.text, map[string]string{b.words[1]: b.text}))
		case "console":
			unharmed(t, code, command(t, b.text, nil))
		case "jsonrpc":
			unharmed(t, code, strings.Join(exchange(t, requests(b.text)), "\n"))
		default:
			t.Errorf("%s: what is a mended block of %q?", code, b.words)
		}
	}
}

// unharmed checks that an output says of no error.
func unharmed(t *testing.T, code, output string) {
	if output == "" || strings.Contains("\n"+output, "\nerror ") || strings.Contains(output, `"error":`) {
		t.Errorf("%s: mended, it gives\n%s", code, output)
	}
}
