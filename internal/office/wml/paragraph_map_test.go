package wml

import (
	"testing"

	"pgregory.net/rapid"
)

// A ParagraphMap is a map, whatever numbers paragraphs have: none, the same, far ones.
func TestParagraphMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		paragraphs := []*Paragraph{nil}
		for _, n := range rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 3, 500}), 1, 8).Draw(t, "numbers") {
			paragraphs = append(paragraphs, &Paragraph{number: n})
		}
		want := map[*Paragraph]int{}
		var got ParagraphMap[int]
		for i := range rapid.IntRange(0, 30).Draw(t, "sets") {
			p := rapid.SampledFrom(paragraphs).Draw(t, "of")
			want[p] = i
			got.Set(p, i)
			for k, p := range paragraphs {
				if got.Get(p) != want[p] {
					t.Fatalf("paragraph %d has %d, want %d", k, got.Get(p), want[p])
				}
			}
		}
	})
}
