package extract

import (
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Everything that a document can show has a form in its text.
func TestText(t *testing.T) {
	run := func(text string) wml.Run { return wml.Run{Text: text} }
	para := func(runs ...wml.Run) *wml.Paragraph { return &wml.Paragraph{Runs: runs} }
	rev := &wml.Revision{ID: "1", Author: "Ann"}
	yes := true
	cell := func(p *wml.Paragraph) wml.TableCell { return wml.TableCell{Span: 1, Blocks: []wml.Block{p}} }
	field := func(instr, result string) wml.Run {
		return wml.Run{Kind: wml.Field, Text: result, Object: &wml.FieldCode{Instr: instr}}
	}
	bold := wml.Run{Text: "bold", Style: wml.Bold}
	in, out, both := run("in"), run("out"), run("both")
	in.Ins, out.Del, both.Ins, both.Del = rev, rev, rev, rev
	split := para(run("split"))
	split.MarkIns = rev
	heading := para(run("Title"), wml.Run{Kind: wml.CommentMark, Object: wml.Ref("3")}, wml.Run{Kind: wml.CommentMark, Object: wml.Ref("4")})
	heading.Style = "Heading2"
	one, two, three := para(run("one")), para(run("two")), para(run("three"))
	one.List, two.List, two.Level, three.List, three.Box = wml.Bullet, wml.Number, 1, wml.Bullet, wml.DoneBox
	d := &wml.Document{
		Stories: []*wml.Story{
			{Kind: wml.MainStory, Blocks: []wml.Block{
				heading, one, two, three,
				para(run("a "), in, run(" "), out, both, run(" "), bold, wml.Run{Kind: wml.NoteMark, Object: &wml.NoteRef{ID: "7"}},
					wml.Run{Kind: wml.NoteMark, Object: &wml.NoteRef{Endnote: true, ID: "2"}}),
				para(),
				split,
				para(run("line"), wml.Run{Kind: wml.Break, Text: "\n"}, run("next"), wml.Run{Kind: wml.Math, Text: "x^2"}),
				para(wml.Run{Kind: wml.Picture, Object: &wml.Image{Sums: []uint32{0x1a2b}, Alt: "a  map"}}, wml.Run{Kind: wml.Opaque, Text: "text box", Object: wml.Ref("in it")},
					wml.Run{Kind: wml.PageBreak}, wml.Run{Kind: wml.Picture, Object: &wml.Image{ChartKey: "k1"}}),
				&wml.Table{Rows: []wml.Row{{Cells: []wml.TableCell{cell(para(run("h"))), cell(para(in))}}, {Ins: rev, Cells: []wml.TableCell{cell(para(run("v"))), {Ins: rev, Span: 1}}}}},
			}},
			{Kind: wml.HeaderStory, Blocks: []wml.Block{para(run("head"))}},
			{Kind: wml.HeaderStory, Blocks: []wml.Block{para(run("head"))}},
			{Kind: wml.FooterStory, Blocks: []wml.Block{para(run("foot")), para(run("more"))}},
			{Kind: wml.FooterStory, Blocks: []wml.Block{para(run("p. "), field("PAGE", "1"), run("/"), field("NUMPAGES", "4"), run(" "), field("STYLEREF \"Heading 2\"", "Plan"))}},
			{Kind: wml.FooterStory, Blocks: []wml.Block{para(run("p. "), field("PAGE", "3"), run("/"), field("NUMPAGES", "4"), run(" "), field("STYLEREF \"Heading 2\"", "Costs"))}},
			{Kind: wml.FooterStory, Blocks: []wml.Block{para(run("p. "), field("PAGE", "ours"))}},
			{Kind: wml.FooterStory},
		},
		Footnotes: []*wml.Note{{ID: "-1"}, {ID: "5", Blocks: []wml.Block{para(run("of no mark"))}}, {ID: "6"}, {ID: "7", Blocks: []wml.Block{para(run("note")), para(in)}}},
		Endnotes:  []*wml.Note{{ID: "2", Blocks: []wml.Block{para(run("end"))}}},
		Comments: []*wml.Comment{{ID: "3", Author: "Ann", Blocks: []wml.Block{para(run("why?"))}}, {ID: "4", Author: "Ben", Resolved: &yes, Blocks: []wml.Block{para(run("so"))}},
			{ID: "5", Author: "Cleo", Blocks: []wml.Block{para(run("lost"))}}},
	}
	want := `## Title[Ann: why?][Ben, resolved: so]

- one
  1. two
- [x] three

a {+in+} {-out-}{+{-both-}+} **bold**[^1][^e1]

split{+¶+}

line
next$x^2$

[picture 00001a2b: a map][text box: in it][page break][chart k1]

| h | {+in+} |
{+| v | {+ +}|+}

[^1]: note / {+in+}

[^2]: of no mark

[^e1]: end

[header] head

[footer] foot
[footer] more

[footer] p. #/#

[footer] p. ours

[Cleo: lost]
`
	if got := Text(d, nil); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := Text(&wml.Document{}, nil); got != "" {
		t.Errorf("%q", got)
	}
}
