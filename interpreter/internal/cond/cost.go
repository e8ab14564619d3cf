package cond

import (
	"math"

	"ruleck/interpreter/types"
)

// Cost is how many steps one evaluation of an expression may take, as Ctx counts
// them: the turns of its loops and the calls of values, if every list is as long as
// its declaration allows and no loop ends early.
type Cost struct {
	Steps   int64 // of its own, without what the values do that it calls; at most math.MaxInt64
	Calls   []Called
	Longest int   // byte offset of the loop that takes most of them
	Most    int64 // how many it takes
}

// Called is a value that an expression calls, and how often.
type Called struct {
	Value  *Value
	Times  int64
	Offset int // byte offset of the call
}

// spend notes that a node takes so many steps each time it is evaluated.
func (lw *lower) spend(s *syn, steps int64) {
	all := Times(lw.often, steps)
	lw.cost.Steps = Plus(lw.cost.Steps, all)
	if all > lw.cost.Most {
		lw.cost.Most, lw.cost.Longest = all, s.off
	}
}

// length is how many elements a list may have. Of a list that says nothing, each
// member of what it holds is thought of once.
func length(t *types.Type) int64 {
	switch {
	case t.Max > 0 && t.Max < MaxSteps: // the latter stands for none
		return t.Max
	case t.Elem != nil && t.Elem.Named != nil:
		return max(1, int64(len(t.Elem.Named.Members)))
	}
	return 1
}

// Plus and Times are for costs, which are never negative: what is too large for a
// number is the largest one.
func Plus(a, b int64) int64 {
	if sum, fits := add(a, b); fits {
		return sum
	}
	return math.MaxInt64
}

func Times(a, b int64) int64 {
	if product, fits := mul(a, b); fits {
		return product
	}
	return math.MaxInt64
}
