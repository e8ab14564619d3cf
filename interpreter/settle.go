package interpreter

import (
	"ruleck/interpreter/types"
)

// opSettle follows a statement that wrote something: whatever a `whenever` waits
// for may have come true. Only those that read what was written are looked at.
type opSettle struct {
	wrote   []int // field ids
	watches []*watch
	ends    bool
}

func (o *opSettle) do(g *Game) {
	g.pc-- // whatever fires comes back here, and the rest is looked at again
	if !g.settleSome(o.watches, o.ends) {
		g.pc++
	}
}

// settle looks at every `whenever` and at the end of the game.
func (g *Game) settle() bool { return g.settleSome(g.prog.watches, g.prog.ends != nil) }

// settleSome reports whether something fired: a `whenever` now runs, or the game is over.
func (g *Game) settleSome(watches []*watch, ends bool) bool {
	if g.mem.Words[types.MemTogether] != 0 {
		return false
	}
	defer g.unsee(g.see(0)) // what everybody can see come true
	if end := g.prog.ends; ends && !g.atRest(end) {
		if g.truth(end.when, end.rule) {
			g.finish()
			return true
		}
		g.rests(end)
	}
	for _, w := range watches {
		if g.atRest(w) {
			continue
		}
		if x, yes := g.fires(w); yes {
			g.begin(w, x)
			return true
		}
		g.rests(w)
	}
	return false
}

// atRest reports whether a watch was found false in this very state before: it is
// still, then.
func (g *Game) atRest(w *watch) bool { return w.steady && g.rest[w.at] == ^g.mem.StateHash() }

// rests notes that a watch is false now. While it runs it was not even looked at.
func (g *Game) rests(w *watch) {
	if w.code == nil || g.running(w.code.named) == 0 {
		g.rest[w.at] = ^g.mem.StateHash()
	}
}

// fires finds the first element for which a `whenever` is true.
func (g *Game) fires(w *watch) (x []int64, yes bool) {
	if w.each == nil {
		return nil, !g.inside(w, 0) && g.truth(w.when, w.rule) && !g.banned(w, nil)
	}
	for _, el := range g.words(w.each) {
		if !g.inside(w, el) && g.whenTrue(w, el) && !g.banned(w, [][]int64{{el}}) {
			return []int64{el}, true
		}
	}
	return nil, false
}

// inside reports whether a `whenever` already runs for an element: then its condition
// is being dealt with, though it may still be true.
func (g *Game) inside(w *watch, el int64) bool {
	words := g.mem.Words
	for base := g.base; base != 0; base = int(words[base+types.FramePrev]) {
		if words[base+types.FrameCode] == int64(w.code.id) && (w.each == nil || words[base+types.FrameArgs] == el) {
			return true
		}
	}
	return false
}

// whenTrue evaluates the condition for one element, which stands as an argument.
func (g *Game) whenTrue(w *watch, el int64) bool {
	return g.with(el, func() bool { return g.truth(w.when, w.rule) })
}

// banned reports whether a change forbids it, laid out as if it ran: `it` is that.
func (g *Game) banned(w *watch, args [][]int64) (is bool) {
	if len(w.bans) == 0 {
		return false
	}
	defer g.try(&question{code: w.code, args: args}).done()
	for _, ban := range w.bans {
		if g.inForce(ban) {
			g.touchRule(ban.rule, touchTrue)
			is = true
		}
	}
	return is
}

// with evaluates with one argument.
func (g *Game) with(el int64, f func() bool) bool {
	n, fp := len(g.ctx.Vars), g.ctx.FP
	g.ctx.Vars, g.ctx.FP = append(g.ctx.Vars, el), n
	out := f()
	g.ctx.Vars, g.ctx.FP = g.ctx.Vars[:n], fp
	return out
}

func (g *Game) begin(w *watch, x []int64) {
	g.flush()
	before := int64(g.mem.BodyHash())
	if x == nil {
		g.push(w.code, nil)
	} else {
		g.push(w.code, [][]int64{x})
	}
	g.mem.Set(g.base+w.before, before)
}

// opRest ends a `whenever`: if it is still true and nothing changed, neither in what is
// declared nor in what runs, it would go on for ever.
type opRest struct{ watch *watch }

func (o *opRest) do(g *Game) {
	w := o.watch
	before, el := g.mem.Words[g.base+w.before], g.mem.Words[g.base+types.FrameArgs]
	g.leave() // its own frame is no change
	if int64(g.mem.BodyHash()) != before {
		return
	}
	still := false
	if w.each == nil {
		still = w.when.Scalar(&g.ctx) != 0
	} else {
		still = g.whenTrue(w, el)
	}
	if still {
		panic(fault(w.code.span, w.name+" changes nothing and is still true: it would run for ever", "its text must make its condition false, or nearer to it"))
	}
}

// finish ends the game: everything that runs is gone.
func (g *Game) finish() {
	for base := g.base; base != 0; {
		prev := int(g.mem.Words[base+types.FramePrev])
		g.mem.Clear(base, int(g.mem.Words[base+types.FrameTop]))
		base = prev
	}
	g.base, g.code, g.pc, g.ctx.Base = 0, nil, 0, 0
	g.mem.Set(types.MemFrame, 0)
	g.mem.Set(types.MemOver, 1)
	g.record("over", g.prog.rules[g.prog.ends.rule].Clauses)
}

// check holds the invariants whenever play waits or has ended.
func (g *Game) check() {
	for _, inv := range g.prog.invs {
		if inv.cond.Scalar(&g.ctx) == 0 {
			panic(fault(inv.span, "invariant "+inv.name+" is broken", "some rule did what the rulebook says can never be"))
		}
	}
	g.scores() // a score that cannot be worked out is an error of the rules, found when the game ends
}

// scores is what each seat got, nil while the game is not over or if nothing is scored.
func (g *Game) scores() []int64 {
	if g.mem.Words[types.MemOver] == 0 || g.prog.score == nil {
		return nil
	}
	out := make([]int64, len(g.names))
	for i := range out {
		out[i] = g.callValue(g.prog.score, int64(i+1))
	}
	return out
}
