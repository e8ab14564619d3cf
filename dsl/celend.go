package dsl

import (
	"fmt"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// Where an expression ends.
//
// Conditions are CEL and stand in rules without quotes. They need none because
// two operands never stand side by side in CEL: after an operand comes an
// operator, a bracket or the end. So an expression is read as operands and
// operators in turn, and outside of brackets the first operand that directly
// follows another ends it:
//
//	set game.first to left_of(p) where p.ready
//	                             ^ an operand after an operand: the end
//
// Keywords are plain words to this rule. An expression never contains { or },
// and ends at a `:` unless a `?` is open. Inside brackets nothing ends it, so
// two operands there are a mistake, reported at the second.

// celReserved are the words CEL keeps for itself; none can be a name.
var celReserved = map[string]bool{
	"as": true, "break": true, "const": true, "continue": true, "else": true, "false": true, "for": true,
	"function": true, "if": true, "import": true, "in": true, "let": true, "loop": true, "package": true,
	"namespace": true, "null": true, "return": true, "true": true, "var": true, "void": true, "while": true,
}

// celOperators stand between two operands; `in` does too.
var celOperators = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "%": true, "==": true, "!=": true,
	"<": true, "<=": true, ">": true, ">=": true, "&&": true, "||": true,
}

// exprError is a mistake inside an expression.
type exprError struct {
	code    diag.Code
	at      lexer.Token
	message string
	hint    string
	open    *lexer.Token // the bracket that is not closed
}

func (e *exprError) Error() string { return e.message }

// Parse reads an expression off the tokens; participle calls it. The text is
// filled in with the source.
func (e *Expr) Parse(lex *lexer.PeekingLexer) error {
	r := exprReader{lex: lex}
	if !r.starts() {
		return participle.NextMatch
	}
	e.Pos = lex.Peek().Pos
	if err := r.read(); err != nil {
		return err
	}
	e.EndPos = lex.Peek().Pos
	return nil
}

// exprReader reads one expression. open holds the brackets and the `?` that
// wait for their other half.
type exprReader struct {
	lex  *lexer.PeekingLexer
	last *lexer.Token // the token read last
	open []exprOpen
}

// exprOpen is a bracket, and what it means: '(' a group, 'c' the arguments of a
// call, '[' a list, 'i' an index, '?' a choice.
type exprOpen struct {
	kind  byte
	token *lexer.Token
}

// starts tells whether an expression can begin here.
func (r *exprReader) starts() bool {
	t := r.lex.Peek()
	switch t.Type {
	case tokInt, tokString, tokIndex:
		return true
	case tokIdent:
		return (!celReserved[t.Value] || isConstant(t.Value)) && !r.beginsStatement(t)
	}
	return t.Value == "(" || t.Value == "[" || t.Value == "-" || t.Value == "!"
}

func isConstant(word string) bool { return word == "true" || word == "false" || word == "null" }

func (r *exprReader) read() error {
	for {
		if err := r.operand(); err != nil {
			return err
		}
		again, err := r.afterOperand()
		if err != nil || !again {
			return err
		}
	}
}

// next takes the token that Peek shows.
func (r *exprReader) next() *lexer.Token {
	r.last = r.lex.Peek()
	return r.lex.Next()
}

func (r *exprReader) push(kind byte) {
	r.open = append(r.open, exprOpen{kind, r.next()})
}

// inside is the innermost open bracket or `?`, or 0.
func (r *exprReader) inside() byte {
	if len(r.open) == 0 {
		return 0
	}
	return r.open[len(r.open)-1].kind
}

// bracket is the innermost open bracket.
func (r *exprReader) bracket() *lexer.Token {
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].kind != '?' {
			return r.open[i].token
		}
	}
	return nil
}

// operand reads prefixes, opening brackets and one operand.
func (r *exprReader) operand() error {
	for {
		t := r.lex.Peek()
		switch {
		case t.Type == tokInt || t.Type == tokString:
			r.next()
			return nil
		case t.Type == tokIdent:
			if r.beginsStatement(t) {
				return r.noOperand(t)
			}
			if celReserved[t.Value] && !isConstant(t.Value) {
				return r.noOperand(t)
			}
			r.next()
			return nil
		case t.Value == "-" || t.Value == "!":
			r.next()
		case t.Value == "(":
			r.push('(')
		case t.Value == "[":
			r.push('[')
			if r.lex.Peek().Value == "]" {
				r.close()
				return nil
			}
		default:
			return r.noOperand(t)
		}
	}
}

// afterOperand reads what may follow an operand. It reports whether a further
// operand must come; if not, the expression has ended.
func (r *exprReader) afterOperand() (again bool, err error) {
	for {
		t := r.lex.Peek()
		switch {
		case t.Type == tokString:
			return r.end(t)
		case t.Value == ".":
			if err := r.member(); err != nil {
				return false, err
			}
		case t.Value == "(" && r.last.Type == tokIdent && !isConstant(r.last.Value):
			r.push('c')
			if r.lex.Peek().Value != ")" {
				return true, nil
			}
			r.close()
		case t.Value == "[":
			r.push('i')
			return true, nil
		case t.Value == ")" && (r.inside() == '(' || r.inside() == 'c'),
			t.Value == "]" && (r.inside() == '[' || r.inside() == 'i'):
			r.close()
		case t.Value == "?":
			r.push('?')
			return true, nil
		case t.Value == ":" && r.inside() == '?':
			r.open = r.open[:len(r.open)-1]
			r.next()
			return true, nil
		case t.Value == "," && (r.inside() == 'c' || r.inside() == '['),
			celOperators[t.Value], t.Value == "in":
			r.next()
			return true, nil
		default:
			return r.end(t)
		}
	}
}

// close takes the bracket that closes the innermost one.
func (r *exprReader) close() {
	r.open = r.open[:len(r.open)-1]
	r.next()
}

// member reads a dot and a field or method name.
func (r *exprReader) member() error {
	before := r.last
	r.next()
	t := r.lex.Peek()
	switch {
	case t.Type == tokInt && before.Type == tokInt:
		return &exprError{code: CodeDecimal, at: *t, message: "numbers are whole: no decimal point",
			hint: "count in a smaller unit, or use ceil_div(a, b)"}
	case t.Type != tokIdent || r.beginsStatement(t):
		return &exprError{code: CodeOperand, at: *t, message: fmt.Sprintf("expected a name after `.`, found %s", show(t))}
	case celReserved[t.Value]:
		return &exprError{code: CodeReserved, at: *t, message: fmt.Sprintf("`%s` is reserved in expressions and cannot be a name", t.Value)}
	}
	r.next()
	return nil
}

// end is reached when t cannot go on with the expression.
func (r *exprReader) end(t *lexer.Token) (again bool, err error) {
	if len(r.open) == 0 {
		return false, nil
	}
	innermost := r.open[len(r.open)-1]
	bracket := r.bracket()
	switch {
	case innermost.kind == '?':
		return false, &exprError{code: CodeExpected, at: *t, open: innermost.token,
			message: fmt.Sprintf("expected `:` of the choice, found %s", show(t)), hint: "a choice is written a ? b : c"}
	case t.Value == "{" || t.Value == "}" || t.EOF() || r.beginsStatement(t):
		return false, &exprError{code: CodeNotClosed, at: *t, open: bracket,
			message: fmt.Sprintf("expected `%s` before %s", closing(bracket.Value), show(t))}
	case t.Value == ")" || t.Value == "]":
		return false, &exprError{code: CodeNotClosed, at: *t, open: bracket,
			message: fmt.Sprintf("expected `%s`, found %s", closing(bracket.Value), show(t))}
	case t.Value == "=":
		return false, &exprError{code: CodeOperator, at: *t, message: "`=` is no operator", hint: equalHint}
	case t.Type == tokIdent || t.Type == tokInt || t.Type == tokString || t.Value == "!" || t.Value == "(":
		return false, &exprError{code: CodeOperator, at: *t, open: bracket,
			message: fmt.Sprintf("expected an operator%s or `%s` before %s", orComma(innermost.kind), closing(bracket.Value), show(t))}
	}
	return false, &exprError{code: CodeOperator, at: *t, open: bracket,
		message: fmt.Sprintf("expected an operator or `%s`, found %s", closing(bracket.Value), show(t))}
}

func orComma(kind byte) string {
	if kind == 'c' || kind == '[' {
		return ", `,`"
	}
	return ""
}

func closing(open string) string {
	if open == "[" {
		return "]"
	}
	return ")"
}

// noOperand is the error for a token where an operand must stand.
func (r *exprReader) noOperand(t *lexer.Token) error {
	e := &exprError{code: CodeOperand, at: *t, open: r.bracket()}
	if r.last == nil {
		e.message = fmt.Sprintf("expected an expression, found %s", show(t))
	} else {
		e.message = fmt.Sprintf("expected an operand after `%s`, found %s", r.last.Value, show(t))
	}
	if e.open != nil && e.open.Pos == r.last.Pos {
		e.open = nil // the message names it
	}
	if r.last != nil && isOperator(r.last) && (t.EOF() || t.Value == "{" || t.Value == "}" || r.beginsStatement(t)) {
		e.at = *r.last // the expression is over; the operator is what is wrong
	}
	switch {
	case t.Type == tokIdent && celReserved[t.Value]:
		e.hint = fmt.Sprintf("`%s` is reserved and cannot be a name", t.Value)
	case t.Value == "{":
		e.hint = "expressions have no braces"
	case t.Value == "=" && r.last != nil:
		e.hint = "the operators are == != < <= > >= && || + - * / % in ?:"
	}
	return e
}

// equalHint is for the sign that most people write first.
const equalHint = "is equal is written =="

func isOperator(t *lexer.Token) bool {
	return celOperators[t.Value] || t.Value == "in" || t.Value == "!" || t.Value == "?" || t.Value == ":"
}

// beginsStatement tells whether t, standing where an operand is due, is rather
// the first word of the next statement: a keyword at the start of its line
// with a name right after it. Then the operand is what is missing.
func (r *exprReader) beginsStatement(t *lexer.Token) bool {
	if atDeclaration(r.lex) {
		return true
	}
	if !statementWord[t.Value] || !firstOnLine(r.lex) {
		return false
	}
	after := secondToken(r.lex)
	return after.Type == tokIdent && after.Value != "in" && after.Pos.Line == t.Pos.Line
}

// atDeclaration tells whether a declaration surely begins at the next token: its
// keyword stands in the first column, begins nothing else, and a word follows.
func atDeclaration(lex *lexer.PeekingLexer) bool {
	t := lex.Peek()
	if t.Pos.Column != 1 || !declarationWord[t.Value] || statementWord[t.Value] {
		return false
	}
	after := secondToken(lex)
	return after.Type == tokIdent && after.Value != "in" || after.Type == tokString || after.Value == "{" || after.Value == "["
}

// secondToken is the token after the next.
func secondToken(lex *lexer.PeekingLexer) *lexer.Token {
	at := lex.MakeCheckpoint()
	defer lex.LoadCheckpoint(at)
	lex.Next()
	return lex.Peek()
}

// firstOnLine tells whether the next token is the first of its line.
func firstOnLine(lex *lexer.PeekingLexer) bool {
	at := lex.RawCursor()
	return at == 0 || lex.Range(at-1, at)[0].Pos.Line < lex.Peek().Pos.Line
}
