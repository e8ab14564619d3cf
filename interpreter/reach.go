package interpreter

import (
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
)

// A file may take a step away for good: by removing, forbidding or replacing it without a
// condition. What only that step ran is never reached any more. That may be meant, but
// whatever still names it, such as an effect that lasts until it ends, is likely not.

// gone is a step or text that a file takes away for good, and the change that does it.
type gone map[string]*change

// unreached reports what only steps ran that are taken away.
func (l *loader) unreached() {
	if l.prog.main == nil || l.diags.HasErrors() {
		return
	}
	taken := gone{}
	for _, ch := range l.list {
		if d := ch.decl; ch.file != "" && ch.condition() == nil {
			switch {
			case d.Remove != nil && d.Remove.What == "step", d.Forbid != nil && d.Forbid.Step, d.Instead != nil:
				_, name := cutWord(ch.hook)
				taken[name] = ch
			}
		}
	}
	if len(taken) == 0 {
		return
	}
	before, now := l.reached(nil), l.reached(taken)
	for _, c := range l.prog.codes[1:] {
		if before[c.name] == nil || now[c.name] != nil || c.form == formSetup || c.form == formWhenever {
			continue
		}
		for _, name := range sortedKeys(taken) {
			if l.ran(name, c.name) {
				l.lost(c, name, taken[name], now)
				break
			}
		}
	}
}

// lost reports what can no longer be reached. That a replacement does without what its
// step ran is nothing to tell, unless that is still named.
func (l *loader) lost(c *code, step string, by *change, now map[string]any) {
	d := diag.Diagnostic{Code: CodeUnreached, Severity: diag.Warning, Span: by.decl.Span(),
		Message: c.name + " can no longer be reached: only " + step + " ran it",
		Hint:    "remove or change what still names it, if anything does; else this may be as meant"}
	d.Note(c.span, "it is declared here")
	l.stillNamed(&d, c.name, now)
	if by.decl.Instead == nil || len(d.Related) > 1 {
		l.diags = append(l.diags, d)
		l.usedNames[c.name] = true // so that it is told once
	}
}

// texts visits everything that runs, by name, with its tree.
func (l *loader) texts(visit func(name string, tree any)) {
	for _, f := range l.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *dsl.CallDecl:
				visit(d.Name.String(), d)
			case *dsl.ProcDecl:
				visit(d.Name.String(), d)
			case *dsl.CardDecl:
				for _, it := range d.Items {
					if it.Slot != nil {
						visit(d.Name.Text+"."+it.Name.Text, it)
					} else {
						visit("", it)
					}
				}
			default: // what begins by itself, and changes, whose texts may run whenever
				visit("", d)
			}
		}
	}
}

// calls lists what a text of a name can run, but for the steps that are taken away.
func (l *loader) calls(name string, tree any, taken gone) (out []string) {
	dsl.Walk(tree, func(node any) bool {
		switch n := node.(type) {
		case *dsl.Step:
			return taken[name+"."+n.Name.Text] == nil
		case *dsl.OpenDecl:
			out = append(out, n.Action.String())
		case *dsl.Call:
			called := n.Name.String()
			if l.prog.codeOf[called] != nil {
				out = append(out, called)
				return true
			}
			for _, c := range l.prog.codes[1:] { // a slot: the text of any row
				if c.form == formSlot && lastPart(c.name) == lastPart(called) {
					out = append(out, c.name)
				}
			}
		}
		return true
	})
	return out
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// reached is what can run at all, with its tree, from what begins by itself.
func (l *loader) reached(taken gone) map[string]any {
	trees, out := map[string]any{}, map[string]any{}
	var next []string
	l.texts(func(name string, tree any) {
		if name == "" {
			next = append(next, l.calls("", tree, nil)...)
		} else {
			trees[name] = tree
		}
	})
	for len(next) > 0 {
		name := next[0]
		if next = next[1:]; out[name] != nil || trees[name] == nil {
			continue
		}
		out[name] = trees[name]
		if taken[name] == nil {
			next = append(next, l.calls(name, trees[name], taken)...)
		}
	}
	return out
}

// ran reports whether a step, or a whole text, ran something itself.
func (l *loader) ran(name, other string) (found bool) {
	l.texts(func(owner string, tree any) {
		in := func(tree any) {
			for _, c := range l.calls(owner, tree, nil) {
				found = found || c == other
			}
		}
		if owner == name {
			in(tree)
		}
		dsl.Walk(tree, func(node any) bool {
			if s, ok := node.(*dsl.Step); ok && owner+"."+s.Name.Text == name {
				in(s)
			}
			return true
		})
	})
	return found
}

// stillNamed notes where what is reached still names something that is not.
func (l *loader) stillNamed(d *diag.Diagnostic, name string, now map[string]any) {
	note := func(n *dsl.Name) {
		if n != nil && n.String() == name && len(d.Related) < 5 {
			d.Note(n.Span(), "but it is still named here")
		}
	}
	l.texts(func(owner string, tree any) {
		if owner != "" && now[owner] == nil {
			return
		}
		dsl.Walk(tree, func(node any) bool {
			switch n := node.(type) {
			case *dsl.Begin:
				note(n.Until)
			case *dsl.Due:
				note(n.When)
			case *dsl.End:
				note(n.Name)
			case *dsl.OpenDecl:
				note(n.During)
			}
			return true
		})
	})
}
