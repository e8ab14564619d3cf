package interpreter

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"

	"ruleck/interpreter/types"
)

// A saved game is the memory, sealed together with what gives its words their
// meaning: the program it belongs to, and the players' names. Nothing else about a
// position exists, so nothing can be forgotten.

// saved is what is sealed.
type saved struct {
	Rules uint64   `json:"rules"` // Program.digest
	Names []string `json:"names"`
	Words []byte   `json:"words"`
}

// Save is the game as text. Whoever has it knows every secret.
func (g *Game) Save() string {
	return seal(saved{g.prog.digest, g.names, g.mem.Save()})
}

// Load goes to a saved game of the same program. What happened before is not part
// of it: events are counted from here on, and undo ends here. On an error nothing
// is changed.
func (g *Game) Load(data string) error {
	s, ok := unseal(data)
	if !ok {
		return badSave()
	}
	if s.Rules != g.prog.digest {
		return bad("this game was saved under other rules", "load it with the files it was played with")
	}
	fresh := &Game{prog: g.prog, mem: g.prog.memory(), names: s.Names, touch: make([]uint8, len(g.touch)), quiet: g.quiet, loaded: true}
	if !fresh.mem.Load(s.Words, g.prog.limit()) || !fresh.sane() {
		return badSave()
	}
	if err := fresh.safely(func() { fresh.reload(); fresh.questions() }); err != nil || fresh.base != 0 && !fresh.waiting {
		return badSave()
	}
	g.mem, g.names, g.touch = fresh.mem, fresh.names, fresh.touch
	g.log, g.marks, g.given, g.loaded = nil, nil, nil, true
	clear(g.rest)
	g.reload()
	return nil
}

// IsSave reports whether text is a saved game, of whichever rules.
func IsSave(data string) bool { _, ok := unseal(data); return ok }

func badSave() error { return bad("this is not a saved game, or it was changed since", "") }

// seal writes what is saved with its checksum before it.
func seal(s saved) string {
	body, err := json.Marshal(s)
	if err != nil {
		panic(err) // plain data always marshals
	}
	sealed := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body))
	return base64.StdEncoding.EncodeToString(append(sealed, body...))
}

// unseal takes only what seal wrote, byte for byte.
func unseal(data string) (s saved, ok bool) {
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil || len(raw) < 4 || base64.StdEncoding.EncodeToString(raw) != data {
		return s, false
	}
	body := raw[4:]
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(raw) {
		return s, false
	}
	return s, json.Unmarshal(body, &s) == nil
}

// sane checks what every position satisfies, so that words from outside cannot
// lead the machine astray: the header, the frames, and that each field holds a
// value of its type.
func (g *Game) sane() bool {
	w := g.mem.Words
	n := int64(len(g.names))
	if w[types.MemSeats] != n || n < int64(g.prog.world.Seats.MinSeat) || n > int64(len(g.prog.world.Seats.Members)) {
		return false
	}
	seated := map[int64]bool{}
	for _, p := range w[types.MemOrder : types.MemOrder+int(n)] {
		seated[p] = p >= 1 && p <= n
	}
	for _, ok := range seated {
		if !ok {
			return false
		}
	}
	return len(seated) == int(n) && w[types.MemAnswers] >= 0 && w[types.MemTogether] >= 0 && g.saneFrames() && g.saneState()
}

// saneFrames checks that the frames lie one behind the other, each of a code that
// exists, at an instruction that exists. Zeros at the end of a memory are not saved,
// so the room of the innermost frame may still be missing.
func (g *Game) saneFrames() bool {
	most := g.prog.limit()
	base := int(g.mem.Words[types.MemFrame])
	if base == 0 {
		return g.emptyFrom(g.prog.stack)
	}
	if base < g.prog.stack || base > most-types.FrameArgs {
		return false
	}
	g.mem.Grow(base + types.FrameArgs)
	end := int(g.mem.Words[base+types.FrameTop])
	if end < base+types.FrameArgs || end > most {
		return false
	}
	g.mem.Grow(end)
	if !g.emptyFrom(end) {
		return false
	}
	for ; base != 0; base = int(g.mem.Words[base+types.FramePrev]) {
		if base < g.prog.stack || base > end-types.FrameArgs || !g.saneFrame(base, end) {
			return false
		}
		end = base
	}
	return end == g.prog.stack
}

// emptyFrom reports whether nothing lies from an address on: the machine counts on it
// beyond the innermost frame.
func (g *Game) emptyFrom(at int) bool {
	for _, w := range g.mem.Words[at:] {
		if w != 0 {
			return false
		}
	}
	return true
}

func (g *Game) saneFrame(base, end int) bool {
	w := g.mem.Words
	id := w[base+types.FrameCode]
	if id < 1 || id >= int64(len(g.prog.codes)) || int(w[base+types.FrameTop]) != end {
		return false
	}
	if by := w[base+types.FrameBy]; by < 0 || by > int64(len(g.names)) {
		return false
	}
	c := g.prog.codes[id]
	if end < base+c.size || w[base+types.FramePC] < 0 || w[base+types.FramePC] > int64(len(c.ops)) {
		return false
	}
	for _, f := range c.named.Fields {
		if !f.Packed && !g.fits(f.Type, w[base+f.Base:base+f.Base+f.Type.Words()]) {
			return false
		}
	}
	return true
}

// saneState checks the declared state. Pieces must be where their piles say.
func (g *Game) saneState() bool {
	for _, n := range g.prog.world.Named {
		if n.Form == types.Occurrence || n.Form == types.RecordOf {
			continue
		}
		for _, f := range n.Fields {
			for i := range max(1, len(n.Members)) {
				at := f.Base + i*f.Stride
				if f.Column == nil && !g.fits(f.Type, g.mem.Words[at:at+f.Type.Words()]) {
					return false
				}
			}
		}
	}
	for _, n := range g.prog.world.Named {
		if n.Pieces && !g.sanePieces(n) {
			return false
		}
	}
	return true
}

// sanePieces checks that every piece is in the pile that its place word says, and
// that no pile holds anything else.
func (g *Game) sanePieces(kind *types.Named) bool {
	inPiles := 0
	for i := range kind.Members {
		at := int(g.mem.Words[kind.Where+i])
		if at == 0 {
			continue
		}
		ref, ok := g.prog.pileAt[at]
		if !ok || ref.field.Type.Elem.Named != kind || indexOf(g.mem.Pile(at), []int64{int64(i + 1)}, 1) < 0 {
			return false
		}
		inPiles++
	}
	for at, ref := range g.prog.pileAt {
		if ref.field.Type.Elem.Named == kind {
			inPiles -= int(g.mem.Words[at])
		}
	}
	return inPiles == 0
}

// fits reports whether words as they lie in memory are a value of a type.
func (g *Game) fits(t *types.Type, words []int64) bool {
	switch t.Kind {
	case types.Name:
		return words[0] >= 0 && words[0] <= int64(len(g.members(t.Named)))
	case types.Union:
		alt := types.UnionAlt(words[0])
		if alt < 0 || words[0] < 0 {
			return words[0] == 0
		}
		return alt < len(t.Named.Alts) && (t.Named.Alts[alt].Type == nil || g.fits(t.Named.Alts[alt].Type, []int64{types.UnionHeld(words[0])}))
	case types.Record:
		for i, f := range t.Named.Fields {
			if !g.fits(f.Type, words[i:i+1]) {
				return false
			}
		}
	case types.Set:
		for i, mask := range words {
			if beyond := len(t.Elem.Named.Members) - i*63; mask < 0 || beyond < 63 && mask>>beyond != 0 {
				return false
			}
		}
	case types.List, types.Pile:
		if words[0] < 0 || words[0] > t.Max {
			return false
		}
		for _, el := range chunks(words[1:1+int(words[0])*t.Elem.Width()], t.Elem.Width()) {
			if !g.fits(t.Elem, el) || t.Kind == types.Pile && el[0] == 0 {
				return false
			}
		}
	case types.Per:
		n := t.Elem.Words()
		for i := range t.Key.Members {
			if !g.fits(t.Elem, words[i*n:(i+1)*n]) {
				return false
			}
		}
	}
	return true
}
