package conformance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"ruleck/interpreter/value"
)

type view = map[string]map[string]value.Shown

// changes lists what differs between two views: the game's fields first, then
// the players' in the order given, then everything else by name.
func changes(before, after view, players []string) []string {
	owners := sortedKeys(after) // what ran at the beginning and has ended is not told
	rank := func(owner string) int {
		if owner == "game" {
			return 0
		}
		if i := slices.Index(players, owner); i >= 0 {
			return i + 1
		}
		return len(players) + 1
	}
	slices.SortStableFunc(owners, func(a, b string) int { return rank(a) - rank(b) })
	var out []string
	for _, owner := range owners {
		for _, field := range sortedKeys(after[owner]) {
			was, now := before[owner][field].Any(), after[owner][field].Any()
			if _, ran := before[owner]; !ran {
				out = append(out, owner+"."+field+": "+spell(now)+", while it runs")
			} else if !same(was, now) {
				out = append(out, owner+"."+field+": "+change(was, now))
			}
		}
	}
	return out
}

// change writes how one value became another; of a long list, only what moved.
func change(was, now any) string {
	from, isList := was.([]any)
	to, stays := now.([]any)
	if isList && stays {
		return listChange(words(from), words(to))
	}
	before, isMap := was.(map[string]any)
	after, stays := now.(map[string]any)
	if isMap && stays {
		var parts []string
		for _, key := range sortedKeys(after) {
			if !same(before[key], after[key]) {
				parts = append(parts, key+" "+spell(before[key])+" -> "+spell(after[key]))
			}
		}
		return strings.Join(parts, ", ")
	}
	return spell(was) + " -> " + spell(now)
}

func words(list []any) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = spell(v)
	}
	return out
}

// short is how many elements, before and after together, are told in full.
const short = 12

func repeats(list []string) bool {
	seen := map[string]bool{}
	for _, s := range list {
		if seen[s] {
			return true
		}
		seen[s] = true
	}
	return false
}

// listChange tells a short list in full; of a long one what was lost, gained and
// moved, with places counted from the top, and how many there are.
func listChange(from, to []string) string {
	if len(from)+len(to) <= short || repeats(from) || repeats(to) {
		return "[" + strings.Join(from, ", ") + "] -> [" + strings.Join(to, ", ") + "]"
	}
	lost, gained := map[string]int{}, map[string]int{}
	var goes, comes []string
	for _, op := range difflib.NewMatcher(from, to).GetOpCodes() {
		if op.Tag == 'e' {
			continue
		}
		for i := op.I1; i < op.I2; i++ {
			lost[from[i]] = i + 1
			goes = append(goes, from[i])
		}
		for i := op.J1; i < op.J2; i++ {
			gained[to[i]] = i + 1
			comes = append(comes, to[i])
		}
	}
	var parts []string
	for _, name := range goes {
		if at := gained[name]; at > 0 {
			parts = append(parts, fmt.Sprintf("%s from place %d to %d", name, lost[name], at))
		} else {
			parts = append(parts, fmt.Sprintf("loses %s (place %d)", name, lost[name]))
		}
	}
	for _, name := range comes {
		if lost[name] == 0 {
			parts = append(parts, fmt.Sprintf("gains %s (place %d)", name, gained[name]))
		}
	}
	size := fmt.Sprintf("; %d", len(to))
	if len(from) != len(to) {
		size = fmt.Sprintf("; %d -> %d", len(from), len(to))
	}
	return strings.Join(parts, ", ") + size
}
