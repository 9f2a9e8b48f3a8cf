package workbench_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
)

// desk serves a folder, and returns the address of the workbench with a document.
func desk(t testing.TB, files map[string]string, document string) (dir, address string) {
	t.Helper()
	build(t)
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := &app.Preview{Path: dir}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	address, err := p.Desk(document)
	if err != nil {
		t.Fatal(err)
	}
	return dir, server.URL + address
}

// ready waits until a page has its document and its engine.
func ready(p *webtest.Page, name string) {
	p.Wait(`document.getElementById("name").textContent`, name)
	p.Wait(`document.querySelectorAll(".outline button").length > 0`, "true")
}

// openAt opens a document in a browser of its own.
func openAt(t testing.TB, address, name string) *webtest.Page {
	t.Helper()
	p := webtest.New(t).Open(address)
	ready(p, name)
	return p
}

func file(t testing.TB, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestServed: two windows edit one document. The first save is written; the second is refused, and what both did is put together, with a
// choice where both changed a line.
func TestServed(t *testing.T) {
	const text = "# Harbour\n\nOne\n\nTwo\n\n::figure{src=\"plan.svg\" alt=\"Plan\"}\n::\n"
	dir, address := desk(t, map[string]string{"a b.noma": text, "other.noma": "# Other\n", "plan.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>`}, "a b.noma")
	browser := webtest.New(t)
	first, second := browser.Open(address), browser.Open(address)
	ready(first, "a b.noma")
	ready(second, "a b.noma")
	first.Wait(content+`.querySelector("img")?.naturalWidth`, "9") // the picture beside the document has come

	keys(first, "First\n\n")
	first.Eval(`document.getElementById("do-save").click()`)
	first.Wait(`document.getElementById("said").textContent`, "Saved.")
	if got, want := file(t, dir, "a b.noma"), "First\n\n"+text; got != want {
		t.Errorf("the file holds %q, want %q", got, want)
	}
	keys(second, "Second\n\n")
	second.Eval(`document.getElementById("do-save").click()`)
	second.Wait(`document.querySelector("dialog h2")?.textContent`, "Saved by somebody else")
	picture(t, second, "merge")
	if got := file(t, dir, "a b.noma"); !strings.HasPrefix(got, "First\n\n# ") {
		t.Errorf("the second save has written %q", got)
	}
	second.Eval(`document.querySelector('dialog input[value="both"]').click()`)
	second.Eval(`document.querySelector("dialog .main").click()`)
	second.Wait(`document.getElementById("said").textContent`, "Saved.")
	if got, want := file(t, dir, "a b.noma"), "Second\n\nFirst\n\n"+text; got != want {
		t.Errorf("the file holds %q, want %q", got, want)
	}

	second.Eval(`document.getElementById("do-open").click()`)
	second.Wait(`document.querySelectorAll("dialog .documents button").length`, "2")
	second.Eval(`[...document.querySelectorAll("dialog .documents button")].at(-1).click()`)
	ready(second, "other.noma")
	for _, p := range []*webtest.Page{first, second} {
		for _, r := range p.Requests() {
			if !strings.HasPrefix(r, address[:strings.LastIndex(address, "/")]) && !strings.HasPrefix(r, "blob:") && !strings.HasPrefix(r, "about:") {
				t.Errorf("the page asks for %.200s", r)
			}
		}
	}
	if found := first.Errors(); len(found) > 0 {
		t.Errorf("the page says %.2000s", strings.Join(found, "\n"))
	}
}

// TestSavedTwice: a document that is saved once more before the answer has come was saved by nobody else, nor was one whose answer was
// lost.
func TestSavedTwice(t *testing.T) {
	dir, address := desk(t, map[string]string{"a.noma": "# Harbour\n"}, "a.noma")
	p := openAt(t, address, "a.noma")
	keys(p, "Typed\n\n")
	control(p, "s")
	control(p, "s")
	p.Wait(`document.getElementById("state").textContent`, "saved")
	p.Eval(`new Promise(done => { const real = fetch; window.fetch = async (...given) => { await real(...given); window.fetch = real; done(); throw new TypeError("lost"); };
		document.getElementById("source").shadowRoot.querySelector(".cm-content").cmTile.view.dispatch({changes: {from: 0, insert: "More\n\n"}});
		document.getElementById("do-save").click(); })`)
	p.Wait(`document.getElementById("said").textContent`, "lost")
	p.Wait(`document.getElementById("state").textContent.startsWith("not saved")`, "true")
	control(p, "s")
	p.Wait(`document.getElementById("state").textContent`, "saved")
	if got := p.Eval(offered); got != "undefined" || file(t, dir, "a.noma") != "More\n\nTyped\n\n# Harbour\n" {
		t.Errorf("the page asks %s, and the file holds %q", got, file(t, dir, "a.noma"))
	}
}

// TestCrash: what was typed is offered again after the window is gone.
func TestCrash(t *testing.T) {
	_, address := desk(t, map[string]string{"a.noma": "# Harbour\n"}, "a.noma")
	browser := webtest.New(t)
	p := browser.Open(address)
	ready(p, "a.noma")
	keys(p, "Typed\n\n")
	p.Wait(`document.getElementById("state").textContent`, "not saved, kept by the browser")
	again := browser.Open(address)
	again.Wait(`document.querySelector("dialog h2")?.textContent`, "Unsaved work")
	picture(t, again, "restore")
	again.Keys("\r")
	again.Wait(content+`.querySelector("p")?.textContent`, "Typed")
}

// hostile is a document that would do something if the page let it.
const hostile = `---
title: "<img src=x onerror=\"document.title='ran'\">"
---
# <script>document.title = "ran"</script>

::html
<script>top.document.title = "ran"</script><img src=x onerror="top.document.title='ran'"><iframe src="https://example.org"></iframe>
::

::script
top.document.title = "ran";
::

::svg
<svg onload="top.document.title='ran'"></svg>
::

[go](javascript:top.document.title='ran') [percent](#%) [[<img src=x onerror=alert(1)>]] ![x](https://example.org/x.png)

::claim{id="<svg onload=alert(1)>" title="</style><script>top.document.title='ran'</script>" style="background:url(https://example.org/y)"}
` + "\u202e</script><script>top.document.title = 'ran'</script>" + `
::

::comment{id="c" target="nobody" author="<b onclick=alert(1)>"}
</textarea><script>top.document.title = "ran"</script>
::
`

// TestHostile: a document, a file name and a damaged file do nothing.
func TestHostile(t *testing.T) {
	p, texts := open(t), []string(nil)
	drop(p, "<img src=x onerror=alert(1)>.noma", []byte(hostile))
	p.Wait(`document.getElementById("name").textContent`, "<img src=x onerror=alert(1)>.noma")
	p.Wait(`document.querySelectorAll(".outline button").length > 1`, "true")
	p.Eval(`document.getElementById("problems").click()`)
	p.Wait(`document.querySelectorAll(".menu:popover-open button").length > 0`, "true")
	p.Eval(content + `.querySelectorAll("a").forEach(a => a.click())`)
	p.Eval(`document.querySelector(".menu:popover-open").hidePopover()`)
	drop(p, "<svg onload=alert(1)>.docx", []byte("PK\x03\x04 damaged"))
	p.Wait(`document.querySelector("dialog h2")?.textContent`, "This file was not brought back")
	picture(t, p, "refused")
	p.Keys("\r")
	for _, x := range webtest.Payloads("example.org") {
		if utf8.ValidString(x) && !strings.Contains(x, "\x00") {
			texts = append(texts, x)
		}
	}
	drop(p, "texts.noma", []byte("# Texts\n\n"+strings.Join(texts, "\n\n")))
	p.Wait(`document.getElementById("name").textContent`, "texts.noma")
	p.Wait(content+`.querySelectorAll("p").length > 50`, "true")
	drop(p, "binary.noma", []byte{0xff, 0xfe, 0})
	p.Wait(`document.getElementById("said").textContent`, "binary.noma is not UTF-8 text")
	// The page has two scripts of its own.
	if n := p.Eval(`document.querySelectorAll("img, svg").length + document.querySelectorAll("script:not([type])").length - 2 + ` + content + `.querySelectorAll("script, iframe, [onerror], [onload], [onclick]").length`); n != "0" {
		t.Errorf("%s elements of the document are in the page", n)
	}
	for _, said := range p.Errors() {
		if strings.Contains(said, "URI malformed") {
			t.Errorf("the page says %s", said)
		}
	}
	if title := p.Eval(`document.title`); strings.Contains(title, "ran") {
		t.Errorf("a script has run: %s", title)
	}
	for _, r := range p.Requests() {
		if !strings.HasPrefix(r, "blob:") && !strings.HasPrefix(r, "about:") {
			t.Errorf("the page asks for %.200s", r)
		}
	}
}
