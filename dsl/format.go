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
	text := newLayout(src, tokens, file).print()
	if len(text) > MaxFileSize {
		diags.Errorf(CodeFileSize, src.Span(0, 0), "laid out, the file would be larger than %d MiB", MaxFileSize>>20).
			Hint = "split it into several files"
		return "", diags
	}
	if err := sameFile(src, diag.NewSource(src.Name, text), file, tokens); err != nil {
		panic(fmt.Sprintf("the layout of %s: %v", src.Name, err)) // so that nobody loses a rule by our mistake
	}
	return text, diags
}

// sameFile tells how a file differs from what it was before in anything but blanks
// and line ends: its tokens, its comments, or what the tree makes of the tokens.
func sameFile(before, after *diag.Source, file *File, tokens *tokens) error {
	newFile, diags := Parse(after)
	if diags.HasErrors() {
		return diags[0]
	}
	newTokens, _ := scan(after)
	old, now := contentsOf(before, file, tokens), contentsOf(after, newFile, newTokens)
	for _, part := range []struct {
		name     string
		old, now []string
	}{
		{"words", old.words, now.words},
		{"comments", old.comments, now.comments},
		{"parts of the tree", old.nodes, now.nodes},
	} {
		if !slices.Equal(part.old, part.now) {
			return fmt.Errorf("the %s are not the same", part.name)
		}
	}
	return nil
}

// fileContents is what a file holds, without places. A node is its kind and the
// numbers of its first token and of the one behind it.
type fileContents struct{ words, comments, nodes []string }

func contentsOf(src *diag.Source, file *File, tokens *tokens) (c fileContents) {
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
