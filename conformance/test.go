package conformance

import (
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Test runs the scenarios whose titles match a glob ("" for all) and compares
// their traces with the goldens where those are owed. The error is a golden tree
// that cannot be read.
func (s *Suite) Test(glob string) (*Result, error) {
	var picked []*Scenario
	for _, sc := range s.Scenarios {
		if glob == "" || sc.matches(glob) {
			picked = append(picked, sc)
		}
	}
	r := &Result{Scenarios: s.play(picked), Diagnostics: slices.Clone(s.Diagnostics)}
	for i := range r.Scenarios {
		s.compare(&r.Scenarios[i])
	}
	orphans, err := s.orphans()
	if err != nil {
		return nil, err
	}
	r.Diagnostics = append(r.Diagnostics, orphans...)
	r.tally()
	return r, nil
}

// play runs scenarios, several at once; the outcomes are in their order.
func (s *Suite) play(scenarios []*Scenario) []Outcome {
	out := make([]Outcome, len(scenarios))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(scenarios)) {
		workers.Go(func() {
			for i := range next {
				out[i] = scenarios[i].prepare(s.program).run(true)
			}
		})
	}
	for i := range scenarios {
		next <- i
	}
	close(next)
	workers.Wait()
	return out
}

// matches reports whether a glob fits the title, or the file's name without its
// ending, a slash and the title.
func (sc *Scenario) matches(glob string) bool {
	return fits(glob, sc.Title) || fits(glob, strings.TrimSuffix(sc.File.Name, ".scenario")+"/"+sc.Title)
}

// fits matches * (any text) and ? (one character); everything else is itself.
func fits(glob, text string) bool {
	g, t := []rune(glob), []rune(text)
	star, back := -1, 0
	i := 0
	for j := 0; j < len(t); {
		switch {
		case i < len(g) && g[i] == '*':
			star, back = i, j
			i++
		case i < len(g) && (g[i] == '?' || g[i] == t[j]):
			i++
			j++
		case star >= 0:
			back++
			i, j = star+1, back
		default:
			return false
		}
	}
	for i < len(g) && g[i] == '*' {
		i++
	}
	return i == len(g)
}
