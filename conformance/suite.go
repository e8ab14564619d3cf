// Package conformance runs a rulebook against scenarios: small plays that say
// what is given, who answers what, what is refused by which printed clause, and
// what must be true afterwards.
//
// A Suite is read once (suite.go) and judged for one Program: every name in it
// is checked before anything runs (check.go), then each scenario plays a game of
// its own (run.go, acts.go) and writes down what happened and who saw it
// (trace.go), to be compared with a golden (golden.go). Coverage and breakages
// (coverage.go, breakage.go) ask the other way round: which clauses are shown to
// hold, and whether a wrong rule would be noticed.
package conformance

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// Suite is every scenario and breakage that belongs to one program.
type Suite struct {
	Scenarios   []*Scenario
	Breakages   []*Breakage
	Diagnostics diag.List // what is wrong with the files themselves

	program *interpreter.Program
	stack   []*diag.Source // the rule files, base first; breakages edit them
	places  []Place
}

// Scenario is one scenario as read. What is wrong with it before it meets a
// game is in problems.
type Scenario struct {
	Title   string
	File    *diag.Source
	Clauses []string // cited in its head

	decl     *dsl.ScenarioDecl
	place    int    // position in Suite.places
	golden   string // name of its golden file there, without .golden
	problems diag.List
	damaged  bool // it could not be parsed whole: what is left of it says nothing
}

// Breakage is one edit that makes the rules wrong.
type Breakage struct {
	Title  string
	Clause string
	decl   *dsl.BreakageDecl
	place  int // position in Suite.places
}

// Read finds and parses the scenarios of some places for a program that was
// loaded from a stack of rule files. The error is a file that cannot be read;
// whatever is wrong inside the files is in the Suite.
func Read(program *interpreter.Program, stack []*diag.Source, places ...Place) (*Suite, error) {
	s := &Suite{program: program, stack: stack, places: places}
	files, err := s.open()
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		s.parse(f)
	}
	s.unique()
	s.Diagnostics = s.Diagnostics.Sorted()
	return s, nil
}

// file is a scenario file before it is parsed.
type file struct {
	source *diag.Source
	place  int
	name   string // inside its place
}

// open reads the files of all places. A file that is byte for byte one of the same
// name is that one: embedded and given, or given twice, it is not a second suite.
func (s *Suite) open() ([]file, error) {
	var files []file
	type same struct{ base, text string }
	at := map[same]int{}
	for i, p := range s.places {
		texts, err := p.read()
		if err != nil {
			return nil, err
		}
		for _, t := range texts {
			f := file{diag.NewSource(p.Prefix+t.name, t.text), i, t.name}
			key := same{path.Base(f.name), f.source.Text}
			if earlier, again := at[key]; again {
				files[earlier].source = nil
			}
			at[key] = len(files)
			files = append(files, f)
		}
	}
	return slices.DeleteFunc(files, func(f file) bool { return f.source == nil }), nil
}

// parse adds what one file declares.
func (s *Suite) parse(f file) {
	tree, problems := dsl.Parse(f.source)
	if tree == nil || !s.belongs(tree.Head) {
		s.Diagnostics = append(s.Diagnostics, problems...)
		return
	}
	if len(tree.Decls) == 0 && !problems.HasErrors() {
		s.Diagnostics.Errorf(CodeEmpty, tree.Head.Name.Span(), "this file has a head, but no scenario and no breakage")
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *dsl.ScenarioDecl:
			var own diag.List
			own, problems = within(d.Span(), problems)
			sc := s.scenario(f, d)
			if own.HasErrors() {
				sc.damaged, sc.problems = true, own
			}
			s.Scenarios = append(s.Scenarios, sc)
		case *dsl.BreakageDecl:
			s.breakage(f, d)
		default:
			s.Diagnostics.Errorf(CodeForeign, spanOf(d), "a .scenario file holds scenarios and breakages only").
				Hintf("declare this in a .rules file")
		}
	}
	s.Diagnostics = append(s.Diagnostics, problems...)
}

// within parts the complaints of the parser into those about one declaration and
// the others. A brace that is missing is missed at the end of the file, but noted
// where it belongs.
func within(decl diag.Span, all diag.List) (own, others diag.List) {
	inside := func(s diag.Span) bool { return s.Start >= decl.Start && s.Start <= decl.End }
	for _, d := range all {
		if inside(d.Span) || slices.ContainsFunc(d.Related, func(n diag.Note) bool { return inside(n.Span) }) {
			own = append(own, d)
		} else {
			others = append(others, d)
		}
	}
	return own, others
}

// belongs checks whose scenarios a file holds. That it has a head of the right
// kind is the parser's to say.
func (s *Suite) belongs(head *dsl.Head) bool {
	if head == nil || head.Kind != "scenarios" {
		return false
	}
	book := s.program.Rulebook()
	if name := head.Name.Parts[0]; name != book && !slices.Contains(s.layers(), name) {
		s.Diagnostics.Errorf(CodeRulebook, head.Name.Span(), "these scenarios belong to rulebook %s, but the rules are %s", name, book)
		return false
	}
	return true
}

// layers are the first parts of the names of the rule files: a variant may bring
// scenarios under its own name.
func (s *Suite) layers() []string {
	var names []string
	for _, source := range s.stack {
		if tree, _ := dsl.Parse(source); tree != nil && tree.Head != nil {
			names = append(names, tree.Head.Name.Parts[0])
		}
	}
	return names
}

// scenario takes over one declaration and checks what can be seen without a game.
func (s *Suite) scenario(f file, d *dsl.ScenarioDecl) *Scenario {
	sc := &Scenario{Title: string(d.Title.Text), File: f.source, decl: d, place: f.place}
	slug := slugOf(sc.Title)
	sc.golden = path.Join(strings.TrimSuffix(f.name, ".scenario"), slug)
	if slug == "" {
		sc.problems.Errorf(CodeSlug, d.Title.Span(), "this title has no letter or digit to name a golden file by")
	}
	if d.Cite == nil {
		sc.problems.Errorf(CodeUncited, d.Title.Span(), "scenario %q cites no clause", sc.Title).
			Hintf("say in brackets after the title which clauses it shows")
	} else {
		for _, c := range d.Cite.Clauses {
			sc.Clauses = append(sc.Clauses, c.ID)
			checkClause(s.program, c, &sc.problems)
		}
	}
	if !canFail(d) {
		sc.problems.Errorf(CodeNothing, d.Title.Span(), "scenario %q expects nothing, so it cannot fail", sc.Title).
			Hintf("add a `refused by`, `expect`, `sees`, `counts` or `never sees`; a golden alone is no evidence")
	}
	return sc
}

// canFail reports whether a scenario has a refusal or an expectation.
func canFail(d *dsl.ScenarioDecl) bool {
	return slices.ContainsFunc(d.Scenes, func(x *dsl.Scene) bool {
		return x.Expect != nil || x.Acts != nil && (x.Acts.Refused != nil || looks(x.Acts))
	})
}

// looks reports whether a line says what a player sees, rather than does.
func looks(a *dsl.Acts) bool { return a.Sees != nil || a.Counts != nil || a.Never != nil }

// checkClause finds a clause that is not declared. Scenarios name clauses one by
// one: a prefix would claim to show all of them.
func checkClause(p *interpreter.Program, c *dsl.Clause, problems *diag.List) {
	if strings.HasSuffix(c.ID, "*") {
		problems.Errorf(CodeClause, c.Span(), "%s is a prefix; a scenario names each clause it shows", c.ID)
		return
	}
	if !p.HasClause(c.ID) {
		var ids []string
		for _, info := range p.Clauses() {
			ids = append(ids, info.ID)
		}
		problems.Errorf(CodeClause, c.Span(), "no clause is called %s", c.ID).Hintf("%s", diag.DidYouMean(c.ID, ids))
	}
}

func (s *Suite) breakage(f file, d *dsl.BreakageDecl) {
	var problems diag.List
	if checkClause(s.program, d.Clause, &problems); problems == nil {
		s.Breakages = append(s.Breakages, &Breakage{string(d.Title.Text), d.Clause.ID, d, f.place})
	}
	s.Diagnostics = append(s.Diagnostics, problems...)
}

// unique finds scenarios that share a title, or within a place a golden.
func (s *Suite) unique() {
	titles := map[string]*Scenario{}
	goldens := map[string]*Scenario{}
	for _, sc := range s.Scenarios {
		if first := titles[sc.Title]; first != nil {
			sc.problems.Errorf(CodeTitle, sc.decl.Title.Span(), "another scenario is also called %q", sc.Title).
				Note(first.decl.Title.Span(), "the first of that title")
			continue
		}
		titles[sc.Title] = sc
		key := fmt.Sprint(sc.place, " ", sc.golden)
		if first := goldens[key]; first != nil {
			sc.problems.Errorf(CodeSlug, sc.decl.Title.Span(), "%q and %q would have the same golden file", sc.Title, first.Title).
				Note(first.decl.Title.Span(), "the first of the two")
			continue
		}
		goldens[key] = sc
	}
}

// maxSlug keeps golden names short enough for every file system.
const maxSlug = 96

// slugOf makes a file name of a title: letters and digits in lower case, every
// run of anything else one hyphen.
func slugOf(title string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(title) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		if gap = false; b.Len()+utf8.RuneLen(r) > maxSlug {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), "-")
}
