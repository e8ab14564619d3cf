package cond

import (
	"fmt"
	"slices"
	"strings"

	"ruleck/interpreter/types"
)

// A dotted name is resolved as CEL does: the longest beginning that is a name
// counts as one, and what follows are parts of it. Unlike cel-go, what is not
// found is reported at the part that is wrong.

// path compiles a name or a part.
func (lw *lower) path(s *syn) *term {
	parts := s.path()
	if parts == nil {
		return lw.part(lw.expr(s.args[0], nil), s)
	}
	t, n := lw.longest(parts)
	if t == nil {
		lw.unknownPath(parts)
		return &term{syn: s}
	}
	for _, p := range parts[n:] {
		t = lw.part(t, p)
	}
	return lw.tested(t, parts)
}

// longest compiles the longest beginning of a path that is a name. It gives nil
// if there is none.
func (lw *lower) longest(parts []*syn) (*term, int) {
	if b := lw.boundVar(parts[0].name); b != nil {
		return argTerm(parts[0], b.typ, b.slot), 1
	}
	for n := len(parts); n > 0; n-- {
		if t := lw.name(join(parts[:n]), parts[n-1], n); t != nil {
			return t, n
		}
	}
	return nil, 0
}

func (lw *lower) boundVar(name string) *bound {
	for i := range lw.bound {
		if lw.bound[i].name == name {
			return &lw.bound[i]
		}
	}
	return nil
}

// name compiles one complete name of n parts; nil if it is unknown.
func (lw *lower) name(name string, s *syn, n int) *term {
	for i := range lw.scope.Vars {
		if v := &lw.scope.Vars[i]; v.Name == name {
			lw.used = note(lw.used, v.Name)
			return lw.scopeVar(s, v)
		}
	}
	if n > 1 {
		return lw.qualified(name, s)
	}
	if g := lw.ck.world.Game; g != nil && name == g.Name {
		return objectTerm(s, &types.Type{Kind: types.Object, Named: g}, &object{whole: true})
	}
	if name == "none" {
		t := constTerm(s, noneType, 0)
		return t
	}
	if r := lw.ck.ruling[name]; r != nil {
		return lw.rulingTerm(s, r)
	}
	if w := lw.scope.player(name); w != 0 {
		return constTerm(s, nameType(lw.ck.world.Seats), w)
	}
	return lw.bareConstant(s, name)
}

// player is the word of a player by the name of the seat, 0 if nobody is called that.
func (s *Scope) player(name string) int64 { return int64(slices.Index(s.Players, name) + 1) }

func (lw *lower) bareConstant(s *syn, name string) *term {
	found := lw.ck.bare[name]
	switch len(found) {
	case 0:
		return nil
	case 1:
		return constTerm(s, nameType(found[0].named), found[0].word)
	}
	var all []string
	for _, k := range found {
		all = append(all, fmt.Sprintf("%s.%s", k.named.Name, name))
	}
	return lw.mistake(s, "name", "write "+strings.Join(all, " or "), "`%s` has several meanings", name)
}

// qualified compiles Type.member, Union.alternative and Type.all.
func (lw *lower) qualified(name string, s *syn) *term {
	owner, last := types.Qualified(name)
	n := lw.ck.named[owner]
	if n == nil {
		return nil
	}
	switch n.Form {
	case types.UnionOf:
		return lw.bareAlternative(s, n, last)
	case types.Enum, types.Table, types.Entity, types.Copies, types.Seats:
		if last == "all" {
			return lw.all(s, n)
		}
		w := n.Member(last)
		if n.Form == types.Seats {
			if w != 0 && lw.scope.Players == nil {
				return lw.mistake(s, "name", "name a field that holds the player", "players have names in scenarios only")
			}
			w = lw.scope.player(last)
		}
		if w == 0 {
			return nil
		}
		return constTerm(s, nameType(n), w)
	}
	return nil
}

func (lw *lower) bareAlternative(s *syn, n *types.Named, name string) *term {
	for i, alt := range n.Alts {
		if alt.Name != name {
			continue
		}
		if alt.Type != nil {
			return lw.mistake(s, "type", fmt.Sprintf("write %s.%s(…)", n.Name, name), "%s.%s holds %s", n.Name, name, named(alt.Type))
		}
		return constTerm(s, &types.Type{Kind: types.Union, Named: n}, types.MakeUnion(i, 0))
	}
	return nil
}

func nameType(n *types.Named) *types.Type { return &types.Type{Kind: types.Name, Named: n} }

// all compiles T.all: every member, of the players those who are seated.
func (lw *lower) all(s *syn, n *types.Named) *term {
	t := &term{syn: s, typ: &types.Type{Kind: types.List, Elem: nameType(n), Max: int64(len(n.Members))}, role: fixed}
	if n.Form == types.Seats {
		t.list = seated
		return t
	}
	words := make([]int64, len(n.Members))
	for i := range words {
		words[i] = int64(i + 1)
	}
	t.list = func(*Ctx) []int64 { return words }
	if n.Owners != nil { // a set for each player: those of nobody are not in play
		each := int64(len(words) / len(lw.ck.world.Seats.Members))
		t.list = func(c *Ctx) []int64 { return words[:each*c.Mem[types.MemSeats]] }
	}
	return t
}

func seated(c *Ctx) []int64 {
	n := types.MemOrder + c.Mem[types.MemSeats]
	return c.Mem[types.MemOrder:n:n]
}

// rulingTerm reads the reading that a ruling has in this game.
func (lw *lower) rulingTerm(s *syn, r *types.Named) *term {
	f := lw.ck.world.Game.Field("ruling." + r.Name)
	if f == nil {
		return lw.mistake(s, "name", "", "no reading of ruling %s is chosen", r.Name)
	}
	game := &types.Type{Kind: types.Object, Named: lw.ck.world.Game}
	return lw.read(s, lw.fieldOf(s, objectTerm(s, game, &object{whole: true}), f))
}

// unknownPath reports a path that begins with no name.
func (lw *lower) unknownPath(parts []*syn) {
	ck := lw.ck
	for n := len(parts); n > 0; n-- {
		name := join(parts[:n])
		last := parts[n-1]
		if v := ck.byName[name]; v != nil {
			lw.bad(last.off, "name", fmt.Sprintf("`%s` is a value: it needs its arguments", name), fmt.Sprintf("write %s(%s)", name, params(v.Func)))
			return
		}
		if t := ck.named[name]; t != nil {
			if n < len(parts) && t.Form != types.Occurrence {
				lw.unknownMember(parts[n], t)
				return
			}
			lw.bareType(last, t)
			return
		}
	}
	if seats := ck.world.Seats; seats != nil && seats.Member(parts[0].name) != 0 {
		if lw.scope.Players != nil {
			lw.bad(parts[0].off, "name", fmt.Sprintf("nobody is called %s here", parts[0].name), "at the table: "+strings.Join(lw.scope.Players, ", "))
			return
		}
		lw.bad(parts[0].off, "name", "players have names in scenarios only", "name a field that holds the player")
		return
	}
	if e := ck.library[parts[0].name]; e != nil && len(parts) == 1 {
		lw.bad(parts[0].off, "name", fmt.Sprintf("`%s` is a function: it needs its arguments", e.Name), "write "+e.Signature)
		return
	}
	lw.unknown(parts, "name")
}

// bareType reports the name of a type where a value is needed.
func (lw *lower) bareType(s *syn, t *types.Named) {
	switch t.Form {
	case types.Occurrence:
		lw.bad(s.off, "name", fmt.Sprintf("`%s` is not sure to be running here", t.Name), "read its fields where it is: inside it, or in what it runs; running(…) tells whether it runs")
	case types.RecordOf:
		lw.bad(s.off, "name", fmt.Sprintf("`%s` is a record, and needs its fields", t.Name), fmt.Sprintf("write %s(%s)", t.Name, fields(t)))
	case types.UnionOf:
		lw.bad(s.off, "name", fmt.Sprintf("`%s` is a union, not a value", t.Name), fmt.Sprintf("write %s.alternative", t.Name))
	default:
		lw.bad(s.off, "name", fmt.Sprintf("`%s` is a type, not a value", t.Name), fmt.Sprintf("%s.all are all of them", t.Name))
	}
}

func (lw *lower) unknownMember(s *syn, t *types.Named) {
	names := append([]string{"all"}, t.Members...)
	if t.Form == types.Seats {
		names = append([]string{"all"}, lw.scope.Players...)
	}
	for _, alt := range t.Alts {
		names = append(names, alt.Name)
	}
	lw.bad(s.off, "name", fmt.Sprintf("`%s` has no `%s`", t.Name, s.name), didYouMean(s.name, names))
}

// params writes the parameters of a value, for hints.
func params(f *types.Func) string {
	var names []string
	for _, p := range f.Params {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func fields(n *types.Named) string {
	var names []string
	for _, f := range n.Fields {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
