package interpreter

import (
	"fmt"
	"slices"
)

// A decision that must be answered and cannot be is a mistake of the rules: they
// have to say what happens when there is nothing to choose. It is found when the
// decision is put, not left for a player to be stuck at.

// stuckBudget bounds the search for a first legal answer. If it runs out, the
// decision is put: there may be one.
const stuckBudget = 5_000

// refuseStuck stops the game at a decision without any legal answer.
func (g *Game) refuseStuck() {
	for _, q := range g.questions() {
		if !g.answerable(q) {
			panic(fault(g.code.ops[g.pc].(asker).where(g), fmt.Sprintf("%s has no legal answer at %s", g.playerName(q.player), q.step),
				"say what happens then: `if none`, `may` instead of `must`, or a guard before it"))
		}
	}
}

// sound works out what the fields may be as far as nothing is chosen yet. What fails
// there fails when the decision is put, and not for whoever looks at the options.
func (g *Game) sound(q *question) {
	if len(q.fields) == 0 {
		return
	}
	b := g.try(q)
	defer b.done()
	for i, p := range q.fields {
		if b.reads(p, q.fields[:i]) == nil {
			b.domain(p)
		}
	}
}

// answerable reports whether a question has a legal answer, as far as the budget shows.
func (g *Game) answerable(q *question) bool {
	switch {
	case q.kind == "may" && q.code == nil:
		return true
	case q.pass:
		g.sound(q)
		return true
	case q.kind == "window":
		for _, o := range q.offers {
			g.sound(o)
		}
		return slices.ContainsFunc(q.offers, g.answerable)
	}
	found := false
	budget := stuckBudget
	g.walk(q, &budget, func([][]int64) bool { found = true; return false })
	return found || budget < 0
}
