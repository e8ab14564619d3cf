package interpreter

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestLeaksDoNotCompile builds a file that tries to put state values where a player
// would see them, and expects the compiler's refusal of every line marked
// `// refused: PATTERN`, and of no other. The control does the same by the one door
// there is, and compiles.
func TestLeaksDoNotCompile(t *testing.T) {
	if out, err := build("control"); err != nil {
		t.Fatalf("the control does not compile, so the test shows nothing:\n%s", out)
	}
	out, err := build("leaks")
	if err == nil {
		t.Fatal("the leaks compile")
	}
	text, err := os.ReadFile(filepath.Join("testdata", "leak", "leaks", "leaks.go"))
	if err != nil {
		t.Fatal(err)
	}
	refused := map[int]string{}
	for _, m := range regexp.MustCompile(`leaks\.go:(\d+):\d+: (.*)`).FindAllStringSubmatch(out, -1) {
		line, _ := strconv.Atoi(m[1])
		refused[line] += m[2] + "\n"
	}
	tries := 0
	for i, line := range strings.Split(string(text), "\n") {
		got := refused[i+1]
		_, want, marked := strings.Cut(line, "// refused: ")
		switch {
		case !marked && got != "":
			t.Errorf("line %d does not compile for another reason: %s", i+1, got)
		case marked && got == "":
			t.Errorf("line %d compiles: %s", i+1, strings.TrimSpace(line))
		case marked && !regexp.MustCompile(want).MatchString(got):
			t.Errorf("line %d is refused for another reason than %q: %s", i+1, want, got)
		}
		if marked {
			tries++
		}
	}
	if tries < 20 {
		t.Errorf("only %d tries", tries)
	}
}

// build compiles a package of testdata, which no other build looks at.
func build(name string) (string, error) {
	out, err := exec.Command("go", "build", "-gcflags=-e", "./"+filepath.ToSlash(filepath.Join("testdata", "leak", name))).CombinedOutput()
	return string(out), err
}
