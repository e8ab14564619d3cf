package cond

import (
	"fmt"
	"math"

	"ruleck/interpreter/types"
)

// call compiles a call of an operator, a value, a constructor, a slot or a
// library function.
func (lw *lower) call(s *syn, want *types.Type) *term {
	switch s.name {
	case "&&", "||":
		return lw.logical(s)
	case "!":
		return lw.not(s)
	case "==", "!=":
		return lw.equality(s)
	case "<", "<=", ">", ">=":
		return lw.order(s)
	case "+", "-", "*", "/", "%":
		return lw.arith(s)
	case "neg":
		return lw.negate(s)
	case "?:":
		return lw.conditional(s, want)
	case "[]":
		return lw.index(s)
	case "in":
		return lw.in(s)
	}
	if s.recv {
		return lw.method(s, want)
	}
	if v := lw.ck.byName[s.name]; v != nil {
		return lw.callNamed(s, v, s.args)
	}
	if n := lw.ck.named[s.name]; n != nil && n.Form == types.RecordOf {
		return lw.record(s, n)
	}
	if e := lw.ck.library[s.name]; e != nil && e.function {
		return lw.libraryCall(s, e, want)
	}
	return lw.unknownCall(s)
}

// method compiles a.f(…): a value or alternative with a dotted name, or else a
// function of what stands before the dot.
func (lw *lower) method(s *syn, want *types.Type) *term {
	if s.name == "running" {
		return lw.unknownCall(s)
	}
	parts := s.args[0].path()
	if parts != nil && lw.boundVar(parts[0].name) == nil {
		owner := join(parts)
		if v := lw.ck.byName[owner+"."+s.name]; v != nil {
			return lw.callNamed(s, v, s.args[1:])
		}
		if n := lw.ck.named[owner]; n != nil && n.Form == types.UnionOf {
			return lw.alternative(s, n)
		}
		if t, _ := lw.longest(parts); t == nil {
			return lw.unknownMethod(parts, s)
		}
	}
	if e := lw.ck.library[s.name]; e != nil && e.method {
		return lw.libraryCall(s, e, want)
	}
	return lw.slot(s)
}

// unknownMethod reports a.f(…) where `a` is no name. If f is known, the mistake is in a.
func (lw *lower) unknownMethod(parts []*syn, s *syn) *term {
	if e := lw.ck.library[s.name]; e != nil && e.method {
		lw.unknownPath(parts)
	} else {
		lw.unknown(append(parts[:len(parts):len(parts)], s), "name")
	}
	for _, a := range s.args[1:] {
		if e := lw.ck.library[s.name]; e == nil || e.quantifier {
			break
		}
		lw.expr(a, nil)
	}
	return &term{syn: s}
}

// slot compiles row.f(…), where f is a slot with a result.
func (lw *lower) slot(s *syn) *term {
	owner := lw.value(s.args[0], nil)
	if owner.typ == nil {
		return &term{syn: s}
	}
	for _, slot := range lw.ck.world.Slots {
		if slot.Name != s.name || owner.typ.Named != slot.Table {
			continue
		}
		if slot.Result == nil {
			return lw.mistake(s, "type", "run it in a statement", "`%s` is a slot to run, not a value", s.name)
		}
		return lw.callNamed(s, lw.ck.slots[slot], s.args)
	}
	return lw.noMethod(s, owner)
}

func (lw *lower) noMethod(s *syn, owner *term) *term {
	hint := ""
	if n := owner.typ.Named; n != nil {
		v := lw.ck.byName[s.name]
		if n.Field(s.name) != nil || v != nil && v.memberOf(n) {
			hint = fmt.Sprintf("write .%s without parentheses", s.name)
		}
	}
	if e := lw.ck.library[s.name]; e != nil {
		hint = "write " + e.Signature
	}
	if hint == "" {
		var names []string
		for _, name := range sortedKeys(lw.ck.library) {
			if lw.ck.library[name].method {
				names = append(names, name)
			}
		}
		for _, slot := range lw.ck.world.Slots {
			if slot.Table == owner.typ.Named {
				names = append(names, slot.Name)
			}
		}
		hint = didYouMean(s.name, names)
	}
	if why, known := foreign[s.name]; known {
		return lw.mistake(s, "dialect", why, "`%s` is not in this dialect", s.name)
	}
	return lw.mistake(s, "name", hint, "%s has no function `%s`", named(owner.typ), s.name)
}

// foreign are functions of CEL that are not in the dialect, and what to use instead.
var foreign = map[string]string{
	"has": "a field is always there; compare an optional one with none", "existsOne": "write exists_one",
	"int": "", "uint": "", "double": "", "bool": "", "string": "", "bytes": "", "dyn": "", "type": "",
	"duration": "", "timestamp": "", "matches": "", "contains": "for lists write x in list", "startsWith": "", "endsWith": "",
}

func (lw *lower) unknownCall(s *syn) *term {
	args := s.args
	if e := lw.ck.library[s.name]; e != nil {
		return lw.mistake(s, "name", "write "+e.Signature, "`%s` is not called like that", s.name)
	}
	if why, known := foreign[s.name]; known {
		return lw.mistake(s, "dialect", why, "`%s` is not in this dialect", s.name)
	}
	switch n := lw.ck.named[s.name]; {
	case n != nil && n.Form == types.UnionOf:
		return lw.mistake(s, "name", fmt.Sprintf("write %s.alternative(…)", n.Name), "`%s` is a union, and is made by naming an alternative", n.Name)
	case n != nil:
		return lw.mistake(s, "name", "", "`%s` is a type, not a function", n.Name)
	}
	lw.unknown([]*syn{s}, "function")
	for _, a := range args {
		lw.expr(a, nil)
	}
	return &term{syn: s}
}

// callNamed compiles the call of a value.
func (lw *lower) callNamed(s *syn, v *Value, args []*syn) *term {
	f := v.Func
	if len(args) != len(f.Params) {
		return lw.mistake(s, "type", fmt.Sprintf("write %s", usage(v)), "`%s` takes %s, not %d", s.name, counted(len(f.Params)-slotRow(v), "argument"), len(args)-slotRow(v))
	}
	top := lw.top
	terms := make([]*term, len(args))
	for i, a := range args {
		lw.top = top + i
		terms[i] = lw.needed(lw.expr(a, f.Params[i].Type), f.Params[i].Type)
	}
	lw.top = top
	return lw.callValue(s, v, terms)
}

// slotRow is 1 for slots, whose first argument is the row before the dot.
func slotRow(v *Value) int {
	if v.slot != nil {
		return 1
	}
	return 0
}

func usage(v *Value) string {
	if v.slot != nil {
		return fmt.Sprintf("row.%s(%s)", v.slot.Name, params(&types.Func{Params: v.slot.Params}))
	}
	return fmt.Sprintf("%s(%s)", v.Func.Name, params(v.Func))
}

// counted writes a number of things.
func counted(n int, what string) string {
	switch n {
	case 0:
		return "no " + what
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// callValue calls a value with compiled arguments. The i-th argument is put into
// Vars at top+i; each is compiled to use Vars only from there on.
func (lw *lower) callValue(s *syn, v *Value, args []*term) *term {
	if !ok(args...) {
		return &term{syn: s}
	}
	lw.calls = note(lw.calls, v.Func)
	if staged := lw.scope.Stage[v.Func]; staged != nil {
		v = staged
	}
	lw.spend(s, 1)
	lw.cost.Calls = append(lw.cost.Calls, Called{v, lw.often, s.off})
	t := (&term{syn: s, typ: v.Func.Result}).over(args...)
	t.heavy = true
	t.fails = t.fails || !v.Total
	call, at := caller(lw.top, args), lw.site(s)
	t.call = &called{v, call}
	if indirect(t.typ) {
		t.list = func(c *Ctx) []int64 {
			c.count(at, 1)
			fp, n := call(c)
			words := v.Words(c)
			c.FP, c.Lists = fp, c.Lists[:n]
			return words
		}
		return t
	}
	t.num = func(c *Ctx) int64 {
		c.count(at, 1)
		fp, n := call(c)
		w := v.Scalar(c)
		c.FP, c.Lists = fp, c.Lists[:n]
		return w
	}
	t.lo, t.hi = math.MinInt64, math.MaxInt64
	if isBool(t.typ) {
		num := t.num
		t.num, t.cond = nil, func(c *Ctx) bool { return num(c) != 0 }
	}
	return t
}

// called is a call of a value: which, and what puts its arguments in place.
type called struct {
	value *Value
	enter func(*Ctx) (fp, lists int)
}

// caller evaluates arguments into Vars and moves FP to them. It gives what FP and
// the length of Lists were.
func caller(top int, args []*term) func(*Ctx) (fp, lists int) {
	if len(args) == 1 && args[0].num != nil {
		arg := args[0].num
		return func(c *Ctx) (int, int) {
			w := arg(c)
			c.reach(top + 1)
			fp := c.FP
			c.Vars[fp+top] = w
			c.FP = fp + top
			return fp, len(c.Lists)
		}
	}
	words := make([]func(*Ctx) int64, len(args))
	lists := make([]func(*Ctx) []int64, len(args))
	for i, a := range args {
		if a.list != nil {
			lists[i] = a.list
		} else {
			words[i] = a.word()
		}
	}
	return func(c *Ctx) (int, int) {
		fp, n := c.FP, len(c.Lists)
		for i := range words {
			var w int64
			if words[i] != nil {
				w = words[i](c)
			} else {
				w = int64(c.push(lists[i](c)))
			}
			c.reach(top + i + 1)
			c.Vars[fp+top+i] = w
		}
		c.FP = fp + top
		return fp, n
	}
}

// record compiles the constructor of a record.
func (lw *lower) record(s *syn, n *types.Named) *term {
	if len(s.args) != len(n.Fields) {
		return lw.mistake(s, "type", fmt.Sprintf("write %s(%s)", n.Name, fields(n)), "`%s` has %s, not %d", n.Name, counted(len(n.Fields), "field"), len(s.args))
	}
	terms := make([]*term, len(s.args))
	words := make([]func(*Ctx) int64, len(s.args))
	for i, a := range s.args {
		terms[i] = lw.needed(lw.expr(a, n.Fields[i].Type), n.Fields[i].Type)
		if ok(terms[i]) {
			words[i] = terms[i].word()
		}
	}
	if !ok(terms...) {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: &types.Type{Kind: types.Record, Named: n}, role: mixed}).over(terms...)
	t.heavy = true
	t.list = func(c *Ctx) []int64 {
		out := c.alloc(len(words))
		for i, word := range words {
			out[i] = word(c)
		}
		return out
	}
	return t
}

// recordPart compiles the reading of a field of a record.
func (lw *lower) recordPart(owner *term, s *syn) *term {
	n := owner.typ.Named
	for i, f := range n.Fields {
		if f.Name != s.name {
			continue
		}
		list := owner.list
		t := scalarTerm(s, f.Type, func(c *Ctx) int64 { return list(c)[i] })
		t.nature = owner.nature
		return t
	}
	return lw.noPart(s, n)
}

// alternative compiles Union.alternative(x).
func (lw *lower) alternative(s *syn, n *types.Named) *term {
	for i, alt := range n.Alts {
		if alt.Name != s.name {
			continue
		}
		if alt.Type == nil {
			return lw.mistake(s, "type", fmt.Sprintf("write %s.%s", n.Name, alt.Name), "`%s` holds nothing", alt.Name)
		}
		if len(s.args) != 2 {
			return lw.mistake(s, "type", "", "`%s` holds one value, not %d", alt.Name, len(s.args)-1)
		}
		held := lw.needed(lw.expr(s.args[1], alt.Type), alt.Type)
		if !ok(held) {
			return &term{syn: s}
		}
		t := (&term{syn: s, typ: &types.Type{Kind: types.Union, Named: n}, role: mixed}).over(held)
		word := held.word()
		t.num = func(c *Ctx) int64 { return types.MakeUnion(i, word(c)) }
		return t
	}
	lw.unknownMember(s, n)
	return &term{syn: s}
}

// unionPart compiles o.is_alternative and o.alternative.
func (lw *lower) unionPart(owner *term, s *syn) *term {
	n := owner.typ.Named
	var names []string
	for i, alt := range n.Alts {
		who := lw.present(s, owner)
		if s.name == "is_"+alt.Name {
			t := &term{syn: s, typ: types.BoolType, nature: owner.nature}
			t.fails = t.fails || owner.typ.Optional
			t.cond = func(c *Ctx) bool { return types.UnionAlt(who(c)) == i }
			return t
		}
		names = append(names, "is_"+alt.Name)
		if alt.Type == nil {
			continue
		}
		if s.name == alt.Name {
			at, name, what := lw.site(s), alt.Name, lw.src(owner.syn)
			t := scalarTerm(s, alt.Type, func(c *Ctx) int64 {
				w := who(c)
				if k := types.UnionAlt(w); k != i {
					c.fail(at, fmt.Sprintf("test it with .is_%s before", name), "`%s` is %s, not %s", what, n.Alts[k].Name, name)
				}
				return types.UnionHeld(w)
			})
			t.nature = owner.nature.and(nature{fails: true})
			return t
		}
		names = append(names, alt.Name)
	}
	return lw.mistake(s, "name", didYouMean(s.name, names), "`%s` has no `%s`", n.Name, s.name)
}
