package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ruleck/conformance"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

type testCmd struct {
	Rules  string `arg:"" name:"RULES"`
	Run    string `placeholder:"GLOB"`
	Update bool
}

func (c *testCmd) document(h head) any {
	return struct {
		head
		Passed    int                   `json:"passed"`
		Failed    int                   `json:"failed"`
		Scenarios []conformance.Outcome `json:"scenarios"`
	}{head: h, Scenarios: []conformance.Outcome{}}
}

// testDoc adds what --update did.
type testDoc struct {
	*conformance.Result
	Updates []conformance.Change `json:"updates,omitempty"`
}

func (c *testCmd) run(a *app) error {
	program, s, err := mustLoad(c.Rules)
	if err != nil {
		return err
	}
	suite, err := readSuite(program, s)
	if err != nil {
		return err
	}
	r, err := suite.Test(c.Run)
	if err != nil {
		return unreadSuite("the goldens", err)
	}
	if len(r.Scenarios) == 0 && onlyEmpty(r.Diagnostics) {
		if c.Run != "" && len(suite.Scenarios) > 0 {
			return fail(exitNothing, codeNothing, "no scenario is called %s", c.Run).hint("a * stands for any text, a ? for one character")
		}
		return noScenarios(program, s.paths, r.Diagnostics)
	}
	doc := testDoc{Result: r}
	if c.Update {
		var at *fs.PathError
		if doc.Updates, err = suite.Update(r); errors.As(err, &at) {
			return unwritable(at.Path, err)
		} else if err != nil {
			return fail(exitUsage, codeUsage, "%s", err)
		}
	}
	if a.json {
		a.print(doc)
	} else {
		for _, u := range doc.Updates {
			a.say("%s: %s\n", diag.Printable(u.File), u.What)
		}
		r.WriteText(a.out, a.paintOut)
	}
	if !r.OK {
		return exit(exitFindings)
	}
	return nil
}

// readSuite reads the scenarios that belong to a rulebook: the embedded ones of
// its name and of the variants laid over it, those that lie in the given paths, and
// x.scenario beside a given x.rules.
func readSuite(program *interpreter.Program, s *stack) (*conformance.Suite, error) {
	var places []conformance.Place
	if p, ok := conformance.Embedded(program.Rulebook()); ok {
		p.Others = !s.shipped(program.Rulebook())
		places = append(places, p)
	}
	places = append(places, conformance.EmbeddedVariants(program.Rulebook(), s.rules)...)
	for _, path := range s.paths {
		if beside, ok := strings.CutSuffix(path, ".rules"); ok && isFile(path) {
			if path = beside + ".scenario"; !isFile(path) {
				continue
			}
		}
		p, err := conformance.Folder(path)
		if err != nil {
			return nil, unreadable(path, err)
		}
		places = append(places, p)
	}
	suite, err := conformance.Read(program, s.rules, places...)
	if err != nil {
		return nil, unreadSuite("the scenarios", err)
	}
	return suite, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// unreadSuite is why a suite cannot be read: the system does not let it, or it is too
// much.
func unreadSuite(what string, err error) *failure {
	var much conformance.TooMuch
	if errors.As(err, &much) {
		return fail(exitFindings, codeTooMuch, "cannot read %s: %s", what, much)
	}
	return fail(exitUsage, codePath, "cannot read %s: %s", what, cause(err))
}

// onlyEmpty reports whether nothing is wrong but files without a scenario.
func onlyEmpty(list diag.List) bool {
	return !slices.ContainsFunc(list, func(d diag.Diagnostic) bool {
		return d.Severity == diag.Error && d.Code != conformance.CodeEmpty
	})
}

// noScenarios is the failure where there is none; found is what was said of the
// files that could have held some.
func noScenarios(program *interpreter.Program, paths []string, found diag.List) *failure {
	f := fail(exitNothing, codeNothing, "there are no scenarios for %s", program.Rulebook())
	if file := misnamed(paths); file != "" {
		f.hint("the name of %s does not end in .scenario: rename it", shown(file))
	} else {
		f.hint("write some in a .scenario file: in a folder of RULES, or beside a .rules file, with its name")
	}
	f.list = append(f.list, found...)
	return f
}

// misnamed is a file of scenarios to which an editor has given an ending of its own; ""
// if there is none.
func misnamed(folders []string) string {
	for _, folder := range folders {
		entries, _ := os.ReadDir(folder) // what is no folder has none
		for _, e := range entries {
			if !e.IsDir() && strings.Contains(e.Name(), ".scenario.") {
				return filepath.Join(folder, e.Name())
			}
		}
	}
	return ""
}
