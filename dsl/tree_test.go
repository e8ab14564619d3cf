package dsl

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ruleck/dsl/diag"
)

// dump prints a tree without places. Expressions are printed as their tokens,
// so that blanks and comments inside them do not matter.
func dump(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "-"
		}
		if e, ok := v.Interface().(*Expr); ok {
			return "<" + strings.Join(exprTokens(e.Text), " ") + ">"
		}
		return dump(v.Elem())
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = dump(v.Index(i))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Type != nodeType && !v.Field(i).IsZero() {
				parts = append(parts, f.Name+"="+dump(v.Field(i)))
			}
		}
		return v.Type().Name() + "(" + strings.Join(parts, " ") + ")"
	}
	return fmt.Sprint(v.Interface())
}

func exprTokens(text string) (words []string) {
	tokens, _ := scan(diag.NewSource("", text))
	for _, t := range tokens.list {
		if !t.EOF() {
			words = append(words, t.Value)
		}
	}
	return words
}

// parseGood parses a rules file that must be right.
func parseGood(t *testing.T, text string) *File {
	t.Helper()
	file, diags := Parse(diag.NewSource("x.rules", "rules demo.x\n"+text))
	for _, d := range diags {
		t.Errorf("%s\n%s", d.Error(), text)
	}
	return file
}

// Each group is one rule written in several ways.
func TestSameTree(t *testing.T) {
	groups := [][]string{
		{
			`value f(p: Player): bool = p.ready && size(p.hand) > 0 || p.poor`,
			"value f(p: Player): bool =\n  p.ready\n  && size(p.hand)\n  > 0\n  || p.poor",
			"value f(p: Player): bool = // why\n  p.ready && // and\n  size(p.hand) > 0 || // or\n p.poor // end",
		},
		{
			"whenever full when p.ready { nothing }",
			"whenever full // a comment between\n  when p.ready\n{ nothing }",
		},
		{"value f(): int = 3-1", "value f(): int = 3 -1", "value f(): int = 3 - 1", "value f(): int = 3- 1"},
		{"value f(a: int): int = a-1", "value f(a: int): int = a -1", "value f(a: int): int = a - 1"},
		{"value f(): int = -1", "value f(): int = - 1"},
		{"value f(): int -1..1 = 0", "value f(): int - 1 .. 1 = 0"},
		{"event e() { add 3-1 to x  set y to -1 }", "event e() {\n  add 3 -1 to x\n  set y to - 1\n}"},
		{"event e() { p may \"ask\" paying 1 from p.pot [house] { nothing } }",
			"event e() { p may \"ask\" paying 1 from p.pot\n [house] { nothing } }"},
	}
	for _, group := range groups {
		want := ""
		for _, text := range group {
			got := dump(reflect.ValueOf(parseGood(t, text)))
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s\nis not read like\n%s\n%s\n%s", text, group[0], got, want)
			}
		}
	}
}

// An index touches its name; a cite stands apart.
func TestIndexAndCite(t *testing.T) {
	file := parseGood(t, `event e() { p may "a" paying 1 from p.pots[q] [house] { nothing } }`)
	may := file.Decls[0].(*CallDecl).Body[0].Ask.May
	if may.From.Index == nil || may.From.Index.Text != "q" || may.CostCite.Clauses[0].ID != "house" {
		t.Error(dump(reflect.ValueOf(may)))
	}
	file = parseGood(t, `event e() { p may "a" paying 1 from p.pot [house] { nothing } }`)
	may = file.Decls[0].(*CallDecl).Body[0].Ask.May
	if may.From.Index != nil || may.CostCite == nil {
		t.Error(dump(reflect.ValueOf(may)))
	}
}

// The text of an expression is what stands in the file, and so is every span.
func TestSpans(t *testing.T) {
	for _, src := range inputs(t, "good/*") {
		file, diags := Parse(src)
		for _, d := range diags {
			t.Error(d.Error())
		}
		checkSpans(t, src, file)
	}
}

func checkSpans(t *testing.T, src *diag.Source, file *File) {
	t.Helper()
	last := 0
	for _, d := range file.Decls {
		at := d.(interface{ Span() diag.Span }).Span()
		if at.Start < last {
			t.Errorf("%s: a declaration begins before the last one ends", at)
		}
		last = at.End
		Walk(d, func(n any) bool {
			sp := n.(interface{ Span() diag.Span }).Span()
			if sp.Source != src || sp.Start < at.Start || sp.End > at.End || sp.Start > sp.End {
				t.Errorf("%s: %T has the span %d..%d outside of %d..%d", at, n, sp.Start, sp.End, at.Start, at.End)
			}
			if strings.TrimSpace(sp.Text()) != sp.Text() {
				t.Errorf("%s: %T has blanks at its ends: %q", sp, n, sp.Text())
			}
			return true
		})
	}
}

func TestExprText(t *testing.T) {
	for _, src := range inputs(t, "good/*") {
		file, _ := Parse(src)
		var b strings.Builder
		for _, d := range file.Decls {
			Walk(d, func(n any) bool {
				if e, ok := n.(*Expr); ok {
					if e.Text != e.Span().Text() {
						t.Errorf("%s: %q is not %q", e.Span(), e.Text, e.Span().Text())
					}
					_, line, column := e.Span().Position()
					fmt.Fprintf(&b, "%d:%d %s\n", line, column, strings.Join(exprTokens(e.Text), " "))
				}
				return true
			})
		}
		golden(t, filepath.Join("testdata", "expressions", src.Name+".txt"), b.String())
	}
}

// Every production of the tree is used by the good files: a field that is never
// set would be a part of the grammar that no test reads.
func TestGoodFilesUseAll(t *testing.T) {
	unset := map[string]bool{}
	set := map[string]bool{}
	for _, src := range inputs(t, "good/*") {
		file, _ := Parse(src)
		for _, d := range file.Decls {
			Walk(d, func(n any) bool {
				v := reflect.ValueOf(n).Elem()
				for i := range v.NumField() {
					name := v.Type().Name() + "." + v.Type().Field(i).Name
					if v.Field(i).IsZero() {
						unset[name] = true
					} else {
						set[name] = true
					}
				}
				return true
			})
		}
	}
	for name := range unset {
		if !set[name] && name != "Int.Value" {
			t.Errorf("%s is set in no good file", name)
		}
	}
}

// A broken file keeps what is right in it.
func TestKeepsTheRest(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "errors", "several.rules"))
	if err != nil {
		t.Fatal(err)
	}
	file, _ := Parse(diag.NewSource("several.rules", string(text)))
	var names []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *RecordDecl:
			names = append(names, d.Name.Text)
		case *ProcDecl:
			names = append(names, fmt.Sprintf("%s(%d)", d.Name, len(d.Body)))
		case *CallDecl:
			names = append(names, d.Name.String())
		}
	}
	if got := strings.Join(names, " "); got != "Slot look(6) foo open_one(1) next(1)" {
		t.Errorf("kept: %s", got)
	}
}
