package diag

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestPosition(t *testing.T) {
	src := NewSource("a.rules", "\ufeffab\r\nYïn 日本\r\n\rend")
	if src.Text != "ab\nYïn 日本\n\nend" {
		t.Fatalf("%q", src.Text)
	}
	for at, want := range map[string]string{"ab": "1:1", "b": "1:2", "Y": "2:1", "n ": "2:3", "日": "2:5", "本": "2:6", "end": "4:1"} {
		line, column := src.Position(strings.Index(src.Text, at))
		if got := fmt.Sprintf("%d:%d", line, column); got != want {
			t.Errorf("%q stands at %s, not %s", at, got, want)
		}
	}
	if line, column := src.Position(len(src.Text)); line != 4 || column != 4 {
		t.Errorf("the end stands at %d:%d", line, column)
	}
	if text, start := src.Line(2); text != "Yïn 日本" || start != 3 {
		t.Errorf("line 2 is %q from %d", text, start)
	}
	if text, _ := src.Line(9); text != "" {
		t.Errorf("line 9 is %q", text)
	}
	sp := src.Span(-5, 1000)
	if sp.Start != 0 || sp.End != len(src.Text) {
		t.Errorf("%d..%d is not in the file", sp.Start, sp.End)
	}
	if got := src.Span(3, 14).Sub(5, 8).Text(); got != "日" {
		t.Errorf("the part of the span is %q", got)
	}
	if got := (Span{}).String(); got != "-" {
		t.Error(got)
	}
}

// find is the span of a text in src.
func find(src *Source, text string) Span {
	i := strings.Index(src.Text, text)
	return src.Span(i, i+len(text))
}

func TestWriteText(t *testing.T) {
	src := NewSource("a.rules", "first line\n\tset x\t= 3\ncard \"日本\" bad\nnul\x01 \u200b bad2\n"+strings.Repeat("x ", 300)+"here"+strings.Repeat(" y", 300)+"\n")
	var l List
	l.Errorf("D101", find(src, "="), "expected `to`").Hintf("write set x to 3").Note(find(src, "first"), "begun here").Note(Span{}, "nowhere")
	l.Warnf("D900", find(src, "bad"), "after wide characters")
	l.Errorf("D001", find(src, "bad2"), "after invisible characters")
	l.Errorf("D002", find(src, "line\n\tset"), "over two lines")
	l.Errorf("D003", find(src, "here"), "in a long line")
	l.Errorf("D004", src.Span(len(src.Text), len(src.Text)), "at the end")
	l.Errorf("D005", Span{}, "in no file")
	var b strings.Builder
	if err := WriteText(&b, l, nil); err != nil {
		t.Fatal(err)
	}
	want := "" +
		"a.rules:2:8: error D101: expected `to`\n" +
		"  | \tset x\t= 3\n" +
		"  | \t     \t^\n" +
		"  hint: write set x to 3\n" +
		"  note: a.rules:1:1: begun here\n" +
		"  note: nowhere\n" +
		"a.rules:3:11: warning D900: after wide characters\n" +
		"  | card \"日本\" bad\n" +
		"  |             ^^^\n" +
		"a.rules:4:8: error D001: after invisible characters\n" +
		"  | nul\ufffd \ufffd bad2\n" +
		"  |        ^^^^\n" +
		"a.rules:1:7: error D002: over two lines\n" +
		"  | first line\n" +
		"  |       ^^^^\n" +
		"a.rules:5:601: error D003: in a long line\n" +
		"  | …" + strings.Repeat(" x", 26) + " here" + strings.Repeat(" y", 51) + " …\n" +
		"  |  " + strings.Repeat(" ", 53) + "^^^^\n" +
		"a.rules:6:1: error D004: at the end\n" +
		"  | \n" +
		"  | ^\n" +
		"error D005: in no file\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	paint := func(r Role, s string) string { return fmt.Sprintf("<%d%s>", r, s) }
	if err := WriteText(&b, l[:1], paint); err != nil || !strings.HasPrefix(b.String(), "<0a.rules:2:8:> <1error D101:> <3expected `to`>\n") {
		t.Errorf("%v %s", err, b.String())
	}
}

func TestJSON(t *testing.T) {
	src := NewSource("a.rules", "a < b\n")
	var l List
	l.Errorf("D101", find(src, "<"), "found <").Note(find(src, "b"), "here")
	l.Warnf("D102", Span{}, "no place").Hintf("a hint")
	got, err := json.Marshal(map[string]any{"diagnostics": l, "none": List(nil)})
	want := `{"diagnostics":[{"code":"D101","severity":"error","file":"a.rules","line":1,"column":3,"message":"found <","hint":"",` +
		`"related":[{"file":"a.rules","line":1,"column":5,"message":"here"}]},` +
		`{"code":"D102","severity":"warning","file":"","line":0,"column":0,"message":"no place","hint":"a hint","related":[]}],"none":[]}`
	if unescaped := strings.ReplaceAll(string(got), `\u003c`, "<"); err != nil || unescaped != want {
		t.Errorf("%v\n got %s\nwant %s", err, unescaped, want)
	}
}

func TestSorted(t *testing.T) {
	a, b := NewSource("a.rules", "0123456789"), NewSource("b.rules", "0123456789")
	var l List
	l.Errorf("D2", b.Span(1, 2), "b1")
	l.Errorf("D2", a.Span(5, 6), "a5")
	l.Errorf("D1", a.Span(5, 6), "a5")
	l.Errorf("D1", a.Span(2, 3), "a2")
	l.Errorf("D1", a.Span(2, 3), "a2")
	l.Errorf("D1", Span{}, "nowhere")
	var got []string
	for _, d := range l.Sorted() {
		got = append(got, string(d.Code)+d.Message)
	}
	if want := []string{"D1nowhere", "D1a2", "D1a5", "D2a5", "D2b1"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if len(l) != 6 || l[0].Message != "b1" {
		t.Error("Sorted changed its list")
	}
}

func TestLimit(t *testing.T) {
	src := NewSource("a.rules", strings.Repeat("x\n", 500))
	var l List
	for i := range 150 {
		l.Errorf("D1", src.Span(2*i, 2*i+1), "wrong")
	}
	l.Errorf("D1", Span{}, "nowhere")
	sorted := l.Sorted()
	last := sorted[len(sorted)-1]
	if len(sorted) != PerFile+2 || last.Code != More || last.Message != "50 more in this file" || last.Span.String() != "a.rules:101:1" {
		t.Errorf("%d, the last %v", len(sorted), last)
	}
	var w List
	for i := range 150 {
		w.Warnf("D1", src.Span(2*i, 2*i+1), "odd")
	}
	if w.HasErrors() || w.Sorted().HasErrors() || !l.HasErrors() {
		t.Error("warnings are taken for errors, or errors are not")
	}
}

func TestSuggest(t *testing.T) {
	words := []string{"when", "where", "whenever", "step", "set", "to", "or", "in"}
	for word, want := range map[string]string{
		"whne": "when", "wehn": "when", "whre": "where", "wheneverr": "whenever", "stp": "step", "Step": "step",
		"tow": "to", "x": "", "when": "", "banana": "", "it": "", "": "",
	} {
		for range 3 { // the order of the candidates does not matter
			slices.Reverse(words)
			if got := Suggest(word, words); got != want && !(word == "it" && got == "in") {
				t.Errorf("%q: got %q, want %q", word, got, want)
			}
		}
	}
	if got := DidYouMean("whne", words); got != "did you mean `when`?" {
		t.Error(got)
	}
	if got := Near("stet", words); !slices.Equal(got, []string{"set", "step"}) {
		t.Error(got)
	}
}

// Whatever a message or a name quotes, it is one line and steers no terminal.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb c":                 "a\tb c",
		"日本 é שלום \u00a0":       "日本 é שלום \u00a0",
		"\x1b[2J\x07\x00\x7f":    "\ufffd[2J\ufffd\ufffd\ufffd",
		"a\nb\r\v\f\u0085\u2028": "a\ufffdb\ufffd\ufffd\ufffd\ufffd\ufffd",
		"\u009b31m\u202e\u2066":  "\ufffd31m\ufffd\ufffd",
		"\xff\xfe":               "\ufffd\ufffd",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q is printed as %q, not %q", text, got, want)
		}
	}
	var l List
	l.Errorf("D1", NewSource("e\x1b[2J\nv.rules", "x \x1b[0m\n").Span(0, 1), "no \x1b[1m").Hintf("do\n\x1b]0;x\x07")
	l[0].Note(NewSource("n\r.rules", "").Span(0, 0), "here\x1b")
	var b strings.Builder
	if err := WriteText(&b, l, nil); err != nil || strings.ContainsAny(b.String(), "\x1b\r\x07") || strings.Count(b.String(), "\n") != 5 {
		t.Errorf("%v %q", err, b.String())
	}
}
