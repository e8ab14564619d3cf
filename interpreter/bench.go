package interpreter

import (
	"fmt"

	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// bench is where an answer is tried before it is taken: the words of its fields
// are laid where they would lie, without the journal, and wiped afterwards. For an
// action that is a frame beyond the top of the stack; for a plain choice the
// current frame.
type bench struct {
	g      *Game
	q      *question
	base   int
	heap   int     // first free word
	from   int     // first word to wipe
	high   int     // beyond the last word written
	was    []int64 // plain choice: the words of the fields before
	turns  int     // of loops in expressions, up to the last spend
	frame  int     // Ctx.Base before
	before eyes
	room   []int64 // what keep has kept; its room is used again and again
}

// try lays out a question until done; expressions are evaluated as the player asked
// may know, and reading a secret of somebody else is a fault.
func (g *Game) try(q *question) *bench {
	top := g.prog.stack
	if g.base != 0 {
		top = int(g.mem.Words[g.base+types.FrameTop])
	}
	base, heap := g.base, top
	fresh := g.base == 0 || q.split == nil && !q.plain()
	if fresh {
		base, heap = top, top+q.code.size
	}
	g.needRoom(heap, q.code.span)
	b := g.spare
	if b == nil {
		b = &bench{g: g}
	}
	g.spare = nil
	b.q, b.base, b.heap, b.from, b.high, b.turns = q, base, heap, top, heap, g.ctx.Turns
	b.was, b.room = b.was[:0], b.room[:0]
	b.frame, b.before = g.ctx.Base, g.see(q.player)
	g.ctx.Base = base
	if fresh {
		b.layFrame()
	} else {
		for _, p := range q.fields {
			b.was = append(b.was, g.mem.Words[base+p.at])
		}
	}
	return b
}

// done leaves no trace. It is deferred, since any expression may fail.
func (b *bench) done() {
	w := b.g.mem.Words
	clear(w[b.from:b.high])
	for i, word := range b.was {
		w[b.base+b.q.fields[i].at] = word
	}
	b.g.ctx.Base = b.frame
	b.g.unsee(b.before)
	b.g.spare = b
}

// layFrame lays an action's frame with the parameters that are given.
func (b *bench) layFrame() {
	w := b.g.mem.Words
	w[b.base+types.FramePrev] = int64(b.g.base)
	w[b.base+types.FrameCode] = int64(b.q.code.id)
	for i, p := range b.q.code.params {
		if i < len(b.q.args) && p.choice == nil {
			b.lay(p, b.q.args[i])
		}
	}
}

// keep copies what an expression gave, which is valid only until the next one: the
// copy is, until done.
func (b *bench) keep(words []int64) []int64 {
	n := len(b.room)
	b.room = append(b.room, words...)
	return b.room[n:len(b.room):len(b.room)]
}

// plain reports whether the answer lands in the asking frame's own locals.
func (q *question) plain() bool {
	switch q.asker.(type) {
	case *opChooses, *opSplits:
		return true
	}
	return false
}

// lay writes one parameter.
func (b *bench) lay(p *param, words []int64) {
	if p.typ.Scalar() {
		b.g.mem.Words[b.base+p.at] = words[0]
		return
	}
	b.g.needRoom(b.heap+len(words), b.q.code.span)
	w := b.g.mem.Words
	copy(w[b.heap:], words)
	n := 1
	if p.typ.Listy() {
		n = len(words) / p.typ.Elem.Width()
	}
	w[b.base+p.at] = types.PackList(b.heap, n)
	b.heap += len(words)
	b.high = max(b.high, b.heap)
}

// domain is what the elements of a field may be.
type domain struct {
	words  []int64 // number: unused
	width  int
	lo, hi int64 // number: the bounds; otherwise: how many
}

func (d domain) size() int { return len(d.words) / d.width }

func (d domain) element(i int) []int64 { return d.words[i*d.width : (i+1)*d.width : (i+1)*d.width] }

// domain works out a field's domain; earlier fields must be laid.
func (b *bench) domain(p *param) domain {
	if b.q.split != nil {
		return b.splitDomain()
	}
	c := p.choice
	ctx := &b.g.ctx
	if c.kind == "number" {
		return domain{lo: c.from.Scalar(ctx), hi: c.to.Scalar(ctx)}
	}
	d := domain{words: b.keep(c.from.Words(ctx)), width: c.elem.Width()}
	d.hi = int64(d.size())
	switch {
	case c.kind == "one":
		d.lo, d.hi = 1, 1
	case c.kind == "sequence":
		d.lo = d.hi
	case c.kind == "bag":
		d.hi = count(c.max, ctx)
	default:
		if c.max != nil {
			d.hi = min(d.hi, count(c.max, ctx))
		}
		if c.min != nil {
			d.lo = count(c.min, ctx)
		}
	}
	return d
}

// count is how many may be chosen. Fewer than none is a mistake of the rules, like
// drawing fewer than none: it would be a choice that nothing satisfies, or anything.
func count(e *cond.Expr, ctx *cond.Ctx) int64 {
	n := e.Scalar(ctx)
	if n < 0 {
		panic(exprFault(e, fmt.Sprintf("cannot choose %d", n)))
	}
	return n
}

func (b *bench) splitDomain() domain {
	d := domain{words: b.keep(b.q.split.what.Words(&b.g.ctx)), width: 1}
	d.hi = int64(len(d.words))
	return d
}

// eyes are for whom expressions are evaluated: 0 for everybody at once, beside the
// players; without a guard, for the rules themselves, which know everything.
type eyes struct {
	guard  func(*types.Field, int64) *cond.Fault
	player int64
}

// see evaluates, until unsee, only what a player may know.
func (g *Game) see(player int64) (before eyes) {
	before = eyes{g.ctx.Guard, g.eyes}
	if g.guard == nil {
		g.guard = g.mayRead // once: making it takes room
	}
	g.ctx.Guard, g.eyes = g.guard, player
	return before
}

func (g *Game) unsee(before eyes) { g.ctx.Guard, g.eyes = before.guard, before.player }

// mayRead is a fault if those for whom is evaluated may not know a secret field. A
// field that all who play may read is as good as public.
func (g *Game) mayRead(f *types.Field, member int64) *cond.Fault {
	a := g.audience(f, member)
	all := uint64(1)<<len(g.names) - 1
	who := "not everybody may know"
	switch {
	case g.eyes == 0 && a&all == all, g.eyes != 0 && a&audienceOf(g.eyes) != 0:
		return nil
	case g.eyes != 0:
		who = g.playerName(g.eyes) + " may not know"
	}
	return &cond.Fault{Message: "this depends on " + g.fieldName(f, member) + ", which " + who,
		Hint: "ask only of what the player may see, or make it public first"}
}
