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

// withoutExample are the codes that no short example gives, and why.
var withoutExample = map[string]string{
	"D000": "more mistakes than anybody wants to read",
	"D010": "bytes that are no text",
	"D011": "a file of several megabytes",
	"D109": "a hundred brackets",
	"R999": "a mistake in ruleck",
	"C002": "found earlier, as D105",
	"C030": "a tree of goldens",
	"C031": "a tree of goldens",
	"C054": "a mistake in ruleck",
	"C063": "a tree of goldens",
	"U004": "somebody at a terminal",
	"U005": "a mistake in ruleck",
	"U006": "a thousand files",
	"U011": "a disk that is full",
}

// errors.md has a section for each code: what it means is the program's, so is what
// it says of the example; the example and the advice are kept. UPDATE=1 writes it.
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
means, shows a short example and what the program says of it, and what to do. This page is written from the
program's own tables; every example is tried.

An example is a whole file if it begins as one does. Otherwise it is laid over the game of garden that
[the language](spec.md#an-example) begins with; ` + "`rules steps`" + ` stand in a procedure with the players p and q.
`

// section is what is kept of a code.
type section struct {
	examples []block
	advice   string
}

func sections(doc string) map[string]section {
	all := map[string]section{}
	for _, part := range strings.Split(doc, "\n### ")[1:] {
		part, _, _ = strings.Cut(part, "\n## ")
		code, rest, _ := strings.Cut(part, "\n")
		var s section
		for _, b := range blocksOf(rest) {
			if !b.is("text") {
				s.examples = append(s.examples, b)
			}
		}
		paragraphs := strings.Split(strings.TrimSpace(fencePattern.ReplaceAllString(rest, "")), "\n\n")
		s.advice = strings.TrimSpace(strings.Join(paragraphs[1:], "\n\n")) // the first is the meaning
		all[code] = s
	}
	return all
}

var fencePattern = regexp.MustCompile("(?ms)^```.*?^```$\n*")

// says is what the program says of the examples of a code.
func (s section) says(t *testing.T, code string) string {
	if why := withoutExample[code]; (why == "") != (len(s.examples) > 0) {
		t.Errorf("%s has %d examples, but: %q", code, len(s.examples), why)
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
