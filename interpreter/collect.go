package interpreter

import (
	"slices"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/types"
)

// collector finds the elements of the files: one method for each kind of declaration.
// What cites was registered with its place when it was compiled; by the place it is
// found again.
type collector struct {
	*index
	l     *loader
	file  string // the declared name of the file
	rules map[ruleKey]Rule
}

type ruleKey struct {
	kind   string
	source *diag.Source
	start  int
}

// indexed makes the index of a rulebook that loaded.
func (l *loader) indexed() *index {
	c := &collector{index: &index{named: map[string][]*Element{}}, l: l, rules: map[ruleKey]Rule{}}
	for _, r := range l.prog.rules {
		c.rules[ruleKey{r.Kind, r.Span.Source, r.Span.Start}] = r
	}
	for _, f := range l.files {
		c.file = f.Head.Name.String()
		e := c.add(c.file, f.Head.Kind, f.Head.Name.Span(), f.Head)
		e.Changes = c.changesBy(c.file)
		for _, d := range f.Decls {
			c.declaration(d)
		}
	}
	c.cells()
	c.others()
	c.link(l.uses)
	c.citedBy(l.prog)
	return c.index
}

// add makes an element. Its text is that of a node, its name stands at another place.
func (c *collector) add(name, kind string, at diag.Span, whole spanned, also ...string) *Element {
	e := &Element{Name: name, Kind: kind, Span: at, whole: whole.Span(), Clauses: []string{}}
	if r, ok := c.rules[ruleKey{kind, at.Source, at.Start}]; ok {
		e.Clauses = r.Clauses
	}
	e.Layers = []Layer{{From: c.file, On: name, Change: "as declared", Span: at}}
	c.index.add(e, also...)
	return e
}

// ruled makes an element of what was registered as a rule at a place, if it was.
func (c *collector) ruled(kind string, at diag.Span, whole spanned) *Element {
	r, ok := c.rules[ruleKey{kind, at.Source, at.Start}]
	if !ok {
		return nil
	}
	return c.add(r.Name, kind, at, whole)
}

func (c *collector) declaration(d dsl.Decl) {
	switch d := d.(type) {
	case *dsl.ClausesDecl:
		for _, one := range d.Clauses {
			e := c.add(one.ID.ID, "clause", one.ID.Span(), one)
			e.words = string(one.Words.Text)
		}
	case *dsl.EnumDecl:
		c.typed(d.Name, "enum", d)
		for _, m := range d.Members {
			c.add(m.Text, "member", m.Span(), m, d.Name.Text+"."+m.Text)
		}
	case *dsl.UnionDecl:
		c.typed(d.Name, "union", d)
		for _, a := range d.Alts {
			c.add(d.Name.Text+"."+a.Name.Text, "alternative", a.Name.Span(), a)
		}
	case *dsl.RecordDecl:
		c.typed(d.Name, "record", d)
		c.fields(d.Name.Text, d.Fields)
	case *dsl.SeatsDecl:
		c.typed(d.Name, "players", d)
		c.fields(d.Name.Text, d.Fields)
	case *dsl.EntityDecl:
		c.typed(d.Name, "entity", d)
		c.fields(d.Name.Text, d.Fields)
	case *dsl.GameDecl:
		c.extended(c.add("game", "game", d.Span(), d))
		c.fields("game", d.Fields)
	case *dsl.ExtendDecl:
		c.fields(d.Name.String(), d.Fields)
	case *dsl.TableDecl:
		c.table(d)
	case *dsl.RowsDecl:
		c.rows(d)
	case *dsl.CardDecl:
		c.card(d)
	case *dsl.ValueDecl:
		c.value(d)
	case *dsl.CallDecl:
		c.code(d.Name.String(), d.Kind, d.Name.Span(), d)
		c.parameters(d.Name.String(), d.Params)
	case *dsl.ProcDecl:
		c.extended(c.code(d.Name.String(), "procedure", d.Name.Span(), d))
		c.parameters(d.Name.String(), d.Params)
		c.fields(d.Name.String(), d.Has)
	case *dsl.WheneverDecl:
		c.code(d.Name.String(), "whenever", d.Name.Span(), d)
	case *dsl.EffectDecl:
		e := c.add(d.Name.String(), "effect", d.Name.Span(), d)
		e.Changes = c.changesBy(e.Name)
	case *dsl.RulingDecl:
		e := c.add(d.Name.Text, "ruling", d.Span(), d)
		e.Layers = append(e.Layers, c.layers("value "+d.Name.Text)...)
		for _, o := range d.Options {
			c.add(o.Text, "reading", o.Span(), o, d.Name.Text+"."+o.Text)
		}
	case *dsl.InvariantDecl:
		c.add(d.Name.Text, "invariant", d.Span(), d)
	case *dsl.SetupDecl:
		c.add("setup", "setup", d.Span(), d)
	case *dsl.EndsDecl:
		c.add("ends", "end", d.Span(), d)
	case *dsl.PlayDecl:
		c.add("play", "play", d.Span(), d)
	case *dsl.OpenDecl:
		c.add("open "+d.Action.String(), "open", d.Span(), d)
	}
	c.inside(d)
}

// inside finds what stands in the texts of a declaration: steps, limits, choices,
// questions, changes.
func (c *collector) inside(d dsl.Decl) {
	dsl.Walk(d, func(node any) bool {
		switch n := node.(type) {
		case *dsl.Step:
			c.step(n)
		case *dsl.Limit:
			c.limit(n.Name, n)
		case *dsl.Change:
			c.ruled("change", n.Span(), n)
			if n.Limit != nil {
				c.limit(n.Limit.Name, n)
			}
		case *dsl.Choice:
			c.ruled("parameter", n.Span(), n)
		case *dsl.Ask:
			c.ruled("guard", n.Span(), n)
			c.ruled("look", n.Span(), n)
		case *dsl.Due:
			c.ruled("put off", n.Span(), n)
		case *dsl.May:
			if n.From != nil {
				if e := c.ruled("guard", n.From.Span(), n.From); e != nil {
					e.Layers = append(e.Layers, c.layers("value "+e.Name)...)
				}
			}
		}
		return true
	})
}

// typed is a declared type, with the fields that other files add to it.
func (c *collector) typed(name *dsl.Ident, kind string, d spanned) *Element {
	e := c.add(name.Text, kind, name.Span(), d)
	c.extended(e)
	return e
}

func (c *collector) extended(e *Element) {
	for _, f := range c.l.files {
		for _, d := range f.Decls {
			if d, ok := d.(*dsl.ExtendDecl); ok && d.Name.String() == e.Name {
				e.Layers = append(e.Layers, Layer{From: f.Head.Name.String(), On: e.Name, Change: flat(d.Span().Text()), Span: d.Span()})
			}
		}
	}
}

func (c *collector) fields(owner string, list []*dsl.Field) {
	for _, f := range list {
		e := c.add(owner+"."+f.Name.Text, "field", f.Name.Span(), f)
		e.Layers = append(e.Layers, c.layers("value "+e.Name+".seen")...)
	}
}

func (c *collector) table(d *dsl.TableDecl) {
	c.typed(d.Name, "table", d)
	for _, it := range d.Items {
		switch {
		case it.Slot != nil:
			c.add(d.Name.Text+"."+it.Slot.Name.Text, "slot", it.Slot.Name.Span(), it)
		case it.Has:
			c.add(d.Name.Text+"."+it.Col.Name.Text, "field", it.Col.Name.Span(), it)
		default:
			c.add(d.Name.Text+"."+it.Col.Name.Text, "column", it.Col.Name.Span(), it)
		}
	}
}

func (c *collector) rows(d *dsl.RowsDecl) {
	for cells := range slices.Chunk(d.Cells, len(d.Columns)) {
		name := cells[0].Ident
		if name == nil || c.replaced(d.Table, name) {
			continue
		}
		whole := spanAt{cells[0].Span()}
		whole.span.End = cells[len(cells)-1].Span().End
		e := c.add(name.Text, "row", name.Span(), whole, d.Table.Text+"."+name.Text)
		head := d.Span()
		head.End = d.Columns[len(d.Columns)-1].Span().End
		e.head = head.Text() + ")\n  "
		c.taken(e, d.Table, name)
	}
}

// replaced reports whether a row was removed and another one stands in its place.
func (c *collector) replaced(table, row *dsl.Ident) bool {
	return c.l.isRemoved(row) && c.l.types[table.Text].Member(row.Text) > 0
}

func (c *collector) card(d *dsl.CardDecl) {
	if c.replaced(d.Table, d.Name) {
		return
	}
	e := c.add(d.Name.Text, "card", d.Name.Span(), d, d.Table.Text+"."+d.Name.Text)
	if d.Cite != nil {
		for _, cl := range d.Cite.Clauses {
			e.Clauses = append(e.Clauses, cl.ID)
		}
	}
	c.taken(e, d.Table, d.Name)
	if e.Gone {
		return
	}
	e.Changes = c.changesBy(d.Name.Text)
	for _, it := range d.Items {
		if it.Slot == nil {
			continue
		}
		name := d.Name.Text + "." + it.Name.Text
		if it.Slot.Value != nil {
			c.add(name, "value", it.Name.Span(), it)
			continue
		}
		c.code(name, "slot", it.Name.Span(), it)
	}
}

// taken notes which rows of that name were taken out of their table: this one, or those
// in whose place it stands.
func (c *collector) taken(e *Element, table, row *dsl.Ident) {
	var before []Layer
	for _, ch := range c.l.list {
		r := c.l.removal(ch)
		switch {
		case r == nil || r.table != c.l.types[table.Text] || r.name.Text != row.Text:
		case r.name == row:
			e.Layers, e.Gone = append(e.Layers, layerOf(ch)), true
		default:
			at := r.name.Span()
			before = append(before, Layer{From: c.fileOf(at), On: e.Name, Change: "as declared", Span: at}, layerOf(ch))
		}
	}
	e.Layers = append(before, e.Layers...)
}

// cells are what is printed on the rows, with what files correct of it.
func (c *collector) cells() {
	for _, r := range c.l.rowDefs {
		for _, column := range sortedKeys(r.cells) {
			at := r.cells[column].at.Span()
			c.file = c.fileOf(at)
			name := r.name.Text + "." + column
			e := c.add(name, "printed", at, spanAt{at}, r.table.Name+"."+name)
			for _, ch := range append(c.l.changes["value "+name], c.l.changes["value "+r.table.Name+"."+name]...) {
				if ch.decl.Set == nil || !c.cell(ch, r.table, r.name.Text, column) {
					continue
				}
				e.Layers = append(e.Layers, layerOf(ch))
				for _, row := range c.named[r.table.Name+"."+r.name.Text] {
					row.Layers = append(row.Layers, layerOf(ch))
				}
			}
		}
	}
}

// others are the changes of what has no order of its own to be told in: what a table
// loses, which reading a ruling has, what is offered beside, what something costs.
func (c *collector) others() {
	for _, ch := range c.l.list {
		if ch.again {
			continue
		}
		_, name := cutWord(ch.hook)
		for _, e := range c.named[name] {
			if e.Kind != "change" && !slices.ContainsFunc(e.Layers, func(y Layer) bool { return y.Span == ch.decl.Span() }) && c.fits(ch, e) {
				e.Layers = append(e.Layers, layerOf(ch))
			}
		}
	}
}

// fits reports whether a change is one of such an element, where several things go by
// one name.
func (c *collector) fits(ch *change, e *Element) bool {
	switch kind, _ := cutWord(ch.hook); kind {
	case "row":
		return e.Kind == "row" || e.Kind == "card"
	case "offer", "step":
		return e.Kind == "step"
	case "limit":
		return e.Kind == "limit"
	case "call", "limits":
		return e.Kind != "limit" && e.Kind != "step" && e.Kind != "row" && e.Kind != "card"
	}
	return e.Kind != "row" && e.Kind != "card" && e.Kind != "step"
}

// cell reports whether a change corrects this cell: what is printed is not the only
// thing that may be called like that.
func (c *collector) cell(ch *change, table *types.Named, row, column string) bool {
	at := c.l.printedAt(ch.at.String())
	return len(at) == 1 && at[0].field == table.Field(column) && at[0].row == table.Member(row)
}

func (c *collector) fileOf(at diag.Span) string {
	for _, f := range c.l.files {
		if f.Head.Span().Source == at.Source {
			return f.Head.Name.String()
		}
	}
	return ""
}

func (c *collector) value(d *dsl.ValueDecl) {
	e := c.add(d.Name.String(), "value", d.Name.Span(), d)
	e.Layers[0].Change = flat(d.Expr.Text)
	e.Layers = append(e.Layers, c.layers("value "+e.Name)...)
	for _, which := range []string{"least", "most"} {
		for _, b := range d.Bounds {
			if b.Which == which {
				e.Layers = append(e.Layers, Layer{From: c.file, On: e.Name, Change: flat(b.Span().Text()), Span: b.Span()})
			}
		}
	}
}

// code is something that runs, with the changes on it.
func (c *collector) code(name, kind string, at diag.Span, d spanned) *Element {
	e := c.add(name, kind, at, d)
	c.extended(e)
	e.Layers = append(e.Layers, c.layers("value "+name, "limits "+name)...)
	e.Layers = append(e.Layers, c.around("call "+name)...)
	return e
}

func (c *collector) parameters(owner string, list []*dsl.Param) {
	for _, p := range list {
		if p.Choice == nil {
			name := owner + "." + p.Name.Text
			e := c.add(name, "parameter", p.Name.Span(), p)
			e.Layers = append(e.Layers, c.layers("value "+name)...)
		}
	}
}

func (c *collector) step(d *dsl.Step) {
	e := c.ruled("step", d.Name.Span(), d)
	if e == nil {
		return
	}
	guard := e.Name + ".when"
	changes := c.layers("value " + guard)
	e.Layers = append(e.Layers, changes...)
	around := c.around("step " + e.Name)
	e.Layers, e.Gone = append(e.Layers, around...), takenAway(around)
	e.Layers = append(e.Layers, c.those("offer "+e.Name, func(*dsl.Change) bool { return true })...)
	if d.When == nil && len(changes) == 0 {
		return
	}
	w := &Element{Name: guard, Kind: "guard", Clauses: e.Clauses, Span: e.Span, Layers: []Layer{{From: c.file, On: guard, Change: "true", Span: e.Span}}}
	if d.When != nil {
		w.Span, w.whole = d.When.Span(), d.When.Span()
		w.Layers[0].Change, w.Layers[0].Span = flat(d.When.Text), w.Span
	}
	w.Layers = append(w.Layers, changes...)
	c.index.add(w)
}

func (c *collector) limit(name *dsl.Ident, whole spanned) {
	if e := c.ruled("limit", name.Span(), whole); e != nil {
		changes := c.layers("limit " + e.Name)
		e.Layers, e.Gone = append(e.Layers, changes...), takenAway(changes)
	}
}
