package interpreter

import (
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
)

// bad is a request that makes no sense: an unknown name, a wrong kind of data.
func bad(message, hint string) *Error {
	return &Error{Diagnostic: diag.Diagnostic{Code: CodeBadRequest, Message: message, Hint: hint}, Bad: true}
}

// fault is a rule that failed while running.
func fault(span diag.Span, message, hint string) *Error {
	return &Error{Diagnostic: diag.Diagnostic{Code: CodeRuntime, Span: span, Message: message, Hint: hint}}
}

// exprFault is a fault at an expression.
func exprFault(e *cond.Expr, message string) *Error {
	if e == nil {
		return fault(diag.Span{}, message, "")
	}
	return fault(exprSpan(e), message, "")
}

// conflict is two changes that cannot both apply.
func conflict(a, b *guard, message string) *Error {
	err := fault(b.span, message, "make their conditions exclude each other")
	err.Code = CodeConflict
	err.Related = []diag.Note{{Span: a.span, Message: "the other one"}}
	return err
}

// exprSpan is where an expression stands: Compile was given the tree's node as origin.
func exprSpan(e *cond.Expr) diag.Span { return originSpan(e.Origin, 0) }

func originSpan(origin any, offset int) diag.Span {
	node, ok := origin.(spanned)
	if !ok {
		return diag.Span{}
	}
	s := node.Span()
	if offset > 0 && s.Start+offset < s.End {
		s.Start += offset
	}
	return s
}

// spanned is any node of the tree.
type spanned interface{ Span() diag.Span }

func faultDiagnostic(f *cond.Fault) diag.Diagnostic {
	return diag.Diagnostic{Code: CodeRuntime, Span: originSpan(f.Origin, f.Offset), Message: f.Message, Hint: f.Hint}
}

// suggest is a hint that names the nearest known word, or "".
func suggest(word string, known []string) string {
	return diag.DidYouMean(word, known)
}

// identifier reports whether a name could be written in a rule file.
func identifier(name string) bool {
	for i, c := range name {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
