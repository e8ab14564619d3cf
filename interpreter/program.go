package interpreter

import (
	"sort"

	"ruleck/dsl/diag"
	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
)

// Program is a checked rulebook, ready to be played. It never changes and may be
// used by many games at once.
type Program struct {
	rulebook string
	digest   uint64 // of the rule texts: a saved game fits only the program it came from

	world   *types.World
	checker *cond.Checker

	clauses  []ClauseInfo
	clauseAt map[string]int

	codes   []*code // everything that can run, by id; codes[0] is unused
	codeOf  map[string]*code
	setup   *code // nil if there is none
	main    *callSite
	ends    *watch // nil if play ends only with the main procedure
	score   *cond.Value
	watches []*watch
	opens   []*open
	rulings []*ruling

	files    map[*diag.Source]string // the declared names of the files
	rules    []Rule
	ruleAt   map[string]int
	seenBy   []*cond.Expr // by field id; nil where everybody may see it
	initial  []int64      // memory before the setup: defaults in place
	dearest  int64        // how many steps its most costly expression may take
	dues     int          // address of the texts that are put off
	stack    int          // address of the first word of the stack
	pileAt   map[int]pileRef
	running  []cond.Var // every procedure by its name, for expressions
	describ  Description
	opened   map[*cond.Value]*opening // what each value is made of, for explanations
	variants []VariantHead
	index    func() *index // every element, for Explain; made when it is first asked
	invs     []*invariant
}

// Rule is something that cites clauses and decides something.
type Rule struct {
	Name    string   `json:"name"` // dotted
	Kind    string   `json:"kind"` // procedure, step, event, action, slot, limit, parameter, guard, value, whenever, change, setup, end
	Clauses []string `json:"clauses"`
	Span    diag.Span
}

// ClauseInfo is one declared clause.
type ClauseInfo struct {
	ID, Kind, Words string
	Span            diag.Span
}

// pileRef names the pile at an address: a field of a member.
type pileRef struct {
	field *types.Field
	owner int64
}

// ruling is an open question: the readings are the members of an enum, the one in
// force is a word of the game.
type ruling struct {
	named    *types.Named
	field    *types.Field
	fallback int64
	rule     int
}

// invariant is a condition that holds whenever play waits or has ended.
type invariant struct {
	name string
	cond *cond.Expr
	span diag.Span
}

// stackWords bounds how deep and wide running rules may nest.
const stackWords = 1 << 14

// Rulebook is the first part of the declared names of its files.
func (p *Program) Rulebook() string { return p.rulebook }

// HasClause reports whether a clause is declared.
func (p *Program) HasClause(id string) bool { _, ok := p.clauseAt[id]; return ok || id == house }

// Clauses are the declared clauses in order.
func (p *Program) Clauses() []ClauseInfo { return p.clauses }

// Rules are all rules, by name.
func (p *Program) Rules() []Rule {
	out := append([]Rule(nil), p.rules...)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// house is the clause that every rulebook has: a rule of the table's own.
const house = "house"
