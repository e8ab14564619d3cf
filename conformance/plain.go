package conformance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ruleck/interpreter/value"
)

// Values as plain data: nil, bool, int64, string, []any and map[string]any.
// Wherever a map is walked, its keys are sorted first.

// spell writes a plain value as a line for people.
func spell(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case []any:
		return "[" + spellAll(v) + "]"
	case map[string]any:
		return spellMap(v)
	}
	return fmt.Sprint(v)
}

// spellAll writes the elements of a list.
func spellAll(list []any) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = spell(v)
	}
	return strings.Join(words, ", ")
}

// spellMap writes a record, one alternative of a union, or how many there are of
// what may not be seen.
func spellMap(m map[string]any) string {
	if n, hidden := countOf(m); hidden {
		return fmt.Sprintf("%d unseen", n)
	}
	var parts []string
	for _, key := range sortedKeys(m) {
		parts = append(parts, key+": "+spell(m[key]))
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// countOf is the number shown in place of pieces that the viewer may not know.
func countOf(v any) (n int64, ok bool) {
	m, isMap := v.(map[string]any)
	if !isMap || len(m) != 1 {
		return 0, false
	}
	n, ok = m["count"].(int64)
	return n, ok
}

func spellShown(list []value.Shown) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = spell(s.Any())
	}
	return strings.Join(words, ", ")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
