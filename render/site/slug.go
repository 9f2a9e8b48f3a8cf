package site

import (
	"path"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/book"
)

// slugOf returns where the page of a chapter lies, without ".html": the id of its level-1 heading when the
// author gave it one that is safe as a path, else the name of the file.
func slugOf(c *book.Part, blocks []noma.Node) string {
	for _, n := range blocks {
		if s, ok := n.(*noma.Section); ok && s.Level == 1 {
			if s.ExplicitID && pathSafe(s.ID) {
				return s.ID
			}
			break
		}
	}
	stem := strings.TrimSuffix(path.Base(c.Path), path.Ext(c.Path))
	var b strings.Builder
	for _, r := range strings.ToLower(stem) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if slug := strings.Trim(b.String(), "-_"); slug != "" {
		return slug
	}
	return "chapter"
}

// pathSafe reports whether an id is a relative path on every system and in every address: segments of
// letters, digits, "-", "_" and ".", none of them hidden, leading upwards, or a folder that could have
// the name of another page.
func pathSafe(id string) bool {
	if len(id) > 200 {
		return false
	}
	for segment := range strings.SplitSeq(id, "/") {
		if segment == "" || len(segment) > 100 || segment[0] == '.' || segment[0] == '_' || strings.HasSuffix(segment, ".") ||
			strings.EqualFold(path.Ext(segment), ".html") {
			return false
		}
		for i := range len(segment) {
			c := segment[i]
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.') {
				return false
			}
		}
	}
	return true
}

// unique gives each page a place of its own, also where upper and lower case are one, as on many
// disks, and beside index.html.
type unique map[string]bool

func (u unique) take(slug string) string {
	out := slug
	for n := 2; u[strings.ToLower(out)] || strings.EqualFold(out, "index"); n++ {
		out = slug + "-" + strconv.Itoa(n)
	}
	u[strings.ToLower(out)] = true
	return out
}

// up leads from a page to the root of the site: one step a folder.
func up(slug string) string { return strings.Repeat("../", strings.Count(slug, "/")) }
