package main

import (
	"sort"

	"ruleck/conformance"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// session is one game in progress, with what each viewer has been told of it.
// run and serve both play through it.
type session struct {
	program *interpreter.Program
	game    *interpreter.Game    // nil before the first start or load
	told    map[value.Viewer]int // how many events each viewer was told
}

// opening says how a game begins.
type opening struct {
	setup     interpreter.Setup
	procedure string         // "" for the main one
	args      map[string]any // of the procedure, by name
	given     map[string]any // dotted path to value, laid over the setup
}

// status is what is open, and what happened since this viewer last asked.
type status struct {
	Decisions []interpreter.Decision `json:"decisions"`
	Actions   []interpreter.Open     `json:"actions"`
	Events    []interpreter.Event    `json:"events"`
	Done      bool                   `json:"done"`
}

// refused is an answer that was not taken.
type refused struct {
	Refused interpreter.Refused `json:"refused"`
}

// start begins a game. If that fails, the game before it goes on.
func (s *session) start(o opening) error {
	game, err := s.program.NewGame(o.setup)
	if err != nil {
		return err
	}
	if err := give(game, o.given); err != nil {
		return err
	}
	if err := game.Begin(o.procedure, o.args); err != nil {
		return err
	}
	s.game, s.told = game, map[value.Viewer]int{}
	return nil
}

// give lays values over the setup of a game.
func give(game *interpreter.Game, values map[string]any) error {
	var laid []conformance.Given
	for _, path := range sortedKeys(values) {
		if err := game.Give(path, values[path]); err != nil {
			return notGiven(path, err)
		}
		laid = append(laid, conformance.Given{Path: path, Value: values[path]})
	}
	if c := conformance.Contradict(game, laid); c != nil {
		return bad("%s, %s and %s", c, laid[c.First].Path, laid[c.Second].Path)
	}
	return nil
}

// notGiven is what is wrong with a value that was laid over the setup. It is the
// request that is wrong, even where a rule says so, as with a number out of bounds.
func notGiven(path string, err error) error {
	if e, ok := err.(*interpreter.Error); ok && !e.Bad {
		e := *e
		e.Bad, e.Message = true, path+": "+e.Message
		return &e
	}
	return err
}

// load replaces the game by a saved one. Nobody is told its past again.
func (s *session) load(data string) error {
	game, err := s.program.NewGame(interpreter.Setup{})
	if err != nil {
		return err
	}
	if err := game.Load(data); err != nil {
		return err
	}
	s.game, s.told = game, map[value.Viewer]int{}
	for v := value.Host; int(v) < len(game.Players()); v++ {
		s.told[v] = game.EventCount()
	}
	return nil
}

// undo takes back the last answer, and with it the events it caused.
func (s *session) undo() error {
	if err := s.game.Undo(); err != nil {
		return err
	}
	for v, n := range s.told {
		s.told[v] = min(n, s.game.EventCount())
	}
	return nil
}

func (s *session) status(v value.Viewer) (status, error) {
	open, err := s.game.Status(v)
	if err != nil {
		return status{}, err
	}
	events := s.game.Events(s.told[v], v)
	s.told[v] = s.game.EventCount()
	return status{some(open.Decisions), some(open.Actions), some(events), open.Done}, nil
}

// decision finds an open decision, or the one that waits for a player if id is "".
func (s *session) decision(id, player string) (interpreter.Decision, error) {
	open, err := s.game.Status(value.Host)
	if err != nil {
		return interpreter.Decision{}, err
	}
	var found []interpreter.Decision
	for _, d := range open.Decisions {
		if d.ID == id || id == "" && (player == "" || d.Player == player) {
			found = append(found, d)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case id != "":
		return interpreter.Decision{}, bad("no decision %q is open", id)
	case len(found) == 0 && player != "":
		return interpreter.Decision{}, bad("no decision is open for %s", player)
	case len(found) == 0:
		return interpreter.Decision{}, bad("no decision is open")
	}
	return interpreter.Decision{}, bad("%d decisions are open: say which", len(found))
}

// some is the list, never nil: it is written [] where there is nothing.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
