package reviewsync

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// tableCaption writes the edited caption of a pipe table into the line below its rows. Without words the line stays for its
// attributes, or goes.
func (s *tables) tableCaption(t *noma.Table, p *layout.Para, r *wml.Paragraph, c layout.Change, by ruling) {
	now := layout.PlainText(c.New)
	value, ok := s.captionMarkup(t, c.New)
	if !ok {
		s.refuse(sayCaptionLines, t, said(p.Runs()), said(r.Runs)).at(r)
		return
	}
	edits := replaceText(s.doc.File, t.Caption.Text, value)
	if value == "" {
		gone := source.Span{Start: t.Grid.End, End: t.Caption.Line.End}
		if !t.Caption.AttrSpan.Empty() {
			gone = source.Span{Start: t.Caption.Text.All().Start, End: t.Caption.AttrSpan.Start}
		}
		edits = []source.Edit{{Span: gone}}
	}
	s.edit(s.apply(sayFieldEdited.as(CodeCaption).with("caption"), t, c.Slot.Value, now).by(by).at(r), t, edits...)
}

// captionMarkup returns content as the text of a caption; ok is false when its line cannot say it. Bars that would make the line a
// row and braces that would be attributes are escaped.
func (s *tables) captionMarkup(t *noma.Table, now []layout.Glyph) (markup string, ok bool) {
	attrs := ""
	if !t.Caption.AttrSpan.Empty() {
		attrs = " " + t.Caption.AttrSpan.Of(s.doc.File.Text)
	}
	fits := func(markup string) bool {
		if strings.ContainsAny(markup, "\r\n") || !s.names.Spells(markup, now) {
			return false
		}
		d := noma.Snippet("a | b\n--|--\nTable: " + markup + attrs)
		read, ok := d.Children[0].(*noma.Table)
		return ok && len(d.Children) == 1 && len(read.Rows) == 0 && read.Caption != nil && read.CaptionText() == markup
	}
	if strings.TrimSpace(layout.PlainText(now)) == "" {
		return "", true
	}
	for _, inCell := range []bool{false, true} {
		markup = strings.Trim(s.names.Markup(now, inCell), " \t") // blanks at the ends are not shown
		for _, m := range []string{markup, strings.ReplaceAll(markup, "{", `\{`)} {
			if fits(m) {
				return m, true
			}
		}
	}
	return "", false
}
