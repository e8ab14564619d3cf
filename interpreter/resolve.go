package interpreter

import (
	"slices"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// What a declaration says is held against the rulebook whether or not anything uses
// it: a pile that is refilled from nowhere would else be found by the player who
// draws the last card.

// cites checks every citation of every file, whatever it stands on.
func (l *loader) cites() {
	for _, f := range l.files {
		if f == nil {
			continue
		}
		check := func(node any) bool {
			if c, ok := node.(*dsl.Cite); ok {
				for _, cl := range c.Clauses {
					l.checkClause(cl)
				}
			}
			return true
		}
		dsl.Walk(f.Head, check)
		for _, d := range f.Decls {
			dsl.Walk(d, check)
		}
	}
}

// extended is the type that an `extend` adds fields to; nil if that is a procedure, or
// after an error.
func (l *loader) extended(name *dsl.Name) *types.Named {
	text := name.String()
	n := l.types[text]
	switch {
	case text == "game":
		return l.world.Game
	case n == nil:
		var procedures []string
		each(l, func(d *dsl.ProcDecl) { procedures = append(procedures, d.Name.String()) })
		if !slices.Contains(procedures, text) {
			d := l.errorf(CodeUnknown, name, "no type and no procedure is called %s", text)
			d.Hint = diag.DidYouMean(text, append(sortedKeys(l.types), procedures...))
		}
	case n.Form == types.Enum || n.Form == types.UnionOf:
		l.errorf(CodeShape, name, "%s is %s: it has no fields", n.Name, article(typeWord[n.Form])).Hint = "players, tables, entities, records, procedures and game have"
		return nil
	}
	return n
}

// hasOf is the fields of a procedure: its own, then those that files add to it.
func (l *loader) hasOf(p *dsl.ProcDecl) []*dsl.Field {
	has := slices.Clone(p.Has)
	each(l, func(d *dsl.ExtendDecl) {
		if d.Name.String() == p.Name.String() {
			has = append(has, d.Fields...)
		}
	})
	return has
}

// heading checks the columns that rows name, and reports whether all is well.
func (l *loader) heading(d *dsl.RowsDecl) bool {
	seen := map[string]bool{}
	for i, c := range d.Columns {
		if i == 0 && c.Text != "id" {
			l.errorf(CodeShape, c, "the first column of rows is `id`")
			return false
		}
		if seen[c.Text] {
			l.errorf(CodeTwice, c, "column %s stands here twice", c.Text)
			return false
		}
		seen[c.Text] = true
	}
	return true
}

// headings checks that the columns that rows name are there; a row says nothing more
// about one that is not.
func (l *loader) headings() {
	each(l, func(d *dsl.RowsDecl) {
		n := l.types[d.Table.Text]
		if n == nil || n.Form != types.Table {
			return
		}
		for _, c := range d.Columns[1:] {
			l.isPrinted(n, c)
		}
	})
	for _, d := range l.cards {
		for _, it := range d.Items {
			if it.Name != nil && it.Value != nil {
				l.isPrinted(l.types[d.Table.Text], it.Name)
			}
		}
	}
}

// isPrinted reports a name that is no printed column of a table.
func (l *loader) isPrinted(n *types.Named, name *dsl.Ident) {
	var known []string
	for _, f := range n.Fields {
		if f.Column == nil || f.Name == "written" {
			continue
		}
		if f.Name == name.Text {
			return
		}
		known = append(known, f.Name)
	}
	d := l.errorf(CodeUnknown, name, "%s has no column %s", n.Name, name.Text)
	if d.Hint = diag.DidYouMean(name.Text, known); n.Field(name.Text) != nil {
		d.Hint = "it is not printed on the rows but changes in play: give it a first value where the table is declared, or in the setup"
	}
	l.misspelt[name.Text] = diag.Suggest(name.Text, known)
}

// refilled resolves what a pile is refilled from: a pile of the same owner, or one
// by its whole name.
func (l *loader) refilled(d fieldDef) {
	from, f := d.decl.Refills, d.field
	if f.Type.Kind != types.Pile {
		l.errorf(CodeShape, from, "only a pile is refilled")
		return
	}
	name := from.String()
	source := f.Owner.Field(name)
	if len(from.Parts) > 1 {
		p := l.placeNamed(&cond.Scope{}, from, name)
		if p == nil {
			return
		}
		source = p.Field
	}
	switch {
	case source == nil:
		var piles []string
		for _, other := range f.Owner.Fields {
			if other.Type.Kind == types.Pile && other != f {
				piles = append(piles, other.Name)
			}
		}
		l.errorf(CodeUnknown, from, "%s has no pile %s", f.Owner.Name, name).Hint = diag.DidYouMean(name, piles)
	case source == f:
		l.errorf(CodeShape, from, "a pile cannot be refilled from itself")
	case source.Type.Kind != types.Pile || source.Type.Elem.Named != f.Type.Elem.Named:
		l.errorf(CodeType, from, "%s is %s: a %s cannot be refilled from it", name, an(source.Type), f.Type)
	}
}

// placeNamed compiles a dotted name as a path that is written to.
func (l *loader) placeNamed(s *cond.Scope, at *dsl.Name, name string) *cond.PlaceExpr {
	p, issues := l.prog.checker.CompilePlace(s, name, at)
	l.issues(at, issues)
	return p
}

// seenCycles reports fields of which each says who may see the other: nobody could
// begin to tell.
func (l *loader) seenCycles() {
	if l.prog.checker == nil {
		return
	}
	var path []*types.Field
	done := map[*types.Field]bool{}
	var visit func(f *types.Field) bool
	visit = func(f *types.Field) bool {
		if f.ID >= len(l.prog.seenBy) || l.prog.seenBy[f.ID] == nil || done[f] {
			return true
		}
		e := l.prog.seenBy[f.ID]
		if i := slices.Index(path, f); i >= 0 {
			text := ""
			for _, g := range path[i:] {
				text += g.Owner.Name + "." + g.Name + " needs "
			}
			l.errorf(CodeCycle, spanAt{exprSpan(e)}, "who sees %s needs itself: %s%s.%s", f.Name, text, f.Owner.Name, f.Name).Hint = "say who sees it by something that is public"
			return false
		}
		path = append(path, f)
		for _, g := range l.looks(e) {
			if !visit(g) {
				return false
			}
		}
		path = path[:len(path)-1]
		done[f] = true
		return true
	}
	for _, f := range l.world.Fields[:len(l.prog.seenBy)] { // those that are declared
		path = path[:0]
		if !visit(f) {
			return
		}
	}
}

// spanAt is a place that is no node of the tree.
type spanAt struct{ span diag.Span }

func (s spanAt) Span() diag.Span { return s.span }
