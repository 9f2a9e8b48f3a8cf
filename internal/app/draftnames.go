package app

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// mentions reports whether an id stands in the text outside of some lines.
func (d *Draft) mentions(id string, first, last int) bool {
	if id == "" {
		return false
	}
	for i, line := range d.lines {
		if i >= first-1 && i < last {
			continue
		}
		for at := 0; ; at++ {
			next := strings.Index(line[at:], id)
			if next < 0 {
				break
			}
			at += next
			if (at == 0 || !inName(line[at-1])) && (at+len(id) == len(line) || !inName(line[at+len(id)])) {
				return true
			}
		}
	}
	return false
}

func inName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// distinct reports whether the id of a section that is made of its title, and the one it is to have, depend on no other block: no other
// id is one of them, with or without a number behind it.
func (d *Draft) distinct(s *noma.Section, id string) bool {
	was, is := unnumbered(s.ID), unnumbered(id)
	if was == "" || is == "" {
		return false
	}
	for n := range noma.Walk(d.doc) {
		if other := n.At().ID; other != "" && n != noma.Node(s) {
			if other = unnumbered(other); other == was || other == is {
				return false
			}
		}
	}
	_, taken := d.doc.Block(id)
	return !taken || id == s.ID
}

// unnumbered returns an id without the numbers at its end.
func unnumbered(id string) string {
	for {
		short := strings.TrimRight(id, "0123456789")
		if short == id || !strings.HasSuffix(short, "-") {
			return id
		}
		id = strings.TrimSuffix(short, "-")
	}
}

// refers reports whether a reference may lead to a section by the title it has or is to have.
func (d *Draft) refers(s, is *noma.Section) bool {
	var names []string
	for _, title := range []string{s.Title.S, is.Title.S} {
		names = append(names, noma.TitleSlug(title), noma.Slugify(noma.PlainText(noma.ParseInline(noma.WithoutNotes(title)))))
	}
	if slices.Contains(names, "") {
		return true
	}
	for i, line := range d.lines {
		if i == s.Line-1 {
			continue
		}
		for {
			_, rest, found := strings.Cut(line, "[[")
			if !found {
				break
			}
			line = rest
			target, _, closed := strings.Cut(rest, "]]")
			if !closed {
				return true
			}
			target, _, _ = strings.Cut(target, "|")
			for part := range strings.SplitSeq(target, "#") {
				if slices.Contains(names, noma.Slugify(part)) {
					return true
				}
			}
		}
	}
	return false
}
