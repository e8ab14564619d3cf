package cond

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// cel-go's parser says of most mistakes only which tokens it had hoped for. So
// the text is first walked here, token by token, to find the mistakes people
// make and to say what to write instead. What passes is parsed by cel-go. The
// tokens stay useful afterwards: they tell where the text of a node ends.

type tokenKind uint8

const (
	tokName tokenKind = iota + 1
	tokInt
	tokReal
	tokText
	tokSign
	tokStray
)

// token is one token. match is the position of the bracket it belongs to.
type token struct {
	kind     tokenKind
	text     string
	off, end int
	match    int
}

// signs are the operators and brackets, longest first. Those that are not CEL
// are there to be recognised as one mistake.
var signs = []string{
	"&&", "||", "==", "!=", "<=", ">=", "<>", "=<", "=>",
	"<", ">", "!", "+", "-", "*", "/", "%", "?", ":", ".", ",", "(", ")", "[", "]", "{", "}", "=", "&", "|",
}

// tokens splits a text. Comments and blanks are left out.
func tokens(text string) []token {
	var out []token
	for at := 0; at < len(text); {
		switch ch := text[at]; {
		case ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r' || ch == '\f':
			at++
		case strings.HasPrefix(text[at:], "//"):
			if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
				at += n
			} else {
				at = len(text)
			}
		default:
			kind, n := next(text[at:])
			out = append(out, token{kind: kind, text: text[at : at+n], off: at, end: at + n, match: -1})
			at += n
		}
	}
	return out
}

// next finds the kind and length of the token that s begins with.
func next(s string) (tokenKind, int) {
	switch ch := s[0]; {
	case isLetter(ch):
		n := 1
		for n < len(s) && (isLetter(s[n]) || isDigit(s[n])) {
			n++
		}
		if n < len(s) && n <= 2 && (s[n] == '"' || s[n] == '\'') && strings.Trim(s[:n], "rRbB") == "" {
			return tokText, n + textLength(s[n:])
		}
		return tokName, n
	case isDigit(ch), ch == '.' && len(s) > 1 && isDigit(s[1]):
		return number(s)
	case ch == '"' || ch == '\'':
		return tokText, textLength(s)
	}
	for _, sign := range signs {
		if strings.HasPrefix(s, sign) {
			return tokSign, len(sign)
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	return tokStray, n
}

// number measures a number in any of CEL's notations. Only plain whole numbers
// are tokInt.
func number(s string) (tokenKind, int) {
	kind, n := tokInt, 0
	for n < len(s) {
		switch ch := s[n]; {
		case isDigit(ch):
		case isLetter(ch):
			kind = tokReal
		case ch == '.' && n+1 < len(s) && isDigit(s[n+1]):
			kind = tokReal
		case (ch == '+' || ch == '-') && kind == tokReal && (s[n-1] == 'e' || s[n-1] == 'E') && !strings.HasPrefix(s, "0x"):
		default:
			return kind, n
		}
		n++
	}
	return kind, n
}

func textLength(s string) int {
	quote := s[:1]
	if strings.HasPrefix(s, quote+quote+quote) {
		if n := strings.Index(s[3:], s[:3]); n >= 0 {
			return n + 6
		}
		return len(s)
	}
	for n := 1; n < len(s); n++ {
		switch s[n] {
		case '\\':
			n++
		case '\n':
			return n
		case quote[0]:
			return n + 1
		}
	}
	return len(s)
}

func isLetter(ch byte) bool { return ch == '_' || 'a' <= ch|0x20 && ch|0x20 <= 'z' }
func isDigit(ch byte) bool  { return '0' <= ch && ch <= '9' }

// reserved are the words that CEL keeps for itself.
var reserved = map[string]bool{
	"as": true, "break": true, "const": true, "continue": true, "else": true, "for": true, "function": true,
	"if": true, "import": true, "let": true, "loop": true, "package": true, "namespace": true, "return": true,
	"var": true, "void": true, "while": true,
}

// instead is what to write for operators of other languages.
var instead = map[string]string{
	"=": "==", "<>": "!=", "=<": "<=", "=>": ">=", "&": "&&", "|": "||", "and": "&&", "or": "||", "not": "!",
}

// grammar walks tokens as a machine of two states: an operand must come, or
// something that goes on after one.
type grammar struct {
	text   string
	toks   []token
	open   []opened
	issues []Issue
	broken bool   // what follows cannot be told from a cascade
	unary  string // the sign before an operand, if there is one
}

// opened is a bracket or question mark that is not closed yet. One that begins
// an operand is a list or a group, one that follows one an index or a call.
type opened struct {
	at     int
	begins bool
}

func (g *grammar) push(i int, begins bool) { g.open = append(g.open, opened{i, begins}) }

// last is the innermost thing that is not closed yet, and its text.
func (g *grammar) last() (opened, string) {
	if len(g.open) == 0 {
		return opened{at: -1}, ""
	}
	o := g.open[len(g.open)-1]
	return o, g.toks[o.at].text
}

// checkSyntax finds mistakes of writing, and matches the brackets of toks.
func checkSyntax(text string, toks []token) []Issue {
	g := &grammar{text: text, toks: toks}
	operand := true
	for i := range toks {
		if operand {
			operand = g.operand(i)
		} else {
			operand = g.after(i)
		}
		if g.broken {
			return g.issues
		}
	}
	end := 0
	if len(toks) > 0 {
		end = toks[len(toks)-1].end
	}
	switch {
	case len(toks) == 0:
		g.issue(0, "syntax", "there is no expression here", "")
	case operand:
		g.issue(end, "syntax", fmt.Sprintf("the expression ends too early, after `%s`", toks[len(toks)-1].text), "")
	case len(g.open) > 0:
		g.unclosed()
	}
	return g.issues
}

func (g *grammar) issue(off int, kind, message, hint string) {
	g.issues = append(g.issues, Issue{Kind: kind, Offset: off, Message: message, Hint: hint})
}

func (g *grammar) fatal(off int, message, hint string) {
	g.issue(off, "syntax", message, hint)
	g.broken = true
}

// operand takes a token where an operand must begin, and reports whether one
// must still come.
func (g *grammar) operand(i int) bool {
	t, unary := g.toks[i], g.unary
	g.unary = ""
	switch t.kind {
	case tokName:
		return g.name(i)
	case tokInt:
		g.integer(t)
		return false
	case tokReal:
		g.issue(t.off, "dialect", fmt.Sprintf("`%s` is not a whole number in plain decimals", t.text), "there are whole numbers only, written like 12")
		return false
	case tokText:
		g.issue(t.off, "dialect", "texts are not values in expressions", "use an enum and compare with its members")
		return false
	case tokStray:
		g.fatal(t.off, fmt.Sprintf("the character `%s` means nothing here", t.text), "")
		return false
	}
	switch t.text {
	case "-", "!":
		if unary != "" && unary != t.text {
			g.fatal(t.off, fmt.Sprintf("`%s` cannot follow `%s`", t.text, unary), "put what it stands before in parentheses")
		}
		g.unary = t.text
		return true
	case "(", "[":
		g.push(i, true)
		return true
	case ")", "]":
		if o, text := g.last(); o.at == i-1 && (text == "[" && o.begins && t.text == "]" || text == "(" && !o.begins && t.text == ")") {
			g.close(i)
			return false
		}
	case "{":
		g.issue(t.off, "dialect", "braces are not in this dialect", "a record is written like Name(first, second)")
		g.broken = true
		return false
	}
	message := fmt.Sprintf("something is missing before `%s`", t.text)
	if i > 0 {
		message = fmt.Sprintf("something is missing between `%s` and `%s`", g.toks[i-1].text, t.text)
	}
	g.fatal(t.off, message, "")
	return false
}

func (g *grammar) name(i int) bool {
	t := g.toks[i]
	switch {
	case t.text == "in":
		g.fatal(t.off, "something is missing before `in`", "")
	case t.text == "not" && i+1 < len(g.toks) && g.beginsOperand(i+1):
		g.issue(t.off, "syntax", "`not` is not an operator", "write `!`")
		return true
	case t.text == "null":
		g.issue(t.off, "dialect", "`null` is not in this dialect", "write `none`")
	case reserved[t.text]:
		g.issue(t.off, "syntax", fmt.Sprintf("`%s` is a word that CEL keeps for itself", t.text), "")
	}
	return false
}

func (g *grammar) beginsOperand(i int) bool {
	t := g.toks[i]
	return t.kind != tokSign && t.text != "in" || t.text == "(" || t.text == "[" || t.text == "!"
}

func (g *grammar) integer(t token) {
	if len(t.text) > 1 && t.text[0] == '0' {
		plain := strings.TrimLeft(t.text, "0")
		if plain == "" {
			plain = "0"
		}
		g.issue(t.off, "syntax", fmt.Sprintf("`%s` begins with a zero", t.text), fmt.Sprintf("write %s", plain))
		return
	}
	if _, err := strconv.ParseInt(t.text, 10, 64); err != nil && t.text != "9223372036854775808" {
		g.issue(t.off, "syntax", fmt.Sprintf("`%s` is too large for a whole number", t.text), "")
	}
}

// after takes a token that follows an operand, and reports whether an operand
// must come next.
func (g *grammar) after(i int) bool {
	t := g.toks[i]
	if i > 0 && g.toks[i-1].text == "." {
		return false // the name after a dot, seen with the dot
	}
	if fix := instead[t.text]; fix != "" && t.text != "not" {
		g.issue(t.off, "syntax", fmt.Sprintf("`%s` is not an operator", t.text), fmt.Sprintf("use `%s`", fix))
		return true
	}
	switch t.text {
	case "&&", "||", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "in":
		return true
	case "?":
		g.push(i, false)
		return true
	case ":":
		return g.colon(i)
	case ".":
		return g.dot(i)
	case "(":
		if p := g.toks[i-1]; p.kind == tokName && p.text != "true" && p.text != "false" {
			g.push(i, false)
			return true
		}
	case "[":
		g.push(i, false)
		return true
	case ")", "]":
		g.close(i)
		return false
	case ",":
		return g.comma(i)
	}
	g.missingOperator(i)
	return false
}

func (g *grammar) missingOperator(i int) {
	t := g.toks[i]
	switch {
	case t.kind == tokReal && t.text[0] == '.':
		g.fatal(t.off, fmt.Sprintf("`%s` cannot follow a dot", t.text[1:]), "numbered things have no names in expressions: pick one of T.all, or of x.pieces()")
	case t.kind == tokStray:
		g.fatal(t.off, fmt.Sprintf("the character `%s` means nothing here", t.text), "")
	default:
		g.fatal(t.off, fmt.Sprintf("an operator is missing between `%s` and `%s`", g.toks[i-1].text, t.text), "")
	}
}

func (g *grammar) colon(i int) bool {
	if _, text := g.last(); text != "?" {
		g.fatal(g.toks[i].off, "this `:` has no `?` before it", "write condition ? one : other")
		return false
	}
	g.open = g.open[:len(g.open)-1]
	return true
}

func (g *grammar) dot(i int) bool {
	if i+1 >= len(g.toks) {
		return true // reported as ending too early
	}
	t := g.toks[i+1]
	switch {
	case t.kind != tokName:
		g.fatal(t.off, fmt.Sprintf("a name must follow the dot, not `%s`", t.text), "")
	case t.text == "in" || t.text == "true" || t.text == "false" || t.text == "null":
		g.fatal(t.off, fmt.Sprintf("`%s` cannot be a name after a dot", t.text), "")
	}
	return false
}

func (g *grammar) comma(i int) bool {
	switch o, text := g.last(); {
	case text == "?":
		g.unclosed()
		return false
	case text == "(" && !o.begins, text == "[" && o.begins:
		return true
	}
	g.fatal(g.toks[i].off, "this comma stands in no list and in no call", "")
	return false
}

// close matches a closing bracket with the innermost open one.
func (g *grammar) close(i int) {
	t := &g.toks[i]
	o, text := g.last()
	switch {
	case text == "":
		g.fatal(t.off, fmt.Sprintf("this `%s` closes nothing", t.text), "")
	case text == "?":
		g.unclosed()
	case (text == "(") != (t.text == ")"):
		g.fatal(t.off, fmt.Sprintf("`%s` cannot close `%s`", t.text, text), "")
	default:
		g.toks[o.at].match, t.match = i, o.at
		g.open = g.open[:len(g.open)-1]
	}
}

func (g *grammar) unclosed() {
	last, _ := g.last()
	o := g.toks[last.at]
	if o.text == "?" {
		g.fatal(o.off, "this `?` has no `:` after it", "write condition ? one : other")
		return
	}
	g.fatal(o.off, fmt.Sprintf("this `%s` is never closed", o.text), "")
}
