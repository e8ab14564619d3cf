package cond

import (
	"math/rand"
	"slices"
	"testing"
)

// TestTrace takes random expressions apart in random states. The whole is what play
// computes, and each part is what its text gives by itself, with the elements around it
// under their names.
func TestTrace(t *testing.T) {
	w := newWorld(t)
	rnd := rand.New(rand.NewSource(7))
	kinds := []string{"bool", "int", "player", "card?", "bid", "outcome"}
	seen := map[string]int{}
	for range 3000 {
		g := &generator{Rand: rnd, uses: map[string]int{}}
		c := g.of(kinds[rnd.Intn(len(kinds))], 2+rnd.Intn(3))
		e, issues := w.Compile(w.scope(), c.text, nil, nil)
		if issues != nil {
			continue // an expression that needs its surroundings, as none does
		}
		m := w.randomState(rnd)
		for _, most := range []int{3, 1000} {
			n := e.Trace(&Tracer{C: m.ctx, Room: 2000, Most: most})
			sameAsAlone(t, w, m, n, e, w.scope(), seen)
			if m.ctx.depth != 0 || m.ctx.FP != 0 || len(m.ctx.Lists) != 1 {
				t.Fatalf("%s leaves the context untidy", c.text)
			}
		}
	}
	for _, what := range []string{"value", "fault", "unreached", "element", "left"} {
		if seen[what] < 200 {
			t.Errorf("only %d times: %s", seen[what], what)
		}
	}
}

// sameAsAlone holds a part against what its text gives when it is compiled by itself.
func sameAsAlone(t *testing.T, w *world, m *memory, n *Node, e *Expr, s *Scope, seen map[string]int) {
	switch {
	case n.State == Unreached:
		seen["unreached"]++
		if n.Value || n.Fault != nil || n.Kids != nil {
			t.Fatalf("%s is not reached, but has a value: %+v", n.Text, n)
		}
		return
	case n.State == Element:
		seen["element"]++
		if indirect(n.Type) {
			return // such an element has no name that could be compiled alone
		}
		inner := *s
		inner.Vars = append(slices.Clone(s.Vars), Var{Name: n.Text, Type: n.Type, Place: Const, At: n.Words[0]})
		s = &inner
	default:
		compareAlone(t, m, n, e, seen)
	}
	if n.Left > 0 {
		seen["left"]++
	}
	for _, k := range n.Kids {
		var alone *Expr
		if k.State == Looked {
			var issues []Issue
			alone, issues = w.Compile(s, k.Text, nil, nil) // nil where it needs its surroundings, or a record
			for _, is := range issues {
				if is.Kind == "syntax" {
					t.Fatalf("%q is no expression: %s", k.Text, is.Message)
				}
			}
		}
		sameAsAlone(t, w, m, k, alone, s, seen)
	}
}

func compareAlone(t *testing.T, m *memory, n *Node, e *Expr, seen map[string]int) {
	if e == nil || nested(n.Type) || n.Type.Listy() != e.Type.Listy() {
		return
	}
	var words []int64
	err := Try(func() {
		if e.Words != nil {
			words = slices.Clone(e.Words(m.ctx))
		} else {
			words = []int64{e.Scalar(m.ctx)}
		}
	})
	switch {
	case (err == nil) != n.Value, (err != nil) != (n.Fault != nil):
		t.Fatalf("%s ends with %v, but is shown as %+v", n.Text, err, n)
	case err != nil:
		seen["fault"]++
	case n.Type.Kind == e.Type.Kind && !slices.Equal(words, n.Words):
		t.Fatalf("%s is %v, but is shown as %v", n.Text, words, n.Words)
	default:
		seen["value"]++
	}
}
