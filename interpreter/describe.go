package interpreter

import (
	"strings"

	"ruleck/dsl"
	"ruleck/dsl/diag"
	"ruleck/interpreter/types"
)

// Description lists everything that is declared, kind by kind, in declared order.
type Description struct {
	Rulebook, Main                                                             string
	Types, Tables, Piles, Procedures, Actions, Limits, Values, Events, Rulings []Item
}

// Item is one declared thing. Detail holds what is particular to its kind, as plain
// data: type names are written as in rule files, expressions as their text.
type Item struct {
	Name    string
	Clauses []string
	Span    diag.Span
	Detail  map[string]any
}

// Describe lists everything declared.
func (p *Program) Describe() Description { return p.describ }

// describe is the last stage: everything is declared and checked by now.
func (l *loader) describe() {
	p := l.prog
	d := Description{Rulebook: p.rulebook}
	if p.main != nil {
		d.Main = p.main.name
	}
	for _, n := range l.world.Named {
		switch {
		case n.Form == types.Occurrence || n.Bag:
		case n.Form == types.Table:
			d.Tables = append(d.Tables, l.item(n.Name, "", l.spans["type "+n.Name], l.tableDetail(n)))
		default:
			span := l.spans["type "+n.Name]
			if n.Form == types.Game {
				span = l.spans["declaration game"]
			}
			d.Types = append(d.Types, l.item(n.Name, "", span, typeDetail(n)))
		}
	}
	for _, f := range l.fieldDefs {
		if f.field.Type.Kind == types.Pile {
			d.Piles = append(d.Piles, l.item(f.field.Owner.Name+"."+f.field.Name, "", f.decl.Name.Span(), pileDetail(f)))
		}
	}
	for _, c := range p.codes[1:] {
		item := l.item(c.name, formWord[c.form], c.span, map[string]any{"parameters": l.paramDetail(c)})
		switch c.form {
		case formProcedure, formSlot:
			item.Detail["steps"] = l.stepNames(c)
			item.Detail["fields"] = fieldDetail(c.named.Fields[len(c.params):])
			d.Procedures = append(d.Procedures, item)
		case formAction:
			d.Actions = append(d.Actions, item)
		case formEvent, formWhenever:
			d.Events = append(d.Events, item)
		}
		for _, lim := range c.limits {
			d.Limits = append(d.Limits, l.item(lim.name, "limit", lim.span, map[string]any{"on": c.name, "condition": oneLine(lim.cond.Text), "reason": lim.reason}))
		}
	}
	for _, v := range l.order {
		d.Values = append(d.Values, l.item(v.fn.Name, "value", v.decl.Name.Span(), map[string]any{
			"parameters": funcParams(v.fn), "type": v.fn.Result.String(), "is": oneLine(v.decl.Expr.Text)}))
	}
	for _, r := range p.rulings {
		d.Rulings = append(d.Rulings, l.item(r.named.Name, "ruling", l.spans["ruling "+r.named.Name], map[string]any{
			"readings": plainNames(r.named.Members), "default": r.named.Members[r.fallback-1]}))
	}
	p.describ = d
}

// item makes an entry; kind finds its citations among the rules.
func (l *loader) item(name, kind string, span diag.Span, detail map[string]any) Item {
	it := Item{Name: name, Span: span, Detail: detail, Clauses: []string{}}
	if at, ok := l.prog.ruleAt[kind+" "+name]; ok {
		it.Clauses = l.prog.rules[at].Clauses
	}
	return it
}

var typeWord = map[types.Form]string{
	types.Enum: "enum", types.UnionOf: "union", types.RecordOf: "record", types.Seats: "players",
	types.Entity: "entity", types.Copies: "copies", types.Game: "game",
}

func typeDetail(n *types.Named) map[string]any {
	out := map[string]any{"kind": typeWord[n.Form]}
	switch n.Form {
	case types.UnionOf:
		var alts []any
		for _, a := range n.Alts {
			if a.Type == nil {
				alts = append(alts, a.Name)
			} else {
				alts = append(alts, map[string]any{a.Name: a.Type.String()})
			}
		}
		out["alternatives"] = alts
		return out
	case types.Seats:
		out["fewest"], out["most"] = int64(n.MinSeat), int64(len(n.Members))
	case types.Copies:
		out["of"] = n.Of.Name
	}
	if n.Form != types.Game && n.Form != types.RecordOf {
		out["members"] = plainNames(n.Members)
	}
	if n.Form != types.Enum {
		out["fields"] = fieldDetail(n.Fields)
	}
	return out
}

func (l *loader) tableDetail(n *types.Named) map[string]any {
	rows := []any{}
	for _, r := range l.rowDefs {
		if r.table != n {
			continue
		}
		row := map[string]any{"name": r.name.Text, "unwritten": r.unwritten}
		if text := n.Display[r.name.Text]; text != "" {
			row["display"] = text
		}
		rows = append(rows, row)
	}
	slots := []any{}
	for _, s := range l.world.Slots {
		if s.Table == n {
			slot := map[string]any{"name": s.Name}
			if s.Result != nil {
				slot["type"] = s.Result.String()
			}
			slots = append(slots, slot)
		}
	}
	return map[string]any{"fields": fieldDetail(n.Fields), "rows": rows, "slots": slots}
}

// fieldDetail leaves out what the engine keeps for itself.
func fieldDetail(fields []*types.Field) []any {
	out := []any{}
	for _, f := range fields {
		if !strings.HasPrefix(f.Name, hiddenPrefix) {
			out = append(out, map[string]any{"name": f.Name, "type": f.Type.String(), "printed": f.Column != nil, "secret": f.Secret})
		}
	}
	return out
}

func pileDetail(f fieldDef) map[string]any {
	out := map[string]any{"of": f.field.Type.Elem.String()}
	if f.decl.SeenBy != nil {
		out["seen_by"] = oneLine(f.decl.SeenBy.Text)
	}
	if f.decl.Refills != nil {
		out["refills_from"] = f.decl.Refills.String()
	}
	return out
}

// paramDetail tells of each parameter whether it is given or asked, and what of.
func (l *loader) paramDetail(c *code) []any {
	out := []any{}
	for _, p := range c.params {
		one := map[string]any{"name": p.name, "type": p.typ.String(), "asked": p.choice != nil}
		if p.choice != nil {
			one["kind"] = kindWord[p.choice.kind]
			one["from"] = oneLine(p.choice.from.Text)
			if p.choice.to != nil {
				one["to"] = oneLine(p.choice.to.Text)
			}
		}
		out = append(out, one)
	}
	return out
}

func (l *loader) stepNames(c *code) []any {
	out := []any{}
	for _, s := range l.bodies[c].stmts {
		if s.Step != nil {
			out = append(out, stepDetail(c, s.Step))
		}
	}
	return out
}

func stepDetail(c *code, s *dsl.Step) map[string]any {
	out := map[string]any{"name": c.name + "." + s.Name.Text, "finally": s.Finally}
	if s.When != nil {
		out["when"] = oneLine(s.When.Text)
	}
	return out
}

func funcParams(f *types.Func) []any {
	out := []any{}
	for _, p := range f.Params {
		out = append(out, map[string]any{"name": p.Name, "type": p.Type.String()})
	}
	return out
}

func plainNames(names []string) []any {
	out := make([]any, len(names))
	for i, n := range names {
		out[i] = n
	}
	return out
}
