package interpreter

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// View is what a player may know, by owner (game, a player, a row, a running
// procedure) and field. A pile, list or set that may not be seen is {"count": n};
// any other field that may not be seen is not there.
func (g *Game) View(v value.Viewer) map[string]map[string]value.Shown {
	return g.view(v, func(*types.Field, int, value.Audience) bool { return true })
}

// Board is what of a View is no longer as it was declared at first, without what runs.
// What may not be seen is left out: that it changed would tell of it.
func (g *Game) Board(v value.Viewer) map[string]map[string]value.Shown {
	out := g.view(v, func(f *types.Field, at int, know value.Audience) bool {
		end := at + f.Type.Words()
		return know.Has(v) && !slices.Equal(g.mem.Words[at:end], g.prog.initial[at:end])
	})
	for _, name := range g.Running() {
		delete(out, name)
	}
	return out
}

// Running are the names of what runs, from the outermost in.
func (g *Game) Running() (names []string) {
	w := g.mem.Words
	for base := g.base; base != 0; base = int(w[base+types.FramePrev]) {
		names = append(names, g.prog.codes[w[base+types.FrameCode]].name)
	}
	slices.Reverse(names)
	return names
}

// wanted picks fields by where they lie and who may read them.
type wanted func(f *types.Field, at int, know value.Audience) bool

// view shows the fields that are wanted, and what runs.
func (g *Game) view(v value.Viewer, want wanted) map[string]map[string]value.Shown {
	out := map[string]map[string]value.Shown{}
	for _, n := range g.prog.world.Named {
		switch n.Form {
		case types.Game:
			g.viewFields(out, n, 0, v, want)
		case types.Seats, types.Table, types.Entity, types.Copies:
			for i := range g.members(n) {
				g.viewFields(out, n, int64(i+1), v, want)
			}
		case types.Occurrence:
			if base := g.running(n); base != 0 {
				g.viewFrame(out, n, base, v)
			}
		}
	}
	return out
}

func (g *Game) viewFields(out map[string]map[string]value.Shown, n *types.Named, w int64, v value.Viewer, want wanted) {
	name := n.Name
	if w != 0 {
		name = g.memberName(n, w)
	}
	for _, f := range n.Fields {
		if f.Column != nil || strings.HasPrefix(f.Name, hiddenPrefix) {
			continue
		}
		at := f.Base + int(max(w-1, 0))*f.Stride
		if know := g.readers(f, w); want(f, at, know) {
			g.show(out, name, f, g.read(at, f.Type), know, v)
		}
	}
}

func (g *Game) viewFrame(out map[string]map[string]value.Shown, n *types.Named, base int, v value.Viewer) {
	out[n.Name] = map[string]value.Shown{}
	c := g.prog.codes[g.mem.Words[base+types.FrameCode]]
	for _, f := range n.Fields {
		if f.Packed || strings.HasPrefix(f.Name, hiddenPrefix) {
			continue
		}
		held := g.hold(f.Type, g.read(base+f.Base, f.Type))
		if p := c.param(f.Name); p != nil && p.secret() {
			held = g.holdParam(g.mem.Words[base+types.FrameBy], 0, p, g.local(base, p.at, p.typ))
		}
		if s, ok := held.Only(g.readers(f, 0)).Show(v); ok {
			out[n.Name][f.Name] = s
		}
	}
}

func (g *Game) show(out map[string]map[string]value.Shown, owner string, f *types.Field, words []int64, know value.Audience, v value.Viewer) {
	held := value.Hold(g.plain(f.Type, words), know)
	if f.Type.Listy() {
		held = g.holdList(f.Type, words, uint64(know))
	}
	s, ok := held.Show(v)
	if !ok {
		return
	}
	if out[owner] == nil {
		out[owner] = map[string]value.Shown{}
	}
	out[owner][f.Name] = s
}

// readers is who may read a field. A `seen by` that fails shows it to nobody:
// looking has no other way to complain, and play stops where it matters.
func (g *Game) readers(f *types.Field, owner int64) value.Audience {
	know := value.Nobody
	_ = g.safely(func() { know = value.Audience(g.audience(f, owner)) })
	return know
}

// hiddenPrefix marks fields that the engine keeps for itself.
const hiddenPrefix = "ruling."

// Give lays one value over the state: a dotted path and plain data. A pile that is
// named gets exactly those pieces, taken from wherever they are; what it held goes
// to the box. Until Begin the values belong together: no piece may be given to two
// piles, and when it begins, the invariants must hold.
func (g *Game) Give(path string, plain any) error {
	f, at, t, err := g.locate(path)
	if err != nil {
		return err
	}
	words, err := g.wordsOf(t, plain, path)
	if err != nil {
		return err
	}
	if t.Kind != types.Pile {
		if err := g.attempt(func() { g.store(at, t, words, nil) }); err != nil {
			return bad(path+": "+err.Error(), hintOf(err))
		}
		g.laid()
		return nil
	}
	kind := t.Elem.Named
	g.asked = nil
	if indexTwice(words) {
		return bad(path+" names a piece twice", "")
	}
	if int64(len(words)) > f.Type.Max {
		return bad(path+" cannot hold so many pieces", "")
	}
	for _, w := range words {
		if other, given := g.given[kind.Where+int(w)-1]; given && other != path {
			return bad(fmt.Sprintf("%s is given to two piles, %s and %s", g.memberName(kind, w), other, path), "")
		}
	}
	given := g.laid()
	maps.DeleteFunc(given, func(_ int, other string) bool { return other == path })
	for _, w := range words {
		given[kind.Where+int(w)-1] = path
	}
	for _, w := range append([]int64(nil), g.mem.Pile(at)...) {
		g.mem.Box(kind.Where+int(w)-1, w)
	}
	for i, w := range words {
		g.mem.Put(kind.Where+int(w)-1, at, i, w)
	}
	return nil
}

// laid notes that values are given since the last Begin: by address of its place, the
// path that each piece was given to.
func (g *Game) laid() map[int]string {
	if g.given == nil {
		g.given = map[int]string{}
	}
	return g.given
}

// givenHolds checks that the given values are a position of the rulebook at all.
func (g *Game) givenHolds() (err error) {
	if g.given == nil {
		return nil
	}
	for _, inv := range g.prog.invs {
		holds := false
		if fails := g.safely(func() { holds = inv.cond.Scalar(&g.ctx) != 0 }); fails != nil {
			return bad("the given values leave invariant "+inv.name+" undecided: "+fails.Error(), hintOf(fails))
		}
		if !holds {
			return bad("the given values break invariant "+inv.name, "it says: "+oneLine(inv.cond.Text))
		}
	}
	return nil
}

// locate finds the field that a dotted path names: game.round, P1.hand, a row's
// field, or one entry of a `per` field (P1.bids.P2).
func (g *Game) locate(path string) (*types.Field, int, *types.Type, error) {
	var near error // an owner by that name, but no such field: another owner's name may be longer
	try := func(n *types.Named, w int64, owner string) (*types.Field, int, *types.Type, bool) {
		rest, ok := strings.CutPrefix(path, owner+".")
		if !ok {
			return nil, 0, nil, false
		}
		f, at, t, err := g.locateField(n, w, rest, path)
		if err != nil && near == nil {
			near = err
		}
		return f, at, t, err == nil
	}
	for _, n := range g.prog.world.Named {
		switch n.Form {
		case types.Game:
			if f, at, t, ok := try(n, 0, n.Name); ok {
				return f, at, t, nil
			}
		case types.Seats, types.Table, types.Entity, types.Copies:
			for i, m := range g.members(n) {
				if f, at, t, ok := try(n, int64(i+1), m); ok {
					return f, at, t, nil
				}
			}
		}
	}
	if near != nil {
		return nil, 0, nil, near
	}
	owner, _, _ := strings.Cut(path, ".")
	return nil, 0, nil, bad(fmt.Sprintf("nothing is called %s", owner), g.ownerHint(path, owner))
}

// ownerHint tells of what a path is, that begins with the name of a field.
func (g *Game) ownerHint(path, word string) string {
	if g.prog.world.Game.Field(word) != nil {
		return "did you mean `" + g.prog.world.Game.Name + "." + path + "`?"
	}
	if g.prog.world.Seats.Field(word) != nil && len(g.names) > 0 {
		return "each player has a `" + word + "`: say whose, as in " + g.names[0] + "." + path
	}
	return suggest(word, append([]string{g.prog.world.Game.Name}, g.names...))
}

func (g *Game) locateField(n *types.Named, w int64, rest, path string) (*types.Field, int, *types.Type, error) {
	name, key, entry := strings.Cut(rest, ".")
	var names []string
	for _, f := range n.Fields {
		if f.Column != nil || strings.HasPrefix(f.Name, hiddenPrefix) {
			continue
		}
		names = append(names, f.Name)
		if f.Name != name {
			continue
		}
		at := f.Base + int(max(w-1, 0))*f.Stride
		if !entry {
			return f, at, f.Type, nil
		}
		if f.Type.Kind != types.Per {
			break
		}
		k, err := g.member(f.Type.Key, key, path)
		return f, at + int(k-1)*f.Type.Elem.Words(), f.Type.Elem, err
	}
	return nil, 0, nil, bad(fmt.Sprintf("%s has no field %s that is state", n.Name, name), suggest(name, names))
}

// entry finds a procedure or row's text by name and reads its arguments; those of the
// main one are the rules' own and are worked out when it begins.
func (g *Game) entry(name string, args map[string]any) (*code, [][]int64, error) {
	p := g.prog
	if name == "" {
		if p.main == nil {
			return nil, nil, bad("this rulebook names no main procedure", "name one, or add `play` to the rules")
		}
		if len(args) > 0 {
			return nil, nil, bad("the main procedure's arguments are given by the rules", "")
		}
		return p.main.code, nil, nil
	}
	c := p.codeOf[name]
	if c == nil || c.form == formWhenever || c.form == formSetup {
		var known []string
		for _, k := range p.codes[1:] {
			if k.form != formWhenever && k.form != formSetup {
				known = append(known, k.name)
			}
		}
		return nil, nil, bad(fmt.Sprintf("no procedure is called %s", name), suggest(name, known))
	}
	if len(c.opens) > 0 {
		return nil, nil, bad(fmt.Sprintf("%s is an action: a player takes it", name), "")
	}
	var names []string
	for _, prm := range c.params {
		names = append(names, prm.name)
	}
	if err := onlyKeys(args, names, name); err != nil { // first: what is missing may be what was misspelled
		return nil, nil, err
	}
	words := make([][]int64, len(c.params))
	for i, prm := range c.params {
		v, ok := args[prm.name]
		if !ok {
			return nil, nil, bad(fmt.Sprintf("%s needs %s", name, prm.name), prm.name+" is "+g.example(prm.typ))
		}
		w, err := g.wordsOf(prm.typ, v, prm.name)
		if err != nil {
			return nil, nil, err
		}
		words[i] = w
	}
	return c, words, nil
}

// Payoffs are what each player got, by the rulebook's own score; nil while the game
// is not over (by its end, or by the main procedure's) or no score is declared.
func (g *Game) Payoffs() map[string]int64 {
	var scores []int64
	if err := g.safely(func() { scores = g.scores() }); err != nil || scores == nil {
		return nil // an error was told when the game ended
	}
	out := map[string]int64{}
	for i, name := range g.names {
		out[name] = scores[i]
	}
	return out
}
