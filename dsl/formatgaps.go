package dsl

import (
	"strings"

	"ruleck/dsl/diag"
)

// gap is what stands between two tokens. In a file without errors that is blanks,
// line ends and comments.
type gap struct {
	comments []comment
	newline  bool // a line ends in it
	blank    bool // a line without anything stands before the token behind it
}

// comment is one comment, with its slashes and without blanks behind it.
type comment struct {
	text   string
	behind bool // it stands on the line of the token before
	blank  bool // a line without anything stands before it
}

// gapBefore is the gap before token i.
func gapBefore(src *diag.Source, t *tokens, i int) (g gap) {
	start := 0
	if i > 0 {
		start = t.ends[i-1]
	}
	lines := strings.Split(src.Text[start:t.list[i].Pos.Offset], "\n")
	g.newline = len(lines) > 1
	empty := false // the line before is
	for n, line := range lines {
		line = strings.Trim(line, " \t")
		if line != "" {
			g.comments = append(g.comments, comment{line, n == 0 && i > 0, empty})
		}
		empty = line == "" && n > 0
		if n < len(lines)-1 {
			g.blank = empty
		}
	}
	return g
}
