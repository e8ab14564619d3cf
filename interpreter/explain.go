package interpreter

import (
	"strings"

	"ruleck/interpreter/internal/cond"
)

// Explanation tells how an answer or act is judged, as the player who gives it may
// know: what a refusal lists, every field and every limit with how it came out and why,
// and, of an answer that is refused, the legal ones that are one change away.
type Explanation struct {
	Allowed bool     `json:"allowed"`
	Refused Refused  `json:"refused,omitempty"`
	Judged  []Judged `json:"judged"`
	Nearest []Near   `json:"nearest,omitempty"`
}

// Judged is one rule that an answer was held against.
type Judged struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"` // "field": what may be chosen; "limit"; "cost"
	Clauses []string `json:"clauses"`
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Text    string   `json:"text"` // the condition, or what is chosen from
	// Verdict is "holds", "fails", "not judged" (what it leans on has failed), or of a
	// limit "waived" or "not in force".
	Verdict string   `json:"verdict"`
	Reasons []string `json:"reasons,omitempty"` // of what fails
	Parts   []Part   `json:"parts,omitempty"`
}

// hears is told how an answer is judged while that goes on, so that what is explained
// is what was judged. In play there is none, and its methods do nothing.
type hears struct {
	showing
	q      *question
	a      *answer
	judged []Judged
}

func (h *hears) question(q *question, a *answer) {
	if h != nil {
		h.q, h.a = q, a
	}
}

// field hears of one field: what it may be was worked out from these.
func (h *hears) field(b *bench, p *param, against []reason) {
	if h == nil {
		return
	}
	h.player = b.q.player
	j := h.rule(b.fieldRule(p), "field", b.ruleOf(p), against)
	if b.q.split != nil {
		h.trace(&j, b.q.split.what, "")
	} else {
		c := p.choice
		for _, e := range []struct {
			expr *cond.Expr
			word string
		}{{c.from, "from"}, {c.to, "to"}, {c.min, "at least"}, {c.max, "at most"}} {
			if e.expr == nil || e.word == "at least" && c.min == c.max {
				continue
			}
			if e.word == "at most" && c.min == c.max {
				e.word = "exactly"
			}
			h.trace(&j, e.expr, e.word)
		}
	}
	h.judged = append(h.judged, j)
}

// limit hears of one limit, while the answer lies on the bench.
func (h *hears) limit(b *bench, l *limit, against []reason) {
	if h == nil {
		return
	}
	h.player = b.q.player
	j := h.rule(l.name, "limit", l.rule, against)
	j.Text = oneLine(l.cond.Text)
	j.File, j.Line, _ = l.span.Position()
	counts := true
	if l.guard != nil && h.guard(&j, l.guard, "in force") == no {
		j.Verdict, counts = "not in force", false
	}
	for _, w := range l.waived {
		if counts && h.guard(&j, w, "waived") == yes {
			j.Verdict, counts = "waived", false
		}
	}
	if counts {
		j.Parts = append(j.Parts, h.part(l.cond.Trace(h.g.tracer())))
	}
	h.judged = append(h.judged, j)
}

// cost hears of what saying yes takes.
func (h *hears) cost(q *question, have int64, against []reason) {
	if h == nil {
		return
	}
	h.player = q.player
	j := h.rule(q.step+".cost", "cost", q.cost.rule, against)
	h.trace(&j, q.cost.amount, "paying")
	from := q.cost.from
	j.Text += " from " + from.Text
	j.Parts = append(j.Parts, Part{Text: from.Text, Value: h.value(from.Type, []int64{have})})
	h.judged = append(h.judged, j)
}

// rule begins what is told of one rule.
func (h *hears) rule(name, kind string, rule int, against []reason) Judged {
	r := h.g.prog.rules[rule]
	j := Judged{Name: name, Kind: kind, Clauses: append([]string{}, r.Clauses...), Verdict: "holds"}
	j.File, j.Line, _ = r.Span.Position()
	for _, a := range against {
		j.Reasons = append(j.Reasons, a.reason)
		if a.spared {
			j.Verdict = "not judged"
		} else {
			j.Verdict = "fails"
		}
	}
	return j
}

// trace adds an expression that a field's domain is made of.
func (h *hears) trace(j *Judged, e *cond.Expr, word string) {
	n := e.Trace(h.g.tracer())
	p := h.part(n)
	p.Text = strings.TrimPrefix(word+" "+p.Text, " ")
	j.Text = strings.TrimPrefix(j.Text+", "+p.Text, ", ")
	j.Parts = append(j.Parts, p)
}

// answers to whether a change is in force; it may be that this cannot be told.
type said uint8

const (
	yes said = iota
	no
	unsaid
)

// guard adds the conditions of a change, and says whether it is in force.
func (h *hears) guard(j *Judged, g *guard, word string) said {
	for _, e := range []struct {
		expr *cond.Expr
		word string
	}{{g.while, "while"}, {g.where, "where"}} {
		if e.expr == nil {
			continue
		}
		n := e.expr.Trace(h.g.tracer())
		p := h.part(n)
		p.Text = word + " " + e.word + " " + p.Text
		j.Parts = append(j.Parts, p)
		switch {
		case !n.Value:
			return unsaid
		case n.Words[0] == 0:
			return no
		}
	}
	return yes
}

// ExplainAnswer tells how an answer would be judged, and changes nothing. A request
// that makes no sense is an error, as with Answer.
func (g *Game) ExplainAnswer(decision, player string, plain any) (Explanation, error) {
	return g.explained(func() (Refused, error) { return g.WhyAnswer(decision, player, plain) })
}

// ExplainAct tells how an act would be judged, and changes nothing.
func (g *Game) ExplainAct(player, action string, args map[string]any) (Explanation, error) {
	return g.explained(func() (Refused, error) { return g.WhyAct(player, action, args) })
}

func (g *Game) explained(why func() (Refused, error)) (out Explanation, err error) {
	h := &hears{showing: showing{g: g}}
	touch, quiet := g.ctx.Touch, g.quiet
	g.ctx.Touch, g.quiet, g.hears = nil, true, h
	defer func() { g.ctx.Touch, g.quiet, g.hears = touch, quiet, nil }()
	refused, err := why()
	g.hears = nil
	if err != nil {
		return out, err
	}
	out = Explanation{Allowed: len(refused) == 0, Refused: refused, Judged: h.judged}
	if out.Judged == nil {
		out.Judged = []Judged{}
	}
	if h.q != nil && !out.Allowed {
		out.Nearest = g.nearest(h.q, h.a)
	}
	return out, nil
}
