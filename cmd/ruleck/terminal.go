package main

import (
	"bufio"
	"errors"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// terminal plays with the person in front of it: it shows where the game stands and
// what happens, asks what is open (asking.go does that for one decision), and gives
// the answers.
type terminal struct {
	*play
	lines   *bufio.Reader
	seed    uint64   // by which the others answer
	chances []uint64 // the seed before each answer of the person that undo can take back
	echo    bool     // the input is no terminal: repeat it, so that what is printed can be followed
	whole   bool     // show all of where the game stands next, as whoever comes to it has seen nothing

	titles map[string]string          // what is printed on cards, once it was looked up
	before map[string]map[string]seen // what each player saw when they last decided
}

// Colours, named after what they are used for.
const (
	headRole    = diag.RolePlace
	promptRole  = diag.RolePlace
	quietRole   = diag.RoleHint
	againstRole = diag.RoleError
)

// talk asks until the game is over or the person leaves.
func (t *terminal) talk() error {
	stand := true
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
		t.say("\n")
		if stand {
			t.stand(d)
		}
		err = t.decide(d, st.Actions)
		switch err {
		case nil, errStand, errAgain:
			stand = err != errAgain
		case errQuit:
			return nil
		default:
			return err
		}
	}
}

// decide asks one decision and gives the answer.
func (t *terminal) decide(d interpreter.Decision, meanwhile []interpreter.Open) error {
	q := &asking{terminal: t, decision: d, meanwhile: meanwhile}
	t.tell("", t.paint(headRole, clean(d.Player+": "+d.Prompt+cited(d.Clauses))))
	if n := len(q.open()); n > 0 {
		t.tell("  ", t.paint(quietRole, "act: "+count(n, "action")+" may be taken before this"))
	}
	answer, err := q.answer()
	switch {
	case err == errPass && q.yesOrNo():
		answer = false
	case err == errPass:
		answer = nil
	case err != nil:
		return err
	}
	no, err := t.host.game.Answer(d.ID, d.Player, answer)
	err = t.outcome(no, err)
	if len(no) > 0 {
		q.insteadOf(answer)
	}
	return err
}

// outcome shows what followed an answer or an act.
func (t *terminal) outcome(no interpreter.Refused, err error) error {
	var e *interpreter.Error
	switch {
	case errors.As(err, &e) && e.Bad:
		t.senseless(err)
		return errAgain
	case err != nil:
		t.failedRule(err)
		return errAgain
	case len(no) > 0:
		t.show(refused{no})
		return errAgain
	}
	t.chances = append(t.chances, t.seed)
	st, err := t.host.status(t.viewer)
	if err != nil {
		return ended(err, exitFindings, "")
	}
	t.show(st)
	return nil
}

// senseless tells why what was typed makes no sense.
func (t *terminal) senseless(err error) { t.tell("", clean(clip(asRPC(err).Message))) }

// wrong tells of an error: of what was typed, or of a rule that failed.
func (t *terminal) wrong(err error) {
	var e *interpreter.Error
	var r *rpcError
	if errors.As(err, &r) || errors.As(err, &e) && e.Bad {
		t.senseless(err)
		return
	}
	t.failedRule(err)
}

// failedRule tells of a rule that failed. The game is as before, so play may go on
// from there, but the rules are wrong and the exit code will say so.
func (t *terminal) failedRule(err error) {
	t.complain(ended(err, exitFindings, "").list)
	t.failed = true
}
