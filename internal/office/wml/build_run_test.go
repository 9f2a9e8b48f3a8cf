package wml

import (
	"encoding/xml"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestRunsAreSpelledAsReadersExpect(t *testing.T) {
	link := &Link{URL: "https://example.com"}
	anchor := &Link{Anchor: "n_a_00000000"}
	ins := &Revision{Kind: Insert, ID: "x", Author: "Ann", Date: "2026-01-02T00:00:00Z"}
	del := &Revision{Kind: Delete, ID: "y", Author: "Bo"}
	idOf := func(name string) string { return strconv.Itoa(int(StableID(name))) }
	for _, c := range []struct {
		name string
		runs []Run
		want string
	}{
		{"plain text has no properties", []Run{{Text: "a & b"}},
			`<w:r><w:t xml:space="preserve">a &amp; b</w:t></w:r>`},
		{"bold stands before italic", []Run{{Text: "x", Style: Italic | Bold}},
			`<w:r><w:rPr><w:b/><w:i/></w:rPr><w:t xml:space="preserve">x</w:t></w:r>`},
		{"code", []Run{{Text: "x", Style: Code}},
			`<w:r><w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="20"/>` +
				`<w:shd w:val="clear" w:color="auto" w:fill="EEF2F0"/></w:rPr><w:t xml:space="preserve">x</w:t></w:r>`},
		{"a label has its colour and no bold", []Run{{Text: "Risk", Look: &Look{Color: "8B2E20"}}},
			`<w:r><w:rPr><w:color w:val="8B2E20"/></w:rPr><w:t xml:space="preserve">Risk</w:t></w:r>`},
		{"every look at once", []Run{{Text: "x", Style: Bold | Italic | Strike | Underline | Superscript, Look: &Look{Color: "000000"}}},
			`<w:r><w:rPr><w:b/><w:i/><w:strike/><w:color w:val="000000"/><w:u w:val="single"/><w:vertAlign w:val="superscript"/></w:rPr>` +
				`<w:t xml:space="preserve">x</w:t></w:r>`},
		{"tabs and line ends are elements", []Run{{Text: "a\tb\nc"}},
			`<w:r><w:t xml:space="preserve">a</w:t><w:tab/><w:t xml:space="preserve">b</w:t><w:br/><w:t xml:space="preserve">c</w:t></w:r>`},
		{"text of one look is one run", []Run{{Text: "owner: "}, {Text: "Ann"}, {Text: ""}, {Text: " · "}, {Text: "x", Style: Bold}},
			`<w:r><w:t xml:space="preserve">owner: Ann · </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">x</w:t></w:r>`},
		{"right-to-left text", []Run{{Text: "The word שלום, עולם! means", Style: Bold}},
			`<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">The word </w:t></w:r><w:r><w:rPr><w:b/><w:bCs/><w:rtl/></w:rPr>` +
				`<w:t xml:space="preserve">שלום, עולם! </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">means</w:t></w:r>`},
		{"other scripts are not split", []Run{{Text: "naïve 日本 \U0001F600"}},
			`<w:r><w:t xml:space="preserve">naïve 日本 ` + "\U0001F600" + `</w:t></w:r>`},
		{"empty text is no run", []Run{{Text: ""}}, ``},
		{"a link", []Run{{Text: "x", Link: link}, {Text: "y", Style: Bold, Link: link}},
			`<w:hyperlink r:id="rId9" w:history="1"><w:r><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">x</w:t></w:r>` +
				`<w:r><w:rPr><w:b/><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">y</w:t></w:r></w:hyperlink>`},
		{"revisions stand inside links", []Run{{Text: "x", Link: anchor, Ins: ins}},
			`<w:hyperlink w:anchor="n_a_00000000" w:history="1"><w:ins w:id="` + idOf("x") + `" w:author="Ann" w:date="2026-01-02T00:00:00Z"><w:r><w:rPr>` +
				`<w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr><w:t xml:space="preserve">x</w:t></w:r></w:ins></w:hyperlink>`},
		{"one change is one element", []Run{{Text: "old ", Del: del}, {Text: "t", Style: Bold, Del: &Revision{Kind: Delete, ID: "y", Author: "Bo"}}},
			`<w:del w:id="` + idOf("y") + `" w:author="Bo"><w:r><w:delText xml:space="preserve">old </w:delText></w:r>` +
				`<w:r><w:rPr><w:b/></w:rPr><w:delText xml:space="preserve">t</w:delText></w:r></w:del>`},
		{"a deletion inside an insertion", []Run{{Text: "x", Ins: ins, Del: del}},
			`<w:ins w:id="` + idOf("x") + `" w:author="Ann" w:date="2026-01-02T00:00:00Z"><w:del w:id="` + idOf("y") + `" w:author="Bo"><w:r><w:delText xml:space="preserve">x</w:delText></w:r></w:del></w:ins>`},
		{"a field is five runs", []Run{{Kind: Field, Text: "Figure 1", Object: &FieldCode{Instr: `REF n_f_00000000 \h`}}},
			`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> REF n_f_00000000 \h </w:instrText></w:r>` +
				`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t xml:space="preserve">Figure 1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`},
		{"a deleted field is its text", []Run{{Kind: Field, Text: "Figure 1", Object: &FieldCode{Instr: "REF x"}, Del: del}},
			`<w:del w:id="` + idOf("y") + `" w:author="Bo"><w:r><w:delText xml:space="preserve">Figure 1</w:delText></w:r></w:del>`},
		{"a page break", []Run{{Kind: PageBreak}}, `<w:r><w:br w:type="page"/></w:r>`},
		{"a note reference", []Run{{Kind: NoteMark, Object: &NoteRef{Endnote: true, ID: "3"}}},
			`<w:r><w:rPr><w:rStyle w:val="EndnoteReference"/></w:rPr><w:endnoteReference w:id="3"/></w:r>`},
		{"an equation", []Run{{Kind: Math, Text: "x<\ny"}}, `<m:oMath><m:r><m:t xml:space="preserve">x&lt;y</m:t></m:r></m:oMath>`},
		{"an equation that is not understood is its text", []Run{{Kind: Math, Text: "\\nosuch<\ny"}},
			`<m:oMath><m:r><m:rPr><m:nor/></m:rPr><w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr>` +
				`<m:t xml:space="preserve">\nosuch&lt; y</m:t></m:r></m:oMath>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := built(func(b *Builder) { b.Runs(c.runs) })
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			parsed(t, got)
		})
	}
}

func TestParagraphsTakeTheDirectionOfTheirFirstLetter(t *testing.T) {
	for _, c := range []struct {
		text       string
		rtl, found bool
	}{{"שלום", true, true}, {"1. «مرحبا» hello", true, true}, {"hello שלום", false, true}, {"é שלום", false, true}, {"12 ...", false, false}, {"", false, false}} {
		if rtl, found := FirstDirection([]Run{{Text: "\t"}, {Text: c.text}}); rtl != c.rtl || found != c.found {
			t.Errorf("%q: right-to-left %v, found %v; want %v, %v", c.text, rtl, found, c.rtl, c.found)
		}
	}
}

func TestLinksOfAContentsListAreNotBlue(t *testing.T) {
	got := built(func(b *Builder) {
		b.PlainLinks = true
		b.Runs([]Run{{Text: "Risks", Look: &Look{Color: LinkColor}, Link: &Link{Anchor: "n_r_00000000"}}})
	})
	want := `<w:hyperlink w:anchor="n_r_00000000" w:history="1"><w:r><w:t xml:space="preserve">Risks</w:t></w:r></w:hyperlink>`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// drawRuns makes runs of text with any mixture of formatting, links and revisions.
func drawRuns(t *rapid.T) []Run {
	links := []*Link{nil, nil, {URL: "https://a.example"}, {Anchor: "n_x_12345678"}}
	changes := []*Revision{nil, nil, {ID: "1", Author: "A"}, {ID: "2", Author: "B", Date: "2026-01-01T00:00:00Z"}}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Run {
		r := Run{
			Text:  rapid.StringMatching(`[a-zא-ד<&\t\n ]{0,8}`).Draw(t, "text"),
			Style: Style(rapid.IntRange(0, 127).Draw(t, "style")),
			Link:  rapid.SampledFrom(links).Draw(t, "link"),
			Ins:   rapid.SampledFrom(changes).Draw(t, "ins"),
			Del:   rapid.SampledFrom(changes).Draw(t, "del"),
		}
		switch rapid.IntRange(0, 8).Draw(t, "kind") {
		case 0:
			r.Kind, r.Object = Field, &FieldCode{Instr: "SEQ Table"}
		case 1:
			r.Kind, r.Text = Math, `\nosuch `+r.Text // not understood, so written as it is
		case 2:
			r.Kind, r.Object = Input, &Control{Kind: ControlKind(rapid.IntRange(0, 4).Draw(t, "control"))}
		}
		return r
	}), 0, 12).Draw(t, "runs")
}

// TestLawRunsKeepTextAndRevisionsInOrder reads back what was written with an independent parser.
func TestLawRunsKeepTextAndRevisionsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := drawRuns(t)
		var want, got strings.Builder
		for _, r := range runs {
			switch {
			case r.Kind == Math && r.Del == nil:
				want.WriteString(strings.Map(blankSpace, r.Text))
			case r.Kind == Input && r.Del == nil:
				want.WriteString(shownText(&r))
			default:
				want.WriteString(r.Text)
			}
		}
		ids := map[string]bool{}
		var open []string
		inside := func(name string) bool {
			for _, o := range open {
				if o == name {
					return true
				}
			}
			return false
		}
		for _, tok := range parsed(t, built(func(b *Builder) { b.Runs(runs) })) {
			switch tok := tok.(type) {
			case xml.StartElement:
				name := tok.Name.Local
				switch {
				case name == "ins" || name == "del":
					id := name + tok.Attr[0].Value
					if ids[id] {
						t.Fatalf("%s stands twice", id)
					}
					ids[id] = true
				case name == "hyperlink" && (inside("ins") || inside("del")):
					t.Fatalf("a link inside a revision")
				case name == "t" && inside("del"), name == "delText" && !inside("del"), name == "ins" && inside("del"):
					t.Fatalf("%s inside %v", name, open)
				case name == "tab":
					got.WriteString("\t")
				case name == "br":
					got.WriteString("\n")
				}
				open = append(open, name)
			case xml.EndElement:
				open = open[:len(open)-1]
			case xml.CharData:
				if n := open[len(open)-1]; n == "t" || n == "delText" {
					got.Write(tok)
				}
			}
		}
		if got.String() != want.String() {
			t.Fatalf("text is %q, want %q", got.String(), want.String())
		}
	})
}

func BenchmarkRuns(b *testing.B) {
	runs := []Run{{Text: "Revenue grew in the "}, {Text: "second quarter", Style: Bold}, {Text: " as "}, {Text: "planned", Style: Italic},
		{Text: ", see "}, {Text: "the report", Link: &Link{Anchor: "n_report_00000000"}}, {Text: " and run "}, {Text: "check_all", Style: Code}, {Text: "."}}
	w := NewBuilder(discard{})
	b.ReportAllocs()
	b.SetBytes(1000)
	for b.Loop() {
		w.StartParagraph(nil, 0)
		w.Runs(runs)
		w.EndParagraph()
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func FuzzRuns(f *testing.F) {
	f.Add("plain", uint8(0))
	f.Add("a\tb\nc<&>\"", uint8(127))
	f.Add("\xff\x00\U0001F600", uint8(4))
	f.Fuzz(func(t *testing.T, s string, style uint8) {
		r := &Revision{ID: s, Author: s, Date: s}
		for kind := Text; kind <= Opaque; kind++ {
			for _, object := range []any{nil, Ref(s), &FieldCode{Instr: s}, &NoteRef{ID: s}, &Image{Name: s, Alt: s},
				&Control{Tag: s, Alias: s, Items: []Item{{s, s}, {s, s}}, Kind: ControlKind(style % 5), Binding: &Binding{XPath: s}}} {
				run := Run{Kind: kind, Style: Style(style), Text: s, Look: &Look{Color: s}, Link: &Link{Anchor: s}, Object: object, Ins: r}
				if kind == Picture && run.Image() == nil {
					continue // pictures have an image
				}
				parsed(t, built(func(b *Builder) { b.Runs([]Run{run}) }))
			}
		}
	})
}
