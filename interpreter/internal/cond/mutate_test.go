package cond

import (
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"

	"ruleck/interpreter/types"
)

// TestMutations damages well-typed conditions, one to three tokens each, and
// holds what the checker says of them: nothing panics, issues are in order and
// point into the text, none is cel-go's own complaint, which would mean that our
// compiler had overlooked a mistake, and what has no issue can be evaluated.
func TestMutations(t *testing.T) {
	w := newWorld(t)
	rnd := rand.New(rand.NewSource(3))
	pool := strings.Fields(`me foe n yes who some asked offer game it agenda agenda.item P1 veto red plain none true 0 1 -1 9223372036854775807
		. , ( ) [ ] ? : + - * / % == != < <= > >= && || ! in = and or not & "text" 1.5 007 null for { } Outcome Outcome.For Bid Player Card Cell.all
		.goods .hand .boss .cost .face .is_For .player .amount .votes .laws .ready .strength .units .size() .all(x,true) .map(x,x) .sum(x,1)
		.flatten() .first(1) .plus([]) .copy(1) strength( agenda.tally( size( running( the( seats() rank( rich( has( x zz é // // ruling look lenient
		goods hand boss cost face is_For player amount votes laws ready strength units owner tokens choice keeps bids friends by on size all exists
		map filter sum count best sort_by plus minus distinct flatten from index_of reverse first copy pieces min max ceil_div worth play rank rich top`)
	m := w.randomState(rnd)
	clean := 0
	for i := 0; i < 20_000; i++ {
		g := &generator{Rand: rnd, uses: map[string]int{}}
		text := g.bool(1 + rnd.Intn(3)).text
		for n := rnd.Intn(3); n >= 0; n-- {
			text = damage(rnd, text, pool)
		}
		e, issues := w.Compile(w.scope(), text, [](*types.Type){nil, types.BoolType}[rnd.Intn(2)], nil)
		if len(issues) == 0 {
			clean++
			m.result(e)
			e.Explain(m.ctx)
			continue
		}
		last := 0
		for _, is := range issues {
			if is.Offset < last || is.Offset > len(text) || !utf8.RuneStart((text + " ")[is.Offset]) {
				t.Fatalf("%s\nhas an issue at %d, after one at %d: %s", text, is.Offset, last, is.Message)
			}
			last = is.Offset
			if strings.Contains(is.Message, "CEL does not accept") || strings.Contains(is.Message, "not a CEL expression") {
				t.Errorf("%s\nour compiler overlooks what cel-go finds: %s", text, is.Message)
			}
		}
	}
	t.Logf("%d of the damaged conditions are still right", clean)
	if clean < 200 {
		t.Errorf("only %d damaged conditions are still right", clean)
	}
}

// damage takes away, repeats or replaces a token, or puts one in. Half of the
// time it is replaced by another of its kind, so that the mistake is one of
// names or types rather than of syntax.
func damage(r *rand.Rand, text string, pool []string) string {
	toks := tokens(text)
	if len(toks) == 0 {
		return pool[r.Intn(len(pool))]
	}
	at := toks[r.Intn(len(toks))]
	with := " " + pool[r.Intn(len(pool))] + " "
	switch r.Intn(8) {
	case 0:
		with = ""
	case 1:
		with = at.text + " " + at.text
	case 2:
		with = at.text + with
	case 3:
	default:
		for n := 0; n < 200; n++ {
			other := pool[r.Intn(len(pool))]
			if kind, length := next(other); kind == at.kind && length == len(other) {
				with = other
				break
			}
		}
	}
	return text[:at.off] + with + text[at.end:]
}
