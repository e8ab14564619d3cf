package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Requests come from programs that somebody else wrote, so they are read
// strictly: a key that is given twice, a number that is not whole, or text after
// the end is an error, and depth is bounded. encoding/json lets all of that pass.

const maxDepth = 64 // no value of a rulebook nests nearly as deep

// object is a JSON object with its members as they were written.
type object []member

type member struct {
	key   string
	value any // nil, bool, string, json.Number, []any or object
}

// get returns the first member of that name.
func (o object) get(key string) (any, bool) {
	for _, m := range o {
		if m.key == key {
			return m.value, true
		}
	}
	return nil, false
}

// repeated is the first key that is given twice, or "".
func (o object) repeated() string {
	seen := make(map[string]bool, len(o))
	for _, m := range o {
		if seen[m.key] {
			return m.key
		}
		seen[m.key] = true
	}
	return ""
}

// parseJSON reads exactly one JSON value as a tree of the types that member
// lists. Doubled keys and odd numbers are still in it: whoever asks for a reply
// must be known before they can be refused.
func parseJSON(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("the text is not UTF-8")
	}
	var whole json.RawMessage // the decoder's tokens alone would allow stray commas
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, jsonProblem(err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return parseValue(dec, 0)
}

func jsonProblem(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("not JSON at byte %d: %s", syntax.Offset, err)
	}
	return fmt.Errorf("not JSON: %s", err)
}

func parseValue(dec *json.Decoder, depth int) (any, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		return tok, nil
	}
	if depth == maxDepth {
		return nil, fmt.Errorf("JSON nested more than %d deep", maxDepth)
	}
	if delim == '[' {
		return parseArray(dec, depth+1)
	}
	return parseObject(dec, depth+1)
}

func parseArray(dec *json.Decoder, depth int) (any, error) {
	list := []any{}
	for dec.More() {
		v, err := parseValue(dec, depth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := dec.Token() // the closing bracket
	return list, err
}

func parseObject(dec *json.Decoder, depth int) (any, error) {
	obj := object{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		v, err := parseValue(dec, depth)
		if err != nil {
			return nil, err
		}
		obj = append(obj, member{key.(string), v})
	}
	_, err := dec.Token() // the closing brace
	return obj, err
}

// plain turns a parsed value into the plain data that the interpreter takes:
// nil, bool, int64, string, []any, map[string]any. where names the value in
// complaints.
func plain(v any, where string) (any, error) {
	switch v := v.(type) {
	case json.Number:
		return whole(v, where)
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			p, err := plain(e, where+"["+strconv.Itoa(i)+"]")
			if err != nil {
				return nil, err
			}
			list[i] = p
		}
		return list, nil
	case object:
		return plainObject(v, where)
	}
	return v, nil
}

func plainObject(o object, where string) (map[string]any, error) {
	if key := o.repeated(); key != "" {
		return nil, fmt.Errorf("%s has the key %q twice", where, key)
	}
	m := make(map[string]any, len(o))
	for _, e := range o {
		p, err := plain(e.value, where+"."+e.key)
		if err != nil {
			return nil, err
		}
		m[e.key] = p
	}
	return m, nil
}

// whole reads a number: digits with an optional minus, within 64 bits.
func whole(n json.Number, where string) (int64, error) {
	if strings.ContainsAny(string(n), ".eE") {
		return 0, fmt.Errorf("%s is %s: numbers are whole, written without point or exponent", where, n)
	}
	i, err := strconv.ParseInt(string(n), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s is %s: the number is too large", where, n)
	}
	return i, nil
}

// kindOf says what a plain or parsed value is, for complaints.
func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case string:
		return "a string"
	case json.Number, int64:
		return "a number"
	case []any:
		return "an array"
	}
	return "an object"
}
