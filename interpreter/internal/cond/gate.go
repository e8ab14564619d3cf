package cond

import (
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/env"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	celtypes "github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"ruleck/interpreter/types"
)

// The gate is cel-go's own view of a world: a closed environment in which it
// parses and checks. An expression passes only if cel-go accepts it, so no text
// means anything else here than CEL says. Mistakes are found and worded by our
// own compiler before, because cel-go knows nothing of optional references, and
// points at the root of a dotted name whichever part of it is misspelt.

// standard is the part of CEL's standard library that is in the dialect: no
// floating point, texts, bytes, time, conversions or types as values.
var standard = map[string][]string{
	operators.Conditional: nil, operators.LogicalAnd: nil, operators.LogicalOr: nil, operators.LogicalNot: nil,
	operators.NotStrictlyFalse: nil, operators.Equals: nil, operators.NotEquals: nil,
	operators.Add:      {overloads.AddInt64, overloads.AddList}, // of lists only inside macros
	operators.Subtract: {overloads.SubtractInt64}, operators.Multiply: {overloads.MultiplyInt64},
	operators.Divide: {overloads.DivideInt64}, operators.Modulo: {overloads.ModuloInt64}, operators.Negate: {overloads.NegateInt64},
	operators.Less: {overloads.LessInt64}, operators.LessEquals: {overloads.LessEqualsInt64},
	operators.Greater: {overloads.GreaterInt64}, operators.GreaterEquals: {overloads.GreaterEqualsInt64},
	operators.Index: {overloads.IndexList, overloads.IndexMap}, operators.In: {overloads.InList},
	overloads.Size: {overloads.SizeList, overloads.SizeListInst},
}

var standardMacros = []string{operators.All, operators.Exists, operators.ExistsOne, operators.Map, operators.Filter}

// gate parses and checks with cel-go.
type gate struct {
	env     *cel.Env
	checker *checker.Env
	raw     *cel.Env // without macros, to find what is wrong with one
	types   map[*types.Named]*celtypes.Type
	seats   *types.Named
}

func newGate(w *types.World, values []*Value) (*gate, error) {
	g := &gate{types: map[*types.Named]*celtypes.Type{}, seats: w.Seats}
	for _, n := range allNamed(w) {
		// The name cannot be written in CEL, so a type is never taken for a value.
		g.types[n] = celtypes.NewObjectType("@" + n.Name)
	}
	opts := append(g.dialect(w, values), g.library(w)...)
	for _, v := range values {
		opts = append(opts, g.value(v))
	}
	var err error
	if g.env, err = cel.NewCustomEnv(opts...); err != nil {
		return nil, err
	}
	if g.raw, err = cel.NewCustomEnv(cel.ClearMacros()); err != nil {
		return nil, err
	}
	g.checker, err = checker.NewEnv(containers.DefaultContainer, g.env.CELTypeProvider())
	if err != nil {
		return nil, err
	}
	return g, g.declare()
}

// declare copies what the environment declares into the checker that all
// expressions inherit from, in a fixed order.
func (g *gate) declare() error {
	functions := g.env.Functions()
	names := make([]string, 0, len(functions))
	for name := range functions {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if err := g.checker.AddFunctions(functions[name]); err != nil {
			return err
		}
	}
	return g.checker.AddIdents(g.env.Variables()...)
}

// dialect is the part of the environment that evaluation needs too: CEL's own
// functions and macros, the types and their fields.
func (g *gate) dialect(w *types.World, values []*Value) []cel.EnvOption {
	var schemas []any
	subset := env.NewLibrarySubset().AddIncludedMacros(standardMacros...)
	for _, name := range sortedKeys(standard) {
		var ids []*env.Overload
		for _, id := range standard[name] {
			ids = append(ids, &env.Overload{ID: id})
		}
		subset.AddIncludedFunctions(&env.Function{Name: name, Overloads: ids})
	}
	for _, n := range allNamed(w) {
		schemas = append(schemas, g.schema(n, values))
	}
	return append([]cel.EnvOption{
		cel.StdLib(cel.StdLibSubset(subset)),
		cel.Types(schemas...),
		cel.Macros(macros()...),
		cel.EnableMacroCallTracking(),
	}, g.constants(w)...)
}

// celType is cel-go's type for one of ours. Optional references have the same
// type as others: cel-go lets any object be null.
func (g *gate) celType(t *types.Type) *celtypes.Type {
	switch t.Kind {
	case types.Int:
		return celtypes.IntType
	case types.Bool:
		return celtypes.BoolType
	case types.Set, types.List, types.Pile:
		return celtypes.NewListType(g.celType(t.Elem))
	case types.Per:
		return celtypes.NewMapType(g.types[t.Key], g.celType(t.Elem))
	}
	return g.types[t.Named]
}

// library declares our own functions.
func (g *gate) library(w *types.World) []cel.EnvOption {
	a := celtypes.NewTypeParamType("A")
	list, ints := celtypes.NewListType(a), celtypes.NewListType(celtypes.IntType)
	member := func(name string, result *celtypes.Type, args ...*celtypes.Type) cel.EnvOption {
		return cel.Function(name, cel.MemberOverload("list_"+name, args, result))
	}
	twoInts := []*celtypes.Type{celtypes.IntType, celtypes.IntType}
	opts := []cel.EnvOption{
		member("plus", list, list, list), member("minus", list, list, list),
		member("distinct", list, list), member("reverse", list, list),
		member("flatten", list, celtypes.NewListType(list)),
		member("from", list, list, a), member("index_of", celtypes.IntType, list, a),
		member("first", list, list, celtypes.IntType),
		cel.Function("@best", cel.Overload("best", []*celtypes.Type{list, ints}, list)),
		cel.Function("@sort_by", cel.Overload("sort_by", []*celtypes.Type{list, ints}, list)),
		cel.Function("ceil_div", cel.Overload("ceil_div", twoInts, celtypes.IntType)),
		cel.Function("min", cel.Overload("min", twoInts, celtypes.IntType)),
		cel.Function("max", cel.Overload("max", twoInts, celtypes.IntType)),
		cel.Function("seats", cel.Overload("seats", nil, celtypes.NewListType(g.types[w.Seats]))),
		cel.Function("the", cel.Overload("the", []*celtypes.Type{a}, a)),
	}
	for _, n := range allNamed(w) {
		t := g.types[n]
		switch n.Form {
		case types.Copies:
			row := g.types[n.Of]
			copyArgs := []*celtypes.Type{row, celtypes.IntType}
			if n.Owners != nil {
				copyArgs = []*celtypes.Type{row, g.types[w.Seats], celtypes.IntType}
			}
			opts = append(opts,
				cel.Function("copy", cel.MemberOverload("copy_"+n.Name, copyArgs, t)),
				cel.Function("pieces", cel.MemberOverload("pieces_"+n.Name, []*celtypes.Type{row}, celtypes.NewListType(t))))
		case types.RecordOf:
			if n.Bag {
				opts = append(opts, cel.Function("times", cel.MemberOverload("times_"+n.Name, []*celtypes.Type{g.types[n.Of], celtypes.IntType}, t)))
			}
			var args []*celtypes.Type
			for _, f := range n.Fields {
				args = append(args, g.celType(f.Type))
			}
			opts = append(opts, cel.Function(n.Name, cel.Overload("record_"+n.Name, args, t)))
		case types.UnionOf:
			for _, alt := range n.Alts {
				if alt.Type != nil {
					name := n.Name + "." + alt.Name
					opts = append(opts, cel.Function(name, cel.Overload("union_"+name, []*celtypes.Type{g.celType(alt.Type)}, t)))
				}
			}
		case types.Occurrence:
			opts = append(opts, cel.Function("running", cel.Overload("running_"+n.Name, []*celtypes.Type{t}, celtypes.BoolType)))
		}
	}
	return opts
}

// constants declares none, the names of members, and T.all.
func (g *gate) constants(w *types.World) []cel.EnvOption {
	// cel-go gives c ? none : x the type of none. So to cel-go none has any type;
	// what may be none is our own compiler's business.
	opts := []cel.EnvOption{cel.Variable("none", celtypes.DynType)}
	add := func(name string, t *celtypes.Type) { opts = append(opts, cel.Variable(name, t)) }
	bare := map[string]bool{}
	for _, n := range allNamed(w) {
		t := g.types[n]
		switch n.Form {
		case types.UnionOf:
			for _, alt := range n.Alts {
				if alt.Type == nil {
					add(n.Name+"."+alt.Name, t)
				}
			}
			continue
		case types.Game, types.Occurrence:
			if !bare[n.Name] {
				bare[n.Name] = true
				add(n.Name, t)
			}
			continue
		case types.RecordOf:
			continue
		}
		add(n.Name+".all", celtypes.NewListType(t))
		for _, m := range n.Members {
			if strings.Contains(m, ".") {
				continue
			}
			add(n.Name+"."+m, t)
			if n.Form != types.Entity && !bare[m] {
				bare[m] = true
				add(m, t)
			}
		}
	}
	for _, r := range w.Ruling {
		if !bare[r.Name] {
			bare[r.Name] = true
			add(r.Name, g.types[r])
		}
	}
	return opts
}

// value declares a value as a function, or as a method of its table if it fills a slot.
func (g *gate) value(v *Value) cel.EnvOption {
	var args []*celtypes.Type
	for _, p := range v.Func.Params {
		args = append(args, g.celType(p.Type))
	}
	result := g.celType(v.Func.Result)
	if v.slot != nil {
		return cel.Function(v.slot.Name, cel.MemberOverload("slot_"+v.Func.Name, args, result))
	}
	return cel.Function(v.Func.Name, cel.Overload("value_"+v.Func.Name, args, result))
}

// parse parses a text whose tokens are in order.
func (g *gate) parse(text string) (*cel.Ast, []*cel.Error) {
	tree, iss := g.env.Parse(text)
	if iss.Err() != nil {
		return nil, iss.Errors()
	}
	return tree, nil
}

// check asks cel-go whether an expression is well typed in a scope.
func (g *gate) check(tree *cel.Ast, s *Scope) ([]*cel.Error, error) {
	e, err := checker.NewEnv(containers.DefaultContainer, g.env.CELTypeProvider(), checker.ValidatedDeclarations(g.checker))
	if err != nil {
		return nil, err
	}
	for i, v := range s.Vars {
		if slices.ContainsFunc(s.Vars[:i], func(w Var) bool { return w.Name == v.Name }) {
			continue // the caller reports it
		}
		if err := e.AddIdents(decls.NewVariable(v.Name, g.celType(v.Type))); err != nil {
			return nil, err
		}
	}
	for _, name := range s.Players {
		if g.seats.Member(name) != 0 || slices.ContainsFunc(s.Vars, func(w Var) bool { return w.Name == name }) {
			continue // the environment has the declared ones
		}
		t := g.types[g.seats]
		if err := e.AddIdents(decls.NewVariable(name, t), decls.NewVariable(g.seats.Name+"."+name, t)); err != nil {
			return nil, err
		}
	}
	_, errs := checker.Check(tree.NativeRep(), tree.Source(), e)
	return errs.GetErrors(), nil
}

// schema describes the fields of a declared type to cel-go.
type schema struct {
	*celtypes.Type
	fields map[string]*celtypes.FieldType
	names  []string

	// What an asked parameter of a running procedure holds is known only once the
	// list it is chosen from is compiled, so those fields are looked up each time.
	live *types.Named
	gate *gate
}

func (g *gate) schema(n *types.Named, values []*Value) *schema {
	s := &schema{Type: g.types[n], fields: map[string]*celtypes.FieldType{}}
	add := func(name string, t *celtypes.Type) {
		if s.fields[name] == nil {
			s.fields[name] = &celtypes.FieldType{Type: t}
			s.names = append(s.names, name)
		}
	}
	if n.Form == types.Occurrence {
		s.live, s.gate = n, g
	}
	for _, f := range n.Fields {
		add(f.Name, g.celType(f.Type))
	}
	for _, alt := range n.Alts {
		add("is_"+alt.Name, celtypes.BoolType)
		if alt.Type != nil {
			add(alt.Name, g.celType(alt.Type))
		}
	}
	for _, v := range values {
		if v.memberOf(n) {
			add(v.Func.Name, g.celType(v.Func.Result))
		}
	}
	return s
}

func (s *schema) ReflectType() reflect.Type { return nil }
func (s *schema) FieldNames() []string      { return s.names }
func (s *schema) FindFieldType(name string) (*celtypes.FieldType, bool) {
	if s.live != nil {
		if f := s.live.Field(name); f != nil {
			return &celtypes.FieldType{Type: s.gate.celType(f.Type)}, true
		}
	}
	f, ok := s.fields[name]
	return f, ok
}
func (s *schema) NewValue(celtypes.Adapter, map[string]ref.Val) ref.Val {
	return celtypes.NewErr("%s is never made by CEL", s.TypeName())
}
func (s *schema) Adapt(celtypes.Adapter, any) ref.Val {
	return celtypes.NewErr("%s is never made by CEL", s.TypeName())
}

// allNamed is every named type of a world: rulings are enums too.
func allNamed(w *types.World) []*types.Named {
	var all []*types.Named
	seen := map[*types.Named]bool{}
	add := func(list ...*types.Named) {
		for _, n := range list {
			if n != nil && !seen[n] {
				seen[n] = true
				all = append(all, n)
			}
		}
	}
	add(w.Named...)
	add(w.Game, w.Seats)
	add(w.Ruling...)
	return all
}

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
