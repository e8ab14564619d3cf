package docs_test

import (
	"strings"
	"testing"
)

// The program of embedding.md is the example of the package.
func TestEmbedding(t *testing.T) {
	between := func(name, from, to string) string {
		_, rest, ok := strings.Cut(readDoc(t, name), from)
		body, _, closed := strings.Cut(rest, to)
		if !ok || !closed {
			t.Fatalf("%s has nothing from %q to %q", name, from, to)
		}
		return body
	}
	page := between("embedding.md", "func main() {\n", "}\n\nfunc check")
	example := between("../interpreter/example_test.go", "func Example() {\n", "\t// Output:")
	if page != example {
		t.Errorf("the program of the page differs from the example:\n%s", firstDifference(page, example))
	}
	program := between("embedding.md", "```go file=main.go\n", "```")
	if n := strings.Count(program, "\n"); n > 40 {
		t.Errorf("the program has %d lines, more than the 40 that are promised", n)
	}
	client := between("python.md", "```python file=kuhn.py\n", "```")
	if n := strings.Count(client, "\n"); n > 40 {
		t.Errorf("the client has %d lines", n)
	}
}
