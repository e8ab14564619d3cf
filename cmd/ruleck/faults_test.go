package main

import (
	"strings"
	"testing"
)

// The kinds of faults that rule languages and their tools are known for. Each is tried
// with the smallest file that shows it: it is found, with its place and what to do; or
// it is none here, and a scenario shows that. More of them are tested where they are at
// home: layout that loses something in dsl and fmt_test.go, goldens that are missing in
// script/test.txtar, secrets by side doors in TestSecrets and package interpreter, the
// same report each time in TestSameEveryTime, what is no rule file in bad_input_test.go.

const faultBook = `rules box.a
clauses { B.1 "one" refused  B.2 "two" refused }
enum Kind { law, directive }
table Card { kind: Kind  worth: int 0..9 }
rows Card (id, kind, worth) { one law 1  two directive 2  three law 3 }
seats Player 2..8 { n: int 0..9 = 3  hand: pile of Card seen by [it]  left: Player? }
game { open: pile of Card  deck: pile of Card seen by []  chosen: Player?  day: int = 0 }
setup [B.1] { move Card.all to game.open }
play box.go(seats()[0])
procedure box.go(p: Player) [B.1] { step ask { p must pick(p) } }
procedure box.count(p: Player) [B.2] { step s { set p.n to size(game.open.filter(c, c.kind == law && c.worth > 9)) } }
action pick(p: Player, one card from game.open) [B.1] {
  limit law [B.1]: card.kind == law else "only a law"
  move card to p.hand
}
value most(p: Player) [B.1]: int = 5
`

// fault is one case: files beside the book, or instead of it; what is said, in order.
type fault struct {
	name string
	book string // "": faultBook
	more string // a second rule file, without its head
	test string // scenarios, without their head; "": only checked
	want []string
}

const shows = `scenario "it" [B.1] {
  P1 answers two refused by B.1 at pick.law
  P1 answers one
  expect P1.hand == [one]
  ends
}
`

var faults = []fault{
	{name: "a misspelt name of a rule: it would never run", more: "procedure box.end() [B.2] { nothing }\nafter step box.go.aks [B.2] { run box.end() }\n",
		want: []string{"b.rules:3:12: error N003", "did you mean `box.go.ask`"}},
	{name: "a rule that nothing runs", more: "procedure box.end() [B.2] { nothing }\n", want: []string{"b.rules:2:11: warning N006: procedure box.end is never used"}},
	{name: "a category that does not exist", more: "value laws() [B.2]: int = Card.all.count(c, c.kind == Law)\n", want: []string{"b.rules:2:55: error T004", "did you mean `law`"}},
	{name: "a category that does not exist, in a table", more: "rows Card (id, kind, worth) { four laws 1 }\n", want: []string{"b.rules:2:36: error", "law"}},
	{name: "a key that another statement has", more: "procedure box.end(p: Player) [B.2] { draw 1 from game.deck to p.hand on bottom }\n", want: []string{"b.rules:2:73: error D101", "`on` is taken for a player"}},
	{name: "the same name twice, in two files", more: "value most(p: Player) [B.2]: int = 6\n", want: []string{"b.rules:2:7: error N002: name most is declared twice", "note: a.rules:16:7: first declared here"}},
	{name: "the same row twice", more: "rows Card (id, kind, worth) { one law 2 }\n", want: []string{"b.rules:2:31: error N002", "note: a.rules:5:"}},
	{name: "the same field twice", more: "extend Player { n: int 0..5 = 1 }\n", want: []string{"b.rules:2:17: error N002", "note: a.rules:6:"}},
	{name: "the same column twice", more: "rows Card (id, kind, kind) { four law law }\n", want: []string{"b.rules:2:22: error N002"}},
	{name: "the same scenario twice", test: shows + shows, want: []string{"error C010", "the first of that title"}},
	{name: "an error in a prohibition does not permit", more: "limit over on pick [B.2]: 1 / game.day > 0 else \"not today\"\n", test: shows,
		want: []string{"is divided by zero", "0 passed, 1 failed"}},
	{name: "a condition over several lines, with a comment in its midst", book: strings.Replace(faultBook, "limit law [B.1]: card.kind == law else", "limit law // not\n [B.1]\n:\n card.kind // x\n ==\n law\n else", 1),
		test: shows, want: []string{"1 passed, 0 failed"}},
	{name: "a scenario that cannot fail", test: "scenario \"it\" [B.1] {\n  P1 answers one\n}\n", want: []string{"error C014"}},
	{name: "an expectation that held before", test: "scenario \"it\" [B.1] {\n  expect P1.n == 3\n  stops at box.go.ask\n}\n", want: []string{"error C062"}},
	{name: "a refusal by a limit that does not exist", test: strings.Replace(shows, "pick.law", "pick.lwa", 1), want: []string{"error C053: it was not pick.lwa that refused this", "did you mean `pick.law`"}},
	{name: "no scenario at all", test: "// nothing\n", want: []string{"error U003", "error C003"}},
	{name: "a fraction", more: "value half(p: Player) [B.2]: int = p.n * 0.5 + 1\n", want: []string{"b.rules:2:44: error D110"}},
	{name: "a number compared with a text", more: "value same(p: Player) [B.2]: bool = p.n == \"3\"\n", want: []string{"b.rules:2:44: error T006"}},
	{name: "a part of what may be none", more: "value worth() [B.2]: int = game.chosen.n\n", test: "scenario \"it\" [B.1] {\n  P1 answers one\n  expect worth() == 3\n  ends\n}\n",
		want: []string{"none", "1 failed"}},
	{name: "whether a part of what may be none is there", more: "value is(p: Player) [B.2]: bool = game.chosen != none && game.chosen.left != none && game.chosen.left.n > 1\n",
		test: "scenario \"it\" [B.1] {\n  P1 answers one\n  expect size(P1.hand) == 1 && !is(P1)\n  ends\n}\n", want: []string{"1 passed"}},
	{name: "two definitions that always differ", more: "set most(p) [B.2] to 6\nset most(p) [B.2] to 7\n", want: []string{"b.rules:3:1: error K001", "note: b.rules:2:1: the other one"}},
	{name: "two definitions that sometimes differ, read in a condition, with a third beside them", more: "set most(p) [B.2] to 6 where p.n > 2\nset most(p) [B.2] to 7 where size(p.hand) > 0\nset most(p) [B.2] to 8 where p.n > 5\nprocedure box.late(p: Player) [B.2] { step s when most(p) > 0 { nothing } }\nafter step box.go.ask [B.2] { run box.late(it.p) }\n",
		want: []string{"b.rules:3:1: error K001: most is set to 7 here and to 6 elsewhere", "note: b.rules:2:1: the other one", "b.rules:4:1: error K001", "note: b.rules:2:1", "b.rules:4:1: error K001", "note: b.rules:3:1"}},
	{name: "two definitions that agree", more: "set most(p) [B.2] to 6\nset most(p) [B.2] to 6\n", test: "scenario \"it\" [B.1] {\n  P1 answers one\n  expect size(P1.hand) == 1 && most(P1) == 6\n  ends\n}\n", want: []string{"1 passed"}},
	{name: "an error behind an element that decides", more: "value some() [B.2]: bool = [1, 0].exists(k, 6 / k == 6)\n", test: "scenario \"it\" [B.1] {\n  P1 answers one\n  expect some()\n  ends\n}\n", want: []string{"is divided by zero", "1 failed"}},
	{name: "an error before an element that decides", more: "value some() [B.2]: bool = [0, 1].exists(k, 6 / k == 6)\n", test: "scenario \"it\" [B.1] {\n  P1 answers one\n  expect some()\n  ends\n}\n", want: []string{"is divided by zero", "1 failed"}},
	{name: "a leading zero is not octal", more: "value ten() [B.2]: int = 010\n", want: []string{"b.rules:2:26: error D004", "write 10"}},
	{name: "a number in another notation", more: "value many() [B.2]: int = 0x1F\n", want: []string{"b.rules:2:27: error D006"}},
	{name: "three mistakes, in order and without others that follow from them", more: "value one_() [B.2]: int = mots(seats()[0])\nvalue two_() [B.2]: int = one_() + law\nvalue three_() [B.3]: int = two_()\n",
		want: []string{"b.rules:2:27: error T004", "b.rules:3:34: error T003", "b.rules:4:17: error N004", "3 errors"}},
	{name: "a minus without blanks", more: "value less(p: Player) [B.2]: int = p.n-1\n", test: "scenario \"it\" [B.1] {\n  P1 answers one\n  expect less(P1) == 3 -1 && less(P1) == 3-1 && -less(P1) == -2 && size(P1.hand)==1\n  ends\n}\n", want: []string{"1 passed"}},
	{name: "a token missing in the second statement", more: "procedure box.end(p: Player) [B.2] {\n  add 1 to p.n\n  move one p.hand\n  nothing\n}\n", want: []string{"b.rules:4:12: error D101: expected `to`", "1 error"}},
	{name: "a mark before the text, and other line ends", book: byteOrderMark + strings.ReplaceAll(faultBook, "\n", "\r\n") + "value x() [B.1]: int = y\r\n", want: []string{"a.rules:17:24: error T004"}},
	{name: "line ends of one character", book: strings.ReplaceAll(faultBook, "\n", "\r") + "value x() [B.1]: int = y\r", want: []string{"a.rules:17:24: error T004"}},
	{name: "a blank that is none", more: "value x()\u00a0[B.1]: int = 1\n", want: []string{"b.rules:2:10: error D008", "non-breaking space"}},
	{name: "letters of other scripts before a mistake", more: "card c \"Yïn 日本\" of Crad [B.2] { kind = law  worth = 1 }\n", want: []string{"b.rules:2:20: error", "  |                      ^^^^", "did you mean `Card`"}},
	{name: "tabs before a mistake", more: "\t\tvalue x()\t[B.1]: int = y\n", want: []string{"b.rules:2:26: error T004", "  | \t\t         \t             ^"}},
	{name: "values in a circle", more: "value x() [B.2]: int = y()\nvalue y() [B.2]: int = x()\n", want: []string{"error T008: x needs itself: x needs y needs x"}},
	{name: "a procedure that runs itself", more: "procedure box.round(p: Player) [B.2] { run box.round(p) }\nafter step box.go.ask [B.2] { run box.round(it.p) }\n", test: shows, want: []string{"too many rules run inside one another", "1 failed"}},
	{name: "a variant that empties a list", more: "variant house.none of box\nset offered() [house] to []\n",
		book: strings.Replace(faultBook, "size(game.open.filter(c, c.kind == law && c.worth > 9))", "size(offered())", 1) + "value offered() [B.2]: list of Card = game.open\n",
		test: "scenario \"it\" [B.1] {\n  run box.count(P1)\n  expect P1.n == 0\n  ends\n}\n", want: []string{"1 passed"}},
	{name: "a variant that changes one column of a row", more: "variant house.dear of box\nset one.worth [house] to 9\n",
		test: "scenario \"it\" [B.1] {\n  P1 answers one\n  expect size(P1.hand) == 1 && one.worth == 9 && one.kind == law && two.worth == 2\n  ends\n}\n", want: []string{"1 passed"}},
	{name: "a variant that removes what is not there", more: "variant house.less of box\nremove step box.go.ak [house]\n", want: []string{"b.rules:2:13: error N003", "did you mean"}},
	{name: "a variant that removes a row that is not there", more: "variant house.less of box\nremove row four [house]\n", want: []string{"b.rules:2:", "error N003"}},
	{name: "a variant of another rulebook", more: "variant house.less of bok\n", want: []string{"b.rules:1:", "error N001"}},
	{name: "a variant that declares anew what it would change", more: "variant house.more of box\nvalue most(p: Player) [house]: int = 6\n", want: []string{"b.rules:2:7: error N002"}},
	{name: "a list in its own order", more: "value kinds() [B.2]: list of Card = [one, two]\n", test: "scenario \"it\" [B.1] {\n  P1 answers one\n  expect size(P1.hand) == 1 && kinds() == [one, two]\n  ends\n}\n", want: []string{"1 passed"}},
}

func TestFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) { tryFault(t, f) })
	}
}

// tryFault lets check, or test where there are scenarios, say what it finds.
func tryFault(t *testing.T, f fault) {
	files := map[string]string{"a.rules": faultBook}
	if f.book != "" {
		files["a.rules"] = f.book
	}
	args := []string{"check", "a.rules"}
	if f.more != "" {
		files["b.rules"] = "rules box.b\n" + f.more
		if strings.HasPrefix(f.more, "variant ") {
			files["b.rules"] = f.more
		}
		args[1] += "+b.rules"
	}
	if f.test != "" {
		files["s.scenario"] = "scenarios box.s\n" + f.test
		args[0], args[1] = "test", args[1]+"+s.scenario"
	}
	tree(t, files)
	stdout, stderr, exit := ruleck(t, "", args...)
	said := stdout + stderr
	rest := said
	for _, want := range f.want {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("%v does not say %q there:\n%s", args, want, said)
		}
		rest = after
	}
	good := strings.Contains(f.want[len(f.want)-1], "passed") && !strings.Contains(f.want[len(f.want)-1], "failed") ||
		strings.Contains(f.want[len(f.want)-1], ", 0 failed") || strings.Contains(f.want[0], "warning")
	if good != (exit == exitGood) {
		t.Errorf("exit code %d\n%s", exit, said)
	}
	for range 3 { // and the same each time
		again, _, _ := ruleck(t, "", args...)
		if again != stdout {
			t.Fatalf("another time it says\n%s\nnot\n%s", again, stdout)
		}
	}
}
