package conformance

import (
	"reflect"
	"strings"

	"ruleck/dsl"
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

// What players see, now and at any time before.

// sight is every name that one player was shown so far, in any way.
type sight map[string]bool

// watch begins to keep what the players are shown, if a line asks for it.
func (r *run) watch() {
	r.sights = map[string]sight{}
	for _, x := range r.lines {
		if x.Acts == nil || x.Acts.Never == nil {
			continue
		}
		for _, name := range r.game.Players() {
			r.sights[name] = sight{}
		}
		return
	}
}

// remember adds what every player is shown where the game waits now: events,
// decisions with their options, and the view.
func (r *run) remember() {
	for name, s := range r.sights {
		v, err := r.now.Viewer(name)
		if err != nil {
			continue
		}
		for _, e := range r.now.Events(r.events, v) {
			s.text(e.Text)
			s.values(e.Args)
		}
		if status, err := r.now.Status(v); err == nil {
			s.status(status)
		}
		for _, fields := range r.now.View(v) {
			s.values(fields)
		}
	}
}

func (s sight) status(status interpreter.Status) {
	for _, d := range status.Decisions {
		s.text(d.Prompt)
		s.list(d.Options)
		s.fields(d.Fields)
		s.opens(d.Offers)
	}
	s.opens(status.Actions)
}

func (s sight) opens(list []interpreter.Open) {
	for _, open := range list {
		s.fields(open.Fields)
	}
}

func (s sight) fields(fields []interpreter.Field) {
	for _, f := range fields {
		s.list(f.Options)
		s.list(f.From)
	}
}

func (s sight) list(list []value.Shown) {
	for _, v := range list {
		s.plain(v.Any())
	}
}

func (s sight) values(values map[string]value.Shown) {
	for _, v := range values {
		s.plain(v.Any())
	}
}

// plain adds every name in a plain value.
func (s sight) plain(v any) {
	switch v := v.(type) {
	case string:
		s[v] = true
	case []any:
		for _, el := range v {
			s.plain(el)
		}
	case map[string]any:
		for key, el := range v {
			s[key] = true
			s.plain(el)
		}
	}
}

// text adds every word of a line for people, and every dotted name in it.
func (s sight) text(line string) {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return !isNameRune(r) && r != '.' }) {
		s[strings.Trim(word, ".")] = true
	}
}

// showRefusal adds what a refusal shows the player who was refused.
func (r *run) showRefusal(player string, reasons interpreter.Refused) {
	s := r.sights[player]
	if s == nil {
		return
	}
	for _, why := range reasons {
		s.text(why.Reason)
		s.values(why.Values)
	}
}

// knows reports whether a name, or a copy of what has the name, was shown.
func (s sight) knows(name string) bool {
	if s[name] {
		return true
	}
	for shown := range s {
		if copied, ok := strings.CutPrefix(shown, name+"."); ok && strings.Trim(copied, "0123456789") == "" {
			return true
		}
	}
	return false
}

// look checks one line of what a player sees. It reports false only where the
// scenario cannot go on.
func (r *run) look(a *dsl.Acts) bool {
	v, err := r.now.Viewer(a.Who.Text)
	if err != nil {
		return r.broken(a.Span(), err)
	}
	if a.Never != nil {
		return r.never(a)
	}
	set := a.Sees
	if set == nil {
		set = a.Counts
	}
	want, ok := r.eval(set.Expr)
	if !ok {
		return false
	}
	if a.Counts != nil {
		want = map[string]any{"count": want}
	}
	parts := set.Path.Name.Parts
	got, there := seen(r.now, v, parts)
	if was, before := seen(r.before, v, parts); !before || !same(was, got) || r.wrote[parts[len(parts)-1]] {
		r.evidence = true
	}
	if !there || !same(want, got) {
		f := r.out.fail(CodeSees, a.Span(), a.Who.Text+" does not see it so")
		f.Expected, f.Got = set.Path.Span().Text()+" = "+spell(want), spell(got)
		if !there {
			f.Got = "nothing of it"
		}
	}
	return true
}

// seen is what a viewer sees at a path: a field of something, or one entry of a
// field that has one for each member of a type.
func seen(g *interpreter.Game, v value.Viewer, parts []string) (plain any, there bool) {
	if len(parts) < 2 {
		return nil, false
	}
	view := g.View(v)
	field := parts[len(parts)-1]
	if shown, there := view[strings.Join(parts[:len(parts)-1], ".")][field]; there || len(parts) < 3 {
		return shown.Any(), there
	}
	shown := view[strings.Join(parts[:len(parts)-2], ".")][parts[len(parts)-2]]
	entries, _ := shown.Any().(map[string]any)
	plain, there = entries[field]
	return plain, there
}

// never checks that a player was shown none of some pieces at any time so far.
func (r *run) never(a *dsl.Acts) bool {
	secret, ok := r.eval(a.Never)
	if !ok {
		return false
	}
	names := sight{}
	names.plain(secret)
	for _, name := range sortedKeys(names) {
		if r.sights[a.Who.Text].knows(name) {
			f := r.out.fail(CodeLeak, a.Span(), a.Who.Text+" was shown "+name)
			f.Expected, f.Got = "never shown", name
		}
		for _, other := range r.sights {
			if other.knows(name) {
				r.evidence = true // a secret that somebody does know
			}
		}
	}
	if len(names) == 0 {
		r.out.fail(CodeLeak, a.Never.Span(), "there is nothing here that could be seen")
	}
	return true
}

// same compares plain values.
func same(a, b any) bool { return reflect.DeepEqual(a, b) }
