package interpreter

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ruleck/interpreter/value"
)

// Whatever is answered, rightly or wrongly: it is taken, or refused with reasons,
// or called nonsense, and then nothing at all has changed.

func TestWrongAnswersChangeNothing(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		for _, d := range status(rt, g, value.Host).Decisions {
			for _, plain := range wrongAnswers(rt, g, d) {
				tryAnswer(rt, g, d.ID, d.Player, plain)
			}
			for _, other := range append(slices.Clone(g.Players()), "P9", "", "p1") {
				if refused, err := tryAnswer(rt, g, d.ID, other, true); other != d.Player && refused == nil && err == nil {
					rt.Fatalf("%s may answer for %s", other, d.Player)
				}
			}
			for _, id := range []string{"0", "999." + d.Player, d.ID + "x", d.Player} {
				if _, err := tryAnswer(rt, g, id, d.Player, nil); err == nil {
					rt.Fatalf("there is no decision %s", id)
				}
			}
		}
		tryActs(rt, g)
	})
}

// tryAnswer gives an answer. If it is not taken, everything must be as before, and
// WhyAnswer must have said the same; if it is taken, it is taken back.
func tryAnswer(rt *rapid.T, g *Game, id, player string, plain any) (Refused, error) {
	rt.Helper()
	words, journal, events := g.mem.Save(), g.mem.Mark(), g.EventCount()
	unchanged := func(what string) {
		rt.Helper()
		if !bytes.Equal(g.mem.Save(), words) || g.mem.Mark() != journal || g.EventCount() != events {
			rt.Fatalf("%s %s changed something", what, asJSON(plain))
		}
	}
	foretold, errForetold := g.WhyAnswer(id, player, plain)
	unchanged("asking why")
	refused, err := g.Answer(id, player, plain)
	if asJSON(refused) != asJSON(foretold) || fmt.Sprint(err) != fmt.Sprint(errForetold) {
		rt.Fatalf("%s answers %s: why says %s %v, but it is %s %v", player, asJSON(plain), asJSON(foretold), errForetold, asJSON(refused), err)
	}
	if err == nil && refused == nil {
		if undo := g.Undo(); undo != nil {
			rt.Fatalf("undo: %v", undo)
		}
		unchanged("taking back")
		return nil, nil
	}
	unchanged("refusing")
	wellFormed(rt, plain, refused, err)
	return refused, err
}

// wellFormed checks what somebody is told whose answer was not taken.
func wellFormed(rt *rapid.T, plain any, refused Refused, err error) {
	rt.Helper()
	if err != nil {
		if e := (*Error)(nil); !errors.As(err, &e) || !e.Bad || e.Message == "" || e.Code != CodeBadRequest {
			rt.Fatalf("%s is answered with the error %v", asJSON(plain), err)
		}
		return
	}
	for _, r := range refused {
		if r.Name == "" || r.Reason == "" || len(r.Clauses) == 0 || r.Values == nil {
			rt.Fatalf("%s is refused by halves: %s", asJSON(plain), asJSON(r))
		}
	}
}

// wrongAnswers is all sorts of data, and legal answers spoilt in every way that the
// fields of a decision allow.
func wrongAnswers(rt *rapid.T, g *Game, d Decision) []any {
	out := []any{nil, true, false, int64(0), int64(-1), int64(1) << 62, "", "nothing", list(), list("nothing"), []any{nil}, list("P1", "P1"),
		map[string]any{}, map[string]any{"nothing": "P1"}, map[string]any{"offer": "nothing"}, map[string]any{"offer": int64(3)},
		[]any{[]any{list()}}, 1.5, []string{"P1"}, struct{}{}}
	for _, o := range d.Offers {
		out = append(out, map[string]any{"offer": o.Action}, map[string]any{"offer": o.Action, "nothing": true})
	}
	options := optionsOf(rt, g, d, 40).Options
	if len(options) == 0 {
		return out
	}
	good := options[rapid.IntRange(0, len(options)-1).Draw(rt, "good")].Any()
	out = append(out, good)
	out = append(out, spoilt(good)...)
	for _, f := range d.Fields {
		if _, isObject := good.(map[string]any); !isObject {
			out = append(out, map[string]any{f.Name: good}, map[string]any{f.Name: good, "more": true}, map[string]any{f.Name + "x": good})
		}
	}
	return out
}

// spoilt is plain data with something wrong in it, at every depth.
func spoilt(plain any) []any {
	out := []any{nil, "nothing", int64(77), true, list(), map[string]any{}, map[string]any{"nothing": plain}, []any{plain}, []any{plain, plain}}
	switch x := plain.(type) {
	case int64:
		out = append(out, x+1, x-1, -x, x+1000, int64(math.MaxInt64), int64(math.MinInt64))
	case string:
		out = append(out, x+"x", "P1", "P2", "P3", "jack", "mutiny", "veto.1", "politics", "imperial", "top_left")
	case []any:
		for i := range x {
			out = append(out, slices.Delete(slices.Clone(x), i, i+1), append(slices.Clone(x), x[i]))
			for _, bad := range spoilt(x[i]) {
				with := slices.Clone(x)
				with[i] = bad
				out = append(out, with)
			}
		}
	case map[string]any:
		for k := range x {
			without := map[string]any{}
			for name, el := range x {
				if name != k {
					without[name] = el
				}
			}
			out = append(out, without)
			for _, bad := range spoilt(x[k]) {
				with := map[string]any{}
				for name, el := range x {
					with[name] = el
				}
				with[k] = bad
				out = append(out, with)
			}
		}
	}
	return out
}

// tryActs attempts every action of the rulebook, for two of the players.
func tryActs(rt *rapid.T, g *Game) {
	words, events := g.mem.Save(), g.EventCount()
	for _, c := range g.prog.codes[1:] {
		if c.form != formAction {
			continue
		}
		args := map[string]any{}
		for i, p := range c.params {
			if i > 0 || p.choice != nil {
				args[p.name] = anyOf(g, p.typ)
			}
		}
		for _, player := range []string{g.Players()[0], g.Players()[len(g.Players())-1]} {
			for _, with := range append(spoilt(args), args) {
				obj, ok := with.(map[string]any)
				if !ok {
					continue
				}
				foretold, errForetold := g.WhyAct(player, c.name, obj)
				refused, err := g.Act(player, c.name, obj)
				if asJSON(refused) != asJSON(foretold) || fmt.Sprint(err) != fmt.Sprint(errForetold) {
					rt.Fatalf("why says %s %v, but it is %s %v", asJSON(foretold), errForetold, asJSON(refused), err)
				}
				if err == nil && refused == nil {
					if undo := g.Undo(); undo != nil {
						rt.Fatalf("undo: %v", undo)
					}
				} else {
					wellFormed(rt, obj, refused, err)
				}
				if !bytes.Equal(g.mem.Save(), words) || g.EventCount() != events {
					rt.Fatalf("%s attempts %s %s and something changes", player, c.name, asJSON(obj))
				}
			}
		}
	}
}

// TestOptionsAreWhatIsAccepted takes every listed option, and tries everything else
// that the domains of the fields allow: exactly the listed ones are accepted.
func TestOptionsAreWhatIsAccepted(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		for _, q := range g.questions() {
			opts := optionsOf(rt, g, Decision{ID: g.id(q)}, 400)
			if opts.More {
				continue // too many to try them all
			}
			listed := map[string]bool{}
			for _, o := range opts.Options {
				if listed[meaning(q, o.Any())] {
					rt.Fatalf("%s is listed twice", asJSON(o))
				}
				listed[meaning(q, o.Any())] = true
				if refused, err := tryAnswer(rt, g, g.id(q), g.playerName(q.player), o.Any()); refused != nil || err != nil {
					rt.Fatalf("the option %s is not accepted: %s %v", asJSON(o), asJSON(refused), err)
				}
			}
			for _, plain := range everyAnswer(g, q) {
				refused, err := g.WhyAnswer(g.id(q), g.playerName(q.player), plain)
				if accepted := refused == nil && err == nil; accepted != listed[meaning(q, plain)] {
					rt.Fatalf("%s is accepted: %v, listed: %v (%s %v)", asJSON(plain), accepted, !accepted, asJSON(refused), err)
				}
			}
		}
	})
}

// meaning is an answer as text, the same for all that mean the same: subsets and bags
// have no order.
func meaning(q *question, plain any) string {
	record, isRecord := plain.(map[string]any)
	if name, ok := record["offer"].(string); ok {
		q = offerNamed(q, name)
	}
	out := map[string]string{"": asJSON(plain)}
	for _, p := range q.fields {
		v := plain
		if isRecord {
			v = record[p.name]
		}
		elements, ok := v.([]any)
		if !ok || p.choice == nil || p.choice.kind != "some" && p.choice.kind != "bag" {
			out[p.name] = asJSON(v)
			continue
		}
		var parts []string
		for _, el := range elements {
			parts = append(parts, asJSON(el))
		}
		slices.Sort(parts)
		out[p.name] = strings.Join(parts, ",")
	}
	if len(q.fields) > 0 {
		out[""] = fmt.Sprint(record["offer"])
	}
	return asJSON(out)
}

// everyAnswer is every combination of everything that has the right type, as far as
// these are few: legal or not.
func everyAnswer(g *Game, q *question) []any {
	switch {
	case q.kind == "window":
		var out []any
		for _, o := range q.offers {
			for _, args := range everyRecord(g, o.fields) {
				args["offer"] = o.code.name
				out = append(out, args)
			}
		}
		return out
	case q.kind == "may":
		return []any{true, false}
	case len(q.fields) == 1:
		return everyValue(g, q.fields[0])
	}
	var out []any
	for _, args := range everyRecord(g, q.fields) {
		out = append(out, args)
	}
	return out
}

func everyRecord(g *Game, fields []*param) []map[string]any {
	out := []map[string]any{{}}
	for _, p := range fields {
		var more []map[string]any
		for _, sofar := range out {
			for _, v := range everyValue(g, p) {
				with := map[string]any{p.name: v}
				for k, el := range sofar {
					with[k] = el
				}
				more = append(more, with)
			}
		}
		out = more
	}
	return out
}

func everyValue(g *Game, p *param) []any {
	switch t := p.typ; {
	case p.choice != nil && p.choice.kind == "bag":
		out := []any{list()}
		for _, a := range g.members(t.Elem.Named.Fields[0].Type.Named) {
			for n := range int64(4) {
				one := map[string]any{"item": a, "n": n}
				out = append(out, []any{one}, []any{one, map[string]any{"item": "red", "n": int64(1)}})
			}
		}
		return out
	case t.Listy() && t.Elem.Named.Members == nil:
		return []any{list()}
	case t.Listy():
		out := []any{list()}
		members := g.members(t.Elem.Named)
		for _, a := range members[:min(6, len(members))] {
			out = append(out, list(a))
			for _, b := range members[:min(6, len(members))] {
				out = append(out, list(a, b))
			}
		}
		return out
	case t.Named != nil:
		var out []any
		for _, m := range g.members(t.Named) {
			out = append(out, m)
		}
		return out
	}
	var out []any
	for n := range int64(30) {
		out = append(out, n-3)
	}
	return out
}

// TestFieldOptions builds answers field by field from the continuations that are
// listed: every one leads to an answer that is accepted.
func TestFieldOptions(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		for _, d := range status(rt, g, value.Host).Decisions {
			fields, built := d.Fields, map[string]any{}
			if len(d.Offers) > 0 {
				o := d.Offers[rapid.IntRange(0, len(d.Offers)-1).Draw(rt, "offer")]
				fields, built = o.Fields, map[string]any{"offer": o.Action}
			}
			for _, f := range fields {
				opts, err := g.Options(d.ID, f.Name, built, 30)
				if err != nil {
					rt.Fatalf("options of %s after %s: %v", f.Name, asJSON(built), err)
				}
				if len(opts.Options) == 0 {
					if len(built) == 0 || built["offer"] != nil && len(built) == 1 {
						return // an offer that nothing can be taken of
					}
					rt.Fatalf("%s leads nowhere", asJSON(built))
				}
				built[f.Name] = opts.Options[rapid.IntRange(0, len(opts.Options)-1).Draw(rt, f.Name)].Any()
			}
			if len(fields) == 0 || d.Kind == "may" {
				continue
			}
			if refused, err := tryAnswer(rt, g, d.ID, d.Player, built); refused != nil || err != nil {
				rt.Fatalf("%s is not accepted: %s %v", asJSON(built), asJSON(refused), err)
			}
		}
	})
}

// TestRandomAnswersAreLegal judges what PlayRandom would answer.
func TestRandomAnswersAreLegal(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		seed := rapid.Uint64().Draw(rt, "chance")
		for _, q := range g.questions() {
			for range 10 {
				a := g.randomAnswer(q, &seed)
				if a == nil {
					rt.Fatalf("no answer at %s", q.step)
				}
				if against := g.judge(q, a); against != nil {
					rt.Fatalf("at %s a random answer is refused: %s", q.step, against[0].reason)
				}
			}
		}
	})
}
