// Package leaks tries to let a player see a value of the state without asking who
// may know it. No line that says so compiles: a test builds it and expects just that.
package leaks

import (
	"encoding/json"

	"ruleck/interpreter"
	"ruleck/interpreter/value"
)

var (
	word int64 = 7 // a word of the state
	raw  any   = map[string]any{"what": []any{"x7"}}
	held       = value.Hold(raw, value.Nobody)
)

func shown() value.Shown {
	_ = value.Shown{raw}       // refused: implicit assignment to unexported field json
	_ = value.Shown{json: raw} // refused: unexported field json
	_ = value.Shown(raw)       // refused: cannot convert raw
	_ = value.Shown(held)      // refused: cannot convert held
	_ = held.(value.Shown)     // refused: held .* is not an interface
	s := value.Yes
	s.json = raw  // refused: s.json undefined
	_ = held.json // refused: held.json undefined
	return raw    // refused: cannot use raw
}

func view(v map[string]map[string]value.Shown) {
	v["P1"]["what"] = word              // refused: cannot use word
	v["P1"]["what"] = raw               // refused: cannot use raw
	v["P1"]["what"] = held              // refused: cannot use held
	v["P1"]["what"] = held.Show(word)   // refused: cannot use word|assignment mismatch
	v["P1"] = map[string]any{"what": 1} // refused: cannot use map
}

func event() interpreter.Event {
	return interpreter.Event{Name: "moved", Args: map[string]value.Shown{
		"from":   word, // refused: cannot use word
		"to":     raw,  // refused: cannot use raw
		"pieces": held, // refused: cannot use held
		"text":   "x7", // refused: cannot use "x7"
	}}
}

func refusal(r *interpreter.Refusal) {
	r.Values["what"] = word // refused: cannot use word
	r.Values["what"] = raw  // refused: cannot use raw
	r.Values["what"] = held // refused: cannot use held
}

func decision(d *interpreter.Decision) {
	d.Options = append(d.Options, word)   // refused: cannot use word
	d.Options = append(d.Options, held)   // refused: cannot use held
	d.Fields[0].Options = []any{raw}      // refused: cannot use \[\]any
	d.Fields[0].From = []value.Held{held} // refused: cannot use \[\]value.Held
}

func options(o *interpreter.Options) {
	o.Options = []int64{word} // refused: cannot use \[\]int64
}

// unmarshal is no way round either: a Shown takes nothing in.
func unmarshal(data []byte) {
	s := value.Shown{}
	_ = json.Unmarshal(data, s.json) // refused: s.json undefined
	s.UnmarshalJSON(data)            // refused: s.UnmarshalJSON undefined
}
