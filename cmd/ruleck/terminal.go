package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"ruleck/interpreter"
)

// terminal plays with the person in front of it: it shows what happens, asks what
// is open (asking.go does that for one decision), and gives the answers.
type terminal struct {
	*play
	lines *bufio.Reader
	seed  uint64 // by which the others answer
	echo  bool   // the input is no terminal: repeat it, so that what is printed can be followed
}

// What a person may say instead of answering.
var (
	errQuit  = errors.New("quit")
	errAgain = errors.New("again") // ask what is open from the start
	errPass  = errors.New("pass")
)

// talk asks until the game is over or the person leaves.
func (t *terminal) talk() error {
	for {
		if err := t.others(&t.seed); err != nil {
			return err
		}
		st, err := t.host.game.Status(t.viewer)
		if err != nil {
			return ended(err, exitFindings, "")
		}
		d, ok := t.mine(st.Decisions)
		if !ok {
			return nil // the game is over
		}
		switch err := t.decide(d, st.Actions); err {
		case nil, errAgain:
		case errQuit:
			return nil
		default:
			return err
		}
	}
}

// decide asks one decision and gives the answer.
func (t *terminal) decide(d interpreter.Decision, meanwhile []interpreter.Open) error {
	t.say("\n%s: %s%s\n", d.Player, d.Prompt, cited(d.Clauses))
	q := &asking{terminal: t, decision: d, meanwhile: meanwhile, pass: d.Pass}
	answer, err := q.answer()
	if err != nil {
		return err
	}
	no, err := t.host.game.Answer(d.ID, d.Player, answer)
	return t.given(no, err)
}

// given shows what followed an answer or an act.
func (t *terminal) given(no interpreter.Refused, err error) error {
	var e *interpreter.Error
	switch {
	case errors.As(err, &e) && e.Bad:
		t.say("%s\n", asRPC(e).Message)
		return errAgain
	case err != nil:
		return ended(err, exitFindings, "")
	case len(no) > 0:
		t.show(refused{no})
		return errAgain
	}
	st, err := t.host.status(t.viewer)
	if err != nil {
		return ended(err, exitFindings, "")
	}
	t.show(st)
	return nil
}

// read asks for one line; a line that is a command is obeyed.
func (q *asking) read(what string) ([]string, error) {
	if q.pass {
		what += ", or pass"
	}
	for {
		q.say("%s> ", what)
		line, err := readLine(q.lines)
		switch {
		case err == io.EOF:
			q.say("\n")
			return nil, errQuit
		case err != nil:
			return nil, ended(err, exitFindings, "")
		}
		if q.echo {
			q.say("%s\n", line)
		}
		words := strings.Fields(strings.ReplaceAll(string(line), ",", " "))
		if len(words) == 0 {
			continue
		}
		if len(words) > 1 {
			return words, nil
		}
		known, err := q.command(words[0])
		if err != nil {
			return nil, err
		}
		if !known {
			return words, nil
		}
	}
}

// command does what a word asks for, and reports whether it asked for anything.
// An error ends the asking.
func (q *asking) command(word string) (known bool, err error) {
	switch word {
	case "?":
		text, _ := helpTexts.ReadFile("help/keys.txt")
		q.out.Write(text)
	case "view":
		q.view()
	case "act":
		return true, q.act()
	case "undo":
		return true, q.takeBack()
	case "again":
		return true, errAgain
	case "quit":
		return true, errQuit
	case "pass":
		if q.pass {
			return true, errPass
		}
		q.say("this must be answered\n")
	default:
		return false, nil
	}
	return true, nil
}

// view prints what the player who decides may know.
func (q *asking) view() {
	v, err := q.host.game.Viewer(q.decision.Player)
	if err != nil {
		return
	}
	var lines []string
	for owner, fields := range q.host.game.View(v) {
		for name, held := range fields {
			lines = append(lines, fmt.Sprintf("  %s.%s = %s\n", owner, name, spell(held.Any())))
		}
	}
	sort.Strings(lines)
	q.say("%s", strings.Join(lines, ""))
}

// takeBack undoes the last answer; where others answer by chance, theirs too.
func (q *asking) takeBack() error {
	for {
		if err := q.host.undo(); err != nil {
			q.say("there is nothing to take back\n")
			return errAgain
		}
		st, err := q.host.game.Status(q.viewer)
		if err != nil {
			return ended(err, exitFindings, "")
		}
		if _, ok := q.mine(st.Decisions); ok {
			q.say("taken back\n")
			return errAgain
		}
	}
}

// act takes an action that is open while the decision waits.
func (q *asking) act() error {
	var open []interpreter.Open
	var names []any
	for _, o := range q.meanwhile {
		if q.only == "" || o.Player == q.only {
			open = append(open, o)
			names = append(names, o.Player+" "+o.Action)
		}
	}
	if len(open) == 0 {
		q.say("no action is open meanwhile\n")
		return nil
	}
	during := &asking{terminal: q.terminal, decision: q.decision, acting: true}
	i, err := during.index("which", names)
	if err != nil {
		return err
	}
	args, err := during.record(map[string]any{}, open[i].Fields)
	if err != nil {
		return err
	}
	no, err := q.host.game.Act(open[i].Player, open[i].Action, args)
	if err := q.given(no, err); err != nil {
		return err
	}
	return errAgain
}
