package interpreter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/types"
)

// fieldDef is a field waiting for its default and its `seen by`.
type fieldDef struct {
	field *types.Field
	decl  *dsl.Field
}

// rowDef is one row of a table as written: the text of each column's cell.
type rowDef struct {
	table     *types.Named
	name      *dsl.Ident
	cells     map[string]cell
	unwritten bool
	card      bool
}

type cell struct {
	at   spanned
	expr *dsl.Expr // a card's column
	cell *dsl.Cell // a row's cell
}

// declareTypes makes the named types and their members.
func (l *loader) declareTypes() {
	each(l, func(d *dsl.EnumDecl) {
		if n := l.newType(d.Name, types.Enum); l.types[n.Name] == n {
			l.members(n, d.Members)
		}
	})
	each(l, func(d *dsl.UnionDecl) { l.newType(d.Name, types.UnionOf) })
	each(l, func(d *dsl.RecordDecl) { l.newType(d.Name, types.RecordOf) })
	each(l, func(d *dsl.TableDecl) { l.newType(d.Name, types.Table) })
	each(l, func(d *dsl.SeatsDecl) { l.declareSeats(d) })
	each(l, func(d *dsl.EntityDecl) { l.declareEntity(d) })
	each(l, func(d *dsl.GameDecl) {
		if l.once("declaration", "game", d) {
			l.world.Game = &types.Named{Name: "game", Form: types.Game}
			l.world.Named = append(l.world.Named, l.world.Game)
		}
	})
	each(l, func(d *dsl.RulingDecl) { l.declareRuling(d) })
	l.removeRows()
	each(l, func(d *dsl.RowsDecl) { l.declareRows(d) })
	each(l, func(d *dsl.CardDecl) { l.declareCard(d) })
	each(l, func(d *dsl.EntityDecl) { l.declareCopies(d) })
	if l.world.Game == nil {
		l.world.Game = &types.Named{Name: "game", Form: types.Game}
		l.world.Named = append(l.world.Named, l.world.Game)
	}
	if l.world.Seats == nil {
		l.noPlayers()
	}
}

// noPlayers reports that nobody can sit down, unless what is already reported may
// have hidden the declaration.
func (l *loader) noPlayers() {
	if l.diags.HasErrors() {
		return
	}
	for _, f := range l.files {
		if f.Head.Kind == "variant" {
			l.errorf(CodeMissing, f.Head, "a variant needs its rulebook").Hint = "name both: " + l.bookOf(f.Head) + "+" + f.Head.Span().Source.Name
			return
		}
	}
	for _, f := range l.files {
		l.errorf(CodeMissing, f.Head, "no players are declared").Hint = "seats Player 2..4 { }"
		return
	}
	l.diags.Errorf(CodeMissing, diag.Span{}, "there are no rules")
}

// newType registers a type; a second one of the same name is reported and gets a
// stand-in that nothing finds.
func (l *loader) newType(name *dsl.Ident, form types.Form) *types.Named {
	n := &types.Named{Name: name.Text, Form: form}
	l.plainName(name.Text, name)
	if l.once("type", name.Text, name) {
		l.types[name.Text] = n
		l.world.Named = append(l.world.Named, n)
	}
	return n
}

func (l *loader) members(n *types.Named, names []*dsl.Ident) {
	for _, m := range names {
		l.plainName(m.Text, m)
		if l.once("member of "+n.Name, m.Text, m) {
			n.Members = append(n.Members, m.Text)
		}
	}
}

func (l *loader) declareSeats(d *dsl.SeatsDecl) {
	n := l.newType(d.Name, types.Seats)
	if l.world.Seats != nil {
		l.errorf(CodeTwice, d.Name, "the players are declared twice").Note(l.spans["type "+l.world.Seats.Name], "first declared here")
		return
	}
	l.world.Seats = n
	least := int(d.Min.Value)
	most := least
	if d.Max != nil {
		most = int(d.Max.Value)
	}
	if least < 1 || most < least || most > types.MaxSeats {
		l.errorf(CodeShape, d.Min, "a game is for 1 to %d players, the smaller number first", types.MaxSeats)
		least, most = 1, 1
	}
	n.MinSeat = least
	for i := 1; i <= most; i++ {
		n.Members = append(n.Members, fmt.Sprintf("P%d", i))
	}
}

// maxMembers bounds a type, so that a file cannot ask for all of memory.
const maxMembers = 2000

func (l *loader) declareEntity(d *dsl.EntityDecl) {
	if d.CopiesOf != nil {
		l.newType(d.Name, types.Copies)
		return
	}
	n := l.newType(d.Name, types.Entity)
	if d.Count.Value < 1 || d.Count.Value > maxMembers {
		l.errorf(CodeShape, d.Count, "there may be 1 to %d of them", maxMembers)
		return
	}
	for i := 1; i <= int(d.Count.Value); i++ {
		n.Members = append(n.Members, fmt.Sprintf("%s.%d", d.Name.Text, i))
	}
}

// declareCopies makes the members of a copies type once all rows are known.
func (l *loader) declareCopies(d *dsl.EntityDecl) {
	n := l.types[d.Name.Text]
	if d.CopiesOf == nil || n == nil || n.Of != nil {
		return
	}
	n.Of = l.table(d.CopiesOf)
	if n.Of == nil || !l.countCopies(d.CopiesOf, n.Of) {
		return
	}
	if d.Per == nil {
		l.copiesOf(n, "", 0)
	} else if seats := l.typeNamed(d.Per); seats != nil && seats == l.world.Seats {
		for i, player := range seats.Members {
			l.copiesOf(n, player+".", int64(i+1))
		}
	} else if seats != nil {
		l.errorf(CodeShape, d.Per, "only the players can each have a set of copies, not %s", seats.Name)
	}
	if len(n.Members) > maxMembers {
		l.errorf(CodeShape, d.Name, "%d copies are too many, at most %d", len(n.Members), maxMembers)
	}
}

// copiesOf adds one set of copies: nobody's, or those of one player.
func (l *loader) copiesOf(n *types.Named, prefix string, owner int64) {
	for _, r := range l.rowDefs {
		if r.table != n.Of {
			continue
		}
		count := l.copyCount[r.name]
		for i := 1; i <= count; i++ {
			n.Members = append(n.Members, fmt.Sprintf("%s%s.%d", prefix, r.name.Text, i))
			n.Faces = append(n.Faces, n.Of.Member(r.name.Text))
			if owner > 0 {
				n.Owners = append(n.Owners, owner)
			}
		}
	}
}

// countCopies reads from a table how many copies of each row there are.
func (l *loader) countCopies(of *dsl.Ident, table *types.Named) bool {
	var column *dsl.Field
	each(l, func(d *dsl.TableDecl) {
		for _, it := range d.Items {
			if d.Name.Text == table.Name && it.Col != nil && !it.Has && it.Col.Name.Text == "copies" {
				column = it.Col
			}
		}
	})
	if column == nil {
		l.errorf(CodeShape, of, "%s needs a column `copies` that says how many there are of each row", table.Name).Hint = "copies: int 1..4"
		return false
	}
	for _, r := range l.rowDefs {
		c, ok := r.cells["copies"]
		if r.table != table || !ok && column.Default == nil {
			continue // the columns stage says so
		}
		if !ok {
			c = cell{at: column.Default, expr: column.Default}
		}
		count, err := strconv.Atoi(c.text())
		if err != nil || count < 0 || count > maxMembers {
			l.errorf(CodeShape, c.at, "there may be 0 to %d copies of %s, written as a number", maxMembers, r.name.Text)
			continue
		}
		l.copyCount[r.name] = count
	}
	return true
}

func (c cell) text() string {
	switch {
	case c.expr != nil:
		return strings.TrimSpace(c.expr.Text)
	case c.cell != nil:
		return c.cell.Span().Text()
	}
	return ""
}

// table finds a table by name.
func (l *loader) table(name *dsl.Ident) *types.Named {
	n := l.typeNamed(name)
	if n != nil && n.Form != types.Table {
		l.errorf(CodeShape, name, "%s is not a table", name.Text)
		return nil
	}
	return n
}

// typeNamed finds any declared type, or reports that there is none.
func (l *loader) typeNamed(name *dsl.Ident) *types.Named {
	if n := l.types[name.Text]; n != nil {
		return n
	}
	d := l.errorf(CodeUnknown, name, "no type is called %s", name.Text)
	d.Hint = diag.DidYouMean(name.Text, append(sortedKeys(l.types), "int", "bool"))
	return nil
}

func (l *loader) declareRuling(d *dsl.RulingDecl) {
	if !l.once("ruling", d.Name.Text, d.Name) {
		return
	}
	l.plainName(d.Name.Text, d.Name)
	if l.types[d.Name.Text] != nil {
		l.reserved(d.Name.Text, "a type", d.Name)
	}
	n := &types.Named{Name: d.Name.Text, Form: types.Enum}
	l.members(n, d.Options)
	w := n.Member(d.Default.Text)
	if w == 0 {
		l.errorf(CodeUnknown, d.Default, "ruling %s has no reading %s", n.Name, d.Default.Text).Hint = orList(diag.DidYouMean(d.Default.Text, n.Members), n.Members)
	}
	l.world.Ruling = append(l.world.Ruling, n)
	l.prog.rulings = append(l.prog.rulings, &ruling{named: n, fallback: w, rule: l.rule(d.Name.Text, "ruling", d.Span(), d.Cite)})
}

func (l *loader) declareRows(d *dsl.RowsDecl) {
	n := l.table(d.Table)
	width := len(d.Columns)
	if n == nil || !l.heading(d) {
		return
	}
	if len(d.Cells)%width != 0 {
		l.oddRow(d)
		return
	}
	for i := 0; i+width <= len(d.Cells); i += width {
		id := d.Cells[i].Ident
		if id == nil {
			l.errorf(CodeShape, d.Cells[i], "a row begins with its name, which this is not").Hint = "does the row before have a cell too many or too few?"
			return
		}
		if l.isRemoved(id) {
			continue
		}
		row := rowDef{table: n, name: id, cells: map[string]cell{}, unwritten: d.Unwritten}
		for k, col := range d.Columns[1:] {
			row.cells[col.Text] = cell{at: d.Cells[i+k+1], cell: d.Cells[i+k+1]}
		}
		l.addRow(row)
	}
}

// oddRow reports a row with a cell too many or too few: that of the first line that
// is no whole number of rows, where most lines are; else the last.
func (l *loader) oddRow(d *dsl.RowsDecl) {
	width := len(d.Columns)
	odd := d.Cells[len(d.Cells)-len(d.Cells)%width:]
	var first []*dsl.Cell
	whole, lines := 0, 0
	for i := 0; i < len(d.Cells); {
		n := i + 1
		for n < len(d.Cells) && d.Cells[n].Pos.Line == d.Cells[i].Pos.Line {
			n++
		}
		lines++
		if (n-i)%width == 0 {
			whole++
		} else if first == nil {
			first = d.Cells[i:n]
		}
		i = n
	}
	if 2*whole > lines {
		odd = first
	}
	l.errorf(CodeShape, odd[0], "this row has %s, but there are %s", many(len(odd), "cell"), many(width, "column")).Hint = "what is none is written -"
}

// addRow adds a row to its table, or its text to the row that waits for it. It reports
// whether the row is good: it is not if there is one of that name already.
func (l *loader) addRow(row rowDef) bool {
	l.plainName(row.name.Text, row.name)
	if l.writes(row) {
		return true
	}
	if !l.once("row of "+row.table.Name, row.name.Text, row.name) {
		return false
	}
	row.table.Members = append(row.table.Members, row.name.Text)
	l.rowDefs = append(l.rowDefs, row)
	return true
}

// writes lets a card bring the text of a row that is unwritten: what is printed on it
// stays as it is. It reports whether the row is such a card's.
func (l *loader) writes(card rowDef) bool {
	i := slices.IndexFunc(l.rowDefs, func(r rowDef) bool {
		return r.unwritten && r.table == card.table && r.name.Text == card.name.Text
	})
	if i < 0 || !card.card || card.unwritten {
		return false
	}
	l.rowDefs[i].unwritten = false
	l.spans["row of "+card.table.Name+" "+card.name.Text] = card.name.Span()
	for _, name := range sortedKeys(card.cells) {
		l.errorf(CodeTwice, card.cells[name].at, "what is printed on %s stands with its row", card.name.Text).
			Note(l.rowDefs[i].name.Span(), "the row that this card writes").Hint = "leave it out, or change it: set " + card.name.Text + "." + name + " to …"
	}
	return true
}

func (l *loader) declareCard(d *dsl.CardDecl) {
	n := l.table(d.Table)
	if n == nil || l.isRemoved(d.Name) {
		return
	}
	row := rowDef{table: n, name: d.Name, cells: map[string]cell{}, unwritten: d.Unwritten, card: true}
	for _, it := range d.Items {
		if it.Name == nil || it.Value == nil {
			continue
		}
		if first, ok := row.cells[it.Name.Text]; ok {
			l.errorf(CodeTwice, it.Name, "%s of %s is printed twice", it.Name.Text, d.Name.Text).Note(first.at.Span(), "the first time")
			continue
		}
		row.cells[it.Name.Text] = cell{at: it.Value, expr: it.Value}
	}
	if !l.addRow(row) {
		return
	}
	if d.Display != nil {
		if n.Display == nil {
			n.Display = map[string]string{}
		}
		n.Display[d.Name.Text] = string(d.Display.Text)
	}
	l.cards = append(l.cards, d)
}

// declareFields resolves the types of all fields.
func (l *loader) declareFields() {
	each(l, func(d *dsl.UnionDecl) {
		n := l.types[d.Name.Text]
		for _, a := range d.Alts {
			if !l.once("alternative of "+n.Name, a.Name.Text, a.Name) {
				continue
			}
			alt := types.Alt{Name: a.Name.Text}
			if a.Type != nil {
				if held := l.typeNamed(a.Type); held != nil && kindOf(held) != types.Name {
					l.errorf(CodeShape, a.Type, "an alternative holds a name, not a whole %s", typeWord[held.Form])
				} else if held != nil {
					alt.Type = &types.Type{Kind: types.Name, Named: held}
				}
			}
			n.Alts = append(n.Alts, alt)
		}
	})
	each(l, func(d *dsl.RecordDecl) { l.fields(l.types[d.Name.Text], d.Fields) })
	each(l, func(d *dsl.SeatsDecl) { l.fields(l.types[d.Name.Text], d.Fields) })
	each(l, func(d *dsl.EntityDecl) {
		n := l.types[d.Name.Text]
		if n.Form == types.Copies && n.Of != nil {
			l.addField(n, &types.Field{Name: "face", Type: &types.Type{Kind: types.Name, Named: n.Of}, Column: n.Faces})
			if n.Owners != nil {
				l.addField(n, &types.Field{Name: "owner", Type: &types.Type{Kind: types.Name, Named: l.world.Seats}, Column: n.Owners})
			}
		}
		l.fields(n, d.Fields)
	})
	each(l, func(d *dsl.TableDecl) { l.tableFields(d) })
	each(l, func(d *dsl.GameDecl) { l.fields(l.world.Game, d.Fields) })
	each(l, func(d *dsl.ExtendDecl) {
		if n := l.extended(d.Name); n != nil {
			l.fields(n, d.Fields)
		} // the fields of a procedure are declared with it
	})
	l.declareEntries()
	for _, r := range l.prog.rulings {
		r.field = &types.Field{Name: hiddenPrefix + r.named.Name, Type: &types.Type{Kind: types.Name, Named: r.named}}
		l.addField(l.world.Game, r.field)
	}
}

func (l *loader) tableFields(d *dsl.TableDecl) {
	n := l.types[d.Name.Text]
	for _, it := range d.Items {
		if it.Slot != nil || it.Col == nil {
			continue
		}
		if f := l.field(n, it.Col); f != nil && !it.Has {
			if !f.Type.Scalar() {
				l.errorf(CodeShape, it.Col.Type, "a printed column holds one value; %s is state: write `has`", an(f.Type))
			}
			f.Column = make([]int64, len(n.Members))
		}
	}
	l.writtenColumn(d, n)
}

// writtenColumn gives a table whose rows bring texts a column that says which rows
// are written, so that rules can tell what cannot be run.
func (l *loader) writtenColumn(d *dsl.TableDecl, n *types.Named) {
	for _, it := range d.Items {
		if it.Slot == nil || !l.once("field of "+n.Name, "written", it.Slot) {
			continue
		}
		f := &types.Field{Name: "written", Type: types.BoolType, Column: make([]int64, len(n.Members))}
		for _, row := range l.rowDefs {
			if row.table == n && !row.unwritten {
				f.Column[n.Member(row.name.Text)-1] = 1
			}
		}
		l.addField(n, f)
		return
	}
}

func (l *loader) fields(n *types.Named, decls []*dsl.Field) {
	for _, d := range decls {
		l.field(n, d)
	}
}

func (l *loader) field(n *types.Named, d *dsl.Field) *types.Field {
	t := l.typ(d.Type)
	if t == nil || !l.once("field of "+n.Name, d.Name.Text, d.Name) {
		return nil
	}
	f := &types.Field{Name: d.Name.Text, Type: t, Secret: d.SeenBy != nil}
	if n.Form == types.RecordOf && !t.Scalar() {
		l.errorf(CodeShape, d.Type, "a field of a record holds one value, not %s", an(t))
		return nil
	}
	l.addField(n, f)
	l.fieldDefs = append(l.fieldDefs, fieldDef{f, d})
	return f
}

func (l *loader) addField(n *types.Named, f *types.Field) {
	f.Owner, f.ID = n, len(l.world.Fields)
	n.Fields = append(n.Fields, f)
	l.world.Fields = append(l.world.Fields, f)
}

// typ resolves a written type; nil after an error.
func (l *loader) typ(d *dsl.Type) *types.Type {
	switch {
	case d.Int != nil:
		return l.intType(d.Int)
	case d.Many != nil:
		return l.manyType(d.Many)
	case d.Per != nil:
		key, elem := l.typeNamed(d.Per.Key), l.typ(d.Per.Type)
		if key == nil || elem == nil {
			return nil
		}
		if len(key.Members) == 0 || !elem.Scalar() && elem.Kind != types.Set {
			l.errorf(CodeShape, d.Per, "`per` holds one value or set for each member of a type with members")
			return nil
		}
		return &types.Type{Kind: types.Per, Key: key, Elem: elem}
	case d.Name.Text == "bool":
		if d.Opt {
			l.errorf(CodeShape, d, "a truth is never none").Hintf("leave the ? out")
		}
		return types.BoolType
	}
	n := l.typeNamed(d.Name)
	if n == nil {
		return nil
	}
	if d.Opt && n.Form == types.RecordOf {
		l.errorf(CodeShape, d, "a record is never none").Hintf("leave the ? out; what may be none are its fields, or the members of a list")
		return nil
	}
	return &types.Type{Kind: kindOf(n), Named: n, Optional: d.Opt}
}

func kindOf(n *types.Named) types.Kind {
	switch n.Form {
	case types.UnionOf:
		return types.Union
	case types.RecordOf:
		return types.Record
	}
	return types.Name
}

func (l *loader) intType(d *dsl.IntType) *types.Type {
	if d.Min == nil {
		return types.IntType
	}
	t := &types.Type{Kind: types.Int, Bounded: true, Min: bound(d.Min), Max: bound(d.Max)}
	if t.Min > t.Max {
		l.errorf(CodeShape, d, "the smaller bound comes first")
	}
	return t
}

func bound(b *dsl.Bound) int64 {
	if b.Minus {
		return -int64(b.Int.Value)
	}
	return int64(b.Int.Value)
}

func (l *loader) manyType(d *dsl.ManyType) *types.Type {
	elem := l.typeNamed(d.Elem)
	if elem == nil {
		return nil
	}
	t := &types.Type{Kind: types.Set, Elem: &types.Type{Kind: kindOf(elem), Named: elem}}
	members := len(elem.Members)
	if d.Max != nil && d.Of != "list" {
		l.errorf(CodeShape, d.Max, "only a list has a maximum, not a %s", d.Of).Hint = "leave `max` out"
		return nil
	}
	switch d.Of {
	case "bag":
		return l.bagOf(t.Elem)
	case "set":
		if members == 0 {
			l.errorf(CodeShape, d.Elem, "a set holds members of an enum, a table or an entity, not %s", elem.Name)
			return nil
		}
	case "pile":
		if members == 0 {
			l.errorf(CodeShape, d.Elem, "a pile holds pieces: rows of a table or entities, not %s", elem.Name)
			return nil
		}
		t.Kind, t.Max = types.Pile, int64(members)
		elem.Pieces = true
	case "list":
		t.Kind, t.Max = types.List, int64(members)
		if d.Max != nil {
			t.Max = int64(d.Max.Value)
		}
		switch {
		case d.Max != nil && (t.Max < 1 || t.Max > maxMembers):
			l.errorf(CodeShape, d.Max, "a list may hold 1 to %d", maxMembers)
			return nil
		case t.Max < 1 || t.Max > maxMembers:
			l.errorf(CodeShape, d, "say how many it may hold: list of %s max 20", elem.Name)
			return nil
		}
	}
	return t
}

// passed resolves the type of what is passed on, not kept: a parameter, or what a
// value gives. A list of it takes no room in the state, so it has no bound.
func (l *loader) passed(d *dsl.Type) *types.Type {
	if d.Many == nil || d.Many.Of != "list" {
		return l.typ(d)
	}
	if d.Many.Max != nil {
		l.errorf(CodeShape, d.Many.Max, "a list that is not kept has no bound").Hint = "leave `max` out"
	}
	elem := l.typeNamed(d.Many.Elem)
	if elem == nil {
		return nil
	}
	return &types.Type{Kind: types.List, Elem: &types.Type{Kind: kindOf(elem), Named: elem}}
}

// A bag says how many there are of each thing. In expressions it is a list of
// entries: records of the thing (its fields, if it is a record itself; otherwise
// `item`) and `n`, how many.

// declareEntries makes the types of entries, if any rule speaks of bags.
func (l *loader) declareEntries() {
	if !l.speaksOfBags() {
		return
	}
	for _, n := range append([]*types.Named{}, l.world.Named...) {
		switch n.Form {
		case types.RecordOf, types.Enum, types.Table, types.Entity, types.Copies:
			e := &types.Named{Name: entryPrefix + n.Name, Form: types.RecordOf, Bag: true, Of: n}
			if n.Form == types.RecordOf {
				for _, f := range n.Fields {
					e.Fields = append(e.Fields, &types.Field{Name: f.Name, Type: f.Type, Owner: e})
				}
			} else {
				e.Fields = append(e.Fields, &types.Field{Name: "item", Type: &types.Type{Kind: types.Name, Named: n}, Owner: e})
			}
			e.Fields = append(e.Fields, &types.Field{Name: "n", Type: types.IntType, Owner: e})
			l.world.Named = append(l.world.Named, e)
			l.types[e.Name] = e
		}
	}
}

// entryPrefix cannot be written in a rule file before another name: entry.Slot.
const entryPrefix = "entry_"

func (l *loader) speaksOfBags() bool {
	found := false
	for _, f := range l.files {
		for _, d := range f.Decls {
			dsl.Walk(d, func(node any) bool {
				switch n := node.(type) {
				case *dsl.Choice:
					found = found || n.Bag != nil
				case *dsl.ManyType:
					found = found || n.Of == "bag"
				}
				return !found
			})
		}
	}
	return found
}

// bagOf is the type of a bag of things: a list of entries.
func (l *loader) bagOf(elem *types.Type) *types.Type {
	e := l.types[entryPrefix+elem.Named.Name]
	if e == nil {
		return nil
	}
	return &types.Type{Kind: types.List, Elem: &types.Type{Kind: types.Record, Named: e}, Max: maxMembers}
}

// layout gives every state field its address.
func (l *loader) layout() {
	at := types.MemState
	for _, n := range l.world.Named {
		if n.Form == types.Occurrence || n.Form == types.RecordOf {
			continue
		}
		count := max(1, len(n.Members))
		start := at
		for _, f := range n.Fields {
			if f.Column == nil {
				f.Base = at
				at += f.Type.Words()
			}
		}
		stride := at - start
		for _, f := range n.Fields {
			f.Stride = stride
		}
		at = start + stride*count
		if n.Pieces {
			n.Where = at
			at += count
		}
		if at > maxState {
			l.diags.Errorf(CodeShape, l.spans["type "+n.Name], "the state takes more than %d words", maxState).Hint = "smaller bounds, fewer members"
			return
		}
	}
	at = l.layoutEffects(at)
	l.prog.stack = at
	for _, n := range l.world.Named {
		for _, f := range n.Fields {
			if f.Type.Kind == types.Pile && f.Owner.Form != types.Occurrence {
				for i := range max(1, len(n.Members)) {
					owner := int64(i + 1)
					if n.Form == types.Game {
						owner = 0
					}
					l.prog.pileAt[f.Base+i*f.Stride] = pileRef{f, owner}
				}
			}
		}
	}
}

// maxState bounds the declared state, in words.
const maxState = 1 << 20
