package dsl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	grammarBegin = "<!-- grammar -->\n```ebnf\n"
	grammarEnd   = "```\n<!-- /grammar -->"
)

// The grammar in the specification is the parser's. UPDATE=1 writes it there.
func TestGrammarInSpec(t *testing.T) {
	name := filepath.Join("..", "docs", "spec.md")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), grammarBegin)
	kept, after, ok2 := strings.Cut(rest, grammarEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no grammar between <!-- grammar --> and <!-- /grammar -->", name)
	}
	switch {
	case kept == Grammar():
	case os.Getenv("UPDATE") == "1":
		if err := os.WriteFile(name, []byte(before+grammarBegin+Grammar()+grammarEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s differs from the parser (UPDATE=1 go test ./dsl writes it):\n%s", name, firstDifference(kept, Grammar()))
	}
}

func TestGrammarIsShort(t *testing.T) {
	lines := strings.Split(Grammar(), "\n")
	if len(lines) > 150 {
		t.Errorf("the grammar has %d lines: more than three pages", len(lines))
	}
	for _, l := range lines {
		if len(l) > printWidth {
			t.Errorf("too long: %s", l)
		}
	}
}

// answersGroup is the one place where two alternatives begin alike: a bracket
// after `answers` begins arguments by name, never an expression.
const answersGroup = "a group with ("

// LL(1): of the alternatives at one place, no two begin with the same word or
// sign, and none that may be left out begins like what follows it. A name where
// a keyword could stand, too, is no conflict: the keyword wins.
func TestGrammarIsLL1(t *testing.T) {
	g := theGraph()
	eachChoice(g, func(where string, c *choice) {
		for i, a := range c.alts {
			for _, b := range c.alts[i+1:] {
				if both := common(a.first, b.first); both != "" && where != answersGroup {
					t.Errorf("%s: two alternatives begin with %s", where, both)
				}
			}
			for j, s := range a.symbols {
				if s.many == 0 || j+1 == len(a.symbols) {
					continue
				}
				if both := common(s.first, follows(a.symbols[j+1:])); both != "" {
					t.Errorf("%s: an optional part begins with %s like what follows", where, both)
				}
			}
		}
	})
}

// eachChoice visits the productions and the groups in them.
func eachChoice(g *graph, visit func(production string, c *choice)) {
	for _, p := range g.productions {
		visit(p.name, p.body)
	}
	for _, s := range g.symbols {
		if s.body != nil && s.rule == "" {
			visit("a group with "+strings.Join(sortedWords(s.first.words), " "), s.body)
		}
	}
}

func follows(symbols []*symbol) *first {
	f := newFirst()
	for _, s := range symbols {
		f.add(s.first)
		if s.many != '?' && s.many != '*' && !s.first.nullable {
			break
		}
	}
	return f
}

// exprFirst are the signs an expression begins with.
var exprFirst = wordSet("(", "[", "-", "!")

func common(a, b *first) string {
	for _, w := range sortedWords(a.words) {
		if b.words[w] || b.expr && exprFirst[w] {
			return w
		}
	}
	for _, w := range sortedWords(b.words) {
		if a.expr && exprFirst[w] {
			return w
		}
	}
	for kind := range a.tokens {
		if b.tokens[kind] || b.expr && kind != tokIndex {
			return tokenNames[kind]
		}
	}
	if b.expr && (a.expr || len(a.tokens) > 0) || a.expr && len(b.tokens) > 0 {
		return exprRule
	}
	return ""
}

// The tables of keywords are the grammar's.
func TestWords(t *testing.T) {
	g := theGraph()
	if got, want := sortedWords(declarationWord), sortedWords(g.byName["Decl"].first.words); !slices.Equal(got, want) {
		t.Errorf("declarationWord has\n%v\nthe grammar\n%v", got, want)
	}
	items := newFirst()
	eachChoice(g, func(_ string, c *choice) {
		for _, a := range c.alts {
			for i, s := range a.symbols {
				if isList(a.symbols, i) {
					items.add(s.first)
				}
			}
		}
	})
	for w := range items.words {
		if !isLetter(w[0]) {
			delete(items.words, w)
		}
	}
	if got, want := sortedWords(statementWord), sortedWords(items.words); !slices.Equal(got, want) {
		t.Errorf("statementWord has\n%v\nthe grammar\n%v", got, want)
	}
	for w := range misplacedHints {
		if !g.words[w] {
			t.Errorf("%s has a hint and is no keyword", w)
		}
	}
}

func TestCodes(t *testing.T) {
	for i, c := range Codes {
		if i > 0 && c.Code <= Codes[i-1].Code {
			t.Errorf("%s is out of order", c.Code)
		}
		if c.Meaning == "" {
			t.Errorf("%s has no meaning", c.Code)
		}
	}
}
