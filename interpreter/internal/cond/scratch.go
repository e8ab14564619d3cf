package cond

import "fmt"

// scratch is the working memory of an evaluation: room for lists, and what has
// to be put back when the evaluation ends. It is reused, so that evaluating a
// condition allocates nothing once it is warm.
type scratch struct {
	depth  int     // evaluations inside evaluations: 0 between them
	room   []int64 // lists being computed lie here, one behind the other
	used   int
	steps  int // turns of loops since the outermost evaluation began
	fp     int // FP and len(Lists) when it began
	nlists int
}

// maxSteps bounds the turns of all loops of one evaluation, so that nested
// quantifiers over long lists are an error instead of a program that hangs.
const maxSteps = 10_000_000

// site is a place in the text of an expression that faults are reported at.
type site struct {
	origin any
	off    int
}

// fail ends the evaluation with a fault. It leaves the context as it was before
// the outermost evaluation, so that whoever recovers has nothing to clean up.
func (c *Ctx) fail(at *site, hint, format string, args ...any) {
	c.Reset()
	panic(&Fault{Origin: at.origin, Offset: at.off, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// Reset puts the context back to where it was before the outermost evaluation.
// It is only needed by someone who recovers a panic of Guard.
func (c *Ctx) Reset() {
	if c.depth > 0 {
		c.depth = 0
		c.FP = c.fp
		c.Lists = c.Lists[:c.nlists]
	}
}

// enter begins an evaluation that uses scratch memory.
func (c *Ctx) enter() (used, nlists int) {
	nlists = len(c.Lists)
	if c.depth == 0 {
		c.used, c.steps, c.fp, c.nlists = 0, 0, c.FP, nlists
	}
	c.depth++
	return c.used, nlists
}

// leave ends what enter began. A list that is its result stays where it is, so
// used is given back only by evaluations of scalars.
func (c *Ctx) leave(nlists int) {
	c.depth--
	c.Lists = c.Lists[:nlists]
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

// count adds n turns of a loop to the steps.
func (c *Ctx) count(at *site, n int) {
	c.steps += n
	if c.steps > maxSteps {
		c.fail(at, "loop over shorter lists, or nest fewer quantifiers", "this takes more than %d steps", maxSteps)
	}
}

// reach makes sure that Vars has n words from FP on.
func (c *Ctx) reach(n int) {
	if need := c.FP + n; need > len(c.Vars) {
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
