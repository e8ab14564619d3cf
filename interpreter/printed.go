package interpreter

import (
	"ruleck/interpreter/types"
)

// A variant may correct what is printed on a row: set ROW.COLUMN to CONSTANT. That is
// done once, when loading, before anything reads the column.

// printedChanges carries out the changes of printed columns.
func (l *loader) printedChanges() {
	if l.prog.checker == nil {
		return
	}
	var cells []printed
	changes := map[printed][]*change{}
	for _, hook := range sortedKeys(l.changes) {
		kind, name := cutWord(hook)
		if kind != "value" {
			continue
		}
		switch at := l.printedAt(name); len(at) {
		case 0:
		case 1:
			if changes[at[0]] == nil {
				cells = append(cells, at[0])
			}
			changes[at[0]] = append(changes[at[0]], l.changesOn(hook)...)
		default:
			ch := l.changesOn(hook)[0]
			l.errorf(CodeTarget, ch.at, "%s may mean several rows", name).Hint = "write " + at[0].field.Owner.Name + "." + name + " or " + at[1].field.Owner.Name + "." + name
		}
	}
	for _, c := range cells {
		l.inOrder(changes[c])
		l.changePrinted(c, changes[c])
	}
}

// printed is one cell: a column of a row.
type printed struct {
	field *types.Field
	row   int64
}

func (c printed) word() *int64 { return &c.field.Column[c.row-1] }

// printedAt finds what a dotted name means: ROW.COLUMN, or TABLE.ROW.COLUMN where
// several tables have such a row.
func (l *loader) printedAt(name string) (found []printed) {
	owner, column := types.Qualified(name)
	table, member := types.Qualified(owner)
	for _, n := range l.world.Named {
		if n.Form != types.Table || table != "" && n.Name != table {
			continue
		}
		at := n.Field(column)
		if w := n.Member(member); w != 0 && at != nil && at.Column != nil && at.Name != "written" {
			found = append(found, printed{at, w})
		}
	}
	return found
}

func (l *loader) changePrinted(cell printed, list []*change) {
	var first *change
	for _, ch := range list {
		set, name := ch.decl.Set, ch.at.String()
		switch {
		case set == nil || set.Where != nil || set.Target.Params != nil || ch.file == "":
			l.errorf(CodeTarget, ch.decl, "%s is printed: a file may set it to something else, once and for all, no more", name).Hint = "set " + name + " to CONSTANT"
			continue
		case l.copied(cell.field):
			l.errorf(CodeTarget, ch.decl, "%s says how many copies are made: that cannot be changed", name)
			continue
		}
		if first != nil && l.isOver(first, ch) {
			continue
		}
		errors := len(l.diags)
		now := l.constant(set.To, cell.field.Type)
		switch {
		case len(l.diags) > errors:
		case first != nil && now != *cell.word():
			l.setTwice(name, first, ch, first.decl.Set.To.Text, set.To.Text)
		case first == nil:
			*cell.word(), first = now, ch
		}
	}
}

// copied reports whether a column says how many copies of its rows there are.
func (l *loader) copied(f *types.Field) bool {
	for _, n := range l.world.Named {
		if n.Form == types.Copies && n.Of == f.Owner && f.Name == "copies" {
			return true
		}
	}
	return false
}

// guardNames are the names of the guards of steps, which changes may set or forbid.
func (l *loader) guardNames() (out []string) {
	for _, r := range l.prog.rules {
		if r.Kind == "step" {
			out = append(out, r.Name+".when")
		}
	}
	return out
}
