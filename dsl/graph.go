package dsl

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/alecthomas/participle/v2/ebnf"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar as a graph, made from what the parser prints of itself. Two
// things need it: printing it for people (Grammar), and saying what could have
// stood where a file went wrong (see mistakes.go). There is no second grammar.

// choice is a set of alternatives, with what they can begin with.
type choice struct {
	alts  []alternative
	first *first
}

// alternative is a sequence of symbols.
type alternative struct {
	symbols []*symbol
	first   *first
}

// symbol is one element of a sequence. Exactly one of word, token and body says
// what it is; many is 0 for once, or '?', '*', '+'.
type symbol struct {
	word  string          // a keyword or punctuation
	token lexer.TokenType // a kind of token
	rule  string          // the name of the production body is; "" for a group
	body  *choice
	many  byte
	first *first // leaving out how often it may occur
}

// first is what something can begin with. What may be empty is nullable.
type first struct {
	words    map[string]bool
	tokens   map[lexer.TokenType]bool
	expr     bool
	nullable bool
}

// production is one line of the grammar.
type production struct {
	name string
	body *choice
}

// graph is the whole grammar; nothing changes it once it is made.
type graph struct {
	productions []production
	byName      map[string]*choice
	words       map[string]bool // every keyword
	symbols     []*symbol
}

// theGraph is built when it is first needed: a good file never needs it.
var theGraph = sync.OnceValue(func() *graph {
	parsed, err := ebnf.ParseString(fileParser.String())
	if err != nil {
		panic(fmt.Sprintf("dsl: participle prints a grammar it cannot read: %v", err))
	}
	g := &graph{byName: map[string]*choice{}, words: map[string]bool{}}
	g.byName[exprRule] = &choice{first: &first{expr: true}} // exprReader knows the rest
	for _, p := range parsed.Productions {
		g.byName[p.Production] = &choice{}
	}
	for _, p := range parsed.Productions {
		body := g.byName[p.Production]
		body.alts = g.alternatives(p.Expression)
		g.productions = append(g.productions, production{p.Production, body})
	}
	for _, p := range g.productions {
		p.body.begin()
	}
	for _, s := range g.symbols {
		s.begin()
	}
	return g
})

// exprRule is the production that is read by exprReader.
const exprRule = "Expr"

func (g *graph) alternatives(e *ebnf.Expression) (alts []alternative) {
	for _, a := range e.Alternatives {
		var symbols []*symbol
		for _, t := range a.Terms {
			symbols = append(symbols, g.symbol(t))
		}
		alts = append(alts, alternative{symbols: symbols})
	}
	return alts
}

// symbolTokens are the kinds of token as participle prints them.
var symbolTokens = map[string]lexer.TokenType{
	"ident": tokIdent, "int": tokInt, "string": tokString, "index": tokIndex,
}

func (g *graph) symbol(t *ebnf.Term) *symbol {
	s := &symbol{}
	g.symbols = append(g.symbols, s)
	if t.Repetition != "" {
		s.many = t.Repetition[0]
	}
	switch {
	case t.Literal != "":
		s.word, _ = strconv.Unquote(t.Literal)
		if isLetter(s.word[0]) {
			g.words[s.word] = true
		}
	case t.Token != "":
		s.token = symbolTokens[t.Token]
	case t.Name != "":
		s.rule, s.body = t.Name, g.byName[t.Name]
	default:
		s.body = &choice{alts: g.alternatives(t.Group.Expr)}
	}
	return s
}

// begin works out what c can begin with. A production never begins with
// itself, so this ends.
func (c *choice) begin() *first {
	if c.first != nil {
		return c.first
	}
	f := newFirst()
	for i := range c.alts {
		a := &c.alts[i]
		a.first = newFirst()
		a.first.nullable = true
		for _, s := range a.symbols {
			of := s.begin()
			a.first.add(of)
			if !of.nullable && s.many != '?' && s.many != '*' {
				a.first.nullable = false
				break
			}
		}
		f.add(a.first)
		f.nullable = f.nullable || a.first.nullable
	}
	c.first = f
	return f
}

func (s *symbol) begin() *first {
	if s.first == nil {
		switch {
		case s.word != "":
			s.first = newFirst()
			s.first.words[s.word] = true
		case s.token != 0:
			s.first = newFirst()
			s.first.tokens[s.token] = true
		default:
			s.first = s.body.begin()
		}
	}
	return s.first
}

func newFirst() *first {
	return &first{words: map[string]bool{}, tokens: map[lexer.TokenType]bool{}}
}

// add adds all but nullable.
func (f *first) add(other *first) {
	for w := range other.words {
		f.words[w] = true
	}
	for t := range other.tokens {
		f.tokens[t] = true
	}
	f.expr = f.expr || other.expr
}

// accepts tells whether the next token of lex can be the beginning.
func (f *first) accepts(lex *lexer.PeekingLexer) bool {
	t := lex.Peek()
	if t.Type != tokString && f.words[t.Value] || f.tokens[t.Type] {
		return true
	}
	return f.expr && (&exprReader{lex: lex}).starts()
}
