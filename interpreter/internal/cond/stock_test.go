package cond

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/decls"
	celtypes "github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"ruleck/interpreter/types"
)

// Stock cel-go over the memory of the test world.

// oracle evaluates expressions with cel-go. Its values read the memory m.
type oracle struct {
	*world
	env      *cel.Env
	m        *memory
	vars     []Var
	names    map[*types.Named][]*thing // by word
	values   map[string]cel.Program
	argNames map[string][]string
}

func newOracle(w *world) *oracle {
	o := &oracle{world: w, vars: w.scope().Vars, names: map[*types.Named][]*thing{}, values: map[string]cel.Program{}, argNames: map[string][]string{}}
	for _, n := range allNamed(w.World) {
		for i := range len(n.Members) + 1 {
			o.names[n] = append(o.names[n], &thing{o, nameType(n), []int64{int64(i)}})
		}
	}
	functions := w.gate.env.Functions()
	var values []*Value
	for _, f := range w.Values {
		values = append(values, w.Value(f))
	}
	opts := w.gate.dialect(w.World, values)
	for _, name := range sortedKeys(functions) {
		if _, has := standard[name]; has {
			continue
		}
		// Type guards are off because none is no object to cel-go when it runs.
		for _, d := range functions[name].OverloadDecls() {
			f := o.function(name, d.ID())
			if d.IsMemberFunction() {
				opts = append(opts, cel.Function(name, decls.DisableTypeGuards(true), cel.MemberOverload(d.ID(), d.ArgTypes(), d.ResultType(), cel.FunctionBinding(f))))
			} else {
				opts = append(opts, cel.Function(name, decls.DisableTypeGuards(true), cel.Overload(d.ID(), d.ArgTypes(), d.ResultType(), cel.FunctionBinding(f))))
			}
		}
	}
	for _, v := range w.scope().Vars {
		opts = append(opts, cel.Variable(v.Name, w.gate.celType(v.Type)))
	}
	var err error
	if o.env, err = cel.NewCustomEnv(opts...); err != nil {
		w.t.Fatal(err)
	}
	o.define("strength", "p.goods + p.vp * 2", "p")
	o.define("units", "p.hand.filter(c, !c.spent)", "p")
	o.define("eligible", "p.ready ? p != game.speaker : false", "p")
	o.define("agenda.tally", "seats().sum(p, game.pick[p] == o ? game.votes[p] : 0)", "o")
	o.define("agenda.order", "seats().from(game.speaker)")
	o.define("rank", "p.goods - c.cost", "p", "c")
	o.define("rich", "ps.filter(p, p.goods >= least)", "ps", "least")
	o.define("top", "b.amount > 3 ? b.by : none", "b")
	o.define("Card.worth", "row.cost * 10 + p.goods", "row", "p")
	return o
}

func (o *oracle) define(name, text string, args ...string) {
	v := o.byName[name]
	if v == nil {
		v = o.Slot(o.Slots[0])
	}
	var opts []cel.EnvOption
	for i, a := range args {
		opts = append(opts, cel.Variable(a, o.gate.celType(v.Func.Params[i].Type)))
	}
	env, err := o.env.Extend(opts...)
	if err != nil {
		o.t.Fatal(err)
	}
	o.values[name], o.argNames[name] = o.programIn(env, text), args
}

func (o *oracle) program(text string) cel.Program { return o.programIn(o.env, text) }

func (o *oracle) programIn(env *cel.Env, text string) cel.Program {
	tree, iss := env.Compile(text)
	if iss.Err() != nil {
		o.t.Fatalf("%s: %v", text, iss.Err())
	}
	p, err := env.Program(tree)
	if err != nil {
		o.t.Fatal(err)
	}
	return p
}

func (o *oracle) eval(p cel.Program) (bool, error) {
	out, _, err := p.Eval(activation{o, nil})
	if err != nil {
		return false, err
	}
	return out.Value().(bool), nil
}

// activation resolves names: arguments first, then what is in scope and the world.
type activation struct {
	*oracle
	args map[string]ref.Val
}

func (a activation) Parent() cel.Activation { return nil }

func (a activation) ResolveName(name string) (any, bool) {
	if v, found := a.args[name]; found {
		return v, true
	}
	if v, found := a.scopeName(name); found {
		return v, true
	}
	if name == "none" {
		return celtypes.NullValue, true
	}
	if owner, last, dotted := strings.Cut(name, "."); dotted {
		if n := a.named[owner]; n != nil {
			return a.member(n, last), true
		}
	}
	if name == a.look.Name {
		return (&holder{a.oracle, a.Game, 0}).Get(celtypes.String("ruling.look")), true
	}
	for _, k := range a.bare[name] {
		return a.val(nameType(k.named), []int64{k.word}), true
	}
	if w := a.player.Member(name); w != 0 {
		return a.val(nameType(a.player), []int64{w}), true
	}
	return nil, false
}

func (a activation) scopeName(name string) (any, bool) {
	if name == "game" {
		return &holder{a.oracle, a.Game, 0}, true
	}
	if name == a.turn.Name {
		return &holder{a.oracle, a.turn, 0}, true
	}
	for _, v := range a.vars {
		if v.Name != name {
			continue
		}
		ctx := a.m.ctx
		switch {
		case v.Type.Kind == types.Object:
			return &holder{a.oracle, v.Type.Named, a.frame}, true
		case v.Place == Const:
			return a.val(v.Type, []int64{v.At}), true
		case v.Place == Arg && v.Type.Listy():
			return a.val(v.Type, ctx.Lists[ctx.Vars[v.At]]), true
		case v.Place == Arg:
			return a.val(v.Type, ctx.Vars[v.At:v.At+1]), true
		}
		return a.load(v.Type, ctx.Base+int(v.At), true, false), true
	}
	return nil, false
}

func (o *oracle) member(n *types.Named, name string) ref.Val {
	if n.Form == types.UnionOf {
		for i, alt := range n.Alts {
			if alt.Name == name {
				return o.val(unionType(n), []int64{types.MakeUnion(i, 0)})
			}
		}
	}
	if name != "all" {
		return o.val(nameType(n), []int64{n.Member(name)})
	}
	if n.Form == types.Seats {
		return o.val(list(nameType(n), 0), o.order())
	}
	var words []int64
	for i := range n.Members {
		words = append(words, int64(i+1))
	}
	return o.val(list(nameType(n), 0), words)
}

func (o *oracle) order() []int64 {
	mem := o.m.ctx.Mem
	return mem[types.MemOrder : types.MemOrder+int(mem[types.MemSeats])]
}

// val makes a CEL value of words.
func (o *oracle) val(t *types.Type, words []int64) ref.Val {
	switch {
	case t.Listy():
		var elems []ref.Val
		n := t.Elem.Width()
		for i := 0; i < len(words); i += n {
			elems = append(elems, o.val(t.Elem, words[i:i+n]))
		}
		l := celtypes.NewRefValList(celtypes.DefaultTypeAdapter, elems)
		if t.Kind == types.Set {
			return setVal{l}
		}
		return l
	case t.Kind == types.Int:
		return celtypes.Int(words[0])
	case t.Kind == types.Bool:
		return celtypes.Bool(words[0] != 0)
	case t.Kind != types.Record && words[0] == 0:
		return celtypes.NullValue
	}
	if t.Kind == types.Name {
		return o.names[t.Named][words[0]]
	}
	return &thing{o, t, slices.Clone(words)}
}

// load reads a value that lies in memory. must says that a reference has to be set.
func (o *oracle) load(t *types.Type, at int, packed, must bool) ref.Val {
	mem := o.m.ctx.Mem
	switch {
	case t.Kind == types.Per:
		return &perVal{o, t, at}
	case packed && t.Kind == types.Record:
		a := types.ListAddr(mem[at])
		return o.val(t, mem[a:a+t.Width()])
	case packed && t.Listy():
		a := types.ListAddr(mem[at])
		return o.val(t, mem[a:a+types.ListLen(mem[at])*t.Elem.Width()])
	case t.Kind == types.Set:
		var words []int64
		for i := range t.Elem.Named.Members {
			if mem[at+i/63]>>(uint(i)%63)&1 != 0 {
				words = append(words, int64(i+1))
			}
		}
		return o.val(t, words)
	case t.Listy():
		return o.val(t, mem[at+1:at+1+int(mem[at])*t.Elem.Width()])
	case t.Kind == types.Record:
		for i, f := range t.Named.Fields {
			if must && isRef(f.Type) && !f.Type.Optional && mem[at+i] == 0 {
				return celtypes.NewErr("has no value yet")
			}
		}
		return o.val(t, mem[at:at+t.Width()])
	}
	if must && isRef(t) && !t.Optional && mem[at] == 0 {
		return celtypes.NewErr("has no value yet")
	}
	return o.val(t, mem[at:at+1])
}

// thing is a name, a union or a record.
type thing struct {
	*oracle
	typ   *types.Type
	words []int64
}

func (v *thing) ConvertToNative(reflect.Type) (any, error) { return nil, fmt.Errorf("no native form") }
func (v *thing) ConvertToType(ref.Type) ref.Val            { return celtypes.NewErr("no conversion") }
func (v *thing) Type() ref.Type                            { return v.gate.types[v.typ.Named] }
func (v *thing) Value() any                                { return v }

func (v *thing) Equal(other ref.Val) ref.Val {
	o, ok := other.(*thing)
	return celtypes.Bool(ok && o.typ.Named == v.typ.Named && slices.Equal(o.words, v.words))
}

// A thing is the index of a `per` field: cel-go asks for a qualifier.

func (v *thing) ID() int64        { return 0 }
func (v *thing) IsOptional() bool { return false }
func (v *thing) Qualify(_ cel.Activation, obj any) (any, error) {
	got := obj.(*perVal).Get(v)
	if err, failed := got.(*celtypes.Err); failed {
		return nil, err
	}
	return got, nil
}
func (v *thing) QualifyIfPresent(vars cel.Activation, obj any, _ bool) (any, bool, error) {
	got, err := v.Qualify(vars, obj)
	return got, err == nil, err
}

func (v *thing) Get(index ref.Val) ref.Val {
	name := string(index.(celtypes.String))
	n, w := v.typ.Named, v.words[0]
	if v.typ.Kind == types.Union {
		held := n.Alts[types.UnionAlt(w)]
		if is, found := strings.CutPrefix(name, "is_"); found {
			return celtypes.Bool(held.Name == is)
		}
		if held.Name != name {
			return celtypes.NewErr("holds %s", held.Name)
		}
		return v.val(held.Type, []int64{types.UnionHeld(w)})
	}
	if v.typ.Kind == types.Record {
		for i, f := range n.Fields {
			if f.Name == name {
				return v.val(f.Type, v.words[i:i+1])
			}
		}
	}
	if p := v.values[name]; p != nil {
		return v.call(name, []ref.Val{v})
	}
	f := n.Field(name)
	if f.Column != nil {
		return v.val(f.Type, f.Column[w-1:w])
	}
	return v.load(f.Type, f.Base+int(w-1)*f.Stride, false, true)
}

// holder is the game or the running procedure.
type holder struct {
	*oracle
	n  *types.Named
	at int
}

func (h *holder) ConvertToNative(reflect.Type) (any, error) { return nil, fmt.Errorf("no native form") }
func (h *holder) ConvertToType(ref.Type) ref.Val            { return celtypes.NewErr("no conversion") }
func (h *holder) Equal(ref.Val) ref.Val                     { return celtypes.False }
func (h *holder) Type() ref.Type                            { return h.gate.types[h.n] }
func (h *holder) Value() any                                { return h }

func (h *holder) Get(index ref.Val) ref.Val {
	f := h.n.Field(string(index.(celtypes.String)))
	return h.load(f.Type, h.at+f.Base, f.Packed, true)
}

// perVal is a `per` field: an index to its entries.
type perVal struct {
	*oracle
	typ *types.Type
	at  int
}

func (p *perVal) ConvertToNative(reflect.Type) (any, error) { return nil, fmt.Errorf("no native form") }
func (p *perVal) ConvertToType(ref.Type) ref.Val            { return celtypes.NewErr("no conversion") }
func (p *perVal) Equal(ref.Val) ref.Val                     { return celtypes.False }
func (p *perVal) Type() ref.Type                            { return celtypes.MapType }
func (p *perVal) Value() any                                { return p }

func (p *perVal) Get(index ref.Val) ref.Val {
	key, ok := index.(*thing)
	if !ok {
		return celtypes.NewErr("no entry for none")
	}
	return p.load(p.typ.Elem, p.at+int(key.words[0]-1)*p.typ.Elem.Words(), false, true)
}

// setVal is a list that is a set: equality and plus know the difference.
type setVal struct{ traits.Lister }

func (s setVal) Equal(other ref.Val) ref.Val {
	l, ok := other.(traits.Lister)
	if !ok {
		return celtypes.False
	}
	a, b := normal(elems(s)), normal(elems(l))
	return celtypes.Bool(slices.Equal(a, b))
}

func elems(v ref.Val) []ref.Val {
	var out []ref.Val
	for it := v.(traits.Lister).Iterator(); it.HasNext() == celtypes.True; {
		out = append(out, it.Next())
	}
	return out
}

// normal gives the words of names, each once, in declared order.
func normal(vals []ref.Val) []int64 {
	var words []int64
	for _, v := range vals {
		words = append(words, v.(*thing).words[0])
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func (o *oracle) call(name string, args []ref.Val) ref.Val {
	byName := map[string]ref.Val{}
	for i, a := range args {
		byName[o.argNames[name][i]] = a
	}
	out, _, err := o.values[name].Eval(activation{o, byName})
	if err != nil {
		return celtypes.NewErr("%s", err)
	}
	return out
}

func position(list []ref.Val, x ref.Val) int {
	return slices.IndexFunc(list, func(e ref.Val) bool { return celtypes.Equal(e, x) == celtypes.True })
}

func newList(vals []ref.Val) ref.Val {
	return celtypes.NewRefValList(celtypes.DefaultTypeAdapter, vals)
}

// function is the plain meaning of a function of the library, a constructor or a value.
func (o *oracle) function(name, overload string) func(...ref.Val) ref.Val {
	ints := func(f func(a, b int64) ref.Val) func(...ref.Val) ref.Val {
		return func(args ...ref.Val) ref.Val {
			return f(int64(args[0].(celtypes.Int)), int64(args[1].(celtypes.Int)))
		}
	}
	if strings.HasPrefix(overload, "value_") {
		return func(args ...ref.Val) ref.Val { return o.valueCall(name, args) }
	}
	switch name {
	case "worth":
		return func(args ...ref.Val) ref.Val { return o.valueCall("Card.worth", args) }
	case "running":
		return func(args ...ref.Val) ref.Val { return celtypes.Bool(args[0].(*holder).n == o.item) }
	case "seats":
		return func(...ref.Val) ref.Val { return o.val(list(nameType(o.player), 0), o.order()) }
	case "the":
		return func(args ...ref.Val) ref.Val {
			if args[0] == celtypes.NullValue {
				return celtypes.NewErr("is none")
			}
			return args[0]
		}
	case "min":
		return ints(func(a, b int64) ref.Val { return celtypes.Int(min(a, b)) })
	case "max":
		return ints(func(a, b int64) ref.Val { return celtypes.Int(max(a, b)) })
	case "ceil_div":
		return ints(ceilDivPlainly)
	case "copy", "pieces":
		return o.copies
	case "Bid":
		return o.makeBid
	case "times":
		return func(args ...ref.Val) ref.Val {
			words := append(slices.Clone(args[0].(*thing).words), int64(args[1].(celtypes.Int)))
			return o.val(recordType(o.lot), words)
		}
	case "Outcome.player":
		return o.makeUnion(2)
	case "Outcome.card":
		return o.makeUnion(3)
	}
	return listFunction(name)
}

// ceilDivPlainly rounds up by counting.
func ceilDivPlainly(a, b int64) ref.Val {
	q := celtypes.Int(a).Divide(celtypes.Int(b))
	if celtypes.IsError(q) {
		return q
	}
	r := int64(q.(celtypes.Int))
	if r*b != a && (a > 0) == (b > 0) {
		r++
	}
	return celtypes.Int(r)
}

func (o *oracle) valueCall(name string, args []ref.Val) ref.Val {
	f := o.byName[name]
	if f == nil {
		f = o.Slot(o.Slots[0])
	}
	for i, a := range args {
		if a == celtypes.NullValue && !f.Func.Params[i].Type.Optional {
			return celtypes.NewErr("none given")
		}
	}
	return o.call(name, args)
}

func (o *oracle) makeUnion(alt int) func(...ref.Val) ref.Val {
	return func(args ...ref.Val) ref.Val {
		return o.val(unionType(o.outcome), []int64{types.MakeUnion(alt, args[0].(*thing).words[0])})
	}
}

func (o *oracle) makeBid(args ...ref.Val) ref.Val {
	var on int64
	if v, ok := args[2].(*thing); ok {
		on = v.words[0]
	}
	return o.val(recordType(o.bid), []int64{args[0].(*thing).words[0], int64(args[1].(celtypes.Int)), on})
}

func (o *oracle) copies(args ...ref.Val) ref.Val {
	row, ok := args[0].(*thing)
	if !ok {
		return celtypes.NewErr("none has no copies")
	}
	var words []int64
	for i, face := range o.world.copies.Faces {
		if face == row.words[0] {
			words = append(words, int64(i+1))
		}
	}
	if len(args) == 1 {
		return o.val(list(nameType(o.world.copies), 0), words)
	}
	n := int64(args[1].(celtypes.Int))
	if n < 1 || n > int64(len(words)) {
		return celtypes.NewErr("no copy %d", n)
	}
	return o.val(nameType(o.world.copies), words[n-1:n])
}

func listFunction(name string) func(...ref.Val) ref.Val {
	return func(args ...ref.Val) ref.Val {
		xs := elems(args[0])
		var out []ref.Val
		switch name {
		case "plus":
			if s, ok := args[0].(setVal); ok {
				return s.union(elems(args[1]))
			}
			return newList(append(xs, elems(args[1])...))
		case "minus":
			ys := elems(args[1])
			for _, x := range xs {
				if position(ys, x) < 0 {
					out = append(out, x)
				}
			}
			if _, ok := args[0].(setVal); ok {
				return setVal{newList(out).(traits.Lister)}
			}
		case "distinct":
			for _, x := range xs {
				if position(out, x) < 0 {
					out = append(out, x)
				}
			}
		case "reverse":
			slices.Reverse(xs)
			out = xs
		case "flatten":
			for _, x := range xs {
				out = append(out, elems(x)...)
			}
		case "first":
			out = xs[:max(0, min(int64(args[1].(celtypes.Int)), int64(len(xs))))]
		case "index_of":
			return celtypes.Int(position(xs, args[1]))
		case "from":
			i := position(xs, args[1])
			if i < 0 {
				return celtypes.NewErr("not in the list")
			}
			out = append(append(out, xs[i:]...), xs[:i]...)
		case "@best", "@sort_by":
			out = byKey(name, xs, elems(args[1]))
		default:
			panic("no meaning for " + name)
		}
		return newList(out)
	}
}

func (s setVal) union(more []ref.Val) ref.Val {
	all := append(elems(s), more...)
	sort.SliceStable(all, func(i, j int) bool { return all[i].(*thing).words[0] < all[j].(*thing).words[0] })
	all = slices.CompactFunc(all, func(a, b ref.Val) bool { return celtypes.Equal(a, b) == celtypes.True })
	return setVal{newList(all).(traits.Lister)}
}

func byKey(name string, xs, keys []ref.Val) []ref.Val {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	key := func(i int) int64 { return int64(keys[i].(celtypes.Int)) }
	sort.SliceStable(order, func(i, j int) bool { return key(order[i]) < key(order[j]) })
	var out []ref.Val
	for _, i := range order {
		if name == "@sort_by" || key(i) == key(order[len(order)-1]) {
			out = append(out, xs[i])
		}
	}
	return out
}
