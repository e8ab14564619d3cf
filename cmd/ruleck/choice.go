package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ruleck/interpreter"
)

// choice is one field of an answer while a person makes it. Whatever may be chosen is
// numbered; a subset, an order or a bag grows line by line.
type choice struct {
	field  interpreter.Field
	things []any    // what is numbered; of a number, nothing
	titles []string // what is printed on them, "" where that is not known
	more   bool     // there are things that are not numbered
	split  bool     // it is a part of a split
	shown  int      // how many of the things were listed

	chosen  []any   // so far: things, of a bag entries
	earlier [][]any // chosen before each line
}

// Kinds of a choice that are no kinds of a field.
const (
	kindYesNo = "yes or no"
	kindOffer = "offer" // which action of a window
	kindAct   = "act"   // which action beside the decision
	kindStuck = "stuck" // nothing can be chosen at all
)

// grows reports whether a choice takes several lines.
func (c *choice) grows() bool {
	switch c.field.Kind {
	case "some", "sequence", "bag":
		return true
	}
	return false
}

// forced is the value of a choice that leaves none.
func (c *choice) forced() (v any, is bool) {
	f := c.field
	switch {
	case f.Kind == "number":
		return f.Min, f.Min == f.Max
	case c.grows() && f.Min == 0 && (f.Max == 0 || len(c.things) == 0):
		return []any{}, true
	case c.split && f.Min == 1 && f.Max == 1:
		return c.things, true
	}
	return nil, false
}

// prompt says what is asked for, and what would do.
func (c *choice) prompt() string {
	f := c.field
	switch {
	case f.Kind == "number":
		return fmt.Sprintf("%s (a number from %d to %d)", f.Name, f.Min, f.Max)
	case !c.grows():
		return f.Name
	}
	return f.Name + " (" + c.amount() + ")"
}

// amount says how many things are wanted yet.
func (c *choice) amount() string {
	f := c.field
	have := c.size(c.chosen)
	least, most := max(0, f.Min-have), f.Max-have
	var text string
	switch {
	case f.Kind == "sequence" && f.Min == f.Max && have == 0:
		text = fmt.Sprintf("all %d in order", most)
	case least == most:
		text = fmt.Sprintf("%d more", most)
	case least == 0:
		text = fmt.Sprintf("up to %d more", most)
	default:
		text = fmt.Sprintf("%d to %d more", least, most)
	}
	if have == 0 {
		text = strings.TrimSuffix(text, " more")
	}
	switch {
	case f.Kind == "bag" && have == 0:
		text = "how many of each, such as 1x2; " + text + " in all"
	case f.Kind == "sequence" && have == 0 && f.Min != f.Max:
		text += " in order"
	}
	switch {
	case have == 0 && f.Min == 0:
		text += ", or none"
	case least == 0:
		text += ", or done"
	}
	return text
}

// size is how many things a value holds.
func (c *choice) size(chosen []any) (n int64) {
	if c.field.Kind != "bag" {
		return int64(len(chosen))
	}
	for _, e := range chosen {
		n += e.(map[string]any)["n"].(int64)
	}
	return n
}

// meaning is what the field would be after a line, and whether it would be finished.
// If the line means nothing here, wrong says what would.
func (c *choice) meaning(e entry) (v any, finished bool, wrong string) {
	if e.isJSON {
		text, isText := e.value.(string)
		switch {
		case isText && (c.grows() || c.named()):
			e.text, e.words = text, []string{text}
		case c.named():
			return nil, false, c.wouldDo()
		default:
			return e.value, true, ""
		}
	}
	switch c.field.Kind {
	case "number":
		n, err := strconv.ParseInt(e.text, 10, 64)
		if err != nil {
			return nil, false, c.wouldDo()
		}
		return n, true, ""
	case "some", "sequence":
		return c.longer(e.words, c.withThing)
	case "bag":
		return c.longer(e.words, c.withCount)
	}
	return c.one(e)
}

// one is the thing that a line names. A name that is not listed may be tried, to hear
// why not.
func (c *choice) one(e entry) (v any, finished bool, wrong string) {
	if found := c.find(e.text); len(found) == 1 {
		v = c.things[found[0]]
		if c.field.Kind == kindYesNo {
			v = found[0] == 0
		}
		return v, true, ""
	}
	if several := len(e.words) > 1; several && !slices.ContainsFunc(e.words, func(w string) bool { return len(c.find(w)) != 1 }) {
		return nil, false, "only one can be chosen here: write its number or name (? for help)"
	}
	if c.named() || len(e.words) != 1 || isNumber(e.text) {
		return nil, false, c.wouldDo()
	}
	return e.words[0], true, ""
}

// named reports whether only what is listed makes sense.
func (c *choice) named() bool {
	return c.field.Kind == kindYesNo || c.field.Kind == kindAct || c.field.Kind == kindStuck
}

func (c *choice) wouldDo() string {
	switch {
	case c.field.Kind == "number":
		return fmt.Sprintf("write a whole number from %d to %d (? for help)", c.field.Min, c.field.Max)
	case c.field.Kind == "bag":
		return "write numbers from the list, each with x and how many, or none (? for help)"
	case c.grows():
		return "choose by numbers or names with blanks between, or none (? for help)"
	case c.field.Kind == kindStuck:
		return "nothing can be chosen here: undo, again, view or quit (? for help)"
	}
	return fmt.Sprintf("choose one of the %d by its number or name (? for help)", len(c.things))
}

// longer adds the things that words mean. A last word "done" finishes, as does having
// all that may be chosen, or something that is not listed, to hear at once why not.
// "none" alone chooses nothing.
func (c *choice) longer(words []string, with func(chosen []any, word string) ([]any, string)) (v any, finished bool, wrong string) {
	switch {
	case len(words) == 0:
		return nil, false, c.wouldDo()
	case len(words) > 1 || words[0] != "none":
	case len(c.chosen) > 0:
		return nil, false, "something is chosen already; back takes the last line away"
	default:
		return []any{}, true, ""
	}
	done := words[len(words)-1] == "done"
	if done {
		words = words[:len(words)-1]
	}
	chosen := slices.Clone(c.chosen)
	for _, word := range words {
		if chosen, wrong = with(chosen, word); wrong != "" {
			return nil, false, wrong
		}
	}
	if chosen == nil {
		chosen = []any{}
	}
	return chosen, done || c.size(chosen) >= c.field.Max || !c.allListed(chosen), ""
}

// allListed reports whether everything chosen stands in the list.
func (c *choice) allListed(chosen []any) bool {
	return c.field.Kind == "bag" || !slices.ContainsFunc(chosen, func(v any) bool { return !c.listed(spell(v)) })
}

// withThing adds a thing to a subset or an order.
func (c *choice) withThing(chosen []any, word string) ([]any, string) {
	var v any = word
	switch found := c.find(word); {
	case len(found) == 1:
		v = c.things[found[0]]
	case len(found) > 1:
		return nil, fmt.Sprintf("%s fits %d of them: write more of the name", word, len(found))
	case isNumber(word):
		return nil, c.wouldDo()
	}
	if slices.ContainsFunc(chosen, func(other any) bool { return spell(other) == spell(v) }) {
		return nil, spell(v) + " is chosen already; back takes the last line away"
	}
	return append(chosen, v), ""
}

// withCount adds to a bag: 6x3 is three of the sixth, 6 one of it.
func (c *choice) withCount(chosen []any, word string) ([]any, string) {
	n := int64(1)
	if name, times, ok := cutLast(word, "x"); ok {
		if k, err := strconv.ParseInt(times, 10, 32); err == nil && k > 0 {
			word, n = name, k
		}
	}
	found := c.find(word)
	if len(found) != 1 {
		return nil, c.wouldDo()
	}
	item := c.things[found[0]]
	for i, e := range chosen {
		entry := e.(map[string]any)
		if spell(entry["item"]) == spell(item) {
			chosen[i] = map[string]any{"item": item, "n": entry["n"].(int64) + n}
			return chosen, ""
		}
	}
	return append(chosen, map[string]any{"item": item, "n": n}), ""
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i > 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// find is the positions of what a text means: a name or what is written for it, whole;
// else a number from 1; else everything that begins like it; else the one whose last
// part it is.
func (c *choice) find(text string) (found []int) {
	for i, v := range c.things {
		if spell(v) == text || strings.EqualFold(c.titles[i], text) {
			return []int{i}
		}
		if strings.HasPrefix(spell(v), text) {
			found = append(found, i)
		}
	}
	if n, err := strconv.Atoi(text); err == nil {
		if n >= 1 && n <= len(c.things) {
			return []int{n - 1}
		}
		return nil
	}
	if len(found) > 0 {
		return found
	}
	for i, v := range c.things {
		if strings.HasSuffix(spell(v), "."+text) {
			found = append(found, i)
		}
	}
	if len(found) == 1 {
		return found
	}
	return nil
}

// label is how a thing is listed.
func (c *choice) label(i int) string {
	if c.titles[i] == "" {
		return clean(spell(c.things[i]))
	}
	return clean(spell(c.things[i]) + " - " + c.titles[i])
}

func isNumber(text string) bool { _, err := strconv.ParseInt(text, 10, 64); return err == nil }

// listed reports whether a word is the whole name of something that is listed. Then it
// is no command: whatever a rulebook calls its things can be chosen.
func (c *choice) listed(word string) bool {
	return slices.ContainsFunc(c.things, func(v any) bool { return spell(v) == word })
}
