package conformance

import (
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Test runs the scenarios that match a glob ("" for all) and compares their traces
// with the goldens where those are owed. Breakages that match it must be such that
// they could be noticed; whether they are is what Coverage asks. The error is a
// golden tree that cannot be read.
func (s *Suite) Test(glob string) (*Result, error) {
	var picked []*Scenario
	for _, sc := range s.Scenarios {
		if glob == "" || matches(glob, sc.File.Name, sc.Title) {
			picked = append(picked, sc)
		}
	}
	var breakages []*Breakage
	for _, b := range s.Breakages {
		if glob == "" || matches(glob, b.decl.Title.Span().Source.Name, b.Title) {
			breakages = append(breakages, b)
		}
	}
	r := &Result{Scenarios: s.play(picked), Diagnostics: slices.Clone(s.Diagnostics)}
	r.Diagnostics = append(r.Diagnostics, s.unfit(breakages)...)
	for i := range r.Scenarios {
		r.Scenarios[i].laidOver = s.laidOver(picked[i])
		s.compare(&r.Scenarios[i])
	}
	orphans, err := s.orphans()
	if err != nil {
		return nil, err
	}
	r.Diagnostics = append(r.Diagnostics, orphans...)
	s.setApart(r)
	if glob == "" {
		r.Diagnostics = append(r.Diagnostics, s.idle(r)...)
	}
	r.tally()
	return r, nil
}

// play runs scenarios, several at once; the outcomes are in their order.
func (s *Suite) play(scenarios []*Scenario) []Outcome {
	out := make([]Outcome, len(scenarios))
	inParallel(len(scenarios), func(i int) { out[i] = scenarios[i].prepare(s.program).run(true) })
	return out
}

// inParallel does something for every number below n, as many at once as there
// are processors.
func inParallel(n int, do func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}

// matches reports whether a glob fits a title, or a file, a slash and the title.
// The file may be named as in reports, without its folders, and without its
// ending.
func matches(glob, file, title string) bool {
	if fits(glob, title) {
		return true
	}
	for _, name := range []string{file, path.Base(file)} {
		if fits(glob, name+"/"+title) || fits(glob, strings.TrimSuffix(name, ".scenario")+"/"+title) {
			return true
		}
	}
	return false
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
