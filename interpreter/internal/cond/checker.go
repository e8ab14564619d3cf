package cond

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	"ruleck/interpreter/types"
)

// Checker compiles the expressions of one world. It may be used by several
// goroutines, one at a time.
type Checker struct {
	mu      sync.Mutex
	world   *types.World
	gate    *gate
	library map[string]*entry
	values  map[*types.Func]*Value
	byName  map[string]*Value // values by their dotted names
	slots   map[*types.Slot]*Value
	bare    map[string][]constant // members by their bare names
	named   map[string]*types.Named
	ruling  map[string]*types.Named
	names   []string // every dotted name of the world, for "did you mean"
	maybe   map[*types.Named]*types.Type
}

// constant is a member that can be named.
type constant struct {
	named *types.Named
	word  int64
}

// NewChecker builds the environment of a world. The world must be complete, but
// no value needs to be compiled yet.
func NewChecker(w *types.World) (*Checker, error) {
	c := &Checker{
		world: w, library: map[string]*entry{}, values: map[*types.Func]*Value{}, byName: map[string]*Value{},
		slots: map[*types.Slot]*Value{}, bare: map[string][]constant{}, named: map[string]*types.Named{},
		ruling: map[string]*types.Named{}, maybe: map[*types.Named]*types.Type{},
	}
	for _, e := range entries() {
		c.library[e.Name] = e
	}
	for _, n := range allNamed(w) {
		c.addNamed(n)
	}
	for _, r := range w.Ruling {
		c.ruling[r.Name] = r
		c.names = append(c.names, r.Name)
	}
	var order []*Value
	for _, f := range w.Values {
		v := &Value{Func: f}
		c.values[f], c.byName[f.Name] = v, v
		c.names = append(c.names, f.Name)
		order = append(order, v)
	}
	for _, s := range w.Slots {
		if s.Result != nil {
			v := slotValue(s)
			c.slots[s], c.values[v.Func] = v, v
			order = append(order, v)
		}
	}
	sort.Strings(c.names)
	var err error
	if c.gate, err = newGate(w, order); err != nil {
		return nil, fmt.Errorf("the declared types do not make a CEL environment: %w", err)
	}
	return c, nil
}

func (c *Checker) addNamed(n *types.Named) {
	if _, known := c.named[n.Name]; !known {
		c.named[n.Name] = n
	}
	c.names = append(c.names, n.Name)
	switch n.Form {
	case types.UnionOf:
		for _, alt := range n.Alts {
			c.names = append(c.names, n.Name+"."+alt.Name)
		}
	case types.Enum, types.Table:
		for i, m := range n.Members {
			c.bare[m] = append(c.bare[m], constant{n, int64(i + 1)})
			c.names = append(c.names, m, n.Name+"."+m)
		}
		c.names = append(c.names, n.Name+".all")
	case types.Seats, types.Copies, types.Entity:
		c.names = append(c.names, n.Name+".all")
	}
}

// slotValue is the value that a call of a slot stands for: its first argument is
// the row.
func slotValue(s *types.Slot) *Value {
	f := &types.Func{Name: s.Table.Name + "." + s.Name, Result: s.Result, ID: -1}
	f.Params = append(f.Params, types.Param{Name: "row", Type: &types.Type{Kind: types.Name, Named: s.Table}})
	f.Params = append(f.Params, s.Params...)
	return &Value{Func: f, slot: s}
}

// Value gives the value of a function, to be filled in with Define or by hand.
// It is the same one for all expressions, compiled before or after.
func (c *Checker) Value(f *types.Func) *Value { return c.values[f] }

// Slot gives the value that calls of a slot with a result stand for, to be
// filled in like a Value. Its first argument is the row the slot is read from.
func (c *Checker) Slot(s *types.Slot) *Value { return c.slots[s] }

// Define fills in a value from its expression, compiled in a scope that has the
// parameters as Arg variables in order.
func (v *Value) Define(e *Expr) {
	v.Scalar, v.Words, v.Total = e.Scalar, e.Words, !e.CanFail
}

// memberOf tells whether the value can be written as a member of things of a type.
func (v *Value) memberOf(n *types.Named) bool {
	if v.slot != nil || len(v.Func.Params) != 1 || v.Func.Params[0].Type.Named != n || n == nil {
		return false
	}
	owner, _ := types.Qualified(v.Func.Name)
	return owner == ""
}

// optional is the type of a reference that may be none.
func (c *Checker) optional(t *types.Type) *types.Type {
	if t.Optional {
		return t
	}
	if c.maybe[t.Named] == nil {
		c.maybe[t.Named] = &types.Type{Kind: t.Kind, Named: t.Named, Optional: true}
	}
	return c.maybe[t.Named]
}

// Compile checks a text in a scope and compiles it. want is the type that is
// needed, nil for any. Origin is carried by faults. If there are issues, there is
// no expression.
func (c *Checker) Compile(s *Scope, text string, want *types.Type, origin any) (*Expr, []Issue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lw := newLower(c, s, text, origin)
	var sure []string
	t := lw.whole(func(tree *syn) *term {
		sure = certain(tree, true)
		return lw.needed(lw.expr(tree, want), want)
	})
	if t == nil {
		return nil, lw.sorted()
	}
	e := &Expr{
		Text: text, Origin: origin, Type: t.typ, CanFail: t.fails,
		Fields: lw.fields, Counts: lw.counts, Columns: lw.columns, Calls: lw.calls, Locals: lw.used, Sure: sure, Cost: lw.cost, root: t,
	}
	e.Scalar, e.Words = t.entry()
	e.Canonical = lw.canonical(t.syn)
	if isBool(t.typ) {
		e.Facts = lw.facts(t, true)
	}
	return e, nil
}

// CompilePlace checks and compiles a path that can be written to: a field that
// holds state, or one entry of a `per` field.
func (c *Checker) CompilePlace(s *Scope, path string, origin any) (*PlaceExpr, []Issue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lw := newLower(c, s, path, origin)
	t := lw.whole(lw.target)
	if t == nil {
		return nil, lw.sorted()
	}
	addr, owner := t.place.entry()
	return &PlaceExpr{Text: path, Origin: origin, Field: t.place.field, Type: t.typ, Cost: lw.cost, Addr: addr, Owner: owner,
		Reads: lw.onTheWay(t.place.field), Calls: lw.calls, Canonical: lw.canonical(t.syn)}, nil
}

// onTheWay are the fields that are read to get at a place: not the place's own, unless
// its name stands in the path once more.
func (lw *lower) onTheWay(own *types.Field) (out []*types.Field) {
	for _, f := range append(lw.fields, lw.counts...) {
		if f != own || strings.Count(lw.text, own.Name) > 1 {
			out = append(out, f)
		}
	}
	return out
}

// whole parses the text and compiles its tree. It gives nil if there are issues.
func (lw *lower) whole(compile func(*syn) *term) *term {
	toks := tokens(lw.text)
	if len(toks) > maxTokens {
		lw.tooLarge()
		return nil
	}
	if lw.issues = checkSyntax(lw.text, toks); len(lw.issues) > 0 {
		return nil
	}
	parsed, errs := lw.ck.gate.parse(lw.text)
	if errs != nil {
		lw.parseErrors(toks, errs)
		return nil
	}
	info := parsed.NativeRep().SourceInfo()
	tree := newConverter(lw.text, toks, info).node(parsed.NativeRep().Expr())
	t := compile(tree)
	if len(lw.issues) == 0 {
		lw.throughGate(parsed, tree)
	}
	if len(lw.issues) > 0 {
		return nil
	}
	return t
}

func (lw *lower) sorted() []Issue {
	sort.SliceStable(lw.issues, func(i, j int) bool { return lw.issues[i].Offset < lw.issues[j].Offset })
	return lw.issues
}
