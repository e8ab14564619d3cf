package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// play is one game that run shows as it goes.
type play struct {
	*app
	host    *server // takes answers as it would from a client
	viewer  value.Viewer
	only    string // the one player whom the person or program plays; "" for all
	failed  bool   // a rule failed, and play went on
	replies int64  // lines of JSON written so far: each has its number as id
}

// show tells what happened, in the format asked for.
func (p *play) show(result any) {
	if p.json {
		p.send(&reply{Result: result})
		return
	}
	switch r := result.(type) {
	case status:
		for _, e := range r.Events {
			p.tell("", sentence(e))
		}
	case refused:
		p.reasons(r.Refused)
	}
}

// send writes a line as serve would.
func (p *play) send(r *reply) {
	r.Version, r.ID = "2.0", json.RawMessage(fmt.Sprint(p.replies))
	p.print(r)
	p.replies++
}

// sentence is an event in one line.
func sentence(e interpreter.Event) string {
	text := e.Text
	if text == "" {
		text = e.Name
	}
	return clean(text + cited(e.Clauses))
}

// reasons says why something was refused.
func (p *play) reasons(no interpreter.Refused) {
	p.say("%s\n", p.paint(againstRole, "refused:"))
	for _, r := range no {
		p.tell("  ", clean(fmt.Sprintf("%s%s (%s)", r.Reason, cited(r.Clauses), r.Name)))
		for _, text := range sortedNames(r.Values) {
			p.tell("      ", clean(text+" is "+spell(r.Values[text].Any())))
		}
	}
}

// file plays the lines of an answers file. The first that is refused, or makes no
// sense, ends it: what stands after it was meant for another position.
func (p *play) file(r io.Reader, name string) error {
	return p.each(r, func(n int, line []byte, err error) error {
		where := fmt.Sprintf("%s, line %d", name, n)
		var result any
		if err == nil {
			result, err = p.take(line, "")
		}
		if err != nil {
			return p.broken(err, where)
		}
		p.show(result)
		if no, ok := result.(refused); ok {
			p.complain(fail(exitFindings, codeRefused, "%s was refused: %s", where, no.Refused[0].Reason).list)
			return exit(exitFindings)
		}
		return nil
	})
}

// program plays the lines that a program writes to stdin. It sees what was wrong
// with one and may write another. If it plays one player, chance answers for the
// others, and its lines are that player's.
func (p *play) program(seed *uint64) error {
	if err := p.others(seed); err != nil {
		return err
	}
	return p.each(p.in, func(_ int, line []byte, err error) error {
		var result any
		if err == nil {
			result, err = p.take(line, p.only)
		}
		if err != nil {
			p.send(&reply{Error: asRPC(err)})
			return nil
		}
		p.show(result)
		return p.others(seed)
	})
}

// others lets chance answer for the players who are not played, until one who is
// must decide.
func (p *play) others(seed *uint64) error {
	for {
		st, err := p.host.game.Status(p.viewer)
		if err != nil {
			return ended(err, exitFindings, "")
		}
		if _, ok := p.mine(st.Decisions); ok || st.Done {
			return nil
		}
		if _, err := p.chance(seed); err != nil {
			return err
		}
	}
}

// mine is the first open decision of a player who is played.
func (p *play) mine(open []interpreter.Decision) (interpreter.Decision, bool) {
	for _, d := range open {
		if p.only == "" || d.Player == p.only {
			return d, true
		}
	}
	return interpreter.Decision{}, false
}

// each reads lines to the end; do gets their numbers from 1, and what is wrong
// with one that cannot be read. Blank lines are left out.
func (p *play) each(r io.Reader, do func(n int, line []byte, err error) error) error {
	lines := bufio.NewReaderSize(r, 64<<10)
	if mark, _ := lines.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		_, _ = lines.Discard(len(byteOrderMark))
	}
	for n := 1; ; n++ {
		line, err := readLine(lines)
		switch {
		case err == io.EOF:
			return nil
		case err == errLineTooLong:
			err = notJSON(err)
		case err != nil:
			return fail(exitUsage, codePath, "cannot read the answers: %s", cause(err))
		case blank(line):
			continue
		}
		if err := do(n, line, err); err != nil {
			return err
		}
	}
}

// broken reports an answer that makes no sense, or a rule that failed on it. In
// JSON it is the error that serve would give; what is wrong goes to stderr, too.
func (p *play) broken(err error, where string) error {
	if p.json {
		p.send(&reply{Error: asRPC(err)})
	}
	p.complain(ended(err, exitFindings, where).list)
	return exit(exitFindings)
}

// take does one line, the params of an answer or of an act, as a player or as the
// host.
func (p *play) take(line []byte, as string) (any, error) {
	tree, err := parseJSON(line)
	if err != nil {
		return nil, notJSON(err)
	}
	r := request{method: "answer", as: as}
	if e := r.readParams(tree); e != nil {
		return nil, e
	}
	if _, ok := r.params["action"]; ok {
		r.method = "act"
	}
	m := methods[r.method]
	c, e := p.host.call(r, m)
	if e != nil {
		return nil, e
	}
	if c.as == "" {
		c.viewer = p.viewer
	}
	result, err := m.do(p.host, c)
	if c.err != nil {
		return nil, c.err
	}
	return result, err
}

// random lets chance answer until the game is over.
func (p *play) random(seed *uint64) error {
	done, err := p.over()
	for n := 0; !done; n++ {
		if err != nil {
			return err
		}
		if n == maxRandom {
			p.note("stopped after %d random answers", maxRandom)
			return nil
		}
		done, err = p.chance(seed)
	}
	return err
}

// chance lets chance give one answer, and reports whether that ended the game.
func (p *play) chance(seed *uint64) (done bool, err error) {
	if err := p.host.game.PlayRandom(seed); err != nil {
		return false, p.broken(err, "")
	}
	st, err := p.host.status(p.viewer)
	if err != nil {
		return false, p.broken(err, "")
	}
	p.show(st)
	return st.Done, nil
}

func (p *play) over() (bool, error) {
	st, err := p.host.game.Status(p.viewer)
	if err != nil {
		return false, p.broken(err, "")
	}
	return st.Done, nil
}

// close says how things stand at the end.
func (p *play) close() error {
	if p.json {
		return nil
	}
	st, err := p.host.game.Status(p.viewer)
	if err != nil {
		return p.broken(err, "")
	}
	for _, d := range st.Decisions {
		p.say("waiting for %s at %s\n", d.Player, d.Step)
	}
	if st.Done {
		p.payoffs()
	}
	if p.failed {
		return exit(exitFindings)
	}
	return nil
}

// payoffs says that the game is over, and what each player got.
func (p *play) payoffs() {
	p.say("done\n")
	payoffs := p.host.game.Payoffs()
	for _, name := range p.host.game.Players() {
		if n, ok := payoffs[name]; ok {
			p.say("  %s: %d\n", name, n)
		}
	}
}
