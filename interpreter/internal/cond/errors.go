package cond

import (
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
)

// What cel-go itself complains about is rare: checkSyntax and the compiler have
// looked before. Only its first complaint is passed on, as others follow from it.

// parseErrors reports what cel-go could not parse. A macro that is called
// wrongly is an error of its parser: then the text is parsed without macros, and
// the compiler finds the mistake among all others of the expression.
func (lw *lower) parseErrors(toks []token, errs []*cel.Error) {
	if !strings.HasPrefix(errs[0].Message, "Syntax error") {
		if plain, iss := lw.ck.gate.raw.Parse(lw.text); iss.Err() == nil {
			tree := newConverter(lw.text, toks, plain.NativeRep().SourceInfo()).node(plain.NativeRep().Expr())
			lw.expr(tree, nil)
			if len(lw.issues) > 0 {
				return
			}
		}
	}
	message := strings.TrimPrefix(errs[0].Message, "Syntax error: ")
	if strings.Contains(message, "recursion limit") || strings.Contains(message, "nesting") {
		lw.tooLarge()
		return
	}
	lw.bad(lw.at(errs[0].Location), "syntax", "this is not a CEL expression: "+message, "")
}

// tooLarge reports an expression that is too long or nested too deeply.
func (lw *lower) tooLarge() {
	lw.bad(0, "dialect", "this expression is too large", "give parts of it names, as values")
}

// throughGate asks cel-go's checker.
func (lw *lower) throughGate(parsed *cel.Ast, tree *syn) {
	errs, err := lw.ck.gate.check(parsed, lw.scope)
	if err != nil {
		lw.bad(tree.start, "name", "the names here do not make a CEL environment: "+err.Error(), "")
		return
	}
	if len(errs) > 0 {
		lw.bad(lw.at(errs[0].Location), "type", "CEL does not accept this: "+strings.ReplaceAll(errs[0].Message, "@", ""), "")
	}
}

// at is the byte offset of one of cel-go's locations: lines from 1, columns in
// code points from 0.
func (lw *lower) at(loc common.Location) int {
	off := 0
	for line := 1; line < loc.Line(); line++ {
		n := strings.IndexByte(lw.text[off:], '\n')
		if n < 0 {
			break
		}
		off += n + 1
	}
	return off + byteOffset(lw.text[off:], loc.Column())
}
