package interpreter

import (
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// form is what kind of thing a code is. They differ in their heads only: all run
// in a frame of their own and may have steps.
type form uint8

const (
	formProcedure form = iota + 1
	formEvent
	formAction
	formSlot // a row's text
	formWhenever
	formSetup
	formDue // a text that was put off
)

var formWord = map[form]string{
	formProcedure: "procedure", formEvent: "event", formAction: "action",
	formSlot: "slot", formWhenever: "whenever", formSetup: "setup", formDue: "put off",
}

// code is the compiled form of one procedure, event, action, text of a card or
// `whenever`: a flat list of instructions.
type code struct {
	id       int
	name     string
	form     form
	named    *types.Named // its occurrence: parameters and `has` fields
	params   []*param
	limits   []*limit
	ops      []op
	size     int     // words of a frame before its heap
	finally  int     // first instruction of its finally steps; -1 without
	cleared  int     // the instruction behind them
	replaced stretch // what stands in for its text, finally steps and all
	again    int     // where the arguments of a restart wait in the frame; 0 if it is never restarted
	rule     int
	span     diag.Span
	inits    []fieldInit
	opens    []int    // parameters that are asked, as positions in params
	fields   []*param // the same themselves
	asks     []bool   // by instruction: whether it puts a decision
	adjusts  []*opAdjust
	closes   []*effect // effects that last until it ends
	dues     []int     // texts that are put off until it begins
	row      int64     // a slot's text: the row it belongs to
}

// stretch is the instructions from one up to, but not including, another.
type stretch struct{ from, to int }

// runs reports whether the instruction before pc is one of them.
func (s stretch) runs(pc int) bool { return s.from < pc && pc <= s.to }

// fieldInit gives a `has` field its first value.
type fieldInit struct {
	field *types.Field
	expr  *cond.Expr // nil: all words zero
}

// param is one parameter: fixed (given by the caller) or open (asked of a player).
type param struct {
	name   string
	typ    *types.Type
	at     int // word in the frame; lists and records are packed
	choice *choice
}

// param finds a parameter by name, or nil.
func (c *code) param(name string) *param {
	for _, p := range c.params {
		if p.name == name {
			return p
		}
	}
	return nil
}

// choice is what an open parameter may be.
type choice struct {
	kind     string     // one, some, order, number, part
	from     *cond.Expr // the elements; number: the least
	to       *cond.Expr // number: the most
	min, max *cond.Expr // some: how many; nil: any number
	rule     int
	elem     *types.Type
	secret   bool // what it may be is worked out from a secret: see secretChoices
}

// limit is a condition on what may be answered or happen.
type limit struct {
	name   string // dotted: lead.pass.another
	guard  *guard // when the change that brings it is in force; nil: always
	cond   *cond.Expr
	reason string
	rule   int
	last   int      // position of the last parameter it reads; -1 if none
	waived []*guard // changes that lift it
	span   diag.Span
}

// watch is a `whenever`, or the end of the game.
type watch struct {
	name   string
	each   *cond.Expr // nil: once
	when   *cond.Expr
	code   *code // nil for the end of the game
	rule   int
	reads  map[int]bool // ids of the fields that can make it come true
	before int          // local of its code: the state's hash when it began
	bans   []*guard     // changes that forbid it
	at     int          // its place in Game.rest
	steady bool         // whether it is true depends on the declared state alone
}

// open is an action that players may take while a procedure runs.
type open struct {
	action *code
	each   *cond.Expr
	during *types.Named
	when   *cond.Expr
	rule   int
}

// guard is when a change is in force: its card's `while`, its own `where`.
type guard struct {
	while, where *cond.Expr
	rule         int
	span         diag.Span
}

// callSite is a call with its arguments.
type callSite struct {
	code *code         // nil for a slot of a row
	slot map[int64]int // row word to code id
	row  *cond.Expr
	args []*cond.Expr
	name string
	span diag.Span
}

// op is one instruction. do carries it out; the instruction counter already
// points at the next one. An op that waits for a player is an asker.
type op interface{ do(g *Game) }

// asker is an instruction that puts decisions to players. What it asks is worked
// out from the state each time, so nothing pending is ever stored half-judged.
type asker interface {
	op
	where(g *Game) diag.Span // where the rules ask
	questions(g *Game) []*question
	accept(g *Game, q *question, a *answer)
}
