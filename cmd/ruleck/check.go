package main

import (
	"ruleck/dsl/diag"
)

type checkCmd struct {
	Rules  string `arg:"" name:"RULES"`
	Strict bool
	Accept bool
}

type checkDoc struct {
	OK          bool       `json:"ok"`
	Diagnostics diag.List  `json:"diagnostics"`
	Lock        []lockLine `json:"lock,omitempty"`
}

func (c *checkCmd) document(h head) any { return h }

func (c *checkCmd) run(a *app) error {
	_, s, list, err := load(c.Rules)
	if err != nil {
		return err
	}
	locks := locksOf(s)
	if c.Accept && !list.HasErrors() { // what does not hold together is not accepted
		if err := c.accept(locks); err != nil {
			return err
		}
	}
	lines, moved := locks.compare(list)
	list = append(list, moved...).Sorted()
	ok := !list.HasErrors() && !(c.Strict && len(list) > 0)
	if a.json {
		a.print(checkDoc{ok, list, lines})
	} else {
		diag.WriteText(a.out, list, a.paintOut)
		for _, x := range lines {
			if x.Status != applies {
				a.say("%s:%d: %s: %s\n", x.File, x.Line, x.Change, x.Status)
			}
		}
		a.say("%s\n", tally(list, len(s.rules)))
	}
	if !ok {
		return exit(exitFindings)
	}
	return nil
}

// accept writes the locks, if there is a variant that can have one.
func (c *checkCmd) accept(l *locks) error {
	if len(l.targets) == 0 {
		return fail(exitUsage, codeUsage, "no file here is a variant that changes anything, so there is no lock to write").hint("name its file: ruleck check BOOK+my.rules --accept")
	}
	return l.accept()
}

// tally sums up a check in one line.
func tally(list diag.List, files int) string {
	errors := 0
	for _, d := range list {
		if d.Severity == diag.Error {
			errors++
		}
	}
	if len(list) == 0 {
		return "ok, " + count(files, "rule file")
	}
	return count(errors, "error") + ", " + count(len(list)-errors, "warning") + " in " + count(files, "rule file")
}
