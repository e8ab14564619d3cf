package interpreter

import (
	"ruleck/interpreter/types"
)

// A variant may correct what is printed on a row, set ROW.COLUMN to CONSTANT, and choose
// a reading of a ruling, set RULING to READING. That is done once, when loading, before
// anything reads it.

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
		l.inOrder(changes[c], false)
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

// printedNames are the names of all cells that a file may correct.
func (l *loader) printedNames() (out []string) {
	for _, n := range l.world.Named {
		if n.Form != types.Table {
			continue
		}
		for _, f := range n.Fields {
			for _, m := range n.Members {
				if f.Column != nil && f.Name != "written" {
					out = append(out, m+"."+f.Name)
				}
			}
		}
	}
	return out
}

func (l *loader) changePrinted(cell printed, list []*change) {
	fits := func(ch *change) bool {
		if l.copied(cell.field) {
			l.errorf(CodeTarget, ch.decl, "%s says how many copies are made: that cannot be changed", ch.at)
			return false
		}
		return true
	}
	if now, set := l.onceAndForAll(list, "printed", cell.field.Type, *cell.word(), fits); set {
		*cell.word() = now
	}
}

// onceAndForAll gives what files set something to that stands before play begins: a
// constant without a condition. What it is says what kind of thing that is; was is what
// it is without them.
func (l *loader) onceAndForAll(list []*change, what string, typ *types.Type, was int64, fits func(*change) bool) (word int64, set bool) {
	var first *change
	for _, ch := range list {
		d, name := ch.decl.Set, ch.at.String()
		if d == nil || d.Where != nil || d.Target.Params != nil || ch.file == "" {
			l.errorf(CodeTarget, ch.decl, "%s is %s: a file may set it to something else, once and for all, no more", name, what).Hint = "set " + name + " to CONSTANT"
			continue
		}
		if !fits(ch) || first != nil && l.isOver(first, ch) {
			continue
		}
		errors := len(l.diags)
		now := l.constant(d.To, typ)
		switch {
		case len(l.diags) > errors:
		case first != nil && now != word:
			l.setTwice(name, first, ch, first.decl.Set.To.Text, d.To.Text)
		case first == nil:
			if word, first = now, ch; now == was {
				l.idle(ch, name+" is that without it")
			}
		}
	}
	return word, first != nil
}

// chosenReadings carries out what files say of rulings: set RULING to READING. Whoever
// starts a game may still pick another reading.
func (l *loader) chosenReadings() {
	if l.prog.checker == nil {
		return
	}
	for _, r := range l.prog.rulings {
		list := l.changesOn("value " + r.named.Name)
		fits := func(*change) bool { return true }
		if now, set := l.onceAndForAll(list, "a ruling", &types.Type{Kind: types.Name, Named: r.named}, r.fallback, fits); set {
			r.fallback = now
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
