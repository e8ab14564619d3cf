package dsl

// What a rulebook declares that runs or is asked for: play, setup, values, actions,
// procedures and the rules beside them.

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
	Over    []*Name   `parser:"( 'over' @@ )*"`
	Changes []*Change `parser:"'{' @@* '}'"`
}

// ExtendDecl adds fields to a declared type or a procedure: extend Player { held: bool }.
type ExtendDecl struct {
	Node
	Name   *Name    `parser:"'extend' @@"`
	Fields []*Field `parser:"'{' @@* '}'"`
}

// ChangeDecl is a change in force from load.
type ChangeDecl struct {
	Node
	Change *Change `parser:"@@"`
}
