package conformance

import (
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// A breakage makes one rule wrong on purpose. If no scenario that cites its
// clause fails on it, the clause is not really shown.

// try breaks the rules and plays the scenarios that cite the clause and pass on
// the whole rules. It returns the titles of those that fail; what is wrong with
// the breakage itself goes to problems.
func (s *Suite) try(b *Breakage, passing []*Scenario, problems *diag.List) []string {
	at := b.decl.Title.Span()
	var concerned []*Scenario
	for _, sc := range passing {
		if slices.Contains(sc.Clauses, b.Clause) {
			concerned = append(concerned, sc)
		}
	}
	if len(concerned) == 0 {
		problems.Errorf(CodeBreakNone, b.decl.Clause.Span(), "no passing scenario cites %s, so nothing can notice breakage %q", b.Clause, b.Title)
		return nil
	}
	broken, ok := s.broken(b, problems)
	if !ok {
		return nil
	}
	var killers []string
	for _, sc := range concerned {
		if o := sc.prepare(broken).run(false); o.notices() {
			killers = append(killers, sc.Title)
		}
	}
	if killers == nil {
		d := problems.Errorf(CodeSurvived, at, "no scenario notices breakage %q of %s", b.Title, b.Clause)
		for _, sc := range concerned {
			d.Note(sc.decl.Title.Span(), "this one cites the clause and passes all the same")
		}
	}
	return killers
}

// unfit finds breakages that show nothing about any scenario, because the edit
// cannot be made or the rules do not load with it. In an edited copy of the rules
// that is to be expected, so there it is only told. To load the rules for each edit
// takes longer than to play all scenarios. An embedded suite was tried as a whole
// when the program was built, so there the edited file is only parsed.
func (s *Suite) unfit(breakages []*Breakage) diag.List {
	found := make([]diag.List, len(breakages))
	inParallel(len(breakages), func(i int) {
		b := breakages[i]
		stack, which, ok := s.edit(b, &found[i])
		switch {
		case !ok:
		case s.places[b.place].Write == "":
			_, wrong := dsl.Parse(stack[which])
			b.unloadable(wrong, &found[i])
		default:
			_, wrong := interpreter.Load(stack)
			b.unloadable(wrong, &found[i])
		}
	})
	var all diag.List
	for i, problems := range found {
		for _, d := range problems {
			if s.places[breakages[i].place].Others {
				d.Severity = diag.Warning
			}
			all = append(all, d)
		}
	}
	return all
}

// notices reports whether a scenario saw something happen otherwise than it says.
// A scenario that cannot be run, or shows nothing any more, saw nothing.
func (o *Outcome) notices() bool {
	return o.Status == Failed && slices.ContainsFunc(o.Failures, func(f Failure) bool { return f.Code != CodeNoEvidence })
}

// broken is the program with the edit of a breakage.
func (s *Suite) broken(b *Breakage, problems *diag.List) (*interpreter.Program, bool) {
	stack, _, ok := s.edit(b, problems)
	if !ok {
		return nil, false
	}
	program, wrong := interpreter.Load(stack)
	return program, !b.unloadable(wrong, problems)
}

// edit makes the edit of a breakage, in a copy of the stack, and says in which file.
func (s *Suite) edit(b *Breakage, problems *diag.List) (stack []*diag.Source, which int, ok bool) {
	d := b.decl
	if which, ok = s.fileOf(b, problems); !ok {
		return nil, 0, false
	}
	old, edited := string(d.Old.Text), string(d.New.Text)
	source := s.stack[which]
	if old == edited {
		problems.Errorf(CodeBreakText, d.Old.Span(), "breakage %q changes nothing", b.Title)
		return nil, 0, false
	}
	if n := strings.Count(source.Text, old); n != 1 || old == "" {
		problems.Errorf(CodeBreakText, d.Old.Span(), "this text stands %d times in %s; it must stand there exactly once", n, source.Name)
		return nil, 0, false
	}
	stack = slices.Clone(s.stack)
	stack[which] = diag.NewSource(source.Name, strings.Replace(source.Text, old, edited, 1))
	return stack, which, true
}

// unloadable reports that the rules do not load with the edit: then it shows nothing
// about the scenarios.
func (b *Breakage) unloadable(wrong diag.List, problems *diag.List) bool {
	if !wrong.HasErrors() {
		return false
	}
	complaint := problems.Errorf(CodeBreakLoad, b.decl.New.Span(), "with this the rules do not load, so breakage %q shows nothing", b.Title)
	for _, w := range wrong {
		if w.Severity == diag.Error {
			complaint.Note(w.Span, "%s", w.Message)
		}
	}
	return true
}

// fileOf finds the rule file that a breakage names, by its whole name or the end of it.
func (s *Suite) fileOf(b *Breakage, problems *diag.List) (int, bool) {
	name := string(b.decl.File.Text)
	which, found := -1, 0
	var names []string
	for i, source := range s.stack {
		names = append(names, source.Name)
		if source.Name == name || strings.HasSuffix(source.Name, "/"+name) {
			which = i
			found++
		}
	}
	if found != 1 {
		problems.Errorf(CodeBreakFile, b.decl.File.Span(), "%d rule files are called %s", found, name).
			Hintf("%s", diag.DidYouMean(name, names))
	}
	return which, found == 1
}
