package dsl

import (
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// The kinds of token. Index is a `[` that touches the word or bracket before
// it: it tells the index of a path (score[p]) from a cite (score [house]).
// Blanks and comments are no tokens.
const (
	tokIdent lexer.TokenType = iota + 1
	tokInt
	tokString
	tokIndex
	tokPunct
)

var symbols = map[string]lexer.TokenType{
	"EOF": lexer.EOF, "Ident": tokIdent, "Int": tokInt, "String": tokString, "Index": tokIndex, "Punct": tokPunct,
}

// definition is the lexer as participle wants to know it.
type definition struct{ symbols map[string]lexer.TokenType }

func (d definition) Symbols() map[string]lexer.TokenType { return d.symbols }

func (definition) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	tokens, _ := scan(diag.NewSource(name, string(text)))
	return &tokenList{tokens.list}, err
}

// tokens are the tokens of a file, the last of them EOF.
type tokens struct {
	list   []lexer.Token
	ends   []int // where each ends; a token that was put right may have another length
	strays []int // the offsets of tokens that follow something the lexer left out

	tooDeep bool // the tokens end early, where they are nested too deeply
}

// upgrade makes tokens readable for the parser.
func upgrade(list []lexer.Token) *lexer.PeekingLexer {
	lex, _ := lexer.Upgrade(&tokenList{list}) // a tokenList does not fail
	return lex
}

// endBefore is where the last token before an offset ends.
func (t *tokens) endBefore(offset int) int {
	i := sort.Search(len(t.list), func(i int) bool { return t.list[i].Pos.Offset >= offset })
	if i == 0 {
		return offset
	}
	return t.ends[i-1]
}

// tokenList hands tokens out one by one.
type tokenList struct{ rest []lexer.Token }

func (l *tokenList) Next() (lexer.Token, error) {
	t := l.rest[0]
	if !t.EOF() {
		l.rest = l.rest[1:]
	}
	return t, nil
}

// scanner cuts a source into tokens. It never fails: what is wrong becomes a
// diagnostic and the nearest sensible token.
type scanner struct {
	src    *diag.Source
	text   string
	pos    lexer.Position // of the token being read
	tokens *tokens
	nest   nesting
	left   bool // something was left out before the next token
	diags  diag.List
}

// scan cuts src into tokens.
func scan(src *diag.Source) (*tokens, diag.List) {
	s := &scanner{
		src: src, text: src.Text,
		tokens: &tokens{list: make([]lexer.Token, 0, len(src.Text)/4+1), ends: make([]int, 0, len(src.Text)/4+1)},
		pos:    lexer.Position{Filename: src.Name, Line: 1, Column: 1},
	}
	for s.pos.Offset < len(s.text) && !s.tokens.tooDeep {
		s.next()
	}
	s.emit(lexer.EOF, 0)
	return s.tokens, s.diags
}

// next reads one token at s.pos.
func (s *scanner) next() {
	rest := s.text[s.pos.Offset:]
	c := rest[0]
	switch {
	case c == ' ' || c == '\t' || c == '\n':
		s.skip(len(rest) - len(strings.TrimLeft(rest, " \t\n")))
	case strings.HasPrefix(rest, "//"):
		s.unseen(rest[:lineLength(rest)])
		s.skip(lineLength(rest))
	case strings.HasPrefix(rest, "/*"):
		s.blockComment(rest)
	case c == '#':
		s.error(lineLength(rest), CodeComment, "comments begin with //, not with #")
		s.leaveOut(lineLength(rest))
	case isLetter(c):
		s.word(rest)
	case isDigit(c):
		s.number(rest)
	case c == '"':
		s.quoted(rest)
	case c == '\'' || c == '`':
		s.otherQuotes(rest, rune(c), 1)
	case c == '[' && s.touches():
		s.emit(tokIndex, 1)
	default:
		if n := punctLength(rest); n > 0 {
			s.emit(tokPunct, n)
		} else {
			s.stray(rest)
		}
	}
}

// emit appends a token of n bytes and moves on.
func (s *scanner) emit(kind lexer.TokenType, n int) {
	start := s.pos.Offset
	if s.left {
		s.tokens.strays = append(s.tokens.strays, start)
		s.left = false
	}
	t := lexer.Token{Type: kind, Value: s.text[start : start+n], Pos: s.pos}
	if !s.tokens.tooDeep && s.nest.add(t) {
		s.tokens.tooDeep = true
		s.error(n, CodeDepth, "brackets are nested too deeply here").
			Hint = "name the inner part as a value or a procedure of its own"
	}
	s.tokens.list = append(s.tokens.list, t)
	s.tokens.ends = append(s.tokens.ends, start+n)
	s.skip(n)
}

// skip moves over n bytes.
func (s *scanner) skip(n int) {
	text := s.text[s.pos.Offset : s.pos.Offset+n]
	s.pos.Offset += n
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		s.pos.Line += strings.Count(text, "\n")
		s.pos.Column = utf8.RuneCountInString(text[i:])
	} else {
		s.pos.Column += utf8.RuneCountInString(text)
	}
}

// leaveOut moves over n bytes that have been complained about, so that what
// they may have stood for is not missed as well.
func (s *scanner) leaveOut(n int) {
	s.skip(n)
	s.left = true
}

// error complains about the n bytes at s.pos.
func (s *scanner) error(n int, code diag.Code, format string, args ...any) *diag.Diagnostic {
	if len(s.diags) >= maxDiagnostics {
		return &diag.Diagnostic{}
	}
	return s.diags.Errorf(code, s.src.Span(s.pos.Offset, s.pos.Offset+n), format, args...)
}

// touches tells whether the token before ends right here and could be indexed.
func (s *scanner) touches() bool {
	n := len(s.tokens.list)
	if n == 0 || s.tokens.ends[n-1] != s.pos.Offset {
		return false
	}
	last := s.tokens.list[n-1]
	return last.Type == tokIdent || last.Value == "]" || last.Value == ")"
}

func (s *scanner) blockComment(rest string) {
	n := len(rest)
	if i := strings.Index(rest, "*/"); i >= 0 {
		n = i + 2
	}
	s.error(2, CodeComment, "comments begin with // and end with the line; there is no /* */")
	s.leaveOut(n)
}

// word reads an identifier.
func (s *scanner) word(rest string) {
	n := wordLength(rest)
	if foreign := foreignLength(rest); foreign > n {
		s.foreignWord(rest, foreign)
		return
	}
	s.emit(tokIdent, n)
}

// foreignWord reads a word with letters that names do not have.
func (s *scanner) foreignWord(rest string, n int) {
	s.error(n, CodeStray, "names are made of the letters a to z, digits and _: %s", shorten(rest[:n])).
		Hint = "other letters may stand in texts in quotes"
	s.emit(tokIdent, n)
}

// number reads digits. Whatever is wrong with the number is said here, so that
// it holds inside expressions too.
func (s *scanner) number(rest string) {
	n := 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	digits := rest[:n]
	if n < len(rest) && isLetter(rest[n]) {
		word := wordLength(rest)
		s.error(word, CodeRunTogether, "number and word run together: %s", rest[:word]).
			Hint = "numbers are decimal and whole, names begin with a letter"
		s.emit(tokInt, word)
		return
	}
	trimmed := strings.TrimLeft(digits, "0")
	if n > 1 && len(trimmed) < n {
		if trimmed == "" {
			trimmed = "0"
		}
		s.error(n, CodeLeadingZero, "a number does not begin with 0: %s", digits).Hintf("write %s", trimmed)
	} else if _, err := strconv.ParseInt(digits, 10, 64); err != nil {
		s.error(n, CodeTooLarge, "the number is too large: %s", shorten(digits)).
			Hint = "the largest is 9223372036854775807"
	}
	s.emit(tokInt, n)
}

// quoted reads a text in double quotes, which ends on its line.
func (s *scanner) quoted(rest string) {
	line := rest[:lineLength(rest)]
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			s.escapes(line[:i+1])
			s.unseen(line[:i+1])
			s.emit(tokString, i+1)
			return
		}
	}
	s.error(len(line), CodeUnterminated, "the text does not end").
		Hint = "a text ends with \" on the same line; a quote inside is written \\\""
	s.emit(tokString, len(line))
	s.leaveOut(0) // what should follow the text is in it
}

// escapes complains about unknown escapes in a quoted text.
func (s *scanner) escapes(raw string) {
	if _, bad := unquote(raw); bad >= 0 {
		at := s.pos.Offset + bad
		_, size := utf8.DecodeRuneInString(raw[bad+1:])
		s.diags.Errorf(CodeEscape, s.src.Span(at, at+1+size), "unknown escape %s", raw[bad:bad+1+size]).
			Hint = `the escapes are \" \\ \n and \t`
	}
}

// unseen complains about characters in a text or comment that a terminal obeys, or that
// show what follows in another order than it is read in.
func (s *scanner) unseen(raw string) {
	for i, r := range raw {
		if r != '\t' && unicode.Is(unicode.Cc, r) || unicode.In(r, turning) {
			at := s.pos.Offset + i
			s.diags.Errorf(CodeStray, s.src.Span(at, at+utf8.RuneLen(r)), "%s has no place in a rule file", nameRune(r)).
				Hint = "delete it; it cannot be seen"
			return
		}
	}
}

// otherQuotes reads a text in quotes that are not ours as if they were, so that
// its words make no further errors.
func (s *scanner) otherQuotes(rest string, closing rune, opening int) {
	line := rest[:lineLength(rest)]
	i := strings.IndexRune(line[opening:], closing)
	if closing == '”' && i < 0 {
		i = strings.IndexAny(line[opening:], "“”\"")
	}
	if i < 0 {
		r, size := utf8.DecodeRuneInString(rest)
		s.error(size, CodeQuotes, "texts stand in straight double quotes, not in %s", nameRune(r))
		s.leaveOut(size)
		return
	}
	_, size := utf8.DecodeRuneInString(line[opening+i:])
	n := opening + i + size
	s.error(n, CodeQuotes, "texts stand in straight double quotes").
		Hintf("write \"%s\"", line[opening:opening+i])
	s.emit(tokString, n)
}

// stray complains about a character that begins no token.
func (s *scanner) stray(rest string) {
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == '“' || r == '”' || r == '„':
		s.otherQuotes(rest, '”', size)
		return
	case r == '‘' || r == '’':
		s.otherQuotes(rest, '’', size)
		return
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		s.foreignWord(rest, foreignLength(rest))
		return
	case meant[r] != "":
		s.error(size, CodeStray, "stray %s", nameRune(r)).Hintf("write %s", meant[r])
		s.emit(tokPunct, size)
		s.tokens.list[len(s.tokens.list)-1].Value = meant[r]
		return
	case unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Zs):
		s.error(size, CodeBlank, "stray %s", nameRune(r)).Hint = "use a plain space"
	case r == ';':
		s.error(size, CodeStray, "no `;` is needed").Hint = "a statement ends where the next begins"
	default:
		s.error(size, CodeStray, "stray character %s", nameRune(r))
	}
	s.leaveOut(size)
}

// unquote resolves the escapes of a raw token; bad is the offset of an unknown
// escape, or -1. The closing quote may be missing.
func unquote(raw string) (text string, bad int) {
	_, open := utf8.DecodeRuneInString(raw)
	body := raw[open:]
	if raw[0] == '"' {
		body = strings.TrimSuffix(body, `"`)
	} else if _, size := utf8.DecodeLastRuneInString(body); size > 0 {
		return body[:len(body)-size], -1
	}
	bad = -1
	if !strings.Contains(body, `\`) {
		return body, bad
	}
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' || i+1 == len(body) {
			b.WriteByte(body[i])
			continue
		}
		i++
		switch body[i] {
		case '"', '\\':
			b.WriteByte(body[i])
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		default:
			if bad < 0 {
				bad = open + i - 1
			}
			b.WriteByte(body[i])
		}
	}
	return b.String(), bad
}
