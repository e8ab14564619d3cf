package interpreter_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// What the tests of changes share. They go through the public door only, as another
// program would drive it.

func read(t *testing.T, files ...string) (out []*diag.Source) {
	t.Helper()
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, diag.NewSource(filepath.Base(name), string(text)))
	}
	return out
}

// text is a rule file written in a test. Its name is its first line's.
func text(src string) *diag.Source {
	src = strings.TrimSpace(src) + "\n"
	return diag.NewSource(strings.Fields(src)[1]+".rules", src)
}

func printed(diags diag.List) string {
	var b strings.Builder
	_ = diag.WriteText(&b, diags, nil)
	return b.String()
}

// loaded is a program that must load without as much as a warning.
func loaded(t *testing.T, src ...*diag.Source) *interpreter.Program {
	t.Helper()
	p, diags := interpreter.Load(src)
	if p == nil || len(diags) > 0 {
		t.Fatalf("findings:\n%s", printed(diags))
	}
	return p
}

// table is a game and the test it belongs to.
type table struct {
	t *testing.T
	p *interpreter.Program
	g *interpreter.Game
}

// sit seats P1 to Pn; given are paths and what lies there: names, numbers, lists.
func sit(t *testing.T, p *interpreter.Program, players int, given ...any) *table {
	t.Helper()
	g, err := p.NewGame(interpreter.Setup{Players: players, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := &table{t, p, g}
	for i := 0; i+1 < len(given); i += 2 {
		c.give(given[i].(string), given[i+1])
	}
	return c
}

// plain is test data as other programs send it.
func plain(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case []string:
		out := make([]any, len(v))
		for i, s := range v {
			out[i] = s
		}
		return out
	case obj:
		out := map[string]any{}
		for k, e := range v {
			out[k] = plain(e)
		}
		return out
	}
	return v
}

type obj map[string]any

func names(list ...string) []string { return list }

func (c *table) give(path string, v any) {
	c.t.Helper()
	if err := c.g.Give(path, plain(v)); err != nil {
		c.t.Fatalf("given %s: %v", path, err)
	}
}

func (c *table) begin(procedure string, args obj) {
	c.t.Helper()
	if err := c.beginErr(procedure, args); err != nil {
		c.t.Fatalf("%s does not begin: %v", procedure, err)
	}
}

func (c *table) beginErr(procedure string, args obj) error {
	m, _ := plain(args).(map[string]any)
	if args == nil {
		m = nil
	}
	return c.g.Begin(procedure, m)
}

// answer must be accepted; nil passes.
func (c *table) answer(player string, v any) {
	c.t.Helper()
	refused, err := c.g.Answer("", player, plain(v))
	if err != nil || refused != nil {
		c.t.Fatalf("%s answers %v: refused %v, error %v\n%s", player, v, refused, err, c.story())
	}
}

// pass answers for several players in turn that they do nothing.
func (c *table) pass(players ...string) {
	c.t.Helper()
	for _, p := range players {
		c.answer(p, nil)
	}
}

// refused gives the names of what stands against an answer; the game must not change.
func (c *table) refused(player string, v any, want ...string) {
	c.t.Helper()
	before := c.g.Save()
	refused, err := c.g.Answer("", player, plain(v))
	c.isRefused(refused, err, before, want)
}

func (c *table) isRefused(refused interpreter.Refused, err error, before string, want []string) {
	c.t.Helper()
	var got []string
	for _, r := range refused {
		got = append(got, r.Name)
	}
	if err != nil || strings.Join(got, " ") != strings.Join(want, " ") {
		c.t.Fatalf("refused by %v, not %v (error %v)", got, want, err)
	}
	if c.g.Save() != before {
		c.t.Fatal("a refusal changed the game")
	}
}

func (c *table) act(player, action string, args obj) {
	c.t.Helper()
	refused, err := c.g.Act(player, action, plain(args).(map[string]any))
	if err != nil || refused != nil {
		c.t.Fatalf("%s does %s %v: refused %v, error %v", player, action, args, refused, err)
	}
}

func (c *table) actRefused(player, action string, args obj, want ...string) {
	c.t.Helper()
	before := c.g.Save()
	refused, err := c.g.Act(player, action, plain(args).(map[string]any))
	c.isRefused(refused, err, before, want)
}

// holds checks conditions on the state.
func (c *table) holds(conditions ...string) {
	c.t.Helper()
	for _, text := range conditions {
		if got := c.eval(text); got != true {
			c.t.Errorf("%s is %v\n%s", text, got, c.story())
		}
	}
}

func (c *table) eval(text string) any {
	c.t.Helper()
	q, diags := c.p.QueryText(text)
	if q == nil {
		c.t.Fatal(printed(diags))
	}
	v, err := c.g.Eval(q)
	if err != nil {
		c.t.Fatalf("%s: %v\n%s", text, err, c.story())
	}
	return v
}

func (c *table) status(v value.Viewer) interpreter.Status {
	c.t.Helper()
	s, err := c.g.Status(v)
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// asks checks who is asked what: "P1 council.item.vote"; nothing when all is over.
func (c *table) asks(want ...string) {
	c.t.Helper()
	var got []string
	for _, d := range c.status(value.Host).Decisions {
		got = append(got, d.Player+" "+d.Step)
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		c.t.Fatalf("asked are %v, not %v\n%s", got, want, c.story())
	}
}

func (c *table) events(v value.Viewer) []string {
	var out []string
	for _, e := range c.g.Events(0, v) {
		out = append(out, e.Text)
	}
	return out
}

func (c *table) story() string { return strings.Join(c.events(value.Host), "\n") }

// happened counts the events that begin with a text.
func (c *table) happened(begin string) int {
	n := 0
	for _, e := range c.events(value.Host) {
		if strings.HasPrefix(e, begin) {
			n++
		}
	}
	return n
}

// stops checks that an error is the one meant, and names these places.
func stops(t *testing.T, err error, code diag.Code, parts ...string) {
	t.Helper()
	e, ok := err.(*interpreter.Error)
	if !ok {
		t.Fatalf("no fault of the rules: %v", err)
	}
	text := printed(diag.List{e.Diagnostic})
	for _, part := range append(parts, string(code)) {
		if !strings.Contains(text, part) {
			t.Errorf("the error does not say %q:\n%s", part, text)
		}
	}
}

func asText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
