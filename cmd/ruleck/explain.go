package main

import (
	"fmt"
	"strings"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

type explainCmd struct {
	Rules string `arg:"" name:"RULES"`
	Name  string `arg:"" name:"NAME"`
}

// explained is one element, as JSON. Lists that say nothing are left out, but for
// those that every element has.
type explained struct {
	Name      string      `json:"name"`
	Kind      string      `json:"kind"`
	Clauses   []string    `json:"clauses"`
	File      string      `json:"file"`
	Line      int         `json:"line"`
	Column    int         `json:"column"`
	Text      string      `json:"text"`
	Layers    []layer     `json:"layers"`
	Cites     []citation  `json:"cites,omitempty"`
	Changes   []layer     `json:"changes,omitempty"`
	Reads     []string    `json:"reads,omitempty"`
	Writes    []string    `json:"writes,omitempty"`
	Calls     []string    `json:"calls,omitempty"`
	ReadBy    []string    `json:"read_by,omitempty"`
	WrittenBy []string    `json:"written_by,omitempty"`
	CalledBy  []string    `json:"called_by,omitempty"`
	CitedBy   []string    `json:"cited_by,omitempty"`
	Also      []explained `json:"also,omitempty"` // what else goes by the name
}

type layer struct {
	From   string `json:"from"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	On     string `json:"on"`
	Change string `json:"change"`
	When   string `json:"when"`
}

type citation struct {
	ID    string `json:"id"`
	Words string `json:"words"`
}

// document is what a failure knows: nothing.
func (c *explainCmd) document(h head) any {
	return struct {
		head
		explained
	}{h, explained{Name: c.Name, Clauses: []string{}, Layers: []layer{}}}
}

func (c *explainCmd) run(a *app) error {
	program, _, err := mustLoad(c.Rules)
	if err != nil {
		return err
	}
	doc, err := explain(program, c.Name)
	if err != nil {
		e := err.(*interpreter.Error)
		f := fail(exitUsage, codeUsage, "%s", e.Message)
		if e.Hint == "" {
			return f.hint("ruleck describe %s lists what is declared", c.Rules)
		}
		return f.hint("%s", e.Hint)
	}
	if a.json {
		a.print(doc)
		return nil
	}
	a.elements(doc)
	return nil
}

// elements prints all that goes by a name.
func (a *app) elements(e explained) {
	a.element(e)
	for _, other := range e.Also {
		a.say("\n")
		a.element(other)
	}
}

// explain tells all about a name: first what stands first in the rules, the others
// beside it.
func explain(p *interpreter.Program, name string) (explained, error) {
	found, err := p.Explain(name)
	if err != nil {
		return explained{}, err
	}
	all := make([]explained, len(found))
	for i, e := range found {
		all[i] = explainedOf(p, e)
	}
	all[0].Also = all[1:]
	return all[0], nil
}

func explainedOf(p *interpreter.Program, e *interpreter.Element) explained {
	file, line, column := e.Span.Position()
	out := explained{
		Name: e.Name, Kind: e.Kind, Clauses: some(e.Clauses), File: file, Line: line, Column: column, Text: e.Text(),
		Layers: layersOf(e.Layers), Changes: layersOf(e.Changes), Reads: e.Reads, Writes: e.Writes, Calls: e.Calls,
		ReadBy: e.ReadBy, WrittenBy: e.WrittenBy, CalledBy: e.CalledBy, CitedBy: e.CitedBy,
	}
	for _, c := range p.Citations(e.Clauses) {
		out.Cites = append(out.Cites, citation{c.ID, c.Words})
	}
	return out
}

func layersOf(list []interpreter.Layer) []layer {
	out := []layer{}
	for _, l := range list {
		file, line, _ := l.Span.Position()
		out = append(out, layer{l.From, file, line, l.On, l.Change, l.When})
	}
	return out
}

// element prints one for people who read rules.
func (a *app) element(e explained) {
	a.say("%s  %s  %s\n", e.Name, e.Kind, place(e.File, e.Line))
	for _, c := range e.Cites {
		a.tell("  ", "["+c.ID+"] "+c.Words)
	}
	a.say("\n")
	a.eachLine("    ", e.Text)
	if len(e.Layers) > 1 {
		a.say("\n  its layers, in the order in which they apply\n")
		a.layers(e.Layers, false)
	}
	if len(e.Changes) > 0 {
		a.say("\n  what it changes\n")
		a.layers(e.Changes, true)
	}
	for _, l := range []struct {
		title string
		names []string
	}{
		{"reads", e.Reads}, {"writes", e.Writes}, {"uses", e.Calls}, {"read by", e.ReadBy},
		{"written by", e.WrittenBy}, {"used by", e.CalledBy}, {"cited by", e.CitedBy},
	} {
		if len(l.names) > 0 {
			a.say("\n  %s\n", l.title)
			a.eachLine("    ", strings.Join(l.names, "\n"))
		}
	}
}

// layers prints changes, numbered where their order is told.
func (a *app) layers(list []layer, unordered bool) {
	for i, l := range list {
		mark := fmt.Sprintf("%2d.", i+1)
		if unordered {
			mark = "  -"
		}
		a.tell("   "+mark+" ", fmt.Sprintf("%s  (%s, %s)", l.Change, l.From, place(l.File, l.Line)))
		if l.When != "" {
			a.tell("       ", l.When)
		}
	}
}

func place(file string, line int) string { return fmt.Sprintf("%s:%d", diag.Printable(file), line) }

// eachLine prints the lines of a text, each behind a prefix and broken behind its own
// indentation.
func (a *app) eachLine(prefix, text string) {
	for _, line := range strings.Split(text, "\n") {
		words := strings.TrimLeft(line, " ")
		if words == "" {
			a.say("\n")
			continue
		}
		a.tell(prefix+line[:len(line)-len(words)], words)
	}
}

func indented(text, by string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = by + line
		}
	}
	return strings.Join(lines, "\n")
}

// explain is the method of serve: of a name, as the verb; of an expression in the
// present position; of an answer or act, as why with every reason taken apart.
func (s *server) explain(c *call) (any, error) {
	switch {
	case c.given("name"):
		return s.explainName(c)
	case s.game == nil:
		return nil, noGame()
	case c.given("expr"):
		return s.explainExpr(c)
	}
	q, err := s.judged(c)
	switch {
	case err != nil:
		return nil, err
	case q.action != "":
		return s.game.ExplainAct(q.player, q.action, q.args)
	}
	return s.game.ExplainAnswer(q.decision, q.player, q.value)
}

func (s *server) explainName(c *call) (any, error) {
	name := c.needText("name")
	if len(c.params) > 1 && c.err == nil {
		c.err = bad(`explain "name" alone`)
	}
	if c.err != nil {
		return nil, c.err
	}
	return explain(s.program, name)
}

func (s *server) explainExpr(c *call) (any, error) {
	expr := c.needText("expr")
	switch {
	case len(c.params) > 1 && c.err == nil:
		c.err = bad(`explain "expr" alone`)
	case c.as != "" && c.err == nil:
		c.err = notAllowed("to explain an expression is not for players")
	}
	if c.err != nil {
		return nil, c.err
	}
	return s.game.ExplainText(expr)
}
