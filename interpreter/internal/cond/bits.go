package cond

import (
	"math/bits"
	"slices"

	"ruleck/interpreter/types"
)

// Sets in memory are masks of 63 members a word.

// readSet gives the members of a set in declared order.
func readSet(p *place) func(*Ctx) []int64 {
	addr, n := p.addr, p.typ.Words()
	if p.packed {
		return unpack(addr, 1)
	}
	return func(c *Ctx) []int64 {
		a := addr(c)
		masks := c.Mem[a : a+n]
		out := c.alloc(members(masks))
		i := 0
		for k, m := range masks {
			for ; m != 0; m &= m - 1 {
				out[i] = int64(k*63 + bits.TrailingZeros64(uint64(m)) + 1)
				i++
			}
		}
		return out
	}
}

// members counts the members of a set.
func members(masks []int64) int {
	n := 0
	for _, m := range masks {
		n += bits.OnesCount64(uint64(m))
	}
	return n
}

// inMasks tells whether member w is in the set at an address.
func inMasks(mem []int64, addr int, w int64) bool {
	return w > 0 && mem[addr+int(w-1)/63]>>(uint(w-1)%63)&1 != 0
}

// toSet makes a set of a list: each element once, in declared order.
func (lw *lower) toSet(t *term) *term {
	lw.spend(t.syn, length(t.typ))
	out := *t
	list, at := t.list, lw.site(t.syn)
	out.typ = &types.Type{Kind: types.Set, Elem: t.typ.Elem}
	out.heavy = true
	out.list = func(c *Ctx) []int64 {
		words := list(c)
		c.count(at, len(words))
		s := c.alloc(len(words))
		copy(s, words)
		slices.Sort(s)
		return slices.Compact(s)
	}
	return &out
}
