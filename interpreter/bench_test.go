package interpreter

import (
	"path/filepath"
	"testing"
)

// go test ./interpreter -run '^$' -bench . -cpu 1 -count 5

// BenchmarkPlayouts plays tic-tac-toe at random to its end and takes it all back, as
// a search does.
func BenchmarkPlayouts(b *testing.B) {
	for _, mode := range []struct {
		name  string
		quiet bool
	}{{"quiet", true}, {"with events", false}} {
		b.Run(mode.name, func(b *testing.B) {
			g := begun(b, rulebook(b, tictactoe), Setup{})
			if mode.quiet {
				g.Quiet()
			}
			seed, moves := uint64(1), 0
			for b.Loop() {
				for g.base != 0 {
					if err := g.PlayRandom(&seed); err != nil {
						b.Fatal(err)
					}
					moves++
				}
				for len(g.marks) > 0 {
					if err := g.Undo(); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
		})
	}
}

// BenchmarkFork goes twelve writes ahead and back: by the journal, and by a copy that
// is thrown away.
func BenchmarkFork(b *testing.B) {
	for _, book := range []string{kuhn, ti4} {
		g := begun(b, rulebook(b, book), Setup{})
		from := g.prog.stack - 12
		b.Run(filepath.Base(book)+" journal", func(b *testing.B) {
			b.ReportAllocs()
			word := int64(1)
			for b.Loop() {
				mark := g.mem.Mark()
				for i := range 12 {
					g.mem.Set(from+i, word)
				}
				g.mem.Undo(mark)
				word++
			}
		})
		b.Run(filepath.Base(book)+" copy", func(b *testing.B) {
			b.ReportAllocs()
			word := int64(1)
			for b.Loop() {
				f := g.Fork()
				for i := range 12 {
					f.mem.Set(from+i, word)
				}
				word++
			}
		})
	}
}

// BenchmarkLoad reads ti4 from text to a program that can be played.
func BenchmarkLoad(b *testing.B) {
	src := sources(b, ti4)
	b.ReportAllocs()
	for b.Loop() {
		if p, _ := Load(src); p == nil {
			b.Fatal("does not load")
		}
	}
}

// BenchmarkPolitics plays one primary ability through the interface for programs:
// what is open, the options, the answers.
func BenchmarkPolitics(b *testing.B) {
	p := rulebook(b, ti4)
	g := start(b, p, Setup{Players: 6, Seed: 1})
	begin(b, g, "politics.primary", map[string]any{"active": "P2"})
	b.ReportAllocs()
	for b.Loop() {
		answers := 0
		for g.base != 0 {
			d := status(b, g, 1).Decisions[0]
			mustAnswer(b, g, d.Player, d.Options[0].Any())
			answers++
		}
		for range answers {
			if err := g.Undo(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
