// Package types describes what a rulebook declares: its types, the fields that
// hold state, its values, and where each field lies in memory. Conditions and
// the machine both read it; it knows neither rule text nor CEL.
//
// # How values are words
//
// Everything is whole numbers. A scalar value is one int64, a word:
//
//	int          the number
//	bool         0 or 1
//	name         members of an enum, table or entity count from 1; 0 is none
//	union        1 + alternative + 256 * the word it holds; 0 is none
//
// A set is a bit mask (member w is bit (w-1)%63 of word (w-1)/63); a list or
// pile is its length followed by room for Max elements; "per X T" is one T for
// each member of X; a record is its fields in order. That is how they lie in
// memory. While being computed with, a set, list or pile is a slice of element
// words in order (a set in declared order), and a record a slice of its fields.
package types

import "strings"

// Kind is the shape of a type.
type Kind uint8

const (
	Int    Kind = iota + 1
	Bool        // truth
	Name        // a member of an enum, table or entity
	Union       // one of several alternatives, some holding a value
	Record      // named fields, all scalar
	Set         // of names, no order of its own
	List        // ordered, may repeat, at most Max
	Pile        // ordered pieces; a piece is in one pile at a time
	Per         // one value for each member of Key
	Object      // the game, or a running procedure: only a holder of fields
)

// Type is one type. Types are shared and never changed after loading.
type Type struct {
	Kind     Kind
	Named    *Named // Name, Union, Record, Object: what is declared
	Elem     *Type  // Set, List, Pile, Per
	Key      *Named // Per
	Min, Max int64  // Int: the bounds, if Bounded. List, Pile: Max is the capacity
	Bounded  bool
	Optional bool // Name, Union: may be none
}

var (
	IntType  = &Type{Kind: Int}
	BoolType = &Type{Kind: Bool}
)

// Form is the kind of a declaration of a named type.
type Form uint8

const (
	Enum Form = iota + 1
	Table
	Entity  // numbered things: Cell.1, Cell.2
	Seats   // the players
	Copies  // physical copies of the rows of a table
	UnionOf // a union
	RecordOf
	Game       // the one table: `game`
	Occurrence // a running procedure: its parameters and fields
)

// Named is one declared type. Its members are named; member i is word i+1.
type Named struct {
	Name    string
	Form    Form
	Members []string          // declared names; for Copies "joker.1"
	Display map[string]string // display names where they differ, by member
	Fields  []*Field
	Alts    []Alt   // UnionOf
	Of      *Named  // Copies: the table
	Faces   []int64 // Copies: word of the row each member is a copy of
	Owners  []int64 // Copies per player: word of the player each member belongs to; nil if they are nobody's
	Bag     bool    // RecordOf: made for the entries of a bag; its last field says how many
	Pieces  bool    // some pile holds members: Where is the field that says which
	Where   int     // Pieces: address of member 1's place word; member w is at Where+w-1
	MinSeat int     // Seats: fewest players
	ID      int     // Occurrence: number of the procedure's code
}

// Alt is one alternative of a union; Type is nil if it holds nothing.
type Alt struct {
	Name string
	Type *Type
}

// Field is a named part of a Named: a printed column, or state.
//
// A column never changes: Column has the word of each member. A state field of
// member w lies at Base + (w-1)*Stride; of the game at Base; of an occurrence at
// Base from the start of its frame.
type Field struct {
	Name   string
	Type   *Type
	Owner  *Named
	Column []int64
	Base   int
	Stride int
	Packed bool // a parameter of an occurrence: a list or record lies on the heap, see PackList
	Secret bool // has `seen by`: reading it goes through Ctx.Guard
	ID     int  // position in World.Fields
}

// Param is a parameter of a value.
type Param struct {
	Name string
	Type *Type
}

// Func is a declared value: a name, parameters and the type of its result.
type Func struct {
	Name   string // dotted
	Params []Param
	Result *Type
	ID     int // position in World.Values
}

// World is everything that is declared and has a type.
type World struct {
	Named  []*Named // in declared order
	Fields []*Field // every state field and column
	Values []*Func
	Game   *Named // never nil after the declaration stage
	Seats  *Named // never nil
	Slots  []*Slot
	Ruling []*Named // rulings: an Enum each, named as the ruling
}

// Slot is a typed hole in the rows of a table: a procedure, or a value if Result is set.
type Slot struct {
	Name   string
	Table  *Named
	Params []Param
	Result *Type
}

// Lookup finds a named type, or nil.
func (w *World) Lookup(name string) *Named {
	for _, n := range w.Named {
		if n.Name == name {
			return n
		}
	}
	return nil
}

// Field finds a field by name, or nil.
func (n *Named) Field(name string) *Field {
	for _, f := range n.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Member gives the word of a declared name, or 0.
func (n *Named) Member(name string) int64 {
	for i, m := range n.Members {
		if m == name {
			return int64(i + 1)
		}
	}
	return 0
}

// Scalar reports whether a value of the type is one word.
func (t *Type) Scalar() bool {
	switch t.Kind {
	case Int, Bool, Name, Union:
		return true
	}
	return false
}

// Listy reports whether values are sequences of elements.
func (t *Type) Listy() bool { return t.Kind == Set || t.Kind == List || t.Kind == Pile }

// Width is the number of words of one value as an element of a list: 1 for
// scalars, the number of fields for records.
func (t *Type) Width() int {
	if t.Kind == Record {
		return len(t.Named.Fields)
	}
	return 1
}

// Words is the number of words a field of this type takes in memory.
func (t *Type) Words() int {
	switch t.Kind {
	case Set:
		return (len(t.Elem.Named.Members) + 62) / 63
	case List, Pile:
		return 1 + int(t.Max)*t.Elem.Width()
	case Per:
		return len(t.Key.Members) * t.Elem.Words()
	case Record:
		return len(t.Named.Fields)
	case Object:
		return 0
	}
	return 1
}

// String is the type as a rule file writes it.
func (t *Type) String() string {
	opt := ""
	if t.Optional {
		opt = "?"
	}
	switch t.Kind {
	case Int:
		return "int"
	case Bool:
		return "bool"
	case Set:
		return "set of " + t.Elem.String()
	case List:
		return "list of " + t.Elem.String()
	case Pile:
		return "pile of " + t.Elem.String()
	case Per:
		return "per " + t.Key.Name + " " + t.Elem.String()
	}
	return t.Named.Name + opt
}

// Union words.

// MakeUnion packs alternative alt (counted from 0) and the word it holds.
func MakeUnion(alt int, held int64) int64 { return int64(alt+1) | held<<8 }

// UnionAlt is the alternative of a union word, counted from 0; -1 for none.
func UnionAlt(w int64) int { return int(w&255) - 1 }

// UnionHeld is the word a union word holds.
func UnionHeld(w int64) int64 { return w >> 8 }

// Qualified splits a dotted name at its last dot.
func Qualified(name string) (owner, last string) {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return "", name
}
