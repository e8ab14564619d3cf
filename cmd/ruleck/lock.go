package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ruleck/conformance/atomicfile"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// A variant's lock lies beside it, x.lock beside x.rules. It says what the variant hooks
// into, and a digest of what the rest of the stack said there when somebody last looked;
// parts of a line are divided by tabs:
//
//	lock house.terms of garden
//	after seed.plant   5f2c…   call seed.plant
//	sum 09ab…
//
// The sum tells a lock that was written otherwise. Whoever has no lock is told nothing.

const (
	lockEnding   = ".lock"
	maxLockBytes = 1 << 20
)

// lockLine is one change, as `check` tells it.
type lockLine struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Change string `json:"change"`
	On     string `json:"on"`
	Status string `json:"status"`
}

// What has become of a change since the lock was written.
const (
	applies     = "applies"     // what it hooks into is as it was
	moved       = "changed"     // it is not
	redundant   = "redundant"   // the change changes nothing any more
	contradicts = "contradicts" // it cannot be made any more
	unlocked    = "new"         // the lock does not know it
	gone        = "gone"        // only the lock knows it: the variant does not make it any more
)

// locks are what the variants of a stack hook into, of those that lie on disk.
type locks struct {
	stack   *stack
	targets []interpreter.Target
}

func locksOf(s *stack) *locks {
	l := &locks{stack: s}
	for _, t := range interpreter.Targets(s.rules) {
		if s.disk[t.Source] != "" {
			l.targets = append(l.targets, t)
		}
	}
	return l
}

// variants are the files that the targets stand in, each once.
func (l *locks) variants() (out []*diag.Source) {
	for _, t := range l.targets {
		if !slices.Contains(out, t.Source) {
			out = append(out, t.Source)
		}
	}
	return out
}

// text is what the lock of a variant says now.
func (l *locks) text(src *diag.Source) string {
	var b strings.Builder
	for _, t := range l.targets {
		if t.Source != src {
			continue
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "lock %s of %s\n", t.Variant, t.Of)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\n", t.Change, digestOrNone(t.Digest), t.On)
	}
	return b.String() + "sum " + sumOf(b.String()) + "\n"
}

func digestOrNone(digest string) string {
	if digest == "" {
		return "-"
	}
	return digest
}

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// path is where the lock of a variant lies.
func (l *locks) path(src *diag.Source) (folder, name string) {
	folder, name = filepath.Split(l.stack.disk[src])
	return folder, strings.TrimSuffix(name, filepath.Ext(name)) + lockEnding
}

// read gives the digests of a lock by change and hook; nil if there is no lock, or none
// that can be trusted, which is told.
func (l *locks) read(src *diag.Source) (digests map[string]string, list diag.List) {
	folder, name := l.path(src)
	text, err := readLock(folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	text = strings.ReplaceAll(text, "\r\n", "\n") // as editors of some systems end lines
	body, sum, _ := strings.Cut(text, "\nsum ")
	body += "\n"
	if err != nil || sum != sumOf(body)+"\n" {
		list.Warnf(codeLock, diag.NewSource(name, text).Span(0, 0), "this lock is not as it was written: it says nothing any more").
			Hint = "look at what the variant changes, then write the lock anew: ruleck check … --accept"
		return nil, list
	}
	digests = map[string]string{}
	for _, line := range strings.Split(body, "\n")[1:] {
		if parts := strings.Split(line, "\t"); len(parts) == 3 {
			digests[parts[0]+"\t"+parts[2]] = parts[1]
		}
	}
	return digests, nil
}

// readLock reads a plain file of a folder; no link leads out of there.
func readLock(folder, name string) (string, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxLockBytes {
		return "", errors.New("no plain file, or too large")
	}
	text, err := fs.ReadFile(root.FS(), name)
	return string(text), err
}

// compare holds every change against the lock of its variant. found is what is wrong with
// the rules: an error in a change that the lock knows is a contradiction.
func (l *locks) compare(found diag.List) (lines []lockLine, list diag.List) {
	for _, src := range l.variants() {
		digests, damaged := l.read(src)
		list = append(list, damaged...)
		unmet := maps.Clone(digests)
		for _, t := range l.targets {
			if t.Source != src || digests == nil {
				continue
			}
			file, line, _ := t.Span.Position()
			at := lockLine{file, line, t.Change, t.On, becameOf(t, digests, found)}
			delete(unmet, t.Change+"\t"+t.On)
			lines = append(lines, at)
			if at.Status == moved {
				_, name, _ := strings.Cut(t.On, " ")
				list.Warnf(codeMoved, t.Span, "%s is not what it was when the lock of %s was written", name, t.Variant).
					Hint = "see whether the change still says what you mean, then: ruleck check … --accept"
			}
		}
		lines = append(lines, left(src, unmet)...)
	}
	return lines, list
}

// left are the changes that only a lock knows, in the order of their names.
func left(src *diag.Source, digests map[string]string) (lines []lockLine) {
	keys := make([]string, 0, len(digests))
	for key := range digests {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		change, on, _ := strings.Cut(key, "\t")
		lines = append(lines, lockLine{src.Name, 1, change, on, gone})
	}
	return lines
}

func becameOf(t interpreter.Target, digests map[string]string, found diag.List) string {
	was, known := digests[t.Change+"\t"+t.On]
	is := func(fits func(d diag.Diagnostic) bool) bool {
		return slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
			return d.Span.Source != nil && d.Span.Source.Name == t.Source.Name && d.Span.Start >= t.Span.Start && d.Span.Start < t.Span.End && fits(d)
		})
	}
	switch {
	case !known:
		return unlocked
	case is(func(d diag.Diagnostic) bool { return d.Severity == diag.Error }):
		return contradicts
	case is(func(d diag.Diagnostic) bool { return d.Code == interpreter.CodeIdle }):
		return redundant
	case was != digestOrNone(t.Digest):
		return moved
	}
	return applies
}

// accept writes the locks of all variants anew.
func (l *locks) accept() error {
	for _, src := range l.variants() {
		folder, name := l.path(src)
		root, err := os.OpenRoot(folder)
		if err == nil {
			err = atomicfile.WriteIn(root, name, []byte(l.text(src)))
			root.Close()
		}
		if err != nil {
			return fail(exitUsage, codeOutput, "cannot write %s: %s", name, cause(err)).hint("nothing in it was changed")
		}
	}
	return nil
}
