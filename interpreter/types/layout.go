package types

// The layout of a game's memory, one slice of words: a header, the declared
// state, then the stack of running procedures. Everything a game is lies in it.
const (
	MemFrame    = 0 // address of the innermost running frame; 0 when nothing runs
	MemRandom   = 1 // state of the generator
	MemTogether = 2 // how many `together` blocks are open
	MemOver     = 3 // 1 once the game has ended
	MemAnswers  = 4 // how many answers were taken so far: names the open decisions
	MemSeats    = 5 // number of players seated
	MemOrder    = 6 // words of the players, clockwise; MaxSeats of them
	MaxSeats    = 16
	MemState    = MemOrder + MaxSeats // first word of declared state
)

// A frame is one running procedure, event, action or card text. Its parameters
// come first after the header, then its `has` fields, then its locals, then
// room for lists (its heap), up to FrameTop.
const (
	FramePrev   = 0 // address of the frame that runs this one; 0 for the outermost
	FrameCode   = 1 // number of its code, as Named.ID of its occurrence
	FramePC     = 2 // next instruction
	FrameTop    = 3 // first free word after the frame
	FrameUnwind = 4 // not 0 while it is ended early: 1 + the frame to end, or -1 to begin anew
	FrameHooks  = 5 // which changes of this event are already being carried out
	FrameBy     = 6 // the player whose answer began it; 0 if a rule did
	FrameArgs   = 7 // first parameter
)

// A list or record held in a local variable or a parameter is one word: where
// its elements lie on the frame's heap, and how many.

// PackList packs the address of the first element word and the number of elements.
func PackList(addr, n int) int64 { return int64(addr)<<20 | int64(n) }

// ListAddr is the address of a packed list.
func ListAddr(w int64) int { return int(w >> 20) }

// ListLen is the number of elements of a packed list.
func ListLen(w int64) int { return int(w & (1<<20 - 1)) }
