package interpreter

import (
	"cmp"
	"slices"
	"strings"

	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// What a rule reads, writes and calls is known where its expressions and statements
// are compiled. It is noted there, with its place; whose it is tells the place, since
// the texts of rules lie inside one another and never across.

// use is what one expression or statement uses, at its place in the text.
type use struct {
	at            diag.Span
	reads, writes []*types.Field
	calls         []string
}

// noteReads remembers what an expression uses.
func (l *loader) noteReads(at spanned, e *cond.Expr) {
	u := use{at: at.Span(), reads: slices.Concat(e.Fields, e.Counts, e.Columns)}
	for _, f := range e.Calls {
		u.calls = append(u.calls, f.Name)
	}
	if len(u.reads)+len(u.calls) > 0 {
		l.uses = append(l.uses, u)
	}
}

// noteWrites remembers the fields that a statement writes.
func (l *loader) noteWrites(at spanned, fields ...*types.Field) {
	l.uses = append(l.uses, use{at: at.Span(), writes: fields})
}

// noteCall remembers that a text lets something happen, runs it or ends it.
func (l *loader) noteCall(at spanned, name string) {
	l.uses = append(l.uses, use{at: at.Span(), calls: []string{name}})
}

// declaredName is a field as it is declared: its owner and its name. What the engine
// keeps for a ruling goes by the ruling.
func declaredName(f *types.Field) string {
	if name, ok := strings.CutPrefix(f.Name, hiddenPrefix); ok {
		return name
	}
	return f.Owner.Name + "." + f.Name
}

// link joins uses and elements, both ways. An element uses what stands anywhere in its
// text; something is used by the smallest element around the place.
func (x *index) link(uses []use) {
	elements := slices.Clone(x.elements)
	slices.SortStableFunc(elements, func(a, b *Element) int { return inOrder(a.whole, b.whole) })
	uses = slices.Clone(uses)
	slices.SortStableFunc(uses, func(a, b use) int { return inOrder(a.at, b.at) })
	var around []*Element // those that the place lies in, outermost first
	next := 0
	for _, u := range uses {
		for ; next < len(elements) && inOrder(elements[next].whole, u.at) <= 0; next++ {
			around = append(inside(around, elements[next].whole), elements[next])
		}
		around = inside(around, u.at)
		for _, e := range around {
			e.uses(u)
		}
		if len(around) > 0 {
			x.usedBy(u, around[len(around)-1])
		}
	}
	for _, e := range x.elements {
		for _, list := range []*[]string{&e.Reads, &e.Writes, &e.Calls, &e.ReadBy, &e.WrittenBy, &e.CalledBy} {
			slices.Sort(*list)
			*list = slices.Compact(*list)
		}
	}
}

// inOrder is by file and place; of two that begin together the larger comes first.
func inOrder(a, b diag.Span) int {
	if a.Source != b.Source {
		return strings.Compare(fileOf(a), fileOf(b))
	}
	return cmp.Or(a.Start-b.Start, b.End-a.End)
}

func fileOf(s diag.Span) string {
	if s.Source == nil {
		return ""
	}
	return s.Source.Name
}

// inside keeps those elements that a place lies in.
func inside(list []*Element, at diag.Span) []*Element {
	for n := len(list); n > 0; n-- {
		if last := list[n-1].whole; last.Source == at.Source && last.End >= at.End {
			return list[:n]
		}
	}
	return nil
}

func (e *Element) uses(u use) {
	for _, f := range u.reads {
		e.Reads = append(e.Reads, declaredName(f))
	}
	for _, f := range u.writes {
		e.Writes = append(e.Writes, declaredName(f))
	}
	e.Calls = append(e.Calls, u.calls...)
}

// usedBy tells what is used whose text uses it.
func (x *index) usedBy(u use, by *Element) {
	tell := func(name string, list func(*Element) *[]string) {
		for _, e := range x.named[name] {
			if e != by {
				*list(e) = append(*list(e), by.Name)
			}
		}
	}
	for _, f := range u.reads {
		tell(declaredName(f), func(e *Element) *[]string { return &e.ReadBy })
	}
	for _, f := range u.writes {
		tell(declaredName(f), func(e *Element) *[]string { return &e.WrittenBy })
	}
	for _, name := range u.calls {
		tell(name, func(e *Element) *[]string { return &e.CalledBy })
	}
}
