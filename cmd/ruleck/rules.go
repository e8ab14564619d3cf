package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/rulesets"
)

// The RULES argument is a stack of parts joined by `+`. A part is the name of a
// folder or file, or of a rulebook that is embedded in the program:
//
//	a folder      all .rules files in it, not in folders below
//	x.rules       that file, and what it uses of its own folder
//	x.scenario    no rules; `test` runs it
//	a name        as the folder of that name in the program
//
// Rule files may come from strangers. So nothing is read but regular files of
// the folder itself: os.Root refuses links that lead out of it.

const (
	maxFiles     = 1000
	maxFileBytes = 8 << 20
	maxAllBytes  = 32 << 20
)

// stack is what a RULES argument names.
type stack struct {
	rules []*diag.Source // base first
	paths []string       // the parts that are paths, as given: scenarios may lie there
	bytes int
	have  map[string]bool         // files that are in rules
	disk  map[*diag.Source]string // where a file lies that is not embedded
}

// load reads a RULES argument and checks it. The list may hold warnings although
// the program is good.
func load(arg string) (*interpreter.Program, *stack, diag.List, error) {
	s, err := readStack(arg)
	if err != nil {
		return nil, nil, nil, err
	}
	program, list := interpreter.Load(s.rules)
	return program, s, list.Sorted(), nil
}

// mustLoad is load for verbs that need a rulebook without errors. Warnings are the
// business of check alone.
func mustLoad(arg string) (*interpreter.Program, *stack, error) {
	program, s, list, err := load(arg)
	switch {
	case err != nil:
		return nil, nil, err
	case list.HasErrors():
		return nil, nil, &failure{exitFindings, list}
	}
	return program, s, nil
}

// readStack reads the files of a RULES argument.
func readStack(arg string) (*stack, error) {
	s := &stack{have: map[string]bool{}, disk: map[*diag.Source]string{}}
	for _, part := range strings.Split(arg, "+") {
		if part == "" {
			return nil, fail(exitUsage, codeUsage, "%q has an empty part", arg).hint("parts are joined by a single +, as in base+changes.rules")
		}
		if err := s.add(part); err != nil {
			return nil, err
		}
	}
	if len(s.rules) == 0 {
		f := fail(exitNothing, codeNothing, "there are no .rules files in %s", shown(arg))
		if name := s.almostRules(); name != "" {
			f.hint("%s does not end in .rules: some editors put .txt behind a name", name)
		}
		return nil, f
	}
	return s, nil
}

// almostRules is a file of the given folders that was to be a rule file, by its
// name, and is none; or nothing.
func (s *stack) almostRules() string {
	for _, dir := range s.paths {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if strings.Contains(e.Name(), ".rules.") {
				return e.Name()
			}
		}
	}
	return ""
}

// add reads one part. A path wins over an embedded name: what lies in front of
// the reader is what they mean.
func (s *stack) add(part string) error {
	info, err := os.Stat(part)
	switch {
	case errors.Is(err, fs.ErrNotExist) && isEmbedded(part):
		sub, err := fs.Sub(rulesets.Files, part)
		if err != nil {
			return unreadable(part, err)
		}
		return s.addFolder(folder{"embedded " + part, sub, false})
	case err != nil:
		return unreadable(part, err)
	case info.IsDir():
		s.paths = append(s.paths, part)
		return withFolder(part, s.addFolder)
	case !info.Mode().IsRegular():
		return fail(exitUsage, codePath, "%s is neither a file nor a folder", shown(part))
	}
	s.paths = append(s.paths, part)
	switch filepath.Ext(part) {
	case ".rules":
		return s.addFile(part)
	case ".scenario":
		return nil
	}
	return fail(exitUsage, codePath, "%s is not a rule file", shown(part)).hint("the names of rule files end in .rules, those of scenario files in .scenario")
}

// embedded are the names of the rulebooks in the program.
func embedded() []string {
	var names []string
	entries, _ := fs.ReadDir(rulesets.Files, ".")
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// shipped reports whether the rules are those of an embedded rulebook, unchanged.
func (s *stack) shipped(book string) bool {
	for _, src := range s.rules {
		text, err := fs.ReadFile(rulesets.Files, path.Join(book, src.Name))
		if err != nil || diag.NewSource(src.Name, string(text)).Text != src.Text {
			return false
		}
	}
	return true
}

func isEmbedded(name string) bool { return slices.Contains(embedded(), name) }

// folder is one folder that rule files are read from.
type folder struct {
	id   string // the same for the same folder, however it is reached
	fs   fs.FS
	disk bool // it is no folder of the program's own
}

func withFolder(dir string, do func(folder) error) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return unreadable(dir, err)
	}
	defer root.Close()
	id, err := filepath.EvalSymlinks(dir)
	if err == nil {
		id, err = filepath.Abs(id)
	}
	if err != nil {
		return unreadable(dir, err)
	}
	return do(folder{id, root.FS(), true})
}

// addFolder reads all rule files of a folder, in order of their names.
func (s *stack) addFolder(f folder) error {
	entries, err := fs.ReadDir(f.fs, ".")
	if err != nil {
		return unreadable(path.Base(f.id), err)
	}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".rules" || e.IsDir() {
			continue
		}
		if _, err := s.read(f, e.Name()); err != nil {
			return err
		}
	}
	return nil
}

// addFile reads one rule file, after the files of its folder that it uses. The
// file itself may be a link to anywhere: who runs ruleck has named it.
func (s *stack) addFile(name string) error {
	text, err := readPlain(name)
	if err != nil {
		return err
	}
	dir, base := filepath.Split(name)
	return withFolder(filepath.Clean(dir), func(f folder) error {
		src, err := s.keep(f, base, text)
		if err != nil || src == nil {
			return err
		}
		return s.addUsed(f, src)
	})
}

// addUsed reads what a file uses, and what those use, and so on; each file stands
// after the ones it uses. A name without a file is left to the check, which can
// say where it is used.
func (s *stack) addUsed(f folder, src *diag.Source) error {
	at := len(s.rules) - 1
	for _, name := range uses(src) {
		used := name + ".rules"
		if _, err := fs.Stat(f.fs, used); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		src, err := s.read(f, used)
		if err != nil {
			return err
		}
		if src == nil {
			continue
		}
		if err := s.addUsed(f, src); err != nil {
			return err
		}
	}
	s.rules = append(append(s.rules[:at:at], s.rules[at+1:]...), src)
	return nil
}

// uses lists the file names, without extension, that the head of a file uses:
// the dotted name without the rulebook's.
func uses(src *diag.Source) []string {
	file, _ := dsl.Parse(src)
	if file == nil || file.Head == nil {
		return nil
	}
	var names []string
	for _, name := range file.Head.Uses {
		_, rest, _ := strings.Cut(name.String(), ".")
		if rest != "" {
			names = append(names, rest)
		}
	}
	return names
}

// read reads one file of a folder; nil if the stack has it already.
func (s *stack) read(f folder, name string) (*diag.Source, error) {
	if s.have[path.Join(f.id, name)] {
		return nil, nil
	}
	info, err := fs.Stat(f.fs, name)
	switch {
	case err != nil:
		return nil, unreadable(name, err)
	case !info.Mode().IsRegular():
		return nil, fail(exitUsage, codePath, "%s is not a file", name)
	}
	file, err := f.fs.Open(name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	defer file.Close()
	text, err := readAll(name, file)
	if err != nil {
		return nil, err
	}
	return s.keep(f, name, text)
}

// readPlain reads a file that was named on the command line. Editors of some
// systems put a byte order mark before the text: it is no part of it.
func readPlain(name string) ([]byte, error) {
	text, err := readBytes(name)
	return bytes.TrimPrefix(text, []byte(byteOrderMark)), err
}

// readBytes reads such a file as it is.
func readBytes(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fail(exitUsage, codePath, "there is no file %s", shown(name))
	case err != nil:
		return nil, unreadable(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fail(exitUsage, codePath, "%s is not a file", shown(name))
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	defer file.Close()
	return readAll(name, file)
}

const byteOrderMark = "\ufeff"

func readAll(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFileBytes+1))
	switch {
	case err != nil:
		return nil, unreadable(name, err)
	case len(text) > maxFileBytes:
		return nil, fail(exitFindings, codeTooMuch, "%s is too large: at most %d MiB", shown(name), maxFileBytes>>20)
	}
	return text, nil
}

// keep takes a file into the stack, within the limits; nil if it is there already.
func (s *stack) keep(f folder, name string, text []byte) (*diag.Source, error) {
	id := path.Join(f.id, name)
	if s.have[id] {
		return nil, nil
	}
	s.bytes += len(text)
	if len(s.rules) == maxFiles || s.bytes > maxAllBytes {
		return nil, fail(exitFindings, codeTooMuch, "too many rule files: at most %d, and %d MiB in all", maxFiles, maxAllBytes>>20)
	}
	src := diag.NewSource(name, string(text))
	s.have[id] = true
	if f.disk {
		s.disk[src] = filepath.Join(f.id, filepath.FromSlash(name))
	}
	s.rules = append(s.rules, src)
	return src, nil
}

// unreadable is a path that cannot be read. The system's error may hold an
// absolute path, so only its cause is told.
func unreadable(name string, err error) error {
	err = cause(err)
	if errors.Is(err, fs.ErrNotExist) {
		names := embedded()
		f := fail(exitUsage, codePath, "there is no file, folder or embedded rulebook %s", shown(name))
		if hint := diag.DidYouMean(name, append(beside(name), names...)); hint != "" {
			return f.hint("%s", hint)
		}
		return f.hint("the embedded rulebooks are %s", strings.Join(names, ", "))
	}
	return fail(exitUsage, codePath, "cannot read %s: %s", shown(name), err)
}

// beside lists the folders and rule files that lie where a path leads, spelt as the
// path is: what could have been meant.
func beside(name string) (paths []string) {
	if filepath.IsAbs(name) { // no absolute path is ever printed
		return nil
	}
	dir, _ := filepath.Split(name)
	entries, _ := os.ReadDir(filepath.Clean(dir))
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) == ".rules" {
			paths = append(paths, dir+e.Name())
		}
	}
	return paths
}

func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// shown is a path as it may appear in output: never an absolute one.
func shown(name string) string {
	parts := strings.Split(name, "+")
	for i, p := range parts {
		if filepath.IsAbs(p) {
			p = filepath.Base(p)
		}
		parts[i] = filepath.ToSlash(p)
	}
	return strings.Join(parts, "+")
}
