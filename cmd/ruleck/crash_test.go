//go:build unix

package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ruleck/interpreter"
)

// wordy is a rulebook whose traces and saves are longer than a page, written so that
// fmt has something to do; `more` changes every trace of it.
var wordy = "rules   box.a\nclauses { B \"all of it\" never }\nseats Player 2 { n: int 0..99 = 0 }\nentity Pot 300 { full: int = 77 }\nplay box.go()\n" +
	"procedure box.go() [B] { step count { " + strings.Repeat("each p in seats() { add 1 to p.n }\n", 30) + " }\n" +
	"step ask { each p in seats() { p may \"go on\" [B] { add 1 to p.n } } } }\n"

// more is an edited copy.
var more = strings.Replace(wordy, "add 1 to p.n }\n", "add 2 to p.n }\n", 30)

// suiteFiles is wordy with some scenarios, each of which owes a golden.
func suiteFiles(scenarios int) map[string]string {
	text := "scenarios box.s\n"
	for i := range scenarios {
		text += fmt.Sprintf("scenario \"number %d\" [B] {\n  P1 accepts\n  expect P1.n > 30\n  stops at box.go.ask\n}\n", i)
	}
	return map[string]string{"a.rules": wordy, "more.rules": more, "s/a.scenario": text}
}

// goldens are the goldens of the suite; what lies beside them must be what a kill may
// leave behind.
func goldens(t *testing.T, litter bool) map[string]string {
	t.Helper()
	all := map[string]string{}
	names, err := filepath.Glob("s/golden/a/*")
	if err != nil {
		t.Fatal(err)
	}
	hidden, _ := filepath.Glob("s/golden/a/.*")
	if len(hidden) > 0 && !litter {
		t.Errorf("left behind: %v", hidden)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(filepath.Base(name), ".") {
			all[name] = string(text)
		}
	}
	return all
}

// fullDisk runs a command line as if the disk were full: no file may grow beyond a
// block or two.
func fullDisk(t *testing.T, input, line string) (said string, exit int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", "ulimit -f 1; exec "+line)
	cmd.Env = append(os.Environ(), "CI=", "TERM=dumb")
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// On a full disk goldens, laid out files and saved games stay as they were, or whole,
// and whoever waits is told.
func TestFullDisk(t *testing.T) {
	t.Setenv("CI", "")
	tree(t, suiteFiles(3))
	if _, stderr, exit := ruleck(t, "", "test", "a.rules+s", "--update"); exit != exitGood {
		t.Fatalf("exit code %d: %s", exit, stderr)
	}
	before := goldens(t, false)
	if len(before) != 3 || len(before["s/golden/a/number-0.golden"]) < 1100 {
		t.Fatalf("%d goldens of %d bytes", len(before), len(before["s/golden/a/number-0.golden"]))
	}

	if said, exit := fullDisk(t, "", "ruleck test more.rules+s --update"); exit != exitUsage || !strings.Contains(said, "file too large") {
		t.Errorf("goldens: exit code %d\n%s", exit, said)
	}
	if !maps.Equal(goldens(t, false), before) {
		t.Error("a golden was changed")
	}

	if said, exit := fullDisk(t, "", "ruleck fmt a.rules"); exit == exitGood || !strings.Contains(said, "file too large") {
		t.Errorf("fmt: exit code %d\n%s", exit, said)
	}
	if text, err := os.ReadFile("a.rules"); err != nil || string(text) != wordy {
		t.Errorf("the rule file was changed: %v", err)
	}

	if stdout, _, _ := ruleck(t, "save g.save\n", "run", "a.rules"); !strings.Contains(stdout, "saved as g.save") {
		t.Fatal(stdout)
	}
	saved, err := os.ReadFile("g.save")
	if err != nil || !interpreter.IsSave(strings.TrimSpace(string(saved))) {
		t.Fatal(err)
	}
	if said, _ := fullDisk(t, "yes\nsave g.save\n", "ruleck run a.rules"); !strings.Contains(said, "cannot write g.save: file too large") {
		t.Errorf("save: %s", said)
	}
	if now, err := os.ReadFile("g.save"); err != nil || string(now) != string(saved) {
		t.Errorf("the saved game was changed: %v", err)
	}
	if left, _ := filepath.Glob(".ruleck-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Whenever it is killed, every golden is the old one or the new one.
func TestKilledWhileUpdating(t *testing.T) {
	t.Setenv("CI", "")
	tree(t, suiteFiles(40))
	update := func(rules string) *exec.Cmd { return exec.Command("ruleck", "test", rules+"+s", "--update") }
	whole := map[string]map[string]string{}
	var took time.Duration
	stacks := []string{"a.rules", "more.rules"}
	for _, rules := range stacks {
		begun := time.Now()
		if out, err := update(rules).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		took = time.Since(begun)
		whole[rules] = goldens(t, false)
	}
	if len(whole["a.rules"]) != 40 || maps.Equal(whole["a.rules"], whole["more.rules"]) {
		t.Fatalf("%d goldens, or the rules make no difference", len(whole["a.rules"]))
	}
	killed := 0
	for i := range 20 {
		cmd := update(stacks[i%2])
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(took * time.Duration(i+1) / 20)
		cmd.Process.Kill()
		if err := cmd.Wait(); err != nil {
			killed++
		}
		now := goldens(t, true)
		if len(now) != 40 {
			t.Fatalf("after a kill there are %d goldens", len(now))
		}
		for name, text := range now {
			if text != whole[stacks[0]][name] && text != whole[stacks[1]][name] {
				t.Fatalf("%s is neither the old one nor the new one: %d bytes", name, len(text))
			}
		}
	}
	if killed == 0 {
		t.Error("nothing was killed in time")
	}
	if out, err := update(stacks[0]).CombinedOutput(); err != nil || !maps.Equal(goldens(t, true), whole[stacks[0]]) {
		t.Errorf("the next update does not mend it: %v\n%s", err, out)
	}
}
