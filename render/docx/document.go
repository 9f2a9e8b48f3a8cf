package docx

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// document streams the main part.
func (r *renderer) document() error {
	b, err := r.part(mainPart, wordType+"document.main+xml")
	if err != nil {
		return err
	}
	b.StartPart("w:document")
	b.Markup("<w:body>")
	s := &story{renderer: r, b: b, main: true}
	s.all(r.plan.Written(func(yield func(layout.Block) bool) {
		for x := range r.plan.Stream() {
			r.record.Block(x)
			if !yield(x) {
				return
			}
		}
	}))
	s.unplaced()
	if r.opts.CountPages {
		s.paragraph(&layout.Para{Part: layout.PartBreak, Segs: []layout.Seg{{Runs: []wml.Run{
			{Kind: wml.Field, Text: "1", Object: &wml.FieldCode{Instr: "NUMPAGES"}}}}}}, nil)
	}
	final := r.sectionOf(&r.plan.Page)
	b.Section(&final)
	b.Markup("</w:body></w:document>")
	return b.Flush()
}

// unplaced gives a place to comments and notes whose block is nowhere in the body (it stands in a
// header, say). Word drops a comment without a mark in the text, and a note without a reference
// makes the file invalid.
func (s *story) unplaced() {
	p := &layout.Para{Style: layout.StyleMeta, Part: layout.PartAnchor}
	for _, c := range s.plan.Comments {
		if !c.Placed && !marked(s.commented, c.Index) {
			p.Comments = append(p.Comments, c)
		}
	}
	for _, n := range s.plan.Footnotes {
		if !n.Placed && !marked(s.footnoted, n.Index) {
			p.Notes = append(p.Notes, n)
		}
	}
	for _, n := range s.plan.Endnotes {
		if !n.Placed && !marked(s.endnoted, n.Index) {
			p.Notes = append(p.Notes, n)
		}
	}
	if len(p.Comments)+len(p.Notes) > 0 {
		s.paragraph(p, nil)
	}
}

// sectionOf returns the page layout of a section. Every section names the headers and footers again; only
// the first has a first page of its own, and only there counting may begin anew.
func (r *renderer) sectionOf(g *layout.Geometry) wml.Section {
	s := wml.Section{Edges: r.edges, Width: g.Width, Height: g.Height, Landscape: g.Landscape,
		Top: g.Top, Right: g.Right, Bottom: g.Bottom, Left: g.Left, HeaderGap: g.HeaderGap, FooterGap: g.FooterGap,
		Gutter: g.Gutter, Columns: g.Columns, ColumnGap: g.ColumnGap, ColumnLine: g.ColumnLine}
	if t := r.opts.Template; t != nil {
		s.Numbers = t.page.numbers
		if !r.sectioned {
			s.Start = t.page.start
			// A header of the document's own stands on every page.
			s.FirstPage = t.page.firstPage && r.plan.Header == nil && r.plan.Footer == nil
		}
		if !s.FirstPage {
			s.Edges = r.laterEdges
		}
	}
	if !r.sectioned && r.plan.Settings.PlainFirstPage {
		s.FirstPage = true // with no header and footer of its own it has none
		if r.opts.Template != nil && !r.letterhead() {
			s.Edges = r.laterEdges
		}
	}
	r.sectioned = true
	s.Edges = r.edgesOf(s.Edges, g.LineWidth())
	r.record.Page(&s)
	return s
}
