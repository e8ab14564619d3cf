package conformance

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ruleck/dsl/diag"
)

// Coverage says for each clause that counts what rules cite it and what the suite
// shows of it. It marshals to the shape of `ruleck coverage --format json`.
type Coverage struct {
	OK          bool      `json:"ok"`
	Clauses     []Covered `json:"clauses"`
	Unwritten   []string  `json:"unwritten"`   // rows of tables whose texts the rulebook does not have yet
	Diagnostics diag.List `json:"diagnostics"` // scenarios that do not pass, breakages that show nothing
}

// Covered is one clause. Allowed and Refused are titles of scenarios, Never those
// of breakages that were noticed.
type Covered struct {
	ID       string   `json:"id"`
	Kind     string   `json:"kind"`
	Rules    []string `json:"rules"`
	Allowed  []string `json:"allowed"`
	Refused  []string `json:"refused"`
	Never    []string `json:"never"`
	Complete bool     `json:"complete"`
}

// beside is the kind of clauses that rules cite and nobody counts.
const beside = "beside"

// Coverage plays all scenarios and tries all breakages.
func (s *Suite) Coverage() *Coverage {
	c := &Coverage{Clauses: []Covered{}, Unwritten: s.unwritten(), Diagnostics: slices.Clone(s.Diagnostics)}
	outcomes := s.play(s.Scenarios)
	var passing []*Scenario
	for i, o := range outcomes {
		if o.Status == Passed {
			passing = append(passing, s.Scenarios[i])
			continue
		}
		if s.isMeant(o.scenario) {
			continue // a variant means it so
		}
		c.Diagnostics.Errorf(CodeNotShown, o.scenario.decl.Title.Span(), "this scenario does not pass, so it shows nothing").
			Hintf("`ruleck test` says why")
	}
	killers, problems := make([][]string, len(s.Breakages)), make([]diag.List, len(s.Breakages))
	inParallel(len(s.Breakages), func(i int) { killers[i] = s.try(s.Breakages[i], passing, &problems[i]) })
	killed := map[string][]string{}
	for i, b := range s.Breakages {
		c.Diagnostics = append(c.Diagnostics, problems[i]...)
		if killers[i] != nil {
			killed[b.Clause] = append(killed[b.Clause], b.Title)
		}
	}
	cites := s.cites()
	for _, info := range s.program.Clauses() {
		if info.Kind == beside {
			continue
		}
		covered := Covered{ID: info.ID, Kind: info.Kind, Rules: []string{}, Allowed: []string{}, Refused: []string{}, Never: killed[info.ID]}
		if covered.Never == nil {
			covered.Never = []string{}
		}
		covered.gather(cites, outcomes)
		c.Clauses = append(c.Clauses, covered)
	}
	c.OK = !c.Diagnostics.HasErrors() && !slices.ContainsFunc(c.Clauses, func(x Covered) bool { return !x.Complete })
	return c
}

// unwritten lists the rows that are marked so, as Table.row.
func (s *Suite) unwritten() []string {
	list := []string{}
	for _, table := range s.program.Describe().Tables {
		rows, _ := table.Detail["rows"].([]any)
		for _, row := range rows {
			if row, _ := row.(map[string]any); row["unwritten"] == true {
				list = append(list, fmt.Sprintf("%s.%s", table.Name, row["name"]))
			}
		}
	}
	return list
}

// cited is what one rule cites, as written.
type cited struct {
	rule    string
	clauses []string
}

// cites lists the rules of the program, by name; rules that share a name are one.
func (s *Suite) cites() []cited {
	var out []cited
	for _, r := range s.program.Rules() {
		if n := len(out); n > 0 && out[n-1].rule == r.Name {
			out[n-1].clauses = append(out[n-1].clauses, r.Clauses...)
			continue
		}
		out = append(out, cited{r.Name, slices.Clone(r.Clauses)})
	}
	return out
}

// gather finds what shows a clause.
func (c *Covered) gather(cites []cited, outcomes []Outcome) {
	exact := map[string]bool{} // rules that cite the clause itself, not a prefix of it
	for _, r := range cites {
		if citedIn(r.clauses, c.ID) {
			c.Rules = append(c.Rules, r.rule)
		}
		exact[r.rule] = slices.Contains(r.clauses, c.ID)
	}
	for _, o := range outcomes {
		if o.Status != Passed {
			continue
		}
		if slices.Contains(o.Clauses, c.ID) && slices.ContainsFunc(c.Rules, func(rule string) bool { return slices.Contains(o.touched, rule) }) {
			c.Allowed = append(c.Allowed, o.Name)
		}
		if slices.ContainsFunc(o.refusals, func(r refusal) bool { return exact[r.name] && slices.Contains(r.clauses, c.ID) }) {
			c.Refused = append(c.Refused, o.Name)
		}
	}
	c.Complete = c.complete()
}

// complete is what the kind of a clause asks for.
func (c *Covered) complete() bool {
	allowed, refused, never := len(c.Allowed) > 0, len(c.Refused) > 0, len(c.Never) > 0
	switch c.Kind {
	case "refused":
		return allowed && refused
	case "never":
		return allowed && never
	case "either":
		return allowed && (refused || never)
	}
	return true
}

// missing says what a clause still lacks.
func (c *Covered) missing() string {
	var lacks []string
	if len(c.Allowed) == 0 {
		lacks = append(lacks, "a scenario that allows it")
	}
	switch {
	case c.Kind == "refused" && len(c.Refused) == 0:
		lacks = append(lacks, "a refusal by it")
	case c.Kind == "never" && len(c.Never) == 0:
		lacks = append(lacks, "a breakage that is noticed")
	case c.Kind == "either" && len(c.Refused)+len(c.Never) == 0:
		lacks = append(lacks, "a refusal by it or a breakage that is noticed")
	}
	if len(c.Rules) == 0 {
		lacks = append(lacks, "any rule that cites it")
	}
	return strings.Join(lacks, ", ")
}

// WriteText writes the coverage for people: one line for each clause, what is
// missing below it, the rows that are not written, by table, and the sum.
func (c *Coverage) WriteText(w io.Writer, paint diag.Paint) error {
	if err := diag.WriteText(w, c.Diagnostics.Sorted(), paint); err != nil {
		return err
	}
	done := 0
	var b strings.Builder
	for _, x := range c.Clauses {
		mark := "      "
		if x.Complete {
			done++
			mark = "  ok  "
		}
		fmt.Fprintf(&b, "%s%-32s %-8s rules %d, allowed %d, refused %d, never %d\n",
			mark, x.ID, x.Kind, len(x.Rules), len(x.Allowed), len(x.Refused), len(x.Never))
		if !x.Complete {
			fmt.Fprintf(&b, "        lacks %s\n", x.missing())
		}
	}
	c.writeUnwritten(&b)
	fmt.Fprintf(&b, "%d of %d clauses complete\n", done, len(c.Clauses))
	_, err := io.WriteString(w, b.String())
	return err
}

// writeUnwritten writes the unwritten rows, those of a table together.
func (c *Coverage) writeUnwritten(b *strings.Builder) {
	const width = 96
	if len(c.Unwritten) > 0 {
		b.WriteString("unwritten\n")
	}
	for i := 0; i < len(c.Unwritten); {
		table, _, _ := strings.Cut(c.Unwritten[i], ".")
		line := "  " + table + ":"
		for ; i < len(c.Unwritten) && strings.HasPrefix(c.Unwritten[i], table+"."); i++ {
			word := " " + strings.TrimPrefix(c.Unwritten[i], table+".") + ","
			if len(line)+len(word) > width {
				fmt.Fprintf(b, "%s\n", line)
				line = "   "
			}
			line += word
		}
		fmt.Fprintf(b, "%s\n", strings.TrimSuffix(line, ","))
	}
}
