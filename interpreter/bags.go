package interpreter

// A bag is answered as entries, a thing and how many of it, in the order of the
// things to choose from. Its words are the thing's followed by the count.

// inBag checks the entries of a bag: each thing may be chosen and is named once, at
// least one of it, and not too many in all.
func (b *bench) inBag(p *param, d domain, words []int64, against func(string, ...any)) {
	step := d.width + 1
	b.elementsIn(d, words, step, p.choice.elem, against)
	total := int64(0)
	for i, e := range chunks(words, step) {
		n := e[d.width]
		if n < 1 || n > maxMembers {
			if i < fewReasons {
				against("%s cannot be chosen %d times", spell(b.g.plain(p.choice.elem, e[:d.width])), n)
			}
			n = 0
		}
		total += n
	}
	if total > d.hi {
		against("%s may be at most %d in all, not %d", p.name, d.hi, total)
	}
}

// canonical puts the elements of a subset, and the entries of a bag, in the order of
// what they were chosen from: two answers that mean the same are the same.
func (b *bench) canonical(p *param, words []int64) []int64 {
	kind := b.kind(p)
	if kind != "some" && kind != "bag" {
		return words
	}
	d := b.domain(p)
	width := d.width
	if kind == "bag" {
		width++
	}
	out := make([]int64, 0, len(words))
	for _, item := range chunks(d.words, d.width) {
		for _, e := range chunks(words, width) {
			if equalWords(e[:d.width], item) {
				out = append(out, e...)
			}
		}
	}
	return out
}

// bags visits what is picked with at most hi more things from the element at on,
// entry by entry; what has fewer entries comes first.
func bags(d domain, at int, hi int64, picked []int64, visit func([]int64) bool) bool {
	if !visit(picked) {
		return false
	}
	for i := at; i < d.size(); i++ {
		for n := int64(1); n <= hi; n++ {
			if !bags(d, i+1, hi-n, append(append(picked, d.element(i)...), n), visit) {
				return false
			}
		}
	}
	return true
}

// drawBag picks a random bag: how many in all, then each at random.
func (d domain) drawBag(pick func(n int64) int64) []int64 {
	items := chunks(d.words, d.width)
	if len(items) == 0 {
		return []int64{}
	}
	counts := make([]int64, len(items))
	for range pick(d.hi + 1) {
		counts[pick(int64(len(items)))]++
	}
	out := []int64{}
	for i, item := range items {
		if counts[i] > 0 {
			out = append(append(out, item...), counts[i])
		}
	}
	return out
}
