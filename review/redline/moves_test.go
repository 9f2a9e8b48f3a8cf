package redline

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// named returns a paragraph with a bookmark around a text.
func named(id, text string) string {
	return `<w:p><w:bookmarkStart w:id="` + id + `" w:name="n_` + id + `"/><w:r><w:t>` + text + `</w:t></w:r><w:bookmarkEnd w:id="` + id + `"/></w:p>`
}

func tableOf(text string) string {
	return `<w:tbl><w:tblPr/><w:tblGrid/><w:tr>` + "<w:tc>" + named("7", text) + "</w:tc>" + cell("some more") + "</w:tr></w:tbl>"
}

func picture(name string) string {
	return `<w:p><w:r><w:drawing><wp:inline xmlns:wp="wp"><wp:docPr id="1" name="x" descr="` + name + `"/></wp:inline></w:drawing></w:r></w:p>`
}

const (
	fox  = "the red fox jumps over the lazy dog again"
	hare = "a hare sleeps under some old tree all day"
	fish = "many small fish swim in that deep blue sea"
	end  = "this is where everything comes to an end"
)

// TestMoves shows how moves are written, and which there are.
func TestMoves(t *testing.T) {
	edited := strings.Replace(fox, "lazy", "old", 1)
	for name, c := range map[string]struct{ before, after, kinds string }{
		"down":         {p(fox) + p(hare) + p(fish) + p(end), p(hare) + p(fish) + p(fox) + p(end), "move"},
		"up":           {p(hare) + p(fish) + p(fox) + p(end), p(fox) + p(hare) + p(fish) + p(end), "move"},
		"edited":       {p(fox) + p(hare) + p(fish) + p(end), p(hare) + p(fish) + p(edited) + p(end), "move"},
		"two in one":   {p(fox) + p(hare) + p(fish) + p("more of it") + p("and more of that") + p(end), p(fish) + p("more of it") + p("and more of that") + p(fox) + p(hare) + p(end), "move"},
		"two moves":    {p(fox) + p(fish) + p("more of it") + p(hare) + p("and more of that") + p("the rest of it") + p(end), p(fish) + p("more of it") + p(fox) + p("and more of that") + p("the rest of it") + p(hare) + p(end), "move move"},
		"not one":      {p(fox) + p(hare) + p(fish) + p(end), p(hare) + p(fish) + p(fox) + p(fox) + p(end), "delete insert"},
		"few words":    {p("two words") + p(hare) + p(fish) + p(end), p(hare) + p(fish) + p("two words") + p(end), "delete insert"},
		"table":        {p("so") + tableOf(fox) + p(hare) + p(fish) + p(end), p("so") + p(hare) + p(fish) + tableOf(fox) + p(end), "move"},
		"with text":    {p("so") + p("its caption has words") + tableOf(fox) + p(hare) + p(fish) + p(end), p("so") + p(hare) + p(fish) + p("its caption has words") + tableOf(fox) + p(end), "move"},
		"edited table": {p("so") + tableOf(fox) + p(hare) + p(fish) + p(end), p("so") + p(hare) + p(fish) + tableOf(edited) + p(end), "delete insert"},
		"touching":     {tableOf(hare) + tableOf(fox) + p(fish) + p(end), tableOf(hare) + p(fish) + tableOf(fox) + p(end), "replace insert"},
		"picture":      {p("so") + picture("map") + p(hare) + p(fish) + p(end), p("so") + p(hare) + p(fish) + picture("map") + p(end), "move"},
		"two pictures": {p("so") + picture("map") + p(hare) + p(fish) + p(end), p("so") + p(hare) + p(fish) + picture("map") + picture("map") + p(end), "delete insert"},
		"other words":  {p(fox) + p(hare) + p(fish) + p(end), p(hare) + p(fish) + p("the red fox runs under a lazy dog once") + p(end), "delete insert"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, off := range []bool{false, true} {
				data, report, err := Make(packed(t, c.before), packed(t, c.after), Options{Author: "Ann", NoMoves: off})
				if err != nil {
					t.Fatal(err)
				}
				var kinds []string
				for _, x := range report.Changes {
					kinds = append(kinds, x.Kind)
				}
				got := strings.Join(kinds, " ")
				if off && strings.Contains(got+body(t, data), "move") || !off && got != c.kinds {
					t.Errorf("changes %s, want %s", got, c.kinds)
				}
			}
		})
	}
}

// TestMoved shows how a move is written: bookmarks go along, and what was edited is a change inside it.
func TestMoved(t *testing.T) {
	data, report, err := Make(packed(t, named("1", fox)+p(hare)+p(fish)+p(end)),
		packed(t, p(hare)+p(fish)+named("1", strings.Replace(fox, "lazy", "old", 1))+p(end)), Options{Author: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	got := body(t, data)
	run := func(tag, text string) string {
		of := "t"
		if tag == "del" {
			of = "delText"
		}
		return "<w:" + tag + "#><w:r><w:" + of + ">" + text + "</w:" + of + "></w:r></w:" + tag + ">"
	}
	want := "<w:p><w:pPr><w:rPr><w:moveFrom#/></w:rPr></w:pPr><w:moveFromRangeStart#/><w:bookmarkStart#/>" + run("moveFrom", "the red fox jumps over the ") + run("del", "lazy") +
		run("moveFrom", " dog again") + "<w:bookmarkEnd#/></w:p><w:moveFromRangeEnd#/>" + p(hare) + p(fish) +
		"<w:p><w:pPr><w:rPr><w:moveTo#/></w:rPr></w:pPr><w:moveToRangeStart#/><w:bookmarkStart#/>" + run("moveTo", "the red fox jumps over the ") + run("ins", "old") +
		run("moveTo", " dog again") + "<w:bookmarkEnd#/></w:p><w:moveToRangeEnd#/>" + p(end)
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if c := report.Changes[0]; c.Was != fox || !strings.Contains(c.Now, "old dog") || c.Anchor != "n_1" {
		t.Errorf("%+v", c)
	}
}

// TestMovesTogether: whichever of its ids is given, a move is decided as a whole, and nothing else is.
func TestMovesTogether(t *testing.T) {
	older := p(fox) + p(hare) + p("one two three") + p(fish) + p("and more of that") + p("this goes away") + p(end)
	newer := p("one two four") + p(fish) + p(strings.Replace(fox, "lazy", "old", 1)) + p(hare) + p("and more of that") + p(end)
	data, report, err := Make(packed(t, older), packed(t, newer), Options{Author: "Ann", Date: "2026-01-01T00:00:00Z"})
	if err != nil || report.Changes[0].Kind != "move" {
		t.Fatal(report, err)
	}
	file := unpacked(t, data)
	decided := func(how func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error), p *opc.Package, ids ...string) (*opc.Package, *revise.Report) {
		e, told, err := how(p, revise.Select{IDs: ids})
		if err != nil {
			t.Fatal(err)
		}
		data, err := e.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		return unpacked(t, data), told
	}
	text, err := file.Text("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	var first string
	for _, tag := range []string{"moveFrom", "moveFromRangeStart", "moveTo", "moveToRangeStart"} {
		for rest := text; ; tried++ {
			i := strings.Index(rest, "<w:"+tag+" ")
			if i < 0 {
				break
			}
			rest = rest[i+1:]
			id := attribute(rest[:strings.IndexByte(rest, '>')], "w:id")
			p, told := decided(revise.Reject, file, id)
			got, err := p.Text("word/document.xml")
			if err != nil {
				t.Fatal(err)
			}
			if first == "" {
				first = got
			}
			if got != first || strings.Contains(got, "move") || told.Left == 0 {
				t.Fatalf("id %s: %s", id, got)
			}
		}
	}
	if tried < 10 {
		t.Errorf("%d ids tried", tried)
	}
	if n := strings.Count(plain(first), fox); n != 1 || strings.Contains(first, "old dog") {
		t.Error(first)
	}
}
