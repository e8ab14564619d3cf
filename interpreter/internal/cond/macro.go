package cond

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// The quantifiers of our own are macros, so that cel-go's checker knows the
// variable they bind, and so that cel-go can evaluate them in tests. Our own
// closures are compiled from the calls as written, not from what they expand to.

// macros are the quantifiers that CEL has not.
func macros() []cel.Macro {
	return []cel.Macro{
		cel.ReceiverMacro("sum", 2, expandSum),
		cel.ReceiverMacro("count", 2, expandCount),
		cel.ReceiverMacro("best", 2, expandKeyed("@best")),
		cel.ReceiverMacro("sort_by", 2, expandKeyed("@sort_by")),
	}
}

// expandSum makes of xs.sum(x, e) a fold with accu + e.
func expandSum(h cel.MacroExprFactory, xs ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
	x, err := variable(h, args[0])
	if err != nil {
		return nil, err
	}
	step := h.NewCall(operators.Add, h.NewAccuIdent(), args[1])
	return fold(h, xs, x, step), nil
}

// expandCount makes of xs.count(x, c) a fold with c ? accu + 1 : accu.
func expandCount(h cel.MacroExprFactory, xs ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
	x, err := variable(h, args[0])
	if err != nil {
		return nil, err
	}
	more := h.NewCall(operators.Add, h.NewAccuIdent(), h.NewLiteral(types.IntOne))
	step := h.NewCall(operators.Conditional, args[1], more, h.NewAccuIdent())
	return fold(h, xs, x, step), nil
}

func fold(h cel.MacroExprFactory, xs ast.Expr, x string, step ast.Expr) ast.Expr {
	return h.NewComprehension(xs, x, h.AccuIdentName(), h.NewLiteral(types.IntZero), h.NewLiteral(types.True), step, h.NewAccuIdent())
}

// expandKeyed makes of xs.best(x, e) the call @best(xs, xs.map(x, e)), with xs
// held in a variable that no text can name, so that it stands there once.
func expandKeyed(function string) cel.MacroFactory {
	const held = "@held"
	return func(h cel.MacroExprFactory, xs ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
		x, err := variable(h, args[0])
		if err != nil {
			return nil, err
		}
		step := h.NewCall(operators.Add, h.NewAccuIdent(), h.NewList(args[1]))
		keys := h.NewComprehension(h.NewIdent(held), x, h.AccuIdentName(), h.NewList(), h.NewLiteral(types.True), step, h.NewAccuIdent())
		call := h.NewCall(function, h.NewIdent(held), keys)
		return h.NewComprehension(h.NewList(), "@none", held, xs, h.NewLiteral(types.False), h.NewIdent(held), call), nil
	}
}

// variable is the name that the first argument of a quantifier gives its element.
func variable(h cel.MacroExprFactory, e ast.Expr) (string, *common.Error) {
	if e.Kind() != ast.IdentKind {
		return "", h.NewError(e.ID(), noVariable)
	}
	return e.AsIdent(), nil
}

const noVariable = "a quantifier begins with the name of its element"
