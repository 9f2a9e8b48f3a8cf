package reviewsync

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/match"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// openedItem is a new item that further ones can be inside of, or behind.
type openedItem struct{ level, indent, text, number int }

// nested returns the source of a new block with the new items below it that are of its list, and these, when it is an item.
func (s *insertions) nested(st *story, j int, content string) (string, []*wml.Paragraph) {
	first := st.got[j].para
	if !isItemLine(first, content) {
		return content, nil
	}
	open := []openedItem{{level: first.Level, text: markerWidth(content), number: 1}}
	var inside []*wml.Paragraph
	for k := j + 1; k < len(st.got); k++ {
		r := st.got[k].para
		if r == nil || r.Level < first.Level || r.Level == first.Level && r.List != first.List || st.run[k] != st.run[j] || st.match[k] != match.None {
			break
		}
		line, ok := s.itemLine(r)
		if !ok || st.got[k].key == 0 || r.FormatChange || s.requests.foreignRequest(st, k) || s.base.inserted(st.got[k].key) != reviewer {
			break
		}
		x := openedItem{level: r.Level, number: 1}
		for ; len(open) > 0 && open[len(open)-1].level >= r.Level; open = open[:len(open)-1] {
			x.number = open[len(open)-1].number + 1
		}
		if len(open) > 0 {
			x.indent = open[len(open)-1].text
		}
		if r.List == wml.Number {
			line = strconv.Itoa(x.number) + strings.TrimPrefix(line, "1")
		}
		x.text = x.indent + markerWidth(line)
		content += "\n" + strings.Repeat(" ", x.indent) + line
		inside, open = append(inside, r), append(open, x)
	}
	return content, inside
}

// within adds the finding of an item that comes inside the new one of another finding.
func (s *insertions) within(outer *finding, parent noma.Node, index int, r *wml.Paragraph) {
	f := s.apply(sayItemAdded, parent, "", text(r.Runs)).at(r)
	if outer.unit != nil {
		s.edit(f, parent)
	}
	f.change = &Change{Action: "insert_child"}
	f.change.place(parent.At().ID, index, nil)
	f.restsOn(outer)
	outer.restsOn(f)
	s.owner.Set(r, parent)
	if s.inside == nil {
		s.inside = map[*wml.Paragraph]bool{}
	}
	s.inside[r] = true
}

// itemLine returns a new item as a line of the source, and false when it cannot be one.
func (s *insertions) itemLine(r *wml.Paragraph) (string, bool) {
	text := layout.Glyphs(r.Runs, wml.Original)
	markup := s.names.Markup(text, false)
	if len(withoutLeading(text)) < len(text) || !s.names.Spells(markup, text) {
		return "", false
	}
	line, ok := blockSource(r, markup)
	return line, ok && isItemLine(r, line)
}

// markerWidth returns how many columns the marker of an item has, with the blank behind it.
func markerWidth(line string) int { return strings.IndexByte(line, ' ') + 1 }

// isItemLine reports whether the source of a new paragraph is that of an item.
func isItemLine(r *wml.Paragraph, line string) bool {
	if isHeading(r.Style) || r.Style == layout.StyleQuote {
		return false
	}
	return r.List == wml.Bullet && strings.HasPrefix(line, "- ") || r.List == wml.Number && strings.HasPrefix(line, "1. ")
}
