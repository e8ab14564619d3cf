package interpreter

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/types"
)

// Target is what one change of a variant hooks into, as everything else in the stack has
// it. It needs files that parse, no more: a variant whose base has moved away under it
// may not load.
type Target struct {
	Variant string       // the name of its file
	Of      string       // what it is a variant of
	Source  *diag.Source // that file
	Span    diag.Span    // the change
	Change  string       // what it does, as in `explain`
	On      string       // what it hooks into: kind and name
	Digest  string       // of the words there, without layout and comments; "" if nothing is there
}

// Targets lists what the changes of all variants hook into, file by file as written.
func Targets(sources []*diag.Source) (out []Target) {
	var files []*dsl.File
	for _, src := range sources {
		if f, _ := dsl.Parse(src); f != nil && f.Head != nil {
			files = append(files, f)
		}
	}
	for _, f := range files {
		if f.Head.Kind == "variant" && f.Head.Of != nil {
			out = append(out, targetsOf(f, files)...)
		}
	}
	return out
}

func targetsOf(variant *dsl.File, files []*dsl.File) (out []Target) {
	said := map[string][]string{} // by hook: what the other files say there
	for _, f := range files {
		if f != variant {
			hooked(f, func(hook string, at spanned) { said[hook] = append(said[hook], dsl.TokensOf(at.Span().Text())) })
		}
	}
	var of []string
	for _, n := range variant.Head.Of {
		of = append(of, n.String())
	}
	dsl.Walk(variant, func(node any) bool {
		d, ok := node.(*dsl.Change)
		if !ok {
			return true
		}
		ch := &change{decl: d}
		verb, _ := ch.where()
		src := variant.Head.Span().Source
		out = append(out, Target{variant.Head.Name.String(), strings.Join(of, " + "), src, d.Span(), verb, ch.hook, digestOf(said, ch.hook)})
		return false
	})
	return out
}

// digestOf digests what is said at a hook; of a value that is part of something (a step's
// guard, what saying yes costs, a parameter, a column left to its default), what is said of that.
func digestOf(said map[string][]string, hook string) string {
	texts := said[hook]
	if kind, name := cutWord(hook); texts == nil && kind == "value" {
		whole, _ := types.Qualified(name)
		for _, k := range []string{"step ", "call ", "row "} {
			texts = append(texts, said[k+whole]...)
		}
	}
	if texts == nil {
		return ""
	}
	sort.Strings(texts)
	sum := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	return hex.EncodeToString(sum[:8])
}

// hooked visits what a file declares that changes can hook into, and its own changes.
func hooked(f *dsl.File, visit func(hook string, at spanned)) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *dsl.ValueDecl:
			visit("value "+d.Name.String(), d)
		case *dsl.RulingDecl:
			visit("value "+d.Name.Text, d)
		case *dsl.CallDecl:
			hookedCall(d.Name.String(), d, visit)
			for _, lim := range d.Limits {
				visit("limit "+d.Name.String()+"."+lim.Name.Text, lim)
			}
		case *dsl.ProcDecl:
			hookedCall(d.Name.String(), d, visit)
		case *dsl.WheneverDecl:
			hookedCall(d.Name.String(), d, visit)
		case *dsl.SetupDecl:
			hookedCall("setup", d, visit)
		case *dsl.CardDecl:
			hookedCard(d, visit)
		case *dsl.RowsDecl:
			hookedRows(d, visit)
		}
		dsl.Walk(d, func(node any) bool {
			if ch, ok := node.(*dsl.Change); ok {
				at := &change{decl: ch}
				at.where()
				visit(at.hook, ch)
			}
			return true
		})
	}
}

// hookedCall visits something that runs and its steps.
func hookedCall(name string, d spanned, visit func(string, spanned)) {
	for _, kind := range []string{"call ", "limits ", "value "} {
		visit(kind+name, d)
	}
	dsl.Walk(d, func(node any) bool {
		if s, ok := node.(*dsl.Step); ok {
			visit("step "+name+"."+s.Name.Text, s)
			visit("offer "+name+"."+s.Name.Text, s)
		}
		return true
	})
}

func hookedCard(d *dsl.CardDecl, visit func(string, spanned)) {
	for _, name := range []string{d.Name.Text, d.Table.Text + "." + d.Name.Text} {
		visit("row "+name, d)
		for _, it := range d.Items {
			if it.Value != nil {
				visit("value "+name+"."+it.Name.Text, it)
			}
		}
	}
	for _, it := range d.Items {
		if it.Slot != nil {
			hookedCall(d.Name.Text+"."+it.Name.Text, it, visit)
		}
	}
}

// hookedRows visits rows, each with all of its cells.
func hookedRows(d *dsl.RowsDecl, visit func(string, spanned)) {
	width := len(d.Columns)
	for i := 0; i+width <= len(d.Cells); i += width {
		row := d.Cells[i].Span()
		whole := row
		whole.End = d.Cells[i+width-1].Span().End
		for _, name := range []string{row.Text(), d.Table.Text + "." + row.Text()} {
			visit("row "+name, spanAt{whole})
			for k, c := range d.Columns[1:] {
				visit("value "+name+"."+c.Text, d.Cells[i+k+1])
			}
		}
	}
}
