package main

import (
	"fmt"
	"strconv"
	"strings"
)

// How values and numbers are spelled for people.

// count is a number of things: 1 file, 2 files.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// spell is a plain value in one line.
func spell(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []any:
		words := make([]string, len(v))
		for i, e := range v {
			words[i] = spell(e)
		}
		if len(words) == 0 {
			return "nothing"
		}
		return strings.Join(words, ", ")
	case map[string]any:
		if text, ok := spellSmall(v); ok {
			return text
		}
		var words []string
		for _, key := range sortedKeys(v) {
			words = append(words, key+": "+spell(v[key]))
		}
		return strings.Join(words, ", ")
	}
	return fmt.Sprint(v)
}

// spellSmall spells what has a shape of its own: things that are only counted, some of
// one thing, and one of several alternatives.
func spellSmall(v map[string]any) (string, bool) {
	n, counted := v["count"].(int64)
	some, several := v["n"].(int64)
	item, isEntry := v["item"]
	switch {
	case counted && len(v) == 1:
		return strconv.FormatInt(n, 10) + " unseen", true
	case several && isEntry && len(v) == 2:
		return strconv.FormatInt(some, 10) + " of " + spell(item), true
	case len(v) == 1:
		for name, held := range v {
			return name + " " + spell(held), true
		}
	}
	return "", false
}

// cited is a list of clauses in brackets, or nothing.
func cited(clauses []string) string {
	if len(clauses) == 0 {
		return ""
	}
	return " [" + strings.Join(clauses, ", ") + "]"
}
