package validate

import (
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/source"
)

// pageRules are those about pages.
var pageRules = []documentRule{
	{rule{"late-landscape", diag.Warning}, func(c *checker, r reporter) {
		text := false // above
		for n := range noma.Walk(c.doc) {
			switch n := n.(type) {
			case *noma.Document, *noma.Frontmatter, *noma.Section:
			case *noma.Directive:
				if n.Name != "page_setup" {
					text = text || n.Name != "header" && n.Name != "footer" && n.Name != "doc_protection"
					break
				}
				if text && strings.EqualFold(n.AttrText("orientation"), "landscape") && !noVerify(n) {
					r.mend(n, "The first ::page_setup decides the pages from the beginning of the document, which are in landscape format with this one; "+
						"write ::page_setup{orientation=\"portrait\"} and a line with :: at the beginning.", c.portraitFirst())
				}
				return
			default:
				in, _ := n.At().Parent.(*noma.Directive)
				text = text || in == nil || in.Name != "header" && in.Name != "footer"
			}
		}
	}},
	{rule{"heading-before-page", diag.Warning}, func(c *checker, r reporter) {
		first := true
		for n := range noma.Walk(c.doc) {
			if d, ok := n.(*noma.Directive); ok && d.Name == "page_setup" {
				if s := headingAbove(d); s != nil && !first && !noVerify(d) {
					r.mend(d, "The heading above stays on the page before, without what belongs to it; write the ::page_setup above the heading.", c.aboveHeading(s, d))
				}
				first = false
			}
		}
	}},
}

// headingAbove returns the section of the heading that stands directly above a block, of several the first; nil for none.
func headingAbove(d *noma.Directive) (out *noma.Section) {
	for at := d.At(); at.Index == 0; at = out.At() {
		s, ok := at.Parent.(*noma.Section)
		if !ok {
			break
		}
		out = s
	}
	return out
}

// aboveHeading returns the operation that moves a block above the heading of a section.
func (c *checker) aboveHeading(s *noma.Section, d *noma.Directive) map[string]any {
	f := c.doc.File
	if f == nil {
		return nil
	}
	head, block := lineSpan(f, s.Line, d.Line), lineSpan(f, d.Line, d.EndLine)
	above := strings.TrimRight(f.Text[head.Start:block.Start], " \t\r\n")
	return c.rewritten(source.Span{Start: head.Start, End: block.End}, block.Of(f.Text)+"\n\n"+above)
}

// portraitFirst returns the operation that puts a ::page_setup at the beginning of the document, below a heading of level 1.
func (c *checker) portraitFirst() map[string]any {
	f := c.doc.File
	if f == nil {
		return nil
	}
	line := 0
	for _, n := range c.doc.Children {
		s, heading := n.(*noma.Section)
		if _, front := n.(*noma.Frontmatter); !front && (!heading || s.Level != 1) {
			break
		}
		if line = n.At().EndLine; heading {
			line = s.Line
			break
		}
	}
	const setup = "::page_setup{orientation=\"portrait\"}\n::"
	if line == 0 {
		return c.rewritten(source.Span{}, setup+"\n\n")
	}
	end := f.LineSpan(line).End
	return c.rewritten(source.Span{Start: end, End: end}, "\n\n"+setup)
}
