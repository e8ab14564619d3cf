package main

import (
	"strings"

	"ruleck/conformance"
	"ruleck/interpreter"
)

// diffCmd compares two rulebooks, most often one with and without house rules: by what
// they say, and by how the scenarios of the first come out.
type diffCmd struct {
	Base  string `arg:"" name:"BASE"`
	Stack string `arg:"" name:"STACK"`
}

type diffDoc struct {
	head
	Elements  []changed                `json:"elements"`
	Scenarios []conformance.Difference `json:"scenarios"`
	Played    int                      `json:"played"` // scenarios of BASE
}

func (c *diffCmd) document(h head) any {
	return diffDoc{head: h, Elements: []changed{}, Scenarios: []conformance.Difference{}}
}

// changed is one element that the two do not have alike. What is "changed", "new" or
// "gone"; Layers are the changes that only STACK has, Gone those that only BASE has.
type changed struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	What    string   `json:"what"`
	Clauses []string `json:"clauses"`
	Base    *stands  `json:"base"`
	Stack   *stands  `json:"stack"`
	Layers  []layer  `json:"layers"`
	Gone    []layer  `json:"gone"`
}

// stands is a text and its place.
type stands struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

func (c *diffCmd) run(a *app) error {
	base, baseStack, err := mustLoad(c.Base)
	if err != nil {
		return err
	}
	stack, _, err := mustLoad(c.Stack)
	if err != nil {
		return err
	}
	if base.Rulebook() != stack.Rulebook() {
		return fail(exitUsage, codeUsage, "%s is %s and %s is %s: they have nothing to be compared by", shown(c.Base), base.Rulebook(), shown(c.Stack), stack.Rulebook())
	}
	suite, err := readSuite(base, baseStack)
	if err != nil {
		return err
	}
	doc := diffDoc{head: head{OK: true}, Elements: changes(base, stack), Scenarios: suite.Under(stack), Played: len(suite.Scenarios)}
	if a.json {
		a.print(doc)
		return nil
	}
	a.elementChanges(doc.Elements)
	a.scenarioChanges(&doc)
	return nil
}

func changes(base, stack *interpreter.Program) []changed {
	out := []changed{}
	for _, d := range base.Differences(stack) {
		out = append(out, changedOf(&d))
	}
	return out
}

func changedOf(d *interpreter.Difference) changed {
	e := d.Element()
	x := changed{Name: e.Name, Kind: e.Kind, What: "changed", Clauses: some(e.Clauses),
		Base: standing(d.Base), Stack: standing(d.Stack), Layers: layersOf(d.Layers), Gone: layersOf(d.Gone)}
	switch {
	case d.Base == nil:
		x.What = "new"
	case d.Stack == nil || d.Stack.Gone:
		x.What = "gone"
	}
	return x
}

func standing(e *interpreter.Element) *stands {
	if e == nil {
		return nil
	}
	file, line, _ := e.Span.Position()
	return &stands{file, line, e.Text()}
}

func (a *app) elementChanges(list []changed) {
	if len(list) == 0 {
		a.say("the rules are the same\n")
	}
	for _, x := range list {
		at := x.Stack
		if at == nil || x.Base != nil && x.Base.Text == at.Text {
			at = x.Base
		}
		a.say("%s %s %s  %s%s\n", x.What, x.Kind, x.Name, place(at.File, at.Line), cited(x.Clauses))
		switch {
		case x.What == "new":
			a.say("%s\n", indented(x.Stack.Text, "  + "))
		case x.What == "gone":
			a.say("%s\n", indented(x.Base.Text, "  - "))
		case x.Base.Text != x.Stack.Text:
			a.say("%s\n%s\n", indented(x.Base.Text, "  - "), indented(x.Stack.Text, "  + "))
		}
		a.layerChanges("-", x.Gone)
		a.layerChanges("+", x.Layers)
	}
}

func (a *app) layerChanges(sign string, list []layer) {
	for _, l := range list {
		when := ""
		if l.When != "" {
			when = ", " + l.When
		}
		a.say("  %s %s%s  (%s, %s)\n", sign, l.Change, when, l.From, place(l.File, l.Line))
	}
}

// scenarioChanges tells which scenarios come out otherwise, the gravest first.
func (a *app) scenarioChanges(doc *diffDoc) {
	var sums []string
	for _, kind := range []string{"error", "refusal", "expectation", "trace"} {
		n := 0
		for _, s := range doc.Scenarios {
			if s.Differs != kind {
				continue
			}
			if n++; n == 1 {
				a.say("\n%s\n", differsWords[kind])
			}
			a.scenarioChange(s)
		}
		if n > 0 {
			sums = append(sums, count(n, kind))
		}
	}
	a.say("\n%s; ", count(len(doc.Elements), "element"))
	switch {
	case doc.Played == 0:
		a.say("there are no scenarios\n")
	case len(sums) == 0:
		a.say("all of %s come out the same\n", count(doc.Played, "scenario"))
	default:
		a.say("%d of %s come out otherwise: %s\n", len(doc.Scenarios), count(doc.Played, "scenario"), strings.Join(sums, ", "))
	}
}

// differsWords say what the kinds of difference mean.
var differsWords = map[string]string{
	"error":       "scenarios that cannot be played any more",
	"refusal":     "scenarios in which something else is allowed or refused",
	"expectation": "scenarios in which something expected is not so",
	"trace":       "scenarios in which only what happens on the way differs",
}

func (a *app) scenarioChange(s conformance.Difference) {
	a.say("  %s: %s%s\n", place(s.File, s.Line), s.Name, cited(s.Clauses))
	if s.Decision != "" {
		a.say("      at %s\n", s.Decision)
	}
	if s.Base != "" && s.Base != s.Decision {
		a.say("      - %s\n", s.Base)
	}
	if s.Stack != "" && s.Stack != s.Decision {
		a.say("      + %s\n", s.Stack)
	}
	for _, why := range s.Why {
		a.say("      %s\n", why)
	}
}
