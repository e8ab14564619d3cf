package cond

import (
	"fmt"
	"strings"

	"ruleck/interpreter/types"
)

// What was probably meant by a word that is no name where it stands, but is the name of
// something else's part: `heap` of game.heap, `For` of Outcome.For.

// otherWords are what people write for the constants of the language.
var otherWords = map[string]string{
	"yes": "yes is written `true`", "no": "no is written `false`", "on": "on is written `true`", "off": "off is written `false`",
	"True": "write `true`", "False": "write `false`",
	"nobody": "nobody is written `none`", "nothing": "nothing is written `none`", "nil": "write `none`", "None": "write `none`",
}

// dotted is a name that is part of something that can be named here.
type dotted struct{ owner, name string }

func (d dotted) String() string { return d.owner + "." + d.name }

// meant is a hint at the names of which a word is the last part; "" if there are none.
func (lw *lower) meant(word string) string {
	var list []string
	for _, w := range lw.reachable() {
		if w.name == word && len(list) < 3 {
			list = append(list, "`"+w.String()+"`")
		}
	}
	if len(list) > 0 {
		return "did you mean " + strings.Join(list, " or ") + "?"
	}
	which := "x"
	owners := lw.ck.world.Named
	if seats := lw.ck.world.Seats; seats != nil {
		owners = append([]*types.Named{seats}, owners...)
	}
	for _, n := range owners {
		if !hasMembers(n) || n.Field(word) == nil {
			continue
		}
		if n.Form == types.Seats && len(lw.scope.Players) > 0 {
			which = lw.scope.Players[0]
		}
		return fmt.Sprintf("each %s has a `%s`: say of which one, as in %s.%s", n.Name, word, which, word)
	}
	return ""
}

// spelt is meant for a word that is misspelt.
func (lw *lower) spelt(word string) string {
	var names []string
	for _, w := range lw.reachable() {
		names = append(names, w.name)
	}
	if best := nearest(word, names, false); best != "" {
		return lw.meant(best)
	}
	return ""
}

// reachable are the fields of the game, of the variables here and of `it`, the
// alternatives of unions, and the values with a dotted name.
func (lw *lower) reachable() (out []dotted) {
	seen := map[dotted]bool{}
	add := func(owner, name string) {
		if w := (dotted{owner, name}); !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	fieldsOf := func(owner string, t *types.Type) {
		if t == nil || t.Named == nil || t.Kind != types.Object && t.Kind != types.Name && t.Kind != types.Record {
			return
		}
		for _, f := range t.Named.Fields {
			add(owner, f.Name)
		}
	}
	if g := lw.ck.world.Game; g != nil {
		fieldsOf(g.Name, &types.Type{Kind: types.Object, Named: g})
	}
	for i := len(lw.bound) - 1; i >= 0; i-- {
		fieldsOf(lw.bound[i].name, lw.bound[i].typ)
	}
	for _, v := range lw.scope.Vars {
		if v.Place != Running { // which is not sure to run
			fieldsOf(v.Name, v.Type)
		}
		if v.Place == Self {
			for _, f := range v.Type.Named.Fields {
				fieldsOf(v.Name+"."+f.Name, f.Type)
			}
		}
	}
	for _, n := range lw.ck.world.Named {
		for _, alt := range n.Alts {
			add(n.Name, alt.Name)
		}
	}
	for _, f := range lw.ck.world.Values {
		if owner, last := types.Qualified(f.Name); owner != "" {
			add(owner, last)
		}
	}
	return out
}

// hasMembers tells whether a type is one of things that have fields of their own.
func hasMembers(n *types.Named) bool {
	switch n.Form {
	case types.Seats, types.Table, types.Entity, types.Copies, types.Enum:
		return true
	}
	return false
}
