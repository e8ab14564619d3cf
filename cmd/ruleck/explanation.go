package main

import (
	"fmt"
	"slices"
	"strings"

	"ruleck/interpreter"
)

// How an explanation of an answer is told to a person.

// deepest is how far into an expression an explanation goes.
const deepest = 4

// judge tells what the rules say to a whole answer, and why.
func (q *asking) judge(answer any) error {
	e, err := q.explanation(answer)
	if err != nil {
		q.wrong(err)
		return nil
	}
	switch {
	case e.Allowed:
		q.tell("", "allowed")
	case len(e.Judged) == 0: // nothing in it was looked at, as when somebody else decides
		q.reasons(e.Refused)
	default:
		q.tell("", q.paint(againstRole, "refused:"))
	}
	q.judged(e)
	q.nearest(e.Nearest)
	return nil
}

// judged tells how each rule came out. Of those that hold behind a refusal there is
// only the number: they are not what keeps the answer from being legal.
func (q *asking) judged(e interpreter.Explanation) {
	room := 0
	if e.Allowed {
		room = mostHeld
	}
	unlisted := 0
	for _, j := range e.Judged {
		switch {
		case j.Verdict == "fails":
			q.fails(j)
			continue
		case j.Verdict == "holds" && room == 0:
			unlisted++
			continue
		case j.Verdict == "holds":
			room--
		}
		q.tell("  ", q.paint(quietRole, clean(fmt.Sprintf("%s: %s%s (%s)", j.Verdict, j.Text, cited(j.Clauses), j.Name))))
	}
	if unlisted > 0 {
		q.tell("  ", q.paint(quietRole, count(unlisted, "other rule")+" found nothing against it"))
	}
}

// mostHeld bounds how many rules are listed that an answer satisfies.
const mostHeld = 8

func (q *asking) explanation(answer any) (interpreter.Explanation, error) {
	game := q.host.game
	if q.act == nil {
		return game.ExplainAnswer(q.decision.ID, q.decision.Player, answer)
	}
	args, ok := answer.(map[string]any)
	if !ok {
		return interpreter.Explanation{}, bad("an action is taken with an object of its parameters")
	}
	return game.ExplainAct(q.act.Player, q.act.Action, args)
}

// fails tells of a rule that an answer breaks, and what made it so.
func (q *asking) fails(j interpreter.Judged) {
	for _, reason := range j.Reasons {
		q.tell("  ", clean(reason+cited(j.Clauses)+" ("+j.Name+")"))
	}
	q.parts(j.Parts, 1)
}

// parts tells what a condition is made of, and what each part of it is.
func (q *asking) parts(parts []interpreter.Part, level int) {
	if level > deepest {
		return
	}
	for _, p := range parts {
		text := p.Text
		if p.Value != nil {
			text += " is " + spell(p.Value.Any())
		}
		if p.State != "" && p.State != "element" {
			text += ": " + p.State
		}
		if p.Why != "" {
			text += ": " + p.Why
		}
		if p.File != "" {
			text += " (" + place(p.File, p.Line) + ")"
		}
		q.tell(strings.Repeat("    ", level)+"  ", clean(text))
		q.parts(p.Parts, level+1)
	}
}

// nearest tells which legal answers are one change away from a refused one.
func (q *asking) nearest(near []interpreter.Near) {
	for _, n := range near {
		text := "pass"
		switch {
		case n.Field == "":
		case n.Take == nil:
			text = n.Field + " without " + spell(n.Drop.Any())
		case n.Drop == nil:
			text = n.Field + " with " + spell(n.Take.Any())
		default:
			text = fmt.Sprintf("%s %s in place of %s", n.Field, spell(n.Take.Any()), spell(n.Drop.Any()))
		}
		q.tell("  ", q.paint(quietRole, clean("allowed would be: "+text)))
	}
}

// complete reports whether parts are a whole answer.
func (q *asking) complete(parts []part) bool {
	fields := q.decision.Fields
	if q.act != nil {
		fields = q.act.Fields
	}
	if len(parts) > 0 && parts[0].name == offerField && q.act == nil {
		i := slices.IndexFunc(q.decision.Offers, func(o interpreter.Open) bool { return o.Action == parts[0].value })
		if i < 0 {
			return false
		}
		fields, parts = q.decision.Offers[i].Fields, parts[1:]
	}
	return len(parts) == len(fields)
}
