package dsl

import (
	"strings"
	"unicode/utf8"

	"ruleck/dsl/diag"
)

const (
	// MaxFileSize is the size of the largest file that is read: far above any
	// rulebook, far below what would hurt.
	MaxFileSize = 4 << 20
	// MaxDepth is how deep brackets may nest. The parser is recursive, so
	// something must stop a file of nothing but brackets.
	MaxDepth = 100
	// maxDiagnostics is how many mistakes of one file are looked for. Fewer are
	// shown; this is against files of nothing else.
	maxDiagnostics = 10 * diag.PerFile
)

// unreadable complains about a file that is no text, or too much of it.
func unreadable(src *diag.Source) (diags diag.List) {
	if len(src.Text) > MaxFileSize {
		diags.Errorf(CodeFileSize, src.Span(0, 0), "the file is larger than %d MiB", MaxFileSize>>20).
			Hint = "split it into several files"
		return diags
	}
	if i := strings.IndexByte(src.Text, 0); i >= 0 {
		diags.Errorf(CodeNotText, src.Span(i, i+1), "the file is binary: it contains a NUL byte")
		return diags
	}
	for i, r := range src.Text {
		if r == utf8.RuneError && strings.HasPrefix(src.Text[i:], "\ufffd") == false {
			diags.Errorf(CodeNotText, src.Span(i, i+1), "the file is not UTF-8: byte 0x%02X", src.Text[i]).
				Hint = "save the file as UTF-8"
			return diags
		}
	}
	return nil
}

// tooDeep complains about the first token that is nested too deeply. The parser
// is recursive in blocks and in `per`; that expressions are is known to those
// who read them further. An expression does not go beyond a brace or a declaration.
func tooDeep(src *diag.Source, tokens *tokens) *diag.Diagnostic {
	braces, brackets, per := 0, 0, 0
	for _, t := range tokens.list {
		switch {
		case t.Value == "{":
			braces, brackets = braces+1, 0
		case t.Value == "}":
			braces, brackets = max(0, braces-1), 0
		case t.Value == "(" || t.Value == "[":
			brackets++
		case t.Value == ")" || t.Value == "]":
			brackets = max(0, brackets-1)
		case t.Value == "per":
			per++
		case t.Type != tokIdent:
			per = 0
		case t.Pos.Column == 1 && declarationWord[t.Value]:
			brackets = 0
		}
		if max(braces, brackets, per) > MaxDepth {
			return &diag.Diagnostic{
				Code: CodeDepth, Span: src.Span(t.Pos.Offset, t.Pos.Offset+len(t.Value)),
				Message: "brackets are nested too deeply here", Hint: "name the inner part as a value or a procedure of its own",
			}
		}
	}
	return nil
}
