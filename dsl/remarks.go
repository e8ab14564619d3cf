package dsl

import (
	"strings"

	"ruleck/dsl/diag"
)

// RemarkAbove is what the comment lines right above a place say, without their signs.
func RemarkAbove(at diag.Span) string {
	if at.Source == nil {
		return ""
	}
	_, line, _ := at.Position()
	var lines []string
	for line--; line > 0; line-- {
		text, isRemark := remark(at.Source, line)
		if !isRemark {
			break
		}
		lines = append([]string{text}, lines...)
	}
	return strings.Join(lines, "\n")
}

// HeadRemark is what the first comment of a file says of the whole file: above its head,
// or below it where it stands by itself and not right above a declaration.
func HeadRemark(head diag.Span) string {
	if head.Source == nil {
		return ""
	}
	if above := RemarkAbove(head); above != "" {
		return above
	}
	_, line, _ := head.Source.Span(head.End, head.End).Position()
	rest := strings.Split(head.Source.Text, "\n")[line:]
	var lines []string
	for n, text := range rest {
		words, isRemark := remark(head.Source, line+1+n)
		switch {
		case isRemark:
			lines = append(lines, words)
		case strings.TrimSpace(text) != "":
			return ""
		case lines != nil:
			return strings.Join(lines, "\n")
		}
	}
	return strings.Join(lines, "\n")
}

// remark is the text of a line that is a comment and nothing else.
func remark(src *diag.Source, n int) (text string, is bool) {
	line, _ := src.Line(n)
	text, is = strings.CutPrefix(strings.TrimSpace(line), "//")
	return strings.TrimPrefix(text, " "), is
}
