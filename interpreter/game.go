package interpreter

import (
	"fmt"
	"maps"

	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// Game is one game being played: a memory, and what can be worked out from it.
// It is not safe for use by several goroutines; Fork makes independent ones.
type Game struct {
	prog *Program
	mem  *value.Memory
	ctx  cond.Ctx

	names []string // of the players, by word-1
	log   []record
	marks []moment // before each accepted answer, for Undo
	touch []uint8  // by rule: what it did since Begin

	// Registers of the innermost frame while rules run; in memory (flush) whenever
	// they do not.
	base    int
	pc      int
	code    *code
	waiting bool
	steps   int
	quiet   bool // no records, no touches: see Quiet
	loaded  bool // from a saved game: what it holds is only as good as that

	given map[int]string // what was given since the last Begin: see laid

	guard func(*types.Field, int64) *cond.Fault // mayRead
	eyes  int64                                 // whom it asks for
	spare *bench                                // one that is done, to be used again
	hears *hears                                // who is told how an answer is judged; nil in play
	asked []*question                           // what is asked now, once it was worked out
	rest  []uint64                              // by watch: complement of the hash of the declared state that it was last false in
}

// moment is a point to go back to.
type moment struct {
	mark value.Mark
	log  int
}

// stepBudget bounds the instructions between two answers.
const stepBudget = 1_000_000

// turnBudget bounds the turns of loops in expressions, in one request.
const turnBudget = 100_000_000

const (
	touchRan = 1 << iota
	touchTrue
	touchFalse
	touchAsked
)

// NewGame seats players, lays out the box and runs the rulebook's setup.
func (p *Program) NewGame(s Setup) (*Game, error) {
	names, order, err := p.seat(s)
	if err != nil {
		return nil, err
	}
	g := &Game{prog: p, mem: p.memory(), names: names, touch: make([]uint8, len(p.rules))}
	for at, w := range p.initial {
		g.mem.Set(at, w)
	}
	g.mem.Set(types.MemSeats, int64(len(names)))
	for i, w := range order {
		g.mem.Set(types.MemOrder+i, w)
	}
	g.mem.Set(types.MemRandom, int64(s.Seed))
	if err := p.readings(g, s.Rulings); err != nil {
		return nil, err
	}
	g.reload()
	if p.setup != nil {
		if err := g.attempt(func() { g.push(p.setup, nil); g.run() }); err != nil {
			return nil, err
		}
		if g.waiting {
			return nil, bad("the setup asks a player something; only the main procedure may", "")
		}
	}
	g.log, g.marks = nil, nil
	clear(g.touch)
	g.mem.Forget()
	return g, nil
}

// memory is a memory of the program, all zero. The stack grows as it is needed, so
// that a fork has little to copy.
func (p *Program) memory() *value.Memory {
	return value.NewMemory(p.stack+firstStack, types.MemState, p.stack)
}

// firstStack is enough for most games at most times.
const firstStack = 256

// limit is how many words a memory of the program may have.
func (p *Program) limit() int { return p.stack + stackWords }

// seat works out who plays: names by word, and the words in clockwise order.
func (p *Program) seat(s Setup) (names []string, order []int64, err error) {
	seats := p.world.Seats
	n := s.Players
	if n == 0 {
		n = max(seats.MinSeat, len(s.Seats))
	}
	if s.Seats != nil && len(s.Seats) != n {
		return nil, nil, bad(fmt.Sprintf("%d players, but %d seats are named", n, len(s.Seats)), "")
	}
	if n < seats.MinSeat || n > len(seats.Members) {
		return nil, nil, bad(fmt.Sprintf("%d players, but this rulebook is for %d to %d", n, seats.MinSeat, len(seats.Members)), "")
	}
	names = append([]string(nil), seats.Members[:n]...)
	if s.Seats == nil {
		for i := range names {
			order = append(order, int64(i+1))
		}
		return names, order, nil
	}
	seen := map[string]bool{}
	known := 0
	for _, name := range s.Seats {
		if seen[name] {
			return nil, nil, bad(fmt.Sprintf("%s is seated twice", name), "")
		}
		if !identifier(name) {
			return nil, nil, bad(fmt.Sprintf("%q cannot be a player's name", name), "use letters, digits and _, beginning with a letter")
		}
		seen[name] = true
		if w := seats.Member(name); w > 0 && int(w) <= n {
			known++
		}
	}
	for i, name := range s.Seats {
		if known == n { // the declared names, seated in another order
			order = append(order, seats.Member(name))
			continue
		}
		if other := p.nameTaken(name); other != "" && seats.Member(name) == 0 {
			return nil, nil, bad(fmt.Sprintf("%s cannot be a player's name: it is %s", name, other), "")
		}
		names[i] = name
		order = append(order, int64(i+1))
	}
	for i, name := range names {
		if !p.names(names, i) {
			return nil, nil, bad(fmt.Sprintf("%s cannot be a player's name: it means something else in expressions", name), "")
		}
	}
	return names, order, nil
}

// names reports whether expressions can name the player at a place of a list: a word of
// the language, or the name of a procedure, is something else there.
func (p *Program) names(names []string, i int) bool {
	if p.world.Seats.Member(names[i]) != 0 {
		return true
	}
	q, diags := p.queryText(names[i], names)
	return diags == nil && q.expr.Type.Kind == types.Name && q.expr.Type.Named == p.world.Seats
}

// readings sets every ruling to its default or to what was asked for.
func (p *Program) readings(g *Game, picked map[string]string) error {
	left := len(picked)
	for _, r := range p.rulings {
		w := r.fallback
		if name, ok := picked[r.named.Name]; ok {
			left--
			if w = r.named.Member(name); w == 0 {
				return bad(fmt.Sprintf("ruling %s has no reading %s", r.named.Name, name), suggest(name, r.named.Members))
			}
		}
		g.mem.Set(r.field.Base, w)
	}
	if left > 0 {
		var names []string
		for _, r := range p.rulings {
			names = append(names, r.named.Name)
		}
		for _, name := range sortedKeys(picked) {
			if !contains(names, name) {
				return bad(fmt.Sprintf("no ruling is called %s", name), suggest(name, names))
			}
		}
	}
	return nil
}

// Begin runs a procedure ("" for the main one) to its first decision.
func (g *Game) Begin(procedure string, args map[string]any) error {
	c, words, err := g.entry(procedure, args)
	if err != nil {
		return err
	}
	if err := g.givenHolds(); err != nil {
		return err
	}
	g.given = nil
	g.settleMarks()
	return g.attempt(func() {
		if g.mem.Words[types.MemFrame] != 0 {
			panic(fault(diag.Span{}, "something runs already", ""))
		}
		if procedure == "" {
			words = g.args(g.prog.main.args)
		}
		g.push(c, words)
		g.settle() // what is given may make something true before anything has happened
		g.run()
	})
}

// settleMarks makes now the earliest moment to go back to.
func (g *Game) settleMarks() {
	g.mem.Forget()
	g.marks = nil
	clear(g.touch)
	clear(g.rest)
}

// attempt runs rules; if they fail, everything is as before and the error says where.
func (g *Game) attempt(f func()) (err error) {
	mark, log := g.mem.Mark(), len(g.log)
	defer func() {
		if r := recover(); r != nil {
			err = g.failed(r)
			g.mem.Undo(mark)
			g.log = g.log[:log]
			g.idle()
			g.reload()
		}
	}()
	g.steps, g.asked = 0, nil
	g.ctx.Turns, g.ctx.MaxTurns = 0, turnBudget
	f()
	g.flush()
	return nil
}

// idle puts the context of expressions back to where it is between requests, however
// deep in an evaluation a panic has left it.
func (g *Game) idle() {
	c := &g.ctx
	c.Base, c.Vars, c.FP, c.Lists, c.Guard = g.base, c.Vars[:0], 0, c.Lists[:0], nil
}

// failed turns what a rule panicked with into an Error. Any other panic than a
// fault is a mistake of this package, reported as such rather than hidden; unless
// the game was saved, changed and sealed anew: then no word of it can be trusted.
func (g *Game) failed(r any) error {
	switch f := r.(type) {
	case *Error:
		return f
	case *cond.Fault:
		return &Error{Diagnostic: faultDiagnostic(f)}
	case error:
		if g.loaded {
			return bad("the game that was loaded leads nowhere: "+f.Error(), "if nobody has changed the saved game, this is a mistake in ruleck itself")
		}
		return &Error{Diagnostic: diag.Diagnostic{Code: CodeInternal, Message: "ruleck itself failed: " + f.Error()}}
	}
	panic(r)
}

// reload takes the registers from memory.
func (g *Game) reload() {
	w := g.mem.Words
	g.ctx.Mem, g.ctx.Touch = w, g.touch
	if g.quiet {
		g.ctx.Touch = nil
	}
	g.base = int(w[types.MemFrame])
	g.ctx.Base = g.base
	if g.rest == nil {
		g.rest = make([]uint64, len(g.prog.watches)+1)
	}
	g.code, g.asked = nil, nil
	if g.base != 0 {
		g.pc = int(w[g.base+types.FramePC])
		g.code = g.prog.codes[w[g.base+types.FrameCode]]
	}
	g.waiting = false
	if g.code != nil && g.pc < len(g.code.ops) {
		g.waiting = g.code.asks[g.pc]
	}
}

// flush puts the registers into memory.
func (g *Game) flush() {
	g.mem.Set(types.MemFrame, int64(g.base))
	if g.base != 0 {
		g.mem.Set(g.base+types.FramePC, int64(g.pc))
	}
}

// run carries out instructions until a player is asked or nothing is left.
func (g *Game) run() {
	g.waiting = false
	for g.base != 0 {
		if g.steps++; g.steps > stepBudget {
			panic(fault(g.code.span, fmt.Sprintf("%s runs on and on: stopped after %d instructions without a decision", g.code.name, stepBudget), "a loop or a `whenever` may never come to rest"))
		}
		if g.pc >= len(g.code.ops) {
			g.leave()
			continue
		}
		o := g.code.ops[g.pc]
		if g.code.asks[g.pc] {
			if g.settle() {
				continue
			}
			if g.base == 0 {
				break
			}
			o.do(g)
			if g.waiting {
				g.refuseStuck()
				g.check()
				return
			}
			continue
		}
		g.pc++
		o.do(g)
	}
	g.check()
}

// push begins a code in a new frame; words are its parameters, lists already as
// element words.
func (g *Game) push(c *code, args [][]int64) {
	base := g.prog.stack
	if g.base != 0 {
		g.mem.Set(g.base+types.FramePC, int64(g.pc))
		base = int(g.mem.Words[g.base+types.FrameTop])
	}
	g.needRoom(base+c.size, c.span)
	g.mem.Set(base+types.FramePrev, int64(g.base))
	g.mem.Set(base+types.FrameCode, int64(c.id))
	g.mem.Set(base+types.FrameTop, int64(base+c.size))
	g.enter(base, c)
	for i, p := range c.params {
		if i < len(args) {
			g.checkParam(c, p, args[i])
			g.setLocal(p.at, p.typ, args[i])
		}
	}
	for _, in := range c.inits {
		g.initField(base, in)
	}
	g.touchRule(c.rule, touchRan)
}

// checkParam holds a parameter to the bounds it declares.
func (g *Game) checkParam(c *code, p *param, words []int64) {
	if t := p.typ; t.Kind == types.Int && t.Bounded && (words[0] < t.Min || words[0] > t.Max) {
		panic(fault(c.span, fmt.Sprintf("%s of %s is %d: it must be from %d to %d", p.name, c.name, words[0], t.Min, t.Max), ""))
	}
}

func (g *Game) enter(base int, c *code) {
	g.base, g.code, g.pc = base, c, 0
	g.ctx.Base = base
	g.mem.Set(types.MemFrame, int64(base))
}

// needRoom makes room on the stack and stops a rule that would blow it. Whoever holds
// Words takes them anew.
func (g *Game) needRoom(top int, span diag.Span) {
	have, most := len(g.mem.Words), g.prog.limit()
	switch {
	case top > most:
		panic(fault(span, "too many rules run inside one another", "a procedure may run itself for ever"))
	case top > have:
		g.mem.Grow(min(max(top, 2*have), most))
		g.ctx.Mem = g.mem.Words
	}
}

// leave ends the innermost frame; its words become zero.
func (g *Game) leave() {
	w := g.mem.Words
	base, prev := g.base, int(w[g.base+types.FramePrev])
	unwinding := w[base+types.FrameUnwind]
	g.lapse(g.code, base)
	if unwinding == beginAnew {
		g.again(base)
		return
	}
	g.mem.Clear(base, int(w[base+types.FrameTop]))
	g.mem.Set(types.MemFrame, int64(prev))
	g.base, g.ctx.Base = prev, prev
	if prev == 0 {
		if main := g.prog.main; main != nil && g.code == main.code {
			g.mem.Set(types.MemOver, 1)
		}
		g.code = nil
		return
	}
	g.code = g.prog.codes[w[prev+types.FrameCode]]
	g.pc = int(w[prev+types.FramePC])
	if target := int(unwinding) - 1; unwinding != 0 && target != base {
		g.unwind(target)
	}
}

// unwind ends frames from the innermost on, down to the one at an address; each
// runs its finally steps first. The frame that is being left remembers where to go.
func (g *Game) unwind(target int) {
	if g.mem.Words[g.base+types.FrameUnwind] != beginAnew {
		g.mem.Set(g.base+types.FrameUnwind, int64(target)+1)
	}
	c := g.code
	if c.finally >= 0 && g.pc <= c.finally && !c.replaced.runs(g.pc) {
		g.pc = c.finally
		return
	}
	g.pc = len(c.ops)
}

// beginAnew marks a frame that is to be restarted once its finally steps are done.
const beginAnew = -1

// again begins the frame at base anew, with the arguments kept beside it.
func (g *Game) again(base int) {
	c := g.code
	kept := make([]int64, len(c.params))
	copy(kept, g.mem.Words[base+c.again:])
	g.mem.Clear(base+types.FrameUnwind, int(g.mem.Words[base+types.FrameTop]))
	g.mem.Set(base+types.FrameTop, int64(base+c.size))
	for i, p := range c.params {
		g.mem.Set(base+p.at, kept[i])
	}
	for _, in := range c.inits {
		g.initField(base, in)
	}
	g.inherit(c) // what it runs inside of still does
	g.pc = 0
}

// setLocal writes a value to a local variable or parameter of the current frame;
// a list or record goes on the frame's heap.
func (g *Game) setLocal(at int, t *types.Type, words []int64) {
	if t.Scalar() {
		g.mem.Set(g.base+at, words[0])
		return
	}
	g.mem.Set(g.base+at, g.heap(t, words))
}

// heap puts element words on the heap of the current frame and packs where they lie.
func (g *Game) heap(t *types.Type, words []int64) int64 {
	top := int(g.mem.Words[g.base+types.FrameTop])
	g.needRoom(top+len(words), g.code.span)
	for i, w := range words {
		g.mem.Set(top+i, w)
	}
	g.mem.Set(g.base+types.FrameTop, int64(top+len(words)))
	n := len(words)
	if t.Listy() {
		n /= t.Elem.Width()
	} else {
		n = 1
	}
	return types.PackList(top, n)
}

// local reads a parameter or local variable of the frame at base.
func (g *Game) local(base, at int, t *types.Type) []int64 {
	w := g.mem.Words[base+at]
	if t.Scalar() {
		return g.mem.Words[base+at : base+at+1]
	}
	width := 0
	if t.Listy() {
		width = t.Elem.Width()
	} else {
		width = t.Width()
	}
	addr := types.ListAddr(w)
	return g.mem.Words[addr : addr+types.ListLen(w)*width]
}

// initField gives a `has` field its first value.
func (g *Game) initField(base int, in fieldInit) {
	if in.expr == nil {
		return
	}
	g.store(base+in.field.Base, in.field.Type, g.words(in.expr), in.expr)
}

// store writes a whole value of a type to an address, checking its bounds.
func (g *Game) store(at int, t *types.Type, words []int64, why *cond.Expr) {
	switch t.Kind {
	case types.Set:
		masks := make([]int64, t.Words())
		for _, w := range words {
			masks[(w-1)/63] |= 1 << ((w - 1) % 63)
		}
		for i, m := range masks {
			g.mem.Set(at+i, m)
		}
	case types.List:
		width := t.Elem.Width()
		n := len(words) / width
		if int64(n) > t.Max {
			panic(exprFault(why, fmt.Sprintf("%d elements, but at most %d fit", n, t.Max)))
		}
		g.mem.Set(at, int64(n))
		for i, w := range words {
			g.mem.Set(at+1+i, w)
		}
		g.mem.Clear(at+1+len(words), at+t.Words())
	case types.Record:
		for i, w := range words {
			g.mem.Set(at+i, w)
		}
	default:
		g.storeScalar(at, t, words[0], why)
	}
}

func (g *Game) storeScalar(at int, t *types.Type, w int64, why *cond.Expr) {
	if t.Kind == types.Int && t.Bounded && (w < t.Min || w > t.Max) {
		panic(exprFault(why, fmt.Sprintf("%d is out of bounds: it must be from %d to %d", w, t.Min, t.Max)))
	}
	g.mem.Set(at, w)
}

// words evaluates an expression of any type to its element words.
func (g *Game) words(e *cond.Expr) []int64 {
	if e.Scalar != nil {
		return []int64{e.Scalar(&g.ctx)}
	}
	return append([]int64(nil), e.Words(&g.ctx)...)
}

// truth evaluates a condition and remembers which way it went.
func (g *Game) truth(e *cond.Expr, rule int) bool {
	if e.Scalar(&g.ctx) != 0 {
		g.touchRule(rule, touchTrue)
		return true
	}
	g.touchRule(rule, touchFalse)
	return false
}

func (g *Game) touchRule(rule int, what uint8) {
	if rule >= 0 && !g.quiet {
		g.touch[rule] |= what
	}
}

// inForce reports whether a change applies now.
func (g *Game) inForce(c *guard) bool {
	if c.while != nil && c.while.Scalar(&g.ctx) == 0 {
		return false
	}
	return c.where == nil || c.where.Scalar(&g.ctx) != 0
}

// Touched are the rules that did something since Begin.
func (g *Game) Touched() []Touch {
	var out []Touch
	for at, r := range g.prog.rules {
		bits := g.touch[at]
		for i, word := range []string{"ran", "true", "false", "asked"} {
			if bits>>i&1 == 1 {
				out = append(out, Touch{r.Name, word})
			}
		}
	}
	return out
}

// Touch is one thing a rule did: "ran", a condition that was "true" or "false", or "asked".
type Touch struct{ Rule, Outcome string }

// Hash identifies the position.
func (g *Game) Hash() uint64 { return g.mem.Hash() }

// Undo goes back to before the last accepted answer.
func (g *Game) Undo() error {
	if len(g.marks) == 0 {
		return bad("nothing to undo", "")
	}
	m := g.marks[len(g.marks)-1]
	g.marks = g.marks[:len(g.marks)-1]
	g.mem.Undo(m.mark)
	g.log = g.log[:min(m.log, len(g.log))]
	g.reload()
	return nil
}

// Fork is a copy of the game that can be played on by itself. It cannot undo past now.
func (g *Game) Fork() *Game {
	f := &Game{prog: g.prog, mem: g.mem.Fork(), names: g.names, log: append([]record(nil), g.log...), touch: append([]uint8(nil), g.touch...), quiet: g.quiet, loaded: g.loaded, given: maps.Clone(g.given)}
	f.reload()
	return f
}

// Quiet makes a game one for searching: from now on it, and every fork of it, keeps
// no events and no account of what the rules did. All else is the same.
func (g *Game) Quiet() {
	g.quiet = true
	g.reload()
}

// Done reports whether nothing runs any more, as Status does.
func (g *Game) Done() bool { return g.base == 0 }

// Players are the names of the players by number; their order at the table is a
// matter of the state.
func (g *Game) Players() []string { return g.names }

// Viewer finds a player by name.
func (g *Game) Viewer(name string) (value.Viewer, error) {
	for i, n := range g.names {
		if n == name {
			return value.Viewer(i), nil
		}
	}
	return 0, bad(fmt.Sprintf("no player is called %s", name), suggest(name, g.names))
}
