package interpreter

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestPartialAnswers: what an answer begins with is honoured, or found wrong.
func TestPartialAnswers(t *testing.T) {
	const rules = `action bid(p: Player, number a from 0 to 2, number b from 0 to 2, number c from 0 to 2) [R] {
  limit first: a != 1 else "not one"
  limit both: a + b <= 3 else "too much"
  limit all: a + b + c >= 4 else "too little"
  nothing
}
action give(p: Player, one card from game.deck) [R] { nothing }
`
	record := rules + asking("p must bid(p)")
	window := rules + asking("p takes bid(p) or give(p)")
	split := asking("p splits Card.all into upper, lower, rest in any order")
	type obj = map[string]any
	tests := []struct {
		rules   string
		field   string
		partial any
		want    string // options in a row, or what is wrong
	}{
		{record, "", nil, `{"a":0,"b":2,"c":2} {"a":2,"b":0,"c":2} {"a":2,"b":1,"c":1} {"a":2,"b":1,"c":2}`},
		{record, "", obj{}, `{"a":0,"b":2,"c":2} {"a":2,"b":0,"c":2} {"a":2,"b":1,"c":1} {"a":2,"b":1,"c":2}`},
		{record, "", obj{"a": int64(2)}, `{"a":2,"b":0,"c":2} {"a":2,"b":1,"c":1} {"a":2,"b":1,"c":2}`},
		{record, "", obj{"a": int64(2), "b": int64(0)}, `{"a":2,"b":0,"c":2}`},
		{record, "", obj{"a": int64(2), "b": int64(0), "c": int64(2)}, `{"a":2,"b":0,"c":2}`},
		{record, "", obj{"a": int64(0), "b": int64(0)}, ``},
		{record, "a", nil, `0 2`},
		{record, "b", obj{"a": int64(2)}, `0 1`},
		{record, "c", obj{"a": int64(2), "b": int64(1)}, `1 2`},
		{record, "", obj{"b": int64(0)}, `the partial answer has b, but not a, which comes before it`},
		{record, "", obj{"a": int64(1)}, `no answer begins like this: not one`},
		{record, "", obj{"a": int64(2), "b": int64(0), "c": int64(0)}, `no answer begins like this: too little`},
		{record, "", obj{"a": int64(9), "b": int64(2)}, `no answer begins like this: a must be from 0 to 2; too much`},
		{record, "", obj{"x": int64(2)}, `main.proc.ask has no x`},
		{record, "", int64(2), `a partial answer is an object of the fields so far`},
		{record, "", list(), `a partial answer is an object of the fields so far`},
		{record, "", obj{"offer": "bid"}, `main.proc.ask has no offer`},
		{record, "b", nil, `the partial answer lacks a, which comes before b`},
		{record, "b", obj{"a": "x"}, `a is an int, not "x"`},
		{record, "b", obj{"a": int64(1)}, `no answer begins like this: not one`},
		{record, "b", obj{"a": int64(2), "c": int64(2)}, `the partial answer has c, which does not come before b`},
		{record, "a", obj{"a": int64(2)}, `the partial answer has a, which does not come before a`},
		{record, "x", obj{}, `main.proc.ask has no field x`},
		{window, "", obj{"offer": "give"}, `{"card":"ace","offer":"give"} {"card":"two","offer":"give"} {"card":"three","offer":"give"}`},
		{window, "", obj{"offer": "bid", "a": int64(0)}, `{"a":0,"b":2,"c":2,"offer":"bid"}`},
		{window, "card", obj{"offer": "give"}, `"ace" "two" "three"`},
		{window, "", obj{"card": "ace"}, `the partial answer must name the offer: {"offer": NAME}`},
		{window, "card", nil, `the partial answer must name the offer: {"offer": NAME}`},
		{window, "", obj{"offer": "sell"}, `sell is not on offer`},
		{window, "", obj{"offer": "give", "a": int64(2)}, `main.proc.ask has no a`},
		{split, "rest", obj{"upper": list("ace"), "lower": list()}, `["two","three"] ["three","two"]`},
		{split, "lower", obj{"upper": list("ace", "two")}, `[] ["three"]`},
		{split, "", obj{"upper": list("ace", "two"), "lower": list()}, `{"lower":[],"rest":["three"],"upper":["ace","two"]}`},
		{split, "", obj{"upper": list("ace", "two"), "lower": list("two")}, `no answer begins like this: each must go to exactly one place: two is placed 2 times`},
		{split, "", obj{"upper": list("ace", "two"), "lower": list(), "rest": list()}, `no answer begins like this: each must go to exactly one place: three is placed nowhere`},
	}
	for _, tt := range tests {
		g, err := played(t, tt.rules, Setup{})
		if err != nil {
			t.Fatal(err)
		}
		before := position(t, g)
		opts, err := g.Options("", tt.field, tt.partial, 0)
		var got []string
		for _, o := range opts.Options {
			got = append(got, asJSON(o))
		}
		var e *Error
		if errors.As(err, &e) {
			if !e.Bad || e.Code != CodeBadRequest {
				t.Errorf("%s after %s is no bad request: %v", tt.field, asJSON(tt.partial), err)
			}
			got = []string{e.Message}
		}
		if strings.Join(got, " ") != tt.want || opts.More {
			t.Errorf("%q after %s gives\n  %s (more: %v), not\n  %s", tt.field, asJSON(tt.partial), strings.Join(got, " "), opts.More, tt.want)
		}
		if after := position(t, g); after != before {
			t.Errorf("asking for options changed something: %s", firstDifference(before, after))
		}
	}
}

// TestSplitOfMany: the parts of a split of many are listed without walking through all
// the ways to split.
func TestSplitOfMany(t *testing.T) {
	rows := runtimeBook
	for _, suit := range strings.Fields("a b c d e f g h i j k l") {
		rows += "rows Card (id, rank) { " + suit + "1 1 " + suit + "2 2 }\n"
	}
	g := begun(t, bookOf(t, rows+asking("p splits Card.all into upper, lower, rest in any order")), Setup{})
	opts, err := g.Options("", "lower", map[string]any{"upper": list("ace", "l2")}, 4)
	if err != nil || !opts.More || len(opts.Options) != 4 {
		t.Fatalf("%s %v", asJSON(opts), err)
	}
	if last := opts.Options[3].Any().([]any); slices.Contains(last, any("ace")) || len(last) != 3 {
		t.Errorf("the fourth is %s", asJSON(last))
	}
}
