package main

import (
	"io"
	"strings"
	"unicode/utf8"
)

// entry is one line of a person: words, or one JSON value.
type entry struct {
	text   string
	words  []string // commas count as blanks
	isJSON bool
	value  any // of the JSON, as the interpreter takes it
}

// entryOf reads a line. What begins like a list, an object or a string of JSON must be
// JSON; anything else is words.
func entryOf(text string) (entry, error) {
	e := entry{text: text}
	if text == "" || !strings.ContainsRune(`[{"`, rune(text[0])) {
		e.words = strings.Fields(strings.ReplaceAll(text, ",", " "))
		return e, nil
	}
	tree, err := parseJSON([]byte(text))
	if err == nil {
		e.value, err = plain(tree, "the answer")
	}
	e.isJSON = true
	return e, err
}

// line asks for one line until there is one that can be read. At the end of the input
// the error is errQuit.
func (t *terminal) line(prompt string) (string, error) {
	for {
		t.say("%s ", t.paint(promptRole, prompt+">"))
		raw, err := readLine(t.lines)
		switch {
		case err == io.EOF:
			t.say("\n")
			return "", errQuit
		case err == errLineTooLong:
			t.say("\n")
			t.tell("", err.Error()+"; nothing of it was taken")
			continue
		case err != nil:
			return "", fail(exitUsage, codePath, "cannot read the input: %s", cause(err))
		}
		text := strings.TrimSpace(clean(string(raw)))
		if t.echo {
			t.say("%s\n", text)
		}
		if !utf8.Valid(raw) {
			t.tell("", "this line is not UTF-8 text; nothing of it was taken")
			continue
		}
		if text != "" {
			return text, nil
		}
	}
}
