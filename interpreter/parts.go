package interpreter

import (
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// Part is one part of an explanation: a piece of rule text and what it is in this
// position, as one viewer may know it. Its own parts are what it is made of.
type Part struct {
	Text  string       `json:"text"`
	Value *value.Shown `json:"value,omitempty"` // left out where it has none, or may not be known
	// State is why it has no say: "not reached" (&&, || or ?: had decided), "failed",
	// "not in force", "overruled" (another file is over it); or that it is an "element"
	// of what a quantifier goes over. Empty: it was looked at.
	State string `json:"state,omitempty"`
	Why   string `json:"why,omitempty"` // it failed: the error

	// A layer of a value: who brings it and where it stands. Its value is what the
	// whole value is after it.
	From string `json:"from,omitempty"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`

	Parts []Part `json:"parts,omitempty"`
	Left  int    `json:"left,omitempty"` // further parts that are left out
}

// Bounds of an explanation: its parts in all, elements of one quantifier, values inside
// values.
const (
	mostParts    = 600
	mostElements = 12
	openedLevels = 2
)

func (g *Game) tracer() *cond.Tracer {
	return &cond.Tracer{C: &g.ctx, Room: mostParts, Most: mostElements, Levels: openedLevels, Open: g.open}
}

// showing is whom parts are shown to: a player, or the host by 0.
type showing struct {
	g      *Game
	player int64
}

// value shows words by the one door there is.
func (s showing) value(t *types.Type, words []int64) *value.Shown {
	if t == nil || t.Listy() && t.Elem.Listy() {
		return nil // a list of lists lives only while it is computed
	}
	if out, ok := s.g.holdFor(s.player, t, words).Show(value.Viewer(s.player - 1)); ok {
		return &out
	}
	return nil
}

func (s showing) part(n *cond.Node) Part {
	p := Part{Text: oneLine(n.Text), Left: n.Left}
	if n.Value {
		p.Value = s.value(n.Type, n.Words)
	}
	switch {
	case n.Fault != nil:
		p.State, p.Why = "failed", n.Fault.Message
	case n.State == cond.Unreached:
		p.State = "not reached"
	case n.State == cond.Element:
		p.State = "element"
	}
	if m, ok := n.By.(*mark); ok {
		s.label(m, &p)
	}
	p.Parts = s.parts(n.Kids)
	return p
}

// parts leaves out what is written down: the text says it.
func (s showing) parts(kids []*cond.Node) (out []Part) {
	for _, k := range kids {
		if !k.Fixed {
			out = append(out, s.part(k))
		}
	}
	return out
}

// label says what a part of an opened value is.
func (s showing) label(m *mark, p *Part) {
	switch {
	case m.guard != "":
		p.Text = m.guard + " " + p.Text
	case m.base:
		s.declared(p, m.of.base)
	case m.step.bound != nil:
		p.Text = m.step.word + " " + oneLine(m.step.bound.Text)
		s.declared(p, m.step.bound)
	default:
		l := layerOf(m.step.change.by)
		p.Text, p.From = l.Change, l.From
		p.File, p.Line, _ = l.Span.Position()
		switch m.step.says {
		case notInForce:
			p.State = "not in force"
		case overruled:
			p.State = "overruled"
		}
	}
}

// declared says where an expression stands.
func (s showing) declared(p *Part, e *cond.Expr) {
	span := exprSpan(e)
	p.From = s.g.prog.files[span.Source]
	p.File, p.Line, _ = span.Position()
}

// ExplainText takes an expression apart in the present position, for the host: each
// part with its value, each element that a quantifier goes over, and of the values that
// it reads every layer: who set what, under which condition, and what came of it.
func (g *Game) ExplainText(text string) (out Part, err error) {
	q, diags := g.QueryText(text)
	for _, d := range diags {
		return out, &Error{Diagnostic: d, Bad: true}
	}
	return g.ExplainQuery(q)
}

// ExplainQuery is ExplainText for a query.
func (g *Game) ExplainQuery(q *Query) (out Part, err error) {
	err = g.unheard(func() { out = showing{g, 0}.part(q.expr.Trace(g.tracer())) })
	return out, err
}

// unheard calls f, which changes nothing, without any account of what rules it asks.
func (g *Game) unheard(f func()) error {
	touch, quiet := g.ctx.Touch, g.quiet
	g.ctx.Touch, g.quiet = nil, true
	defer func() { g.ctx.Touch, g.quiet = touch, quiet }()
	return g.safely(f)
}
