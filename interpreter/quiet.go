package interpreter

import (
	"maps"
	"slices"
	"strings"

	"ruleck/dsl/diag"
)

// Inside a `together` block and a `finally` step nobody can be asked: play could
// stop halfway through what happens whole. That goes for what is called from there,
// too, however deep; what a `whenever` does comes later and may ask.

// quiet is a call from where nobody can be asked.
type quiet struct {
	call  *callSite
	place string
}

// codes are what a call may begin: for a slot of a row, the text of any row.
func (s *callSite) codes(p *Program) (out []*code) {
	if s.code != nil {
		return []*code{s.code}
	}
	for _, w := range slices.Sorted(maps.Keys(s.slot)) {
		if id := s.slot[w]; id != 0 {
			out = append(out, p.codes[id])
		}
	}
	return out
}

// quietCalls reports calls that may lead to a question where nobody can be asked,
// with the way to it.
func (l *loader) quietCalls() {
	for _, q := range l.quiet {
		path, at := l.asking(q.call.codes(l.prog))
		if path == nil {
			continue
		}
		d := l.errorf(CodeShape, spanAt{q.call.span}, "nobody can be asked inside %s, but %s asks", q.place, strings.Join(path, ", which calls "))
		d.Note(at, "a player is asked here")
		d.Hint = "ask before, or let a `whenever` ask"
	}
}

// asking finds the shortest way from one of some codes to a question: the names of
// what is called on it, and where the question stands.
func (l *loader) asking(from []*code) (path []string, at diag.Span) {
	by := map[*code]*code{}
	for _, c := range from {
		by[c] = nil
	}
	for ; len(from) > 0; from = from[1:] {
		c := from[0]
		var next []*code
		for _, o := range c.ops {
			switch o := o.(type) {
			case asker:
				at = o.where(&Game{code: c})
				for ; c != nil; c = by[c] {
					path = append([]string{c.name}, path...)
				}
				return path, at
			case *opCall:
				next = append(next, o.call.codes(l.prog)...)
			}
		}
		for _, n := range next {
			if _, seen := by[n]; !seen {
				by[n] = c
				from = append(from, n)
			}
		}
	}
	return nil, diag.Span{}
}
