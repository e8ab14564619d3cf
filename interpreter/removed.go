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
// changes and its copies, so whatever still names it does not load.

// removedRow is a row that is no longer there.
type removedRow struct {
	table *types.Named
	name  string
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
	var found []*removedRow
	note := func(table, name *dsl.Ident) {
		if n := l.types[table.Text]; n != nil && name != nil && name.Text == row && (only == "" || only == table.Text) {
			found = append(found, &removedRow{n, row, r})
		}
	}
	each(l, func(d *dsl.RowsDecl) {
		for i := 0; i < len(d.Cells); i += len(d.Columns) {
			note(d.Table, d.Cells[i].Ident)
		}
	})
	each(l, func(d *dsl.CardDecl) { note(d.Table, d.Name) })
	for _, f := range found {
		if f.table != found[0].table {
			l.errorf(CodeTarget, r.Name, "%s may mean several rows", r.Name).Hint = "write " + found[0].table.Name + "." + row + " or " + f.table.Name + "." + row
			break
		}
	}
	l.removed = append(l.removed, found...)
}

// isRemoved reports whether a row was taken out of its table.
func (l *loader) isRemoved(n *types.Named, row string) bool {
	for _, r := range l.removed {
		if r.table == n && r.name == row {
			return true
		}
	}
	return false
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
		if slices.Contains(words, r.name) {
			d.Code, d.Hint = CodeOrphan, "change or remove this, too"
			d.Note(r.by.Span(), "%s is removed here", r.name)
			return
		}
	}
}
