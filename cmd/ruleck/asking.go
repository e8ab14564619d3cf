package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// asking is one decision while a person answers it, field by field. Whatever may
// be chosen is listed with numbers; anything else may be tried by its name, to
// hear why it is refused.
type asking struct {
	*terminal
	decision  interpreter.Decision
	meanwhile []interpreter.Open // actions that are open beside it
	pass      bool               // passing is allowed, and nothing has been answered yet
	acting    bool               // it is not the decision that is answered but an action beside it
}

// answer asks for the whole answer.
func (q *asking) answer() (any, error) {
	d := q.decision
	if d.Kind == "may" && len(d.Fields) == 0 {
		return q.yesOrNo()
	}
	var answer map[string]any
	var err error
	if d.Kind == "window" {
		answer, err = q.window()
	} else {
		answer, err = q.record(map[string]any{}, d.Fields)
	}
	switch {
	case err == errPass:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return answer, nil
}

func (q *asking) yesOrNo() (any, error) {
	i, err := q.index("yes or no", []any{"yes", "no"})
	if err == errPass {
		return false, nil
	}
	return i == 0, err
}

// window asks which action to take, then for what that needs.
func (q *asking) window() (map[string]any, error) {
	var names []any
	for _, o := range q.decision.Offers {
		names = append(names, o.Action)
	}
	i, err := q.index("which", names)
	if err != nil {
		return nil, err
	}
	q.pass = false
	return q.record(map[string]any{"offer": names[i]}, q.decision.Offers[i].Fields)
}

// record asks field after field; what may be chosen follows from the fields before.
func (q *asking) record(partial map[string]any, fields []interpreter.Field) (map[string]any, error) {
	split := q.decision.Kind == "split" && !q.acting
	var placed []any
	for _, f := range fields {
		from := plainList(f.From)
		if split {
			from = without(from, placed)
		}
		v, err := q.field(f, from, partial)
		if err != nil {
			return nil, err
		}
		if split {
			placed = append(placed, v.([]any)...)
		}
		partial[f.Name] = v
		q.pass = false
	}
	return partial, nil
}

// field asks for one field.
func (q *asking) field(f interpreter.Field, from []any, partial map[string]any) (any, error) {
	switch {
	case f.Kind == "number":
		return q.number(f, partial)
	case f.Kind == "one" && q.acting:
		return q.pick(f.Name, plainList(f.Options))
	case f.Kind == "one":
		options, err := q.options(f, partial)
		if err != nil {
			return nil, err
		}
		return q.pick(f.Name, options)
	case f.Kind == "bag":
		return q.bag(f, from, partial)
	case f.From == nil && f.Rest && !q.acting:
		lists, err := q.options(f, partial)
		if err != nil {
			return nil, err
		}
		from = elements(lists)
		f.Min, f.Max = 0, int64(len(from))
	}
	return q.several(f, from)
}

// options are the legal continuations of one field.
func (q *asking) options(f interpreter.Field, partial map[string]any) ([]any, error) {
	const most = 200
	o, err := q.host.game.Options(q.decision.ID, f.Name, partial, most)
	switch {
	case err != nil:
		return nil, ended(err, exitFindings, "")
	case len(o.Options) == 0:
		q.say("  nothing may be chosen for %s now\n", f.Name)
	case o.More:
		q.say("  there are more than these %d; a name will do as well\n", most)
	}
	return plainList(o.Options), nil
}

// index asks for one of a fixed list and gives its position.
func (q *asking) index(what string, names []any) (int, error) {
	q.list(names)
	for {
		words, err := q.read(what)
		if err != nil {
			return 0, err
		}
		if i := position(words[0], names); i >= 0 && len(words) == 1 {
			return i, nil
		}
		q.say("choose one of the %d by its number or name (? for help)\n", len(names))
	}
}

// pick asks for one value.
func (q *asking) pick(what string, options []any) (any, error) {
	q.list(options)
	for {
		words, err := q.read(what)
		if err != nil {
			return nil, err
		}
		if v, ok := meant(words[0], options); ok && len(words) == 1 {
			return v, nil
		}
		q.say("choose one by its number or name (? for help)\n")
	}
}

// several asks for a subset or an order.
func (q *asking) several(f interpreter.Field, from []any) (any, error) {
	q.list(from)
	for {
		words, err := q.read(f.Name + " (" + amount(f) + ")")
		if err != nil {
			return nil, err
		}
		if len(words) == 1 && words[0] == "none" {
			return []any{}, nil
		}
		if list, ok := allMeant(words, from); ok {
			return list, nil
		}
		q.say("choose by numbers or names with blanks between, or none (? for help)\n")
	}
}

// bag asks how many of each: 6x3 is three of the sixth, 6 6 7 two of it and one of
// the seventh.
func (q *asking) bag(f interpreter.Field, items []any, partial map[string]any) (any, error) {
	if f.From == nil && f.Rest && !q.acting { // what there is follows from the fields before
		bags, err := q.options(f, partial)
		if err != nil {
			return nil, err
		}
		items = itemsOf(bags)
		f.Min, f.Max = 0, int64(len(elements(bags)))
		if len(items) == 0 {
			return []any{}, nil
		}
	}
	q.list(items)
	for {
		words, err := q.read(fmt.Sprintf("%s (how many of each, such as 1x2; at most %d in all)", f.Name, f.Max))
		if err != nil {
			return nil, err
		}
		if len(words) == 1 && words[0] == "none" {
			return []any{}, nil
		}
		if entries, ok := counted(words, items); ok {
			return entries, nil
		}
		q.say("write numbers from the list, each with x and how many, or none (? for help)\n")
	}
}

// itemsOf are the different things that some bags hold.
func itemsOf(bags []any) []any {
	var items []any
	seen := map[string]bool{}
	for _, entry := range elements(bags) {
		item := entry.(map[string]any)["item"]
		if name := spell(item); !seen[name] {
			seen[name] = true
			items = append(items, item)
		}
	}
	return items
}

// counted reads how many of each as the entries of a bag.
func counted(words []string, items []any) ([]any, bool) {
	counts := make([]int64, len(items))
	for _, word := range words {
		n := int64(1)
		if name, times, ok := strings.Cut(word, "x"); ok {
			if k, err := strconv.ParseInt(times, 10, 32); err == nil && k > 0 {
				word, n = name, k
			}
		}
		i := position(word, items)
		if i < 0 {
			return nil, false
		}
		counts[i] += n
	}
	entries := []any{}
	for i, n := range counts {
		if n > 0 {
			entries = append(entries, map[string]any{"item": items[i], "n": n})
		}
	}
	return entries, true
}

func (q *asking) number(f interpreter.Field, partial map[string]any) (any, error) {
	what := fmt.Sprintf("%s (a number from %d to %d)", f.Name, f.Min, f.Max)
	if f.Rest && f.Min == 0 && f.Max == 0 && !q.acting { // its bounds follow from the fields before
		options, err := q.options(f, partial)
		if err != nil {
			return nil, err
		}
		what = f.Name + " (" + spell(options) + ")"
	}
	for {
		words, err := q.read(what)
		if err != nil {
			return nil, err
		}
		if n, err := strconv.ParseInt(words[0], 10, 64); err == nil && len(words) == 1 {
			return n, nil
		}
		q.say("write a whole number (? for help)\n")
	}
}

func (q *asking) list(options []any) {
	for i, v := range options {
		q.say("%4d  %s\n", i+1, spell(v))
	}
}

// amount says how many are wanted.
func amount(f interpreter.Field) string {
	switch {
	case f.Kind == "sequence" && f.Min == f.Max:
		return "all of them, in order"
	case f.Kind == "sequence":
		return "in order"
	case f.Min == f.Max:
		return fmt.Sprintf("exactly %d", f.Min)
	}
	return fmt.Sprintf("%d to %d", f.Min, f.Max)
}

// position finds what a word means among options: a name, or a number from 1; -1
// if neither.
func position(word string, options []any) int {
	if i := slices.IndexFunc(options, func(v any) bool { return spell(v) == word }); i >= 0 {
		return i
	}
	if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(options) {
		return n - 1
	}
	return -1
}

// meant is the value of a word: an option, or else a name to try.
func meant(word string, options []any) (any, bool) {
	if i := position(word, options); i >= 0 {
		return options[i], true
	}
	if _, err := strconv.Atoi(word); err == nil {
		return nil, false
	}
	return word, true
}

func allMeant(words []string, options []any) ([]any, bool) {
	list := []any{}
	for _, w := range words {
		v, ok := meant(w, options)
		if !ok {
			return nil, false
		}
		list = append(list, v)
	}
	return list, true
}

// elements are the things that occur in any of several lists.
func elements(lists []any) []any {
	var out []any
	for _, l := range lists {
		list, _ := l.([]any)
		out = append(out, without(list, out)...)
	}
	return out
}

// without is the list less what is in another.
func without(list, gone []any) []any {
	return slices.DeleteFunc(slices.Clone(list), func(v any) bool {
		return slices.ContainsFunc(gone, func(g any) bool { return spell(g) == spell(v) })
	})
}

func plainList(list []value.Shown) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s.Any()
	}
	return out
}
