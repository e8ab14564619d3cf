package main

import (
	"ruleck/dsl/diag"
)

type checkCmd struct {
	Rules  string `arg:"" name:"RULES"`
	Strict bool
}

type checkDoc struct {
	OK          bool      `json:"ok"`
	Diagnostics diag.List `json:"diagnostics"`
}

func (c *checkCmd) document(h head) any { return h }

func (c *checkCmd) run(a *app) error {
	_, s, list, err := load(c.Rules)
	if err != nil {
		return err
	}
	ok := !list.HasErrors() && !(c.Strict && len(list) > 0)
	if a.json {
		a.print(checkDoc{ok, list})
	} else {
		diag.WriteText(a.out, list, a.paintOut)
		a.say("%s\n", tally(list, len(s.rules)))
	}
	if !ok {
		return exit(exitFindings)
	}
	return nil
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
