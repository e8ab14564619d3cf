package dsl

import "ruleck/dsl/diag"

// ParseExpr reads a source that is one expression and nothing else. Expr is nil
// if it is not.
func ParseExpr(src *diag.Source) (*Expr, diag.List) {
	if diags := unreadable(src); len(diags) > 0 {
		return nil, diags
	}
	tokens, diags := scan(src)
	if tokens.tooDeep {
		return nil, diags.Sorted()
	}
	lex := upgrade(tokens.list)
	m, how := findMistakes(src, lex, exprRule, tokens.strays)
	diags = append(diags, m.diags...)
	if t := lex.Peek(); how == good && !t.EOF() {
		diags.Errorf(CodeOperator, m.place(t), "expected an operator or the end, found %s", show(t))
	}
	if len(diags) > 0 {
		return nil, diags.Sorted()
	}
	lex = upgrade(tokens.list)
	e := &Expr{}
	if err := e.Parse(lex); err != nil {
		diags.Errorf(CodeOperand, src.Span(0, 0), "%v", err)
		return nil, diags
	}
	e.place(src, tokens)
	return e, nil
}
