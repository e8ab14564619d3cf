package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct {
		text string
		want any    // if it is good
		err  string // part of the complaint, if not
	}{
		{text: `7`, want: int64(7)},
		{text: `-9223372036854775808`, want: int64(-1 << 63)},
		{text: ` {"a": [1, "x", null, true, {}]} `, want: map[string]any{"a": []any{int64(1), "x", nil, true, map[string]any{}}}},
		{text: `"日本"`, want: "日本"},
		{text: `1.5`, err: "value is 1.5: numbers are whole"},
		{text: `{"n":1e3}`, err: "value.n is 1e3: numbers are whole"},
		{text: `[0,1E2]`, err: "value[1] is 1E2"},
		{text: `1.0`, err: "numbers are whole"},
		{text: `9223372036854775808`, err: "too large"},
		{text: `{"a":1,"b":{"c":1,"c":2}}`, err: `value.b has the key "c" twice`},
		{text: `{"a":1,"a":1}`, err: `the key "a" twice`},
		{text: ``, err: "not JSON"},
		{text: `{"a":1`, err: "not JSON"},
		{text: `[1,]`, err: "not JSON"},
		{text: `{"a" 1}`, err: "not JSON"},
		{text: `01`, err: "not JSON"},
		{text: `NaN`, err: "not JSON"},
		{text: `{} {}`, err: "not JSON"},
		{text: `'a'`, err: "not JSON"},
		{text: "\"\xff\"", err: "not UTF-8"},
		{text: strings.Repeat("[", 65) + strings.Repeat("]", 65), err: "nested more than 64 deep"},
		{text: strings.Repeat("[", 1_000_000), err: "not JSON"},
		{text: strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000), err: "not JSON"},
	} {
		tree, err := parseJSON([]byte(c.text))
		var got any
		if err == nil {
			got, err = plain(tree, "value")
		}
		name := c.text[:min(len(c.text), 40)]
		switch {
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s: %v, want %s", name, err, c.err)
		case c.err == "" && (err != nil || !reflect.DeepEqual(got, c.want)):
			t.Errorf("%s: %#v, %v", name, got, err)
		}
	}
}

// Whatever is read, reading never panics, and what is taken is within the limits.
func FuzzPlain(f *testing.F) {
	for _, s := range []string{`{"a":[1,2]}`, `1.5`, `[[[`, `{"a":1,"a":2}`, "\"\\ud800\"", `-0`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tree, err := parseJSON(text)
		if err == nil {
			plain(tree, "value")
		}
		readRequest(text)
	})
}
