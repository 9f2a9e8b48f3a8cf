package docx

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

func TestMarksOfBlocksOutsideTheBodyFindAPlace(t *testing.T) {
	for _, text := range []string{
		"Text.\n\n::footer\n:::claim{id=\"c1\"}\nIn the footer.\n:::\n::\n\n::comment{for=\"c1\"}\nOn it.\n::\n\n::footnote{for=\"c1\"}\nNote.\n::\n",
		"Text.\n\n::code\n:::claim{id=\"c1\"}\nShown as code.\n:::\n::\n\n::comment{for=\"c1\"}\nOn it.\n::\n\n::endnote{for=\"c1\"}\nNote.\n::\n",
	} {
		if problem := unsound(t, text); problem != "" {
			t.Errorf("%s\n%s", problem, text)
		}
	}
}

// TestMarksWithoutAPlaceStandAtTheEnd: should a plan ever forget where a comment or note belongs,
// the file must still open, and the comment be seen.
func TestMarksWithoutAPlaceStandAtTheEnd(t *testing.T) {
	p := planOf(t, "First.\n\nLast.\n")
	node := &noma.Directive{Name: "comment"}
	words := []layout.Block{&layout.Para{Segs: []layout.Seg{{Runs: []wml.Run{{Text: "Words."}}}}}}
	p.Comments = []*layout.Comment{{Node: node, Index: 0, Author: "Ann", Blocks: words}}
	p.Footnotes = []*layout.Note{{Node: node, Index: 0, Blocks: words}}
	p.Endnotes = []*layout.Note{{Node: node, Index: 0, End: true, Blocks: words}}
	var out bytes.Buffer
	if err := Render(&out, p, Options{}); err != nil {
		t.Fatal(err)
	}
	_, end, _ := strings.Cut(string(parts(t, out.Bytes())[mainPart]), "Last.")
	for _, want := range []string{`<w:commentReference w:id="0"/>`, `<w:footnoteReference w:id="1"/>`, `<w:endnoteReference w:id="1"/>`} {
		if !strings.Contains(end, want) {
			t.Errorf("no %s behind the last paragraph", want)
		}
	}
}

func TestOrderedListsCountFromOne(t *testing.T) {
	all := parts(t, rendered(t, "1. a\n2. b\n\nText.\n\n1. c\n\n- d\n\n::bibliography\n::\n\n::citation{source=\"S\"}\n::\n"))
	used := regexp.MustCompile(`<w:numId w:val="(\d+)"/>`).FindAllStringSubmatch(string(all[mainPart]), -1)
	var got []string
	for _, m := range used {
		got = append(got, m[1])
	}
	if want := "2 2 3 1 4"; strings.Join(got, " ") != want {
		t.Errorf("numbering instances are %v, want %s", got, want)
	}
	numbering := string(all[numberingPart])
	for n := 2; n <= 4; n++ {
		want := fmt.Sprintf(`<w:num w:numId="%d"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>`, n)
		if !strings.Contains(numbering, want) {
			t.Errorf("list %d does not start anew", n)
		}
	}
}

// TestBoxesHaveNoBullet: bulleted items with a check box have bullets that are not seen, the others theirs, and numbers stay.
func TestBoxesHaveNoBullet(t *testing.T) {
	lists := regexp.MustCompile(`<w:num w:numId="(\d+)"><w:abstractNumId w:val="(\d+)"/>`)
	levels := regexp.MustCompile(`(?s)<w:abstractNum w:abstractNumId="(\d+)">.*?<w:lvlText w:val="([^"]*)"/>`)
	for text, want := range map[string]string{
		"- a\n- [ ] b\n\n1. [x] c\n\nText.\n\n::bibliography\n::\n\n::citation{source=\"S\"}\n::\n": "•| |%1.|%1.",
		"- [x] a\n  - b\n  - [ ] c\n":     " |•| ",
		"- a\n1. [ ] b\n":                 "•|%1.",
		"- [ ] a\n\n## B\n\n1. c\n2. d\n": " |%1.|%1.",
	} {
		all := parts(t, rendered(t, text))
		abstract, shown := map[string]string{}, map[string]string{}
		for _, m := range levels.FindAllStringSubmatch(string(all[numberingPart]), -1) {
			abstract[m[1]] = m[2]
		}
		for _, m := range lists.FindAllStringSubmatch(string(all[numberingPart]), -1) {
			if shown[m[1]] != "" {
				t.Errorf("%q: the instance %s is there twice", text, m[1])
			}
			shown[m[1]] = abstract[m[2]]
		}
		var got []string
		for _, m := range regexp.MustCompile(`<w:numId w:val="(\d+)"/>`).FindAllStringSubmatch(string(all[mainPart]), -1) {
			got = append(got, shown[m[1]])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTablesDoNotTouchAndCellsEndWithAParagraph(t *testing.T) {
	table := "| a |\n| --- |\n| 1 |\n\n"
	if problem := unsound(t, table+table+"::grid{columns=1}\n"+table+"::\n\n"+table); problem != "" {
		t.Error(problem)
	}
}

func TestEveryControlIsBound(t *testing.T) {
	text := fixtures(t)["forms"] + "\n::header\n:::todo\nIn the header.\n:::\n::\n"
	all := parts(t, rendered(t, text))
	markup := string(all[mainPart]) + string(all["word/header1.xml"])
	if controls, bindings := strings.Count(markup, "<w:sdt>"), strings.Count(markup, "<w:dataBinding "); controls != 8 || bindings != controls {
		t.Errorf("%d controls, %d bindings; want 8 of each", controls, bindings)
	}
	store, err := parse(all["customXml/item1.xml"])
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	store.walk(func(e *element) {
		if id, ok := e.attrs["id"]; ok {
			known[fmt.Sprintf("noma:%s[@id='%s']", e.name, id)] = true
		}
	})
	for _, m := range regexp.MustCompile(`w:xpath="/noma:controls\[1\]/([^"]*)\[1\]/noma:value\[1\]"`).FindAllStringSubmatch(markup, -1) {
		if !known[m[1]] {
			t.Errorf("a control is bound to %s, which the store does not have", m[1])
		}
	}
}

func TestBoundValuesAreWhatControlsShow(t *testing.T) {
	on := true
	for _, c := range []struct {
		name    string
		control wml.Control
		shown   string
		want    string
	}{
		{"text", wml.Control{}, "7", "7"},
		{"ticked", wml.Control{Kind: wml.CheckBox, Checked: &on}, "\u2612", "true"},
		{"not ticked", wml.Control{Kind: wml.CheckBox}, "\u2610", "false"},
		{"choice", wml.Control{Kind: wml.DropDown, Items: []wml.Item{{Value: "a", Label: "Alpha"}, {Value: "b"}}}, "Alpha", "a"},
		{"choice without label", wml.Control{Kind: wml.DropDown, Items: []wml.Item{{Value: "a", Label: "Alpha"}, {Value: "b"}}}, "b", "b"},
		{"date", wml.Control{Kind: wml.Date, FullDate: "2026-05-01T00:00:00Z"}, "1 May", "2026-05-01"},
		{"date in words", wml.Control{Kind: wml.Date}, "soon", "soon"},
	} {
		if got := boundValue(&c.control, c.shown); got != c.want {
			t.Errorf("%s: the node holds %q, want %q", c.name, got, c.want)
		}
	}
}

// dot is a picture of one pixel.
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func TestPicturesAreFiledByWhatTheyAre(t *testing.T) {
	png, err := base64.StdEncoding.DecodeString(dot)
	if err != nil {
		t.Fatal(err)
	}
	svg := []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"/>`)
	m := newMedia()
	var related []string
	ids := m.ids(func(target string) string {
		related = append(related, target)
		return fmt.Sprint(len(related))
	})
	for _, c := range []struct {
		name        string
		image       wml.Image
		raster, svg string
	}{
		{"a picture", wml.Image{Data: png, Ext: "png"}, "1", ""},
		{"the same again, under a wrong name", wml.Image{Data: bytes.Clone(png), Ext: "jpg"}, "1", ""},
		{"a drawing with its fallback", wml.Image{Data: svg, Ext: "svg", PNG: wml.Painted(png)}, "1", "2"},
		{"a drawing without one", wml.Image{Data: svg, Ext: "svg", Width: 2, Height: 1}, "3", "2"},
		{"a drawing Word does not read", wml.Image{Data: []byte("<svg/>"), Ext: "svg", PNG: wml.Painted(png)}, "1", ""},
		{"no picture at all", wml.Image{Data: []byte("BM...."), Ext: "png", Width: 2, Height: 1}, "3", ""},
	} {
		if raster, svg := ids(&c.image); raster != c.raster || svg != c.svg {
			t.Errorf("%s has the relationships %q and %q, want %q and %q", c.name, raster, svg, c.raster, c.svg)
		}
	}
	if got, want := strings.Join(related, " "), "word/media/image1.png word/media/image2.svg word/media/image3.png"; got != want {
		t.Errorf("the files are %s, want %s", got, want)
	}
	for _, f := range m.files {
		if f.ext != "svg" && rasterType(f.data) != f.ext {
			t.Errorf("%s holds something else", f.name)
		}
	}
}

func TestPanelsThatFollowEachOtherDiffer(t *testing.T) {
	claim := "::claim\nOne.\n::\n\n"
	document := string(parts(t, rendered(t, claim+claim+claim))[mainPart])
	borders := regexp.MustCompile(`<w:pBdr>.*?</w:pBdr>`).FindAllString(document, -1)
	if len(borders) != 6 {
		t.Fatalf("%d framed paragraphs, want 6", len(borders))
	}
	for i := 0; i < 6; i += 2 {
		if borders[i] != borders[i+1] {
			t.Errorf("label and body of panel %d have different borders and fall apart", i/2+1)
		}
		if i > 0 && borders[i] == borders[i-1] {
			t.Errorf("panels %d and %d have equal borders and run together", i/2, i/2+1)
		}
	}
}

func TestLanguageTags(t *testing.T) {
	for in, want := range map[string]string{"": "en-US", "de": "de", "de-AT": "de-AT", "pt_BR": "pt-BR", "zh-Hant-TW": "zh-Hant-TW", "english": "en-US",
		"de-": "en-US", "d1": "en-US", "x": "en-US", strings.Repeat("de-", 40) + "AT": "en-US", "de\"/>": "en-US"} {
		if got := languageOf(in); got != want {
			t.Errorf("language %q becomes %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"ar-EG": "ar-EG", "he": "he", "de": "ar-SA", "arn": "ar-SA"} {
		if got := bidiLanguage(in); got != want {
			t.Errorf("right-to-left language beside %q is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"ja-JP": "Yu Gothic", "zh-CN": "Microsoft YaHei", "zh-Hant": "Microsoft JhengHei", "ko": "Malgun Gothic", "fr": bodyFont} {
		if got := asianFont(in); got != want {
			t.Errorf("East Asian face beside %q is %q, want %q", in, got, want)
		}
	}
}

// TestStyleNamesGiveTheirIDs: editors make ids anew from names, blanks removed; a style that came
// back under another id would not be known again.
func TestStyleNamesGiveTheirIDs(t *testing.T) {
	renamed := map[string]bool{"CommentText": true, "CommentReference": true, "TableNormal": true} // Word's own ids; nobody reads them back
	for _, s := range sheet() {
		if id := strings.ReplaceAll(s.Name, " ", ""); !strings.EqualFold(id, s.ID) && !renamed[s.ID] {
			t.Errorf("the style %s is named %q, from which an editor makes %s", s.ID, s.Name, id)
		}
	}
}

func TestStylesOfTheLayoutAreDefined(t *testing.T) {
	defined := map[string]bool{}
	for _, s := range sheet() {
		if defined[s.ID] {
			t.Errorf("style %s is defined twice", s.ID)
		}
		defined[s.ID] = true
	}
	for _, s := range sheet() {
		for _, other := range []string{s.BasedOn, s.Next} {
			if other != "" && !defined[other] {
				t.Errorf("style %s refers to %s, which is not defined", s.ID, other)
			}
		}
	}
	wanted := []string{layout.StyleDirective, layout.StyleMeta, layout.StyleMetricValue, layout.StyleCaption, layout.StyleToc, layout.StyleCode, layout.StyleMath,
		layout.StyleAction, layout.StyleQuote, layout.StyleFootnote, layout.StyleEndnote, layout.TableData, layout.TableLayout}
	for level := 1; level <= 6; level++ {
		wanted = append(wanted, layout.HeadingStyle(level))
	}
	for _, id := range wanted {
		if !defined[id] {
			t.Errorf("style %s is laid out and not defined", id)
		}
	}
}

func TestWhatWasPrintedStaysWithWhatItIs(t *testing.T) {
	document := string(parts(t, rendered(t, "::output{mime=\"text/plain\"}\n1\n::\n\nText.\n"))[mainPart])
	meta := regexp.MustCompile(`<w:p><w:pPr><w:pStyle w:val="NomaMeta"/>.*?</w:pPr>`).FindString(document)
	if !strings.Contains(meta, "<w:keepNext/>") {
		t.Errorf("the line above the output is %q", meta)
	}
}

func TestCaptionsBelowPicturesLetGo(t *testing.T) {
	const plot = "::plot{data=\"1,2\"}\n::\n\n::plotly{title=\"T\"}\n{\"data\": [{\"y\": [1]}]}\n::\n\n"
	document := string(parts(t, rendered(t, plot+plot))[mainPart])
	captions := regexp.MustCompile(`<w:pStyle w:val="NomaCaption"/><w:keepNext w:val="0"/>`).FindAllString(document, -1)
	if len(captions) != 2 { // those of plots are followed by a line about them
		t.Errorf("%d captions do not keep with what follows:\n%s", len(captions), document)
	}
}

// TestDecimalRoom: numbers are moved for their decimals whichever minus they have.
func TestDecimalRoom(t *testing.T) {
	moved := func(minus string) int {
		src := "| All the words of the first column |" + strings.Repeat(" 2027 |", 8) + "\n|-|" + strings.Repeat("-:|", 8) + "\n| a |" +
			strings.Repeat(" 12 |", 8) + "\n| b |" + strings.Repeat(" "+minus+"26.2 |", 8) + "\n"
		return strings.Count(string(parts(t, rendered(t, src))["word/document.xml"]), "w:right=")
	}
	if hyphen, sign := moved("-"), moved("−"); hyphen < 8 || sign != hyphen {
		t.Errorf("%d cells are moved beside a hyphen, %d beside a minus sign", hyphen, sign)
	}
}
