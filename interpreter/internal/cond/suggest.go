package cond

import (
	"fmt"
	"sort"
	"strings"

	"ruleck/interpreter/types"
)

// didYouMean is a hint at the one of the few parts of something that is spelt most like
// a word; "" if none is near.
func didYouMean(name string, among []string) string {
	if best := nearest(name, among, true); best != "" {
		return fmt.Sprintf("did you mean `%s`?", best)
	}
	return ""
}

// nearest is the name that is spelt most like a word, "" if none is near. A guess that is
// far off sends people the wrong way: a third of the letters may differ, and a short word
// keeps its first one. Where there are few names, two letters may always differ behind it.
func nearest(name string, among []string, few bool) string {
	best, at := "", 0
	word := strings.ToLower(name)
	for _, a := range among {
		other := strings.ToLower(a)
		if a == name || a == "" {
			continue
		}
		begin := word[0] == other[0]
		most := max(1, (len(word)+1)/3)
		if few && begin {
			most = max(most, 2)
		}
		d := distance(word, other, most+1)
		switch {
		case d > most || d >= len(word) || d >= len(other) && !begin:
		case len(word) <= 3 && !begin:
		case best == "" || d < at || d == at && a < best:
			best, at = a, d
		}
	}
	return best
}

// distance is the number of letters to change, add, leave out or swap with the
// next, to make b of a; limit if it is that much or more.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j-1]+cost, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}

// unknown reports a dotted name of which nothing is known. It points at the
// first part that no known name has at that place, and offers the parts that
// some have there. what is "name" or "function".
func (lw *lower) unknown(parts []*syn, what string) {
	first := parts[0].name
	meant := lw.meant(first)
	if meant == "" && len(parts) == 1 {
		meant = otherWords[first]
	}
	alone := len(parts) == 1 && what == "name" // a type, or the beginning of a name, is no value
	known, most := lw.known(), 0
	var next []string
	for _, name := range known {
		segs := strings.Split(name, ".")
		n := 0
		for n < len(segs) && n < len(parts) && segs[n] == parts[n].name {
			n++
		}
		if n > most {
			most, next = n, nil
		}
		if n == most && n < len(segs) && !(alone && n == 0 && (len(segs) > 1 || lw.onlyType(name))) {
			next = append(next, segs[n])
		}
	}
	if most >= len(parts) {
		lw.incomplete(parts, next, meant)
		return
	}
	wrong := parts[most]
	message := fmt.Sprintf("unknown %s `%s`", what, wrong.name)
	if most > 0 {
		message = fmt.Sprintf("`%s` has no `%s`", join(parts[:most]), wrong.name)
	}
	if what == "function" && most == 0 {
		next = append(next, sortedKeys(lw.ck.library)...)
	}
	hint := meant
	switch best := nearest(wrong.name, next, false); {
	case hint != "":
	case most > 0:
		hint = didYouMean(wrong.name, next)
	case best != "":
		hint = fmt.Sprintf("did you mean `%s`?", best)
	default:
		hint = lw.spelt(first)
	}
	lw.bad(wrong.off, "name", message, hint)
}

// onlyType tells whether a name is that of a type, which is never a value.
func (lw *lower) onlyType(name string) bool {
	n := lw.ck.named[name]
	return n != nil && n.Form != types.Game && len(lw.ck.bare[name]) == 0
}

// incomplete reports a name that is only the beginning of one. meant is a hint at another
// name that was meant, or "".
func (lw *lower) incomplete(parts []*syn, next []string, meant string) {
	name := join(parts)
	sort.Strings(next)
	next = unique(next)
	if len(next) > 4 {
		next = append(next[:4], "…")
	}
	hint := meant
	if len(next) > 0 {
		goesOn := "it goes on with " + strings.Join(next, ", ")
		if hint != "" {
			goesOn = " Otherwise " + goesOn
		}
		hint += goesOn
	}
	lw.bad(parts[len(parts)-1].off, "name", fmt.Sprintf("`%s` is only the beginning of a name", name), hint)
}

// known is every dotted name of the world and the scope.
func (lw *lower) known() []string {
	names := append([]string{"none", "true", "false"}, lw.ck.names...)
	for _, v := range lw.scope.Vars {
		names = append(names, v.Name)
	}
	for _, v := range lw.bound {
		names = append(names, v.name)
	}
	return append(names, lw.scope.Players...)
}

// unique drops repeated neighbours.
func unique(sorted []string) []string {
	var out []string
	for i, s := range sorted {
		if i == 0 || s != sorted[i-1] {
			out = append(out, s)
		}
	}
	return out
}
