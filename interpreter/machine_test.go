package interpreter

import (
	"encoding/base64"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ruleck/dsl/diag"
	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// games are the ways to play that the properties of the machine are tested on.
var games = []struct {
	name, book, procedure string
	longest               int // how far into a game the tests look
}{
	{"tic-tac-toe", tictactoe, "", 9},
	{"Kuhn poker", kuhn, "", 4},
	{"every kind of decision", "testdata/kinds", "", 60},
	{"the Politics look", ti4, "politics.primary", 3},
	{"whole games of ti4", ti4, "", 150},
}

// onEveryGame checks a property on games that were played up to some decision.
func onEveryGame(t *testing.T, property func(rt *rapid.T, g *Game)) {
	for _, way := range games {
		t.Run(way.name, rapid.MakeCheck(func(rt *rapid.T) {
			g, args := drawTable(rt, way.book, way.procedure)
			begin(rt, g, way.procedure, args)
			seed := rapid.Uint64().Draw(rt, "play")
			playRandom(rt, g, &seed, rapid.IntRange(0, way.longest-1).Draw(rt, "decisions"))
			property(rt, g)
		}))
	}
}

// drawTable is a game that has not begun, with any number of players, in any order,
// and the arguments that its procedure begins with.
func drawTable(rt *rapid.T, book, procedure string) (*Game, map[string]any) {
	p := rulebook(rt, book)
	seats := p.world.Seats
	n := rapid.IntRange(seats.MinSeat, len(seats.Members)).Draw(rt, "players")
	s := Setup{Players: n, Seed: rapid.Uint64().Draw(rt, "seed")}
	if rapid.Bool().Draw(rt, "reseated") {
		s.Seats = rapid.Permutation(slices.Clone(seats.Members[:n])).Draw(rt, "seats")
	}
	g := start(rt, p, s)
	if procedure == "" {
		return g, nil
	}
	return g, map[string]any{"active": seats.Members[rapid.IntRange(0, n-1).Draw(rt, "active")]}
}

func TestSaveAndLoadBringBackEverything(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		loaded := start(rt, g.prog, Setup{Seed: 99})
		if err := loaded.Load(g.Save()); err != nil {
			rt.Fatalf("load: %v", err)
		}
		if a, b := position(rt, g), position(rt, loaded); a != b {
			rt.Fatalf("after loading:%s", firstDifference(a, b))
		}
		samePlay(rt, g, loaded)
	})
}

func TestForksAreIndependent(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		before := position(rt, g)
		fork := g.Fork()
		if after := position(rt, fork); after != before {
			rt.Fatalf("the fork differs:%s", firstDifference(before, after))
		}
		seed := rapid.Uint64().Draw(rt, "fork's play")
		playRandom(rt, fork, &seed, 5)
		if after := position(rt, g); after != before {
			rt.Fatalf("playing the fork touched the original:%s", firstDifference(before, after))
		}
		forked := position(rt, fork) + asJSON(fork.Events(0, value.Host))
		samePlay(rt, g.Fork(), g)
		if after := position(rt, fork) + asJSON(fork.Events(0, value.Host)); after != forked {
			rt.Fatalf("playing the original touched the fork:%s", firstDifference(forked, after))
		}
	})
}

// samePlay plays two games on with the same chances and expects the same to happen.
func samePlay(rt *rapid.T, a, b *Game) {
	rt.Helper()
	seed := rapid.Uint64().Draw(rt, "both play")
	other := seed
	from, since := a.EventCount(), b.EventCount()
	for range 6 {
		if playRandom(rt, a, &seed, 1) != playRandom(rt, b, &other, 1) {
			rt.Fatalf("only one of them is over")
		}
		for _, v := range viewers(a) {
			if x, y := asJSON(a.Events(from, v)), asJSON(b.Events(since, v)); x != y {
				rt.Fatalf("events for %d differ:\n  %s\n  %s", v, x, y)
			}
		}
		if x, y := position(rt, a), position(rt, b); x != y {
			rt.Fatalf("they part ways:%s", firstDifference(x, y))
		}
	}
}

func TestUndoBringsBackEverything(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		var before []string
		seed := rapid.Uint64().Draw(rt, "on")
		steps := rapid.IntRange(1, 5).Draw(rt, "steps")
		for i := 0; i < steps && g.base != 0; i++ {
			before = append(before, fmt.Sprint(g.EventCount())+"\n"+position(rt, g))
			playRandom(rt, g, &seed, 1)
		}
		for i := len(before) - 1; i >= 0; i-- {
			if err := g.Undo(); err != nil {
				rt.Fatalf("undo: %v", err)
			}
			if after := fmt.Sprint(g.EventCount()) + "\n" + position(rt, g); after != before[i] {
				rt.Fatalf("after undo:%s", firstDifference(before[i], after))
			}
		}
	})
}

func TestUndoEndsWhereTheGameBegan(t *testing.T) {
	g := begun(t, rulebook(t, kuhn), Setup{})
	if err := g.Undo(); err == nil {
		t.Error("before the first answer there is nothing to undo")
	}
	mustAnswer(t, g, "P1", map[string]any{"offer": "check"})
	loaded := start(t, g.prog, Setup{})
	if err := loaded.Load(g.Save()); err != nil {
		t.Fatal(err)
	}
	if err := loaded.Undo(); err == nil {
		t.Error("a loaded game cannot be undone beyond the save")
	}
	if err := g.Fork().Undo(); err == nil {
		t.Error("a fork cannot be undone beyond the fork")
	}
}

// TestHashIsOfThePosition compares the running hash with the one that a game gets
// that loads the same words, coming from somewhere else; and different positions.
func TestHashIsOfThePosition(t *testing.T) {
	for _, way := range games {
		t.Run(way.name, func(t *testing.T) {
			p := rulebook(t, way.book)
			seen := map[uint64]string{}
			fresh := begun(t, p, Setup{Seed: 1000})
			for s := range uint64(20) {
				g := begun(t, p, Setup{Seed: s})
				seed := s
				for range 20 {
					save := g.Save()
					if err := fresh.Load(save); err != nil {
						t.Fatal(err)
					}
					if fresh.Hash() != g.Hash() {
						t.Fatalf("hash %x, from scratch %x", g.Hash(), fresh.Hash())
					}
					if other, ok := seen[g.Hash()]; ok && other != save {
						t.Fatalf("two positions have the hash %x", g.Hash())
					}
					seen[g.Hash()] = save
					playRandom(t, g, &seed, 1)
				}
			}
		})
	}
}

// TestBrokenSaves feeds Load what is no save: it complains and changes nothing.
func TestBrokenSaves(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		save := g.Save()
		broken := rapid.OneOf(
			rapid.String(),
			rapid.Map(rapid.IntRange(0, len(save)-1), func(n int) string { return save[:n] }),
			rapid.Custom(func(rt *rapid.T) string {
				text := []byte(save)
				for range rapid.IntRange(1, 3).Draw(rt, "flips") {
					text[rapid.IntRange(0, len(text)-1).Draw(rt, "at")] = rapid.Byte().Draw(rt, "byte")
				}
				return string(text)
			}),
			rapid.Map(rapid.String(), func(more string) string { return save + more }),
			rapid.Map(rapid.IntRange(0, len(save)), func(n int) string { return save[:n] + "\n" + save[n:] }),
			rapid.Map(rapid.SliceOf(rapid.Byte()), base64.StdEncoding.EncodeToString),
			rapid.Custom(func(rt *rapid.T) string { return anyOtherSave(rt, g.prog) }),
		).Draw(rt, "broken")
		if broken == save {
			return
		}
		seed := uint64(1)
		playRandom(rt, g, &seed, 1)
		refusesSave(rt, g, broken)
	})
}

// TestEveryBitOfASave turns each bit of a save around: all of it is sealed.
func TestEveryBitOfASave(t *testing.T) {
	g := begun(t, rulebook(t, kuhn), Setup{Seats: []string{"anna", "berta"}})
	raw, err := base64.StdEncoding.DecodeString(g.Save())
	if err != nil {
		t.Fatal(err)
	}
	for at := range raw {
		for bit := range 8 {
			raw[at] ^= 1 << bit
			refusesSave(t, g, base64.StdEncoding.EncodeToString(raw))
			raw[at] ^= 1 << bit
		}
	}
}

// TestSavesFitTheirRules: other rules, even with the same memory, take no save.
func TestSavesFitTheirRules(t *testing.T) {
	src := sources(t, kuhn)
	src[0] = diag.NewSource(src[0].Name, src[0].Text+"// nothing but a remark\n")
	refusesSave(t, begun(t, mustLoad(t, src), Setup{}), begun(t, rulebook(t, kuhn), Setup{}).Save())
}

func anyOtherSave(rt *rapid.T, p *Program) string {
	for _, name := range rapid.Permutation([]string{kuhn, tictactoe, ti4}).Draw(rt, "book") {
		if other := rulebook(rt, name); other != p {
			return begun(rt, other, Setup{}).Save()
		}
	}
	return ""
}

func refusesSave(t fataler, g *Game, save string) {
	t.Helper()
	before, hash, events := g.Save(), g.Hash(), g.EventCount()
	if err := g.Load(save); err == nil {
		t.Fatalf("loads %q", save)
	}
	if g.Save() != before || g.Hash() != hash || g.EventCount() != events {
		t.Fatalf("a refused save changed the game")
	}
}

// TestForgedSaves changes words of the memory and seals it rightly: then Load may
// take it for a position, but nothing panics or hangs.
func TestForgedSaves(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		forged := g.Fork()
		forged.mem.Grow(g.prog.limit())
		words := forged.mem.Words
		for range rapid.IntRange(1, 4).Draw(rt, "writes") {
			at := rapid.OneOf(rapid.IntRange(0, types.MemState), rapid.IntRange(0, g.prog.stack-1),
				rapid.IntRange(g.prog.stack, g.prog.stack+100), rapid.IntRange(0, len(words)-1)).Draw(rt, "at")
			w := rapid.OneOf(rapid.Int64Range(-2, 300), rapid.Int64(), rapid.Map(rapid.IntRange(0, g.prog.stack+200), func(n int) int64 { return int64(n) })).Draw(rt, "word")
			forged.mem.Set(at, w)
		}
		if err := g.Load(forged.Save()); err != nil {
			return
		}
		for _, v := range viewers(g) {
			g.View(v)
			_, _ = g.Status(v)
		}
		seed := uint64(3)
		for range 5 {
			if err := g.PlayRandom(&seed); err != nil {
				break
			}
		}
		_ = g.Undo()
	})
}

// TestSameEveryTime plays the same game a hundred times. Now and then the rules are
// loaded anew, from files in another order.
func TestSameEveryTime(t *testing.T) {
	for _, way := range games {
		t.Run(way.name, func(t *testing.T) {
			src := sources(t, way.book)
			var p *Program
			first := ""
			for run := range 100 {
				if run%20 == 0 {
					p = mustLoad(t, src)
					slices.Reverse(src) // whatever their order
				}
				trace := traceOf(t, p, way.procedure)
				if first == "" {
					first = trace
				}
				if trace != first {
					t.Fatalf("run %d differs:%s", run, firstDifference(first, trace))
				}
			}
		})
	}
}

// traceOf is everything that happens in a random game, as everybody sees it.
func traceOf(t *testing.T, p *Program, procedure string) string {
	g := start(t, p, Setup{Seed: 4})
	var args map[string]any
	if procedure != "" {
		args = map[string]any{"active": "P2"}
	}
	begin(t, g, procedure, args)
	seed := uint64(5)
	playRandom(t, g, &seed, 60)
	out := fmt.Sprint(g.Hash(), "\n")
	for _, v := range viewers(g) {
		out += sight(t, g, v, 0)
	}
	return out
}

// TestOrderOfVariants loads variants in both orders: they are one program.
func TestOrderOfVariants(t *testing.T) {
	variant := func(name, body string) *diag.Source {
		return diag.NewSource(name, "variant house."+name+" of kuhn\n"+body)
	}
	more := variant("more", "table Token { worth: int 0..9 }\nrows Token (id, worth) { red 3  blue 4 }\nextend Player { tokens: int 0..9 = 0 }\n")
	less := variant("less", "extend Player { marks: int 0..9 = 7 }\n")
	base := sources(t, kuhn)
	a := begun(t, mustLoad(t, append(slices.Clone(base), more, less)), Setup{})
	b := begun(t, mustLoad(t, append(slices.Clone(base), less, more)), Setup{})
	if x, y := position(t, a), position(t, b); x != y {
		t.Errorf("the order of variants decides:%s", firstDifference(x, y))
	}
}

// TestAskingLeavesNoTrace asks again and again in a loop, where the variable of the
// answer still holds the one before: looking must not touch it.
func TestAskingLeavesNoTrace(t *testing.T) {
	g := begun(t, bookOf(t, `rules rounds.game
clauses { L "all of it" never }
seats Player 2 { got: set of Colour  last: Colour? }
enum Colour { red, green, blue }
play main.proc()
procedure main.proc() [L] {
  each p in seats() {
    repeat while size(p.got) < 2 at most 9 {
      p chooses one colour [L] from Colour.all.minus(p.got)
      p chooses up to 2 more [L] from Colour.all
      add colour to p.got
      set p.last to colour
    }
  }
}
`), Setup{})
	fresh := start(t, g.prog, Setup{})
	seed := uint64(8)
	for g.base != 0 {
		before := string(g.mem.Save())
		status(t, g, 0)
		if refused, err := g.WhyAnswer("", "P1", "red"); err != nil && refused != nil {
			t.Fatal(refused, err)
		}
		optionsOf(t, g, status(t, g, 0).Decisions[0], 99)
		if string(g.mem.Save()) != before {
			t.Fatal("asking changed the memory")
		}
		if err := fresh.Load(g.Save()); err != nil || fresh.Hash() != g.Hash() {
			t.Fatalf("hash %x, from scratch %x (%v)", g.Hash(), fresh.Hash(), err)
		}
		playRandom(t, g, &seed, 1)
	}
}

// TestQuietGamesPlayTheSame plays one game quietly and one with all its events.
func TestQuietGamesPlayTheSame(t *testing.T) {
	onEveryGame(t, func(rt *rapid.T, g *Game) {
		quiet := g.Fork()
		quiet.Quiet()
		quiet = quiet.Fork()
		seed := rapid.Uint64().Draw(rt, "both play")
		other, events, touched := seed, g.EventCount(), asJSON(quiet.Touched())
		for range 8 {
			if playRandom(rt, g, &seed, 1) != playRandom(rt, quiet, &other, 1) || g.Hash() != quiet.Hash() {
				rt.Fatalf("a quiet game plays otherwise")
			}
		}
		if quiet.EventCount() != events || asJSON(quiet.Touched()) != touched {
			rt.Fatalf("a quiet game kept records")
		}
	})
}

// TestGivenWhileAsked lays values over a game at a decision: what is asked follows.
func TestGivenWhileAsked(t *testing.T) {
	g := begun(t, bookOf(t, `rules given.game
clauses { G "all of it" never }
seats Player 2 { hand: pile of Card }
table Card { rank: int }
rows Card (id, rank) { one 1 two 2 three 3 }
game { turn: Player }
setup [G] { set game.turn to seats()[0]  each p in seats() { when p == game.turn { move Card.all to p.hand } } }
play main.proc()
procedure main.proc() [G] { step ask { game.turn must pick(game.turn, size(game.turn.hand)) } }
action pick(p: Player, least: int, one card from p.hand) [G] { limit big: card.rank >= least }
`), Setup{})
	ask := func(want string) {
		t.Helper()
		d := status(t, g, value.Host).Decisions[0]
		if got := d.Player + " " + asJSON(d.Options); got != want {
			t.Errorf("asks %s, not %s", got, want)
		}
	}
	ask(`P1 ["three"]`) // of three cards, those of three or more
	give(t, g, "P2.hand", list("three", "one"))
	ask(`P1 ["two"]`)
	give(t, g, "game.turn", "P2")
	ask(`P2 ["three"]`)
	mustAnswer(t, g, "P2", "three")
}

// TestTrueAgain: a `whenever` that makes its condition less true, step by step, goes
// on until it is false.
func TestTrueAgain(t *testing.T) {
	g := begun(t, bookOf(t, `rules again.game
clauses { A "all of it" never }
seats Player 2 { n: int = 0 }
play main.proc(seats()[0])
procedure main.proc(p: Player) [A] { step ask { p may "go on" { set p.n to 0 } }  step more { p may "go on" { nothing } } }
whenever grows [A] each p in seats() when p.n < 3 { add 1 to p.n }
`), Setup{})
	for range 2 {
		if got := asJSON(g.View(0)["P1"]) + asJSON(g.View(0)["P2"]); got != `{"n":3}{"n":3}` {
			t.Fatalf("stops at %s", got)
		}
		mustAnswer(t, g, "P1", true)
	}
}

// TestTrueOfWhatRuns: a `whenever` may come true by what runs, while nothing that is
// declared changes.
func TestTrueOfWhatRuns(t *testing.T) {
	for _, cond := range []string{
		"running(inner)", "inside()", "running(main.proc) && main.proc.up", "rising()", "running(inner) && inner.p == main.proc.p",
	} {
		t.Run(cond, func(t *testing.T) {
			g := begun(t, bookOf(t, `rules runs.game
clauses { R "all of it" never }
seats Player 2 {}
game { n: int = 0 }
play main.proc(seats()[0])
procedure main.proc(p: Player) [R] {
  has up: bool = false
  step ask { p may "go on" { nothing } }
  step rise { set main.proc.up to true }
  step inner { run inner(p) }
}
procedure inner(p: Player) [R] { step ask { p may "go on" { nothing } } }
value rising() [R]: bool = running(main.proc) && main.proc.up
value inside() [R]: bool = running(inner)
whenever comes [R] when `+cond+` && game.n == 0 { set game.n to 1 }
`), Setup{})
			if before := asJSON(g.View(0)["game"]); before != `{"n":0}` {
				t.Errorf("true too early: %s", before)
			}
			mustAnswer(t, g, "P1", true)
			if after := asJSON(g.View(0)["game"]); after != `{"n":1}` {
				t.Errorf("it does not come true: %s", after)
			}
		})
	}
}

// TestAtRestIsAShortcut plays with programs that look at every `whenever` each time:
// not looking where nothing can have come true makes no difference.
func TestAtRestIsAShortcut(t *testing.T) {
	for _, way := range games {
		t.Run(way.name, func(t *testing.T) {
			src := sources(t, way.book)
			p, thorough := mustLoad(t, src), mustLoad(t, src)
			for _, w := range append(slices.Clone(thorough.watches), thorough.ends) {
				w.steady = false
			}
			if a, b := traceOf(t, p, way.procedure), traceOf(t, thorough, way.procedure); a != b {
				t.Errorf("it does:%s", firstDifference(a, b))
			}
		})
	}
}
