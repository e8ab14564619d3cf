package conformance

import (
	"testing"

	"ruleck/interpreter/value"
)

// go test ./conformance -run '^$' -bench Production -cpu 1 -count 5

// BenchmarkProduction measures what is asked of one production decision.
func BenchmarkProduction(b *testing.B) {
	measures := positions(b, "testdata/play/measures.scenario")
	many := at(b, positions(b, "testdata/play/plays.scenario"), "many pieces out, three docks, goods")
	b.Run("every answer of a batch of middle size", func(b *testing.B) {
		g, n := at(b, measures, "a batch of middle size"), 0
		for b.Loop() {
			n = len(options(b, g, "", nil))
		}
		b.ReportMetric(float64(n), "answers")
	})
	b.Run("one random answer", func(b *testing.B) {
		seed := uint64(1)
		for b.Loop() {
			randomAnswer(b, many, &seed)
		}
	})
	for _, p := range append(measures, position{title: "many pieces out", game: many}) {
		b.Run("status/"+p.title, func(b *testing.B) {
			for b.Loop() {
				if _, err := p.game.Status(value.Host); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("random, where nothing is legal", func(b *testing.B) {
		g, seed := at(b, measures, "no piece left, and none to take back"), uint64(1)
		for b.Loop() {
			randomAnswer(b, g, &seed)
		}
	})
}
