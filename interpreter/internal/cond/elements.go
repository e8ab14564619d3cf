package cond

import (
	"slices"

	"ruleck/interpreter/types"
)

// elements takes a quantifier apart: what it goes over, then its elements, those first
// that decide it, each with what is asked of it.
func (w *walker) elements(n *Node, t *term) {
	q, c := t.each, w.C
	if !q.over.konst {
		n.Kids = append(n.Kids, w.node(q.over))
	}
	if nested(q.typ) {
		return
	}
	defer c.back(c.here())
	var xs []int64
	if attempt(func() { xs = slices.Clone(q.list(c)) }) != nil {
		return
	}
	c.reach(q.slot + 1)
	if q.record {
		c.Vars[c.FP+q.slot] = int64(c.push(nil))
	}
	order := w.deciding(t, xs)
	shown := min(len(order), w.Most)
	for k, i := range order[:shown] {
		if w.Room <= 0 {
			shown = k
			break
		}
		n.Kids = append(n.Kids, w.element(t, xs, i))
	}
	n.Left += len(order) - shown
}

func (w *walker) element(t *term, xs []int64, i int) *Node {
	q := t.each
	q.set(w.C, xs, i)
	el := &Node{Text: t.syn.args[1].name, Type: q.typ.Elem, Words: xs[i*q.width : (i+1)*q.width], Value: true, State: Element}
	passed := true
	for _, b := range q.bodies {
		if !passed {
			w.unreached(el, b)
			continue
		}
		body := w.node(b)
		el.Kids = append(el.Kids, body)
		passed = body.Value && body.Words[0] != 0
	}
	return el
}

// deciding orders the elements: first those that make the outcome what it is, then the
// others, each in the order of the list.
func (w *walker) deciding(t *term, xs []int64) (order []int) {
	q, c := t.each, w.C
	var others []int
	for i := range len(xs) / q.width {
		q.set(c, xs, i)
		if q.decides(t.syn.name, c) {
			order = append(order, i)
		} else {
			others = append(others, i)
		}
	}
	return append(order, others...)
}

// decides reports whether an element has to do with the outcome. One of which that
// cannot be computed has.
func (q *quantified) decides(name string, c *Ctx) bool {
	defer c.back(c.here())
	body, decides := q.bodies[0], true
	fault := attempt(func() {
		switch {
		case name == "all":
			decides = !body.cond(c)
		case name == "sum":
			decides = body.num(c) != 0
		case body.typ.Kind == types.Bool && (name != "map" || len(q.bodies) == 2):
			decides = body.cond(c)
		}
	})
	return decides || fault != nil
}
