package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Check boxes of list items. The box is no part of the text of an item: in the source it stands between the marker and the text,
// and in Word it is a control at the head of the paragraph.

// itemSource returns the text of an item with its check box. Text that would be read as a check box is escaped.
func itemSource(b wml.Box, markup string) string {
	return noma.Box(b).Source() + noma.EscapeBox(markup)
}

var boxNames = [...]string{wml.NoBox: "no check box", wml.OpenBox: "open", wml.DoneBox: "done"}

// checkBox compares the check box of an item with that of the paragraph that it came back as; of several parts, the first one asked
// for is that.
func (s *lists) checkBox(now *layout.Para, p *wml.Paragraph) {
	it, ok := now.Node.(*noma.ListItem)
	if !ok || p.List == wml.NoList || s.boxed[it] {
		return
	}
	s.boxed[it] = true
	if whole := s.wholeOf[p]; whole != nil {
		p = whole
	}
	sent := s.base.asSent(now)
	if s.moves(it.Parent) { // once the list was moved, the box of another round says what was sent
		if sent != nil && sent.Box != p.Box && p.SentBox == wml.NoBox {
			s.refuse(sayBoxOfMoved, it, boxNames[sent.Box], boxNames[p.Box]).at(p)
		}
	} else if sent != nil {
		s.tick(it, sent.Box, p)
	} else if p.SentBox != wml.NoBox {
		s.tick(it, p.SentBox, p)
	}
}

// tick applies another state of the check box of an item, a new check box or one that is gone.
func (s *lists) tick(it *noma.ListItem, was wml.Box, r *wml.Paragraph) {
	switch mine, is := wml.Box(it.Box), r.Box; {
	case was == is || mine == is:
	case was != mine:
		s.conflict(it, boxNames[was], boxNames[is]).at(r)
	default:
		said := sayBoxTicked
		if was == wml.NoBox || is == wml.NoBox {
			said = sayBoxAdded
		}
		f := s.apply(said, it, boxNames[was], boxNames[is]).at(r)
		s.editBefore(f, it, boxEdit(it, is))
	}
}

// boxEdit returns the edit that gives an item another check box: of one character where it has one.
func boxEdit(it *noma.ListItem, is wml.Box) source.Edit {
	now, span := noma.Box(is).Source(), it.BoxSpan
	if now != "" && it.Box != noma.NoBox {
		return source.Edit{Span: source.Span{Start: span.Start + 1, End: span.Start + 2}, New: now[1:2]}
	}
	if box, _ := noma.CutBox(it.Content.S); now == "" && box != noma.NoBox {
		now = `\`
	}
	return source.Edit{Span: span, New: now}
}

// typedBoxes makes check boxes of the characters that list items begin with, which editors leave of our controls that have none
// themselves. Where an item of the source begins with such a character, all of them are text.
func (in *normalized) typedBoxes() {
	some := false
	for n := range noma.Walk(in.plan.Doc) {
		if it, ok := n.(*noma.ListItem); ok {
			some = some || it.Box != noma.NoBox
			if b, _ := wml.TypedBox(it.Content.S); b != wml.NoBox {
				return
			}
		}
	}
	if !some {
		return
	}
	for p := range in.texts() {
		if b, rest := typedBox(p); b != wml.NoBox {
			if p.Box, p.Runs[0].Text = b, rest; rest == "" {
				p.Runs[0] = wml.Run{}
			}
		}
	}
}

// typedBox returns the check box that an item begins with as a character, and what is left of its first run.
func typedBox(p *wml.Paragraph) (b wml.Box, rest string) {
	if p.List == wml.NoList || p.Box != wml.NoBox || len(p.Runs) == 0 {
		return wml.NoBox, ""
	}
	first := &p.Runs[0]
	if first.Kind != wml.Text || first.Ins != nil {
		return wml.NoBox, ""
	}
	if b, rest = wml.TypedBox(first.Text); b == wml.NoBox {
		next := slices.IndexFunc(p.Runs[1:], func(r wml.Run) bool { return r.Kind != wml.CommentMark })
		if next >= 0 && p.Runs[1+next].Kind == wml.Text {
			b, _ = wml.TypedBox(first.Text + p.Runs[1+next].Text) // the character in a font of its own
			rest = ""
		}
	}
	return b, rest
}

// textBehindBox returns the content of a paragraph that was an item with a check box and came back as none without the character that
// the box is then.
func textBehindBox(p *layout.Para, r *wml.Paragraph, now []layout.Glyph) []layout.Glyph {
	if p.Box == wml.NoBox || r.List != wml.NoList || len(now) < 3 || now[1].Rune != ' ' {
		return now
	}
	if b, _ := wml.TypedBox(string(now[0].Rune) + " x"); b != wml.NoBox {
		return now[2:]
	}
	return now
}
