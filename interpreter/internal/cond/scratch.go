package cond

import "fmt"

// scratch is the working memory of an evaluation: room for lists, and what has
// to be put back when the evaluation ends. It is reused, so that evaluating a
// condition allocates nothing once it is warm.
type scratch struct {
	depth  int     // 1 while an evaluation goes on: those inside it do not begin anew
	room   []int64 // lists being computed lie here, one behind the other
	used   int
	steps  int // turns of loops and calls of values since the outermost evaluation began
	fp     int // FP and len(Lists) when it began
	nlists int
}

// MaxSteps bounds the turns of all loops and the calls of values of one evaluation,
// so that nested quantifiers over long lists, or values that each need the one before
// twice, are an error instead of a program that hangs.
const MaxSteps = 10_000_000

// site is a place in the text of an expression that faults are reported at.
type site struct {
	origin any
	off    int
}

// fail ends the evaluation with a fault.
func (c *Ctx) fail(at *site, hint, format string, args ...any) {
	panic(&Fault{Origin: at.origin, Offset: at.off, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// begin makes scratch memory ready for an outermost evaluation. The caller defers
// finish, so that the context is tidy whichever way the evaluation ends: a fault
// is recovered by somebody who knows nothing of this.
func (c *Ctx) begin() {
	c.depth, c.used, c.steps, c.fp, c.nlists = 1, 0, 0, c.FP, len(c.Lists)
}

func (c *Ctx) finish() {
	c.depth, c.FP, c.Lists = 0, c.fp, c.Lists[:c.nlists]
}

// alloc gives room for n words, which hold anything. A full arena is replaced by
// a larger one: lists in the old one stay valid, and giving back a mark of the
// old one in the new one merely wastes the room below it.
func (c *Ctx) alloc(n int) []int64 {
	if c.used+n > len(c.room) {
		c.room = make([]int64, max(2*len(c.room), c.used+n, 256))
		c.used = 0
	}
	s := c.room[c.used : c.used+n : c.used+n]
	c.used += n
	return s
}

// count adds n turns of a loop, or a call, to the steps.
func (c *Ctx) count(at *site, n int) {
	c.steps += n
	c.Turns += n
	if c.steps > MaxSteps {
		c.fail(at, "loop over shorter lists, nest fewer quantifiers, or call values less often", "this takes more than %d steps", MaxSteps)
	}
	if c.MaxTurns > 0 && c.Turns > c.MaxTurns {
		c.fail(at, "loop over shorter lists, or less often", "all expressions together take more than %d steps", c.MaxTurns)
	}
}

// reach makes sure that Vars has n words from FP on.
func (c *Ctx) reach(n int) {
	need := c.FP + n
	if need <= len(c.Vars) {
		return
	}
	if need <= cap(c.Vars) { // whoever put it back to a shorter length left the room
		c.Vars = c.Vars[:cap(c.Vars)]
	} else {
		bigger := make([]int64, max(2*len(c.Vars), need, 64))
		copy(bigger, c.Vars)
		c.Vars = bigger
	}
}

// push puts a list into Lists and gives its index.
func (c *Ctx) push(list []int64) int {
	c.Lists = append(c.Lists, list)
	return len(c.Lists) - 1
}
