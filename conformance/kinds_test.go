package conformance

import (
	"fmt"
	"strings"

	"ruleck/interpreter"
)

// kinds are the types of a rulebook as its description tells them: enough to write
// values of any of them, without knowing the rules.
type kinds struct {
	names   map[string][]any             // the members of enums, tables, entities and players
	records map[string][]kindField       // what a record consists of
	unions  map[string][]kindField       // alternatives; the type is "" where there is only the name
	params  map[string]map[string]string // type of each parameter, by action
	order   map[string][]string          // names of the parameters, by action
}

type kindField struct{ name, typ string }

func kindsOf(d interpreter.Description) kinds {
	k := kinds{map[string][]any{}, map[string][]kindField{}, map[string][]kindField{}, map[string]map[string]string{}, map[string][]string{}}
	for _, it := range append(d.Tables, d.Types...) {
		switch it.Detail["kind"] {
		case "union":
			for _, alt := range it.Detail["alternatives"].([]any) {
				if name, ok := alt.(string); ok {
					k.unions[it.Name] = append(k.unions[it.Name], kindField{name, ""})
				} else {
					for name, typ := range alt.(map[string]any) {
						k.unions[it.Name] = append(k.unions[it.Name], kindField{name, typ.(string)})
					}
				}
			}
		case "record":
			k.records[it.Name] = fieldsOf(it.Detail["fields"])
		default:
			if members, ok := it.Detail["members"].([]any); ok {
				k.names[it.Name] = members
			} else if rows, ok := it.Detail["rows"].([]any); ok {
				for _, row := range rows {
					k.names[it.Name] = append(k.names[it.Name], row.(map[string]any)["name"])
				}
			}
		}
	}
	for _, it := range d.Actions {
		k.params[it.Name] = map[string]string{}
		for _, f := range fieldsOf(it.Detail["parameters"]) {
			k.params[it.Name][f.name] = f.typ
			k.order[it.Name] = append(k.order[it.Name], f.name)
		}
	}
	return k
}

func fieldsOf(detail any) (out []kindField) {
	for _, f := range detail.([]any) {
		m := f.(map[string]any)
		out = append(out, kindField{m["name"].(string), m["type"].(string)})
	}
	return out
}

// some are up to n values of a type, spread over all of them.
func (k kinds) some(typ string, n int) []any {
	typ = strings.TrimSuffix(typ, "?")
	var all []any
	switch {
	case typ == "bool":
		all = []any{true, false}
	case typ == "int" || strings.HasPrefix(typ, "int "):
		all = []any{int64(0), int64(1), int64(2), int64(5)}
	case k.records[typ] != nil:
		all = k.someRecords(k.records[typ], n)
	case k.unions[typ] != nil:
		for _, alt := range k.unions[typ] {
			if alt.typ == "" {
				all = append(all, alt.name)
			}
			for _, v := range k.some(alt.typ, n) {
				all = append(all, map[string]any{alt.name: v})
			}
		}
	default:
		all = k.names[typ]
	}
	return spread(all, n)
}

func (k kinds) someRecords(fields []kindField, n int) []any {
	out := []any{map[string]any{}}
	for _, f := range fields {
		var more []any
		for _, sofar := range out {
			for _, v := range k.some(f.typ, n) {
				more = append(more, with(sofar.(map[string]any), f.name, v))
			}
		}
		out = more
	}
	return out
}

// whole is some value of any type, lists too.
func (k kinds) whole(typ string) any {
	for _, many := range []string{"set of ", "list of ", "pile of "} {
		if elem, ok := strings.CutPrefix(typ, many); ok {
			elem, _, _ = strings.Cut(elem, " max ")
			return k.some(elem, 2)
		}
	}
	if elem, ok := strings.CutPrefix(typ, "bag of "); ok {
		out := []any{}
		for _, v := range k.some(elem, 2) {
			out = append(out, map[string]any{"item": v, "n": int64(1)})
		}
		return out
	}
	if some := k.some(typ, 1); len(some) > 0 {
		return some[0]
	}
	return nil
}

// typeOf finds the type that has a value, from how it is written.
func (k kinds) typeOf(v any) string {
	switch v := v.(type) {
	case string:
		for _, typ := range sortedKeys(k.names) {
			for _, name := range k.names[typ] {
				if name == v {
					return typ
				}
			}
		}
	case map[string]any:
		for _, forms := range []map[string][]kindField{k.records, k.unions} {
			for _, typ := range sortedKeys(forms) {
				known := 0
				for _, f := range forms[typ] {
					if _, ok := v[f.name]; ok {
						known++
					}
				}
				if known == len(v) && known > 0 {
					return typ
				}
			}
		}
	}
	return ""
}

// spread picks up to n of a list, evenly.
func spread(all []any, n int) []any {
	if len(all) <= n {
		return all
	}
	out := make([]any, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}

// with is a record with one field set; the old one stays as it is.
func with(record map[string]any, name string, v any) map[string]any {
	out := map[string]any{}
	for k, el := range record {
		out[k] = el
	}
	out[name] = v
	return out
}

// without is a record that lacks a field.
func without(record map[string]any, name string) map[string]any {
	out := with(record, name, nil)
	delete(out, name)
	return out
}

// among reports whether a value is in a list, by how it is written.
func among(list []any, v any) bool {
	for _, el := range list {
		if fmt.Sprint(el) == fmt.Sprint(v) {
			return true
		}
	}
	return false
}
