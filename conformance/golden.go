package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"ruleck/conformance/atomicfile"
	"ruleck/dsl/diag"
)

// A golden is the trace of a scenario as somebody once found it right. Where a
// suite has a tree of goldens, every scenario owes one, and every golden has its
// scenario.

// context is how many lines around a difference are shown.
const context = 3

// Diff shows how a trace differs from its golden, with some lines around each
// difference; "" if it does not.
func Diff(got, golden string) string {
	if got == golden {
		return ""
	}
	text, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: difflib.SplitLines(golden), FromFile: "golden",
		B: difflib.SplitLines(got), ToFile: "this run",
		Context: context,
	})
	return text
}

// mostChanged is how many changed lines of a difference are shown: after that it
// is quicker to look at the scenario itself.
const mostChanged = 20

// shorten keeps the beginning of a long difference.
func shorten(diff string) string {
	lines := strings.SplitAfter(diff, "\n")
	changed := 0
	for i, line := range lines {
		if strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") {
			changed++
		}
		left := len(lines) - 1 - i               // the last is what stands after the last line end
		if changed > mostChanged+2 && left > 1 { // two are the head of the difference
			return strings.Join(lines[:i], "") + fmt.Sprintf("%d more lines\n", left)
		}
	}
	return diff
}

// compare holds the trace of a scenario against its golden.
func (s *Suite) compare(o *Outcome) {
	place := s.places[o.scenario.place]
	if place.Golden == nil || o.Status == Errored || !o.ran || s.laidOver(o.scenario) {
		return // a trace that breaks off says nothing more than the failure did; nor is one owed under a variant
	}
	name := o.scenario.golden + ".golden"
	at := o.scenario.decl.Title.Span()
	golden, err := readFile(place.Golden, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f := o.fail(CodeMissing, at, "this scenario has no golden")
		f.Expected, f.Got = name, "no such file"
		f.hint = "run with --update to write it, then read it"
		return
	case err != nil:
		f := o.fail(CodeMissing, at, "the golden of this scenario cannot be read")
		f.Expected, f.Got = name, reason(err)
		return
	}
	if diff := Diff(o.trace, golden); diff != "" {
		f := o.fail(CodeTrace, at, "the trace differs from its golden")
		f.Expected, f.Got = name, shorten(diff)
	}
}

// reason is an error of the system without the path in it, which may be an absolute one.
func reason(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return err.Error()
}

// orphans finds goldens that belong to no scenario.
func (s *Suite) orphans() (problems diag.List, err error) {
	for i, p := range s.places {
		names, err := p.goldens()
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !s.owns(i, strings.TrimSuffix(name, ".golden")) {
				file := diag.NewSource(path.Join("golden", p.Prefix, name), "")
				problems.Errorf(CodeOrphan, file.Span(0, 0), "no scenario has this golden").
					Hintf("remove it, or put the scenario back")
			}
		}
	}
	return problems, nil
}

// owns reports whether a scenario has that golden. An embedded one may be played
// from the same file given again.
func (s *Suite) owns(place int, golden string) bool {
	return slices.ContainsFunc(s.Scenarios, func(sc *Scenario) bool {
		return sc.golden == golden && (sc.place == place || s.places[place].Write == "")
	})
}

// Change is one golden that Update wrote or removed, or why it did not.
type Change struct {
	File string `json:"file"`
	What string `json:"what"` // written, rewritten, removed, or a reason for leaving it
}

// ErrCI is why Update refuses: on a build machine nobody reads what it writes.
var ErrCI = errors.New("goldens are not updated while CI is set: update them where you can read them, and commit them")

// Update writes the trace of every scenario that a result shows to be right but
// for its golden, removes orphans, and corrects the result. An embedded suite is
// never written. It refuses when CI is set.
func (s *Suite) Update(r *Result) ([]Change, error) {
	if os.Getenv("CI") != "" {
		return nil, ErrCI
	}
	var all []Change
	for i, p := range s.places {
		if p.Write == "" {
			if p.Scenarios != nil {
				all = append(all, Change{p.Prefix, "embedded in the program: not written"})
			}
			continue
		}
		changed, err := s.updatePlace(r, i)
		if err != nil {
			return all, err
		}
		all = append(all, changed...)
	}
	r.tally()
	return all, nil
}

// updatePlace works inside the golden tree only: no link leads it elsewhere.
func (s *Suite) updatePlace(r *Result, place int) ([]Change, error) {
	if !s.fills(place) {
		return nil, nil
	}
	if err := os.MkdirAll(s.places[place].Write, 0o755); err != nil {
		return nil, err
	}
	tree, err := os.OpenRoot(s.places[place].Write)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	var all []Change
	for i := range r.Scenarios {
		o := &r.Scenarios[i]
		if o.scenario.place != place {
			continue
		}
		change, err := s.updateOne(tree, o)
		if err != nil {
			return all, err
		}
		if change != nil {
			all = append(all, *change)
		}
	}
	if s.Diagnostics.HasErrors() {
		return all, nil // a scenario may be missing only because it cannot be read
	}
	names, err := s.places[place].goldens()
	if err != nil {
		return all, err
	}
	for _, name := range names {
		if s.owns(place, strings.TrimSuffix(name, ".golden")) {
			continue
		}
		if err := tree.Remove(filepath.FromSlash(name)); err != nil {
			return all, err
		}
		all = append(all, Change{name, "removed"})
		r.forget(name)
	}
	return all, nil
}

// fills reports whether a place has a golden tree or a scenario to begin one with.
func (s *Suite) fills(place int) bool {
	return s.places[place].Golden != nil ||
		slices.ContainsFunc(s.Scenarios, func(sc *Scenario) bool { return sc.place == place })
}

// updateOne writes the golden of one outcome, if that is all that is wrong.
func (s *Suite) updateOne(tree *os.Root, o *Outcome) (*Change, error) {
	p := s.places[o.scenario.place]
	name := o.scenario.golden + ".golden"
	if s.laidOver(o.scenario) {
		return nil, nil // its golden is what happens without the variant
	}
	for _, f := range o.Failures {
		if f.Code != CodeMissing && f.Code != CodeTrace {
			return &Change{name, "not written: the scenario fails"}, nil
		}
	}
	what := "written"
	if p.Golden != nil {
		if golden, err := readFile(p.Golden, name); err == nil {
			if what = "rewritten"; golden == o.trace {
				return nil, nil
			}
		}
	}
	file := filepath.FromSlash(name)
	if err := tree.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	if err := atomicfile.WriteIn(tree, file, []byte(o.trace)); err != nil {
		return nil, err
	}
	o.Failures, o.Status = []Failure{}, Passed
	return &Change{name, what}, nil
}

// forget drops the complaint about an orphan that was removed.
func (r *Result) forget(name string) {
	var kept diag.List
	for _, d := range r.Diagnostics {
		if d.Code != CodeOrphan || !strings.HasSuffix(d.Span.Source.Name, name) {
			kept = append(kept, d)
		}
	}
	r.Diagnostics = kept
}
