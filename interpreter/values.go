package interpreter

import (
	"fmt"
	"strconv"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// valueDef is a declared value with its expression and the changes on it.
type valueDef struct {
	fn     *types.Func
	decl   *dsl.ValueDecl
	rule   int
	calls  []*types.Func // values it needs, changes included
	reads  []*types.Field
	looks  []*types.Field // those of which it reads more than the size
	names  []string       // running procedures that it asks about, and its parameters
	layers *layers
	stages [stageCount]*cond.Value
}

// declareValue makes the head of a value.
func (l *loader) declareValue(d *dsl.ValueDecl) {
	name := d.Name.String()
	l.callName(0, d.Name)
	if !l.once("name", name, d.Name) {
		return
	}
	t := l.passed(d.Type)
	if t == nil {
		t = types.IntType
	}
	f := &types.Func{Name: name, Result: t, ID: len(l.world.Values)}
	if t.Kind == types.Set || t.Kind == types.Pile {
		f.Result = &types.Type{Kind: types.List, Elem: t.Elem}
	}
	for _, p := range d.Params {
		if p.Choice != nil || p.Type == nil {
			l.errorf(CodeShape, p, "a value's parameter has a name and a type")
			continue
		}
		if pt := l.passed(p.Type); pt != nil {
			f.Params = append(f.Params, types.Param{Name: p.Name.Text, Type: asLocal(pt)})
		}
	}
	v := &valueDef{fn: f, decl: d, rule: l.rule(name, "value", d.Name.Span(), d.Cite)}
	l.world.Values = append(l.world.Values, f)
	l.values[name] = v
	l.order = append(l.order, v)
}

// compileValues compiles all values with their changes, and the value slots of rows.
func (l *loader) compileValues() {
	if l.prog.checker == nil {
		return
	}
	for _, v := range l.order {
		l.compileValue(v)
	}
	l.valueSlots()
	l.cycles()
}

func (l *loader) compileValue(v *valueDef) {
	ck := l.prog.checker
	own := &cond.Scope{Vars: l.scopeVars()}
	for i, p := range v.fn.Params {
		l.shadow(v.decl.Params[i], p.Name, own)
		own.Vars = append(own.Vars, cond.Var{Name: p.Name, Type: p.Type, Place: cond.Arg, At: int64(i)})
	}
	y := &layers{name: v.fn.Name, typ: v.fn.Result, base: l.expr(own, v.decl.Expr, v.fn.Result)}
	v.need(y.base)
	for _, b := range v.decl.Bounds {
		if v.fn.Result.Kind != types.Int {
			l.errorf(CodeShape, b, "only a number has bounds")
			continue
		}
		e := l.expr(own, b.Expr, types.IntType)
		v.need(e)
		if b.Which == "least" {
			y.least = append(y.least, e)
		} else {
			y.most = append(y.most, e)
		}
	}
	l.boundsMeet(v, y)
	at := y.stages(v.fn)
	v.stages = at
	for i, staged := range at {
		l.prog.opened[staged] = &opening{layers: y, stage: stage(i)}
	}
	scope := func(ch *change, s stage) *cond.Scope {
		out := ch.scope(l)
		if !ch.params(l, out, v.fn) {
			return nil
		}
		out.Stage = map[*types.Func]*cond.Value{v.fn: at[s]}
		return out
	}
	l.layers(y, "value "+v.fn.Name, scope, v.needChange)
	y.declaredBounds()
	l.outOfBounds(v, y)
	v.layers = y
	val := ck.Value(v.fn)
	if val == nil {
		return
	}
	l.prog.opened[val] = &opening{layers: y, stage: stageCount}
	switch {
	case !v.fn.Result.Scalar():
		val.Words = y.words
	case len(y.set)+len(y.add)+len(y.cap)+len(y.forbid)+len(y.least)+len(y.most) == 0:
		val.Define(y.base)
	default:
		val.Scalar = y.whole
	}
	if len(l.prog.rules[v.rule].Clauses) > 0 {
		watched(val, v.rule)
	}
}

// watched makes a value that cites clauses tell when it is computed: its rule had a
// say then.
func watched(v *cond.Value, rule int) {
	if scalar := v.Scalar; scalar != nil {
		v.Scalar = func(ctx *cond.Ctx) int64 {
			if ctx.Touch != nil {
				ctx.Touch[rule] |= touchRan
			}
			return scalar(ctx)
		}
		return
	}
	words := v.Words
	v.Words = func(ctx *cond.Ctx) []int64 {
		if ctx.Touch != nil {
			ctx.Touch[rule] |= touchRan
		}
		return words(ctx)
	}
}

// stages are the value as its own changes know it.
func (y *layers) stages(f *types.Func) (out [stageCount]*cond.Value) {
	for i := range out {
		out[i] = &cond.Value{Func: f}
	}
	if f.Result.Scalar() {
		out[asDeclared].Scalar, out[afterSet].Scalar, out[afterAdd].Scalar = y.base.Scalar, y.setStage, y.addStage
	} else {
		out[asDeclared].Words, out[afterSet].Words, out[afterAdd].Words = y.base.Words, y.setWords, y.words
	}
	return out
}

// declaredBounds adds the bounds of a number's type (int 0..9).
func (y *layers) declaredBounds() {
	t := y.typ
	if t.Kind != types.Int || !t.Bounded {
		return
	}
	constant := func(n int64) *cond.Expr {
		return &cond.Expr{Text: strconv.FormatInt(n, 10), Type: types.IntType, Scalar: func(*cond.Ctx) int64 { return n }}
	}
	y.least = append(y.least, constant(t.Min))
	y.most = append(y.most, constant(t.Max))
}

// layers compiles the changes that sit on a value or an event's parameter. scope
// gives what a change may read at a stage, need hears what it reads, and whether its
// own name means a stage of it there.
func (l *loader) layers(y *layers, hook string, scope func(*change, stage) *cond.Scope, need func(e *cond.Expr, staged bool)) {
	for _, ch := range l.changesOn(hook) {
		var at stage
		var to *dsl.Expr
		var list *[]*layer
		d := ch.decl
		switch {
		case d.Set != nil:
			to, list, at = d.Set.To, &y.set, asDeclared
		case d.Add != nil && (y.typ.Kind == types.Int || y.typ.Listy()):
			to, list, at = d.Add.Amount, &y.add, afterSet
		case d.Cap != nil && y.typ.Kind == types.Int:
			to, list, at = d.Cap.At, &y.cap, afterAdd
		case d.Forbid != nil && y.typ.Kind == types.Bool:
			list, at = &y.forbid, afterAdd
		default:
			l.errorf(CodeTarget, d, "%s is %s: that cannot be done to it", y.name, an(y.typ)).Hint = "numbers: set, add, cap; truth: set, forbid; lists: set, add; anything else: set"
			continue
		}
		s := scope(ch, at)
		if s == nil {
			continue
		}
		one := &layer{guard: ch.guardIn(l, s), expr: l.expr(s, to, y.typ), by: ch}
		need(one.expr, true)
		need(one.where, true)
		need(one.while, false)
		l.idleLayer(y, one)
		*list = append(*list, one)
	}
	for i, a := range y.set {
		for _, b := range y.set[i+1:] {
			if l.isOver(a.by, b.by) {
				a.over = append(a.over, b)
			}
		}
	}
	l.setsMeet(y)
}

// needChange notes what a change of a value depends on: not on the value, where its
// name means a stage of it.
func (v *valueDef) needChange(e *cond.Expr, staged bool) {
	n := len(v.calls)
	v.need(e)
	if !staged {
		return
	}
	kept := v.calls[:n]
	for _, f := range v.calls[n:] {
		if f != v.fn {
			kept = append(kept, f)
		}
	}
	v.calls = kept
}

// need notes what a value depends on.
func (v *valueDef) need(e *cond.Expr) {
	if e != nil {
		v.calls = append(v.calls, e.Calls...)
		v.names = append(v.names, e.Locals...)
		v.reads = append(v.reads, e.Fields...)
		v.looks = append(v.looks, e.Fields...)
		v.reads = append(v.reads, e.Counts...)
	}
}

// valueSlots compiles the rows' expressions for slots that give a value.
func (l *loader) valueSlots() {
	for _, s := range l.world.Slots {
		if s.Result == nil {
			continue
		}
		rows := make([]*cond.Expr, len(s.Table.Members)+1)
		fallback := l.slotDefault(s)
		for _, d := range l.cards {
			if l.types[d.Table.Text] != s.Table {
				continue
			}
			for _, it := range d.Items {
				if it.Slot == nil || it.Name.Text != s.Name {
					continue
				}
				if it.Slot.Value == nil {
					l.errorf(CodeShape, it.Slot, "%s gives a value: write = and an expression", s.Name)
					continue
				}
				if !l.slotParams(s, it) {
					continue
				}
				w := s.Table.Member(d.Name.Text)
				scope := &cond.Scope{Vars: append(l.scopeVars(), *thisRow(s.Table, w))}
				for i, p := range it.Slot.Params {
					l.shadow(p, p.Text, scope)
					scope.Vars = append(scope.Vars, cond.Var{Name: p.Text, Type: asLocal(s.Params[i].Type), Place: cond.Arg, At: int64(i + 1)})
				}
				rows[w] = l.expr(scope, it.Slot.Value, s.Result)
				l.rule(d.Name.Text+"."+s.Name, "value", it.Name.Span(), it.Slot.Cite, d.Cite)
			}
		}
		l.defineSlot(s, rows, fallback)
	}
}

func (l *loader) slotDefault(s *types.Slot) (out *cond.Expr) {
	each(l, func(d *dsl.TableDecl) {
		for _, it := range d.Items {
			if d.Name.Text == s.Table.Name && it.Slot != nil && it.Slot.Name.Text == s.Name && it.Slot.Default != nil {
				this := cond.Var{Name: "this", Type: &types.Type{Kind: types.Name, Named: s.Table}, Place: cond.Arg}
				scope := &cond.Scope{Vars: append(l.scopeVars(), this)}
				for i, p := range s.Params {
					scope.Vars = append(scope.Vars, cond.Var{Name: p.Name, Type: asLocal(p.Type), Place: cond.Arg, At: int64(i + 1)})
				}
				out = l.expr(scope, it.Slot.Default, s.Result)
			}
		}
	})
	return out
}

func (l *loader) defineSlot(s *types.Slot, rows []*cond.Expr, fallback *cond.Expr) {
	v := l.prog.checker.Slot(s)
	l.slotRows[v] = append(rows, fallback)
	pick := func(ctx *cond.Ctx) *cond.Expr {
		w := ctx.Vars[ctx.FP]
		if w > 0 && rows[w] != nil {
			return rows[w]
		}
		if fallback == nil {
			name := "none"
			if w > 0 {
				name = s.Table.Members[w-1]
			}
			panic(fault(diag.Span{}, fmt.Sprintf("%s of %s is not written", s.Name, name), "the row is marked unwritten"))
		}
		return fallback
	}
	deeper := func(ctx *cond.Ctx) {
		if ctx.Deep++; ctx.Deep > maxDeep {
			panic(fault(l.spans["slot of "+s.Table.Name+" "+s.Name], fmt.Sprintf("%s of one row needs %s of another, and so on for ever", s.Name, s.Name), ""))
		}
	}
	l.prog.opened[v] = &opening{pick: pick}
	if s.Result.Scalar() {
		v.Scalar = func(ctx *cond.Ctx) int64 {
			defer func() { ctx.Deep-- }()
			deeper(ctx)
			return pick(ctx).Scalar(ctx)
		}
	} else {
		v.Words = func(ctx *cond.Ctx) []int64 {
			defer func() { ctx.Deep-- }()
			deeper(ctx)
			return pick(ctx).Words(ctx)
		}
	}
}

// maxDeep bounds how often a value that rows give may need itself, row after row.
const maxDeep = 100

// cycles reports values that need one another, as a path.
func (l *loader) cycles() {
	const open, done = 1, 2
	state := map[*types.Func]int{}
	var path []string
	var visit func(v *valueDef) bool
	visit = func(v *valueDef) bool {
		switch state[v.fn] {
		case done:
			return true
		case open:
			l.errorf(CodeCycle, v.decl.Name, "%s needs itself: %s", v.fn.Name, strings.Join(append(path, v.fn.Name), " needs "))
			return false
		}
		state[v.fn] = open
		path = append(path, v.fn.Name)
		for _, f := range v.calls {
			if next := l.values[f.Name]; next != nil && !visit(next) {
				return false
			}
		}
		path = path[:len(path)-1]
		state[v.fn] = done
		return true
	}
	for _, v := range l.order {
		path = path[:0]
		if !visit(v) {
			return
		}
	}
}

// scopeVars are the names every expression may use: the running procedures.
func (l *loader) scopeVars() []cond.Var { return append([]cond.Var(nil), l.prog.running...) }

// shadow reports a name that already means something.
func (l *loader) shadow(at spanned, name string, s *cond.Scope) bool {
	what := ""
	for _, v := range s.Vars {
		if v.Name == name {
			what = "already a name here"
		}
	}
	if what == "" {
		what = l.prog.nameTaken(name)
	}
	if what == "" {
		return true
	}
	l.errorf(CodeTwice, at, "%s cannot be used as a name here: it is %s", name, what).Hint = "pick another name"
	return false
}

// nameTaken tells what a bare name already means in expressions, or "".
func (p *Program) nameTaken(name string) string {
	switch name {
	case "none", "it", "this", "game", "running", "seats":
		return "a word of the language"
	}
	for _, n := range append(append([]*types.Named{}, p.world.Named...), p.world.Ruling...) {
		switch {
		case n.Name == name:
			return "declared already"
		case n.Form == types.Enum || n.Form == types.Table || n.Form == types.Seats:
			if n.Member(name) != 0 {
				return "a member of " + n.Name
			}
		}
	}
	for _, f := range p.world.Values {
		if f.Name == name {
			return "a value"
		}
	}
	return ""
}
