package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ruleck": main})
}

// The scripts are what a person or a program types, and what comes back. With
// RULECK_SCRIPT_UPDATE=1 the expected output in them is brought up to date.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("RULECK_SCRIPT_UPDATE") != "",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			env.Setenv("CI", "")
			rulebooks, err := filepath.Abs("../../rulesets")
			if err != nil {
				return err
			}
			env.Setenv("RULEBOOKS", rulebooks)
			text, err := os.ReadFile("testdata/rules/fair.rules")
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(env.WorkDir, "fair.rules"), text, 0o644)
		},
	})
}

// exits CODE PROGRAM ARGS… runs a program that must end with that exit code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var ended *exec.ExitError
		if !errors.As(err, &ended) {
			ts.Fatalf("%v", err)
		}
		got = ended.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// Every verb has a help text of its own that names all its flags.
func TestHelp(t *testing.T) {
	parser, err := kong.New(&grammar{}, kong.NoDefaultHelp())
	if err != nil {
		t.Fatal(err)
	}
	general := helpText(t, "ruleck")
	for _, verb := range parser.Model.Children {
		text := helpText(t, verb.Name)
		if !strings.HasPrefix(text, "ruleck "+verb.Name) {
			t.Errorf("the help of %s does not begin with its usage", verb.Name)
		}
		if !strings.Contains(general, "ruleck "+verb.Name) {
			t.Errorf("the general help does not mention %s", verb.Name)
		}
		for _, f := range verb.Flags {
			if f.Name != "help" && !strings.Contains(text, "--"+f.Name) {
				t.Errorf("the help of %s does not mention --%s", verb.Name, f.Name)
			}
		}
	}
}

func helpText(t *testing.T, name string) string {
	t.Helper()
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Everything that a person may say while playing is in the help for that, and the
// commands that need something behind them say what.
func TestKeysHelp(t *testing.T) {
	text := helpText(t, "keys")
	for word, c := range commands {
		if !regexp.MustCompile(`(?m)^  (.*, )?`+regexp.QuoteMeta(word)+`\b|^  .*, `+regexp.QuoteMeta(word)+` `).MatchString(text) && word != "?" {
			t.Errorf("%s is not in the help", word)
		}
		if (usageOf[word] != "") != (c.takes == mustTake) {
			t.Errorf("%s needs something behind it and does not say what, or the other way round", word)
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 79 {
			t.Errorf("too long for a terminal: %s", line)
		}
	}
}

// The methods that the help of serve lists are those there are, with their params.
func TestServeHelp(t *testing.T) {
	_, list, _ := strings.Cut(helpText(t, "serve"), "Methods and their params\n")
	listed := map[string]string{}
	for _, line := range strings.Split(list, "\n") {
		if !strings.HasPrefix(line, "  ") {
			break
		}
		name, params, _ := strings.Cut(strings.TrimSpace(line), " ")
		listed[name] = params
	}
	for name, m := range methods {
		params, ok := listed[name]
		if !ok {
			t.Errorf("%s is not in the help", name)
		}
		for _, p := range m.params {
			if !strings.Contains(params, p) && !strings.Contains(params, "as answer or act") {
				t.Errorf("the help of %s lacks %s", name, p)
			}
		}
		delete(listed, name)
	}
	if len(listed) > 0 {
		t.Errorf("the help lists what is not there: %v", reflect.ValueOf(listed).MapKeys())
	}
}

// runElsewhere are examples that other tests run already, at length.
var runElsewhere = map[string]string{
	"coverage ti4": "TestCoverage of package conformance tries every breakage",
	"test ti4":     "TestRulebooks of package conformance plays every scenario, and .ci/run runs the command",
}

// Every example of the help texts works.
func TestHelpExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs whole suites, one after the other: run without -short")
	}
	t.Chdir(exampleFolder(t))
	files, err := fs.Glob(helpTexts, "help/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for _, file := range files {
		for _, line := range strings.Split(helpText(t, strings.TrimSuffix(path.Base(file), ".txt")), "\n") {
			command, isCommand := strings.CutPrefix(line, "  ruleck ")
			if !isCommand {
				continue
			}
			command, _, _ = strings.Cut(command, "   ") // what follows explains it
			if tried[command] {
				continue
			}
			tried[command] = true
			if why, elsewhere := runElsewhere[command]; elsewhere {
				t.Logf("ruleck %s is not run here: %s", command, why)
				continue
			}
			args := strings.Fields(strings.ReplaceAll(command, "'", ""))
			var stdout, stderr strings.Builder
			code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr, func(string) string { return "" })
			if code != exitGood && !(args[0] == "coverage" && code == exitFindings) {
				t.Errorf("%s: ruleck %s: exit code %d\n%s%s", file, command, code, &stdout, &stderr)
			}
		}
	}
	if len(tried) < 15 {
		t.Errorf("only %d examples were found", len(tried))
	}
}

// exampleFolder has what the examples speak of: an edited copy of a rulebook, a
// change to it, and a scenario.
func exampleFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "mine"), os.DirFS("../../rulesets/ti4")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"house.rules": "variant house.rich of ti4\n\nafter speaker.pass [house] { add 1 to it.heir.goods }\n",
		"house.scenario": "scenarios house.rich\n\nscenario \"the speaker is paid\" [house] {\n  given { players = 4 }\n" +
			"  run politics.primary(P1)\n  P1 answers P3\n  expect P3.goods == 1\n  stops at politics.primary.look\n}\n",
		"extra.scenario": "scenarios ti4.extra\n\nscenario \"my own\" [LRR66.2.i.target] {\n" +
			"  given { players = 4  game.speaker = P2 }\n  run politics.primary(P2)\n" +
			"  P2 answers (heir: P2) refused by LRR66.2.i.target\n  stops at politics.primary.speaker\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// An interrupt ends the program at once, even while it waits for input, and in
// JSON with one document that says so.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stdin, hold := io.Pipe()
	defer hold.Close()
	var stdout, stderr strings.Builder
	time.AfterFunc(50*time.Millisecond, cancel)
	code := run(ctx, []string{"serve", "kuhn", "--format", "json"}, stdin, &stdout, &stderr, func(string) string { return "" })
	if code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
	const want = `{"ok":false,"diagnostics":[{"code":"U004","severity":"error","file":"","line":0,"column":0,"message":"interrupted","hint":"","related":[]}]}` + "\n"
	if stdout.String() != want {
		t.Errorf("stdout: %s", stdout.String())
	}
}

// interrupting is somebody who interrupts as soon as they see the output.
type interrupting struct {
	strings.Builder
	cancel context.CancelFunc
}

func (w *interrupting) Write(p []byte) (int, error) {
	w.cancel()
	return w.Builder.Write(p)
}

// An interrupt that comes while the one document is written adds no second one.
func TestInterruptLate(t *testing.T) {
	for range 50 {
		ctx, cancel := context.WithCancel(context.Background())
		stdout := &interrupting{cancel: cancel}
		code := run(ctx, []string{"check", "kuhn", "--format", "json"}, strings.NewReader(""), stdout, io.Discard, func(string) string { return "" })
		if code != exitGood || stdout.String() != `{"ok":true,"diagnostics":[]}`+"\n" {
			t.Fatalf("exit code %d, %s", code, stdout)
		}
	}
}

// An interrupt that comes before anything was done is one, too.
func TestInterruptAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr strings.Builder
	code := run(ctx, []string{"version"}, strings.NewReader(""), &stdout, &stderr, func(string) string { return "" })
	if code != exitInterrupted || stdout.Len() > 0 {
		t.Errorf("exit code %d, stdout %q", code, &stdout)
	}
}

// full is a disk with no space left, or another reason why nothing can be written.
type full struct{ err error }

func (f full) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "out", Err: f.err}
}

// Output that cannot be written is a failure; a reader who has gone is none.
func TestOutputFails(t *testing.T) {
	for _, args := range [][]string{
		{"version"}, {"help"}, {"check", "kuhn"}, {"check", "kuhn", "--format", "json"}, {"test", "kuhn", "--run", "a check*"},
		{"run", "kuhn", "--random"}, {"serve", "kuhn"}, {"frob", "--format", "json"},
	} {
		input := strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"start"}`+"\n", 3)
		var stderr strings.Builder
		run := func(err error) int {
			stderr.Reset()
			return run(t.Context(), args, strings.NewReader(input), full{err}, &stderr, func(string) string { return "" })
		}
		if code := run(syscall.ENOSPC); code != exitUsage || !strings.Contains(stderr.String(), "error U011: cannot write the output: no space left on device") {
			t.Errorf("%v: exit code %d, stderr %q", args, code, &stderr)
		}
		if code := run(syscall.EPIPE); args[0] != "frob" && code != exitGood || stderr.Len() > 0 {
			t.Errorf("%v: nobody reads: exit code %d, stderr %q", args, code, &stderr)
		}
	}
}
