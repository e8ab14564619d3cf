package interpreter

import (
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
)

// What the first lines of the files say: what each is, and which belong together.

// fileNames is the names in the heads of the files.
func (l *loader) fileNames() map[string]bool {
	names := map[string]bool{}
	for _, f := range l.files {
		if f != nil && f.Head != nil {
			names[f.Head.Name.String()] = true
		}
	}
	return names
}

// headOf finds a file's head by its name, or nil.
func (l *loader) headOf(name string) *dsl.Head {
	for _, f := range l.files {
		if f != nil && f.Head != nil && f.Head.Name.String() == name {
			return f.Head
		}
	}
	return nil
}

// headIn finds the head of a file, or nil.
func (l *loader) headIn(source *diag.Source) *dsl.Head {
	for _, f := range l.files {
		if f != nil && f.Head != nil && f.Head.Span().Source == source {
			return f.Head
		}
	}
	return nil
}

// bookOf is the rulebook a file belongs to: the first part of its name, or what the
// first that it is a variant of belongs to.
func (l *loader) bookOf(h *dsl.Head, above ...*dsl.Head) string {
	if h.Kind != "variant" {
		return h.Name.Parts[0]
	}
	base := l.headOf(h.Of[0].String())
	if base == nil || base.Kind == "variant" && base.Of == nil || slices.Contains(above, base) {
		return h.Of[0].Parts[0]
	}
	return l.bookOf(base, append(above, h)...)
}

// heads checks that the files belong together.
func (l *loader) heads() {
	for _, f := range l.files {
		if f == nil || f.Head == nil {
			continue
		}
		h := f.Head
		name := h.Name.String()
		l.prog.files[h.Span().Source] = name
		l.once("file", name, h.Name)
		switch {
		case h.Kind == "scenarios":
			l.errorf(CodeHead, h, "%s holds scenarios, not rules", name)
			continue
		case h.Kind == "variant" && h.Of == nil:
			l.errorf(CodeHead, h, "a variant says what it is a variant of").Hint = "variant " + name + " of …"
			continue
		case h.Kind == "rules" && h.Changes != nil:
			l.errorf(CodeHead, h.Changes[0], "only a variant changes what clauses say")
		}
		l.companions(h)
		if h.Kind == "variant" && len(f.Decls) == 0 && !l.diags.HasErrors() {
			l.diags.Warnf(CodeIdle, h.Name.Span(), "%s changes nothing: there is nothing in it", name)
		}
		if l.laidRound(h) {
			continue
		}
		book := l.bookOf(h)
		if h.Kind == "variant" && len(h.Of[0].Parts) > 1 && l.headOf(h.Of[0].String()) == nil {
			continue // what it belongs to is not here, which is told
		}
		if l.prog.rulebook == "" {
			l.prog.rulebook = book
		}
		if book != l.prog.rulebook {
			l.errorf(CodeHead, h, "%s belongs to %s, but the other files to %s", name, book, l.prog.rulebook).Hint = "the first part of a file's name is its rulebook"
		}
	}
}

// companions checks that what a file needs is there, and what it cannot live with is not.
func (l *loader) companions(h *dsl.Head) {
	names := l.fileNames()
	missing := func(n *dsl.Name, format string, args ...any) {
		d := l.errorf(CodeHead, n, format, args...)
		others := slices.DeleteFunc(sortedKeys(names), func(name string) bool { return name == h.Name.String() })
		if d.Hint = diag.DidYouMean(n.String(), others); d.Hint == "" {
			d.Hint = "load it along with this one: files are joined by a +"
		}
	}
	for _, n := range h.Uses {
		if !names[n.String()] {
			missing(n, "no file here is called %s", n)
		}
	}
	for i, n := range h.Of {
		if !names[n.String()] && (len(n.Parts) > 1 || i > 0 && n.String() != l.bookOf(h)) {
			missing(n, "%s is a variant of %s, which is not here", h.Name, n)
		}
	}
	for _, n := range h.Requires {
		if !names[n.String()] {
			missing(n, "%s requires %s, which is not here", h.Name, n)
		}
	}
	for _, n := range h.Conflicts {
		if other := l.headOf(n.String()); other != nil {
			l.errorf(CodeConflict, n, "%s does not go together with %s", h.Name, n).Note(other.Name.Span(), "the other one")
		}
	}
}

// laidRound reports a variant that is laid over itself, by way of others, and tells
// whether it is.
func (l *loader) laidRound(h *dsl.Head) bool {
	var path []string
	var visit func(at *dsl.Head) bool
	visit = func(at *dsl.Head) bool {
		if at == nil || slices.Contains(path, at.Name.String()) {
			return false // a ring that h is no part of is reported where it begins
		}
		path = append(path, at.Name.String())
		for _, n := range at.Of {
			if n.String() == h.Name.String() || visit(l.headOf(n.String())) {
				return true
			}
		}
		path = path[:len(path)-1]
		return false
	}
	if !visit(h) {
		return false
	}
	l.errorf(CodeCycle, h.Of[0], "%s is a variant of itself: %s", h.Name, strings.Join(append(path, h.Name.String()), " of "))
	return true
}
