package dsl

// Scenarios and breakages.

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
