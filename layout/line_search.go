package layout

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// search is the state of one inversion.
type search struct {
	line      *Line
	text      []rune
	pre, post [][]rune
	at        [][2]int // the reading being tried: per group the span of its value
	best      [][2]int
	kept      int
	diff      int
	found     int // readings as good as best
	budget    int
}

// walk tries the groups from g on against the text from at on; any: one is shown already, in a list an item of it.
func (s *search) walk(g, at int, any bool) {
	if s.budget--; s.budget <= 0 {
		return
	}
	if s.line.listed(g) && g == s.line.List {
		any = false
	}
	if g == len(s.line.Groups) {
		if s.ends(s.text[at:], s.line.List > 0 && any) {
			s.consider()
		}
		return
	}
	group := &s.line.Groups[g]
	if group.Slot != nil {
		s.at[g] = [2]int{absent, absent}
		s.walk(g+1, at, any)
	}
	before := s.line.before(g, !any)
	if !hasText(s.text[at:], before) {
		return
	}
	at += len([]rune(before))
	if !hasPrefix(s.text[at:], s.pre[g]) {
		return
	}
	from := at + len(s.pre[g])
	if group.Slot == nil {
		if hasPrefix(s.text[from:], s.post[g]) {
			s.walk(g+1, from+len(s.post[g]), true)
		}
		return
	}
	for to := from; to <= len(s.text); to++ {
		if group.Slot.Kind == Flag && group.Bare && to > from {
			break
		}
		rest := s.text[to:]
		if !hasPrefix(rest, s.post[g]) || !s.canFollow(g+1, rest[len(s.post[g]):]) {
			continue
		}
		value := s.text[from:to]
		if group.Slot.Access == Volatile && !group.volatile(value) {
			continue
		}
		if len(value) > 0 && !group.reads(value) && s.swallows(value, group.shown) {
			continue
		}
		if len(value) == 0 && !group.Bare {
			s.at[g] = [2]int{absent, absent} // an emptied value is a removed field
		} else {
			s.at[g] = [2]int{from, to}
		}
		s.walk(g+1, to+len(s.post[g]), true)
	}
	// Who deletes a value takes one of the blanks around it along: "owner: · date: May".
	if from > at && isBlank(s.text[from-1]) && strings.HasPrefix(s.line.Sep, " ") && len(s.post[g]) == 0 && s.canFollow(g+1, s.text[from-1:]) {
		s.at[g] = [2]int{absent, absent}
		s.walk(g+1, from-1, true)
	}
}

func (s *search) consider() {
	kept, diff := 0, 0
	for i := range s.line.Groups {
		g := &s.line.Groups[i]
		if g.Slot == nil {
			continue
		}
		switch span := s.at[i]; {
		case span[0] == absent && !g.present():
		case span[0] != absent && g.reads(s.text[span[0]:span[1]]):
			kept++
		case span[0] != absent && s.tookOver(i, s.text[span[0]:span[1]]):
			return
		default:
			diff++
		}
	}
	switch {
	case s.found == 0 || kept > s.kept || kept == s.kept && diff < s.diff:
		s.best = append(s.best[:0], s.at...)
		s.kept, s.diff, s.found = kept, diff, 1
	case kept == s.kept && diff == s.diff && !slices.Equal(s.best, s.at):
		s.found++
	}
}

// tookOver reports whether the value of group i now holds the whole value of another group that is gone, as words
// of its own or behind or before what it was: the literal between them was deleted.
func (s *search) tookOver(i int, now []rune) bool {
	was := s.line.Groups[i].shown
	for k := range s.line.Groups {
		g := &s.line.Groups[k]
		if k == i || g.Slot == nil || !g.present() || s.at[k][0] != absent {
			continue
		}
		gone := g.shown
		if g.Bare {
			gone = s.pre[k]
		}
		if len(gone) > 0 && (countWords(now, gone) > countWords(was, gone) || len(now) == len(was)+len(gone) &&
			(hasPrefix(now, was) && hasPrefix(now[len(was):], gone) || hasPrefix(now, gone) && hasPrefix(now[len(gone):], was))) {
			return true
		}
	}
	return false
}

// ends reports whether the line can end here; in a list with its bracket.
func (s *search) ends(rest []rune, inList bool) bool {
	if inList {
		return string(rest) == listClose
	}
	return len(rest) == 0
}

// canFollow prunes: rest must be the end of the line or begin like a later group.
func (s *search) canFollow(g int, rest []rune) bool {
	inList := s.line.listed(g - 1)
	if s.ends(rest, inList) {
		return true
	}
	for ; g < len(s.line.Groups); g++ {
		before := s.line.before(g, s.line.listed(g) && !inList)
		if hasText(rest, before) && hasPrefix(rest[len([]rune(before)):], s.pre[g]) {
			return true
		}
	}
	return false
}

// swallows reports whether a changed value newly contains our punctuation, the separator or the name
// of another value (", size=", "owner: "): the sign that a literal was edited, not a value.
func (s *search) swallows(now, was []rune) bool {
	sep := []rune(s.line.Sep)
	if len(sep) > 1 && isBlank(sep[0]) {
		sep = sep[1:] // the blank before it goes with the end of a value that is deleted
	}
	if len(sep) > 0 && count(now, sep) > count(was, sep) {
		return true
	}
	if s.line.List > 0 && items(now) > items(was) {
		return true
	}
	for _, pre := range s.pre {
		if n := len(pre); n > 0 && (pre[n-1] == '=' || n > 3 && pre[n-2] == ':') && count(now, pre) > count(was, pre) {
			return true
		}
	}
	return false
}

// selfSimilar reports whether an old value contains what resembles one of the line's own fields.
func (s *search) selfSimilar() bool {
	for i := range s.line.Groups {
		for j, g := range s.line.Groups {
			if g.Slot != nil && len(s.pre[j]) > 0 && s.line.Groups[i].Slot != nil &&
				count(s.line.Groups[i].shown, append([]rune(s.line.before(j, false)), s.pre[j]...)) > 0 {
				return true
			}
		}
	}
	return false
}

// volatile: a number field or form field, or the text that is left of one.
func (g *Group) volatile(s []rune) bool {
	if c := g.input(); c != nil && c.Kind == wml.CheckBox {
		return len(s) <= 1
	}
	for _, r := range s {
		if g.Slot.Name == "number" && r != objectRune && (r < '0' || r > '9') || r == objectRune && len(s) > 1 {
			return false
		}
	}
	return true
}

func hasPrefix(s, prefix []rune) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i, r := range prefix {
		if s[i] != r {
			return false
		}
	}
	return true
}

func hasText(s []rune, prefix string) bool { return hasPrefix(s, []rune(prefix)) }

// items counts what reads as the beginning of an item of a list: ", size=" or " (size=".
func items(s []rune) int { return len(listItem.FindAllStringIndex(string(s), -1)) }

var listItem = regexp.MustCompile(`(?:, | \()[\pL_][\pL\pN_ -]*=`)

// countWords returns how often words stand in a text as words of their own.
func countWords(s, words []rune) int {
	n := 0
	for i := 0; i+len(words) <= len(s); i++ {
		if hasPrefix(s[i:], words) && (i == 0 || !letter(s[i-1]) || !letter(words[0])) &&
			(i+len(words) == len(s) || !letter(s[i+len(words)]) || !letter(words[len(words)-1])) {
			n++
		}
	}
	return n
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func count(s, sub []rune) int {
	n := 0
	for i := 0; len(sub) > 0 && i+len(sub) <= len(s); i++ {
		if hasPrefix(s[i:], sub) {
			n++
		}
	}
	return n
}
