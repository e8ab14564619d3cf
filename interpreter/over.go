package interpreter

import (
	"cmp"
	"slices"

	"ruleck/dsl"
	"ruleck/dsl/diag"
)

// What goes first where two changes meet is declared, never guessed: a file, a card or an
// effect says `over NAME`. Without that, two that do not commute are a conflict (see
// commute.go). Being over something that is over a third is being over the third.

// owner is who brings changes: a file, a card, an effect; or a rulebook, which stands for
// all files of its name and what is in them.
type owner string

func fileOwner(name string) owner       { return owner("file " + name) }
func cardOwner(table, row string) owner { return owner("card " + table + "." + row) }
func effectOwner(name string) owner     { return owner("effect " + name) }
func layerOwner(h *dsl.Head) owner      { return owner("layer " + h.Name.Parts[0]) }

// orderFiles reads the `over` lines.
func (l *loader) orderFiles() {
	known := l.ownerNames()
	for _, f := range l.files {
		if f == nil || f.Head == nil {
			continue
		}
		l.declareOver(known, fileOwner(f.Head.Name.String()), f.Head.Name.String(), f.Head.Over, layerOwner(f.Head), f.Head.Of...)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *dsl.CardDecl:
				l.declareOver(known, cardOwner(d.Table.Text, d.Name.Text), d.Name.Text, d.Over, "")
			case *dsl.EffectDecl:
				l.declareOver(known, effectOwner(d.Name.String()), d.Name.String(), d.Over, "")
			}
		}
	}
}

// ownerNames are all that can stand behind `over`, by the name it goes by.
func (l *loader) ownerNames() map[string]owner {
	out := map[string]owner{}
	for _, f := range l.files {
		if f == nil || f.Head == nil {
			continue
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *dsl.CardDecl:
				out[d.Name.Text] = cardOwner(d.Table.Text, d.Name.Text)
				out[d.Table.Text+"."+d.Name.Text] = out[d.Name.Text]
			case *dsl.EffectDecl:
				out[d.Name.String()] = effectOwner(d.Name.String())
			}
		}
	}
	for _, f := range l.files { // files win, should a card or an effect go by the same name
		if f != nil && f.Head != nil {
			out[f.Head.Name.Parts[0]] = layerOwner(f.Head)
		}
	}
	for _, f := range l.files {
		if f != nil && f.Head != nil {
			out[f.Head.Name.String()] = fileOwner(f.Head.Name.String())
		}
	}
	return out
}

// declareOver notes what somebody is over; part is the layer that they are part of, and of
// is what they are a variant of.
func (l *loader) declareOver(known map[string]owner, own owner, name string, over []*dsl.Name, part owner, of ...*dsl.Name) {
	for _, o := range over {
		other, ok := known[o.String()]
		switch {
		case !ok && slices.ContainsFunc(of, func(n *dsl.Name) bool { return n.String() == o.String() }):
			// that it is not here is reported where it is named first
		case !ok:
			l.errorf(CodeHead, o, "no file, card or effect here is called %s", o).Hint = diag.DidYouMean(o.String(), sortedKeys(known))
		case other == part:
			l.errorf(CodeCycle, o, "%s is part of %s: it cannot be over it", name, o)
		case other == own || l.reachesOver([]owner{other}, []owner{own}):
			l.errorf(CodeCycle, o, "%s is over %s already: one of the two is over the other", o, name)
		default:
			l.over[own] = append(l.over[own], other)
		}
	}
}

// reachesOver reports whether `over` lines lead from one of some owners to one of others.
func (l *loader) reachesOver(from, to []owner) bool {
	seen := map[owner]bool{}
	for len(from) > 0 {
		at := from[0]
		from = from[1:]
		for _, next := range l.over[at] {
			if slices.Contains(to, next) {
				return true
			}
			if !seen[next] {
				seen[next] = true
				from = append(from, next)
			}
		}
	}
	return false
}

// isOver reports whether a change goes before another because who brings it is over who
// brings the other. What is declared of a file holds for what stands in it, too, but not
// among what stands in it.
func (l *loader) isOver(a, b *change) bool {
	if len(l.over) == 0 || a.by == b.by {
		return false
	}
	from, to := []owner{a.by}, []owner{b.by}
	if a.in != b.in {
		from = append(from, fileOwner(a.in.Name.String()))
		to = append(to, fileOwner(b.in.Name.String()))
	}
	if a.in.Name.Parts[0] != b.in.Name.Parts[0] {
		to = append(to, layerOwner(b.in))
	}
	return l.reachesOver(from, to)
}

// inOrder sorts changes of one hook: those of one owner as they are written; what is over
// comes before what it is over, or behind it, where it stands around the others. All the
// rest commutes, and is put in order of names so that it is always the same.
func (l *loader) inOrder(list []*change, outermostLast bool) {
	slices.SortStableFunc(list, func(a, b *change) int {
		return cmp.Or(cmp.Compare(a.owner, b.owner), cmp.Compare(a.by, b.by), cmp.Compare(a.decl.Span().Start, b.decl.Span().Start))
	})
	if len(l.over) == 0 {
		return
	}
	first := func(a, b *change) bool { return l.isOver(a, b) }
	if outermostLast {
		first = func(a, b *change) bool { return l.isOver(b, a) }
	}
	rest := slices.Clone(list)
	for i := range list {
		k := slices.IndexFunc(rest, func(ch *change) bool {
			return !slices.ContainsFunc(rest, func(other *change) bool { return first(other, ch) })
		})
		k = max(k, 0)
		list[i] = rest[k]
		rest = slices.Delete(rest, k, k+1)
	}
}

// overHint says how two changes are put in order.
func overHint(a, b *change) string {
	if a.by == b.by {
		return "write conditions that exclude each other, or one change for both"
	}
	where := "behind the name of " + b.owner
	if b.file != "" {
		where = "at the head of " + b.owner
	}
	return "write `over " + a.owner + "` " + where + ", or the other way round"
}
