package llm

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
)

// cut shortens a text to at most budget UTF-16 units, the marker that says so included. It cuts at
// the end of a line where there is one. A budget too small for the marker gets its beginning.
func cut(text []byte, budget int) []byte {
	// No byte sequence has more units than bytes: most texts need no counting.
	if budget <= 0 || len(text) <= budget || noma.UTF16Len(string(text)) <= budget {
		return text
	}
	marker := "\n\n[LLM context truncated at " + strconv.Itoa(budget) + " characters]\n"
	if budget <= len(marker) {
		return []byte(marker[:budget])
	}
	limit := prefix(text, budget-len(marker))
	keep := text[:limit]
	// A line feed right behind the limit still ends a whole line.
	if limit < len(text) && text[limit] != '\n' {
		if i := bytes.LastIndexByte(keep, '\n'); i > 0 {
			keep = keep[:i]
		}
	}
	return []byte(strings.TrimRightFunc(string(keep), noma.IsSpace) + marker)
}

// prefix returns the length in bytes of the longest part at the start of a text that has at most n units.
// It never divides a character.
func prefix(text []byte, n int) int {
	i := 0
	for i < len(text) {
		r, size := utf8.DecodeRune(text[i:])
		if n -= utf16.RuneLen(r); n < 0 {
			break
		}
		i += size
	}
	return i
}
