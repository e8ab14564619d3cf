// Package value holds the state of a game: one slice of words with a journal of
// every write and a running hash (Memory), the piles that lie in it, and the one
// door through which a player gets to see any of it (Eyes).
//
// Because everything is words in one slice, saving, loading, forking, hashing
// and undoing know nothing of what the words mean, and cannot forget a part.
package value

import (
	"encoding/binary"
	"math/bits"
)

// Memory is the words of one game. Write through Set only: it keeps the journal
// and the hash. Reading Words directly is free.
type Memory struct {
	Words    []int64
	journal  []entry
	hash     uint64
	head     uint64 // hash of the words before from alone
	state    uint64 // hash of the words in [from, to) alone
	from, to int
}

type entry struct {
	at  int
	old int64
}

// NewMemory makes a memory of n zero words: a header, from one address to another the
// declared state, and behind it what runs.
func NewMemory(n, from, to int) *Memory {
	return &Memory{Words: make([]int64, n), from: from, to: to}
}

// Grow makes room for n words at least; the new ones are zero. Words is another slice
// afterwards.
func (m *Memory) Grow(n int) {
	if n > len(m.Words) {
		m.Words = append(m.Words, make([]int64, n-len(m.Words))...)
	}
}

// Set writes one word.
func (m *Memory) Set(at int, w int64) {
	old := m.Words[at]
	if old == w {
		return
	}
	m.journal = append(m.journal, entry{at, old})
	m.put(at, w)
}

func (m *Memory) put(at int, w int64) {
	change := mix(at, m.Words[at]) ^ mix(at, w)
	m.hash ^= change
	switch {
	case at < m.from:
		m.head ^= change
	case at < m.to:
		m.state ^= change
	}
	m.Words[at] = w
}

// Clear writes zero to the words in [from, to): what is gone leaves no trace in the hash.
func (m *Memory) Clear(from, to int) {
	for at := from; at < to; at++ {
		m.Set(at, 0)
	}
}

// mix is the share of one word in the hash; a zero word has none, so memories
// that differ only in unused room hash alike.
func mix(at int, w int64) uint64 {
	if w == 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(w)^0x9e3779b97f4a7c15, uint64(at)*0xff51afd7ed558ccd^0xc2b2ae3d27d4eb4f)
	x := hi ^ lo
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return x ^ x>>32
}

// Hash identifies the state: equal states have equal hashes, and different ones
// differ but for a chance of about 2^-64.
func (m *Memory) Hash() uint64 { return m.hash }

// StateHash is the hash of the declared state alone, whatever runs.
func (m *Memory) StateHash() uint64 { return m.state }

// BodyHash is the hash of the declared state and of what runs, without the header.
func (m *Memory) BodyHash() uint64 { return m.hash ^ m.head }

// Mark is a moment that Undo can go back to.
type Mark int

// Mark remembers now.
func (m *Memory) Mark() Mark { return Mark(len(m.journal)) }

// Undo takes back every write since the mark.
func (m *Memory) Undo(to Mark) {
	for i := len(m.journal) - 1; i >= int(to); i-- {
		e := m.journal[i]
		m.put(e.at, e.old)
	}
	m.journal = m.journal[:to]
}

// Forget drops the journal: nothing before now can be undone any more.
func (m *Memory) Forget() { m.journal = m.journal[:0] }

// Fork is a copy that can be played on without touching this one.
func (m *Memory) Fork() *Memory {
	return &Memory{Words: append([]int64(nil), m.Words...), hash: m.hash, head: m.head, state: m.state, from: m.from, to: m.to}
}

// Save is all the words in order, zeros at the end left out.
func (m *Memory) Save() []byte {
	n := len(m.Words)
	for n > 0 && m.Words[n-1] == 0 {
		n--
	}
	buf := binary.AppendUvarint(nil, uint64(n))
	for _, w := range m.Words[:n] {
		buf = binary.AppendVarint(buf, w)
	}
	return buf
}

// Load fills a memory with saved words and forgets the journal. It is false, and
// nothing is changed, if these are not at most that many words.
func (m *Memory) Load(saved []byte, most int) bool {
	n, k := binary.Uvarint(saved)
	if k <= 0 || n > uint64(most) {
		return false
	}
	words := make([]int64, max(int(n), len(m.Words)))
	for i := range words[:n] {
		w, size := binary.Varint(saved[k:])
		if size <= 0 {
			return false
		}
		words[i], k = w, k+size
	}
	if k != len(saved) {
		return false
	}
	m.Grow(len(words))
	for at, w := range words {
		m.put(at, w)
	}
	m.Forget()
	return true
}
