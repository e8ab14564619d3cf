package dsl

import (
	"math"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// Misspelt keywords.
//
// A misspelt keyword is a name to the parser, so the mistake may show one or two
// tokens later: `stp look {` fails at `look`. So for each of the last tokens the
// keywords that could have stood there are tried, and the one is taken with
// which the declaration can be read further.

// trialBudget bounds the work of trying keywords in one declaration.
const trialBudget = 1 << 20

// putRight tries to explain a failure at the next token by a misspelt keyword,
// reports it and puts it right.
func (m *mistakes) putRight() bool {
	suspects := []taken{{m.lex.Peek(), m.lex.Cursor(), true}, m.taken[0], m.taken[1]}
	for i, s := range suspects {
		if !s.name || s.token.Type != tokIdent || m.known(s.token) || m.budget < 0 {
			continue
		}
		best, furthest := "", m.lex.Cursor()
		if i == 0 {
			furthest++ // that the keyword itself can be read is no evidence
		}
		guesses := meantBy(s.token.Value, m.wantedWords(s.cursor))
		if m.behind(s) {
			guesses = diag.Near(s.token.Value, m.wantedWords(s.cursor))
		}
		for _, guess := range guesses {
			if reach := m.reach(s.token, guess); reach > furthest {
				best, furthest = guess, reach
			}
		}
		if best != "" {
			m.unknownWord(s.token, best)
			s.token.Value = best
			return true
		}
	}
	return false
}

// reach reads the declaration again with the guess in place of the token, and
// returns the cursor of the first new mistake.
func (m *mistakes) reach(t *lexer.Token, guess string) int {
	was := t.Value
	t.Value = guess
	defer func() { t.Value = was }()
	lex := *m.lex
	again := &mistakes{
		g: m.g, src: m.src, lex: &lex, production: m.production, begin: m.begin, surplus: m.surplus,
		reported: m.reported, lastReport: m.lastReport, trial: true,
	}
	again.read()
	m.budget += again.budget // less than nothing
	if again.failed < 0 {
		return math.MaxInt
	}
	return again.failed
}

// wantedWords are the keywords that could have stood at a cursor.
func (m *mistakes) wantedWords(cursor int) (words []string) {
	for _, s := range m.wantedAt(cursor) {
		for w := range s.first.words {
			if isLetter(w[0]) {
				words = append(words, w)
			}
		}
	}
	return words
}

// behind tells whether a word stands behind a statement in its line, where it would begin
// another one: `set x to 3 if y` is no `when`.
func (m *mistakes) behind(s taken) bool {
	if !slices.ContainsFunc(m.wantedAt(s.cursor), func(w *symbol) bool { return w.rule == "Stmt" }) {
		return false
	}
	line := m.src.Text[:s.token.Pos.Offset]
	line = strings.TrimSpace(line[strings.LastIndexByte(line, '\n')+1:])
	return line != "" && !strings.HasSuffix(line, "{") && !strings.HasSuffix(line, "}")
}

// otherKeywords are what people write for a keyword that has another place or name.
var otherKeywords = map[string][]string{"if": {"when", "where"}, "where": {"when"}, "when": {"where"}}

// meantBy are the keywords that may have been meant by a word, the most likely first.
func meantBy(word string, wanted []string) []string {
	near := diag.Near(word, wanted)
	for _, other := range otherKeywords[word] {
		if slices.Contains(wanted, other) {
			near = append([]string{other}, near...)
		}
	}
	return near
}
