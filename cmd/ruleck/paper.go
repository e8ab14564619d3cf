package main

import (
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"ruleck/dsl/diag"
)

// How what is told to a person lies on the screen. What is no terminal gets every line
// whole and plain.

const (
	usualWidth  = 80 // of a terminal that does not tell
	usualHeight = 24
	leastWidth  = 20 // what is narrower breaks its lines itself
	tabStop     = 2  // by which the rest of a line that was broken is indented
)

// size is how many columns and lines the terminal has that the output goes to; 0 and 0
// where it goes elsewhere. It is asked anew each time, as windows are resized.
func (a *app) size() (columns, lines int) {
	f, ok := a.out.to.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, 0
	}
	columns, lines, err := term.GetSize(int(f.Fd()))
	if err != nil || columns == 0 || lines == 0 {
		return usualWidth, usualHeight
	}
	return columns, lines
}

// tell prints a paragraph behind a prefix. A line that is broken goes on below where
// it began.
func (a *app) tell(prefix, text string) {
	columns, _ := a.size()
	a.say("%s%s\n", prefix, broken(text, columns, max(ansi.StringWidth(prefix), tabStop)))
}

// broken is a text broken into lines that fit behind an indentation; columns is 0 for
// a screen without a right edge.
func broken(text string, columns, indent int) string {
	if columns == 0 {
		return text
	}
	text = ansi.Wrap(text, max(columns-indent, leastWidth), "")
	return strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", indent))
}

// gap is what lies between two columns.
const gap = 4

func widest(texts []string) (width int) {
	for _, t := range texts {
		width = max(width, ansi.StringWidth(t))
	}
	return width
}

// fitting is how many columns of texts fit beside each other; at least one.
func fitting(texts []string, columns int) int {
	return max(1, (columns+gap)/(widest(texts)+gap))
}

// inColumns lays texts out in columns, to be read downwards.
func inColumns(texts []string, across int) []string {
	width := widest(texts) + gap
	lines := make([]string, (len(texts)+across-1)/across)
	for i, t := range texts {
		lines[i%len(lines)] += t + strings.Repeat(" ", width-ansi.StringWidth(t))
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// paint colours a text, if the output is a terminal that wants colour.
func (a *app) paint(r diag.Role, text string) string {
	if a.paintOut == nil {
		return text
	}
	return a.paintOut(r, text)
}

// isTerminal reports whether a reader or writer is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// clean leaves out what keys and colours send to a terminal, and lets nothing else
// steer one. Rule files and pasted lines come from strangers.
func clean(text string) string { return diag.Printable(ansi.Strip(text)) }
