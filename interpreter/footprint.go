package interpreter

import (
	"fmt"
	"slices"

	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// footprint is what a text can read and write, whatever the state: fields by their ids,
// through what it calls and what a `whenever` adds to it.
type footprint struct {
	reads  map[int]bool
	writes map[int]manner
	all    string // why nothing can be told of it; "" if it can
}

// manner is how a field is written. Two writes of one field commute if they are of the
// same manner, unless that is anyhow.
type manner string

const (
	anyhow  manner = "anyhow"
	raised  manner = "raised" // a number, or a set, that is added to
	lowered manner = "taken"
)

func setTo(words []int64) manner { return manner(fmt.Sprint("set to ", words)) }

// random is the id that stands for the generator: who shuffles first is seen.
const random = -1

// clash tells why it matters which of two comes first, or "" if it does not.
func (f *footprint) clash(l *loader, g *footprint) string {
	for _, side := range [][2]*footprint{{f, g}, {g, f}} {
		one, other := side[0], side[1]
		if one.all != "" && (other.all != "" || len(other.writes) > 0) {
			return one.all
		}
		for _, id := range sortedIDs(one.writes) {
			how, both := other.writes[id]
			switch {
			case both && (how != one.writes[id] || how == anyhow):
				return "both write " + l.fieldName(id)
			case other.reads[id]:
				return "one writes " + l.fieldName(id) + ", which the other reads"
			}
		}
	}
	return ""
}

func sortedIDs[V any](m map[int]V) []int {
	ids := make([]int, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func (l *loader) fieldName(id int) string {
	if id == random {
		return "the order of chance"
	}
	f := l.world.Fields[id]
	return f.Owner.Name + "." + f.Name
}

// tracer follows texts and notes what they touch.
type tracer struct {
	l     *loader
	out   *footprint
	seen  map[*code]bool
	quiet bool // where nobody can be asked: whatever would ask does not happen there
}

// touched is what some instructions can read and write, and what that sets off.
func (l *loader) touched(ops []op, quiet bool) *footprint {
	t := &tracer{l, &footprint{reads: map[int]bool{}, writes: map[int]manner{}}, map[*code]bool{}, quiet}
	t.ops(ops)
	for again := true; again && t.out.all == ""; {
		again = false
		for _, w := range l.prog.watches {
			if !t.seen[w.code] && t.setsOff(w) {
				t.code(w.code)
				again = true
			}
		}
	}
	return t.out
}

// setsOff reports whether what was written so far can make a `whenever` begin, and notes
// what it looks at.
func (t *tracer) setsOff(w *watch) bool {
	reads := t.l.reach(append(guards(w.bans), w.when, w.each)...)
	for id := range t.out.writes {
		if reads[id] {
			for id := range reads {
				t.out.reads[id] = true
			}
			return true
		}
	}
	return false
}

func (t *tracer) code(c *code) {
	if t.seen[c] {
		return
	}
	t.seen[c] = true
	if len(c.dues) > 0 {
		t.out.all = "what was put off until " + c.name + " happens there"
	}
	for _, lim := range c.limits {
		t.reads(lim.cond)
		t.guards(lim.guard)
		t.guards(lim.waived...)
	}
	t.ops(c.ops)
}

func (t *tracer) reads(exprs ...*cond.Expr) {
	for id := range t.l.reach(exprs...) {
		t.out.reads[id] = true
	}
}

func (t *tracer) guards(list ...*guard) {
	for _, g := range list {
		if g != nil {
			t.reads(g.while, g.where)
		}
	}
}

func (t *tracer) writes(p *cond.PlaceExpr, how manner) {
	t.write(p.Field.ID, how)
	t.reads(&cond.Expr{Fields: p.Reads, Calls: p.Calls})
}

func (t *tracer) write(id int, how manner) {
	if was, ok := t.out.writes[id]; ok && was != how {
		how = anyhow
	}
	t.out.writes[id] = how
}

// piles notes that pieces of a kind move: whatever pile they were in changes, too.
func (t *tracer) piles(kind *types.Named) {
	for _, f := range t.l.world.Fields {
		if f.Type.Kind == types.Pile && f.Type.Elem.Named == kind {
			t.write(f.ID, anyhow)
			t.out.reads[f.ID] = true
		}
	}
}

func (t *tracer) layers(y *layers) {
	t.reads(y.base)
	for _, list := range [][]*layer{y.set, y.add, y.cap, y.forbid} {
		for _, x := range list {
			t.reads(x.expr)
			t.guards(x.guard)
		}
	}
}

func (t *tracer) call(s *callSite) {
	t.reads(s.args...)
	if s.code != nil {
		t.code(s.code)
		return
	}
	t.reads(s.row)
	for _, id := range s.slot {
		if id != 0 {
			t.code(t.l.prog.codes[id])
		}
	}
}

func (t *tracer) ops(list []op) {
	for _, o := range list {
		t.op(o)
	}
}

func (t *tracer) op(o op) {
	switch o := o.(type) {
	case *opLet:
		t.reads(o.expr)
	case *opSet:
		t.reads(o.expr)
		how := anyhow
		if words, err := constantValue(o.expr); err == nil {
			how = setTo(words)
		}
		t.writes(o.place, how)
	case *opAdd:
		t.reads(o.expr)
		t.writes(o.place, o.manner())
	case *opMove:
		t.reads(o.what)
		t.writes(o.to, anyhow)
		t.piles(o.to.Type.Elem.Named)
	case *opDraw:
		t.reads(o.count)
		t.writes(o.from, anyhow)
		t.writes(o.to, anyhow)
		t.piles(o.from.Type.Elem.Named)
		if o.refill != nil {
			t.write(random, anyhow)
		}
	case *opShuffle:
		t.writes(o.pile, anyhow)
		t.write(random, anyhow)
	case *opCall:
		t.call(o.call)
	case *opUnless:
		t.reads(o.cond)
	case *opMatch:
		t.reads(o.expr)
	case *opEach:
		t.reads(o.list)
	case *opRepeat:
		t.reads(o.while, o.most)
	case *opStepWhen:
		t.layers(o.value)
	case *opAdjust:
		t.layers(o.value)
	case *opForbidden:
		t.guards(o.guard)
	case *opHook:
		t.guards(o.guard)
	case *opJump, *opNext, *opStep, *opRecord, *opHookEnd, *opOnce, *opLimits, *opSettle, *opTogether, *opDue, *opRest, opUnwound, *opUnwound:
	case *opEnd:
		t.out.all = "one ends or restarts what runs"
	case *opBegin:
		t.out.all = "one begins an effect"
	case *opPutOff:
		t.out.all = "one puts something off"
	default:
		if t.quiet {
			return
		}
		t.out.all = "one asks a player, who sees what was done before"
	}
}

func (o *opAdd) manner() manner {
	switch k := o.place.Type.Kind; {
	case k == types.Int && o.minus:
		return lowered
	case k == types.Int || k == types.Set && !o.minus:
		return raised
	}
	return anyhow
}
