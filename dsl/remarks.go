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

// HeadRemark is what the first comment of a file says, if it stands by itself: before or
// after the head, and not right above a declaration.
func HeadRemark(src *diag.Source) string {
	var lines []string
	for n, line := range strings.Split(src.Text, "\n") {
		text, isRemark := remark(src, n+1)
		switch {
		case isRemark:
			lines = append(lines, text)
		case strings.TrimSpace(line) == "" && lines != nil, isHeadLine(line) && lines != nil:
			return strings.Join(lines, "\n")
		case strings.TrimSpace(line) != "" && !isHeadLine(line):
			return ""
		}
	}
	return ""
}

func isHeadLine(line string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return word == "rules" || word == "variant" || word == "scenarios"
}

// remark is the text of a line that is a comment and nothing else.
func remark(src *diag.Source, n int) (text string, is bool) {
	line, _ := src.Line(n)
	text, is = strings.CutPrefix(strings.TrimSpace(line), "//")
	return strings.TrimPrefix(text, " "), is
}
