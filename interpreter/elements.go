package interpreter

import (
	"slices"
	"strings"

	"ruleck/dsl/diag"
)

// Element is one thing that a rulebook declares or says, with all that is known of it
// before any game: its text, where it stands, what it cites, every change on it, and
// what reads and writes it.
type Element struct {
	Name    string
	Kind    string // what it is, in a word of the language: value, step, field, …
	Clauses []string
	Span    diag.Span // where its name stands
	Layers  []Layer   // how it is declared, then each change, in the order in which they apply
	Changes []Layer   // what it changes itself: a file, a card, an effect
	Gone    bool      // it is declared, but the last layer takes it away

	Reads, Writes, Calls        []string // fields it reads and writes; values, events, procedures it uses
	ReadBy, WrittenBy, CalledBy []string // the rules that do so with it
	CitedBy                     []string // a clause: the rules that cite it

	whole diag.Span // all of its text
	head  string    // what stands above its text in the file and belongs to it
	words string    // a clause: what it says
}

// Layer is one change of an element, or, as the first one, how it is declared.
type Layer struct {
	From   string // the file, card or effect that brings it
	On     string // the name of what is changed
	Change string // its text in one line, without its condition
	When   string // under which condition it is in force; "" for always
	Span   diag.Span

	Clauses []string // what a change cites
}

// Text is the change as it stands in its file, and while which card or effect it is in
// force.
func (l Layer) Text() string {
	text := dedent(l.Span)
	if while, _, _ := strings.Cut(l.When, ", where "); strings.HasPrefix(while, "while ") {
		return while + ":\n" + text
	}
	return text
}

// Citation is a cited clause with what it says.
type Citation struct{ ID, Words string }

// Text is the element as it stands in its file.
func (e *Element) Text() string { return e.head + dedent(e.whole) }

// Whole is where all of its text stands; of a file, its head.
func (e *Element) Whole() diag.Span { return e.whole }

// dedent is a text without the indentation of its first line.
func dedent(s diag.Span) string {
	if s.Source == nil {
		return ""
	}
	_, line, _ := s.Position()
	first, _ := s.Source.Line(line)
	indent := first[:len(first)-len(strings.TrimLeft(first, " \t"))]
	return strings.ReplaceAll(s.Text(), "\n"+indent, "\n")
}

// index finds elements by their names.
type index struct {
	elements []*Element
	named    map[string][]*Element
}

func (x *index) add(e *Element, also ...string) {
	x.elements = append(x.elements, e)
	for _, name := range append([]string{e.Name}, also...) {
		if !slices.Contains(x.named[name], e) {
			x.named[name] = append(x.named[name], e)
		}
	}
}

// Explain tells all about what goes by a name. Several things may: a row and a step,
// say. They come in the order in which they stand in the rules. A name that nothing
// has is a bad request.
func (p *Program) Explain(name string) ([]*Element, error) {
	x := p.index()
	if found := x.named[name]; len(found) > 0 {
		return found, nil
	}
	return nil, bad("nothing is called "+name, diag.DidYouMean(name, sortedKeys(x.named)))
}

// Variants are the files of changes, in the order of their names.
func (p *Program) Variants() (out []*Element) {
	for _, e := range p.index().elements {
		if e.Kind == "variant" {
			out = append(out, e)
		}
	}
	return out
}

// Citations are the clauses that citations mean, one by one, with what they say.
func (p *Program) Citations(cited []string) (out []Citation) {
	for _, id := range cited {
		prefix, star := strings.CutSuffix(id, "*")
		if id == house {
			out = append(out, Citation{house, "a rule of this table"})
		}
		for _, c := range p.clauses {
			if c.ID == id || star && strings.HasPrefix(c.ID, prefix) {
				out = append(out, Citation{c.ID, c.Words})
			}
		}
	}
	return out
}

// citedBy tells each clause who cites it.
func (x *index) citedBy(p *Program) {
	for _, r := range p.Rules() {
		for _, c := range p.Citations(r.Clauses) {
			for _, e := range x.named[c.ID] {
				if e.Kind == "clause" && !slices.Contains(e.CitedBy, r.Name) {
					e.CitedBy = append(e.CitedBy, r.Name)
				}
			}
		}
	}
}
