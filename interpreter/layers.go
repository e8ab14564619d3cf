package interpreter

import (
	"slices"
	"strings"

	"ruleck/dsl"
)

// The changes on a hook, as they are told: in the order in which they apply.

// layers are the changes on some hooks by kind, in the order of decision 3: what sets,
// what adds, what caps, what forbids; new limits, and what lifts them. Of those that set,
// the last one that is in force holds: what is over another stands behind it.
func (c *collector) layers(hooks ...string) (out []Layer) {
	kinds := []func(*dsl.Change) bool{
		func(d *dsl.Change) bool { return d.Set != nil },
		func(d *dsl.Change) bool { return d.Add != nil },
		func(d *dsl.Change) bool { return d.Cap != nil },
		func(d *dsl.Change) bool { return d.Limit != nil },
		func(d *dsl.Change) bool { return d.Forbid != nil },
		func(d *dsl.Change) bool { return d.Waive != nil || d.Remove != nil },
	}
	for i, is := range kinds {
		for _, hook := range hooks {
			found := c.those(hook, is)
			if i == 0 {
				slices.Reverse(found)
			}
			out = append(out, found...)
		}
	}
	return out
}

// around are the changes of a text: what forbids it, comes before it, stands in for
// it, comes after it. Of those that stand in for it, the last one that is in force does.
func (c *collector) around(hook string) []Layer {
	out := c.those(hook, func(d *dsl.Change) bool { return d.Forbid != nil || d.Remove != nil })
	out = append(out, c.those(hook, func(d *dsl.Change) bool { return d.Around != nil && d.Around.When == "before" })...)
	instead := c.those(hook, func(d *dsl.Change) bool { return d.Instead != nil })
	slices.Reverse(instead)
	out = append(out, instead...)
	var after []*change
	for _, ch := range c.l.changes[hook] {
		if ch.decl.Around != nil && ch.decl.Around.When == "after" {
			after = append(after, ch)
		}
	}
	c.l.inOrder(after, true)
	for _, ch := range after {
		if !ch.again {
			out = append(out, layerOf(ch))
		}
	}
	return out
}

func (c *collector) those(hook string, is func(*dsl.Change) bool) (out []Layer) {
	for _, ch := range c.l.changes[hook] {
		if is(ch.decl) && !ch.again { // an effect's are told once
			out = append(out, layerOf(ch))
		}
	}
	return out
}

// changesBy are the changes that a file, card or effect brings, as it brings them.
func (c *collector) changesBy(owner string) (out []Layer) {
	for _, ch := range c.l.list {
		if ch.owner == owner && !ch.again {
			out = append(out, layerOf(ch))
		}
	}
	return out
}

func layerOf(ch *change) Layer {
	_, on := cutWord(ch.hook)
	l := Layer{From: ch.owner, On: on, Change: changeText(ch.decl), When: ch.whenText(), Span: ch.decl.Span()}
	_, own := ch.where()
	for _, cite := range []*dsl.Cite{own, ch.cite} {
		if cite != nil {
			for _, c := range cite.Clauses {
				l.Clauses = append(l.Clauses, c.ID)
			}
		}
	}
	return l
}

// takenAway reports whether one of the changes removes what it is about; that has no
// condition.
func takenAway(layers []Layer) bool {
	return slices.ContainsFunc(layers, func(l Layer) bool { return strings.HasPrefix(l.Change, "remove ") })
}

// changeText is a change in one line, without its condition, which is told beside it.
func changeText(d *dsl.Change) string {
	text := d.Span().Text()
	if where := (&change{decl: d}).condition(); where != nil {
		from, to := where.Span().Start-d.Span().Start, where.Span().End-d.Span().Start
		head := strings.TrimSuffix(strings.TrimRight(text[:from], " \t\n"), "where")
		text = head + text[to:]
	}
	return strings.ReplaceAll(flat(text), " :", ":")
}

// flat is a text of several lines in one, without the remarks behind them.
func flat(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		quoted := false
		for at := range line {
			switch {
			case line[at] == '"' && (at == 0 || line[at-1] != '\\'):
				quoted = !quoted
			case !quoted && strings.HasPrefix(line[at:], "//"):
				lines[i] = line[:at]
			}
			if len(lines[i]) < len(line) {
				break
			}
		}
	}
	return oneLine(strings.Join(lines, " "))
}

// whenText is when a change is in force: its card's or effect's own condition, and its
// own.
func (ch *change) whenText() string {
	var parts []string
	switch {
	case ch.active != nil:
		parts = append(parts, "while "+ch.owner+" is in force")
	case ch.while != nil:
		parts = append(parts, "while "+flat(ch.while.Text))
	}
	if where := ch.condition(); where != nil {
		parts = append(parts, "where "+flat(where.Text))
	}
	return strings.Join(parts, ", ")
}
