package main

import (
	"fmt"
	"slices"
	"strings"

	"ruleck/dsl/diag"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// Where a game stands, for any game: the fields of the game itself, of whoever
// decides, of what runs, and of everything else that is no longer as at first. Only
// what the one who decides may know goes into it.

// seen is the fields of one owner as somebody saw them, spelled.
type seen map[string]string

const (
	longList  = 6  // of a list that is longer, the rest is counted
	longValue = 24 // a value that is longer is not repeated once it has changed
	mostLines = 6  // of things that are neither the game nor a player
)

// stand shows where the game stands before a decision, and what changed since the
// player last decided.
func (t *terminal) stand(d interpreter.Decision) {
	v, err := t.host.game.Viewer(d.Player)
	if err != nil {
		return
	}
	running := t.host.game.Running()
	t.tell("", t.paint(headRole, "== "+d.Step+inside(running, d.Step)+" =="))
	now := spelled(t.host.game.View(v))
	was := t.before[d.Player]
	if t.before == nil {
		t.before = map[string]map[string]seen{}
	}
	t.before[d.Player] = now
	told := append([]string{gameOwner, d.Player}, running...)
	for _, owner := range told {
		t.fields(owner, now[owner], was[owner], false)
	}
	whole := t.whole
	t.whole = false
	for _, owner := range t.host.game.Players() {
		if (was != nil || whole) && owner != d.Player {
			t.fields(owner, now[owner], was[owner], !whole)
		}
	}
	lines := t.things(v, longList)
	most := len(lines)
	if !whole {
		most = min(most, mostLines)
	}
	for _, line := range lines[:most] {
		t.tell("   "+line.field+"  ", line.text)
	}
	if len(lines) > most {
		t.tell("   ", t.paint(quietRole, "view shows the rest"))
	}
}

// gameOwner is what views call the fields of the game itself.
const gameOwner = "game"

// inside is the procedures around a step, from the outermost in.
func inside(running []string, step string) string {
	if n := len(running); n > 0 && strings.HasPrefix(step+".", running[n-1]+".") {
		running = running[:n-1]
	}
	if len(running) == 0 {
		return ""
	}
	return ", inside " + strings.Join(running, " > ")
}

// fields shows the fields of one owner in a paragraph, with what they were before; what
// is empty and was, too, is left out. With changes, only what changed is shown.
func (t *terminal) fields(owner string, now, was seen, changes bool) {
	var parts []string
	for _, name := range sortedNames(now) {
		text, before := now[name], was[name]
		changed := was != nil && before != "" && before != text
		switch {
		case changed && len(before) <= longValue:
			parts = append(parts, t.paint(changedRole, fmt.Sprintf("%s: %s (was %s)", name, text, before)))
		case changed:
			parts = append(parts, t.paint(changedRole, fmt.Sprintf("%s: %s (changed)", name, text)))
		case !changes && !empty(text):
			parts = append(parts, name+": "+text)
		}
	}
	if parts != nil {
		t.tell("   "+owner+"  ", strings.Join(parts, "; "))
	}
}

const changedRole = diag.RolePlace

// empty reports whether a spelled value tells nothing.
func empty(text string) bool {
	return slices.Contains([]string{"none", "nothing", "no", "0 unseen"}, text)
}

// spelled is a view with its values spelled for people.
func spelled(view map[string]map[string]value.Shown) map[string]seen {
	out := map[string]seen{}
	for owner, fields := range view {
		out[owner] = seen{}
		for name, shown := range fields {
			out[owner][name] = clean(brief(shown.Any()))
		}
	}
	return out
}

// brief spells a value; of a long list, the beginning.
func brief(v any) string {
	if list, ok := v.([]any); ok && len(list) > longList {
		return fmt.Sprintf("%s, … (%d)", spell(list[:longList]), len(list))
	}
	return spell(v)
}

// things are those that are neither the game nor a player, grouped by what of their
// fields is no longer as at first.
func (t *terminal) things(v value.Viewer, most int) []fieldLine {
	board := spelled(t.host.game.Board(v))
	delete(board, gameOwner)
	for _, name := range t.host.game.Players() {
		delete(board, name)
	}
	return grouped(board, most)
}

// fieldLine is one field of many things.
type fieldLine struct{ field, text string }

// grouped tells of each field which things have which value of it, naming at most
// most of each.
func grouped(things map[string]seen, most int) (lines []fieldLine) {
	values := map[string]map[string][]string{} // by field and value, the owners
	for _, owner := range sortedNames(things) {
		for field, text := range things[owner] {
			if values[field] == nil {
				values[field] = map[string][]string{}
			}
			values[field][text] = append(values[field][text], owner)
		}
	}
	for _, field := range sortedNames(values) {
		var parts []string
		for _, text := range sortedNames(values[field]) {
			parts = append(parts, text+": "+fewOf(values[field][text], most))
		}
		lines = append(lines, fieldLine{field, strings.Join(parts, "; ")})
	}
	return lines
}

func fewOf(names []string, most int) string {
	if len(names) <= most+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// view shows what a player may know, or what the one who decides may know of a thing.
func (q *asking) view(whom string) error {
	if whom == "" {
		whom = q.decision.Player
	}
	v, err := q.host.game.Viewer(whom)
	if err != nil {
		q.viewThing(whom)
		return nil
	}
	if q.only != "" && whom != q.only {
		q.tell("", "you play "+q.only+" and may not see what "+whom+" may know")
		return nil
	}
	q.tell("", q.paint(headRole, "what "+whom+" may know"))
	all := spelled(q.host.game.View(v))
	for _, owner := range slices.Concat([]string{gameOwner}, q.host.game.Players(), q.host.game.Running()) {
		if fields := all[owner]; len(fields) > 0 {
			q.tell("   "+owner+"  ", fieldsText(fields))
		}
		delete(all, owner)
	}
	for _, line := range q.things(v, 4*longList) {
		q.tell("   "+line.field+"  ", line.text)
	}
	if len(all) > 0 {
		q.tell("   ", q.paint(quietRole, "all other things are as at first; view and the name of one shows it"))
	}
	return nil
}

func fieldsText(fields seen) string {
	var parts []string
	for _, name := range sortedNames(fields) {
		parts = append(parts, name+": "+fields[name])
	}
	return strings.Join(parts, "; ")
}

// viewThing shows the fields of one thing, whole, or one field of whatever has it.
func (q *asking) viewThing(name string) {
	v, err := q.host.game.Viewer(q.decision.Player)
	if err != nil {
		return
	}
	all := q.host.game.View(v)
	fields, ok := all[name]
	if !ok && q.viewField(name, all) {
		return
	}
	if !ok {
		known := sortedNames(all)
		for _, fields := range all {
			known = append(known, sortedNames(fields)...)
		}
		slices.Sort(known)
		q.tell("", clip("there is nothing to see of "+name)+hinted(diag.DidYouMean(name, known)))
		return
	}
	for _, field := range sortedNames(fields) {
		q.tell("   "+field+"  ", clean(spell(fields[field].Any())))
	}
}

// viewField shows a field by its name, whole where it is the game's, a player's or that
// of what runs, and reports whether there is one.
func (q *asking) viewField(name string, all map[string]map[string]value.Shown) (is bool) {
	of := ""
	if owner, field, dotted := cutLast(name, "."); dotted {
		of, name = owner, field
	}
	things := map[string]seen{}
	for owner, fields := range all {
		if shown, has := fields[name]; has && (of == "" || of == owner) {
			things[owner] = seen{name: clean(spell(shown.Any()))}
		}
	}
	is = len(things) > 0
	for _, owner := range slices.Concat([]string{gameOwner}, q.host.game.Players(), q.host.game.Running()) {
		if field, has := things[owner]; has {
			q.tell("   "+owner+"."+name+"  ", field[name])
			delete(things, owner)
		}
	}
	for _, line := range grouped(things, 4*longList) {
		q.tell("   "+line.field+"  ", line.text)
	}
	return is
}

func hinted(hint string) string {
	if hint == "" {
		return ""
	}
	return "; " + hint
}

func sortedNames[T any](m map[string]T) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
