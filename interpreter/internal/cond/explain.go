package cond

import "sort"

// Explain tells what an expression looks at in the present state: the fields,
// values and counts that its outcome hangs on, each once, in the order of the
// text. What && || and ?: do not reach is left out, as are constants. If the
// evaluation ends in a fault, the parts are those before it.
func (e *Expr) Explain(c *Ctx) []Part {
	x := &explainer{text: e.Text, c: c}
	// A fault is no news here: whoever evaluates the expression gets it.
	_ = Try(func() {
		c.begin()
		defer c.finish()
		x.walk(e.root)
	})
	sort.SliceStable(x.found, func(i, j int) bool { return x.found[i].at < x.found[j].at })
	parts := make([]Part, len(x.found))
	for i, f := range x.found {
		parts[i] = f.Part
	}
	return parts
}

type explainer struct {
	text  string
	c     *Ctx
	found []found
}

type found struct {
	Part
	at int
}

func (x *explainer) walk(t *term) {
	switch t.role {
	case fixed:
	case leaf:
		x.look(t)
	case choice:
		x.walk(t.kids[0])
		if t.kids[0].cond(x.c) {
			x.walk(t.kids[1])
		} else {
			x.walk(t.kids[2])
		}
	case andAll, orAny:
		x.walk(t.kids[0])
		if t.kids[0].cond(x.c) == (t.role == andAll) {
			x.walk(t.kids[1])
		}
	default:
		for _, k := range t.kids {
			x.walk(k)
		}
	}
}

// look evaluates a leaf and remembers it, unless the same text was looked at before.
func (x *explainer) look(t *term) {
	text := x.text[t.syn.start:t.syn.end]
	for _, f := range x.found {
		if f.Text == text {
			return
		}
	}
	p := Part{Text: text, Type: t.typ}
	if t.list != nil {
		p.Words = append(p.Words, t.list(x.c)...)
	} else {
		p.Words = []int64{t.word()(x.c)}
	}
	x.found = append(x.found, found{p, t.syn.start})
}
