package extract_test

import (
	"fmt"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"pgregory.net/rapid"
)

// randomDocument returns a document of the kinds of paragraphs the rules know, in any order.
func randomDocument(t *rapid.T) *wml.Document {
	g := &generator{t: t}
	d := doc(g.blocks(2)...)
	if rapid.Bool().Draw(t, "header") {
		d.Stories = append(d.Stories, &wml.Story{Kind: wml.HeaderStory, Part: "word/header1.xml", Blocks: g.blocks(0)})
	}
	for i := range 3 {
		d.Comments = append(d.Comments, &wml.Comment{ID: fmt.Sprint(i), Author: "Ann", Blocks: []wml.Block{g.paragraph()}})
		d.Footnotes = append(d.Footnotes, &wml.Note{ID: fmt.Sprint(i), Blocks: []wml.Block{g.paragraph()}})
	}
	return d
}

type generator struct {
	t  *rapid.T
	id int
}

func (g *generator) blocks(depth int) []wml.Block {
	var out []wml.Block
	for range rapid.IntRange(1, 8).Draw(g.t, "blocks") {
		if depth > 0 && rapid.IntRange(0, 5).Draw(g.t, "table") == 0 {
			out = append(out, g.table(depth-1))
			continue
		}
		out = append(out, g.paragraph())
	}
	return out
}

func (g *generator) table(depth int) *wml.Table {
	t := &wml.Table{Style: rapid.SampledFrom([]string{layout.TableData, layout.TableLayout, "", "Fancy"}).Draw(g.t, "style")}
	for range rapid.IntRange(0, 2).Draw(g.t, "rows") {
		r := wml.Row{Header: rapid.Bool().Draw(g.t, "header")}
		for range rapid.IntRange(0, 2).Draw(g.t, "cells") {
			r.Cells = append(r.Cells, wml.TableCell{Span: 1, Blocks: g.blocks(depth)})
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

var randomStyles = []string{"", "", layout.StyleDirective, layout.StyleMeta, layout.StyleCaption, layout.StyleAction, layout.StyleCode,
	layout.StyleQuote, layout.StyleMetricValue, "Heading1", "Heading6", "Heading7", "Foreign"}

var randomTexts = []string{"", " ", "words", "Claim (confidence=0.8)", "Risk (high)", "Metric: Growth", "Computed metric: Sum", "Control: Rate",
	"Export action: Copy · target: c1", "Figure 3: A caption", "Change request: replace c1", "severity: high · owner: Ann · x · status: open",
	"status: ok · as of: today", "Code (py)", "line one", "c1", "·", "a [b] \\c"}

func (g *generator) paragraph() *wml.Paragraph {
	t := g.t
	p := &wml.Paragraph{Style: rapid.SampledFrom(randomStyles).Draw(t, "style"), Framed: rapid.Bool().Draw(t, "framed")}
	if rapid.Bool().Draw(t, "bookmark") {
		g.id++
		p.Points = append(p.Points, bookmark(fmt.Sprintf("id-%d", g.id)))
	}
	for range rapid.IntRange(0, 4).Draw(t, "runs") {
		r := wml.Run{Text: rapid.SampledFrom(randomTexts).Draw(t, "text"), Style: wml.Style(rapid.IntRange(0, 7).Draw(t, "look"))}
		switch rapid.IntRange(0, 11).Draw(t, "kind") {
		case 0:
			r.Link = &wml.Link{URL: "https://a.example/(x)"}
		case 1:
			r.Link = &wml.Link{Anchor: layout.AnchorName("c1")}
		case 2:
			r.Ins = revision(wml.Insert, rapid.SampledFrom([]string{"1", "2"}).Draw(t, "ins"), "Ann")
		case 3:
			r.Del = revision(wml.Delete, rapid.SampledFrom([]string{"3", "4"}).Draw(t, "del"), "Bob")
		case 4:
			r.Ins, r.Del = revision(wml.Insert, "5", "Ann"), revision(wml.Delete, "6", "Bob")
		case 5:
			r = wml.Run{Kind: wml.NoteMark, Object: &wml.NoteRef{ID: rapid.SampledFrom([]string{"0", "1", "2"}).Draw(t, "note")}}
		case 6:
			r = field("SEQ Figure", "1")
		case 7:
			r = wml.Run{Kind: wml.Input, Text: "☐", Object: &wml.Control{}}
		case 8:
			p.Points = append(p.Points, wml.Point{Kind: wml.CommentStart, ID: rapid.SampledFrom([]string{"0", "1", "2"}).Draw(t, "comment"), At: len(p.Runs)})
		}
		p.Runs = append(p.Runs, r)
	}
	return p
}
