package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
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
	s.replaced(paired, has)
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
			continue
		}
		if i >= 0 && s.Equal(i, j) {
			continue // it came back as it was, and has lost nothing
		}
		if t := s.joined(s.gotKeys[j], func(k int) bool { return !has[k] || k == i }); t != nil {
			pairs = append(pairs, flatPair{t, got[j]})
		}
	}
	return pairs
}

// replaced pairs texts that were formatted as a whole and came back as others: between texts that are the same on both sides.
func (x *textSequence) replaced(paired []int, has []bool) {
	for j := 1; j+1 < len(paired); j++ {
		i := paired[j-1] + 1
		if paired[j] >= 0 || i == 0 || i+1 >= len(has) || has[i] || paired[j+1] != i+1 || !x.Equal(i-1, j-1) || !x.Equal(i+1, j+1) {
			continue
		}
		if t := &x.sent[i]; len(t.fields) == 1 && t.fields[0].kind >= codeWords && flatOf(t.fields[0].run) == t.text {
			paired[j], has[i] = i, true
		}
	}
}

// mostJoined bounds the texts among which joined ones are looked for.
const mostJoined = 1000

// joined returns the free texts, one behind the other, that together have a key, as one text; nil when there are none or they have lost
// nothing. Programs join the paragraphs of a comment.
func (x *textSequence) joined(key string, free func(int) bool) *flatText {
	for i := range min(len(x.sent), mostJoined) {
		left, end := key, i
		for end < len(x.sent) && x.sentKeys[end] != "" && strings.HasPrefix(left, x.sentKeys[end]) && free(end) {
			left = left[len(x.sentKeys[end]):]
			end++
		}
		if left != "" || end < i+2 {
			continue
		}
		out := &flatText{para: &layout.Para{Node: x.sent[i].para.Node}}
		for _, t := range x.sent[i:end] {
			at := len(charactersOf(out.para.Runs()...))
			for _, f := range t.fields {
				f.at += at
				out.fields = append(out.fields, f)
			}
			out.para.Segs = append(out.para.Segs, t.para.Segs...)
		}
		if len(out.fields) > 0 {
			return out
		}
	}
	return nil
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
