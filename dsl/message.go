package dsl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// The wording of mistakes.

// fail reports that the next token cannot stand where it does.
func (m *mistakes) fail() outcome {
	t := m.lex.Peek()
	if m.known(t) {
		return lost
	}
	if !m.trial && m.putRight() {
		m.fixed, m.giveUp = true, true
		return lost
	}
	wanted := m.nouns()
	if !m.noBrace(wanted) && m.misplaced(t) || m.swallowed() {
		return lost
	}
	if slices.Contains(wanted, "`chooses`") && m.taken[0].name {
		return m.failVerb(t, wanted)
	}
	d := m.report(t, CodeExpected, "expected %s, found %s", oneOf(wanted), show(t))
	if d != nil {
		d.Hint = cmp.Or(m.slip(t, wanted), diag.DidYouMean(t.Value, m.wantedWords(m.lex.Cursor())))
	}
	return lost
}

// failVerb reports a word that begins no statement, so that it was taken for a
// player who does something.
func (m *mistakes) failVerb(t *lexer.Token, verbs []string) outcome {
	who := m.last()
	if isCondition(who) {
		m.failCondition(who)
		return lost
	}
	d := m.report(t, CodeExpected, "expected %s after %s, found %s", oneOf(verbs), show(who), show(t))
	if d != nil {
		d.Hint = fmt.Sprintf("a statement begins with a keyword (let, set, add, do, run, when, each, ...) "+
			"or with a player; %s is taken for a player", show(who))
	}
	return lost
}

// swallowed explains failures whose cause is the word before the next token:
//
//	draw n - from game.pile    the keyword was taken for the operand
//	set x to a b               b was taken for the begin of something new
func (m *mistakes) swallowed() bool {
	word, t, at := m.last(), m.lex.Peek(), m.lex.Cursor()
	switch {
	case word == nil || word.Type != tokIdent:
		return false
	case (m.taken[0].name || m.exprEnd == at) && slices.Contains(m.wantedWords(at), word.Value):
		m.report(word, CodeOperand, "something is missing before %s", show(word))
		return true
	case m.taken[0].name && m.exprEnd == at-1 && word.Pos.Line == m.exprLine && otherWords[word.Value] != "":
		if d := m.report(word, CodeOperator, "expected an operator or something new, found %s", show(word)); d != nil {
			d.Hint = otherWords[word.Value]
		}
		return true
	case m.taken[0].name && m.exprEnd == at-1 && word.Pos.Line == m.exprLine && isCondition(word):
		m.failCondition(word)
		return true
	case m.taken[0].name && m.exprEnd == at-1 && word.Pos.Line == m.exprLine && endsItem(m.lex, t):
		if d := m.report(word, CodeOperator, "expected an operator or something new, found %s", show(word)); d != nil {
			d.Hint = "an expression ends where two operands stand side by side"
		}
		return true
	}
	return false
}

// narrowHint is for a condition behind something that takes none.
const narrowHint = "write LIST.filter(x, COND) to narrow a list, && to join conditions, and when COND { … } around statements"

// isCondition tells whether a word begins a condition, here or in other languages.
func isCondition(t *lexer.Token) bool {
	return t.Value == "where" || t.Value == "if" || t.Value == "when"
}

// failCondition reports a condition behind something that takes none.
func (m *mistakes) failCondition(word *lexer.Token) {
	if d := m.report(word, CodeUnknownWord, "%s cannot stand here", show(word)); d != nil {
		d.Hint = narrowHint
	}
}

// noBrace tells whether the { of a block is missing at the end of the line before.
func (m *mistakes) noBrace(wanted []string) bool {
	return slices.Contains(wanted, "`{`") && firstOnLine(m.lex) && m.last() != nil
}

// endsItem tells whether an item of a list cannot go on with t.
func endsItem(lex *lexer.PeekingLexer, t *lexer.Token) bool {
	return t.EOF() || t.Value == "}" || firstOnLine(lex)
}

// failExpr reports a mistake inside an expression.
func (m *mistakes) failExpr(e *exprError) outcome {
	if m.known(&e.at) {
		return lost
	}
	if d := m.report(&e.at, e.code, "%s", e.message); d != nil {
		d.Hint = e.hint
		if e.open != nil {
			d.Note(m.place(e.open), "this `%s` is not closed", e.open.Value)
			if e.open.Value == "?" {
				d.Related[0].Message = "the choice begins here"
			}
		}
	}
	return lost
}

// reportNotClosed reports that a block should have ended before t.
func (m *mistakes) reportNotClosed(t *lexer.Token, brace openBrace) {
	before := show(t)
	switch {
	case t.Value == "}":
		before = "this one: it stands too far left for the innermost block"
	case atDeclaration(m.lex):
		before = "the declaration " + before
	}
	if d := m.report(t, CodeNotClosed, "expected `}` before %s", before); d != nil {
		d.Note(m.place(brace.token), "this `{` is not closed")
	}
}

// known tells whether a token has had its mistake.
func (m *mistakes) known(t *lexer.Token) bool { return m.reported[t.Pos.Offset] }

// report adds a diagnostic at a token. A trial only remembers where it stopped.
func (m *mistakes) report(t *lexer.Token, code diag.Code, format string, args ...any) *diag.Diagnostic {
	if m.trial {
		m.failed, m.giveUp = m.lex.Cursor(), true
		return nil
	}
	if len(m.diags) >= diag.PerFile {
		m.giveUp = true
	}
	m.lastReport = max(m.lastReport, t.Pos.Offset)
	m.reported[t.Pos.Offset] = true
	m.reported[m.lex.Peek().Pos.Offset] = true // the cause lies before; this token has had its mistake
	return m.diags.Errorf(code, m.place(t), format, args...)
}

// place is where a token stands; the end of the file is right after its last token.
func (m *mistakes) place(t *lexer.Token) diag.Span {
	if t.EOF() {
		end := len(strings.TrimRight(m.src.Text, " \t\n"))
		if m.last() != nil {
			end = m.last().Pos.Offset + len(m.last().Value)
		}
		return m.src.Span(end, end)
	}
	return m.src.Span(t.Pos.Offset, t.Pos.Offset+len(t.Value))
}

// unknownWord reports a misspelt keyword.
func (m *mistakes) unknownWord(t *lexer.Token, guess string) {
	m.reported[t.Pos.Offset] = true
	m.diags.Errorf(CodeUnknownWord, m.place(t), "unknown word %s", show(t)).Hintf("did you mean `%s`?", guess)
}

// misplacedHints are keywords that may stand only in a certain place.
var misplacedHints = map[string]string{
	"uses":     "`uses` lines stand directly below the first line of the file",
	"limit":    "the limits of an action stand first in its block",
	"has":      "the `has` fields of a procedure stand first in its block",
	"else":     "`else` follows the block of a `when`",
	"finally":  "a finally step is written finally step NAME { … }",
	"scenario": "scenarios stand side by side in a .scenario file",
}

// misplaced reports a keyword that was taken for a name because it may not
// stand here.
func (m *mistakes) misplaced(t *lexer.Token) bool {
	words := []*lexer.Token{t}
	if m.taken[0].name && m.exprEnd != m.lex.Cursor() {
		words = append(words, m.last())
	}
	for _, word := range words {
		if misplacedHints[word.Value] != "" && word.Type == tokIdent {
			m.reportMisplaced(word)
			return true
		}
	}
	return false
}

func (m *mistakes) reportMisplaced(word *lexer.Token) {
	if m.known(word) {
		return
	}
	if d := m.report(word, CodeUnknownWord, "%s cannot stand here", show(word)); d != nil {
		d.Hint = misplacedHints[word.Value]
	}
}

// slip is a hint for a common mistake.
func (m *mistakes) slip(t *lexer.Token, wanted []string) string {
	wants := func(noun string) bool { return slices.Contains(wanted, noun) }
	afterExpr := m.exprEnd == m.lex.Cursor()
	switch {
	case len(wanted) == 0:
		return ""
	case t.Value == "[" && t.Type == tokPunct && m.canIndex():
		return "an index touches its name: x[y]"
	case t.Value == "=" && wants("`to`"):
		return "a place is set with `to`: set x to y"
	case (t.Value == "where" || t.Value == "if") && (wants("`to`") || wants("`at`")) && !afterExpr:
		return "the condition stands last: set x to y where COND"
	case t.Value == "==" && wants("`=`"):
		return "one = is written here: it says what something is, and compares nothing"
	case t.Value == "=" && wants("`:`") && !afterExpr:
		return "write NAME: VALUE"
	case t.Value == "|":
		return "or is written ||"
	case (t.Value == "=" || t.Value == ":") && afterExpr && m.last().Type == tokIdent && m.inList():
		return fmt.Sprintf("%s was read as a part of the expression before it: is an operand missing there?", show(m.last()))
	case t.Value == "=" && afterExpr && strings.HasPrefix(m.src.Text[t.Pos.Offset:], "=>"):
		return "at least is written >="
	case t.Value == "=" && afterExpr:
		return equalHint
	case wants("`while`") || wants("`at`") && afterExpr:
		return loopHint(t)
	case m.noBrace(wanted) && t.Value != "}":
		return fmt.Sprintf("a `{` is missing at the end of the line before, after %s", show(m.last()))
	case afterExpr && isCondition(t),
		wants("`none`") && m.last() != nil && m.last().Value == "if":
		return narrowHint
	case afterExpr && otherWords[t.Value] != "":
		return otherWords[t.Value]
	case afterExpr && isOperand(t) && m.last() != nil && m.last().Value == "not":
		return "not is written !: write !(…) around what must not be so"
	case t.Value == "{" && m.last() != nil && m.last().Value == "=":
		return "a value is one expression"
	case (t.Value == "when" || t.Value == "if") && m.last() != nil && m.last().Value == "else":
		return "write else { when … }"
	case t.Type == tokIdent && celReserved[t.Value] && wants("a name"):
		return fmt.Sprintf("`%s` is reserved and cannot be a name", t.Value)
	case afterExpr && isOperand(t) && m.exprLine == t.Pos.Line && !isLetter(wanted[0][1]) && !wants("`,`"):
		return fmt.Sprintf("an expression ends where two operands meet: is an operator missing between %s and %s?", show(m.last()), show(t))
	}
	return ""
}

// loopHint is for a loop that is not written whole.
func loopHint(t *lexer.Token) string {
	if t.Value == "until" {
		return "a loop goes on while something holds: repeat while !(COND) at most 10 { … }"
	}
	return "a loop says how often at most: repeat while COND at most 10 { … }"
}

// otherWords are what other languages write where this one has signs.
var otherWords = map[string]string{
	"and": "and is written &&", "or": "or is written ||", "is": "is equal is written ==",
	"mod": "the rest of a division is written %", "div": "a division is written /",
}

// canIndex tells whether an index could have stood at the next token.
func (m *mistakes) canIndex() bool {
	return slices.ContainsFunc(m.wantedAt(m.lex.Cursor()), func(s *symbol) bool { return s.first.tokens[tokIndex] })
}

// inList tells whether an item of a list that begins with a name and a sign could have
// begun at the next token.
func (m *mistakes) inList() bool {
	return slices.ContainsFunc(m.wantedAt(m.lex.Cursor()), func(s *symbol) bool {
		return s.many == '*' && s.first.tokens[tokIdent] && s.rule != "Stmt" && s.rule != "Scene"
	})
}

func isOperand(t *lexer.Token) bool {
	return t.Type == tokIdent || t.Type == tokInt || t.Type == tokString
}

// nounOf says in a few words what a production is. Those that are not listed
// are named by what they begin with.
var nounOf = map[string]string{
	"Expr": "an expression", "Stmt": "a statement", "Change": "a change", "Type": "a type", "Name": "a name",
	"Ident": "a name", "Path": "a name", "Int": "a number", "String": "a text in quotes", "Clause": "a clause id",
	"Param": "a parameter", "Call": "a call", "Call2": "a call", "Scene": "a line of a scenario", "Decl": "a declaration",
	"ClauseDecl": "a clause", "Case": "an alternative", "Field": "a field", "GivenSet": "a path", "Cell": "a cell",
	"CardItem": "an item of a card", "TableItem": "a column or slot", "Cite": "a cite in [ ]", "Choice": "a choice",
}

// nouns are the things that could have stood at the next token, the needed one
// first.
func (m *mistakes) nouns() (nouns []string) {
	wants := m.wantedAt(m.lex.Cursor())
	for i := len(wants) - 1; i >= 0; i-- {
		nouns = appendNouns(nouns, wants[i])
	}
	var out []string
	for _, n := range nouns {
		minor := n == nounOf["Cite"] || n == "`[`" || n == "`.`" || n == "`-`"
		if !(minor && len(nouns) > 1) && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func appendNouns(nouns []string, s *symbol) []string {
	switch {
	case s.word != "":
		return append(nouns, "`"+s.word+"`")
	case s.token == tokIdent:
		return append(nouns, "a name")
	case s.token == tokInt:
		return append(nouns, "a number")
	case s.token == tokString:
		return append(nouns, "a text in quotes")
	case s.token == tokIndex:
		return append(nouns, "`[`")
	case nounOf[s.rule] != "":
		return append(nouns, nounOf[s.rule])
	}
	for _, a := range s.body.alts {
		for _, part := range a.symbols {
			nouns = appendNouns(nouns, part)
			if part.many != '?' && part.many != '*' && !part.first.nullable {
				break
			}
		}
	}
	return nouns
}

// oneOf joins alternatives: a, b or c.
func oneOf(nouns []string) string {
	const most = 7
	if len(nouns) == 0 {
		return "something else"
	}
	if len(nouns) > most {
		nouns = nouns[:most]
	}
	if len(nouns) == 1 {
		return nouns[0]
	}
	return strings.Join(nouns[:len(nouns)-1], ", ") + " or " + nouns[len(nouns)-1]
}

// show is a token as a message names it.
func show(t *lexer.Token) string {
	switch {
	case t.EOF():
		return "the end of the file"
	case t.Type == tokString:
		return shorten(t.Value)
	}
	return "`" + shorten(t.Value) + "`"
}
