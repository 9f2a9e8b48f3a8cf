package extract_test

import (
	"bytes"
	"fmt"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// A small language for documents in tests:
//
//	doc(label("c1", "Claim"), framed("Body with ", bold("weight"), "."))
//
// Parts of a paragraph are strings, runs and points.

func doc(blocks ...wml.Block) *wml.Document {
	return &wml.Document{Stories: []*wml.Story{{Kind: wml.MainStory, Part: "word/document.xml", Blocks: blocks}}}
}

func para(style string, parts ...any) *wml.Paragraph {
	p := &wml.Paragraph{Style: style}
	for _, x := range parts {
		switch x := x.(type) {
		case string:
			p.Runs = append(p.Runs, wml.Run{Text: x})
		case wml.Run:
			p.Runs = append(p.Runs, x)
		case []wml.Run:
			p.Runs = append(p.Runs, x...)
		case wml.Point:
			x.At = len(p.Runs)
			p.Points = append(p.Points, x)
		default:
			panic(fmt.Sprintf("no part of a paragraph: %T", x))
		}
	}
	return p
}

func text(parts ...any) *wml.Paragraph { return para("", parts...) }

func framed(parts ...any) *wml.Paragraph {
	p := para("", parts...)
	p.Framed, p.Shaded = true, true
	return p
}

func inFrame(p *wml.Paragraph) *wml.Paragraph { p.Framed, p.Shaded = true, true; return p }

// label returns the framed label line of a block with an id.
func label(id string, parts ...any) *wml.Paragraph {
	return inFrame(para(layout.StyleDirective, append([]any{bookmark(id)}, parts...)...))
}

func heading(level int, id string, parts ...any) *wml.Paragraph {
	return para(layout.HeadingStyle(level), append([]any{bookmark(id)}, parts...)...)
}

func meta(parts ...any) *wml.Paragraph { return inFrame(para(layout.StyleMeta, parts...)) }

func bookmark(id string) wml.Point { return named(layout.AnchorName(id)) }

func named(name string) wml.Point { return wml.Point{Kind: wml.BookmarkStart, ID: "1", Name: name} }

func styled(s wml.Style, text string) wml.Run { return wml.Run{Style: s, Text: text} }
func bold(text string) wml.Run                { return styled(wml.Bold, text) }
func italic(text string) wml.Run              { return styled(wml.Italic, text) }
func code(text string) wml.Run                { return styled(wml.Code, text) }

func field(instr, result string) wml.Run {
	return wml.Run{Kind: wml.Field, Text: result, Object: &wml.FieldCode{Instr: instr}}
}

func lineBreak() wml.Run { return wml.Run{Kind: wml.Break, Text: "\n"} }

// linked puts runs into one hyperlink.
func linked(l wml.Link, parts ...any) []wml.Run {
	runs := para("", parts...).Runs
	for i := range runs {
		runs[i].Link = &l
	}
	return runs
}

func toBlock(id string, parts ...any) []wml.Run {
	return linked(wml.Link{Anchor: layout.AnchorName(id)}, parts...)
}

func toURL(url string, parts ...any) []wml.Run { return linked(wml.Link{URL: url}, parts...) }

func revision(kind wml.RevisionKind, id, author string) *wml.Revision {
	return &wml.Revision{Kind: kind, ID: id, Author: author, Date: "2026-06-02T09:00:00Z"}
}

func inserted(id, author, text string) wml.Run {
	return wml.Run{Text: text, Ins: revision(wml.Insert, id, author)}
}

func deleted(id, author, text string) wml.Run {
	return wml.Run{Text: text, Del: revision(wml.Delete, id, author)}
}

func commentAt(id string) wml.Point { return wml.Point{Kind: wml.CommentStart, ID: id} }

func noteRef(id string) wml.Run { return wml.Run{Kind: wml.NoteMark, Object: &wml.NoteRef{ID: id}} }

// table returns a table of cells, given row by row; a cell is a block or a slice of blocks.
func table(style string, rows ...[]any) *wml.Table {
	t := &wml.Table{Style: style}
	for _, row := range rows {
		var r wml.Row
		for _, c := range row {
			switch c := c.(type) {
			case string:
				r.Cells = append(r.Cells, wml.TableCell{Span: 1, Blocks: []wml.Block{text(c)}})
			case wml.Block:
				r.Cells = append(r.Cells, wml.TableCell{Span: 1, Blocks: []wml.Block{c}})
			case []wml.Block:
				r.Cells = append(r.Cells, wml.TableCell{Span: 1, Blocks: c})
			}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func row(cells ...any) []any { return cells }

func blocks(b ...wml.Block) []wml.Block { return b }

// comment returns a native comment with plain paragraphs.
func comment(id, author string, paragraphs ...string) *wml.Comment {
	c := &wml.Comment{ID: id, Author: author}
	for _, p := range paragraphs {
		c.Blocks = append(c.Blocks, text(p))
	}
	return c
}

func asJSON(t interface{ Fatal(args ...any) }, r *extract.Review) string {
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func anchors(ids ...string) []string {
	var out []string
	for _, id := range ids {
		out = append(out, layout.AnchorName(id))
	}
	return out
}
