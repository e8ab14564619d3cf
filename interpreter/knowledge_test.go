package interpreter

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// Twins are two games that are equal in one player's eyes: the pieces that this
// player never learns of have changed places. Whatever the player looks at or asks
// must then be equal, byte for byte, as long as the same visible answers are given.

func TestTwinsLookAlike(t *testing.T) {
	for _, way := range games {
		t.Run(way.name, rapid.MakeCheck(func(rt *rapid.T) {
			real, args := drawTable(rt, way.book, way.procedure)
			v := value.Viewer(rapid.IntRange(0, len(real.Players())-1).Draw(rt, "viewer"))
			twin, first := real.Fork(), real.Fork()
			begin(rt, first, way.procedure, args)
			line, seen := drawLine(rt, first, v, way.longest)
			swapped := swapHidden(rt, twin, v, seen)
			begin(rt, real, way.procedure, args)
			begin(rt, twin, way.procedure, args)
			for i, step := range line {
				if i >= len(line)-6 { // the events of those before are still looked at
					alike(rt, real, twin, v)
				}
				mustAnswer(rt, real, step.player, step.plain)
				mustAnswer(rt, twin, step.player, renamed(step.plain, swapped))
			}
			alike(rt, real, twin, v)
		}))
	}
}

// taken is one answer that was given.
type taken struct {
	player string
	plain  any
}

// drawLine plays some decisions; seen is every quoted word that the viewer saw meanwhile.
func drawLine(rt *rapid.T, g *Game, v value.Viewer, longest int) (line []taken, seen map[string]bool) {
	seen = map[string]bool{}
	events := 0
	note := func() {
		for i, word := range strings.Split(sight(rt, g, v, events), `"`) {
			if i%2 == 1 {
				seen[word] = true
			}
		}
		events = g.EventCount()
	}
	seed := rapid.Uint64().Draw(rt, "chance")
	note()
	for range rapid.IntRange(0, longest-1).Draw(rt, "answers") {
		if g.base == 0 {
			break
		}
		q := g.questions()[0]
		step := taken{g.playerName(q.player), plainOf(g, q, g.randomAnswer(q, &seed))}
		mustAnswer(rt, g, step.player, step.plain)
		line = append(line, step)
		note()
	}
	return line, seen
}

// plainOf is an answer as its player would send it.
func plainOf(g *Game, q *question, a *answer) any {
	switch {
	case a.pass:
		return nil
	case q.kind == "may":
		return a.yes
	}
	record := map[string]any{}
	if q.kind == "window" {
		q = q.offers[a.offer]
		record["offer"] = q.code.name
	}
	for i, p := range q.fields {
		record[p.name] = g.plain(p.typ, a.vals[i])
	}
	return record
}

// swapHidden lets the pieces that lie where the viewer cannot see them, and that are
// not named in what the viewer is going to see, change places at random.
func swapHidden(rt *rapid.T, g *Game, v value.Viewer, seen map[string]bool) map[string]string {
	swapped := map[string]string{}
	for _, kind := range g.prog.world.Named {
		if !kind.Pieces {
			continue
		}
		var hidden []string
		contents := map[string][]any{}
		for _, at := range hiddenPiles(g, kind, v) {
			for _, w := range g.mem.Pile(at) {
				name := g.memberName(kind, w)
				contents[g.pileName(at)] = append(contents[g.pileName(at)], name)
				if !seen[name] {
					hidden = append(hidden, name)
				}
			}
		}
		for i, name := range rapid.Permutation(slices.Clone(hidden)).Draw(rt, kind.Name) {
			swapped[hidden[i]] = name
		}
		for _, pile := range sortedKeys(contents) {
			give(rt, g, pile, renamed(contents[pile], swapped))
		}
	}
	return swapped
}

// hiddenPiles are the addresses of the piles that a viewer may not see, in order.
func hiddenPiles(g *Game, kind *types.Named, v value.Viewer) []int {
	var out []int
	for at, ref := range g.prog.pileAt {
		if ref.field.Type.Elem.Named == kind && int(ref.owner) <= len(g.names) && !value.Audience(g.pileAudience(at)).Has(v) {
			out = append(out, at)
		}
	}
	slices.Sort(out)
	return out
}

// renamed is plain data with names replaced.
func renamed(plain any, names map[string]string) any {
	switch x := plain.(type) {
	case string:
		if to, ok := names[x]; ok {
			return to
		}
	case []any:
		out := make([]any, len(x))
		for i, el := range x {
			out[i] = renamed(el, names)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, el := range x {
			out[k] = renamed(el, names)
		}
		return out
	}
	return plain
}

// alike compares all that a viewer can find out in two games.
func alike(rt *rapid.T, a, b *Game, v value.Viewer) {
	rt.Helper()
	if x, y := sight(rt, a, v, 0), sight(rt, b, v, 0); x != y {
		rt.Fatalf("player %d can tell them apart:%s", v, firstDifference(x, y))
	}
	if x, y := complaints(a, v), complaints(b, v); x != y {
		rt.Fatalf("a refusal gives it away to player %d:%s", v, firstDifference(x, y))
	}
}

// complaints is what one player is told about all sorts of wrong answers and acts,
// and about some right ones.
func complaints(g *Game, v value.Viewer) string {
	me := g.Players()[v]
	var out strings.Builder
	tell := func(what string, plain any, refused Refused, err error) {
		fmt.Fprintf(&out, "%s %s: %s", what, asJSON(plain), asJSON(refused))
		if e, ok := err.(*Error); ok {
			fmt.Fprintf(&out, " %s %s %v", e.Message, e.Hint, e.Bad)
		}
		out.WriteString("\n")
	}
	answers := []any{nil, true, int64(0), int64(99), "nothing", list(), list(me, me), map[string]any{}}
	for _, kind := range g.prog.world.Named {
		if n := len(kind.Members); n > 0 && kind.Form != types.Occurrence {
			some := kind.Members[:min(n, 9)]
			answers = append(answers, kind.Members[0], kind.Members[n-1], list(some...), list(kind.Members[n/2], kind.Members[n/2]))
		}
	}
	for _, q := range g.questions() {
		for _, plain := range answers {
			refused, err := g.WhyAnswer(g.id(q), me, plain)
			tell("answer "+g.id(q), plain, refused, err)
			explained, err := g.ExplainAnswer(g.id(q), me, plain)
			tell("explain "+g.id(q), plain, explained.Refused, err)
			out.WriteString(asJSON(explained))
		}
		for _, o := range q.offers {
			args := map[string]any{"offer": o.code.name}
			for _, p := range o.fields {
				args[p.name] = answers[len(answers)-3]
			}
			refused, err := g.WhyAnswer(g.id(q), me, args)
			tell("offer "+g.id(q), args, refused, err)
			explained, _ := g.ExplainAnswer(g.id(q), me, args)
			out.WriteString(asJSON(explained))
		}
	}
	for _, c := range g.prog.codes[1:] {
		if c.form != formAction {
			continue
		}
		args := map[string]any{}
		for i, p := range c.params {
			if i > 0 || p.choice != nil {
				args[p.name] = anyOf(g, p.typ)
			}
		}
		refused, err := g.WhyAct(me, c.name, args)
		tell("act "+c.name, args, refused, err)
		explained, _ := g.ExplainAct(me, c.name, args)
		out.WriteString(asJSON(explained))
	}
	return out.String()
}

// anyOf is some value of a type.
func anyOf(g *Game, t *types.Type) any {
	switch t.Kind {
	case types.Int:
		return int64(1)
	case types.Bool:
		return true
	case types.Name:
		return g.members(t.Named)[len(g.members(t.Named))-1]
	}
	return list()
}

// TestEveryHandOfKuhnPoker walks through all deals and all lines of play. Until the
// cards are shown, a player's sight depends on nothing but the own card and the bets.
func TestEveryHandOfKuhnPoker(t *testing.T) {
	p := rulebook(t, kuhn)
	sights := map[string]string{} // by viewer, own card and line
	lines := 0
	var walk func(g *Game, deal [3]string, line string)
	walk = func(g *Game, deal [3]string, line string) {
		shown := strings.Contains(asJSON(g.View(value.Host)), `"shown":["`)
		for v := range 2 {
			if shown {
				break
			}
			key := fmt.Sprint(v, deal[v], line)
			now := sight(t, g, value.Viewer(v), 0) + complaints(g, value.Viewer(v))
			if other, ok := sights[key]; ok && other != now {
				t.Errorf("P%d with %s after%s can tell the deals apart:%s", v+1, deal[v], line, firstDifference(other, now))
			}
			sights[key] = now
			for i, card := range deal {
				if i != v && (strings.Contains(sight(t, g, value.Viewer(v), 0), `"`+card+`"`)) {
					t.Errorf("P%d sees %s after%s", v+1, card, line)
				}
			}
		}
		if g.base == 0 {
			lines++
			return
		}
		d := status(t, g, value.Host).Decisions[0]
		for _, o := range optionsOf(t, g, d, 9).Options {
			next := g.Fork()
			mustAnswer(t, next, d.Player, o.Any())
			walk(next, deal, line+" "+asJSON(o))
		}
	}
	cards := []string{"jack", "queen", "king"}
	for i := range cards {
		for k := range cards {
			if i == k {
				continue
			}
			g := start(t, p, Setup{})
			give(t, g, "game.deck", list(cards[i], cards[k], cards[3-i-k])) // dealt from the top
			begin(t, g, "", nil)
			walk(g, [3]string{cards[i], cards[k], cards[3-i-k]}, "")
		}
	}
	if lines != 6*5 {
		t.Errorf("%d lines of play, there are 30", lines)
	}
}

// TestPoliticsLook follows the two agenda cards that one player looks at: no other
// player ever gets to see their names, in whatever they ask and whatever they try.
func TestPoliticsLook(t *testing.T) {
	g := start(t, rulebook(t, ti4), Setup{Players: 4, Seed: 7})
	var secret []string // the deck, topmost card first
	for _, card := range g.View(value.Host)["game"]["agenda_deck"].Any().([]any) {
		secret = append(secret, card.(string))
	}
	if len(secret) < 4 {
		t.Fatalf("the agenda deck is %v", secret)
	}
	begin(t, g, "politics.primary", map[string]any{"active": "P2"})
	look := func(when string) {
		t.Helper()
		for v, name := range g.Players() {
			if name == "P2" {
				continue
			}
			all := sight(t, g, value.Viewer(v), 0)
			for _, try := range []any{nil, true, list(), list("P1"), map[string]any{"upper": list(), "lower": list()}, map[string]any{"heir": "P1"}} {
				refused, err := g.WhyAnswer("", name, try)
				all += fmt.Sprintln(asJSON(refused), err)
			}
			for _, word := range secret {
				// That there is such a card, and what lies on it, is no secret: "card": {…}.
				if strings.Contains(strings.ReplaceAll(all, `"`+word+`":`, ""), `"`+word+`"`) {
					t.Errorf("%s: %s gets to see %s in\n%s", when, name, word, all)
				}
			}
		}
	}
	look("before the speaker is named")
	mustAnswer(t, g, "P2", "P3")
	look("at the split")

	top := asJSON(secret[:2])
	d := status(t, g, value.Viewer(1)).Decisions[0]
	if got := asJSON(d.Fields[0].From); d.Step != "politics.primary.look" || got != top {
		t.Errorf("P2 looks at %s in %s", got, d.Step)
	}
	if mine := asJSON(g.Events(0, value.Viewer(1))); !strings.Contains(mine, `"at":`+top) {
		t.Errorf("P2's own events do not tell what was looked at: %s", mine)
	}
	if d := status(t, g, value.Viewer(0)).Decisions[0]; len(d.Fields) > 0 || d.Options != nil || d.Player != "P2" {
		t.Errorf("P1 sees of P2's decision %s", asJSON(d))
	}
	mustAnswer(t, g, "P2", map[string]any{"upper": list(secret[1]), "lower": list(secret[0])})
	look("after the split")
	want := append(append([]string{secret[1]}, secret[2:]...), secret[0])
	if deck := asJSON(g.View(value.Host)["game"]["agenda_deck"]); deck != asJSON(want) {
		t.Errorf("the deck is %s, not %s", deck, asJSON(want))
	}
}

// secrets is a rulebook with every other way to hide something.
const secrets = `rules hidden.game
clauses { H "all of it" never }
seats Player 3 { note: int 0..9 seen by [it] = 0  ally: Player? seen by [it]  pick: set of Colour seen by [it] }
enum Colour { red, green, blue }
game { told: int 0..9 = 0 }
play main.proc(seats()[0])
procedure main.proc(first: Player) [H] {
  has whisper: int seen by [main.proc.first] = 5
  has buried: Colour? seen by []
  has open: int = 6
  has shades: list of Colour max 3 seen by [seats()[1]]
  step fill {
    each p in seats() { set p.note to 3 set p.ally to seats()[1] add [red, blue] to p.pick }
    set main.proc.buried to green
    add [green, green] to main.proc.shades
  }
  step ask { first must guess(first) }
  step vote { all p in seats() must ballot(p) }
}
action guess(p: Player, number n from 0 to 9) [H] { limit right: n == p.note set game.told to n }
action ballot(p: Player, one c from Colour.all) [H] { limit lucky: p.note == 3 nothing }
`

func TestHiddenFields(t *testing.T) {
	g := begun(t, bookOf(t, secrets), Setup{})
	want := map[value.Viewer]string{
		0: `{"P1":{"ally":"P2","note":3,"pick":["red","blue"]},"P2":{"pick":{"count":2}},"P3":{"pick":{"count":2}},` +
			`"game":{"told":0},"main.proc":{"first":"P1","open":6,"shades":{"count":2},"whisper":5}}`,
		1: `{"P1":{"pick":{"count":2}},"P2":{"ally":"P2","note":3,"pick":["red","blue"]},"P3":{"pick":{"count":2}},` +
			`"game":{"told":0},"main.proc":{"first":"P1","open":6,"shades":["green","green"]}}`,
		value.Host: `{"P1":{"ally":"P2","note":3,"pick":["red","blue"]},"P2":{"ally":"P2","note":3,"pick":["red","blue"]},"P3":{"ally":"P2","note":3,"pick":["red","blue"]},` +
			`"game":{"told":0},"main.proc":{"buried":"green","first":"P1","open":6,"shades":["green","green"],"whisper":5}}`,
	}
	for v, view := range want {
		if got := asJSON(g.View(v)); got != view {
			t.Errorf("viewer %d sees\n%s\nwanted\n%s", v, got, view)
		}
	}
	for _, e := range g.Events(0, value.Viewer(2)) {
		if e.Name != "set" {
			continue
		}
		for name, arg := range e.Args {
			if owner, _, _ := strings.Cut(asJSON(e.Args["what"]), "."); owner != `"P3` && name != "what" {
				t.Errorf("P3 is told %s = %s in %s", name, asJSON(arg), asJSON(e))
			}
		}
	}
}

// TestSealedAnswers: while others still decide, an answer is known to nobody.
func TestSealedAnswers(t *testing.T) {
	p := bookOf(t, secrets)
	after := func(colour string) *Game {
		g := begun(t, p, Setup{})
		mustAnswer(t, g, "P1", int64(3))
		mustAnswer(t, g, "P2", colour)
		return g
	}
	red, blue := after("red"), after("blue")
	for v := range red.Players() {
		a, b := sight(t, red, value.Viewer(v), 0), sight(t, blue, value.Viewer(v), 0)
		if a != b {
			t.Errorf("P%d sees P2's sealed answer:%s", v+1, firstDifference(a, b))
		}
	}
	if red.Hash() == blue.Hash() {
		t.Error("the answer is not in the position at all")
	}
	for _, late := range []string{"P2", "P1"} {
		before := position(t, red)
		if refused, err := red.Answer("", late, "green"); late == "P2" && refused == nil && err == nil {
			t.Errorf("%s may answer twice", late)
		} else if late == "P2" && position(t, red) != before {
			t.Error("a second answer changed something")
		}
	}
}

// TestBrokenSeenBy: a `seen by` that fails shows the field to nobody but the host.
func TestBrokenSeenBy(t *testing.T) {
	g := begun(t, bookOf(t, `rules broken.game
clauses { B "all of it" never }
seats Player 2 { ally: Player?  note: int seen by [the(it.ally)] = 4  more: int seen by [seats()[it.note]] = 5 }
play main.proc(seats()[0])
procedure main.proc(first: Player) [B] { step ask { first may "go on" { nothing } } }
`), Setup{})
	if got := asJSON(g.View(value.Viewer(0))); got != `{"P1":{"ally":null},"P2":{"ally":null},"main.proc":{"first":"P1"}}` {
		t.Errorf("P1 sees %s", got)
	}
	if got := asJSON(g.View(value.Host)["P1"]); got != `{"ally":null,"more":5,"note":4}` {
		t.Errorf("the host sees %s", got)
	}
	give(t, g, "P1.ally", "P2")
	if got := asJSON(g.View(value.Viewer(1))["P1"]); got != `{"ally":"P2","note":4}` {
		t.Errorf("P2 sees %s", got)
	}
}

// TestChoicesDependOnWhatIsKnown: a decision, an option or a limit that would give a
// secret away does not; the rule stops, and says why.
func TestChoicesDependOnWhatIsKnown(t *testing.T) {
	const book = `rules choice.game
clauses { C "all of it" never }
seats Player 2 { hand: pile of Card seen by [it] }
table Card { rank: int 1..9 }
rows Card (id, rank) { one 1 two 2 three 3 four 4 }
game { deck: pile of Card seen by []  open: pile of Card }
setup [C] { move Card.all to game.deck  draw 1 from game.deck to game.open  each p in seats() { draw 1 from game.deck to p.hand } }
value other(p: Player) [C]: Player = seats().from(p)[1]
play main.proc(seats()[0])
procedure main.proc(p: Player) [C] { step ask { ASK } }
action pick(p: Player, one card from FROM) [C] { limit fits: LIMIT nothing }
`
	for _, c := range []struct{ name, ask, from, limit, wrong string }{
		{"from one's own hand", "p must pick(p)", "p.hand", "card.rank > 0", ""},
		{"from all cards", "p must pick(p)", "Card.all", "card.rank > size(other(p).hand)", ""},
		{"from the deck", "p must pick(p)", "game.deck", "card.rank > 0", "this depends on game.deck, which P1 may not know"},
		{"from another's hand", "p must pick(p)", "other(p).hand", "card.rank > 0", "this depends on P2.hand, which P1 may not know"},
		{"limited by another's hand", "p must pick(p)", "Card.all", "!(card in other(p).hand)", "this depends on P2.hand, which P1 may not know"},
		{"limited by what a secret counts", "p must pick(p)", "Card.all", "card.rank < size(game.deck.filter(c, c.rank > 1))", "this depends on game.deck, which P1 may not know"},
		{"a plain choice", "p chooses one x [C] from other(p).hand", "p.hand", "card.rank > 0", "this depends on P2.hand, which P1 may not know"},
		{"so many of them", "p chooses exactly other(p).hand[0].rank xs [C] from Card.all", "p.hand", "card.rank > 0", "this depends on P2.hand, which P1 may not know"},
		{"a purse", `p may "buy" paying 1 from p.purse [C] { nothing }`, "p.hand", "card.rank > 0", ""},
		{"another's purse", `let q = other(p) p may "buy" paying 1 from q.purse [C] { nothing }`, "p.hand", "card.rank > 0", "this depends on P2.purse, which P1 may not know"},
		{"a price", `p may "buy" paying other(p).hand[0].rank from game.coins [C] { nothing }`, "p.hand", "card.rank > 0", "this depends on P2.hand, which P1 may not know"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("ASK", c.ask, "FROM", c.from, "LIMIT", c.limit).Replace(book)
			text += "extend game { coins: int 0..9 = 5 }\nextend Player { purse: int 0..9 seen by [it] = 5 }\n"
			g := start(t, bookOf(t, text), Setup{})
			err := g.Begin("", nil)
			if err == nil {
				_, err = g.Status(0)
			}
			switch {
			case c.wrong == "" && err != nil:
				t.Errorf("it should be asked, but: %v", err)
			case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
				t.Errorf("ends in %v, not in %q", err, c.wrong)
			}
		})
	}
}
