package interpreter

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"ruleck/dsl/diag"
	"ruleck/interpreter/value"
)

// TestBounds plays rule files of people who mean no good, or did not think: each
// must end soon, in a clear error or not at all in one, and take little memory. The
// first line of a file says what is expected: // want CODE "part of the message",
// or // want - "" where nothing is wrong with it.
func TestBounds(t *testing.T) {
	files, err := filepath.Glob("testdata/bounds/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files (%v)", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".rules")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := regexp.MustCompile(`^// want (\S+) "(.*)"`).FindStringSubmatch(string(text))
			if want == nil {
				t.Fatal("the first line does not say what is wanted")
			}
			got := bounded(t, func() string { return outcome(diag.NewSource(name, string(text))) })
			if code, message, _ := strings.Cut(got, " "); !strings.HasPrefix(code, want[1]) || !strings.Contains(message, want[2]) {
				t.Errorf("ends in %q, not in %s %q", got, want[1], want[2])
			}
		})
	}
}

// tooLong and tooMuch are far more than any file needs. The race detector makes all
// slower, so raced_test.go gives more time there.
const tooMuch = 500 << 20

var tooLong = 10 * time.Second

// bounded calls f and fails if that takes too long or too much memory.
func bounded(t *testing.T, f func() string) string {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan string, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Sprintf("panic %v\n%s", r, debug.Stack())
			}
		}()
		done <- f()
	}()
	select {
	case got := <-done:
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > tooMuch {
			t.Errorf("took %d MB", used>>20)
		}
		return got
	case <-time.After(tooLong):
		t.Fatalf("still busy after %v", tooLong)
	}
	return ""
}

// outcome loads a rulebook and plays it at random for a while: the first thing wrong
// with it, as code and message; or "- " and nothing.
func outcome(src ...*diag.Source) string {
	p, diags := Load(src)
	for _, d := range diags {
		if d.Severity == diag.Error {
			return string(d.Code) + " " + d.Message
		}
	}
	wrong := func(err error) string {
		if e, ok := err.(*Error); ok {
			return string(e.Code) + " " + e.Message
		}
		return err.Error()
	}
	g, err := p.NewGame(Setup{})
	if err != nil {
		return wrong(err)
	}
	if err := g.Begin("", nil); err != nil {
		return wrong(err)
	}
	seed := uint64(1)
	for range 20 {
		s, err := g.Status(value.Host)
		if err != nil {
			return wrong(err)
		}
		for _, d := range s.Decisions {
			for _, plain := range []any{nil, true, int64(3), list("Cell.1"), "Cell.1", list()} {
				if _, err := g.WhyAnswer(d.ID, d.Player, plain); err != nil && !err.(*Error).Bad {
					return wrong(err)
				}
			}
		}
		if s.Done {
			break
		}
		if err := g.PlayRandom(&seed); err != nil {
			return wrong(err)
		}
		g.View(0)
		g.Events(0, 0)
	}
	return "- "
}
