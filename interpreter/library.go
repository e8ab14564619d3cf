package interpreter

import "ruleck/interpreter/internal/cond"

// Function documents one function of the library of expressions.
type Function struct {
	Name      string
	Signature string // how it is written
	Doc       string // one line
}

// Library lists the functions that expressions may use, besides operators.
func Library() []Function {
	var list []Function
	for _, e := range cond.Library() {
		list = append(list, Function(e))
	}
	return list
}
