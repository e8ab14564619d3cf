package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const goodRules = "rules box.a\nclauses { B \"all of it\" never }\nseats Player 2 { n: int 0..9 = 0 }\nplay box.go()\n" +
	"procedure box.go() [B] { step ask { each p in seats() { p may \"go on\" [B] { add 1 to p.n } } } }\n"

// badFiles are the ways in which what RULES names can be wrong, with the exit code and
// the code of the first complaint.
var badFiles = []struct {
	name  string
	files map[string]string
	rules string
	exit  int
	code  string
}{
	{"missing", nil, "nowhere", 2, "U002"},
	{"missing part of a stack", map[string]string{"x/a.rules": goodRules}, "x+nowhere.rules", 2, "U002"},
	{"empty part of a stack", map[string]string{"x/a.rules": goodRules}, "x+", 2, "U001"},
	{"no rule file", map[string]string{"x/a.txt": goodRules}, "x/a.txt", 2, "U002"},
	{"a folder without rules", map[string]string{"x/a.txt": goodRules}, "x", 3, "U003"},
	{"a file as a folder", map[string]string{"x.rules": goodRules}, "x.rules/a.rules", 2, "U002"},
	{"a device", nil, "/dev/zero", 2, "U002"},
	{"a link out of the folder", map[string]string{"x/a.rules": "->../y/a.rules", "y/a.rules": goodRules}, "x", 2, "U002"},
	{"a use that follows a link out of the folder", map[string]string{"x/a.rules": "rules box.a\nuses box.b\n", "x/b.rules": "->/etc/hostname"}, "x/a.rules", 2, "U002"},
	{"a use of the folder above", map[string]string{"x/a.rules": "rules box.a\nuses ../b\n", "b.rules": goodRules}, "x/a.rules", 1, "D101"},
	{"links in a circle", map[string]string{"x/a.rules": "->b.rules", "x/b.rules": "->a.rules"}, "x", 2, "U002"},
	{"empty", map[string]string{"a.rules": ""}, "a.rules", 1, "D104"},
	{"blanks alone", map[string]string{"a.rules": " \n\t\r\n// nothing\n"}, "a.rules", 1, "D104"},
	{"a mark alone", map[string]string{"a.rules": byteOrderMark}, "a.rules", 1, "D104"},
	{"binary", map[string]string{"a.rules": "rules box.a\x00\x01\x02"}, "a.rules", 1, "D010"},
	{"not UTF-8", map[string]string{"a.rules": "rules box.a // caf\xe9\n"}, "a.rules", 1, "D010"},
	{"UTF-16", map[string]string{"a.rules": "\xff\xfer\x00u\x00l\x00e\x00s\x00"}, "a.rules", 1, "D010"},
	{"huge", map[string]string{"a.rules": goodRules + strings.Repeat("// much\n", 1<<18)}, "a.rules", 1, "D011"},
	{"far too huge", map[string]string{"a.rules": goodRules + strings.Repeat("// much\n", 1<<21)}, "a.rules", 1, "U006"},
	{"deeply nested parentheses", map[string]string{"a.rules": "rules box.a\nvalue f(): int = " + strings.Repeat("(", 500_000) + "1" + strings.Repeat(")", 500_000)}, "a.rules", 1, "D109"},
	{"deeply nested brackets", map[string]string{"a.rules": "rules box.a\nvalue f(): int = " + strings.Repeat("[", 1_000_000)}, "a.rules", 1, "D109"},
	{"deeply nested blocks", map[string]string{"a.rules": "rules box.a\nsetup " + strings.Repeat("{together", 100_000)}, "a.rules", 1, "D109"},
	{"files that use one another", map[string]string{"x/a.rules": goodRules + "value a(): int = b()\n", "x/b.rules": "rules box.b\nuses box.a\nvalue b(): int = a()\n"}, "x/b.rules", 1, "T008"},
	{"files over one another", map[string]string{"x/a.rules": goodRules, "x/b.rules": "rules box.b\nover box.c\n", "x/c.rules": "rules box.c\nover box.b\n"}, "x", 1, "T008"},
	{"half-written", map[string]string{"a.rules": goodRules[:len(goodRules)-5]}, "a.rules", 1, "D106"},
	{"cut off in a text", map[string]string{"a.rules": "rules box.a\nclauses { B \"all of"}, "a.rules", 1, "D002"},
	{"files of two rulebooks", map[string]string{"x/a.rules": goodRules, "x/b.rules": "rules bag.b\nseats Player 2 {}\n"}, "x", 1, "N001"},
	{"files that contradict each other", map[string]string{"x/a.rules": goodRules, "x/b.rules": "rules box.b\nvalue f() [B]: int = 1\n", "x/c.rules": "rules box.c\nvalue f() [B]: int = 2\n"}, "x", 1, "N002"},
	{"a variant without its rulebook", map[string]string{"v.rules": "variant house.v of box\n"}, "v.rules", 1, "N007"},
	{"a condition that costs too much", map[string]string{"a.rules": goodRules + "entity Pot 2000 {}\ninvariant i [B]: Pot.all.all(a, Pot.all.all(b, Pot.all.all(c, a == b || b == c)))\n"}, "a.rules", 1, "T010"},
}

// Whatever is wrong with the files, every verb says the same of it, with the same exit
// code, as text and as one JSON document; nothing is written.
func TestBadFiles(t *testing.T) {
	for _, c := range badFiles {
		t.Run(c.name, func(t *testing.T) {
			tree(t, c.files)
			before := snapshot(t)
			for _, verb := range [][]string{
				{"check", c.rules}, {"test", c.rules}, {"test", c.rules, "--update"}, {"run", c.rules, "--random"}, {"serve", c.rules},
				{"describe", c.rules}, {"coverage", c.rules}, {"explain", c.rules, "f"},
				{"diff", "kuhn", c.rules}, {"diff", c.rules, "kuhn"}, {"handout", c.rules},
			} {
				stdout, stderr, exit := ruleck(t, "", verb...)
				if said := stdout + stderr; exit != c.exit || !strings.Contains(said, " "+c.code+": ") {
					t.Errorf("%v: exit code %d, want %d and %s\n%.500s", verb, exit, c.exit, c.code, said)
				}
				stdout, stderr, exit = ruleck(t, "", append(verb, "--format", "json")...)
				doc := oneDocument(t, verb, stdout)
				if exit != c.exit || doc.OK || len(doc.Diagnostics) == 0 || doc.Diagnostics[0].Code != c.code || stderr != "" {
					t.Errorf("%v: exit code %d, want %d and %s\n%.500s%.500s", verb, exit, c.exit, c.code, stdout, stderr)
				}
			}
			if after := snapshot(t); !slices.Equal(after, before) {
				t.Errorf("the files were changed: %v, %v", before, after)
			}
		})
	}
}

// ruleck runs the program here.
func ruleck(t *testing.T, input string, args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	var out, err strings.Builder
	exit = run(t.Context(), args, strings.NewReader(input), &out, &err, func(string) string { return "" })
	for _, secret := range []string{os.TempDir(), "goroutine "} {
		if strings.Contains(out.String()+err.String(), secret) {
			t.Errorf("%v: the output has %q:\n%s%s", args, secret, &out, &err)
		}
	}
	return out.String(), err.String(), exit
}

// failureDoc is what every JSON document of a failure has.
type failureDoc struct {
	OK          bool `json:"ok"`
	Diagnostics []struct {
		Code string `json:"code"`
	} `json:"diagnostics"`
}

func oneDocument(t *testing.T, args []string, stdout string) (doc failureDoc) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(stdout))
	if err := d.Decode(&doc); err != nil {
		t.Errorf("%v: %v\n%.300s", args, err, stdout)
	}
	if d.More() || strings.Count(stdout, "\n") != 1 || !strings.HasSuffix(stdout, "\n") {
		t.Errorf("%v: more than one document, or no line end:\n%.300s", args, stdout)
	}
	return doc
}

// snapshot is every file below the current folder, with its size.
func snapshot(t *testing.T) (all []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && !d.IsDir() {
			name += " " + info.ModTime().String() + " " + info.Mode().String()
		}
		all = append(all, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A folder or file that may not be read is an error about it. The administrator may
// read everything.
func TestForbiddenFiles(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("nothing is forbidden to the administrator")
	}
	tree(t, map[string]string{"x/a.rules": goodRules, "y/a.rules": goodRules})
	for name, mode := range map[string]fs.FileMode{"x/a.rules": 0, "y": 0} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, arg := range []string{"x", "x/a.rules", "y", "y/a.rules"} {
		if _, stderr, exit := ruleck(t, "", "check", arg); exit != exitUsage || !strings.Contains(stderr, "permission denied") {
			t.Errorf("%s: exit code %d, %s", arg, exit, stderr)
		}
	}
}

// Names of files may hold anything, and steer no terminal and begin no line.
func TestNamesOfFiles(t *testing.T) {
	bad := "e\x1b[2J\nv\u009b\u202e"
	tree(t, map[string]string{
		bad + "/" + bad + ".rules":     goodRules,
		"torn.rules/" + bad + ".rules": goodRules + "value f() [B]: int = g()\n",
		"good.rules":                   goodRules,
		"s/" + bad + ".scenario":       "scenarios box.s\nscenario \"no\" [B] {\n  P1 accepts\n  expect P1.n == 2\n  stops at box.go.ask\n}\n",
		"torn/" + bad + ".scenario":    "scenarios box.s\nscenario \"no\" [B] {\n",
	})
	for _, args := range [][]string{
		{"check", "torn.rules"}, {"check", "torn.rules/" + bad + ".rules"}, {"check", "nowhere" + bad}, {"test", "good.rules+s"}, {"test", "good.rules+torn"},
		{"explain", "good.rules", bad}, {"run", "good.rules", bad}, {"run", "good.rules", "--given", bad}, {"run", "good.rules", "--as", bad},
		{bad}, {"check", "--" + bad}, {"help", bad}, {"test", "good.rules+s", "--run", bad}, {"run", "good.rules", "--players", bad},
	} {
		stdout, stderr, exit := ruleck(t, bad+"\n", args...)
		said := stdout + stderr
		if exit == exitGood || strings.ContainsAny(said, "\x1b\u009b\u202e") || strings.Contains(said, "\nv\ufffd") {
			t.Errorf("%q: exit code %d\n%q", args, exit, said)
		}
	}
	for _, verb := range [][]string{{"describe", bad}, {"explain", bad, "box.go"}, {"test", bad + "+s"}, {"coverage", bad + "+s"}} {
		if stdout, stderr, _ := ruleck(t, "", verb...); strings.ContainsAny(stdout+stderr, "\x1b\u009b\u202e") || stdout == "" {
			t.Errorf("%q: %q%q", verb, stdout, stderr)
		}
	}
	stdout, _, _ := ruleck(t, bad+"\n?\nview\n"+bad+" "+bad+"\n", "run", "good.rules", "--as", "P1")
	if strings.ContainsAny(stdout, "\x1b\u009b\u202e") {
		t.Errorf("at the terminal: %q", stdout)
	}
}

// Scenarios and goldens are files like others: what is no file is not waited for, and
// there is an end to how many are read.
func TestBadScenarioFiles(t *testing.T) {
	scenario := "scenarios box.s\nscenario \"yes\" [B] {\n  P1 accepts\n  expect P1.n == 1\n  stops at box.go.ask\n}\n"
	many := map[string]string{"a.rules": goodRules}
	for i := range 10_001 {
		many[fmt.Sprintf("m/%d.scenario", i)] = "scenarios box.s\n"
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		rules string
		exit  int
		want  string
	}{
		{"good", map[string]string{"a.rules": goodRules, "s/a.scenario": scenario}, "a.rules+s", 0, "1 passed"},
		{"empty", map[string]string{"a.rules": goodRules, "s/a.scenario": ""}, "a.rules+s", 1, "D104"},
		{"half-written", map[string]string{"a.rules": goodRules, "s/a.scenario": scenario[:60]}, "a.rules+s", 1, "s/a.scenario"},
		{"binary", map[string]string{"a.rules": goodRules, "s/a.scenario": scenario + "\x00"}, "a.rules+s", 1, "D010"},
		{"huge", map[string]string{"a.rules": goodRules, "s/a.scenario": scenario + strings.Repeat("// much\n", 1<<20)}, "a.rules+s", 1, "U006"},
		{"many", many, "a.rules+m", 1, "U006"},
		{"a link out of the folder is not followed", map[string]string{"a.rules": goodRules, "s/a.scenario": scenario, "s/b.scenario": "->/etc/hostname"}, "a.rules+s", 0, "1 passed"},
		{"a golden that leads out of the folder", map[string]string{"a.rules": goodRules, "s/a.scenario": scenario, "s/golden/a/yes.golden": "->/etc/hostname"}, "a.rules+s", 1, "cannot be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree(t, c.files)
			stdout, stderr, exit := ruleck(t, "", "test", c.rules)
			if exit != c.exit || !strings.Contains(strings.ReplaceAll(stdout, "a.scenario", "s/a.scenario")+stderr, c.want) {
				t.Errorf("exit code %d, want %d and %q\n%.600s%.600s", exit, c.exit, c.want, stdout, stderr)
			}
		})
	}
	tree(t, map[string]string{"a.rules": goodRules, "s/a.scenario": scenario, "s/golden/a/x": ""})
	for _, name := range []string{"s/golden/a/yes.golden", "s/pipe.scenario"} {
		if err := syscall.Mkfifo(name, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if stdout, stderr, exit := ruleck(t, "", "test", "a.rules+s"); exit != 1 || !strings.Contains(stdout, "it is not a file") {
		t.Errorf("a pipe as golden: exit code %d\n%s%s", exit, stdout, stderr)
	}
	if _, stderr, exit := ruleck(t, "", "test", "a.rules+s/pipe.scenario"); exit != 2 || !strings.Contains(stderr, "U002") {
		t.Errorf("a pipe as scenario: exit code %d\n%s", exit, stderr)
	}
}
