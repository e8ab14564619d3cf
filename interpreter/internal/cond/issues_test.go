package cond

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"ruleck/interpreter/types"
)

// TestIssues compiles the expressions of testdata/issues.txt. A case is a block
// of lines: `| ` begins a line of the expression; under a line, a ^ stands where
// an issue is expected, followed by its kind, a part of its message and, after
// ??, a part of its hint. `want` names the type that is needed, `place` says that
// the expression is a path to write to. Every issue must be listed, in order.
func TestIssues(t *testing.T) {
	text, err := os.ReadFile("testdata/issues.txt")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	wants := map[string]*types.Type{
		"bool": types.BoolType, "int": types.IntType, "Player": nameType(w.player), "Player?": opt(nameType(w.player)),
		"list of Player": list(nameType(w.player), 6), "set of Card": set(nameType(w.card)), "Outcome": unionType(w.outcome),
	}
	line := 0
	for _, block := range strings.Split(string(text), "\n\n") {
		first := line + 1
		line += strings.Count(block, "\n") + 2
		c := readCase(block)
		if c == nil {
			continue
		}
		if c.want != "" && wants[c.want] == nil {
			t.Fatalf("line %d: unknown type %s", first, c.want)
		}
		t.Run(fmt.Sprintf("line%d", first), func(t *testing.T) { c.run(t, w, wants[c.want]) })
	}
}

type issueCase struct {
	text, want string
	place      bool
	issues     []Issue
}

func readCase(block string) *issueCase {
	c := &issueCase{}
	var lines []string
	for _, l := range strings.Split(block, "\n") {
		switch {
		case strings.HasPrefix(l, "| ") || l == "|":
			lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(l, "|"), " "))
		case strings.HasPrefix(l, "want "):
			c.want = strings.TrimPrefix(l, "want ")
		case l == "place":
			c.place = true
		case strings.Contains(l, "^") && !strings.HasPrefix(l, "#"):
			before, rest, _ := strings.Cut(l, "^")
			at := 0
			for _, done := range lines[:len(lines)-1] {
				at += len(done) + 1
			}
			at += byteOffset(lines[len(lines)-1], utf8.RuneCountInString(before)-2)
			kind, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
			message, hint, _ := strings.Cut(rest, " ?? ")
			c.issues = append(c.issues, Issue{Kind: kind, Offset: at, Message: message, Hint: hint})
		}
	}
	if lines == nil {
		return nil
	}
	c.text = strings.Join(lines, "\n")
	return c
}

func (c *issueCase) run(t *testing.T, w *world, want *types.Type) {
	var got []Issue
	if c.place {
		_, got = w.CompilePlace(w.scope(), c.text, nil)
	} else {
		_, got = w.Compile(w.scope(), c.text, want, nil)
	}
	bad := len(got) != len(c.issues)
	for i := 0; !bad && i < len(got); i++ {
		g, e := got[i], c.issues[i]
		bad = g.Kind != e.Kind || g.Offset != e.Offset || !strings.Contains(g.Message, e.Message) || !strings.Contains(g.Hint, e.Hint) ||
			strings.Contains(g.Message, "CEL does not accept") || strings.Contains(g.Message, "not a CEL expression")
	}
	if !bad {
		return
	}
	var b strings.Builder
	for _, g := range got {
		before := c.text[:g.Offset]
		col := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
		fmt.Fprintf(&b, "\n  (line %d)\n  %s^ %s %s ?? %s", strings.Count(before, "\n")+1, strings.Repeat(" ", col), g.Kind, g.Message, g.Hint)
	}
	t.Errorf("%s\ngives:%s", c.text, b.String())
}
