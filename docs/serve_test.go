package docs_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// The command is built once; what it is told to do, it does in folders of its own.

var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ruleck-docs")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "ruleck")
	out, err := exec.Command("go", "build", "-o", name, "ruleck/cmd/ruleck").CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	return name, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if name, err := built(); err == nil {
		os.RemoveAll(filepath.Dir(name))
	}
	os.Exit(code)
}

// folder is a new folder with the example game in garden/table.rules.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "garden"), 0o755); err != nil {
		t.Fatal(err)
	}
	keep(t, filepath.Join(dir, "garden", "table.rules"), example(t).Text)
	return dir
}

func keep(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// command carries out a line `$ ruleck …` and gives all that is printed.
func command(t *testing.T, line string, files map[string]string) string {
	t.Helper()
	dir := folder(t)
	for name, text := range files {
		keep(t, filepath.Join(dir, name), text)
	}
	args := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "$ ruleck"))
	out := runCommand(t, dir, "", args...)
	return strings.TrimSpace(out)
}

func runCommand(t *testing.T, dir, input string, args ...string) string {
	t.Helper()
	name, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(input)
	out, _ := cmd.CombinedOutput() // an exit code other than 0 is often the point
	return string(out)
}

// requests are the lines of a session that a client sends.
func requests(session string) (lines []string) {
	for _, line := range strings.Split(session, "\n") {
		if request, ok := strings.CutPrefix(line, "--> "); ok {
			lines = append(lines, request)
		}
	}
	return lines
}

// exchange plays a session with the example game and gives the replies, one for
// each request. A request may say `"data":"…"` for the data of the save before it.
func exchange(t *testing.T, lines []string) []string {
	t.Helper()
	dir := folder(t)
	input := strings.Join(lines, "\n") + "\n"
	if strings.Contains(input, savedData) {
		m := dataPattern.FindStringSubmatch(runCommand(t, dir, input, "serve", "garden"))
		if m == nil {
			t.Fatal("this session saves nothing")
		}
		input = strings.ReplaceAll(input, savedData, m[0])
	}
	out := strings.TrimRight(runCommand(t, dir, input, "serve", "garden"), "\n")
	return strings.Split(out, "\n")
}

const savedData = `"data":"…"`

var dataPattern = regexp.MustCompile(`"data":"[^"]*"`)

// serve.md is one session. What follows `<-- ` is the reply, laid out over lines;
// a part of it may be left out with `…`. UPDATE=1 writes the replies.
func TestServe(t *testing.T) {
	doc := readDoc(t, "serve.md")
	for _, b := range blocksOf(doc) {
		if !b.is("jsonrpc") {
			t.Errorf("serve.md:%d: a block of %q is not tested", b.line, b.words)
		}
	}
	replies := exchange(t, requests(doc))
	if want := len(requests(doc)); len(replies) != want {
		t.Fatalf("%d replies to %d requests:\n%s", len(replies), want, strings.Join(replies, "\n"))
	}
	var out []string
	inReply := false
	next := 0
	for _, line := range strings.Split(doc, "\n") {
		switch {
		case strings.HasPrefix(line, "--> "):
			inReply = false
			out = append(out, line)
		case strings.HasPrefix(line, "<-- "):
			kept := replyAt(doc, next)
			if next == len(replies) {
				t.Fatalf("a reply to nothing: %s", line)
			}
			out = append(out, "<-- "+shorten(kept, replies[next]))
			next++
			inReply = true
		case strings.HasPrefix(line, "```"):
			inReply = false
			out = append(out, line)
		case !inReply:
			out = append(out, line)
		}
	}
	if next != len(replies) {
		t.Errorf("%d replies are shown, %d came", next, len(replies))
	}
	generated(t, "serve.md", strings.Join(out, "\n"))
}

// replyAt is the n-th reply of the document, as it is kept.
func replyAt(doc string, n int) string {
	parts := strings.Split(doc, "\n<-- ")
	if n+1 >= len(parts) {
		return ""
	}
	text, _, _ := strings.Cut(parts[n+1], "\n```")
	text, _, _ = strings.Cut(text, "\n--> ")
	return text
}

// shorten lays a reply out; where the kept one leaves parts out and says the same
// otherwise, it stays.
func shorten(kept, reply string) string {
	if strings.Contains(kept, "…") && leavesOut(squeeze(kept), squeeze(reply)) {
		return strings.TrimRight(kept, "\n")
	}
	return layout(reply)
}

// leavesOut tells whether a text is another with parts left out at each `…`.
func leavesOut(kept, whole string) bool {
	parts := strings.Split(kept, "…")
	rest, ok := strings.CutPrefix(whole, parts[0])
	for _, part := range parts[1:] {
		at := strings.Index(rest, part)
		if !ok || at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return ok && (rest == "" || strings.HasSuffix(kept, "…"))
}

// squeeze takes out what JSON does not need, roughly: good enough to compare.
func squeeze(text string) string {
	return regexp.MustCompile(`\s+`).ReplaceAllString(text, "")
}

// layout writes JSON over several lines, as few as fit.
func layout(text string) string {
	const width = 100
	var b bytes.Buffer
	if len(text) <= width || json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	lines := strings.Split(b.String(), "\n")
	for changed := true; changed; {
		lines, changed = join(lines, width)
	}
	return strings.Join(lines, "\n")
}

// join puts the innermost bracket that fits onto one line.
func join(lines []string, width int) ([]string, bool) {
	for i := 0; i < len(lines); i++ {
		if !strings.HasSuffix(lines[i], "{") && !strings.HasSuffix(lines[i], "[") {
			continue
		}
		one := lines[i]
		for k := i + 1; k < len(lines) && len(one) <= width; k++ {
			text := strings.TrimSpace(lines[k])
			if strings.HasSuffix(one, ",") {
				one += " "
			}
			one += text
			if indent(lines[k]) == indent(lines[i]) {
				if len(one) > width {
					break
				}
				return append(append(lines[:i:i], one), lines[k+1:]...), true
			}
		}
	}
	return lines, false
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
