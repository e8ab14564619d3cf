package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"ruleck/interpreter/value"
)

// Random plays through the serve loop, by a client that knows nothing of the rules: it
// answers with what the server offers, field by field.

// servePlays is how many plays there are of each subject; RULECK_LONG=1 plays more.
func servePlays() int {
	if os.Getenv("RULECK_LONG") == "1" {
		return 1000
	}
	return 40
}

// subjects are what is played, each as the params of `start` for a number of players.
var subjects = []struct {
	name  string
	start func(players int, seed uint64) map[string]any
}{
	{"agenda phase", func(players int, seed uint64) map[string]any {
		given := map[string]any{"game.phase": "agenda", "game.speaker": fmt.Sprintf("P%d", int(seed)%players+1)}
		land(given, players)
		if seed%2 == 0 {
			given["game.laws"] = []any{"senate_sanctuary", "committee_formation", "representative_government"}[seed/2%3 : seed/2%3+1]
			if seed/2%3 == 1 {
				given["committee_formation.holder"] = "P2"
			}
		}
		return map[string]any{"procedure": "agenda.phase", "args": map[string]any{}, "given": given}
	}},
	{"Politics", func(players int, seed uint64) map[string]any {
		p := fmt.Sprintf("P%d", int(seed)%players+1)
		given := map[string]any{"game.phase": "action", "game.active": p, "game.acted": true, "politics.holder": p,
			"P2.hand": []any{"sabotage.1", "sabotage.2", "veto.1", "spy.1", "plague.1", "summit.1"}, "P3.strategy": 0}
		if seed%5 == 0 {
			given["game.agenda_deck"] = []any{"mutiny"}
		}
		return map[string]any{"procedure": "strategic.resolve", "args": map[string]any{"active": p, "card": "politics"}, "given": given}
	}},
	{"production", func(players int, seed uint64) map[string]any {
		given := map[string]any{"game.phase": "action", "game.active": "P1", "P1.goods": int(seed % 4)}
		land(given, players)
		given["starpoint.controller"], given["new_albion.controller"] = "P1", "P1"
		given["P1.space_dock.1.place"] = map[string]any{"planet": "starpoint"}
		if seed%3 == 0 {
			given["P2.cruiser.1.place"] = map[string]any{"space": "tile_27"}
		}
		if seed%2 == 0 {
			for i := range 4 {
				given[fmt.Sprintf("P1.carrier.%d.place", i+1)] = map[string]any{"space": "tile_26"}
			}
			given["P1.fleet"] = 5
		}
		return map[string]any{"procedure": "tactical.resolve", "args": map[string]any{"active": "P1", "at": "tile_27"}, "given": given}
	}},
}

// land gives every player two planets.
func land(given map[string]any, players int) {
	planets := strings.Fields("lodor corneeq quann bereg mellon wellon saudor lazar vefut_ii centauri thibah torkan tarmann qucenn mehar_xull tequran")
	for i := range players {
		given[fmt.Sprintf("P%d.commodities", i+1)] = 2
		for _, x := range planets[2*i : 2*i+2] {
			given[x+".controller"] = fmt.Sprintf("P%d", i+1)
		}
	}
}

func TestServePlays(t *testing.T) {
	program, _, err := mustLoad("ti4")
	if err != nil {
		t.Fatal(err)
	}
	for _, subject := range subjects {
		t.Run(subject.name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			c := &client{t: t, s: &server{session: session{program: program}, log: &log}, steps: map[string]int{}}
			for seed := range uint64(servePlays()) {
				c.seed, c.about = seed, fmt.Sprintf("%s, seed %d", subject.name, seed)
				players := 3 + int(seed)%6
				start := subject.start(players, seed)
				start["players"], start["seed"] = players, seed
				c.play(start)
			}
			if log.Len() > 0 {
				t.Error(log.String())
			}
			t.Logf("%d plays, %d requests, %d answers, %d transactions or other acts, %d refused, at %v",
				servePlays(), c.requests, c.answers, c.acts, c.refused, c.steps)
		})
	}
}

// client plays with one server.
type client struct {
	t     *testing.T
	s     *server
	seed  uint64
	about string

	requests, answers, acts, refused int
	steps                            map[string]int
}

// told is a reply of the server, as far as a client looks at it.
type told struct {
	Result struct {
		Decisions []question
		Actions   []question
		Done      bool
		Options   []any
		More      bool
		Refused   []any
	}
	Error *struct {
		Code    int
		Message string
	}
}

// question is a decision or an open action.
type question struct {
	ID, Player, Step, Kind, Action string
	Fields                         []struct{ Name string }
	Offers                         []question
	Options                        []any
	Pass                           bool
}

// ask sends one line and reads one. No request of this client is wrong.
func (c *client) ask(method string, params map[string]any) told {
	c.t.Helper()
	out := c.send(method, params)
	if out.Error != nil {
		c.t.Fatalf("%s: %s %v: error %d: %s", c.about, method, params, out.Error.Code, out.Error.Message)
	}
	return out
}

func (c *client) send(method string, params map[string]any) told {
	c.t.Helper()
	c.requests++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.requests, "method": method, "params": params})
	if err != nil {
		c.t.Fatal(err)
	}
	var out told
	reply := json.NewDecoder(strings.NewReader(say(c.t, c.s, string(line))))
	reply.UseNumber()
	if err := reply.Decode(&out); err != nil {
		c.t.Fatalf("%s: %s: %v", c.about, line, err)
	}
	return out
}

func (c *client) below(n int) int { return int(value.Below(&c.seed, uint64(n))) }

// play goes from a start to the end.
func (c *client) play(start map[string]any) {
	c.t.Helper()
	const most = 500
	now := c.ask("start", start)
	for n := 0; !now.Result.Done; n++ {
		if n == most || len(now.Result.Decisions) == 0 {
			c.t.Fatalf("%s: %d answers, and it has not ended", c.about, n)
		}
		if len(now.Result.Actions) > 0 && c.below(6) == 0 {
			c.act(now.Result.Actions[c.below(len(now.Result.Actions))])
			if now = c.ask("status", map[string]any{}); now.Result.Done {
				break
			}
		}
		d := now.Result.Decisions[c.below(len(now.Result.Decisions))]
		c.steps[d.Step]++
		next := c.ask("answer", map[string]any{"decision": d.ID, "player": d.Player, "value": c.choose(d)})
		if next.Result.Refused != nil {
			c.t.Fatalf("%s: what was offered at %s is refused: %v", c.about, d.Step, next.Result.Refused)
		}
		c.answers++
		now = next
	}
}

// choose makes an answer of what is offered.
func (c *client) choose(d question) any {
	c.t.Helper()
	switch {
	case d.Pass && c.below(4) == 0:
		return nil
	case len(d.Options) > 0:
		return d.Options[c.below(len(d.Options))]
	}
	answer, fields := map[string]any{}, d.Fields
	if len(d.Offers) > 0 {
		o := d.Offers[c.below(len(d.Offers))]
		answer["offer"], fields = o.Action, o.Fields
	}
	if len(fields) == 0 {
		return c.one(d, "", nil)
	}
	for _, f := range fields {
		chosen, ok := c.next(d, f.Name, answer)
		if !ok {
			return nil // only passing is left
		}
		answer[f.Name] = chosen
	}
	return answer
}

func (c *client) one(d question, field string, begun any) any {
	c.t.Helper()
	chosen, ok := c.next(d, field, begun)
	if !ok && !d.Pass {
		c.t.Fatalf("%s: nothing can be answered at %s", c.about, d.Step)
	}
	return chosen
}

// next is one of the legal values of a field; false if there is none.
func (c *client) next(d question, field string, begun any) (any, bool) {
	c.t.Helper()
	params := map[string]any{"decision": d.ID, "limit": 1 + c.below(40)}
	if field != "" {
		params["field"], params["value"] = field, begun
	}
	o := c.ask("options", params).Result.Options
	if len(o) == 0 {
		return nil, false
	}
	return o[c.below(len(o))], true
}

// act tries an open action with values at random; it may well be refused.
func (c *client) act(a question) {
	c.t.Helper()
	args := map[string]any{}
	for _, f := range a.Fields {
		args[f.Name] = 0
		switch f.Name {
		case "partner":
			args[f.Name] = fmt.Sprintf("P%d", 1+c.below(3))
		case "commodities", "commodities_back":
			args[f.Name] = c.below(2)
		}
	}
	const wrongParams = -32602 // a value out of its domain
	switch out := c.send("act", map[string]any{"player": a.Player, "action": a.Action, "args": args}); {
	case out.Error != nil && out.Error.Code != wrongParams:
		c.t.Fatalf("%s: %s %v: error %d: %s", c.about, a.Action, args, out.Error.Code, out.Error.Message)
	case out.Error != nil || out.Result.Refused != nil:
		c.refused++
	default:
		c.acts++
	}
}
