package noma

import (
	"slices"
	"strings"
	"sync"
)

// titles returns a function that finds sections by what their headings say, whatever the case and the white space. It is ready when it
// is first called; it may be called by several goroutines.
func (d *Document) titles() func(title string) []*Section {
	byTitle := sync.OnceValue(func() map[string][]*Section {
		all := map[string][]*Section{}
		for n := range Walk(d) {
			if s, ok := n.(*Section); ok && s.ID != "" {
				k := titleKey(PlainText(ParseInline(WithoutNotes(s.Title.S))))
				all[k] = append(all[k], s)
			}
		}
		return all
	})
	return func(title string) []*Section { return byTitle()[titleKey(title)] }
}

func titleKey(title string) string { return strings.ToLower(strings.Join(strings.Fields(title), " ")) }

// Titled returns the section that a reference such as [[Literature Review]] or [[Page#Heading]] leads to: the first one with the
// heading, or the one that has the id or alias that is made of such a heading, as a renamed section keeps it; of Page#Heading the
// one below the section Page. It returns false when there is none. A block with
// the target as its id comes first, which is not searched for here.
func (d *Document) Titled(target string) (*Section, bool) {
	if d.byTitle == nil {
		return nil, false
	}
	if found := d.headed(target); len(found) > 0 {
		return found[0], true
	}
	page, heading, ok := strings.Cut(target, "#")
	if !ok {
		return nil, false
	}
	for _, s := range d.headed(heading) {
		if page == "" {
			return s, true
		}
		above := d.headed(page)
		for n := s.Parent; n != nil; n = n.At().Parent {
			if up, ok := n.(*Section); ok && slices.Contains(above, up) {
				return s, true
			}
		}
	}
	return nil, false
}

// headed returns the sections with a heading, and behind them the one with the id or alias that is made of it.
func (d *Document) headed(title string) []*Section {
	found := d.byTitle(title)
	for _, id := range []string{title, Slugify(title)} {
		if n, ok := d.Block(id); ok {
			if s, ok := n.(*Section); ok && !slices.Contains(found, s) {
				found = append(slices.Clip(found), s)
			}
		}
	}
	return found
}

// IsReference reports whether a text has the shape of a block id (contract ast.md §5.8).
func IsReference(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !('0' <= c && c <= '9') && strings.IndexByte("-./:", c) < 0) {
			return false
		}
	}
	return s != ""
}
