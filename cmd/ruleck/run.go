package main

import (
	"bufio"
	"bytes"
	"strings"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

type runCmd struct {
	Rules     string   `arg:"" name:"RULES"`
	Procedure *string  `arg:"" name:"PROCEDURE" optional:""`
	Arg       []string `sep:"none"`
	Players   *int64
	Seed      uint64
	Given     *string
	Load      *string
	Ruling    []string `sep:"none"`
	Answers   *string
	Random    bool
	As        *string
}

// maxRandom bounds random play: a game need not end.
const maxRandom = 10_000

func (c *runCmd) document(h head) any { return h }

func (c *runCmd) run(a *app) error {
	if err := c.notEmpty(); err != nil {
		return err
	}
	program, _, err := mustLoad(c.Rules)
	if err != nil {
		return err
	}
	params, err := c.params()
	if err != nil {
		return err
	}
	var answers []byte
	if c.Answers != nil {
		if answers, err = readPlain(*c.Answers); err != nil {
			return err
		}
	}
	p := &play{app: a, host: &server{session: session{program: program}, log: a.err}, viewer: value.Host}
	first, err := c.begin(p.host, params)
	if err != nil {
		return ended(err, exitUsage, "")
	}
	if c.As != nil {
		p.only = *c.As
		if p.viewer, err = p.host.game.Viewer(p.only); err != nil {
			return ended(err, exitUsage, "")
		}
		if first, err = p.host.status(p.viewer); err != nil {
			return ended(err, exitFindings, "")
		}
	}
	p.show(first)
	if err := c.play(p, answers); err != nil {
		return err
	}
	return p.close()
}

// begin starts a game, or goes on with a saved one.
func (c *runCmd) begin(host *server, params map[string]any) (any, error) {
	begin := &call{params: params, viewer: value.Host}
	if c.Load == nil {
		return host.begin(begin)
	}
	if c.Procedure != nil || c.Arg != nil || c.Players != nil || c.Given != nil || c.Ruling != nil {
		return nil, fail(exitUsage, codeUsage, "--load goes on with a game that has begun: PROCEDURE, --arg, --players, --given and --ruling begin one")
	}
	if err := host.loadFile(*c.Load); err != nil {
		return nil, err
	}
	return host.reportStatus(begin)
}

// notEmpty refuses names that are given and empty, as an unset variable of a shell
// makes them: they would mean the same as none.
func (c *runCmd) notEmpty() error {
	for _, given := range []struct {
		what string
		text *string
	}{{"PROCEDURE", c.Procedure}, {"--given", c.Given}, {"--load", c.Load}, {"--answers", c.Answers}, {"--as", c.As}} {
		if given.text != nil && *given.text == "" {
			return fail(exitUsage, codeUsage, "%s is empty", given.what)
		}
	}
	return nil
}

// play takes the answers from wherever they come.
func (c *runCmd) play(p *play, answers []byte) error {
	seed := c.Seed
	if c.Answers != nil {
		if err := p.file(bytes.NewReader(answers), shown(*c.Answers)); err != nil {
			return err
		}
	}
	switch {
	case c.Random:
		return p.random(&seed)
	case c.Answers != nil:
		return nil
	case p.json:
		return p.program(&seed)
	}
	t := &terminal{play: p, lines: bufio.NewReaderSize(p.in, 4096), seed: seed, echo: !isTerminal(p.in), whole: c.Load != nil}
	return t.talk()
}

// params are those of a start request.
func (c *runCmd) params() (map[string]any, error) {
	args, err := named("--arg", c.Arg)
	if err != nil {
		return nil, err
	}
	rulings, err := named("--ruling", c.Ruling)
	if err != nil {
		return nil, err
	}
	if c.Seed > 1<<63-1 {
		return nil, fail(exitUsage, codeUsage, "--seed is too large")
	}
	params := map[string]any{"args": withNull(args), "rulings": rulings, "seed": int64(c.Seed)}
	if c.Procedure != nil {
		params["procedure"] = *c.Procedure
	}
	if c.Players != nil {
		params["players"] = *c.Players
	}
	if c.Given != nil {
		if params["given"], err = readGiven(*c.Given); err != nil {
			return nil, err
		}
	}
	return params, nil
}

// named reads values of the form name=value. A value that is not JSON is a bare name.
func named(flag string, list []string) (map[string]any, error) {
	m := map[string]any{}
	for _, text := range list {
		name, right, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, fail(exitUsage, codeUsage, "%s takes name=value, not %q", flag, text)
		}
		if _, again := m[name]; again {
			return nil, fail(exitUsage, codeUsage, "%s gives %s twice", flag, name)
		}
		m[name] = right
		if tree, err := parseJSON([]byte(right)); err == nil {
			if m[name], err = plain(tree, name); err != nil {
				return nil, fail(exitUsage, codeUsage, "%s: %s", flag, err)
			}
		}
	}
	return m, nil
}

// readGiven reads the file of --given.
func readGiven(name string) (map[string]any, error) {
	text, err := readPlain(name)
	if err != nil {
		return nil, err
	}
	tree, err := parseJSON(text)
	obj, ok := tree.(object)
	switch {
	case err != nil:
		return nil, fail(exitUsage, codeJSON, "%s: %s", shown(name), err)
	case !ok:
		return nil, fail(exitUsage, codeJSON, "%s holds %s: it must be an object of dotted path to value", shown(name), kindOf(tree))
	}
	given, err := plainObject(obj, "it")
	if err != nil {
		return nil, fail(exitUsage, codeJSON, "%s: %s", shown(name), err)
	}
	return withNull(given), nil
}

// withNull takes none for null, which is what rules and screens call it. No thing has
// that name.
func withNull(values map[string]any) map[string]any {
	for name, v := range values {
		if v == "none" {
			values[name] = nil
		}
	}
	return values
}

// ended makes a failure of an error of the interpreter or of a request: exit is
// the code where the request made no sense; a rule that failed is always a finding.
func ended(err error, code int, where string) *failure {
	f := &failure{exit: code}
	switch err := err.(type) {
	case *failure:
		f = err
	case *interpreter.Error:
		if !err.Bad {
			f.exit = exitFindings
		}
		f.list.Add(err.Diagnostic)
	case *rpcError:
		f.list.Errorf(err.Data.Code, diag.Span{}, "%s", err.Message)
	default:
		f.exit = exitFindings
		f.list.Errorf(codeInternal, diag.Span{}, "%s", err)
	}
	if where != "" {
		f.list[0].Message = where + ": " + f.list[0].Message
	}
	return f
}
