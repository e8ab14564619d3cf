package dsl

// Where lines end. Declarations, and the items of a block of several lines, begin
// lines. A block stands on one line if the author wrote it so. Everywhere else a
// line ends where the author ended it, except where that would look odd: before a
// comma, between a name and its bracket.

// findBreaks finds the tokens that begin a line.
func (l *layout) findBreaks() {
	lineEnds := make([]int, len(l.tokens)+1) // how many gaps before it hold a line end
	for i, g := range l.gaps {
		lineEnds[i+1] = lineEnds[i]
		if g.newline {
			lineEnds[i+1]++
		}
	}
	// A line end before `,`, `=` or `:` is one behind it.
	moved := false
	for i := range l.tokens {
		switch {
		case i == 0:
			l.breaks[i] = true
		case len(l.gaps[i].comments) > 0:
			l.breaks[i], moved = true, false
		case l.trailsLine(i):
			moved = moved || l.gaps[i].newline
		default:
			l.breaks[i] = l.mustBreak(i, lineEnds) || (moved || l.gaps[i].newline) && l.mayBreak(i)
			moved = false
		}
	}
}

// severalLines tells whether the block that begins with token i has several lines.
func (l *layout) severalLines(i int, lineEnds []int) bool {
	end := l.matching[i]
	if end == i+1 {
		return len(l.gaps[end].comments) > 0
	}
	return lineEnds[end+1] > lineEnds[i+1]
}

func (l *layout) mustBreak(i int, lineEnds []int) bool {
	r := l.roles[i]
	switch {
	case l.isBrace(i-1, "{"):
		return l.severalLines(i-1, lineEnds)
	case l.isBrace(i, "}"):
		return l.severalLines(l.matching[i], lineEnds)
	case r&ownLine != 0:
		return l.blocks[i] < 0 || l.severalLines(l.blocks[i], lineEnds)
	case r&sameLine != 0:
		return l.isBrace(i-1, "}") && l.severalLines(l.matching[i-1], lineEnds)
	}
	return false
}

func (l *layout) isBrace(i int, brace string) bool {
	return i >= 0 && l.tokens[i].Type == tokPunct && l.tokens[i].Value == brace
}

// trailsLine tells whether token i belongs to the end of a line, never to its beginning.
func (l *layout) trailsLine(i int) bool {
	v := l.tokens[i].Value
	return l.tokens[i].Type == tokPunct && (v == "," || l.exprs[i] < 0 && (v == "=" || v == ":"))
}

// mayBreak tells whether a line may begin with token i.
func (l *layout) mayBreak(i int) bool {
	t, before := l.tokens[i], l.tokens[i-1].Value
	switch {
	case t.EOF(), l.roles[i]&(joined|tight) != 0, l.isBrace(i, "{"), l.roles[i-1]&negative != 0:
		return false
	case before == "(" || before == "[":
		return true
	case t.Value == ")" || t.Value == "]":
		return l.breaks[l.matching[i]+1]
	case t.Value == "." && l.exprs[i] >= 0:
		return true // a method of a list, as in a chain of them
	case l.isElse(i):
		return !l.breaks[i-1] // } else { where the } stands alone
	}
	return l.space(i) > 0
}

// isElse tells whether token i begins what is done otherwise.
func (l *layout) isElse(i int) bool {
	return l.isBrace(i-1, "}") && l.roles[i]&(ownLine|sameLine) == 0 && !l.isBrace(i, "}")
}
