package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"ruleck/conformance/atomicfile"
	"ruleck/dsl"
	"ruleck/dsl/diag"
)

type fmtCmd struct {
	Paths []string `arg:"" name:"PATH" optional:""`
	List  bool     `short:"l"`
	Diff  bool     `short:"d"`
}

// fmtDoc tells of every file that could be read and has no errors, in the order in
// which they were found.
type fmtDoc struct {
	OK          bool      `json:"ok"`
	Files       []fmtFile `json:"files"`
	Diagnostics diag.List `json:"diagnostics"`
}

// fmtFile is one file. Changed says that it was not in the one layout; without
// --list and --diff it is now. Text is what came of stdin.
type fmtFile struct {
	File    string  `json:"file"`
	Changed bool    `json:"changed"`
	Diff    string  `json:"diff,omitempty"`
	Text    *string `json:"text,omitempty"`
}

func (c *fmtCmd) document(h head) any {
	return struct {
		head
		Files []fmtFile `json:"files"`
	}{h, []fmtFile{}}
}

func (c *fmtCmd) run(a *app) error {
	job := &fmtJob{app: a, cmd: c, doc: fmtDoc{OK: true, Files: []fmtFile{}}}
	if len(c.Paths) == 0 && isTerminal(a.in) {
		return fail(exitUsage, codeUsage, "say what to lay out: a file, a folder, or - for stdin").hint("ruleck fmt --help shows how it is used")
	}
	if len(c.Paths) == 0 || slices.Contains(c.Paths, "-") {
		if len(c.Paths) > 1 {
			return fail(exitUsage, codeUsage, "- stands for stdin and goes with no other path")
		}
		return job.stdin()
	}
	files, err := filesToLayOut(c.Paths)
	if err != nil {
		return err
	}
	for _, f := range files {
		job.file(f)
	}
	return job.finish()
}

// namedFile is a file to lay out: where it is, and its name relative to the argument
// that named it.
type namedFile struct{ path, name string }

// filesToLayOut finds the files of all arguments, each once, before anything is written.
func filesToLayOut(paths []string) (files []namedFile, err error) {
	have := map[string]bool{}
	for _, path := range paths {
		some, err := filesIn(path)
		if err != nil {
			return nil, err
		}
		for _, f := range some {
			if full, err := filepath.Abs(f.path); err == nil && !have[full] {
				have[full] = true
				files = append(files, f)
			}
		}
	}
	if len(files) == 0 {
		return nil, fail(exitNothing, codeNothing, "there are no .rules or .scenario files in %s", shown(strings.Join(paths, ", ")))
	}
	return files, nil
}

// filesIn finds the files of one argument: the file, or all below the folder. Links
// below a folder are left out, since what they lead to may be elsewhere, and so is
// everything whose name begins with a dot.
func filesIn(path string) (files []namedFile, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && isEmbedded(path):
		return nil, fail(exitUsage, codeUsage, "%s is embedded in the program: there is no file to write", path).hint("name the folder of a copy")
	case errors.Is(err, fs.ErrNotExist):
		f := fail(exitUsage, codePath, "there is no file or folder %s", shown(path))
		if strings.Contains(path, "+") {
			f.hint("paths are named one by one, without +")
		}
		return nil, f
	case err != nil:
		return nil, unreadable(path, err)
	case info.Mode().IsRegular() && isDataFile(path):
		return []namedFile{{path, filepath.Base(path)}}, nil
	case !info.IsDir():
		return nil, fail(exitUsage, codePath, "%s is not a rule or scenario file", shown(path)).hint("their names end in .rules and .scenario")
	}
	root := path + string(filepath.Separator) // a link to a folder is followed
	err = filepath.WalkDir(root, func(at string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return unreadable(at, err)
		case at == root:
		case strings.HasPrefix(entry.Name(), ".") && entry.IsDir():
			return fs.SkipDir
		case !strings.HasPrefix(entry.Name(), ".") && entry.Type().IsRegular() && isDataFile(at):
			name, err := filepath.Rel(root, at)
			if err != nil {
				return err
			}
			files = append(files, namedFile{at, filepath.ToSlash(name)})
		}
		return nil
	})
	return files, err
}

func isDataFile(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".rules" || ext == ".scenario"
}

// fmtJob lays out one file after the other. What is wrong with one does not stop
// the others.
type fmtJob struct {
	app  *app
	cmd  *fmtCmd
	doc  fmtDoc
	exit int
}

func (j *fmtJob) stdin() error {
	text, err := readAll("stdin", j.app.in)
	if err != nil {
		return err
	}
	src := diag.NewSource("stdin.rules", string(text))
	if file, _ := dsl.Parse(src); file.Head != nil && file.Head.Kind == "scenarios" {
		src = diag.NewSource("stdin.scenario", string(text))
	}
	if laidOut, ok := j.layOut(src, string(text)); ok && !j.cmd.List && !j.cmd.Diff {
		j.doc.Files[0].Text = &laidOut
		if !j.app.json {
			j.app.say("%s", laidOut)
		}
	}
	return j.finish()
}

func (j *fmtJob) file(f namedFile) {
	text, err := readBytes(f.path)
	if err != nil {
		j.fail(err)
		return
	}
	laidOut, ok := j.layOut(diag.NewSource(f.name, string(text)), string(text))
	if !ok || j.cmd.List || j.cmd.Diff || laidOut == string(text) {
		return
	}
	if err := atomicfile.Write(f.path, []byte(laidOut)); err != nil {
		j.doc.Files[len(j.doc.Files)-1].Changed = false
		j.fail(unwritable(f.name, err))
		return
	}
	if !j.app.json {
		j.app.say("%s\n", diag.Printable(f.name))
	}
}

// layOut works out the layout of one file, notes and tells what has to be told of
// it before it is written, and reports whether it has one.
func (j *fmtJob) layOut(src *diag.Source, text string) (laidOut string, ok bool) {
	laidOut, list := dsl.Format(src)
	if list.HasErrors() {
		j.fail(&failure{exitFindings, list})
		return "", false
	}
	f := fmtFile{File: src.Name, Changed: laidOut != text}
	if f.Changed && (j.cmd.List || j.cmd.Diff) {
		j.exit = max(j.exit, exitFindings)
	}
	if f.Changed && j.cmd.Diff {
		f.Diff = unified(src.Name, text, laidOut)
	}
	if f.Changed && !j.app.json {
		if j.cmd.List {
			j.app.say("%s\n", diag.Printable(f.File))
		}
		j.app.say("%s", f.Diff)
	}
	j.doc.Files = append(j.doc.Files, f)
	return laidOut, true
}

// fail notes why one file is left as it is.
func (j *fmtJob) fail(err error) {
	var f *failure
	if !errors.As(err, &f) {
		f = fail(exitUsage, codePath, "%s", cause(err))
	}
	j.exit = max(j.exit, f.exit)
	j.doc.Diagnostics = append(j.doc.Diagnostics, f.list...)
	if !j.app.json {
		j.app.complain(f.list)
	}
}

func (j *fmtJob) finish() error {
	j.doc.OK = j.exit == exitGood
	if j.app.json {
		j.app.print(j.doc)
	}
	if !j.doc.OK {
		return exit(j.exit)
	}
	return nil
}

// unwritable is a file that cannot be written.
func unwritable(name string, err error) *failure {
	return fail(exitUsage, codeOutput, "cannot write %s: %s", shown(name), cause(err)).hint("nothing in it was changed")
}

// unified is how a file would change, as programs that apply changes read it.
func unified(name, before, after string) string {
	diff, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: linesOf(before), FromFile: name,
		B: linesOf(after), ToFile: name,
		Context: 3,
	})
	return diff
}

// linesOf splits a text into lines with their ends. A last line without one says so.
func linesOf(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	last := len(lines) - 1
	if lines[last] == "" {
		return lines[:last]
	}
	lines[last] += "\n\\ No newline at end of file\n"
	return lines
}
