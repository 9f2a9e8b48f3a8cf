package extract_test

import (
	"slices"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// Every rule about pending bookmarks, seen through comments: c0, c1, … stand in the order of want.
func TestAnchorsOfComments(t *testing.T) {
	c := commentAt
	diagram := para(layout.StyleDirective, bookmark("dg"), "Diagram (mermaid)")
	for _, test := range []struct {
		name   string
		blocks []wml.Block
		want   [][]string
	}{
		{"own bookmarks, the block's first", blocks(
			para("", bookmark("a"), bookmark("q"), c("0"), "x")),
			[][]string{anchors("a", "q")}},
		{"the first plain paragraph under a heading, not the second", blocks(
			heading(1, "s", "Title"), text(c("0"), "first"), text(c("1"), "second")),
			[][]string{anchors("s"), nil}},
		{"empty paragraphs keep an anchor", blocks(
			heading(1, "s", "Title"), text(), text(" "), text(c("0"), "first")),
			[][]string{anchors("s")}},
		{"a panel belongs to its label", blocks(
			label("a", "Claim"), framed(c("0"), "one"), framed(c("1"), "two"), text(c("2"), "after"), text(c("3"), "far")),
			[][]string{anchors("a"), anchors("a"), anchors("a"), nil}},
		{"a word in code makes no panel", blocks(
			label("a", "Claim"), shaded(text("x")), shaded(text(c("0"), code("f"), " next"))),
			[][]string{nil}},
		{"code under an unframed label belongs to it", blocks(
			diagram, para(layout.StyleCode, c("0"), "a"), para(layout.StyleCode, c("1"), "b")),
			[][]string{anchors("dg"), anchors("dg")}},
		{"Word's hidden bookmarks are no anchors", blocks(
			heading(1, "s", "Title"), text(named("_GoBack"), c("0"), "first")),
			[][]string{anchors("s")}},
		{"all of a data table", blocks(
			para(layout.StyleMeta, bookmark("t")), table(layout.TableData, row("a", text(c("0"), "b")), row(text(c("1"), "c"), "d")), text(c("2"), "after")),
			[][]string{anchors("t"), anchors("t"), nil}},
		{"the nearest block in a layout cell, the layout in the next", blocks(
			para(layout.StyleMeta, bookmark("g")),
			table(layout.TableLayout, row(
				blocks(text(c("0"), "before"), label("card", "Card"), framed(c("1"), "in"), text(c("2"), "after"), text(c("3"), "far")),
				blocks(text(c("4"), "second cell"), text(c("5"), "still"))))),
			[][]string{anchors("g"), anchors("card"), anchors("card"), nil, anchors("g"), anchors("g")}},
		{"a layout that lost its table style", blocks(
			para(layout.StyleMeta, bookmark("g")), table("", row(blocks(label("card", "Card"), framed(c("0"), "in"))))),
			[][]string{anchors("card")}},
		{"a table in a layout cell", blocks(
			para(layout.StyleMeta, bookmark("g")), table(layout.TableLayout, row(blocks(
				para(layout.StyleMeta, bookmark("t")), table(layout.TableData, row(text(c("0"), "x"))))))),
			[][]string{anchors("t")}},
		{"the first place decides", blocks(
			para("", bookmark("a"), c("0"), "x"), para("", bookmark("b"), c("0"), "y")),
			[][]string{anchors("a")}},
		{"no place at all", blocks(text("x")), [][]string{nil}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := doc(test.blocks...)
			for i := range test.want {
				d.Comments = append(d.Comments, comment(string(rune('0'+i)), "Ann", "Why?"))
			}
			r := extract.Extract(d)
			for i, want := range test.want {
				if !slices.Equal(r.Comments[i].Anchors, want) {
					t.Errorf("comment %d: anchors %v, want %v", i, r.Comments[i].Anchors, want)
				}
			}
		})
	}
}

func shaded(p *wml.Paragraph) *wml.Paragraph { p.Shaded = true; return p }

func TestCommentsInSeveralParts(t *testing.T) {
	d := doc(para("", bookmark("a"), commentAt("0"), "x"))
	d.Stories = append(d.Stories, &wml.Story{Kind: wml.HeaderStory, Part: "word/header1.xml", Blocks: blocks(para("", bookmark("h"), commentAt("0"), "y"))})
	d.Comments = []*wml.Comment{comment("0", "Ann", "Both")}
	r := extract.Extract(d)
	if want := anchors("a", "h"); !slices.Equal(r.Comments[0].Anchors, want) {
		t.Errorf("anchors %v, want %v", r.Comments[0].Anchors, want)
	}
}

func TestNotesTakeTheirLastReference(t *testing.T) {
	d := doc(para("", bookmark("a"), "x", noteRef("2")), para("", bookmark("b"), "y", noteRef("2")), label("c", "Claim"), framed("z", noteRef("3")))
	d.Footnotes = []*wml.Note{{ID: "-1", Blocks: blocks(text("separator"))}, {ID: "2", Blocks: blocks(text(" Two"))}, {ID: "3", Blocks: blocks(text("Three"))}, {ID: "4", Blocks: blocks(text(" "))}}
	r := extract.Extract(d)
	if len(r.Footnotes) != 2 {
		t.Fatalf("notes: %+v", r.Footnotes)
	}
	if got := r.Footnotes[0]; !slices.Equal(got.Anchors, anchors("b")) || got.Body != " Two" || got.At != (extract.Loc{Block: 1}) {
		t.Errorf("first note: %+v", got)
	}
	if got := r.Footnotes[1]; !slices.Equal(got.Anchors, anchors("c")) {
		t.Errorf("second note: %+v", got)
	}
}
