package interpreter

import (
	"slices"
	"strings"

	"ruleck/dsl/diag"
)

// VariantHead is what a variant says of itself.
type VariantHead struct {
	Name string
	File string // the name of its source

	Over []string // what it goes before where both change one thing

	// Changes are the clauses that it means to change, as its head cites them.
	Changes []Intent
}

// Intent is one clause, or with a * at its end all that begin so.
type Intent struct {
	Clause string
	Span   diag.Span
}

// Means reports whether a clause is meant.
func (i Intent) Means(clause string) bool {
	prefix, star := strings.CutSuffix(i.Clause, "*")
	return i.Clause == clause || star && strings.HasPrefix(clause, prefix)
}

// VariantHeads are the variants that are laid over the rulebook, in the order of their
// names.
func (p *Program) VariantHeads() []VariantHead { return p.variants }

// MeansToChange reports whether a variant says that it changes a clause.
func (h *VariantHead) MeansToChange(clause string) bool {
	return slices.ContainsFunc(h.Changes, func(i Intent) bool { return i.Means(clause) })
}

// intended collects what variants say of themselves.
func (l *loader) intended() {
	for _, f := range l.files {
		if f == nil || f.Head == nil || f.Head.Kind != "variant" {
			continue
		}
		h := VariantHead{Name: f.Head.Name.String(), File: f.Head.Span().Source.Name}
		for _, o := range f.Head.Over {
			h.Over = append(h.Over, o.String())
		}
		for _, cite := range f.Head.Changes {
			for _, c := range cite.Clauses {
				h.Changes = append(h.Changes, Intent{c.ID, c.Span()})
			}
		}
		l.prog.variants = append(l.prog.variants, h)
	}
}
