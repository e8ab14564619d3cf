package cond

import (
	"fmt"
	"math/rand"
	"testing"

	"ruleck/interpreter/types"
)

// random states of one world.
//
// all and exists. Written strictly, with conditional operators and filter for
// So where the condition as it is has a value but we have an error, that error is
// one that CEL absorbs, and no other difference is allowed.
func TestOracle(t *testing.T) {
	const conditions, states = 10_500, 3
	parts := 2
	if testing.Short() {
		parts = 10 // of which only two are run
	}
	tallies := make([]*tallyOf, 2)
	t.Run("compare", func(t *testing.T) {
		for i := range tallies {
			tallies[i] = &tallyOf{uses: map[string]int{}}
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				compare(t, int64(i+1), conditions/parts, states, tallies[i])
			})
		}
	})
	all := &tallyOf{uses: map[string]int{}}
	for _, one := range tallies {
		all.add(one)
	}
	t.Logf("%d conditions, %d err on some state, %d of these only because CEL would absorb it; uses: %v", all.conditions, all.erring, all.absorbed, all.uses)
	if testing.Short() {
		return
	}
	if all.conditions < 10_000 {
		t.Errorf("only %d conditions were compared", all.conditions)
	}
	if all.erring*10 < all.conditions*3 {
		t.Errorf("only %d of %d conditions err on some state", all.erring, all.conditions)
	}
	if all.absorbed < 200 {
		t.Errorf("only %d conditions err where CEL absorbs the error", all.absorbed)
	}
	for _, name := range usesOwed() {
		if all.uses[name] < 200 {
			t.Errorf("%s is used only %d times", name, all.uses[name])
		}
	}
}

// usesOwed is every function and operator that the conditions must use.
func usesOwed() []string {
	names := []string{"&&", "||", "!", "?:", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "neg", "in", "[]",
		"list", "record", "union", "is_", "payload", "field", "column", "value", "member value", "slot", "per", "none", "ruling", "T.all"}
	for _, e := range Library() {
		names = append(names, e.Name)
	}
	return names
}

type tallyOf struct {
	conditions, erring, absorbed int
	uses                         map[string]int
}

func (a *tallyOf) add(b *tallyOf) {
	a.conditions += b.conditions
	a.erring += b.erring
	a.absorbed += b.absorbed
	for k, n := range b.uses {
		a.uses[k] += n
	}
}

func compare(t *testing.T, seed int64, conditions, states int, tally *tallyOf) {
	w := newWorld(t)
	o := newOracle(w)
	rnd := rand.New(rand.NewSource(seed))
	for i := 0; i < conditions; i++ {
		g := &generator{Rand: rnd, uses: map[string]int{}}
		c := g.bool(2 + rnd.Intn(3))
		e, issues := w.Compile(w.scope(), c.text, types.BoolType, nil)
		if issues != nil {
			t.Fatalf("condition %d: %s: %v", i, c.text, issues)
		}
		plain := o.program(c.text)
		strict := plain
		if c.strict != c.text {
			strict = o.program(c.strict)
		}
		tally.conditions++
		for name, n := range g.uses {
			tally.uses[name] += n
		}
		erring, absorbed := false, false
		for j := 0; j < states; j++ {
			o.m = w.randomState(rnd)
			got, err := e.Bool(o.m.ctx)
			asIs, asIsErr := o.eval(plain)
			strictly, strictErr := o.eval(strict)
			switch {
			case (err == nil) != (strictErr == nil), err == nil && got != strictly:
				t.Fatalf("condition %d, state %d: %s\nis %v %v, but read strictly by CEL it is %v %v", i, j, c.text, got, err, strictly, strictErr)
			case err == nil && (asIsErr != nil || got != asIs):
				t.Fatalf("condition %d, state %d: %s\nis %v, but by CEL %v %v", i, j, c.text, got, asIs, asIsErr)
			}
			erring = erring || err != nil
			absorbed = absorbed || err != nil && asIsErr == nil
			if err != nil && !e.CanFail {
				t.Fatalf("condition %d: %s\nfails with %v, but was said not to", i, c.text, err)
			}
			if o.m.ctx.depth != 0 || o.m.ctx.FP != 0 || len(o.m.ctx.Lists) != 1 {
				t.Fatalf("condition %d: %s leaves the context untidy", i, c.text)
			}
		}
		if erring {
			tally.erring++
		}
		if absorbed {
			tally.absorbed++
		}
	}
}

// randomState fills a state with anything that may lie there. References are
// sometimes not set yet.
func (w *world) randomState(r *rand.Rand) *memory {
	m := w.state()
	seats := 3 + r.Intn(4)
	m.ctx.Mem[types.MemSeats] = int64(seats)
	for i, p := range r.Perm(seats) {
		m.ctx.Mem[types.MemOrder+i] = int64(p + 1)
	}
	m.ctx.Vars[0] = int64(r.Intn(seats) + 1)
	unset := r.Intn(6) == 0
	for _, n := range []*types.Named{w.player, w.card, w.copies, w.cell, w.Game, w.item} {
		for _, f := range n.Fields {
			if f.Column != nil {
				continue
			}
			for member := 1; member <= max(1, len(n.Members)); member++ {
				if f.Type.Kind == types.Per {
					for key := range f.Type.Key.Members {
						m.entry(f.Name, key+1, w.randomWords(r, f.Type.Elem, unset)...)
					}
					continue
				}
				m.put(n, f.Name, member, w.randomWords(r, f.Type, unset && !f.Packed)...)
			}
		}
	}
	for _, v := range w.scope().Vars {
		if v.Place == Local {
			m.local(v.Name, w.randomWords(r, v.Type, false)...)
		}
	}
	m.ctx.Lists[0] = w.randomWords(r, list(nameType(w.card), 4), false)
	return m
}

func (w *world) randomWords(r *rand.Rand, t *types.Type, unset bool) []int64 {
	switch t.Kind {
	case types.Set:
		var words []int64
		for i := range t.Elem.Named.Members {
			if r.Intn(2) == 0 {
				words = append(words, int64(i+1))
			}
		}
		return words
	case types.List, types.Pile:
		var words []int64
		for n := (r.Intn(int(min(t.Max, 4))*2) + 2) / 2; n > 0; n-- {
			words = append(words, w.randomWords(r, t.Elem, false)...)
		}
		return words
	case types.Record:
		var words []int64
		for _, f := range t.Named.Fields {
			words = append(words, w.randomWords(r, f.Type, unset)...)
		}
		return words
	case types.Bool:
		return []int64{int64(r.Intn(2))}
	case types.Int:
		if t.Bounded {
			return []int64{t.Min + r.Int63n(min(t.Max-t.Min, 9)+1)}
		}
		if r.Intn(80) == 0 {
			return []int64{r.Int63() - r.Int63()}
		}
		return []int64{int64(r.Intn(12) - 3)}
	}
	if t.Optional && r.Intn(5) == 0 || unset && r.Intn(4) == 0 {
		return []int64{0}
	}
	if t.Kind == types.Union {
		switch alt := r.Intn(4); alt {
		case 2:
			return []int64{types.MakeUnion(alt, int64(r.Intn(6)+1))}
		case 3:
			return []int64{types.MakeUnion(alt, int64(r.Intn(4)+1))}
		default:
			return []int64{types.MakeUnion(alt, 0)}
		}
	}
	return []int64{int64(r.Intn(len(t.Named.Members)) + 1)}
}
