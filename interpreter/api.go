package interpreter

import (
	"ruleck/dsl/diag"
	"ruleck/interpreter/value"
)

// This file is what a program that plays games sees: what is asked, what
// happened, and what is refused. All values are plain data as the contract for
// other programs spells them: numbers are int64, entities, rows and enum values
// are their declared names, unions "For" or {"player":"P3"}, records objects,
// sets and lists arrays, absent is nil.

// Setup says how a game begins.
type Setup struct {
	Players int      // how many; 0 takes the fewest, or the length of Seats
	Seats   []string // names of the players clockwise; nil for P1 to Pn
	Seed    uint64
	Rulings map[string]string // readings other than the default, by ruling
}

// Status is what is open at a moment, as one viewer sees it.
type Status struct {
	Decisions []Decision `json:"decisions"`
	Actions   []Open     `json:"actions"`
	Done      bool       `json:"done"`
}

// Decision is one question that waits for one player.
type Decision struct {
	ID      string        `json:"id"`     // "12.P2": answers taken so far, player
	Player  string        `json:"player"` // who must answer
	Step    string        `json:"step"`   // dotted name of the step that asks
	Clauses []string      `json:"clauses"`
	Kind    string        `json:"kind"` // one, some, sequence, split, number, may, window, record
	Prompt  string        `json:"prompt"`
	Fields  []Field       `json:"fields"`            // what an answer is made of
	Offers  []Open        `json:"offers,omitempty"`  // a window: the actions to take one of
	Options []value.Shown `json:"options,omitempty"` // every legal answer, where they are few
	Pass    bool          `json:"pass"`              // null (passing) is legal
	Viewer  value.Viewer  `json:"-"`                 // the same player, for Game.View and Game.Events
}

// Field is one parameter of an answer.
type Field struct {
	Name     string        `json:"name"`
	Kind     string        `json:"kind"`              // one, some, sequence, number, may
	Options  []value.Shown `json:"options,omitempty"` // one: what may be chosen
	From     []value.Shown `json:"from,omitempty"`    // some, sequence: what the elements come from
	Min      int64         `json:"min"`
	Max      int64         `json:"max"`
	Distinct bool          `json:"distinct"`
	Rest     bool          `json:"rest,omitempty"` // further limits apply
}

// Open is an action that a player may take: in a window, or meanwhile.
type Open struct {
	Player string  `json:"player"`
	Action string  `json:"action"`
	Fields []Field `json:"fields"`
}

// Event is something that happened, as one viewer saw it.
type Event struct {
	Name    string                 `json:"name"` // dotted name of the event, action, step, or a built-in: set, moved, drawn, …
	Args    map[string]value.Shown `json:"args"`
	Clauses []string               `json:"clauses"`
	Text    string                 `json:"-"` // one line for people, made of the same
	Index   int                    `json:"-"` // its place among all there are: for who keeps the game, never for a viewer
}

// Refusal is one reason why an answer or an act was refused.
type Refusal struct {
	Name    string                 `json:"name"`    // of the limit, parameter or guard
	Clauses []string               `json:"clauses"` // cited by it; ["house"] for a house rule
	Reason  string                 `json:"reason"`  // one line
	Values  map[string]value.Shown `json:"values"`  // what made it so, by the text of the condition's parts
}

// Refused is every reason at once. Nothing changed.
type Refused []Refusal

// Options are legal continuations of a partial answer.
type Options struct {
	Options []value.Shown `json:"options"`
	More    bool          `json:"more"` // there are more than were asked for
}

// Error is a request that makes no sense (Bad), or a rule that failed while it
// ran. Either way nothing changed, but for one thing: where sealed answers clash, all
// of that round are dropped, and they are asked anew.
type Error struct {
	diag.Diagnostic
	Bad bool

	clash *clash // sealed answers clash
}

func (e *Error) Error() string { return e.Message }
