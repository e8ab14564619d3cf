package dsl

import (
	"strings"

	"ruleck/dsl/diag"
)

// TokensOf is a text without its layout and its comments: what it says. Two texts for
// which it is the same mean the same.
func TokensOf(text string) string {
	tokens, _ := scan(diag.NewSource("", text))
	var b strings.Builder
	for _, t := range tokens.list {
		if t.Type != tokIndex {
			b.WriteByte(' ') // so that an index stays apart from a cite
		}
		b.WriteString(t.Value)
	}
	return strings.TrimSpace(b.String())
}
