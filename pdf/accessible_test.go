package pdf

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// tagsOf returns the tags of a file, each with its depth, and the descriptions of what has one.
func tagsOf(t *testing.T, file []byte) (c *content, tags []string) {
	t.Helper()
	c, ok := readContent(file)
	if !ok {
		t.Fatal("the file is not read back")
	}
	s, ok := readStructure(c)
	if !ok {
		t.Fatal("no structure")
	}
	s.walk(func(e *element, parents []*element) {
		tag := strings.Repeat(" ", len(parents)) + e.kind
		if alt := e.alt(); alt != "" {
			tag += " (" + alt + ")"
		}
		for _, k := range e.kids {
			if k.object > 0 {
				tag += " → " + readText(c.dict(k.object).get("Contents"))
			}
		}
		tags = append(tags, tag)
	})
	return c, tags
}

const tagged1 = `<html lang="en"><title>T</title><style>@page{@bottom-right{content:"Page " counter(page)}}</style>
	<nav class="noma-toc"><ol><li><a href="#a">One</a><ol><li><a href="#b">Two</a></li></ol></li></ol></nav>
	<h1 id="a">One</h1><p>Words<sup class="noma-note-mark"><a href="#n">1</a></sup> and <math><semantics><mfrac><mi>x</mi><mi>y</mi></mfrac>
	<annotation encoding="application/x-tex">\frac{x}{y}</annotation></semantics></math> <span lang="de">Wörter</span>.</p>
	<aside class="noma-note-text" id="n"><p>A note. <a href="https://x.example/" title="The place">there</a></p></aside>
	<h2 id="b">Two</h2><ul><li>first</li><li><p>second</p></li></ul><hr>
	<table style="background:#eee"><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
	<table><tr><th scope="col" rowspan="2">i</th><th scope="col" colspan="2">j</th></tr><tr><td></td><td>3</td></tr></table>
	<p style="opacity:.5">half <a href="#a">up</a></p>
	<figure><svg role="img" width="9" height="9"><rect width="9" height="9"/></svg><figcaption>A square</figcaption></figure>
	<div style="position:fixed;top:0" aria-hidden="true">DRAFT</div>`

// TestTags: what HTML has and Chromium does not tag gets the tags of PDF 1.7, and links say where they lead.
func TestTags(t *testing.T) {
	slow.Test(t, "a browser")
	file := pdfOf(t, tagged1, Options{Accessible: true, Archive: true})
	sound(t, file)
	_, tags := tagsOf(t, file)
	if got, want := strings.Join(tags, "\n"), strings.Trim(`
Document
 NonStruct
  TOC
   TOCI
    Link → One
    TOC
     TOCI
      Link → Two
 H1
 P
  NonStruct
   Link → Note 1
  Formula (\frac{x}{y})
  Span
 Note
  P
   Link → The place
 H2
 L
  LI
   Lbl
   LBody
  LI
   Lbl
   LBody
    P
 Table
  TR
   TH
  TR
   TD
 Table
  TR
   TH
   TH
  TR
   TD
   TD
 P
  Link → up
 Div
  Figure (A square)
  Caption`, "\n"); got != want {
		t.Errorf("the tags are\n%s\nwant\n%s", got, want)
	}
	for _, want := range []string{"<pdfuaid:part>1<", "<pdfaid:part>2<", "/GTS_PDFA1", "<xmp:CreateDate>2026-01-01T00:00:00+00:00<", "/ID [<"} {
		if !bytes.Contains(file, []byte(want)) {
			t.Errorf("no %s in the file", want)
		}
	}
	if plain := pdfOf(t, tagged1, Options{}); bytes.Contains(plain, []byte("<pdfuaid:part>")) || bytes.Contains(plain, []byte("<pdfaid:part>")) {
		t.Error("a file says that it keeps a standard which nobody asked for")
	}
	if got := text(t, file); !strings.Contains(got, "Page 1") || !strings.Contains(got, "DRAFT") {
		t.Errorf("artifacts are not shown:\n%s", got)
	}
}

// TestConformance: what a standard forbids is an error that names it, and the document is printed without the claim.
func TestConformance(t *testing.T) {
	slow.Test(t, "a browser")
	const head = `<html lang="en"><title>T</title>`
	long := strings.Repeat("x", 200)
	for _, c := range []struct {
		html, want string
		opts       Options
	}{
		{`<html lang="en"><h1>x</h1>`, "no title", Options{Accessible: true}},
		{head + `<h1>x</h1><h3>y</h3>`, "a heading of level 3 on page 1 follows one of level 1", Options{Accessible: true}},
		{head + `<h2>y</h2>`, "a heading of level 2 on page 1 follows one of level 0", Options{Accessible: true}},
		{head + `<p><svg role="img" width="9" height="9"><rect width="9" height="9"/></svg>`, "figure on page 1 has no description", Options{Accessible: true}},
		{head + `<table><tr><th scope="col">a<th scope="col">b<tr><td>1<tr><td><td>`, "the rows of a table on page 1 do not have the same number", Options{Accessible: true}},
		{head + `<p>x`, "it has no tags", Options{Accessible: true, Untagged: true}},
		{head + `<a href="#` + long + `">x</a><h1 id="` + long + `">y`, "a name of more than 127 bytes", Options{Archive: true}},
	} {
		err := shared.Print(t.Context(), []byte(c.html), io.Discard, c.opts)
		if !errors.Is(err, ErrConformance) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.html, err, c.want)
		}
		c.opts.Accessible, c.opts.Archive = false, false
		if err := shared.Print(t.Context(), []byte(c.html), io.Discard, c.opts); err != nil {
			t.Errorf("%s: %v", c.html, err)
		}
	}
}

// TestAttachments: files go along as they are, say what they are to the document, and make one sequence of bytes.
func TestAttachments(t *testing.T) {
	slow.Test(t, "a browser")
	files := []Attachment{{"z.csv", "text/csv", "The rows", "Data", []byte("a,b\n1,2\n")}, {"é.noma", "text/plain", "The text", "Source", []byte("# A\n")}}
	opts := Options{Archive: true, Attachments: files}
	file := pdfOf(t, `<html lang="en"><title>T</title><h1>A</h1>`, opts)
	sound(t, file)
	if list := tool(t, file, "pdfdetach"); !strings.Contains(list, "2 embedded files") || !strings.Contains(list, "1: z.csv") || !strings.Contains(list, "2: é.noma") {
		t.Errorf("attached are\n%s", list)
	}
	for _, want := range []string{"/AFRelationship /Data", "/AFRelationship /Source", "/AF [", "/Subtype /text#2Fcsv", "<pdfaid:part>3<"} {
		if !bytes.Contains(file, []byte(want)) {
			t.Errorf("no %s in the file", want)
		}
	}
	slices.Reverse(files)
	if again := pdfOf(t, `<html lang="en"><title>T</title><h1>A</h1>`, opts); !bytes.Equal(file, again) {
		t.Error("the order in which files are named changes the bytes")
	}
}
