package cond

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// TestValues evaluates testdata/values.txt in one ordinary state: a line is an
// expression, => and what comes out.
func TestValues(t *testing.T) {
	w := newWorld(t)
	m := w.state().fill()
	file, err := os.Open("testdata/values.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		text, want, found := strings.Cut(line, " => ")
		if !found {
			t.Fatalf("line %d has no =>", n)
		}
		e, issues := w.Compile(w.scope(), strings.TrimSpace(text), nil, n)
		if issues != nil {
			t.Errorf("line %d: %s: %v", n, text, issues)
			continue
		}
		if got := m.result(e); got != strings.TrimSpace(want) {
			t.Errorf("line %d: %s is %s, not %s", n, text, got, want)
		}
		steps, used := m.ctx.steps, m.ctx.used
		if m.result(e); m.ctx.steps != steps || m.ctx.used != used {
			t.Errorf("line %d: %s begins again with %d steps and %d words", n, text, m.ctx.steps-steps, m.ctx.used-used)
		}
	}
	if len(m.ctx.Lists) != 1 || m.ctx.FP != 0 || m.ctx.depth != 0 {
		t.Errorf("the context is not as it was: %d lists, FP %d, depth %d", len(m.ctx.Lists), m.ctx.FP, m.ctx.depth)
	}
}
