package value

import "encoding/json"

// Viewer is somebody who looks at a game: the seat of a player, or the Host, who
// keeps the game and sees everything.
type Viewer int

// Host is the viewer that runs the game.
const Host Viewer = -1

// Audience is who may know something: a bit for each player (bit p is player p,
// counted from 0).
type Audience uint64

const (
	Nobody   Audience = 0
	Everyone Audience = 1<<64 - 1
)

// Has reports whether a viewer belongs to the audience. The Host always does.
func (a Audience) Has(v Viewer) bool { return v == Host || a>>uint(v)&1 == 1 }

// Shown is something a particular viewer was allowed to see. There is no way to
// make one from a state value but through Held.Show, so whatever is declared to
// hold only Shown cannot hold a secret of somebody else.
type Shown struct{ json any }

// MarshalJSON writes what is seen, null for nothing.
func (s Shown) MarshalJSON() ([]byte, error) { return json.Marshal(s.json) }

// Any is what is seen as plain data: nil, bool, int64, string, []any or
// map[string]any. Changing it is the caller's own mistake.
func (s Shown) Any() any { return s.json }

// Held is a value of the state, already spelled as plain data, together with who
// may know it. Count is its number of pieces if that much is public; otherwise -1.
type Held struct {
	json  any
	to    Audience
	count int
}

// Hold keeps a value for those who may know it.
func Hold(plain any, to Audience) Held { return Held{plain, to, -1} }

// HoldMany keeps a list of which the others may know how long it is.
func HoldMany(plain []any, to Audience) Held { return Held{plain, to, len(plain)} }

// Only keeps the value for those of an audience who may know it anyway.
func (h Held) Only(to Audience) Held {
	h.to &= to
	return h
}

// Show is what one viewer gets: the value; or {"count": n}; or nothing, and false.
func (h Held) Show(v Viewer) (Shown, bool) {
	switch {
	case h.to.Has(v):
		return Shown{h.json}, true
	case h.count >= 0:
		return Shown{map[string]any{"count": int64(h.count)}}, true
	}
	return Shown{}, false
}

// Yes and No are the answers to a question; they tell nothing of the state.
var (
	Yes = Shown{true}
	No  = Shown{false}
)
