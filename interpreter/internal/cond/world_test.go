package cond

import (
	"fmt"
	"strings"
	"testing"

	"ruleck/interpreter/types"
)

// The world of these tests: a little of everything that can be declared.
type world struct {
	*types.World
	*Checker
	t testing.TB

	player, color, flavour, card, copies, cell, outcome, bid, lot, look *types.Named
	item, turn                                                          *types.Named
	size                                                                int // words of state
	frame                                                               int // address of the running agenda.item
}

func list(elem *types.Type, max int64) *types.Type {
	return &types.Type{Kind: types.List, Elem: elem, Max: max}
}
func pile(elem *types.Type, max int64) *types.Type {
	return &types.Type{Kind: types.Pile, Elem: elem, Max: max}
}
func set(elem *types.Type) *types.Type { return &types.Type{Kind: types.Set, Elem: elem} }
func per(key *types.Named, elem *types.Type) *types.Type {
	return &types.Type{Kind: types.Per, Key: key, Elem: elem}
}
func opt(t *types.Type) *types.Type { c := *t; c.Optional = true; return &c }
func within(lo, hi int64) *types.Type {
	return &types.Type{Kind: types.Int, Bounded: true, Min: lo, Max: hi}
}
func unionType(n *types.Named) *types.Type  { return &types.Type{Kind: types.Union, Named: n} }
func recordType(n *types.Named) *types.Type { return &types.Type{Kind: types.Record, Named: n} }
func objectType(n *types.Named) *types.Type { return &types.Type{Kind: types.Object, Named: n} }

func newWorld(t testing.TB) *world {
	w := &world{World: &types.World{}, t: t, size: types.MemState}
	named := func(name string, form types.Form, members ...string) *types.Named {
		n := &types.Named{Name: name, Form: form, Members: members}
		w.Named = append(w.Named, n)
		return n
	}
	w.player = named("Player", types.Seats, "P1", "P2", "P3", "P4", "P5", "P6")
	w.player.MinSeat = 3
	w.color = named("Color", types.Enum, "red", "blue", "green", "plain")
	w.flavour = named("Flavour", types.Enum, "sweet", "sour", "plain")
	w.card = named("Card", types.Table, "veto", "bribe", "riot", "tax")
	w.copies = named("Copy", types.Copies, "veto.1", "veto.2", "bribe.1", "riot.1", "riot.2", "riot.3", "tax.1")
	w.copies.Of, w.copies.Faces = w.card, []int64{1, 1, 2, 3, 3, 3, 4}
	w.cell = named("Cell", types.Entity)
	for i := 1; i <= 20; i++ {
		w.cell.Members = append(w.cell.Members, fmt.Sprintf("Cell.%d", i))
	}
	w.outcome = named("Outcome", types.UnionOf)
	w.outcome.Alts = []types.Alt{{Name: "For"}, {Name: "Against"}, {Name: "player", Type: nameType(w.player)}, {Name: "card", Type: nameType(w.card)}}
	w.bid = named("Bid", types.RecordOf)
	w.bid.Fields = []*types.Field{
		{Name: "by", Type: nameType(w.player)}, {Name: "amount", Type: types.IntType}, {Name: "on", Type: opt(unionType(w.outcome))},
	}
	w.lot = named("entry_Bid", types.RecordOf) // entries of a bag of bids, and of colours
	w.lot.Bag, w.lot.Of = true, w.bid
	w.lot.Fields = append(append([]*types.Field{}, w.bid.Fields...), &types.Field{Name: "n", Type: types.IntType})
	some := named("entry_Color", types.RecordOf)
	some.Bag, some.Of = true, w.color
	some.Fields = []*types.Field{{Name: "item", Type: nameType(w.color)}, {Name: "n", Type: types.IntType}}
	w.Game, w.Seats = named("game", types.Game), w.player
	w.look = &types.Named{Name: "look", Form: types.Enum, Members: []string{"strict", "lenient"}}
	w.Ruling = []*types.Named{w.look}

	player, card, outcome := nameType(w.player), nameType(w.card), unionType(w.outcome)
	w.fields(w.player, "goods", within(0, 99), "vp", types.IntType, "hand", pile(nameType(w.copies), 7), "friends", set(player),
		"choice", opt(outcome), "boss", player, "ready", types.BoolType, "bids", list(recordType(w.bid), 4), "keeps", opt(card),
		"cells", list(nameType(w.cell), 12))
	w.player.Field("hand").Secret = true
	w.column(w.card, "cost", within(0, 9), 3, 1, 0, 2)
	w.column(w.card, "color", nameType(w.color), 1, 2, 3, 1)
	w.column(w.card, "foe", opt(card), 2, 0, 1, 0)
	w.fields(w.card, "owner", opt(player), "tokens", within(0, 5), "tag", nameType(w.flavour), "ready", types.BoolType)
	w.column(w.copies, "face", card, w.copies.Faces...)
	w.fields(w.copies, "spent", types.BoolType)
	w.fields(w.cell, "mark", opt(player), "worn", types.BoolType, "keeper", player)
	w.column(w.cell, "worth", within(0, 4), 1, 2, 3, 1, 2, 0, 1, 4, 2, 3, 1, 2, 3, 1, 2, 0, 1, 4, 2, 3)
	w.fields(w.Game, "speaker", player, "leader", opt(player), "deck", pile(nameType(w.copies), 7), "laws", list(card, 6),
		"round", within(0, 20), "debt", types.IntType, "votes", per(w.player, within(0, 99)), "pick", per(w.player, opt(outcome)),
		"traded", per(w.player, set(player)), "last", recordType(w.bid), "open", set(card), "numbers", list(types.IntType, 6),
		"ruling.look", nameType(w.look))

	w.item, w.turn = named("agenda.item", types.Occurrence), named("agenda.turn", types.Occurrence)
	w.item.ID, w.turn.ID = 7, 8
	at := types.FrameArgs
	for _, f := range []*types.Field{
		{Name: "card", Type: card}, {Name: "people", Type: list(player, 6), Packed: true},
		{Name: "bid", Type: recordType(w.bid), Packed: true},
		{Name: "slot", Type: within(0, 8)}, {Name: "seen", Type: list(nameType(w.copies), 4)}, {Name: "chosen", Type: opt(outcome)},
	} {
		f.Owner, f.Base = w.item, at
		if f.Packed {
			at++
		} else {
			at += f.Type.Words()
		}
		w.item.Fields = append(w.item.Fields, f)
	}
	value := func(name string, result *types.Type, params ...types.Param) *types.Func {
		f := &types.Func{Name: name, Result: result, Params: params, ID: len(w.Values)}
		w.Values = append(w.Values, f)
		return f
	}
	value("strength", types.IntType, types.Param{Name: "p", Type: player})
	value("units", list(nameType(w.copies), 7), types.Param{Name: "p", Type: player})
	value("eligible", types.BoolType, types.Param{Name: "p", Type: player})
	value("agenda.tally", types.IntType, types.Param{Name: "o", Type: outcome})
	value("agenda.order", list(player, 6))
	value("rank", types.IntType, types.Param{Name: "p", Type: player}, types.Param{Name: "c", Type: card})
	value("rich", list(player, 6), types.Param{Name: "ps", Type: list(player, 6)}, types.Param{Name: "least", Type: types.IntType})
	value("top", opt(player), types.Param{Name: "b", Type: recordType(w.bid)})
	w.Slots = []*types.Slot{
		{Name: "worth", Table: w.card, Params: []types.Param{{Name: "p", Type: player}}, Result: types.IntType},
		{Name: "play", Table: w.card},
	}
	ck, err := NewChecker(w.World)
	if err != nil {
		t.Fatal(err)
	}
	w.Checker = ck
	w.define("strength", "p.goods + p.vp * 2")
	w.define("units", "p.hand.filter(c, !c.spent)")
	w.define("eligible", "p.ready && p != game.speaker")
	w.define("agenda.tally", "seats().sum(p, game.pick[p] == o ? game.votes[p] : 0)")
	w.define("agenda.order", "seats().from(game.speaker)")
	w.define("rank", "p.goods - c.cost")
	w.define("rich", "ps.filter(p, p.goods >= least)")
	w.define("top", "b.amount > 3 ? b.by : none")
	w.Slot(w.Slots[0]).Define(w.compile(&Scope{Vars: []Var{
		{Name: "row", Type: card, Place: Arg, At: 0}, {Name: "p", Type: player, Place: Arg, At: 1}}}, "row.cost * 10 + p.goods"))
	return w
}

// fields lays out state fields: name, type, name, type …
func (w *world) fields(n *types.Named, pairs ...any) {
	var fields []*types.Field
	for i := 0; i < len(pairs); i += 2 {
		fields = append(fields, &types.Field{Name: pairs[i].(string), Type: pairs[i+1].(*types.Type), Owner: n})
	}
	many := max(1, len(n.Members))
	for _, f := range fields {
		f.Base, f.Stride = w.size, f.Type.Words()
		w.size += many * f.Stride
		n.Fields = append(n.Fields, f)
		f.ID = len(w.Fields)
		w.Fields = append(w.Fields, f)
	}
}

func (w *world) column(n *types.Named, name string, t *types.Type, words ...int64) {
	f := &types.Field{Name: name, Type: t, Owner: n, Column: words, ID: len(w.Fields)}
	n.Fields = append(n.Fields, f)
	w.Fields = append(w.Fields, f)
}

func (w *world) define(name, text string) {
	for _, f := range w.Values {
		if f.Name != name {
			continue
		}
		s := &Scope{}
		for i, p := range f.Params {
			s.Vars = append(s.Vars, Var{Name: p.Name, Type: p.Type, Place: Arg, At: int64(i)})
		}
		e, issues := w.Compile(s, text, f.Result, name)
		if issues != nil {
			w.t.Fatalf("%s: %v", text, issues)
		}
		w.Value(f).Define(e)
		return
	}
	w.t.Fatalf("no value %s", name)
}

func (w *world) compile(s *Scope, text string) *Expr {
	w.t.Helper()
	e, issues := w.Compile(s, text, nil, text)
	if issues != nil {
		w.t.Fatalf("%s: %v", text, issues)
	}
	return e
}

// scope is what the conditions of these tests may name: locals of the running
// agenda.item, an argument, and the procedure itself by two names.
func (w *world) scope() *Scope {
	player := nameType(w.player)
	at := int64(types.FrameArgs + 32)
	return &Scope{Players: w.player.Members, Vars: []Var{
		{Name: "agenda.item", Type: objectType(w.item), Place: Running},
		{Name: "it", Type: objectType(w.item), Place: Self},
		{Name: "me", Type: player, Place: Local, At: at},
		{Name: "foe", Type: opt(player), Place: Local, At: at + 1},
		{Name: "n", Type: types.IntType, Place: Local, At: at + 2},
		{Name: "asked", Type: list(player, 6), Place: Local, At: at + 3},
		{Name: "offer", Type: recordType(w.bid), Place: Local, At: at + 4},
		{Name: "yes", Type: types.BoolType, Place: Local, At: at + 5},
		{Name: "who", Type: player, Place: Arg, At: 0},
		{Name: "some", Type: list(nameType(w.card), 4), Place: Arg, At: 1},
		{Name: "seven", Type: types.IntType, Place: Const, At: 7},
	}}
}

// memory is a state of the world.
type memory struct {
	*world
	ctx *Ctx
}

// state makes a memory in which all fields are 0, four players are seated and an
// agenda.item is running.
func (w *world) state() *memory {
	m := &memory{world: w, ctx: &Ctx{Mem: make([]int64, w.size+400)}}
	m.ctx.Mem[types.MemSeats] = 4
	for i, p := range []int64{3, 1, 4, 2} {
		m.ctx.Mem[types.MemOrder+i] = p
	}
	w.frame = w.size
	m.ctx.Base = w.frame
	mem := m.ctx.Mem
	mem[types.MemFrame] = int64(w.frame)
	mem[w.frame+types.FrameCode] = int64(w.item.ID)
	mem[w.frame+types.FrameTop] = int64(w.frame + 200)
	m.ctx.Vars = []int64{1, 0}
	m.ctx.Lists = [][]int64{{1, 3}}
	return m
}

// put sets a field of a member: scalars, elements or the fields of a record.
func (m *memory) put(owner *types.Named, field string, member int, words ...int64) {
	f := owner.Field(field)
	if f == nil {
		m.t.Fatalf("no field %s", field)
		return
	}
	at := f.Base + max(0, member-1)*f.Stride
	if owner.Form == types.Occurrence {
		at = m.frame + f.Base
	}
	if f.Packed {
		m.pack(at, f.Type, words)
		return
	}
	m.store(at, f.Type, words)
}

// entry sets one entry of a `per` field of the game.
func (m *memory) entry(field string, key int, words ...int64) {
	f := m.Game.Field(field)
	m.store(f.Base+(key-1)*f.Type.Elem.Words(), f.Type.Elem, words)
}

func (m *memory) store(at int, t *types.Type, words []int64) {
	mem := m.ctx.Mem
	switch {
	case t.Kind == types.Set:
		for i := 0; i < t.Words(); i++ {
			mem[at+i] = 0
		}
		for _, w := range words {
			mem[at+int(w-1)/63] |= 1 << (uint(w-1) % 63)
		}
	case t.Listy():
		mem[at] = int64(len(words) / t.Elem.Width())
		copy(mem[at+1:], words)
	default:
		copy(mem[at:], words)
	}
}

// pack puts a list or record onto the frame's heap.
func (m *memory) pack(at int, t *types.Type, words []int64) {
	mem := m.ctx.Mem
	top := int(mem[m.frame+types.FrameTop])
	copy(mem[top:], words)
	n := len(words)
	if t.Listy() {
		n /= t.Elem.Width()
	}
	mem[at] = types.PackList(top, n)
	mem[m.frame+types.FrameTop] += int64(len(words))
}

// local sets a local variable of scope.
func (m *memory) local(name string, words ...int64) {
	for _, v := range m.scope().Vars {
		if v.Name != name || v.Place != Local {
			continue
		}
		at := m.ctx.Base + int(v.At)
		if indirect(v.Type) {
			m.pack(at, v.Type, words)
		} else {
			m.ctx.Mem[at] = words[0]
		}
		return
	}
	m.t.Fatalf("no local %s", name)
}

// fill puts the world into an ordinary state, in which most things have a value.
func (m *memory) fill() *memory {
	for p := 1; p <= 6; p++ {
		m.put(m.player, "goods", p, int64(p*3%7))
		m.put(m.player, "vp", p, int64(p))
		m.put(m.player, "boss", p, int64(p%4+1))
		m.put(m.player, "ready", p, int64(p%2))
		m.entry("votes", p, int64(p*p%11))
	}
	m.put(m.player, "hand", 1, 1, 4)
	m.put(m.player, "hand", 2, 3)
	m.put(m.player, "friends", 1, 2, 3)
	m.put(m.player, "choice", 1, types.MakeUnion(2, 2))
	m.put(m.player, "bids", 1, 1, 5, types.MakeUnion(0, 0), 2, 7, 0)
	m.put(m.player, "keeps", 2, 3)
	m.put(m.card, "owner", 1, 2)
	for c := 1; c <= 4; c++ {
		m.put(m.card, "tag", c, int64(c%3+1))
		m.put(m.card, "tokens", c, int64(c))
	}
	m.put(m.copies, "spent", 4, 1)
	m.put(m.Game, "speaker", 0, 1)
	m.put(m.Game, "deck", 0, 7, 2, 5)
	m.put(m.Game, "laws", 0, 4, 2)
	m.put(m.Game, "round", 0, 3)
	m.put(m.Game, "debt", 0, -4)
	m.entry("pick", 1, types.MakeUnion(0, 0))
	m.entry("pick", 3, types.MakeUnion(2, 2))
	m.entry("traded", 1, 3, 4)
	m.put(m.Game, "last", 0, 2, 9, types.MakeUnion(1, 0))
	m.put(m.Game, "open", 0, 1, 3)
	m.put(m.Game, "numbers", 0, 5, 2, 5, 9)
	m.put(m.Game, "ruling.look", 0, 2)
	m.put(m.item, "card", 0, 2)
	m.put(m.item, "people", 0, 3, 1)
	m.put(m.item, "bid", 0, 4, 2, types.MakeUnion(3, 1))
	m.put(m.item, "slot", 0, 2)
	m.put(m.item, "seen", 0, 6, 7)
	m.local("me", 2)
	m.local("n", 11)
	m.local("asked", 4, 2, 1)
	m.local("offer", 3, 6, types.MakeUnion(2, 1))
	m.local("yes", 1)
	return m
}

// show writes words of a type as conditions do.
func show(t *types.Type, words []int64) string {
	if t.Listy() {
		var parts []string
		n := t.Elem.Width()
		for i := 0; i < len(words); i += n {
			parts = append(parts, show(t.Elem, words[i:i+n]))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	switch t.Kind {
	case types.Bool:
		return fmt.Sprint(words[0] != 0)
	case types.Name:
		if words[0] == 0 {
			return "none"
		}
		return t.Named.Members[words[0]-1]
	case types.Union:
		if words[0] == 0 {
			return "none"
		}
		alt := t.Named.Alts[types.UnionAlt(words[0])]
		if alt.Type == nil {
			return alt.Name
		}
		return alt.Name + "(" + show(alt.Type, []int64{types.UnionHeld(words[0])}) + ")"
	case types.Record:
		var parts []string
		for i, f := range t.Named.Fields {
			parts = append(parts, show(f.Type, words[i:i+1]))
		}
		return t.Named.Name + "(" + strings.Join(parts, " ") + ")"
	}
	return fmt.Sprint(words[0])
}

// result evaluates an expression and shows its value, or its fault.
func (m *memory) result(e *Expr) string {
	if e.Scalar != nil {
		w, err := e.Int(m.ctx)
		if err != nil {
			return "error: " + err.Error()
		}
		return show(e.Type, []int64{w})
	}
	words, err := e.List(m.ctx)
	if err != nil {
		return "error: " + err.Error()
	}
	return show(e.Type, words)
}
