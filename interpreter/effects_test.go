package interpreter

import (
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter/value"
)

// lasting has effects that last until a procedure ends, and texts put off to the
// next time one begins.
const lasting = `rules fair.core
clauses { F.1 "a rule" beside }
seats Player 3 { coins: int 0..99 = 0  quiet: int 0..9 = 0 }
game { day: int 0..9 = 0 }

value may_speak(p: Player) [F.1]: bool = true
value worth(p: Player) [F.1]: int at least 0 = 10

effect silent(who: Player) [F.1] {
  forbid may_speak(p) where p == who
  add 5 to worth(p) where p != who
}
effect dear() [F.1] { after pay [F.1] where it.p.coins > 3 { add 1 to it.p.quiet } }

event pay(p: Player, n: int) [F.1] { add n to p.coins }

play game.days()
procedure game.days() [F.1] { repeat while game.day < 3 at most 9 { run day() } }
procedure day() [F.1] {
  step begins { add 1 to game.day }
  step talk { each p in seats() { run talk(p) } }
}
procedure talk(p: Player) [F.1] {
  step speak when may_speak(p) { p takes [F.1] silence(p), reward(p), market(p) or hush(p) }
}
action hush(p: Player) [F.1] { nothing }
action silence(p: Player, one who from seats()) [F.1] { begin silent(who) until end of day }
action market(p: Player) [F.1] { begin dear() until end of talk  do pay(p, 4) }
action reward(p: Player, one who from seats()) [F.1] {
  let all_but = seats().minus([who])
  at start of next day {
    do pay(who, worth(who))
    each q in all_but { do pay(q, 1) }
  }
}
`

type fairDriver struct {
	t *testing.T
	g *Game
}

func fair(t *testing.T) *fairDriver {
	t.Helper()
	p, diags := Load([]*diag.Source{diag.NewSource("fair.rules", lasting)})
	if p == nil {
		var text strings.Builder
		_ = diag.WriteText(&text, diags, nil)
		t.Fatal(text.String())
	}
	g, err := p.NewGame(Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Begin("", nil); err != nil {
		t.Fatal(err)
	}
	return &fairDriver{t, g}
}

// says gives answers in turn: each "P1 hush" or "P1 silence P2".
func (f *fairDriver) says(lines ...string) {
	f.t.Helper()
	for _, line := range lines {
		w := strings.Fields(line)
		obj := map[string]any{"offer": w[1]}
		if len(w) == 3 {
			obj["who"] = w[2]
		}
		before := f.g.Hash()
		if refused, err := f.g.Answer("", w[0], obj); err != nil || refused != nil {
			f.t.Fatalf("%s: %v %v", line, refused, err)
		}
		after := f.g.Hash()
		if err := f.g.Undo(); err != nil || f.g.Hash() != before {
			f.t.Fatalf("%s: undo leads elsewhere: %v", line, err)
		}
		if _, err := f.g.Answer("", w[0], obj); err != nil || f.g.Hash() != after {
			f.t.Fatalf("%s: answered again it leads elsewhere: %v", line, err)
		}
		fresh := f.g.Fork()
		if err := fresh.Load(f.g.Save()); err != nil || fresh.Hash() != after {
			f.t.Fatalf("%s: a saved game is another one: %v", line, err)
		}
	}
}

func (f *fairDriver) is(expr, want string) {
	f.t.Helper()
	q, diags := f.g.prog.QueryText(expr)
	if q == nil {
		f.t.Fatal(diags)
	}
	got, err := f.g.Eval(q)
	if err != nil || spell(got) != want {
		f.t.Errorf("%s = %s, %v; want %s", expr, spell(got), err, want)
	}
}

func (f *fairDriver) asked() string {
	s, err := f.g.Status(value.Host)
	if err != nil {
		f.t.Fatal(err)
	}
	if s.Done {
		return "nobody"
	}
	return s.Decisions[0].Player
}

func TestEffectsLastUntilTheirProcedureEnds(t *testing.T) {
	f := fair(t)
	f.says("P1 silence P2")
	f.is("seats().map(p, may_speak(p) ? 1 : 0)", "[1, 0, 1]")
	f.is("seats().map(p, worth(p))", "[15, 10, 15]")
	if got := f.asked(); got != "P3" { // P2 is passed over
		t.Errorf("%s is asked", got)
	}
	f.says("P3 silence P1") // two at once; the same twice is one
	f.is("game.day", "2")
	f.is("seats().map(p, may_speak(p) ? 1 : 0)", "[1, 1, 1]")
	f.says("P1 silence P3", "P2 silence P3")
	f.is("worth(seats()[0])", "10") // the day is over: P3 was not asked
	f.is("game.day", "3")
}

func TestEffectOfAnInnerProcedure(t *testing.T) {
	f := fair(t)
	f.says("P1 market")
	f.is("seats()[0].quiet", "1") // the change was in force for the payment
	f.says("P2 hush")
	f.is("seats().map(p, p.coins)", "[4, 0, 0]")
}

func TestTextsPutOff(t *testing.T) {
	f := fair(t)
	f.says("P1 reward P2", "P2 silence P3")
	f.is("game.day", "2") // the next day has begun: paid with what was fixed then, at what it is worth now
	f.is("seats().map(p, p.coins)", "[1, 10, 1]")
	f.says("P1 reward P1", "P2 reward P1", "P3 hush")
	f.is("seats().map(p, p.coins)", "[21, 12, 3]") // both, and each only once
	f.says("P1 hush", "P2 hush", "P3 hush")
	f.is("seats().map(p, p.coins)", "[21, 12, 3]")
	if got := f.asked(); got != "nobody" {
		t.Errorf("%s is asked", got)
	}
}
