package diag

import (
	"cmp"
	"slices"
	"strings"
)

// Suggest is the candidate that was probably meant by word, or "" if none is
// near. The nearest wins; of equally near ones the first in the alphabet, so
// the order of candidates does not matter.
func Suggest(word string, candidates []string) string {
	if near := Near(word, candidates); len(near) > 0 {
		return near[0]
	}
	return ""
}

// Near are the candidates that may have been meant by word, the nearest first.
func Near(word string, candidates []string) []string {
	limit := max(1, len(word)/3)
	distances := map[string]int{}
	for _, c := range candidates {
		d := distance(strings.ToLower(word), strings.ToLower(c), limit)
		if c != word && d <= limit && d < len(word) && d < len(c) {
			distances[c] = d
		}
	}
	near := make([]string, 0, len(distances))
	for c := range distances {
		near = append(near, c)
	}
	slices.SortFunc(near, func(a, b string) int {
		return cmp.Or(cmp.Compare(distances[a], distances[b]), cmp.Compare(a, b))
	})
	return near
}

// DidYouMean is a hint made of Suggest, or "".
func DidYouMean(word string, candidates []string) string {
	if s := Suggest(word, candidates); s != "" {
		return "did you mean `" + s + "`?"
	}
	return ""
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b. Above limit it may return any larger number.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
