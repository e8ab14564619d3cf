package interpreter

import (
	"errors"
	"fmt"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// declareCalls makes the heads of everything that can be called: values, slots,
// procedures, events, actions, row texts, and `whenever`.
func (l *loader) declareCalls() {
	each(l, func(d *dsl.ValueDecl) { l.declareValue(d) })
	l.declareEffects()
	each(l, func(d *dsl.TableDecl) { l.declareSlots(d) })
	each(l, func(d *dsl.CallDecl) { l.declareCall(d) })
	each(l, func(d *dsl.ProcDecl) {
		l.callName(formProcedure, d.Name)
		c := l.newCode(d.Name.String(), formProcedure, d.Name, d.Cite)
		l.heads2(c, d.Params, nil)
		has := l.hasOf(d)
		l.bodies[c] = body{stmts: d.Body, has: has, params: d.Params}
		l.hasFields(c, has)
	})
	each(l, func(d *dsl.WheneverDecl) { l.declareWhenever(d) })
	each(l, func(d *dsl.SetupDecl) {
		if l.once("declaration", "setup", d) {
			l.prog.setup = l.newCode("setup", formSetup, d, d.Cite)
			l.bodies[l.prog.setup] = body{stmts: d.Body.Stmts}
		}
	})
	for _, d := range l.cards {
		l.declareTexts(d)
	}
	l.bareNames()
	for _, c := range l.prog.codes[1:] {
		l.prog.running = append(l.prog.running, cond.Var{Name: c.name, Type: &types.Type{Kind: types.Object, Named: c.named}, Place: cond.Running})
	}
}

// newCode registers something that runs.
func (l *loader) newCode(name string, f form, at spanned, cites ...*dsl.Cite) *code {
	c := &code{id: len(l.prog.codes), name: name, form: f, finally: -1, span: at.Span(), size: types.FrameArgs}
	c.named = &types.Named{Name: name, Form: types.Occurrence, ID: c.id}
	c.rule = l.rule(name, formWord[f], at.Span(), cites...)
	l.world.Named = append(l.world.Named, c.named)
	l.prog.codes = append(l.prog.codes, c)
	if f != formWhenever && f != formSetup {
		if l.once("name", name, at) {
			l.prog.codeOf[name] = c
		}
	}
	return c
}

// heads2 lays out the parameters. Fixed ones come first: they are given by the
// caller, the rest are asked.
func (l *loader) heads2(c *code, decls []*dsl.Param, slot []types.Param) {
	seen := map[string]bool{}
	for i, d := range decls {
		p := &param{at: c.size}
		switch {
		case d.Choice != nil:
			p.name, p.choice = d.Choice.Name.Text, &choice{rule: -1}
			p.typ = types.IntType // its real type is known once its domain is compiled
			c.opens = append(c.opens, i)
			if c.form != formAction {
				l.errorf(CodeShape, d.Choice, "only an action asks for its parameters; this is %s %s", article(formWord[c.form]), c.name)
			}
		default:
			p.name = d.Name.Text
			switch {
			case d.Type != nil:
				p.typ = l.passed(d.Type)
			case slot != nil && i < len(slot):
				p.typ = slot[i].Type
			default:
				l.errorf(CodeShape, d, "say what %s is: %s: TYPE", p.name, p.name)
			}
			if len(c.opens) > 0 {
				l.errorf(CodeShape, d, "parameters given by the caller come before those that are asked")
			}
		}
		if p.typ == nil {
			p.typ = types.IntType
		}
		p.typ = asLocal(p.typ)
		if seen[p.name] {
			l.errorf(CodeTwice, d, "parameter %s is declared twice", p.name)
		}
		seen[p.name] = true
		l.addParam(c, p)
	}
}

func article(word string) string {
	switch word[0] | 0x20 {
	case 'a', 'e', 'i', 'o':
		return "an " + word
	}
	return "a " + word
}

// many is a number of things.
func many(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// an is a type with its article.
func an(t *types.Type) string { return article(t.String()) }

// asLocal is the type of a local variable that holds a value: sets and piles are
// lists there.
func asLocal(t *types.Type) *types.Type {
	if t.Kind == types.Set || t.Kind == types.Pile {
		return &types.Type{Kind: types.List, Elem: t.Elem}
	}
	return t
}

func (l *loader) addParam(c *code, p *param) {
	c.params = append(c.params, p)
	c.size++
	l.addField(c.named, &types.Field{Name: p.name, Type: p.typ, Base: p.at, Packed: !p.typ.Scalar()})
}

func (l *loader) hasFields(c *code, decls []*dsl.Field) {
	for _, d := range decls {
		t := l.typ(d.Type)
		if t == nil || !l.once("field of "+c.name, d.Name.Text, d.Name) {
			continue
		}
		if t.Kind == types.Pile {
			l.errorf(CodeShape, d.Type, "a pile belongs to the game, a player, a table or an entity, not to a procedure")
			continue
		}
		f := &types.Field{Name: d.Name.Text, Type: t, Base: c.size, Secret: d.SeenBy != nil}
		c.size += t.Words()
		l.addField(c.named, f)
		l.fieldDefs = append(l.fieldDefs, fieldDef{f, d})
	}
}

func (l *loader) declareCall(d *dsl.CallDecl) {
	f := formEvent
	if d.Kind == "action" {
		f = formAction
	}
	l.callName(f, d.Name)
	c := l.newCode(d.Name.String(), f, d.Name, d.Cite)
	l.heads2(c, d.Params, nil)
	l.bodies[c] = body{limits: d.Limits, stmts: d.Body, params: d.Params}
}

func (l *loader) declareWhenever(d *dsl.WheneverDecl) {
	name := d.Name.String()
	if !l.once("whenever", name, d.Name) {
		return
	}
	c := l.newCode(name, formWhenever, d.Name, d.Cite)
	w := &watch{name: name, code: c, rule: c.rule}
	if d.Each != nil {
		l.addParam(c, &param{name: d.Each.Text, typ: types.IntType, at: c.size})
	}
	w.before = c.size
	c.size++
	l.prog.watches = append(l.prog.watches, w)
	l.bodies[c] = body{stmts: d.Body.Stmts, watch: w, when: d}
}

// declareSlots makes the slots of a table.
func (l *loader) declareSlots(d *dsl.TableDecl) {
	n := l.types[d.Name.Text]
	for _, it := range d.Items {
		if it.Slot == nil || !l.once("slot of "+n.Name, it.Slot.Name.Text, it.Slot.Name) {
			continue
		}
		if n.Field(it.Slot.Name.Text) != nil {
			l.errorf(CodeTwice, it.Slot.Name, "%s has a column %s already", n.Name, it.Slot.Name.Text).Note(l.spans["field of "+n.Name+" "+it.Slot.Name.Text], "declared here")
		}
		switch {
		case it.Slot.Type == nil && it.Slot.Default != nil:
			l.errorf(CodeShape, it.Slot.Default, "slot %s is a text to run: it may be nothing, but is no value", it.Slot.Name.Text).Hint = "say of what type it is, or write = nothing"
		case it.Slot.Type != nil && it.Slot.Nothing:
			l.errorf(CodeShape, it.Slot, "slot %s gives a value, which nothing is not", it.Slot.Name.Text).Hint = "write = and an expression"
		}
		s := &types.Slot{Name: it.Slot.Name.Text, Table: n}
		for _, p := range it.Slot.Params {
			if p.Choice != nil || p.Type == nil {
				l.errorf(CodeShape, p, "a slot's parameter has a name and a type")
				continue
			}
			if t := l.passed(p.Type); t != nil {
				s.Params = append(s.Params, types.Param{Name: p.Name.Text, Type: t})
			}
		}
		if it.Slot.Type != nil {
			s.Result = l.passed(it.Slot.Type)
		}
		l.world.Slots = append(l.world.Slots, s)
		l.nothing[s] = it.Slot.Nothing
	}
}

// declareTexts makes the codes of a card's slots: each is a procedure of its own,
// named after the card and the slot.
func (l *loader) declareTexts(d *dsl.CardDecl) {
	n := l.types[d.Table.Text]
	for _, it := range d.Items {
		if it.Slot == nil {
			continue
		}
		s := l.slotOf(n, it.Name)
		if s == nil || s.Result != nil {
			continue
		}
		if it.Slot.Body == nil {
			l.errorf(CodeShape, it.Slot, "%s is a text to run: write { … }", it.Name.Text)
			continue
		}
		if !l.slotParams(s, it) {
			continue
		}
		c := l.newCode(d.Name.Text+"."+it.Name.Text, formSlot, it.Name, it.Slot.Cite, d.Cite)
		c.row = n.Member(d.Name.Text)
		for i, p := range it.Slot.Params {
			l.addParam(c, &param{name: p.Text, typ: asLocal(s.Params[i].Type), at: c.size})
		}
		l.bodies[c] = body{stmts: it.Slot.Body.Stmts, names: it.Slot.Params, this: thisRow(n, c.row)}
	}
}

// slotParams checks that a row names as many parameters as a slot has.
func (l *loader) slotParams(s *types.Slot, it *dsl.CardItem) bool {
	given := it.Slot.Params
	if len(given) == len(s.Params) {
		return true
	}
	at := it.Name.Span()
	if len(given) > 0 {
		at = given[0].Span()
		at.End = given[len(given)-1].Span().End
	}
	var names []string
	for _, p := range s.Params {
		names = append(names, p.Name)
	}
	l.errorf(CodeArguments, spanAt{at}, "slot %s has %s, not %d", s.Name, many(len(s.Params), "parameter"), len(given)).Hint = s.Name + "(" + strings.Join(names, ", ") + ")"
	return false
}

func thisRow(n *types.Named, w int64) *cond.Var {
	return &cond.Var{Name: "this", Type: &types.Type{Kind: types.Name, Named: n}, Place: cond.Const, At: w}
}

// slotOf finds a table's slot by name, or reports that it has none.
func (l *loader) slotOf(n *types.Named, name *dsl.Ident) *types.Slot {
	var known []string
	for _, s := range l.world.Slots {
		if s.Table == n {
			if s.Name == name.Text {
				return s
			}
			known = append(known, s.Name)
		}
	}
	for _, f := range n.Fields {
		known = append(known, f.Name)
	}
	l.errorf(CodeUnknown, name, "%s has no slot %s", n.Name, name.Text).Hint = diag.DidYouMean(name.Text, known)
	return nil
}

// columns evaluates the printed columns of all rows.
func (l *loader) columns() {
	var err error
	if l.prog.checker, err = cond.NewChecker(l.world); err != nil {
		l.errorf(CodeShape, l.files[0].Head, "some names here cannot stand beside one another: %s", err)
		return
	}
	l.headings()
	defaults := l.columnDefaults()
	for _, row := range l.rowDefs {
		l.rowColumns(row, defaults)
	}
	l.filledSlots()
}

// firsts evaluates what state holds at first, and compiles who sees it.
func (l *loader) firsts() {
	if l.prog.checker == nil {
		return
	}
	l.prog.initial = make([]int64, l.prog.stack)
	l.prog.seenBy = make([]*cond.Expr, len(l.world.Fields))
	l.hidden()
	for _, d := range l.fieldDefs {
		l.fieldDef(d)
	}
}

// columnDefaults evaluates what columns hold where a row has no cell for them.
func (l *loader) columnDefaults() map[*types.Field]int64 {
	out := map[*types.Field]int64{}
	for _, d := range l.fieldDefs {
		if d.field.Column != nil && d.decl.Default != nil {
			out[d.field] = l.constant(d.decl.Default, d.field.Type)
		}
	}
	return out
}

// rowColumns evaluates one row's cells. A column without a cell takes its default.
func (l *loader) rowColumns(row rowDef, defaults map[*types.Field]int64) {
	w := row.table.Member(row.name.Text)
	for _, d := range l.fieldDefs {
		f := d.field
		if f.Owner != row.table || f.Column == nil || int(w) > len(f.Column) {
			continue
		}
		c, ok := row.cells[f.Name]
		switch {
		case ok:
			f.Column[w-1] = l.cellWord(f, c)
		case d.decl.Default != nil:
			f.Column[w-1] = defaults[f]
		case !f.Type.Optional && !l.meantColumn(row, f.Name):
			l.errorf(CodeMissing, row.name, "%s %s lacks its column %s", row.table.Name, row.name.Text, f.Name).Note(d.decl.Name.Span(), "declared here, without a default")
		}
	}
}

// meantColumn reports whether a row has a cell for a column under a misspelt name.
func (l *loader) meantColumn(row rowDef, column string) bool {
	for name := range row.cells {
		if l.misspelt[name] == column {
			return true
		}
	}
	return false
}

func (l *loader) cellWord(f *types.Field, c cell) int64 {
	switch {
	case c.expr != nil:
		return l.constant(c.expr, f.Type)
	case c.cell.None:
		if !f.Type.Optional {
			l.errorf(CodeType, c.at, "%s is %s and cannot be none", f.Name, an(f.Type))
		}
		return 0
	case c.cell.Text != nil:
		l.errorf(CodeType, c.at, "%s is %s, not a text", f.Name, an(f.Type))
		return 0
	}
	e := &dsl.Expr{Node: cellNode(c.cell), Text: c.cell.Span().Text()}
	return l.constant(e, f.Type)
}

func cellNode(c *dsl.Cell) dsl.Node {
	if c.Int != nil {
		return c.Int.Node
	}
	return c.Ident.Node
}

// constant evaluates an expression that depends on nothing.
func (l *loader) constant(e *dsl.Expr, t *types.Type) int64 {
	words := l.constantWords(e, t)
	if len(words) != 1 {
		return 0
	}
	l.inBounds(e, t, words)
	return words[0]
}

// inBounds reports a constant that its type has no room for.
func (l *loader) inBounds(e *dsl.Expr, t *types.Type, words []int64) bool {
	switch {
	case t.Kind == types.Int && t.Bounded && (words[0] < t.Min || words[0] > t.Max):
		l.errorf(CodeType, e, "%d is out of bounds: it must be from %d to %d", words[0], t.Min, t.Max)
		return false
	case t.Kind == types.List && int64(len(words)/t.Elem.Width()) > t.Max:
		l.errorf(CodeType, e, "%d elements, but at most %d fit", len(words)/t.Elem.Width(), t.Max)
		return false
	}
	return true
}

func (l *loader) constantWords(e *dsl.Expr, t *types.Type) []int64 {
	x := l.expr(&cond.Scope{}, e, t)
	if broken(x) {
		return nil
	}
	words, err := constantValue(x)
	if err != nil {
		l.errorf(CodeType, e, "%s", err)
		return nil
	}
	return words
}

// constantValue evaluates an expression that depends on nothing. Whether it does is
// tried: there is no memory that it could read, and no argument.
func constantValue(e *cond.Expr) (words []int64, err error) {
	reads := errors.New("this must be a constant, but it depends on the state")
	if len(e.Fields)+len(e.Counts)+len(e.Calls)+len(e.Locals) > 0 {
		return nil, reads
	}
	defer func() {
		if recover() != nil {
			words, err = nil, reads
		}
	}()
	ctx := &cond.Ctx{MaxTurns: constantTurns}
	if e.Scalar == nil {
		return e.List(ctx)
	}
	w, err := e.Int(ctx)
	return []int64{w}, err
}

// constantTurns bounds the loops of a constant: there may be thousands of them in a
// file that somebody only wants to check.
const constantTurns = 10_000

// fieldDef puts a field's default into the initial memory and compiles who sees it.
func (l *loader) fieldDef(d fieldDef) {
	f := d.field
	l.prog.seenBy[f.ID] = l.seen(d)
	if d.decl.Refills != nil {
		l.refilled(d)
	}
	if f.Owner.Form == types.RecordOf && (d.decl.Default != nil || d.decl.SeenBy != nil) {
		l.errorf(CodeShape, d.decl, "a field of a record has a name and a type, no more").Hint = "what holds the record says who sees it and what it holds at first"
	}
	if f.Column != nil && d.decl.SeenBy != nil {
		l.errorf(CodeShape, d.decl.SeenBy, "what is printed is seen by everybody")
	}
	if f.Column != nil || f.Owner.Form == types.RecordOf {
		return
	}
	if d.decl.Default == nil {
		l.needsDefault(d)
		return
	}
	if f.Owner.Form == types.Occurrence {
		return // it is given anew each time
	}
	t, times := entryType(f.Type)
	var words []int64
	if t.Scalar() {
		words = []int64{l.constant(d.decl.Default, t)}
	} else if words = l.constantWords(d.decl.Default, t); words == nil || !l.inBounds(d.decl.Default, t, words) {
		return
	}
	for i := range max(1, len(f.Owner.Members)) {
		for k := range times {
			l.initial(t, words, f.Base+i*f.Stride+k*t.Words())
		}
	}
}

// entryType is the type that a default is written for, and how many there are of
// it: a `per` field has one for each member of its key.
func entryType(t *types.Type) (*types.Type, int) {
	if t.Kind == types.Per {
		return t.Elem, len(t.Key.Members)
	}
	return t, 1
}

// initial lays a default out in memory, as Game.store does later.
func (l *loader) initial(t *types.Type, words []int64, at int) {
	switch t.Kind {
	case types.Set:
		for _, w := range words {
			l.prog.initial[at+int(w-1)/63] |= 1 << ((w - 1) % 63)
		}
	case types.List:
		l.prog.initial[at] = int64(len(words) / t.Elem.Width())
		copy(l.prog.initial[at+1:], words)
	default:
		copy(l.prog.initial[at:], words)
	}
}

// needsDefault reports a number whose bounds exclude 0 and that has no first value.
func (l *loader) needsDefault(d fieldDef) {
	t, _ := entryType(d.field.Type)
	if t.Kind == types.Int && t.Bounded && (t.Min > 0 || t.Max < 0) {
		l.errorf(CodeMissing, d.decl, "%s needs a first value, since 0 is out of its bounds", d.field.Name).Hint = "write = and a number"
	}
}

// filledSlots checks that every written row fills every slot that has no default.
func (l *loader) filledSlots() {
	fills := map[string]bool{}
	for _, d := range l.cards {
		for _, it := range d.Items {
			if it.Slot != nil && l.once("slot of row "+d.Table.Text+"."+d.Name.Text, it.Name.Text, it.Name) {
				fills[d.Table.Text+" "+d.Name.Text+" "+it.Name.Text] = true
			}
		}
	}
	each(l, func(d *dsl.TableDecl) {
		for _, it := range d.Items {
			if it.Slot == nil || it.Slot.Nothing || it.Slot.Default != nil {
				continue
			}
			for _, row := range l.rowDefs {
				if row.table.Name == d.Name.Text && !row.unwritten && !fills[d.Name.Text+" "+row.name.Text+" "+it.Slot.Name.Text] {
					l.errorf(CodeMissing, row.name, "%s %s does not fill its slot %s", d.Name.Text, row.name.Text, it.Slot.Name.Text).Hint = "write it, or mark the row `unwritten`"
				}
			}
		}
	})
}
