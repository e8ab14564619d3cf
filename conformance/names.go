package conformance

import (
	"strings"
	"unicode"

	"ruleck/dsl"
	"ruleck/dsl/diag"
)

func isNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// identifiers are the single names in the text of an expression, also those that
// are parts of dotted ones.
func identifiers(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !isNameRune(r) })
}

// spanOf is where a declaration stands.
func spanOf(d dsl.Decl) diag.Span {
	if node, ok := d.(interface{ Span() diag.Span }); ok {
		return node.Span()
	}
	return diag.Span{}
}
