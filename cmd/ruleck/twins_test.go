package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Twins are two games that differ only in what one player may not know. Whoever plays
// as that player and looks everywhere gets the same text in both, to the last byte. Who
// plays everybody does not, so the test would notice.
func TestTwins(t *testing.T) {
	look := "view\nview P1\nview P2\nview game\nagain\nhelp\nundo\nsave twin.save\nload twin.save\nact\n"
	for _, tt := range []struct {
		name  string
		args  []string
		as    string
		given [2]map[string]any
		input string
	}{{
		name:  "a card of the other hand",
		args:  []string{"kuhn"},
		as:    "P1",
		given: [2]map[string]any{{"game.deck": []string{"queen", "king", "jack"}}, {"game.deck": []string{"queen", "jack", "king"}}},
		input: look + "why bet\nwhy check\nwhy call\nwhy fold\nexplain Card\ncheck\n" + look + "why call\nwhy fold\nwhy check\nundo\n" + look + "check\nfold\n",
	}, {
		name: "hands and decks",
		args: []string{"ti4", "politics.primary", "--arg", "active=P1", "--players", "4"},
		as:   "P1",
		given: [2]map[string]any{
			{"P2.hand": []string{"bribery.1"}, "P3.hand": []string{"veto.1"}, "game.agenda_deck": []string{"mutiny", "core_mining", "minister_of_industry", "new_constitution"}},
			{"P2.hand": []string{"veto.1"}, "P3.hand": []string{"bribery.1"}, "game.agenda_deck": []string{"mutiny", "core_mining", "new_constitution", "minister_of_industry"}},
		},
		input: look + "view P3\nview veto\nwhy P1\nwhy P9\nP1\nP3\n" + look + "why new_constitution\nwhy 1\n1\nundo\n" + look + "1\ndone\n" + look,
	}, {
		name: "what another player draws and looks at",
		args: []string{"ti4", "politics.primary", "--arg", "active=P2"},
		as:   "P1",
		given: [2]map[string]any{
			{"game.action_deck": []string{"veto.1", "bribery.1"}, "game.agenda_deck": []string{"mutiny", "core_mining", "minister_of_industry"}},
			{"game.action_deck": []string{"bribery.1", "veto.1"}, "game.agenda_deck": []string{"minister_of_industry", "core_mining", "mutiny"}},
		},
		input: look + "P3\n" + look,
	}} {
		t.Run(tt.name, func(t *testing.T) {
			one, other := playTwins(t, append(tt.args, "--as", tt.as), tt.given, tt.input)
			if one != other {
				t.Errorf("%s is told what they may not know\n%s", tt.as, firstDifference(one, other))
			}
			if one, other := playTwins(t, tt.args, tt.given, tt.input); one == other {
				t.Error("whoever plays everybody sees no difference, so there is none")
			}
		})
	}
}

// playTwins plays both games with the same input.
func playTwins(t *testing.T, args []string, given [2]map[string]any, input string) (string, string) {
	t.Helper()
	t.Chdir(t.TempDir())
	var out [2]strings.Builder
	for i := range given {
		text, err := json.Marshal(given[i])
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "given.json")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		var stderr strings.Builder
		args := append([]string{"run"}, append(args, "--given", file)...)
		code := run(t.Context(), args, strings.NewReader(input), &out[i], &stderr, func(string) string { return "" })
		if code != exitGood || stderr.Len() > 0 {
			t.Fatalf("exit code %d\n%s", code, &stderr)
		}
	}
	return out[0].String(), out[1].String()
}

func firstDifference(a, b string) string {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			return left[i] + "\n" + right[i]
		}
	}
	return "one is longer"
}
