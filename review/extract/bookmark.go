package extract

import (
	"hash/crc32"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
)

// bookmarkDecoder finds the id a bookmark was made of, which the name allows for many ids: it holds
// the id with odd characters replaced, and its checksum. Answers are remembered, "" for none.
type bookmarkDecoder map[string]string

// idSeparators are the characters an id may have that a bookmark cannot; all of them become "_".
const idSeparators = "_-./:"

// maxParts bounds the combinations tried: 5 parts have 5⁴.
const maxParts = 5

// id returns the id behind a bookmark name, "" when it cannot be known: the name is not ours, was cut at
// 28 characters, or the id has other characters.
func (d bookmarkDecoder) id(name string) string {
	id, known := d[name]
	if !known {
		id = decodeBookmark(name)
		d[name] = id
	}
	return id
}

// splitBookmark takes a bookmark name of this program apart. A copy an editor made ("name_Copy_1", of a
// moved paragraph) stands for the original.
func splitBookmark(name string) (stem string, sum uint32, ok bool) {
	if i := strings.Index(name, "_Copy_"); i > 0 {
		name = name[:i]
	}
	rest, ok := strings.CutPrefix(name, "n_")
	if !ok || len(rest) < 10 || rest[len(rest)-9] != '_' {
		return "", 0, false
	}
	hex := rest[len(rest)-8:]
	if strings.ToLower(hex) != hex {
		return "", 0, false
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	return rest[:len(rest)-9], uint32(n), err == nil
}

func decodeBookmark(name string) string {
	stem, sum, ok := splitBookmark(name)
	if !ok {
		return ""
	}
	try := func(id string) bool {
		// The checksum first: it is cheap and nearly always decides.
		return crc32.ChecksumIEEE([]byte(id)) == sum && idShaped(id) && strings.HasPrefix(layout.AnchorName(id), "n_"+stem+"_")
	}
	for _, lead := range []string{"", "_"} { // leading low lines are not in the stem
		if try(lead + stem) {
			return lead + stem
		}
	}
	parts := strings.Split(stem, "_")
	if len(parts) < 2 || len(parts) > maxParts {
		return ""
	}
	id := make([]byte, 0, len(stem)+1)
	var combine func(i int) bool
	combine = func(i int) bool {
		if i == len(parts) {
			return try(string(id))
		}
		n := len(id)
		for _, sep := range []byte(idSeparators) {
			id = append(append(id[:n], sep), parts[i]...)
			if combine(i + 1) {
				return true
			}
		}
		id = id[:n]
		return false
	}
	for _, lead := range []string{"", "_"} {
		id = append(append(id[:0], lead...), parts[0]...)
		if combine(1) {
			return string(id)
		}
	}
	return ""
}

// idShaped reports whether a text can be an id: a letter or low line, then letters, digits, low
// lines and separators.
func idShaped(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || (c < '0' || c > '9') && strings.IndexByte(idSeparators, c) < 0) {
			return false
		}
	}
	return s != ""
}
