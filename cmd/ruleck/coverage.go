package main

import "ruleck/conformance"

type coverageCmd struct {
	Rules string `arg:"" name:"RULES"`
}

func (c *coverageCmd) document(h head) any {
	return struct {
		head
		Clauses   []conformance.Covered `json:"clauses"`
		Unwritten []string              `json:"unwritten"`
	}{h, []conformance.Covered{}, []string{}}
}

func (c *coverageCmd) run(a *app) error {
	program, s, err := mustLoad(c.Rules)
	if err != nil {
		return err
	}
	suite, err := readSuite(program, s)
	if err != nil {
		return err
	}
	if len(suite.Scenarios) == 0 && onlyEmpty(suite.Diagnostics) {
		return noScenarios(program, s.paths, suite.Diagnostics)
	}
	covered := suite.Coverage()
	if a.json {
		a.print(covered)
	} else {
		covered.WriteText(a.out, a.paintOut)
	}
	if !covered.OK {
		return exit(exitFindings)
	}
	return nil
}
