package main

import (
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// What is wrong with a command line, in words for somebody who does not program.

// inWords are what kong says, and what is said in its place.
var inWords = []struct {
	said *regexp.Regexp
	say  string
}{
	{regexp.MustCompile(`^expected one of .*$`), "say what to do: ruleck VERB …"},
	{regexp.MustCompile(`^expected "<(\w+)> <(\w+)>"$`), "$1 and $2 are missing"},
	{regexp.MustCompile(`^expected "<(\w+)>.*"$`), "$1 is missing"},
	{regexp.MustCompile(`^(--\w+): (expected \w+ value but got "EOL".*|missing value.*)$`), "$1 needs a value behind it"},
	{regexp.MustCompile(`^(--\w+): expected a valid 64 bit u?int but got ("-?\d+")$`), "$1 takes no number such as $2"},
	{regexp.MustCompile(`^(--\w+): expected a valid 64 bit u?int but got (".*")$`), "$1 takes a whole number, not $2"},
	{regexp.MustCompile(`^(--\w+): bool value must be .*$`), "$1 takes no value"},
}

// usage is the failure for a command line that kong could not read.
func usage(ctx *kong.Context, message string, args []string) *failure {
	message = strings.TrimSuffix(message, ".")
	for _, w := range inWords {
		message = w.said.ReplaceAllString(message, w.say)
	}
	f := fail(exitUsage, codeUsage, "%s", message)
	name := selected(ctx)
	switch joined := blanksAround.ReplaceAllString(strings.Join(args, " "), "+"); {
	case name != "" && strings.HasPrefix(message, "unexpected argument") && joined != strings.Join(args, " "):
		return f.hint("no blanks go around a +: ruleck %s", joined)
	case name != "":
		return f.hint("ruleck %s --help shows how it is used", name)
	}
	return f.hint("ruleck --help lists the verbs")
}

// blanksAround is a + that the shell took apart from what it lays over each other.
var blanksAround = regexp.MustCompile(` *\+ *`)
