package cond

import (
	"fmt"
	"sort"
	"unicode/utf8"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	celtypes "github.com/google/cel-go/common/types"
)

type synKind uint8

const (
	synInt  synKind = iota + 1
	synBool         // num is 0 or 1
	synName         // name
	synPart         // args[0].name
	synCall         // name(args…), or args[0].name(…) if recv; operators too, by their sign
	synList         // [args…]
)

// syn is a node of an expression as it was written: macros are still calls, and
// every node knows its text. It is what cel-go parsed, without what only cel-go
// needs.
type syn struct {
	kind       synKind
	name       string
	recv       bool
	args       []*syn
	num        int64
	off        int // where a mistake in it is shown
	start, end int // its text, as byte offsets
}

// maxTokens bounds the size of one expression. What is larger is not a condition
// anybody can read.
const maxTokens = 2000

// converter makes syn nodes of cel-go's tree.
type converter struct {
	text  string
	toks  []token
	info  *ast.SourceInfo
	ascii bool
}

func newConverter(text string, toks []token, info *ast.SourceInfo) *converter {
	return &converter{text: text, toks: toks, info: info, ascii: utf8.RuneCountInString(text) == len(text)}
}

// signOf gives the sign of cel-go's name of an operator.
var signOf = map[string]string{
	operators.Conditional: "?:", operators.LogicalAnd: "&&", operators.LogicalOr: "||", operators.LogicalNot: "!",
	operators.Equals: "==", operators.NotEquals: "!=", operators.Less: "<", operators.LessEquals: "<=",
	operators.Greater: ">", operators.GreaterEquals: ">=", operators.Add: "+", operators.Subtract: "-",
	operators.Multiply: "*", operators.Divide: "/", operators.Modulo: "%", operators.Negate: "neg",
	operators.Index: "[]", operators.In: "in",
}

func (cv *converter) node(e ast.Expr) *syn {
	s := &syn{off: cv.offset(e.ID())}
	i := cv.tokenAt(s.off)
	s.start, s.end = s.off, s.off
	if i >= 0 {
		s.end = cv.toks[i].end
	}
	if call, ok := cv.info.GetMacroCall(e.ID()); ok {
		cv.call(s, i, call.AsCall())
		return s
	}
	switch e.Kind() {
	case ast.LiteralKind:
		cv.literal(s, i, e)
	case ast.IdentKind:
		s.kind, s.name = synName, e.AsIdent()
	case ast.SelectKind:
		sel := e.AsSelect()
		s.kind, s.name = synPart, sel.FieldName()
		s.args = []*syn{cv.node(sel.Operand())}
		s.start = cv.operandStart(i, s.args[0])
		s.off, s.end = cv.toks[i+1].off, cv.toks[i+1].end
	case ast.CallKind:
		cv.call(s, i, e.AsCall())
	case ast.ListKind:
		s.kind = synList
		for _, elem := range e.AsList().Elements() {
			s.args = append(s.args, cv.node(elem))
		}
		s.end = cv.toks[cv.toks[i].match].end
	default:
		panic(fmt.Sprintf("unexpected kind of node %v", e.Kind()))
	}
	return s
}

func (cv *converter) literal(s *syn, i int, e ast.Expr) {
	switch v := e.AsLiteral().(type) {
	case celtypes.Int:
		s.kind, s.num = synInt, int64(v)
		if i >= 0 && cv.toks[i].text == "-" { // the minus of a negative number
			s.end = cv.toks[i+1].end
		}
	case celtypes.Bool:
		s.kind = synBool
		if v {
			s.num = 1
		}
	default:
		panic(fmt.Sprintf("unexpected literal %v", v))
	}
}

// call fills in a call of a function, a method or an operator.
func (cv *converter) call(s *syn, i int, call ast.CallExpr) {
	s.kind, s.name, s.recv = synCall, call.FunctionName(), call.IsMemberFunction()
	if s.recv {
		s.args = append(s.args, cv.node(call.Target()))
	}
	for _, arg := range call.Args() {
		s.args = append(s.args, cv.node(arg))
	}
	if sign, ok := signOf[s.name]; ok {
		s.name = sign
		cv.operator(s, i)
		return
	}
	name := cv.toks[i-1] // i is the opening parenthesis
	s.off, s.start, s.end = name.off, name.off, cv.toks[cv.toks[i].match].end
	if s.recv {
		s.start = cv.operandStart(i-2, s.args[0])
	}
}

func (cv *converter) operator(s *syn, i int) {
	last := s.args[len(s.args)-1]
	switch s.name {
	case "!", "neg":
		s.end = last.end
	case "[]":
		s.start, s.end = cv.operandStart(i, s.args[0]), cv.toks[cv.toks[i].match].end
	default:
		s.start, s.end = s.args[0].start, last.end
	}
}

// operandStart is where the text before token i, a dot or bracket that continues
// an operand, begins: at its opening parenthesis if it stands in some.
func (cv *converter) operandStart(i int, operand *syn) int {
	if before := cv.toks[i-1]; before.text == ")" {
		if open := cv.toks[before.match].off; open < operand.start {
			return open
		}
	}
	return operand.start
}

// offset is the byte offset cel-go gives a node. cel-go counts code points.
func (cv *converter) offset(id int64) int {
	r, ok := cv.info.GetOffsetRange(id)
	if !ok {
		panic(fmt.Sprintf("node %d has no place", id))
	}
	if cv.ascii {
		return int(r.Start)
	}
	return byteOffset(cv.text, int(r.Start))
}

// byteOffset is the byte offset of the n-th code point of a text.
func byteOffset(text string, n int) int {
	for at := range text {
		if n == 0 {
			return at
		}
		n--
	}
	return len(text)
}

// tokenAt is the position of the token that begins at an offset.
func (cv *converter) tokenAt(off int) int {
	i := sort.Search(len(cv.toks), func(i int) bool { return cv.toks[i].off >= off })
	if i < len(cv.toks) && cv.toks[i].off == off {
		return i
	}
	return -1
}

// path gives the parts of a dotted name, or nil if the node is none.
func (s *syn) path() []*syn {
	switch s.kind {
	case synName:
		return []*syn{s}
	case synPart:
		if p := s.args[0].path(); p != nil {
			return append(p, s)
		}
	}
	return nil
}

// join is the dotted name of the parts of a path.
func join(parts []*syn) string {
	name := parts[0].name
	for _, p := range parts[1:] {
		name += "." + p.name
	}
	return name
}
