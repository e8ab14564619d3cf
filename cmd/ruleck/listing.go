package main

import (
	"fmt"
	"strings"
)

// How the things to choose from are listed: each on a line, or on a terminal in
// columns, a screen at a time.

const (
	linesBeside   = 8 // of a screen, for what stands around a list
	fewLines      = 6 // a list is never cut shorter
	fewForColumns = 10
	listIndent    = 3
)

// list shows the things of a choice from the beginning.
func (q *asking) list(c *choice) {
	if len(c.things) == 0 && c.field.Kind != "number" && c.field.Kind != kindStuck {
		q.tell("  ", "nothing may be chosen for "+c.field.Name+" now; back goes back one field")
	}
	c.shown = 0
	q.further(c)
}

// further shows the next screen of things.
func (q *asking) further(c *choice) {
	var at []int
	for i := c.shown; i < len(c.things); i++ {
		at = append(at, i)
	}
	c.shown += q.numbered(c, at)
	left := len(c.things) - c.shown
	switch {
	case left > 0:
		q.tell("  ", q.paint(quietRole, fmt.Sprintf("%d more: the beginning of a name lists what begins so; more shows the next", left)))
	case c.more:
		q.tell("  ", q.paint(quietRole, "there are even more; a name will do as well"))
	}
}

// numbered lists the things at some positions, as many as fit on the screen, and says
// how many those are.
func (q *asking) numbered(c *choice, at []int) int {
	columns, lines := q.size()
	if columns == 0 { // no screen, no end
		lines = len(at) + linesBeside
	}
	room := max(lines-linesBeside, fewLines)
	if columns == 0 || len(at) <= min(room, fewForColumns) {
		return q.oneByOne(c, at)
	}
	texts := make([]string, len(at))
	digits := len(fmt.Sprint(len(c.things)))
	for k, i := range at {
		texts[k] = fmt.Sprintf("%*d  %s", digits, i+1, c.label(i))
	}
	across := fitting(texts, columns-listIndent)
	if across == 1 {
		return q.oneByOne(c, at[:min(len(at), room)])
	}
	n := min(len(at), across*room)
	for _, line := range inColumns(texts[:n], across) {
		q.say("%s%s\n", strings.Repeat(" ", listIndent), line)
	}
	return n
}

func (q *asking) oneByOne(c *choice, at []int) int {
	for _, i := range at {
		q.tell(fmt.Sprintf("%4d  ", i+1), c.label(i))
	}
	return len(at)
}

// narrowed lists what begins with a word that fits several things, and reports
// whether it did.
func (q *asking) narrowed(c *choice, e entry) bool {
	if e.isJSON || len(e.words) != 1 {
		return false
	}
	found := c.find(e.words[0])
	if len(found) < 2 {
		return false
	}
	if n := q.numbered(c, found); n < len(found) {
		q.tell("  ", q.paint(quietRole, fmt.Sprintf("%d more begin with %s", len(found)-n, e.text)))
	}
	return true
}
