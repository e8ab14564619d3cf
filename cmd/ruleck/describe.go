package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
)

type describeCmd struct {
	Rules string `arg:"" name:"RULES"`
}

// description is everything a rulebook declares, in the contract's order.
type description struct {
	Rulebook   string `json:"rulebook"`
	Main       string `json:"main"`
	Types      []item `json:"types"`
	Tables     []item `json:"tables"`
	Piles      []item `json:"piles"`
	Procedures []item `json:"procedures"`
	Actions    []item `json:"actions"`
	Limits     []item `json:"limits"`
	Values     []item `json:"values"`
	Events     []item `json:"events"`
	Rulings    []item `json:"rulings"`
}

// item is one declared thing: the keys that all have, then its own by name.
type item struct{ interpreter.Item }

// MarshalJSON writes the keys that all items have first.
func (i item) MarshalJSON() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	write := func(key string, v any) error {
		if buf.Len() > 0 {
			buf.WriteByte(',')
		}
		buf.WriteString(`"` + key + `":`)
		return enc.Encode(v)
	}
	file, line, column := i.Span.Position()
	err := write("name", i.Name)
	for _, m := range []member{{"clauses", some(i.Clauses)}, {"file", file}, {"line", line}, {"column", column}} {
		if err == nil {
			err = write(m.key, m.value)
		}
	}
	for _, key := range sortedKeys(i.Detail) {
		if err == nil {
			err = write(key, i.Detail[key])
		}
	}
	return []byte("{" + buf.String() + "}"), err
}

func describeDoc(p *interpreter.Program) description {
	d := p.Describe()
	return description{
		d.Rulebook, d.Main,
		items(d.Types), items(d.Tables), items(d.Piles), items(d.Procedures), items(d.Actions),
		items(d.Limits), items(d.Values), items(d.Events), items(d.Rulings),
	}
}

func items(list []interpreter.Item) []item {
	out := make([]item, len(list))
	for i, it := range list {
		out[i] = item{it}
	}
	return out
}

// emptyDescription is what a failure knows.
func (c *describeCmd) document(h head) any {
	return struct {
		head
		description
	}{h, describeNothing()}
}

func describeNothing() description {
	none := []item{}
	return description{"", "", none, none, none, none, none, none, none, none, none}
}

func (c *describeCmd) run(a *app) error {
	program, _, err := mustLoad(c.Rules)
	if err != nil {
		return err
	}
	doc := describeDoc(program)
	if a.json {
		a.print(doc)
		return nil
	}
	a.say("rulebook %s, plays %s\n", doc.Rulebook, doc.Main)
	for _, g := range []struct {
		title string
		items []item
	}{
		{"types", doc.Types}, {"tables", doc.Tables}, {"piles", doc.Piles}, {"procedures", doc.Procedures},
		{"actions", doc.Actions}, {"limits", doc.Limits}, {"values", doc.Values}, {"events", doc.Events}, {"rulings", doc.Rulings},
	} {
		a.group(g.title, g.items)
	}
	return nil
}

// group prints one kind of things, aligned.
func (a *app) group(title string, items []item) {
	if len(items) == 0 {
		return
	}
	width := 0
	for _, i := range items {
		width = max(width, len(i.Name))
	}
	a.say("\n%s\n", title)
	for _, i := range items {
		place := ""
		if i.Span.Source != nil {
			place = diag.Printable(i.Span.String())
		}
		line := fmt.Sprintf("  %-*s  %s %s", width, i.Name, place, cited(i.Clauses))
		a.say("%s\n", strings.TrimRight(line, " "))
	}
}
