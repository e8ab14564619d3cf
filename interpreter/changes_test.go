package interpreter_test

import (
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// How changes meet steps, jumps, `whenever`, limits and one another: small points, each
// on a few lines of its own.

// lab is a rulebook with nothing in it but what the small points need: numbers, a
// truth, and a trail that tells in which order things happened.
const lab = `
rules lab.core
clauses { L "the lab" beside }
enum Mark { a, b, c, d, e, f }
seats Player 2 {
  n: int -9..99 = 0
  m: int 0..99 = 0
}
table Charm { has owner: Player?  has on: bool = false }
game { trail: list of Mark max 40 }
value size_of(p: Player) [L]: int at least 0 = 1
value big(p: Player) [L]: bool = size_of(p) > 2
event mark(x: Mark) [L] { add x to game.trail }
event grow(p: Player, by: int 0..9) [L] { add by to p.n }
action pick(p: Player, number by from 0 to 9) [L] {
  limit small [L]: by < 4 else "too much"
  limit even [L]: by % 2 == 0 else "not even"
  add by to p.n
}
procedure ask(p: Player) [L] { step it { p must pick(p) } }
procedure outer(x: int) [L] {
  has k: int 0..99 = 0
  step one { do mark(a) }
  step two { run inner(x) }
  step three { do mark(b) }
  finally step clear { do mark(c) }
}
procedure inner(x: int) [L] {
  step deep { do mark(d)  do jump(x) }
  finally step clear { do mark(e) }
}
event jump(x: int) [L] {
  when x == 1 { end outer }
  when x == 2 { restart outer(x - 1) }
  when x == 3 { end inner }
}
`

// labOf is the lab with more rules. What only a test begins is no finding, what a line
// is there for need not be cited, and nothing begins by itself.
func labOf(t *testing.T, more ...string) *interpreter.Program {
	t.Helper()
	p, diags := labLoad(more...)
	if diags.HasErrors() {
		t.Fatal(printed(diags))
	}
	return p
}

func labLoad(more ...string) (*interpreter.Program, diag.List) {
	src := []*diag.Source{text(lab)}
	for _, m := range more {
		src = append(src, text(m))
	}
	return interpreter.Load(src)
}

// trail runs something to its end, or to a decision, and gives the marks it left.
func (c *table) trail() string {
	c.t.Helper()
	var out []string
	for _, m := range c.eval("game.trail").([]any) {
		out = append(out, m.(string))
	}
	return strings.Join(out, "")
}

func TestSteps(t *testing.T) {
	for _, tt := range []struct {
		name  string
		rules string
		x     int
		given []any
		trail string
	}{
		{name: "to the end", x: 0, trail: "adebc"},
		{name: "ended from deep inside: finally steps run, inner to outer", x: 1, trail: "adec"},
		{name: "restarted: they run, then all begins anew", x: 2, trail: "adec" + "adec"},
		{name: "ended one level up: the rest goes on", x: 3, trail: "adebc"},
		{name: "a step with something before and after it", rules: `
before step outer.two [L] { do mark(f) }
after step outer.two [L] { do mark(f) }`, trail: "afdefbc"},
		{name: "a removed step: what stood around it stays there", rules: `
remove step outer.two [L]
before step outer.two [L] { do mark(f) }
after step outer.two [L] { do mark(f) }`, trail: "affbc"},
		{name: "a forbidden step does not take place, nor what stands around it", rules: `
forbid step outer.two where it.x == 0
before step outer.two [L] { do mark(f) }`, trail: "abc"},
		{name: "forbidden only under its condition", x: 3, rules: `
forbid step outer.two where it.x == 0
before step outer.two [L] { do mark(f) }`, trail: "afdebc"},
		{name: "a replaced step", rules: `
instead of step outer.two [L] { do mark(f) }`, trail: "afbc"},
		{name: "a replaced finally step is one still", x: 1, rules: `
instead of step outer.clear [L] { do mark(f) }`, trail: "adef"},
		{name: "what stands around a finally step runs with it", x: 1, rules: `
before step inner.clear [L] { do mark(f) }
after step outer.clear [L] { do mark(f) }`, trail: "adfecf"},
		{name: "after a procedure", rules: `
after outer [L] { do mark(f) }`, trail: "adebcf"},
		{name: "not after one that was ended", x: 1, rules: `
after outer [L] { do mark(f) }`, trail: "adec"},
		{name: "around one that was restarted", x: 2, rules: `
before outer [L] { do mark(f) }`, trail: "fadec" + "fadec"},
		{name: "a replaced procedure", rules: `
instead of outer [L] { do mark(f) }`, trail: "f"},
		{name: "ended in its own replacement: its finally steps were replaced, too", rules: `
instead of outer [L] { do mark(f)  end outer }`, trail: "f"},
		{name: "run again inside its own replacement", rules: `

instead of outer [L] where it.x < 3 { do mark(f)  run outer(it.x + 1) }`, x: 2, trail: "fadebc"},
		{name: "a law that is not in play", rules: `
card quiet of Charm [L] { while this.on { before step outer.two { do mark(f) } } }`, trail: "adebc"},
		{name: "a law that is", rules: `
card quiet of Charm [L] { while this.on { before step outer.two { do mark(f) } } }`, given: []any{"quiet.on", true}, trail: "afdebc"},
		{name: "a law that enters play one step before", rules: `
card quiet of Charm [L] { while this.on { before step outer.three { do mark(f) } } }
after step outer.two [L] { set quiet.on to true }`, trail: "adefbc"},
		{name: "a law that leaves play as it works: it ends what it began", rules: `
card quiet of Charm [L] { while this.on { before step outer.two { set this.on to false  do mark(f) } } }`,
			given: []any{"quiet.on", true}, x: 2, trail: "afdec" + "adec"},
		{name: "a procedure inside its own hook does not set it off again", rules: `
after step outer.three [L] where it.x == 0 { run outer(0) }`, trail: "adeb" + "adebc" + "c"},
		{name: "not even when it is restarted there", rules: `
after step outer.one [L] { run outer(2) }`, trail: "a" + "adec" + "adec" + "debc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2, tt.given...)
			c.begin("outer", obj{"x": tt.x})
			c.asks()
			if got := c.trail(); got != tt.trail {
				t.Errorf("the trail is %s, not %s\n%s", got, tt.trail, c.story())
			}
		})
	}
}

// A rule that would leave a finally step, or a `together` block, half done stops the
// game, and nothing of it has happened.
func TestJumpsThatCannotBe(t *testing.T) {
	for _, tt := range []struct {
		name, rules, what string
		ok                string // the trail, if it can be
	}{
		{name: "out of a finally step, while it is ended", what: "inside its finally steps", rules: `
after step inner.clear [L] where it.x == 1 { do jump(it.x) }`},
		{name: "out of a finally step, at the regular end", what: "inside its finally steps", rules: `
event late() [L] { end outer }
after mark [L] where it.x == c { do late() }`},
		{name: "out of a together block, from far inside", what: "leave a `together` block of outer", rules: `
instead of step outer.two [L] { together { run inner(it.x) } }`},
		{name: "inside a together block", ok: "adebc", rules: `
instead of step outer.two [L] { together { run inner(3) } }`},
		{name: "of what does not run", what: "inner is not running", rules: `
instead of step outer.two [L] { do jump(3) }`},
		{name: "for ever", what: "runs on and on", rules: `
forbid mark
after step outer.one [L] { restart outer(it.x) }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2)
			before := c.g.Save()
			err := c.beginErr("outer", obj{"x": 1})
			if tt.ok != "" {
				if err != nil || c.trail() != tt.ok {
					t.Errorf("%v, the trail is %s", err, c.trail())
				}
				return
			}
			stops(t, err, interpreter.CodeRuntime, tt.what)
			if c.g.Save() != before {
				t.Error("something was left behind")
			}
		})
	}
}

func TestTogether(t *testing.T) {
	rules := `
variant house.bend of lab
whenever full [L] each p in seats() when p.n >= 5 { take 5 from p.n  do mark(f) }
event bit_by_bit(p: Player) [L] { do grow(p, 6)  do mark(a)  take 1 from p.n  add 5 to p.n  do mark(b) }
event at_once(p: Player) [L] { together { do grow(p, 6)  do mark(a)  take 2 from p.n }  do mark(b) }
event nested(p: Player) [L] { together { together { do grow(p, 6) }  do mark(a) }  do mark(b) }
`
	for _, tt := range []struct{ event, trail, n string }{
		{"bit_by_bit", "fafb", "P1.n == 0"},
		{"at_once", "ab", "P1.n == 4"},
		{"nested", "afb", "P1.n == 1"},
	} {
		c := sit(t, labOf(t, rules), 2)
		c.begin(tt.event, obj{"p": "P1"})
		if got := c.trail(); got != tt.trail {
			t.Errorf("%s leaves %s, not %s", tt.event, got, tt.trail)
		}
		c.holds(tt.n)
	}
}

// What a `whenever` changes may be a field of what runs. If it changes nothing, and
// still is true, the game stops: it does not go on for ever, with or without asking.
func TestWheneverComesToRest(t *testing.T) {
	for _, tt := range []struct{ name, rules, stops string }{
		{name: "progress in a field of a procedure", rules: `
after step outer.one [L] { set outer.k to 5 }
whenever over [L] when running(outer) && outer.k > 2 { take 1 from outer.k  do mark(f) }`},
		{name: "none at all", stops: "changes nothing and is still true", rules: `
whenever over [L] when seats()[0].n == 0 {}`},
		{name: "none, and asking each time", stops: "changes nothing and is still true", rules: `
whenever over [L] each p in seats() when p.n == 0 { p must pick(p) }`},
		{name: "a step to and fro", stops: "changes nothing and is still true", rules: `
whenever over [L] each p in seats() when p.m == 0 { set p.m to 1 }
whenever back [L] each p in seats() when p.m == 1 { set p.m to 0 }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2)
			err := c.beginErr("outer", obj{"x": 0})
			if err == nil && c.trail() == "adebc" { // that set off nothing: a decision does
				err = c.beginErr("ask", obj{"p": "P2"})
			}
			for err == nil && len(c.status(value.Host).Decisions) > 0 {
				_, err = c.g.Answer("", c.status(value.Host).Decisions[0].Player, int64(0))
			}
			if tt.stops != "" {
				stops(t, err, interpreter.CodeRuntime, tt.stops)
			} else if err != nil || c.trail() != "afff"+"debc" {
				t.Errorf("%v, the trail is %s", err, c.trail())
			}
		})
	}
}

// What sets one thing twice is found when loading, but for two instances of one effect:
// what they were given is only known in play.
func TestSetTwice(t *testing.T) {
	t.Run("equal settings agree", func(t *testing.T) {
		c := sit(t, labOf(t, `
rules lab.charms
card tall of Charm [L] { while this.on { set size_of(p) to 4 where p.n > 0 } }
card wide of Charm [L] { while this.on { set size_of(p) to 2 + 2 } }
`), 2, "tall.on", true, "wide.on", true, "P1.n", 1)
		c.holds("P1.size_of == 4", "P2.size_of == 4", "P1.big")
	})
	sizes := `
rules lab.sizes
effect sized(n: int) [L] { set size_of(p) to n where p.n > 0 }
limit fits on pick [L]: !big(it.p)
procedure sizes(x: int, y: int, p: Player) [L] {
  begin sized(x) until end of sizes
  begin sized(y) until end of sizes
  p may "wait" { p must pick(p) }
}
`
	t.Run("different ones stop the game, however they are used", func(t *testing.T) {
		for _, used := range []string{"P1.size_of", "P1.big", "!P1.big", "P1.size_of > 0 || true", "[P2, P1].exists(p, p.big)"} {
			c := sit(t, labOf(t, sizes), 2, "P1.n", 1)
			c.begin("sizes", obj{"x": 4, "y": 3, "p": "P1"})
			q, diags := c.p.QueryText(used)
			if q == nil {
				t.Fatal(printed(diags))
			}
			_, err := c.g.Eval(q)
			stops(t, err, interpreter.CodeConflict, "set to 4 and to 3", "lab.sizes.rules:2:28")
			c.holds("P2.size_of == 1") // neither is about P2
		}
	})
	t.Run("in a limit, too: nothing is allowed by it", func(t *testing.T) {
		c := sit(t, labOf(t, sizes), 2, "P1.n", 1)
		c.begin("sizes", obj{"x": 4, "y": 3, "p": "P1"})
		_, err := c.g.Answer("", "P1", true)
		stops(t, err, interpreter.CodeConflict, "lab.sizes.rules:2:28")
	})
	t.Run("two replacements, too", func(t *testing.T) {
		c := sit(t, labOf(t, `
rules lab.bends
effect bent(n: int) [L] { instead of grow { add n to it.p.m } }
procedure bends(p: Player) [L] {
  begin bent(1) until end of bends
  begin bent(2) until end of bends
  step grow { do grow(p, 1) }
}
`), 2)
		before := c.g.Save()
		stops(t, c.beginErr("bends", obj{"p": "P1"}), interpreter.CodeConflict, "grow is replaced twice", "lab.bends.rules:2:27")
		if c.g.Save() != before {
			t.Error("the conflict left something behind")
		}
	})
	for _, tt := range []struct {
		name, one, two string
		conflict       bool
	}{
		{name: "the same constant", one: "set size_of(p) [L] to 3", two: "set size_of(q) [L] to 1 + 2"},
		{name: "different constants", one: "set size_of(p) [L] to 3", two: "set size_of(p) [L] to 4", conflict: true},
		{name: "what only play can tell", one: "set size_of(p) [L] to p.n", two: "set size_of(p) [L] to p.m", conflict: true},
		{name: "the same expression", one: "set size_of(p) [L] to p.n", two: "set size_of(q) [L] to q.n"},
		{name: "under conditions that exclude each other", one: "set size_of(p) [L] to 3 where p.n > 0", two: "set size_of(q) [L] to 4 where q.n == 0"},
		{name: "under conditions that do not", one: "set size_of(p) [L] to 3 where p.n > 0", two: "set size_of(q) [L] to 4 where q.n == 1", conflict: true},
		{name: "one of another player", one: "set size_of(p) [L] to 3 where p.n > 0", two: "set size_of(q) [L] to 4 where seats()[0].n == 0", conflict: true},
		{name: "true and false", one: "set size_of(p) [L] to 3 where p.n > 3 && p.m > 3", two: "set size_of(q) [L] to 4 where !(q.m > 3 || q.n == 3)"},
		{name: "different bounds", one: "set size_of(p) [L] to 3 where p.n <= 2", two: "set size_of(q) [L] to 4 where 2 < q.n"},
		{name: "the same bound", one: "set size_of(p) [L] to 3 where p.n <= 2", two: "set size_of(q) [L] to 4 where 2 <= q.n", conflict: true},
		{name: "a card and another card", one: "card i of Charm [L] { while this.on { set size_of(p) to 3 where p == this.owner } }",
			two: "card j of Charm [L] { while this.on { set size_of(p) to 4 where p != i.owner } }"},
		{name: "an event's parameter", one: "set grow.by [L] to 3", two: "set grow.by [L] to 4", conflict: true},
		{name: "two replacements", one: "instead of grow [L] {}", two: "instead of grow [L] { do mark(a) }", conflict: true},
		{name: "two replacements of a step", one: "instead of step outer.one [L] {}", two: "instead of step outer.one [L] { do mark(a) }", conflict: true},
		{name: "two that are the same", one: "instead of step outer.one [L] {}", two: "instead of step outer.one [L] {}"},
		{name: "one of them under a condition", one: "instead of grow [L] where it.by > 3 {}", two: "instead of grow [L] { do mark(a) }", conflict: true},
		{name: "under conditions that exclude each other", one: "instead of grow [L] where it.by > 3 {}", two: "instead of grow [L] where it.by == 2 { do mark(a) }"},
		{name: "two cards that do the same", one: "card i of Charm [L] { while this.on { after grow { do mark(a) } } }",
			two: "card j of Charm [L] { while this.owner == none { after grow { do mark(a) } } }"},
		{name: "two cards that do the same to themselves", one: "card i of Charm [L] { while this.on { after grow { set this.on to it.by > 1 } } }",
			two: "card j of Charm [L] { while this.owner == none { after grow { set this.on to it.by > 1 } } }", conflict: true},
		{name: "removed by the other", one: "remove step outer.one [L]", two: "instead of step outer.one [L] { do mark(a) }", conflict: true},
		{name: "both leave their mark on the trail", one: "after grow [L] { do mark(a) }", two: "after grow [L] { do mark(b) }", conflict: true},
		{name: "both add to a number", one: "after grow [L] { add 1 to it.p.m }", two: "after grow [L] { add 2 to it.p.m }"},
		{name: "one sets what the other adds to", one: "after grow [L] { add 1 to it.p.m }", two: "after grow [L] { set it.p.m to 2 }", conflict: true},
		{name: "both set the same", one: "after grow [L] { set it.p.m to 2 }", two: "after grow [L] where it.by > 1 { set it.p.m to 1 + 1 }"},
		{name: "one reads what the other writes", one: "after grow [L] { add 1 to it.p.m }", two: "after grow [L] where it.p.m > 3 { do mark(b) }", conflict: true},
		{name: "by way of what it does", one: "before step outer.one [L] { do grow(seats()[0], 1) }", two: "before step outer.one [L] { when seats()[1].n > 1 { do mark(b) } }", conflict: true},
		{name: "by way of what it sets off", one: "whenever over [L] each p in seats() when p.m > 3 { set p.m to 0  do mark(c) }\nafter grow [L] { add 1 to it.p.m }",
			two: "after grow [L] { do mark(b) }", conflict: true},
		{name: "nothing in common", one: "after grow [L] { add 1 to it.p.m }", two: "after grow [L] { do mark(b) }"},
		{name: "one asks", one: "after grow [L] { it.p must pick(it.p) }", two: "after grow [L] { do mark(b) }", conflict: true},
		{name: "one asks, the other does nothing", one: "after grow [L] { it.p must pick(it.p) }", two: "after grow [L] {}"},
		{name: "never both", one: "after grow [L] where it.by == 1 { do mark(a) }", two: "after grow [L] where it.by == 2 { do mark(b) }"},
		{name: "one makes the other's condition true", one: "after grow [L] where it.p.m == 1 { add 1 to it.p.m }", two: "after grow [L] where it.p.m == 2 { do mark(b) }", conflict: true},
		{name: "two adds", one: "add 1 to size_of(p) [L]", two: "add 2 to size_of(p) [L]"},
		{name: "two caps", one: "cap size_of(p) [L] at 1", two: "cap size_of(p) [L] at 2"},
	} {
		t.Run("at load: "+tt.name, func(t *testing.T) {
			p, diags := labLoad("variant house.one of lab\n"+tt.one, "variant house.two of lab\n"+tt.two)
			got := printed(diags)
			if !tt.conflict {
				if p == nil {
					t.Error(got)
				}
				return
			}
			for _, part := range []string{"K001", "house.one.rules:", "house.two.rules:"} {
				if p != nil || !strings.Contains(got, part) {
					t.Errorf("no %s in\n%s", part, got)
				}
			}
		})
	}
}

func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name, rules string
		given       []any
		options     string
		two, five   []string // what stands against 2, and against 5
	}{
		{name: "as written", options: "[0,2]", five: names("pick.small", "pick.even")},
		{name: "waived", rules: "waive pick.small [L]", options: "[0,2,4,6,8]", five: names("pick.even")},
		{name: "waived for one player", rules: "waive pick.small [L] where it.p.m > 0", options: "[0,2]", five: names("pick.small", "pick.even")},
		{name: "waived for this player", rules: "waive pick.small [L] where it.p.m > 0", given: []any{"P1.m", 1}, options: "[0,2,4,6,8]", five: names("pick.even")},
		{name: "waived for some choices", rules: "waive pick.even [L] where it.by == 5\nwaive pick.small [L] where it.by > 3 && it.by < 7", options: "[0,2,4,5,6]"},
		{name: "removed", rules: "remove limit pick.even [L]", options: "[0,1,2,3]", five: names("pick.small")},
		{name: "added", rules: `limit more on pick [L]: it.by > 1 else "too little"`, options: "[2]", five: names("pick.small", "pick.even")},
		{name: "added under a condition", rules: `limit less on pick [L] where it.p.m == 0: it.by < 2`, options: "[0]", two: names("pick.less"), five: names("pick.small", "pick.even", "pick.less")},
		{name: "added by a card for its owner", rules: `card stingy of Charm [L] { while this.owner != none { limit less on pick where it.p == this.owner: it.by < 1 } }`,
			given: []any{"stingy.owner", "P1"}, options: "[0]", two: names("pick.less"), five: names("pick.small", "pick.even", "pick.less")},
		{name: "added by a card for another", rules: `card stingy of Charm [L] { while this.owner != none { limit less on pick where it.p == this.owner: it.by < 1 } }`,
			given: []any{"stingy.owner", "P2"}, options: "[0,2]", five: names("pick.small", "pick.even")},
		{name: "added, then waived", rules: "limit more on pick [L]: it.by > 1\nwaive pick.more [L]", options: "[0,2]", five: names("pick.small", "pick.even")},
		{name: "forbidden for some choices", rules: "forbid pick [L] where it.by == 2", options: "[0]", two: names("pick.forbidden"), five: names("pick.small", "pick.even")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2, tt.given...)
			c.begin("ask", obj{"p": "P1"})
			if got := asText(c.status(value.Host).Decisions[0].Options); got != tt.options {
				t.Errorf("options are %s, not %s", got, tt.options)
			}
			fork := &table{t, c.p, c.g.Fork()}
			for n, want := range map[int][]string{2: tt.two, 5: tt.five} {
				if want != nil {
					c.refused("P1", n, want...)
				} else {
					(&table{t, c.p, fork.g.Fork()}).answer("P1", n)
				}
			}
		})
	}
	t.Run("a must without any legal answer stops the game", func(t *testing.T) {
		c := sit(t, labOf(t, "variant house.bend of lab\nforbid pick [L] where it.p.m > 0"), 2, "P1.m", 1)
		stops(t, c.beginErr("ask", obj{"p": "P1"}), interpreter.CodeRuntime, "no legal answer")
	})
}

// An event that is forbidden, or limited, by rule does not happen on any road; the
// text around it goes on.
func TestForbidEvent(t *testing.T) {
	for _, tt := range []struct{ name, rules, trail string }{
		{"forbidden", "forbid mark [L]", ""},
		{"for some arguments", "forbid mark [L] where it.x == a", "debc"},
		{"by a limit", "limit few on mark [L]: size(game.trail) < 2", "ad"},
		{"set before it is limited", "set mark.x [L] to f where it.x == a\nforbid mark [L] where it.x == a", "fdebc"},
		{"replaced behind a limit", "limit not_d on mark [L]: it.x != d\ninstead of mark [L] where it.x == d || it.x == e { do mark(f) }", "afbc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, "variant house.bend of lab\n"+tt.rules), 2)
			c.begin("outer", obj{"x": 0})
			if got := c.trail(); got != tt.trail {
				t.Errorf("the trail is %s, not %s", got, tt.trail)
			}
		})
	}
	t.Run("a whenever, until it is allowed again", func(t *testing.T) {
		c := sit(t, labOf(t, `
variant house.bend of lab
whenever full [L] each p in seats() when p.n >= 5 { take 5 from p.n  do mark(f) }
card calm of Charm [L] { while this.on { forbid full } }
event lift() [L] { do mark(a)  set calm.on to false  do mark(b) }`), 2, "calm.on", true)
		c.begin("grow", obj{"p": "P1", "by": 6})
		c.begin("lift", nil)
		if got := c.trail(); got != "afb" {
			t.Errorf("the trail is %s", got)
		}
	})
	t.Run("a whenever", func(t *testing.T) {
		rules := `
variant house.bend of lab
whenever full [L] each p in seats() when p.n >= 5 { take 5 from p.n  do mark(f) }
card calm of Charm [L] { while this.owner != none { forbid full where it.p == this.owner } }`
		for owner, want := range map[string]string{"P1": "P1.n == 6", "P2": "P1.n == 1"} {
			c := sit(t, labOf(t, rules), 2, "calm.owner", owner)
			c.begin("grow", obj{"p": "P1", "by": 6})
			c.holds(want)
		}
	})
}

func TestParameters(t *testing.T) {
	lists := `
variant house.bend of lab
event give(who: list of Player, by: int 0..9) [L] { each p in who { do grow(p, by) } }
add [seats()[1]] to give.who [L] where size(it.who) == 1
add 3 to give.by [L] where size(it.who) == 2
cap give.by [L] at 7`
	c := sit(t, labOf(t, lists), 2)
	c.begin("give", obj{"who": names("P1"), "by": 1})
	c.holds("P1.n == 4", "P2.n == 4") // a later parameter sees the earlier ones changed
	c.begin("give", obj{"who": names("P1", "P2"), "by": 9})
	c.holds("P1.n == 11", "P2.n == 11")
	stops(t, c.beginErr("grow", obj{"p": "P1", "by": 10}), interpreter.CodeRuntime, "by of grow is 10: it must be from 0 to 9")
}

// A law that changes a limit is enough to set off what waits for it.
func TestLawSetsOffWhenever(t *testing.T) {
	c := sit(t, labOf(t, `
variant house.bend of lab
value room(p: Player) [L]: int = 6
whenever full [L] each p in seats() when p.n > room(p) { set p.n to room(p)  do mark(f) }
card tight of Charm [L] { while this.on { cap room(p) at 2 where p == seats()[1] } }
event pass(x: bool) [L] { do mark(a)  set tight.on to x  do mark(b) }`), 2, "P1.n", 5, "P2.n", 5)
	c.begin("pass", obj{"x": true})
	c.holds("P1.n == 5", "P2.n == 2")
	if got := c.trail(); got != "afb" {
		t.Errorf("the trail is %s", got)
	}
}

func TestListValues(t *testing.T) {
	const value = "variant house.base of lab\nvalue line() [L]: list of Player = seats()\nvalue chosen() [L]: list of Charm = []\nrows Charm (id) { hat ring }\n"
	for _, tt := range []struct{ name, rules, want string }{
		{name: "set to nothing", rules: "set line() [L] to []", want: "[]"},
		{name: "set, then added", rules: "add [seats()[1]] to line() [L]\nset line() [L] to []", want: `["P2"]`},
		{name: "added once", rules: "add [seats()[1]] to line() [L]", want: `["P1","P2"]`},
		{name: "turned: its own name is what it was", rules: "set line() [L] to line().reverse()", want: `["P2","P1"]`},
		{name: "an add sees what was set", rules: "set line() [L] to [seats()[1]]\nadd line().map(p, seats().from(p)[1]) to line() [L]", want: `["P2","P1"]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sit(t, labOf(t, value, "variant house.bend of lab\n"+tt.rules), 2)
			if got := asText(c.eval("line()")); got != tt.want {
				t.Errorf("it is %s, not %s", got, tt.want)
			}
		})
	}
}

// An action is asked with its parameters as they are changed, and replaced after it
// was answered.
func TestChangedAction(t *testing.T) {
	c := sit(t, labOf(t, `
rules lab.more
action buy(p: Player, most: int 0..5, price: int, number by from 0 to most) [L] { add by * price to p.m }
procedure shop() [L] { step buy { each p in seats() { p must buy(p, 2, 1) } } }
add 2 to buy.most [L] where it.p == seats()[0]
set buy.price [L] to 3 where it.most == 4
instead of buy [L] where it.by == 3 { add 50 to it.p.m }`), 2)
	c.begin("shop", nil)
	c.refused("P1", 5, "buy.by")
	c.answer("P1", 4)
	c.refused("P2", 3, "buy.by")
	c.answer("P2", 2)
	c.holds("P1.m == 12", "P2.m == 2")
	c.begin("shop", nil)
	c.answer("P1", 3)
	c.holds("P1.m == 62")
}

// Nothing to choose: the rules say what then, or play stops there.
func TestIfNone(t *testing.T) {
	p := labOf(t, `
rules lab.more
rows Charm (id) { hat ring }
procedure give(p: Player) [L] {
  step give {
    p chooses one x from Charm.all.filter(y, y.owner == none) if none { do mark(a) }
    set x.owner to p
    do mark(b)
  }
  step after { do mark(c) }
}
procedure take(p: Player) [L] {
  step take {
    p chooses one x from Charm.all.filter(y, y.owner == p)
    set x.owner to none
  }
}`)
	c := sit(t, p, 2, "hat.owner", "P1")
	c.begin("give", obj{"p": "P2"})
	c.answer("P2", "ring")
	c.begin("give", obj{"p": "P2"})
	c.asks()
	if got := c.trail(); got != "bc"+"ac" {
		t.Errorf("the trail is %s", got)
	}
	c.give("ring.owner", nil)
	stops(t, c.beginErr("take", obj{"p": "P2"}), interpreter.CodeRuntime, "P2 has no legal answer", "lab.more.rules:13")
}

// What is out of bounds stops the game, and nothing of what led there has happened.
func TestOutOfBounds(t *testing.T) {
	for _, tt := range []struct{ rules, what string }{
		{"event go(p: Player) [L] { add 50 to p.m  add 50 to p.m }", "100 is out of bounds: it must be from 0 to 99"},
		{"event go(p: Player) [L] { add 1 to p.m  take 2 from p.m }", "cannot take 2"},
		{"event go(p: Player) [L] { each m in [a, b, c] { each x in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] { do mark(m) } } }", "41 elements, but at most 40 fit"},
		{"event go(p: Player) [L] { add 1 to p.m  do grow(p, 10) }", "by of grow is 10"},
	} {
		c := sit(t, labOf(t, "rules lab.more\n"+tt.rules), 2)
		before := c.g.Save()
		stops(t, c.beginErr("go", obj{"p": "P1"}), interpreter.CodeRuntime, tt.what)
		if c.g.Save() != before {
			t.Errorf("%s: something was left behind", tt.what)
		}
	}
}

// What each of several players answered is judged again when it happens. Two that
// cannot both happen are a fault of the rules, which takes the whole round back.
func TestSealedAnswersClash(t *testing.T) {
	p := labOf(t, `
rules lab.more
action claim(p: Player, one charm from Charm.all) [L] {
  limit free [L]: charm.owner == none else "somebody has it"
  set charm.owner to p
}
rows Charm (id) { ring hat }
procedure claims() [L] { step all_at_once { all p in seats() must [L] claim(p) } }`)
	c := sit(t, p, 2)
	c.begin("claims", nil)
	c.answer("P2", "hat")
	_, err := c.g.Answer("", "P1", "hat")
	stops(t, err, interpreter.CodeRuntime, "P1 and P2", "clash")
	c.asks("P1 claims.all_at_once", "P2 claims.all_at_once")
	c.answer("P2", "hat")
	c.answer("P1", "ring")
	c.holds("hat.owner == P2", "ring.owner == P1")
}
