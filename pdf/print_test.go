package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/render/html"
)

// shared is the Printer of all tests that need nothing special of it.
var shared *Printer

func TestMain(m *testing.M) {
	p, err := New(context.Background(), BrowserOptions{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	shared = p
	code := m.Run()
	p.Close()
	os.Exit(code)
}

// pdfOf prints with the shared browser and fails the test when that fails.
func pdfOf(t *testing.T, html string, opts Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := shared.Print(t.Context(), []byte(html), &out, opts); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// pageOf returns a document as HTML.
func pageOf(tb testing.TB, text, theme string) []byte {
	tb.Helper()
	d, err := noma.ParseText("x.noma", text)
	if err != nil {
		tb.Fatal(err)
	}
	var out bytes.Buffer
	if err := html.Render(&out, d, html.Options{Theme: theme}); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// tool runs a poppler program on a PDF and returns what it says.
func tool(t *testing.T, file []byte, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, append(args, path, "-")...)
	if name == "pdfdetach" {
		cmd = exec.Command(name, append(args, "-list", path)...)
	}
	if name == "pdfinfo" {
		cmd = exec.Command(name, append(args, path)...)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

func text(t *testing.T, file []byte) string { t.Helper(); return tool(t, file, "pdftotext", "-layout") }

// info returns one line of pdfinfo.
func info(t *testing.T, file []byte, key string) string {
	t.Helper()
	for line := range strings.Lines(tool(t, file, "pdfinfo")) {
		if v, ok := strings.CutPrefix(line, key+":"); ok {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// pages returns the size of each page in whole points.
func pages(t *testing.T, file []byte) []string {
	t.Helper()
	var out []string
	for line := range strings.Lines(tool(t, file, "pdfinfo", "-l", "9999")) {
		if f := strings.Fields(line); len(f) >= 6 && f[0] == "Page" && f[2] == "size:" {
			w, _ := strconv.ParseFloat(f[3], 64)
			h, _ := strconv.ParseFloat(f[5], 64)
			out = append(out, fmt.Sprintf("%.0fx%.0f", w, h))
		}
	}
	return out
}

func TestPageSize(t *testing.T) {
	slow.Test(t, "a browser")
	const two = `<p>one</p><p style="break-before:page">two</p>`
	for _, c := range []struct {
		name, html string
		opts       Options
		want       []string
	}{
		{"default", two, Options{}, []string{"595x842", "595x842"}},
		{"letter", two, Options{PageSize: "letter"}, []string{"612x792", "612x792"}},
		{"legal landscape", two, Options{PageSize: "Legal", Landscape: true}, []string{"1008x612", "1008x612"}},
		{"two lengths", two, Options{PageSize: "4in x 5in", Margin: "10mm"}, []string{"288x360", "288x360"}},
		{"the document wins", `<style>@page{size:letter landscape}</style>` + two, Options{PageSize: "A4"}, []string{"792x612", "792x612"}},
		{"the document turns the paper", `<style>@page{size:landscape}</style>` + two, Options{PageSize: "Legal"}, []string{"1008x612", "1008x612"}},
		{"named pages mix", `<style>@page wide{size:a4 landscape}</style><p>one</p><p style="page:wide">two</p><p>three</p>`,
			Options{}, []string{"595x842", "842x595", "595x842"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := pages(t, pdfOf(t, c.html, c.opts)); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("pages %v, want %v", got, c.want)
			}
		})
	}
}

// firstWord returns where pdftotext sees the first word: distances from the left and the top in points.
func firstWord(t *testing.T, file []byte) (left, top float64) {
	t.Helper()
	out := tool(t, file, "pdftotext", "-bbox")
	_, w, ok := strings.Cut(out, `<word xMin="`)
	if !ok {
		t.Fatalf("no word in\n%s", out)
	}
	if _, err := fmt.Sscanf(w, `%f" yMin="%f"`, &left, &top); err != nil {
		t.Fatal(err)
	}
	return left, top
}

func TestMargins(t *testing.T) {
	slow.Test(t, "a browser")
	const html = `<body style="margin:0"><div style="font:10pt/10pt monospace">word</div>`
	for _, c := range []struct {
		name             string
		html             string
		opts             Options
		leftMM, topBelow float64
	}{
		{"default", html, Options{}, 18, 20},
		{"all", html, Options{Margin: "30mm"}, 30, 30},
		{"sides win", html, Options{Margin: "30mm", MarginLeft: "1in", MarginTop: "4cm"}, 25.4, 40},
		{"none", html, Options{Margin: "0"}, 0, 0},
		{"the document wins", `<style>@page{margin:36pt}</style>` + html, Options{Margin: "30mm"}, 12.7, 12.7},
	} {
		t.Run(c.name, func(t *testing.T) {
			left, top := firstWord(t, pdfOf(t, c.html, c.opts))
			const mm = 72 / 25.4
			if d := left - c.leftMM*mm; d < -0.5 || d > 1.5 {
				t.Errorf("text starts at %.1f pt from the left, want %.1f", left, c.leftMM*mm)
			}
			// The ascent of the font moves the box within its line.
			if d := top - c.topBelow*mm; d < -3 || d > 3 {
				t.Errorf("text starts at %.1f pt from the top, want about %.1f", top, c.topBelow*mm)
			}
		})
	}
}

func TestBadOptions(t *testing.T) {
	for _, o := range []Options{
		{PageSize: "A44"}, {PageSize: "1mm x 1mm"}, {Margin: "12"}, {Margin: "wide"}, {MarginLeft: "-3mm"},
		{Margin: "105mm"}, {MarginTop: "1e99mm"}, {MarginTop: "NaNmm"}, {PageSize: "5in x 6in", Margin: "3in"},
	} {
		if err := shared.Print(t.Context(), []byte("x"), io.Discard, o); !errors.Is(err, ErrOptions) {
			t.Errorf("%+v: error %v, want ErrOptions", o, err)
		}
	}
}

func TestTextLanguageTitleOutline(t *testing.T) {
	slow.Test(t, "a browser")
	file := pdfOf(t, "\ufeff"+`<!DOCTYPE html><html lang="de"><head><title>Größe & Maß</title></head>
		<body><h1>Erstens</h1><p>Straße</p><h2>Zweitens</h2></body></html>`, Options{})
	if got := info(t, file, "Title"); got != "Größe & Maß" {
		t.Errorf("title %q", got)
	}
	if got := text(t, file); !strings.Contains(got, "Straße") {
		t.Errorf("text %q", got)
	}
	if info(t, file, "Tagged") != "yes" {
		t.Error("not tagged")
	}
	for _, want := range []string{"/Lang (de)", "/Outlines ", "/Creator (nomadocx)"} {
		if !bytes.Contains(file, []byte(want)) {
			t.Errorf("no %s in the file", want)
		}
	}
	if plain := pdfOf(t, "<h1>x</h1>", Options{Untagged: true}); info(t, plain, "Tagged") != "no" {
		t.Error("tagged against the option")
	}
}

func TestBackground(t *testing.T) {
	slow.Test(t, "a browser")
	const html = `<div style="background:#ff0000;height:50px">x</div>`
	with, without := pdfOf(t, html, Options{}), pdfOf(t, html, Options{NoBackground: true})
	if bytes.Equal(with, without) {
		t.Error("NoBackground changes nothing")
	}
}

func TestMarginBoxes(t *testing.T) {
	got := text(t, pdfOf(t, `<style>@page{@top-left{content:"Run head"}@bottom-right{content:"Page " counter(page) " of " counter(pages)}}</style>
		<p>a</p><p style="break-before:page">b</p>`, Options{}))
	for _, want := range []string{"Run head", "Page 1 of 2", "Page 2 of 2"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestPageNumbersInContents(t *testing.T) {
	slow.Test(t, "a browser")
	var b strings.Builder
	ids := []string{"intro", "método", "a b", `q"<&>'`, "日本", "100%", "x#y", "end"}
	esc := strings.NewReplacer(`"`, "&quot;", "<", "&lt;", "&", "&amp;", "%", "%25", "#", "%23")
	attr := strings.NewReplacer(`"`, "&quot;", "<", "&lt;", "&", "&amp;")
	for _, id := range ids {
		fmt.Fprintf(&b, `<p><a href="#%s">entry</a> on <b data-noma-page="%s"></b>.</p>`, esc.Replace(id), attr.Replace(id))
	}
	b.WriteString(`<p>nowhere on <b data-noma-page="nowhere">7</b>!</p>`)
	for i, id := range ids {
		fmt.Fprintf(&b, `<h1 style="break-before:page" id="%s">Part %d</h1>`, attr.Replace(id), i)
	}
	got := text(t, pdfOf(t, b.String(), Options{}))
	for i, id := range ids {
		if want := fmt.Sprintf("entry on %d.", i+2); !strings.Contains(got, want) {
			t.Errorf("%q: no %q in\n%s", id, want, got)
		}
	}
	if !strings.Contains(got, "nowhere on !") {
		t.Error("a number without a target stays")
	}
	if got := text(t, pdfOf(t, b.String(), Options{NoPageNumbers: true})); strings.Contains(got, "entry on 2") {
		t.Error("numbers against the option")
	}
}

// TestPageNumbersSettle: the numbers themselves push the target to another page.
func TestPageNumbersSettle(t *testing.T) {
	slow.Test(t, "a browser")
	html := `<style>@page{size:100mm 100mm;margin:10mm}b{display:inline-block}b:not(:empty){height:60mm}</style>
		<p><a href="#x">to</a> <b data-noma-page="x"></b></p><div style="height:30mm"></div><h1 id="x">Target</h1>`
	file := pdfOf(t, html, Options{})
	if n := len(pages(t, file)); n != 2 {
		t.Fatalf("%d pages, want 2", n)
	}
	if got := text(t, file); !strings.Contains(got, "to 2") {
		t.Errorf("want the final page number 2 in\n%s", got)
	}
}

func TestSameBytes(t *testing.T) {
	slow.Test(t, "a browser")
	html := `<html lang="en"><title>Same</title><h1 id="a">A</h1><p><a href="#a">up</a></p>
		<table><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
		<img alt="dot" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E">`
	first := pdfOf(t, html, Options{})
	pdfOf(t, strings.Repeat("<table><tr><th id=z>other</th></tr></table>", 50), Options{}) // shifts DOM node numbers
	if again := pdfOf(t, html, Options{}); !bytes.Equal(first, again) {
		t.Error("a second print in the same browser differs")
	}
	var other bytes.Buffer
	if err := Print(t.Context(), []byte(html), &other, Options{}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, other.Bytes()) {
		t.Error("a print in another browser differs")
	}
	if !bytes.Contains(first, []byte("(node0")) {
		t.Error("the file has no node ids, so the test shows less than it says")
	}
	if got := info(t, first, "CreationDate"); !strings.Contains(got, "2026") || !strings.Contains(got, "Jan  1") {
		t.Errorf("creation date %q", got)
	}
}

func TestDates(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	file := pdfOf(t, "x", Options{})
	if !bytes.Contains(file, []byte("/CreationDate (D:19700102000000+00'00')")) || !bytes.Contains(file, []byte("/ModDate (D:19700102000000")) {
		t.Error("SOURCE_DATE_EPOCH is not the date")
	}
	file = pdfOf(t, "x", Options{Date: time.Date(2031, 5, 6, 7, 8, 9, 0, time.FixedZone("", 3600))})
	if !bytes.Contains(file, []byte("/CreationDate (D:20310506060809+00'00')")) {
		t.Error("Options.Date is not the date")
	}
	for _, bad := range []string{"", "soon", "-5", "99999999999999"} {
		t.Setenv("SOURCE_DATE_EPOCH", bad)
		if got := (Options{}).date(); !got.Equal(constantDate) {
			t.Errorf("SOURCE_DATE_EPOCH=%q gives %v", bad, got)
		}
	}
}

// TestTurns: several goroutines share one printer, and each gets its own document.
func TestTurns(t *testing.T) {
	slow.Test(t, "a browser")
	const n = 6
	files := make([]bytes.Buffer, n)
	errs := make(chan error, n)
	for i := range n {
		go func() {
			errs <- shared.Print(t.Context(), fmt.Appendf(nil, "<p>document number %d</p>", i), &files[i], Options{})
		}()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		if got := text(t, files[i].Bytes()); !strings.Contains(got, fmt.Sprintf("document number %d", i)) {
			t.Errorf("document %d has the text %q", i, got)
		}
	}
}

func ExamplePrint() {
	var file bytes.Buffer
	err := Print(context.Background(), []byte("<h1>Lamps</h1>"), &file, Options{PageSize: "A5", Margin: "15mm"})
	fmt.Println(err, string(file.Bytes()[:5]))
	// Output: <nil> %PDF-
}

// BenchmarkPrint prints small documents in one browser, as a batch does.
func BenchmarkPrint(b *testing.B) {
	html := []byte("<h1>Title</h1>" + strings.Repeat("<p>A paragraph of some words that fills a line or two of the page it is on.</p>", 60))
	if err := shared.Print(b.Context(), html, io.Discard, Options{}); err != nil {
		b.Fatal(err) // the browser starts with the first document
	}
	for b.Loop() {
		if err := shared.Print(b.Context(), html, io.Discard, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
