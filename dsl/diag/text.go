package diag

import (
	"bufio"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Role is a part of a printed diagnostic that a terminal may colour.
type Role uint8

const (
	RolePlace   Role = iota // file:line:column:
	RoleError               // error CODE:
	RoleWarning             // warning CODE:
	RoleMessage
	RoleCaret
	RoleHint // the word hint: or note:
)

// Paint colours a part of the output; nil leaves it plain.
type Paint func(Role, string) string

const gutter = "  | "

// maxShown is how many characters of a source line are shown around an error.
const maxShown = 160

// WriteText writes l for people:
//
//	a.rules:3:7: error D101: expected `to`, found `=`
//	  | 	set x = 3
//	  | 	      ^
//	  hint: write set x to 3
//	  note: a.rules:1:1: the statement begins here
func WriteText(w io.Writer, l List, paint Paint) error {
	if paint == nil {
		paint = func(_ Role, s string) string { return s }
	}
	out := bufio.NewWriter(w)
	for _, d := range l {
		writeOne(out, d, paint)
	}
	return out.Flush()
}

func writeOne(out *bufio.Writer, d Diagnostic, paint Paint) {
	role := RoleError
	if d.Severity == Warning {
		role = RoleWarning
	}
	if d.Span.Source != nil {
		out.WriteString(paint(RolePlace, Printable(d.Span.String())+":") + " ")
	}
	out.WriteString(paint(role, d.Severity.String()+" "+string(d.Code)+":") + " ")
	out.WriteString(paint(RoleMessage, Printable(d.Message)) + "\n")
	if line, carets := excerpt(d.Span); carets != "" {
		out.WriteString(gutter + line + "\n" + gutter + paint(RoleCaret, carets) + "\n")
	}
	if d.Hint != "" {
		out.WriteString("  " + paint(RoleHint, "hint:") + " " + Printable(d.Hint) + "\n")
	}
	for _, n := range d.Related {
		out.WriteString("  " + paint(RoleHint, "note:") + " ")
		if n.Span.Source != nil {
			out.WriteString(Printable(n.Span.String()) + ": ")
		}
		out.WriteString(Printable(n.Message) + "\n")
	}
}

// excerpt is the source line of a span and the line of carets below it. Tabs
// are kept in both, so the carets stand right whatever a tab's width is.
func excerpt(sp Span) (line, carets string) {
	if sp.Source == nil {
		return "", ""
	}
	number, _ := sp.Source.Position(sp.Start)
	line, start := sp.Source.Line(number)
	from, to := sp.Start-start, min(sp.End-start, len(line))
	line, from, to = window(line, from, to)

	var b strings.Builder
	for _, r := range line[:from] {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteString(strings.Repeat(" ", cells(r)))
		}
	}
	n := 0
	for _, r := range line[from:max(from, to)] {
		n += cells(r)
	}
	b.WriteString(strings.Repeat("^", max(n, 1)))
	return Printable(line), b.String()
}

// window cuts a very long line to the part around [from, to).
func window(line string, from, to int) (string, int, int) {
	if utf8.RuneCountInString(line) <= maxShown {
		return line, from, to
	}
	const dots = "…"
	left := back(line, from, maxShown/3)
	right := forward(line, left, maxShown)
	cut := line[left:right]
	from, to = from-left, min(to-left, len(cut))
	if left > 0 {
		cut, from, to = dots+cut, from+len(dots), to+len(dots)
	}
	if right < len(line) {
		cut += dots
	}
	return cut, from, to
}

// back and forward move an offset by n characters.
func back(s string, at, n int) int {
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	return at
}

func forward(s string, at, n int) int {
	for ; n > 0 && at < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}

// Printable is a text as one line that does nothing to a terminal but be seen: what
// cannot be seen, begins a new line or turns the writing round is replaced. Names of
// files and words of rules may come from strangers.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || cells(r) != 1 || unicode.IsPrint(r) || unicode.Is(unicode.Zs, r) {
			return r
		}
		return '\ufffd'
	}, text)
}

// cells is how many columns of a terminal a character takes.
func cells(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
		r >= 0xff01 && r <= 0xff60, r >= 0x3000 && r <= 0x303f, r >= 0x1f300 && r <= 0x1faff:
		return 2
	}
	return 1
}
