package interpreter

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/rulesets"
)

// Every change of every shipped file and variant is a layer of what it changes, and of
// what is declared nothing is without a name.
func TestEveryChangeIsALayer(t *testing.T) {
	found, variants := 0, shippedVariants(t)
	for _, variant := range append([]string{""}, variants...) {
		p := shipped(t, variant)
		x := p.index()
		for _, e := range x.elements {
			if e.Kind != "change" {
				continue
			}
			_, on, _ := strings.Cut(e.Name, ": ")
			layered := slices.ContainsFunc(x.elements, func(o *Element) bool {
				return o.Kind != "change" && slices.ContainsFunc(o.Layers, func(y Layer) bool { return y.Span == e.Span })
			})
			if !layered {
				t.Errorf("%s: %s is no layer of anything (%s)", variant, on, e.Span)
			}
			found++
		}
		d := p.Describe()
		for _, list := range [][]Item{d.Types, d.Tables, d.Piles, d.Procedures, d.Actions, d.Limits, d.Values, d.Events, d.Rulings} {
			for _, item := range list {
				if _, err := p.Explain(item.Name); err != nil {
					t.Errorf("%s is described, but not explained: %v", item.Name, err)
				}
			}
		}
		for _, r := range p.Rules() {
			if _, err := p.Explain(r.Name); err != nil {
				t.Errorf("rule %s %s is not explained: %v", r.Kind, r.Name, err)
			}
		}
	}
	if found < 50 || len(variants) < 5 {
		t.Errorf("only %d changes in %d variants", found, len(variants))
	}
}

// shippedVariants are the files of the variants of the flagship rulebook.
func shippedVariants(t *testing.T) (out []string) {
	names, err := fs.Glob(rulesets.Files, "ti4/variants/*.rules")
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// baseOf is the file of the variant that a variant is laid over, or "".
func baseOf(t *testing.T, variant string) string {
	t.Helper()
	text, err := fs.ReadFile(rulesets.Files, variant)
	if err != nil {
		t.Fatal(err)
	}
	tree, _ := dsl.Parse(diag.NewSource(variant, string(text)))
	for _, of := range tree.Head.Of {
		if len(of.Parts) > 1 {
			return path.Join(path.Dir(variant), of.Parts[1]+".rules")
		}
	}
	return ""
}

func shipped(t *testing.T, variant string) *Program {
	t.Helper()
	names, err := fs.Glob(rulesets.Files, "ti4/*.rules")
	if err != nil {
		t.Fatal(err)
	}
	for name := variant; name != ""; name = baseOf(t, name) {
		names = append(names, name)
	}
	var sources []*diag.Source
	for _, name := range names {
		text, err := fs.ReadFile(rulesets.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, diag.NewSource(filepath.Base(name), string(text)))
	}
	p, diags := Load(sources)
	if p == nil {
		t.Fatalf("%s: %v", variant, diags)
	}
	return p
}
