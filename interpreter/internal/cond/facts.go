package cond

import (
	"fmt"
	"math"
	"strings"

	"ruleck/interpreter/types"
)

// Fact is something that must be so where a condition is true: the word of a term lies
// from Lo to Hi or, if Not is set, is not Lo. Two terms of the same name have the same
// value at any one moment, also in different expressions: names of a scope's own, such as
// parameters, are told by where they lie.
type Fact struct {
	Term   string
	Lo, Hi int64
	Not    bool
}

// Excludes finds two facts, one of each list, that cannot both hold, and gives the term
// that they are about. That none are found says nothing: it is no proof.
func Excludes(a, b []Fact) (term string, found bool) {
	for _, x := range a {
		for _, y := range b {
			if x.Term == y.Term && x.excludes(y) {
				return x.Term, true
			}
		}
	}
	return "", false
}

func (f Fact) excludes(g Fact) bool {
	switch {
	case f.Not && g.Not:
		return false
	case f.Not:
		return g.excludes(f)
	case g.Not:
		return f.Lo == f.Hi && f.Lo == g.Lo
	}
	return max(f.Lo, g.Lo) > min(f.Hi, g.Hi)
}

// facts are what holds if a condition has come out as true, or as false.
func (lw *lower) facts(t *term, outcome bool) []Fact {
	truth := int64(0)
	if outcome {
		truth = 1
	}
	switch name := t.syn.name; {
	case t.konst:
		return []Fact{{Lo: max(t.k, truth), Hi: min(t.k, truth)}}
	case t.syn.kind != synCall || t.syn.recv:
	case name == "!" && len(t.kids) == 1:
		return lw.facts(t.kids[0], !outcome)
	case name == "&&" && outcome || name == "||" && !outcome:
		return append(lw.facts(t.kids[0], outcome), lw.facts(t.kids[1], outcome)...)
	case len(t.kids) == 2 && opposite[name] != "":
		if out := lw.compared(name, t.kids[0], t.kids[1], outcome); out != nil {
			return out
		}
	}
	s := *t.syn
	if s.kind == synCall && (s.name == "!=" || s.name == ">" || s.name == ">=") { // told by its opposite
		s.name, truth = opposite[s.name], 1-truth
	}
	return []Fact{{Term: lw.canonical(&s), Lo: truth, Hi: truth}}
}

var (
	opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
	turned   = map[string]string{"==": "==", "!=": "!=", "<": ">", ">=": "<=", ">": "<", "<=": ">="}
)

// compared are the facts of a comparison with a constant.
func (lw *lower) compared(sign string, a, b *term, outcome bool) []Fact {
	if a.konst {
		a, b, sign = b, a, turned[sign]
	}
	if !outcome {
		sign = opposite[sign]
	}
	if !b.konst || a.konst || a.list != nil {
		return nil
	}
	f := Fact{Term: lw.canonical(a.syn), Lo: math.MinInt64, Hi: math.MaxInt64}
	switch k := b.k; sign {
	case "==":
		f.Lo, f.Hi = k, k
	case "!=":
		f.Lo, f.Hi, f.Not = k, k, true
	case "<":
		if f.Hi = k - 1; k == math.MinInt64 {
			f.Lo, f.Hi = 1, 0
		}
	case "<=":
		f.Hi = k
	case ">":
		if f.Lo = k + 1; k == math.MaxInt64 {
			f.Lo, f.Hi = 1, 0
		}
	case ">=":
		f.Lo = k
	}
	if isInt(a.typ) && a.lo > math.MinInt64 && a.hi < math.MaxInt64 && a.lo < a.hi {
		return []Fact{f, {Term: f.Term, Lo: a.lo, Hi: a.hi}}
	}
	return []Fact{f}
}

// canonical is a text for a node that is the same wherever the same is meant.
func (lw *lower) canonical(s *syn) string {
	switch s.kind {
	case synInt:
		return fmt.Sprint(s.num)
	case synBool:
		return fmt.Sprint(s.num != 0)
	case synName:
		return lw.canonicalName(s.name)
	case synPart:
		return lw.canonical(s.args[0]) + "." + s.name
	}
	var args []string
	for _, a := range s.args {
		args = append(args, lw.canonical(a))
	}
	return fmt.Sprintf("%s/%t(%s)", s.name, s.recv, strings.Join(args, ","))
}

func (lw *lower) canonicalName(name string) string {
	for _, v := range lw.scope.Vars {
		if v.Name != name || v.Place == Running || v.Place == Self {
			continue
		}
		if n := v.Type.Named; v.Place == Const && v.Type.Kind == types.Name && v.At > 0 && int(v.At) <= len(n.Members) {
			return n.Members[v.At-1]
		}
		return fmt.Sprintf("$%d.%d", v.Place, v.At)
	}
	return name
}
