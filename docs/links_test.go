package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var linkPattern = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// Every link of every page leads to a file, and to a heading of it; and the README
// leads to every page.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil || len(pages) < 5 {
		t.Fatalf("only %d pages: %v", len(pages), err)
	}
	decisions, err := filepath.Glob("decisions/*.md")
	if err != nil || len(decisions) < 5 {
		t.Fatalf("only %d decisions: %v", len(decisions), err)
	}
	for _, page := range append(append([]string{"../README.md"}, pages...), decisions...) {
		for _, m := range linkPattern.FindAllStringSubmatch(readDoc(t, page), -1) {
			if !strings.Contains(m[1], "://") {
				followLink(t, page, m[1])
			}
		}
	}
	readme := readDoc(t, "../README.md")
	for _, page := range pages {
		if !strings.Contains(readme, "](docs/"+page+")") {
			t.Errorf("README.md does not lead to docs/%s", page)
		}
	}
}

func followLink(t *testing.T, page, link string) {
	t.Helper()
	file, anchor, _ := strings.Cut(link, "#")
	target := page
	if file != "" {
		target = filepath.Join(filepath.Dir(page), file)
	}
	if _, err := os.Stat(target); err != nil {
		t.Errorf("%s: %s leads nowhere", page, link)
		return
	}
	if anchor == "" {
		return
	}
	for _, line := range strings.Split(readDoc(t, target), "\n") {
		if strings.HasPrefix(line, "#") && anchorOf(line) == anchor {
			return
		}
	}
	t.Errorf("%s: %s has no heading for %s", page, target, link)
}

var noAnchor = regexp.MustCompile("[^a-z0-9 _-]")

// anchorOf is what a heading is called in links.
func anchorOf(heading string) string {
	text := strings.ToLower(strings.TrimSpace(strings.TrimLeft(heading, "#")))
	return strings.ReplaceAll(noAnchor.ReplaceAllString(text, ""), " ", "-")
}
