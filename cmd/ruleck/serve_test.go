package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
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

// fresh is a server with the made-up rulebook and no game.
func fresh(t *testing.T) *server {
	t.Helper()
	program, _, err := mustLoad("testdata/rules/fair.rules")
	if err != nil {
		t.Fatal(err)
	}
	return &server{session: session{program: program}, log: io.Discard}
}

// A saved game goes on in another server, with the names of its seats, as if
// nothing had been.
func TestSave(t *testing.T) {
	first, second := fresh(t), fresh(t)
	say(t, first, `{"jsonrpc":"2.0","id":1,"method":"start","params":{"players":["Ann","Bob"],"seed":5}}`)
	say(t, first, `{"jsonrpc":"2.0","id":1,"method":"answer","params":{"player":"Ann","value":"Bob"}}`)
	saved := say(t, first, `{"jsonrpc":"2.0","id":1,"method":"save"}`)
	_, data, _ := strings.Cut(strings.TrimSuffix(saved, "}}"), `"data":`)
	status := say(t, second, `{"jsonrpc":"2.0","id":1,"method":"load","params":{"data":`+data+`}}`)
	if want := say(t, first, `{"jsonrpc":"2.0","id":1,"method":"status"}`); status != want {
		t.Errorf("loaded: %s\n want %s", status, want)
	}
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":2,"method":"hash"}`,
		`{"jsonrpc":"2.0","id":3,"method":"state"}`,
		`{"jsonrpc":"2.0","id":4,"method":"answer","as":"Bob","params":{"value":2}}`,
		`{"jsonrpc":"2.0","id":5,"method":"answer","as":"Ann","params":{"value":1}}`,
		`{"jsonrpc":"2.0","id":6,"method":"undo"}`,
		`{"jsonrpc":"2.0","id":7,"method":"undo"}`,
		`{"jsonrpc":"2.0","id":8,"method":"hash"}`,
		`{"jsonrpc":"2.0","id":9,"method":"save"}`,
	} {
		got, want := say(t, second, line), say(t, first, line)
		// Bob was told the events before the save by the first server only now.
		if got != want && !strings.Contains(line, `"as"`) {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
	kuhn, _, err := mustLoad("kuhn")
	if err != nil {
		t.Fatal(err)
	}
	other := &server{session: session{program: kuhn}, log: io.Discard}
	if got := say(t, other, `{"jsonrpc":"2.0","id":1,"method":"load","params":{"data":`+data+`}}`); !strings.Contains(got, `"code":-32602`) {
		t.Errorf("another rulebook takes it: %s", got)
	}
}

// What a player does not know is in nothing that a client limited to them is sent,
// whatever it asks for. Each request is tried at every point of a game.
func TestSecrets(t *testing.T) {
	s := fresh(t)
	say(t, s, `{"jsonrpc":"2.0","id":1,"method":"start","params":{"given":{"P1.hand":["red","gold"],"P2.hand":["blue"]}}}`)
	secret := regexp.MustCompile(`\b(red|gold)\b`)
	asked := 0
	ask := func() {
		for name, m := range methods {
			if name == "stop" || name == "describe" { // describe tells rules only
				continue
			}
			for _, params := range []string{
				`{}`, `{"player":"P1"}`, `{"player":"P2"}`, `{"decision":"0.P1"}`, `{"decision":"1.P1"}`, `{"decision":"3.P1"}`,
				`{"player":"P2","value":7}`, `{"player":"P2","value":null}`, `{"expr":"P1.hand"}`, `{"data":""}`,
				`{"player":"P1","action":"token.show","args":{}}`, `{"action":"token.show","args":{"token":"blue"}}`, `{"action":"token.show"}`,
			} {
				if name == "answer" || name == "act" && !m.hostOnly && strings.Contains(params, "blue") {
					continue // these would go on with the game
				}
				got := say(t, s, `{"jsonrpc":"2.0","id":1,"method":"`+name+`","as":"P2","params":`+params+`}`)
				if secret.MatchString(got) {
					t.Errorf("%s %s tells P2: %s", name, params, got)
				}
				asked++
			}
		}
	}
	for _, line := range []string{`"player":"P1","value":"P1"`, `"player":"P1","value":1`, `"player":"P2","value":1`} {
		ask()
		if got := say(t, s, `{"jsonrpc":"2.0","id":1,"method":"answer","params":{`+line+`}}`); !strings.Contains(got, `"result":{"decisions"`) {
			t.Fatalf("%s: %s", line, got)
		}
	}
	ask()
	if asked == 0 {
		t.Error("nothing was asked")
	}
}

// A client that sends garbage and floods is answered line by line, keeps its game, and
// when it hangs up the server ends; what it has sent is not kept.
func TestServeGarbage(t *testing.T) {
	request := `{"jsonrpc":"2.0","id":%d,"method":"%s"}` + "\n"
	noise := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{}).Read(noise)
	garbage := strings.Repeat(string(noise)+"\n", 16) // and as many lines as there are line ends in it
	input := fmt.Sprintf(request, 1, "start") + fmt.Sprintf(request, 2, "hash") + garbage + strings.Repeat("\x00", 3*maxLine) + "\n" +
		strings.Repeat("[", maxLine) + "\n" + fmt.Sprintf(request, 3, "hash") + `{"jsonrpc":"2.0","id":4,"meth` // and gone
	lines := 0
	for line := range strings.Lines(input) {
		if !blank([]byte(line)) {
			lines++
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	stdout, stderr, exit := ruleck(t, input, "serve", "testdata/rules/fair.rules")
	runtime.ReadMemStats(&after)
	replies := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if exit != exitGood || stderr != "" || len(replies) != lines {
		t.Fatalf("exit code %d, %d replies to %d lines, %.300s", exit, len(replies), lines, stderr)
	}
	hash := func(reply string) string { _, hash, _ := strings.Cut(reply, `"result":`); return hash }
	first, second, last := replies[1], replies[len(replies)-2], replies[len(replies)-1]
	if hash(first) == "" || hash(first) != hash(second) || !strings.Contains(last, "-32700") {
		t.Errorf("%s\n%s\n%s", first, second, last)
	}
	for _, reply := range replies[2 : len(replies)-2] {
		if !strings.Contains(reply, `"error":{"code":-32`) {
			t.Fatalf("garbage is answered with %.300s", reply)
		}
	}
	if kept := int64(after.HeapInuse) - int64(before.HeapInuse); kept > 256<<20 {
		t.Errorf("%d MiB more are in use", kept>>20)
	}
}

// No lines, whatever stands in them and in whatever order, stop the server, go
// unanswered or make it fail by a mistake of its own.
func FuzzServe(f *testing.F) {
	program, _, err := mustLoad("testdata/rules/fair.rules")
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range sessions(f) {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, asOnly bool) {
		var log strings.Builder
		s := &server{session: session{program: program}, asOnly: asOnly, log: &log}
		say(t, s, `{"jsonrpc":"2.0","id":1,"method":"start","params":{"seed":7}}`)
		lines := bufio.NewReaderSize(strings.NewReader(text), 16)
		for {
			line, err := readLine(lines)
			if err == io.EOF {
				break
			}
			got := say(t, s, string(line))
			if got == "" && !blank(line) && !notification(line) {
				t.Errorf("not answered: %q", line)
			}
			if internal.MatchString(got) || log.Len() > 0 {
				t.Fatalf("a mistake in ruleck: %q\n%s\n%s", line, got, &log)
			}
		}
		status := say(t, s, `{"jsonrpc":"2.0","id":2,"method":"status","as":"P1"}`)
		if !strings.HasPrefix(status, `{"jsonrpc":"2.0","id":2,`) {
			t.Errorf("afterwards: %s", status)
		}
	})
}

// internal is a mistake of ruleck's own; -32603 alone may also be one of the rules.
var internal = regexp.MustCompile(`"data":\{"code":"(R999|U005)"`)

// sessions are what the scripts give to servers, and what else is asked for.
func sessions(f *testing.F) (all []string) {
	f.Helper()
	scripts, err := filepath.Glob("testdata/script/serve*.txtar")
	if err != nil || len(scripts) == 0 {
		f.Fatal("no scripts", err)
	}
	for _, name := range scripts {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if strings.HasPrefix(string(file.Data), `{"jsonrpc"`) && !strings.Contains(file.Name, "out") {
				all = append(all, string(file.Data))
			}
		}
	}
	if len(all) < 5 {
		f.Fatalf("only %d sessions", len(all))
	}
	for _, name := range methodNames() {
		for _, params := range []string{
			`{"decision":"0.P1","player":"P1","value":"P2"}`, `{"player":"P1","action":"coins.give","args":{"to":"P2","amount":1}}`,
			`{"procedure":"ask.split","args":{"p":"P2"},"given":{"game.stock":["red"]},"players":["X","Y"]}`,
			`{"field":"amount","value":{"offer":"coins.give","to":"P1"},"limit":3}`, `{"expr":"seats().map(p, p.bid)"}`, `{"data":"AAAA"}`,
		} {
			all = append(all, `{"jsonrpc":"2.0","id":1,"method":"`+name+`","params":`+params+"}\n")
		}
	}
	return all
}

// notification reports whether a line is a request that wants no answer.
func notification(line []byte) bool {
	r, _ := readRequest(line)
	return r.id == nil
}
