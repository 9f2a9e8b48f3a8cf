package reviewsync

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Texts in findings are as long as the paragraphs they stand in. People read excerpts of them: the words that
// differ, and the words around these.

// nearWidth is the length of an excerpt in characters, about.
const nearWidth = 60

// Excerpt cuts a text down to about 60 characters around its bytes from start to end, at the ends of words.
// White space is one blank.
func Excerpt(text string, start, end int) string {
	start = wholeRunes(text, start, -1)
	end = wholeRunes(text, max(end, start), 1)
	text, start, end = nearby(text, start, end)
	before, within, after := []rune(flat(text[:start])), []rune(flat(text[start:end])), []rune(flat(text[end:]))
	all := slices.Concat(before, within, after)
	first, last := 0, len(all)
	for first < last && all[first] == ' ' {
		first++
	}
	for last > first && all[last-1] == ' ' {
		last--
	}
	if last-first <= nearWidth {
		return squeeze(string(all[first:last]))
	}
	from := max(first, len(before)-max(0, nearWidth-len(within))/2)
	to := min(last, from+nearWidth)
	from = max(first, to-nearWidth)
	if from > first {
		from = nextWord(all, from, min(to, len(before)))
	}
	if to < last {
		to = lastWord(all, to, max(from, min(to, len(before)+len(within))))
	}
	return ellipsis(from > first) + squeeze(strings.TrimSpace(string(all[from:to]))) + ellipsis(to < last)
}

// nearby leaves out what is too far from a place to be in an excerpt.
func nearby(text string, start, end int) (string, int, int) {
	const most = 1 << 9
	from := wholeRunes(text, start-most, -1)
	if end-start > 2*most {
		end = wholeRunes(text, start+most, 1)
	}
	to := wholeRunes(text, end+most, 1)
	return text[from:to], start - from, end - from
}

// wholeRunes returns the place in a text next to a place, back or forth, at which a character begins.
func wholeRunes(text string, at, step int) int {
	at = min(max(at, 0), len(text))
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at += step
	}
	return at
}

// Differing cuts texts down to the words in which they differ, each to about 60 characters. Texts that are
// alike come back as their beginnings.
func Differing(texts ...string) []string {
	all := make([][]rune, len(texts))
	shortest := -1
	for i, t := range texts {
		all[i] = []rune(squeeze(flat(t)))
		if shortest < 0 || len(all[i]) < shortest {
			shortest = len(all[i])
		}
	}
	start, end := 0, 0
	for start < shortest && allAlike(all, func(r []rune) rune { return r[start] }) {
		start++
	}
	for end < shortest-start && allAlike(all, func(r []rune) rune { return r[len(r)-1-end] }) {
		end++
	}
	if !slices.ContainsFunc(all, func(r []rune) bool { return len(r) != start }) {
		start, end = 0, 0
	}
	if len(all) > 0 {
		start, end = wholeWords(all, start, end)
	}
	out := make([]string, len(texts))
	for i, r := range all {
		out[i] = shorten(strings.TrimSpace(string(r[start : len(r)-end])))
	}
	return out
}

func allAlike(all [][]rune, at func(r []rune) rune) bool {
	return !slices.ContainsFunc(all, func(r []rune) bool { return at(r) != at(all[0]) })
}

// wholeWords widens what lies between a common beginning and a common end to whole words, and by a word where
// it is empty. Where words are longer than a screen shows, or not divided by blanks, it stays as it is.
func wholeWords(all [][]rune, start, end int) (int, int) {
	const most = 24
	r := all[0]
	left := func(k int) int {
		for i := k; i >= 0 && i > k-most; i-- {
			if i == 0 || r[i-1] == ' ' {
				return i
			}
		}
		return k
	}
	right := func(k int) int {
		for i := k; i >= 0 && i > k-most; i-- {
			if i == 0 || r[len(r)-i] == ' ' {
				return i
			}
		}
		return k
	}
	start, end = left(start), right(end)
	empty := func(r []rune) bool { return squeeze(string(r[start:len(r)-end])) == "" }
	switch {
	case !slices.ContainsFunc(all, empty):
	case start > 0:
		start = left(start - 1)
	case end > 0:
		end = right(end - 1)
	}
	return start, end
}

// shorten returns the beginning of a text.
func shorten(text string) string {
	r := []rune(text)
	if len(r) <= nearWidth {
		return text
	}
	return strings.TrimSpace(string(r[:lastWord(r, nearWidth, nearWidth/2)])) + "…"
}

// flat makes white space blanks, and characters that show nothing too.
func flat(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

func ellipsis(cut bool) string {
	if cut {
		return "…"
	}
	return ""
}

// nextWord returns where the next word begins at or behind from, from itself when none does before limit.
func nextWord(r []rune, from, limit int) int {
	for i := from; i <= limit && i < len(r); i++ {
		if r[i-1] == ' ' {
			return i
		}
	}
	return from
}

// lastWord returns where the last word before to ends, to itself when none does behind limit.
func lastWord(r []rune, to, limit int) int {
	for i := to; i > limit && i > 0; i-- {
		if r[i] == ' ' {
			return i
		}
	}
	return to
}
