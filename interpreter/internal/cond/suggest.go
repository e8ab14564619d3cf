package cond

import (
	"fmt"
	"sort"
	"strings"
)

// didYouMean finds the nearest of some names, as a hint; "" if none is near.
func didYouMean(name string, among []string) string {
	best, at := "", 0
	for _, a := range among {
		limit := 1 + min(max(len(name), len(a))/2, 2+len(name)/8)
		if best != "" {
			limit = min(limit, at+1)
		}
		d := distance(strings.ToLower(name), strings.ToLower(a), limit)
		if a != name && d < limit && (best == "" || d < at || a < best) {
			best, at = a, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean `%s`?", best)
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
		if n == most && n < len(segs) {
			next = append(next, segs[n])
		}
	}
	if most >= len(parts) {
		lw.incomplete(parts, next)
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
	lw.bad(wrong.off, "name", message, didYouMean(wrong.name, next))
}

// incomplete reports a name that is only the beginning of one.
func (lw *lower) incomplete(parts []*syn, next []string) {
	name := join(parts)
	sort.Strings(next)
	next = unique(next)
	if len(next) > 4 {
		next = append(next[:4], "…")
	}
	hint := ""
	if len(next) > 0 {
		hint = "it goes on with " + strings.Join(next, ", ")
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
