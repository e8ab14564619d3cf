package interpreter

import "testing"

// What is shipped stays far below what an expression may cost, so that a house rule
// laid over it has room.
func TestShippedRulesAreCheap(t *testing.T) {
	for _, book := range []string{tictactoe, kuhn, ti4} {
		if p := rulebook(t, book); p.dearest == 0 || p.dearest > maxCost/10 {
			t.Errorf("%s: the dearest expression may take %d of %d steps", book, p.dearest, maxCost)
		}
	}
}
