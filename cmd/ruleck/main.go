// Command ruleck checks, tests and plays rulebooks written as text files.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // before anything that takes time
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv)
	stop()
	os.Exit(code)
}

// run is the whole program: it does what args say and returns the exit code.
// Once ctx is done it returns at once, whatever a verb is still busy with.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	a := &app{
		ctx: ctx, in: stdin,
		out: &gate{to: stdout}, err: &gate{to: stderr},
		json: wantsJSON(args),
	}
	if env("NO_COLOR") == "" && env("TERM") != "dumb" {
		a.paintOut, a.paintErr = painter(stdout), painter(stderr)
	}
	v, err := parse(args)
	if err != nil {
		return a.told(a.finish(v, err))
	}
	done := make(chan error, 1)
	if ctx.Err() == nil { // both at once would leave it to chance which is seen
		go func() { done <- a.guarded(v) }()
	}
	select {
	case err = <-done:
		return a.told(a.finish(v, err))
	case <-ctx.Done():
		if used := a.out.shut(); used && a.json && oneAnswer(v) {
			return a.told(a.finish(v, <-done)) // it was about to end: a second document would be one too many
		}
		a.err.shut()
		if isTerminal(stdin) && isTerminal(stderr) {
			io.WriteString(stderr, "\n") // the cursor stands behind ^C
		}
		late := &app{ctx: ctx, out: &gate{to: stdout}, err: &gate{to: stderr}, json: a.json, paintErr: a.paintErr}
		return late.told(late.finish(v, fail(exitInterrupted, codeInterrupted, "interrupted")))
	}
}

// oneAnswer reports whether all that a verb prints in JSON is one document.
func oneAnswer(v verb) bool {
	switch v.(type) {
	case *runCmd, *serveCmd:
		return false
	}
	return true
}
