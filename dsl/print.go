package dsl

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// printWidth is how long the lines of the printed grammar may be.
const printWidth = 100

// grammarNotes say what the productions leave open.
const grammarNotes = `# "x" is that word or sign; ident, int and string are tokens; | separates alternatives;
# ? * + after an item: at most once, any number of times, once or more.
# ident  = letters a to z and A to Z, digits and _, not beginning with a digit.
# int    = digits without a needless leading 0.    string = "text" on one line, with \" \\ \n \t.
# index  = a "[" that touches the name before it; a cite stands apart.
# Expr   = a CEL expression without braces. It ends outside of brackets where an operand follows
#          an operand, or at a sign that CEL does not have; at a ":" unless a "?" is open.
# Where a name and a keyword could stand, a keyword is the keyword; after "answers" a bracket
# begins arguments by name.
# Blanks, line ends and comments (// to the end of the line) separate tokens and mean nothing else.
`

// printAs are productions that are printed as something simpler.
var printAs = map[string]string{
	"Grammar": "File", "Declaration": "Decl", "ChangeDecl": "Change", "Ident": "ident", "Int": "int", "String": "string",
}

var tokenNames = map[lexer.TokenType]string{
	tokIdent: "ident", tokInt: "int", tokString: "string", tokIndex: "index",
}

// Grammar is the grammar of rule and scenario files as EBNF for people, printed
// from the parser.
func Grammar() string {
	var b strings.Builder
	b.WriteString(grammarNotes)
	for _, p := range theGraph().productions {
		name := printAs[p.name]
		switch {
		case name == "":
			name = p.name
		case name != "File":
			continue
		}
		wrap(&b, name+" = "+choiceText(p.body)+" .")
	}
	return b.String()
}

func choiceText(c *choice) string {
	alts := make([]string, len(c.alts))
	for i, a := range c.alts {
		parts := make([]string, len(a.symbols))
		for j, s := range a.symbols {
			parts[j] = symbolText(s, len(a.symbols) > 1)
		}
		alts[i] = strings.Join(parts, " ")
	}
	return strings.Join(alts, " | ")
}

// symbolText prints one symbol, with brackets only where a group needs them:
// among others in a sequence, or repeated.
func symbolText(s *symbol, among bool) string {
	many := ""
	if s.many != 0 {
		many = string(s.many)
	}
	switch {
	case s.word != "":
		return `"` + s.word + `"` + many
	case s.token != 0:
		return tokenNames[s.token] + many
	case printAs[s.rule] != "":
		return printAs[s.rule] + many
	case s.rule != "":
		return s.rule + many
	}
	text := choiceText(s.body)
	single := len(s.body.alts) == 1 && len(s.body.alts[0].symbols) == 1
	switch {
	case many == "" && (!among || len(s.body.alts) == 1),
		single && s.body.alts[0].symbols[0].many == 0:
		return text + many
	}
	return "(" + text + ")" + many
}

// wrap writes a production, broken between items into lines of printWidth.
func wrap(b *strings.Builder, text string) {
	const indent = "    "
	width := 0
	for i, word := range strings.Split(text, " ") {
		switch {
		case i == 0:
		case width+1+len(word) > printWidth:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += len(word)
	}
	b.WriteByte('\n')
}
