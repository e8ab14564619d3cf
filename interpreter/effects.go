package interpreter

import (
	"fmt"
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// What lasts beyond the text that brings it: effects, which are changes in force
// until a procedure ends, and texts put off until a procedure begins the next time.
// Both keep what they were given as words of the state, so they are saved, undone
// and hashed like everything else.

// effect is a declared set of changes. It has room for several instances at once;
// its changes are compiled once for each, guarded by whether that one is in force.
//
// An instance lies at base + i*(1+len(params)): the address of the frame whose end
// ends it (0: not in force), then its arguments.
type effect struct {
	name   string
	params []types.Param
	base   int
	rule   int
}

// instances is how many of one effect may be in force at once.
const instances = 8

// The texts put off lie in a table of their own, oldest first: the number of the
// code (0: no more), then its arguments; a list is its length and its elements.
const (
	dueSlots = 16
	dueWords = 48
)

func (e *effect) at(i int) int { return e.base + i*(1+len(e.params)) }

// declareEffects makes the heads of effects.
func (l *loader) declareEffects() {
	eachIn(l, func(in *dsl.Head, d *dsl.EffectDecl) {
		name := d.Name.String()
		if !l.once("name", name, d.Name) {
			return
		}
		e := &effect{name: name, rule: l.rule(name, "effect", d.Name.Span(), d.Cite)}
		for _, p := range d.Params {
			t := types.IntType
			if p.Choice != nil || p.Type == nil {
				l.errorf(CodeShape, p, "an effect's parameter has a name and a type")
			} else if declared := l.typ(p.Type); declared != nil {
				t = declared
			}
			if !t.Scalar() {
				l.errorf(CodeShape, p, "an effect keeps single values, not a %s", t)
				t = types.IntType
			}
			e.params = append(e.params, types.Param{Name: paramName(p), Type: t})
		}
		l.effects = append(l.effects, e)
		l.effectDecls = append(l.effectDecls, d)
		l.effectHeads = append(l.effectHeads, in)
	})
}

func paramName(p *dsl.Param) string {
	if p.Choice != nil {
		return p.Choice.Name.Text
	}
	return p.Name.Text
}

// layoutEffects makes room for the instances and for what is put off.
func (l *loader) layoutEffects(at int) int {
	for _, e := range l.effects {
		e.base = at
		at += instances * (1 + len(e.params))
	}
	l.prog.dues = at
	return at + dueSlots*dueWords
}

// effectChanges adds the changes of every instance of every effect.
func (l *loader) effectChanges() {
	for n, e := range l.effects {
		for i := range instances {
			at := e.at(i)
			active := &cond.Expr{Text: e.name, Type: types.BoolType, Scalar: func(ctx *cond.Ctx) int64 {
				if ctx.Mem[at] != 0 {
					return 1
				}
				return 0
			}}
			var vars []cond.Var
			for k, p := range e.params {
				vars = append(vars, cond.Var{Name: p.Name, Type: p.Type, Place: cond.Fixed, At: int64(at + 1 + k)})
			}
			for _, ch := range l.effectDecls[n].Changes {
				l.addChange(&change{decl: ch, owner: e.name, by: effectOwner(e.name), in: l.effectHeads[n], cite: l.effectDecls[n].Cite, active: active, vars: vars, again: i > 0})
			}
		}
	}
}

func (l *loader) effectNamed(name *dsl.Name) *effect {
	var known []string
	for _, e := range l.effects {
		if e.name == name.String() {
			return e
		}
		known = append(known, e.name)
	}
	l.errorf(CodeUnknown, name, "no effect is called %s", name).Hint = diag.DidYouMean(name.String(), known)
	return nil
}

// opBegin brings an instance of an effect into force until the innermost running
// frame of a procedure ends. One with the same arguments and end is not doubled.
type opBegin struct {
	effect *effect
	args   []*cond.Expr
	until  *types.Named
	span   diag.Span
}

func (k *compiler) begin(d *dsl.Begin) {
	e := k.l.effectNamed(d.Call.Name)
	until := k.l.prog.codeOf[d.Until.String()]
	if until == nil {
		k.l.errorf(CodeUnknown, d.Until, "no procedure is called %s", d.Until).Hint = diag.DidYouMean(d.Until.String(), k.l.callNames(formProcedure))
	}
	if e == nil || until == nil {
		return
	}
	if len(d.Call.Args) != len(e.params) {
		k.l.errorf(CodeArguments, d.Call, "%s takes %s, not %d", e.name, many(len(e.params), "argument"), len(d.Call.Args))
		return
	}
	o := &opBegin{effect: e, until: until.named, span: d.Span()}
	for i, a := range d.Call.Args {
		o.args = append(o.args, k.expr(a, e.params[i].Type))
	}
	until.closes = append(until.closes, e)
	k.l.usedNames[e.name] = true
	k.l.noteCall(d.Call.Name, e.name)
	k.emit(o)
	if k.together == 0 {
		k.emit(&opSettle{wrote: nil}) // it may change whatever a `whenever` looks at
	}
}

func (o *opBegin) do(g *Game) {
	frame := g.running(o.until)
	if frame == 0 {
		panic(fault(o.span, o.until.Name+" is not running, so this cannot last until it ends", "begin it inside "+o.until.Name))
	}
	words := []int64{int64(frame)}
	for _, a := range o.args {
		words = append(words, a.Scalar(&g.ctx))
	}
	free := -1
	for i := range instances {
		at := o.effect.at(i)
		switch {
		case g.mem.Words[at] == 0 && free < 0:
			free = at
		case equalWords(g.mem.Words[at:at+len(words)], words):
			return
		}
	}
	if free < 0 {
		panic(fault(o.span, fmt.Sprintf("%s is in force %d times already", o.effect.name, instances), "fewer at once"))
	}
	for i, w := range words {
		g.mem.Set(free+i, w)
	}
	g.record("begins", g.prog.rules[o.effect.rule].Clauses, g.effectArgs(o.effect, free)...)
}

// effectArgs tells which instance of an effect begins or ends.
func (g *Game) effectArgs(e *effect, at int) []heldArg {
	args := []heldArg{{"effect", tell(e.name)}}
	for i, p := range e.params {
		args = append(args, heldArg{p.Name, g.hold(p.Type, g.mem.Words[at+1+i:at+2+i])})
	}
	return args
}

// lapse ends the effects that last until the frame at base ends.
func (g *Game) lapse(c *code, base int) {
	for _, e := range c.closes {
		for i := range instances {
			at := e.at(i)
			if g.mem.Words[at] == int64(base) {
				g.record("lapses", g.prog.rules[e.rule].Clauses, g.effectArgs(e, at)...)
				g.mem.Clear(at, at+1+len(e.params))
			}
		}
	}
}

// opPutOff keeps a text, with what it names of its surroundings, until the procedure
// begins.
type opPutOff struct {
	code *code
	from []int // locals of this frame that become its parameters
	span diag.Span
}

// due compiles a text that is put off. It becomes a code of its own, whose
// parameters are the locals that it names.
func (k *compiler) due(d *dsl.Due) {
	when := k.l.prog.codeOf[d.When.String()]
	if when == nil || when.form != formProcedure {
		k.l.errorf(CodeUnknown, d.When, "no procedure is called %s", d.When).Hint = diag.DidYouMean(d.When.String(), k.l.callNames(formProcedure))
		return
	}
	k.l.usedNames[when.name] = true
	k.l.noteCall(d.When, when.name)
	c := k.l.newCode(k.step+".later", formDue, d)
	k.l.prog.rules[c.rule].Clauses = k.l.prog.rules[k.rule].Clauses
	inner := &compiler{l: k.l, c: c, step: k.step, rule: k.rule, unknown: k.unknown}
	o := &opPutOff{code: c, span: d.Span()}
	for _, v := range k.vars {
		switch {
		case v.Place == cond.Const:
			inner.vars = append(inner.vars, v)
		case v.Place == cond.Local && mentions(d.Body.Span().Text(), v.Name):
			k.l.addParam(c, &param{name: v.Name, typ: v.Type, at: c.size})
			o.from = append(o.from, int(v.At))
			v.At = int64(c.size - 1)
			inner.vars = append(inner.vars, v)
		}
	}
	for len(k.l.prog.seenBy) < len(k.l.world.Fields) { // its parameters are fields, too
		k.l.prog.seenBy = append(k.l.prog.seenBy, nil)
	}
	inner.emit(&opRecord{c})
	inner.block(d.Body)
	when.dues = append(when.dues, c.id)
	k.emit(o)
}

// mentions reports whether a text has a name as a word.
func mentions(text, name string) bool {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !(r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z')
	}) {
		if word == name {
			return true
		}
	}
	return false
}

func (o *opPutOff) do(g *Game) {
	words := []int64{int64(o.code.id)}
	for i, p := range o.code.params {
		value := g.local(g.base, o.from[i], p.typ)
		if !p.typ.Scalar() {
			words = append(words, int64(len(value)))
		}
		words = append(words, value...)
	}
	if len(words) > dueWords {
		panic(fault(o.span, "this keeps too much for later", "name fewer or shorter lists in it"))
	}
	for i := range dueSlots {
		at := g.prog.dues + i*dueWords
		if g.mem.Words[at] == 0 {
			for k, w := range words {
				g.mem.Set(at+k, w)
			}
			g.record("later", g.prog.rules[o.code.rule].Clauses, heldArg{"what", tell(o.code.name)})
			return
		}
	}
	panic(fault(o.span, fmt.Sprintf("%d texts are put off already", dueSlots), "fewer at once"))
}

// opDue is the first instruction of a procedure that texts are put off to: it runs
// them, oldest first.
type opDue struct{ code *code }

func (o *opDue) do(g *Game) {
	for i := range dueSlots {
		at := g.prog.dues + i*dueWords
		for _, id := range o.code.dues {
			if g.mem.Words[at] == int64(id) {
				g.pc-- // come back for the next one
				c := g.prog.codes[id]
				args := g.dueArgs(c, at+1)
				g.forgetDue(i)
				g.push(c, args)
				return
			}
		}
	}
}

// dueArgs reads back what was kept.
func (g *Game) dueArgs(c *code, at int) [][]int64 {
	var out [][]int64
	for _, p := range c.params {
		n := 1
		if !p.typ.Scalar() {
			n = int(g.mem.Words[at])
			at++
		}
		out = append(out, append([]int64(nil), g.mem.Words[at:at+n]...))
		at += n
	}
	return out
}

// forgetDue takes one out of the table; the younger ones move up.
func (g *Game) forgetDue(i int) {
	for at := g.prog.dues + i*dueWords; at < g.prog.dues+(dueSlots-1)*dueWords; at++ {
		g.mem.Set(at, g.mem.Words[at+dueWords])
	}
	last := g.prog.dues + (dueSlots-1)*dueWords
	g.mem.Clear(last, last+dueWords)
}
