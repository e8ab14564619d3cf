package dsl_test

import (
	"strings"
	"testing"

	"ruleck/dsl"
	"ruleck/dsl/diag"
)

func TestTokensOf(t *testing.T) {
	same := [][2]string{
		{"set x to 3-1", "set  x\n  to 3 - 1 // less"},
		{`limit a: b else "say // it"`, "limit a : b\nelse \"say // it\""},
	}
	for _, pair := range same {
		if a, b := dsl.TokensOf(pair[0]), dsl.TokensOf(pair[1]); a != b || a == "" {
			t.Errorf("%q and %q", a, b)
		}
	}
	differ := [][2]string{{"set x [p] to 1", "set x[p] to 1"}, {"ab", "a b"}, {`"a b"`, `"a  b"`}, {"1", "2"}}
	for _, pair := range differ {
		if dsl.TokensOf(pair[0]) == dsl.TokensOf(pair[1]) {
			t.Errorf("%q is taken for %q", pair[0], pair[1])
		}
	}
}

func TestRemarks(t *testing.T) {
	text := "variant a.b of c\n\n// What it is about,\n// in two lines.\n\n// Why five.\n  // Really.\nset x(p) to 5\nset y(p) to 6\n"
	src := diag.NewSource("b.rules", text)
	at := func(word string) diag.Span {
		i := strings.Index(text, word)
		return src.Span(i, i+len(word))
	}
	head := func(text string) string {
		src := diag.NewSource("", text)
		from := strings.Index(text, "variant")
		return dsl.HeadRemark(src.Span(from, from+len("variant a.b of c")))
	}
	for _, c := range []struct{ got, want string }{
		{dsl.RemarkAbove(at("set x")), "Why five.\nReally."},
		{dsl.RemarkAbove(at("set y")), ""},
		{dsl.RemarkAbove(at("variant")), ""},
		{head(text), "What it is about,\nin two lines."},
		{head("// above\nvariant a.b of c\nset x to 1"), "above"},
		{head("variant a.b of c\n// of the rule\nset x to 1"), ""},
		{head("variant a.b of c\n\n\n// at the end"), "at the end"},
		{head("variant a.b of c"), ""},
		{dsl.HeadRemark(diag.Span{}), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q instead of %q", c.got, c.want)
		}
	}
}
