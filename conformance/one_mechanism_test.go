package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
	"ruleck/rulesets"
)

// What a law changes while it is in play, and the same change in force since the rules
// were loaded, are one mechanism. So a game with a law in play goes exactly as one
// whose rules have the text of that law always in force, and differently from one
// without it.

// unlike are laws that cannot be compared, with the reason.
var unlike = map[string]string{}

// attachedTo is the planet of the laws that elect one; all others are held.
var attachedTo = map[string]string{
	"core_mining": "starpoint", "demilitarized_zone": "corneeq", "holy_planet_of_ixth": "corneeq", "senate_sanctuary": "corneeq",
}

// unheld lie in the common play area.
var unheld = []string{"executive_sanctions", "fleet_regulations", "regulated_conscription", "representative_government"}

const lawHolder = "P1"

// rich is a state in which every law has something to say. It is settled with each of
// them: what a `whenever` waits for is not so yet.
var rich = []Given{
	{"game.speaker", "P3"}, {"game.phase", "action"}, {"game.custodians", "P4"},
	{"P1.home", "tile_1"}, {"P2.home", "tile_2"}, {"jord.controller", "P1"}, {"moll_primus.controller", "P2"},
	{"corneeq.controller", "P2"}, {"resculon.controller", "P1"}, {"starpoint.controller", "P1"}, {"new_albion.controller", "P1"},
	{"lodor.controller", "P1"}, {"quann.controller", "P3"}, {"wellon.controller", "P4"}, {"mellon.controller", "P3"},
	{"P1.space_dock.1.place", map[string]any{"planet": "starpoint"}}, {"P1.space_dock.2.place", map[string]any{"planet": "resculon"}},
	{"P2.space_dock.1.place", map[string]any{"planet": "corneeq"}},
	{"P1.carrier.1.place", map[string]any{"space": "tile_33"}}, {"P1.infantry.1.place", map[string]any{"space": "tile_33"}},
	{"P1.infantry.2.place", map[string]any{"space": "tile_33"}}, {"P1.fighter.1.place", map[string]any{"space": "tile_33"}},
	{"P1.goods", int64(3)}, {"P2.goods", int64(4)}, {"P3.goods", int64(1)}, {"P1.vp", int64(2)}, {"P2.vp", int64(1)}, {"P3.vp", int64(1)},
	{"P1.tactic", int64(1)}, {"P2.tactic", int64(1)}, {"P3.tactic", int64(1)}, {"P4.tactic", int64(1)}, {"P1.fleet", int64(4)},
	{"P1.hand", plainList("sabotage.1 sabotage.2 spy.1")}, {"P2.hand", plainList("veto.1 skilled_retreat.1 sabotage.3")},
}

func plainList(words string) (out []any) {
	for _, w := range strings.Fields(words) {
		out = append(out, w)
	}
	return out
}

// stretch is where a comparison begins, and how many decisions it goes on for.
type stretch struct {
	run       string
	args      map[string]any
	decisions int
}

var stretches = []stretch{
	{"agenda.phase", nil, 20},
	{"agenda.item", map[string]any{"again": nil}, 10},
	{"strategic.resolve", map[string]any{"active": "P2", "card": "politics"}, 12},
	{"strategic.resolve", map[string]any{"active": "P3", "card": "warfare"}, 8},
	{"tactical.resolve", map[string]any{"active": "P1", "at": "tile_33"}, 8},
	{"tactical.resolve", map[string]any{"active": "P2", "at": "tile_33"}, 8},
	{"tactical.resolve", map[string]any{"active": "P1", "at": "tile_27"}, 8},
	{"status.phase", nil, 10},
	{"dock.place", map[string]any{"p": "P1", "x": "lodor"}, 4},
	{"dock.place", map[string]any{"p": "P2", "x": "corneeq"}, 4},
	{"planet.gain", map[string]any{"p": "P3", "x": "corneeq"}, 4},
	{"trial.fight", map[string]any{"winner": "P3", "loser": "P1"}, 4},
	{"game.rounds", nil, 60},
}

// trial lets a combat be won, which nothing in this edition does, with something to
// decide afterwards.
const trial = `rules ti4.trial
uses ti4.laws

procedure trial.fight(winner: Player, loser: Player) [house] {
  step won { do combat.won(winner, loser) }
  step next { run agenda.phase() }
}
`

// stretchSeeds is how often each stretch is played; RULECK_LONG=1 plays more.
func stretchSeeds() uint64 {
	if os.Getenv("RULECK_LONG") == "1" {
		return 4
	}
	return 1
}

func TestOneMechanism(t *testing.T) {
	atLength(t)
	official := append(stackOf(t, rulesets.Files, "ti4"), diag.NewSource("trial.rules", trial))
	laws := writtenLaws(t, official)
	if len(laws) != 13 {
		t.Errorf("%d laws are written: %v", len(laws), laws)
	}
	for law, reason := range unlike {
		t.Logf("not compared: %s, since %s", law, reason)
	}
	for _, law := range laws {
		if unlike[law] != "" {
			continue
		}
		t.Run(law, func(t *testing.T) {
			t.Parallel()
			m := &mechanisms{law: law, inPlay: load(t, official), loaded: load(t, alwaysInForce(t, official, law)), said: map[string]int{}, refusedBy: map[string]bool{}}
			m.kinds = kindsOf(m.inPlay.Describe())
			for _, s := range stretches {
				for seed := range stretchSeeds() {
					m.compare(t, s, seed)
				}
			}
			t.Logf("%d decisions, %d answers and acts tried, %d stretches to where the law is discarded; it has a say in %v, %d at a decision",
				m.decisions, m.tried, m.discarded, m.said, m.asked)
			if m.asked == 0 {
				t.Error("without the law everything goes the same way, so nothing is shown")
			}
			if m.decisions < 60 {
				t.Errorf("only %d decisions are compared", m.decisions)
			}
		})
	}
}

var (
	lawHead = regexp.MustCompile(`(?m)^card (\w+) "`)
	whileIn = "while this in game.laws"
)

// cardText is where the text of a card begins and ends in a file.
func cardText(text, card string) (from, to int) {
	from = strings.Index(text, "\ncard "+card+" ")
	return from, from + strings.Index(text[from:], "\n}\n")
}

// writtenLaws are the cards that change something while they are in play.
func writtenLaws(t *testing.T, stack []*diag.Source) (laws []string) {
	t.Helper()
	for _, f := range stack {
		for _, m := range lawHead.FindAllStringSubmatch(f.Text, -1) {
			if from, to := cardText(f.Text, m[1]); strings.Contains(f.Text[from:to], whileIn) {
				laws = append(laws, m[1])
			}
		}
	}
	return laws
}

// alwaysInForce are the rules with the changes of one law in force wherever its card
// lies. Only then may its card, which is in the box, have a holder or a planet.
func alwaysInForce(t *testing.T, stack []*diag.Source, law string) (out []*diag.Source) {
	t.Helper()
	const lies = "|| card in game.laws && "
	edits := 0
	for _, f := range stack {
		text := f.Text
		if strings.Contains(text, "\ncard "+law+" ") {
			from, to := cardText(text, law)
			edits += strings.Count(text[from:to], whileIn)
			text = text[:from] + strings.ReplaceAll(text[from:to], whileIn, "while true") + text[to:]
		}
		if strings.Contains(text, lies) {
			edits++
			text = strings.Replace(text, lies, "|| (card in game.laws || card == "+law+") && ", 1)
		}
		out = append(out, diag.NewSource(f.Name, text))
	}
	if edits != 2 {
		t.Fatalf("%d edits", edits)
	}
	return out
}

// mechanisms compares the games of one law.
type mechanisms struct {
	law            string
	inPlay, loaded *interpreter.Program
	kinds          kinds

	decisions, tried, discarded int
	said                        map[string]int  // by what it begins with: comparisons that go differently without the law
	refusedBy                   map[string]bool // names of limits and the like
	asked                       int             // of them, those that differ at a decision or after its answer
}

// moment is all that can be told of a game where it waits.
type moment struct {
	events, status, view string
	refusals             []string
	worth                string // values that nothing asks for yet
	discarded            bool   // the law was, meanwhile
}

// compare plays one stretch in the three games. The one without the law goes along
// only until it differs.
func (m *mechanisms) compare(t *testing.T, s stretch, seed uint64) {
	t.Helper()
	where := fmt.Sprintf("%s%s, seed %d", s.run, spell(s.args), seed)
	games := []*interpreter.Game{m.begin(t, m.inPlay, s, seed), m.begin(t, m.loaded, s, seed), m.begin(t, m.inPlay, s, seed)}
	give(t, games[0], "game.laws", []any{m.law})
	for _, g := range games[:2] {
		if planet := attachedTo[m.law]; planet != "" {
			give(t, g, m.law+".attached", planet)
		} else if !slices.Contains(unheld, m.law) {
			give(t, g, m.law+".holder", lawHolder)
		}
	}
	chance := []uint64{seed, seed, seed}
	seen := make([]int, len(games))
	for i, g := range games {
		if err := g.Begin(s.run, s.args); err != nil {
			t.Fatalf("%s, game %d: %v", where, i, err)
		}
	}
	for n := 0; ; n++ {
		var at []moment
		for i, g := range games {
			at = append(at, m.look(t, g, seen[i], seed+uint64(n)))
			seen[i] = g.EventCount()
		}
		m.same(t, fmt.Sprintf("%s, decision %d", where, n), at[0], at[1])
		open, err := games[0].Status(value.Host)
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		if len(at) == 3 && differs(at[0], at[2]) {
			m.said[s.run]++
			if len(open.Decisions) > 0 || n > 0 {
				m.asked++
			}
			games = games[:2]
		}
		if at[0].discarded {
			m.discarded++
			return // the card has left the play area, and the changed text has not
		}
		if open.Done || n == s.decisions {
			return
		}
		m.decisions++
		m.tried += len(at[0].refusals)
		for i, g := range games {
			if err := g.PlayRandom(&chance[i]); err != nil {
				t.Fatalf("%s, game %d: %v", where, i, err)
			}
		}
	}
}

// begin sets one game up. The agenda cards are in an order of the seed; those are left
// out that look at which laws lie in play, since the two games differ in that.
func (m *mechanisms) begin(t *testing.T, program *interpreter.Program, s stretch, seed uint64) *interpreter.Game {
	t.Helper()
	g, err := program.NewGame(interpreter.Setup{Players: 4, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range rich {
		give(t, g, v.Path, v.Value)
	}
	deck := plainList("public_execution mutiny economic_equality compensated_disarmament unconventional_measures minister_of_policy " +
		"seed_of_an_empire senate_sanctuary shard_of_the_throne core_mining fleet_regulations")
	deck = slices.DeleteFunc(deck, func(card any) bool {
		// what lasts until the phase ends can begin only within it
		return card == m.law || s.run == "agenda.item" && card == "public_execution"
	})
	top := int(seed) * 3 % len(deck)
	give(t, g, "game.agenda_deck", append(deck[top:len(deck):len(deck)], deck[:top]...))
	switch s.run {
	case "game.rounds":
		give(t, g, "game.phase", "strategy")
	case "agenda.phase", "agenda.item", "trial.fight":
		give(t, g, "game.phase", "agenda")
	}
	for i, card := range plainList("politics warfare leadership trade") {
		if s.run != "game.rounds" {
			give(t, g, card.(string)+".holder", []string{"P2", "P3", "P1", "P4"}[i])
		}
	}
	return g
}

func give(t *testing.T, g *interpreter.Game, path string, plain any) {
	t.Helper()
	if err := g.Give(path, plain); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// look takes a moment down. It works on a copy, so that looking does not count.
func (m *mechanisms) look(t *testing.T, g *interpreter.Game, from int, seed uint64) (at moment) {
	t.Helper()
	g = g.Fork()
	events := g.Events(from, value.Host)
	for i, e := range events {
		if e.Name == "agenda.discard" && e.Args["card"].Any() == m.law {
			events, at.discarded = events[:i], true
			break
		}
	}
	at.events = text(t, events)
	if at.discarded {
		return at
	}
	status, err := g.Status(value.Host)
	if err != nil {
		t.Fatal(err)
	}
	at.status = text(t, status)
	at.view = strings.Replace(text(t, g.View(value.Host)), `"laws":["`+m.law+`"`, `"laws":[`, 1)
	at.view = strings.Replace(at.view, `"laws":[,`, `"laws":[`, 1)
	q, problems := g.QueryText("Unit.all.filter(u, u.place != none).map(u, combat_bonus(u)).plus(players().map(p, hand_limit(p)))")
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	worth, err := g.Eval(q)
	if err != nil {
		t.Fatal(err)
	}
	at.worth = text(t, worth)
	for _, d := range status.Decisions {
		at.refusals = append(at.refusals, m.answers(t, g, d, seed)...)
	}
	if len(status.Decisions) > 0 {
		at.refusals = append(at.refusals, m.acts(t, g, seed)...)
	}
	return at
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// answers says how each of many answers is refused, if it is: whole ones, such as are
// taken; records of whatever the fields are chosen from; and nonsense.
func (m *mechanisms) answers(t *testing.T, g *interpreter.Game, d interpreter.Decision, seed uint64) (out []string) {
	t.Helper()
	o, err := g.Options(d.ID, "", nil, 8)
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, "options "+text(t, o))
	try := func(player string, answer any) {
		refused, err := g.WhyAnswer(d.ID, player, answer)
		m.note(refused)
		out = append(out, fmt.Sprintf("%s answers %s: %s %v", player, spell(answer), text(t, refused), err))
	}
	for _, junk := range []any{nil, true, int64(1), "P2", []any{}, map[string]any{"nothing": int64(1)}} {
		try(d.Player, junk)
	}
	try("P4", nil)
	for range 5 {
		for _, offer := range append(slices.Clone(d.Offers), interpreter.Open{Fields: d.Fields}) {
			answer := map[string]any{}
			if offer.Action != "" {
				answer["offer"] = offer.Action
			} else if len(d.Offers) > 0 || len(d.Fields) == 0 {
				continue
			}
			for _, f := range offer.Fields {
				answer[f.Name] = anyOf(f, &seed)
			}
			try(d.Player, answer)
			if len(offer.Fields) == 1 && offer.Action == "" {
				try(d.Player, answer[offer.Fields[0].Name])
			}
		}
	}
	return out
}

func (m *mechanisms) note(refused interpreter.Refused) {
	for _, r := range refused {
		m.refusedBy[r.Name] = true
	}
}

// anyOf is a value of what a field is chosen from, whatever the limits say.
func anyOf(f interpreter.Field, seed *uint64) any {
	from := f.From
	if f.Kind == "one" {
		from = f.Options
	}
	some := func() any {
		if len(from) == 0 {
			return nil
		}
		return from[value.Below(seed, uint64(len(from)))].Any()
	}
	switch f.Kind {
	case "one":
		return some()
	case "number":
		return f.Min + int64(value.Below(seed, uint64(max(0, f.Max-f.Min))+1))
	}
	list := []any{}
	for range value.Below(seed, 4) {
		if len(from) == 0 {
			break
		}
		if el := some(); f.Kind == "bag" {
			list = append(list, map[string]any{"item": el, "n": int64(1 + value.Below(seed, 2))})
		} else if !among(list, el) {
			list = append(list, el)
		}
	}
	return list
}

// acts says how every action is refused that a player tries just so.
func (m *mechanisms) acts(t *testing.T, g *interpreter.Game, seed uint64) (out []string) {
	t.Helper()
	for _, action := range sortedKeys(m.kinds.params) {
		args := map[string]any{}
		for i, name := range m.kinds.order[action] {
			if some := m.kinds.some(m.kinds.params[action][name], 8); i > 0 && len(some) > 0 {
				args[name] = some[value.Below(&seed, uint64(len(some)))]
			} else if i > 0 {
				args[name] = m.kinds.whole(m.kinds.params[action][name])
			}
		}
		player := g.Players()[value.Below(&seed, uint64(len(g.Players())))]
		refused, err := g.WhyAct(player, action, args)
		m.note(refused)
		out = append(out, fmt.Sprintf("%s attempts %s%s: %s %v", player, action, spell(args), text(t, refused), err))
	}
	return out
}

// same holds a moment of the game with the changed rules to that with the law in play.
func (m *mechanisms) same(t *testing.T, where string, a, b moment) {
	t.Helper()
	for _, c := range []struct{ what, a, b string }{
		{"what happened", a.events, b.events}, {"what is open", a.status, b.status}, {"the state", a.view, b.view},
		{"what things are worth", a.worth, b.worth}, {"refusals", strings.Join(a.refusals, "\n"), strings.Join(b.refusals, "\n")},
		{"discarded", fmt.Sprint(a.discarded), fmt.Sprint(b.discarded)},
	} {
		if c.a != c.b {
			at := 0
			for at < min(len(c.a), len(c.b)) && c.a[at] == c.b[at] {
				at++
			}
			from := max(0, at-200)
			t.Fatalf("%s: %s differs\nin play: …%.500s\n loaded: …%.500s", where, c.what, c.a[from:], c.b[from:])
		}
	}
}

// differs reports whether the law has had a say: something happened otherwise, or is
// open or refused otherwise.
func differs(a, c moment) bool {
	return a.events != c.events || a.status != c.status || !slices.Equal(a.refusals, c.refusals)
}
