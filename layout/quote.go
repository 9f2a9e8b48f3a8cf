package layout

import (
	"index/suffixarray"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/noma"
)

// Quote says where in the text of a block something stands: a text quote selector (W3C Web Annotation Data
// Model §4.2.4). Exact is empty for a place between two characters.
type Quote struct{ Exact, Prefix, Suffix string }

// ReadQuote reads the selector of a comment, note or change request from its attributes.
func ReadQuote(d *noma.Directive) Quote {
	value := func(key string) string {
		if a, ok := d.Attr(key); ok {
			return Spelling(a)
		}
		return ""
	}
	return Quote{value("exact"), value("prefix"), value("suffix")}
}

// IsZero reports whether the selector selects nothing.
func (q Quote) IsZero() bool { return q == Quote{} }

// TextIndex is the text of a block as Word shows it, in the form in which selectors are compared: its paragraphs with
// a blank between them, every white space a blank, every object (an equation, a picture) one character.
type TextIndex struct {
	build strings.Builder // with double quotation marks as single ones: an attribute cannot hold both
	raw   strings.Builder // with those the text has
	paras []textPara
	// waiting are the keys of paragraphs that are to be appended when the text is asked for.
	waiting []int
	asked   int
	spent   int                // on comparisons by likeness
	array   *suffixarray.Index // of a text that is asked often
	runes   []int              // how many characters begin before every runeStep bytes
}

// textPara is a paragraph in a TextIndex: Key is what it was added with.
type textPara struct{ key, start, end int }

// Spot is a place in a TextIndex: a paragraph, by the key it was added with, and how many of its characters ([Glyphs])
// stand before the place.
type Spot struct{ Para, At int }

// Add appends a paragraph; key is larger than those before.
func (t *TextIndex) Add(key int, content []Glyph) {
	if len(t.paras) > 0 {
		t.build.WriteByte(' ')
		t.raw.WriteByte(' ')
	}
	start := t.build.Len()
	for i := range content {
		r := foldRune(content[i].Rune)
		t.build.WriteRune(r)
		if content[i].Rune == '"' {
			r = '"'
		}
		t.raw.WriteRune(r)
	}
	t.paras = append(t.paras, textPara{key, start, t.build.Len()})
	t.array, t.runes = nil, nil
}

const runeStep = 256

// runesBefore counts the characters before a byte of the text. Thousands of places may be in one long paragraph.
func (t *TextIndex) runesBefore(at int) int {
	text := t.build.String()
	if t.runes == nil {
		n := 0
		for i := range len(text) + 1 {
			if i%runeStep == 0 {
				t.runes = append(t.runes, n)
			}
			if i < len(text) && utf8.RuneStart(text[i]) {
				n++
			}
		}
	}
	from := at - at%runeStep
	n := t.runes[at/runeStep]
	for i := from; i < at; i++ {
		if utf8.RuneStart(text[i]) {
			n++
		}
	}
	return n
}

// foldRune returns the character with which selectors are compared for one of the text.
func foldRune(r rune) rune {
	switch {
	case isBlank(r), r == '\r', r == '\u00a0', r == '\u202f':
		return ' '
	case r == '"':
		return '\''
	}
	return r
}

// Folded returns a text as selectors are compared: every white space is a blank, and double quotation marks are single ones.
func Folded(s string) string { return strings.Map(foldRune, s) }

// Find resolves a selector. Strict tells that the words of Exact must be there; without it, a place that is
// like them is found as well, when the author has rewritten them. Where the text around them was rewritten, as much
// of Prefix and Suffix counts as is needed. Ok is false when no place is found, or several.
func (t *TextIndex) Find(q Quote, strict bool) (start, end Spot, ok bool) {
	prefix, exact, suffix := Folded(q.Prefix), Folded(q.Exact), Folded(q.Suffix)
	if prefix+exact+suffix == "" {
		return start, end, false
	}
	at := func(from, to int) (Spot, Spot, bool) {
		a, okA := t.spot(from, strings.TrimSpace(exact) != "")
		z, okZ := t.spot(to, false)
		return a, z, okA && okZ
	}
	for _, p := range shorter(prefix, true) {
		for _, s := range shorter(suffix, false) {
			if exact == "" && len(p)+len(s) < len(prefix)+len(suffix) && len(strings.TrimSpace(p))+len(strings.TrimSpace(s)) < fewest {
				continue
			}
			if i, n := t.places(p + exact + s); n == 1 {
				return at(i+len(p), i+len(p)+len(exact))
			}
		}
	}
	if exact == "" || strict {
		return start, end, false
	}
	if from, to, ok := t.similar(prefix, exact, suffix); ok {
		return at(from, to)
	}
	return start, end, false
}

// fewest is how many letters around a place between two characters say where it is.
const fewest = 4

// shorter lists a context and less and less of it, what is nearest to the place last.
func shorter(context string, before bool) []string {
	out := []string{context}
	for words := strings.Count(strings.TrimSpace(context), " ") + 1; words > 1; {
		words /= 2
		at := wordsFrom(context, words, before)
		if before {
			context = context[at:]
		} else {
			context = context[:at]
		}
		out = append(out, context)
	}
	if context != "" {
		out = append(out, "")
	}
	return out
}

// wordsFrom returns where the last (or first) n words of a text begin (or end).
func wordsFrom(s string, n int, last bool) int {
	if last {
		at := len(s)
		for ; n > 0 && at > 0; n-- {
			at = len(strings.TrimRight(s[:at], " "))
			at = strings.LastIndexByte(s[:at], ' ') + 1
		}
		return at
	}
	at := 0
	for ; n > 0 && at < len(s); n-- {
		for at < len(s) && s[at] == ' ' {
			at++
		}
		if k := strings.IndexByte(s[at:], ' '); k >= 0 {
			at += k
		} else {
			at = len(s)
		}
	}
	return at
}

// similar finds the place between what is left of prefix and suffix, or the text most like exact. More than a
// third of it may not differ.
func (t *TextIndex) similar(prefix, exact, suffix string) (from, to int, ok bool) {
	text := t.build.String()
	if strings.TrimSpace(prefix) != "" && strings.TrimSpace(suffix) != "" {
		for _, p := range shorter(prefix, true) {
			i, n := t.places(p)
			if p == "" || n != 1 {
				continue
			}
			for _, s := range shorter(suffix, false) {
				from := i + len(p)
				if k, n := t.places(s); s != "" && n == 1 && k > from && k-from <= 2*len(exact)+16 {
					return from, k, true
				}
			}
		}
	}
	want := []rune(exact)
	work := len(want) * len(text)
	if len(want) < fewest || work > maxSimilar || t.spent+work > maxSpent {
		return 0, 0, false
	}
	t.spent += work
	return closest(text, want, len(want)/3)
}

// maxSimilar bounds the work of a comparison by likeness, maxSpent that of all comparisons with one text.
const maxSimilar, maxSpent = 1 << 22, 1 << 25

// closest finds the one stretch of a text with the smallest edit distance to want, which is at most limit (P. H.
// Sellers, "The theory and computation of evolutionary distances", 1980).
func closest(text string, want []rune, limit int) (from, to int, ok bool) {
	n := len(want)
	cost, begin := make([]int, n+1), make([]int, n+1) // of want[:i] against a stretch that ends here, and where that begins
	for i := range cost {
		cost[i] = i
	}
	best, times := limit+1, 0
	for at, r := range text {
		next := at + utf8.RuneLen(r)
		above, aboveBegin := cost[0], begin[0]
		begin[0] = next
		for i := 1; i <= n; i++ {
			c, b := above, aboveBegin
			if want[i-1] != r {
				c++
			}
			if i == 1 {
				b = at
			}
			if cost[i]+1 < c {
				c, b = cost[i]+1, begin[i]
			}
			if cost[i-1]+1 < c {
				c, b = cost[i-1]+1, begin[i-1]
			}
			above, aboveBegin = cost[i], begin[i]
			cost[i], begin[i] = c, b
		}
		switch {
		case cost[n] < best:
			best, times, from, to = cost[n], 1, begin[n], next
		case cost[n] == best && begin[n] != from:
			times++
		}
	}
	return from, to, times == 1
}

// places returns the first place of a pattern and how often it occurs, 2 for more than once. A text that is asked often
// is indexed.
func (t *TextIndex) places(pattern string) (at, n int) {
	text := t.build.String()
	if pattern == "" || len(pattern) > len(text) {
		return -1, 0
	}
	if t.asked++; t.asked > 32 {
		if t.array == nil {
			t.array = suffixarray.New([]byte(text))
		}
		found := t.array.Lookup([]byte(pattern), 2)
		if len(found) == 0 {
			return -1, 0
		}
		return slices.Min(found), len(found)
	}
	if at = strings.Index(text, pattern); at < 0 {
		return -1, 0
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	if strings.Contains(text[at+size:], pattern) {
		return at, 2
	}
	return at, 1
}

// spot returns a place in its paragraph. Of a place between two paragraphs, opening says whether it begins something.
func (t *TextIndex) spot(at int, opening bool) (Spot, bool) {
	i, _ := slices.BinarySearchFunc(t.paras, at, func(p textPara, at int) int {
		if p.end < at {
			return -1
		}
		return 1
	})
	if i == len(t.paras) {
		return Spot{}, false
	}
	p := t.paras[i]
	if opening && at == p.end && i+1 < len(t.paras) && p.end > p.start {
		p = t.paras[i+1] // the blank between two paragraphs begins nothing
		at = p.start
	}
	at = max(at, p.start)
	return Spot{p.key, t.runesBefore(at) - t.runesBefore(p.start)}, true
}

// offset returns the opposite of spot.
func (t *TextIndex) offset(s Spot) (int, bool) {
	p, ok := t.around(s)
	if !ok {
		return 0, false
	}
	want := t.runesBefore(p.start) + s.At
	if want >= t.runesBefore(p.end) {
		return p.end, true
	}
	step, _ := slices.BinarySearch(t.runes, want+1) // the first with more before it
	at := max(p.start, (step-1)*runeStep)
	for !utf8.RuneStart(t.build.String()[at]) { // in the middle of a character, which counts as before it
		at++
	}
	for n := t.runesBefore(at); n < want; n++ {
		_, size := utf8.DecodeRuneInString(t.build.String()[at:])
		at += size
	}
	return at, true
}

// context is how many words of its paragraph a selector has before and behind the place: enough to be found when the
// same words are written elsewhere later.
const context = 3

// maxContext is how many bytes the words around a place may be.
const maxContext = 2 << 10

// Quote returns a selector of a place that is found again: with the words around it in its paragraph, and with more where
// they occur more than once.
func (t *TextIndex) Quote(start, end Spot) (Quote, bool) {
	a, okA := t.offset(start)
	z, okZ := t.offset(end)
	if !okA || !okZ || a > z {
		return Quote{}, false
	}
	text := t.build.String()
	first, _ := t.around(start)
	last, _ := t.around(end)
	p := first.start + wordsFrom(text[first.start:a], context, true)
	s := z + wordsFrom(text[z:last.end], context, false)
	for words, before := context, true; ; before = !before {
		if _, n := t.places(text[p:s]); n == 1 {
			break
		}
		if p == 0 && s == len(text) || a-p+s-z > maxContext {
			return Quote{}, false // the place is the whole text, or there is none, or it takes a page to say which
		}
		words += 1 + words/4
		if before {
			p = min(p, wordsFrom(text[:a], words, true))
		} else {
			s = max(s, z+wordsFrom(text[z:], words, false))
		}
	}
	written := func(from, to int) string {
		if raw := t.raw.String()[from:to]; !strings.Contains(raw, "'") {
			return raw
		}
		return text[from:to]
	}
	return Quote{Exact: written(a, z), Prefix: written(p, a), Suffix: written(z, s)}, true
}

// around returns the paragraph of a spot: they are added with rising keys.
func (t *TextIndex) around(s Spot) (textPara, bool) {
	i, ok := slices.BinarySearchFunc(t.paras, s.Para, func(p textPara, key int) int { return p.key - key })
	if !ok {
		return textPara{}, false
	}
	return t.paras[i], true
}
