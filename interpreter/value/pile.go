package value

// A pile is its length followed by the words of its pieces, the first is the top.
// Each piece that can lie in piles has one word that says where it is: the
// address of its pile, or 0 for the box. The two always agree, so pieces are
// conserved by construction.

// Pile is the pieces of the pile at an address, top first. It is a view, not a copy.
func (m *Memory) Pile(at int) []int64 {
	return m.Words[at+1 : at+1+int(m.Words[at])]
}

// Put moves a piece to a place of a pile, counted from the top after the piece has
// left wherever it was. where is the address of the piece's place word.
func (m *Memory) Put(where, pile, index int, piece int64) {
	m.Box(where, piece)
	n := int(m.Words[pile])
	for i := n; i > index; i-- {
		m.Set(pile+1+i, m.Words[pile+i])
	}
	m.Set(pile+1+index, piece)
	m.Set(pile, int64(n+1))
	m.Set(where, int64(pile))
}

// Box takes a piece out of its pile, if it is in one, and puts it in the box.
func (m *Memory) Box(where int, piece int64) {
	pile := int(m.Words[where])
	if pile == 0 {
		return
	}
	n := int(m.Words[pile])
	at := pile + 1
	for m.Words[at] != piece {
		at++
	}
	for ; at < pile+n; at++ {
		m.Set(at, m.Words[at+1])
	}
	m.Set(pile+n, 0)
	m.Set(pile, int64(n-1))
	m.Set(where, 0)
}

// Shuffle puts a pile in a random order.
func (m *Memory) Shuffle(pile, random int) {
	for i := int(m.Words[pile]) - 1; i > 0; i-- {
		j := int(m.Random(random, uint64(i+1)))
		a, b := m.Words[pile+1+i], m.Words[pile+1+j]
		m.Set(pile+1+i, b)
		m.Set(pile+1+j, a)
	}
}

// Random draws a number below n from the generator whose state is the word at an
// address.
func (m *Memory) Random(at int, n uint64) uint64 {
	seed := uint64(m.Words[at])
	out := Below(&seed, n)
	m.Set(at, int64(seed))
	return out
}

// Below draws a number below n (0 stands for 2^64) and advances the seed:
// splitmix64; rejection keeps it fair.
func Below(seed *uint64, n uint64) uint64 {
	for {
		*seed += 0x9e3779b97f4a7c15
		s := *seed
		s = (s ^ s>>30) * 0xbf58476d1ce4e5b9
		s = (s ^ s>>27) * 0x94d049bb133111eb
		s ^= s >> 31
		if n == 0 {
			return s
		}
		if q := s % n; s-q <= -n { // else s lies beyond the last whole multiple of n
			return q
		}
	}
}
