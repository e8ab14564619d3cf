package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// run is one scenario being played.
type run struct {
	*play
	out      Outcome
	before   *interpreter.Game // as it was when nothing had run
	now      *interpreter.Game // a copy of the game where it waits, to look at
	trace    *trace            // nil where nobody wants one
	sights   map[string]sight  // what each player was shown; empty if nobody asks
	events   int               // events looked at so far
	wrote    map[string]bool   // names of fields, and of their entries, that were written
	evidence bool              // something was shown that did not hold before the run
	settled  bool              // a line said where the scenario stops
}

// run plays the scenario to its end, or to where it can go no further.
func (pl *play) run(traced bool) Outcome {
	sc := pl.scenario
	_, line, _ := sc.decl.Title.Span().Position()
	r := &run{play: pl, out: Outcome{Name: sc.Title, File: sc.File.Name, Line: line, Status: Passed,
		Clauses: append([]string{}, sc.Clauses...), Failures: []Failure{}, scenario: sc}}
	r.out.stop(pl.problems)
	if r.out.Status == Errored {
		return r.out
	}
	r.before = pl.game.Fork()
	r.now = r.before
	r.wrote = map[string]bool{}
	r.watch()
	if traced {
		r.trace = newTrace(r)
	}
	if r.begin() && r.all() {
		r.finish()
		r.out.ran = true
	}
	r.touched(r.game, "")
	r.out.trace = r.trace.text()
	return r.out
}

// begin runs the procedure to its first decision.
func (r *run) begin() bool {
	name, at := "", r.scenario.decl.Title.Span()
	args := map[string]any{}
	if r.start != nil {
		name, at = r.start.Name.String(), r.start.Span()
		params := r.program.Params(name)
		for i, arg := range r.start.Args {
			plain, ok := r.eval(arg)
			if !ok {
				return false
			}
			args[params[i]] = plain
		}
	}
	if err := r.game.Begin(name, args); err != nil {
		return r.broken(at, err)
	}
	r.pause()
	return true
}

// all plays every line; a line after which the rest makes no sense ends it.
func (r *run) all() bool {
	for _, x := range r.lines {
		ok := true
		switch {
		case x.Expect != nil:
			ok = r.expect(x.Expect)
		case x.Stops != nil:
			r.stops(x.Stops)
		case x.Ends:
			r.ends(x.Span())
		case looks(x.Acts):
			ok = r.look(x.Acts)
		default:
			ok = r.act(x.Acts)
		}
		if !ok {
			return false
		}
	}
	return true
}

// broken reports an error of the interpreter: the scenario stops there.
func (r *run) broken(at diag.Span, err error) bool {
	f := r.out.fail(CodeEngine, at, err.Error())
	r.out.Status = Errored
	var e *interpreter.Error
	if errors.As(err, &e) {
		f.hint = e.Hint
		if e.Span.Source != nil {
			f.related = append(f.related, diag.Note{Span: e.Span, Message: "here, in the rules"})
		}
		f.related = append(f.related, e.Related...)
	}
	return false
}

// eval is the value of an expression of the scenario now.
func (r *run) eval(e *dsl.Expr) (any, bool) {
	plain, err := r.value(r.now, e)
	if err != nil {
		return nil, r.broken(e.Span(), err)
	}
	return plain, true
}

// pause takes in what happened up to where the game waits now. It looks at a copy:
// to work out what is legal is to try every limit, and that is not play. But a
// decision that is open was put by a rule.
func (r *run) pause() {
	r.now = r.game.Fork()
	r.trace.happened(r)
	r.remember()
	r.status()
	r.touched(r.now, "asked")
	for _, e := range r.game.Events(r.events, value.Host) {
		for _, key := range written[e.Name] {
			path, _ := e.Args[key].Any().(string)
			_, field, _ := strings.Cut(path, ".")
			for _, part := range strings.Split(field, ".") {
				r.wrote[part] = true
			}
		}
	}
	r.events = r.game.EventCount()
}

// status is what is open now, as the host sees it.
func (r *run) status() interpreter.Status {
	status, err := r.now.Status(value.Host)
	if err != nil {
		r.broken(r.scenario.decl.Title.Span(), err)
	}
	return status
}

// touched adds the rules that did something in a game; with an outcome, those
// that did that.
func (r *run) touched(g *interpreter.Game, outcome string) {
	for _, t := range g.Touched() {
		if (outcome == "" || t.Outcome == outcome) && !slices.Contains(r.out.touched, t.Rule) {
			r.out.touched = append(r.out.touched, t.Rule)
		}
	}
}

// written says which arguments of the built-in events name what was written.
var written = map[string][]string{"set": {"what"}, "moved": {"from", "to"}, "shuffled": {"pile"}}

// seated are the players clockwise.
func (r *run) seated() []string {
	if r.setup.Seats != nil {
		return r.setup.Seats
	}
	return r.game.Players()
}

// expect evaluates an expectation over the whole state.
func (r *run) expect(e *dsl.Expr) bool {
	plain, ok := r.eval(e)
	if !ok {
		return false
	}
	r.prove(e)
	if truth, isBool := plain.(bool); !isBool {
		r.out.fail(CodeExpect, e.Span(), "an expectation is true or false; this is "+spell(plain))
	} else if !truth {
		f := r.out.fail(CodeExpect, e.Span(), "this is not so")
		f.Expected, f.Got = r.sides(e)
	}
	return true
}

// prove notes whether an expectation says something about what the run did: it
// did not hold before, or it reads a field that was written since.
func (r *run) prove(e *dsl.Expr) {
	if r.evidence {
		return
	}
	was, err := r.value(r.before, e)
	if err != nil || was != true {
		r.evidence = true
		return
	}
	for _, name := range identifiers(e.Text) {
		if r.wrote[name] {
			r.evidence = true
		}
	}
}

// stops checks that a decision is open at a step.
func (r *run) stops(step *dsl.Name) {
	r.settled = true
	var open []string
	for _, d := range r.status().Decisions {
		if d.Step == step.String() {
			return
		}
		open = append(open, d.Step)
	}
	f := r.out.fail(CodeStops, step.Span(), "no decision is open at this step")
	f.Expected, f.Got = step.String(), "open: "+strings.Join(open, ", ")
	if open == nil {
		f.Got = "no decision is open"
	}
}

// ends checks that nothing runs any more.
func (r *run) ends(at diag.Span) {
	r.settled = true
	status := r.status()
	if !status.Done {
		f := r.out.fail(CodeEnds, at, "the run has not ended")
		f.Expected, f.Got = "nothing is open", waitingFor(status)
	}
}

// finish checks what no line says: that nothing is left open silently, and that
// the scenario showed something.
func (r *run) finish() {
	r.trace.finish(r)
	at := r.scenario.decl.Title.Span()
	if len(r.lines) > 0 {
		at = r.lines[len(r.lines)-1].Span()
	}
	status := r.status()
	if !r.settled && !status.Done {
		f := r.out.fail(CodeOpen, at, "the scenario leaves a decision open and does not say so")
		f.Expected, f.Got = "nothing is open", waitingFor(status)
		if len(status.Decisions) > 0 {
			f.hint = "answer it, or end with `stops at " + status.Decisions[0].Step + "`"
		}
	}
	if !r.evidence && r.out.Status == Passed {
		f := r.out.fail(CodeNoEvidence, r.scenario.decl.Title.Span(), "every expectation already held before the run, and nothing was refused")
		f.hint = "expect something of what the run writes"
	}
}

// waitingFor says what is open.
func waitingFor(s interpreter.Status) string {
	var words []string
	for _, d := range s.Decisions {
		words = append(words, fmt.Sprintf("%s is asked at %s", d.Player, d.Step))
	}
	return strings.Join(words, "; ")
}
