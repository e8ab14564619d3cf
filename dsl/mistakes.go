package dsl

import (
	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// Finding every mistake of a declaration.
//
// participle stops at the first thing it cannot read, and knows only one of the
// things that could have stood there. So when it fails, the declaration is read
// once more by this reader, which walks the same grammar (graph.go) and builds
// no tree. It remembers for every token all that could have stood there, and it
// goes on after a mistake:
//
//   - a misspelt keyword is put right if the text then makes more sense (spelling.go);
//   - a mistake before a block goes on with the block;
//   - a mistake in a list between braces (statements, fields, ...) goes on
//     with the next item that begins a line, and the item is cut out;
//   - a brace that is missing is found by the indentation, if braces are missing
//     at all (recover.go).
//
// No two mistakes are reported at one token. What is left after the cuts is
// given to participle again, so a declaration keeps its name and its other parts.

// outcome tells how reading a part went.
type outcome int

const (
	good   outcome = iota
	broken         // there was a mistake, but the part was read to its end
	lost           // there was a mistake and nobody knows where the part ends
)

// mistakes reads one production and collects what is wrong with it.
type mistakes struct {
	g          *graph
	src        *diag.Source
	lex        *lexer.PeekingLexer
	production string
	begin      lexer.Checkpoint // where it begins
	surplus    int              // how many more braces open than close

	diags      diag.List
	reported   map[int]bool // offsets of tokens that have a mistake already
	lastReport int          // the greatest of them
	budget     int          // how many tokens may be read again to try a keyword
	trial      bool         // report nothing, stop at the first new mistake

	pass
}

// pass is the state of reading the production once.
type pass struct {
	wants  [3]wanted   // what could have stood at the last cursors, the newest first
	taken  [2]taken    // the last tokens, the newest first
	braces []openBrace // the braces that are open
	indent int         // the column where the present line of text begins

	exprEnd  int // the cursor where an expression last ended,
	exprLine int // and the line of its last token

	cuts    []diag.Span   // items to leave out
	inserts []lexer.Token // braces to put in
	missed  int           // how many braces have yet to be put in; less than 0 if they are {
	closed  bool          // the next } has been put in

	giveUp bool // unwind: the declaration ends here, or is read again
	fixed  bool // a keyword was put right: read again
	failed int  // the cursor where a trial stopped, or -1
}

// wanted is what could have stood at a cursor.
type wanted struct {
	cursor  int
	symbols []*symbol
}

// taken is a token that has been read. name tells that it was taken for a name,
// where a keyword might have been meant.
type taken struct {
	token  *lexer.Token
	cursor int
	name   bool
}

// openBrace is a {, and the column where its line begins.
type openBrace struct {
	token  *lexer.Token
	indent int
}

// findMistakes reads the production from the place of lex, which it moves to
// where the production ends or nothing more can be made of it.
// strays are the offsets of tokens that follow something the lexer has complained
// about; nothing more is said of them.
func findMistakes(src *diag.Source, lex *lexer.PeekingLexer, production string, strays []int) (*mistakes, outcome) {
	m := &mistakes{
		g: theGraph(), src: src, lex: lex, production: production, begin: lex.MakeCheckpoint(),
		reported: map[int]bool{}, lastReport: -1, budget: trialBudget,
	}
	m.surplus = m.countBraces()
	for _, offset := range strays {
		m.reported[offset] = true
	}
	for {
		how := m.read()
		if !m.fixed {
			return m, how
		}
	}
}

// read reads the production once.
func (m *mistakes) read() outcome {
	m.lex.LoadCheckpoint(m.begin)
	m.pass = pass{exprEnd: -1, failed: -1, missed: m.surplus}
	body := m.g.byName[m.production]
	how := m.once(&symbol{rule: m.production, body: body, first: body.first})
	m.budget -= m.lex.Cursor() - m.begin.Cursor()
	return how
}

// next takes a token; name tells how it was understood.
func (m *mistakes) next(name bool) {
	if firstOnLine(m.lex) {
		m.indent = m.lex.Peek().Pos.Column
	}
	cursor := m.lex.Cursor()
	t := m.lex.Next()
	m.take(taken{t, cursor, name})
	switch {
	case t.Type != tokPunct:
	case t.Value == "{":
		m.braces = append(m.braces, openBrace{t, m.indent})
	case t.Value == "}" && len(m.braces) > 0:
		m.braces = m.braces[:len(m.braces)-1]
	}
}

func (m *mistakes) take(t taken) { m.taken[1], m.taken[0] = m.taken[0], t }

// last is the token read last, or nil.
func (m *mistakes) last() *lexer.Token { return m.taken[0].token }

// want notes that s could stand at the next token.
func (m *mistakes) want(s *symbol) {
	if at := m.lex.Cursor(); m.wants[0].cursor != at {
		copy(m.wants[1:], m.wants[:])
		m.wants[0] = wanted{cursor: at}
	}
	m.wants[0].symbols = append(m.wants[0].symbols, s)
}

// wantedAt are the symbols noted for one of the last cursors.
func (m *mistakes) wantedAt(cursor int) []*symbol {
	for _, w := range m.wants {
		if w.cursor == cursor {
			return w.symbols
		}
	}
	return nil
}

// accepts tells whether the next token begins s. A declaration never begins
// inside of braces.
func (m *mistakes) accepts(s *symbol) bool {
	return s.first.accepts(m.lex) && !(len(m.braces) > 0 && atDeclaration(m.lex))
}

// sequence reads symbols one after the other.
func (m *mistakes) sequence(seq []*symbol) outcome {
	worst := good
	for i := 0; i < len(seq); i++ {
		at := m.lex.Cursor()
		how := m.symbol(seq, i)
		if how == lost {
			if m.lex.Cursor() > at {
				i++ // it had begun
			}
			if i = m.resume(seq, i); i < 0 {
				return lost
			}
			how = broken
			i--
		}
		worst = max(worst, how)
	}
	return worst
}

// symbol reads the symbol seq[i] as often as it may occur.
func (m *mistakes) symbol(seq []*symbol, i int) outcome {
	s := seq[i]
	switch s.many {
	case '?':
		if !m.accepts(s) {
			m.want(s)
			return good
		}
	case '*', '+':
		if isList(seq, i) {
			return m.list(seq, i)
		}
		worst := good
		for m.accepts(s) && worst != lost {
			worst = max(worst, m.once(s))
		}
		m.want(s)
		return worst
	}
	return m.once(s)
}

// once reads s one time.
func (m *mistakes) once(s *symbol) outcome {
	if m.giveUp {
		return lost
	}
	nullable := s.body != nil && s.first.nullable
	if !nullable && !m.accepts(s) {
		if how, guessed := m.guessBrace(s); guessed {
			return how
		}
		m.want(s)
		return m.fail()
	}
	switch {
	case s.rule == exprRule:
		return m.expression()
	case s.body == nil:
		m.next(s.token == tokIdent)
		return good
	}
	if m.lex.Peek().Type == tokIdent {
		m.want(s) // a keyword may have been meant by a name
	}
	for _, a := range s.body.alts {
		if a.first.accepts(m.lex) {
			return m.sequence(a.symbols)
		}
	}
	for _, a := range s.body.alts {
		if a.first.nullable {
			return m.sequence(a.symbols)
		}
	}
	return good
}

// expression reads an expression.
func (m *mistakes) expression() outcome {
	start := m.lex.Cursor()
	r := exprReader{lex: m.lex}
	err := r.read()
	if r.last != nil {
		single := m.lex.Cursor() == start+1
		m.take(taken{r.last, m.lex.Cursor() - 1, single && r.last.Type == tokIdent})
	}
	if err != nil {
		return m.failExpr(err.(*exprError))
	}
	m.exprEnd, m.exprLine = m.lex.Cursor(), r.last.Pos.Line
	return good
}
