package cond

import "ruleck/interpreter/types"

// scopeVar reads a variable of the scope.
func (lw *lower) scopeVar(s *syn, v *Var) *term {
	at := int(v.At)
	switch {
	case v.Type.Kind == types.Object:
		return objectTerm(s, v.Type, objectAt(v, lw.site(s)))
	case v.Place == Const:
		return constTerm(s, v.Type, v.At)
	case v.Place == Arg:
		return argTerm(s, v.Type, at)
	case v.Place == Fixed:
		t := scalarTerm(s, v.Type, func(c *Ctx) int64 { return c.Mem[at] })
		if v.Type.Kind == types.Bool {
			t.cond = func(c *Ctx) bool { return c.Mem[at] != 0 }
		}
		return t
	case v.Type.Listy():
		return &term{syn: s, typ: v.Type, list: unpack(func(c *Ctx) int { return c.Base + at }, v.Type.Elem.Width())}
	case v.Type.Kind == types.Record:
		return &term{syn: s, typ: v.Type, list: unpackRecord(func(c *Ctx) int { return c.Base + at }, v.Type.Width())}
	}
	t := scalarTerm(s, v.Type, func(c *Ctx) int64 { return c.Mem[c.Base+at] })
	if v.Type.Kind == types.Bool {
		t.cond = func(c *Ctx) bool { return c.Mem[c.Base+at] != 0 }
	}
	t.local = at + 1
	return t
}

// argTerm reads an argument of a value or the variable of a quantifier.
func argTerm(s *syn, typ *types.Type, slot int) *term {
	if indirect(typ) {
		return &term{syn: s, typ: typ, list: func(c *Ctx) []int64 { return c.Lists[c.Vars[c.FP+slot]] }}
	}
	t := scalarTerm(s, typ, func(c *Ctx) int64 { return c.Vars[c.FP+slot] })
	if typ.Kind == types.Bool {
		t.cond = func(c *Ctx) bool { return c.Vars[c.FP+slot] != 0 }
	}
	t.arg = slot + 1
	return t
}

// objectAt is the way to a frame, or to the game.
func objectAt(v *Var, site *site) *object {
	at := int(v.At)
	switch v.Place {
	case Whole:
		return &object{whole: true}
	case Self:
		return &object{self: true, frame: func(c *Ctx) int { return c.Base }}
	case Local:
		return &object{frame: func(c *Ctx) int { return int(c.Mem[c.Base+at]) }}
	case Arg:
		return &object{frame: func(c *Ctx) int { return int(c.Vars[c.FP+at]) }}
	case Const:
		return &object{frame: func(*Ctx) int { return at }}
	}
	code, name := int64(v.Type.Named.ID), v.Type.Named.Name
	return &object{fails: true, frame: func(c *Ctx) int {
		f := innermost(c, code)
		if f == 0 {
			c.fail(site, "running(…) tells whether it runs", "%s is not running", name)
		}
		return f
	}}
}

// innermost is the address of the innermost running frame of a code, 0 if there
// is none.
func innermost(c *Ctx, code int64) int {
	for f := int(c.Mem[types.MemFrame]); f != 0; f = int(c.Mem[f+types.FramePrev]) {
		if c.Mem[f+types.FrameCode] == code {
			return f
		}
	}
	return 0
}
