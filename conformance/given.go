package conformance

import (
	"slices"
	"strings"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// Given is one value that is laid over the setup of a game: plain data at a
// dotted path.
type Given struct {
	Path  string
	Value any
}

// Contradiction is a piece that is given to two piles. It can lie in one only, so
// one of the two values is not what the game begins with.
type Contradiction struct {
	Piece         string
	First, Second int // positions of the two values
}

func (c *Contradiction) Error() string { return c.Piece + " is given to two piles" }

// Contradict looks for a contradiction among values that a game was given, in
// their order; nil if there is none. Names that stand in several values are not
// always pieces that move: it is one if the earlier pile has lost it.
func Contradict(g *interpreter.Game, given []Given) *Contradiction {
	holders := map[string][]int{}
	for i, later := range given {
		list, _ := later.Value.([]any)
		for _, el := range list {
			name, ok := el.(string)
			if !ok {
				continue
			}
			for _, first := range holders[name] {
				if first != i && !holds(g, given[first].Path, name) {
					return &Contradiction{name, first, i}
				}
			}
			holders[name] = append(holders[name], i)
		}
	}
	return nil
}

// holds reports whether the list at a path has an element of that name.
func holds(g *interpreter.Game, path, name string) bool {
	plain, _ := seen(g, value.Host, strings.Split(path, "."))
	list, _ := plain.([]any)
	return slices.Contains(list, any(name))
}
