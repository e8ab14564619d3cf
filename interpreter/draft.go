package interpreter

import "ruleck/interpreter/value"

// Draft is how an answer goes on behind its first fields. Nothing is remembered between
// two of them: a draft lives with whoever asks.
type Draft struct {
	Against Refused // why no answer begins like this; then there is no Next
	Next    *Field  // the field behind those given, nil where none is missing
	More    bool    // Next has more options than were asked for
}

// DraftAnswer tells how an answer to a decision goes on: partial holds its first fields,
// in a window with its "offer". The domain of Next is what it is behind those: of a
// choice of one, up to limit values that some legal answer has; of a split, what is left.
func (g *Game) DraftAnswer(decision string, partial map[string]any, limit int) (Draft, error) {
	return g.draft(limit, func() (beginning, error) {
		q, err := g.openDecision(decision)
		if err != nil {
			return beginning{}, err
		}
		if q.kind == "window" { // which must be named, even with nothing behind it
			if _, _, err := g.offerOf(q, partial); err != nil {
				return beginning{}, err
			}
		}
		return g.begun(q, "", partial)
	})
}

// DraftAct is DraftAnswer for the arguments of an action that is open to a player.
func (g *Game) DraftAct(player, action string, partial map[string]any, limit int) (Draft, error) {
	seat, err := g.Viewer(player)
	if err != nil {
		return Draft{}, err
	}
	c, err := g.actionNamed(action)
	if err != nil {
		return Draft{}, err
	}
	return g.draft(limit, func() (beginning, error) {
		q, _ := g.offered(c, int64(seat)+1)
		if q == nil {
			return beginning{}, bad(action+" is not open to "+player+" now", "")
		}
		return g.begun(q, "", partial)
	})
}

func (g *Game) draft(limit int, begin func() (beginning, error)) (out Draft, wrong error) {
	err := g.safely(func() {
		var begun beginning
		if begun, wrong = begin(); wrong != nil || begun.q.code == nil {
			return
		}
		if against := g.judgeBeginning(begun); against != nil {
			out.Against = g.refusal(begun.q.player, against)
			return
		}
		if len(begun.given) < len(begun.q.fields) {
			out.Next = g.nextField(begun)
		}
		if out.Next != nil && out.Next.Kind == "one" {
			out.Next.Options, out.More = g.continuations(begun, limit)
		}
	})
	if wrong != nil {
		return Draft{}, wrong
	}
	return out, err
}

// nextField describes the field behind those given.
func (g *Game) nextField(begun beginning) *Field {
	q, at := begun.q, len(begun.given)
	b := g.try(q)
	defer b.done()
	for i, words := range begun.given {
		b.lay(q.fields[i], words)
	}
	f := b.field(q.fields[at], 0) // nothing it may depend on is missing
	if q.split != nil {
		f.From = []value.Shown{}
		left := b.unplaced(begun.given)
		for _, el := range chunks(left.words, left.width) {
			f.From = append(f.From, b.shown(b.elem(q.fields[at]), el))
		}
		f.Max = int64(left.size())
		if at == len(q.fields)-1 { // the last part takes all that is left
			f.Min = f.Max
		}
	}
	return &f
}
