package interpreter

import (
	"fmt"
	"strings"

	"ruleck/interpreter/internal/cond"
	"ruleck/interpreter/types"
	"ruleck/interpreter/value"
)

// record is one thing that happened, with who may know each part of it. What a
// viewer gets of it is made only by Held.Show.
type record struct {
	name    string
	args    []heldArg
	clauses []string
	player  int64 // whose doing it is; 0 for the rules' own

	// A private one happened only for some: to all others not even that it did is told.
	private bool
	to      value.Audience
}

type heldArg struct {
	name string
	held value.Held
}

const everyoneMask = uint64(value.Everyone)

// tell is an argument that everybody may know.
func tell(plain any) value.Held {
	if n, ok := plain.(int); ok {
		plain = int64(n)
	}
	return value.Hold(plain, value.Everyone)
}

func audienceOf(player int64) uint64 { return 1 << (player - 1) }

// record notes that something happened.
func (g *Game) record(name string, clauses []string, args ...heldArg) {
	if !g.quiet {
		g.log = append(g.log, record{name: name, args: args, clauses: clauses})
	}
}

// recordCall notes that an event or action happens.
func (g *Game) recordCall(c *code) {
	if g.quiet {
		return
	}
	var args []heldArg
	by := g.mem.Words[g.base+types.FrameBy]
	for _, p := range c.params {
		args = append(args, heldArg{p.name, g.holdParam(by, 0, p, g.local(g.base, p.at, p.typ))})
	}
	g.record(c.name, g.prog.rules[c.rule].Clauses, args...)
}

// holdParam keeps the value of a parameter: a secret choice for who made it, any other
// value as holdFor does.
func (g *Game) holdParam(chooser, player int64, p *param, words []int64) value.Held {
	if !p.secret() {
		return g.holdFor(player, p.typ, words)
	}
	know := value.Nobody
	if chooser != 0 {
		know = value.Audience(audienceOf(chooser))
	}
	return value.Hold(g.plain(p.typ, words), know)
}

// recordChange lets a field change and notes it: what it was for those who could read
// it before, what it is for those who can now. Of a secret that changes, nobody else
// learns that it did, nor which.
func (g *Game) recordChange(p *cond.PlaceExpr, at int, change func()) {
	if g.quiet {
		change()
		return
	}
	owner := p.Owner(&g.ctx)
	before := g.read(at, p.Type)
	could := value.Audience(g.audience(p.Field, owner))
	was := value.Hold(g.plain(p.Type, before), could)
	change()
	now := g.read(at, p.Type)
	if equalWords(before, now) {
		return
	}
	can := value.Audience(g.audience(p.Field, owner))
	is := value.Hold(g.plain(p.Type, now), can)
	g.record("set", nil, heldArg{"what", tell(g.placeName(p, owner, at))}, heldArg{"from", was}, heldArg{"to", is})
	if p.Field.Secret {
		last := &g.log[len(g.log)-1]
		last.private, last.to = true, could|can
	}
}

// placeName is the dotted name of a field, or of one entry of a `per` field.
func (g *Game) placeName(p *cond.PlaceExpr, owner int64, at int) string {
	f := p.Field
	name := g.fieldName(f, owner)
	if f.Type.Kind != types.Per {
		return name
	}
	first := f.Base + int(max(owner-1, 0))*f.Stride
	if f.Owner.Form == types.Occurrence {
		first += g.running(f.Owner)
	}
	i := (at - first) / f.Type.Elem.Words()
	return name + "." + g.memberName(f.Type.Key, int64(i+1))
}

// recordMove notes that pieces go from where they are to a pile.
func (g *Game) recordMove(kind *types.Named, pieces []int64, from []int, pile int, bottom bool) {
	if g.quiet {
		return
	}
	to := g.pileAudience(pile)
	for i := 0; i < len(pieces); {
		k := i
		for k < len(pieces) && from[k] == from[i] {
			k++
		}
		know := to | g.pileAudience(from[i])
		args := []heldArg{{"pieces", g.holdPieces(kind, pieces[i:k], know)}, {"from", tell(g.pileName(from[i]))}, {"to", tell(g.pileName(pile))}}
		if bottom {
			args = append(args, heldArg{"on", tell("bottom")})
		}
		g.record("moved", nil, args...)
		i = k
	}
}

// recordAnswer notes what a player answered. Pieces are told to those who may know
// them where they lie, and to the player; a secret choice to the player.
func (g *Game) recordAnswer(q *question, a *answer) {
	if g.quiet {
		return
	}
	args := []heldArg{{"player", tell(g.playerName(q.player))}}
	step, clauses := q.step, g.prog.rules[q.rule].Clauses
	switch {
	case a.pass:
		args = append(args, heldArg{"passes", tell(true)})
	case q.kind == "window":
		args = append(args, heldArg{"takes", tell(q.offers[a.offer].code.name)})
		q = q.offers[a.offer]
	case q.kind == "may":
		args = append(args, heldArg{"accepts", tell(a.yes)})
	}
	if !a.pass {
		for i, p := range q.fields {
			args = append(args, heldArg{p.name, g.holdParam(q.player, q.player, p, a.vals[i])})
		}
	}
	if !g.quiet {
		g.log = append(g.log, record{name: "answered", args: append([]heldArg{{"step", tell(step)}}, args...), clauses: clauses, player: q.player})
	}
}

// hold keeps a value for those who may know it: pieces for those who may see them
// where they lie, anything else for everybody.
func (g *Game) hold(t *types.Type, words []int64) value.Held { return g.holdFor(0, t, words) }

func (g *Game) holdFor(player int64, t *types.Type, words []int64) value.Held {
	know := g.mayKnow(t, words)
	if player != 0 {
		know |= audienceOf(player)
	}
	if t.Listy() {
		return g.holdList(t, words, know)
	}
	return value.Hold(g.plain(t, words), value.Audience(know))
}

// mayKnow is who may know a value: pieces, who may see them where they lie.
func (g *Game) mayKnow(t *types.Type, words []int64) uint64 {
	kind := t.Named
	if t.Listy() {
		kind = t.Elem.Named
	}
	know := everyoneMask
	if kind != nil && kind.Pieces {
		for _, w := range words {
			if w != 0 {
				know &= g.pileAudience(int(g.mem.Words[kind.Where+int(w)-1]))
			}
		}
	}
	return know
}

func (g *Game) holdPieces(kind *types.Named, pieces []int64, know uint64) value.Held {
	plain := make([]any, len(pieces))
	for i, w := range pieces {
		plain[i] = g.memberName(kind, w)
	}
	return value.HoldMany(plain, value.Audience(know))
}

// holdList keeps a list for an audience; others may know how long it is.
func (g *Game) holdList(t *types.Type, words []int64, know uint64) value.Held {
	return value.HoldMany(g.plain(t, words).([]any), value.Audience(know))
}

// audience is who may read a field of a member.
func (g *Game) audience(f *types.Field, owner int64) uint64 {
	if !f.Secret {
		return everyoneMask
	}
	guard := g.ctx.Guard
	g.ctx.Guard = nil
	defer func() { g.ctx.Guard = guard }()
	e := g.prog.seenBy[f.ID]
	n := len(g.ctx.Vars)
	fp := g.ctx.FP
	g.ctx.Vars, g.ctx.FP = append(g.ctx.Vars, owner), n
	defer func() { g.ctx.Vars, g.ctx.FP = g.ctx.Vars[:n], fp }()
	mask := uint64(0)
	for _, w := range e.Words(&g.ctx) {
		if w != 0 { // none is nobody
			mask |= audienceOf(w)
		}
	}
	return mask
}

// pileAudience is who may see the pieces of the pile at an address; everybody sees
// what is in the box.
func (g *Game) pileAudience(pile int) uint64 {
	ref, ok := g.prog.pileAt[pile]
	if !ok {
		return everyoneMask
	}
	return g.audience(ref.field, ref.owner)
}

func (g *Game) pileName(pile int) string {
	ref, ok := g.prog.pileAt[pile]
	if !ok {
		return "the box"
	}
	return g.fieldName(ref.field, ref.owner)
}

// fieldName is the dotted name of a field of a member: P2.hand, game.first_seat.
func (g *Game) fieldName(f *types.Field, owner int64) string {
	switch f.Owner.Form {
	case types.Game, types.Occurrence:
		return f.Owner.Name + "." + f.Name
	}
	if owner == 0 {
		return f.Owner.Name + "." + f.Name
	}
	return g.memberName(f.Owner, owner) + "." + f.Name
}

// Events are what happened from a position on, as one viewer saw it. What a viewer
// learned nothing of is left out, so their number tells nothing either.
func (g *Game) Events(from int, v value.Viewer) []Event {
	out := []Event{}
	from = min(max(from, 0), len(g.log))
	for i, r := range g.log[from:] {
		if r.private && !r.to.Has(v) {
			continue
		}
		e := Event{Name: r.name, Args: map[string]value.Shown{}, Clauses: append([]string{}, r.clauses...), Index: from + i}
		var text []string
		for _, a := range r.args {
			if s, ok := a.held.Show(v); ok {
				e.Args[a.name] = s
				text = append(text, a.name+" "+spell(s.Any()))
			}
		}
		e.Text = sentence(r, e.Args, text)
		out = append(out, e)
	}
	return out
}

// EventCount is how many things happened so far.
func (g *Game) EventCount() int { return len(g.log) }

// sentence is an event in one line for people.
func sentence(r record, args map[string]value.Shown, rest []string) string {
	get := func(name string) string {
		s, ok := args[name]
		if !ok {
			return "(hidden)"
		}
		return spell(s.Any())
	}
	switch r.name {
	case "set":
		return fmt.Sprintf("%s: %s -> %s", get("what"), get("from"), get("to"))
	case "moved":
		where := ""
		if _, ok := args["on"]; ok {
			where = ", at the bottom"
		}
		return fmt.Sprintf("%s: %s -> %s%s", get("pieces"), get("from"), get("to"), where)
	case "shuffled":
		return get("pile") + " is shuffled"
	case "short":
		return fmt.Sprintf("%s runs out: %s too few", get("pile"), get("missing"))
	case "looked":
		return fmt.Sprintf("%s looks at %s", get("player"), get("at"))
	case "clashed":
		return "the answers of " + get("players") + " clash and are asked anew"
	case "replaced":
		return fmt.Sprintf("%s is replaced (%s)", get("what"), get("by"))
	case "cannot":
		return fmt.Sprintf("%s cannot happen: %s (%s)", get("what"), get("why"), get("limit"))
	case "answered":
		return answered(r, args, get)
	}
	return r.name + " (" + strings.Join(rest, ", ") + ")"
}

func answered(r record, args map[string]value.Shown, get func(string) string) string {
	text := get("player")
	switch {
	case args["passes"].Any() == true:
		return text + " passes"
	case args["takes"].Any() != nil:
		text += " takes " + get("takes")
	case args["accepts"].Any() == true:
		text += " accepts"
	case args["accepts"].Any() == false:
		text += " declines"
	default:
		text += " answers"
	}
	var parts []string
	for _, a := range r.args {
		switch a.name {
		case "step", "player", "passes", "takes", "accepts":
		default:
			parts = append(parts, a.name+" "+get(a.name))
		}
	}
	if parts == nil {
		return text
	}
	return text + ": " + strings.Join(parts, ", ")
}
