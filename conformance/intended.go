package conformance

import (
	"path"
	"slices"
	"strings"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// Under variants, the scenarios of the rulebook are played, too. A variant says at its
// head which clauses it means to change; a scenario of such a clause that does not hold
// any more is no failure but what was meant. Every other one is: the variant changes more
// than it says. Traces may differ as they like; `ruleck diff` shows how.

// ofVariant is the variant that a scenario was written for, or nil: it comes with the
// program for that, or stands in x.scenario, and the variant in x.rules.
func (s *Suite) ofVariant(sc *Scenario) *interpreter.VariantHead {
	for _, h := range s.program.VariantHeads() {
		if s.places[sc.place].variant == h.Name || strings.TrimSuffix(path.Base(sc.File.Name), ".scenario") == strings.TrimSuffix(path.Base(h.File), ".rules") {
			return &h
		}
	}
	return nil
}

// laidOver reports whether a scenario is played under a variant that it was not written
// for.
func (s *Suite) laidOver(sc *Scenario) bool {
	heads := s.program.VariantHeads()
	return len(heads) > 0 && s.ofVariant(sc) == nil
}

// setApart takes what variants mean to change out of the scenarios of a result.
func (s *Suite) setApart(r *Result) {
	r.Scenarios = slices.DeleteFunc(r.Scenarios, func(o Outcome) bool {
		if o.Status == Passed || !s.isMeant(o.scenario) {
			return false
		}
		r.Changed = append(r.Changed, o)
		return true
	})
}

// isMeant reports whether a scenario shows a clause that a variant means to change, and
// is not that variant's own.
func (s *Suite) isMeant(sc *Scenario) bool {
	own := s.ofVariant(sc)
	return slices.ContainsFunc(s.program.VariantHeads(), func(h interpreter.VariantHead) bool {
		return (own == nil || own.Name != h.Name) && slices.ContainsFunc(sc.Clauses, h.MeansToChange)
	})
}

// idle warns of clauses that a variant means to change although every scenario of them
// holds as before.
func (s *Suite) idle(r *Result) (found diag.List) {
	for _, h := range s.program.VariantHeads() {
		for _, intent := range h.Changes {
			shown := func(o Outcome) bool { return slices.ContainsFunc(o.Clauses, intent.Means) }
			if !slices.ContainsFunc(r.Changed, shown) {
				found.Warnf(CodeUnchanged, intent.Span, "%s means to change %s, but every scenario of that holds as before", h.Name, intent.Clause).
					Hintf("leave it out, or write a scenario of the rulebook that shows what is changed")
			}
		}
	}
	return found
}
