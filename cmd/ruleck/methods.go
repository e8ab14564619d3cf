package main

import (
	"fmt"
	"sort"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// method is one thing that serve can be asked for.
type method struct {
	params    []string
	needsGame bool
	hostOnly  bool // never for a client that is limited to a player
	do        func(*server, *call) (any, error)
}

// methods is filled below, where the methods are: a literal here would be a loop.
var methods map[string]method

func init() {
	const game, host = true, true
	methods = map[string]method{
		"describe": {nil, !game, !host, (*server).describe},
		"start":    {[]string{"procedure", "args", "players", "seed", "given", "rulings"}, !game, host, (*server).begin},
		"status":   {nil, game, !host, (*server).reportStatus},
		"options":  {[]string{"decision", "field", "value", "limit"}, game, !host, (*server).options},
		"answer":   {[]string{"decision", "player", "value"}, game, !host, (*server).answer},
		"act":      {[]string{"player", "action", "args"}, game, !host, (*server).act},
		"why":      {[]string{"decision", "player", "value", "action", "args"}, game, !host, (*server).why},
		"explain":  {[]string{"name", "expr", "decision", "player", "value", "action", "args"}, !game, !host, (*server).explain},
		"view":     {[]string{"player"}, game, !host, (*server).view},
		"state":    {nil, game, host, (*server).state},
		"eval":     {[]string{"expr"}, game, host, (*server).eval},
		"save":     {nil, game, host, (*server).save},
		"load":     {[]string{"data"}, !game, host, (*server).restore},
		"undo":     {nil, game, host, (*server).takeBack},
		"hash":     {nil, game, host, (*server).hash},
		"stop":     {nil, !game, !host, (*server).stop},
	}
}

func methodNames() []string {
	names := make([]string, 0, len(methods))
	for name := range methods {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (s *server) describe(*call) (any, error) { return describeDoc(s.program), nil }

func (s *server) begin(c *call) (any, error) {
	o := opening{procedure: c.name("procedure"), args: c.object("args"), given: c.object("given")}
	o.setup.Seed = uint64(c.number("seed", 0, 0))
	c.seats(&o.setup)
	for name, reading := range c.object("rulings") {
		text, ok := reading.(string)
		if !ok {
			return nil, bad("the reading of ruling %q must be a string, not %s", name, kindOf(reading))
		}
		if o.setup.Rulings == nil {
			o.setup.Rulings = map[string]string{}
		}
		o.setup.Rulings[name] = text
	}
	if c.err != nil {
		return nil, c.err
	}
	if err := s.start(o); err != nil {
		return nil, err
	}
	return s.reportStatus(c)
}

// maxSeats bounds the seat list before the rulebook has its say.
const maxSeats = 64

// seats reads "players": how many, or a list of names clockwise.
func (c *call) seats(setup *interpreter.Setup) {
	const want = "a number, or a list of names clockwise"
	switch v := c.params["players"].(type) {
	case int64:
		if v < 1 || v > maxSeats {
			c.err = bad("the number of players must be from 1 to %d", maxSeats)
		}
		setup.Players = int(v)
	case []any:
		if len(v) == 0 || len(v) > maxSeats {
			c.err = bad("the seat list must name from 1 to %d players", maxSeats)
		}
		for _, e := range v {
			name, ok := e.(string)
			if !ok {
				c.wrong("players", want)
			}
			setup.Seats = append(setup.Seats, name)
		}
	default:
		if c.given("players") {
			c.wrong("players", want)
		}
	}
}

func (s *server) reportStatus(c *call) (any, error) { return s.status(c.viewer) }

func (s *server) options(c *call) (any, error) {
	id, field := c.name("decision"), c.name("field")
	limit := c.number("limit", 1, 100)
	if c.err != nil {
		return nil, c.err
	}
	d, err := s.decision(id, c.as)
	if err != nil {
		return nil, err
	}
	if c.as != "" && d.Player != c.as {
		return nil, notAllowed("%s may not see what %s may choose", c.as, d.Player)
	}
	const most = 10_000
	o, err := s.game.Options(d.ID, field, c.params["value"], int(min(limit, most)))
	o.Options = some(o.Options)
	return o, err
}

func (s *server) answer(c *call) (any, error) {
	id, player := c.name("decision"), c.who("player")
	if !c.given("value") {
		c.wrong("value", "the answer, null to pass")
	}
	if c.err != nil {
		return nil, c.err
	}
	player, err := s.answerer(id, player)
	if err != nil {
		return nil, err
	}
	no, err := s.game.Answer(id, player, c.params["value"])
	return s.outcome(c, no, err)
}

// answerer is the player who answers: the one who is named, or else the one whom
// the decision waits for.
func (s *server) answerer(id, player string) (string, error) {
	if player != "" {
		return player, nil
	}
	d, err := s.decision(id, "")
	return d.Player, err
}

func (s *server) act(c *call) (any, error) {
	player, action, args := c.who("player"), c.needText("action"), c.object("args")
	if c.as == "" {
		c.needText("player")
	}
	if c.err != nil {
		return nil, c.err
	}
	no, err := s.game.Act(player, action, args)
	return s.outcome(c, no, err)
}

// outcome is what follows an answer or an act.
func (s *server) outcome(c *call, no interpreter.Refused, err error) (any, error) {
	switch {
	case err != nil:
		return nil, err
	case len(no) > 0:
		return refused{no}, nil
	}
	return s.status(c.viewer)
}

func (s *server) why(c *call) (any, error) {
	q, err := s.judged(c)
	if err != nil {
		return nil, err
	}
	var no interpreter.Refused
	if q.action != "" {
		no, err = s.game.WhyAct(q.player, q.action, q.args)
	} else {
		no, err = s.game.WhyAnswer(q.decision, q.player, q.value)
	}
	switch {
	case err != nil:
		return nil, err
	case len(no) > 0:
		return refused{no}, nil
	}
	return struct {
		Allowed bool `json:"allowed"`
	}{true}, nil
}

// judged is an answer or an act that is judged and not carried out.
type judged struct {
	player   string
	decision string // of an answer
	value    any
	action   string // of an act; "" for an answer
	args     map[string]any
}

// judged reads the params of answer or act.
func (s *server) judged(c *call) (q judged, err error) {
	q.player = c.who("player")
	if !c.given("action") {
		return s.judgedAnswer(c, q)
	}
	q.action, q.args = c.name("action"), c.object("args")
	if c.as == "" {
		c.needText("player")
	}
	if c.given("decision") || c.given("value") {
		return q, bad("this is asked of an answer (decision, player, value) or of an act (player, action, args), not of both")
	}
	return q, c.err
}

func (s *server) judgedAnswer(c *call, q judged) (judged, error) {
	q.decision, q.value = c.name("decision"), c.params["value"]
	if c.given("args") {
		return q, bad(`"args" belong to an "action"`)
	}
	if !c.given("value") {
		c.wrong("value", "the answer, null to pass")
	}
	if c.err != nil {
		return q, c.err
	}
	player, err := s.answerer(q.decision, q.player)
	q.player = player
	return q, err
}

func (s *server) view(c *call) (any, error) {
	player := c.who("player")
	if player == "" {
		c.wrong("player", "the name of a player")
	}
	if c.err != nil {
		return nil, c.err
	}
	v, err := s.game.Viewer(player)
	if err != nil {
		return nil, err
	}
	return s.game.View(v), nil
}

func (s *server) state(*call) (any, error) { return s.game.View(value.Host), nil }

func (s *server) eval(c *call) (any, error) {
	expr := c.needText("expr")
	if c.err != nil {
		return nil, c.err
	}
	q, list := s.game.QueryText(expr)
	for _, d := range list {
		return nil, diagnosticRPC(rpcParams, d)
	}
	return s.game.Eval(q)
}

func (s *server) save(*call) (any, error) {
	return struct {
		Data string `json:"data"`
	}{s.game.Save()}, nil
}

func (s *server) restore(c *call) (any, error) {
	data := c.needText("data")
	if c.err != nil {
		return nil, c.err
	}
	if err := s.load(data); err != nil {
		return nil, err
	}
	return s.reportStatus(c)
}

func (s *server) takeBack(c *call) (any, error) {
	if err := s.undo(); err != nil {
		return nil, err
	}
	return s.reportStatus(c)
}

// hash is spelled as text: many readers of JSON lose digits of large numbers.
func (s *server) hash(*call) (any, error) {
	return struct {
		Hash string `json:"hash"`
	}{fmt.Sprintf("%016x", s.game.Hash())}, nil
}

// stop ends the game for everybody. Where all clients are players, none of them
// may: the server ends with its input, which whoever started it holds.
func (s *server) stop(c *call) (any, error) {
	if s.asOnly && c.as != "" {
		return nil, notAllowed("stop is not for players: the server ends with its input")
	}
	s.stopped = true
	return nothing, nil
}
