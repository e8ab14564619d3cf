package interpreter

import (
	"fmt"
	"slices"

	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// layers is a value with the changes on it. They apply by kind, never by the order
// in which they were loaded: set, then add, then cap (forbid for truth), then the
// declared bounds. Inside a change the value's own name means the stage before.
type layers struct {
	name   string
	typ    *types.Type
	base   *cond.Expr
	set    []*layer
	add    []*layer
	cap    []*layer
	forbid []*layer
	least  []*cond.Expr
	most   []*cond.Expr
}

// layer is one change of a value.
type layer struct {
	*guard
	expr *cond.Expr
	by   *change
	over []*layer // those that say nothing where this one is in force
}

// stage is how far a value is computed: what its own name means inside a change.
type stage int

const (
	asDeclared stage = iota // for set
	afterSet                // for add
	afterAdd                // for cap and forbid
	stageCount
)

func (y *layer) in(ctx *cond.Ctx) bool {
	if y.while != nil && y.while.Scalar(ctx) == 0 {
		return false
	}
	if y.where != nil && y.where.Scalar(ctx) == 0 {
		return false
	}
	if ctx.Touch != nil {
		ctx.Touch[y.rule] |= touchRan
	}
	return true
}

// setStage is the base, or what the changes in force set it to. Two that set
// different things are a conflict.
func (y *layers) setStage(ctx *cond.Ctx) int64 { return y.heardSet(ctx, nil) }

func (y *layers) addStage(ctx *cond.Ctx) int64 { return y.heardAdd(ctx, nil) }

// whole applies every stage.
func (y *layers) whole(ctx *cond.Ctx) int64 { return y.heardWhole(ctx, nil) }

// hearing is told of each layer while a value is worked out, so that what is explained
// is what counts; in play it is nil. step is the change, or the bound; in force means
// that it had a say, and after is the value then.
type hearing func(s step)

type step struct {
	change *layer
	bound  *cond.Expr
	word   string // of a bound: at least, at most
	says   says
	after  []int64
}

// says is whether a layer had a say.
type says uint8

const (
	inForce says = iota
	notInForce
	overruled // it is in force, but another file's is over it
	unasked   // what came before has decided already
)

func (h hearing) tell(change *layer, s says, w int64) {
	if h != nil {
		h(step{change: change, says: s, after: []int64{w}})
	}
}

func (y *layers) heardSet(ctx *cond.Ctx, hear hearing) int64 {
	var by *layer
	var w int64
	for _, s := range y.set {
		if !s.in(ctx) {
			hear.tell(s, notInForce, w)
			continue
		}
		n := s.expr.Scalar(ctx)
		if by != nil && slices.Contains(by.over, s) {
			hear.tell(s, overruled, w)
			continue
		}
		if by != nil && n != w {
			panic(conflict(by.guard, s.guard, fmt.Sprintf("%s is set to %d and to %d", y.name, w, n)))
		}
		by, w = s, n
		hear.tell(s, inForce, w)
	}
	if by == nil {
		return y.base.Scalar(ctx)
	}
	return w
}

func (y *layers) heardAdd(ctx *cond.Ctx, hear hearing) int64 {
	w := y.heardSet(ctx, hear)
	for _, a := range y.add {
		if !a.in(ctx) {
			hear.tell(a, notInForce, w)
			continue
		}
		n := a.expr.Scalar(ctx)
		if sum := w + n; (sum > w) == (n > 0) {
			w = sum
		} else if n != 0 {
			panic(exprFault(a.expr, "the number grows too large"))
		}
		hear.tell(a, inForce, w)
	}
	return w
}

func (y *layers) heardWhole(ctx *cond.Ctx, hear hearing) int64 {
	if y.typ.Kind != types.Int {
		w := y.heardSet(ctx, hear)
		for _, f := range y.forbid {
			switch {
			case w == 0:
				hear.tell(f, unasked, w)
			case f.in(ctx):
				w = 0
				hear.tell(f, inForce, w)
			default:
				hear.tell(f, notInForce, w)
			}
		}
		return w
	}
	w := y.heardAdd(ctx, hear)
	for _, c := range y.cap {
		if c.in(ctx) {
			w = min(w, c.expr.Scalar(ctx))
			hear.tell(c, inForce, w)
		} else {
			hear.tell(c, notInForce, w)
		}
	}
	for _, e := range y.least {
		w = max(w, e.Scalar(ctx))
		hear.bound(e, "at least", w)
	}
	for _, e := range y.most {
		w = min(w, e.Scalar(ctx))
		hear.bound(e, "at most", w)
	}
	return w
}

func (h hearing) bound(e *cond.Expr, word string, w int64) {
	if h != nil {
		h(step{bound: e, word: word, after: []int64{w}})
	}
}

// setWords is setStage for lists, words is whole: set replaces, add appends what is
// not there yet.
func (y *layers) setWords(ctx *cond.Ctx) []int64 { return y.heardSetWords(ctx, nil) }

func (y *layers) words(ctx *cond.Ctx) []int64 { return y.heardWords(ctx, nil) }

func (h hearing) tellList(change *layer, s says, words []int64) {
	if h != nil {
		h(step{change: change, says: s, after: slices.Clone(words)})
	}
}

func (y *layers) heardSetWords(ctx *cond.Ctx, hear hearing) []int64 {
	out := y.base.Words(ctx)
	var by *layer
	for _, s := range y.set {
		if !s.in(ctx) {
			hear.tellList(s, notInForce, out)
			continue
		}
		if by != nil && slices.Contains(by.over, s) {
			hear.tellList(s, overruled, out)
			continue
		}
		words := append([]int64(nil), s.expr.Words(ctx)...)
		if by != nil && !equalWords(words, out) {
			panic(conflict(by.guard, s.guard, y.name+" is set to two different lists"))
		}
		by, out = s, words
		hear.tellList(s, inForce, out)
	}
	return out
}

func (y *layers) heardWords(ctx *cond.Ctx, hear hearing) []int64 {
	out := y.heardSetWords(ctx, hear)
	for _, a := range y.add {
		if !a.in(ctx) {
			hear.tellList(a, notInForce, out)
			continue
		}
		out = append([]int64(nil), out...)
		for _, el := range chunks(a.expr.Words(ctx), y.typ.Elem.Width()) {
			if indexOf(out, el, y.typ.Elem.Width()) < 0 {
				out = append(out, el...)
			}
		}
		hear.tellList(a, inForce, out)
	}
	return out
}

// apply is whole for an event's parameter, whose base is what the caller gave.
func (y *layers) apply(g *Game, now []int64) []int64 {
	given := *y
	if !y.typ.Scalar() {
		given.base = &cond.Expr{Type: y.typ, Words: func(*cond.Ctx) []int64 { return now }}
		return append([]int64(nil), given.words(&g.ctx)...)
	}
	given.base = &cond.Expr{Type: y.typ, Scalar: func(*cond.Ctx) int64 { return now[0] }}
	return []int64{given.whole(&g.ctx)}
}
