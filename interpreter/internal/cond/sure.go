package cond

// What may be none can be used where something is due once it was tested: behind
// `x != none &&` and `x == none ||`, in the branches of ?:, and where the caller
// says so (Scope.Sure). The test is of the path as it is written. It is checked
// again when the expression runs, so nothing rests on it alone.

// certain are the paths that are not none if a condition has come out as true, or
// as false.
func certain(s *syn, outcome bool) []string {
	switch {
	case s.kind == synCall && s.name == "!" && len(s.args) == 1:
		return certain(s.args[0], !outcome)
	case s.kind == synCall && (s.name == "&&" && outcome || s.name == "||" && !outcome):
		return append(certain(s.args[0], outcome), certain(s.args[1], outcome)...)
	case s.kind == synCall && (s.name == "!=" && outcome || s.name == "==" && !outcome):
		for i, side := range s.args {
			if isNoneWord(s.args[1-i]) {
				if parts := side.path(); parts != nil {
					return []string{join(parts)}
				}
			}
		}
	}
	return nil
}

func isNoneWord(s *syn) bool {
	parts := s.path()
	return len(parts) == 1 && parts[0].name == "none"
}

// knowing compiles with some more paths known not to be none.
func (lw *lower) knowing(paths []string, f func()) {
	n := len(lw.sure)
	lw.sure = append(lw.sure, paths...)
	f()
	lw.sure = lw.sure[:n]
}

// tested takes the `?` off a path that was tested; reading none is still a fault.
func (lw *lower) tested(t *term, parts []*syn) *term {
	if !ok(t) || !isRef(t.typ) || !t.typ.Optional || isNone(t.typ) {
		return t
	}
	name := join(parts)
	for _, known := range lw.sure {
		if known == name {
			return lw.notNone(t.syn, t)
		}
	}
	return t
}
