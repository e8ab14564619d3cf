package interpreter

import "ruleck/dsl/diag"

// Description lists everything that is declared, kind by kind, in declared order.
type Description struct {
	Rulebook, Main                                                             string
	Types, Tables, Piles, Procedures, Actions, Limits, Values, Events, Rulings []Item
}

// Item is one declared thing. Detail holds what is particular to its kind.
type Item struct {
	Name    string
	Clauses []string
	Span    diag.Span
	Detail  map[string]any
}

// Describe lists everything declared.
func (p *Program) Describe() Description { return p.describ }
