package layout

import (
	"encoding/binary"
	"math/bits"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Fingerprint returns a 64-bit hash of the content of runs: of the same facts as Glyphs, computed without
// building them. Empty content has the fingerprint 0. A file says what was sent by fingerprints: a
// change of what they are is a change of layoutVersion.
func Fingerprint(runs []wml.Run, v wml.View) uint64 {
	f := fingerprint{h: hashSeed}
	f.runs(runs, v)
	return f.sum()
}

// Fingerprint returns the fingerprint of what the paragraph shows.
func (p *Para) Fingerprint() uint64 {
	f := fingerprint{h: hashSeed}
	for i := range p.Segs {
		f.runs(p.Segs[i].Runs, wml.Original)
	}
	return f.sum()
}

// Prefixes returns the fingerprints of the first n glyphs, for each n from 0 to their number.
func Prefixes(g []Glyph) []uint64 {
	f := fingerprint{h: hashSeed}
	out := []uint64{f.sum()}
	for i := range g {
		f.runs(RunsOf(g[i:i+1]), wml.Original)
		now := f
		out = append(out, now.sum())
	}
	return out
}

// Fold adds a fingerprint to a hash of several: of a table, a row, a comment.
func Fold(h, fingerprint uint64) uint64 { return (h ^ fingerprint) * hashFactor }

const hashSeed, hashFactor = 0xcbf29ce484222325, 0x9e3779b97f4a7c15 // of FNV-1a, and 2⁶⁴ over the golden ratio, odd

// fingerprint is the state of one hash: of a stream of bytes that is the text, with a mark wherever
// style or link changes and wherever an object stands.
type fingerprint struct {
	h      uint64
	word   uint64 // up to seven bytes that are not in h yet
	size   uint64 // bytes so far
	some   bool   // there is content
	style  wml.Style
	link   string
	blanks string // white space since the last character, hashed only when more follows
}

// Marks in the stream: bytes that UTF-8 has no use for.
const (
	formattingMark = "\xfd"
	objectMark     = "\xfe"
	endMark        = "\xff"
)

// runs adds the content of runs.
func (f *fingerprint) runs(runs []wml.Run, v wml.View) {
	for i := range runs {
		r := &runs[i]
		if !v.Shows(r) {
			continue
		}
		switch r.Kind {
		case wml.Text, wml.Tab, wml.Break, wml.NoBreakHyphen:
			f.text(r, Characters(r))
		default:
			if o := object(r); strings.HasPrefix(o, citeObject) {
				f.object(o, nil)
			} else if o != "" {
				f.object(o, r.Link)
			}
		}
	}
}

// text adds text as a whole, less the white space around it: it counts only between characters, and
// has no look.
func (f *fingerprint) text(r *wml.Run, s string) {
	first := 0
	for first < len(s) && isBlank(rune(s[first])) {
		first++
	}
	if first > 0 {
		f.blanks += s[:first]
	}
	end := len(s)
	for end > first && isBlank(rune(s[end-1])) {
		end--
	}
	if first == end {
		return
	}
	f.flush()
	link := ""
	if r.Link != nil {
		link = LinkKey(r.Link)
	}
	if style := styleOf(r.Style, link); style != f.style || link != f.link {
		f.write(formattingMark)
		f.write(string(rune(style)))
		f.write(link)
		f.write(endMark)
		f.style, f.link = style, link
	}
	f.some = true
	f.write(s[first:end])
	f.blanks = s[end:]
}

// object adds what is no text. Characters behind it say their look anew.
func (f *fingerprint) object(name string, link *wml.Link) {
	f.flush()
	f.write(objectMark)
	f.write(name)
	f.write(endMark)
	f.write(LinkKey(link))
	f.write(endMark)
	f.some, f.style, f.link = true, 0, ""
}

// flush adds the white space that turned out to be between characters.
func (f *fingerprint) flush() {
	if f.some {
		f.write(f.blanks)
	}
	f.blanks = ""
}

// write adds bytes, eight at a time; how they are cut into chunks does not matter.
func (f *fingerprint) write(s string) {
	held := f.size % 8 * 8
	f.size += uint64(len(s))
	for ; len(s) >= 8; s = s[8:] {
		w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		f.mix(f.word | w<<held)
		f.word = w >> (64 - held) // 0 when nothing was held
	}
	if s == "" {
		return
	}
	var rest [8]byte
	copy(rest[:], s)
	w := binary.LittleEndian.Uint64(rest[:])
	f.word |= w << held
	if held+8*uint64(len(s)) >= 64 {
		f.mix(f.word)
		f.word = w >> (64 - held)
	}
}

// mix adds a word: the two halves of its product with a constant, folded.
func (f *fingerprint) mix(w uint64) {
	high, low := bits.Mul64(f.h^w, hashFactor)
	f.h = high ^ low
}

func (f *fingerprint) sum() uint64 {
	if !f.some {
		return 0
	}
	f.mix(f.word)
	f.mix(f.size)
	f.mix(f.size) // twice, so that the last bytes reach every bit
	return max(f.h, 1)
}
