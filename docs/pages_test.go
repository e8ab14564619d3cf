package docs_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A page is followed as its reader follows it: from top to bottom, in one folder,
// block by block. What stands after the fence says what a block is:
//
//	console          lines `$ command`, each with all that it prints. In a session
//	                 what stands behind a prompt `who> ` is what the reader types
//	LANG file=NAME   a file that the reader writes
//	LANG add=NAME    lines that the reader puts at the end of a file
//	LANG find=NAME   lines that stand in a file once; the block after it,
//	LANG becomes     is what the reader makes of them
//	LANG in=NAME     lines that stand in a file
//	console ci       commands that the checks of the project carry out as they stand
//
// In an output `…` stands for what is left out, in a line or for whole lines. There
// is no other block, so none is left untried. UPDATE=1 writes the outputs.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a program that is built for it, so -race finds nothing here: run without -short")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the pages are followed in a shell, and there is no sh")
	}
	for page, begin := range map[string]func(*testing.T) *reader{
		"tutorial.md":  besideTheClone,
		"../README.md": inTheClone,
		"embedding.md": besideTheClone,
		"python.md":    withRuleck,
	} {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath("python3"); err != nil && page == "python.md" {
				t.Skip("there is no python3 to run the client with")
			}
			doc := readDoc(t, page)
			generated(t, page, begin(t).follow(t, page, doc))
		})
	}
}

// reader is somebody who follows a page.
type reader struct {
	dir   string // where they begin
	state string // a script that takes a new shell to where the last one was
	env   []string
}

// besideTheClone is a reader in a folder with a fresh copy of the project, `ruleck`,
// who has Go and has not built anything yet.
func besideTheClone(t *testing.T) *reader {
	t.Helper()
	home := t.TempDir()
	clone := filepath.Join(home, "ruleck")
	if err := os.CopyFS(clone, asCloned{os.DirFS("..")}); err != nil {
		t.Fatal(err)
	}
	r := &reader{dir: home, state: filepath.Join(t.TempDir(), "state")}
	keep(t, r.state, "")
	// -trimpath: what is built of the copy is kept as if it were built in place.
	r.env = append(os.Environ(), "HOME="+home, "GOPATH="+filepath.Join(home, "go"), "GOBIN=", "GOFLAGS=-trimpath",
		"GOMODCACHE="+goEnv(t, "GOMODCACHE"), "GOCACHE="+goEnv(t, "GOCACHE"))
	return r
}

func inTheClone(t *testing.T) *reader {
	r := besideTheClone(t)
	r.dir = filepath.Join(r.dir, "ruleck")
	return r
}

// withRuleck is a reader who has installed the program.
func withRuleck(t *testing.T) *reader {
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{dir: t.TempDir(), state: filepath.Join(t.TempDir(), "state")}
	keep(t, r.state, "")
	r.env = append(os.Environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
	return r
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// asCloned is the project without what git and tests keep to themselves.
type asCloned struct{ fs.FS }

func (c asCloned) ReadDir(name string) (out []fs.DirEntry, err error) {
	all, err := fs.ReadDir(c.FS, name)
	for _, e := range all {
		if e.Name() != "testdata" && e.Name()[0] != '.' {
			out = append(out, e)
		}
	}
	return out, err
}

// follow does all that a page says, and gives the page with what was printed.
func (r *reader) follow(t *testing.T, page, doc string) string {
	t.Helper()
	lines := strings.SplitAfter(doc, "\n")
	var out strings.Builder
	var find *block
	for i := 0; i < len(lines); i++ {
		out.WriteString(lines[i])
		fence, fenced := strings.CutPrefix(lines[i], "```")
		if !fenced {
			if strings.Contains(lines[i], "```") {
				t.Errorf("%s:%d: a fence that does not begin its line", page, i+1)
			}
			continue
		}
		b := &block{words: strings.Fields(fence), line: i + 1}
		for i++; i < len(lines) && !strings.HasPrefix(lines[i], "```"); i++ {
			b.text += lines[i]
		}
		if i == len(lines) {
			t.Fatalf("%s:%d: this block has no end", page, b.line)
		}
		text, err := r.do(b, find)
		if err != nil {
			t.Errorf("%s:%d: %v", page, b.line, err)
			text = b.text
		}
		out.WriteString(text + lines[i])
		find = nil
		if len(b.words) == 2 && strings.HasPrefix(b.words[1], "find=") {
			find = b
		}
	}
	if find != nil {
		t.Errorf("%s:%d: and what becomes of it?", page, find.line)
	}
	return out.String()
}

// do does what one block says, and gives the block as it must be. Find is the
// block before it, if that says what is to be changed.
func (r *reader) do(b, find *block) (string, error) {
	switch {
	case b.is("console"):
		return r.console(b.text)
	case b.is("console ci"):
		return b.text, inChecks(b.text)
	}
	if len(b.words) != 2 {
		return "", fmt.Errorf("a block of %q is not tried", b.words)
	}
	what, name, _ := strings.Cut(b.words[1], "=")
	if (what == "becomes") != (find != nil) {
		return "", fmt.Errorf("%q stands behind %v", b.words, find)
	}
	switch what {
	case "file":
		return b.text, r.change(name, func(string) (string, error) { return b.text, nil })
	case "add":
		return b.text, r.change(name, func(text string) (string, error) { return text + b.text, nil })
	case "find":
		return b.text, nil // once it is known what becomes of it
	case "becomes":
		_, name, _ = strings.Cut(find.words[1], "=")
		return b.text, r.change(name, func(text string) (string, error) {
			if n := strings.Count(text, find.text); n != 1 {
				return "", fmt.Errorf("%q stands %d times in %s", find.text, n, name)
			}
			return strings.Replace(text, find.text, b.text, 1), nil
		})
	case "in":
		return b.text, r.change(name, func(text string) (string, error) {
			if !strings.Contains(text, b.text) {
				return "", fmt.Errorf("this does not stand in %s", name)
			}
			return text, nil
		})
	}
	return "", fmt.Errorf("a block of %q is not tried", b.words)
}

// inChecks holds commands to those that .ci/run carries out.
func inChecks(text string) error {
	checks, err := os.ReadFile("../.ci/run")
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if command := strings.TrimPrefix(line, "$ "); !strings.Contains(string(checks), "='"+command+"'\n") {
			err = fmt.Errorf(".ci/run does not run %q", command)
		}
	}
	return err
}

// change makes a file of the reader's folder another.
func (r *reader) change(name string, edit func(string) (string, error)) error {
	dir, err := r.shell("pwd", "")
	if err != nil {
		return err
	}
	path := filepath.Join(strings.TrimSpace(dir), name)
	old, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	text, err := edit(string(old))
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// console carries out the commands of a block, and gives the block with what they
// print.
func (r *reader) console(text string) (string, error) {
	first, rest, _ := strings.Cut(text, "$ ")
	if first != "" || rest == "" {
		return "", fmt.Errorf("a console begins with a command")
	}
	var out strings.Builder
	for _, part := range strings.Split(rest, "\n$ ") {
		command, kept, _ := strings.Cut(part, "\n")
		if kept != "" && !strings.HasSuffix(kept, "\n") {
			kept += "\n"
		}
		input := typed(kept)
		got, err := r.shell(command, input)
		switch {
		case err != nil:
			return "", fmt.Errorf("%s: %v\n%s", command, err, got)
		case !strings.HasPrefix(typed(got), input):
			return "", fmt.Errorf("%s: what the page types is not asked for:\n%s", command, got)
		case strings.Contains("\n"+got, "\n```"):
			return "", fmt.Errorf("%s: what it prints would end the block", command)
		}
		if strings.Contains(kept, "…") && abridges(kept, got) {
			got = kept
		}
		out.WriteString("$ " + command + "\n" + got)
	}
	return out.String(), nil
}

var promptPattern = regexp.MustCompile(`(?m)^[^>\n]*[^-<> \n]> (.*)$`)

// typed is what a reader types in a session, by what was kept of it.
func typed(kept string) string {
	var lines strings.Builder
	for _, m := range promptPattern.FindAllStringSubmatch(kept, -1) {
		lines.WriteString(m[1] + "\n")
	}
	return lines.String()
}

// abridges tells whether a text is another with parts left out where it has `…`: a
// line of it alone stands for any lines, within a line it stands for any words.
func abridges(kept, whole string) bool {
	pattern := regexp.QuoteMeta(kept)
	pattern = regexp.MustCompile(`(?m)^…\n`).ReplaceAllString(pattern, `(?:.*\n)*`)
	pattern = strings.ReplaceAll(pattern, "…", `.*`)
	return regexp.MustCompile(`\A` + pattern + `\z`).MatchString(whole)
}

// shell carries out one command where the last one left off, and gives all that it
// prints. A command that fails is no error, since to show a complaint is often the
// point; but one that there is not (127) is.
func (r *reader) shell(command, input string) (string, error) {
	const script = `. "$0"; cd "${there:-.}"
eval "$1"
ended=$?
{ export -p; printf 'there="%s"\n' "$PWD"; } > "$0"
[ $ended != 127 ]`
	cmd := exec.Command("sh", "-c", script, r.state, command)
	cmd.Dir, cmd.Env, cmd.Stdin = r.dir, r.env, strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// What would let a block go untried, or a page be written wrong, is an error.
func TestPagesAreStrict(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the pages are followed in a shell, and there is no sh")
	}
	r := &reader{dir: t.TempDir(), state: filepath.Join(t.TempDir(), "state"), env: os.Environ()}
	keep(t, r.state, "")
	keep(t, filepath.Join(r.dir, "a.rules"), "one\ntwo\ntwo\n")
	find := func(text string) *block { return &block{words: []string{"rules", "find=a.rules"}, text: text} }
	becomes := block{words: []string{"rules", "becomes"}, text: "three\n"}
	for _, tt := range []struct {
		name  string
		block block
		find  *block
	}{
		{"no word", block{}, nil},
		{"a language alone", block{words: []string{"rules"}}, nil},
		{"an unknown word", block{words: []string{"rules", "fiel=a.rules"}}, nil},
		{"a console without a command", block{words: []string{"console"}, text: "1 passed\n"}, nil},
		{"a command that there is not", block{words: []string{"console"}, text: "$ no_such_command\n"}, nil},
		{"typed where nothing is asked", block{words: []string{"console"}, text: "$ echo a\nwhich> 3\n"}, nil},
		{"a fence in the output", block{words: []string{"console"}, text: "$ printf '```\\n'\n"}, nil},
		{"not in the checks", block{words: []string{"console", "ci"}, text: "$ go test ./docs\n"}, nil},
		{"not in the file", block{words: []string{"rules", "in=a.rules"}, text: "four\n"}, nil},
		{"becomes of nothing", becomes, nil},
		{"find and no becomes", block{words: []string{"rules", "file=b.rules"}}, find("one\n")},
		{"not there", becomes, find("four\n")},
		{"there twice", becomes, find("two\n")},
	} {
		if text, err := r.do(&tt.block, tt.find); err == nil {
			t.Errorf("%s: done, and gives %q", tt.name, text)
		}
	}
	if text, err := r.console("$ echo 12 passed; echo bad; echo end\n… passed\n…\nend\n"); err != nil || !strings.Contains(text, "…") {
		t.Errorf("left out: %q, %v", text, err)
	}
	if text, err := r.console("$ echo 12 failed\n… passed\n"); err != nil || strings.Contains(text, "…") {
		t.Errorf("what is left out hides a difference: %q, %v", text, err)
	}
}
