package conformance

import (
	"errors"
	"strconv"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// play is a scenario checked against a program: the game it plays in, set up and
// with its given values laid over, and every expression compiled. It is played
// once.
type play struct {
	scenario *Scenario
	program  *interpreter.Program
	game     *interpreter.Game
	setup    interpreter.Setup
	queries  map[*dsl.Expr]*interpreter.Query
	names    []string        // of the players; nil for the declared ones
	sets     []*dsl.GivenSet // all that is given, in order
	given    []*dsl.GivenSet // those of them that are laid over the setup
	start    *dsl.Call       // what is run; nil for the main procedure
	lines    []*dsl.Scene    // what happens after that
	problems diag.List
}

// prepare checks everything in a scenario that can be checked without playing,
// so that one look shows all of it. The game is nil if no game can be set up.
func (sc *Scenario) prepare(p *interpreter.Program) *play {
	pl := &play{scenario: sc, program: p, queries: map[*dsl.Expr]*interpreter.Query{}}
	pl.problems = append(pl.problems, sc.problems...)
	if sc.damaged {
		return pl
	}
	pl.sort()
	game := pl.newGame()
	for _, line := range pl.lines {
		pl.checkLine(line)
	}
	pl.checkStart()
	for _, set := range pl.given {
		pl.path(set.Path)
		pl.query(set.Expr)
	}
	if game != nil {
		pl.checkPlayers(game)
		pl.lay(game)
	}
	pl.game = game
	pl.problems = pl.problems.Sorted()
	return pl
}

// sort parts the lines of a scenario into what shapes the game, what is run, and
// what happens then; each has its place.
func (pl *play) sort() {
	begun, ended := false, false
	for _, x := range pl.scenario.decl.Scenes {
		switch {
		case x.Given != nil || x.Under != nil:
			if begun {
				pl.problems.Errorf(CodeOrder, x.Span(), "`given` and `under` come before anything happens")
			}
			pl.shape(x)
		case x.Run != nil:
			if begun {
				pl.problems.Errorf(CodeOrder, x.Span(), "`run` comes once, before anything happens")
			}
			begun, pl.start = true, x.Run
		default:
			begun = true
			if ended && x.Acts != nil && !looks(x.Acts) {
				pl.problems.Errorf(CodeOrder, x.Span(), "nobody does anything after the line that says where the scenario stops")
			}
			ended = ended || x.Stops != nil || x.Ends
			pl.lines = append(pl.lines, x)
		}
	}
}

// shape takes in a `given` or an `under`.
func (pl *play) shape(x *dsl.Scene) {
	if x.Under != nil {
		ruling := x.Under.Ruling.Text
		if _, twice := pl.setup.Rulings[ruling]; twice {
			pl.problems.Errorf(CodeSetup, x.Span(), "a reading of %s is picked twice", ruling)
			return
		}
		if pl.setup.Rulings == nil {
			pl.setup.Rulings = map[string]string{}
		}
		pl.setup.Rulings[ruling] = x.Under.Option.Text
		return
	}
	for _, set := range x.Given.Sets {
		if pl.twice(set) {
			continue
		}
		pl.sets = append(pl.sets, set)
		switch set.Path.Name.String() {
		case "players":
			pl.setup.Players = int(pl.number(set))
		case "seed":
			pl.setup.Seed = uint64(pl.number(set))
		case "seats":
			pl.setup.Seats = pl.seats(set)
		default:
			pl.given = append(pl.given, set)
		}
	}
}

// twice reports what is given again, in one `given` or in several.
func (pl *play) twice(set *dsl.GivenSet) bool {
	path := squeeze(set.Path.Span().Text())
	for _, before := range pl.sets {
		if squeeze(before.Path.Span().Text()) == path {
			pl.problems.Errorf(CodeGiven, set.Path.Span(), "%s is given twice", path).
				Note(before.Path.Span(), "the first time")
			return true
		}
	}
	return false
}

// number reads `players` and `seed`, which are needed before there is a game to
// evaluate anything in.
func (pl *play) number(set *dsl.GivenSet) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(set.Expr.Text), 10, 32)
	if err != nil || n < 0 {
		pl.problems.Errorf(CodeSetup, set.Expr.Span(), "%s is a plain whole number here", set.Path.Name)
	}
	return n
}

// seats reads `seats`: a list of names, clockwise.
func (pl *play) seats(set *dsl.GivenSet) []string {
	text := strings.TrimSpace(set.Expr.Text)
	inside, open := strings.CutPrefix(text, "[")
	inside, closed := strings.CutSuffix(inside, "]")
	if !open || !closed {
		pl.problems.Errorf(CodeSetup, set.Expr.Span(), "seats is a list of players in brackets, clockwise")
		return nil
	}
	var seats []string
	for _, name := range strings.Split(inside, ",") {
		seats = append(seats, strings.TrimSpace(name))
	}
	return seats
}

// newGame sets the game up, and says by which names the players go; nil if it
// cannot be set up.
func (pl *play) newGame() *interpreter.Game {
	pl.names = pl.setup.Seats
	game, err := pl.program.NewGame(pl.setup)
	if err != nil {
		pl.fail(CodeSetup, pl.shaped(), err)
		return nil
	}
	pl.names = game.Players()
	return game
}

// lay lays the given values over the setup, if all that was said so far makes
// sense. They must hold together: what one gives, no later one takes away.
func (pl *play) lay(game *interpreter.Game) {
	if pl.problems.HasErrors() {
		return
	}
	var laid []Given
	for _, set := range pl.given {
		plain, err := pl.value(game, set.Expr)
		if err != nil {
			pl.fail(CodeGiven, set.Expr.Span(), err)
			continue
		}
		laid = append(laid, Given{set.Path.Name.String(), plain})
		if err := game.Give(set.Path.Name.String(), plain); err != nil {
			pl.fail(CodeGiven, set.Span(), err)
		}
	}
	if pl.problems.HasErrors() {
		return // positions in laid are those in given only if nothing failed
	}
	if c := Contradict(game, laid); c != nil {
		pl.problems.Errorf(CodeGiven, pl.given[c.Second].Span(), "%s", c).
			Note(pl.given[c.First].Span(), "the first pile")
	}
}

// shaped is where the scenario says how its game is set up, or its title.
func (pl *play) shaped() diag.Span {
	for _, x := range pl.scenario.decl.Scenes {
		if x.Given != nil || x.Under != nil {
			return x.Span()
		}
	}
	return pl.scenario.decl.Title.Span()
}

// fail reports an error of the interpreter at a place of the scenario. Where a
// rule file is to blame, that place is given too.
func (pl *play) fail(code diag.Code, at diag.Span, err error) {
	d := pl.problems.Errorf(code, at, "%s", err)
	var e *interpreter.Error
	if errors.As(err, &e) {
		d.Hint = e.Hint
		if e.Span.Source != nil {
			d.Note(e.Span, "here, in the rules")
		}
	}
}

// query compiles an expression of the scenario.
func (pl *play) query(e *dsl.Expr) {
	if _, bare := literal(e); bare {
		return
	}
	var problems diag.List
	if pl.names == nil {
		pl.queries[e], problems = pl.program.Query(e)
	} else {
		pl.queries[e], problems = pl.program.QueryFor(e, pl.names)
	}
	pl.problems = append(pl.problems, problems...)
}

// path checks a path of the scenario.
func (pl *play) path(path *dsl.Path) {
	var problems diag.List
	if pl.names == nil {
		problems = pl.program.CheckPath(path)
	} else {
		problems = pl.program.CheckPathFor(path, pl.names)
	}
	pl.problems = append(pl.problems, problems...)
}

// value is what an expression of the scenario is in a game.
func (pl *play) value(g *interpreter.Game, e *dsl.Expr) (any, error) {
	if plain, bare := literal(e); bare {
		return plain, nil
	}
	return g.Eval(pl.queries[e])
}

// literal gives the values that by themselves have no type: nothing around them
// in a scenario says what the empty list would hold, and it does not matter.
func literal(e *dsl.Expr) (plain any, ok bool) {
	switch strings.Join(strings.Fields(e.Text), "") {
	case "[]":
		return []any{}, true
	case "none":
		return nil, true
	}
	return nil, false
}

// checkStart compiles the arguments of what is run.
func (pl *play) checkStart() {
	if pl.start == nil {
		return
	}
	for _, arg := range pl.start.Args {
		pl.query(arg)
	}
	name := pl.start.Name.String()
	if problems := pl.program.CheckCall(pl.start.Name, nil); problems.HasErrors() {
		pl.problems = append(pl.problems, problems...)
		return
	}
	params := pl.program.Params(name)
	if len(params) != len(pl.start.Args) {
		pl.problems.Errorf(CodeProcedure, pl.start.Span(), "%s takes %d arguments (%s), not %d",
			name, len(params), strings.Join(params, ", "), len(pl.start.Args))
	}
}

// checkLine compiles the expressions of one line and finds its clauses.
func (pl *play) checkLine(x *dsl.Scene) {
	if x.Expect != nil {
		pl.query(x.Expect)
	}
	if x.Acts == nil {
		return
	}
	a := x.Acts
	switch {
	case a.Answers != nil && a.Answers.Bare != nil:
		pl.query(a.Answers.Bare)
	case a.Answers != nil:
		pl.named(a.Answers.Named)
	case a.Tries != nil:
		names := pl.named(a.Tries.Args)
		pl.problems = append(pl.problems, pl.program.CheckCall(a.Tries.Name, names)...)
	case a.Sees != nil:
		pl.checkSight(a.Sees)
	case a.Counts != nil:
		pl.checkSight(a.Counts)
	case a.Never != nil:
		pl.query(a.Never)
	}
	if a.Refused == nil {
		return
	}
	if looks(a) {
		pl.problems.Errorf(CodeRefusable, a.Refused.Span(), "only what a player does can be refused")
	}
	for _, c := range a.Refused.By {
		checkClause(pl.program, c, &pl.problems)
	}
}

// named compiles arguments by name and reports one given twice.
func (pl *play) named(args *dsl.NamedArgs) []string {
	var names []string
	seen := map[string]*dsl.NamedArg{}
	for _, arg := range args.Args {
		pl.query(arg.Expr)
		name := arg.Name.Text
		if first := seen[name]; first != nil {
			pl.problems.Errorf(CodeName, arg.Name.Span(), "%s is given twice", name).Note(first.Name.Span(), "the first time")
			continue
		}
		seen[name] = arg
		names = append(names, name)
	}
	return names
}

// checkSight checks a line about what is seen. The fields of a running procedure
// can be seen too; whether it runs shows only then.
func (pl *play) checkSight(set *dsl.GivenSet) {
	owner := &dsl.Name{Parts: set.Path.Name.Parts[:len(set.Path.Name.Parts)-1]}
	if pl.program.CheckCall(owner, nil).HasErrors() || set.Path.Index != nil {
		pl.path(set.Path)
	}
	pl.query(set.Expr)
}

// checkPlayers finds lines about somebody who is not seated.
func (pl *play) checkPlayers(g *interpreter.Game) {
	seated := map[string]bool{}
	for _, name := range g.Players() {
		seated[name] = true
	}
	for _, x := range pl.lines {
		if x.Acts != nil && !seated[x.Acts.Who.Text] {
			pl.problems.Errorf(CodePlayer, x.Acts.Who.Span(), "nobody called %s is seated", x.Acts.Who.Text).
				Hintf("the players are %s", strings.Join(g.Players(), ", "))
		}
	}
}
