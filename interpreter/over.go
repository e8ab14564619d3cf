package interpreter

import (
	"slices"

	"ruleck/dsl/diag"
)

// What goes first where the changes of two files meet is declared, never guessed: a
// file says `over NAME`. Without that, two that do not go together are a conflict.
// Being over something that is over a third is being over the third.

// orderFiles reads the `over` lines.
func (l *loader) orderFiles() {
	names := l.fileNames()
	for _, f := range l.files {
		if f == nil || f.Head == nil {
			continue
		}
		own := f.Head.Name.String()
		for _, o := range f.Head.Over {
			other := o.String()
			switch {
			case !names[other]:
				l.errorf(CodeHead, o, "no file here is called %s", other).Hint = diag.DidYouMean(other, sortedKeys(names))
			case other == own || l.fileOver(other, own):
				l.errorf(CodeCycle, o, "%s is over %s already: one of the two is over the other", other, own)
			default:
				l.over[own] = append(l.over[own], other)
			}
		}
	}
}

// fileOver reports whether one file is declared to be over another.
func (l *loader) fileOver(a, b string) bool {
	for _, next := range l.over[a] {
		if next == b || l.fileOver(next, b) {
			return true
		}
	}
	return false
}

// isOver reports whether a change comes before another because its file is over the
// other's.
func (l *loader) isOver(a, b *change) bool {
	return a.file != "" && b.file != "" && l.fileOver(a.file, b.file)
}

// ordered reports whether two changes of one hook have an order: that of their place
// in a file, of their files, or, of cards and effects, of their names.
func (l *loader) ordered(a, b *change) bool {
	return a.file == "" || b.file == "" || a.file == b.file || l.isOver(a, b) || l.isOver(b, a)
}

// ranks numbers the owners of changes: by name, but files so that one that is over
// another comes before it.
func (l *loader) ranks() {
	var owners, files []string
	for _, ch := range l.list {
		owners = append(owners, ch.owner)
		if ch.file != "" {
			files = append(files, ch.owner)
		}
	}
	slices.Sort(owners)
	slices.Sort(files)
	owners, files = slices.Compact(owners), slices.Compact(files)
	isFile := map[string]bool{}
	for _, f := range files {
		isFile[f] = true
	}
	l.rank = map[string]int{}
	for i, name := range owners {
		if !isFile[name] {
			l.rank[name] = i
			continue
		}
		// The place of a file in the order of names goes to the first of those left
		// that none of the others is over.
		k := slices.IndexFunc(files, func(f string) bool {
			return !slices.ContainsFunc(files, func(other string) bool { return l.fileOver(other, f) })
		})
		l.rank[files[k]] = i
		files = slices.Delete(files, k, k+1)
	}
}

// outermostLast puts changes after something in order: of two files, what is over the
// other stands around it, so it comes last.
func (l *loader) outermostLast(after []*change) {
	var files []*change
	for _, ch := range after {
		if ch.file != "" {
			files = append(files, ch)
		}
	}
	slices.SortStableFunc(files, func(a, b *change) int { return l.rank[b.file] - l.rank[a.file] })
	for i, ch := range after {
		if ch.file != "" {
			after[i], files = files[0], files[1:]
		}
	}
}

// unordered reports changes that stand at one place of one hook without an order.
func (l *loader) unordered(name, place string, list []*change) {
	for i, b := range list {
		for _, a := range list[:i] {
			if l.ordered(a, b) {
				continue
			}
			d := l.errorf(CodeConflict, b.at, "%s and %s both change what comes %s %s, and neither is over the other", a.file, b.file, place, name)
			d.Note(a.at.Span(), "the other one")
			d.Hint = overHint(a, b)
			return
		}
	}
}

// overHint says how two files are put in order.
func overHint(a, b *change) string {
	return "write `over " + a.file + "` at the head of " + b.file + ", or the other way round"
}
