package cond

import (
	"fmt"
	"testing"

	"ruleck/interpreter/types"
)

// Three conditions as rulebooks have them, compiled by us and evaluated by stock
// cel-go over the same memory, and one plain comparison.
var benchmarks = []struct{ name, text string }{
	{"votes", "me.cells.sum(c, c.worn ? 0 : c.worth) >= n"},      // 8 cells, 4 of them worn
	{"noenemy", "!me.cells.exists(c, c.keeper != me)"},           // 8 cells, all kept by me
	{"cost", "n <= game.round + me.goods"},                       // three fields
	{"value", "seats().all(p, agenda.tally(Outcome.For) <= 99)"}, // 4 times 4 turns
}

// benchState is a state with 8 cells of which 4 are worn.
func benchState(w *world) *memory {
	m := w.state().fill()
	m.put(w.player, "cells", 2, 1, 2, 3, 4, 5, 6, 7, 8)
	for i := range w.cell.Members {
		m.put(w.cell, "worn", i+1, int64(i%2))
		m.put(w.cell, "keeper", i+1, 2)
	}
	m.local("n", 6)
	return m
}

func BenchmarkCompiled(b *testing.B) {
	w := newWorld(b)
	m := benchState(w)
	for _, c := range benchmarks {
		e := w.compile(w.scope(), c.text)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if e.Scalar(m.ctx) == 0 {
					b.Fatal("the condition is false")
				}
			}
		})
	}
}

func BenchmarkStock(b *testing.B) {
	w := newWorld(b)
	o := newOracle(w)
	o.m = benchState(w)
	for _, c := range benchmarks {
		p := o.program(c.text)
		a := activation{o, nil}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				out, _, err := p.Eval(a)
				if err != nil || out.Value() != true {
					b.Fatal(out, err)
				}
			}
		})
	}
}

// BenchmarkCompile is the time to check and compile one condition.
func BenchmarkCompile(b *testing.B) {
	w := newWorld(b)
	s := w.scope()
	for _, c := range benchmarks {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, issues := w.Compile(s, c.text, types.BoolType, nil); issues != nil {
					b.Fatal(issues)
				}
			}
		})
	}
}

// BenchmarkNewChecker is the time to build the environment of a world, here one
// with a table of 500 rows.
func BenchmarkNewChecker(b *testing.B) {
	w := newWorld(b)
	for i := range 500 {
		w.card.Members = append(w.card.Members, fmt.Sprintf("row%d", i))
	}
	for b.Loop() {
		if _, err := NewChecker(w.World); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAllocations holds conditions to allocating nothing once they are warm.
func TestAllocations(t *testing.T) {
	w := newWorld(t)
	m := benchState(w)
	texts := []string{
		"me.cells.filter(c, !c.worn).map(c, c.worth).sum(x, x) >= 0",
		"seats().sort_by(p, -p.goods).from(me).first(2).reverse() != [me]",
		"seats().map(p, p.cells).flatten().distinct().minus(me.cells) == []",
		"me.bids.filter(b, b.amount > 1).best(b, b.amount).exists(b, b.by == me) || me.friends.plus([me]) != me.friends",
		"rich(seats(), 2).all(p, top(Bid(p, 4, none)) == p) && P2 in P1.friends && size(P1.friends) > 0",
	}
	for _, c := range benchmarks {
		texts = append(texts, c.text)
	}
	for _, text := range texts {
		e := w.compile(w.scope(), text)
		if n := testing.AllocsPerRun(100, func() { e.Scalar(m.ctx) }); n != 0 {
			t.Errorf("%s allocates %v times", text, n)
		}
	}
}
