package interpreter

import "ruleck/interpreter/internal/cond"

// opening is what a value is made of: the layers of a declared one, up to a stage; or
// what the row gives that a slot is read from.
type opening struct {
	layers *layers
	stage  stage
	pick   func(*cond.Ctx) *cond.Expr
}

// mark is what a part of an opened value is.
type mark struct {
	of    *layers
	step  step
	base  bool
	guard string // a condition of a layer: while, where
}

// open takes a value apart whose arguments are in place: its own expression, each
// change with its conditions, its bounds, as they are heard while it is worked out.
func (g *Game) open(t *cond.Tracer, v *cond.Value) (out []*cond.Node) {
	o := g.prog.opened[v]
	switch {
	case o == nil:
		return nil
	case o.pick != nil:
		return []*cond.Node{o.pick(t.C).Trace(t)}
	}
	y := o.layers
	base := y.base.Trace(t)
	base.Fixed, base.By = false, &mark{of: y, base: true}
	out = append(out, base)
	hear := func(s step) { out = append(out, y.part(t, s)) }
	t.Attempt(func() { y.hear(t.C, o.stage, hear) }) // a fault ends it: what was heard so far is told
	return out
}

// hear works the value out up to a stage and tells each layer on the way.
func (y *layers) hear(ctx *cond.Ctx, upTo stage, hear hearing) {
	switch {
	case !y.typ.Scalar() && upTo >= afterAdd:
		y.heardWords(ctx, hear)
	case !y.typ.Scalar() && upTo == afterSet:
		y.heardSetWords(ctx, hear)
	case upTo == stageCount:
		y.heardWhole(ctx, hear)
	case upTo == afterAdd:
		y.heardAdd(ctx, hear)
	case upTo == afterSet:
		y.heardSet(ctx, hear)
	}
}

// part is one layer of an opened value.
func (y *layers) part(t *cond.Tracer, s step) *cond.Node {
	n := &cond.Node{Type: y.typ, By: &mark{of: y, step: s}}
	if s.says == inForce {
		n.Words, n.Value = s.after, true
	}
	if s.bound != nil {
		n.Words, n.Value = s.after, true
		n.Kids = []*cond.Node{s.bound.Trace(t)}
		return n
	}
	if s.says == unasked {
		n.State = cond.Unreached
		return n
	}
	in := true
	for _, c := range []struct {
		expr *cond.Expr
		word string
	}{{s.change.while, "while"}, {s.change.where, "where"}} {
		if c.expr == nil || !in {
			continue
		}
		k := c.expr.Trace(t)
		k.By = &mark{guard: c.word}
		in = k.Value && k.Words[0] != 0
		n.Kids = append(n.Kids, k)
	}
	if in && s.change.expr != nil {
		n.Kids = append(n.Kids, s.change.expr.Trace(t))
	}
	return n
}
