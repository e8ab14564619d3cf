package cond

import "testing"

func TestNearest(t *testing.T) {
	for _, c := range []struct{ word, other, strict, few string }{
		{"six", "ship", "", "ship"},
		{"For", "lor", "", ""},
		{"rail", "red", "", ""},
		{"god", "goods", "", "goods"},
		{"nn", "n", "n", "n"},
		{"zz", "n", "", ""},
		{"rde", "red", "red", "red"},
		{"haep", "heap", "heap", "heap"},
		{"taep", "heap", "", ""},
		{"strenght", "strength", "strength", "strength"},
		{"Red", "red", "red", "red"},
		{"red", "red", "", ""},
	} {
		if got := nearest(c.word, []string{c.other}, false); got != c.strict {
			t.Errorf("%s among many, %s: %q, want %q", c.word, c.other, got, c.strict)
		}
		if got := nearest(c.word, []string{c.other}, true); got != c.few {
			t.Errorf("%s among few, %s: %q, want %q", c.word, c.other, got, c.few)
		}
	}
}
