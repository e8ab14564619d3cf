package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

type runCmd struct {
	Rules     string   `arg:"" name:"RULES"`
	Procedure string   `arg:"" name:"PROCEDURE" optional:""`
	Arg       []string `sep:"none"`
	Players   *int64
	Seed      uint64
	Given     string
	Ruling    []string `sep:"none"`
	Answers   string
	Random    bool
	As        string
}

// maxRandom bounds random play: a game need not end.
const maxRandom = 10_000

func (c *runCmd) document(h head) any { return h }

func (c *runCmd) run(a *app) error {
	program, _, err := mustLoad(c.Rules)
	if err != nil {
		return err
	}
	params, err := c.params()
	if err != nil {
		return err
	}
	p := &play{app: a, host: &server{session: session{program: program}, log: a.err}, viewer: value.Host}
	first, err := p.host.begin(&call{params: params, viewer: value.Host})
	if err != nil {
		return ended(err, exitUsage, "")
	}
	if c.As != "" {
		if p.viewer, err = p.host.game.Viewer(c.As); err != nil {
			return ended(err, exitUsage, "")
		}
		if first, err = p.host.status(p.viewer); err != nil {
			return ended(err, exitFindings, "")
		}
	}
	p.show(first)
	return c.play(p)
}

// play takes the answers from wherever they come.
func (c *runCmd) play(p *play) error {
	seed := c.Seed
	switch {
	case c.Answers != "":
		text, err := readPlain(c.Answers)
		if err != nil {
			return err
		}
		if err := p.answers(bytes.NewReader(text), shown(c.Answers)); err != nil {
			return err
		}
		if !c.Random {
			break
		}
		fallthrough
	case c.Random:
		if err := p.random(&seed); err != nil {
			return err
		}
	case p.json:
		if err := p.answers(p.in, "stdin"); err != nil {
			return err
		}
	default:
		t := &terminal{play: p, lines: bufio.NewReaderSize(p.in, 4096), only: c.As, seed: seed, echo: !isTerminal(p.in)}
		if err := t.talk(); err != nil {
			return err
		}
	}
	return p.close()
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
	params := map[string]any{"procedure": c.Procedure, "args": args, "rulings": rulings, "seed": int64(c.Seed)}
	if c.Players != nil {
		params["players"] = *c.Players
	}
	if c.Given != "" {
		if params["given"], err = readGiven(c.Given); err != nil {
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
	return given, nil
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

// play is one game that run shows as it goes.
type play struct {
	*app
	host    *server // takes answers as it would from a client
	viewer  value.Viewer
	replies int64 // lines of JSON written so far: each has its number as id
}

// show tells what happened, in the format asked for.
func (p *play) show(result any) {
	if p.json {
		p.print(&reply{Version: "2.0", ID: json.RawMessage(fmt.Sprint(p.replies)), Result: result})
		p.replies++
		return
	}
	switch r := result.(type) {
	case status:
		for _, e := range r.Events {
			p.say("%s\n", sentence(e))
		}
	case refused:
		p.say("%s", reasons(r.Refused))
	}
}

// sentence is an event in one line.
func sentence(e interpreter.Event) string {
	text := e.Text
	if text == "" {
		text = e.Name
	}
	return text + cited(e.Clauses)
}

// reasons are lines that say why something was refused.
func reasons(no interpreter.Refused) string {
	var b strings.Builder
	b.WriteString("refused:\n")
	for _, r := range no {
		fmt.Fprintf(&b, "  %s%s (%s)\n", r.Reason, cited(r.Clauses), r.Name)
		values := map[string]any{}
		for text, v := range r.Values {
			values[text] = v.Any()
		}
		for _, text := range sortedKeys(values) {
			fmt.Fprintf(&b, "      %s is %s\n", text, spell(values[text]))
		}
	}
	return b.String()
}

// answers plays the lines of an answers file.
func (p *play) answers(r io.Reader, name string) error {
	lines := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(lines)
		if err == io.EOF {
			return nil
		}
		where := fmt.Sprintf("%s, line %d", name, n)
		if err != nil {
			return fail(exitFindings, codeJSON, "%s: %s", where, err)
		}
		if blank(line) {
			continue
		}
		result, err := p.take(line)
		if err != nil {
			return ended(err, exitFindings, where)
		}
		p.show(result)
		if no, ok := result.(refused); ok {
			f := fail(exitFindings, codeRefused, "%s: %s was refused: %s", where, line, no.Refused[0].Reason)
			return f
		}
	}
}

// take does one line: the params of an answer or of an act.
func (p *play) take(line []byte) (any, error) {
	tree, err := parseJSON(line)
	if err != nil {
		return nil, fail(exitFindings, codeJSON, "%s", err)
	}
	r := request{method: "answer"}
	if e := r.readParams(tree); e != nil {
		return nil, e
	}
	if _, ok := r.params["action"]; ok {
		r.method = "act"
	}
	m := methods[r.method]
	c, e := p.host.call(r, m)
	if e != nil {
		return nil, e
	}
	if c.as == "" {
		c.viewer = p.viewer
	}
	result, err := m.do(p.host, c)
	if c.err != nil {
		return nil, c.err
	}
	return result, err
}

// random lets chance answer until the game is over.
func (p *play) random(seed *uint64) error {
	for n := 0; n < maxRandom; n++ {
		done, err := p.over()
		if err != nil || done {
			return err
		}
		if err := p.chance(seed); err != nil {
			return err
		}
	}
	p.note("stopped after %d random answers", maxRandom)
	return nil
}

// chance lets chance give one answer.
func (p *play) chance(seed *uint64) error {
	if err := p.host.game.PlayRandom(seed); err != nil {
		return ended(err, exitFindings, "")
	}
	st, err := p.host.status(p.viewer)
	if err != nil {
		return ended(err, exitFindings, "")
	}
	p.show(st)
	return nil
}

func (p *play) over() (bool, error) {
	st, err := p.host.game.Status(p.viewer)
	if err != nil {
		return false, ended(err, exitFindings, "")
	}
	return st.Done, nil
}

// close says how things stand at the end.
func (p *play) close() error {
	st, err := p.host.game.Status(p.viewer)
	if err != nil {
		return ended(err, exitFindings, "")
	}
	if p.json {
		return nil
	}
	for _, d := range st.Decisions {
		p.say("waiting for %s at %s\n", d.Player, d.Step)
	}
	if !st.Done {
		return nil
	}
	p.say("done\n")
	payoffs := p.host.game.Payoffs()
	for _, name := range p.host.game.Players() {
		if n, ok := payoffs[name]; ok {
			p.say("  %s: %d\n", name, n)
		}
	}
	return nil
}
