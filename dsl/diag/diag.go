// Package diag is the one diagnostic type of ruleck: what is wrong, where, and
// what to do about it. Everything that can complain about a rule file (lexer,
// parser, declaration and type checks, conditions, the machine at run time)
// makes a Diagnostic; nothing else prints errors.
//
// A Span is a pair of byte offsets into a Source. Lines and columns are worked
// out when a diagnostic is rendered, so they cannot drift from the text.
package diag

// Severity tells whether a diagnostic stops the rulebook from loading.
type Severity uint8

const (
	Error   Severity = iota // the rulebook does not load
	Warning                 // it loads; `check --strict` counts it as an error
)

// Code is the stable name of a kind of mistake, such as "R102". Tests and
// readers rely on it; docs/errors.md has a line for each.
type Code string

// Source is one text file, as it is named to the reader. Text is normalised:
// no byte order mark, line ends are "\n". Use NewSource.
type Source struct {
	Name  string // path relative to the argument that named it, with slashes
	Text  string
	lines []int // byte offset of each line's start
}

// Span is the half-open byte range [Start, End) of a Source.
// A zero Span (nil Source) is "no place in a file".
type Span struct {
	Source     *Source
	Start, End int
}

// Diagnostic is one complaint.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Span     Span
	Message  string // what is wrong: one line, no full stop
	Hint     string // what to do, or "did you mean"; may be empty
	Related  []Note
}

// Note is a further place that matters to a diagnostic, such as the first of
// two definitions.
type Note struct {
	Span    Span
	Message string
}

// List is a set of diagnostics. The zero value is ready to use.
type List []Diagnostic
