package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Sections that were cut and pasted as a whole, heading and all. No operation of the protocol moves a
// section (move_block takes directives), so it is done in the text, like other edits of the outline, as part of a
// replace_source: a placeholder keeps the new place while the operations are made, and the lines follow.

// sections makes the moves of sections that can be made and takes them out of the story's moves. The others stay there, for the function
// of moved blocks.
func (s *moves) sections(st *story) {
	st.moves = slices.DeleteFunc(st.moves, func(m *move) bool {
		sec, ok := m.node.(*noma.Section)
		return ok && s.moveSection(st, m, sec)
	})
}

// moveSection notes the move of a section among the outlines. It reports false when the heading was split or the section has no id, or
// its new place is not in a section with an id or in the document.
func (s *moves) moveSection(st *story, m *move, sec *noma.Section) bool {
	r, sent := st.got[m.first].para, st.match[m.first]
	if r == nil || sent < 0 || sec.ID == "" || s.names.Node(sec.ID) != noma.Node(sec) || st.root != noma.Node(s.doc) {
		return false
	}
	before, after := st.neighbour(m.first, -1, 0), st.neighbour(m.last, +1, 0)
	parent, index, ok := s.gap(before, after, r.Framed)
	if !ok {
		return false
	}
	target, isSection := parent.(*noma.Section)
	if _, isDoc := parent.(*noma.Document); !isDoc && !isSection || isSection && target.ID == "" {
		return false
	}
	title := shown(st.items[sent].para)
	f := s.apply(saySectionMoved, sec, title, title).at(r)
	s.addChild(f, parent, index, m.first, s.sectionPlace(f, sec.ID))
	f.change = &Change{Action: "move_block", ID: sec.ID, Target: parent.At().ID}
	return true
}

// sectionPlace notes a section to come and returns the paragraph that keeps its place.
func (c *changes) sectionPlace(f *finding, id string) string {
	token := c.placeholder(f, "")
	c.outlines[len(c.outlines)-1].moves = id
	return token
}

// relocate puts the sections that were moved where their placeholders stand. ok is false when one of them
// cannot be found, or a section would have another id than it had.
func (s *schedule) relocate(text string) (now string, ok bool) {
	tokens := map[string]bool{}
	for _, o := range s.outlines {
		if s.applied(o.f) && o.moves != "" {
			tokens[o.token] = true
		}
	}
	if len(tokens) == 0 {
		return text, true
	}
	was := openings(text, tokens)
	for _, o := range s.outlines {
		if !tokens[o.token] {
			continue
		}
		if text, ok = relocated(text, o.moves, o.token); !ok {
			return "", false
		}
	}
	is := openings(text, nil)
	for id := range was {
		if is[id] != was[id] {
			return "", false
		}
	}
	return text, true
}

// openings returns the titles of sections by id, with the first text in them: what tells two sections of one
// title apart.
func openings(text string, tokens map[string]bool) map[string]string {
	out := map[string]string{}
	d, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
	if err != nil {
		return out
	}
	for n := range noma.Walk(d) {
		sec, ok := n.(*noma.Section)
		if !ok || sec.ID == "" {
			continue
		}
		out[sec.ID] = sec.Title.S
		for _, c := range sec.Children {
			if p, ok := c.(*noma.Paragraph); ok && tokens[p.Content.S] {
				continue
			}
			if _, ok := c.(*noma.Section); !ok {
				out[sec.ID] += "\n" + c.At().Span.Of(text)
			}
			break
		}
	}
	return out
}

// relocated returns a text in which the lines of one section are at its placeholder, and false when one of the two is not found, or the
// placeholder is in the section.
func relocated(text, id, token string) (string, bool) {
	d, _, err := noma.Parse(source.NewFile("", text), noma.Options{})
	if err != nil {
		return "", false
	}
	var sec *noma.Section
	var place *noma.Paragraph
	for n := range noma.Walk(d) {
		switch n := n.(type) {
		case *noma.Section:
			if n.ID == id {
				sec = n
			}
		case *noma.Paragraph:
			if n.Content.S == token {
				place = n
			}
		}
	}
	if sec == nil || place == nil || within(place, sec) {
		return "", false
	}
	file := d.File
	from, to := file.LineSpan(sec.Line).Start, file.NextLine(sec.EndLine)
	lines := strings.TrimRight(text[from:to], " \t\r\n")
	for to < len(text) { // and the blank lines behind it
		end := file.NextLine(file.Line(to))
		if end <= to || strings.TrimSpace(text[to:end]) != "" {
			break
		}
		to = end
	}
	gone := source.Span{Start: from, End: to}
	if to == len(text) { // the last lines of the text: those before them end it now
		head := strings.TrimRight(text[:from], " \t\r\n")
		gone.Start = len(head)
		if len(head) > 0 && strings.HasSuffix(strings.TrimRight(text, " \t"), "\n") {
			gone.Start = file.NextLine(file.Line(len(head) - 1))
		}
	}
	all := place.Content.All()
	if gone.Contains(all) {
		return "", false
	}
	now, err := source.Apply(text, []source.Edit{{Span: gone}, {Span: all, New: lines}})
	return now, err == nil
}
