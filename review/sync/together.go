package reviewsync

import (
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Edits that are decided on together: words that one takes out and another puts in were moved, and a note goes with the words that its
// mark stands in. Decided on alone, words would be lost or there twice, and a place would have changed that was left for later.

// bind notes in the findings of a result which of them are not brought in without others; at says where each stands.
func (s *session) bind(out []Finding, at map[*finding]int) {
	need := func(f, other *finding) {
		x := &out[at[f]]
		x.With = append(x.With, out[at[other]].Hash)
	}
	came, notes := map[string][]*finding{}, map[string]*finding{}
	for _, f := range s.findings {
		if words := letters(added(f.Was, f.Now)); f.decidable() && words != "" {
			came[words] = append(came[words], f)
		}
		if f.mark != "" && f.Outcome == Applied {
			notes[f.mark] = f
		}
		if f.Code == CodeBlockGone && f.Outcome == Applied { // the notes in it go along
			for _, x := range s.returned.noted {
				for _, n := range x.sent {
					if n.InText && !n.InPlace && within(n.Node, f.node) {
						notes[n.Node.ID] = f
					}
				}
			}
		}
	}
	for _, f := range s.findings {
		words := letters(added(f.Now, f.Was))
		if same := came[words]; f.decidable() && words != "" && len(same) > 0 && same[0] != f {
			came[words] = same[1:]
			need(f, same[0])
			need(same[0], f)
		}
	}
	if len(notes) == 0 {
		return
	}
	for b := range s.plan.Body() {
		layout.EachPara(b, func(p *layout.Para) {
			for _, r := range p.Runs() {
				if r.Kind != wml.NoteMark || r.Note() == nil || notes[r.Note().Mark] == nil {
					continue
				}
				if other := s.editOf(p); other != nil && other != notes[r.Note().Mark] {
					need(notes[r.Note().Mark], other)
				}
			}
		})
	}
}

// decidable reports whether an edit of words is brought in.
func (f *finding) decidable() bool {
	switch f.Code {
	case CodeNote, CodeComment, CodeTracked, CodeRequest:
		return false
	}
	return f.Outcome == Applied
}

// editOf returns the finding about a paragraph of the source, or about what it stands in; nil when there is none.
func (s *session) editOf(p *layout.Para) (found *finding) {
	text := letters(shown(p))
	for _, f := range s.findings {
		if f.node == nil || !f.decidable() || f.node != p.Node && !within(p.Node, f.node) {
			continue
		}
		if _, ok := f.node.(*noma.Document); ok {
			continue
		}
		if strings.Contains(letters(f.Was), text) {
			return f
		}
	}
	return nil
}

// added returns what a text has at its beginning or end that was not there, "" when it differs in another way.
func added(was, now string) string {
	if rest, ok := strings.CutPrefix(now, was); ok {
		return rest
	}
	if rest, ok := strings.CutSuffix(now, was); ok {
		return rest
	}
	return ""
}

// leastMoved is how many letters and digits words have that are known by them.
const leastMoved = 3

// letters returns the letters and digits of a text, "" when they are few: what is the same however a text is written.
func letters(text string) string {
	n := 0
	out := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
			return r
		}
		return -1
	}, text)
	if n < leastMoved {
		return ""
	}
	return out
}

// LeftTogether is the message of an edit that was accepted, and is left out with another one.
const LeftTogether = "It is decided on together with an edit that was not accepted."

// Together says of findings which are accepted, when the choice on each is known: those whose companions are accepted too.
func Together(findings []Finding, accepted func(*Finding) bool) map[string]bool {
	out := map[string]bool{}
	for i := range findings {
		if f := &findings[i]; accepted(f) {
			out[f.Hash] = true
		}
	}
	for again := true; again; {
		again = false
		for i := range findings {
			f := &findings[i]
			for _, other := range f.With {
				if out[f.Hash] && !out[other] {
					delete(out, f.Hash)
					again = true
				}
			}
		}
	}
	return out
}
