package value

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Failures print the seed that reproduces them; no files are left behind.
func init() { _ = flag.Set("rapid.nofailfile", "true") }

const (
	size         = 40
	stateFrom    = 5
	stateTo      = 25
	randomWord   = 1
	firstPlace   = stateFrom // place words of the pieces 1 to pieces
	pieces       = 5
	firstPile    = firstPlace + pieces
	roomOfAPile  = 1 + pieces
	piles        = 2
	smallestWord = math.MinInt64
)

// scratch computes a hash from nothing but the words.
func scratch(words []int64, from, to int) (h uint64) {
	for at := from; at < to; at++ {
		h ^= mix(at, words[at])
	}
	return h
}

func consistent(rt *rapid.T, m *Memory) {
	rt.Helper()
	if m.Hash() != scratch(m.Words, 0, size) {
		rt.Fatalf("the running hash is not that of the words")
	}
	if m.StateHash() != scratch(m.Words, stateFrom, stateTo) || m.BodyHash() != scratch(m.Words, stateFrom, size) {
		rt.Fatalf("a running hash of a part is not that of its words")
	}
}

var anyWord = rapid.OneOf(rapid.Int64Range(-1, 3), rapid.Int64(), rapid.Just(int64(smallestWord)))

// write writes some words at random.
func write(rt *rapid.T, m *Memory) {
	for range rapid.IntRange(0, 12).Draw(rt, "writes") {
		at := rapid.IntRange(0, size-1).Draw(rt, "at")
		if rapid.IntRange(0, 9).Draw(rt, "clear") == 0 {
			m.Clear(at, rapid.IntRange(at, size).Draw(rt, "to"))
		} else {
			m.Set(at, anyWord.Draw(rt, "word"))
		}
	}
}

func TestUndoGoesBackThroughAnyMarks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := NewMemory(size, stateFrom, stateTo)
		var marks []Mark
		var words [][]int64
		for range rapid.IntRange(1, 5).Draw(rt, "marks") {
			marks, words = append(marks, m.Mark()), append(words, slices.Clone(m.Words))
			write(rt, m)
			consistent(rt, m)
		}
		for i := len(marks) - 1; i >= 0; i-- {
			if rapid.Bool().Draw(rt, "skip") && i > 0 {
				continue
			}
			m.Undo(marks[i])
			if !slices.Equal(m.Words, words[i]) {
				rt.Fatalf("undo to mark %d gives %v, not %v", i, m.Words, words[i])
			}
			consistent(rt, m)
		}
	})
}

func TestHashForgetsTheWay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b := NewMemory(size, stateFrom, stateTo), NewMemory(size, stateFrom, stateTo)
		write(rt, a)
		write(rt, b)
		if same := slices.Equal(a.Words, b.Words); same != (a.Hash() == b.Hash()) {
			rt.Fatalf("same words: %v, same hash: %v", same, !same)
		}
		for _, at := range rapid.Permutation(upTo(size)).Draw(rt, "order") {
			b.Set(at, a.Words[at])
		}
		if a.Hash() != b.Hash() || a.StateHash() != b.StateHash() {
			rt.Fatalf("the same words, but hashes %x and %x", a.Hash(), b.Hash())
		}
	})
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// TestHashTellsNeighboursApart: single changes, and swaps of two words, are what
// positions of a game differ by.
func TestHashTellsNeighboursApart(t *testing.T) {
	seen := map[uint64]string{0: "nothing"}
	m := NewMemory(2000, 0, 2000)
	note := func(what string) {
		if other, ok := seen[m.Hash()]; ok {
			t.Fatalf("%s and %s have the same hash", what, other)
		}
		seen[m.Hash()] = what
	}
	for at := range 2000 {
		for _, w := range []int64{-1, 1, 2, 3, 7, 1 << 20, smallestWord} {
			m.Set(at, w)
			note(fmt.Sprintf("%d at %d", w, at))
		}
		m.Set(at, 0)
	}
	for a := range 100 {
		for b := range 100 {
			if a != b {
				m.Set(a, 5)
				m.Set(b, 9)
				note(fmt.Sprintf("5 at %d and 9 at %d", a, b))
				m.Clear(0, 100)
			}
		}
	}
}

func TestForksAndSaves(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := NewMemory(size, stateFrom, stateTo)
		write(rt, m)
		words := slices.Clone(m.Words)
		fork, loaded := m.Fork(), NewMemory(size, stateFrom, stateTo)
		write(rt, loaded)
		if !loaded.Load(m.Save(), size) {
			rt.Fatalf("what was saved does not load")
		}
		for _, copied := range []*Memory{fork, loaded} {
			if !slices.Equal(copied.Words, words) || copied.Hash() != m.Hash() || copied.StateHash() != m.StateHash() || copied.Mark() != 0 {
				rt.Fatalf("the copy differs")
			}
			write(rt, copied)
			consistent(rt, copied)
			if !slices.Equal(m.Words, words) {
				rt.Fatalf("writing to the copy touched the original")
			}
		}
	})
}

func TestGrowingIsNoChange(t *testing.T) {
	m := NewMemory(size, stateFrom, stateTo)
	m.Set(7, 7)
	hash, save := m.Hash(), m.Save()
	mark := m.Mark()
	m.Grow(2 * size)
	m.Grow(size)
	if len(m.Words) != 2*size || m.Hash() != hash || !slices.Equal(m.Save(), save) {
		t.Errorf("growing changed something")
	}
	m.Set(2*size-1, 5)
	other := NewMemory(size, stateFrom, stateTo)
	if !other.Load(m.Save(), 2*size) || !slices.Equal(other.Words, m.Words) || other.Hash() != m.Hash() {
		t.Errorf("what has grown does not load")
	}
	if m.Undo(mark); m.Hash() != hash {
		t.Errorf("undo after growing")
	}
}

func TestLoadTakesNothingElse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := NewMemory(size, stateFrom, stateTo)
		write(rt, m)
		words, mark := slices.Clone(m.Words), m.Mark()
		other := NewMemory(2*size, stateFrom, stateTo)
		other.Set(size, 1)
		save := m.Save()
		for _, bad := range [][]byte{nil, other.Save(), save[:len(save)-1], append(slices.Clone(save), 0),
			append([]byte{size}, rapid.SliceOfN(rapid.Byte(), 0, size-1).Draw(rt, "short")...)} {
			if m.Load(bad, size) {
				rt.Fatalf("loads %v", bad)
			}
			if !slices.Equal(m.Words, words) || m.Mark() != mark {
				rt.Fatalf("a refused save changed the memory")
			}
		}
		m.Load(rapid.SliceOf(rapid.Byte()).Draw(rt, "anything"), size) // does not panic
		consistent(rt, m)
	})
}

// TestPiecesAreConserved plays with two piles and a box, next to a model of plain
// slices. The pieces are 1 to 5.
func TestPiecesAreConserved(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := NewMemory(size, stateFrom, stateTo)
		m.Set(randomWord, rapid.Int64().Draw(rt, "seed"))
		model := make([][]int64, piles)
		address := func(i int) int { return firstPile + i*roomOfAPile }
		remove := func(piece int64) {
			for i := range model {
				if at := slices.Index(model[i], piece); at >= 0 {
					model[i] = slices.Delete(model[i], at, at+1)
				}
			}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"put": func(rt *rapid.T) {
				piece := rapid.Int64Range(1, pieces).Draw(rt, "piece")
				i := rapid.IntRange(0, piles-1).Draw(rt, "pile")
				remove(piece)
				at := rapid.IntRange(0, len(model[i])).Draw(rt, "place")
				model[i] = slices.Insert(model[i], at, piece)
				m.Put(firstPlace+int(piece)-1, address(i), at, piece)
			},
			"box": func(rt *rapid.T) {
				piece := rapid.Int64Range(1, pieces).Draw(rt, "piece")
				remove(piece)
				m.Box(firstPlace+int(piece)-1, piece)
			},
			"shuffle": func(rt *rapid.T) {
				i := rapid.IntRange(0, piles-1).Draw(rt, "pile")
				m.Shuffle(address(i), randomWord)
				before, after := slices.Sorted(slices.Values(model[i])), slices.Sorted(slices.Values(m.Pile(address(i))))
				if !slices.Equal(before, after) {
					rt.Fatalf("shuffling %v gives %v", before, after)
				}
				model[i] = slices.Clone(m.Pile(address(i)))
			},
			"undo": func(rt *rapid.T) {
				mark, words := m.Mark(), slices.Clone(m.Words)
				m.Put(firstPlace, address(0), 0, 1)
				m.Shuffle(address(1), randomWord)
				m.Undo(mark)
				if !slices.Equal(m.Words, words) {
					rt.Fatalf("undo leaves %v, not %v", m.Words, words)
				}
			},
			"": func(rt *rapid.T) {
				consistent(rt, m)
				for i := range model {
					if !slices.Equal(m.Pile(address(i)), model[i]) && len(model[i])+len(m.Pile(address(i))) > 0 {
						rt.Fatalf("pile %d is %v, not %v", i, m.Pile(address(i)), model[i])
					}
					for at := len(model[i]); at < pieces; at++ {
						if m.Words[address(i)+1+at] != 0 {
							rt.Fatalf("something is left behind the end of pile %d", i)
						}
					}
				}
				for piece := int64(1); piece <= pieces; piece++ {
					where := 0
					for i := range model {
						if slices.Contains(model[i], piece) {
							where = address(i)
						}
					}
					if got := int(m.Words[firstPlace+int(piece)-1]); got != where {
						rt.Fatalf("piece %d is at %d, its place word says %d", piece, where, got)
					}
				}
			},
		})
	})
}

// TestChanceIsTheSameEverywhere holds the generator to the published numbers of
// splitmix64, so that a seed means the same game on every machine for ever.
func TestChanceIsTheSameEverywhere(t *testing.T) {
	seed := uint64(0)
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec} {
		if got := Below(&seed, 0); got != want {
			t.Errorf("number %d is %x, not %x", i, got, want)
		}
	}
	m := NewMemory(size, stateFrom, stateTo)
	m.Set(randomWord, 42)
	for i, piece := range []int64{1, 2, 3, 4, 5} {
		m.Put(firstPlace+i, firstPile, i, piece)
	}
	m.Shuffle(firstPile, randomWord)
	if got := fmt.Sprint(m.Pile(firstPile)); got != "[2 3 1 5 4]" {
		t.Errorf("seed 42 shuffles to %s", got)
	}
}

func TestChanceIsFair(t *testing.T) {
	const rounds = 60_000
	seed := uint64(1)
	for _, n := range []uint64{1, 2, 3, 6, 7} {
		count := make([]int, n)
		for range rounds {
			count[Below(&seed, n)]++
		}
		for w, c := range count {
			if expected := float64(rounds) / float64(n); math.Abs(float64(c)-expected) > 5*math.Sqrt(expected) {
				t.Errorf("of %d, number %d came %d times in %d", n, w, c, rounds)
			}
		}
	}
	orders := map[string]int{}
	m := NewMemory(size, stateFrom, stateTo)
	for i, piece := range []int64{1, 2, 3} {
		m.Put(firstPlace+i, firstPile, i, piece)
	}
	for range rounds {
		m.Shuffle(firstPile, randomWord)
		orders[fmt.Sprint(m.Pile(firstPile))]++
	}
	for order, c := range orders {
		if expected := rounds / 6.0; math.Abs(float64(c)-expected) > 5*math.Sqrt(expected) || len(orders) != 6 {
			t.Errorf("order %s came %d times in %d", order, c, rounds)
		}
	}
}

func TestEyes(t *testing.T) {
	const p1, p2 = Viewer(0), Viewer(1)
	only2 := Audience(1 << p2)
	cases := []struct {
		name string
		held Held
		to   Viewer
		want string // "" is nothing
	}{
		{"for everybody", Hold("a", Everyone), p1, `"a"`},
		{"nothing is shown as null", Hold(nil, Everyone), p1, `null`},
		{"for the other one", Hold("a", only2), p1, ``},
		{"for oneself", Hold("a", only2), p2, `"a"`},
		{"for nobody", Hold("a", Nobody), p2, ``},
		{"the host sees all", Hold("a", Nobody), Host, `"a"`},
		{"a count is public", HoldMany([]any{"a", "b"}, only2), p1, `{"count":2}`},
		{"of nothing, too", HoldMany(nil, Nobody), p1, `{"count":0}`},
		{"whole for those who may", HoldMany([]any{"a", "b"}, only2), p2, `["a","b"]`},
		{"narrowed", Hold("a", Everyone).Only(only2), p1, ``},
		{"narrowed does not widen", Hold("a", Nobody).Only(Everyone), p1, ``},
		{"the last of 64 players", Hold("a", Audience(1<<63)), Viewer(63), `"a"`},
		{"nobody beyond them", Hold("a", Everyone), Viewer(64), ``},
		{"nor before the first", Hold("a", Everyone), Viewer(-2), ``},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if shown, ok := c.held.Show(c.to); ok {
				text, err := json.Marshal(shown)
				if err != nil {
					t.Fatal(err)
				}
				got = string(text)
			}
			if got != c.want {
				t.Errorf("shows %s, not %s", got, c.want)
			}
		})
	}
	if text, _ := json.Marshal([]Shown{{}, Yes, No}); string(text) != "[null,true,false]" {
		t.Errorf("shown are %s", text)
	}
}
