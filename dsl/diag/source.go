package diag

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// NewSource makes a Source: a byte order mark is dropped, and CRLF and lone CR
// become LF, so that the rest of the program knows one kind of line end.
func NewSource(name, text string) *Source {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	s := &Source{Name: name, Text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// Span is the range [start, end) of s, clamped to the text.
func (s *Source) Span(start, end int) Span {
	start = min(max(start, 0), len(s.Text))
	return Span{Source: s, Start: start, End: min(max(end, start), len(s.Text))}
}

// Position is the line and column of a byte offset. Both count from 1; columns
// count characters, not bytes.
func (s *Source) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(s.Text))
	line = sort.SearchInts(s.lines, offset+1)
	return line, utf8.RuneCountInString(s.Text[s.lines[line-1]:offset]) + 1
}

// Line is the text of a line (counted from 1) without its line end, and the
// byte offset where it starts.
func (s *Source) Line(line int) (text string, start int) {
	if line < 1 || line > len(s.lines) {
		return "", len(s.Text)
	}
	start = s.lines[line-1]
	end := len(s.Text)
	if line < len(s.lines) {
		end = s.lines[line] - 1
	}
	return s.Text[start:end], start
}

// Text is what stands in the span.
func (sp Span) Text() string {
	if sp.Source == nil {
		return ""
	}
	return sp.Source.Text[sp.Start:sp.End]
}

// Position is where the span starts: file, line and column, or "", 0, 0 for no
// place in a file.
func (sp Span) Position() (file string, line, column int) {
	if sp.Source == nil {
		return "", 0, 0
	}
	line, column = sp.Source.Position(sp.Start)
	return sp.Source.Name, line, column
}

// String is file:line:column.
func (sp Span) String() string {
	file, line, column := sp.Position()
	if line == 0 {
		return "-"
	}
	return file + ":" + itoa(line) + ":" + itoa(column)
}

// Sub is the range [start, end) counted from the start of sp: how an error
// inside an expression's text finds its place in the file.
func (sp Span) Sub(start, end int) Span {
	if sp.Source == nil {
		return sp
	}
	return sp.Source.Span(sp.Start+start, min(sp.Start+end, max(sp.End, sp.Start+start)))
}
