package extract

import (
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// isSpace tells the white space of the contract: that of Unicode with the byte order mark, but
// without U+0085 (contract README, "Conventions").
func isSpace(r rune) bool {
	return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r)
}

func trim(s string) string { return strings.TrimFunc(s, isSpace) }

func blank(s string) bool { return trim(s) == "" }

// plainText returns the text of a paragraph as if all changes were accepted. Spaces and tabs at a line
// break do not count (contract docx-data.md, "Text of a control"); outer ones do.
func plainText(p *wml.Paragraph) string { return wml.TidyBreaks(p.Text(wml.Current)) }

// begins reports whether the text of a paragraph, all changes accepted and white space left out, begins
// with a byte.
func begins(p *wml.Paragraph, first byte) bool {
	for _, r := range p.RunsIn(wml.Current) {
		switch r.Kind {
		case wml.Text, wml.Field, wml.Input:
			if s := trim(r.Text); s != "" {
				return s[0] == first
			}
		}
	}
	return false
}

// isBlank reports whether a paragraph shows no text when all changes are accepted. An equation is
// text to a reader.
func isBlank(p *wml.Paragraph) bool {
	for i := range p.Runs {
		r := &p.Runs[i]
		if r.Del != nil {
			continue
		}
		switch r.Kind {
		case wml.Text, wml.Field, wml.Input, wml.Math:
			if !blank(r.Text) {
				return false
			}
		}
	}
	return true
}

// revised reports whether a paragraph has tracked insertions, deletions or moves; changes of
// formatting alone do not hold anything up.
func revised(p *wml.Paragraph) bool {
	if p.MarkIns != nil || p.MarkDel != nil {
		return true
	}
	for i := range p.Runs {
		if p.Runs[i].Ins != nil || p.Runs[i].Del != nil {
			return true
		}
	}
	return false
}

// uniformMarkers are the markers that may enclose a whole text.
var uniformMarkers = []string{"**", "*", "***", "_", "`"}

// reviewText returns the markup of a paragraph without a style that all of it has: a title that an
// editor made bold as a whole is still the plain title (contract review-data.md §2).
func (x *extractor) reviewText(p *wml.Paragraph) string {
	return uniform(trim(x.markdown(p.Runs, wml.Current)), trim(plainText(p)))
}

func uniform(markup, plain string) string {
	for _, m := range uniformMarkers {
		if len(markup) == len(plain)+2*len(m) && markup == m+plain+m {
			return plain
		}
	}
	return markup
}

// contentText returns the text of the paragraphs of a comment, note or cell: the markup of each that is
// not blank. Outer spaces are kept.
func (x *extractor) contentText(blocks []wml.Block, between string) (text string, hasRevisions bool) {
	line := func(p *wml.Paragraph) string {
		hasRevisions = hasRevisions || revised(p)
		if t := x.markdown(p.Runs, wml.Current); !blank(t) {
			return t
		}
		return ""
	}
	if len(blocks) == 1 { // nearly always
		if p, ok := blocks[0].(*wml.Paragraph); ok {
			text = line(p)
			return text, hasRevisions
		}
	}
	var lines []string
	var walk func([]wml.Block)
	walk = func(blocks []wml.Block) {
		for _, bl := range blocks {
			switch bl := bl.(type) {
			case *wml.Paragraph:
				if t := line(bl); t != "" {
					lines = append(lines, t)
				}
			case *wml.Table:
				for _, row := range bl.Rows {
					hasRevisions = hasRevisions || row.Ins != nil || row.Del != nil
					for _, c := range row.Cells {
						hasRevisions = hasRevisions || c.Ins != nil || c.Del != nil
						walk(c.Blocks)
					}
				}
			}
		}
	}
	walk(blocks)
	return strings.Join(lines, between), hasRevisions
}
