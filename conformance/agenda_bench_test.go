package conformance

import (
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"reflect"
	"testing"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
	"ruleck/rulesets"
)

// The agenda phase written by hand, for two agendas that are decided between For and
// Against, beside the one of the rulebook: both must come to the same, and what the
// rulebook costs is measured against it.
//
//	go test ./conformance -run '^$' -bench AgendaPhase -cpu 1 -count 5

const (
	agendaPlayers = 6
	planetsEach   = 8 // planet i is controlled by player i/planetsEach
)

// planetSet is a set of planets, by their numbers.
type planetSet uint64

// holdings are the planets of a player.
func holdings(player int) planetSet { return (1<<planetsEach - 1) << (player * planetsEach) }

type outcome int

const (
	abstained outcome = iota
	outcomeFor
	outcomeAgainst
)

var outcomeNames = []any{nil, "For", "Against"}

// ballot is one answer: a vote, or what the speaker decides in a tie.
type ballot struct {
	outcome outcome // abstained: the player passes
	planets planetSet
}

// printedInfluence is what the planets are worth, by number.
type printedInfluence [agendaPlayers * planetsEach]int

// handPhase is a whole agenda phase by hand. The last player is the speaker.
type handPhase struct {
	influence *printedInfluence
	exhausted planetSet
	vp        [agendaPlayers]int
	agenda    int // 0: Mutiny, 1: Seed of an Empire, 2: done
	voter     int // agendaPlayers: all have voted, and the speaker breaks a tie
	votes     [agendaPlayers]int
	pick      [agendaPlayers]outcome
	chosen    [2]outcome
}

func (h *handPhase) done() bool { return h.agenda == 2 }

// asks is who must answer, whether that is to break a tie, and what may be exhausted.
func (h *handPhase) asks() (player int, tie bool, ready planetSet) {
	if h.voter == agendaPlayers {
		return agendaPlayers - 1, true, 0
	}
	return h.voter, false, holdings(h.voter) &^ h.exhausted
}

var errIllegal = errors.New("that ballot is not legal")

// answer takes a ballot and goes on to the next question.
func (h *handPhase) answer(b ballot) error {
	player, tie, ready := h.asks()
	if b.planets&^ready != 0 || b.outcome == abstained && (tie || b.planets != 0) {
		return errIllegal
	}
	if tie {
		h.resolve(b.outcome)
		return nil
	}
	h.cast(player, b)
	if h.voter++; h.voter < agendaPlayers {
		return nil
	}
	switch with, against := h.tally(outcomeFor), h.tally(outcomeAgainst); {
	case with > against:
		h.resolve(outcomeFor)
	case with < against:
		h.resolve(outcomeAgainst)
	}
	return nil
}

func (h *handPhase) cast(player int, b ballot) {
	count := 0
	for left := b.planets; left != 0; left &= left - 1 {
		count += h.influence[bits.TrailingZeros64(uint64(left))]
	}
	h.exhausted |= b.planets
	if count > 0 {
		h.pick[player], h.votes[player] = b.outcome, count
	}
}

func (h *handPhase) tally(o outcome) (sum int) {
	for p, picked := range h.pick {
		if picked == o {
			sum += h.votes[p]
		}
	}
	return sum
}

// resolve does what the agenda says, and reveals the next one. After the second one
// the planets are readied.
func (h *handPhase) resolve(o outcome) {
	switch h.agenda {
	case 0: // Mutiny: those who voted For gain a point or lose one
		for p, picked := range h.pick {
			switch {
			case picked == outcomeFor && o == outcomeFor:
				h.vp[p]++
			case picked == outcomeFor:
				h.vp[p] = max(0, h.vp[p]-1)
			}
		}
	case 1: // Seed of an Empire: those with most points gain one, or those with fewest
		best := h.vp[0]
		for _, vp := range h.vp {
			if o == outcomeFor {
				best = max(best, vp)
			} else {
				best = min(best, vp)
			}
		}
		for p, vp := range h.vp {
			if vp == best {
				h.vp[p]++
			}
		}
		h.exhausted = 0
	}
	h.chosen[h.agenda] = o
	h.agenda++
	h.voter, h.votes, h.pick = 0, [agendaPlayers]int{}, [agendaPlayers]outcome{}
}

// draw is a legal ballot at random.
func (h *handPhase) draw(seed *uint64) ballot {
	_, tie, ready := h.asks()
	b := ballot{outcome: outcome(1 + value.Below(seed, 2))}
	switch {
	case tie:
	case value.Below(seed, 4) == 0:
		return ballot{}
	default:
		b.planets = ready & planetSet(value.Below(seed, 1<<62)) & planetSet(value.Below(seed, 1<<62))
	}
	return b
}

// agendaTable is the same start for both.
type agendaTable struct {
	game      *interpreter.Game // the rulebook's, before its phase
	planets   []any             // names by number
	influence printedInfluence
	queries   map[string]*interpreter.Query // each compiled once
}

func newAgendaTable(t testing.TB) *agendaTable {
	t.Helper()
	g, err := load(t, stackOf(t, rulesets.Files, "ti4")).NewGame(interpreter.Setup{Players: agendaPlayers, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	a := &agendaTable{game: g, queries: map[string]*interpreter.Query{}}
	a.planets = a.eval(t, g, "Planet.all").([]any)[:agendaPlayers*planetsEach]
	for i, worth := range a.eval(t, g, "Planet.all.map(x, x.influence)").([]any)[:len(a.planets)] {
		a.influence[i] = int(worth.(int64))
	}
	give := func(path string, plain any) {
		if err := g.Give(path, plain); err != nil {
			t.Fatal(err)
		}
	}
	give("game.speaker", g.Players()[agendaPlayers-1])
	give("game.agenda_deck", []any{"mutiny", "seed_of_an_empire"})
	for i, name := range a.planets {
		give(name.(string)+".controller", g.Players()[i/planetsEach])
	}
	return a
}

func (a *agendaTable) eval(t testing.TB, g *interpreter.Game, text string) any {
	t.Helper()
	if a.queries[text] == nil {
		q, problems := g.QueryText(text)
		if problems.HasErrors() {
			t.Fatalf("%s: %v", text, problems)
		}
		a.queries[text] = q
	}
	out, err := g.Eval(a.queries[text])
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out
}

// begin is both phases at their first question.
func (a *agendaTable) begin(t testing.TB, quiet bool) (*handPhase, *interpreter.Game) {
	t.Helper()
	g := a.game.Fork()
	if quiet {
		g.Quiet()
	}
	if err := g.Begin("agenda.phase", nil); err != nil {
		t.Fatal(err)
	}
	return &handPhase{influence: &a.influence}, g
}

// plain is a ballot as it is sent to the rulebook's phase.
func (a *agendaTable) plain(b ballot, tie bool) any {
	switch {
	case tie:
		return outcomeNames[b.outcome]
	case b.outcome == abstained:
		return nil
	}
	return map[string]any{"outcome": outcomeNames[b.outcome], "planets": a.named(b.planets)}
}

func (a *agendaTable) named(set planetSet) []any {
	out := []any{}
	for i, name := range a.planets {
		if set>>i&1 == 1 {
			out = append(out, name)
		}
	}
	return out
}

// TestAgendaPhaseByHand holds both against each other, at each question and at the end.
func TestAgendaPhaseByHand(t *testing.T) {
	atLength(t)
	a := newAgendaTable(t)
	ties, came := 0, map[string]int{}
	for seed := range uint64(200) {
		h, g := a.begin(t, false)
		for chance := seed; !h.done(); {
			player, tie, ready := h.asks()
			a.compare(t, seed, h, g)
			s, err := g.Status(value.Host)
			if err != nil || s.Done {
				t.Fatalf("seed %d: done %v, %v", seed, s.Done, err)
			}
			d, asked := s.Decisions[0], g.Players()[player]
			switch {
			case d.Player != asked || tie != (d.Step == "agenda.item.decide"):
				t.Fatalf("seed %d: %s is asked at %s, by hand %s, tie %v", seed, d.Player, d.Step, asked, tie)
			case !tie && !reflect.DeepEqual(shownAll(d.Fields[1].From), a.named(ready)):
				t.Fatalf("seed %d: %v may be exhausted, by hand %v", seed, shownAll(d.Fields[1].From), a.named(ready))
			case tie:
				ties++
			}
			b := h.draw(&chance)
			if refused, err := g.Answer(d.ID, d.Player, a.plain(b, tie)); refused != nil || err != nil {
				t.Fatalf("seed %d: %v is refused: %v, %v", seed, b, refused, err)
			}
			if err := h.answer(b); err != nil {
				t.Fatalf("seed %d: %v: %v", seed, b, err)
			}
		}
		a.compare(t, seed, h, g)
		if s, err := g.Status(value.Host); err != nil || !s.Done {
			t.Fatalf("seed %d: done %v, %v", seed, s.Done, err)
		}
		var chosen []any
		for _, e := range g.Events(0, value.Host) {
			if e.Name == "agenda.resolve" {
				chosen = append(chosen, e.Args["chosen"].Any())
			}
		}
		if want := []any{outcomeNames[h.chosen[0]], outcomeNames[h.chosen[1]]}; !reflect.DeepEqual(chosen, want) {
			t.Fatalf("seed %d: %v is chosen, by hand %v", seed, chosen, want)
		}
		came[fmt.Sprint(chosen)]++
	}
	if t.Logf("%d ties, %v", ties, came); ties == 0 || len(came) != 4 {
		t.Error("not everything came to pass")
	}
}

// compare holds the state of both against each other.
func (a *agendaTable) compare(t *testing.T, seed uint64, h *handPhase, g *interpreter.Game) {
	t.Helper()
	var vp, votes, pick []any
	for p := range agendaPlayers {
		vp, votes, pick = append(vp, int64(h.vp[p])), append(votes, int64(h.votes[p])), append(pick, outcomeNames[h.pick[p]])
	}
	want := map[string]any{"players().map(p, p.vp)": vp, "Planet.all.filter(x, !x.ready)": a.named(h.exhausted)}
	if !h.done() {
		maps.Copy(want, map[string]any{
			"players().map(p, agenda.item.votes[p])":                      votes,
			"players().map(p, has_voted(p) ? agenda.item.pick[p] : none)": pick,
		})
	}
	for _, text := range sortedKeys(want) {
		if got := a.eval(t, g, text); !reflect.DeepEqual(got, want[text]) {
			t.Fatalf("seed %d, agenda %d, voter %d: %s is %v, by hand %v", seed, h.agenda, h.voter, text, got, want[text])
		}
	}
}

func shownAll(list []value.Shown) []any {
	out := []any{}
	for _, s := range list {
		out = append(out, s.Any())
	}
	return out
}

// BenchmarkAgendaPhase plays whole phases, each from a copy of the start: by hand, and
// by the rulebook with the same answers and with random ones.
func BenchmarkAgendaPhase(b *testing.B) {
	a := newAgendaTable(b)
	start, begun := a.begin(b, true)
	type answer struct {
		player string
		plain  any
	}
	var plays [64][]ballot
	var sent [64][]answer
	for i := range plays {
		h, seed := *start, uint64(i)
		for !h.done() {
			player, tie, _ := h.asks()
			ballot := h.draw(&seed)
			plays[i], sent[i] = append(plays[i], ballot), append(sent[i], answer{begun.Players()[player], a.plain(ballot, tie)})
			if err := h.answer(ballot); err != nil {
				b.Fatal(err)
			}
		}
	}
	measure := func(name string, phase func(b *testing.B, play int) (decisions int)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			n, decisions := 0, 0
			for b.Loop() {
				decisions += phase(b, n%len(plays))
				n++
			}
			b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
			b.ReportMetric(float64(decisions)/float64(n), "decisions/op")
		})
	}
	measure("byHand", func(b *testing.B, play int) int {
		h := *start
		for _, ballot := range plays[play] {
			if err := h.answer(ballot); err != nil {
				b.Fatal(err)
			}
		}
		return len(plays[play])
	})
	answers := func(look bool) func(*testing.B, int) int {
		return func(b *testing.B, play int) int {
			g := begun.Fork()
			for _, sent := range sent[play] {
				if look {
					if _, err := g.Status(value.Host); err != nil {
						b.Fatal(err)
					}
				}
				if refused, err := g.Answer("", sent.player, sent.plain); refused != nil || err != nil {
					b.Fatal(refused, err)
				}
			}
			return len(plays[play])
		}
	}
	measure("rules/answer", answers(false))
	measure("rules/status and answer", answers(true))
	measure("rules/random", func(b *testing.B, play int) (n int) {
		g := begun.Fork()
		for seed := uint64(play); !g.Done(); n++ {
			if err := g.PlayRandom(&seed); err != nil {
				b.Fatal(err)
			}
		}
		return n
	})
}
