package book

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Slug returns what stands before the ids of a chapter's headings: the id of its first level-1 section,
// or else the file name without extension, other characters than a-z, 0-9 and - made one hyphen a run
// (contract ast.md §8). A name of which nothing is left gives way to the chapter's number, from 1.
func Slug(d *noma.Document, file string, number int) string {
	for _, n := range d.Children {
		if s, ok := n.(*noma.Section); ok && s.Level == 1 {
			if s.ID != "" {
				return s.ID
			}
			break
		}
	}
	stem := strings.ToLower(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	var b strings.Builder
	gap := false
	for _, r := range stem {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			b.WriteRune(r)
			gap = false
		} else if !gap {
			b.WriteByte('-')
			gap = true
		}
	}
	if slug := b.String(); strings.Trim(slug, "-") != "" {
		return slug
	}
	return "chapter-" + strconv.Itoa(number)
}

// scope puts the chapter's slug before the ids of all headings of level 2 and deeper. The id a heading
// has in its own file stays as an alias, for references written before there was a book (Protocol §2.2).
func scope(d *noma.Document, slug string) {
	for n := range noma.Walk(d) {
		s, ok := n.(*noma.Section)
		if !ok || s.Level < 2 || s.ID == "" || strings.HasPrefix(s.ID, slug+"/") {
			continue
		}
		if !slices.Contains(s.Aliases, s.ID) {
			s.Aliases = append(slices.Clip(s.Aliases), s.ID)
		}
		s.ID = Scoped(slug, s.ID)
	}
}

// Scoped returns the id a heading has in a book.
func Scoped(slug, id string) string {
	if strings.HasPrefix(id, slug+"/") {
		return id
	}
	return slug + "/" + id
}
