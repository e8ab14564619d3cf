package interpreter

import (
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/types"
)

// A file may take a row out of its table: remove row ROW, or TABLE.ROW where several
// tables have such a row. It is gone before anything is declared, with its text, its
// changes and its copies, so whatever still names it does not load. A file that removes a
// row may declare it anew: that is a replacement.

// removedRow is a row that is no longer there.
type removedRow struct {
	table *types.Named
	name  *dsl.Ident    // where it stands
	card  *dsl.CardDecl // if it has a text
	by    *dsl.RemoveChange
}

// removeRows finds the rows that files remove.
func (l *loader) removeRows() {
	each(l, func(d *dsl.ChangeDecl) {
		if r := d.Change.Remove; r != nil && r.What == "row" {
			l.removeRow(r)
		}
	})
}

func (l *loader) removeRow(r *dsl.RemoveChange) {
	only, row := types.Qualified(r.Name.String())
	var found, own []*removedRow
	note := func(table, name *dsl.Ident, card *dsl.CardDecl) {
		n := l.types[table.Text]
		switch {
		case n == nil || name == nil || name.Text != row || only != "" && only != table.Text:
		case name.Span().Source == r.Span().Source:
			own = append(own, &removedRow{n, name, card, r})
		case l.laidOver(r.Span().Source, name.Span().Source):
			found = append(found, &removedRow{n, name, card, r})
		}
	}
	each(l, func(d *dsl.RowsDecl) {
		for i := 0; i < len(d.Cells); i += len(d.Columns) {
			note(d.Table, d.Cells[i].Ident, nil)
		}
	})
	each(l, func(d *dsl.CardDecl) { note(d.Table, d.Name, d) })
	if found == nil {
		found = own // there is nothing that they could replace
	}
	for _, f := range found {
		if f.table != found[0].table {
			l.errorf(CodeTarget, r.Name, "%s may mean several rows", r.Name).Hint = "write " + found[0].table.Name + "." + row + " or " + f.table.Name + "." + row
			break
		}
	}
	l.removed = append(l.removed, found...)
}

// laidOver reports whether a file is laid over another, so that it may take out what is
// declared there. Everything is laid over the rulebook; over a variant, what says so at
// its head, or is laid over something that does.
func (l *loader) laidOver(by, on *diag.Source) bool {
	base := l.headIn(on)
	if base == nil || base.Kind != "variant" {
		return true
	}
	var seen []*dsl.Head
	var reaches func(h *dsl.Head) bool
	reaches = func(h *dsl.Head) bool {
		if h == nil || slices.Contains(seen, h) {
			return false
		}
		seen = append(seen, h)
		return slices.ContainsFunc(slices.Concat(h.Of, h.Over), func(n *dsl.Name) bool {
			return n.String() == base.Name.String() || n.String() == base.Name.Parts[0] || reaches(l.headOf(n.String()))
		})
	}
	return reaches(l.headIn(by))
}

// isRemoved reports whether a row, by the name where it is declared, was taken out.
func (l *loader) isRemoved(row *dsl.Ident) bool {
	return slices.ContainsFunc(l.removed, func(r *removedRow) bool { return r.name == row })
}

// usedByRemoved are the words of the texts that were taken out: what only they used was
// not left unused by whoever declared it.
func (l *loader) usedByRemoved() map[string]bool {
	out := map[string]bool{}
	for _, r := range l.removed {
		if r.card != nil {
			for _, word := range strings.FieldsFunc(r.card.Span().Text(), func(c rune) bool { return c != '.' && !nameRune(c) }) {
				out[word] = true
			}
		}
	}
	return out
}

// removal is the row that a change took out, or nil.
func (l *loader) removal(ch *change) *removedRow {
	for _, r := range l.removed {
		if r.by == ch.decl.Remove {
			return r
		}
	}
	return nil
}

// orphan makes a complaint about an unknown name one about what was removed, if it was,
// and points there.
func (l *loader) orphan(d *diag.Diagnostic) {
	words := strings.FieldsFunc(d.Span.Text(), func(c rune) bool { return c == '.' || !nameRune(c) })
	for _, r := range l.removed {
		if slices.Contains(words, r.name.Text) {
			d.Code, d.Hint = CodeOrphan, "change or remove this, too"
			d.Note(r.by.Span(), "%s is removed here", r.name.Text)
			return
		}
	}
}
