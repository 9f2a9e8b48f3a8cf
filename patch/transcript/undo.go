package transcript

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/nomadocx/nomadocx/noma/source"
)

// maxUndo is the longest text that a record keeps to be put back, in bytes.
const maxUndo = 1 << 20

// Undo are stretches of text to be put back, one after the other.
type Undo []Stretch

// Stretch of a text: Length bytes from At in the text after an operation were Text.
type Stretch struct {
	At     int    `json:"at"`
	Length int    `json:"length"`
	Text   string `json:"text"`
}

// UnmarshalJSON also reads the single stretch that records had before those of a list shared their hashes.
func (u *Undo) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte("{")) {
		*u = make(Undo, 1)
		return json.Unmarshal(data, &(*u)[0])
	}
	return json.Unmarshal(data, (*[]Stretch)(u))
}

// Keep gives the records of the applied operations of a list what undoes the list: all of it when the records are gone
// through from the last to the first, each as much as the others. Nothing is kept when a text is too long.
func Keep(records []*Record, undo []source.Edit) {
	for _, e := range undo {
		if len(e.New) > maxUndo {
			return
		}
	}
	n := len(records)
	for i, r := range records {
		for _, e := range undo[len(undo)*(n-1-i)/n : len(undo)*(n-i)/n] {
			r.Undo = append(r.Undo, Stretch{e.Span.Start, e.Span.Len(), e.New})
		}
	}
}

// before returns the text before a list of records, of the text after it; ok is false when they do not keep what leads there.
func (l list) before(text string) (before string, ok bool) {
	var edits []source.Edit // of text, from its end to its beginning
	flush := func() {
		next, err := source.Apply(text, edits)
		ok = ok && err == nil
		text, edits = next, nil
	}
	ok = true
	for i := len(l) - 1; i >= 0; i-- {
		for _, s := range l[i].Record.Undo {
			if s.At < 0 || s.Length < 0 || s.At+s.Length < s.At {
				return "", false
			}
			span := source.Span{Start: s.At, End: s.At + s.Length}
			if n := len(edits); n > 0 && (span.End > edits[n-1].Span.Start || span.Start == edits[n-1].Span.Start) {
				flush()
			}
			edits = append(edits, source.Edit{Span: span, New: s.Text})
		}
	}
	flush()
	return text, ok && Hash(text) == l[0].Record.PreSHA256
}

// moves returns what the operations of a list did, one after the other.
func (l list) moves() []move {
	var undo []source.Edit
	for _, e := range slices.Backward(l) {
		for _, s := range e.Record.Undo {
			undo = append(undo, source.Edit{Span: source.Span{Start: s.At, End: s.At + s.Length}, New: s.Text})
		}
	}
	return movesOf(undo)
}

// move is what an edit does to places in a text: it takes bytes from one and puts others in.
type move struct{ at, took, put int }

// movesOf returns the edits that an undo takes back, in their order.
func movesOf(undo []source.Edit) (moves []move) {
	for _, e := range slices.Backward(undo) {
		moves = append(moves, move{e.Span.Start, len(e.New), e.Span.Len()})
	}
	return moves
}

// past takes a stretch along as edits move it, and reports whether none of them changes it.
func (s *Stretch) past(moves ...move) bool {
	for _, m := range moves {
		end, some := m.at+m.took, m.took > 0 || s.Length > 0
		switch {
		case end < s.At, end == s.At && some:
			s.At += m.put - m.took
		case m.at > s.At+s.Length, m.at == s.At+s.Length && some:
		default:
			return false
		}
	}
	return true
}
