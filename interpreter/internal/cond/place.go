package cond

import (
	"fmt"

	"ruleck/interpreter/types"
)

// object is the game or a running procedure: something that only has fields.
type object struct {
	whole bool           // the game: fields lie at fixed addresses
	self  bool           // the procedure whose frame is at Base
	frame func(*Ctx) int // otherwise: the address of its frame
	fails bool           // it may not be running
}

func objectTerm(s *syn, t *types.Type, o *object) *term {
	return &term{syn: s, typ: t, object: o, fails: o.fails}
}

// place is where the value of a field, or one entry of a `per` field, lies in
// memory.
type place struct {
	field  *types.Field
	typ    *types.Type
	addr   func(*Ctx) int
	owner  func(*Ctx) int64 // member it belongs to; nil for the game and procedures
	packed bool             // a list or record is one word that tells where it lies
	base   int              // address, if fixed
	fixed  bool
	self   bool // base counts from Base

	// If a member's field is reached by a variable in Vars, its address is
	// base + stride*Vars[FP+arg-1].
	arg, stride int
}

// nobody is the owner of what belongs to no member.
func nobody(*Ctx) int64 { return 0 }

func (p *place) entry() (addr func(*Ctx) int, owner func(*Ctx) int64) {
	if p.owner == nil {
		return p.addr, nobody
	}
	return p.addr, p.owner
}

// part compiles owner.name.
func (lw *lower) part(owner *term, s *syn) *term {
	if owner.typ == nil {
		return &term{syn: s}
	}
	switch owner.typ.Kind {
	case types.Name:
		return lw.memberPart(owner, s)
	case types.Union:
		return lw.unionPart(owner, s)
	case types.Record:
		return lw.recordPart(owner, s)
	case types.Object:
		if f := owner.typ.Named.Field(s.name); f != nil {
			return lw.read(s, lw.fieldOf(s, owner, f))
		}
		return lw.noPart(s, owner.typ.Named)
	}
	hint := ""
	if e := lw.ck.library[s.name]; e != nil && owner.typ.Listy() {
		hint = "write " + e.Signature
	}
	return lw.mistake(s, "name", hint, "%s has no part `%s`", named(owner.typ), s.name)
}

// memberPart compiles a field, a column or a value of one argument.
func (lw *lower) memberPart(owner *term, s *syn) *term {
	n := owner.typ.Named
	if isNone(owner.typ) {
		return lw.mistake(s, "type", "", "none has no parts")
	}
	if f := n.Field(s.name); f != nil {
		return lw.read(s, lw.fieldOf(s, owner, f))
	}
	if v := lw.ck.byName[s.name]; v != nil && v.memberOf(n) {
		return lw.callValue(s, v, []*term{lw.needed(owner, v.Func.Params[0].Type)})
	}
	return lw.noPart(s, n)
}

// noPart reports a part that a type does not have.
func (lw *lower) noPart(s *syn, n *types.Named) *term {
	var names []string
	for _, f := range n.Fields {
		names = append(names, f.Name)
	}
	for _, f := range lw.ck.world.Values {
		if lw.ck.values[f].memberOf(n) {
			names = append(names, f.Name)
		}
	}
	hint := didYouMean(s.name, names)
	for _, slot := range lw.ck.world.Slots {
		if slot.Table == n && slot.Name == s.name {
			hint = fmt.Sprintf("`%s` is a slot: it needs its arguments", s.name)
			if slot.Result == nil {
				hint = fmt.Sprintf("`%s` is a slot to run, not a value", s.name)
			}
		}
	}
	return lw.mistake(s, "name", hint, "`%s` has no `%s`", n.Name, s.name)
}

// fieldOf compiles the way to a field of a member, the game or a procedure.
func (lw *lower) fieldOf(s *syn, owner *term, f *types.Field) *term {
	t := (&term{syn: s, typ: f.Type}).over(owner)
	t.kids = nil
	p := &place{field: f, typ: f.Type}
	t.place = p
	switch {
	case owner.object != nil && owner.object.whole:
		p.base, p.fixed = f.Base, true
		p.addr = func(*Ctx) int { return f.Base }
	case owner.object != nil && owner.object.self:
		base := f.Base
		p.packed, p.base, p.self = f.Packed, base, true
		p.addr = func(c *Ctx) int { return c.Base + base }
	case owner.object != nil:
		frame, base := owner.object.frame, f.Base
		p.packed = f.Packed
		p.addr = func(c *Ctx) int { return frame(c) + base }
	default:
		lw.ownedField(s, t, owner, f)
	}
	return t
}

// ownedField is the way to a field of a member.
func (lw *lower) ownedField(s *syn, t, owner *term, f *types.Field) {
	p, who := t.place, lw.present(s, owner)
	t.fails = t.fails || owner.typ.Optional
	p.owner = who
	base, stride := f.Base-f.Stride, f.Stride
	switch {
	case owner.konst && owner.k != 0:
		p.base, p.fixed = base+int(owner.k)*stride, true
		at := p.base
		p.addr = func(*Ctx) int { return at }
	case owner.arg != 0 && !owner.typ.Optional:
		p.arg, p.base, p.stride = owner.arg, base, stride
		arg := owner.arg - 1
		p.addr = func(c *Ctx) int { return base + stride*int(c.Vars[c.FP+arg]) }
	default:
		p.addr = func(c *Ctx) int { return base + stride*int(who(c)) }
	}
}

// present gives the word of a reference whose parts are read: none is a fault.
func (lw *lower) present(s *syn, owner *term) func(*Ctx) int64 {
	who := owner.num
	if !owner.typ.Optional {
		return who
	}
	at, what, name := lw.site(s), lw.src(owner.syn), s.name
	return func(c *Ctx) int64 {
		w := who(c)
		if w == 0 {
			c.fail(at, "test it with != none before", "`%s` is none, which has no `%s`", what, name)
		}
		return w
	}
}

// read compiles the reading of a place. A way to a `per` field is left as it is,
// to be indexed.
func (lw *lower) read(s *syn, t *term) *term {
	p := t.place
	if p.field.Column != nil {
		return lw.readColumn(s, t)
	}
	if p.typ.Kind == types.Per {
		return t
	}
	t.reach = t.fails
	// The places that are only counted are sorted out by size.
	lw.fields = note(lw.fields, p.field)
	switch p.typ.Kind {
	case types.Int, types.Bool, types.Name, types.Union:
		lw.readScalar(s, t)
	case types.Set:
		t.list = readSet(p)
		t.heavy = true
	case types.Record:
		lw.readRecord(s, t)
	default:
		t.list = readList(p)
	}
	lw.guard(t)
	return t
}

// readColumn reads a printed column: it is no state, and never changes.
func (lw *lower) readColumn(s *syn, t *term) *term {
	column, who := t.place.field.Column, t.place.owner
	complete := true
	lo, hi := int64(0), int64(0)
	for i, w := range column {
		complete = complete && w != 0
		if i == 0 {
			lo, hi = w, w
		}
		lo, hi = min(lo, w), max(hi, w)
	}
	word := func(c *Ctx) int64 { return column[who(c)-1] }
	if isRef(t.typ) && !t.typ.Optional && !complete {
		word = lw.unset(s, word)
		t.fails = true
	}
	out := scalarTerm(s, t.typ, word)
	out.fails, out.heavy, out.place = t.fails, t.heavy, t.place
	if isInt(t.typ) {
		out.lo, out.hi = lo, hi
	}
	return out
}

// readScalar reads one word. A reference that is not optional must have been set
// before it is read.
func (lw *lower) readScalar(s *syn, t *term) {
	p := t.place
	addr := p.addr
	word := func(c *Ctx) int64 { return c.Mem[addr(c)] }
	switch {
	case p.fixed:
		at := p.base
		word = func(c *Ctx) int64 { return c.Mem[at] }
	case p.self:
		base := p.base
		word = func(c *Ctx) int64 { return c.Mem[c.Base+base] }
	case p.arg != 0:
		base, stride, arg := p.base, p.stride, p.arg-1
		word = func(c *Ctx) int64 { return c.Mem[base+stride*int(c.Vars[c.FP+arg])] }
	}
	if p.typ.Kind == types.Bool {
		t.cond = readBool(p)
		return
	}
	if isRef(p.typ) && !p.typ.Optional {
		word = lw.unset(s, word)
		t.fails = true
	}
	t.num = word
	t.lo, t.hi = bounds(p.typ)
}

func readBool(p *place) func(*Ctx) bool {
	switch {
	case p.fixed:
		at := p.base
		return func(c *Ctx) bool { return c.Mem[at] != 0 }
	case p.self:
		base := p.base
		return func(c *Ctx) bool { return c.Mem[c.Base+base] != 0 }
	case p.arg != 0:
		base, stride, arg := p.base, p.stride, p.arg-1
		return func(c *Ctx) bool { return c.Mem[base+stride*int(c.Vars[c.FP+arg])] != 0 }
	}
	addr := p.addr
	return func(c *Ctx) bool { return c.Mem[addr(c)] != 0 }
}

// unset makes a fault of reading a reference that was never set.
func (lw *lower) unset(s *syn, word func(*Ctx) int64) func(*Ctx) int64 {
	at, name := lw.site(s), lw.src(s)
	return func(c *Ctx) int64 {
		w := word(c)
		if w == 0 {
			c.fail(at, "set it first, or declare it optional", "`%s` has no value yet", name)
		}
		return w
	}
}

// readRecord reads a whole record; its references must have been set.
func (lw *lower) readRecord(s *syn, t *term) {
	p, at, name := t.place, lw.site(s), lw.src(s)
	addr, n := p.addr, p.typ.Width()
	if p.packed {
		t.list = unpackRecord(addr, n)
		return
	}
	var need []int
	for i, f := range p.typ.Named.Fields {
		if isRef(f.Type) && !f.Type.Optional {
			need = append(need, i)
		}
	}
	fs := p.typ.Named.Fields
	t.fails = t.fails || len(need) > 0
	t.list = func(c *Ctx) []int64 {
		a := addr(c)
		words := c.Mem[a : a+n : a+n]
		for _, i := range need {
			if words[i] == 0 {
				c.fail(at, "set it first, or declare it optional", "`%s` has no value yet: its %s is unset", name, fs[i].Name)
			}
		}
		return words
	}
}

// readList reads a list or pile where it lies, without copying it.
func readList(p *place) func(*Ctx) []int64 {
	addr, n := p.addr, p.typ.Elem.Width()
	if p.packed {
		return unpack(addr, n)
	}
	return func(c *Ctx) []int64 {
		a := addr(c)
		end := a + 1 + int(c.Mem[a])*n
		return c.Mem[a+1 : end : end]
	}
}

// unpackRecord reads a record whose packed word lies at an address.
func unpackRecord(addr func(*Ctx) int, width int) func(*Ctx) []int64 {
	return func(c *Ctx) []int64 {
		a := types.ListAddr(c.Mem[addr(c)])
		return c.Mem[a : a+width : a+width]
	}
}

// unpack reads a list whose packed word lies at an address.
func unpack(addr func(*Ctx) int, width int) func(*Ctx) []int64 {
	return func(c *Ctx) []int64 {
		w := c.Mem[addr(c)]
		a := types.ListAddr(w)
		end := a + types.ListLen(w)*width
		return c.Mem[a:end:end]
	}
}

// guard asks, before a secret field is read, whether it may be.
func (lw *lower) guard(t *term) {
	f := t.place.field
	if !f.Secret {
		return
	}
	_, owner := t.place.entry()
	ask := func(c *Ctx) {
		if c.Guard != nil {
			c.Guard(f, owner(c))
		}
	}
	t.fails = true
	switch {
	case t.num != nil:
		num := t.num
		t.num = func(c *Ctx) int64 { ask(c); return num(c) }
	case t.cond != nil:
		cond := t.cond
		t.cond = func(c *Ctx) bool { ask(c); return cond(c) }
	case t.list != nil:
		list := t.list
		t.list = func(c *Ctx) []int64 { ask(c); return list(c) }
	}
}

// entryOf compiles votes[x]: the entry of a `per` field.
func (lw *lower) entryOf(s *syn, per, key *term) *term {
	from := *per.place
	p := &from
	t := (&term{syn: s, typ: per.typ.Elem, place: p}).over(per, key)
	t.kids = nil
	p.typ = per.typ.Elem
	n := p.typ.Words()
	k := key.num
	if key.typ.Optional {
		at, what := lw.site(s), per.typ.Key.Name
		t.fails = true
		k = func(c *Ctx) int64 {
			w := key.num(c)
			if w == 0 {
				c.fail(at, "test it with != none before", "there is no entry for none, only for each %s", what)
			}
			return w
		}
	}
	p.arg, p.stride, p.self = 0, 0, false
	switch {
	case p.fixed && key.konst && key.k != 0:
		p.base += int(key.k-1) * n
		at := p.base
		p.addr = func(*Ctx) int { return at }
	case p.fixed && key.arg != 0 && !key.typ.Optional:
		p.base, p.stride, p.arg, p.fixed = p.base-n, n, key.arg, false
		base, arg := p.base, p.arg-1
		p.addr = func(c *Ctx) int { return base + n*int(c.Vars[c.FP+arg]) }
	default:
		addr := per.place.addr
		p.fixed = false
		p.addr = func(c *Ctx) int {
			a := addr(c)
			return a + int(k(c)-1)*n
		}
	}
	return lw.read(s, t)
}

// target compiles a path that will be written to.
func (lw *lower) target(s *syn) *term {
	t := lw.expr(s, nil)
	if t.typ == nil {
		return t
	}
	switch {
	case t.place == nil || t.place.typ != t.typ:
		return lw.mistake(s, "type", "", "this cannot be set: it is no field that holds state")
	case t.place.field.Column != nil:
		return lw.mistake(s, "type", "make it a `has` field if it changes in play", "`%s` is printed and never changes", t.place.field.Name)
	case t.typ.Kind == types.Per:
		return lw.mistake(s, "type", fmt.Sprintf("name one, with a %s in brackets", t.typ.Key.Name), "this is one value for each %s", t.typ.Key.Name)
	}
	return t
}
