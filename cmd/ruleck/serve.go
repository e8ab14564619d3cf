package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"runtime/debug"
	"slices"

	"ruleck/dsl/diag"
	"ruleck/interpreter/value"
)

// maxLine bounds a line of input: a request is far smaller than that.
const maxLine = 4 << 20

type serveCmd struct {
	Rules  string `arg:"" name:"RULES"`
	AsOnly bool
}

func (c *serveCmd) document(h head) any { return h }

func (c *serveCmd) run(a *app) error {
	program, _, err := mustLoad(c.Rules)
	if err != nil {
		return err
	}
	s := &server{session: session{program: program}, asOnly: c.AsOnly, log: a.err}
	lines := bufio.NewReaderSize(a.in, 64<<10)
	for !s.stopped {
		line, err := readLine(lines)
		if err == io.EOF {
			return nil
		}
		if err != nil && err != errLineTooLong {
			return fail(exitUsage, codePath, "cannot read the requests: %s", err)
		}
		if answer := s.line(line, err); answer != nil {
			a.print(answer)
		}
		if a.out.broken() != nil {
			return nil // nobody hears the answers
		}
	}
	return nil
}

var errLineTooLong = fmt.Errorf("a line is longer than %d MiB", maxLine>>20)

// readLine reads one line without its end. A line that is too long is skipped to
// its end. The last line needs no end.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine+1; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && (len(line) > 0 || long), err == nil:
		default:
			return nil, err
		}
		if long {
			return nil, errLineTooLong
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// server answers the requests of one client.
type server struct {
	session
	asOnly  bool
	stopped bool
	log     io.Writer // for mistakes of ruleck itself
}

// line answers one line of input; nil where no answer is due.
func (s *server) line(text []byte, problem error) *reply {
	if problem != nil {
		return &reply{Version: "2.0", ID: nothing, Error: notJSON(problem)}
	}
	if blank(text) {
		return nil
	}
	r, e := readRequest(text)
	var result any
	if e == nil {
		result, e = s.handle(r)
	}
	switch {
	case r.id == nil: // a notification
		return nil
	case e != nil:
		e.Message = clip(e.Message)
		return &reply{Version: "2.0", ID: r.id, Error: e}
	}
	if result == nil {
		result = nothing
	}
	return &reply{Version: "2.0", ID: r.id, Result: result}
}

// clip keeps a message readable that quotes what somebody sent.
func clip(message string) string {
	const most = 400
	if short := []rune(message); len(short) > most {
		return string(short[:most]) + "…"
	}
	return message
}

func blank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}

// handle does what a request asks for. A panic is a mistake of ruleck; it ends
// the request, not the server.
func (s *server) handle(r request) (result any, e *rpcError) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(s.log, "%v\n%s", p, debug.Stack())
			e = &rpcError{rpcInternal, "a mistake in ruleck itself", rpcData{Code: codeInternal}}
		}
	}()
	m, ok := methods[r.method]
	if !ok {
		return nil, bad("there is no method %q", r.method).hint(diag.DidYouMean(r.method, methodNames()))
	}
	c, e := s.call(r, m)
	if e != nil {
		return nil, e
	}
	result, err := m.do(s, c)
	if c.err != nil {
		return nil, asRPC(c.err)
	}
	if err != nil {
		return nil, asRPC(err)
	}
	return result, nil
}

// call checks what is the same for all methods: the names of the parameters, who
// asks, and whether there is a game.
func (s *server) call(r request, m method) (*call, *rpcError) {
	for _, key := range sortedKeys(r.params) {
		if !slices.Contains(m.params, key) {
			return nil, bad("%s has no parameter %q", r.method, key).hint(diag.DidYouMean(key, m.params))
		}
	}
	c := &call{params: r.params, as: r.as, viewer: value.Host}
	switch {
	case s.game == nil && m.needsGame:
		return nil, noGame()
	case s.game != nil && s.asOnly && r.as == "":
		return nil, notAllowed(`every request must say "as" which player`)
	case r.as != "" && m.hostOnly:
		return nil, notAllowed("%s is not for players", r.method)
	case r.as != "" && s.game != nil:
		v, err := s.game.Viewer(r.as)
		if err != nil {
			return nil, asRPC(err)
		}
		c.viewer = v
	}
	return c, nil
}

func noGame() *rpcError {
	e := bad("no game has begun: start one first")
	e.Data.Code = codeNoGame
	return e
}

// call is one request on its way, with its parameters.
type call struct {
	params map[string]any
	as     string // "" for the host
	viewer value.Viewer
	err    error // the first parameter that is missing or of a wrong type
}

func (c *call) wrong(key, want string) {
	if c.err == nil {
		v, given := c.params[key]
		if !given {
			c.err = bad("the parameter %q is missing: it is %s", key, want)
		} else {
			c.err = bad("the parameter %q must be %s, not %s", key, want, kindOf(v))
		}
	}
}

func (c *call) given(key string) bool { _, ok := c.params[key]; return ok }

// text is a parameter that may be left out.
func (c *call) text(key string) string {
	s, ok := c.params[key].(string)
	if !ok && c.given(key) {
		c.wrong(key, "a string")
	}
	return s
}

// name is a text that may be left out, but not be empty: an empty name is a
// mistake of the client and not the same as none.
func (c *call) name(key string) string {
	s := c.text(key)
	if s == "" && c.given(key) && c.err == nil {
		c.err = bad("the parameter %q is empty", key)
	}
	return s
}

// needText is one that may not be left out.
func (c *call) needText(key string) string {
	if !c.given(key) {
		c.wrong(key, "a string")
	}
	return c.name(key)
}

// number is a whole number from least up, or a default.
func (c *call) number(key string, least, otherwise int64) int64 {
	if !c.given(key) {
		return otherwise
	}
	n, ok := c.params[key].(int64)
	if !ok || n < least {
		c.wrong(key, fmt.Sprintf("a whole number from %d up", least))
	}
	return n
}

func (c *call) object(key string) map[string]any {
	m, ok := c.params[key].(map[string]any)
	if !ok && c.given(key) {
		c.wrong(key, "an object")
	}
	return m
}

// who is the player a request is about. A client that is limited to one player
// may leave the name out, and may not name another.
func (c *call) who(key string) string {
	name := c.name(key)
	switch {
	case c.as == "":
		return name
	case name != "" && name != c.as && c.err == nil:
		c.err = notAllowed("%s may not read or answer for %s", c.as, name)
	}
	return c.as
}

func (e *rpcError) hint(text string) *rpcError {
	if text != "" {
		e.Message += "; " + text
	}
	return e
}
