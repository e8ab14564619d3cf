package dsl

// The tree. Each node is a participle struct: its tags are the grammar of its
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

// ---- files ----

// Head is the first line of a file: what it is and its dotted name.
// Kind is "rules", "variant" or "scenarios". What is over another file goes first
// where both change the same.
type Head struct {
	Node
	Kind string  `parser:"@( 'rules' | 'variant' | 'scenarios' )"`
	Name *Name   `parser:"@@"`
	Of   *Name   `parser:"( 'of' @@ )?"`
	Uses []*Name `parser:"( 'uses' @@"`
	Over []*Name `parser:"| 'over' @@ )*"`
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

// ---- the rulebook ----

// PlayDecl names the main procedure: play game.rounds().
type PlayDecl struct {
	Node
	Call *Call `parser:"'play' @@"`
}

// SetupDecl: setup [cite] { statements }: run once before the main procedure.
type SetupDecl struct {
	Node
	Cite *Cite  `parser:"'setup' ( @@ )?"`
	Body *Block `parser:"@@"`
}

// EndsDecl: ends [cite] when EXPR scoring NAME: when the game is over, and the
// value of one player that says what each player got. Score may be nil.
type EndsDecl struct {
	Node
	Cite  *Cite `parser:"'ends' ( @@ )?"`
	When  *Expr `parser:"'when' @@"`
	Score *Name `parser:"( 'scoring' @@ )?"`
}

// RulingDecl is an open question with its readings: ruling empty_bag [cite]: a | b default a.
// In expressions the ruling's name is the reading that this game has: empty_bag == b.
type RulingDecl struct {
	Node
	Name    *Ident   `parser:"'ruling' @@"`
	Cite    *Cite    `parser:"( @@ )?"`
	Options []*Ident `parser:"':' @@ ( '|' @@ )*"`
	Default *Ident   `parser:"'default' @@"`
}

// InvariantDecl: invariant cards [cite]: EXPR.
type InvariantDecl struct {
	Node
	Name *Ident `parser:"'invariant' @@"`
	Cite *Cite  `parser:"( @@ )?"`
	Cond *Expr  `parser:"':' @@"`
}

// ValueDecl: value purse(p: Player) [cite]: int at least 0 = 7.
type ValueDecl struct {
	Node
	Name   *Name         `parser:"'value' @@"`
	Params []*Param      `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
	Cite   *Cite         `parser:"( @@ )?"`
	Type   *Type         `parser:"':' @@"`
	Bounds []*ValueBound `parser:"@@*"`
	Expr   *Expr         `parser:"'=' @@"`
}

// ValueBound: at least EXPR, at most EXPR; applied after every change.
type ValueBound struct {
	Node
	Which string `parser:"'at' @( 'least' | 'most' )"`
	Expr  *Expr  `parser:"@@"`
}

// Param is a fixed parameter (p: Player) or an open one, asked of a player.
type Param struct {
	Node
	Choice *Choice `parser:"  @@"`
	Name   *Ident  `parser:"| @@"`
	Type   *Type   `parser:"  ':' @@"`
}

// Choice is what a player is asked for:
//
//	one next [cite] from players()
//	any plants from p.plants            (a subset)
//	exactly 7 kept from p.hand          (a subset of that size)
//	up to 2 down from p.plants          (a subset of at most that size)
//	sequence upper from seen            (every one of them, in an order)
//	bag of up to 5 wares from stock     (how many of each, at most that many in all)
//	number coins from 0 to p.coins
type Choice struct {
	Node
	Kind  string `parser:"( @( 'one' | 'any' | 'sequence' | 'number' )"`
	Exact *Expr  `parser:"| 'exactly' @@"`
	UpTo  *Expr  `parser:"| 'up' 'to' @@"`
	Bag   *Expr  `parser:"| 'bag' 'of' 'up' 'to' @@ )"`
	Name  *Ident `parser:"@@"`
	Cite  *Cite  `parser:"( @@ )?"`
	From  *Expr  `parser:"'from' @@"`
	To    *Expr  `parser:"( 'to' @@ )?"`
}

// CallDecl is an event or an action: parameters, limits, then what it does.
// An action is what a player does; an event happens.
type CallDecl struct {
	Node
	Kind   string   `parser:"@( 'event' | 'action' )"`
	Name   *Name    `parser:"@@"`
	Params []*Param `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
	Cite   *Cite    `parser:"( @@ )?"`
	Limits []*Limit `parser:"'{' @@*"`
	Body   []*Stmt  `parser:"@@* '}'"`
}

// Limit: limit another [cite]: to != game.first_seat else "the reason".
type Limit struct {
	Node
	Name   *Ident  `parser:"'limit' @@"`
	Cite   *Cite   `parser:"( @@ )?"`
	Cond   *Expr   `parser:"':' @@"`
	Reason *String `parser:"( 'else' @@ )?"`
}

// ProcDecl: procedure action.turn(p: Player) [cite] { has acted: bool = false  step … }.
type ProcDecl struct {
	Node
	Name   *Name    `parser:"'procedure' @@"`
	Params []*Param `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
	Cite   *Cite    `parser:"( @@ )?"`
	Has    []*Field `parser:"'{' ( 'has' @@ )*"`
	Body   []*Stmt  `parser:"@@* '}'"`
}

// WheneverDecl: whenever hand.over [cite] each p in players() when COND { … }.
type WheneverDecl struct {
	Node
	Name *Name  `parser:"'whenever' @@"`
	Cite *Cite  `parser:"( @@ )?"`
	Each *Ident `parser:"( 'each' @@"`
	In   *Expr  `parser:"'in' @@ )?"`
	When *Expr  `parser:"'when' @@"`
	Body *Block `parser:"@@"`
}

// OpenDecl opens an action to players while a procedure runs, whatever else is
// being decided: open swap.offer to each p in players() during auction.lot.
type OpenDecl struct {
	Node
	Action *Name  `parser:"'open' @@"`
	Cite   *Cite  `parser:"( @@ )?"`
	Each   *Ident `parser:"'to' 'each' @@"`
	In     *Expr  `parser:"'in' @@"`
	During *Name  `parser:"'during' @@"`
	When   *Expr  `parser:"( 'when' @@ )?"`
}

// EffectDecl is a set of changes that rule text brings into force for a time:
// effect silent(who: Player) [cite] { forbid can_bid(p) where p == who }. See Begin.
type EffectDecl struct {
	Node
	Name    *Name     `parser:"'effect' @@"`
	Params  []*Param  `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
	Cite    *Cite     `parser:"( @@ )?"`
	Changes []*Change `parser:"'{' @@* '}'"`
}

// ExtendDecl adds fields to a declared type: extend Player { held: bool = false }.
type ExtendDecl struct {
	Node
	Name   *Ident   `parser:"'extend' @@"`
	Fields []*Field `parser:"'{' @@* '}'"`
}

// ChangeDecl is a change in force from load.
type ChangeDecl struct {
	Node
	Change *Change `parser:"@@"`
}

// ---- changes ----

// Change alters one named hook. Exactly one field is set.
type Change struct {
	Node
	Set     *SetChange     `parser:"  @@"`
	Add     *AddChange     `parser:"| @@"`
	Cap     *CapChange     `parser:"| @@"`
	Forbid  *ForbidChange  `parser:"| @@"`
	Around  *AroundChange  `parser:"| @@"`
	Instead *InsteadChange `parser:"| @@"`
	Limit   *LimitChange   `parser:"| @@"`
	Waive   *WaiveChange   `parser:"| @@"`
	Remove  *RemoveChange  `parser:"| @@"`
}

// Target is a value with names for its arguments, or a dotted hook such as an
// event's parameter: purse(p), cards.draw.count.
type Target struct {
	Node
	Name   *Name    `parser:"@@"`
	Params []*Ident `parser:"( '(' ( @@ ( ',' @@ )* )? ')' )?"`
	Cite   *Cite    `parser:"( @@ )?"`
}

// SetChange: set purse(p) [cite] to 3 where COND.
type SetChange struct {
	Node
	Target *Target `parser:"'set' @@"`
	To     *Expr   `parser:"'to' @@"`
	Where  *Expr   `parser:"( 'where' @@ )?"`
}

// AddChange: add 2 to worth(x) where COND.
type AddChange struct {
	Node
	Amount *Expr   `parser:"'add' @@"`
	Target *Target `parser:"'to' @@"`
	Where  *Expr   `parser:"( 'where' @@ )?"`
}

// CapChange: cap purse(p) at 4 where COND.
type CapChange struct {
	Node
	Target *Target `parser:"'cap' @@"`
	At     *Expr   `parser:"'at' @@"`
	Where  *Expr   `parser:"( 'where' @@ )?"`
}

// ForbidChange: forbid can_bid(p) where COND, forbid step auction.lot.bid, forbid hand.over.
type ForbidChange struct {
	Node
	Step   bool    `parser:"'forbid' ( @'step' )?"`
	Target *Target `parser:"@@"`
	Where  *Expr   `parser:"( 'where' @@ )?"`
}

// AroundChange: before step NAME { … }, after EVENT where COND { … }.
type AroundChange struct {
	Node
	When string `parser:"@( 'before' | 'after' )"`
	Step bool   `parser:"( @'step' )?"`
	Name *Name  `parser:"@@"`
	Cite *Cite  `parser:"( @@ )?"`
	Cond *Expr  `parser:"( 'where' @@ )?"`
	Body *Block `parser:"@@"`
}

// InsteadChange: instead of step NAME { … }, instead of EVENT where COND { … }.
type InsteadChange struct {
	Node
	Step bool   `parser:"'instead' 'of' ( @'step' )?"`
	Name *Name  `parser:"@@"`
	Cite *Cite  `parser:"( @@ )?"`
	Cond *Expr  `parser:"( 'where' @@ )?"`
	Body *Block `parser:"@@"`
}

// LimitChange: limit term on lead.pass [cite] where COND: COND else "reason".
type LimitChange struct {
	Node
	Name   *Ident  `parser:"'limit' @@"`
	On     *Name   `parser:"'on' @@"`
	Cite   *Cite   `parser:"( @@ )?"`
	Where  *Expr   `parser:"( 'where' @@ )?"`
	Cond   *Expr   `parser:"':' @@"`
	Reason *String `parser:"( 'else' @@ )?"`
}

// WaiveChange: waive seed.plant.pay where COND.
type WaiveChange struct {
	Node
	Name  *Name `parser:"'waive' @@"`
	Cite  *Cite `parser:"( @@ )?"`
	Where *Expr `parser:"( 'where' @@ )?"`
}

// RemoveChange: remove step harvest.main.draw [cite], remove limit lead.pass.another.
type RemoveChange struct {
	Node
	What string `parser:"'remove' @( 'step' | 'limit' )"`
	Name *Name  `parser:"@@"`
	Cite *Cite  `parser:"( @@ )?"`
}

// ---- statements ----

// Block: { statements }.
type Block struct {
	Node
	Stmts []*Stmt `parser:"'{' @@* '}'"`
}

// Call: cards.draw(active, 2).
type Call struct {
	Node
	Name *Name   `parser:"@@"`
	Args []*Expr `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
}

// Path is a place that can be written: game.first_seat, auction.lot.bids[p]. The
// bracket of an index touches the name; a cite after a path stands apart.
type Path struct {
	Node
	Name  *Name `parser:"@@"`
	Index *Expr `parser:"( Index @@ ']' )?"`
}

// Stmt is one statement. Exactly one field is set.
type Stmt struct {
	Node
	Let      *Let      `parser:"  @@"`
	Set      *Set      `parser:"| @@"`
	Add      *Add      `parser:"| @@"`
	Take     *Take     `parser:"| @@"`
	Move     *Move     `parser:"| @@"`
	Draw     *Draw     `parser:"| @@"`
	Shuffle  *Shuffle  `parser:"| @@"`
	Do       *Do       `parser:"| @@"`
	When     *When     `parser:"| @@"`
	Match    *Match    `parser:"| @@"`
	Each     *Each     `parser:"| @@"`
	Repeat   *Repeat   `parser:"| @@"`
	Together *Together `parser:"| @@"`
	Step     *Step     `parser:"| @@"`
	All      *All      `parser:"| @@"`
	End      *End      `parser:"| @@"`
	Restart  *Restart  `parser:"| @@"`
	Begin    *Begin    `parser:"| @@"`
	Due      *Due      `parser:"| @@"`
	Nothing  *Nothing  `parser:"| @@"`
	Ask      *Ask      `parser:"| @@"`
}

// Let: let down = p.plants.filter(x, !x.ready).
type Let struct {
	Node
	Name *Ident `parser:"'let' @@"`
	Expr *Expr  `parser:"'=' @@"`
}

// Set: set game.first_seat to next.
type Set struct {
	Node
	Path *Path `parser:"'set' @@"`
	Expr *Expr `parser:"'to' @@"`
}

// Add: add 1 to p.vp (a number), add p to game.queue (a set or list).
type Add struct {
	Node
	Expr *Expr `parser:"'add' @@"`
	Path *Path `parser:"'to' @@"`
}

// Take: take 1 from p.coins. Less than is there, or out of bounds, is an error.
type Take struct {
	Node
	Expr *Expr `parser:"'take' @@"`
	Path *Path `parser:"'from' @@"`
}

// Move puts pieces (one, or a list) on a pile: move upper to game.deck on top.
// The first of the list ends up topmost with "top"; the last ends up the very
// bottom with "bottom". Without a place: on top.
type Move struct {
	Node
	What *Expr  `parser:"'move' @@"`
	To   *Path  `parser:"'to' @@"`
	On   string `parser:"( 'on' @( 'top' | 'bottom' ) )?"`
}

// Draw: draw 2 from game.bag to p.hand. Takes as many as there are, with
// a refill between if the pile declares one.
type Draw struct {
	Node
	Count *Expr  `parser:"'draw' @@"`
	From  *Path  `parser:"'from' @@"`
	To    *Path  `parser:"'to' @@"`
	As    *Ident `parser:"( 'as' @@ )?"`
}

// Shuffle: shuffle game.deck.
type Shuffle struct {
	Node
	Path *Path `parser:"'shuffle' @@"`
}

// Do runs an event or action (do), or a procedure or a card's slot (run).
type Do struct {
	Node
	Kind string `parser:"@( 'do' | 'run' )"`
	Call *Call  `parser:"@@"`
}

// When: when COND { … } else { … }.
type When struct {
	Node
	Cond *Expr  `parser:"'when' @@"`
	Then *Block `parser:"@@"`
	Else *Block `parser:"( 'else' @@ )?"`
}

// Match over a union: match chosen { For { … } player x { … } }. Every alternative once.
type Match struct {
	Node
	Expr  *Expr   `parser:"'match' @@"`
	Cases []*Case `parser:"'{' @@* '}'"`
}

// Case is one alternative; Bind names what it holds.
type Case struct {
	Node
	Alt  *Ident `parser:"@@"`
	Bind *Ident `parser:"( @@ )?"`
	Body *Block `parser:"@@"`
}

// Each: each p in seats().minus([active]) { … }. The list is taken once.
type Each struct {
	Node
	Name *Ident `parser:"'each' @@"`
	In   *Expr  `parser:"'in' @@"`
	Body *Block `parser:"@@"`
}

// Repeat: repeat while COND at most N { … }. More than N rounds is an error.
type Repeat struct {
	Node
	While *Expr  `parser:"'repeat' 'while' @@"`
	Most  *Expr  `parser:"'at' 'most' @@"`
	Body  *Block `parser:"@@"`
}

// Together: nothing settles (no `whenever`) before the block is done.
type Together struct {
	Node
	Body *Block `parser:"'together' @@"`
}

// Step names a part of a procedure: step look [cite] when COND { … }. A finally
// step runs also when the procedure is ended early; it stands last.
type Step struct {
	Node
	Finally bool   `parser:"( @'finally' )?"`
	Name    *Ident `parser:"'step' @@"`
	Cite    *Cite  `parser:"( @@ )?"`
	When    *Expr  `parser:"( 'when' @@ )?"`
	Body    *Block `parser:"@@"`
}

// All asks several players at once; answers are sealed until all are in, then
// happen in the order of the list: all p in players() must bid.make(p).
type All struct {
	Node
	Name *Ident `parser:"'all' @@"`
	In   *Expr  `parser:"'in' @@"`
	How  string `parser:"@( 'must' | 'may' )"`
	Cite *Cite  `parser:"( @@ )?"`
	Call *Call  `parser:"@@"`
}

// End ends the innermost running procedure of that name; `finally` steps run.
type End struct {
	Node
	Name *Name `parser:"'end' @@"`
}

// Restart begins the innermost running procedure of that name anew.
type Restart struct {
	Node
	Call *Call `parser:"'restart' @@"`
}

// Begin brings an effect into force, its arguments fixed now:
// begin silent(x) until end of auction.phase.
type Begin struct {
	Node
	Call  *Call `parser:"'begin' @@"`
	Until *Name `parser:"'until' 'end' 'of' @@"`
}

// Due puts a text off until a procedure begins the next time; what it names of its
// surroundings is fixed now: at start of next season.phase { … }. It happens once.
type Due struct {
	Node
	When *Name  `parser:"'at' 'start' 'of' 'next' @@"`
	Body *Block `parser:"@@"`
}

// Nothing: the text says that nothing happens.
type Nothing struct {
	Node
	Word string `parser:"@'nothing'"`
}

// Ask puts a decision to a player (Who is an expression path such as p or
// game.first_seat). Exactly one of the rest is set.
type Ask struct {
	Node
	Who     *Path    `parser:"@@"`
	Chooses *Chooses `parser:"( @@"`
	Splits  *Splits  `parser:"| @@"`
	Must    *Must    `parser:"| @@"`
	May     *May     `parser:"| @@"`
	Takes   *Takes   `parser:"| @@"`
	Looks   *Looks   `parser:"| @@ )"`
}

// Chooses: p chooses one x [cite] from EXPR if none { … }. The block of IfNone
// runs instead of the rest of the enclosing block.
type Chooses struct {
	Node
	Choice *Choice `parser:"'chooses' @@"`
	IfNone *Block  `parser:"( 'if' 'none' @@ )?"`
}

// Splits: active splits seen into upper, lower in any order [cite]. Every one of
// the list goes into exactly one part; each part is an ordered list.
type Splits struct {
	Node
	What  *Expr    `parser:"'splits' @@"`
	Parts []*Ident `parser:"'into' @@ ( ',' @@ )*"`
	Order string   `parser:"@( 'in' 'any' 'order' )"`
	Cite  *Cite    `parser:"( @@ )?"`
}

// Must: active must [cite] lead.pass(). The open parameters of the action are
// asked; the cite belongs to being asked at all.
type Must struct {
	Node
	Cite *Cite `parser:"'must' ( @@ )?"`
	Call *Call `parser:"@@"`
}

// May is a yes-or-no with a cost (p may "use it" [cite] paying 1 from p.coins [cite] { … }),
// or an action that may be passed (p may [cite] bid.make(p) otherwise { … }). A
// block needs a prompt; Parse says so.
type May struct {
	Node
	Prompt    *String `parser:"'may' ( @@ )?"`
	Cite      *Cite   `parser:"( @@ )?"`
	Paying    *Expr   `parser:"( ( 'paying' @@"`
	From      *Path   `parser:"    'from' @@"`
	CostCite  *Cite   `parser:"    ( @@ )? )?"`
	Then      *Block  `parser:"  @@"`
	Call      *Call   `parser:"| @@ )"`
	Otherwise *Block  `parser:"( 'otherwise' @@ )?"`
}

// Takes: it is the player's turn to take one of these actions:
// p takes [cite] harvest.start(p), minor.action(p) or turn.pass(p).
type Takes struct {
	Node
	Cite  *Cite   `parser:"'takes' ( @@ )?"`
	Calls []*Call `parser:"@@ ( ( ',' | 'or' ) @@ )*"`
}

// Looks: active looks at top 2 of game.deck as seen [cite]. Only that
// player learns what they are.
type Looks struct {
	Node
	Top  *Expr  `parser:"'looks' 'at' ( 'top' @@ 'of' )?"`
	What *Expr  `parser:"@@"`
	As   *Ident `parser:"'as' @@"`
	Cite *Cite  `parser:"( @@ )?"`
}

// ---- scenarios ----

// ScenarioDecl: scenario "title" [cite] { scenes }.
type ScenarioDecl struct {
	Node
	Title  *String  `parser:"'scenario' @@"`
	Cite   *Cite    `parser:"( @@ )?"`
	Scenes []*Scene `parser:"'{' @@* '}'"`
}

// Scene is one line of a scenario. Exactly one field is set.
type Scene struct {
	Node
	Given  *Given `parser:"  @@"`
	Under  *Under `parser:"| @@"`
	Run    *Call  `parser:"| 'run' @@"`
	Expect *Expr  `parser:"| 'expect' @@"`
	Stops  *Name  `parser:"| 'stops' 'at' @@"`
	Ends   bool   `parser:"| @'ends'"`
	Acts   *Acts  `parser:"| @@"`
}

// Given: given { players = 4  seed = 7  seats = [P3, P1]  game.first_seat = P2 }. `players`, `seats`
// and `seed` shape the setup; every other path is laid over the state after it.
type Given struct {
	Node
	Sets []*GivenSet `parser:"'given' '{' @@* '}'"`
}

// GivenSet is one path and its value.
type GivenSet struct {
	Node
	Path *Path `parser:"@@"`
	Expr *Expr `parser:"'=' @@"`
}

// Under picks a reading of a ruling: under empty_bag = b.
type Under struct {
	Node
	Ruling *Ident `parser:"'under' @@"`
	Option *Ident `parser:"'=' @@"`
}

// Acts is what one player does, or what one player sees. Exactly one of the
// verbs is set; Refused may follow any of the doing ones.
type Acts struct {
	Node
	Who      *Ident    `parser:"@@"`
	Answers  *Answers  `parser:"( @@"`
	Tries    *Call2    `parser:"| ( 'takes' | 'tries' ) @@"`
	Passes   bool      `parser:"| @'passes'"`
	Accepts  bool      `parser:"| @'accepts'"`
	Declines bool      `parser:"| @'declines'"`
	Sees     *GivenSet `parser:"| 'sees' @@"`
	Counts   *GivenSet `parser:"| 'counts' @@"`
	Never    *Expr     `parser:"| 'never' 'sees' @@ )"`
	Refused  *Refused  `parser:"( @@ )?"`
}

// Answers: P2 answers (next: P3), or P2 answers P3 where there is one parameter.
type Answers struct {
	Node
	Named *NamedArgs `parser:"'answers' ( @@"`
	Bare  *Expr      `parser:"| @@ )"`
}

// Call2 is an action with arguments by name: lead.pass(next: P3).
type Call2 struct {
	Node
	Name *Name      `parser:"@@"`
	Args *NamedArgs `parser:"@@"`
}

// NamedArgs: (next: P3, coins: 2).
type NamedArgs struct {
	Node
	Args []*NamedArg `parser:"'(' ( @@ ( ',' @@ )* )? ')'"`
}

// NamedArg is one argument by name.
type NamedArg struct {
	Node
	Name *Ident `parser:"@@ ':'"`
	Expr *Expr  `parser:"@@"`
}

// Refused: refused by R6.2.next at lead.pass.another. Every clause must
// be listed by the refusal; At, if given, must be the name of the limit.
type Refused struct {
	Node
	By []*Clause `parser:"'refused' 'by' @@ ( ',' @@ )*"`
	At *Name     `parser:"( 'at' @@ )?"`
}

// BreakageDecl is one edit that makes the rules wrong; a scenario that cites the
// clause must fail on it: breakage R6.2.order "looks first" in harvest.rules { "old" becomes "new" }.
type BreakageDecl struct {
	Node
	Clause *Clause `parser:"'breakage' @@"`
	Title  *String `parser:"@@"`
	File   *String `parser:"'in' @@"`
	Old    *String `parser:"'{' @@"`
	New    *String `parser:"'becomes' @@ '}'"`
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
