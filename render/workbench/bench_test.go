package workbench_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/render/workbench"
)

// BenchmarkWorkbench measures what a person waits for: the first paint, the engine, and the preview after a key in a paragraph, a
// heading, an item, a cell and a claim, in documents of 30 pages and of 1,000 sections, and the edits of a returned file. Times are in milliseconds, of one machine; of ten keys the least and the median.
func BenchmarkWorkbench(b *testing.B) {
	build(b)
	data, err := workbench.Page(false)
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "workbench.html"), data, 0o644); err != nil {
		b.Fatal(err)
	}
	number := func(p *webtest.Page, script string) float64 {
		n, err := strconv.ParseFloat(p.Eval(script), 64)
		if err != nil {
			b.Fatal(err)
		}
		return n
	}
	browser := webtest.New(b)
	sent, returned := reviewed(b)
	for b.Loop() {
		p := browser.Open("file://" + filepath.Join(dir, "workbench.html"))
		p.Wait(`document.getElementById("problems").textContent`, "No problems")
		b.ReportMetric(number(p, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN`), "ms-paint")
		b.ReportMetric(number(p, `Number(document.documentElement.dataset.ready)`), "ms-ready")
		drop(p, "sent.noma", sent)
		p.Wait(`document.getElementById("name").textContent`, "sent.noma")
		p.Wait(`document.querySelectorAll(".outline button").length > 100`, "true")
		p.Eval(awaited)
		drop(p, "returned.docx", returned)
		b.ReportMetric(number(p, "shown"), "ms-30-edits-in-100-sections")
		p.Eval(`document.querySelector(".bar .close").click()`)
		for name, sections := range map[string]int{"30-pages": 30, "1000-sections": 1000} {
			drop(p, name+".noma", []byte(docgen.Report(sections)))
			p.Wait(`document.getElementById("name").textContent`, name+".noma")
			p.Wait(`document.querySelectorAll(".outline button").length > `+strconv.Itoa(sections), "true")
			for place, words := range map[string]string{"paragraph": " and run `", "heading": "\n## ", "item": "\n- ", "cell": "\n| ", "claim": "noverify}\n"} {
				p.Eval(fmt.Sprintf(measured, words))
				b.ReportMetric(number(p, "times[0]"), "ms-"+place+"-least-"+name)
				b.ReportMetric(number(p, "times[5]"), "ms-"+place+"-"+name)
			}
		}
	}
	b.ReportMetric(0, "ns/op")
}

// reviewed returns a source of 100 sections, and a Word file of it that came back with 30 edits.
func reviewed(b *testing.B) (source, returned []byte) {
	source = []byte(docgen.Report(100))
	file := filepath.Join(b.TempDir(), "sent.noma")
	if err := os.WriteFile(file, source, 0o644); err != nil {
		b.Fatal(err)
	}
	s, err := app.Load(b.Context(), file, app.LoadOptions{})
	if err != nil {
		b.Fatal(err)
	}
	var word bytes.Buffer
	if err := app.Render(b.Context(), &word, s, app.RenderOptions{Target: app.Word}); err != nil {
		b.Fatal(err)
	}
	returned, err = wordtest.Rewrite(word.Bytes(), func(part, text string) (string, error) {
		if part != wordtest.Main {
			return text, nil
		}
		parts := strings.Split(text, " see ") // three in a section
		for i := 5; i <= 300; i += 10 {
			parts[i] = "reviewed " + parts[i]
		}
		return strings.Join(parts, " see "), nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return source, returned
}

// awaited makes shown a promise of the time until the edits of a file that is dropped next can be decided: their cards are there, and the
// first has the focus.
const awaited = `(() => {
	const dropped = new Promise(done => addEventListener("drop", () => done(performance.now()), {once: true, capture: true}));
	globalThis.shown = (async () => {
		const start = await dropped;
		while (document.querySelectorAll(".card").length < 30 || document.activeElement?.className !== "card current") await new Promise(requestAnimationFrame);
		return performance.now() - start;
	})();
})()`

// measured types ten letters behind words in the middle of the document, one after the preview of the other, and sorts the times.
const measured = `(async () => {
	const words = %q;
	const body = document.getElementById("preview").contentDocument.body;
	const place = document.getElementById("source").shadowRoot.querySelector(".cm-content");
	const view = place.cmTile?.view ?? place.cmView?.view;
	globalThis.times = [];
	const at = view.state.doc.toString().indexOf(words, view.state.doc.length / 2) + words.length;
	for (let i = 0; i < 10; i++) {
		await new Promise(done => setTimeout(done, 700));
		const start = performance.now();
		const changed = new Promise(done => { const o = new MutationObserver(() => { o.disconnect(); done(); }); o.observe(body, {subtree: true, childList: true, characterData: true}); });
		view.dispatch({changes: {from: at, insert: "x"}});
		await changed;
		times.push(performance.now() - start);
	}
	times.sort((a, b) => a - b);
})()`
