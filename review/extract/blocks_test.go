package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

func TestTables(t *testing.T) {
	head := table(layout.TableData, row("Name", text(bold("N"))), row("A", "1"))
	head.Rows[0].Header = true
	nested := table("", row(blocks(text("outer"), table("", row("x", "y")), text())))
	r := extract.Extract(doc(
		head,
		para(layout.StyleCaption, bookmark("t1"), "Table 1: T"), text(), table("Fancy", row(blocks(text("a"), text(" "), text("b")), "c")),
		para(layout.StyleMeta, bookmark("t2")), text("words between"), table("Fancy", row("dropped")),
		para(layout.StyleMeta, bookmark("t3")), nested,
		table(layout.TableLayout, row(blocks(para(layout.StyleMeta, bookmark("t4")), table(layout.TableData, row("in"))))),
	))
	var got []string
	for _, x := range r.Tables {
		got = append(got, fmt.Sprintf("%s %v %v %q", x.NativeID, x.Anchors, x.Header, x.Rows))
	}
	want := []string{
		fmt.Sprintf("0 [] true %q", [][]string{{"Name", "**N**"}, {"A", "1"}}),
		fmt.Sprintf("1 %v false %q", anchors("t1"), [][]string{{"a\nb", "c"}}),
		fmt.Sprintf("2 %v false %q", anchors("t3"), [][]string{{"outer\nx\ny"}}),
		fmt.Sprintf("3 %v false %q", anchors("t4"), [][]string{{"in"}}),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// LibreOffice writes the bold of a table style into the header cells.
func TestHeaderCellsThatAStyleMadeBold(t *testing.T) {
	all := table(layout.TableData, row(text(bold("Name")), text(styled(wml.Bold|wml.Italic, "N"))), row(text(bold("A")), "1"))
	one := table(layout.TableData, row(text(bold("Name")), "N"))
	all.Rows[0].Header, one.Rows[0].Header = true, true
	for producer, want := range map[string]string{
		"LibreOffice/7.4":       "[[Name *N*] [**A** 1]] [[**Name** N]]",
		"Microsoft Office Word": "[[**Name** ***N***] [**A** 1]] [[**Name** N]]",
	} {
		d := doc(all, text(), one)
		d.Producer = producer
		r := extract.Extract(d)
		if got := fmt.Sprint(r.Tables[0].Rows, r.Tables[1].Rows); got != want {
			t.Errorf("%s: got %s, want %s", producer, got, want)
		}
	}
}

func TestTrackedRowsAreRevisions(t *testing.T) {
	plain := table(layout.TableData, row("a"))
	dropped := table(layout.TableData, row("a"), row("b"))
	dropped.Rows[1].Del = revision(wml.Delete, "9", "Ann")
	r := extract.Extract(doc(plain, text("x"), dropped))
	if r.Tables[0].HasRevisions || !r.Tables[1].HasRevisions {
		t.Errorf("%+v", r.Tables)
	}
}

func TestHeadings(t *testing.T) {
	gone := heading(2, "gone", deleted("1", "Ann", "Gone"))
	changed := heading(3, "c", "Old ", inserted("2", "Ann", "new"))
	r := extract.Extract(doc(
		heading(1, "a", "Scope and ", bold("limits")), heading(6, "b", " Deep "), para("Heading7", "No"), text("Heading1"), gone, changed,
		table(layout.TableLayout, row(heading(2, "d", "In a cell")))))
	var got []string
	for _, h := range r.Headings {
		got = append(got, fmt.Sprintf("%s %d %s %v %v", h.NativeID, h.Level, h.Title, h.Anchors, h.HasRevisions))
	}
	want := []string{
		fmt.Sprintf("0 1 Scope and **limits** %v false", anchors("a")), fmt.Sprintf("1 6 Deep %v false", anchors("b")),
		fmt.Sprintf("2 3 Old new %v true", anchors("c")), fmt.Sprintf("3 2 In a cell %v false", anchors("d")),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCaptions(t *testing.T) {
	number := func(kind string) wml.Run { return field("SEQ "+kind+` \* ARABIC`, "12") }
	for _, c := range []struct {
		parts []any
		want  string
	}{
		{[]any{"Figure ", number("Figure"), ": Flow"}, "figure Flow"},
		{[]any{"Table ", number("Table"), ": ", bold("All"), " of it"}, "table **All** of it"},
		{[]any{"Computed plot ", number("Plot"), ": Curve"}, "plot Curve"},
		{[]any{"Computed table ", number("Table"), ": Grid"}, "table Grid"},
		{[]any{bold("Plot 3: All bold")}, "plot All bold"},
		{[]any{"FIGURE 3 : Loud"}, "figure Loud"},
		{[]any{"Figure 1: A: B"}, "figure A: B"},
		{[]any{"Figure: no number"}, ""},
		{[]any{"Figure 1:"}, ""},
		{[]any{"Figures 1: plural"}, ""},
	} {
		r := extract.Extract(doc(para(layout.StyleCaption, c.parts...)))
		got := ""
		if len(r.Captions) > 0 {
			got = r.Captions[0].Kind + " " + r.Captions[0].Title
		}
		if got != c.want {
			t.Errorf("%v: got %q, want %q", c.parts, got, c.want)
		}
	}
}

func TestLabels(t *testing.T) {
	box := wml.Run{Kind: wml.Input, Text: "5", Object: &wml.Control{}}
	for _, c := range []struct {
		style string
		parts []any
		want  string
	}{
		{layout.StyleDirective, []any{bold("Risk (high)")}, "block_title Risk (high)"},
		{layout.StyleDirective, []any{"Metric: Net ", italic("growth")}, "metric Net *growth*"},
		{layout.StyleDirective, []any{"Computed metric: Sum"}, "computed_metric Sum"},
		{layout.StyleDirective, []any{"Control: Rate"}, "control Rate"},
		{layout.StyleDirective, []any{"Metric: "}, "block_title Metric:"},
		{layout.StyleAction, []any{"Control: Rate ", box}, "control Rate"},
		{layout.StyleAction, []any{"Control: Rate ", field(`FILLIN ""`, "5")}, "control Rate"},
		{layout.StyleAction, []any{toURL("https://a.example", "Go ", bold("now"))}, "button Go **now**"},
		{layout.StyleAction, []any{toURL("https://a.example", bold("Go"))}, "button Go"},
		{layout.StyleAction, []any{"Go ", toURL("https://a.example", "there")}, "button Go [there](https://a.example)"},
		{layout.StyleAction, []any{"Export action: Copy it · target: ", toBlock("c1", "c1")}, "export_button Copy it"},
		{layout.StyleAction, []any{"Export action: Copy it"}, "export_button Copy it"},
		{layout.StyleAction, []any{bold("Export action:"), " Copy it · target: ", toBlock("c1", "c1")}, "export_button Copy it"},
		{layout.StyleAction, []any{"Export action: Copy ", bold("it")}, "export_button Copy **it**"},
		{layout.StyleAction, []any{bold("Open "), styled(wml.Bold|wml.Italic, "now")}, "button Open *now*"},
		{layout.StyleDirective, []any{bold("Metric"), ": ARR"}, "metric ARR"},
		{"", []any{"Claim"}, ""},
	} {
		r := extract.Extract(doc(para(c.style, c.parts...)))
		got := ""
		if len(r.Labels) > 0 {
			got = r.Labels[0].Kind + " " + r.Labels[0].Title
		}
		if got != c.want {
			t.Errorf("%v: got %q, want %q", c.parts, got, c.want)
		}
	}
}

func TestBodies(t *testing.T) {
	codeLine := func(s string) *wml.Paragraph { return para(layout.StyleCode, s) }
	for _, c := range []struct {
		name   string
		blocks []wml.Block
		want   string
	}{
		{"paragraphs of the panel", blocks(label("a", "Claim"), framed("One"), framed(" "), framed("Two"), text("Out")), "prose One\n\nTwo"},
		{"ends at the next label", blocks(label("a", "Claim"), framed("One"), inFrame(para(layout.StyleDirective, "Note")), framed("Two")), "prose One"},
		{"ends at a table", blocks(label("a", "Claim"), framed("One"), table(layout.TableData, row("x")), framed("Two")), "prose One"},
		{"metadata is no body", blocks(label("a", "Risk"), framed("One"), meta("owner: Ann"), framed("Two")), "prose One\n\nTwo"},
		{"quotes are", blocks(label("a", "Claim"), inFrame(para(layout.StyleQuote, "Said"))), "prose Said"},
		{"other styles are not", blocks(label("a", "Claim"), inFrame(para("Heading2", "No")), framed("One")), "prose One"},
		{"lines of code", blocks(label("a", "Code (py): Title"), inFrame(codeLine("x = 1")), inFrame(codeLine("")), inFrame(codeLine("  y = 2"))), "code x = 1\n\n  y = 2"},
		{"a line typed into a code panel", blocks(label("a", "Output (text)"), framed("plain")), "code plain"},
		{"code of a query", blocks(label("a", "Query: Q"), meta("language: sql"), inFrame(codeLine("SELECT 1"))), "code SELECT 1"},
		{"code under an unframed label", blocks(para(layout.StyleDirective, bookmark("a"), "Diagram (mermaid)"), para(layout.StyleMeta, "source: mermaid"), codeLine("A --> B")), "code A --> B"},
		{"a code fence after a panel is its own", blocks(label("a", "Claim"), framed("One"), codeLine("x = 1")), "prose One"},
		{"so is one after an unframed label", blocks(para(layout.StyleDirective, bookmark("a"), "Tab A"), para(layout.StyleMeta, "Code (js)"), codeLine("let a")), ""},
		{"a code fence in a panel ends it", blocks(label("a", "Note"), framed("One"), inFrame(codeLine("x = 1")), framed("Two")), "prose One"},
		{"a code fence at the head of prose", blocks(label("a", "Note"), inFrame(codeLine("only code")), framed("Behind.")), ""},
		{"a line typed into a query", blocks(label("a", "Query: Q"), meta("language: sql · status: ok"), inFrame(codeLine("SELECT 1")), framed("plain")), "code SELECT 1\nplain"},
		{"code of an example for clients", blocks(label("a", "Q"), inFrame(codeLine("x = 1")), inFrame(codeLine("y = 2"))), "code x = 1\ny = 2"},
		{"a paragraph with code after a panel", blocks(label("a", "Claim"), framed("One"), shaded(text("see ", code("f")))), "prose One"},
		{"no bookmark, no body", blocks(inFrame(para(layout.StyleDirective, "Claim")), framed("One")), ""},
		{"metrics have a value instead", blocks(label("a", "Metric: M"), framed("One")), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := extract.Extract(doc(c.blocks...))
			var got []string
			for _, b := range r.BlockBodies {
				got = append(got, b.Mode+" "+b.Body)
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("got %q, want %q", s, c.want)
			}
		})
	}
}

func TestBodiesInCells(t *testing.T) {
	r := extract.Extract(doc(table(layout.TableLayout, row(
		blocks(label("a", "Card"), framed("First")), blocks(framed("stray"), label("b", "Card"), framed("Second"))))))
	if len(r.BlockBodies) != 2 || r.BlockBodies[0].Body != "First" || r.BlockBodies[1].Body != "Second" {
		t.Errorf("%+v", r.BlockBodies)
	}
}

func TestMetrics(t *testing.T) {
	value := inFrame(para(layout.StyleMetricValue, "12.5%"))
	r := extract.Extract(doc(
		label("m1", "Metric: Growth"), value, framed("A note"), meta("status: ok · as of: 2026-01-31"),
		label("m2", "Metric: None"), text("outside"),
		label("m3", "Metric: Fields first"), meta("trend: up"), framed("3"),
		label("m4", "Computed metric: Sum"), framed("9"),
	))
	if len(r.MetricValues) != 1 || r.MetricValues[0].Value != "12.5%" || !slices.Equal(r.MetricValues[0].Anchors, anchors("m1")) {
		t.Errorf("values: %+v", r.MetricValues)
	}
	if got := fmt.Sprint(r.MetricMetadata); len(r.MetricMetadata) != 2 || !strings.Contains(got, "{as of 2026-01-31}") || !strings.Contains(got, "{trend up}") {
		t.Errorf("fields: %s", got)
	}
}
