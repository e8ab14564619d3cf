package dsl

import (
	"strings"

	"ruleck/dsl/diag"
)

// What the grammar cannot say, or says better in words.

// check complains about a parsed file and takes out the declarations that do
// not belong into it.
func check(src *diag.Source, file *File) diag.List {
	c := &checker{src: src, reserved: map[string]bool{}, starAllowed: map[*Clause]bool{}}
	c.head(file.Head)
	kept := file.Decls[:0]
	for _, d := range file.Decls {
		if c.belongs(d) {
			kept = append(kept, d)
		}
		Walk(d, c.node)
	}
	file.Decls = kept
	return c.diags
}

type checker struct {
	src         *diag.Source
	diags       diag.List
	misfiled    bool             // one declaration of the wrong kind has been reported
	reserved    map[string]bool  // words already reported
	starAllowed map[*Clause]bool // clauses of a cite
	inGiven     bool             // inside the path of a given value
}

// head holds the first line against the file's extension.
func (c *checker) head(h *Head) {
	if h == nil {
		return
	}
	at := c.src.Span(h.Pos.Offset, h.Pos.Offset+len(h.Kind))
	switch {
	case isScenarioFile(c.src.Name) && h.Kind != "scenarios":
		c.misfiled = true
		c.diags.Errorf(CodeWrongFile, at, "a .scenario file begins with `scenarios`, not with `%s`", h.Kind)
	case strings.HasSuffix(c.src.Name, ".rules") && h.Kind == "scenarios":
		c.misfiled = true
		c.diags.Errorf(CodeWrongFile, at, "a .rules file begins with `rules` or `variant`, not with `scenarios`").
			Hint = "scenarios stand in .scenario files"
	case h.Kind == "variant" && h.Of == nil:
		c.diags.Errorf(CodeHead, at, "a variant says of what").Hintf("write variant %s of BOOK", h.Name)
	case h.Kind != "variant" && h.Of != nil:
		c.diags.Errorf(CodeHead, h.Of[0].Span(), "only a variant is `of` something").Hintf("write variant %s of %s", h.Name, h.Of[0])
	}
	Walk(h, c.node)
}

// belongs tells whether a declaration may stand in the file. One complaint per
// file is enough.
func (c *checker) belongs(d Decl) bool {
	scene := false
	switch d.(type) {
	case *ScenarioDecl, *BreakageDecl:
		scene = true
	}
	if scene == isScenarioFile(c.src.Name) {
		return true
	}
	if !c.misfiled {
		c.misfiled = true
		at := d.(interface{ Span() diag.Span }).Span()
		at.End = at.Start + wordLength(c.src.Text[at.Start:])
		if scene {
			c.diags.Errorf(CodeWrongFile, at, "`%s` cannot stand in a .rules file", at.Text()).
				Hint = "scenarios and breakages stand in .scenario files"
		} else {
			c.diags.Errorf(CodeWrongFile, at, "`%s` cannot stand in a .scenario file", at.Text()).
				Hint = "a .scenario file holds scenarios and breakages only; rules stand in .rules files"
		}
	}
	return false
}

// node looks at one node; parents come first.
func (c *checker) node(n any) bool {
	switch n := n.(type) {
	case *Cell:
		return false // true and false are cells, not names
	case *Ident:
		c.name(n.Text, n.Span)
	case *Name:
		for i, part := range n.Parts {
			c.name(part, func() diag.Span { return n.Part(i) })
			if isDigit(part[0]) && !c.inGiven {
				c.diags.Errorf(CodeExpected, n.Part(i), "expected a name, found %s", part).Hint = "only the name of a piece in a scenario has a number"
			}
		}
	case *GivenSet:
		c.inGiven = true
		Walk(n.Path, c.node)
		c.inGiven = false
		Walk(n.Expr, c.node)
		return false
	case *Cite:
		for _, clause := range n.Clauses {
			c.starAllowed[clause] = true
		}
	case *Clause:
		c.clause(n)
	case *Choice:
		c.choice(n)
	case *May:
		if n.Then != nil && n.Prompt == nil {
			at := n.Then.Span()
			c.diags.Errorf(CodeExpected, c.src.Span(at.Start, at.Start+1), "expected a question in quotes before the block").
				Hint = `write may "QUESTION" { … }`
		}
	}
	return true
}

// name complains about words that conditions keep for themselves, once each.
func (c *checker) name(word string, at func() diag.Span) {
	if celReserved[word] && !c.reserved[word] {
		c.reserved[word] = true
		c.diags.Errorf(CodeReserved, at(), "`%s` is reserved in expressions and cannot be a name", word).
			Hintf("choose another, such as %s_", word)
	}
}

// clause checks where a * stands.
func (c *checker) clause(n *Clause) {
	i := strings.IndexByte(n.ID, '*')
	switch {
	case i < 0:
	case !c.starAllowed[n]:
		c.diags.Errorf(CodeExpected, n.Span(), "expected one clause, found %s", n.ID).Hint = "only a cite may end with .*"
	case i != len(n.ID)-1:
		c.diags.Errorf(CodeExpected, n.Span(), "`*` stands only at the end of a cite, found %s", n.ID)
	}
}

// choice checks the upper end that numbers have and nothing else.
func (c *checker) choice(n *Choice) {
	switch {
	case n.Kind == "number" && n.To == nil:
		at := n.From.Span()
		c.diags.Errorf(CodeExpected, c.src.Span(at.End, at.End), "expected `to` and the largest number").
			Hintf("write number %s from %s to MOST", n.Name.Text, at.Text())
	case n.Kind != "number" && n.To != nil:
		c.diags.Errorf(CodeExpected, n.To.Span(), "only a number runs from one value `to` another")
	}
}
