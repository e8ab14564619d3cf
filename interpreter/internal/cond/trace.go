package cond

import (
	"runtime"
	"slices"
	"strings"

	"ruleck/interpreter/types"
)

// Node is one part of an expression in one state: its text, and what it is there. Its
// value is computed by the same closures that play computes it by.
type Node struct {
	Text  string
	Type  *types.Type
	Words []int64 // its value; nil if Value is false
	Value bool    // it was computed
	Fault *Fault  // it ended in this instead
	State State
	Fixed bool // it is written down: it could be nothing else
	Kids  []*Node
	Left  int // parts of it that are left out
	By    any // of whoever opens values: what this part is of one
}

// State tells why a part has no say.
type State uint8

const (
	Looked    State = iota // it was looked at
	Unreached              // && || and ?: have decided before it
	Element                // an element that a quantifier goes over; its kids are what is asked of it
)

// Tracer takes an expression apart. Work and size are bounded: after Room parts, and
// after Most elements of one quantifier, what is left is only counted.
type Tracer struct {
	C      *Ctx
	Room   int
	Most   int
	Levels int                               // how deep the values that are called are opened
	Open   func(t *Tracer, v *Value) []*Node // the parts of a value whose arguments are in place
}

// Trace takes an expression apart in the present state.
func (e *Expr) Trace(t *Tracer) *Node {
	if t.C.depth == 0 {
		t.C.begin()
		defer t.C.finish()
	}
	if e.root == nil { // made without a text
		n := &Node{Text: e.Text, Type: e.Type, Fixed: e.Text == ""}
		t.compute(n, e.Scalar, e.Words)
		return n
	}
	return (&walker{t, e.Text}).node(e.root)
}

// compute evaluates a part. A fault is part of the picture.
func (t *Tracer) compute(n *Node, word func(*Ctx) int64, list func(*Ctx) []int64) {
	defer t.C.back(t.C.here())
	n.Fault = attempt(func() {
		if list != nil {
			n.Words = slices.Clone(list(t.C))
		} else {
			n.Words = []int64{word(t.C)}
		}
		n.Value = true
	})
}

// here is what an evaluation moves, and back puts it where it was: a fault leaves it
// wherever it struck.
func (c *Ctx) here() (fp, lists, used int) { return c.FP, len(c.Lists), c.used }

func (c *Ctx) back(fp, lists, used int) { c.FP, c.Lists, c.used = fp, c.Lists[:lists], used }

// Attempt calls f; a fault that it ends in is told by whoever computes the value.
func (t *Tracer) Attempt(f func()) { _ = attempt(f) }

// attempt gives the fault that f ends in. Whoever fills in values has errors of their
// own; what they say is all that matters here.
func attempt(f func()) (fault *Fault) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Fault:
			fault = r
		case runtime.Error:
			panic(r)
		case error:
			fault = &Fault{Message: r.Error()}
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// walker takes one text apart.
type walker struct {
	*Tracer
	text string
}

func (w *walker) node(t *term) *Node {
	n := w.bare(t)
	w.Room--
	switch {
	case t.list != nil:
		w.compute(n, nil, t.list)
	default:
		w.compute(n, t.word(), nil)
	}
	if w.Room <= 0 {
		n.Left = w.under(t)
		return n
	}
	switch {
	case t.each != nil:
		w.elements(n, t)
	case t.role == andAll || t.role == orAny:
		w.chain(n, t)
	case t.role == choice:
		w.choice(n, t)
	case t.role != fixed:
		w.kids(n, t)
	}
	if t.call != nil {
		w.open(n, t)
	}
	return n
}

// bare is a part that was not computed.
func (w *walker) bare(t *term) *Node {
	return &Node{Text: whole(w.text, t.syn.start, t.syn.end), Type: t.typ, Fixed: t.role == fixed && t.konst}
}

// whole is the text of a part with the brackets around its operands, which the tree of
// an expression does not keep: (a + b) * c begins before a.
func whole(text string, start, end int) string {
	before, open := 0, 0
	for _, c := range text[start:end] {
		switch {
		case c == '(':
			open++
		case c == ')' && open > 0:
			open--
		case c == ')':
			before++
		}
	}
	for ; before > 0; before-- {
		start = strings.LastIndexByte(text[:start], '(')
	}
	for ; open > 0; open-- {
		end += strings.IndexByte(text[end:], ')') + 1
	}
	return text[start:end]
}

func (w *walker) unreached(n *Node, t *term) {
	left := w.bare(t)
	left.State = Unreached
	n.Kids = append(n.Kids, left)
}

// under is how many parts of a term are left out.
func (w *walker) under(t *term) int {
	if t.each != nil {
		return 1
	}
	n := 0
	for _, k := range t.kids {
		if w.tells(k) {
			n++
		}
	}
	return n
}

// tells reports whether a part is worth a place of its own: it has a value, and is
// not the argument or element that was told of just above it.
func (w *walker) tells(t *term) bool {
	return (t.num != nil || t.cond != nil || t.list != nil) && t.arg == 0
}

func (w *walker) kids(n *Node, t *term) {
	for _, k := range t.kids {
		if w.tells(k) {
			n.Kids = append(n.Kids, w.node(k))
		}
	}
}

// chain is a row of && or of ||: what comes behind the one that decides is not reached.
func (w *walker) chain(n *Node, t *term) {
	decided := false
	for _, k := range flatten(t, t.role, nil) {
		if decided {
			w.unreached(n, k)
			continue
		}
		kid := w.node(k)
		n.Kids = append(n.Kids, kid)
		decided = !kid.Value || (kid.Words[0] != 0) == (t.role == orAny)
	}
}

func flatten(t *term, r role, out []*term) []*term {
	if t.role != r {
		return append(out, t)
	}
	for _, k := range t.kids {
		out = flatten(k, r, out)
	}
	return out
}

func (w *walker) choice(n *Node, t *term) {
	test := w.node(t.kids[0])
	n.Kids = append(n.Kids, test)
	for i, k := range t.kids[1:] {
		if test.Value && (test.Words[0] != 0) == (i == 0) {
			n.Kids = append(n.Kids, w.node(k))
		} else {
			w.unreached(n, k)
		}
	}
}

// open puts the arguments of a call in place and takes the value apart that is called.
func (w *walker) open(n *Node, t *term) {
	if w.Open == nil || w.Levels == 0 {
		return
	}
	defer w.C.back(w.C.here())
	w.Levels--
	_ = attempt(func() { // a fault is that of the call itself, which was told
		t.call.enter(w.C)
		n.Kids = append(n.Kids, w.Open(w.Tracer, t.call.value)...)
	})
	w.Levels++
}
