package conformance

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
)

// Place is a tree of scenario files and, if it has one, the tree of its goldens.
// The two are apart, so that nothing that rewrites goldens can touch a scenario.
type Place struct {
	Prefix    string // put before the names of its files, for readers
	Scenarios fs.FS  // every .scenario file below belongs to the suite
	Only      string // if set, the one file that does
	Golden    fs.FS  // nil: no golden is owed
	Write     string // the folder Update writes goldens to; "" for an embedded suite
	variant   string // the shipped variant that brings it
	Others    bool   // the rules are not those the suite was written with, but a copy or with changes laid over
}

// Embedded is the suite of a rulebook that this binary carries, if it does.
func Embedded(rulebook string) (Place, bool) {
	if !known(scenarioFiles, "scenarios", rulebook) {
		return Place{}, false
	}
	p := Place{Prefix: rulebook + "/"}
	p.Scenarios, _ = fs.Sub(scenarioFiles, path.Join("scenarios", rulebook))
	if known(goldenFiles, "golden", rulebook) {
		p.Golden, _ = fs.Sub(goldenFiles, path.Join("golden", rulebook))
	}
	return p, true
}

// EmbeddedVariants are the suites of the shipped variants among some rule files. Like
// a rulebook a variant goes by its declared name, so an edited copy is played by the
// same scenarios. No goldens are owed: what a play looks like depends on what else
// is laid over the rulebook.
func EmbeddedVariants(rulebook string, stack []*diag.Source) []Place {
	var places []Place
	for _, source := range stack {
		tree, _ := dsl.Parse(source)
		if tree == nil || tree.Head == nil || tree.Head.Kind != "variant" {
			continue
		}
		declared := tree.Head.Name.String()
		_, name, _ := strings.Cut(declared, ".")
		p := Place{Prefix: "variants/", Only: name + ".scenario", variant: declared}
		p.Scenarios, _ = fs.Sub(variantFiles, path.Join("variants", rulebook))
		if info, err := fs.Stat(p.Scenarios, p.Only); err == nil && info.Mode().IsRegular() {
			places = append(places, p)
		}
	}
	return places
}

// known reports whether a tree has a folder of that name.
func known(tree fs.FS, root, name string) bool {
	entries, err := fs.ReadDir(tree, root)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.IsDir() && e.Name() == name })
}

// Folder is the suite in a folder, or one scenario file. Its goldens are in the
// folder `golden` inside; for a folder X in a folder `scenarios`, in `golden/X`
// beside that.
func Folder(name string) (Place, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Place{}, err
	}
	dir, only := name, ""
	if !info.IsDir() {
		dir, only = filepath.Split(name)
		dir = filepath.Clean(dir)
	}
	p := Place{Only: only, Write: goldenOf(dir)}
	if p.Scenarios, err = rooted(dir); err != nil {
		return Place{}, err
	}
	if info, err := os.Lstat(p.Write); err == nil && info.IsDir() {
		p.Golden, err = rooted(p.Write)
		return p, err
	}
	return p, nil
}

// rooted is a folder out of which no link leads: scenarios may come from strangers.
func rooted(dir string) (fs.FS, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return root.FS(), nil
}

func goldenOf(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		if above, name := filepath.Split(full); filepath.Base(above) == "scenarios" {
			return filepath.Join(dir, "..", "..", "golden", name)
		}
	}
	return filepath.Join(dir, "golden")
}

// files lists the scenario files of a place, in order of their names.
func (p Place) files() ([]string, error) {
	if p.Only != "" {
		if path.Ext(p.Only) != ".scenario" {
			return nil, nil
		}
		return []string{p.Only}, nil
	}
	return list(p.Scenarios, ".scenario")
}

// Files may come from strangers, and the wrong folder is soon named: there is an end to
// what is looked at, to what is read, and to what is read of one file.
const (
	maxEntries = 100_000
	maxFiles   = 10_000
	maxFile    = 8 << 20
	maxBytes   = 64 << 20
)

// TooMuch is an error about a place that has more of something than is read.
type TooMuch string

func (e TooMuch) Error() string { return string(e) }

// content is one file as read.
type content struct{ name, text string }

// read reads the scenario files of a place.
func (p Place) read() ([]content, error) {
	names, err := p.files()
	if err != nil {
		return nil, err
	}
	if len(names) > maxFiles {
		return nil, TooMuch(fmt.Sprintf("too many scenario files: at most %d", maxFiles))
	}
	var all []content
	bytes := 0
	for _, name := range names {
		t, err := readFile(p.Scenarios, name)
		if err != nil {
			return nil, err
		}
		if bytes += len(t); bytes > maxBytes {
			return nil, TooMuch(fmt.Sprintf("too many scenario files: at most %d MiB in all", maxBytes>>20))
		}
		all = append(all, content{name, t})
	}
	return all, nil
}

// readFile reads a file, unless it is none: a pipe would wait for ever.
func readFile(tree fs.FS, name string) (string, error) {
	info, err := fs.Stat(tree, name)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", &fs.PathError{Op: "read", Path: name, Err: errors.New("it is not a file")}
	}
	f, err := tree.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = TooMuch(fmt.Sprintf("%s is too large: at most %d MiB", name, maxFile>>20))
	}
	return string(text), err
}

// goldens lists the golden files of a place; for a single scenario file, its own.
func (p Place) goldens() ([]string, error) {
	if p.Golden == nil {
		return nil, nil
	}
	names, err := list(p.Golden, ".golden")
	if p.Only == "" {
		return names, err
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return !strings.HasPrefix(name, strings.TrimSuffix(p.Only, ".scenario")+"/")
	}), err
}

// list finds the files of a tree whose names end so. fs.WalkDir goes in order of
// names and follows no links.
func list(tree fs.FS, ext string) ([]string, error) {
	var names []string
	seen := 0
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if seen++; seen > maxEntries {
			return TooMuch(fmt.Sprintf("there are more than %d files and folders below", maxEntries))
		}
		if entry.Type().IsRegular() && path.Ext(name) == ext {
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("cannot read the %s files: %w", strings.TrimPrefix(ext, "."), err)
	}
	return names, nil
}
