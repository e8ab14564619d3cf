package dsl

// What cards, effects and variants change in the texts of others.

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
	Offer   *OfferChange   `parser:"| @@"`
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

// RemoveChange: remove step harvest.main.draw [cite], remove limit lead.pass.another,
// remove row poppy.
type RemoveChange struct {
	Node
	What string `parser:"'remove' @( 'step' | 'limit' | 'row' )"`
	Name *Name  `parser:"@@"`
	Cite *Cite  `parser:"( @@ )?"`
}

// OfferChange: offer seed.sell(it.p) in step garden.turn.act [cite] where COND.
type OfferChange struct {
	Node
	Call  *Call `parser:"'offer' @@"`
	Step  *Name `parser:"'in' 'step' @@"`
	Cite  *Cite `parser:"( @@ )?"`
	Where *Expr `parser:"( 'where' @@ )?"`
}
