package cond

import (
	"fmt"
	"slices"
	"strings"

	"ruleck/interpreter/types"
)

// Entry documents one function of the library.
type Entry struct {
	Name      string
	Signature string // how it is written
	Doc       string // one line
}

// entry is a function of the library: what it is called, and what compiles it.
type entry struct {
	Entry
	method, function bool // written xs.f(…), f(…)
	quantifier       bool // its second argument names the element
	least, most      int  // number of arguments, what stands before the dot counted
	lower            func(lw *lower, s *syn, want *types.Type) *term
}

// Library lists the functions that conditions may use, besides operators, in
// the order of the table.
func Library() []Entry {
	var list []Entry
	for _, e := range entries() {
		list = append(list, e.Entry)
	}
	return list
}

// LibraryDoc is the library as a table of Markdown.
func LibraryDoc() string {
	var b strings.Builder
	b.WriteString("| written | what it is |\n| --- | --- |\n")
	for _, e := range Library() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(e.Signature, "|", "\\|"), e.Doc)
	}
	return b.String()
}

func entries() []*entry {
	return []*entry{
		quantifier("all", "xs.all(x, c)", "whether c is true of every element", 3, (*lower).allOf),
		quantifier("exists", "xs.exists(x, c)", "whether c is true of some element", 3, (*lower).allOf),
		quantifier("exists_one", "xs.exists_one(x, c)", "whether c is true of exactly one element", 3, (*lower).tally),
		quantifier("filter", "xs.filter(x, c)", "the elements of which c is true", 3, (*lower).filter),
		quantifier("map", "xs.map(x, e), xs.map(x, c, e)", "e of every element, or of those of which c is true", 4, (*lower).mapped),
		quantifier("count", "xs.count(x, c)", "of how many elements c is true", 3, (*lower).tally),
		quantifier("sum", "xs.sum(x, e)", "the sum of the int e of every element", 3, (*lower).sum),
		quantifier("best", "xs.best(x, e)", "all elements of which the int e is greatest, in their order", 3, (*lower).keyed),
		quantifier("sort_by", "xs.sort_by(x, e)", "the elements by ascending int e; equal ones keep their order", 3, (*lower).keyed),
		{Entry: Entry{"size", "size(xs)", "how many elements a list, pile or set has"}, method: true, function: true, least: 1, most: 1, lower: (*lower).size},
		method("plus", "xs.plus(ys)", "the elements of xs, then those of ys; a set gets those it has not", 2, (*lower).plus),
		method("minus", "xs.minus(ys)", "the elements of xs that are not in ys", 2, (*lower).minus),
		method("distinct", "xs.distinct()", "the first of each elements that are the same", 1, (*lower).distinct),
		method("flatten", "xs.flatten()", "the elements of the lists in a list, one behind the other", 1, (*lower).flatten),
		method("from", "xs.from(x)", "the list turned so that it begins with x, which must be in it", 2, (*lower).rotated),
		method("index_of", "xs.index_of(x)", "the position of the first x, counted from 0; -1 if there is none", 2, (*lower).positioned),
		method("reverse", "xs.reverse()", "the elements from last to first", 1, (*lower).reverse),
		method("first", "xs.first(n)", "the first n elements, or all if there are fewer", 2, (*lower).first),
		function("ceil_div", "ceil_div(a, b)", "a divided by b, rounded up", 2, (*lower).ceilDiv),
		function("min", "min(a, b)", "the smaller of two ints", 2, (*lower).extreme),
		function("max", "max(a, b)", "the greater of two ints", 2, (*lower).extreme),
		function("seats", "seats()", "the players, clockwise", 0, (*lower).seats),
		function("the", "the(x)", "x, which may be none but must not be: an error if it is", 1, (*lower).the),
		function("running", "running(p)", "whether the procedure p is running", 1, (*lower).running),
		(&entry{Entry: Entry{"copy", "row.copy(n)", "the n-th physical copy of a row, counted from 1; row.copy(player, n) where each player has a set"},
			method: true, least: 2, most: 3, lower: (*lower).copyOf}),
		method("pieces", "row.pieces()", "all physical copies of a row", 1, (*lower).pieces),
		method("times", "x.times(n)", "an entry of a bag: n of x", 2, (*lower).times),
	}
}

type lowerFunc = func(lw *lower, s *syn, want *types.Type) *term

func quantifier(name, signature, doc string, most int, f lowerFunc) *entry {
	return &entry{Entry: Entry{name, signature, doc}, method: true, quantifier: true, least: 3, most: most, lower: f}
}

func method(name, signature, doc string, args int, f lowerFunc) *entry {
	return &entry{Entry: Entry{name, signature, doc}, method: true, least: args, most: args, lower: f}
}

func function(name, signature, doc string, args int, f lowerFunc) *entry {
	return &entry{Entry: Entry{name, signature, doc}, function: true, least: args, most: args, lower: f}
}

// libraryCall compiles a call of a library function with the right number of
// arguments.
func (lw *lower) libraryCall(s *syn, e *entry, want *types.Type) *term {
	if len(s.args) < e.least || len(s.args) > e.most {
		return lw.mistake(s, "type", "write "+e.Signature, "`%s` is called with the wrong number of arguments", s.name)
	}
	return e.lower(lw, s, want)
}

// seats compiles seats().
func (lw *lower) seats(s *syn, _ *types.Type) *term {
	t := lw.all(s, lw.ck.world.Seats)
	t.role = leaf
	return t
}

// the compiles the(x): it turns a reference that may be none into one that is not.
func (lw *lower) the(s *syn, want *types.Type) *term {
	sure := lw.sure
	lw.sure = nil // the(…) may be written where a test made it needless
	x := lw.value(s.args[0], nil)
	lw.sure = sure
	if !ok(x) {
		return &term{syn: s}
	}
	if !isRef(x.typ) || !x.typ.Optional || isNone(x.typ) {
		return lw.mistake(s, "type", "leave the(…) out", "`%s` is never none", lw.src(x.syn))
	}
	return lw.notNone(s, x)
}

// notNone is a reference that must not be none when it is read; s is where that is
// reported.
func (lw *lower) notNone(s *syn, x *term) *term {
	t := (&term{syn: s, typ: &types.Type{Kind: x.typ.Kind, Named: x.typ.Named}, role: mixed}).over(x)
	num, at, what := x.num, lw.site(s), lw.src(x.syn)
	t.fails = true
	t.num = func(c *Ctx) int64 {
		w := num(c)
		if w == 0 {
			c.fail(at, "test it with != none before", "`%s` is none", what)
		}
		return w
	}
	return t
}

// running compiles running(p).
func (lw *lower) running(s *syn, _ *types.Type) *term {
	parts := s.args[0].path()
	if parts == nil {
		return lw.mistake(s.args[0], "type", "", "`running` needs the name of a procedure")
	}
	n := lw.procedure(join(parts))
	if n == nil {
		lw.unknown(parts, "name")
		return &term{syn: s}
	}
	lw.used = note(lw.used, join(parts))
	code := int64(n.ID)
	return &term{syn: s, typ: types.BoolType, cond: func(c *Ctx) bool { return innermost(c, code) != 0 }}
}

func (lw *lower) procedure(name string) *types.Named {
	for _, v := range lw.scope.Vars {
		if v.Name == name && v.Type.Kind == types.Object && v.Type.Named.Form == types.Occurrence {
			return v.Type.Named
		}
	}
	if n := lw.ck.named[name]; n != nil && n.Form == types.Occurrence {
		return n
	}
	return nil
}

// copies finds the physical copies of the rows of a table: for each row, by its
// word, the words of its copies. It gives nil if it has none.
func (lw *lower) copies(s *syn) (row *term, of *types.Named, words [][]int64) {
	row = lw.value(s.args[0], nil)
	if !ok(row) {
		return row, nil, nil
	}
	if row.typ.Kind == types.Name {
		for _, n := range allNamed(lw.ck.world) {
			if n.Form == types.Copies && n.Of == row.typ.Named {
				of = n
				break
			}
		}
	}
	if of == nil {
		return lw.mistake(s, "type", "", "%s has no physical copies", named(row.typ)), nil, nil
	}
	words = make([][]int64, len(of.Of.Members)+1)
	for i, face := range of.Faces {
		words[face] = append(words[face], int64(i+1))
	}
	return row, of, words
}

// copyOf compiles row.copy(n), and row.copy(player, n) where each player has a set
// of the copies.
func (lw *lower) copyOf(s *syn, _ *types.Type) *term {
	row, of, words := lw.copies(s)
	if !ok(row) {
		return row
	}
	if perPlayer := of.Owners != nil; perPlayer != (len(s.args) == 3) {
		if perPlayer {
			return lw.mistake(s, "type", "write row.copy(player, n)", "each player has a set of these: say whose copy")
		}
		return lw.mistake(s, "type", "write row.copy(n)", "these copies belong to no player")
	}
	n := lw.integer(s.args[len(s.args)-1], "`copy` needs a number")
	owner := &term{num: func(*Ctx) int64 { return 1 }}
	over := []*term{row, n}
	if of.Owners != nil {
		if owner = lw.value(s.args[1], &types.Type{Kind: types.Name, Named: lw.ck.world.Seats}); !ok(owner) {
			return owner
		}
		owner = lw.needed(owner, &types.Type{Kind: types.Name, Named: lw.ck.world.Seats})
		over = append(over, owner)
	}
	if !ok(row, n) || owner == nil {
		return &term{syn: s}
	}
	t := (&term{syn: s, typ: nameType(of)}).over(over...)
	t.fails = true
	sets := 1
	if of.Owners != nil {
		sets = len(lw.ck.world.Seats.Members)
	}
	face, number, whose, at := lw.present(s, row), n.num, owner.num, lw.site(s)
	t.num = func(c *Ctx) int64 {
		w := face(c)
		each := int64(len(words[w]) / sets)
		k := number(c)
		if k < 1 || k > each {
			c.fail(at, "", "there is no copy %d of %s: it has %d", k, of.Of.Members[w-1], each)
		}
		return words[w][(whose(c)-1)*each+k-1]
	}
	return t
}

// pieces compiles row.pieces().
func (lw *lower) pieces(s *syn, _ *types.Type) *term {
	row, of, words := lw.copies(s)
	if !ok(row) {
		return &term{syn: s}
	}
	most := 0
	for _, copies := range words {
		most = max(most, len(copies))
	}
	t := (&term{syn: s, typ: &types.Type{Kind: types.List, Elem: nameType(of), Max: int64(most)}}).over(row)
	t.fails = row.fails || row.typ.Optional
	face := lw.present(s, row)
	t.list = func(c *Ctx) []int64 { return slices.Clip(words[face(c)]) }
	if of.Owners != nil { // of those who are seated
		sets := int64(len(lw.ck.world.Seats.Members))
		t.list = func(c *Ctx) []int64 {
			all := words[face(c)]
			n := int64(len(all)) / sets * c.Mem[types.MemSeats]
			return all[:n:n]
		}
	}
	return t
}

// times compiles x.times(n), an entry of a bag.
func (lw *lower) times(s *syn, _ *types.Type) *term {
	x, n := lw.value(s.args[0], nil), lw.integer(s.args[1], "`times` needs a number")
	if !ok(x, n) {
		return &term{syn: s}
	}
	entry := lw.entryType(x.typ)
	if entry == nil {
		return lw.mistake(s, "type", "", "no rule here asks for a bag of %s", x.typ)
	}
	t := (&term{syn: s, typ: &types.Type{Kind: types.Record, Named: entry}, role: mixed}).over(x, n)
	t.heavy = true
	number := n.num
	if x.typ.Kind == types.Record {
		item := x.list
		t.list = func(c *Ctx) []int64 {
			words := item(c)
			out := c.alloc(len(words) + 1)
			out[copy(out, words)] = number(c)
			return out
		}
		return t
	}
	item := lw.present(s, x)
	t.list = func(c *Ctx) []int64 {
		out := c.alloc(2)
		out[0], out[1] = item(c), number(c)
		return out
	}
	return t
}

// entryType is the type of the entries of bags that hold things of a type, or nil.
func (lw *lower) entryType(t *types.Type) *types.Named {
	if t.Kind != types.Name && t.Kind != types.Record {
		return nil
	}
	for _, n := range lw.ck.world.Named {
		if n.Bag && n.Of == t.Named {
			return n
		}
	}
	return nil
}
