package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Places that author and reviewer both changed, where what was sent is known as text and not by its hash
// alone: a conflict names three values, and of a generated line only the contested fields are in conflict.

// from adds the text that was sent to a conflict about a paragraph, where it is known.
func (f *finding) from(b *base, p *layout.Para) *finding {
	if sent := b.asSent(p); sent != nil {
		f.Base = shown(sent)
	}
	return f
}

// fieldByField merges a generated line that both changed: every field is the author's, the reviewer's, or
// contested. It reports whether it could.
func (s *fields) fieldByField(p *layout.Para, r *wml.Paragraph) bool {
	sent := s.base.asSent(p)
	if p.Line == nil || sent == nil || sent.Line == nil {
		return false
	}
	changes, verdict := p.Line.Invert(layout.Glyphs(r.Runs, wml.Original))
	if verdict != layout.Edited {
		return false
	}
	for _, c := range changes {
		if c.Slot.Access != layout.Editable {
			continue // what the tool makes follows the source
		}
		was, now := valueOf(sent.Line, c.Slot), valueOf(p.Line, c.Slot)
		switch {
		case slices.Equal(was, c.New): // the author's
		case slices.Equal(was, now):
			s.field(p, r, c, ruling{})
		case s.opts.Strategy == KeepTheirs:
			s.field(p, r, c, ruling{won: true})
		default:
			f := s.find(Conflict, sayFieldContested.with(c.Slot.Name), p.Node, layout.PlainText(now), layout.PlainText(c.New)).at(r)
			f.Base = layout.PlainText(was)
		}
	}
	return true
}

// valueOf returns what a line shows for a slot of another reading of its block, nil when it shows none.
func valueOf(l *layout.Line, slot *layout.Slot) []layout.Glyph {
	for i := range l.Groups {
		if g := &l.Groups[i]; g.Slot != nil && g.Slot.Name == slot.Name && g.Slot.Origin.Key == slot.Origin.Key {
			return layout.Glyphs(g.Runs, wml.Original)
		}
	}
	return nil
}
