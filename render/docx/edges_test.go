package docx

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLineEnds: what stands at the right end of the lines of headers and footers has its stop there on the pages of every section, also for
// programs that take the tab before it for an ordinary one; sections of one width share a part, and the parts show the same.
func TestLineEnds(t *testing.T) {
	section := regexp.MustCompile(`<w:footerReference w:type="default" r:id="(\w+)"/>.*?<w:pgSz w:w="(\d+)".*?w:right="(\d+)".*?w:left="(\d+)"`)
	stop := regexp.MustCompile(`<w:tab w:val="right" w:pos="(\d+)"/>`)
	mark := regexp.MustCompile(`<w:bookmark(Start|End)[^>]*>`)
	rapid.Check(t, func(rt *rapid.T) {
		text := "::header{section_title id=\"head\"}\nReport\n::\n\n::footer{page_numbers id=\"foot\"}\nHouse\n::\n\n"
		sections := rapid.IntRange(1, 4).Draw(rt, "sections")
		for i := range sections {
			text += fmt.Sprintf("::page_setup{size=%q orientation=%q margin=\"%dmm\" columns=%d}\n::\n\n## Part %d\n\nText.\n\n",
				rapid.SampledFrom([]string{"A4", "Letter"}).Draw(rt, "size"), rapid.SampledFrom([]string{"portrait", "landscape"}).Draw(rt, "turn"),
				rapid.SampledFrom([]int{20, 25}).Draw(rt, "margin"), rapid.IntRange(1, 2).Draw(rt, "columns"), i)
		}
		all, widths, bodies := parts(t, rendered(t, text)), map[int]bool{}, map[string]bool{}
		found := section.FindAllStringSubmatch(string(all[mainPart]), -1)
		if len(found) == 0 {
			rt.Fatal("no section has a footer")
		}
		for _, m := range found {
			name := regexp.MustCompile(`Id="` + m[1] + `"[^>]*Target="([^"]*)"`).FindStringSubmatch(string(all["word/_rels/document.xml.rels"]))[1]
			var n [3]int
			for i := range n {
				n[i], _ = strconv.Atoi(m[i+2])
			}
			width := n[0] - n[1] - n[2]
			widths[width] = true
			part := string(all["word/"+name])
			if got := stop.FindStringSubmatch(part); got == nil || got[1] != strconv.Itoa(width) {
				rt.Errorf("the stop of %s is at %v, and lines are %d wide", name, got, width)
			}
			bodies[mark.ReplaceAllString(stop.ReplaceAllString(part, ""), "")] = true
		}
		written, marks := 0, 0
		for name, data := range all {
			if strings.HasPrefix(name, "word/footer") {
				written++
				marks += strings.Count(string(data), "<w:bookmarkStart")
			}
		}
		if written != len(widths) || len(bodies) != 1 || marks != 1 {
			rt.Errorf("%d widths: %d footers with %d contents and %d bookmarks\n%s", len(widths), written, len(bodies), marks, text)
		}
		if problem := unsound(t, text); problem != "" {
			rt.Error(problem)
		}
	})
}

// TestAxesOfComputedPlots: a drawn formula has the titles of its axes, as on pages.
func TestAxesOfComputedPlots(t *testing.T) {
	all := parts(t, rendered(t, "::computed_plot{formula=\"x * 2\" domain=\"x:0..3\" value_label=\"Loss (t)\" variable_label=\"Year\"}\n::\n"))
	for _, title := range []string{"Loss (t)", "Year"} {
		if !strings.Contains(string(all["word/charts/chart1.xml"]), "<a:t>"+title+"</a:t>") {
			t.Errorf("the chart has no axis %q", title)
		}
	}
}

// TestReferencesHang: the lines of a reference by author and year but the first are indented, those of a numbered one stand behind it.
func TestReferencesHang(t *testing.T) {
	for style, want := range map[string]bool{"author-date": true, "numeric": false} {
		text := "---\ncitation_style: " + style + "\n---\n\nText [@a].\n\n" +
			"::citation{id=\"a\" author=\"Ann Ek\" title=\"Fish\" year=\"2020\"}\n::\n\n::bibliography\n::\n"
		if got := strings.Contains(string(parts(t, rendered(t, text))[mainPart]), `w:hanging="360"`); got != want {
			t.Errorf("%s: hanging %t, want %t", style, got, want)
		}
	}
}

// TestPageEndsNeedNoRoom: the paragraph that ends a page has no space before it, which would bring it to another page, an empty one.
func TestPageEndsNeedNoRoom(t *testing.T) {
	ends := regexp.MustCompile(`(?s)^(.*)(<w:p><w:pPr>(?:<w:pStyle [^>]*>)?(?:<w:spacing [^>]*>)?<w:rPr><w:sz w:val="2"/></w:rPr>` +
		`(?:<w:sectPr>.*?</w:sectPr>)?</w:pPr>(?:<w:r><w:br w:type="page"/></w:r>)?</w:p>).*?>Behind<`)
	for _, before := range []string{"Text.", "- item", "> quote", "```\ncode\n```", "::note\nText.\n::", "| a |\n| - |\n| 1 |", "$$x$$",
		"::plot{data=\"1,2\" title=\"T\"}\n::"} {
		for _, end := range []string{"::pagebreak\n::", "::page_setup{orientation=\"landscape\"}\n::"} {
			body := string(parts(t, rendered(t, "::page_setup{size=\"A4\"}\n::\n\n# Report\n\n"+before+"\n\n"+end+"\n\nBehind"))[mainPart])
			m := ends.FindStringSubmatch(body)
			if m == nil {
				t.Errorf("%q, %q: no paragraph ends the page in %s", before, end, body)
				continue
			}
			last := m[1][strings.LastIndex(m[1], "<w:p>"):]
			if !strings.Contains(m[2], `w:before="0"`) || !strings.HasSuffix(m[1], "</w:tbl>") && !strings.Contains(last, `w:after="0"`) {
				t.Errorf("%q, %q: there is room between %s and %s", before, end, last, m[2])
			}
		}
	}
}

// TestHeadingsBeginPages: what keeps with the text below it has no space above it at the top of a page, however the page began.
func TestHeadingsBeginPages(t *testing.T) {
	begins := regexp.MustCompile(`<w:pStyle w:val="(?:Heading2|NomaCaption|NomaDirective)"/>(.*?)</w:pPr>`)
	for _, first := range []string{"## Behind", "::table{title=\"Behind\"}\n| a |\n| - |\n| 1 |\n::", "::claim{title=\"Behind\"}\nText.\n::"} {
		for end, want := range map[string]bool{"::pagebreak\n::": true, "::page_setup{orientation=\"landscape\"}\n::": true, "Text.": false} {
			body := string(parts(t, rendered(t, "::page_setup{size=\"A4\"}\n::\n\nBefore.\n\n"+end+"\n\n"+first+"\n"))[mainPart])
			m := begins.FindStringSubmatch(body)
			framed := strings.HasPrefix(first, "::claim") // the space above its words is inside of its frame
			if m == nil || strings.Contains(m[1], `w:before="0"`) != (want && !framed) {
				t.Errorf("%q behind %q begins with %v", first, end, m)
			}
		}
	}
}
