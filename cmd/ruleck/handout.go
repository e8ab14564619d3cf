package main

import (
	"bytes"
	"embed"
	htmltemplate "html/template"
	"io"
	"slices"
	"strings"
	"text/template"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

// handoutCmd makes the page that goes to the table: only what differs from the rulebook,
// in its order, the old rule beside the new.
type handoutCmd struct {
	Stack string  `arg:"" name:"STACK"`
	Base  *string `placeholder:"RULES"`
	HTML  bool    `name:"html"`
}

// page is the handout: what it is made of, and what differs.
type page struct {
	head
	Title   string       `json:"title"`
	Files   []intro      `json:"files"`
	Entries []pageChange `json:"entries"`
}

// intro is one file of changes, with what its first comment says of it.
type intro struct {
	Name string   `json:"name"`
	Text string   `json:"text"`
	Over []string `json:"over,omitempty"` // what it goes before where both change one thing
}

// pageChange is one thing that differs. Words are what the printed clauses say of it, Why what
// the comments above the changes say, Old and New the texts of the rules.
type pageChange struct {
	changed
	Words []citation `json:"words"`
	Why   []string   `json:"why"`
	Old   string     `json:"old"`
	New   string     `json:"new"`
}

func (c *handoutCmd) document(h head) any {
	return page{head: h, Files: []intro{}, Entries: []pageChange{}}
}

//go:embed handout
var handoutTexts embed.FS

// pageWriter fills in a page.
type pageWriter interface {
	Execute(w io.Writer, data any) error
}

// page is read where it is needed: every verb would wait for it otherwise.
func (c *handoutCmd) page() pageWriter {
	if c.HTML {
		return htmltemplate.Must(htmltemplate.New("page.html").Funcs(htmltemplate.FuncMap{"paragraphs": paragraphs}).ParseFS(handoutTexts, "handout/page.html"))
	}
	return template.Must(template.New("page.md").Funcs(template.FuncMap{"fenced": fenced}).ParseFS(handoutTexts, "handout/page.md"))
}

func (c *handoutCmd) run(a *app) error {
	stack, s, err := mustLoad(c.Stack)
	if err != nil {
		return err
	}
	base, err := c.base(stack, s)
	if err != nil {
		return err
	}
	p := handout(base, stack)
	if len(p.Entries) == 0 {
		return fail(exitNothing, codeNothing, "nothing in %s differs from the rulebook", shown(c.Stack)).hint("name house rules, as in ti4+house.rules")
	}
	if a.json {
		a.print(p)
		return nil
	}
	var text bytes.Buffer
	if err := c.page().Execute(&text, p); err != nil {
		panic(err) // the pages are ours
	}
	a.out.Write(text.Bytes())
	return nil
}

// base is what the stack is compared with: its files that are no variants, unless another
// base is named.
func (c *handoutCmd) base(stack *interpreter.Program, s *stack) (*interpreter.Program, error) {
	if c.Base != nil {
		base, _, err := mustLoad(*c.Base)
		if err == nil && base.Rulebook() != stack.Rulebook() {
			err = fail(exitUsage, codeUsage, "%s is %s and %s is %s: they have nothing to be compared by", shown(*c.Base), base.Rulebook(), shown(c.Stack), stack.Rulebook())
		}
		return base, err
	}
	rules := slices.Clone(s.rules)
	for _, v := range stack.Variants() {
		rules = slices.DeleteFunc(rules, func(src *diag.Source) bool { return src == v.Span.Source })
	}
	base, list := interpreter.Load(rules)
	if list.HasErrors() {
		return nil, &failure{exitFindings, list}
	}
	return base, nil
}

// handout says what is on the page. Files of changes that the base has, too, are not told.
func handout(base, stack *interpreter.Program) page {
	p := page{head: head{OK: true}, Title: stack.Rulebook(), Files: []intro{}, Entries: []pageChange{}}
	known := map[string]bool{}
	for _, v := range base.Variants() {
		known[v.Name] = true
	}
	for _, v := range stack.Variants() {
		if !known[v.Name] {
			p.Files = append(p.Files, intro{v.Name, dsl.HeadRemark(v.Whole()), overOf(stack, v.Name)})
		}
	}
	for _, d := range toldOnce(base.Differences(stack)) {
		p.Entries = append(p.Entries, changeOnPage(base, &d))
	}
	return p
}

// overOf is what a variant is over.
func overOf(p *interpreter.Program, variant string) []string {
	for _, h := range p.VariantHeads() {
		if h.Name == variant {
			return h.Over
		}
	}
	return nil
}

// toldOnce leaves out changes that stand in the text of something new: a card that is
// told whole tells them.
func toldOnce(list []interpreter.Difference) (out []interpreter.Difference) {
	within := func(l interpreter.Layer) bool {
		return slices.ContainsFunc(list, func(d interpreter.Difference) bool {
			if d.Base != nil {
				return false
			}
			w := d.Stack.Whole()
			return w.Source == l.Span.Source && w.Start <= l.Span.Start && l.Span.End <= w.End
		})
	}
	for _, d := range list {
		layers := len(d.Layers)
		d.Layers = slices.DeleteFunc(slices.Clone(d.Layers), within)
		if layers == 0 || len(d.Layers) > 0 || d.Base == nil {
			out = append(out, d)
		}
	}
	return out
}

func changeOnPage(base *interpreter.Program, d *interpreter.Difference) pageChange {
	e := pageChange{changed: changedOf(d), Words: []citation{}, Why: []string{}}
	cited := e.Clauses
	remarks := []diag.Span{}
	if d.Stack != nil && (d.Base == nil || e.Base.Text != e.Stack.Text) {
		e.New = e.Stack.Text
		remarks = append(remarks, d.Stack.Span)
	}
	for _, l := range d.Layers {
		e.New = strings.TrimPrefix(e.New+"\n\n"+l.Text(), "\n\n")
		cited = append(cited, l.Clauses...)
		remarks = append(remarks, l.Span)
	}
	for _, c := range base.Citations(cited) {
		if w := (citation{c.ID, c.Words}); c.ID != "house" && !slices.Contains(e.Words, w) {
			e.Words = append(e.Words, w)
		}
	}
	for _, at := range remarks {
		if why := dsl.RemarkAbove(at); why != "" && !slices.Contains(e.Why, why) {
			e.Why = append(e.Why, why)
		}
	}
	if e.Base != nil {
		e.Old = e.Base.Text
		if e.Stack != nil && e.Base.Text == e.Stack.Text {
			e.Old = beginningOf(e.Old)
		}
		for _, l := range d.Base.Layers[1:] { // of variants that the base has, too
			if slices.ContainsFunc(base.VariantHeads(), func(h interpreter.VariantHead) bool { return h.Name == l.From }) {
				e.Old += "\n\n" + l.Text()
			}
		}
	}
	return e
}

// beginningOf is enough of a text that stays as it is to see what is changed around it.
func beginningOf(text string) string {
	const most = 12
	lines := strings.Split(text, "\n")
	if len(lines) <= most {
		return text
	}
	return strings.Join(lines[:most-1], "\n") + "\n…"
}

// fenced is a text as a block of Markdown, safe against fences in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + text + "\n" + fence
}

// paragraphs are a comment as it is read: lines of a paragraph run on.
func paragraphs(text string) []string {
	var out []string
	for _, p := range strings.Split(text, "\n\n") {
		out = append(out, strings.Join(strings.Fields(p), " "))
	}
	return out
}
