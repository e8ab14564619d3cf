package interpreter

import (
	"fmt"
	"math"

	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// The instructions, in the order of the statements they come from. Each is small;
// what a statement means is said in docs/spec.md.

type opLet struct {
	at   int
	expr *cond.Expr
}

func (o *opLet) do(g *Game) { g.setLocal(o.at, o.expr.Type, g.words(o.expr)) }

// opSet writes a whole value to a place.
type opSet struct {
	place *cond.PlaceExpr
	expr  *cond.Expr
}

func (o *opSet) do(g *Game) {
	at := o.place.Addr(&g.ctx)
	g.recordChange(o.place, at, func() {
		if t := o.place.Type; t.Scalar() {
			g.storeScalar(at, t, o.expr.Scalar(&g.ctx), o.expr)
		} else {
			g.store(at, t, g.words(o.expr), o.expr)
		}
	})
}

// opAdd adds to a number, a set or a list; with minus it takes away.
type opAdd struct {
	place *cond.PlaceExpr
	expr  *cond.Expr
	minus bool
}

func (o *opAdd) do(g *Game) {
	at := o.place.Addr(&g.ctx)
	g.recordChange(o.place, at, func() {
		if o.place.Type.Kind == types.Int {
			o.number(g, at)
		} else {
			o.elements(g, at)
		}
	})
}

func (o *opAdd) number(g *Game, at int) {
	now, n := g.mem.Words[at], o.expr.Scalar(&g.ctx)
	if o.minus {
		if n < 0 {
			panic(exprFault(o.expr, fmt.Sprintf("cannot take %d", n)))
		}
		if o.place.Type.Min >= 0 && n > now {
			panic(exprFault(o.expr, fmt.Sprintf("cannot take %d from %s, which is %d", n, o.place.Text, now)))
		}
		n = -n
	}
	if n > 0 && now > math.MaxInt64-n || n < 0 && now < math.MinInt64-n {
		panic(exprFault(o.expr, "the number grows too large"))
	}
	g.storeScalar(at, o.place.Type, now+n, o.expr)
}

func (o *opAdd) elements(g *Game, at int) {
	t := o.place.Type
	have := g.read(at, t)
	width := t.Elem.Width()
	for _, el := range chunks(g.words(o.expr), width) {
		i := indexOf(have, el, width)
		switch {
		case o.minus && i < 0:
			panic(exprFault(o.expr, fmt.Sprintf("%s has no such element to take", o.place.Text)))
		case o.minus:
			have = append(have[:i:i], have[i+width:]...)
		case i < 0 || t.Kind == types.List:
			have = append(have, el...)
		}
	}
	g.store(at, t, have, o.expr)
}

// opMove puts pieces on a pile.
type opMove struct {
	what   *cond.Expr
	to     *cond.PlaceExpr
	bottom bool
}

func (o *opMove) do(g *Game) {
	pile := o.to.Addr(&g.ctx)
	pieces := g.words(o.what)
	if o.what.Scalar != nil && pieces[0] == 0 {
		panic(exprFault(o.what, "there is nothing to move"))
	}
	if indexTwice(pieces) {
		panic(exprFault(o.what, "one piece cannot be moved twice at once"))
	}
	g.movePieces(o.to.Type.Elem.Named, pieces, pile, o.bottom)
}

// movePieces moves them so that they end in the order of the list: its first
// topmost, or its last at the very bottom.
func (g *Game) movePieces(kind *types.Named, pieces []int64, pile int, bottom bool) {
	if len(pieces) == 0 {
		return
	}
	from := make([]int, len(pieces))
	for i, w := range pieces {
		from[i] = int(g.mem.Words[kind.Where+int(w)-1])
	}
	g.recordMove(kind, pieces, from, pile, bottom)
	for _, w := range pieces {
		g.mem.Box(kind.Where+int(w)-1, w)
	}
	for i, w := range pieces {
		at := i
		if bottom {
			at = int(g.mem.Words[pile])
		}
		g.mem.Put(kind.Where+int(w)-1, pile, at, w)
	}
}

// opDraw takes pieces off the top one at a time. An empty pile that names where
// it refills from is refilled and shuffled first; if that is empty too, there is
// nothing more to draw, which is recorded.
type opDraw struct {
	count  *cond.Expr
	from   *cond.PlaceExpr
	to     *cond.PlaceExpr
	refill *cond.PlaceExpr
	as     int // local that gets the list; 0 for none
	asType *types.Type
	span   diag.Span
}

func (o *opDraw) do(g *Game) {
	n := o.count.Scalar(&g.ctx)
	if n < 0 {
		panic(exprFault(o.count, fmt.Sprintf("cannot draw %d", n)))
	}
	from, to := o.from.Addr(&g.ctx), o.to.Addr(&g.ctx)
	kind := o.from.Type.Elem.Named
	var drawn []int64
	for int64(len(drawn)) < n {
		every := len(drawn) == len(kind.Members) // drawn into a pile that it is drawn from
		if every || g.mem.Words[from] == 0 && !g.refill(o, kind, from) {
			g.record("short", nil, heldArg{"pile", tell(g.pileName(from))}, heldArg{"missing", tell(n - int64(len(drawn)))})
			break
		}
		piece := g.mem.Pile(from)[0]
		g.movePieces(kind, []int64{piece}, to, false)
		drawn = append(drawn, piece)
	}
	if o.as != 0 {
		g.setLocal(o.as, o.asType, drawn)
	}
}

func (g *Game) refill(o *opDraw, kind *types.Named, pile int) bool {
	if o.refill == nil {
		return false
	}
	back := append([]int64(nil), g.mem.Pile(o.refill.Addr(&g.ctx))...)
	if len(back) == 0 {
		return false
	}
	g.movePieces(kind, back, pile, true)
	g.shuffle(pile, o.from.Text)
	return true
}

type opShuffle struct{ pile *cond.PlaceExpr }

func (o *opShuffle) do(g *Game) { g.shuffle(o.pile.Addr(&g.ctx), o.pile.Text) }

func (g *Game) shuffle(pile int, name string) {
	g.mem.Shuffle(pile, types.MemRandom)
	g.record("shuffled", nil, heldArg{"pile", tell(g.pileName(pile))})
}

// opCall runs another code.
type opCall struct{ call *callSite }

func (o *opCall) do(g *Game) {
	c := o.call.resolve(g)
	if c == nil {
		return
	}
	g.push(c, g.args(o.call.args))
	g.inherit(c)
}

// resolve finds what a call runs: for a slot, the text of the row at hand, or nil if
// the row leaves it at nothing.
func (s *callSite) resolve(g *Game) *code {
	if s.code != nil {
		return s.code
	}
	row := s.row.Scalar(&g.ctx)
	id, ok := s.slot[row]
	if !ok {
		name := "none"
		if row != 0 {
			name = s.row.Type.Named.Members[row-1]
		}
		panic(fault(s.span, fmt.Sprintf("%s of %s is not written", s.name, name), "the row is marked unwritten"))
	}
	if id == 0 {
		return nil
	}
	return g.prog.codes[id]
}

func (g *Game) args(exprs []*cond.Expr) [][]int64 {
	out := make([][]int64, len(exprs))
	flat := make([]int64, len(exprs)) // of those that are one word
	for i, e := range exprs {
		if e.Scalar == nil {
			out[i] = g.words(e)
			continue
		}
		flat[i] = e.Scalar(&g.ctx)
		out[i] = flat[i : i+1 : i+1]
	}
	return out
}

type opJump struct{ to int }

func (o *opJump) do(g *Game) { g.pc = o.to }

// opUnless jumps when a condition is false.
type opUnless struct {
	cond *cond.Expr
	to   int
	rule int
}

func (o *opUnless) do(g *Game) {
	if !g.truth(o.cond, o.rule) {
		g.pc = o.to
	}
}

// opMatch jumps by the alternative of a union and binds what it holds.
type opMatch struct {
	expr  *cond.Expr
	to    []int // by alternative
	binds []int // local that gets what it holds; 0 for none
}

func (o *opMatch) do(g *Game) {
	w := o.expr.Scalar(&g.ctx)
	alt := types.UnionAlt(w)
	if alt < 0 {
		panic(exprFault(o.expr, "there is nothing to match: the value is none"))
	}
	if o.binds[alt] != 0 {
		g.mem.Set(g.base+o.binds[alt], types.UnionHeld(w))
	}
	g.pc = o.to[alt]
}

// opEach takes its list once; opNext binds the next element or leaves the loop.
// Between rounds the heap goes back to where it was, so a loop does not eat it.
type opEach struct {
	list *cond.Expr
	at   int // three locals: the list, the next position, the heap's mark
	typ  *types.Type
}

func (o *opEach) do(g *Game) {
	g.setLocal(o.at, o.typ, o.list.Words(&g.ctx))
	g.mem.Set(g.base+o.at+1, 0)
	g.mem.Set(g.base+o.at+2, g.mem.Words[g.base+types.FrameTop])
}

type opNext struct {
	each *opEach
	bind int
	done int
}

func (o *opNext) do(g *Game) {
	at := g.base + o.each.at
	top := int(g.mem.Words[at+2])
	g.mem.Clear(top, int(g.mem.Words[g.base+types.FrameTop]))
	g.mem.Set(g.base+types.FrameTop, int64(top))
	list, i := g.mem.Words[at], int(g.mem.Words[at+1])
	if i >= types.ListLen(list) {
		g.mem.Set(at, 0)
		g.mem.Set(at+1, 0)
		g.mem.Set(at+2, 0)
		g.pc = o.done
		return
	}
	g.mem.Set(at+1, int64(i+1))
	width := o.each.typ.Elem.Width()
	addr := types.ListAddr(list) + i*width
	if o.each.typ.Elem.Scalar() {
		g.mem.Set(g.base+o.bind, g.mem.Words[addr])
	} else {
		g.mem.Set(g.base+o.bind, types.PackList(addr, 1))
	}
}

// opRepeat counts the rounds of a loop and leaves it when its condition fails.
type opRepeat struct {
	while, most *cond.Expr
	count       int
	done        int
	rule        int
}

func (o *opRepeat) do(g *Game) {
	if !g.truth(o.while, o.rule) {
		g.mem.Set(g.base+o.count, 0)
		g.pc = o.done
		return
	}
	n := g.mem.Words[g.base+o.count] + 1
	if most := o.most.Scalar(&g.ctx); n > most {
		panic(exprFault(o.most, fmt.Sprintf("repeated more than %d times", most)))
	}
	g.mem.Set(g.base+o.count, n)
}

// opTogether opens (1) or closes (-1) a block in which nothing settles.
type opTogether struct{ by int64 }

func (o *opTogether) do(g *Game) {
	n := g.mem.Words[types.MemTogether] + o.by
	g.mem.Set(types.MemTogether, n)
}

// opStep marks that a step begins.
type opStep struct{ rule int }

func (o *opStep) do(g *Game) { g.touchRule(o.rule, touchRan) }

// opRecord tells that an event or action happens, with its parameters.
type opRecord struct{ code *code }

func (o *opRecord) do(g *Game) { g.recordCall(o.code) }

// opEnd ends the innermost running procedure of a name, or begins it anew.
type opEnd struct {
	named *types.Named
	again []*cond.Expr // restart: its arguments; nil to end
	anew  bool
	span  diag.Span
}

func (o *opEnd) do(g *Game) {
	target := g.running(o.named)
	if target == 0 {
		panic(fault(o.span, fmt.Sprintf("%s is not running", o.named.Name), "it can be ended only from inside"))
	}
	g.mayLeave(target, o.span)
	if o.anew {
		c := g.prog.codes[g.mem.Words[target+types.FrameCode]]
		for i, w := range g.args(o.again) {
			g.mem.Set(target+c.again+i, w[0])
		}
		g.mem.Set(target+types.FrameUnwind, beginAnew)
	}
	g.unwind(target)
}

// mayLeave checks that what runs from the innermost frame to the one at an address
// can be ended: no finally step, and no `together` block that would stay open.
func (g *Game) mayLeave(target int, at diag.Span) {
	w := g.mem.Words
	pc := g.pc
	for base := g.base; ; base = int(w[base+types.FramePrev]) {
		c := g.prog.codes[w[base+types.FrameCode]]
		if base != g.base {
			pc = int(w[base+types.FramePC])
		}
		if c.finally >= 0 && c.finally < pc && pc <= c.cleared {
			panic(fault(at, fmt.Sprintf("this would end %s inside its finally steps", c.name), "what a finally step sets off may not jump out of it"))
		}
		if c.together(pc) {
			panic(fault(at, fmt.Sprintf("this would leave a `together` block of %s", c.name), "what happens together happens whole"))
		}
		if base == target {
			return
		}
	}
}

// together reports whether the instruction before pc stands in a `together` block.
func (c *code) together(pc int) bool {
	open := int64(0)
	for _, o := range c.ops[:pc] {
		if t, ok := o.(*opTogether); ok {
			open += t.by
		}
	}
	return open > 0
}

// opUnwound stands behind the finally steps: a frame that is ended early goes no further.
type opUnwound struct{}

func (opUnwound) do(g *Game) {
	if g.mem.Words[g.base+types.FrameUnwind] != 0 {
		g.pc = len(g.code.ops)
	}
}

// running finds the innermost running frame of a procedure, or 0.
func (g *Game) running(n *types.Named) int {
	w := g.mem.Words
	for base := g.base; base != 0; base = int(w[base+types.FramePrev]) {
		if w[base+types.FrameCode] == int64(n.ID) {
			return base
		}
	}
	return 0
}

// opHook begins what a change adds to a step or event, if it is in force and is not
// being carried out already further out. While it runs its bit is set in the frame,
// and calls of the same code from inside inherit it: so a replacement that raises
// the event it replaces goes on down the chain, and a bonus is not given for the bonus.
type opHook struct {
	guard    *guard
	bit      int
	to       int
	replaces string // what it stands in for; "" if it is added
}

func (o *opHook) do(g *Game) {
	at := g.base + types.FrameHooks
	mask := g.mem.Words[at]
	if mask>>o.bit&1 == 1 || !g.inForce(o.guard) {
		g.pc = o.to
		return
	}
	g.touchRule(o.guard.rule, touchRan)
	g.mem.Set(at, mask|1<<o.bit)
	if o.replaces != "" {
		rule := g.prog.rules[o.guard.rule]
		g.record("replaced", rule.Clauses, heldArg{"what", tell(o.replaces)}, heldArg{"by", tell(rule.Name)})
	}
}

// opHookEnd ends it.
type opHookEnd struct{ bit int }

func (o *opHookEnd) do(g *Game) {
	at := g.base + types.FrameHooks
	g.mem.Set(at, g.mem.Words[at]&^(1<<o.bit))
}

// opOnce checks that at most one replacement of a step or event is in force.
type opOnce struct {
	name  string
	hooks []*opHook
}

func (o *opOnce) do(g *Game) {
	var first *guard
	for _, h := range o.hooks {
		if g.mem.Words[g.base+types.FrameHooks]>>h.bit&1 == 1 || !g.inForce(h.guard) {
			continue
		}
		if first != nil {
			panic(conflict(first, h.guard, o.name+" is replaced twice at once"))
		}
		first = h.guard
	}
}

// judged is the bit of FrameHooks of an action whose limits were judged when its
// answer was taken.
const judged = 62

// inherit gives a new frame the hook bits of the innermost frame of the same code
// that encloses it.
func (g *Game) inherit(c *code) {
	w := g.mem.Words
	for base := int(w[g.base+types.FramePrev]); base != 0; base = int(w[base+types.FramePrev]) {
		if w[base+types.FrameCode] == int64(c.id) {
			g.mem.Set(g.base+types.FrameHooks, w[base+types.FrameHooks]&^(1<<judged))
			return
		}
	}
}

// opAdjust applies changes to a parameter of an event before anything else sees it.
type opAdjust struct {
	param *param
	value *layers
}

func (o *opAdjust) do(g *Game) {
	if g.mem.Words[g.base+types.FrameHooks]>>judged&1 == 1 {
		return // the answer was given for the adjusted parameters
	}
	now := g.local(g.base, o.param.at, o.param.typ)
	g.setLocal(o.param.at, o.param.typ, o.value.apply(g, now))
}

// opLimits checks the limits of an event or action that happens by rule: under a
// failed one it does not happen, which is recorded, and the text goes on.
type opLimits struct {
	code  *code
	after int // where to go if it does not happen
}

func (o *opLimits) do(g *Game) {
	at := g.base + types.FrameHooks
	if hooks := g.mem.Words[at]; hooks>>judged&1 == 1 {
		g.mem.Set(at, hooks&^(1<<judged))
		return
	}
	for _, i := range o.code.opens { // what a player could not choose, a rule cannot do either
		p := o.code.params[i]
		b := &bench{g: g, q: &question{code: o.code}, base: g.base}
		words := g.local(g.base, p.at, p.typ)
		if against := b.inDomain(p, words); against != nil {
			if p.secret() || g.mayKnow(p.typ, words) != everyoneMask { // everybody hears why
				against[0].reason = p.name + " is not what may be chosen"
			}
			o.cannot(g, against[0])
			return
		}
	}
	for _, l := range o.code.limits {
		if !g.holds(l) {
			o.cannot(g, reason{name: l.name, rule: l.rule, reason: l.text()})
			return
		}
	}
}

// cannot records that it does not happen, and why.
func (o *opLimits) cannot(g *Game, r reason) {
	g.record("cannot", g.prog.rules[r.rule].Clauses, heldArg{"what", tell(o.code.name)}, heldArg{"limit", tell(r.name)}, heldArg{"why", tell(r.reason)})
	g.pc = o.after
}

// holds judges one limit in the current frame.
func (g *Game) holds(l *limit) bool {
	if l.guard != nil && !g.inForce(l.guard) {
		return true
	}
	for _, w := range l.waived {
		if g.inForce(w) {
			return true
		}
	}
	return g.truth(l.cond, l.rule)
}

// chunks cuts element words into elements.
func chunks(words []int64, width int) [][]int64 {
	out := make([][]int64, 0, len(words)/width)
	for i := 0; i+width <= len(words); i += width {
		out = append(out, words[i:i+width])
	}
	return out
}

// indexOf finds an element among element words, or -1.
func indexOf(words, el []int64, width int) int {
	for i := 0; i+width <= len(words); i += width {
		if equalWords(words[i:i+width], el) {
			return i
		}
	}
	return -1
}

func equalWords(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func indexTwice(pieces []int64) bool {
	for i, w := range pieces {
		for _, v := range pieces[:i] {
			if v == w {
				return true
			}
		}
	}
	return false
}
