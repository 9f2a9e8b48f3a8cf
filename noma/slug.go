package noma

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"
)

// Slugify derives an id from a title (contract ast.md §5.1): lower case, compatibility
// decomposition, then ASCII letters, digits and single hyphens only. Letters that have none of these in
// them are transliterated, ß as ss and 日本 as ri-ben, so that a title in any script has an id. The result
// may be empty: a title of punctuation and pictures has none.
func Slugify(title string) string {
	ascii := true
	for i := 0; i < len(title); i++ {
		if title[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	s := title
	if !ascii {
		// The order matters: a capital that only decomposition brings out (№ is No) is dropped.
		s = norm.NFKD.String(strings.ToLower(title))
	}
	b := make([]byte, 0, len(s))
	gap := false // white space waiting to become a hyphen; white space at the ends never does
	for _, r := range s {
		switch {
		case r >= 'A' && r <= 'Z' && ascii:
			r += 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
		case IsSpace(r):
			gap = len(b) > 0
			continue
		case r >= utf8.RuneSelf && unicode.IsLetter(r):
			word := latin(r)
			if word == "" {
				continue
			}
			if gap = gap || len(b) > 0 && unicode.In(r, syllabic...); gap {
				b = appendHyphen(b)
			}
			b = append(b, word...)
			gap = unicode.In(r, syllabic...)
			continue
		default:
			continue
		}
		if gap {
			b, gap = appendHyphen(b), false
		}
		if r == '-' {
			b = appendHyphen(b)
		} else {
			b = append(b, byte(r))
		}
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(b), "-"), "-")
}

// syllabic are the scripts in which a character is a word or a syllable on its own.
var syllabic = []*unicode.RangeTable{unicode.Han}

// latin returns the lower-case ASCII letters and digits of a letter of any script.
func latin(r rune) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			return c
		}
		return -1
	}, unidecode.Unidecode(string(r)))
}

// appendHyphen adds a hyphen unless one is there.
func appendHyphen(b []byte) []byte {
	if len(b) > 0 && b[len(b)-1] == '-' {
		return b
	}
	return append(b, '-')
}

// slugs hands out the automatic ids of a document's headings (contract ast.md §5.2). Explicit ids
// neither reserve a slug nor get a number.
type slugs struct {
	used map[string]bool
	next map[string]int // where to go on searching for a free number: the used set only grows
}

func (s *slugs) take(slug string) string {
	if s.used == nil {
		s.used, s.next = map[string]bool{}, map[string]int{}
	}
	if !s.used[slug] {
		s.used[slug] = true
		return slug
	}
	for n := max(2, s.next[slug]); ; n++ {
		id := slug + "-" + strconv.Itoa(n)
		if !s.used[id] {
			s.used[id] = true
			s.next[slug] = n + 1
			return id
		}
	}
}

// FileSlug returns the id a file name suggests: the base name without ".noma" and a leading number,
// made a slug. Both kinds of slash separate folders.
func FileSlug(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.TrimSuffix(name, ".noma")
	n := 0
	for n < len(name) && isDigit(name[n]) {
		n++
	}
	if n > 0 && n < len(name) && (name[n] == '-' || name[n] == '_') {
		name = name[n+1:]
	}
	return Slugify(name)
}
