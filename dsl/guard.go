package dsl

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

const (
	// MaxFileSize is the size of the largest file that is read: far above any
	// rulebook, far below what would hurt.
	MaxFileSize = 1 << 20
	// MaxDepth is how deep brackets may nest. The parser is recursive, so
	// something must stop a file of nothing but brackets.
	MaxDepth = 100
	// maxDiagnostics is how many mistakes of one file are looked for. Fewer are
	// shown; this is against files of nothing else.
	maxDiagnostics = 10 * diag.PerFile
)

// unreadable complains about a file that is no text, or too much of it.
func unreadable(src *diag.Source) (diags diag.List) {
	if what := document(src.Text); what != "" {
		diags.Errorf(CodeNotText, src.Span(0, 0), "the file is %s, not plain text", what).
			Hint = "save it as plain text, encoding UTF-8: in a word processor by Save As, or copy the text into a plain text editor"
		return diags
	}
	if len(src.Text) > MaxFileSize {
		diags.Errorf(CodeFileSize, src.Span(0, 0), "the file is larger than %d MiB", MaxFileSize>>20).
			Hint = "split it into several files"
		return diags
	}
	if i := strings.IndexByte(src.Text, 0); i >= 0 {
		diags.Errorf(CodeNotText, src.Span(i, i+1), "the file is binary: it contains a NUL byte")
		return diags
	}
	if i := invalidUTF8(src.Text); i >= 0 {
		diags.Errorf(CodeNotText, src.Span(i, i+1), "the file is not UTF-8: byte 0x%02X", src.Text[i]).
			Hint = "save the file as UTF-8"
	}
	return diags
}

// documents are what people save instead of plain text, by how a file begins.
var documents = []struct{ begin, what string }{
	{"\xff\xfe", "UTF-16"}, {"\xfe\xff", "UTF-16"},
	{`{\rtf`, "rich text (RTF)"},
	{"PK\x03\x04", "a document of a word processor, or a zip archive"},
	{"\xd0\xcf\x11\xe0", "a document of a word processor"},
	{"%PDF-", "a PDF"},
	{"<!doctype", "a web page"}, {"<html", "a web page"}, {"<?xml", "XML"},
}

// document says what a file is that is no plain text, or "". UTF-16 may come without a
// mark, but of its first letter one byte is 0.
func document(text string) string {
	for _, d := range documents {
		if n := len(d.begin); len(text) >= n && strings.EqualFold(text[:n], d.begin) {
			return d.what
		}
	}
	if len(text) >= 4 && (text[0] == 0 && text[1] != 0 && text[2] == 0 || text[1] == 0 && text[0] != 0 && text[3] == 0) {
		return "UTF-16"
	}
	return ""
}

// invalidUTF8 is the offset of the first byte that belongs to no character, or -1.
func invalidUTF8(text string) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// nesting counts what is open. The parser is recursive in blocks and in `per`;
// those who read expressions further are recursive in brackets. An expression
// does not go beyond a brace or a declaration.
type nesting struct{ braces, brackets, per int }

// add counts one more token and tells whether it is nested too deeply.
func (n *nesting) add(t lexer.Token) bool {
	switch {
	case t.Value == "{":
		n.braces, n.brackets = n.braces+1, 0
	case t.Value == "}":
		n.braces, n.brackets = max(0, n.braces-1), 0
	case t.Value == "(" || t.Value == "[":
		n.brackets++
	case t.Value == ")" || t.Value == "]":
		n.brackets = max(0, n.brackets-1)
	case t.Value == "per":
		n.per++
	case t.Type != tokIdent:
		n.per = 0
	case t.Pos.Column == 1 && declarationWord[t.Value]:
		n.brackets = 0
	}
	return max(n.braces, n.brackets, n.per) > MaxDepth
}
