// Package control does what leaks does, but rightly: it compiles. It is built by a
// test only, beside package leaks, so that leaks cannot fail for another reason.
package control

import (
	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

var (
	word int64 = 7 // a word of the state
	raw  any   = map[string]any{"what": []any{"x7"}}
	held       = value.Hold(raw, value.Nobody)
	who  value.Viewer
)

func shown() value.Shown {
	s, _ := held.Show(who) // the only door
	return s
}

func view(v map[string]map[string]value.Shown) { v["P1"]["what"] = shown() }

func event() interpreter.Event {
	return interpreter.Event{Name: "moved", Args: map[string]value.Shown{"pieces": shown()}}
}

func refusal(r *interpreter.Refusal) { r.Values["what"] = shown() }

func decision(d *interpreter.Decision) {
	d.Options = append(d.Options, shown(), value.Yes, value.No, value.Shown{})
	d.Fields = append(d.Fields, interpreter.Field{Options: []value.Shown{shown()}, From: []value.Shown{shown()}})
}

func options(o *interpreter.Options) { o.Options = []value.Shown{shown()} }
