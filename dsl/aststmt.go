package dsl

// Statements: what a text does, and whom it asks.

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
