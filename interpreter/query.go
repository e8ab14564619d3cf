package interpreter

import (
	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
)

// Query is an expression over the whole state, for the host, for scenarios and for
// given states. It may name the players, by the names of a table.
type Query struct {
	expr *cond.Expr
}

// Query compiles an expression of a parsed file for a table where every seat is taken
// under its declared name (P1 …).
func (p *Program) Query(e *dsl.Expr) (*Query, diag.List) {
	return p.QueryFor(e, p.world.Seats.Members)
}

// QueryFor compiles an expression of a parsed file for a table whose players have
// these names, in the order of Game.Players: they, and no others, may be named.
func (p *Program) QueryFor(e *dsl.Expr, names []string) (*Query, diag.List) {
	l := &loader{prog: p, world: p.world}
	x := l.expr(&cond.Scope{Vars: append([]cond.Var{}, p.running...), Players: names}, e, nil)
	if l.diags.HasErrors() {
		return nil, l.diags
	}
	return &Query{x}, nil
}

// QueryText compiles an expression that stands alone, as Query does.
func (p *Program) QueryText(text string) (*Query, diag.List) {
	return p.queryText(text, p.world.Seats.Members)
}

// QueryText compiles an expression that stands alone and may name those who sit at
// this table.
func (g *Game) QueryText(text string) (*Query, diag.List) {
	return g.prog.queryText(text, g.names)
}

func (p *Program) queryText(text string, names []string) (*Query, diag.List) {
	e, diags := dsl.ParseExpr(diag.NewSource("expression", text))
	if diags.HasErrors() {
		return nil, diags
	}
	return p.QueryFor(e, names)
}

// Eval is a query's value as plain data.
func (g *Game) Eval(q *Query) (out any, err error) {
	err2 := g.safely(func() {
		words := g.words(q.expr)
		out = g.plain(q.expr.Type, words)
	})
	return out, err2
}

// CheckPath reports what is wrong with a path that a given state lays a value over,
// at a table where every seat is taken under its declared name.
func (p *Program) CheckPath(path *dsl.Path) diag.List {
	return p.CheckPathFor(path, p.world.Seats.Members)
}

// CheckPathFor is CheckPath for a table whose players have these names.
func (p *Program) CheckPathFor(path *dsl.Path, names []string) diag.List {
	l := &loader{prog: p, world: p.world}
	if path.Index != nil {
		l.errorf(CodeShape, path, "name the entry with a dot: bids.P1")
		return l.diags
	}
	g := &Game{prog: p, names: names} // enough for looking names up
	if _, _, _, err := g.locate(path.Name.String()); err != nil {
		l.diags.Add(diag.Diagnostic{Code: CodeName, Span: path.Span(), Message: err.Error(), Hint: hintOf(err)})
	}
	return l.diags
}

// CheckCall reports what is wrong with the name of something to run and the names
// of its arguments.
func (p *Program) CheckCall(name *dsl.Name, args []string) diag.List {
	l := &loader{prog: p, world: p.world}
	c := p.codeOf[name.String()]
	if c == nil {
		l.errorf(CodeUnknown, name, "nothing is called %s", name).Hint = diag.DidYouMean(name.String(), sortedKeys(p.codeOf))
		return l.diags
	}
	var known []string
	for _, prm := range c.params {
		known = append(known, prm.name)
	}
	for _, a := range args {
		if !contains(known, a) {
			l.errorf(CodeArguments, name, "%s has no parameter %s", name, a).Hint = orList(diag.DidYouMean(a, known), known)
		}
	}
	return l.diags
}

// Params are the names of what a procedure or action is called with, in order: the
// fixed ones, then those that are asked.
func (p *Program) Params(name string) []string {
	var out []string
	if c := p.codeOf[name]; c != nil {
		for _, prm := range c.params {
			out = append(out, prm.name)
		}
	}
	return out
}

func hintOf(err error) string {
	if e, ok := err.(*Error); ok {
		return e.Hint
	}
	return ""
}

// callValue computes a value of one argument.
func (g *Game) callValue(v *cond.Value, arg int64) (out int64) {
	g.with(arg, func() bool { out = v.Scalar(&g.ctx); return true })
	return out
}
