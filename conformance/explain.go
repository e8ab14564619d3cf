package conformance

import (
	"strings"

	"ruleck/dsl"
)

// Why an expectation is false: the parts of it that are, and for a comparison
// what its two sides are.

// sides gives the parts of a false expectation that are false, and what they are
// made of. Where the expression cannot be taken apart, that is only its text.
func (r *run) sides(e *dsl.Expr) (expected, got string) {
	var want, have []string
	for _, part := range splitTop(e.Text, "&&") {
		if plain, ok := r.quiet(part); ok && plain == true {
			continue
		}
		want = append(want, squeeze(part))
		have = append(have, r.side(part))
	}
	if want == nil {
		return squeeze(e.Text), "false"
	}
	return strings.Join(want, "\n"), strings.Join(have, "\n")
}

// side tells what both sides of a comparison are, each once.
func (r *run) side(text string) string {
	for _, op := range []string{"==", "!=", "<=", ">=", " < ", " > ", " in "} {
		parts := splitTop(text, op)
		if len(parts) != 2 {
			continue
		}
		var told []string
		for _, p := range parts {
			plain, ok := r.quiet(p)
			if p = squeeze(p); ok && spell(plain) != p {
				told = append(told, p+" = "+spell(plain))
			}
		}
		if told != nil {
			return strings.Join(told, ", ")
		}
	}
	return "false"
}

// quiet evaluates a part of an expression, if it makes sense by itself.
func (r *run) quiet(text string) (any, bool) {
	q, problems := r.game.QueryText(text)
	if problems.HasErrors() {
		return nil, false
	}
	plain, err := r.now.Eval(q)
	return plain, err == nil
}

// splitTop cuts a text at an operator that stands outside all brackets. An
// expression with an operator that binds less (||, ?) stays whole.
func splitTop(text, op string) []string {
	var parts []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case depth > 0:
		case c == '?' || strings.HasPrefix(text[i:], "||"):
			return []string{text}
		case strings.HasPrefix(text[i:], op):
			parts = append(parts, text[start:i])
			i += len(op) - 1
			start = i + 1
		}
	}
	return append(parts, text[start:])
}
