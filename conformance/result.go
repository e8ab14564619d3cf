package conformance

import (
	"fmt"
	"io"
	"strings"

	"ruleck/dsl/diag"
)

// Result is what a run of a suite found. It marshals to the shape of `ruleck
// test --format json`.
type Result struct {
	OK          bool      `json:"ok"`
	Passed      int       `json:"passed"`
	Failed      int       `json:"failed"`
	Scenarios   []Outcome `json:"scenarios"`
	Changed     []Outcome `json:"changed,omitempty"` // not as they say, as a variant means it; neither passed nor failed
	Diagnostics diag.List `json:"diagnostics"`       // what belongs to no single scenario
}

// Status of a scenario.
const (
	Passed  = "passed"
	Failed  = "failed" // it ran, and something was not as the scenario says
	Errored = "error"  // it could not be run, or a rule failed
)

// Outcome is what came of one scenario.
type Outcome struct {
	Name     string    `json:"name"`
	File     string    `json:"file"`
	Line     int       `json:"line"`
	Status   string    `json:"status"`
	Clauses  []string  `json:"clauses"`
	Failures []Failure `json:"failures"`

	scenario *Scenario
	trace    string
	laidOver bool     // played under a variant that it was not written for
	ran      bool     // to its last line, so that the trace is whole
	touched  []string // rules that decided something in accepted play
	refusals []refusal
}

// Failure is one thing that is not as the scenario says.
type Failure struct {
	Line     int       `json:"line"`
	Message  string    `json:"message"`
	Expected string    `json:"expected"`
	Got      string    `json:"got"`
	Code     diag.Code `json:"code"`

	at      diag.Span
	hint    string
	related []diag.Note
}

// fail adds a failure at a place of the scenario's file.
func (o *Outcome) fail(code diag.Code, at diag.Span, message string) *Failure {
	_, line, _ := at.Position()
	o.Failures = append(o.Failures, Failure{Line: line, Message: message, Code: code, at: at})
	if o.Status != Errored {
		o.Status = Failed
	}
	return &o.Failures[len(o.Failures)-1]
}

// stop adds diagnostics as failures: the scenario cannot be run.
func (o *Outcome) stop(problems diag.List) {
	for _, d := range problems {
		if d.Severity != diag.Error {
			continue
		}
		f := o.fail(d.Code, d.Span, d.Message)
		f.hint, f.related = d.Hint, d.Related
		o.Status = Errored
	}
}

// tally counts the outcomes.
func (r *Result) tally() {
	r.Passed, r.Failed = 0, 0
	for _, o := range r.Scenarios {
		if o.Status == Passed {
			r.Passed++
		} else {
			r.Failed++
		}
	}
	r.OK = r.Failed == 0 && !r.Diagnostics.HasErrors()
}

// WriteText writes the result for people: what failed, with its place and both
// sides; then, where that is long, the names alone; then one line of counts.
func (r *Result) WriteText(w io.Writer, paint diag.Paint) error {
	if err := diag.WriteText(w, r.Diagnostics, paint); err != nil {
		return err
	}
	for _, o := range r.Scenarios {
		if o.Status == Passed {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s %s: %s\n", o.Status, diag.Printable(o.File), o.Name); err != nil {
			return err
		}
		for _, f := range o.Failures {
			if f.Code == CodeTrace && len(o.Failures) > 1 {
				continue // a play that goes otherwise has another trace: that says nothing new
			}
			if err := f.writeText(w, paint); err != nil {
				return err
			}
		}
	}
	if r.Failed > 1 {
		if err := r.writeNames(w); err != nil {
			return err
		}
	}
	if err := r.writeChanged(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%d passed, %d failed%s\n", r.Passed, r.Failed, r.beside())
	return err
}

// beside tells of errors that are no scenario's, which the counts of scenarios leave out.
func (r *Result) beside() string {
	n := 0
	for _, d := range r.Diagnostics {
		if d.Severity == diag.Error {
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "; 1 error beside them"
	default:
		return fmt.Sprintf("; %d errors beside them", n)
	}
}

// writeChanged lists what comes out otherwise as variants mean it.
func (r *Result) writeChanged(w io.Writer) error {
	if len(r.Changed) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString("changed, as the variants say:\n")
	for _, o := range r.Changed {
		fmt.Fprintf(&b, "  %s: %s\n", diag.Printable(o.File), o.Name)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeNames lists what did not pass, so that whoever edits rules sees at a glance
// what an edit changes.
func (r *Result) writeNames(w io.Writer) error {
	var b strings.Builder
	b.WriteString("\nfailed:\n")
	under := false
	for _, o := range r.Scenarios {
		if o.Status != Passed {
			fmt.Fprintf(&b, "  %s: %s", diag.Printable(o.File), o.Name)
			if o.laidOver {
				fmt.Fprintf(&b, " [%s]", strings.Join(o.Clauses, ", "))
				under = true
			}
			b.WriteString("\n")
		}
	}
	if under {
		b.WriteString("What a variant means to change it says at its head: changes [CLAUSE, …]\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *Failure) writeText(w io.Writer, paint diag.Paint) error {
	d := diag.Diagnostic{Code: f.Code, Span: f.at, Message: f.Message, Hint: f.hint, Related: f.related}
	if err := diag.WriteText(w, diag.List{d}, paint); err != nil {
		return err
	}
	for _, side := range []struct{ word, text string }{{"expected", f.Expected}, {"got", f.Got}} {
		if side.text == "" {
			continue
		}
		text := strings.ReplaceAll(strings.TrimRight(side.text, "\n"), "\n", "\n            ")
		if _, err := fmt.Fprintf(w, "  %-8s  %s\n", side.word, text); err != nil {
			return err
		}
	}
	return nil
}
