package interpreter

import (
	"slices"
	"strings"

	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
)

// Whether two changes of one hook commute, so that it does not matter which goes first.
// Kinds have a fixed order; within a kind this is the test (docs/spec.md says it in the
// same words):
//
//   - of one owner: they stand as they are written, but two `set` or `instead of` are
//     held against each other all the same;
//   - two that say the same commute;
//   - two whose conditions exclude each other commute: one demands of some term what the
//     other rules out (see cond.Excludes);
//   - adds to a number, caps, forbids, limits and waivers commute;
//   - texts before or after the same commute if neither writes what the other reads or
//     writes (see footprint.go);
//   - all others do not: then one must be `over` the other, or it is a conflict.
//
// It looks at texts and declarations, never at a state: what it passes commutes in every
// state. What it reports may be unreachable in play; `over` settles that, too.

// apart reports whether two guards are never both true at one moment.
func apart(a, b *guard) bool {
	both := append(a.facts(), b.facts()...)
	_, found := cond.Excludes(both, both)
	return found
}

func (g *guard) facts() (out []cond.Fact) {
	for _, e := range []*cond.Expr{g.while, g.where} {
		if e != nil {
			out = append(out, e.Facts...)
		}
	}
	return out
}

// oneDeclared reports whether two changes are one, of two instances of an effect: what
// their arguments are is only known in play.
func oneDeclared(a, b *change) bool { return a.decl == b.decl }

// repeated reports whether a pair was looked at already, for another instance of an effect.
func repeated(a, b *change) bool { return a.again || b.again }

// blame puts two changes that do not go together in order: the one to report, and to change,
// comes second, which is that of a variant rather than that of its rulebook.
func blame(a, b *change) (other, culprit *change) {
	if a.in.Kind == "variant" && b.in.Kind != "variant" {
		return b, a
	}
	return a, b
}

// settled reports whether two changes need no more order than they have.
func (l *loader) settled(a, b *change) bool {
	return oneDeclared(a, b) || repeated(a, b) || l.isOver(a, b) != l.isOver(b, a)
}

// setsMeet finds settings of one value that do not go together.
func (l *loader) setsMeet(y *layers) {
	for i, b := range y.set {
		for _, a := range y.set[:i] {
			if !l.settled(a.by, b.by) && !a.agrees(b) && !apart(a.guard, b.guard) {
				one, two := a, b
				if other, _ := blame(a.by, b.by); other != a.by {
					one, two = b, a
				}
				l.setTwice(y.name, one.by, two.by, one.expr.Text, two.expr.Text)
			}
		}
	}
	if !y.typ.Listy() {
		return
	}
	for i, b := range y.add {
		for _, a := range y.add[:i] {
			if a.by.by != b.by.by && !l.settled(a.by, b.by) && !a.agrees(b) && !apart(a.guard, b.guard) {
				d := l.disagree(a.by, b.by, "%s gets %s here and %s elsewhere, and neither goes first", y.name, oneLine(b.expr.Text), oneLine(a.expr.Text))
				d.Note(a.by.decl.Span(), "the other one")
			}
		}
	}
}

// agrees reports whether two layers always say the same.
func (y *layer) agrees(z *layer) bool {
	if broken(y.expr) || broken(z.expr) || y.expr.Canonical == z.expr.Canonical {
		return true
	}
	one, err := constantValue(y.expr)
	if err != nil {
		return false
	}
	other, err := constantValue(z.expr)
	return err == nil && equalWords(one, other)
}

// setTwice reports two changes that set something to different values.
func (l *loader) setTwice(name string, a, b *change, one, other string) {
	l.disagree(a, b, "%s is set to %s here and to %s elsewhere", name, oneLine(other), oneLine(one)).
		Note(a.decl.Span(), "the other one")
}

// disagree reports a conflict of two changes at the second.
func (l *loader) disagree(a, b *change, format string, args ...any) *diag.Diagnostic {
	d := l.errorf(CodeConflict, b.decl, format, args...)
	d.Hint = overHint(a, b)
	return d
}

// placed is a change with a text, where it was compiled.
type placed struct {
	by   *change
	hook *opHook
	code *code
	ops  stretch // of its text
}

func (p *placed) touched(l *loader) *footprint {
	return l.touched(p.code.ops[p.ops.from:p.ops.to], p.code.form == formSetup)
}

// says is the text itself, to tell whether two say the same.
func (p *placed) says() string {
	d := p.by.decl
	body := d.Span()
	switch {
	case d.Around != nil:
		body = d.Around.Body.Span()
	case d.Instead != nil:
		body = d.Instead.Body.Span()
	}
	return oneLine(body.Text())
}

// same reports whether two texts are the same, word by word, and mean the same words.
func (p *placed) same(q *placed) bool {
	return p.says() == q.says() && !p.namesOwn() && !q.namesOwn()
}

// namesOwn reports whether a text uses a name that is its owner's own: the card, or an
// argument of the effect.
func (p *placed) namesOwn() bool {
	words := strings.FieldsFunc(p.says(), func(c rune) bool { return c == '.' || !nameRune(c) })
	return slices.Contains(words, "this") || slices.ContainsFunc(p.by.vars, func(v cond.Var) bool { return slices.Contains(words, v.Name) })
}

// meeting is the texts that changes put at one place of one hook.
type meeting struct {
	name, place string
	texts       []*placed
}

// replacementsMeet finds replacements of one thing that can be in force at once, and
// one that is replaced by some and removed by others.
func (l *loader) replacementsMeet(m *meeting, removed []*change) {
	for i, b := range m.texts {
		for _, a := range m.texts[:i] {
			if !l.settled(a.by, b.by) && !a.same(b) && !apart(a.hook.guard, b.hook.guard) {
				other, culprit := blame(a.by, b.by)
				l.disagree(other, culprit, "%s is replaced twice", m.name).Note(other.decl.Span(), "the other one")
			}
		}
		for _, a := range removed {
			if a.by != b.by.by && !l.settled(a, b.by) {
				d := l.disagree(a, b.by, "%s is replaced here and removed elsewhere", m.name)
				d.Note(a.decl.Span(), "the other one")
			}
		}
	}
}

// textsMeet finds texts that stand before or after one thing in no order, although it
// matters which of them goes first. It runs when everything is compiled, since a text
// does what it calls.
func (l *loader) textsMeet() {
	for _, m := range l.meetings {
		for i, b := range m.texts {
			for _, a := range m.texts[:i] {
				if a.by.by == b.by.by || l.settled(a.by, b.by) || a.same(b) {
					continue
				}
				if why := l.textsClash(a, b); why != "" {
					other, culprit := blame(a.by, b.by)
					d := l.errorf(CodeConflict, culprit.at, "%s and %s both change what comes %s %s, and neither is over the other: %s", other.owner, culprit.owner, m.place, m.name, why)
					d.Note(other.at.Span(), "the other one")
					d.Hint = overHint(other, culprit)
				}
			}
		}
	}
}

// textsClash tells why it matters which of two texts goes first, or "".
func (l *loader) textsClash(a, b *placed) string {
	one, other := a.touched(l), b.touched(l)
	guardsRead := l.reach(append(guards([]*guard{a.hook.guard}), guards([]*guard{b.hook.guard})...)...)
	if apart(a.hook.guard, b.hook.guard) && one.leaves(guardsRead) && other.leaves(guardsRead) {
		return ""
	}
	for _, side := range []struct {
		p *placed
		f *footprint
	}{{a, one}, {b, other}} {
		for id := range l.reach(guards([]*guard{side.p.hook.guard})...) {
			side.f.reads[id] = true
		}
	}
	return one.clash(l, other)
}

// leaves reports whether a text writes none of some fields.
func (f *footprint) leaves(fields map[int]bool) bool {
	return f.all == "" && !slices.ContainsFunc(sortedIDs(f.writes), func(id int) bool { return fields[id] })
}
