package main

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ruleck/conformance"
	"ruleck/conformance/atomicfile"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// initCmd begins a rulebook, or house rules for one, from the texts in initial/.
type initCmd struct {
	Folder string  `arg:"" name:"FOLDER"`
	Of     *string `placeholder:"RULES"`
}

// initDoc tells what was written, and the command that tries it.
type initDoc struct {
	head
	Files []string `json:"files"`
	Next  string   `json:"next"`
}

func (c *initCmd) document(h head) any { return initDoc{head: h, Files: []string{}} }

//go:embed initial
var initial embed.FS

// beginning is what is about to be written.
type beginning struct {
	files []*diag.Source // rules, then their scenario; named without their folder
	base  []*diag.Source // what the rules are laid over
	try   string         // the RULES that try it
}

// beginningName is what a name has to be: it stands in dotted names.
var beginningName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (c *initCmd) run(a *app) error {
	name := filepath.Base(filepath.Clean(c.Folder))
	switch {
	case !beginningName.MatchString(name):
		return fail(exitUsage, codeUsage, "%q cannot be a name of rules", name).hint("use small letters, digits and _, a letter first: FOLDER's last part is the name")
	case isEmbedded(name):
		return fail(exitUsage, codeUsage, "%s is a rulebook that comes with the program", name).hint("choose a name of your own")
	}
	if err := vacant(c.Folder); err != nil {
		return err
	}
	b := c.book(name)
	if c.Of != nil {
		var err error
		if b, err = c.variant(name); err != nil {
			return err
		}
	}
	if err := b.write(c.Folder); err != nil {
		return err
	}
	doc := initDoc{head: head{OK: true}, Next: "ruleck test " + b.try}
	for _, f := range b.files {
		doc.Files = append(doc.Files, shown(filepath.Join(c.Folder, f.Name)))
	}
	if a.json {
		a.print(doc)
		return nil
	}
	for _, f := range doc.Files {
		a.say("wrote %s\n", f)
	}
	a.say("next: %s\n", doc.Next)
	return nil
}

// vacant makes sure that nothing can be lost: the folder is not there, or empty.
func vacant(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fail(exitUsage, codePath, "cannot begin in %s: %s", shown(folder), cause(err))
	case len(entries) > 0:
		return fail(exitUsage, codePath, "%s is not empty", shown(folder)).hint("name a folder that does not exist yet")
	}
	return nil
}

func (c *initCmd) book(name string) *beginning {
	words := map[string]string{"NAME": name, "BOOK": strings.ToUpper(name)}
	return &beginning{
		files: []*diag.Source{initialFile("book.rules", "game.rules", words), initialFile("book.scenario", "first.scenario", words)},
		try:   shown(c.Folder),
	}
}

func (c *initCmd) variant(name string) (*beginning, error) {
	program, s, err := mustLoad(*c.Of)
	if err != nil {
		return nil, err
	}
	stops, err := firstStop(program)
	if err != nil {
		return nil, err
	}
	d := program.Describe()
	words := map[string]string{"NAME": name, "BOOK": d.Rulebook, "MAIN": d.Main, "SEAT": seatType(d), "STOPS": stops}
	return &beginning{
		files: []*diag.Source{initialFile("variant.rules", name+".rules", words), initialFile("variant.scenario", name+".scenario", words)},
		base:  s.rules,
		try:   shown(*c.Of) + "+" + shown(c.Folder),
	}, nil
}

// firstStop is the line of a scenario that says where a game waits first.
func firstStop(p *interpreter.Program) (string, error) {
	game, err := p.NewGame(interpreter.Setup{})
	if err == nil {
		err = game.Begin("", nil)
	}
	if err != nil {
		return "", ended(err, exitUsage, "")
	}
	status, err := game.Status(value.Host)
	switch {
	case err != nil:
		return "", ended(err, exitFindings, "")
	case status.Done:
		return "ends", nil
	}
	return "stops at " + status.Decisions[0].Step, nil
}

// seatType is what a rulebook calls its players; there is none without.
func seatType(d interpreter.Description) string {
	at := slices.IndexFunc(d.Types, func(t interpreter.Item) bool { return t.Detail["kind"] == "players" })
	return d.Types[at].Name
}

// initialFile is one of the texts; where $NAME stands in it, goes the word of that name.
func initialFile(from, to string, words map[string]string) *diag.Source {
	text, err := initial.ReadFile("initial/" + from)
	if err != nil {
		panic(err) // the names are ours
	}
	return diag.NewSource(to, os.Expand(string(text), func(name string) string { return words[name] }))
}

// write makes the folder, once its rules have been tried.
func (b *beginning) write(folder string) error {
	err := atomicfile.MakeFolder(folder, func(draft string) error {
		for _, f := range b.files {
			if err := atomicfile.Write(filepath.Join(draft, f.Name), []byte(f.Text)); err != nil {
				return err
			}
		}
		return b.works(draft)
	})
	var f *failure
	if err == nil || errors.As(err, &f) {
		return err
	}
	return fail(exitUsage, codePath, "cannot make %s: %s", shown(folder), cause(err))
}

// works loads the rules and plays the scenario: names of the base may be taken, and a
// name may be a word of the language.
func (b *beginning) works(draft string) error {
	stack := append(b.base[:len(b.base):len(b.base)], b.files[0])
	program, list := interpreter.Load(stack)
	if list.HasErrors() {
		return &failure{exitFindings, list}
	}
	place, err := conformance.Folder(draft)
	if err != nil {
		return unreadable(draft, err)
	}
	suite, err := conformance.Read(program, stack, place)
	if err != nil {
		return unreadable(draft, err)
	}
	result, err := suite.Test("")
	if err != nil {
		return unreadable(draft, err)
	}
	for _, o := range result.Scenarios {
		for _, f := range o.Failures {
			return fail(exitFindings, f.Code, "%s", f.Message).hint("the first scenario does not pass over these rules: begin with a file of your own, `variant NAME of %s`", program.Rulebook())
		}
	}
	return nil
}
