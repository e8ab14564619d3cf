package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runFmt runs the verb without a stdin.
func runFmt(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err strings.Builder
	code = run(t.Context(), append([]string{"fmt"}, args...), strings.NewReader(""), &out, &err, func(string) string { return "" })
	return code, out.String(), err.String()
}

// Whatever a file's line ends are and whether a mark begins it: the layout has plain
// ones, and one at the end.
func TestFmtLineEnds(t *testing.T) {
	const want = "rules mine.a\nseats Player 2 {}  // two\n"
	for name, text := range map[string]string{
		"of another system":    strings.ReplaceAll(want, "\n", "\r\n"),
		"of an old system":     strings.ReplaceAll(want, "\n", "\r"),
		"a byte order mark":    byteOrderMark + want,
		"both":                 byteOrderMark + strings.ReplaceAll(want, "\n", "\r\n"),
		"none at the end":      strings.TrimSuffix(want, "\n"),
		"many at the end":      want + "\n\n \t\n",
		"blanks behind a line": strings.ReplaceAll(want, "\n", " \t\n"),
	} {
		file := filepath.Join(t.TempDir(), "a.rules")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			flag string
			code int
			out  string
		}{{"-l", exitFindings, "a.rules\n"}, {"", exitGood, "a.rules\n"}, {"-l", exitGood, ""}} {
			args := []string{file}
			if step.flag != "" {
				args = []string{step.flag, file}
			}
			if code, out, _ := runFmt(t, args...); code != step.code || out != step.out {
				t.Errorf("%s: %v: exit code %d, stdout %q", name, args[:len(args)-1], code, out)
			}
		}
		got, err := os.ReadFile(file)
		info, _ := os.Stat(file)
		if err != nil || string(got) != want || info.Mode() != 0o600 {
			t.Errorf("%s: %q, %v, %v", name, got, info.Mode(), err)
		}
	}
}

// A diff of the last line says that it has no end.
func TestFmtDiffWithoutLineEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.rules")
	if err := os.WriteFile(file, []byte("rules mine.a"), 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "--- a.rules\n+++ a.rules\n@@ -1 +1 @@\n-rules mine.a\n\\ No newline at end of file\n+rules mine.a\n"
	if code, out, _ := runFmt(t, "-d", file); code != exitFindings || out != want {
		t.Errorf("exit code %d, %q", code, out)
	}
}

// A folder that cannot be written to keeps its files, and each is told of.
func TestFmtWithoutPermission(t *testing.T) {
	dir := t.TempDir()
	names := []string{"a.rules", "b.rules"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("rules   mine.a"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mode := fs.FileMode(0o555)
	if err := os.Chmod(dir, mode); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if err := os.WriteFile(filepath.Join(dir, "try"), nil, 0o644); err == nil {
		t.Skip("whoever runs this may write everywhere")
	}
	code, out, stderr := runFmt(t, dir)
	if code != exitUsage || out != "" || strings.Count(stderr, "U011") != 2 || !strings.Contains(stderr, "cannot write b.rules: permission denied") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out, stderr)
	}
	for _, name := range names {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != "rules   mine.a" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
