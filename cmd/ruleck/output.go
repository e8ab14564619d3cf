package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"syscall"

	"ruleck/dsl/diag"
)

// app is what a verb works with: where to read and write, and in which format.
type app struct {
	ctx      context.Context
	in       io.Reader
	out, err *gate
	json     bool

	paintOut, paintErr diag.Paint // nil where the output is no terminal
}

// verb is one parsed command.
type verb interface {
	// run does it. What it finds it prints itself and returns exit(1); when it
	// cannot go on, it returns a *failure, which is printed for it.
	run(a *app) error

	// document is what the verb prints in JSON, with nothing known but the head.
	document(head) any
}

// head begins every JSON document that reports a failure.
type head struct {
	OK          bool      `json:"ok"`
	Diagnostics diag.List `json:"diagnostics,omitempty"`
}

// exit is an error that says all there is to say by its number.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// failure ends a verb with an exit code and the reasons for it.
type failure struct {
	exit int
	list diag.List
}

func (f *failure) Error() string { return f.list[0].Message }

func fail(exit int, code diag.Code, format string, args ...any) *failure {
	f := &failure{exit: exit}
	f.list.Errorf(code, diag.Span{}, format, args...)
	return f
}

func (f *failure) hint(format string, args ...any) *failure {
	f.list[0].Hintf(format, args...)
	return f
}

// guarded runs a verb; a panic, which is a mistake in ruleck, becomes a failure.
func (a *app) guarded(v verb) (err error) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(a.err, "%v\n%s", p, debug.Stack())
			err = fail(exitFindings, codeInternal, "a mistake in ruleck itself: %v", p)
		}
	}()
	return v.run(a)
}

// finish prints what err has to say and returns the exit code.
func (a *app) finish(v verb, err error) int {
	var f *failure
	var code exit
	var help helpWanted
	switch {
	case err == nil:
		return exitGood
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &help):
		a.help(help)
		return exitGood
	case !errors.As(err, &f):
		f = fail(exitFindings, codeInternal, "%s", err)
	}
	if !a.json {
		a.complain(f.list)
		return f.exit
	}
	h := head{Diagnostics: f.list}
	if v == nil {
		a.print(h)
	} else {
		a.print(v.document(h))
	}
	return f.exit
}

// print writes one JSON document and a line end, in one piece.
func (a *app) print(doc any) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		panic(err) // the documents are ours
	}
	a.out.Write(buf.Bytes())
}

func (a *app) say(format string, args ...any) { fmt.Fprintf(a.out, format, args...) }

// note tells something that is not part of the result.
func (a *app) note(format string, args ...any) { fmt.Fprintf(a.err, format+"\n", args...) }

func (a *app) complain(list diag.List) { diag.WriteText(a.err, list, a.paintErr) }

// told is the exit code in the end: output that could not be written is a failure,
// whatever the verb found. A reader who has gone away has seen enough.
func (a *app) told(code int) int {
	err := a.out.broken()
	if err == nil || errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return code
	}
	a.complain(fail(exitUsage, codeOutput, "cannot write the output: %s", cause(err)).list)
	return exitUsage
}

// gate is a writer that remembers that it failed. It can be shut, so that a verb
// that was interrupted cannot write into the last words.
type gate struct {
	mu  sync.Mutex
	to  io.Writer
	err error // once it is set, nothing more is written

	used bool
}

func (g *gate) Write(p []byte) (n int, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err != nil {
		return 0, g.err
	}
	g.used = true
	n, g.err = g.to.Write(p)
	return n, g.err
}

// broken is why nothing more can be written, or nil.
func (g *gate) broken() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// It tells whether anything was written before.
func (g *gate) shut() (used bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.err = io.ErrClosedPipe
	return g.used
}

// painter colours diagnostics if w is a terminal.
func painter(w io.Writer) diag.Paint {
	if !isTerminal(w) {
		return nil
	}
	colour := map[diag.Role]string{
		diag.RolePlace: "1", diag.RoleError: "1;31", diag.RoleWarning: "1;33", diag.RoleCaret: "32", diag.RoleHint: "36",
	}
	return func(r diag.Role, s string) string {
		if c := colour[r]; c != "" {
			return "\x1b[" + c + "m" + s + "\x1b[0m"
		}
		return s
	}
}
