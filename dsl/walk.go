package dsl

import (
	"reflect"

	"github.com/alecthomas/participle/v2/lexer"

	"ruleck/dsl/diag"
)

var nodeType = reflect.TypeFor[Node]()

// Walk calls visit for node and for every node below it, parents first, in the
// order of the fields. Where visit returns false the children are left out.
// Nodes are pointers to the structs of ast*.go.
func Walk(node any, visit func(node any) bool) {
	walk(reflect.ValueOf(node), visit)
}

func walk(v reflect.Value, visit func(any) bool) {
	switch v.Kind() {
	case reflect.Interface:
		walk(v.Elem(), visit)
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct || !visit(v.Interface()) {
			return
		}
		for i := range v.Elem().NumField() {
			if f := v.Elem().Field(i); f.Type() != nodeType && mayHoldNodes(f.Kind()) {
				walk(f, visit)
			}
		}
	}
}

func mayHoldNodes(k reflect.Kind) bool {
	return k == reflect.Pointer || k == reflect.Slice || k == reflect.Interface
}

// placed is what embedding Node gives a node.
type placed interface {
	place(*diag.Source, *tokens)
}

// place sets what the parser does not know. It has set EndPos to the next token.
func (n *Node) place(src *diag.Source, t *tokens) {
	n.source = src
	n.EndPos = lexer.Position{Offset: max(n.Pos.Offset, t.endBefore(n.EndPos.Offset))}
}

func (e *Expr) place(src *diag.Source, t *tokens) {
	e.Node.place(src, t)
	e.Text = e.Span().Text()
}

// place places every node below root.
func place(root any, src *diag.Source, t *tokens) {
	Walk(root, func(n any) bool {
		if p, ok := n.(placed); ok {
			p.place(src, t)
		}
		return true
	})
}
