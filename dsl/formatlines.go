package dsl

import (
	"strings"
	"unicode/utf8"
)

// indentStep is how many blanks a block stands further in than what it belongs to.
const indentStep = 2

// behindGap is how far a comment behind something stands from it.
const behindGap = 2

// line is one line of the text. Only the comment behind it waits for the lines around
// it, since comments behind neighbouring lines stand in one column.
type line struct {
	blank  bool // an empty line stands before it
	indent int
	text   []byte
	gap    int    // blanks before the comment behind it
	behind string // the comment behind it, or ""
}

func (l line) write(b *strings.Builder) {
	if l.blank {
		b.WriteByte('\n')
	}
	b.WriteString(strings.Repeat(" ", l.indent))
	b.Write(l.text)
	if l.behind != "" {
		b.WriteString(strings.Repeat(" ", l.gap))
		b.WriteString(l.behind)
	}
	b.WriteByte('\n')
}

// printer writes a layout line by line.
type printer struct {
	*layout
	done     []line
	now      line
	column   int         // behind what is written of this line
	opened   []openPair  // the blocks of several lines that are open
	brackets []openPair  // the brackets that are open
	starts   map[int]int // of the first token of an expression that begins a line: its indent
}

// openPair is a brace or bracket that waits for its other half: how far in lines
// between them begin, and the other half if it begins one.
type openPair struct{ inside, closer int }

func (l *layout) print() string {
	p := &printer{layout: l, starts: map[int]int{}}
	for i := range l.tokens {
		p.gap(i)
		p.token(i)
	}
	alignBehind(p.done)
	var b strings.Builder
	for _, line := range p.done {
		line.write(&b)
	}
	return b.String()
}

// gap writes what stands before token i.
func (p *printer) gap(i int) {
	g := p.gaps[i]
	closes, end := p.isBrace(i, "}"), p.tokens[i].EOF()
	if !p.breaks[i] && !end {
		p.write(strings.Repeat(" ", p.space(i)))
		return
	}
	indent := p.indent(i)
	commentIndent := indent // a comment belongs to what follows it, or to the block that ends
	if closes {
		commentIndent += indentStep
	}
	first := i == 0 || p.isBrace(i-1, "{") // of the file or of a block
	mayBlank := p.roles[i]&(ownLine|sameLine) != 0 || closes || end
	for _, c := range g.comments {
		if c.behind {
			p.now.behind = c.text
			continue
		}
		p.startLine(commentIndent, c.blank && mayBlank && !first)
		p.write(c.text)
		first = false
	}
	if end {
		p.endLine()
		return
	}
	p.startLine(indent, g.blank && mayBlank && !first && !closes)
}

// token writes token i.
func (p *printer) token(i int) {
	if p.exprs[i] == i && p.column == p.now.indent {
		p.starts[i] = p.now.indent
	}
	t := p.tokens[i]
	p.write(t.Value)
	if t.Type != tokPunct && t.Type != tokIndex {
		return
	}
	switch t.Value {
	case "(", "[":
		pair := openPair{p.column, p.column}
		if p.breaks[i+1] {
			pair = openPair{p.now.indent + indentStep, p.now.indent}
		}
		p.brackets = append(p.brackets, pair)
	case ")", "]":
		p.brackets = p.brackets[:len(p.brackets)-1]
	case "}":
		if p.breaks[i] {
			p.opened = p.opened[:len(p.opened)-1]
		}
	case "{":
		if p.breaks[i+1] {
			at := p.base()
			if p.isBreakage(i) {
				at = p.now.indent
			}
			p.opened = append(p.opened, openPair{at + indentStep, at})
		}
	}
}

// isBreakage tells whether token i stands in the head of a breakage, whose block
// belongs to its second line if it has one.
func (p *printer) isBreakage(i int) bool {
	return p.blocks[i] < 0 && p.tokens[p.items[i]].Value == "breakage"
}

// base is how far in the items of the innermost block begin.
func (p *printer) base() int {
	if len(p.opened) == 0 {
		return 0
	}
	return p.opened[len(p.opened)-1].inside
}

// indent is how far in a line begins that begins with token i.
func (p *printer) indent(i int) int {
	switch {
	case p.isBrace(i, "}"):
		return p.opened[len(p.opened)-1].closer
	case len(p.brackets) > 0:
		return p.indentInBracket(i)
	case p.roles[i]&(ownLine|sameLine) != 0, p.tokens[i].EOF(), p.isBrace(i, "{"), p.isElse(i):
		return p.base()
	}
	if first := p.exprs[i]; first >= 0 && first != i {
		if start, ok := p.starts[first]; ok {
			return start + indentStep
		}
	}
	if i < p.bodies[p.items[i]] && !p.isBreakage(i) {
		return p.base() + 2*indentStep // to stand apart from the body
	}
	return p.base() + indentStep
}

// indentInBracket is indent within brackets: elements begin in one column, what goes
// on with an element stands further in.
func (p *printer) indentInBracket(i int) int {
	pair := p.brackets[len(p.brackets)-1]
	switch word, before := p.tokens[i].Value, p.tokens[i-1].Value; {
	case word == ")" || word == "]":
		return pair.closer
	case before == "," || before == "(" || before == "[":
		return pair.inside
	}
	return pair.inside + indentStep
}

func (p *printer) write(text string) {
	p.now.text = append(p.now.text, text...)
	p.column += utf8.RuneCountInString(text)
}

func (p *printer) endLine() {
	if len(p.now.text) > 0 {
		p.done = append(p.done, p.now)
	}
	p.now = line{}
}

func (p *printer) startLine(indent int, blank bool) {
	p.endLine()
	p.now = line{indent: indent, blank: blank}
	p.column = indent
}
