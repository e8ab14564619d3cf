package interpreter

import (
	"cmp"
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
)

// Difference is one element that two rulebooks do not have alike.
type Difference struct {
	Base, Stack *Element // as the one and the other has it; nil if that has not
	Layers      []Layer  // changes that only Stack has, in the order in which they apply
	Gone        []Layer  // changes that only Base has
}

// Element is the element as it is now, or if it is gone, as it was.
func (d *Difference) Element() *Element {
	if d.Stack != nil {
		return d.Stack
	}
	return d.Base
}

// Differences are the elements that another rulebook, most often this one with changes
// laid over it, has otherwise. Layout and comments are no difference. Each is told once,
// as the smallest thing with a name: a new step, not the procedure around it too; what is
// new or gone as a whole, not its parts. They come in the order of the clauses that they
// cite, as this rulebook declares them; what cites none of them comes last.
func (p *Program) Differences(stack *Program) []Difference {
	base, other := newSide(p), newSide(stack)
	var out []Difference
	for _, e := range other.elements {
		d := Difference{Base: base.byKey[other.key[e]], Stack: e}
		if d.Base == nil {
			if !other.partOfNew(e, base) {
				d.Layers = other.without(e, base, nil)
				out = append(out, d)
			}
			continue
		}
		d.Layers, d.Gone = other.without(e, base, d.Base), base.without(d.Base, other, e)
		if d.Layers != nil || d.Gone != nil || other.own(e, base) != base.own(d.Base, other) {
			out = append(out, d)
		}
	}
	for _, e := range base.elements {
		if other.byKey[base.key[e]] == nil && !base.partOfNew(e, other) {
			out = append(out, Difference{Base: e})
		}
	}
	slices.SortStableFunc(out, func(a, b Difference) int { return p.compare(&a, &b) })
	return out
}

// compare orders differences: by clause, then by place.
func (p *Program) compare(a, b *Difference) int {
	place := func(d *Difference) (int, diag.Span) {
		e := d.Base
		if e == nil {
			e = d.Stack
		}
		for _, c := range p.Citations(append(e.Clauses[:len(e.Clauses):len(e.Clauses)], d.cited()...)) {
			if at, known := p.clauseAt[c.ID]; known {
				return at, e.Span
			}
		}
		return len(p.clauses), e.Span
	}
	i, x := place(a)
	j, y := place(b)
	return cmp.Or(i-j, strings.Compare(x.Source.Name, y.Source.Name), x.Start-y.Start)
}

// cited are the clauses that the changes cite.
func (d *Difference) cited() (out []string) {
	for _, l := range d.Layers {
		out = append(out, l.Clauses...)
	}
	return out
}

// side is one of the two rulebooks.
type side struct {
	elements []*Element // those that can differ, in the order of the files
	key      map[*Element]string
	byKey    map[string]*Element
	inside   map[*Element]*Element   // the smallest element around one
	parts    map[*Element][]*Element // the other way round, in order
}

// wholes are elements that only hold others, or that are told as layers of others.
var wholes = []string{"rules", "variant", "change"}

func newSide(p *Program) *side {
	s := &side{key: map[*Element]string{}, byKey: map[string]*Element{}, inside: map[*Element]*Element{}, parts: map[*Element][]*Element{}}
	for _, e := range p.index().elements {
		if slices.Contains(wholes, e.Kind) || e.whole.Source == nil {
			continue
		}
		s.elements = append(s.elements, e)
		key := e.Kind + " " + e.Name
		for s.byKey[key] != nil { // several of one name, as choices: by their order
			key += "'"
		}
		s.key[e], s.byKey[key] = key, e
	}
	s.nest()
	return s
}

// nest finds what stands in what. Elements begin in the order in which they are open.
func (s *side) nest() {
	list := slices.Clone(s.elements)
	slices.SortStableFunc(list, func(a, b *Element) int {
		return cmp.Or(strings.Compare(a.whole.Source.Name, b.whole.Source.Name), a.whole.Start-b.whole.Start, b.whole.End-a.whole.End)
	})
	var open []*Element
	for _, e := range list {
		for len(open) > 0 && (open[len(open)-1].whole.Source != e.whole.Source || open[len(open)-1].whole.End < e.whole.End) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			around := open[len(open)-1]
			s.inside[e] = around
			s.parts[around] = append(s.parts[around], e)
		}
		open = append(open, e)
	}
}

// partOfNew reports whether an element that the other side lacks belongs to something
// that is told already: an element around it that is missing there too, or a change.
func (s *side) partOfNew(e *Element, other *side) bool {
	if around := s.inside[e]; around != nil {
		if there := other.byKey[s.key[around]]; there == nil || there.Gone {
			return true
		}
	}
	return s.layerOf(e)
}

// layerOf reports whether an element is part of the text of a change, which is told with
// what it changes: a new limit, or what is asked before a step.
func (s *side) layerOf(e *Element) bool {
	for _, x := range s.elements {
		for _, l := range x.Layers[1:] {
			if l.Span.Source == e.whole.Source && l.Span.Start <= e.whole.Start && e.whole.End <= l.Span.End && !isExtension(l) {
				return true
			}
		}
	}
	return false
}

// isExtension tells fields that a file adds: each is an element of its own.
func isExtension(l Layer) bool { return strings.HasPrefix(l.Change, "extend ") }

// without are the layers of an element that the other side does not have. What changes a
// part of the element is told there. Without an element on the other side, they are all.
func (s *side) without(e *Element, other *side, there *Element) (out []Layer) {
	for _, l := range e.Layers[1:] {
		if isExtension(l) || l.On != e.Name && s.named(l.On) {
			continue
		}
		if there == nil || !slices.ContainsFunc(there.Layers[1:], l.same) {
			out = append(out, l)
		}
	}
	return out
}

func (s *side) named(name string) bool {
	return slices.ContainsFunc(s.elements, func(e *Element) bool { return e.Name == name })
}

// same reports whether two layers say the same.
func (l Layer) same(m Layer) bool {
	return l.From == m.From && l.When == m.When && dsl.TokensOf(l.Change) == dsl.TokensOf(m.Change)
}

// own is what an element says itself: its text without what stands in it and has a name
// of its own. Of that, what both sides have leaves its name, so that its order counts.
func (s *side) own(e *Element, other *side) string {
	var b strings.Builder
	at := e.whole.Start
	for _, x := range s.parts[e] {
		if x.whole.Start < at {
			continue // at the same place as the one before
		}
		b.WriteString(e.whole.Source.Text[at:x.whole.Start])
		if other.byKey[s.key[x]] != nil {
			b.WriteString(" \"" + s.key[x] + "\" ")
		}
		at = x.whole.End
	}
	b.WriteString(e.whole.Source.Text[at:e.whole.End])
	return dsl.TokensOf(b.String())
}
