package interpreter

import (
	"math"
	"strconv"

	"ruleck/interpreter/internal/cond"
)

// An expression whose loops, or those of the values it calls, could keep everybody
// waiting is found when the rules are read, by what is declared: how long lists may be.

// maxCost is how many steps one evaluation may take by what is declared: as many as all
// that a request makes rules do may take. With its lists full, an expression beyond it
// could never be worked out.
const maxCost = turnBudget

// costly is an expression, or a path, and how long it may take.
type costly struct {
	at   spanned
	cost *cond.Cost
}

// costs works out how long values may take.
type costs struct {
	l     *loader
	known map[*cond.Value]int64
	parts map[*cond.Value][]*cond.Expr // of values and their stages: all of them are computed
	at    map[*cond.Value]spanned
}

// costs reports each expression that may take too long by itself; not those that call
// a value that does.
func (l *loader) costs() {
	if l.prog.checker == nil {
		return
	}
	c := &costs{l: l, known: map[*cond.Value]int64{}, parts: map[*cond.Value][]*cond.Expr{}, at: map[*cond.Value]spanned{}}
	for _, v := range l.order {
		value := l.prog.checker.Value(v.fn)
		c.parts[value], c.at[value] = v.layers.upTo(stageCount), v.decl.Name
		for s, staged := range v.stages {
			c.parts[staged], c.at[staged] = v.layers.upTo(stage(s)), v.decl.Name
		}
	}
	for _, e := range l.costly {
		n := c.of(e.cost)
		l.prog.dearest = max(l.prog.dearest, n)
		if n > maxCost && !c.inherits(e.cost) {
			c.report(e, n)
		}
	}
}

// upTo are the expressions that are computed for a value up to a stage; stageCount is
// all of it.
func (y *layers) upTo(s stage) []*cond.Expr {
	out := []*cond.Expr{y.base}
	add := func(list []*layer) {
		for _, one := range list {
			out = append(out, one.expr, one.where, one.while)
		}
	}
	if s >= afterSet {
		add(y.set)
	}
	if s >= afterAdd {
		add(y.add)
	}
	if s >= stageCount {
		add(y.cap)
		add(y.forbid)
		out = append(append(out, y.least...), y.most...)
	}
	return out
}

// of is how many steps an expression may take.
func (c *costs) of(cost *cond.Cost) int64 {
	n := cost.Steps
	for _, call := range cost.Calls {
		n = cond.Plus(n, cond.Times(call.Times, c.value(call.Value)))
	}
	return n
}

// value is how many steps a value may take with all changes of it in force, or
// whichever row gives it. Rows may need one another; then only running them tells.
func (c *costs) value(v *cond.Value) int64 {
	if n, known := c.known[v]; known {
		return n
	}
	c.known[v] = 0
	n := int64(0)
	for _, e := range c.parts[v] {
		if e != nil {
			n = cond.Plus(n, c.of(&e.Cost))
		}
	}
	for _, e := range c.l.slotRows[v] {
		if e != nil {
			n = max(n, c.of(&e.Cost))
		}
	}
	c.known[v] = n
	return n
}

// inherits reports whether an expression calls a value that takes too long itself.
func (c *costs) inherits(cost *cond.Cost) bool {
	for _, call := range cost.Calls {
		if c.value(call.Value) > maxCost {
			return true
		}
	}
	return false
}

// report shows the loop or the call that takes most of the steps.
func (c *costs) report(e costly, n int64) {
	at, most := e.cost.Longest, e.cost.Most
	var by *cond.Called
	for i, call := range e.cost.Calls {
		if steps := cond.Times(call.Times, c.value(call.Value)); steps > most {
			at, most, by = call.Offset, steps, &e.cost.Calls[i]
		}
	}
	span := originSpan(e.at, at)
	span.End = span.Start + wordLength(span)
	d := c.l.diags.Errorf(CodeCost, span, "this may take %s steps: at most %d are allowed", steps(n), maxCost).
		Hintf("loop over shorter lists, nest fewer loops, or call values less often; lists are taken to be as long as they may be")
	if by != nil && c.at[by.Value] != nil {
		d.Note(c.at[by.Value].Span(), "%s may take %s steps each time", by.Value.Func.Name, steps(c.value(by.Value)))
	}
}

// steps writes a number of them.
func steps(n int64) string {
	if n == math.MaxInt64 {
		return "more than 9223372036854775806"
	}
	return strconv.FormatInt(n, 10)
}
