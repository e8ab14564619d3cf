package dsl

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// What is no rule file at all gets one message.
func TestGuards(t *testing.T) {
	deep := func(open, close string) string {
		return "rules demo.x\nvalue f(): int = " + strings.Repeat(open, 250_000) + "1" + strings.Repeat(close, 250_000)
	}
	for _, c := range []struct {
		name, text string
		code       diag.Code
		message    string
	}{
		{"nothing", "", CodeEmpty, "the file is empty"},
		{"blanks and a comment", "  \n// nothing\n\t\n", CodeEmpty, "the file is empty"},
		{"NUL", "rules demo.x\n\x00", CodeNotText, "binary"},
		{"UTF-16", "\xff\xfer\x00u\x00l\x00", CodeNotText, "the file is UTF-16, not plain text"},
		{"UTF-16, the other way round", "\xfe\xff\x00r\x00u\x00l", CodeNotText, "the file is UTF-16, not plain text"},
		{"UTF-16 without a mark", "r\x00u\x00l\x00", CodeNotText, "the file is UTF-16, not plain text"},
		{"rich text", `{\rtf1\ansi rules demo.x}`, CodeNotText, "the file is rich text (RTF), not plain text"},
		{"a document", "PK\x03\x04\x14\x00", CodeNotText, "a document of a word processor"},
		{"a web page", "<!DOCTYPE html>\n<p>rules demo.x", CodeNotText, "the file is a web page"},
		{"latin 1", "rules demo.x\n// caf\xe9\n", CodeNotText, "not UTF-8: byte 0xE9"},
		{"too large", "rules demo.x\n" + strings.Repeat("// rules\n", MaxFileSize/8), CodeFileSize, "larger than 1 MiB"},
		{"parentheses", deep("(", ")"), CodeDepth, "nested too deeply"},
		{"brackets", deep("[", "]"), CodeDepth, "nested too deeply"},
		{"indexes", deep("a[", "]"), CodeDepth, "nested too deeply"},
		{"blocks", "rules demo.x\nsetup " + strings.Repeat("{ together ", 90_000), CodeDepth, "nested too deeply"},
		{"per", "rules demo.x\ngame { a: " + strings.Repeat("per T ", 150_000) + "int }", CodeDepth, "nested too deeply"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, diags := Parse(diag.NewSource("x.rules", c.text))
			if len(diags) != 1 || diags[0].Code != c.code || !strings.Contains(diags[0].Message, c.message) {
				t.Fatalf("got %d: %.3v", len(diags), diags)
			}
		})
	}
	// Minus signs need no brackets and no stack.
	file, diags := Parse(diag.NewSource("x.rules", "rules demo.x\nvalue f(): int = "+strings.Repeat("-", 1_000_000)+"1"))
	if len(diags) > 0 || len(file.Decls) != 1 {
		t.Error(diags)
	}
}

// The first line that a file is told to have can be its first line.
func TestHeadHint(t *testing.T) {
	for file, want := range map[string]string{
		"notes.rules": "rules BOOK.notes", "my notes.rules": "rules BOOK.my_notes", "pond/2nd part.rules": "rules BOOK._2nd_part",
		"Anna's (old).rules": "rules BOOK.Annas__old", "while.rules": "rules BOOK._while", "...rules": "rules BOOK.NAME",
		"löwe.scenario": "scenarios BOOK.lwe", "a.b.scenario": "scenarios BOOK.a_b",
	} {
		_, diags := Parse(diag.NewSource(file, ""))
		if len(diags) != 1 || !strings.HasSuffix(diags[0].Hint, ": "+want) {
			t.Errorf("%s: %v", file, diags)
			continue
		}
		if _, diags := Parse(diag.NewSource(file, strings.Replace(want, "BOOK", "book", 1)+"\n")); len(diags) > 0 {
			t.Errorf("%s: %v", want, diags)
		}
	}
}

// A file of nothing but mistakes ends soon and says how many it did not show.
func TestManyMistakes(t *testing.T) {
	for name, text := range map[string]string{
		"statements":   "event e() {\n" + strings.Repeat("set x = 3\n", 1000) + "}",
		"declarations": strings.Repeat("value f( int = 3\n", 1000),
		"characters":   strings.Repeat("@\n", 100_000),
		"typos":        "event e() {\n" + strings.Repeat("step a whne b { nothing }\n", 1000) + "}",
	} {
		_, diags := Parse(diag.NewSource("x.rules", "rules demo.x\n"+text))
		if len(diags) != diag.PerFile+1 || !strings.HasSuffix(diags[diag.PerFile].Message, "more in this file") {
			t.Errorf("%s: %d diagnostics, the last %v", name, len(diags), diags[len(diags)-1])
		}
	}
}

func TestLexer(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1..8", "Int:1 Punct:.. Int:8"},
		{"LRR66.2.i.*", "Ident:LRR66 Punct:. Int:2 Punct:. Ident:i Punct:. Punct:*"},
		{"LRR66.0.a-b", "Ident:LRR66 Punct:. Int:0 Punct:. Ident:a Punct:- Ident:b"},
		{"a[b] [c]", "Ident:a Index:[ Ident:b Punct:] Punct:[ Ident:c Punct:]"},
		{"f(x)[0]", "Ident:f Punct:( Ident:x Punct:) Index:[ Int:0 Punct:]"},
		{"a<=b!=c&&!d||e", "Ident:a Punct:<= Ident:b Punct:!= Ident:c Punct:&& Punct:! Ident:d Punct:|| Ident:e"},
		{"3-1", "Int:3 Punct:- Int:1"},
		{`"a \"b\" // c" d // e`, `String:"a \"b\" // c" Ident:d`},
		{"_a1 // x\n b", "Ident:_a1 Ident:b"},
	} {
		tokens, diags := scan(diag.NewSource("", c.text))
		var got []string
		for _, tok := range tokens.list {
			for name, kind := range symbols {
				if kind == tok.Type && !tok.EOF() {
					got = append(got, name+":"+tok.Value)
				}
			}
		}
		if strings.Join(got, " ") != c.want || len(diags) > 0 {
			t.Errorf("%s\n got %s %v\nwant %s", c.text, strings.Join(got, " "), diags, c.want)
		}
	}
}

func TestStrings(t *testing.T) {
	file := parseGood(t, `card a "x \"y\" \\ \n\tYïn 日本" of T { }`)
	if got := string(file.Decls[0].(*CardDecl).Display.Text); got != "x \"y\" \\ \n\tYïn 日本" {
		t.Errorf("%q", got)
	}
}

func TestParseExpr(t *testing.T) {
	for text, want := range map[string]string{
		" size(p.hand) > 3 ": "", "a b": "expected an operator or the end, found `b`", "": "expected an expression",
		"f(a": "expected `)` before the end of the file", "08": "does not begin with 0", "1 +": "expected an operand after `+`",
		"a }": "expected an operator or the end, found `}`",
	} {
		e, diags := ParseExpr(diag.NewSource("-", text))
		switch {
		case want == "" && (e == nil || len(diags) > 0 || e.Text != strings.TrimSpace(text)):
			t.Errorf("%q: %v %v", text, e, diags)
		case want != "" && (e != nil || len(diags) != 1 || !strings.Contains(diags[0].Message, want)):
			t.Errorf("%q: %v", text, diags)
		}
	}
}

// A right file with one token left out or one keyword misspelt has one mistake,
// which is near, and a misspelt keyword is found. Leaving out a token can leave
// a right file, or one that is wrong in two ways; that must be rare.
func TestOneSlip(t *testing.T) {
	slips, several := 0, 0
	try := func(src *diag.Source, at lexer.Token, end int, instead string) diag.List {
		_, diags := Parse(diag.NewSource(src.Name, src.Text[:at.Pos.Offset]+instead+src.Text[end:]))
		if slips++; len(diags) > 1 {
			several++
		}
		return diags
	}
	for _, src := range inputs(t, "good/*") {
		tokens, _ := scan(src)
		for i := 0; i < len(tokens.list)-1; i += 9 {
			tok, end := tokens.list[i], tokens.ends[i]
			try(src, tok, end, "")
			if word := tok.Value; theGraph().words[word] && len(word) > 3 {
				typo := word[:1] + word[2:3] + word[1:2] + word[3:]
				diags := try(src, tok, end, typo)
				if typo != word && len(diags) > 0 && !strings.Contains(diags[0].Hint, "`"+word+"`") {
					t.Errorf("%s:%s: %s for %s is not found: %v", src.Name, tok.Pos, typo, word, diags)
				}
			}
		}
	}
	if several*50 > slips {
		t.Errorf("%d of %d slips make several mistakes", several, slips)
	}
	t.Logf("%d of %d slips make several mistakes", several, slips)
}

func FuzzParse(f *testing.F) {
	for _, dir := range []string{"good", "errors", "adjacency"} {
		for _, src := range inputs(f, dir+"/*") {
			f.Add(src.Text, isScenarioFile(src.Name))
		}
	}
	f.Fuzz(func(t *testing.T, text string, scenario bool) {
		name := "x.rules"
		if scenario {
			name = "x.scenario"
		}
		checkParse(t, name, text)
	})
}

// checkParse holds whatever the text is: no panic, every place inside the file,
// the diagnostics in order, and mistakes.go finds what participle does.
func checkParse(t *testing.T, name, text string) {
	src := diag.NewSource(name, text)
	file, diags := Parse(src)
	if !slices.IsSortedFunc(diags, func(a, b diag.Diagnostic) int { return a.Span.Start - b.Span.Start }) {
		t.Errorf("the diagnostics are not in order:\n%s", text)
	}
	for _, d := range diags {
		if d.Span.Source != src || d.Span.Start > d.Span.End || d.Span.End > len(src.Text) {
			t.Errorf("a place outside of the file: %d..%d\n%s", d.Span.Start, d.Span.End, text)
		}
		if strings.Contains(d.Message, "unexpected token") {
			t.Errorf("participle fails where mistakes.go finds none: %s\n%s", d.Message, text)
		}
	}
	if len(diags) == 0 {
		checkSpans(t, src, file)
	}
	if err := diag.WriteText(&strings.Builder{}, diags, nil); err != nil {
		t.Error(err)
	}
}

// Files made of pieces of files, always the same ones. FuzzParse goes further.
func TestMutations(t *testing.T) {
	var texts []string
	for _, dir := range []string{"good", "errors", "adjacency"} {
		for _, src := range inputs(t, dir+"/*") {
			texts = append(texts, src.Text)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		text := texts[r.IntN(len(texts))]
		for range 1 + r.IntN(6) {
			i := r.IntN(len(text) + 1)
			j := min(len(text), i+r.IntN(12))
			switch r.IntN(4) {
			case 0:
				text = text[:i] + text[j:]
			case 1:
				text = text[:j] + text[i:]
			case 2:
				other := texts[r.IntN(len(texts))]
				from := r.IntN(len(other))
				text = text[:i] + other[from:min(len(other), from+r.IntN(60))] + text[i:]
			case 3:
				text = text[:i] + string("{}()[]=:,.\"\n a|?"[r.IntN(16)]) + text[i:]
			}
		}
		checkParse(t, "x.rules", text)
	}
}

// generated is a rule file of about n lines, with every kind of statement.
func generated(t testing.TB, n int) string {
	all := inputs(t, "good/hardest.rules")[0].Text
	_, body, _ := strings.Cut(all, "\n")
	var b strings.Builder
	b.WriteString("rules demo.large\n")
	for lines := 0; lines < n; lines += strings.Count(body, "\n") {
		b.WriteString(body)
	}
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	text := generated(b, 2000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, diags := Parse(diag.NewSource("x.rules", text)); len(diags) > 0 {
			b.Fatal(diags)
		}
	}
}

// A mistake on every tenth line.
func BenchmarkParseMistakes(b *testing.B) {
	lines := strings.Split(generated(b, 2000), "\n")
	for i := 5; i < len(lines); i += 20 {
		lines[i] = strings.Replace(lines[i], " to ", " too ", 1)
	}
	text := strings.Join(lines, "\n")
	b.ReportAllocs()
	for b.Loop() {
		if _, diags := Parse(diag.NewSource("x.rules", text)); len(diags) == 0 {
			b.Fatal("no mistakes")
		}
	}
}
