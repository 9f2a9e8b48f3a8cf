package noma

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Slugify derives an id from a title (contract ast.md §5.1): lower case, compatibility
// decomposition, then ASCII letters, digits and single hyphens only. The result may be empty.
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
	next map[string]int // where to go on looking for a free number: the used set only grows
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

// FileSlug is the id a file name suggests: the base name without ".noma" and a leading number,
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
