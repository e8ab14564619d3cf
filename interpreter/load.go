package interpreter

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// Load parses and compiles the rule files of one stack: a base and its variants, in
// any order. The program is nil if there are errors; warnings may come with it.
func Load(sources []*diag.Source) (p *Program, diags diag.List) {
	defer func() { // a fault of ruleck itself must not take its caller down
		if r := recover(); r != nil {
			p, diags = nil, diag.List{{Code: CodeInternal, Message: fmt.Sprintf("ruleck itself failed: %v", r)}}
		}
	}()
	l := &loader{
		prog:  &Program{clauseAt: map[string]int{}, codeOf: map[string]*code{}, ruleAt: map[string]int{}, pileAt: map[int]pileRef{}, codes: []*code{nil}, opened: map[*cond.Value]*opening{}, files: map[*diag.Source]string{}},
		world: &types.World{},
		spans: map[string]diag.Span{}, types: map[string]*types.Named{}, bodies: map[*code]body{}, values: map[string]*valueDef{},
		changes: map[string][]*change{}, usedNames: map[string]bool{}, nothing: map[*types.Slot]bool{}, misspelt: map[string]string{}, copyCount: map[*dsl.Ident]int{}, over: map[owner][]owner{}, slotRows: map[*cond.Value][]*cond.Expr{},
	}
	l.prog.world = l.world
	for _, src := range sources {
		f, diags := dsl.Parse(src)
		l.diags = append(l.diags, diags...)
		l.files = append(l.files, f)
	}
	slices.SortStableFunc(l.files, byName)
	digest := fnv.New64a()
	for _, f := range l.files {
		digest.Write([]byte(sourceText(f)))
	}
	l.prog.digest = digest.Sum64()
	for _, s := range stages {
		s.run(l)
		if s.gate && l.blocked() {
			break
		}
	}
	if l.diags.HasErrors() {
		return nil, l.diags.Sorted()
	}
	return l.prog, l.diags.Sorted()
}

// blocked reports whether something is wrong that the stages behind a gate would
// only repeat. A wrong citation is not.
func (l *loader) blocked() bool {
	return slices.ContainsFunc(l.diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error && d.Code != CodeClause })
}

// byName orders files, variants last: a program is the same in whatever order its
// files are given.
func byName(a, b *dsl.File) int {
	key := func(f *dsl.File) (kind, name string) {
		if f == nil || f.Head == nil {
			return "", ""
		}
		return f.Head.Kind, f.Head.Name.String()
	}
	kindA, nameA := key(a)
	kindB, nameB := key(b)
	return cmp.Or(strings.Compare(kindA, kindB), strings.Compare(nameA, nameB))
}

// stages are the passes over the tree, in order. A gate stops there if anything is
// wrong so far: what follows would only repeat it.
var stages = []struct {
	name string
	gate bool
	run  func(*loader)
}{
	{"heads: which file is what", false, (*loader).heads},
	{"intended: the clauses that variants mean to change", false, (*loader).intended},
	{"order: which file is over which", false, (*loader).orderFiles},
	{"clauses: what may be cited", false, (*loader).clauses},
	{"citations: every one of them", false, (*loader).cites},
	{"types: names of types and their members", true, (*loader).declareTypes},
	{"fields: what they hold", false, (*loader).declareFields},
	{"calls: heads of procedures, events, actions, slots, values", true, (*loader).declareCalls},
	{"layout: where state lies", true, (*loader).layout},
	{"columns: what is printed", false, (*loader).columns},
	{"changes: which hooks they sit on", false, (*loader).collectChanges},
	{"corrections: changes of what is printed", false, (*loader).printedChanges},
	{"readings: rulings that a file chooses", false, (*loader).chosenReadings},
	{"firsts: what state holds at first, and who sees it", false, (*loader).firsts},
	{"values: expressions and the layers on them", false, (*loader).compileValues},
	{"bodies: limits and statements", false, (*loader).compileBodies},
	{"book: setup, main procedure, end, invariants", false, (*loader).compileBook},
	{"order: texts of changes at one place", false, (*loader).textsMeet},
	{"hooks: changes that found nothing to change", false, (*loader).unusedChanges},
	{"sight: who sees what, told without going round", false, (*loader).seenCycles},
	{"quiet: where nobody can be asked", false, (*loader).quietCalls},
	{"links: what each statement can set off", true, (*loader).link},
	{"costs: expressions that may take too long", true, (*loader).costs},
	{"reach: what steps ran that are taken away", false, (*loader).unreached},
	{"findings: uncited and unused", true, (*loader).findings},
	{"description: what `describe` lists", false, (*loader).describe},
	{"elements: what `explain` knows of each, when it is asked", false, func(l *loader) { l.prog.index = sync.OnceValue(l.indexed) }},
}

// loader carries what the stages share.
type loader struct {
	prog  *Program
	world *types.World
	files []*dsl.File
	diags diag.List

	spans       map[string]diag.Span // where a name was declared, by "kind name"
	types       map[string]*types.Named
	bodies      map[*code]body
	values      map[string]*valueDef
	order       []*valueDef
	fieldDefs   []fieldDef
	rowDefs     []rowDef
	cards       []*dsl.CardDecl
	changes     map[string][]*change // by hook: "value x", "step p.s", "call e", "limit l", "param e.p"
	list        []*change
	meetings    []*meeting
	effects     []*effect
	effectDecls []*dsl.EffectDecl
	effectHeads []*dsl.Head          // of the files they stand in
	usedNames   map[string]bool      // procedures, events, values that something refers to
	nothing     map[*types.Slot]bool // slots that a row may leave at nothing

	uses      []use                        // what each expression and statement reads, writes and calls
	costly    []costly                     // every expression and how long it may take
	slotRows  map[*cond.Value][]*cond.Expr // what rows give for a slot
	quiet     []quiet                      // calls from where nobody can be asked
	prices    []string                     // what saying yes costs, STEP.cost: changes may alter it
	windows   []string                     // the steps in which a player takes one of several actions
	over      map[owner][]owner            // those it is declared to be over
	copyCount map[*dsl.Ident]int           // by row: how many copies of it there are
	removed   []*removedRow                // rows that a change took out of their tables
	misspelt  map[string]string            // names that rows use as columns and that are none: what was meant
}

// body is what a code is compiled from.
type body struct {
	limits []*dsl.Limit
	stmts  []*dsl.Stmt
	has    []*dsl.Field
	params []*dsl.Param
	names  []*dsl.Ident // a slot's own names for its parameters
	this   *cond.Var
	watch  *watch
	when   *dsl.WheneverDecl
}

func (l *loader) errorf(code diag.Code, at spanned, format string, args ...any) *diag.Diagnostic {
	return l.diags.Errorf(code, at.Span(), format, args...)
}

// once reports a second declaration of a name, and remembers the first.
func (l *loader) once(kind, name string, at spanned) bool {
	key := kind + " " + name
	if first, ok := l.spans[key]; ok {
		l.errorf(CodeTwice, at, "%s %s is declared twice", kind, name).Note(first, "first declared here")
		return false
	}
	l.spans[key] = at.Span()
	return true
}

// clauses collects what may be cited.
func (l *loader) clauses() {
	kinds := []string{"none", "refused", "never", "either", "beside"}
	each(l, func(d *dsl.ClausesDecl) {
		for _, c := range d.Clauses {
			if !contains(kinds, c.Kind.Text) {
				l.errorf(CodeShape, c.Kind, "a clause cannot be of kind %s", c.Kind.Text).Hint = orList(diag.DidYouMean(c.Kind.Text, kinds), kinds)
			}
			if l.once("clause", c.ID.ID, c.ID) {
				l.prog.clauseAt[c.ID.ID] = len(l.prog.clauses)
				l.prog.clauses = append(l.prog.clauses, ClauseInfo{c.ID.ID, c.Kind.Text, string(c.Words.Text), c.ID.Span()})
			}
		}
	})
}

func orList(hint string, known []string) string {
	if hint != "" {
		return hint
	}
	return "known: " + strings.Join(known, ", ")
}

// each visits the declarations of one kind in all files.
func each[D dsl.Decl](l *loader, f func(D)) {
	eachIn(l, func(_ *dsl.Head, d D) { f(d) })
}

// eachIn is each with the head of the file that the declaration stands in.
func eachIn[D dsl.Decl](l *loader, f func(*dsl.Head, D)) {
	for _, file := range l.files {
		if file == nil {
			continue
		}
		for _, d := range file.Decls {
			if d, ok := d.(D); ok {
				f(file.Head, d)
			}
		}
	}
}

// rule registers something that cites.
func (l *loader) rule(name, kind string, span diag.Span, cites ...*dsl.Cite) int {
	r := Rule{Name: name, Kind: kind, Span: span, Clauses: []string{}}
	for _, c := range cites {
		if c == nil {
			continue
		}
		for _, cl := range c.Clauses {
			if !contains(r.Clauses, cl.ID) {
				r.Clauses = append(r.Clauses, cl.ID)
			}
		}
	}
	l.prog.ruleAt[kind+" "+name] = len(l.prog.rules)
	l.prog.rules = append(l.prog.rules, r)
	return len(l.prog.rules) - 1
}

func (l *loader) checkClause(c *dsl.Clause) {
	if c.ID == house {
		return
	}
	var ids []string
	prefix, star := strings.CutSuffix(c.ID, "*")
	for _, known := range l.prog.clauses {
		if known.ID == c.ID || star && strings.HasPrefix(known.ID, prefix) {
			return
		}
		ids = append(ids, known.ID)
	}
	d := l.errorf(CodeClause, c, "no clause %s is declared", c.ID)
	if d.Hint = diag.DidYouMean(c.ID, ids); d.Hint == "" {
		d.Hint = "declare it in a `clauses` block, or cite `house` for a rule of your own table"
	}
}

// expr compiles an expression; what is wrong with it is reported at its own place
// in the file. A broken one gives a stand-in, so that loading can go on.
func (l *loader) expr(s *cond.Scope, e *dsl.Expr, want *types.Type) *cond.Expr {
	if e == nil {
		return nil
	}
	out, issues := l.prog.checker.Compile(nearest(s), e.Text, want, e)
	l.issues(e, issues)
	if out == nil {
		return brokenExpr(want)
	}
	l.noteReads(e, out)
	l.costly = append(l.costly, costly{e, &out.Cost})
	return out
}

func brokenExpr(want *types.Type) *cond.Expr {
	return &cond.Expr{Type: want, Scalar: func(*cond.Ctx) int64 { return 0 }}
}

func broken(e *cond.Expr) bool { return e.Text == "" }

func (l *loader) issues(at spanned, issues []cond.Issue) {
	for _, is := range issues {
		span := at.Span()
		span.Start = min(span.Start+is.Offset, span.End)
		span.End = span.Start + wordLength(span)
		d := l.diags.Errorf(issueCode[is.Kind], span, "%s", is.Message)
		if d.Hint = is.Hint; is.Kind == "name" {
			l.orphan(d)
		}
	}
}

// wordLength is how much of the text at a span to underline: the word there.
func wordLength(s diag.Span) int {
	if s.Source == nil || s.Start >= len(s.Source.Text) {
		return 0
	}
	n := 0
	for _, c := range s.Source.Text[s.Start:] {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= '0' && c <= '9'
		if !letter {
			break
		}
		n++
	}
	return max(n, 1)
}

// place compiles a path that is written to.
func (l *loader) place(s *cond.Scope, p *dsl.Path) *cond.PlaceExpr {
	out, issues := l.prog.checker.CompilePlace(nearest(s), p.Span().Text(), p)
	l.issues(p, issues)
	if out != nil {
		l.noteWrites(p, out.Field)
		l.costly = append(l.costly, costly{p, &out.Cost})
	}
	return out
}

// nearest is a scope in which a local name hides running procedures whose dotted
// name begins with it: with a parameter `field`, field.plough is its field, also
// inside an action called field.plough.
func nearest(s *cond.Scope) *cond.Scope {
	local := map[string]bool{}
	for _, v := range s.Vars {
		if v.Place != cond.Running {
			local[v.Name] = true
		}
	}
	out := *s
	out.Vars = nil
	for _, v := range s.Vars {
		head, _, _ := strings.Cut(v.Name, ".")
		if v.Place != cond.Running || !local[head] {
			out.Vars = append(out.Vars, v)
		}
	}
	return &out
}
