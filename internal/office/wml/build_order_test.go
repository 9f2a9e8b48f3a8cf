package wml

import (
	"encoding/xml"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The order of children, copied out of the schema types CT_PPr, CT_RPr (in the order of
// EG_RPrBase), CT_SdtPr as Word writes it, CT_TblPr and CT_Style. It is stated here a second time
// on purpose: the code follows it by the order of its lines, and a moved line must fail.
var childOrder = map[string]string{
	"pPr": "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens " +
		"kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing " +
		"mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange",
	"rPr": "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color " +
		"spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath",
	"sdtPr": "rPr alias tag id lock placeholder temporary showingPlcHdr dataBinding label tabIndex equation comboBox date docPartObj " +
		"docPartList dropDownList picture richText text citation group bibliography checkbox",
	"tblPr": "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd " +
		"tblLayout tblCellMar tblLook tblCaption tblDescription",
	"tcPr":       "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark",
	"pBdr":       "top left bottom right between bar",
	"tblBorders": "top left bottom right insideH insideV",
	"tblCellMar": "top left bottom right",
	"sectPr": "headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt " +
		"vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid",
	"style": "name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked personal personalCompose " +
		"personalReply rsid pPr rPr tblPr trPr tcPr tblStylePr",
	"lvl":         "start numFmt lvlRestart pStyle isLgl suff lvlText lvlPicBulletId legacy lvlJc pPr rPr",
	"abstractNum": "nsid multiLevelType tmpl name styleLink numStyleLink lvl",
	"num":         "abstractNumId lvlOverride",
}

// checkOrder walks markup and fails at the first child out of its parent's order.
func checkOrder(t interface{ Fatalf(string, ...any) }, markup string) {
	type level struct {
		name string
		last int
	}
	stack := []level{{}}
	for _, tok := range parsed(t, markup) {
		switch tok := tok.(type) {
		case xml.StartElement:
			top := &stack[len(stack)-1]
			if order, ok := childOrder[top.name]; ok {
				at := -1
				for i, name := range strings.Fields(order) {
					if name == tok.Name.Local {
						at = i
					}
				}
				if at < 0 {
					t.Fatalf("%s may not stand in %s:\n%s", tok.Name.Local, top.name, markup)
				}
				if at < top.last {
					t.Fatalf("%s stands too late in %s:\n%s", tok.Name.Local, top.name, markup)
				}
				top.last = at
			}
			name := tok.Name.Local
			if strings.HasSuffix(tok.Name.Space, "/math") {
				name = "m:" + name // equations have properties of the same names
			}
			stack = append(stack, level{name: name})
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		}
	}
}

func drawEdge(t *rapid.T, name string) Edge {
	return rapid.SampledFrom([]Edge{{}, {Style: "single", Size: 4, Space: 40, Color: "FFFFFF"}}).Draw(t, name)
}

func drawParaProps(t *rapid.T) ParaProps {
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	p := ParaProps{
		Style: rapid.SampledFrom([]string{"", "Heading1"}).Draw(t, "style"), KeepNext: flag("keepNext"), KeepLines: flag("keepLines"),
		PageBreakBefore: flag("break"), WidowControl: flag("widow"), NumID: rapid.IntRange(0, 3).Draw(t, "num"),
		Fill: rapid.SampledFrom([]string{"", "EEEEEE"}).Draw(t, "fill"), Bidi: flag("bidi"),
		Spacing:    Spacing{Set: SpacingSet(rapid.IntRange(0, 7).Draw(t, "spacing")), Exact: flag("exact")},
		Indent:     Indent{Left: 1, Right: rapid.IntRange(0, 1).Draw(t, "right"), FirstLine: rapid.IntRange(-1, 1).Draw(t, "first"), Set: flag("indent")},
		Contextual: flag("contextual"), Align: rapid.SampledFrom([]string{"", "right"}).Draw(t, "align"),
		Outline: rapid.IntRange(0, 6).Draw(t, "outline"), MarkSize: rapid.IntRange(0, 2).Draw(t, "mark"),
	}
	if flag("borders") {
		p.Borders = &Borders{drawEdge(t, "top"), drawEdge(t, "left"), drawEdge(t, "bottom"), drawEdge(t, "right")}
	}
	if flag("tabs") {
		p.Tabs = []TabStop{{"right", "dot", 9000}, {Align: "left", Pos: 1 << 20}}
	}
	if flag("section") {
		p.Section = &Section{Edges: []PageEdge{{Type: "default", ID: "rId3"}, {Footer: true, Type: "first", ID: "rId4"}}, Width: 12240, Height: 15840, Landscape: true,
			Columns: 2, ColumnLine: true, FirstPage: true, Numbers: "lowerRoman", Start: 3}
	}
	return p
}

func drawRunProps(t *rapid.T) RunProps {
	word := func(name, v string) string { return rapid.SampledFrom([]string{"", v}).Draw(t, name) }
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	return RunProps{
		Style: word("rStyle", "Hyperlink"), Font: word("font", "Aptos"), EastAsia: word("asia", "MS Gothic"), Bold: flag("b"), Italic: flag("i"),
		SmallCaps: flag("caps"), Strike: flag("strike"), Color: word("color", "203C2F"), Tracking: rapid.IntRange(0, 1).Draw(t, "tracking"),
		Size: rapid.IntRange(0, 40).Draw(t, "size"), Underline: flag("u"), Fill: word("shade", "EEEEEE"), Vertical: word("vert", "superscript"),
		NoProof: flag("proof"), Language: word("lang", "en-US"), Bidi: "ar-SA",
	}
}

func TestLawChildrenStandInSchemaOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, r := drawParaProps(t), drawRunProps(t)
		runs := drawRuns(t)
		style := StyleDef{Type: "paragraph", ID: "x", Name: "x", BasedOn: "Normal", Next: "x", Priority: 1, Hidden: true, Quick: true, Para: p, Run: r,
			Table: &TableStyle{Top: drawEdge(t, "t"), InsideV: drawEdge(t, "v"), HeaderBottom: drawEdge(t, "below")}}
		checkOrder(t, built(func(b *Builder) {
			b.StartParagraph(&p, 1)
			b.Runs(runs)
			b.EndParagraph()
			b.StyleDef(&style)
			b.AbstractList(1, 2, []ListLevel{{Format: "decimal", Text: "%1.", Left: 1, Hanging: 1, Run: r}})
			b.ListInstance(1, 1, 0, 1)
			b.StartTable(&TableProps{Style: "TableGrid", Widths: []int{1, 2}, Title: "T", Indent: 1, HeaderRow: true, FixedLayout: true})
			b.StartRow(true, nil)
			b.StartCell(1, "EEEEEE", CellMerge{Columns: 2, Begins: true}, nil)
			b.EndCell()
			b.EndRow()
			b.EndTable()
		}))
	})
}

func TestLawControlsStandInSchemaOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := func(name string) string { return rapid.SampledFrom([]string{"", "x"}).Draw(t, name) }
		c := &Control{Kind: ControlKind(rapid.IntRange(0, 4).Draw(t, "kind")), Tag: word("tag"), Alias: word("alias"), Lock: word("lock"),
			FullDate: word("date"), DateFormat: word("format"), Language: word("lang"), Items: []Item{{"a", "A"}, {"a", "B"}, {"c", "A"}, {"", "Z"}}}
		if rapid.Bool().Draw(t, "bound") {
			c.Binding = &Binding{XPath: "/x", StoreItemID: ControlStoreID, Prefixes: word("prefixes")}
		}
		got := built(func(b *Builder) { b.Runs([]Run{{Kind: Input, Text: word("text"), Object: c}}) })
		checkOrder(t, got)
		if n := strings.Count(got, "<w:listItem"); c.Kind == DropDown && n != 1 {
			t.Fatalf("%d list items, want only the first with its value and text: %s", n, got)
		}
	})
}

func TestControlsShowTheirState(t *testing.T) {
	on := true
	for _, c := range []struct {
		name  string
		run   Run
		shows string
	}{
		{"ticked", Run{Object: &Control{Kind: CheckBox, Checked: &on}}, "\u2612"},
		{"not ticked", Run{Object: &Control{Kind: CheckBox}}, "\u2610"},
		{"an empty field shows a blank", Run{Object: &Control{}}, " "},
		{"text of the run", Run{Text: "Beta", Object: &Control{Kind: DropDown, Text: "other"}}, "Beta"},
		{"one line only", Run{Text: "a\nb", Object: &Control{}}, "a b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.run.Kind = Input
			placed := ""
			got := built(func(b *Builder) {
				b.Bind = func(_ *Control, shown string) *Binding { placed = shown; return nil }
				b.Runs([]Run{c.run})
			})
			if want := `<w:t xml:space="preserve">` + c.shows + `</w:t>`; !strings.Contains(got, want) || placed != c.shows {
				t.Errorf("shows %q (told %q), want %q", got, placed, c.shows)
			}
		})
	}
}

func TestControlIDsAreUniqueAndPositive(t *testing.T) {
	b := NewBuilder(discard{})
	seen := map[int32]bool{}
	for _, want := range []int32{7, 7, 8, 0, -5, 1<<31 - 1, 1<<31 - 1} {
		id := b.controlID(want)
		if id <= 0 || seen[id] {
			t.Errorf("control id %d for %d stands twice or is not positive", id, want)
		}
		seen[id] = true
	}
}

func TestPicturesAreNumberedAndBounded(t *testing.T) {
	got := built(func(b *Builder) {
		b.PictureIDs = func(*Image) (string, string) { return "rId1", "rId2" }
		for range 2 {
			b.Runs([]Run{{Kind: Picture, Object: &Image{Name: `a"b.svg`, Alt: "A <chart>", Width: 0, Height: 1 << 60}}})
		}
	})
	parsed(t, got)
	for _, want := range []string{`<wp:docPr id="1"`, `<wp:docPr id="2"`, `descr="A &lt;chart&gt;"`, `name="a&quot;b.svg"`, `cx="1"`, `cy="20116800"`,
		`<a:blip r:embed="rId1">`, `r:embed="rId2"/></a:ext></a:extLst></a:blip>`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

func TestBookmarksAreNumberedOverAllParts(t *testing.T) {
	ids := &IDs{}
	one, two := NewBuilder(discard{}), NewBuilder(discard{})
	one.IDs, two.IDs = ids, ids
	if a, b := one.StartBookmark("n_a_00000000"), two.StartBookmark("n_b_00000000"); a != 1 || b != 2 {
		t.Errorf("bookmarks are numbered %d and %d, want 1 and 2", a, b)
	}
	got := built(func(b *Builder) { b.EndBookmark(b.StartBookmark("n_a_00000000")) })
	if want := `<w:bookmarkStart w:id="1" w:name="n_a_00000000"/><w:bookmarkEnd w:id="1"/>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
