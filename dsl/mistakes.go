package dsl

import (
	"math"

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
//   - a misspelt keyword is put right if the text then makes more sense;
//   - a mistake before a block goes on with the block;
//   - a mistake in a list between braces (statements, fields, ...) goes on
//     with the next item that begins a line, and the item is cut out;
//   - a block that is not closed ends at the next declaration.
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
	g     *graph
	src   *diag.Source
	lex   *lexer.PeekingLexer
	diags diag.List

	reported map[int]bool // offsets of tokens that have an error already
	cuts     []diag.Span  // items to leave out

	production string
	begin      lexer.Checkpoint // where it begins

	wants      [2]wanted      // at the last two cursors
	braces     []*lexer.Token // the open {
	last       *lexer.Token   // the token read last,
	lastIsName bool           // and whether it was taken for a name, not for a keyword
	exprEnd    int            // the cursor where an expression last ended,
	exprLine   int            // and the line of its last token
	giveUp     bool           // unwind: the declaration ends here, or is read again
	open       int            // how many braces were not closed when it ended

	budget int  // how many tokens may be read again to try a keyword
	trial  bool // report nothing, stop at the first new mistake
	failed int  // the cursor where a trial stopped, or -1
	fixed  bool // a keyword was put right: read again
}

// trialBudget bounds the work of putting keywords right in one declaration.
const trialBudget = 1 << 20

// findMistakes reads the production from the place of lex, which it moves to
// where the production ends or nothing more can be made of it.
// strays are the offsets of tokens that are preceded by something the lexer has
// complained about; nothing more is said of them.
func findMistakes(src *diag.Source, lex *lexer.PeekingLexer, production string, strays []int) (*mistakes, outcome) {
	m := &mistakes{
		g: theGraph(), src: src, lex: lex, production: production, begin: lex.MakeCheckpoint(),
		reported: map[int]bool{}, budget: trialBudget,
	}
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
	m.wants, m.braces, m.last, m.exprEnd = [2]wanted{}, nil, nil, -1
	m.lastIsName = false
	m.cuts, m.giveUp, m.open, m.failed, m.fixed = nil, false, 0, -1, false
	body := m.g.byName[m.production]
	how := m.once(&symbol{rule: m.production, body: body, first: body.first}, nil)
	m.budget -= m.lex.Cursor() - m.begin.Cursor()
	return how
}

func (m *mistakes) next() {
	m.last, m.lastIsName = m.lex.Next(), false
	switch {
	case m.last.Type == tokString:
	case m.last.Value == "{":
		m.braces = append(m.braces, m.last)
	case m.last.Value == "}" && len(m.braces) > 0:
		m.braces = m.braces[:len(m.braces)-1]
	}
}

// wanted is what could have stood at a cursor.
type wanted struct {
	cursor  int
	symbols []*symbol
}

// want notes that s could stand at the next token.
func (m *mistakes) want(s *symbol) {
	if at := m.lex.Cursor(); m.wants[0].cursor != at {
		m.wants[1] = m.wants[0]
		m.wants[0] = wanted{cursor: at}
	}
	m.wants[0].symbols = append(m.wants[0].symbols, s)
}

// wantedAt are the symbols noted for a cursor, which is one of the last two.
func (m *mistakes) wantedAt(cursor int) []*symbol {
	for _, w := range m.wants {
		if w.cursor == cursor {
			return w.symbols
		}
	}
	return nil
}

func (m *mistakes) accepts(s *symbol) bool { return s.first.accepts(m.lex) }

// sequence reads symbols one after the other.
func (m *mistakes) sequence(seq []*symbol) outcome {
	worst := good
	for i := 0; i < len(seq); i++ {
		at := m.lex.Cursor()
		how := m.symbol(seq[i], seq[i+1:])
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

// resume looks for a block that the rest of a sequence still needs, and skips
// to it. It returns the index of the symbol that begins with the block.
func (m *mistakes) resume(seq []*symbol, from int) int {
	for i := from; i < len(seq) && !m.giveUp; i++ {
		if seq[i].many == 0 && seq[i].first.words["{"] {
			if m.skipToBrace() {
				return i
			}
			return -1
		}
	}
	return -1
}

func (m *mistakes) skipToBrace() bool {
	start := m.lex.MakeCheckpoint()
	for {
		t := m.lex.Peek()
		switch {
		case t.Value == "{" && t.Type == tokPunct:
			return true
		case t.EOF(), t.Value == "}", firstOnLine(m.lex) && statementWord[t.Value], atDeclaration(m.lex):
			m.lex.LoadCheckpoint(start)
			return false
		}
		m.next()
	}
}

// symbol reads s as often as it may occur.
func (m *mistakes) symbol(s *symbol, rest []*symbol) outcome {
	switch s.many {
	case '?':
		if !m.accepts(s) {
			m.want(s)
			return good
		}
		return m.once(s, rest)
	case '*', '+':
		if closes(rest) && !s.first.words[","] {
			return m.list(s, rest)
		}
		worst := good
		for m.accepts(s) && worst != lost {
			worst = max(worst, m.once(s, rest))
		}
		m.want(s)
		return worst
	}
	return m.once(s, rest)
}

// closes tells whether the list before rest stands between braces.
func closes(rest []*symbol) bool {
	for _, s := range rest {
		if s.word == "}" {
			return true
		}
		if s.many != '*' {
			return false
		}
	}
	return false
}

// once reads s one time.
func (m *mistakes) once(s *symbol, rest []*symbol) outcome {
	if m.giveUp {
		return lost
	}
	nullable := s.body != nil && s.first.nullable
	inside := len(m.braces) > 0
	if !nullable && (!m.accepts(s) || inside && atDeclaration(m.lex)) {
		m.want(s)
		return m.fail()
	}
	switch {
	case s.rule == exprRule:
		return m.expression()
	case s.body == nil:
		m.next()
		m.lastIsName = s.token == tokIdent
		return good
	}
	if m.lex.Peek().Type == tokIdent {
		m.want(s) // a keyword may have been meant by the name
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

func (m *mistakes) expression() outcome {
	r := exprReader{lex: m.lex}
	err := r.read()
	if r.last != nil {
		m.last, m.lastIsName = r.last, false
	}
	if err != nil {
		return m.failExpr(err.(*exprError))
	}
	m.exprEnd, m.exprLine = m.lex.Cursor(), r.last.Pos.Line
	return good
}

// list reads items up to a closing brace, which it leaves to the caller.
func (m *mistakes) list(s *symbol, rest []*symbol) outcome {
	depth := len(m.braces)
	for !m.giveUp {
		t := m.lex.Peek()
		switch {
		case t.Value == "}" && t.Type == tokPunct:
			m.want(s)
			return good
		case t.EOF() || atDeclaration(m.lex):
			m.want(s)
			m.failNotClosed()
			return lost
		case !m.accepts(s) && m.begins(rest):
			m.want(s)
			return good
		}
		from := t.Pos.Offset
		how := m.once(s, rest)
		if how == lost && !m.giveUp {
			m.skipItem(depth, from)
		}
		if how != good && !m.giveUp {
			m.cut(from, m.lex.Peek().Pos.Offset)
		}
	}
	return lost
}

// cut leaves out an item, and with it what was cut inside it.
func (m *mistakes) cut(from, to int) {
	for len(m.cuts) > 0 && m.cuts[len(m.cuts)-1].Start >= from {
		m.cuts = m.cuts[:len(m.cuts)-1]
	}
	m.cuts = append(m.cuts, m.src.Span(from, to))
}

// begins tells whether the next token begins one of the symbols.
func (m *mistakes) begins(symbols []*symbol) bool {
	for _, s := range symbols {
		if m.accepts(s) {
			return true
		}
		if s.many != '*' && s.many != '?' {
			return false
		}
	}
	return false
}

// skipItem moves to where the next item of a list probably begins: the first
// word of a line, outside of inner braces. from is where the bad item begins.
func (m *mistakes) skipItem(depth, from int) {
	for {
		t := m.lex.Peek()
		if t.EOF() || atDeclaration(m.lex) {
			return
		}
		if len(m.braces) <= depth {
			if t.Value == "}" && t.Type == tokPunct {
				return
			}
			if t.Type == tokIdent && t.Pos.Offset > from && firstOnLine(m.lex) && !m.continues(t.Value) {
				return
			}
		}
		m.next()
	}
}

// continues tells whether a word at the start of a line belongs to the line
// before: a keyword that begins nothing.
func (m *mistakes) continues(word string) bool {
	return m.g.words[word] && !statementWord[word] && !declarationWord[word]
}

// suspects are the tokens that may be a misspelt keyword when reading stopped
// at the present token: this one, and the one before.
func (m *mistakes) suspects() (tokens []*lexer.Token, cursors []int) {
	at := m.lex.Cursor()
	if t := m.lex.Peek(); t.Type == tokIdent {
		tokens, cursors = append(tokens, t), append(cursors, at)
	}
	if m.lastIsName {
		tokens, cursors = append(tokens, m.last), append(cursors, at-1)
	}
	return tokens, cursors
}

// putRight tries to explain a failure by a misspelt keyword. The keyword is
// taken only if with it the text can be read further than without.
func (m *mistakes) putRight() bool {
	if m.budget < 0 {
		return false
	}
	tokens, cursors := m.suspects()
	for i, t := range tokens {
		if m.known(t) {
			continue
		}
		best, furthest := "", m.lex.Cursor()
		for _, guess := range diag.Near(t.Value, m.wantedWords(cursors[i])) {
			if reach := m.reach(t, guess); reach > furthest {
				best, furthest = guess, reach
			}
		}
		if best != "" {
			m.unknownWord(t, best)
			t.Value = best
			return true
		}
	}
	return false
}

// reach reads the declaration again with the guess in place of the token, and
// returns the cursor of the first new mistake.
func (m *mistakes) reach(t *lexer.Token, guess string) int {
	was := t.Value
	t.Value = guess
	defer func() { t.Value = was }()
	lex := *m.lex
	again := &mistakes{
		g: m.g, src: m.src, lex: &lex, production: m.production, begin: m.begin,
		reported: m.reported, trial: true,
	}
	again.read()
	m.budget += again.budget // less than nothing
	if again.failed < 0 {
		return math.MaxInt
	}
	return again.failed
}

// wantedWords are the keywords that could have stood at a cursor.
func (m *mistakes) wantedWords(cursor int) (words []string) {
	for _, s := range m.wantedAt(cursor) {
		for w := range s.first.words {
			if isLetter(w[0]) {
				words = append(words, w)
			}
		}
	}
	return words
}
