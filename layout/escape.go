package layout

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Escapes: what a reviewer typed is characters. It is printed as it is, and only where it reads as something else, its
// marks are escaped: all of them first, and then each escape goes that the text does not need.

// manner is how content is printed.
type manner struct {
	// bracket is the one that is escaped, with all other characters that can be marks; 0 for no escapes. Of two brackets
	// one is enough, and both would be a formula.
	bracket rune
	in      setting
	spans   bool // formatting with the names of its classes, not with short marks: those cannot meet everywhere
}

// setting is what printed text stands in.
type setting uint8

const (
	sentence     setting = iota
	pairedNote           // a note ^[text] whose brackets come in pairs
	unpairedNote         // one whose brackets have to be escaped
)

var manners = [...]manner{{}, {bracket: '['}, {bracket: ']'}, {spans: true}, {bracket: '[', spans: true}, {bracket: ']', spans: true}}

// escapes reports whether a character gets what can become an escape.
func (m manner) escapes(r rune) bool {
	return m.bracket != 0 && r < 0x80 && (r == m.bracket || (markup[r] || r == '!' || r == '{') && r != '[')
}

// mayEscape stands in printed text where an escape can. No text has the byte: it is not UTF-8.
const mayEscape = 0xff

// How many texts are read to find the escapes that can go, and how many bytes of them. With more marks than that, some stay for
// nothing.
const (
	maxTrials = 400
	maxTried  = 4 << 20
)

// written prints text in the first manner in which it reads as it shall. Without one ok is false.
func (n *Names) written(inCell bool, reads func(string) bool, print func(manner) string) (text string, ok bool) {
	right := func(s string) bool { return reads(s) && (!inCell || noma.IsCell(s)) }
	for i, m := range manners {
		s := print(m)
		if inCell && strings.HasSuffix(s, `\`) {
			s += " " // or it would escape the pipe behind it
		}
		if m.bracket != 0 {
			s, ok = withEscapes(s, right)
		} else {
			ok = right(s)
		}
		if ok {
			return s, true
		}
		if i == 0 {
			text = s
		}
	}
	return text, false
}

// withEscapes replaces what stands for escapes by those that the text needs to read right.
func withEscapes(s string, right func(string) bool) (string, bool) {
	pieces := strings.Split(s, string([]byte{mayEscape}))
	if len(pieces) == 1 {
		return s, right(s)
	}
	needed := make([]bool, len(pieces)) // an escape before the part; none is before the first
	for i := range needed {
		needed[i] = i > 0
	}
	made := func() string {
		var b strings.Builder
		b.Grow(len(s))
		for i, piece := range pieces {
			if needed[i] {
				b.WriteByte('\\')
			}
			b.WriteString(piece)
		}
		return b.String()
	}
	if !right(made()) {
		return "", false
	}
	trials, most := 0, min(maxTrials, maxTried/len(s))
	// spare takes out escapes, the last ones first: a mark that nothing opens closes nothing.
	var spare func(at []int) (some bool)
	spare = func(at []int) bool {
		if trials++; len(at) == 0 || trials > most {
			return false
		}
		for _, i := range at {
			needed[i] = false
		}
		if right(made()) {
			return true
		}
		for _, i := range at {
			needed[i] = true
		}
		if len(at) == 1 {
			return false
		}
		middle := len(at) / 2
		last := spare(at[middle:])
		return spare(at[:middle]) || last
	}
	left := func() (at []int) {
		for i := range needed {
			if needed[i] {
				at = append(at, i)
			}
		}
		return at
	}
	for spare(left()) { // without one, another may have become needless
	}
	return made(), true
}
