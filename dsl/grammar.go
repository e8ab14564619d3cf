package dsl

import (
	"github.com/alecthomas/participle/v2"
)

// The grammar is the tags of the tree in ast*.go, with this root. It is LL(1):
// the next token always tells which alternative is meant, so the parser never
// looks further and an error is found where it is.
type grammar struct {
	Head  *Head          `parser:"@@"`
	Decls []*declaration `parser:"@@*"`
}

// declaration holds one Decl, because participle's productions are structs.
type declaration struct {
	Decl Decl `parser:"@@"`
}

var (
	fileParser = participle.MustBuild[grammar](
		participle.Lexer(definition{symbols}),
		participle.UseLookahead(0),
		participle.Union[Decl](declKinds...),
	)
	headParser = mustProduction[Head]()
	declParser = mustProduction[declaration]()
)

// declKinds are the declarations, in the order the grammar is printed.
var declKinds = []Decl{
	&ClausesDecl{}, &EnumDecl{}, &UnionDecl{}, &RecordDecl{}, &SeatsDecl{}, &EntityDecl{}, &TableDecl{},
	&RowsDecl{}, &CardDecl{}, &GameDecl{}, &EffectDecl{}, &ExtendDecl{}, &PlayDecl{}, &SetupDecl{}, &EndsDecl{},
	&RulingDecl{}, &InvariantDecl{}, &ValueDecl{}, &CallDecl{}, &ProcDecl{}, &WheneverDecl{}, &OpenDecl{},
	&ChangeDecl{}, &ScenarioDecl{}, &BreakageDecl{},
}

func mustProduction[P any]() *participle.Parser[P] {
	p, err := participle.ParserForProduction[P](fileParser)
	if err != nil {
		panic(err)
	}
	return p
}
