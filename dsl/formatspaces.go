package dsl

// hugsNext and hugsLast are signs without a blank behind or before them.
var (
	hugsNext = map[string]bool{"(": true, "[": true, ".": true, "..": true}
	hugsLast = map[string]bool{")": true, "]": true, ",": true, ".": true, "..": true}
)

// space is how many blanks stand before token i, where it does not begin a line.
func (l *layout) space(i int) int {
	word, before, r := l.tokens[i].Value, l.tokens[i-1].Value, l.roles[i]
	switch {
	case l.pads[i] > 0:
		return l.pads[i]
	case l.isBrace(i-1, "{") && l.isBrace(i, "}"):
		return 0
	case l.isBrace(i-1, "{") || l.isBrace(i, "{") || l.isBrace(i-1, "}") && l.isElse(i) || l.isBrace(i, "}"):
		return 1
	case r&(ownLine|sameLine) != 0 && before != ",":
		return 2
	case hugsNext[before], hugsLast[word], l.roles[i-1]&negative != 0, r&tight != 0:
		return 0
	case r&spaced != 0:
		return 1
	case l.exprs[i] >= 0:
		return l.spaceInExpr(i)
	case word == "(" || word == ":" || word == "?":
		return 0
	}
	return 1
}

// spaceInExpr is space for what may stand within an expression: an operand is
// followed by its brackets without a blank.
func (l *layout) spaceInExpr(i int) int {
	if word := l.tokens[i].Value; (word == "(" || word == "[") && l.endsOperand(i-1, l.exprs[i]) {
		return 0
	}
	return 1
}
