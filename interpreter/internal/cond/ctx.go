// Package cond compiles conditions. cel-go parses the text of an expression and
// checks it against the declared types; the tree it parsed is compiled to our own
// strict closures over words of memory. Nothing outside this package touches
// cel-go, and cel-go never evaluates anything but in tests, where it is the
// oracle.
//
// Strict means: left to right, and an error that is reached is an error. A
// quantifier whose predicate can fail visits every element, so that no element
// hides another one's error.
//
// A text goes through these files: scan.go splits it and finds mistakes of
// writing, tree.go takes over the tree that cel-go parsed, lower.go and those it
// calls type it and build its closures, and gate.go asks cel-go's checker whether
// it agrees.
package cond

import "ruleck/interpreter/types"

// Ctx is what a compiled expression reads. The machine owns one and reuses it.
type Ctx struct {
	Mem   []int64 // the game's memory, see types.MemFrame and on
	Base  int     // the frame that local variables are read from
	Vars  []int64 // arguments of values and variables of quantifiers; a list or record is an index into Lists
	FP    int     // first argument of the value being computed, in Vars
	Lists [][]int64

	// Guard is called before a Secret field of a member is read, if set. It gives a
	// fault if whoever the expression is evaluated for may not know it; where the
	// expression stands is filled in here.
	Guard func(f *types.Field, member int64) *Fault

	// Turns counts the turns of loops and the calls of values of all evaluations; more
	// than MaxTurns of them, if that is set, are a fault. Whoever owns the context
	// begins anew as it likes.
	Turns, MaxTurns int

	// Deep counts the values that rows give inside one another.
	Deep int

	// Touch, if set, has a byte for each rule of the program; whoever computes a value
	// or a change of one marks that its rule had a say.
	Touch []uint8

	scratch // see scratch.go
}

// Fault is an error reached while evaluating. Closures panic with it; Try and the
// machine recover it.
type Fault struct {
	Origin  any // what was passed to Compile
	Offset  int // byte offset into that expression's text
	Message string
	Hint    string
}

func (f *Fault) Error() string { return f.Message }

// Issue is a mistake in the text of an expression, found at load.
type Issue struct {
	Kind    string // "syntax", "name", "type", "dialect", "secret": the caller maps it to a code
	Offset  int    // byte offset into the text
	Message string
	Hint    string // what to do, "did you mean"
}

// Place tells where a variable's word is.
type Place uint8

const (
	Local   Place = iota // Mem[Base+At]; a list or record is a packed word, see types.PackList
	Arg                  // Vars[FP+At]; a list or record is an index into Lists
	Const                // the word At
	Self                 // an Object: the occurrence whose frame is at Base
	Running              // an Object: the innermost running frame of Type.Named, found at run time
	Whole                // an Object: the game
	Fixed                // Mem[At]: a scalar that an effect keeps
)

// Var is one name an expression may use besides what is declared in the world.
type Var struct {
	Name  string // may be dotted for running procedures: "auction.lot"
	Type  *types.Type
	Place Place
	At    int64
}

// Scope is the names an expression may use. Later ones may not shadow earlier
// ones: the caller reports that.
type Scope struct {
	Vars []Var
	// Stage replaces values: inside a change of a value, its name means the value of
	// the precedence stage before that change.
	Stage map[*types.Func]*Value
	// Sure are paths that were tested: they are not none where the expression stands.
	Sure []string
	// Players are the names that the players sit under, by word; they are constants.
	// Only scenarios, given states and `eval` may name players: elsewhere it is nil.
	Players []string
}

// Value is a declared value, ready to be called. Arguments stand in Vars from FP.
// Exactly one of Scalar and Words is set once it is compiled; the struct itself
// exists before, so that expressions may refer to values not compiled yet.
type Value struct {
	Func   *types.Func
	Scalar func(*Ctx) int64
	Words  func(*Ctx) []int64
	Total  bool // cannot fail; false until proved

	slot *types.Slot // the slot it stands for, see Checker.Slot
}

// Expr is a compiled expression. Exactly one of Scalar and Words is set.
type Expr struct {
	Text    string
	Origin  any // what was passed to Compile
	Type    *types.Type
	Scalar  func(*Ctx) int64   // a scalar: its word (bool: 0 or 1)
	Words   func(*Ctx) []int64 // a list: its element words; a record: its fields. Only to be read, until the next evaluation
	CanFail bool
	Fields  []*types.Field // state fields it reads itself (not through values), each once
	Counts  []*types.Field // state fields of which it reads only the size, each once
	Columns []*types.Field // printed columns it reads itself, each once
	Calls   []*types.Func  // values it calls, each once
	Sure    []string       // a condition: paths that are not none where it is true
	Locals  []string       // names of Scope variables it uses, each once
	Cost    Cost           // how long it may take

	Canonical string // the same text for expressions that say the same in their scopes
	Facts     []Fact // a condition: what must be so where it is true

	root *term // see Explain
}

// Part is one thing an expression looked at: its text and what it was.
type Part struct {
	Text  string
	Type  *types.Type
	Words []int64
}

// PlaceExpr is a compiled path that can be written: a state field of something, or
// one entry of a `per` field.
type PlaceExpr struct {
	Text   string
	Origin any
	Field  *types.Field
	Type   *types.Type      // of what lies there (the entry's type for per[x])
	Cost   Cost             // how long it may take to find it
	Addr   func(*Ctx) int   // address of its first word
	Owner  func(*Ctx) int64 // member it belongs to; 0 for the game and occurrences
	Reads  []*types.Field   // fields that are read on the way to it
	Calls  []*types.Func    // values that are called on the way to it

	Canonical string // as of an Expr
}
