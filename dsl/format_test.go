package dsl

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ruleck/dsl/diag"
)

// dataFiles are the rule and scenario files of the whole project, broken ones too.
func dataFiles(t testing.TB) (sources []*diag.Source) {
	t.Helper()
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if ext := filepath.Ext(name); err != nil || d.IsDir() || ext != ".rules" && ext != ".scenario" {
			return err
		}
		text, err := os.ReadFile(name)
		sources = append(sources, diag.NewSource(strings.TrimPrefix(filepath.ToSlash(name), "../"), string(text)))
		return err
	})
	if err != nil || len(sources) < 150 {
		t.Fatalf("only %d files were found: %v", len(sources), err)
	}
	return sources
}

// shipped are the folders whose files are in the one layout.
var shipped = []string{"rulesets/", "conformance/scenarios/", "conformance/variants/"}

func TestShippedFilesAreLaidOut(t *testing.T) {
	found := map[string]int{}
	for _, src := range dataFiles(t) {
		for _, folder := range shipped {
			if !strings.HasPrefix(src.Name, folder) {
				continue
			}
			found[folder]++
			text, diags := Format(src)
			if len(diags) > 0 {
				t.Error(diags)
			} else if text != src.Text {
				t.Errorf("%s is not laid out; this does it: go run ./cmd/ruleck fmt %s\n%s", src.Name, src.Name, firstDifference(text, src.Text))
			}
		}
	}
	if len(found) != len(shipped) {
		t.Errorf("files were found only in %v", found)
	}
}

// Every file of the project, and each block of the reference.
func TestFormatEveryFile(t *testing.T) {
	good, broken := 0, 0
	for _, src := range append(dataFiles(t), blocksOfSpec(t)...) {
		if checkFormat(t, src) {
			good++
		} else {
			broken++
		}
	}
	if good < 200 || broken < 20 {
		t.Errorf("only %d good files and %d broken ones", good, broken)
	}
}

// blocksOfSpec are the rules and scenarios of the reference, each as a file.
func blocksOfSpec(t *testing.T) (sources []*diag.Source) {
	t.Helper()
	text, err := os.ReadFile("../docs/spec.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "\n```")[1:] {
		kind, block, _ := strings.Cut(part+"\n", "\n")
		switch {
		case kind == "rules" && !strings.HasPrefix(block, "rules ") && !strings.HasPrefix(block, "variant "):
			block = "variant house.block of garden\n" + block
		case kind == "scenario" && !strings.HasPrefix(block, "scenarios "):
			block = "scenarios garden.block\n" + block
		}
		if kind == "rules" || kind == "scenario" {
			sources = append(sources, diag.NewSource("block."+kind, block))
		}
	}
	if len(sources) < 60 {
		t.Fatalf("only %d blocks were found", len(sources))
	}
	return sources
}

// The example of the section on layout is laid out.
func TestLayoutOfSpec(t *testing.T) {
	found := false
	for _, src := range blocksOfSpec(t) {
		if strings.Contains(src.Text, "action swap.offer(p: Player, one other") {
			found = true
			if text, _ := Format(src); text != src.Text {
				t.Error(firstDifference(text, src.Text))
			}
		}
	}
	if !found {
		t.Error("there is no such example")
	}
}

// checkFormat holds what must hold of every file, and tells whether it is right at all.
func checkFormat(t rapid.TB, src *diag.Source) bool {
	t.Helper()
	file, diags := Parse(src)
	text, again := Format(src)
	if diags.HasErrors() {
		if text != "" || !again.HasErrors() {
			t.Errorf("%s has errors, but a layout:\n%s", src.Name, src.Text)
		}
		return false
	}
	if again.HasErrors() {
		if len(text) == 0 && again[0].Code == CodeFileSize {
			return true
		}
		t.Fatalf("%s: %v", src.Name, again)
	}
	laidOut := diag.NewSource(src.Name, text)
	after, diags := Parse(laidOut)
	if diags.HasErrors() {
		t.Fatalf("%s: %v, after\n%s\nbecame\n%s", src.Name, diags, src.Text, text)
	}
	if want, got := dump(reflect.ValueOf(file)), dump(reflect.ValueOf(after)); want != got {
		t.Errorf("%s: the tree changed in %s: %s", src.Name, text, firstDifference(want, got))
	}
	if want, got := commentsOf(src.Text), commentsOf(text); want != got {
		t.Errorf("%s: comments changed: %s\n%s", src.Name, firstDifference(want, got), text)
	}
	if twice, diags := Format(laidOut); twice != text {
		t.Errorf("%s: not the same when laid out again: %s %v\n%s", src.Name, firstDifference(text, twice), diags, text)
	}
	if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") || strings.Contains(text, "\n\n\n") ||
		strings.Contains(text, "\t") && !strings.Contains(src.Text, "\t") || strings.HasPrefix(text, "\n") {
		t.Errorf("%s: untidy:\n%s", src.Name, text)
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.HasSuffix(line, " ") {
			t.Errorf("%s: a blank ends the line %q", src.Name, line)
		}
	}
	return true
}

// commentsOf finds comments another way than the layout does: by reading characters.
func commentsOf(text string) string {
	var all []string
	for _, line := range strings.Split(text, "\n") {
		quoted := false
		for i := 0; i < len(line); i++ {
			switch {
			case quoted && line[i] == '\\':
				i++
			case line[i] == '"':
				quoted = !quoted
			case !quoted && strings.HasPrefix(line[i:], "//"):
				all = append(all, strings.TrimRight(line[i:], " \t"))
				i = len(line)
			}
		}
	}
	return strings.Join(all, "\n")
}

// How untidy files look afterwards. Read the goldens.
func TestLayout(t *testing.T) {
	for _, src := range inputs(t, "format/*.rules") {
		text, diags := Format(src)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		checkFormat(t, src)
		golden(t, filepath.Join("testdata", "format", src.Name+".golden"), text)
	}
	for _, src := range inputs(t, "format/*.scenario") {
		text, diags := Format(src)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		checkFormat(t, src)
		golden(t, filepath.Join("testdata", "format", src.Name+".golden"), text)
	}
}

// pieces are the declarations of files, each a file of its own.
func pieces(t testing.TB, patterns ...string) (sources []*diag.Source) {
	for _, pattern := range patterns {
		for _, src := range inputs(t, pattern) {
			file, diags := Parse(src)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			head := file.Head.Span().Text()
			sources = append(sources, diag.NewSource(src.Name, head))
			head, _, _ = strings.Cut(head, "\n")
			for _, d := range file.Decls {
				sources = append(sources, diag.NewSource(src.Name, head+"\n"+d.(spanned).Span().Text()+"\n"))
			}
		}
	}
	return sources
}

// allPieces are those of the files that have everything of the language.
func allPieces(t testing.TB) []*diag.Source {
	return pieces(t, "good/*", "format/*.rules", "format/*.scenario")
}

// A comment may stand behind every token.
func TestCommentAfterEveryToken(t *testing.T) {
	places, broken := 0, 0
	for _, src := range pieces(t, "good/hardest.rules", "good/all.scenario", "format/*.rules", "format/*.scenario") {
		tokens, _ := scan(src)
		for i, end := range tokens.ends {
			comment := []string{" // c\n", "// c\n", "\n// c\n\n"}[i%3]
			if i >= len(tokens.list)-2 {
				comment = "// c" // the file ends with it
			}
			places++
			if !checkFormat(t, diag.NewSource(src.Name, src.Text[:end]+comment+src.Text[end:])) {
				broken++ // a keyword as a name, now first on its line, is a keyword
			}
			if t.Failed() {
				return
			}
		}
	}
	if t.Logf("%d places, %d broken", places, broken); places < 2500 || broken*100 > places {
		t.Error("too few places, or too many of them broken")
	}
}

// However the blanks and line ends lie, and with comments anywhere.
func TestFormatAnyBlanks(t *testing.T) {
	all := allPieces(t)
	gaps := []string{"", "", "", " ", " ", "  ", "\n", "\n", "\n\n\n", "\t", " // c\n", "\n  // c\n", "// c\n\n// d\n"}
	tried, good := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		tried++
		src := rapid.SampledFrom(all).Draw(r, "piece")
		tokens, _ := scan(src)
		var b strings.Builder
		end := 0
		for i, token := range tokens.list {
			gap := src.Text[end:token.Pos.Offset]
			if other := rapid.SampledFrom(gaps).Draw(r, "gap"); other != "" {
				gap = other
			}
			b.WriteString(gap)
			b.WriteString(token.Value)
			end = tokens.ends[i]
		}
		if checkFormat(r, diag.NewSource(src.Name, b.String())) {
			good++
		}
	})
	if good == 0 || good*10 < tried*3 {
		t.Errorf("only %d of %d were right", good, tried)
	}
}

// The check that the layout makes of its own work finds what a slip would do.
func TestSameFile(t *testing.T) {
	const before = "rules x.y\n// why\nevent e(p: Player) { add 1 to p.pots[q]  set p.n to - 1 }\n"
	src := diag.NewSource("x.rules", before)
	file, _ := Parse(src)
	tokens, _ := scan(src)
	for old, now := range map[string]string{
		"":              "",
		"// why":        "// who",
		"// why\n":      "",
		"p.pots[q]":     "p.pots [q]",
		"set":           "take",
		"p.n to":        "p.n",
		"add 1 to p":    "add 1 to p /*",
		"- 1 }":         "- 1 }\nevent f() {}",
		"to - 1":        "to -1",
		"Player) {":     "Player)\n{",
		"// why\nevent": "event // why\n",
	} {
		err := sameFile(src, diag.NewSource("x.rules", strings.Replace(before, old, now, 1)), file, tokens)
		same := old == "" || now == "to -1" || now == "Player)\n{" || now == "event // why\n"
		if same != (err == nil) {
			t.Errorf("%s for %s: %v", now, old, err)
		}
	}
}

// A layout that would not fit into a file is none.
func TestFormatTooLarge(t *testing.T) {
	block := strings.Repeat("together {", 90) + strings.Repeat("nothing\n", 40_000) + strings.Repeat("}", 90)
	text, diags := Format(diag.NewSource("x.rules", "rules demo.x\nsetup { "+block+" }"))
	if text != "" || len(diags) != 1 || diags[0].Code != CodeFileSize {
		t.Errorf("%d bytes, %v", len(text), diags)
	}
}

// Long lines and long lists take no more than their share of time.
func BenchmarkFormat(b *testing.B) {
	src := diag.NewSource("x.rules", generated(b, 2000))
	b.SetBytes(int64(len(src.Text)))
	for b.Loop() {
		if _, diags := Format(src); len(diags) > 0 {
			b.Fatal(diags)
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, src := range append(allPieces(f), dataFiles(f)...) {
		if len(src.Text) < 4000 {
			f.Add(src.Text, isScenarioFile(src.Name))
		}
	}
	f.Fuzz(func(t *testing.T, text string, scenario bool) {
		name := "x.rules"
		if scenario {
			name = "x.scenario"
		}
		checkFormat(t, diag.NewSource(name, text))
	})
}
