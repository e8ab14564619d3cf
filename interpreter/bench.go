package interpreter

import (
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// bench is where an answer is tried before it is taken: the words of its fields
// are laid where they would lie, without the journal, and wiped afterwards. For an
// action that is a frame beyond the top of the stack; for a plain choice the
// current frame.
type bench struct {
	g    *Game
	q    *question
	base int
	heap int // first free word
	from int // first word to wipe
	high int // beyond the last word written
}

// try lays out a question and calls f; expressions are evaluated as the player
// asked may know, and reading a secret of somebody else is a fault.
func (g *Game) try(q *question, f func(b *bench)) {
	w := g.mem.Words
	b := &bench{g: g, q: q}
	top := g.prog.stack
	if g.base != 0 {
		top = int(w[g.base+types.FrameTop])
	}
	fresh := g.base == 0 || q.split == nil && (q.asker == nil || !q.plain())
	b.from, b.base, b.heap = top, g.base, top
	if fresh {
		b.base, b.heap = top, top+q.code.size
	}
	g.needRoom(b.heap, q.code.span)
	b.high = b.heap
	frame, guard := g.ctx.Base, g.ctx.Guard
	defer func() {
		for i := b.from; i < b.high; i++ {
			w[i] = 0
		}
		if !fresh {
			for _, p := range q.fields {
				w[b.base+p.at] = 0
			}
		}
		g.ctx.Base, g.ctx.Guard = frame, guard
	}()
	if fresh {
		w[b.base+types.FramePrev] = int64(g.base)
		w[b.base+types.FrameCode] = int64(q.code.id)
		for i, p := range q.code.params {
			if i < len(q.args) && p.choice == nil {
				b.lay(p, q.args[i])
			}
		}
	}
	g.ctx.Base = b.base
	g.ctx.Guard = g.eyesOf(q.player)
	f(b)
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
	w := b.g.mem.Words
	if p.typ.Scalar() {
		w[b.base+p.at] = words[0]
		return
	}
	b.g.needRoom(b.heap+len(words), b.q.code.span)
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
	words    []int64 // number: unused
	width    int
	lo, hi   int64 // number: the bounds; some: how many
	ordered  bool
	elements int
}

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
	d := domain{words: b.g.words(c.from), width: c.elem.Width()}
	d.elements = len(d.words) / d.width
	d.hi = int64(d.elements)
	switch {
	case c.kind == "one":
		d.lo, d.hi = 1, 1
	case c.kind == "sequence":
		d.lo, d.ordered = d.hi, true
	case c.kind == "bag":
		d.hi = max(0, c.max.Scalar(ctx))
	default:
		if c.max != nil {
			d.hi = min(d.hi, c.max.Scalar(ctx))
		}
		if c.min != nil {
			d.lo = c.min.Scalar(ctx)
		}
	}
	return d
}

func (b *bench) splitDomain() domain {
	d := domain{words: b.g.words(b.q.split.what), width: 1, ordered: true}
	d.elements = len(d.words)
	d.hi = int64(d.elements)
	return d
}

// eyesOf guards what is evaluated for a player (0: for everybody at once).
func (g *Game) eyesOf(player int64) func(*types.Field, int64) {
	return func(f *types.Field, member int64) {
		a := g.audience(f, member)
		if player == 0 && a == everyoneMask || player != 0 && a>>(player-1)&1 == 1 {
			return
		}
		who := "everybody"
		if player != 0 {
			who = g.playerName(player)
		}
		panic(&cond.Fault{Message: "this depends on " + g.fieldName(f, member) + ", which " + who + " may not know",
			Hint: "ask only of what the player may see, or make it public first"})
	}
}
