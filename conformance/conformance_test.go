package conformance

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sebdah/goldie/v2"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/rulesets"
)

// TestMain refuses to rewrite goldens where nobody would read them.
func TestMain(m *testing.M) {
	flag.Parse()
	if update := flag.Lookup("update"); update.Value.String() == "true" && os.Getenv("CI") != "" {
		fmt.Fprintln(os.Stderr, ErrCI)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

// atLength skips what plays for minutes, one game after the other. CI runs all tests, and
// then the short ones once more with the race detector, which would find nothing there.
func atLength(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("plays at length, one game after the other: run without -short")
	}
}

// flagship is the rulebook whose suite takes long.
const flagship = "ti4"

// books are the shipped rulebooks.
func books(t testing.TB) []string {
	t.Helper()
	entries, err := rulesets.Files.ReadDir(".")
	if err != nil || len(entries) == 0 {
		t.Fatal("no rulebooks are embedded: ", err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// stackOf reads the rule files directly in a folder.
func stackOf(t testing.TB, tree fs.FS, dir string) []*diag.Source {
	t.Helper()
	files, err := fs.Glob(tree, dir+"/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rule files in %s: %v", dir, err)
	}
	var stack []*diag.Source
	for _, name := range files {
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		stack = append(stack, diag.NewSource(strings.TrimPrefix(name, dir+"/"), string(text)))
	}
	return stack
}

func load(t testing.TB, stack []*diag.Source) *interpreter.Program {
	t.Helper()
	program, problems := interpreter.Load(stack)
	if problems.HasErrors() {
		var b bytes.Buffer
		_ = diag.WriteText(&b, problems, nil)
		t.Fatalf("the rules do not load:\n%s", b.String())
	}
	return program
}

// suiteOf reads the scenarios of some places for a shipped rulebook.
func suiteOf(t testing.TB, book string, places ...Place) *Suite {
	t.Helper()
	return read(t, stackOf(t, rulesets.Files, book), places...)
}

func read(t testing.TB, stack []*diag.Source, places ...Place) *Suite {
	t.Helper()
	s, err := Read(load(t, stack), stack, places...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func folder(t testing.TB, name string) Place {
	t.Helper()
	p, err := Folder(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func lamp(t testing.TB, places ...Place) *Suite {
	t.Helper()
	return read(t, stackOf(t, os.DirFS("testdata"), "lamp"), places...)
}

// check runs a suite and holds every trace against its golden.
func check(t *testing.T, s *Suite, goldens string) {
	t.Helper()
	r, err := s.Test("")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Scenarios) == 0 {
		t.Fatal("no scenario at all")
	}
	for _, d := range r.Diagnostics {
		t.Error(d.Error())
	}
	for _, o := range r.Scenarios {
		t.Run(o.scenario.golden, func(t *testing.T) {
			o.Failures = slices.DeleteFunc(o.Failures, func(f Failure) bool { return f.Code == CodeMissing || f.Code == CodeTrace })
			if len(o.Failures) > 0 {
				var b bytes.Buffer
				for _, f := range o.Failures {
					_ = f.writeText(&b, nil)
				}
				t.Fatalf("%s:\n%s", o.Status, b.String())
			}
			g := goldie.New(t, goldie.WithFixtureDir(goldens), goldie.WithNameSuffix(".golden"), goldie.WithDiffFn(Diff))
			g.Assert(t, o.scenario.golden, []byte(o.trace))
		})
	}
}

// TestRulebooks plays the suites of the shipped rulebooks as they lie on the disk.
func TestRulebooks(t *testing.T) {
	for _, book := range books(t) {
		t.Run(book, func(t *testing.T) {
			if book == flagship {
				atLength(t)
			}
			check(t, suiteOf(t, book, folder(t, "scenarios/"+book)), "golden/"+book)
		})
	}
}

// TestEmbedded holds what the binary carries to what lies on the disk.
func TestEmbedded(t *testing.T) {
	for _, book := range books(t) {
		t.Run(book, func(t *testing.T) {
			if book == flagship {
				atLength(t)
			}
			embedded(t, book)
		})
	}
	if _, ok := Embedded("no_such_rulebook"); ok {
		t.Error("a suite of an unknown rulebook")
	}
}

func embedded(t *testing.T, book string) {
	inside, ok := Embedded(book)
	if !ok {
		t.Fatalf("%s has no embedded suite", book)
	}
	if inside.Golden == nil || inside.Write != "" {
		t.Errorf("%s: an embedded suite owes goldens and is never written", book)
	}
	carried := suiteOf(t, book, inside)
	both := suiteOf(t, book, inside, folder(t, "scenarios/"+book))
	if len(carried.Scenarios) != len(both.Scenarios) {
		t.Errorf("%s: %d scenarios are carried, %d with those on the disk", book, len(carried.Scenarios), len(both.Scenarios))
	}
	for _, s := range []*Suite{carried, both} {
		if found := codes(t, s); found != nil {
			t.Errorf("%s: found %v", book, found)
		}
	}
}

// TestCoverage asks that every clause that a rule cites is shown as its kind asks,
// that every breakage is noticed, and that the chapters that are written are whole.
func TestCoverage(t *testing.T) {
	written := map[string]string{"ti4": "LRR66."}
	for _, book := range books(t) {
		t.Run(book, func(t *testing.T) {
			if book == flagship {
				atLength(t)
			}
			c := suiteOf(t, book, folder(t, "scenarios/"+book)).Coverage()
			for _, d := range c.Diagnostics {
				t.Error(d.Error())
			}
			if len(c.Clauses) == 0 {
				t.Error("no clause is counted")
			}
			for _, x := range c.Clauses {
				if !x.Complete && (len(x.Rules) > 0 || strings.HasPrefix(x.ID, written[book])) {
					t.Errorf("%s (%s) lacks %s", x.ID, x.Kind, x.missing())
				}
			}
		})
	}
}

func TestGood(t *testing.T) {
	check(t, lamp(t, folder(t, "testdata/good")), "testdata/good/golden")
}

func TestGoodCoverage(t *testing.T) {
	c := lamp(t, folder(t, "testdata/good")).Coverage()
	var b bytes.Buffer
	_ = c.WriteText(&b, nil)
	goldie.New(t, goldie.WithFixtureDir("testdata"), goldie.WithNameSuffix(".golden"), goldie.WithDiffFn(Diff)).
		Assert(t, "coverage", b.Bytes())
	if !c.OK {
		t.Error("the coverage is complete, and yet not OK")
	}
}

var wanted = regexp.MustCompile(`// want (\S+) "([^"]*)"`)

// complaint is a code and part of a message or its hint at a line.
type complaint struct {
	line       int
	code, text string
}

// TestBad plays scenarios that must fail, each file by itself. `// want CODE
// "part"` stands on the line of each failure; CODE * is somebody else's code.
func TestBad(t *testing.T) {
	files, _ := filepath.Glob("testdata/bad/*.scenario")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var want []complaint
			for i, line := range strings.Split(string(text), "\n") {
				for _, m := range wanted.FindAllStringSubmatch(line, -1) {
					want = append(want, complaint{i + 1, m[1], m[2]})
				}
			}
			for _, got := range complaints(t, lamp(t, folder(t, name))) {
				at := slices.IndexFunc(want, func(w complaint) bool {
					return w.line == got.line && (w.code == "*" || w.code == got.code) && strings.Contains(got.text, w.text)
				})
				if at < 0 {
					t.Errorf("line %d: unexpected %s: %s", got.line, got.code, got.text)
					continue
				}
				want = slices.Delete(want, at, at+1)
			}
			for _, w := range want {
				t.Errorf("line %d: missing %s %q", w.line, w.code, w.text)
			}
		})
	}
}

// complaints are all failures of a suite, of its files and of its breakages.
func complaints(t *testing.T, s *Suite) []complaint {
	t.Helper()
	r, err := s.Test("")
	if err != nil {
		t.Fatal(err)
	}
	var all []complaint
	for _, o := range r.Scenarios {
		if (o.Status == Passed) != (len(o.Failures) == 0) {
			t.Errorf("%s is %s with %d failures", o.Name, o.Status, len(o.Failures))
		}
		for _, f := range o.Failures {
			all = append(all, complaint{f.Line, string(f.Code), f.Message + " " + f.hint})
		}
	}
	problems := r.Diagnostics
	if len(s.Breakages) > 0 {
		problems = s.Coverage().Diagnostics
	}
	for _, d := range problems {
		_, line, _ := d.Span.Position()
		all = append(all, complaint{line, string(d.Code), d.Message + " " + d.Hint})
	}
	return all
}

// TestBrokenBreakages: `test` finds what makes a breakage worthless without playing
// anything. Where the rules are a copy, an edit that cannot be made is no error.
func TestBrokenBreakages(t *testing.T) {
	p := folder(t, "testdata/bad/breakages.scenario")
	want := []string{"C013", "C040", "C041", "C041", "C041", "C043"}
	if got := codes(t, lamp(t, p)); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	p.Others = true
	r, err := lamp(t, p).Test("")
	if err != nil {
		t.Fatal(err)
	}
	errors := 0
	for _, d := range r.Diagnostics {
		if d.Severity == diag.Error {
			errors++
		}
	}
	if len(r.Diagnostics) != len(want) || errors != 1 { // an unknown clause is wrong in any case
		t.Errorf("with other rules: %d findings, %d of them errors", len(r.Diagnostics), errors)
	}
}

const oneScenario = `scenarios lamp.one
scenario "one" [L1.some] {
  P1 answers 0 refused by L1.some
  stops at lamp.evening.turn
}
`

// codes are those of everything wrong in a result.
func codes(t *testing.T, s *Suite) (found []string) {
	t.Helper()
	r, err := s.Test("")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range r.Scenarios {
		for _, f := range o.Failures {
			found = append(found, string(f.Code))
		}
	}
	for _, d := range r.Diagnostics {
		found = append(found, string(d.Code))
	}
	return found
}

// TestGolden: a golden that is missing, differs, or belongs to nothing.
func TestGolden(t *testing.T) {
	scenarios := fstest.MapFS{"a.scenario": {Data: []byte(oneScenario)}}
	for _, c := range []struct {
		name   string
		golden fstest.MapFS
		want   []string
	}{
		{"none owed", nil, nil},
		{"missing", fstest.MapFS{}, []string{"C030"}},
		{"differs", fstest.MapFS{"a/one.golden": {Data: []byte("something\n")}}, []string{"C063"}},
		{"orphan", fstest.MapFS{"a/two.golden": {}}, []string{"C030", "C031"}},
	} {
		p := Place{Scenarios: scenarios}
		if c.golden != nil {
			p.Golden = c.golden
		}
		if got := codes(t, lamp(t, p)); !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, want %v", c.name, got, c.want)
		}
	}
}

// TestUpdate: what is written, told and refused.
func TestUpdate(t *testing.T) {
	t.Setenv("CI", "")
	dir := t.TempDir()
	file := filepath.Join(dir, "a.scenario")
	if err := os.WriteFile(file, []byte(oneScenario), 0o644); err != nil {
		t.Fatal(err)
	}
	update := func() string {
		s := lamp(t, folder(t, dir), Place{Prefix: "inside/", Scenarios: fstest.MapFS{}})
		r, err := s.Test("")
		if err != nil {
			t.Fatal(err)
		}
		changes, err := s.Update(r)
		if err != nil {
			t.Fatal(err)
		}
		if !r.OK {
			t.Errorf("after the update: %+v", r)
		}
		var b strings.Builder
		for _, c := range changes {
			fmt.Fprintf(&b, "%s: %s\n", c.File, c.What)
		}
		return b.String()
	}
	const embedded = "inside/: embedded in the program: not written\n"
	if got, want := update(), "a/one.golden: written\n"+embedded; got != want {
		t.Errorf("first update: %q, want %q", got, want)
	}
	if got := update(); got != embedded {
		t.Errorf("second update: %q", got)
	}
	single := lamp(t, folder(t, file))
	if found := codes(t, single); found != nil {
		t.Errorf("one file of a folder: found %v", found)
	}
	orphan := filepath.Join(dir, "golden", "a", "one.golden")
	if err := os.Rename(orphan, filepath.Join(filepath.Dir(orphan), "two.golden")); err != nil {
		t.Fatal(err)
	}
	if got, want := update(), "a/one.golden: written\na/two.golden: removed\n"+embedded; got != want {
		t.Errorf("with an orphan: %q, want %q", got, want)
	}
	if got := codes(t, lamp(t, Place{Scenarios: fstest.MapFS{"b.scenario": {Data: []byte(strings.Replace(oneScenario, `"one"`, `"two"`, 1))}}, Only: "b.scenario", Golden: os.DirFS(filepath.Join(dir, "golden"))})); !slices.Equal(got, []string{"C030"}) {
		t.Errorf("the goldens of other files are not looked at: found %v", got)
	}
	t.Setenv("CI", "true")
	s := lamp(t, folder(t, dir))
	r, _ := s.Test("")
	if _, err := s.Update(r); err != ErrCI {
		t.Errorf("with CI set: %v", err)
	}
}

// TestTwoPlaces: a title that a given file repeats is named with both places.
func TestTwoPlaces(t *testing.T) {
	other := strings.Replace(oneScenario, "lamp.one", "lamp.two", 1)
	s := lamp(t, Place{Scenarios: fstest.MapFS{"a.scenario": {Data: []byte(oneScenario)}}},
		Place{Scenarios: fstest.MapFS{"b.scenario": {Data: []byte(other)}}})
	r, _ := s.Test("")
	last := r.Scenarios[1]
	if len(last.Failures) != 1 || last.Failures[0].Code != CodeTitle || len(last.Failures[0].related) != 1 ||
		last.Failures[0].related[0].Span.Source.Name != "a.scenario" {
		t.Errorf("found %+v", last.Failures)
	}
}

// TestSameEveryTime: the same files give the same bytes, a hundred times.
func TestSameEveryTime(t *testing.T) {
	var first string
	var s *Suite
	for i := range 100 {
		if i%10 == 0 { // loading must not differ either
			s = lamp(t, folder(t, "testdata/good"), folder(t, "testdata/bad/playing.scenario"))
		}
		r, err := s.Test("")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		_ = r.WriteText(&b, nil)
		for _, o := range r.Scenarios {
			b.WriteString(o.trace)
		}
		if i == 0 {
			first = b.String()
		} else if diff := Diff(b.String(), first); diff != "" {
			t.Fatalf("run %d differs:\n%s", i, diff)
		}
	}
}

// TestMatches: a file may be named in every way that a report or a reader does.
func TestMatches(t *testing.T) {
	for _, c := range []struct {
		glob string
		want bool
	}{
		{"a b", true}, {"*", true}, {"book/x.scenario/a b", true}, {"book/x/a*", true}, {"x.scenario/*", true},
		{"x/a b", true}, {"book/*", true}, {"y/*", false}, {"a", false}, {"book", false},
	} {
		if got := matches(c.glob, "book/x.scenario", "a b"); got != c.want {
			t.Errorf("%q: %v", c.glob, got)
		}
	}
}

// TestShorten: a long difference is cut after its first changes, and says so.
func TestShorten(t *testing.T) {
	long := strings.Repeat("line\n", 50)
	diff := shorten(Diff("", long))
	if n := strings.Count(diff, "\n-line"); n != mostChanged || !strings.HasSuffix(diff, " more lines\n") {
		t.Errorf("%d changed lines are shown:\n%s", n, diff)
	}
	if diff := Diff("", strings.Repeat("line\n", mostChanged)); shorten(diff) != diff {
		t.Error("a difference that is short enough is cut")
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		glob, text string
		want       bool
	}{
		{"*", "anything", true}, {"a*c", "abbc", true}, {"a*c", "abcd", false}, {"?b", "ab", true},
		{"*lamp*", "the lamp/up", true}, {"", "", true}, {"", "a", false}, {"a", "ab", false}, {"*a?", "xaab", true},
	} {
		if got := fits(c.glob, c.text); got != c.want {
			t.Errorf("%q fits %q: %v", c.glob, c.text, got)
		}
	}
}

func TestSlug(t *testing.T) {
	for title, want := range map[string]string{
		"The keeper's lamp": "the-keeper-s-lamp", "  a -- b! ": "a-b", "Älter": "älter", "…": "",
		strings.Repeat("long ", 40): strings.TrimRight(strings.Repeat("long-", 20)[:96], "-"),
	} {
		if got := slugOf(title); got != want {
			t.Errorf("%q gives %q, want %q", title, got, want)
		}
	}
}

// TestCodes: every code has its line, once, in order.
func TestCodes(t *testing.T) {
	for i := range Codes {
		if i > 0 && Codes[i-1].Code >= Codes[i].Code {
			t.Errorf("%s does not come after %s", Codes[i].Code, Codes[i-1].Code)
		}
	}
}

// BenchmarkScenarios is how long the whole suite of each rulebook takes.
func BenchmarkScenarios(b *testing.B) {
	for _, book := range books(b) {
		b.Run(book, func(b *testing.B) {
			s := suiteOf(b, book, folder(b, "scenarios/"+book))
			played := 0
			for b.Loop() {
				played += len(s.play(s.Scenarios))
			}
			b.ReportMetric(float64(played)/b.Elapsed().Seconds(), "scenarios/s")
		})
	}
}
