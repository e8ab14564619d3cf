package dsl

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// FuzzLex cuts any text into tokens.
func FuzzLex(f *testing.F) {
	for _, dir := range []string{"good", "errors", "adjacency"} {
		for _, src := range inputs(f, dir+"/*") {
			f.Add(src.Text)
		}
	}
	f.Add("3-1 3 -1 a-1 -1 010 08 0x1F 1_000 9223372036854775808")
	f.Add("a[1] a [1] )[ ][ \"\\n\\q\" \"not closed\n'x' `y` “z” #n /* m */ // o")
	f.Add("\ufeffa\u00a0b\u200bc\u202ed\r\ne\rf\x00g\xff")
	f.Fuzz(checkLex)
}

// checkLex holds whatever the text is: the tokens are the text, each where it says it
// is, and nothing is left out but blanks, comments and what is complained about.
func checkLex(t *testing.T, text string) {
	src := diag.NewSource("x.rules", text)
	tokens, diags := scan(src)
	for _, d := range diags {
		if d.Span.Source != src || d.Span.Start > d.Span.End || d.Span.End > len(src.Text) {
			t.Fatalf("a complaint outside of the text: %d..%d", d.Span.Start, d.Span.End)
		}
	}
	end := 0
	for i, tok := range tokens.list {
		at := tok.Pos.Offset
		if line, column := src.Position(at); line != tok.Pos.Line || column != tok.Pos.Column {
			t.Fatalf("token %d stands at %d:%d and says %s", i, line, column, tok.Pos)
		}
		if at < end || tokens.ends[i] < at || tokens.ends[i] > len(src.Text) {
			t.Fatalf("token %d is %d..%d behind one that ends at %d", i, at, tokens.ends[i], end)
		}
		if raw := src.Text[at:tokens.ends[i]]; raw != tok.Value && !complained(diags, at) {
			t.Fatalf("token %d is %q, and the text %q", i, tok.Value, raw)
		}
		if gap := src.Text[end:at]; !tokens.tooDeep && !emptyGap(gap) && !complained(diags, end) {
			t.Fatalf("left out without a word: %q", gap)
		}
		end = tokens.ends[i]
	}
	if last := tokens.list[len(tokens.list)-1]; !last.EOF() || slices.ContainsFunc(tokens.list[:len(tokens.list)-1], lexer.Token.EOF) {
		t.Fatal("the tokens do not end with the end")
	}
	if len(diags) == 0 {
		checkGaps(t, src, tokens)
	}
}

// complained reports whether something at an offset or behind it is complained about.
// What follows the first complaint of a gap may be left out with it.
func complained(diags diag.List, from int) bool {
	return slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Span.End >= from }) || len(diags) >= maxDiagnostics
}

// emptyGap reports whether a text between two tokens is blanks and comments.
func emptyGap(gap string) bool {
	for line := range strings.Lines(gap) {
		line, _, _ = strings.Cut(line, "//")
		if strings.Trim(line, " \t\n") != "" {
			return false
		}
	}
	return true
}

// checkGaps: how much stands between two tokens says nothing. A rule on one line, on
// five, or with a comment in its midst is the same rule.
func checkGaps(t *testing.T, src *diag.Source, tokens *tokens) {
	for _, blank := range []string{" ", "\n", " // x\n\t"} {
		var b strings.Builder
		end := 0
		for i, tok := range tokens.list {
			if tok.Pos.Offset > end {
				b.WriteString(blank)
			}
			b.WriteString(src.Text[tok.Pos.Offset:tokens.ends[i]])
			end = tokens.ends[i]
		}
		again, diags := scan(diag.NewSource(src.Name, b.String()))
		same := slices.EqualFunc(tokens.list, again.list, func(a, b lexer.Token) bool { return a.Type == b.Type && a.Value == b.Value })
		if len(diags) > 0 || !same {
			t.Fatalf("other tokens with %q between them:\n%s", blank, b.String())
		}
	}
}

// A minus is never part of a number, so blanks beside it mean nothing.
func TestSignsAreApart(t *testing.T) {
	for _, text := range []string{"3-1", "3 -1", "3- 1", "3 - 1"} {
		tokens, diags := scan(diag.NewSource("x.rules", text))
		var got []string
		for _, tok := range tokens.list {
			got = append(got, tok.Value)
		}
		if want := []string{"3", "-", "1", ""}; !slices.Equal(got, want) || len(diags) > 0 {
			t.Errorf("%q is cut into %q %v", text, got, diags)
		}
	}
}

// Numbers are decimal: what other languages read as octal, hexadecimal or with
// separators is a mistake, never another number.
func TestNumbersAreDecimal(t *testing.T) {
	for text, want := range map[string]string{
		"010": "write 10", "08": "write 8", "00": "write 0", "0x1F": "whole", "0b11": "whole", "1_000": "whole", "0": "", "10": "",
	} {
		_, diags := scan(diag.NewSource("x.rules", text))
		switch {
		case want == "" && len(diags) > 0, want != "" && (len(diags) != 1 || !strings.Contains(diags[0].Hint, want)):
			t.Errorf("%s: %v", text, diags)
		}
	}
}
