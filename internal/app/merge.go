package app

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Piece is a part of a text that two people made of one.
type Piece struct {
	Text     string `json:"text"`             // what became of it, where both agree or only one of them changed it
	Conflict bool   `json:"conflict"`         // both changed it, in different ways
	Base     string `json:"base,omitempty"`   // of a conflict: what it was
	Mine     string `json:"mine,omitempty"`   // and what became of it
	Theirs   string `json:"theirs,omitempty"` // on each side
}

// Merge puts together what two people made of one text, line by line. The pieces make the whole text, in its order.
func Merge(base, mine, theirs string) (pieces []Piece) {
	left, right := udiff.Lines(base, mine), udiff.Lines(base, theirs)
	at := 0
	keep := func(to int) {
		if to > at {
			pieces = append(pieces, Piece{Text: base[at:to]})
		}
	}
	for len(left)+len(right) > 0 {
		// The edits of both sides that touch each other are decided together.
		start, end := len(base), -1
		for _, side := range [...][]udiff.Edit{left, right} {
			if len(side) > 0 && side[0].Start < start || end < 0 && len(side) > 0 {
				start, end = side[0].Start, side[0].End
			}
		}
		var l, r int
		for grown := true; grown; {
			grown = false
			for _, side := range []struct {
				edits []udiff.Edit
				n     *int
			}{{left, &l}, {right, &r}} {
				for *side.n < len(side.edits) && side.edits[*side.n].Start <= end {
					end = max(end, side.edits[*side.n].End)
					*side.n++
					grown = true
				}
			}
		}
		keep(start)
		a, b := edited(base, start, end, left[:l]), edited(base, start, end, right[:r])
		switch {
		case r == 0 || a == b:
			pieces = append(pieces, Piece{Text: a})
		case l == 0:
			pieces = append(pieces, Piece{Text: b})
		default:
			pieces = append(pieces, Piece{Conflict: true, Base: base[start:end], Mine: a, Theirs: b})
		}
		at, left, right = end, left[l:], right[r:]
	}
	keep(len(base))
	return pieces
}

// edited returns a part of a text with edits in it.
func edited(text string, start, end int, edits []udiff.Edit) string {
	var out strings.Builder
	for _, e := range edits {
		out.WriteString(text[start:e.Start] + e.New)
		start = e.End
	}
	return out.String() + text[start:end]
}
