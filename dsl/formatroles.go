package dsl

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// spanned is every node.
type spanned interface{ Span() diag.Span }

// role is what a token is for the layout, besides what it says.
type role uint8

const (
	ownLine  role = 1 << iota // begins an item that has a line of its own in a block of several lines
	sameLine                  // begins an item that may stand on a line with others, as the author likes
	joined                    // stands on the line of the token before
	tight                     // stands right behind the token before
	spaced                    // stands apart from the token before, although it is a bracket
	negative                  // a sign, not an operator
)

// layout is a file on its way to its text. The slices have an element for each token.
type layout struct {
	tokens   []lexer.Token
	gaps     []gap
	roles    []role
	exprs    []int  // the number of the first token of the expression it stands in, or -1
	items    []int  // the number of the first token of the innermost item it stands in
	bodies   []int  // of the first token of an item: where its body begins, or -1
	blocks   []int  // the number of the innermost { it stands in, or -1
	matching []int  // of a bracket or brace the number of its other half
	breaks   []bool // it begins a line
	pads     []int  // blanks before it, in a table; 0 where it is in none

	find func(offset int) int // the number of the first token at an offset or behind it
}

func newLayout(src *diag.Source, t *tokens, file *File) *layout {
	n := len(t.list)
	l := &layout{
		tokens: t.list, gaps: make([]gap, n), roles: make([]role, n), exprs: make([]int, n), items: make([]int, n),
		bodies: make([]int, n), blocks: make([]int, n), matching: make([]int, n), breaks: make([]bool, n), pads: make([]int, n), find: t.from,
	}
	for i := range t.list {
		l.gaps[i] = gapBefore(src, t, i)
		l.exprs[i], l.bodies[i] = -1, -1
	}
	Walk(file, func(n any) bool { l.mark(n); return true })
	l.findSigns()
	l.findItems()
	l.findBreaks()
	Walk(file, func(n any) bool { l.align(n); return true })
	return l
}

// mark gives the tokens of one node, and the first tokens of the items in it, their roles.
func (l *layout) mark(node any) {
	switch n := node.(type) {
	case *File:
		for _, d := range n.Decls {
			l.roles[l.first(d.(spanned))] |= ownLine
		}
	case *Head:
		l.roles[0] |= ownLine
		for _, name := range slices.Concat(n.Uses, n.Over, n.Requires, n.Conflicts) {
			l.roles[l.first(name)-1] |= ownLine
		}
		for _, cite := range n.Changes {
			l.roles[l.first(cite)-1] |= ownLine
		}
	case *ClausesDecl:
		items(l, ownLine, n.Clauses)
	case *EnumDecl:
		items(l, sameLine, n.Members)
	case *UnionDecl:
		items(l, sameLine, n.Alts)
	case *RecordDecl:
		items(l, sameLine, n.Fields)
	case *SeatsDecl:
		items(l, sameLine, n.Fields)
	case *EntityDecl:
		items(l, sameLine, n.Fields)
	case *TableDecl:
		items(l, sameLine, n.Items)
	case *RowsDecl:
		l.markRows(n)
	case *CardDecl:
		for _, item := range n.Items {
			l.roles[l.first(item)] |= ownLine
			if item.Value != nil {
				l.roles[l.first(item)] ^= ownLine | sameLine
			}
		}
	case *CardItem:
		items(l, ownLine, n.Change)
	case *GameDecl:
		items(l, sameLine, n.Fields)
	case *ExtendDecl:
		items(l, sameLine, n.Fields)
	case *EffectDecl:
		items(l, ownLine, n.Changes)
	case *CallDecl:
		items(l, ownLine, n.Limits)
		items(l, ownLine, n.Body)
	case *ProcDecl:
		for _, f := range n.Has {
			l.roles[l.first(f)-1] |= sameLine
		}
		items(l, ownLine, n.Body)
	case *Block:
		items(l, ownLine, n.Stmts)
	case *Match:
		items(l, ownLine, n.Cases)
	case *ScenarioDecl:
		items(l, ownLine, n.Scenes)
	case *Given:
		items(l, sameLine, n.Sets)
	case *BreakageDecl:
		items(l, sameLine, []*String{n.Old, n.New})
		l.roles[l.first(n.New)-1] |= sameLine // becomes
	default:
		l.markParts(node)
	}
	if v, ok := node.(*ValueDecl); ok {
		l.bodies[l.first(v)] = l.first(v.Expr)
	}
}

// markParts gives the tokens of one node their roles.
func (l *layout) markParts(node any) {
	switch n := node.(type) {
	case *Name:
		l.fill(n, tight)
	case *Clause:
		l.fill(n, tight)
	case *Bound:
		if n.Minus {
			l.roles[l.first(n)] |= negative
		}
	case *Path:
		if n.Index != nil {
			l.roles[l.first(n.Index)-1] |= tight
		}
	case *Answers:
		if n.Named != nil {
			l.roles[l.first(n.Named)] |= spaced
		}
	case *Expr:
		first, behind := l.first(n), l.find(n.Span().End)
		for i := first; i < behind; i++ {
			l.exprs[i] = first
		}
		l.roles[first] |= spaced
	}
}

func (l *layout) markRows(n *RowsDecl) {
	l.roles[l.first(n.Columns[0])-1] |= spaced
	for i, cell := range n.Cells {
		if i%len(n.Columns) == 0 {
			l.roles[l.first(cell)] |= sameLine
		} else {
			l.roles[l.first(cell)] |= joined
		}
	}
}

// items gives the first token of each item its role.
func items[N spanned](l *layout, r role, nodes []N) {
	for _, n := range nodes {
		l.roles[l.first(n)] |= r
	}
}

// fill gives a role to all tokens of a node but the first.
func (l *layout) fill(n spanned, r role) {
	for i := l.first(n) + 1; i < l.find(n.Span().End); i++ {
		l.roles[i] |= r
	}
}

// first is the number of the first token of a node.
func (l *layout) first(n spanned) int { return l.find(n.Span().Start) }

// findSigns tells the sign of a number from an operator: it stands where an operand
// is due.
func (l *layout) findSigns() {
	for i, t := range l.tokens {
		if l.exprs[i] >= 0 && (t.Value == "!" || t.Value == "-" && !l.endsOperand(i-1, l.exprs[i])) {
			l.roles[i] |= negative
		}
	}
}

// endsOperand tells whether token i, in the expression that begins at token first,
// ends an operand.
func (l *layout) endsOperand(i, first int) bool {
	if i < first {
		return false
	}
	switch t := l.tokens[i]; t.Type {
	case tokInt, tokString:
		return true
	case tokIdent:
		return t.Value != "in"
	default:
		return t.Value == ")" || t.Value == "]"
	}
}

// findItems finds the item and the block of each token, and which brackets belong together.
// The body of an item is its last block.
func (l *layout) findItems() {
	var open []int
	item, block := 0, -1
	for i, t := range l.tokens {
		if l.roles[i]&(ownLine|sameLine) != 0 {
			item = i
		}
		if t.Type == tokPunct || t.Type == tokIndex {
			switch t.Value {
			case "(", "[", "{":
				open = append(open, i)
			case ")", "]", "}":
				first := open[len(open)-1]
				open = open[:len(open)-1]
				l.matching[i], l.matching[first] = first, i
				if t.Value == "}" {
					item, block = l.items[first], l.blocks[first]
				}
			}
		}
		l.items[i], l.blocks[i] = item, block
		if l.isBrace(i, "{") {
			l.bodies[item], block = i, i
		}
	}
}
