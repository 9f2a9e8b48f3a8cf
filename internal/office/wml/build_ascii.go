package wml

// Most text is letters, digits and ordinary punctuation, which go out as they are. These examines text
// take eight bytes at a time, each in a lane of one word: with 0x80 in all lanes, (w-n)&^w&0x80 is 0
// exactly if no lane is below n (n up to 0x80). A lane may be marked wrongly above one that is below n,
// so that only 0 says something.

const (
	lanes = 0x0101010101010101
	tops  = 0x80 * lanes
)

// below is not 0 if some lane of w is below n.
func below(w, n uint64) uint64 { return (w - n*lanes) &^ w & tops }

// ordinaryText reports whether all of s is printable ASCII that needs no reference in an element.
func ordinaryText(s string) bool {
	for ; len(s) >= 8; s = s[8:] {
		w := lanesOf(s)
		angles := (w | 2*lanes) ^ '>'*lanes // 0 in the lanes of < and >, which differ in one bit
		if w&tops|below(w, ' ')|below(w^'&'*lanes, 1)|below(angles, 1) != 0 {
			return false
		}
	}
	for i := 0; i < len(s); i++ {
		if class := byteClass[s[i]]; class != plain && s[i] != '"' {
			return false
		}
	}
	return true
}

// Printable returns how many bytes at the start of s are printable ASCII for certain; it examines whole
// words only.
func Printable(s string) int {
	n := 0
	for ; len(s)-n >= 8; n += 8 {
		if w := lanesOf(s[n:]); w&tops|below(w, ' ') != 0 {
			break
		}
	}
	return n
}

// lanesOf returns the first eight bytes of s; the compiler makes one load of it.
func lanesOf(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
