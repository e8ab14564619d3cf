package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// say gives a line to a server and returns its reply as text, "" for none.
func say(t *testing.T, s *server, line string) string {
	t.Helper()
	r := s.line([]byte(line), nil)
	if r == nil {
		return ""
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What is not a request is told apart from a request that makes no sense, and the
// id comes back wherever one can be read.
func TestRequests(t *testing.T) {
	for _, c := range []struct{ line, id, code, message string }{
		{`{`, `null`, `-32700`, `not JSON`},
		{`nonsense`, `null`, `-32700`, `not JSON`},
		{"{\"id\":\"\xff\"}", `null`, `-32700`, `not UTF-8`},
		{`{"jsonrpc":"2.0","id":1,"method":"status"} x`, `null`, `-32700`, `not JSON`},
		{strings.Repeat("[", 70) + strings.Repeat("]", 70), `null`, `-32700`, `nested`},
		{`7`, `null`, `-32600`, `a request is an object, this is a number`},
		{`"status"`, `null`, `-32600`, `a string`},
		{`[]`, `null`, `-32600`, `batches`},
		{`[{"jsonrpc":"2.0","id":1,"method":"status"}]`, `null`, `-32600`, `batches`},
		{`{}`, `null`, `-32600`, `jsonrpc`},
		{`{"jsonrpc":"2.0"}`, `null`, `-32600`, `there is no \"method\"`},
		{`{"id":1,"method":"status"}`, `1`, `-32600`, `jsonrpc`},
		{`{"jsonrpc":"1.0","id":1,"method":"status"}`, `1`, `-32600`, `jsonrpc`},
		{`{"jsonrpc":2.0,"id":1,"method":"status"}`, `1`, `-32600`, `jsonrpc`},
		{`{"jsonrpc":"2.0","id":"a","method":7}`, `"a"`, `-32600`, `method`},
		{`{"jsonrpc":"2.0","id":"a","method":"status","parms":{}}`, `"a"`, `-32600`, `no key \"parms\"`},
		{`{"jsonrpc":"2.0","id":1,"id":2,"method":"status"}`, `1`, `-32600`, `\"id\" is given twice`},
		{`{"jsonrpc":"2.0","id":1.5,"method":"status"}`, `null`, `-32600`, `id is 1.5`},
		{`{"jsonrpc":"2.0","id":[1],"method":"status"}`, `null`, `-32600`, `id must be`},
		{`{"jsonrpc":"2.0","id":null,"method":"status"}`, `null`, `-32602`, `no game`},
		{`{"jsonrpc":"2.0","id":18446744073709551616,"method":"status"}`, `null`, `-32600`, `too large`},
		{`{"jsonrpc":"2.0","id":1,"method":"statsu"}`, `1`, `-32602`, "did you mean `status`"},
		{`{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}`, `1`, `-32602`, `there is no method`},
		{`{"jsonrpc":"2.0","id":1,"method":"status","params":[]}`, `1`, `-32602`, `params must be an object`},
		{`{"jsonrpc":"2.0","id":1,"method":"status","params":null}`, `1`, `-32602`, `not null`},
		{`{"jsonrpc":"2.0","id":1,"method":"status","params":{"x":1}}`, `1`, `-32602`, `status has no parameter \"x\"`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"sede":1}}`, `1`, `-32602`, "did you mean `seed`"},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"seed":1.5}}`, `1`, `-32602`, `params.seed is 1.5`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"seed":1e3}}`, `1`, `-32602`, `params.seed is 1e3`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"seed":-1}}`, `1`, `-32602`, `whole number from 0 up`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"seed":"1"}}`, `1`, `-32602`, `not a string`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"seed":1,"seed":1}}`, `1`, `-32602`, `\"seed\" twice`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"players":0}}`, `1`, `-32602`, `from 1 to 64`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"players":true}}`, `1`, `-32602`, `not true or false`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"players":[]}}`, `1`, `-32602`, `from 1 to 64`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"players":["P1",2]}}`, `1`, `-32602`, `list of names`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"given":[]}}`, `1`, `-32602`, `must be an object, not an array`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"procedure":null}}`, `1`, `-32602`, `must be a string, not null`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","params":{"rulings":{"r":1}}}`, `1`, `-32602`, `ruling \"r\" must be a string`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","as":"P1"}`, `1`, `-32602`, `start is not for players`},
		{`{"jsonrpc":"2.0","id":1,"method":"start","as":7}`, `1`, `-32602`, `\"as\" must be the name of a player`},
		{`{"jsonrpc":"2.0","id":1,"method":"load","params":{}}`, `1`, `-32602`, `\"data\" is missing`},
		{`{"jsonrpc":"2.0","id":1,"method":"answer","params":{"value":1}}`, `1`, `-32602`, `no game has begun`},
		{`{"jsonrpc":"2.0","id":1,"method":"describe"}`, `1`, `-32603`, `a mistake in ruleck`}, // there is no program here
	} {
		s := &server{log: io.Discard}
		got := say(t, s, c.line)
		for _, want := range []string{`{"jsonrpc":"2.0","id":` + c.id + `,"error":{"code":` + c.code + `,"message":"`, c.message, `"data":{"code":"`, `"file":"","line":0,"column":0}}}`} {
			if !strings.Contains(got, want) {
				t.Errorf("%.80s\n got %s\nwant %s", c.line, got, want)
				break
			}
		}
	}
}

// A notification is obeyed and never answered, right or wrong. A blank line is no
// request at all.
func TestNotifications(t *testing.T) {
	s := &server{log: io.Discard}
	for _, line := range []string{
		``, ` `, "\r",
		`{"jsonrpc":"2.0","method":"status"}`,
		`{"jsonrpc":"2.0","method":"nonsense"}`,
		`{"jsonrpc":"2.0","method":"status","params":{"x":1.5}}`,
		`{"jsonrpc":"2.0","method":"stop"}`,
	} {
		if got := say(t, s, line); got != "" {
			t.Errorf("%q is answered: %s", line, got)
		}
	}
	if !s.stopped {
		t.Error("a notification was not obeyed")
	}
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	r := bufio.NewReaderSize(strings.NewReader("one\n\ntwo\r\n"+long+"x\n"+long+"\nlast"), 16)
	var got []string
	for {
		line, err := readLine(r)
		if err == io.EOF {
			break
		}
		switch {
		case err != nil:
			got = append(got, err.Error())
		case len(line) > 10:
			got = append(got, "long")
		default:
			got = append(got, string(line))
		}
	}
	const want = "one||two|a line is longer than 4 MiB|long|last"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("%q, want %q", s, want)
	}
}
