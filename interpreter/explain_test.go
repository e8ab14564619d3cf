package interpreter

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// What is explained is what counts: whatever is asked, in any position, the explanation
// says what play says, and nothing changes by it.

func TestExplainedAnswersAreAsJudged(t *testing.T) {
	seen := map[string]int{}
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		before, hash := position(rt, g), g.Hash()
		seed := rapid.Uint64().Draw(rt, "chance")
		for _, q := range g.questions() {
			me := g.playerName(q.player)
			legal := g.randomAnswer(q, &seed)
			for _, plain := range append(answersBeside(g, q, legal), plainOf(g, q, legal)) {
				refused, err := g.WhyAnswer(g.id(q), me, plain)
				e, err2 := g.ExplainAnswer(g.id(q), me, plain)
				if fmt.Sprint(err) != fmt.Sprint(err2) {
					rt.Fatalf("%s: judged with %v, explained with %v", asJSON(plain), err, err2)
				}
				if err != nil {
					continue
				}
				if asJSON(refused) != asJSON(e.Refused) || e.Allowed != (refused == nil) {
					rt.Fatalf("%s: refused %s, explained as %s", asJSON(plain), asJSON(refused), asJSON(e.Refused))
				}
				verdictsFit(rt, e)
				nearestAreLegal(rt, g, g.id(q), me, plain, e)
				for _, j := range e.Judged {
					seen[j.Kind+" "+j.Verdict]++
				}
				seen["nearest"] += len(e.Nearest)
			}
		}
		if after := position(rt, g); after != before || g.Hash() != hash {
			rt.Fatalf("explaining changed the game:%s", firstDifference(before, after))
		}
	})
	for _, want := range []string{"limit holds", "limit fails", "field holds", "field fails", "nearest"} {
		if seen[want] == 0 {
			t.Errorf("%q was never seen: %v", want, seen)
		}
	}
}

// answersBeside are answers that are well made and mostly not legal: a legal one with
// another value in one field.
func answersBeside(g *Game, q *question, legal *answer) (out []any) {
	if q.kind == "window" {
		q = q.offers[legal.offer]
	}
	if legal.pass {
		return nil
	}
	for i, p := range q.fields {
		for _, words := range otherWords(p, legal.vals[i]) {
			a := &answer{yes: true, offer: legal.offer, vals: append([][]int64{}, legal.vals...)}
			a.vals[i] = words
			out = append(out, plainFields(g, q, a))
		}
	}
	return append(out, nil)
}

func plainFields(g *Game, q *question, a *answer) any {
	obj := map[string]any{}
	for i, p := range q.fields {
		obj[p.name] = g.plain(p.typ, a.vals[i])
	}
	if q.offered {
		obj["offer"] = q.code.name
	}
	return obj
}

// otherWords are values of a field's type that are near the one it has, and far.
func otherWords(p *param, now []int64) (out [][]int64) {
	switch {
	case p.typ.Kind == types.Int:
		return [][]int64{{now[0] - 1}, {now[0] + 1}, {now[0] + 1000}}
	case p.typ.Listy() && p.typ.Elem.Width() == 1:
		if n := len(now); n > 0 {
			out = append(out, now[:n-1], append(append([]int64{}, now...), now[0]))
		}
		return append(out, nil)
	case p.typ.Kind == types.Name:
		for w := range int64(min(3, len(p.typ.Named.Members))) {
			if p.typ.Named.Form != types.Seats {
				out = append(out, []int64{w + 1})
			}
		}
	}
	return out
}

// verdictsFit holds that each refusal is a rule that fails or was not judged, and that
// the topmost part of a limit is its verdict.
func verdictsFit(rt *rapid.T, e Explanation) {
	verdicts := map[string]string{}
	for _, j := range e.Judged {
		verdicts[j.Name] = j.Verdict
		if j.Kind != "limit" || j.Verdict == "not judged" || j.Verdict == "waived" || j.Verdict == "not in force" {
			continue
		}
		root := j.Parts[len(j.Parts)-1]
		if root.Value == nil || root.Value.Any() != (j.Verdict == "holds") {
			rt.Fatalf("%s %s, but is explained by %s", j.Name, j.Verdict, asJSON(root))
		}
	}
	for _, r := range e.Refused {
		if v, judged := verdicts[r.Name]; judged && v != "fails" && v != "not judged" {
			rt.Fatalf("%s is refused, but is said to be: %s", r.Name, v)
		}
	}
	for name, v := range verdicts {
		if v == "fails" && !strings.Contains(asJSON(e.Refused), `"`+name+`"`) {
			rt.Fatalf("%s fails, but is not among what is refused", name)
		}
	}
}

// nearestAreLegal holds that what is proposed would be taken, and is one change away.
func nearestAreLegal(rt *rapid.T, g *Game, id, player string, plain any, e Explanation) {
	for _, n := range e.Nearest {
		answer := n.Value.Any()
		refused, err := g.WhyAnswer(id, player, answer)
		if refused != nil || err != nil {
			rt.Fatalf("instead of %s is proposed %s, which is refused: %s %v", asJSON(plain), asJSON(answer), asJSON(refused), err)
		}
		was, isRecord := plain.(map[string]any)
		now, isToo := answer.(map[string]any)
		for key := range was {
			if isRecord && isToo && key != n.Field && asJSON(was[key]) != asJSON(now[key]) && !sameSet(was[key], now[key]) {
				rt.Fatalf("%s of %s is changed, too, by %s", key, asJSON(plain), asJSON(answer))
			}
		}
	}
}

// sameSet reports whether two lists have the same elements: what is chosen is told in
// the order that it was chosen from.
func sameSet(a, b any) bool {
	x, _ := a.([]any)
	y, _ := b.([]any)
	count := map[string]int{}
	for _, e := range x {
		count[asJSON(e)]++
	}
	for _, e := range y {
		count[asJSON(e)]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return len(x) == len(y) && len(x) > 0
}

// TestExplainedValuesAreAsPlayed takes every declared value apart for some arguments:
// the whole is what play computes, and so is what its last layer leaves.
func TestExplainedValuesAreAsPlayed(t *testing.T) {
	layers := 0
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		before := position(rt, g)
		for _, f := range g.prog.world.Values {
			text, ok := callOf(rt, g, f)
			if !ok {
				continue
			}
			q, diags := g.QueryText(text)
			if diags.HasErrors() {
				rt.Fatalf("%s: %s", text, diags[0].Message)
			}
			want, err := g.Eval(q)
			part, err2 := g.ExplainText(text)
			if err2 != nil {
				rt.Fatalf("%s: %v", text, err2)
			}
			if err != nil {
				if part.State != "failed" || part.Why != err.(*Error).Message {
					rt.Fatalf("%s fails with %v, explained by %s", text, err, asJSON(part))
				}
				continue
			}
			if part.Value == nil || asJSON(part.Value) != asJSON(want) {
				rt.Fatalf("%s is %s, explained by %s", text, asJSON(want), asJSON(part))
			}
			var last *value.Shown
			for _, p := range part.Parts {
				if p.From != "" && p.Value != nil {
					last = p.Value
				}
				if strings.HasPrefix(p.State, "not in") || p.State == "overruled" {
					layers++
				}
			}
			if last == nil || asJSON(last) != asJSON(want) {
				rt.Fatalf("%s is %s, but its layers leave %s: %s", text, asJSON(want), asJSON(last), asJSON(part))
			}
		}
		if after := position(rt, g); after != before {
			rt.Fatalf("explaining changed the game:%s", firstDifference(before, after))
		}
	})
	if layers == 0 {
		t.Error("no value with a change on it was seen")
	}
}

// callOf is a call of a value with arguments that have names.
func callOf(rt *rapid.T, g *Game, f *types.Func) (string, bool) {
	var args []string
	for _, p := range f.Params {
		switch t := p.Type; {
		case t.Kind == types.Int:
			args = append(args, fmt.Sprint(rapid.IntRange(-2, 9).Draw(rt, p.Name)))
		case t.Kind == types.Bool:
			args = append(args, fmt.Sprint(rapid.Bool().Draw(rt, p.Name)))
		case t.Kind == types.Name && t.Named.Form == types.Seats:
			args = append(args, rapid.SampledFrom(g.Players()).Draw(rt, p.Name))
		case t.Kind == types.Name && (t.Named.Form == types.Table || t.Named.Form == types.Enum):
			args = append(args, t.Named.Name+"."+rapid.SampledFrom(t.Named.Members).Draw(rt, p.Name))
		case t.Listy() && t.Elem.Kind == types.Name && t.Elem.Named.Form != types.RecordOf:
			args = append(args, t.Elem.Named.Name+".all")
		default:
			return "", false
		}
	}
	return f.Name + "(" + strings.Join(args, ", ") + ")", true
}
