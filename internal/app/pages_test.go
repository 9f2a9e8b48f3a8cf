package app

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
)

// from is the first seed of the documents that TestPages and TestClientFiles look at.
var from = flag.Int("documents.from", 0, "the first seed of the documents that pages and files for clients are tried on")

// TestPages: in the Word files of generated documents tables of up to twelve rows stay whole, no row of a longer one stands alone, captions
// stay with what they are about, and the numbers are those of the page.
func TestPages(t *testing.T) {
	documents := 500
	if testing.Short() {
		documents = 15
	}
	var seen pageCounts
	for seed := range documents {
		c := seeded{rand.New(rand.NewPCG(uint64(*from+seed), 79))}
		src := docgen.Document(c, 8)
		if seed%2 == 1 {
			src = docgen.Client(c, 8)
		}
		checkPages(t, src+longTables(c)+reportParts(c), &seen)
	}
	if seen.small < documents/2 || seen.long < documents/2 || seen.captions < documents || seen.numbers < documents {
		t.Errorf("too few: %+v", seen)
	}
}

type pageCounts struct{ small, long, captions, numbers int }

// longTables are some tables, of up to forty rows, with and without captions.
func longTables(c docgen.Chooser) string {
	var b strings.Builder
	b.WriteString("\n\n")
	for range 1 + c.Intn(3) {
		b.WriteString("| name | value |\n| --- | ---: |\n")
		for i := range 1 + c.Intn(14)*(1+c.Intn(3)) {
			fmt.Fprintf(&b, "| row %d | %d%s |\n", i, c.Intn(1000), strings.Repeat("<br>of two lines", c.Intn(2)))
		}
		if c.Intn(3) > 0 {
			b.WriteString("Table: some rows\n")
		}
		b.WriteString("\nAfter it.\n\n")
	}
	return b.String()
}

func checkPages(t *testing.T, src string, seen *pageCounts) {
	t.Helper()
	s, err := FromText("pages.noma", src)
	if err != nil {
		t.Fatal(err)
	}
	var word, page bytes.Buffer
	for w, target := range map[*bytes.Buffer]Target{&word: Word, &page: HTML} {
		if err := Render(t.Context(), w, s, RenderOptions{Target: target, Strict: true}); err != nil {
			t.Fatal(err)
		}
	}
	f := wordPages{t: t, src: src, seen: seen, styles: map[string]*element{}}
	for _, style := range f.part(word.String(), "word/styles.xml").all("style") {
		f.styles[style.attr("styleId")] = style
	}
	body := f.part(word.String(), "word/document.xml")
	for _, flow := range append(body.all("tc"), body.all("body")...) {
		f.flow(flow)
	}
	f.together(body.first("body"))
	f.sameNumbers(body, page.String())
}

// element is an element of a part, its prefix left out.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Kids    []*element `xml:",any"`
	Text    string     `xml:",chardata"`
}

// all returns the elements with a name inside an element, in order, but none that is inside another of them.
func (e *element) all(names ...string) (out []*element) {
	for _, k := range e.Kids {
		if slices.Contains(names, k.XMLName.Local) {
			out = append(out, k)
		} else {
			out = append(out, k.all(names...)...)
		}
	}
	return out
}

func (e *element) first(name string) *element {
	if all := e.all(name); len(all) > 0 {
		return all[0]
	}
	return &element{}
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// wordPages checks how a Word file is divided into pages.
type wordPages struct {
	t      *testing.T
	src    string
	seen   *pageCounts
	styles map[string]*element
}

func (f *wordPages) part(word, name string) *element {
	f.t.Helper()
	e := &element{}
	if err := xml.Unmarshal([]byte(partOf(f.t, word, name)), e); err != nil {
		f.t.Fatal(err)
	}
	return e
}

func (f *wordPages) fail(format string, args ...any) {
	f.t.Helper()
	f.t.Fatalf(format+"\n%s", append(args, f.src)...)
}

func styleOf(p *element) string { return p.first("pPr").first("pStyle").attr("val") }

// keeps reports whether a paragraph stays with the next one.
func (f *wordPages) keeps(p *element) bool {
	if own := p.first("pPr").all("keepNext"); len(own) > 0 {
		return own[0].attr("val") != "0"
	}
	style := f.styles[styleOf(p)]
	return style != nil && len(style.all("keepNext")) > 0
}

// flow checks the blocks of the body or of a cell.
func (f *wordPages) flow(e *element) {
	f.t.Helper()
	for i, b := range e.Kids {
		switch b.XMLName.Local {
		case "tbl":
			if b.first("tblStyle").attr("val") != layout.TableData {
				continue // a grid: a caption above it is that of a picture
			}
			f.table(b)
			for j := i - 1; j >= 0 && e.Kids[j].XMLName.Local == "p"; j-- {
				p := e.Kids[j]
				if caption := styleOf(p) == "NomaCaption" && strings.Contains(p.first("instrText").Text, "SEQ Table"); caption || len(p.all("t")) == 0 {
					if f.count(&f.seen.captions, caption); caption && !f.keeps(p) {
						f.fail("a caption does not stay with its table")
					}
					if !caption {
						continue
					}
				}
				break
			}
		case "p":
			if i+1 < len(e.Kids) && len(b.all("drawing")) > 0 && len(b.all("t")) == 0 && styleOf(e.Kids[i+1]) == "NomaCaption" {
				if f.count(&f.seen.captions, true); !f.keeps(b) {
					f.fail("a picture does not stay with its caption")
				}
			}
		}
	}
}

func (f *wordPages) count(n *int, yes bool) {
	if yes {
		*n++
	}
}

// table checks that a table of few rows stays whole, and that no first or last row of another one stands alone.
func (f *wordPages) table(tbl *element) {
	f.t.Helper()
	rows := tbl.all("tr")
	first := 0
	if len(rows) > 0 && len(rows[0].all("tblHeader")) > 0 {
		first = 1
	}
	data := len(rows) - first
	lines := len(tbl.all("br")) + len(rows)
	for _, text := range tbl.all("t") {
		lines += len(text.Text) / 20
	}
	small := data <= 12 && lines <= 36
	f.count(&f.seen.small, small)
	f.count(&f.seen.long, data > 12)
	for i, row := range rows[:max(0, len(rows)-1)] {
		if !small && i > first && i < len(rows)-2 {
			continue
		}
		for _, p := range row.all("p") {
			if !f.keeps(p) {
				f.fail("row %d of a table of %d rows does not stay with the next one", i, data)
			}
		}
	}
	for i, row := range rows[first:] {
		if len(row.all("cantSplit")) == 0 {
			f.fail("row %d can be divided", i)
		}
	}
}

var pageNumbers = map[string]*regexp.Regexp{
	"headings":  regexp.MustCompile(`<span class="noma-heading-number">([^<]*)</span>`),
	"captions":  regexp.MustCompile(`<span class="noma-caption-label">([^<]*)</span>`),
	"notes":     regexp.MustCompile(`<span class="noma-note-number">([^<]*)</span>`),
	"equations": regexp.MustCompile(`<span class="noma-equation-number">\(([^<]*)\)</span>`),
}

// sameNumbers compares the numbers that Word shows with those of a page.
func (f *wordPages) sameNumbers(body *element, page string) {
	f.t.Helper()
	word := map[string][]string{}
	var count [10]int
	from := 1
	for from < 7 && len(f.styles[fmt.Sprintf("Heading%d", from)].all("numPr")) == 0 {
		from++
	}
	for _, p := range body.all("p") {
		style := styleOf(p)
		if level := strings.TrimPrefix(style, "Heading"); level != style && len(level) == 1 && len(p.first("pPr").all("numPr")) == 0 {
			n := int(level[0] - '0')
			if n < from {
				continue
			}
			for i := from; i < n; i++ {
				count[i] = max(count[i], 1) // as Word counts a level that was left out
			}
			count[n]++
			clear(count[n+1:])
			number := ""
			for _, c := range count[from : n+1] {
				number += fmt.Sprintf(".%d", c)
			}
			word["headings"] = append(word["headings"], number[1:])
		}
		sequence, before := "", ""
		for _, e := range p.all("instrText", "t") {
			text := strings.Fields(e.Text)
			switch {
			case e.XMLName.Local == "instrText" && len(text) > 1 && text[0] == "SEQ":
				sequence = text[1]
			case e.XMLName.Local == "t" && sequence == "Equation":
				word["equations"] = append(word["equations"], e.Text)
				sequence = ""
			case e.XMLName.Local == "t" && sequence != "":
				if strings.HasPrefix(before, "Computed ") { // a page does not say so
					before = sequence
				}
				word["captions"] = append(word["captions"], before+" "+e.Text)
				sequence = ""
			case e.XMLName.Local == "t":
				before = strings.TrimSpace(e.Text)
			}
		}
	}
	for i := range body.all("footnoteReference") {
		word["notes"] = append(word["notes"], fmt.Sprint(i+1))
	}
	for i := range body.all("endnoteReference") {
		word["notes"] = append(word["notes"], layout.Roman(i+1))
	}
	for kind, re := range pageNumbers {
		var shown []string
		for _, m := range re.FindAllStringSubmatch(page, -1) {
			shown = append(shown, html.UnescapeString(m[1]))
		}
		if kind == "notes" { // they stand behind the blocks they are about
			slices.Sort(shown)
			slices.Sort(word[kind])
		}
		if f.seen.numbers += len(shown); !slices.Equal(shown, word[kind]) {
			f.fail("%s: the page has %q, Word %q", kind, shown, word[kind])
		}
	}
}

// TestPanelsApart: panels without labels that follow each other are two, and evidence stays with its claim.
func TestPanelsApart(t *testing.T) {
	src := "---\naudience: client\n---\n\n# T\n\n::claim\nFirst.\n::\n\n::claim\nSecond.\n\nMore.\n::\n\n::comment{for=\"t\"}\nx\n::\n\n" +
		"::evidence\nThird.\n::\n\nText.\n\n::evidence\nFourth.\n::\n"
	f := wordPages{t: t, src: src}
	s, err := FromText("panels.noma", src)
	if err != nil {
		t.Fatal(err)
	}
	var word bytes.Buffer
	if err := Render(t.Context(), &word, s, RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range f.part(word.String(), "word/document.xml").all("p") {
		if border := p.all("pBdr"); len(border) > 0 {
			got = append(got, fmt.Sprintf("%s %s %s %d", p.first("t").Text, border[0].first("right").attr("sz"), p.first("spacing").attr("after"), len(p.all("keepNext"))))
		}
	}
	want := []string{"First. 4 240 0", "Second. 6 80 0", "More. 6 240 1", "Evidence 4  0", "Third. 4 240 0", "Evidence 4  0", "Fourth. 4 240 0"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestPicturesOfChartsAreThemed: pictures of plots have the colours of the theme, as Word's own charts.
func TestPicturesOfChartsAreThemed(t *testing.T) {
	s, err := FromText("plot.noma", "# T\n\n::plot{type=\"bar\" data=\"1,2;3,4\"}\n::\n")
	if err != nil {
		t.Fatal(err)
	}
	for theme, colour := range map[string]string{"": "3a6e8f", "sober": "2f4b7c"} {
		var word bytes.Buffer
		if err := Render(t.Context(), &word, s, RenderOptions{Target: Word, Theme: theme, Word: WordOptions{Charts: "image"}}); err != nil {
			t.Fatal(err)
		}
		found := false
		for i := range 3 {
			found = found || strings.Contains(strings.ToLower(partOf(t, word.String(), fmt.Sprintf("word/media/image%d.svg", i+1))), colour)
		}
		if !found {
			t.Errorf("theme %q: the picture has no %s", theme, colour)
		}
	}
}
