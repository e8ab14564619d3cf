package dsl

// The tree: its leaves, and what a file declares; the files beside this one (ast*.go)
// hold the rest, a kind of node each. Each node is a participle struct: its tags are the grammar of its
// production, so grammar and tree cannot part ways. Span is filled by the
// parser: Start is the node's first byte, End the byte after its last token.

// Ident is one ASCII identifier.
type Ident struct {
	Node
	Text string `parser:"@Ident"`
}

// Name is a dotted name: harvest.main. Only a path of a scenario may have a number
// as a part (P1.cart.2.spot names a piece); elsewhere check.go refuses it.
type Name struct {
	Node
	Parts []string `parser:"@Ident ( '.' ( @Ident | @Int ) )*"`
}

// Expr is the text of one CEL expression, as written. It ends where two
// operands would stand side by side (see celend.go); package dsl knows no more
// of CEL than that.
type Expr struct {
	Node
	Text string
}

// Cite names clauses of the printed rules: [R6.2.next, R8.1].
// A trailing * stands for every clause with that prefix.
type Cite struct {
	Node
	Clauses []*Clause `parser:"'[' @@ ( ',' @@ )* ']'"`
}

// Clause is one clause id: R6.1.first-look.
type Clause struct {
	Node
	ID string `parser:"@( Ident ( '.' ( Ident | Int | '*' ) | '-' Ident )* )"`
}

// String is a quoted text; Text has no quotes and no escapes.
type String struct {
	Node
	Text StringText `parser:"@String"`
}

// Int is a whole number without sign.
type Int struct {
	Node
	Value IntValue `parser:"@Int"`
}

// Head is the first line of a file: what it is and its dotted name.
// Kind is "rules", "variant" or "scenarios". A variant is of a rulebook, or of a stack:
// of garden + house.orchard. What is over another file goes first where both change the
// same. Changes are the clauses that a variant means to change.
type Head struct {
	Node
	Kind      string  `parser:"@( 'rules' | 'variant' | 'scenarios' )"`
	Name      *Name   `parser:"@@"`
	Of        []*Name `parser:"( 'of' @@ ( '+' @@ )* )?"`
	Uses      []*Name `parser:"( 'uses' @@"`
	Over      []*Name `parser:"| 'over' @@"`
	Requires  []*Name `parser:"| 'requires' @@"`
	Conflicts []*Name `parser:"| 'conflicts' @@"`
	Changes   []*Cite `parser:"| 'changes' @@ )*"`
}

// File is one parsed file. Decls holds what could be parsed, in order.
type File struct {
	Head  *Head
	Decls []Decl
}

// Decl is a declaration, one per top-level item of a file.
type Decl interface{ decl() }

// ClausesDecl lists printed clauses: clauses { R6.1.when "…" refused }.
type ClausesDecl struct {
	Node
	Clauses []*ClauseDecl `parser:"'clauses' '{' @@* '}'"`
}

// ClauseDecl is id, own words, and how scenarios have to show it: refused, never,
// either, none; or beside, for a clause that is only cited.
type ClauseDecl struct {
	Node
	ID    *Clause `parser:"@@"`
	Words *String `parser:"@@"`
	Kind  *Ident  `parser:"@@"`
}

// EnumDecl: enum Phase { planting, market }.
type EnumDecl struct {
	Node
	Name    *Ident   `parser:"'enum' @@"`
	Members []*Ident `parser:"'{' @@ ( ',' @@ )* '}'"`
}

// UnionDecl: union Prize { nothing_new, player: Player }.
type UnionDecl struct {
	Node
	Name *Ident `parser:"'union' @@"`
	Alts []*Alt `parser:"'{' @@ ( ',' @@ )* '}'"`
}

// Alt is one alternative of a union.
type Alt struct {
	Node
	Name *Ident `parser:"@@"`
	Type *Ident `parser:"( ':' @@ )?"`
}

// RecordDecl: record Lot { ware: Ware  spot: Spot }.
type RecordDecl struct {
	Node
	Name   *Ident   `parser:"'record' @@"`
	Fields []*Field `parser:"'{' @@* '}'"`
}

// SeatsDecl declares the players and how many: seats Player 3..8 { … }.
type SeatsDecl struct {
	Node
	Name   *Ident   `parser:"'seats' @@"`
	Min    *Int     `parser:"@@"`
	Max    *Int     `parser:"( '..' @@ )?"`
	Fields []*Field `parser:"'{' @@* '}'"`
}

// EntityDecl: entity Seed copies of Plant { … }, entity Cell 9 { … }.
type EntityDecl struct {
	Node
	Name     *Ident   `parser:"'entity' @@"`
	Count    *Int     `parser:"( @@"`
	CopiesOf *Ident   `parser:"| 'copies' 'of' @@"`
	Per      *Ident   `parser:"  ( 'per' @@ )? )"`
	Fields   []*Field `parser:"'{' @@* '}'"`
}

// TableDecl: table Season { rank: int 1..8  has holder: Player?  slot main(p: Player) }.
// Fields without `has` are printed columns; `has` fields are state.
type TableDecl struct {
	Node
	Name  *Ident       `parser:"'table' @@"`
	Items []*TableItem `parser:"'{' @@* '}'"`
}

// TableItem is one column, state field or slot.
type TableItem struct {
	Node
	Slot *Slot  `parser:"  @@"`
	Has  bool   `parser:"| ( @'has' )?"`
	Col  *Field `parser:"  @@"`
}

// Slot is a typed hole that each row fills: a procedure, or a value if Type is
// set. Default is nil (every row must fill it), `nothing`, or an expression.
type Slot struct {
	Node
	Name    *Ident   `parser:"'slot' @@"`
	Params  []*Param `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
	Type    *Type    `parser:"( ':' @@ )?"`
	Nothing bool     `parser:"( '=' ( @'nothing'"`
	Default *Expr    `parser:"| @@ ) )?"`
}

// RowsDecl: rows Lot (id, size) unwritten { barrel small }.
type RowsDecl struct {
	Node
	Table     *Ident   `parser:"'rows' @@"`
	Columns   []*Ident `parser:"'(' @@ ( ',' @@ )* ')'"`
	Unwritten bool     `parser:"( @'unwritten' )?"`
	Cells     []*Cell  `parser:"'{' @@* '}'"`
}

// Cell is one cell of a row: a name, a number, a display text, or - for none.
type Cell struct {
	Node
	Ident *Ident  `parser:"  @@"`
	Int   *Int    `parser:"| @@"`
	Text  *String `parser:"| @@"`
	None  bool    `parser:"| @'-'"`
}

// CardDecl is one row written out, with its slots and its changes while in force:
// card harvest "Harvest" of Season [R6.0] { rank = 3  main(p) { … } }.
type CardDecl struct {
	Node
	Name      *Ident      `parser:"'card' @@"`
	Display   *String     `parser:"( @@ )?"`
	Table     *Ident      `parser:"'of' @@"`
	Unwritten bool        `parser:"( @'unwritten' )?"`
	Cite      *Cite       `parser:"( @@ )?"`
	Over      []*Name     `parser:"( 'over' @@ )*"`
	Items     []*CardItem `parser:"'{' @@* '}'"`
}

// CardItem is a column (`rank = 3`), a filled slot (`main(p) { … }`,
// `choices() = both()`) or a set of changes (`while this in game.signs { … }`).
type CardItem struct {
	Node
	While  *Expr     `parser:"  'while' @@"`
	Change []*Change `parser:"  '{' @@* '}'"`
	Name   *Ident    `parser:"| @@"`
	Value  *Expr     `parser:"  ( '=' @@"`
	Slot   *SlotBody `parser:"  | @@ )"`
}

// SlotBody fills a slot.
type SlotBody struct {
	Node
	Params []*Ident `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
	Cite   *Cite    `parser:"( @@ )?"`
	Value  *Expr    `parser:"( '=' @@"`
	Body   *Block   `parser:"| @@ )"`
}

// GameDecl: game { first_seat: Player … }: the fields of the one table.
type GameDecl struct {
	Node
	Fields []*Field `parser:"'game' '{' @@* '}'"`
}

// Field: hand: pile of Copy seen by [it] = default.
type Field struct {
	Node
	Name    *Ident `parser:"@@ ':'"`
	Type    *Type  `parser:"@@"`
	SeenBy  *Expr  `parser:"( 'seen' 'by' @@ )?"`
	Refills *Name  `parser:"( 'refills' 'from' @@ )?"`
	Default *Expr  `parser:"( '=' @@ )?"`
}

// Type: int 0..9, bool, Player?, set of Player, list of Outcome max 8, pile of Copy, per Player int.
type Type struct {
	Node
	Int  *IntType  `parser:"  @@"`
	Many *ManyType `parser:"| @@"`
	Per  *PerType  `parser:"| @@"`
	Name *Ident    `parser:"| @@"`
	Opt  bool      `parser:"  ( @'?' )?"`
}

// IntType: int, int 0..9, int -1..1.
type IntType struct {
	Node
	Min *Bound `parser:"'int' ( @@"`
	Max *Bound `parser:"'..' @@ )?"`
}

// Bound is a whole number with an optional sign.
type Bound struct {
	Node
	Minus bool `parser:"( @'-' )?"`
	Int   *Int `parser:"@@"`
}

// ManyType: Of is "set", "list", "pile" or "bag" (a bag is a parameter only).
type ManyType struct {
	Node
	Of   string `parser:"@( 'set' | 'list' | 'pile' | 'bag' ) 'of'"`
	Elem *Ident `parser:"@@"`
	Max  *Int   `parser:"( 'max' @@ )?"`
}

// PerType: per Player int 0..99: one value for each player.
type PerType struct {
	Node
	Key  *Ident `parser:"'per' @@"`
	Type *Type  `parser:"@@"`
}

func (*ClausesDecl) decl()   {}
func (*EnumDecl) decl()      {}
func (*UnionDecl) decl()     {}
func (*RecordDecl) decl()    {}
func (*SeatsDecl) decl()     {}
func (*EntityDecl) decl()    {}
func (*TableDecl) decl()     {}
func (*RowsDecl) decl()      {}
func (*CardDecl) decl()      {}
func (*GameDecl) decl()      {}
func (*PlayDecl) decl()      {}
func (*SetupDecl) decl()     {}
func (*EndsDecl) decl()      {}
func (*RulingDecl) decl()    {}
func (*InvariantDecl) decl() {}
func (*ValueDecl) decl()     {}
func (*CallDecl) decl()      {}
func (*ProcDecl) decl()      {}
func (*WheneverDecl) decl()  {}
func (*OpenDecl) decl()      {}
func (*EffectDecl) decl()    {}
func (*ExtendDecl) decl()    {}
func (*ChangeDecl) decl()    {}
func (*ScenarioDecl) decl()  {}
func (*BreakageDecl) decl()  {}
