package main

import (
	"embed"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"ruleck/dsl/diag"
)

// grammar is the command line. Each verb is a struct of its own, in the file
// that is named after it.
type grammar struct {
	Format string   `enum:"text,json" default:"text"`
	Help   helpFlag `short:"h"`

	Check    checkCmd    `cmd:""`
	Test     testCmd     `cmd:""`
	Run      runCmd      `cmd:""`
	Serve    serveCmd    `cmd:""`
	Describe describeCmd `cmd:""`
	Explain  explainCmd  `cmd:""`
	Diff     diffCmd     `cmd:""`
	Handout  handoutCmd  `cmd:""`
	Coverage coverageCmd `cmd:""`
	Fmt      fmtCmd      `cmd:""`
	Init     initCmd     `cmd:""`
	Version  versionCmd  `cmd:""`
	HelpOn   helpCmd     `cmd:"" name:"help"`
}

// parse reads the command line. The error is a *failure or a helpWanted; beside a
// failure stands the verb, as far as it was recognised.
func parse(args []string) (verb, error) {
	var g grammar
	parser := newParser(&g)
	if len(args) == 0 {
		return nil, usage(nil, "say what to do: ruleck VERB …", args)
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		var help helpWanted
		if errors.As(err, &help) {
			return nil, help
		}
		var problem *kong.ParseError
		errors.As(err, &problem)
		return verbOf(problem.Context), usage(problem.Context, err.Error(), args)
	}
	return verbOf(ctx), nil
}

func newParser(g *grammar) *kong.Kong {
	parser, err := kong.New(g, kong.Name("ruleck"), kong.NoDefaultHelp(), kong.Writers(io.Discard, io.Discard))
	if err != nil {
		panic(err) // the grammar is ours
	}
	return parser
}

// verbOf is the verb that was recognised, or nil.
func verbOf(ctx *kong.Context) verb {
	if ctx == nil || ctx.Selected() == nil {
		return nil
	}
	return ctx.Selected().Target.Addr().Interface().(verb)
}

// selected is the name of the verb that was recognised, or "".
func selected(ctx *kong.Context) string {
	if verbOf(ctx) == nil {
		return ""
	}
	return ctx.Selected().Name
}

// wantsJSON looks for the format before the command line is understood: a
// mistake in it is reported in the format that was asked for.
func wantsJSON(args []string) bool {
	for i, arg := range args {
		switch {
		case arg == "--":
			return false
		case arg == "--format=json", arg == "--format" && i+1 < len(args) && args[i+1] == "json":
			return true
		}
	}
	return false
}

//go:embed help/*.txt
var helpTexts embed.FS

// helpFlag stops parsing as soon as it is seen, so that help needs nothing else
// to be right.
type helpFlag bool

// BeforeReset is called by kong when the flag is on the command line.
func (helpFlag) BeforeReset(ctx *kong.Context) error { return helpWanted(selected(ctx)) }

// helpWanted is the verb whose help is asked for, or "" for all.
type helpWanted string

func (h helpWanted) Error() string { return "help" }

// helpCmd says the same as the flag.
type helpCmd struct {
	Verb string `arg:"" name:"VERB" optional:""`
}

func (c *helpCmd) document(h head) any { return h }

func (c *helpCmd) run(*app) error {
	verbs := verbNames()
	if c.Verb == "" || slices.Contains(verbs, c.Verb) {
		return helpWanted(c.Verb)
	}
	f := fail(exitUsage, codeUsage, "there is no verb %s", c.Verb)
	if hint := diag.DidYouMean(c.Verb, verbs); hint != "" {
		return f.hint("%s", hint)
	}
	return f.hint("the verbs are %s", strings.Join(verbs, ", "))
}

func verbNames() []string {
	var names []string
	for _, verb := range newParser(&grammar{}).Model.Children {
		names = append(names, verb.Name)
	}
	return names
}

func (a *app) help(h helpWanted) {
	name := string(h)
	if name == "" {
		name = "ruleck"
	}
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err) // a test holds that every verb has one
	}
	if a.json {
		a.print(struct {
			OK   bool   `json:"ok"`
			Help string `json:"help"`
		}{true, string(text)})
		return
	}
	a.out.Write(text)
}
