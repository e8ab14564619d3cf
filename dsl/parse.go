package dsl

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// Parse reads one file. It goes on after a mistake: File holds every
// declaration that could be understood, and the list every mistake, in the
// order of the text. The file's extension (.rules or .scenario) tells which
// declarations may stand in it.
func Parse(src *diag.Source) (*File, diag.List) {
	file := &File{}
	if diags := unreadable(src); len(diags) > 0 {
		return file, diags
	}
	tokens, diags := scan(src)
	if tokens.tooDeep {
		return file, diags.Sorted()
	}
	p := &fileReader{src: src, tokens: tokens, lex: upgrade(tokens.list), diags: diags, file: file}
	p.read()
	p.diags = append(p.diags, check(src, file)...)
	return file, p.diags.Sorted()
}

// fileReader reads the declarations of one file.
type fileReader struct {
	src    *diag.Source
	tokens *tokens
	lex    *lexer.PeekingLexer
	diags  diag.List
	file   *File
	before before // what was read last, if it was right
}

func (p *fileReader) read() {
	if p.lex.Peek().EOF() {
		if len(p.diags) == 0 {
			p.diags.Errorf(CodeEmpty, p.src.Span(0, 0), "the file is empty").Hint = p.headHint()
		}
		return
	}
	p.readHead()
	for !p.lex.Peek().EOF() && len(p.diags) < maxDiagnostics {
		p.readDecl()
	}
}

// readHead reads the lines that say what the file is.
func (p *fileReader) readHead() {
	t := p.lex.Peek()
	if declarationWord[t.Value] {
		p.diags.Errorf(CodeHead, p.place(t), "the file does not say what it is").Hint = p.headHint()
		return
	}
	start := p.lex.MakeCheckpoint()
	head, err := headParser.ParseFromLexer(p.lex, participle.AllowTrailing(true))
	if err != nil {
		p.lex.LoadCheckpoint(start)
		m, _ := findMistakes(p.src, p.lex, "Head", p.tokens.strays)
		p.diags = append(p.diags, m.diags...)
		p.orElse(m, err)
		if head, err = reparse(p, headParser, m, start); err != nil {
			p.skipDecl(start)
			return
		}
	}
	place(head, p.src, p.tokens)
	p.file.Head = head
	p.before = before{"Head", start}
}

// headHint shows the first line that the file needs.
func (p *fileReader) headHint() string {
	word := "rules"
	if isScenarioFile(p.src.Name) {
		word = "scenarios"
	}
	name := strings.TrimSuffix(path.Base(p.src.Name), path.Ext(p.src.Name))
	return fmt.Sprintf("the first line names the file: %s BOOK.%s", word, asName(name))
}

// asName makes a name of the name of a file: `my notes` becomes my_notes.
func asName(file string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf && (isLetter(byte(r)) || isDigit(byte(r))):
			return r
		case unicode.IsLetter(r) || r == '\'' || r == '\u2019':
			return -1
		}
		return '_'
	}, file)
	name = strings.Trim(name, "_")
	switch {
	case name == "":
		return "NAME"
	case isDigit(name[0]), celReserved[name]:
		return "_" + name
	}
	return name
}

// readDecl reads one declaration, and if it is wrong, what is left of it.
func (p *fileReader) readDecl() {
	start := p.lex.MakeCheckpoint()
	if t := p.lex.Peek(); t.Value == "}" || t.Value == ")" || t.Value == "]" {
		p.diags.Errorf(CodeNotOpen, p.place(t), "this `%s` closes nothing", t.Value)
		p.skipDecl(start)
		return
	}
	if t := p.lex.Peek(); t.Value == "=" && p.before.production != "" && !firstOnLine(p.lex) {
		p.diags.Errorf(CodeOperator, p.place(t), "`=` is no operator").Hint = equalHint
		p.skipDecl(start)
		return
	}
	d, err := declParser.ParseFromLexer(p.lex, participle.AllowTrailing(true))
	if err == nil {
		p.keep(d)
		p.before = before{"Decl", start}
		return
	}
	if p.wentOn() {
		return
	}
	p.before = before{}
	p.lex.LoadCheckpoint(start)
	m, how := findMistakes(p.src, p.lex, "Decl", p.tokens.strays)
	p.diags = append(p.diags, m.diags...)
	p.orElse(m, err)
	switch how {
	case good:
		if d, err := reparse(p, declParser, m, start); err == nil {
			p.keep(d)
		}
	case lost:
		p.skipDecl(start)
	}
}

// before is what was read last, and from where.
type before struct {
	production string
	start      lexer.Checkpoint
}

// wentOn looks for a misspelt keyword that would have gone on with what was
// read before: `ends when x socring y` ends before `socring`. It puts the
// keyword right and reads that again.
func (p *fileReader) wentOn() bool {
	t := p.lex.Peek()
	if p.before.production == "" || t.Type != tokIdent || declarationWord[t.Value] {
		return false
	}
	lex := *p.lex
	lex.LoadCheckpoint(p.before.start)
	m, _ := findMistakes(p.src, &lex, p.before.production, nil)
	words := m.wantedWords(p.lex.Cursor())
	guesses := meantBy(t.Value, append(sortedWords(declarationWord), words...))
	if len(guesses) == 0 || !slices.Contains(words, guesses[0]) {
		return false
	}
	guess := guesses[0]
	p.diags.Errorf(CodeUnknownWord, p.place(t), "unknown word %s", show(t)).Hintf("did you mean `%s`?", guess)
	t.Value = guess
	p.lex.LoadCheckpoint(p.before.start)
	if p.before.production == "Head" {
		p.readHead()
	} else {
		p.file.Decls = p.file.Decls[:len(p.file.Decls)-1]
		p.readDecl()
	}
	return true
}

// orElse reports participle's error if nothing else was found wrong, which
// would be a mistake in this package.
func (p *fileReader) orElse(m *mistakes, err error) {
	if len(m.diags) == 0 && len(p.tokens.strays) == 0 {
		t := p.lex.Peek()
		p.diags.Errorf(CodeExpected, p.place(t), "%v", err)
	}
}

func (p *fileReader) keep(d *declaration) {
	place(d.Decl, p.src, p.tokens)
	p.file.Decls = append(p.file.Decls, d.Decl)
}

func (p *fileReader) place(t *lexer.Token) diag.Span {
	return p.src.Span(t.Pos.Offset, t.Pos.Offset+len(t.Value))
}

// skipDecl moves to where the next declaration after start begins: its keyword
// at the start of a line, outside of braces or in the first column.
func (p *fileReader) skipDecl(start lexer.Checkpoint) {
	depth := 0
	for {
		t := p.lex.Peek()
		switch {
		case t.EOF():
			return
		case p.lex.Cursor() > start.Cursor() && declarationWord[t.Value] && firstOnLine(p.lex) &&
			(t.Pos.Column == 1 || depth == 0 && !statementWord[t.Value]):
			return
		case t.Value == "{":
			depth++
		case t.Value == "}":
			depth = max(0, depth-1)
		}
		p.lex.Next()
	}
}

// reparse reads the tokens from start to where lex stands, without the items
// that m cut out and with the braces it put in.
func reparse[P any](p *fileReader, parser *participle.Parser[P], m *mistakes, start lexer.Checkpoint) (*P, error) {
	var rest []lexer.Token
	end := lexer.EOFToken(p.lex.Peek().Pos)
	cuts, inserts := m.cuts, m.inserts
	for _, t := range append(slices.Clone(p.lex.Range(start.RawCursor(), p.lex.RawCursor())), end) {
		for len(inserts) > 0 && inserts[0].Pos.Offset <= t.Pos.Offset {
			rest, inserts = append(rest, inserts[0]), inserts[1:]
		}
		for len(cuts) > 0 && cuts[0].End <= t.Pos.Offset {
			cuts = cuts[1:]
		}
		if len(cuts) == 0 || t.Pos.Offset < cuts[0].Start {
			rest = append(rest, t)
		}
	}
	return parser.ParseFromLexer(upgrade(rest), participle.AllowTrailing(true))
}

// isScenarioFile tells the kind of a file by its extension.
func isScenarioFile(name string) bool { return strings.EqualFold(path.Ext(name), ".scenario") }
