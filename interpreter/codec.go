package interpreter

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"ruleck/interpreter/types"
)

// The words of the machine and the plain data of the contract, both ways.

// plain spells element words of a type: nil, bool, int64, string, []any or map[string]any.
func (g *Game) plain(t *types.Type, words []int64) any {
	switch t.Kind {
	case types.Set, types.List, types.Pile:
		out := make([]any, 0, len(words))
		for _, el := range chunks(words, t.Elem.Width()) {
			out = append(out, g.plain(t.Elem, el))
		}
		return out
	case types.Record:
		if t.Named.Bag {
			return g.plainEntry(t, words)
		}
		out := map[string]any{}
		for i, f := range t.Named.Fields {
			out[f.Name] = g.plain(f.Type, words[i:i+1])
		}
		return out
	case types.Per:
		out := map[string]any{}
		n := t.Elem.Words()
		for i := range g.members(t.Key) {
			at := i * n
			out[g.memberName(t.Key, int64(i+1))] = g.plain(t.Elem, elementWords(t.Elem, words[at:at+n]))
		}
		return out
	}
	return g.scalar(t, words[0])
}

// plainEntry spells an entry of a bag: {"item": …, "n": …}.
func (g *Game) plainEntry(t *types.Type, words []int64) any {
	n := len(words) - 1
	return map[string]any{"item": g.plain(itemType(t), words[:n]), "n": words[n]}
}

// itemType is the type of the thing that an entry of a bag counts.
func itemType(entry *types.Type) *types.Type {
	of := entry.Named.Of
	return &types.Type{Kind: kindOf(of), Named: of}
}

func (g *Game) scalar(t *types.Type, w int64) any {
	switch t.Kind {
	case types.Int:
		return w
	case types.Bool:
		return w != 0
	case types.Union:
		alt := types.UnionAlt(w)
		if alt < 0 {
			return nil
		}
		a := t.Named.Alts[alt]
		if a.Type == nil {
			return a.Name
		}
		return map[string]any{a.Name: g.scalar(a.Type, types.UnionHeld(w))}
	}
	if w == 0 {
		return nil
	}
	return g.memberName(t.Named, w)
}

// memberName is the declared name of a member; players go by the names they sat down with.
func (g *Game) memberName(n *types.Named, w int64) string {
	name := n.Members[w-1]
	switch {
	case n.Form == types.Seats && int(w) <= len(g.names):
		return g.names[w-1]
	case n.Owners != nil:
		owner := n.Owners[w-1]
		if player := g.playerName(owner); player != g.prog.world.Seats.Members[owner-1] {
			_, rest, _ := strings.Cut(name, ".")
			return player + "." + rest
		}
	}
	return name
}

// members are the names of a type's members that are in play.
func (g *Game) members(n *types.Named) []string {
	if n.Form == types.Seats {
		return g.names
	}
	if n.Owners == nil {
		return n.Members
	}
	out := make([]string, 0, len(n.Owners))
	for i, owner := range n.Owners {
		if int(owner) <= len(g.names) {
			out = append(out, g.memberName(n, int64(i+1)))
		}
	}
	return out
}

func (g *Game) playerName(w int64) string { return g.memberName(g.prog.world.Seats, w) }

// read takes the element words of a value of a type from an address in memory.
func (g *Game) read(at int, t *types.Type) []int64 {
	return append([]int64(nil), elementWords(t, g.mem.Words[at:at+max(1, t.Words())])...)
}

// elementWords turns a value as it lies in memory into element words.
func elementWords(t *types.Type, words []int64) []int64 {
	switch t.Kind {
	case types.Set:
		var out []int64
		for i, mask := range words {
			for b := 0; b < 63; b++ {
				if mask>>b&1 == 1 {
					out = append(out, int64(i*63+b+1))
				}
			}
		}
		return out
	case types.List, types.Pile:
		return words[1 : 1+int(words[0])*t.Elem.Width()]
	}
	return words
}

// wordsOf reads plain data as a value of a type. An unknown name or a wrong kind of
// data is a bad request; where says what it was for.
func (g *Game) wordsOf(t *types.Type, plain any, where string) ([]int64, error) {
	switch t.Kind {
	case types.Set, types.List, types.Pile:
		list, ok := plain.([]any)
		if !ok {
			return nil, bad(fmt.Sprintf("%s is %s, so it must be an array, not %s", where, kind(t), brief(plain)), "")
		}
		out := []int64{}
		for i, el := range list {
			words, err := g.wordsOf(t.Elem, el, fmt.Sprintf("%s[%d]", where, i))
			if err != nil {
				return nil, err
			}
			out = append(out, words...)
		}
		return out, nil
	case types.Record:
		return g.recordWords(t, plain, where)
	case types.Per:
		return nil, bad(fmt.Sprintf("%s holds one value for each %s", where, t.Key.Name), "name one of them: "+where+"."+g.members(t.Key)[0])
	}
	w, err := g.wordOf(t, plain, where)
	return []int64{w}, err
}

func (g *Game) recordWords(t *types.Type, plain any, where string) ([]int64, error) {
	obj, ok := plain.(map[string]any)
	switch {
	case !ok && t.Named.Bag:
		return nil, bad(fmt.Sprintf(`%s is an entry of a bag, {"item": …, "n": …}, not %s`, where, brief(plain)), "")
	case !ok:
		return nil, bad(fmt.Sprintf("%s is %s, so it must be an object, not %s", where, kind(t), brief(plain)), "")
	case t.Named.Bag:
		return g.entryWords(t, obj, where)
	}
	var names []string
	out := make([]int64, len(t.Named.Fields))
	for i, f := range t.Named.Fields {
		names = append(names, f.Name)
		v, ok := obj[f.Name]
		if !ok {
			return nil, bad(fmt.Sprintf("%s lacks %s", where, f.Name), "")
		}
		w, err := g.wordOf(f.Type, v, where+"."+f.Name)
		if err != nil {
			return nil, err
		}
		out[i] = w
	}
	return out, onlyKeys(obj, names, where)
}

// entryWords reads an entry of a bag.
func (g *Game) entryWords(t *types.Type, obj map[string]any, where string) ([]int64, error) {
	if err := onlyKeys(obj, []string{"item", "n"}, where); err != nil {
		return nil, err
	}
	item, err := g.wordsOf(itemType(t), obj["item"], where+".item")
	if err != nil {
		return nil, err
	}
	n, err := g.wordOf(types.IntType, obj["n"], where+".n")
	return append(item, n), err
}

// onlyKeys refuses keys that are not declared.
func onlyKeys(obj map[string]any, names []string, where string) error {
	for _, k := range sortedKeys(obj) {
		if !contains(names, k) {
			hint := suggest(k, names)
			if hint == "" {
				hint = "known: " + strings.Join(names, ", ")
			}
			return bad(fmt.Sprintf("%s has no %s", where, k), hint)
		}
	}
	return nil
}

// wordOf reads one scalar.
func (g *Game) wordOf(t *types.Type, plain any, where string) (int64, error) {
	switch v := plain.(type) {
	case nil:
		if t.Optional {
			return 0, nil
		}
		return 0, bad(fmt.Sprintf("%s is %s and cannot be none", where, kind(t)), "")
	case bool:
		if t.Kind == types.Bool {
			if v {
				return 1, nil
			}
			return 0, nil
		}
	case int64:
		if t.Kind == types.Int {
			return v, nil
		}
	case string:
		switch t.Kind {
		case types.Name:
			return g.member(t.Named, v, where)
		case types.Union:
			for i, a := range t.Named.Alts {
				if a.Name == v && a.Type == nil {
					return types.MakeUnion(i, 0), nil
				}
			}
		}
	case map[string]any:
		if t.Kind == types.Union && len(v) == 1 {
			for i, a := range t.Named.Alts {
				if held, ok := v[a.Name]; ok && a.Type != nil {
					w, err := g.wordOf(a.Type, held, where+"."+a.Name)
					return types.MakeUnion(i, w), err
				}
			}
		}
	}
	return 0, bad(fmt.Sprintf("%s is %s, not %s", where, kind(t), brief(plain)), spelling(t))
}

// kind is what a value must be, in words; that it may be none goes without saying.
func kind(t *types.Type) string {
	if t.Listy() && t.Elem.Kind == types.Record && t.Elem.Named.Bag {
		return "a bag of " + t.Elem.Named.Of.Name
	}
	return article(strings.TrimSuffix(t.String(), "?"))
}

// example says what a value may be, for whoever has to give one.
func (g *Game) example(t *types.Type) string {
	const few = 4
	text := kind(t)
	if t.Kind == types.Name {
		members := g.members(t.Named)
		if len(members) > few {
			text += " such as " + strings.Join(members[:few], ", ")
		} else {
			text += ": " + strings.Join(members, ", ")
		}
	}
	if t.Optional {
		text += "; or none"
	}
	return text
}

// spelling tells how a union is written, which nobody can guess.
func spelling(t *types.Type) string {
	if t.Kind != types.Union {
		return ""
	}
	var forms []string
	for _, a := range t.Named.Alts {
		if a.Type == nil {
			forms = append(forms, fmt.Sprintf("%q", a.Name))
		} else {
			forms = append(forms, fmt.Sprintf("{%q: %s}", a.Name, kind(a.Type)))
		}
	}
	return "write " + strings.Join(forms, " or ")
}

// brief is plain data as it would be sent, cut where it is long: it is somebody's
// mistake and may be anything.
func brief(plain any) string {
	const most = 60
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if enc.Encode(plain) != nil {
		return fmt.Sprintf("%T", plain)
	}
	runes := []rune(strings.TrimSpace(text.String()))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}

func (g *Game) member(n *types.Named, name, where string) (int64, error) {
	for i, m := range g.members(n) {
		if m == name {
			return int64(i + 1), nil
		}
	}
	if n.Form == types.Copies { // the only copy goes by the name of its face, too
		if w := n.Member(name + ".1"); w > 0 && n.Member(name+".2") == 0 {
			return w, nil
		}
	}
	return 0, bad(fmt.Sprintf("%s: no %s is called %s", where, n.Name, name), suggest(name, g.members(n)))
}

// spell writes a value in one line of text.
func spell(plain any) string {
	switch v := plain.(type) {
	case nil:
		return "none"
	case []any:
		var parts []string
		for _, el := range v {
			parts = append(parts, spell(el))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		if n, ok := v["count"]; ok && len(v) == 1 {
			return fmt.Sprintf("%v hidden", n)
		}
		var parts []string
		for _, k := range sortedKeys(v) {
			parts = append(parts, k+": "+spell(v[k]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(plain)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
