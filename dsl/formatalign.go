package dsl

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// What stands in columns: the cells of rows, the words of clauses, and comments
// behind neighbouring lines.

const (
	cellGap = 2 // blanks between two columns of a table
	rowGap  = 4 // blanks between two rows on one line of a table
)

// align finds the blanks before the cells of one node.
func (l *layout) align(node any) {
	switch n := node.(type) {
	case *RowsDecl:
		if len(n.Cells) > 0 && l.breaks[l.first(n.Cells[0])] {
			l.alignRows(n)
		}
	case *ClausesDecl:
		if len(n.Clauses) > 0 && l.breaks[l.first(n.Clauses[0])] {
			l.alignClauses(n)
		}
	case *BreakageDecl:
		l.pads[l.first(n.New)-1], l.pads[l.first(n.New)] = 1, 1 // one sentence: "old" becomes "new"
	}
}

// tableColumn is one column of a table. Numbers stand to the right.
type tableColumn struct {
	width int
	words bool // something in it is no number
}

func (l *layout) alignRows(n *RowsDecl) {
	var columns []tableColumn
	l.eachCell(n, func(cell *Cell, i, at int) {
		if at == len(columns) {
			columns = append(columns, tableColumn{words: at == 0})
		}
		columns[at].width = max(columns[at].width, l.width(i))
		columns[at].words = columns[at].words || cell.Ident != nil || cell.Text != nil
	})
	l.eachCell(n, func(_ *Cell, i, at int) {
		if l.breaks[i] {
			return
		}
		l.pads[i] = cellGap
		if at%len(n.Columns) == 0 && len(n.Columns) > 1 {
			l.pads[i] = rowGap
		}
		if before := columns[at-1]; before.words {
			l.pads[i] += before.width - l.width(i-1)
		}
		if here := columns[at]; !here.words {
			l.pads[i] += here.width - l.width(i)
		}
	})
}

// eachCell visits the cells of a table with the number of their token and of their
// column. Several rows may stand on a line.
func (l *layout) eachCell(n *RowsDecl, visit func(cell *Cell, i, at int)) {
	at := 0
	for _, cell := range n.Cells {
		i := l.first(cell)
		if at++; l.breaks[i] && l.roles[i]&sameLine != 0 {
			at = 0
		}
		visit(cell, i, at)
	}
}

// width is how long token i is, in characters.
func (l *layout) width(i int) int { return utf8.RuneCountInString(l.tokens[i].Value) }

// alignClauses puts the words of clauses into one column, as far as no empty line
// stands between them.
func (l *layout) alignClauses(n *ClausesDecl) {
	for from := 0; from < len(n.Clauses); {
		to, longest := from, 0
		for ; to < len(n.Clauses) && (to == from || !l.blankBefore(l.first(n.Clauses[to]))); to++ {
			longest = max(longest, len(n.Clauses[to].ID.ID))
		}
		for _, c := range n.Clauses[from:to] {
			l.pads[l.first(c.Words)] = longest - len(c.ID.ID) + cellGap
		}
		from = to
	}
}

// blankBefore tells whether an empty line stands between token i and the one before.
func (l *layout) blankBefore(i int) bool {
	return l.gaps[i].blank || slices.ContainsFunc(l.gaps[i].comments, func(c comment) bool { return c.blank })
}

// alignBehind puts the comments behind neighbouring lines into one column. Lines are
// neighbours if they begin in one column and only such lines are between them.
func alignBehind(lines []line) {
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && neighbours(lines[to-1], lines[to]) {
			to++
		}
		width := 0
		for _, l := range lines[from:to] {
			if l.behind != "" {
				width = max(width, utf8.RuneCount(l.text))
			}
		}
		for i := from; i < to; i++ {
			lines[i].gap = width - utf8.RuneCount(lines[i].text) + behindGap
		}
		from = to
	}
}

func neighbours(a, b line) bool {
	return a.indent == b.indent && !b.blank && !isComment(a) && !isComment(b)
}

func isComment(l line) bool { return bytes.HasPrefix(l.text, []byte("//")) }
