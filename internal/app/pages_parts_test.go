package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
)

// reportParts are blocks of reports in which faults of pages were found: diagrams that nobody draws, charts side by side, metrics before
// charts, short and long programs, equations behind a sentence, and panels with tables and lines in them.
func reportParts(c docgen.Chooser) string {
	var b strings.Builder
	part := func(format string, args ...any) { fmt.Fprintf(&b, "\n\n"+format+"\n\nText.\n", args...) }
	caption := []string{"", ` title="The *night*"`, ` caption="The day"`}[c.Intn(3)]
	part("::diagram{kind=\"%s\"%s}\na\nb\n::", []string{"drawio", "other"}[c.Intn(2)], caption)
	part("::plotly{%s}\n{\"data\": [{\"type\": \"%s\", \"y\": [1, 2]}]}\n::", strings.TrimSpace(caption), []string{"bar", "surface"}[c.Intn(2)])
	part("::grid{columns=%d}\n:::plot{data=\"%d,2\"}\n:::\n:::plot{data=\"1,-2\" type=\"bar\"}\n:::\n::", 2+c.Intn(2), c.Intn(90000))
	part("::metric{label=\"Cost\" value=\"%d\"}\n::\n\n::plot{data=\"1,2\"}\n::", c.Intn(9))
	part("```\n%sz\n```", strings.Repeat("line\n", c.Intn(30)))
	part("| a |\n| --- |\n| 1 |\n\n::claim\nIt holds.\n::")
	part("::todo\nFirst task.\n::\n\n::open_question\nHow?\n::") // of two colours that are one in the theme
	part("::callout{id=\"outer\"}\n:::claim{id=\"inner\"}\nHeld.\n:::\n::\n\n::footnote{for=\"inner\"}\nA note.\n::")
	part("::control{label=\"First field\" default=\"1\"}\n::\n\n::control{label=\"Second field\" default=\"2\"}\n::")
	part("The sum is\n\n$$a = b$$\n\nwith c.")
	inside := []string{"| a | b |\n| --- | ---: |\n| 1 | 2 |", "---", "- an item:\n\n  | a |\n  | --- |\n  | 1 |\n\n  More.", "```\ncode\n```", "> words", "| a | b |\n| --- | --- |\n| 1 | 2 |\nTable: Some",
		":::table{header title=\"Bids\" source=\"Ours\"}\n| a | b |\n| 1 | 2 |\n:::", ":::risk{severity=\"high\"}\nIt is late.\n\n::::tip\nBegin.\n::::\n\nYet.\n:::",
		":::plot{data=\"1,2\" title=\"Cost\"}\n:::", "$$a = b$$ {id=\"e\"}", ":::note\nWords.\n\n---\n:::", ":::claim\nWords.\n:::"}
	some := func() string { return inside[c.Intn(len(inside))] }
	part("::%s\nBefore.\n\n%s\n\nBetween.\n\n%s\n\nBehind.\n::", []string{"note", "callout{tone=\"tip\"}", "claim"}[c.Intn(3)], some(), some())
	return b.String()
}

// together checks what keeps with the next paragraph, and that nothing in a panel interrupts its bar.
func (f *wordPages) together(body *element) {
	f.t.Helper()
	lines, within := 0, false
	for i, b := range body.Kids {
		var next *element
		if i+1 < len(body.Kids) {
			next = body.Kids[i+1]
		}
		if b.XMLName.Local == "tbl" {
			if next != nil && textOf(next) == "It holds." && next.first("spacing").attr("before") == "" {
				f.fail("a panel touches the table above it")
			}
			if within && len(b.first("tblBorders").all("left")) == 0 {
				f.fail("a table interrupts a panel")
			}
			continue
		}
		if next == nil {
			break
		}
		within = (within || textOf(b) == "Before.") && textOf(b) != "Behind."
		if border := b.first("left").attr("color"); within && (border == "" || border != next.first("left").attr("color") && next.XMLName.Local == "p") {
			f.fail("%q interrupts a panel", textOf(next))
		}
		if strings.HasPrefix(textOf(b), "First field") && f.keeps(b) && styleOf(next) != "NomaMeta" {
			f.fail("a form field stays with the next one")
		}
		if textOf(b) == "First task." && b.first("right").attr("sz") == next.first("right").attr("sz") {
			f.fail("two panels are one")
		}
		if lines++; styleOf(b) != "NomaCode" || textOf(b) != "line" {
			lines = 0
		} else if lines == 1 && !f.keeps(b) {
			f.fail("the first line of a program stands alone")
		}
		if text := textOf(b); text == "The sum is" && !f.keeps(b) {
			f.fail("an equation does not stay with its sentence")
		} else if styleOf(b) == "NomaMetricValue" && f.keeps(b) && fillOf(next) == "" && len(next.first("tblBorders").all("left")) == 0 {
			f.fail("a metric stays with what follows it")
		}
	}
}

func textOf(p *element) (text string) {
	for _, t := range p.all("t") {
		text += t.Text
	}
	return text
}

// fillOf returns the fill of a paragraph of a panel.
func fillOf(p *element) string {
	if pPr := p.first("pPr"); len(pPr.all("pBdr")) > 0 {
		return pPr.first("shd").attr("fill")
	}
	return ""
}

// TestDiagramsForClients: the caption of a diagram that nobody drew is shown with its number, in all formats and to everybody.
func TestDiagramsForClients(t *testing.T) {
	const src = "# Night\n\nSee [[d]].\n\n::figure{alt=\"x\" caption=\"First\"}\n::\n\n::diagram{id=\"d\" kind=\"drawio\" title=\"The night\"}\nsecret\n::\n"
	for _, audience := range []string{"client", "review"} {
		for target, text := range clientTexts(t, "---\naudience: "+audience+"\n---\n\n"+src) {
			for _, want := range []string{"Figure 2: The night", "See Figure 2."} {
				if (target == string(Word) || target == string(HTML)) && !strings.Contains(text, want) {
					t.Errorf("%s, %s: %q is missing in\n%s", audience, target, want, text)
				}
			}
		}
	}
}

// TestTicksOfCharts: the numbers at the axes of a chart in Word are written as on its picture.
func TestTicksOfCharts(t *testing.T) {
	for _, x := range []struct{ plot, format string }{
		{`data="1250000,19400000"`, `0,,&quot;M&quot;;&quot;−&quot;0,,&quot;M&quot;;0`},
		{`data="0.95,1.61" type="bar"`, `0.0;&quot;−&quot;0.0;0`},
		{`data="-15000,30000" type="bar"`, `0,&quot;k&quot;;&quot;−&quot;0,&quot;k&quot;;0`},
		{`data="1,2,3" xlabels="-15,0,15" type="scatter"`, `0;&quot;−&quot;0;0`},
	} {
		s, err := FromText("ticks.noma", "---\naudience: client\n---\n\n# T\n\n::plot{"+x.plot+"}\n::\n")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Render(t.Context(), &b, s, RenderOptions{Target: Word}); err != nil {
			t.Fatal(err)
		}
		if part := partOf(t, b.String(), "word/charts/chart1.xml"); !strings.Contains(part, `formatCode="`+x.format+`"`) {
			t.Errorf("%s: %q is missing among %q", x.plot, x.format, regexp.MustCompile(`formatCode="[^"]*"`).FindAllString(part, -1))
		}
	}
}

// TestDatesForClients: form fields of clients show days in words, and come back as days.
func TestDatesForClients(t *testing.T) {
	const src = "---\naudience: client\n---\n\n# T\n\n::control{id=\"c\" type=\"date\" label=\"Start\" default=\"2027-05-03\"}\n::\n"
	for language, want := range map[string][2]string{"en-GB": {"3 May 2027", "d MMMM yyyy"}, "es": {"3 de mayo de 2027", "d 'de' MMMM 'de' yyyy"}, "ja": {"2027年5月3日", "yyyy年M月d日"}} {
		s, err := FromText("date.noma", strings.Replace(src, "client", "client\nlang: "+language, 1))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Render(t.Context(), &b, s, RenderOptions{Target: Word}); err != nil {
			t.Fatal(err)
		}
		if part := partOf(t, b.String(), "word/document.xml"); !strings.Contains(part, ">"+want[0]+"<") || !strings.Contains(part, `w:dateFormat w:val="`+want[1]+`"`) {
			t.Errorf("%s: %q is missing in\n%s", language, want, part)
		}
		for _, full := range []string{` w:fullDate="2027-05-03T00:00:00Z"`, ""} { // a program may drop the day
			file := filepath.Join(t.TempDir(), "d.docx")
			text, err := wordtest.Rewrite([]byte(b.String()), func(_, part string) (string, error) {
				return strings.Replace(part, ` w:fullDate="2027-05-03T00:00:00Z"`, full, 1), nil
			})
			if err == nil {
				err = os.WriteFile(file, text, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			if res, err := SyncForm(t.Context(), s, file, nil); err != nil || res.Text != s.File.Text || len(res.Findings) > 0 {
				t.Errorf("%s: not quiet: %v %+v", language, err, res)
			}
		}
	}
}
