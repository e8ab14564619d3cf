package conformance

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// TestWrongAnswers walks random plays. At every decision a legal answer is spoilt in
// every way that its fields allow, answered by others, under other ids, and every
// action that is not open is attempted: each is refused or called nonsense, and
// nothing changes.
func TestWrongAnswers(t *testing.T) {
	atLength(t)
	w := &wrongdoer{t: t, how: map[string]int{}, steps: map[string]int{}}
	for i, p := range positions(t, "testdata/play/plays.scenario") {
		w.kinds = kindsOf(p.program.Describe())
		for k := range 6 {
			w.g, w.seed = p.game.Fork(), uint64(10*i+k)
			for n := 0; n < 10 && w.decision(); n++ {
				for range value.Below(&w.seed, 4*uint64(k)+1) + 1 { // the later plays go further
					if s := w.status(); !s.Done {
						if err := w.g.PlayRandom(&w.seed); err != nil {
							t.Fatalf("%s: %v", p.title, err)
						}
					}
				}
			}
		}
	}
	total := 0
	for _, tally := range []map[string]int{w.how, w.steps} {
		for _, what := range sortedKeys(tally) {
			t.Logf("%6d %s", tally[what], what)
		}
	}
	for _, n := range w.how {
		total += n
	}
	t.Logf("%d wrong answers", total)
	if total < 10_000 || len(w.steps) < 10 {
		t.Errorf("only %d wrong answers at %d kinds of decisions", total, len(w.steps))
	}
}

// wrongdoer gives wrong answers in one game.
type wrongdoer struct {
	t     *testing.T
	g     *interpreter.Game
	kinds kinds
	seed  uint64
	how   map[string]int // wrong answers, by what is wrong
	steps map[string]int // decisions that they were given at

	// before the wrong answer
	save   string
	hash   uint64
	events int
}

// decision gives wrong answers to everything that is open; false if nothing is.
func (w *wrongdoer) decision() bool {
	s := w.status()
	w.save, w.hash, w.events = w.g.Save(), w.g.Hash(), w.g.EventCount()
	before := w.views()
	for _, d := range s.Decisions {
		w.steps[d.Step]++
		w.persons(d)
		w.shapes(d)
		if len(d.Offers) > 0 {
			for _, o := range d.Offers {
				w.record(d, o.Action, o.Fields, map[string]any{"offer": o.Action})
			}
		} else if d.Kind != "may" {
			w.record(d, w.actionOf(d), d.Fields, map[string]any{})
		}
	}
	if len(s.Decisions) > 0 {
		w.acts(s)
	}
	if after := w.views(); after != before {
		w.t.Fatal("a view changed")
	}
	return len(s.Decisions) > 0
}

func (w *wrongdoer) status() interpreter.Status {
	w.t.Helper()
	s, err := w.g.Status(value.Host)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// views are what everybody sees, as text.
func (w *wrongdoer) views() string {
	var out strings.Builder
	for v := value.Host; int(v) < len(w.g.Players()); v++ {
		text, err := json.Marshal(w.g.View(v))
		if err != nil {
			w.t.Fatal(err)
		}
		out.Write(text)
	}
	return out.String()
}

// wrong gives one answer that must not be taken.
func (w *wrongdoer) wrong(how string, d interpreter.Decision, answer any) {
	w.t.Helper()
	refused, err := w.g.Answer(d.ID, d.Player, answer)
	w.notTaken(how, d.Player+" answers "+spell(answer)+" at "+d.Step, refused, err)
}

// notTaken checks that an answer or act was not taken, that it is said why, and that
// nothing changed. What is seen is made of what is saved.
func (w *wrongdoer) notTaken(how, what string, refused interpreter.Refused, err error) {
	w.t.Helper()
	w.how[how]++
	var wrong *interpreter.Error
	switch {
	case err == nil && refused == nil:
		w.t.Fatalf("%s: %s, and it is taken", how, what)
	case err != nil && (!errors.As(err, &wrong) || !wrong.Bad || wrong.Message == ""):
		w.t.Fatalf("%s: %s, and that is an error: %v", how, what, err)
	case err == nil && slices.ContainsFunc(refused, func(r interpreter.Refusal) bool {
		return r.Name == "" || r.Reason == "" || len(r.Clauses) == 0
	}):
		w.t.Fatalf("%s: %s, refused by halves: %+v", how, what, refused)
	}
	if w.g.Hash() != w.hash || w.g.EventCount() != w.events || w.g.Save() != w.save {
		w.t.Fatalf("%s: %s, and something changes", how, what)
	}
}

// persons answers for others and under other ids.
func (w *wrongdoer) persons(d interpreter.Decision) {
	good := w.good(d)
	for _, other := range append(slices.Clone(w.g.Players()), "P9", "", strings.ToLower(d.Player), "host") {
		if other == d.Player {
			continue
		}
		for _, answer := range []any{good, nil} {
			refused, err := w.g.Answer(d.ID, other, answer)
			w.notTaken("another player", other+" answers for "+d.Player, refused, err)
		}
	}
	number, _, _ := strings.Cut(d.ID, ".")
	for _, id := range []string{"0", "999." + d.Player, d.ID + "x", d.Player, number, number + ".P9", "-1." + d.Player, " "} {
		refused, err := w.g.Answer(id, d.Player, good)
		w.notTaken("another decision", "decision "+id, refused, err)
	}
}

// shapes answers with data of the wrong shape as a whole.
func (w *wrongdoer) shapes(d interpreter.Decision) {
	junk := []any{1.5, map[string]any{"nothing": "P1"}, []any{[]any{[]any{}}}, "nothing", "", []any{nil}, []string{"P1"}, struct{}{},
		int64(-1), int64(1) << 62, map[string]any{"offer": "nothing"}, map[string]any{"offer": int64(3)}, map[string]any{"offer": nil}}
	if d.Kind != "may" {
		junk = append(junk, true, false)
	}
	if !d.Pass && d.Kind != "may" {
		junk = append(junk, nil)
	}
	if len(d.Fields) != 1 {
		junk = append(junk, []any{}, int64(0), int64(1))
	}
	if len(d.Offers) > 0 || len(d.Fields) > 0 {
		junk = append(junk, map[string]any{})
	}
	for _, answer := range junk {
		w.wrong("another shape", d, answer)
	}
}

// actionOf is the action that a decision asks for, "" for a plain choice.
func (w *wrongdoer) actionOf(d interpreter.Decision) string {
	name, _, _ := strings.Cut(d.Prompt, ": ")
	if w.kinds.params[name] == nil {
		return ""
	}
	return name
}

// good is a legal answer, or nil where none was found.
func (w *wrongdoer) good(d interpreter.Decision) any {
	o, err := w.g.Options(d.ID, "", nil, 20)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(o.Options) == 0 {
		return nil
	}
	return o.Options[value.Below(&w.seed, uint64(len(o.Options)))].Any()
}

// record spoils each field of a legal record in turn, and the record itself. begun
// names the offer that is taken, if it is one.
func (w *wrongdoer) record(d interpreter.Decision, action string, fields []interpreter.Field, begun map[string]any) {
	good := with(begun, "", nil)
	delete(good, "")
	domains := make([]fieldDomain, len(fields))
	for i, f := range fields {
		o, err := w.g.Options(d.ID, f.Name, good, 60)
		if err != nil {
			w.t.Fatalf("options of %s after %s: %v", f.Name, spell(good), err)
		}
		if len(o.Options) == 0 {
			return // nothing can be taken of this offer
		}
		domains[i] = w.domain(action, f, o)
		good[f.Name] = o.Options[value.Below(&w.seed, uint64(len(o.Options)))].Any()
	}
	for i, f := range fields {
		for _, s := range domains[i].spoilt(good[f.Name]) {
			w.wrong(s.how, d, with(good, f.Name, s.v))
		}
		if len(fields) > 1 || len(begun) > 0 {
			w.wrong("a field is missing", d, without(good, f.Name))
			w.wrong("a field is misspelt", d, with(without(good, f.Name), f.Name+"x", good[f.Name]))
		}
	}
	w.wrong("an unknown field", d, with(good, "nothing", int64(1)))
	w.wrong("an unknown field", d, with(good, "player", d.Player))
	w.wrong("another shape", d, []any{good})
	if len(begun) > 0 {
		w.wrong("an unknown action", d, with(good, "offer", action+"x"))
		w.wrong("an unknown action", d, without(good, "offer"))
	}
}

// acts attempts every action that is not open.
func (w *wrongdoer) acts(s interpreter.Status) {
	open := map[string]bool{}
	for _, o := range s.Actions {
		open[o.Player+" "+o.Action] = true
	}
	for _, d := range s.Decisions {
		for _, o := range d.Offers {
			open[d.Player+" "+o.Action] = true
		}
	}
	for _, action := range sortedKeys(w.kinds.params) {
		args := map[string]any{}
		for i, name := range w.kinds.order[action] {
			if i > 0 {
				args[name] = w.kinds.whole(w.kinds.params[action][name])
			}
		}
		for _, player := range []string{w.g.Players()[value.Below(&w.seed, uint64(len(w.g.Players())))], s.Decisions[0].Player, "P9"} {
			if !open[player+" "+action] {
				refused, err := w.g.Act(player, action, args)
				w.notTaken("out of its time", player+" attempts "+action+spell(args), refused, err)
			}
		}
		refused, err := w.g.Act(w.g.Players()[0], action, with(args, "nothing", true))
		w.notTaken("an unknown field", "attempts "+action, refused, err)
	}
	refused, err := w.g.Act(w.g.Players()[0], "no.action", nil)
	w.notTaken("an unknown action", "attempts no.action", refused, err)
}

// fieldDomain is what is known of a field while its answer is begun.
type fieldDomain struct {
	interpreter.Field
	inside  []any // what its elements may be
	outside []any // some values of the same type that they may not be
}

// domain works a field's domain out. Where it depends on the fields before it, that
// is what is in any continuation, if those are few.
func (w *wrongdoer) domain(action string, f interpreter.Field, next interpreter.Options) fieldDomain {
	dom := fieldDomain{Field: f}
	for _, list := range [][]value.Shown{f.Options, f.From} {
		for _, s := range list {
			dom.inside = append(dom.inside, s.Any())
		}
	}
	complete := dom.inside != nil
	if !complete {
		complete = !next.More
		for _, s := range next.Options {
			for _, el := range elements(f.Kind, s.Any()) {
				if !among(dom.inside, el) {
					dom.inside = append(dom.inside, el)
				}
			}
		}
	}
	if !complete || f.Kind == "number" {
		return dom
	}
	typ := w.kinds.params[action][f.Name]
	for _, many := range []string{"set of ", "list of ", "bag of "} {
		typ = strings.TrimPrefix(typ, many)
	}
	if typ == "" && len(dom.inside) > 0 {
		typ = w.kinds.typeOf(dom.inside[0])
	}
	for _, v := range w.kinds.some(typ, 12) {
		if !among(dom.inside, v) {
			dom.outside = append(dom.outside, v)
		}
	}
	return dom
}

// elements are the things in one value of a field.
func elements(kind string, v any) []any {
	list, ok := v.([]any)
	if !ok {
		return []any{v}
	}
	if kind != "bag" {
		return list
	}
	var out []any
	for _, entry := range list {
		out = append(out, entry.(map[string]any)["item"])
	}
	return out
}

// spoilt is a value with what is wrong about it.
type spoilt struct {
	how string
	v   any
}

// spoilt are wrong values of a field, made of a legal one.
func (f fieldDomain) spoilt(good any) (out []spoilt) {
	add := func(how string, values ...any) {
		for _, v := range values {
			out = append(out, spoilt{how, v})
		}
	}
	add("another type", 1.5, map[string]any{"nothing": int64(1)}, "nothing", "", []any{nil}, []any{[]any{}}, true, []any{1.5}, []any{"nothing"})
	switch f.Kind {
	case "number":
		add("another type", nil, []any{}, "1", []any{good}, map[string]any{})
		add("negative", int64(-1), int64(-1)<<62)
		add("huge", int64(1)<<62, int64(1_000_000))
		if f.Max > 0 {
			add("too many", f.Max+1)
		}
	case "one":
		add("another type", nil, []any{}, []any{good}, int64(1), int64(-1), map[string]any{})
		add("from outside", f.outside...)
	default:
		f.spoiltList(good.([]any), add)
	}
	return out
}

func (f fieldDomain) spoiltList(good []any, add func(string, ...any)) {
	add("another type", nil, int64(0), int64(1), map[string]any{})
	entry := func(v any) any {
		if f.Kind == "bag" {
			return map[string]any{"item": v, "n": int64(1)}
		}
		return v
	}
	for _, v := range f.outside {
		add("from outside", append(slices.Clone(good), entry(v)))
		add("from outside", []any{entry(v)})
	}
	for _, v := range good {
		add("twice", append(slices.Clone(good), v))
	}
	for _, v := range f.inside {
		add("twice", []any{entry(v), entry(v)})
		if f.Kind == "bag" {
			f.spoiltEntry(v, add)
		} else {
			add("another type", []any{map[string]any{"item": v, "n": int64(1)}}, []any{[]any{v}})
		}
	}
	if f.Max > 0 && f.Kind == "some" && int(f.Max) < len(f.inside) {
		add("too many", f.inside, f.inside[:f.Max+1])
	}
	if f.Min > 0 && f.Kind != "bag" {
		add("too few", []any{}, f.inside[:f.Min-1])
	}
}

func (f fieldDomain) spoiltEntry(v any, add func(string, ...any)) {
	one := map[string]any{"item": v, "n": int64(1)}
	add("none of it", []any{with(one, "n", int64(0))})
	add("negative", []any{with(one, "n", int64(-1))})
	add("huge", []any{with(one, "n", int64(1)<<62)}, []any{with(one, "n", int64(1_000_000))})
	add("another type", []any{with(one, "n", "1")}, []any{with(one, "n", nil)}, []any{v}, []any{[]any{one}}, []any{with(one, "item", nil)})
	add("a field is missing", []any{without(one, "n")}, []any{without(one, "item")})
	add("an unknown field", []any{with(one, "nothing", true)})
	if f.Max > 0 {
		add("too many", []any{with(one, "n", f.Max+1)})
	}
}
