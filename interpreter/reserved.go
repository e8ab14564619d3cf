package interpreter

import (
	"regexp"
	"slices"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/types"
)

// Names that mean something already. A name that could be taken for another thing,
// in an expression, in an answer or in the log, is refused where it is declared.

// languageWords mean something in every expression or where a type is written.
var languageWords = []string{"none", "all", "it", "this", "game", "int", "bool", "true", "false", "null"}

// answerWords stand beside the parameters in an answer to a window, and in the record
// of any answer.
var answerWords = []string{"offer", "player", "step", "passes", "takes", "accepts"}

// logWords are what the log calls things that happen by themselves.
var logWords = []string{"set", "moved", "shuffled", "short", "looked", "cannot", "answered", "acted", "over", "replaced"}

// seatName is the name of a player in scenarios.
var seatName = regexp.MustCompile(`^P\d+$`)

// plainName reports the name of a type, a member or a ruling, or of what is called by
// one word, that stands bare in expressions and means something else there.
func (l *loader) plainName(name string, at spanned) {
	switch {
	case slices.Contains(languageWords, name):
		l.reserved(name, "a word of the language", at)
	case seatName.MatchString(name):
		l.reserved(name, "the name of a player in scenarios", at)
	}
}

func (l *loader) reserved(name, what string, at spanned) {
	l.errorf(CodeTwice, at, "%s cannot be declared: it is %s", name, what).Hint = "pick another name"
}

// callName reports a name of what is called: that of a value may mean a function of
// the library (not a method: xs.first(n) is never first(n)), that of what happens an
// entry of the log. A value's form is 0.
func (l *loader) callName(f form, name *dsl.Name) {
	text := name.String()
	if len(name.Parts) > 1 {
		if l.types[name.Parts[0]] != nil {
			l.reserved(text, "a name that belongs to the type "+name.Parts[0], name)
		}
		return
	}
	l.plainName(text, name)
	switch {
	case l.types[text] != nil:
		l.reserved(text, "a type", name)
	case f == 0 && slices.ContainsFunc(Library(), func(e Function) bool { return strings.HasPrefix(e.Signature, text+"(") }):
		l.reserved(text, "a function of the library", name)
	case (f == formEvent || f == formAction) && slices.Contains(logWords, text):
		l.reserved(text, "what the log calls something that happens by itself", name)
	}
}

// answerName reports a name of something asked that means something else in answers.
func (l *loader) answerName(name *dsl.Ident) {
	if slices.Contains(answerWords, name.Text) {
		l.errorf(CodeTwice, name, "%s cannot be the name of what is asked: answers use that word themselves", name.Text).Hint = "pick another name"
	}
}

// bareNames reports rulings, and procedures and the like of one word, that are named
// as a member of some type, and members named as a type: one would hide the other.
func (l *loader) bareNames() {
	member := map[string]*types.Named{}
	for _, n := range append(append([]*types.Named{}, l.world.Named...), l.world.Ruling...) {
		if n.Form != types.Enum && n.Form != types.Table {
			continue
		}
		for _, m := range n.Members {
			member[m] = n
			if l.types[m] != nil {
				l.reserved(m, "a type", spanAt{l.memberSpan(n, m)})
			}
		}
	}
	hides := func(name string, at diag.Span) {
		if n := member[name]; n != nil {
			l.reserved(name, "a member of "+n.Name, spanAt{at})
		}
	}
	for _, r := range l.world.Ruling {
		hides(r.Name, l.spans["ruling "+r.Name])
	}
	for _, c := range l.prog.codes[1:] {
		if c.form != formSetup && c.form != formWhenever {
			hides(c.name, c.span)
		}
	}
}

func (l *loader) memberSpan(n *types.Named, member string) diag.Span {
	if n.Form == types.Table {
		return l.spans["row of "+n.Name+" "+member]
	}
	return l.spans["member of "+n.Name+" "+member]
}
