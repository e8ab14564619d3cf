package conformance

import (
	"regexp"
	"slices"
	"strings"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// Difference is one scenario of a suite that comes out otherwise under other rules.
type Difference struct {
	Name    string   `json:"name"`
	File    string   `json:"file"`
	Line    int      `json:"line"` // of the scenario
	Clauses []string `json:"clauses"`

	// Differs is the gravest of what is not as under the suite's own rules:
	//
	//	error        it cannot be played any more, or a rule fails
	//	refusal      an answer is refused that was not, or the other way, or otherwise
	//	expectation  something expected is not so
	//	trace        all that the scenario says holds; only what happens on the way differs
	Differs string   `json:"differs"`
	Why     []string `json:"why"` // what the scenario says and is not so, each as line: message

	// Decision is the first decision at or after which the traces part, as they tell it
	// ("2. P1 is asked at …"); "" before any, or if they do not part. Base and Stack are
	// the first lines that differ; "" where one trace has no more.
	Decision string `json:"decision"`
	Base     string `json:"base"`
	Stack    string `json:"stack"`
}

// Under plays every scenario of the suite by its own program and by another one, and
// tells which come out otherwise, in the suite's order. What does not pass by the
// suite's own program says nothing and is left out.
func (s *Suite) Under(other *interpreter.Program) []Difference {
	own := s.play(s.Scenarios)
	theirs := make([]Outcome, len(s.Scenarios))
	inParallel(len(s.Scenarios), func(i int) {
		if own[i].Status == Passed {
			theirs[i] = s.Scenarios[i].prepare(other).run(true)
		}
	})
	out := []Difference{}
	for i := range own {
		if own[i].Status != Passed || own[i].trace == theirs[i].trace && theirs[i].Status == Passed {
			continue
		}
		out = append(out, compared(&own[i], &theirs[i]))
	}
	return out
}

func compared(base, stack *Outcome) Difference {
	d := Difference{Name: base.Name, File: base.File, Line: base.Line, Clauses: base.Clauses, Differs: "trace", Why: []string{}}
	for _, f := range stack.Failures {
		d.Why = append(d.Why, f.oneLine())
	}
	switch {
	case stack.Status == Errored:
		d.Differs = "error"
	case slices.ContainsFunc(stack.Failures, func(f Failure) bool { return slices.Contains(aboutRefusals, f.Code) }):
		d.Differs = "refusal"
	case stack.Status == Failed:
		d.Differs = "expectation"
	}
	if stack.trace != "" && stack.trace != base.trace { // it was played at all, and otherwise
		d.Decision, d.Base, d.Stack = part(base.trace, stack.trace)
	}
	return d
}

// aboutRefusals are the failures that say what is allowed.
var aboutRefusals = []diag.Code{CodeRefused, CodeAccepted, CodeByClause, CodeByLimit}

// oneLine is a failure with its place in the scenario and what was found.
func (f *Failure) oneLine() string {
	text := f.Message
	if f.Expected != "" {
		text += ": expected " + squeeze(f.Expected)
	}
	if f.Got != "" {
		text += ", got " + squeeze(f.Got)
	}
	return text
}

// asked is a line of a trace that begins a decision.
var asked = regexp.MustCompile(`^[0-9]+\. .* is asked at `)

// part finds the first lines in which two traces differ, and the decision there: the one
// that begins in that line, or else the last one before it.
func part(base, stack string) (decision, inBase, inStack string) {
	a, b := strings.Split(base, "\n"), strings.Split(stack, "\n")
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		if asked.MatchString(a[i]) {
			decision = a[i]
		}
		i++
	}
	line := func(lines []string) string {
		if i == len(lines) {
			return ""
		}
		if asked.MatchString(lines[i]) {
			decision = lines[i]
		}
		return strings.TrimSpace(lines[i])
	}
	inBase, inStack = line(a), line(b)
	return decision, inBase, inStack
}
