package cond

import (
	"fmt"
	"slices"

	"ruleck/interpreter/types"
)

// listLiteral compiles [a, b, c].
func (lw *lower) listLiteral(s *syn, want *types.Type) *term {
	if len(s.args) == 0 {
		t := &term{syn: s, typ: emptyType, role: fixed, list: func(*Ctx) []int64 { return nil }}
		if want != nil && want.Listy() && !isEmpty(want) {
			t.typ = &types.Type{Kind: types.List, Elem: want.Elem}
		}
		return t
	}
	var elem *types.Type
	if want != nil && want.Listy() && !isEmpty(want) {
		elem = want.Elem
	}
	terms := make([]*term, len(s.args))
	var typ *types.Type
	for i, a := range s.args {
		terms[i] = lw.element(s, a, elem)
		if !ok(terms[i]) {
			continue
		}
		if typ == nil {
			typ = terms[i].typ
			continue
		}
		both := lw.common(typ, terms[i].typ)
		if both == nil {
			lw.bad(a.start, "type", fmt.Sprintf("this is %s in a list that begins with %s", named(terms[i].typ), named(typ)), lw.convert(terms[i].typ, typ))
			terms[i] = &term{syn: a}
			continue
		}
		typ = both
	}
	if !ok(terms...) {
		return &term{syn: s}
	}
	if isEmpty(typ) {
		return lw.mistake(s, "type", "", "nothing here tells what the empty list would hold")
	}
	t := (&term{syn: s, typ: &types.Type{Kind: types.List, Elem: typ, Max: int64(len(terms))}, role: mixed}).over(terms...)
	literal(t, terms)
	return t
}

// element compiles an element of a list literal.
func (lw *lower) element(s, a *syn, want *types.Type) *term {
	t := lw.value(a, want)
	switch {
	case !ok(t):
	case isNone(t.typ):
		return lw.mistake(a, "type", "", "a list cannot hold none")
	case nested(t.typ):
		return lw.mistake(a, "type", "use flatten()", "lists are nested too deeply")
	}
	return t
}

func literal(t *term, terms []*term) {
	if terms[0].list != nil {
		literalLists(t, terms)
		return
	}
	words := make([]func(*Ctx) int64, len(terms))
	constant := make([]int64, len(terms))
	all := true
	for i, e := range terms {
		words[i], constant[i], all = e.word(), e.k, all && e.konst
	}
	if all {
		t.role = fixed
		t.list = func(*Ctx) []int64 { return constant }
		return
	}
	t.heavy = true
	t.list = func(c *Ctx) []int64 {
		out := c.alloc(len(words))
		for i, word := range words {
			out[i] = word(c)
		}
		return out
	}
}

// literalLists makes a list of records or of lists.
func literalLists(t *term, terms []*term) {
	t.heavy = true
	lists := make([]func(*Ctx) []int64, len(terms))
	for i, e := range terms {
		lists[i] = e.list
	}
	n := width(t.typ)
	if nested(t.typ) {
		t.list = func(c *Ctx) []int64 {
			out := c.alloc(len(lists))
			for i, list := range lists {
				out[i] = int64(c.push(list(c)))
			}
			return out
		}
		return
	}
	t.list = func(c *Ctx) []int64 {
		out := c.alloc(len(lists) * n)
		for i, list := range lists {
			copy(out[i*n:], list(c))
		}
		return out
	}
}

// size compiles size(x). How many a pile, list or set has is public, so it never
// asks Guard; and it need not make the list to count it.
func (lw *lower) size(s *syn, _ *types.Type) *term {
	before := len(lw.fields)
	xs := lw.sequence(s.args[0], nil, "size")
	if !ok(xs) {
		return &term{syn: s}
	}
	t := &term{syn: s, typ: types.IntType, nature: xs.nature, lo: 0, hi: most(xs.typ)}
	if p := xs.place; p != nil && p.typ == xs.typ {
		if n := len(lw.fields); n > before && lw.fields[n-1] == p.field {
			lw.fields = lw.fields[:n-1]
		}
		lw.counts = note(lw.counts, p.field)
		t.nature = xs.way
		t.num = sizeOfPlace(p)
		return t
	}
	list, n := xs.list, width(xs.typ)
	if n == 1 {
		t.num = func(c *Ctx) int64 { return int64(len(list(c))) }
	} else {
		t.num = func(c *Ctx) int64 { return int64(len(list(c)) / n) }
	}
	return t
}

func sizeOfPlace(p *place) func(*Ctx) int64 {
	addr := p.addr
	switch {
	case p.packed:
		return func(c *Ctx) int64 { return int64(types.ListLen(c.Mem[addr(c)])) }
	case p.typ.Kind == types.Set:
		n := p.typ.Words()
		return func(c *Ctx) int64 {
			a := addr(c)
			return int64(members(c.Mem[a : a+n]))
		}
	case p.fixed:
		at := p.base
		return func(c *Ctx) int64 { return c.Mem[at] }
	}
	return func(c *Ctx) int64 { return c.Mem[addr(c)] }
}

// in compiles x in list.
func (lw *lower) in(s *syn) *term {
	x := lw.value(s.args[0], nil)
	xs := lw.sequence(s.args[1], nil, "in")
	if !ok(x, xs) {
		return &term{syn: s}
	}
	if !lw.elementOf(s, x, xs, "in") {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: types.BoolType, role: mixed}).over(x, xs)
	if p := xs.place; p != nil && p.typ == xs.typ && p.typ.Kind == types.Set && !p.packed && !p.field.Secret {
		addr, w := p.addr, x.num
		t.nature = x.nature.and(xs.way)
		t.cond = func(c *Ctx) bool {
			member := w(c)
			return inMasks(c.Mem, addr(c), member)
		}
		return t
	}
	list := xs.list
	if x.list != nil {
		t.heavy = true
		record := x.list
		t.cond = func(c *Ctx) bool {
			r := record(c)
			return indexOf(list(c), r) >= 0
		}
		return t
	}
	word := x.word()
	t.cond = func(c *Ctx) bool {
		w := word(c)
		return slices.Contains(list(c), w)
	}
	return t
}

// elementOf reports if x cannot be an element of a list.
func (lw *lower) elementOf(s *syn, x, xs *term, function string) bool {
	switch {
	case isEmpty(xs.typ):
		lw.mistake(s, "type", "", "nothing is in an empty list")
	case nested(xs.typ):
		lw.mistake(s, "type", "use flatten()", "`%s` does not look into lists of lists", function)
	case isNone(x.typ) && !xs.typ.Elem.Optional:
		lw.mistake(s, "type", "", "`%s` never holds none", lw.src(xs.syn))
	case !isNone(x.typ) && !same(x.typ, xs.typ.Elem):
		lw.mistake(s, "type", lw.convert(x.typ, xs.typ.Elem), "`%s` looks for %s in %s", function, named(x.typ), named(xs.typ))
	default:
		return true
	}
	return false
}

// indexOf finds an element of several words; -1 if it is not there.
func indexOf(xs, x []int64) int {
	n := len(x)
	for i := 0; i+n <= len(xs); i += n {
		if slices.Equal(xs[i:i+n], x) {
			return i / n
		}
	}
	return -1
}

// index compiles xs[i] and stock[x].
func (lw *lower) index(s *syn) *term {
	xs := lw.expr(s.args[0], nil)
	if ok(xs) && xs.typ.Kind == types.Per {
		return lw.indexPer(s, xs)
	}
	xs = lw.held(xs)
	if ok(xs) && !xs.typ.Listy() {
		xs = lw.mistake(s, "type", "", "%s has no elements", named(xs.typ))
	}
	i := lw.integer(s.args[1], "the position in a list is an int")
	if !ok(xs, i) {
		return &term{syn: s}
	}
	if isEmpty(xs.typ) {
		return lw.mistake(s, "type", "", "an empty list has no elements")
	}
	return lw.pickElement(s, xs, i)
}

func (lw *lower) pickElement(s *syn, xs, i *term) *term {
	list, position, n, at := xs.list, i.num, width(xs.typ), lw.site(s)
	elem := xs.typ.Elem
	pick := func(c *Ctx) []int64 {
		words := list(c)
		k := position(c)
		if k < 0 || k >= int64(len(words)/n) {
			c.fail(at, "the first element is [0]", "there is no element [%d]: the list has %s", k, counted(len(words)/n, "element"))
		}
		return words[int(k)*n : int(k+1)*n]
	}
	var t *term
	switch {
	case elem.Listy():
		t = &term{syn: s, typ: elem, list: func(c *Ctx) []int64 { return c.Lists[pick(c)[0]] }}
	case elem.Kind == types.Record:
		t = &term{syn: s, typ: elem, list: pick}
	default:
		t = scalarTerm(s, elem, func(c *Ctx) int64 { return pick(c)[0] })
	}
	t.over(xs, i)
	t.fails = true
	return t
}

func (lw *lower) indexPer(s *syn, per *term) *term {
	key := lw.value(s.args[1], nil)
	if !ok(key) {
		return &term{syn: s}
	}
	if isNone(key.typ) || key.typ.Kind != types.Name || key.typ.Named != per.typ.Key {
		return lw.mistake(s.args[1], "type", "", "in these brackets stands a %s, not %s", per.typ.Key.Name, named(key.typ))
	}
	return lw.entryOf(s, per, key)
}
