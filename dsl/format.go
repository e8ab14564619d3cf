package dsl

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

// Format is the text of a rule or scenario file in the one layout that docs/spec.md
// describes: the same tokens and comments in the same order, only blanks and line
// ends differ. A file with errors has no layout; then the text is "" and the list
// says what is wrong.
//
// The layout works on tokens, not on the tree, so nothing can be left out that the
// tree does not know of, such as comments. The tree says what each token is
// (formatroles.go), the text of the author where lines end (formatgaps.go,
// formatbreaks.go); the rest is spacing and indentation (formatspaces.go,
// formatlines.go).
func Format(src *diag.Source) (string, diag.List) {
	file, diags := Parse(src)
	if diags.HasErrors() {
		return "", diags
	}
	tokens, _ := scan(src)
	l := newLayout(src, tokens, file)
	text := l.print()
	if len(text) > MaxFileSize {
		diags.Errorf(CodeFileSize, src.Span(0, 0), "laid out, the file would be larger than %d MiB", MaxFileSize>>20).
			Hint = "split it into several files"
		return "", diags
	}
	if err := sameFile(src, diag.NewSource(src.Name, text)); err != nil {
		panic(fmt.Sprintf("the layout of %s: %v", src.Name, err)) // so that nobody loses a rule by our mistake
	}
	return text, diags
}

// sameFile tells how two files differ in anything but blanks and line ends: their
// tokens, their comments, or what the tree makes of the tokens. A file that has
// errors is like no other.
func sameFile(a, b *diag.Source) error {
	contents := [2]*fileContents{contentsOf(a), contentsOf(b)}
	for i, c := range contents {
		if c == nil {
			return fmt.Errorf("file %d has errors", i+1)
		}
	}
	for _, part := range []struct {
		name string
		a, b []string
	}{
		{"word", contents[0].words, contents[1].words},
		{"comment", contents[0].comments, contents[1].comments},
		{"part of the tree", contents[0].nodes, contents[1].nodes},
	} {
		for i := range max(len(part.a), len(part.b)) {
			if i >= len(part.a) || i >= len(part.b) || part.a[i] != part.b[i] {
				return fmt.Errorf("%s %d differs: %q, %q", part.name, i+1, part.a[i:min(i+1, len(part.a))], part.b[i:min(i+1, len(part.b))])
			}
		}
	}
	return nil
}

// fileContents is what a file holds, without places. A node is its kind and the
// numbers of its first token and of the one behind it.
type fileContents struct{ words, comments, nodes []string }

func contentsOf(src *diag.Source) *fileContents {
	file, diags := Parse(src)
	if diags.HasErrors() {
		return nil
	}
	c := &fileContents{}
	tokens, _ := scan(src)
	for i, t := range tokens.list {
		c.words = append(c.words, t.Value)
		for _, comment := range gapBefore(src, tokens, i).comments {
			c.comments = append(c.comments, comment.text)
		}
	}
	Walk(file, func(n any) bool {
		if n, ok := n.(spanned); ok {
			first, behind := tokens.from(n.Span().Start), tokens.from(n.Span().End)
			c.nodes = append(c.nodes, fmt.Sprintf("%s %d-%d", reflect.TypeOf(n).Elem().Name(), first, behind))
		}
		return true
	})
	return c
}

// from is the number of the first token that begins at an offset or after it.
func (t *tokens) from(offset int) int {
	i, _ := slices.BinarySearchFunc(t.list, offset, func(t lexer.Token, offset int) int { return t.Pos.Offset - offset })
	return i
}
