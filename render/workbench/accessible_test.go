package workbench_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	"github.com/nomadocx/nomadocx/render/workbench"
)

// TestMarkup: the page is HTML as the standard has it.
func TestMarkup(t *testing.T) {
	engine := fstest.MapFS{"engine.1.br": {Data: []byte("x")}, "fonts.br": {Data: []byte("x")}, "wasm_exec.js": {Data: []byte("\"use strict\";\n")}}
	defer workbench.UseEngine(workbench.UseEngine(engine))
	for _, served := range []bool{false, true} {
		page, err := workbench.Page(served)
		if err != nil {
			t.Fatal(err)
		}
		root, err := webtest.Read(string(page))
		if err != nil {
			t.Fatal(err)
		}
		if wrong := webtest.Conform(root); len(wrong) > 0 {
			t.Errorf("%.2000s", strings.Join(wrong, "\n"))
		}
		if policy := string(page[:3000]); strings.Contains(policy, "unsafe-inline") || !strings.Contains(policy, "'wasm-unsafe-eval'") || served != strings.Contains(policy, "connect-src") {
			t.Errorf("the policy is in %.1200s", policy)
		}
	}
}

// TestAccessible: all texts can be read, light and dark, and everything is reached and named.
func TestAccessible(t *testing.T) {
	p := open(t)
	drop(p, "report.noma", loop(t, "quarterly-report.noma"))
	p.Wait(`document.querySelectorAll(".outline button").length > 10`, "true")
	examine := func(what string) {
		t.Helper()
		if faint := p.Eval(webtest.Contrast); faint != "" {
			t.Errorf("%s: too faint: %s", what, faint)
		}
		picture(t, p, strings.ReplaceAll(what, " ", "-"))
		if found := webtest.Axe(t, p); found != "" {
			t.Errorf("%s: axe finds\n%s", what, found)
		}
	}
	for _, dark := range []bool{false, true} {
		p.Show(1360, 900, dark)
		name := map[bool]string{false: "light", true: "dark"}[dark]
		examine(name)
		for _, menu := range []string{"do-insert", "do-export", "problems"} {
			p.Eval(fmt.Sprintf(`document.getElementById(%q).click()`, menu))
			p.Wait(`document.querySelector(".menu:popover-open") !== null`, "true")
			examine(name + " " + menu)
			p.Eval(`document.querySelector(".menu:popover-open").hidePopover()`)
		}
		drop(p, "returned.docx", loop(t, "returned/quarterly-report.docx"))
		p.Wait(`document.querySelectorAll(".card").length > 20`, "true")
		p.Keys("c")
		examine(name + " returned")
		p.Eval(`document.querySelector(".bar .close").click()`)
	}
	unnamed := p.Eval(`[...document.querySelectorAll("button, input, iframe, nav, section")].filter(e => !(e.getAttribute("aria-label") || e.title || e.textContent.trim())).map(e => e.outerHTML).join("\n")`)
	if unnamed != "" {
		t.Errorf("without a name: %s", unnamed)
	}
}

// TestTab: Tab goes through the page in the order in which a screen reader reads it, and reaches all that has a name and can be used, with
// a document and with returned edits.
func TestTab(t *testing.T) {
	p := open(t)
	walk := func(what string) {
		t.Helper()
		// Arrow keys go through options and cards; the scroller of the editor and the region of edits have the focus for its keys only.
		for _, wrong := range p.Tab("option", "listitem", "generic", "region") {
			t.Errorf("%s: %s", what, wrong)
		}
	}
	p.Wait(`document.querySelectorAll(".outline button").length`, "1")
	walk("start")
	drop(p, "report.noma", loop(t, "quarterly-report.noma"))
	p.Wait(`document.querySelectorAll(".outline button").length > 10`, "true")
	walk("document")
	drop(p, "returned.docx", loop(t, "returned/quarterly-report.docx"))
	p.Wait(`document.querySelectorAll(".card").length > 20`, "true")
	walk("returned")
}
