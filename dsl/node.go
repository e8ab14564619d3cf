package dsl

import (
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// Node is embedded in every node of the tree and knows where it stands: from
// Pos, its first byte, to EndPos, of which only the offset counts, the byte
// after its last token. Parse fills it.
type Node struct {
	Pos, EndPos lexer.Position
	source      *diag.Source
}

// Span is the node's place in its file.
func (n *Node) Span() diag.Span {
	if n == nil || n.source == nil {
		return diag.Span{}
	}
	return n.source.Span(n.Pos.Offset, n.EndPos.Offset)
}

// String is the dotted name as written, without blanks: harvest.main.
func (n *Name) String() string {
	if n == nil {
		return ""
	}
	return strings.Join(n.Parts, ".")
}

// Part is the place of one part of the name. Between the parts stand dots, and maybe
// blanks and comments.
func (n *Name) Part(i int) diag.Span {
	at := n.Span()
	tokens, _ := scan(diag.NewSource(at.Source.Name, at.Text()))
	i = min(2*i, len(tokens.list)-1)
	return at.Sub(tokens.list[i].Pos.Offset, tokens.ends[i])
}

// StringText is the meaning of a quoted text. What is wrong with one has been
// said by the lexer, so capturing never fails.
type StringText string

// Capture takes the quotes off and resolves the escapes.
func (s *StringText) Capture(values []string) error {
	text, _ := unquote(values[0])
	*s = StringText(text)
	return nil
}

// IntValue is a whole number.
type IntValue int64

// Capture reads the digits; the lexer has complained about numbers that do not fit.
func (v *IntValue) Capture(values []string) error {
	n, _ := strconv.ParseInt(values[0], 10, 64)
	*v = IntValue(n)
	return nil
}
