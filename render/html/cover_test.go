package html

import (
	"strings"
	"testing"
)

// TestCover: the title stands once, contents and watermark come with it, and nothing of it without the keys.
func TestCover(t *testing.T) {
	const body = "# Heat {id=\"top\"}\n\n::header{section_title}\nHead\n::\n\nText.\n\n## One\n\nMore.\n\n## Two\n\n"
	out := render(t, "---\ntitle: Heat\nsubtitle: Sub <b>\nauthor: Ann\ncover: true\ntoc_page: true\nstatus: draft\nversion: \"2.0\"\nlogo: data:image/png;base64,iVBORw0KGgo=\n---\n\n"+body, Options{})
	for want, n := range map[string]int{
		"<h1": 1, `<h1 id="top" class="noma-document-title">Heat</h1>`: 1, "Sub &lt;b&gt;": 1, "Version 2.0": 1, `class="noma-cover-logo"`: 1,
		`<nav class="noma-block noma-toc noma-contents-first noma-contents-last">`: 1, ">Draft</span>": 0, "@top-left-corner{content:url(": 1, "@page noma-page-cover{@top-left-corner{content:none}": 1,
		`<style data-noma-sections="[[&#34;one&#34;,&#34;One&#34;],[&#34;two&#34;,&#34;Two&#34;]]">`: 1, "counter(page,noma-sections)": 1, `<a hidden href="#one"></a>`: 1, `<a hidden href="#two"></a>`: 1,
	} {
		if got := strings.Count(out, want); got != n {
			t.Errorf("%q occurs %d times, want %d", want, got, n)
		}
	}
	if plain := render(t, "---\ntitle: Heat\nstatus: draft\n---\n\n# Heat\n\nText.\n", Options{}); strings.Contains(plain, "cover") && strings.Contains(plain, "noma-page-cover") || strings.Contains(plain, "noma-watermark") || strings.Count(plain, "<h1") != 1 {
		t.Error("a document without the keys has a cover, a watermark or another title")
	}
	for _, body := range []string{"# One\n\n# Two\n", "## One\n\n# Appendix\n", "Text.\n", "## One\n"} {
		if out := render(t, "---\ntitle: Book\n---\n\n"+body, Options{}); !strings.Contains(out, `<h1 class="noma-document-title">Book</h1>`) {
			t.Errorf("a title that no heading shows is missing before %q", body)
		}
	}
}

// TestWatermarkOfSheets: pages of several sizes have the watermark in their margins, as Chromium places fixed elements as on the first.
func TestWatermarkOfSheets(t *testing.T) {
	const src = "---\nwatermark: A & B\n---\n\n# T\n\n::page_setup{size=\"A4\"}\n::\n\nx\n\n"
	if out := render(t, src, Options{}); strings.Contains(out, "@top-left-corner") || strings.Count(out, `>A &amp; B</span>`) != 1 {
		t.Error("one size: no fixed watermark")
	}
	out := render(t, src+"::page_setup{orientation=\"landscape\"}\n::\n\ny\n", Options{})
	if strings.Count(out, "@top-left-corner{content:url(") != 3 || strings.Contains(out, `>A &amp; B</span>`) {
		t.Errorf("two sizes: not one stamp for each sheet and for pages without a name\n%s", out)
	}
}

// TestDesignHead: a design shows the title of the section above the page, as its Word template, unless the document has a header.
func TestDesignHead(t *testing.T) {
	const src = "# T\n\n## A\n\n## B\n\n"
	for _, c := range []struct {
		theme, src string
		want       int
	}{{"sober", src, 1}, {"sober", src + "::header\nx\n::\n", 0}, {"", src, 0}} {
		if got := strings.Count(render(t, c.src, Options{Theme: c.theme}), "@top-right{content:counter(page,noma-sections)}"); got != c.want {
			t.Errorf("theme %q: %d running heads, want %d", c.theme, got, c.want)
		}
	}
}

// TestDecimals: numbers of a column that is set flush right are moved by the decimals they lack.
func TestDecimals(t *testing.T) {
	for _, c := range []struct{ column, pads string }{
		{"1.5 12 3.25", "1ch 2.5ch"}, {"1,5 1.200 7", "1.5ch 1.5ch"}, {"1,200 850", ""}, {"**2.0** −3 n/a", "1.5ch"}, {"1 2", ""}, {"0.085 41.30", "1ch"},
	} {
		text := "| a |\n| --: |\n"
		for _, cell := range strings.Fields(c.column) {
			text += "| " + cell + " |\n"
		}
		var pads []string
		for part := range strings.SplitSeq(render(t, text, Options{Fragment: true}), "padding-right:calc(.7em + ") {
			if pad, _, ok := strings.Cut(part, ")\">"); ok && strings.HasSuffix(pad, "ch") {
				pads = append(pads, pad)
			}
		}
		if got := strings.Join(pads, " "); got != c.pads {
			t.Errorf("%s: %q, want %q", c.column, got, c.pads)
		}
	}
}
