package cond

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ruleck/interpreter/types"
)

// TestExplain evaluates testdata/explain.txt in the same state as TestValues.
func TestExplain(t *testing.T) {
	w := newWorld(t)
	m := w.state().fill()
	text, err := os.ReadFile("testdata/explain.txt")
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		expr, want, _ := strings.Cut(line, " => ")
		var parts []string
		for _, p := range w.compile(w.scope(), expr).Explain(m.ctx) {
			parts = append(parts, p.Text+": "+show(p.Type, p.Words))
		}
		if got := strings.Join(parts, "; "); got != strings.TrimSpace(want) {
			t.Errorf("line %d: %s\nlooks at %s\nnot at   %s", n+1, expr, got, want)
		}
	}
}

// TestFaults holds where faults point.
func TestFaults(t *testing.T) {
	w := newWorld(t)
	m := w.state().fill()
	text, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(text), "\n\n") {
		c := readCase(block)
		if c == nil {
			continue
		}
		e := w.compile(w.scope(), c.text)
		want := c.issues[0]
		_, got := e.Int(m.ctx)
		f, ok := got.(*Fault)
		message := want.Kind + " " + want.Message
		if !ok || f.Offset != want.Offset || f.Origin != c.text || !strings.Contains(f.Message, message) || !strings.Contains(f.Hint, want.Hint) {
			t.Errorf("%s\nends with %+v, not at %d with %s", c.text, got, want.Offset, message)
		}
		if m.ctx.depth != 0 || m.ctx.FP != 0 || len(m.ctx.Lists) != 1 {
			t.Errorf("%s leaves the context untidy", c.text)
		}
	}
}

// TestRawFault: a machine that calls the closures itself finds the context tidy
// after it has recovered a fault.
func TestRawFault(t *testing.T) {
	w := newWorld(t)
	m := w.state().fill()
	e := w.compile(w.scope(), "seats().all(p, rich([p], 1).exists(q, rank(q, veto) / (q.vp - 3) > 9))")
	func() {
		defer func() {
			if _, ok := recover().(*Fault); !ok {
				t.Error("there was no fault")
			}
		}()
		e.Scalar(m.ctx)
	}()
	if m.ctx.depth != 0 || m.ctx.FP != 0 || len(m.ctx.Lists) != 1 {
		t.Errorf("the context is untidy: depth %d, FP %d, %d lists", m.ctx.depth, m.ctx.FP, len(m.ctx.Lists))
	}
}

// TestGuard: a secret field asks before it is read, and not to be counted.
func TestGuard(t *testing.T) {
	w := newWorld(t)
	m := w.state().fill()
	for text, want := range map[string]string{
		"size(me.hand) > 0":                        "",
		"me.hand.size() > 0":                       "",
		"me.hand == []":                            "hand of P2",
		"veto.copy(1) in P1.hand":                  "hand of P1",
		"size(P1.hand.filter(c, c.spent)) > 0":     "hand of P1",
		"seats().all(p, size(p.hand) < 5)":         "",
		"seats().all(p, p.hand.all(c, c.spent))":   "hand of P3, hand of P1",
		"me.goods > 3 && P1.hand[0] == me.hand[0]": "hand of P1, hand of P2",
		"size(me.units) > 0":                       "hand of P2",
	} {
		var asked []string
		m.ctx.Guard = func(f *types.Field, member int64) *Fault {
			asked = append(asked, fmt.Sprintf("%s of P%d", f.Name, member))
			return nil
		}
		e := w.compile(w.scope(), text)
		if _, err := e.Bool(m.ctx); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if text == "seats().all(p, p.hand.all(c, c.spent))" {
			asked = asked[:2] // the others follow, since a guarded read can fail
		}
		if got := strings.Join(asked, ", "); got != want {
			t.Errorf("%s asks for %q, not %q", text, got, want)
		}
	}
	m.ctx.Guard = func(f *types.Field, member int64) *Fault { return &Fault{Message: "you may not know this"} }
	const text = "1 > 2 || seats().exists(p, p.hand == [])"
	_, err := w.compile(w.scope(), text).Bool(m.ctx)
	var no *Fault
	if !errors.As(err, &no) || no.Message != "you may not know this" {
		t.Fatalf("a guard that refuses gives %v", err)
	}
	if no.Origin != text || text[no.Offset:] != "hand == [])" {
		t.Errorf("a guard that refuses points at %v, byte %d", no.Origin, no.Offset)
	}
	if m.ctx.depth != 0 {
		t.Error("a guard that refuses leaves the context untidy")
	}
}

// TestFacts: what an expression says of itself.
func TestFacts(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		text                          string
		fields, counts, calls, locals string
		fails                         bool
	}{
		{text: "1 + 2 == 3"},
		{text: "me.goods + 1 > 3", fields: "goods", locals: "me"},
		{text: "me.vp > 3", fields: "vp", locals: "me"},
		{text: "me.vp + 1 > 3", fields: "vp", locals: "me", fails: true},
		{text: "veto.cost + 1 > 3"},
		{text: "n / 2 > n % 3", locals: "n"},
		{text: "n / n > 1", locals: "n", fails: true},
		{text: "me.boss == who", fields: "boss", locals: "me who", fails: true},
		{text: "veto.owner == me", fields: "owner", locals: "me"},
		{text: "veto.owner.goods == 3", fields: "owner goods", fails: true},
		{text: "veto.foe == tax"},
		{text: "size(game.laws) + size(me.hand) > size(me.bids.filter(b, b.amount > 1))", fields: "bids", counts: "laws hand", locals: "me"},
		{text: "size(me.hand) > 0 && me.hand != []", fields: "hand", counts: "hand", locals: "me", fails: true},
		{text: "seats().all(p, p.ready && p.goods < 9)", fields: "ready goods"},
		{text: "seats().sum(p, p.goods) < 9", fields: "goods"},
		{text: "seats().sum(p, p.vp) < 9", fields: "vp", fails: true},
		{text: "game.laws[0] == veto", fields: "laws", fails: true},
		{text: "me.units == [] || strength(me) > strength(who)", calls: "units strength", locals: "me who", fails: true},
		{text: "top(offer) == none", calls: "top", locals: "offer"},
		{text: "agenda.item.slot > 3", fields: "slot", locals: "agenda.item", fails: true},
		{text: "it.slot > 3", fields: "slot", locals: "it"},
		{text: "look == lenient", fields: "ruling.look", fails: true},
		{text: "game.votes[me] > 3", fields: "votes", locals: "me"},
		{text: "game.votes[foe] > 3", fields: "votes", locals: "foe", fails: true},
		{text: "-n > 3 || ceil_div(n, 2) > 3 || min(n, 2) > 1", locals: "n", fails: true},
		{text: "-seven > 3", locals: "seven"},
	} {
		e := w.compile(w.scope(), c.text)
		names := func(list []*types.Field) string {
			var out []string
			for _, f := range list {
				out = append(out, f.Name)
			}
			return strings.Join(out, " ")
		}
		var calls []string
		for _, f := range e.Calls {
			calls = append(calls, f.Name)
		}
		got := fmt.Sprint(names(e.Fields), "|", names(e.Counts), "|", strings.Join(calls, " "), "|", strings.Join(e.Locals, " "), "|", e.CanFail)
		want := fmt.Sprint(c.fields, "|", c.counts, "|", c.calls, "|", c.locals, "|", c.fails)
		if got != want {
			t.Errorf("%s: %s, not %s", c.text, got, want)
		}
	}
}

// TestPlaces: paths that can be written.
func TestPlaces(t *testing.T) {
	w := newWorld(t)
	m := w.state().fill()
	goods, votes, traded := w.player.Field("goods"), w.Game.Field("votes"), w.Game.Field("traded")
	for _, c := range []struct {
		text  string
		field *types.Field
		addr  int
		owner int64
	}{
		{"me.goods", goods, goods.Base + 1, 2},
		{"P3.boss.goods", goods, goods.Base + 3, 4},
		{"game.speaker.goods", goods, goods.Base, 1},
		{"who.goods", goods, goods.Base, 1},
		{"game.round", w.Game.Field("round"), w.Game.Field("round").Base, 0},
		{"game.votes[P3]", votes, votes.Base + 2, 0},
		{"game.votes[me.boss]", votes, votes.Base + 2, 0},
		{"game.traded[who]", traded, traded.Base, 0},
		{"game.last", w.Game.Field("last"), w.Game.Field("last").Base, 0},
		{"it.slot", w.item.Field("slot"), w.frame + w.item.Field("slot").Base, 0},
		{"agenda.item.seen", w.item.Field("seen"), w.frame + w.item.Field("seen").Base, 0},
	} {
		p, issues := w.CompilePlace(w.scope(), c.text, nil)
		if issues != nil {
			t.Errorf("%s: %v", c.text, issues)
			continue
		}
		if p.Field != c.field || p.Addr(m.ctx) != c.addr || p.Owner(m.ctx) != c.owner {
			t.Errorf("%s is %s at %d of %d, not at %d of %d", c.text, p.Field.Name, p.Addr(m.ctx), p.Owner(m.ctx), c.addr, c.owner)
		}
	}
	p, _ := w.CompilePlace(w.scope(), "foe.goods", nil)
	if err := Try(func() { p.Addr(m.ctx) }); err == nil {
		t.Error("a place of none has an address")
	}
}

// TestSteps: nested quantifiers end.
func TestSteps(t *testing.T) {
	w := newWorld(t)
	m := w.state().fill()
	e := w.compile(w.scope(), "Cell.all.all(a, Cell.all.all(b, Cell.all.all(c, Cell.all.map(d, Cell.all).flatten().map(f, Cell.all).flatten() != [])))")
	if _, err := e.Bool(m.ctx); err == nil || !strings.Contains(err.Error(), "steps") {
		t.Errorf("it ends with %v", err)
	}
	if ok, err := w.compile(w.scope(), "Cell.all.all(a, Cell.all.all(b, true))").Bool(m.ctx); !ok || err != nil {
		t.Errorf("the next evaluation ends with %v %v", ok, err)
	}
}

// TestBounds: what is too large is refused, and what is not is not.
func TestBounds(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		text  string
		large bool
	}{
		{strings.Repeat("(", 40) + "n" + strings.Repeat(")", 40), false},
		{strings.Repeat("(", 400) + "n" + strings.Repeat(")", 400), true},
		{"yes" + strings.Repeat(" && yes", 300), false},
		{"yes" + strings.Repeat(" && yes", 3000), true},
		{"game.laws" + strings.Repeat(".sort_by(x, x.cost)", 20), false},
		{"n" + strings.Repeat(" + n", 200), false},
		{strings.Repeat("!", 301) + "yes", false},
		{strings.Repeat("yes ? 1 : ", 60) + "n", false},
	} {
		_, issues := w.Compile(w.scope(), c.text, nil, nil)
		if large := len(issues) == 1 && strings.Contains(issues[0].Message, "too large"); large != c.large || len(issues) > 1 {
			t.Errorf("%.40s… of %d bytes: %v", c.text, len(c.text), issues)
		}
	}
}

// TestStage: inside a change of a value, its name means the stage before.
func TestStage(t *testing.T) {
	w := newWorld(t)
	m := w.state().fill()
	f := w.byName["strength"].Func
	s := w.scope()
	s.Stage = map[*types.Func]*Value{f: {Func: f, Scalar: func(*Ctx) int64 { return 100 }}}
	e := w.compile(s, "strength(me) + me.strength")
	if got := m.result(e); got != "200" || len(e.Calls) != 1 {
		t.Errorf("it is %s and calls %d values", got, len(e.Calls))
	}
}

// TestWanted: what is needed shapes what has no type of its own.
func TestWanted(t *testing.T) {
	w := newWorld(t)
	m := w.state().fill()
	player := nameType(w.player)
	for _, c := range []struct {
		text string
		want *types.Type
		is   string
	}{
		{"[]", list(player, 3), "[]"},
		{"yes ? [] : seats()", list(player, 3), "[]"},
		{"none", opt(player), "none"},
		{"yes ? none : me", opt(player), "none"},
		{"me", opt(player), "P2"},
		{"[P3, P1, P3]", set(player), "[P1 P3]"},
		{"seats().filter(p, p.ready)", set(player), "[P1 P3]"},
		{"P1.friends", list(player, 6), "[P2 P3]"},
		{"game.deck", list(nameType(w.copies), 7), "[tax.1 veto.2 riot.2]"},
	} {
		e, issues := w.Compile(w.scope(), c.text, c.want, nil)
		if issues != nil {
			t.Errorf("%s: %v", c.text, issues)
			continue
		}
		if got := m.result(e); got != c.is || e.Type != c.want {
			t.Errorf("%s is %s of type %s, not %s of type %s", c.text, got, e.Type, c.is, c.want)
		}
	}
}

// TestLibrary: every function of the table is documented and tried out, and
// cel-go knows the same ones.
func TestLibrary(t *testing.T) {
	w := newWorld(t)
	text, err := os.ReadFile("testdata/values.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Library() {
		if !strings.Contains(e.Signature, e.Name+"(") || e.Doc == "" {
			t.Errorf("%s is not documented", e.Name)
		}
		if !strings.Contains(string(text), e.Name+"(") {
			t.Errorf("%s is not tried out", e.Name)
		}
		if !strings.Contains(LibraryDoc(), "`"+e.Signature+"`") {
			t.Errorf("%s is missing from the documentation", e.Name)
		}
	}
	var own []string
	for name := range w.gate.env.Functions() {
		name = strings.TrimPrefix(name, "@")
		if _, std := standard[name]; std || w.byName[name] != nil || w.named[name] != nil || strings.Contains(name, ".") || name == "worth" {
			continue
		}
		own = append(own, name)
	}
	for _, name := range own {
		if w.library[name] == nil && !strings.HasPrefix(name, "_") && !slices.Contains([]string{"in", "not_strictly_false"}, name) {
			t.Errorf("cel-go knows %s, which is not in the library", name)
		}
	}
}
