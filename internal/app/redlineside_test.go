package app

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBetween: what is between is found with an index as it is by searching for every paragraph.
func TestBetween(t *testing.T) {
	c, found := rand.New(rand.NewPCG(1, 2)), 0
	for range 20000 {
		list := func(from, to int) (out []uint32) {
			for range c.IntN(8) {
				out = append(out, uint32(from+c.IntN(to-from)))
			}
			return out
		}
		before, gone, own, left := list(0, 8), list(4, 8), list(0, 12), list(3, 12)
		v := sides{texts: map[uint32]string{}}
		for _, hash := range slices.Concat(own, list(5, 8)) {
			v.texts[hash] = ""
		}
		want := slices.ContainsFunc(searched(before, own), func(x gap) bool {
			_, there := v.texts[before[x.at]]
			return !there && slices.Contains(gone, before[x.at]) && x.from < x.to &&
				!slices.ContainsFunc(own[x.from:x.to], func(hash uint32) bool { return !slices.Contains(left, hash) })
		})
		if got := v.between(before, gone, own, left); got != want {
			t.Fatalf("before %v, gone %v, own %v, left %v, texts %v: %v", before, gone, own, left, v.texts, got)
		}
		if want {
			found++
		}
	}
	if found < 100 {
		t.Errorf("only %d are between", found)
	}
}

// gap is where a source may have something instead of a paragraph.
type gap struct{ at, from, to int }

// searched returns the gaps of all paragraphs.
func searched(before, own []uint32) (out []gap) {
	for i := range before {
		x := gap{i, 0, len(own)}
		for k := i - 1; k >= 0; k-- {
			if n := slices.Index(own, before[k]); n >= 0 {
				x.from = n + 1
				break
			}
		}
		for _, hash := range before[i+1:] {
			if n := slices.Index(own[x.from:], hash); n >= 0 {
				x.to = x.from + n
				break
			}
		}
		out = append(out, x)
	}
	return out
}
