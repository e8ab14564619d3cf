package conformance

import (
	"fmt"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// What players do: an answer to the decision that waits for them, or an action
// attempted meanwhile.

// move is what one line asks the game to do.
type move struct {
	player string
	action string // attempted by `tries`; otherwise an answer
	args   map[string]any
	answer any
	told   string // the arguments, in the order the line gives them
}

// put puts the move to a game.
func (m move) put(g *interpreter.Game) (interpreter.Refused, error) {
	if m.action != "" {
		return g.Act(m.player, m.action, m.args)
	}
	return g.Answer("", m.player, m.answer)
}

// words is the move as the trace tells it.
func (m move) words() string {
	switch {
	case m.action != "":
		return "tries " + m.action + "  " + m.told
	case m.answer == nil:
		return "passes"
	case m.answer == true:
		return "accepts"
	case m.answer == false:
		return "declines"
	}
	return m.told
}

// refusal is a refusal that a scenario expects, for coverage.
type refusal struct {
	name    string
	clauses []string
}

// act carries out one line of what a player does.
func (r *run) act(a *dsl.Acts) bool {
	m, ok := r.move(a)
	if !ok {
		return false
	}
	if a.Refused != nil {
		return r.refused(a, m)
	}
	r.trace.move(m)
	if r.idle(a, m) {
		return false
	}
	reasons, err := m.put(r.game)
	if err != nil {
		return r.broken(a.Span(), err)
	}
	if len(reasons) > 0 {
		r.trace.refused(reasons)
		f := r.out.fail(CodeRefused, a.Span(), "this was refused")
		f.Expected, f.Got = "accepted", spellRefused(reasons)
		return false
	}
	r.pause()
	return true
}

// move works out what a line asks for.
func (r *run) move(a *dsl.Acts) (move, bool) {
	m := move{player: a.Who.Text}
	ok := true
	switch {
	case a.Answers != nil && a.Answers.Bare != nil:
		m.answer, ok = r.eval(a.Answers.Bare)
		m.told = "answers  " + spell(m.answer)
	case a.Answers != nil:
		m.answer, m.told, ok = r.args(a.Answers.Named)
		m.told = "answers  " + m.told
	case a.Tries != nil:
		m.args, m.told, ok = r.args(a.Tries.Args)
		if name := a.Tries.Name.String(); ok && takes(a) {
			m.args["offer"] = name
			m.answer, m.told = m.args, "takes "+name+"  "+m.told
		} else {
			m.action = name
		}
	case a.Accepts:
		m.answer = true
	case a.Declines:
		m.answer = false
	}
	return m, ok
}

// takes reports whether a line says `takes` (one of what the decision offers)
// rather than `tries` (whatever is asked now); the tree keeps one form for both.
func takes(a *dsl.Acts) bool {
	who, name := a.Who.Span(), a.Tries.Span()
	return who.Source != nil && strings.Contains(who.Source.Text[who.End:name.Start], "takes")
}

// args evaluates arguments by name, and tells them in their order.
func (r *run) args(args *dsl.NamedArgs) (plain map[string]any, told string, ok bool) {
	plain = map[string]any{}
	var parts []string
	for _, arg := range args.Args {
		v, ok := r.eval(arg.Expr)
		if !ok {
			return nil, "", false
		}
		plain[arg.Name.Text] = v
		parts = append(parts, arg.Name.Text+": "+spell(v))
	}
	return plain, strings.Join(parts, "  "), true
}

// refused puts a move that must be refused. It goes to a copy of the game: so
// what it looked at is not taken for accepted play, and the copy must be as it
// was.
func (r *run) refused(a *dsl.Acts, m move) bool {
	trial := r.game.Fork()
	hash, events := trial.Hash(), trial.EventCount()
	r.trace.move(m)
	if r.idle(a, m) {
		return false
	}
	reasons, err := m.put(trial)
	if err != nil {
		return r.broken(a.Span(), err)
	}
	if len(reasons) == 0 {
		f := r.out.fail(CodeAccepted, a.Span(), "this was accepted")
		f.Expected, f.Got = "refused by "+clauseList(a.Refused.By), "accepted"
		return false
	}
	if trial.Hash() != hash || trial.EventCount() != events {
		r.out.fail(CodeNotAtomic, a.Span(), "the refused answer changed the state")
	}
	r.evidence = true
	r.trace.refused(reasons)
	r.showRefusal(m.player, reasons)
	r.checkReasons(a.Refused, reasons)
	for _, why := range reasons {
		r.out.refusals = append(r.out.refusals, refusal{why.Name, why.Clauses})
	}
	return true
}

// idle reports an answer that nothing has asked for. The play has gone otherwise
// than the scenario says, which is more than an answer that makes no sense: it is
// how a rule that is lost shows.
func (r *run) idle(a *dsl.Acts, m move) bool {
	if m.action != "" || len(r.status().Decisions) > 0 {
		return false
	}
	f := r.out.fail(CodeIdle, a.Span(), "no decision is open that this could answer")
	f.Expected, f.Got = "a decision for "+m.player, "nothing is open"
	return true
}

// checkReasons compares the reasons with the clauses and the limit that a line
// names. With a limit, it is that limit that must list the clauses.
func (r *run) checkReasons(want *dsl.Refused, reasons interpreter.Refused) {
	at := want.At.String()
	var listed []string
	found := false
	for _, why := range reasons {
		if at == "" || why.Name == at {
			found = true
			listed = append(listed, why.Clauses...)
		}
	}
	if !found {
		var names []string
		for _, why := range reasons {
			names = append(names, why.Name)
		}
		f := r.out.fail(CodeByLimit, want.At.Span(), "it was not "+at+" that refused this")
		f.Expected, f.Got = at, spellRefused(reasons)
		f.hint = diag.DidYouMean(at, names)
		return
	}
	for _, c := range want.By {
		if !citedIn(listed, c.ID) {
			f := r.out.fail(CodeByClause, c.Span(), "the refusal does not list "+c.ID)
			f.Expected, f.Got = "refused by "+c.ID, spellRefused(reasons)
		}
	}
}

// citedIn reports whether clauses, some of them prefixes with *, include one.
func citedIn(clauses []string, id string) bool {
	for _, c := range clauses {
		if prefix, star := strings.CutSuffix(c, "*"); c == id || star && strings.HasPrefix(id, prefix) {
			return true
		}
	}
	return false
}

func clauseList(clauses []*dsl.Clause) string {
	ids := make([]string, len(clauses))
	for i, c := range clauses {
		ids[i] = c.ID
	}
	return strings.Join(ids, ", ")
}

// spellRefused writes every reason, one a line.
func spellRefused(reasons interpreter.Refused) string {
	lines := make([]string, len(reasons))
	for i, why := range reasons {
		lines[i] = spellRefusal(why)
	}
	return strings.Join(lines, "\n")
}

func spellRefusal(why interpreter.Refusal) string {
	line := fmt.Sprintf("%s [%s]: %s", why.Name, strings.Join(why.Clauses, ", "), why.Reason)
	var values []string
	for _, text := range sortedKeys(why.Values) {
		values = append(values, text+" = "+spell(why.Values[text].Any()))
	}
	if values != nil {
		line += " (" + strings.Join(values, ", ") + ")"
	}
	return line
}
