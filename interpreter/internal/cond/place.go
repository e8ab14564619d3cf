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
	return &term{syn: s, typ: t, object: o, nature: nature{fails: o.fails}}
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

// entryOf compiles stock[x]: the entry of a `per` field.
func (lw *lower) entryOf(s *syn, per, key *term) *term {
	from := *per.place
	p := &from
	t := (&term{syn: s, typ: per.typ.Elem, place: p}).over(per, key)
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
