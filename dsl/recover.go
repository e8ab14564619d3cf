package dsl

import (
	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// Going on after a mistake: see mistakes.go.

// isList tells whether seq[i] is a list of items between braces.
func isList(seq []*symbol, i int) bool {
	if seq[i].many != '*' || seq[i].first.words[","] {
		return false
	}
	for _, s := range seq[i+1:] {
		if s.word == "}" {
			return true
		}
		if s.many != '*' {
			return false
		}
	}
	return false
}

// list reads the items of seq[i] up to a closing brace, which it leaves to the
// caller.
func (m *mistakes) list(seq []*symbol, i int) outcome {
	depth := len(m.braces)
	for some := false; !m.giveUp; {
		t := m.lex.Peek()
		item := seq[i]
		switch {
		case m.closed:
			return good
		case t.EOF() || atDeclaration(m.lex):
			m.want(item)
			m.failNotClosed()
			return good
		case m.guessEnd():
			return good
		case t.Value == "}" && t.Type == tokPunct:
			m.want(item)
			return good
		case i > 0 && isList(seq, i-1) && m.accepts(seq[i-1]) && !item.first.words[t.Value]:
			if item = seq[i-1]; some {
				m.reportMisplaced(t)
			}
		case !m.accepts(item) && m.begins(seq[i+1:]):
			m.want(item)
			return good
		}
		from, inserts := t.Pos.Offset, len(m.inserts)
		how := m.once(item)
		if how == lost && !m.giveUp {
			m.skipItem(depth, from)
		}
		if how == good && item == seq[i] {
			some = true
		} else if !m.giveUp {
			m.inserts = m.inserts[:inserts]
			m.cut(from, m.lex.Peek().Pos.Offset)
		}
	}
	return lost
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

// cut leaves out an item, and with it what was cut inside it.
func (m *mistakes) cut(from, to int) {
	for len(m.cuts) > 0 && m.cuts[len(m.cuts)-1].Start >= from {
		m.cuts = m.cuts[:len(m.cuts)-1]
	}
	m.cuts = append(m.cuts, diag.Span{Source: m.src, Start: from, End: to})
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
		m.next(false)
	}
}

// continues tells whether a word at the start of a line belongs to the line
// before: a keyword that begins nothing.
func (m *mistakes) continues(word string) bool {
	return m.g.words[word] && !statementWord[word] && !declarationWord[word]
}

// resume looks for a block that the rest of a sequence still needs, and skips
// to it. It returns the index of the symbol that begins with the block, or -1.
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

// skipToBrace moves to the next { before anything new begins.
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
		m.next(false)
	}
}

// Missing braces.
//
// A missing brace makes everything after it look wrong. Whether one is missing
// is easily counted, up to the next declaration in the first column; where it is
// missing is told by the indentation. Where no brace is missing the indentation
// means nothing.

// countedTokens is how far braces are counted: farther than any declaration goes.
const countedTokens = 20_000

// countBraces is how many more braces open than close in the declaration.
func (m *mistakes) countBraces() (surplus int) {
	lex := *m.lex
	for i := range countedTokens {
		t := lex.Peek()
		switch {
		case t.EOF() || i > 0 && atDeclaration(&lex):
			return surplus
		case t.Type != tokPunct:
		case t.Value == "{":
			surplus++
		case t.Value == "}":
			surplus--
		}
		lex.Next()
	}
	return 0
}

// guessEnd tells whether the list of the innermost brace has ended before the
// next token although its } is missing: the line does not stand further right
// than the line of the brace.
func (m *mistakes) guessEnd() bool {
	if m.missed <= 0 || len(m.braces) == 0 || !firstOnLine(m.lex) {
		return false
	}
	brace, t := m.braces[len(m.braces)-1], m.lex.Peek()
	column := t.Pos.Column
	if t.Value == "}" {
		column++ // in line with the brace's line it closes it
	}
	if t.EOF() || t.Pos.Line == brace.token.Pos.Line || column > brace.indent {
		return false
	}
	if m.lastReport < brace.token.Pos.Offset && !m.known(t) { // else the mistake is known
		m.reportNotClosed(t, brace)
	}
	m.closeBrace()
	return true
}

// failNotClosed closes what is open where the declaration ends.
func (m *mistakes) failNotClosed() {
	if t := m.lex.Peek(); !m.known(t) {
		m.reportNotClosed(t, m.braces[len(m.braces)-1])
	}
	m.closeBrace()
}

// closeBrace puts in a }.
func (m *mistakes) closeBrace() {
	m.inserts = append(m.inserts, lexer.Token{Type: tokPunct, Value: "}", Pos: m.lex.Peek().Pos})
	m.braces = m.braces[:len(m.braces)-1]
	m.missed--
	m.closed = true
}

// guessBrace reads s with a brace that is put in.
func (m *mistakes) guessBrace(s *symbol) (how outcome, guessed bool) {
	switch block := blockOf(s); {
	case s.word == "}" && m.closed:
		m.closed = false
		return good, true
	case m.missed >= 0 || m.braceOnLine():
		return good, false
	case s.word == "{":
		m.want(s)
		m.fail()
		m.missed++
		m.inserts = append(m.inserts, lexer.Token{Type: tokPunct, Value: "{", Pos: m.lex.Peek().Pos})
		m.braces = append(m.braces, openBrace{m.last(), m.indent})
		return good, true
	case block != nil:
		m.want(s)
		return m.sequence(block), true
	}
	return good, false
}

// blockOf is the alternative of s that begins with a brace, or nil.
func blockOf(s *symbol) []*symbol {
	if s.body == nil {
		return nil
	}
	for _, a := range s.body.alts {
		if a.symbols[0].word == "{" || blockOf(a.symbols[0]) != nil {
			return a.symbols
		}
	}
	return nil
}

// braceOnLine tells whether a { stands further on in the line.
func (m *mistakes) braceOnLine() bool {
	if firstOnLine(m.lex) {
		return false
	}
	lex := *m.lex
	for line := lex.Peek().Pos.Line; lex.Peek().Pos.Line == line && !lex.Peek().EOF(); lex.Next() {
		if lex.Peek().Value == "{" {
			return true
		}
	}
	return false
}
