package conformance

import (
	"fmt"
	"strings"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// trace is the story of one scenario as text: what was given; at each decision
// who is asked what, by which clauses, with which options; what was answered or
// refused; what happened, as everybody saw it, and below it what single players
// saw of it instead; at last what differs from the beginning.
//
// It is written while the scenario runs. All methods do nothing on a nil trace.
type trace struct {
	strings.Builder
	asked int             // decisions told so far
	open  map[string]bool // decisions and offers that were open at the last pause, as told
}

// newTrace begins a trace with what the scenario is about.
func newTrace(r *run) *trace {
	t := &trace{open: map[string]bool{}}
	t.line("scenario  %s", r.scenario.Title)
	t.line("cites     %s", strings.Join(r.scenario.Clauses, ", "))
	players := strings.Join(r.seated(), ", ") + " (clockwise)"
	if r.setup.Seed != 0 {
		players += fmt.Sprintf(", seed %d", r.setup.Seed)
	}
	t.line("players   %s", players)
	for _, ruling := range sortedKeys(r.setup.Rulings) {
		t.line("under     %s = %s", ruling, r.setup.Rulings[ruling])
	}
	for _, set := range r.given {
		t.line("given     %s = %s", set.Path.Span().Text(), squeeze(set.Expr.Text))
	}
	if r.start != nil {
		t.line("run       %s", squeeze(r.start.Span().Text()))
	} else {
		t.line("run       the whole game")
	}
	t.line("")
	return t
}

func (t *trace) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

func (t *trace) text() string {
	if t == nil {
		return ""
	}
	return t.String()
}

// move tells what a player does.
func (t *trace) move(m move) {
	if t != nil {
		t.line("> %s %s", m.player, m.words())
	}
}

// refused tells why that was refused.
func (t *trace) refused(reasons interpreter.Refused) {
	if t == nil {
		return
	}
	for _, why := range reasons {
		t.line("  refused by %s", spellRefusal(why))
	}
}

// happened tells what happened since the last pause, and what is asked now.
func (t *trace) happened(r *run) {
	if t == nil {
		return
	}
	t.events(r)
	now := map[string]bool{}
	for _, name := range r.seated() {
		v, err := r.now.Viewer(name)
		if err != nil {
			continue
		}
		status, err := r.now.Status(v)
		if err != nil {
			continue
		}
		for _, d := range status.Decisions {
			if d.Player == name {
				t.decision(d, now)
			}
		}
		for _, open := range status.Actions {
			if open.Player == name {
				t.meanwhile(open, now)
			}
		}
	}
	t.open = now
}

// decision tells of a decision that was not open before.
func (t *trace) decision(d interpreter.Decision, now map[string]bool) {
	text := spellDecision(d)
	if now[text] = true; t.open[text] {
		return
	}
	t.asked++
	t.line("")
	t.line("%d. %s", t.asked, text)
}

// meanwhile tells of an action that was not open before.
func (t *trace) meanwhile(open interpreter.Open, now map[string]bool) {
	text := fmt.Sprintf("meanwhile %s may take %s", open.Player, spellOpen(open, "    "))
	if now[text] = true; !t.open[text] {
		t.line("%s", text)
	}
}

// events tells each event as everybody saw it, then how single players did.
func (t *trace) events(r *run) {
	players := r.seated()
	all := r.now.Events(r.events, value.Host)
	seen := make([]map[int]string, len(players)) // by event: those that somebody learned nothing of are missing
	for i, name := range players {
		seen[i] = map[int]string{}
		if v, err := r.now.Viewer(name); err == nil {
			for _, e := range r.now.Events(r.events, v) {
				seen[i][e.Index] = e.Text
			}
		}
	}
	for _, e := range all {
		lines, told := make([]string, len(players)), []string{}
		for p, name := range players {
			if text, saw := seen[p][e.Index]; saw {
				lines[p], told = text, append(told, name)
			}
		}
		if len(told) < len(players) {
			t.line("  %s%s", e.Text, bracket(e.Clauses))
			t.line("      told only to: %s", strings.Join(told, ", "))
			continue
		}
		public := publicLine(e.Text, lines)
		if e.Name == "answered" && public == e.Text {
			continue // told as a move
		}
		t.line("  %s%s", public, bracket(e.Clauses))
		for p, name := range players {
			if lines[p] != public {
				t.line("      %s sees: %s", name, lines[p])
			}
		}
	}
}

// publicLine is what those who know less saw of an event: of the lines that do
// not tell all, the one that most players saw, the first of equals; all, if
// everybody saw all.
func publicLine(full string, lines []string) string {
	counts := map[string]int{}
	for _, line := range lines {
		counts[line]++
	}
	public, most := full, 0
	for _, line := range lines {
		if line != full && counts[line] > most {
			public, most = line, counts[line]
		}
	}
	return public
}

// finish tells what differs from the beginning, and what is open.
func (t *trace) finish(r *run) {
	if t == nil {
		return
	}
	t.line("")
	t.line("what changed, secrets included")
	any := false
	for _, line := range changes(r.before.View(value.Host), r.now.View(value.Host), r.seated()) {
		t.line("  %s", line)
		any = true
	}
	if !any {
		t.line("  nothing")
	}
	status := r.status()
	t.line("")
	if status.Done {
		t.line("nothing is open")
		t.payoffs(r)
		return
	}
	t.line("open: %s", waitingFor(status))
}

// payoffs tells what each player got, where the whole game was run.
func (t *trace) payoffs(r *run) {
	if r.start != nil {
		return
	}
	payoffs := r.now.Payoffs()
	for _, name := range sortedKeys(payoffs) {
		t.line("  %s gets %d", name, payoffs[name])
	}
}

// spellDecision writes what is asked, with the options.
func spellDecision(d interpreter.Decision) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s is asked at %s%s\n   %s", d.Player, d.Step, bracket(d.Clauses), d.Prompt)
	switch n := len(d.Options); {
	case d.Kind == "may":
		b.WriteString("\n   yes or no")
	case d.Kind == "window":
		b.WriteString(spellWindow(d))
	case len(d.Fields) == 1:
		fmt.Fprintf(&b, "\n   %s", spellField(d.Fields[0], d.Options))
	case n > 0 && n <= fewOptions:
		for _, o := range d.Options {
			fmt.Fprintf(&b, "\n   - %s", spellAnswer(o.Any(), d.Fields))
		}
	default:
		for _, f := range d.Fields {
			fmt.Fprintf(&b, "\n   %s", spellField(f, nil))
		}
		if n > 0 {
			fmt.Fprintf(&b, "\n   %d answers are legal", n)
		}
	}
	if d.Pass && d.Kind != "may" {
		b.WriteString("\n   or pass")
	}
	return b.String()
}

// spellWindow writes the actions of which one is taken: those that are legal with
// their parameters, where these are few.
func spellWindow(d interpreter.Decision) string {
	var b strings.Builder
	if n := len(d.Options); n == 0 || n > fewOptions {
		for _, offer := range d.Offers {
			fmt.Fprintf(&b, "\n   %s", spellOpen(offer, "       "))
		}
		return b.String()
	}
	names := make([]string, len(d.Offers))
	for i, offer := range d.Offers {
		names[i] = offer.Action
	}
	fmt.Fprintf(&b, "\n   one of %s; legal:", strings.Join(names, ", "))
	for _, o := range d.Options {
		parts, _ := o.Any().(map[string]any)
		fmt.Fprintf(&b, "\n   - %v", parts["offer"])
		for _, offer := range d.Offers {
			if offer.Action == parts["offer"] && len(offer.Fields) > 0 {
				b.WriteString("  " + spellAnswer(parts, offer.Fields))
			}
		}
	}
	return b.String()
}

// fewOptions is how many answers of several parts are told one by one.
const fewOptions = 12

// spellAnswer writes an answer of several parts, in the order they are asked.
func spellAnswer(answer any, fields []interpreter.Field) string {
	parts, ok := answer.(map[string]any)
	if !ok {
		return spell(answer)
	}
	var words []string
	for _, f := range fields {
		words = append(words, f.Name+": "+spell(parts[f.Name]))
	}
	return strings.Join(words, "  ")
}

// spellOpen writes an action that may be taken, its parameters below it.
func spellOpen(open interpreter.Open, indent string) string {
	text := open.Action
	for _, f := range open.Fields {
		text += "\n" + indent + spellField(f, nil)
	}
	return text
}

// spellField writes what one part of an answer may be, and where the legal answers
// are known, which of those they are.
func spellField(f interpreter.Field, legal []value.Shown) string {
	text := f.Name + ": "
	switch f.Kind {
	case "one":
		text += "one of " + spellShown(f.Options)
	case "number":
		text += fmt.Sprintf("a number from %d to %d", f.Min, f.Max)
	case "may":
		text += "yes or no"
	case "sequence":
		text += fmt.Sprintf("%s in an order, of %s", howMany(f), spellShown(f.From))
	default:
		text += fmt.Sprintf("%s of %s", howMany(f), spellShown(f.From))
	}
	switch {
	case !f.Rest:
	case f.Kind == "one" && len(legal) == len(f.Options):
	case legal != nil:
		text += "; legal: " + spellShown(legal)
	default:
		text += " (further limits apply)"
	}
	return text
}

func howMany(f interpreter.Field) string {
	if f.Min == f.Max {
		return fmt.Sprintf("exactly %d", f.Min)
	}
	return fmt.Sprintf("%d to %d", f.Min, f.Max)
}

func bracket(clauses []string) string {
	if len(clauses) == 0 {
		return ""
	}
	return "  [" + strings.Join(clauses, ", ") + "]"
}

// squeeze makes one line of text that was written over several.
func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }
