package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ruleck/interpreter"
)

// What a person may say instead of answering. help/keys.txt tells of each.

// command does what its word asks for. An error ends the asking; nil asks the same
// again.
type command struct {
	takes takes
	do    func(q *asking, rest string) error
}

// takes says whether something stands behind the word of a command.
type takes int

const (
	takesNothing takes = iota
	mayTake
	mustTake
)

// commands is filled below, where the commands are: a literal here would be a loop.
var commands map[string]command

func init() {
	commands = map[string]command{
		"?":       {takesNothing, (*asking).help},
		"help":    {takesNothing, (*asking).help},
		"view":    {mayTake, (*asking).view},
		"why":     {mustTake, (*asking).why},
		"explain": {mustTake, (*asking).explain},
		"more":    {takesNothing, (*asking).moreOptions},
		"back":    {takesNothing, func(*asking, string) error { return errBack }},
		"again":   {takesNothing, (*asking).again},
		"pass":    {takesNothing, (*asking).passes},
		"act":     {takesNothing, (*asking).acts},
		"undo":    {takesNothing, (*asking).takeBack},
		"save":    {mustTake, (*asking).save},
		"load":    {mustTake, (*asking).load},
		"quit":    {takesNothing, func(*asking, string) error { return errQuit }},
	}
}

// Errors by which a command ends the asking.
var (
	errQuit  = errors.New("quit")
	errAgain = errors.New("again")               // ask what is open from the start
	errStand = errors.New("again, from the top") // and show where the game stands
	errPass  = errors.New("pass")
	errBack  = errors.New("back") // one step back in this answer
)

// read asks for one line that answers; a line that is a command is obeyed.
func (q *asking) read(c *choice) (entry, error) {
	for {
		text, err := q.line(q.promptOf(c))
		if err != nil {
			return entry{}, err
		}
		word, rest, _ := strings.Cut(text, " ")
		if hint := c.meantCommand(word, rest, text); hint != "" {
			q.tell("", hint)
			continue
		}
		if cmd, is := commands[word]; is && !c.listed(word) {
			if rest == "" && cmd.takes == mustTake {
				q.tell("", usageOf[word])
				continue
			}
			if err := cmd.do(q, strings.TrimSpace(rest)); err != nil {
				return entry{}, err
			}
			continue
		}
		e, err := entryOf(text)
		if err == nil {
			return e, nil
		}
		q.senseless(err)
	}
}

// leaving are words by which other programs are left.
var leaving = []string{"exit", "bye", "end", "stop", "q"}

// meantCommand says what to write instead of a line that only looks like a command;
// "" if it is one, or may choose something.
func (c *choice) meantCommand(word, rest, line string) string {
	small := strings.ToLower(word)
	cmd, is := commands[word]
	_, nearly := commands[small]
	switch {
	case c.listed(word) || len(c.find(line)) > 0:
	case is && rest != "" && cmd.takes == takesNothing:
		return fmt.Sprintf("nothing goes behind %s: write %[1]s alone (? for help)", word)
	case !is && nearly:
		return fmt.Sprintf("write %s in small letters (? for help)", small)
	case slices.Contains(leaving, small):
		return "to leave, write quit (? for help)"
	}
	return ""
}

// usageOf says what is missing behind a word.
var usageOf = map[string]string{
	"why":     "why what? Write why and a number, a name, pass, or an answer in JSON",
	"explain": "explain what? Write explain and a name, such as one in brackets of a refusal",
	"save":    "save where? Write save and the name of a file",
	"load":    "load what? Write load and the name of a file",
}

func (q *asking) promptOf(c *choice) string {
	if q.mayPass(c) {
		return c.prompt() + ", or pass"
	}
	return c.prompt()
}

// mayPass reports whether passing is allowed, and nothing has been answered yet.
func (q *asking) mayPass(c *choice) bool {
	return q.decision.Pass && q.act == nil && len(q.given) == 0 && len(c.chosen) == 0
}

func (q *asking) passes(string) error {
	switch {
	case q.mayPass(q.now):
		return errPass
	case q.decision.Pass:
		q.tell("", "the answer has begun: again, then pass")
	default:
		q.tell("", "this must be answered; passing is not allowed")
	}
	return nil
}

func (q *asking) help(string) error {
	text, err := helpTexts.ReadFile("help/keys.txt")
	if err != nil {
		panic(err) // it is embedded
	}
	q.say("%s", text)
	return nil
}

func (q *asking) moreOptions(string) error {
	if q.now.shown >= len(q.now.things) {
		q.now.shown = 0
	}
	q.further(q.now)
	return nil
}

// again shows all that the one who decides may know, and asks anew.
func (q *asking) again(string) error {
	q.whole = true
	return errStand
}

// explain tells what a name of the rulebook means, or what has that number in the list.
func (q *asking) explain(name string) error {
	if found := q.now.find(name); isNumber(name) && len(found) == 1 {
		name = spell(q.now.things[found[0]])
	}
	doc, err := explain(q.host.program, name)
	if base, copied, ok := cutLast(name, "."); err != nil && ok && isNumber(copied) { // one of several copies
		if of, wrong := explain(q.host.program, base); wrong == nil {
			doc, err = of, nil
		}
	}
	if err != nil {
		q.senseless(err)
		return nil
	}
	q.elements(doc)
	return nil
}

// why tells whether an answer would be allowed, and changes nothing.
func (q *asking) why(rest string) error {
	if rest == "pass" && !q.now.listed(rest) {
		return q.judge(nil)
	}
	e, err := entryOf(rest)
	switch {
	case err != nil:
		q.senseless(err)
		return nil
	case e.isJSON && q.isWhole(e.value):
		return q.judge(e.value)
	case q.narrowed(q.now, e):
		return nil
	}
	v, _, wrong := q.now.meaning(e)
	if wrong != "" {
		q.tell("", wrong)
		return nil
	}
	parts := q.with(q.now, v)
	if q.now.field.Kind == kindAct {
		q.tell("", "an action is judged by what it asks for: choose it, then ask why")
		return nil
	}
	if q.yesOrNo() || q.complete(parts) {
		return q.judge(q.value(parts))
	}
	if q.stands(q.now, v) {
		q.tell("", "allowed so far")
	}
	return nil
}

// takeBack undoes the last answer; where others answer by chance, theirs too. Chance
// then goes on from where it was, so that the same answer brings the same.
func (q *asking) takeBack(string) error {
	last := len(q.chances) - 1
	if last < 0 {
		q.tell("", "there is nothing to take back")
		return nil
	}
	for {
		if err := q.host.undo(); err != nil {
			q.tell("", "there is nothing to take back")
			return errStand
		}
		st, err := q.host.game.Status(q.viewer)
		if err != nil {
			return ended(err, exitFindings, "")
		}
		if _, ok := q.mine(st.Decisions); ok {
			break
		}
	}
	q.seed, q.chances = q.chances[last], q.chances[:last]
	q.before = nil
	q.tell("", "taken back")
	return errStand
}

// acts takes an action that is open while the decision waits.
func (q *asking) acts(string) error {
	open := q.open()
	switch {
	case q.act != nil:
		q.tell("", "an action is being taken already; again leaves it")
		return nil
	case len(open) == 0:
		q.tell("", "no action is open meanwhile")
		return nil
	}
	which := &choice{field: interpreter.Field{Name: "action", Kind: kindAct}}
	for _, o := range open {
		which.things = append(which.things, o.Player+" "+o.Action)
		which.titles = append(which.titles, fieldNames(o.Fields))
	}
	name, err := q.choose(which)
	switch {
	case err == errBack:
		return errAgain
	case err != nil:
		return err
	}
	return q.takeAction(open[slices.Index(which.things, name)])
}

// takeAction asks for what an action needs, and takes it.
func (q *asking) takeAction(act interpreter.Open) error {
	during := &asking{terminal: q.terminal, decision: q.decision, act: &act}
	answer, err := during.answer()
	switch {
	case err == errBack:
		return errAgain
	case err != nil:
		return err
	}
	args, _ := answer.(map[string]any) // anything else was no whole answer
	no, err := q.host.game.Act(act.Player, act.Action, args)
	if err := q.outcome(no, err); err != nil {
		return err
	}
	return errStand
}

// open are the actions that the person may take meanwhile.
func (q *asking) open() (open []interpreter.Open) {
	for _, o := range q.meanwhile {
		if q.only == "" || o.Player == q.only {
			open = append(open, o)
		}
	}
	return open
}
