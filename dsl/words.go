package dsl

import (
	"maps"
	"slices"
)

// The keywords that begin something. They are plain words everywhere else; the
// tables only help to go on after a mistake. A test holds them equal to the
// grammar's.

// declarationWord are the words that begin a declaration.
var declarationWord = wordSet(
	"clauses", "enum", "union", "record", "seats", "entity", "table", "rows", "card", "game", "effect", "extend",
	"play", "setup", "ends", "ruling", "invariant", "value", "event", "action", "procedure", "whenever",
	"open", "set", "add", "cap", "forbid", "before", "after", "instead", "limit", "waive", "remove", "offer",
	"scenario", "breakage",
)

// statementWord are the words that begin an item of a block: a statement, a
// change, a limit, a field with `has`, a line of a scenario.
var statementWord = wordSet(
	"let", "set", "add", "take", "move", "draw", "shuffle", "do", "run", "when", "match", "each", "repeat",
	"together", "step", "finally", "all", "end", "restart", "begin", "at", "nothing",
	"cap", "forbid", "before", "after", "instead", "limit", "waive", "remove", "offer",
	"has", "slot", "while",
	"given", "under", "expect", "stops", "ends",
)

func wordSet(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

func sortedWords(set map[string]bool) []string {
	return slices.Sorted(maps.Keys(set))
}
