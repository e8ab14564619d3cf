package main

import (
	"flag"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Failures print the seed that reproduces them; no files are left behind.
func init() { _ = flag.Set("rapid.nofailfile", "true") }

// Whatever is typed, a person is never thrown out of a game and never faces a mistake
// of ruleck: it goes on until it is over, they quit, or the input ends.
func TestNeverStuck(t *testing.T) {
	games := [][]string{
		{"kuhn"}, {"kuhn", "--as", "P2"}, {"tictactoe"}, {"tictactoe", "--as", "P2"},
		{"testdata/rules/fair.rules", "--players", "3"}, {"testdata/rules/fair.rules", "--as", "P1"},
		{"testdata/rules/fair.rules", "ask.some", "--arg", "p=P1"}, {"testdata/rules/fair.rules", "ask.order", "--arg", "p=P2"},
		{"testdata/rules/fair.rules", "ask.split", "--arg", "p=P1"}, {"testdata/rules/fair.rules", "ask.beside", "--arg", "p=P1"},
		{"testdata/rules/fair.rules", "ask.may", "--arg", "p=P1"}, {"testdata/rules/fair.rules", "ask.pass", "--arg", "p=P1"},
	}
	lines := []string{"act", "P1 coins.give", `"P1 coins.give"`, `{"to":"P2","amount":1}`, "why coins.give", "back", "done", "undo"}
	words := append(strings.Fields(`1 2 3 4 9 0 -1 99999999999999999999 1x2 2x1 x 1x0 P1 P2 P centre ce red green r bet check call rest coins.give
		token.show yes no y done none pass act back undo again more view ? help quit0 why explain save load / é .. {} [] {"who":"P2"} {"to":"P1","amount":1}
		{"offer":"rest"} {"offer":"coins.give","to":"P2","amount":1} {"amount":1} ["red"] ["gold","white"] "P1" {"upper":[],"lower":[]} [1 { null true
		game fair.day bid.make FAIR.1`), "", " ", ",", "\x1b[A", "\xff", "\x00", strings.Repeat("7", 300))
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.SampledFrom(games).Draw(t, "game")
		typed := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			if rapid.Bool().Draw(t, "sensible") {
				return rapid.SampledFrom(lines).Draw(t, "line")
			}
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 3).Draw(t, "line"), " ")
		}), 0, 60).Draw(t, "lines")
		for i, line := range typed {
			if strings.HasPrefix(line, "save") { // nothing is left behind in this folder
				typed[i] = "save testdata/rules/fair.rules"
			}
		}
		var stdout, stderr strings.Builder
		code := run(t.Context(), append([]string{"run"}, args...), strings.NewReader(strings.Join(typed, "\n")), &stdout, &stderr, func(string) string { return "" })
		last := stdout.String()[strings.LastIndex(strings.TrimSpace(stdout.String()), "\n")+1:]
		ended := strings.HasPrefix(last, "waiting for ") || strings.HasPrefix(last, "done") || strings.HasPrefix(last, "  P")
		if code != exitGood || stderr.Len() > 0 || !ended {
			t.Fatalf("%q, typed %q: exit code %d, stderr %s, at last %q", args, typed, code, &stderr, last)
		}
	})
}
