package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// flatPair is a text with lost fields, and the paragraph that came of it.
type flatPair struct {
	*flatText
	came *wml.Paragraph
}

// pairTexts pairs the texts that were sent with lost fields and the paragraphs that came of them. Comments and notes may stand in another
// order: a text without a pair belongs to a paragraph without one that has the same text.
func pairTexts(sent []flatText, got []*wml.Paragraph, text func(*wml.Paragraph) string) []flatPair {
	return pairTextsBy(sent, got, text, func(text string) string { return text })
}

// pairTextsBy does so where texts with one key are the same.
func pairTextsBy(sent []flatText, got []*wml.Paragraph, text func(*wml.Paragraph) string, key func(string) string) (pairs []flatPair) {
	s := &textSequence{sent: sent, got: make([]wording, len(got)), sentKeys: make([]string, len(sent)), gotKeys: make([]string, len(got))}
	for i := range sent {
		s.sentKeys[i] = key(sent[i].text)
	}
	for j, p := range got {
		s.got[j].text = text(p)
		s.gotKeys[j] = key(s.got[j].text)
	}
	paired := align.Align(s)
	has := make([]bool, len(sent))
	for _, i := range paired {
		if i >= 0 {
			has[i] = true
		}
	}
	left := map[string]int{}
	for i := range sent {
		if len(sent[i].fields) > 0 && !has[i] {
			left[s.sentKeys[i]] = i
		}
	}
	for j, i := range paired {
		if k, ok := left[s.gotKeys[j]]; i < 0 && ok {
			i = k
			delete(left, s.gotKeys[j])
		}
		if i >= 0 && len(sent[i].fields) > 0 {
			pairs = append(pairs, flatPair{&sent[i], got[j]})
		}
	}
	return pairs
}

// textSequence aligns paragraphs by their text.
type textSequence struct {
	sent              []flatText
	got               []wording
	sentKeys, gotKeys []string
}

func (x *textSequence) Len() (int, int)     { return len(x.sent), len(x.got) }
func (x *textSequence) Equal(i, j int) bool { return x.sentKeys[i] == x.gotKeys[j] }
func (x *textSequence) KeyA(i int) uint64   { return textKey(x.sentKeys[i]) }
func (x *textSequence) KeyB(j int) uint64   { return textKey(x.gotKeys[j]) }
func (x *textSequence) Anchored(int) int    { return -1 }

func (x *textSequence) Score(i, j int) int {
	if n := likeness(&x.sent[i].wording, &x.got[j]); n >= kin {
		return n
	}
	return 0
}
