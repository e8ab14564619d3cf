package dsl

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// punctuation, longest first.
var punctuation = []string{
	"..", "==", "!=", "<=", ">=", "&&", "||",
	"{", "}", "(", ")", "[", "]", ",", ":", ".", "=", "<", ">", "+", "-", "*", "/", "%", "!", "?", "|",
}

func punctLength(s string) int {
	for _, p := range punctuation {
		if strings.HasPrefix(s, p) {
			return len(p)
		}
	}
	return 0
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

// wordLength is the length of the run of ASCII letters and digits that s begins with.
func wordLength(s string) int {
	n := 0
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n])) {
		n++
	}
	return n
}

// foreignLength is the same with the letters of all scripts.
func foreignLength(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && r != '_' {
			return i
		}
	}
	return len(s)
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// turning are the characters that show what follows from right to left, or left to
// right, whatever it is.
var turning = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x202a, Hi: 0x202e, Stride: 1}, {Lo: 0x2066, Hi: 0x2069, Stride: 1}}}

// runeNames are the characters that look like others, or like nothing.
var runeNames = map[rune]string{
	'\u00a0': "non-breaking space",
	'\u00ad': "soft hyphen",
	'\u1680': "ogham space",
	'\u2007': "figure space",
	'\u200b': "zero-width space",
	'\u200c': "zero-width non-joiner",
	'\u200d': "zero-width joiner",
	'\u200e': "left-to-right mark",
	'\u200f': "right-to-left mark",
	'\u2010': "hyphen",
	'\u2011': "non-breaking hyphen",
	'\u2012': "figure dash",
	'\u2013': "en dash",
	'\u2014': "em dash",
	'\u2018': "curly quote",
	'\u2019': "curly quote",
	'\u201c': "curly quote",
	'\u201d': "curly quote",
	'\u201e': "curly quote",
	'\u2028': "line separator",
	'\u2029': "paragraph separator",
	'\u202f': "narrow non-breaking space",
	'\u2026': "ellipsis",
	'\u2060': "word joiner",
	'\u2192': "arrow",
	'\u2212': "minus sign",
	'\u2260': "not-equal sign",
	'\u2264': "less-or-equal sign",
	'\u2265': "greater-or-equal sign",
	'\u3000': "ideographic space",
	'\ufeff': "byte order mark",
}

// meant are operators in other characters, which are read as what they mean.
var meant = map[rune]string{
	'&': "&&", '\u2212': "-", '\u2013': "-", '\u2260': "!=", '\u2264': "<=", '\u2265': ">=",
	'\u00d7': "*", '\u00f7': "/", '\u2227': "&&", '\u2228': "||", '\u00ac': "!",
}

// nameRune names a character for a message: non-breaking space (U+00A0), `@`.
func nameRune(r rune) string {
	if name, ok := runeNames[r]; ok {
		if unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return fmt.Sprintf("%s `%c` (U+%04X)", name, r, r)
		}
		return fmt.Sprintf("%s (U+%04X)", name, r)
	}
	if r < utf8.RuneSelf && unicode.IsPrint(r) {
		return fmt.Sprintf("`%c`", r)
	}
	if unicode.IsPrint(r) {
		return fmt.Sprintf("`%c` (U+%04X)", r, r)
	}
	return fmt.Sprintf("U+%04X", r)
}

// shorten keeps a message readable whatever the source contains.
func shorten(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
