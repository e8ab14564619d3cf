package cond

import "ruleck/interpreter/types"

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
	t.way = t.nature
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
	lw.columns = note(lw.columns, t.place.field)
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
	if arg := t.place.arg - 1; arg >= 0 {
		word = func(c *Ctx) int64 { return column[c.Vars[c.FP+arg]-1] }
	}
	if isRef(t.typ) && !t.typ.Optional && !complete {
		word = lw.unset(s, word)
		t.fails = true
	}
	out := scalarTerm(s, t.typ, word)
	out.nature, out.place = t.nature, t.place
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
		word = lw.mustBeSet(s, p, word)
		t.fails = true
	}
	t.num = word
	t.lo, t.hi = bounds(p.field, p.typ)
}

// mustBeSet makes a fault of reading a reference of a place that was never set.
func (lw *lower) mustBeSet(s *syn, p *place, word func(*Ctx) int64) func(*Ctx) int64 {
	if p.arg == 0 {
		return lw.unset(s, word)
	}
	// The usual case in quantifiers, in one closure.
	base, stride, arg := p.base, p.stride, p.arg-1
	at, name := lw.site(s), lw.src(s)
	return func(c *Ctx) int64 {
		w := c.Mem[base+stride*int(c.Vars[c.FP+arg])]
		if w == 0 {
			noValue(c, at, name)
		}
		return w
	}
}

func noValue(c *Ctx, at *site, name string) {
	c.fail(at, "set it first, or declare it optional", "`%s` has no value yet", name)
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
			noValue(c, at, name)
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
	at := lw.site(t.syn)
	ask := func(c *Ctx) {
		if c.Guard == nil {
			return
		}
		if no := c.Guard(f, owner(c)); no != nil {
			no.Origin, no.Offset = at.origin, at.off
			panic(no)
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
