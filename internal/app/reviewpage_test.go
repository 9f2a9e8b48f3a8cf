package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	reviewpage "github.com/nomadocx/nomadocx/review/page"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

const demoSource, demoReturned = "../../examples/quarterly-report.noma", "../../examples/returned/quarterly-report.docx"

// onDisk writes a page into a file and returns its address.
func onDisk(t testing.TB, page []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "review.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	return "file://" + file
}

func demoPage(t testing.TB) (*Source, []byte) {
	t.Helper()
	s, err := Load(t.Context(), demoSource, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	page, err := Review{}.ReviewPage(t.Context(), s, []string{demoReturned}, "")
	if err != nil {
		t.Fatal(err)
	}
	return s, page
}

// clean fails when a page asked for something, or reported an error.
func clean(t *testing.T, p *webtest.Page) {
	t.Helper()
	if got := append(p.Errors(), p.Requests()...); len(got) > 0 {
		t.Errorf("the page is not quiet: %q", got)
	}
}

// driven is a page in a browser.
type driven interface {
	Eval(script string) string
	Wait(script, want string)
	Keys(keys string)
}

// saved returns the decisions that a page saves.
func saved(t *testing.T, p driven) *Decisions {
	t.Helper()
	p.Eval(`(() => { window.showSaveFilePicker = undefined; const real = URL.createObjectURL; URL.createObjectURL = blob => { window.blob = blob; return real.call(URL, blob); }; })()`)
	p.Keys("s")
	p.Wait(`document.getElementById("said").textContent`, "Saved decisions.json")
	d, err := decodeDecisions([]byte(p.Eval(`blob.text()`)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// acceptAll accepts what can be accepted on the page of the demo, with keys: that is the sync without decisions.
func acceptAll(p driven) {
	p.Keys("A")
	p.Keys("\r") // confirms
	p.Wait(`document.querySelector(".count").textContent`, "17 of 23 decided · not saved")
	p.Keys("k")
	for p.Eval(`document.querySelector(".card.current .reviewer").textContent`) != "Bo Harkin" {
		p.Keys("j")
	}
	p.Keys("a")
}

// TestReviewPageByKeyboard decides the edits of the demo on a page from disk, without the network and with the keyboard only.
func TestReviewPageByKeyboard(t *testing.T) {
	slow.Test(t, "a browser")
	s, page := demoPage(t)
	files := []string{demoReturned}
	plain, err := Review{}.SyncAll(t.Context(), s, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := webtest.New(t).Open(onDisk(t, page))
	p.Wait(`document.querySelectorAll(".card").length`, fmt.Sprint(len(plain.Findings)))
	var shown []string
	if err := json.Unmarshal([]byte(p.Eval(`JSON.stringify(JSON.parse(document.getElementById("data").textContent).findings.map(f => f.hash))`)), &shown); err != nil {
		t.Fatal(err)
	}
	for i := range plain.Findings {
		if h := plain.Findings[i].Hash; !slices.Contains(shown, h) {
			t.Errorf("the page lacks finding %s", h)
		}
	}
	p.Wait(`document.getElementById("document").contentDocument.querySelectorAll("del.returned").length > 9`, "true")

	acceptAll(p)
	all := *saved(t, p)
	r := Review{Decisions: &all, Author: "Nia"}
	if got, err := r.SyncAll(t.Context(), s, files, nil); err != nil || got.Text != plain.Text {
		t.Errorf("all accepted is not the sync without decisions: %v\n%s", err, UnifiedDiff("a", plain.Text, got.Text))
	}

	// One by one: what is accepted comes in, what is rejected does not, a comment stands at its place.
	p.Keys("u")
	p.Keys("u")
	p.Wait(`document.querySelectorAll('.card[data-decision]:not([data-decision=""])').length`, "0")
	p.Eval(`document.querySelector(".card:not(.closed)").click()`)
	made := map[string]int{}
	for range 23 {
		hash := p.Eval(`document.querySelector(".card.current .number").textContent`)
		switch len(made) % 4 {
		case 0:
			if p.Eval(`!document.querySelector(".card.current [data-decision=accept]")`) == "false" {
				p.Keys("a")
				break
			}
			p.Keys("r")
		case 1:
			p.Keys("r")
		case 2:
			p.Keys("c")
			p.Keys("Why?")
			p.Keys("\r")
		default:
			p.Keys("l")
		}
		made[hash]++
	}
	p.Wait(`document.querySelector(".count").textContent`, "23 of 23 decided · not saved")
	if len(made) != 23 {
		t.Errorf("%d edits were decided: %v", len(made), made)
	}
	if at := p.Eval(`document.activeElement.className`); at != "card current" {
		t.Errorf("behind the last answer the focus is at %q", at)
	}
	some := saved(t, p)
	r.Decisions = some
	got, err := r.SyncAll(t.Context(), s, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]reviewsync.Choice{}
	for _, d := range some.Decisions {
		of[d.Finding] = d.Decision
	}
	for _, f := range got.Findings {
		if of[f.Hash] == reviewsync.Accept != f.Done() && of[f.Hash] != "" {
			t.Errorf("%s was decided %q and is %s", f.Hash, of[f.Hash], f.Outcome)
		}
	}
	if n := strings.Count(got.Text, "Why?\n"); n != 6 { // the driver types the character of the key c too
		t.Errorf("%d comments: %v", n, some.Decisions)
	}
	clean(t, p)
}

// TestReviewPageInFirefox: the page opens from disk there, too, its keys decide, and accepting all is the sync without decisions.
func TestReviewPageInFirefox(t *testing.T) {
	slow.Test(t, "a browser")
	s, page := demoPage(t)
	p, there := webtest.OpenFirefox(t, onDisk(t, page))
	if !there {
		t.Skip("firefox is not installed")
	}
	plain, err := Review{}.SyncAll(t.Context(), s, []string{demoReturned}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Wait(`document.querySelectorAll(".card").length`, fmt.Sprint(len(plain.Findings)))
	p.Wait(`document.getElementById("document").contentDocument.querySelectorAll("del.returned").length > 9`, "true")
	acceptAll(p)
	r := Review{Decisions: saved(t, p)}
	if got, err := r.SyncAll(t.Context(), s, []string{demoReturned}, nil); err != nil || got.Text != plain.Text {
		t.Errorf("all accepted is not the sync without decisions: %v\n%s", err, UnifiedDiff("a", plain.Text, got.Text))
	}
}

// TestKeysBehindAnswer: whatever was written of the last edit, the key that follows at once is one of the page.
func TestKeysBehindAnswer(t *testing.T) {
	slow.Test(t, "a browser")
	_, page := demoPage(t)
	p := webtest.New(t).Open(onDisk(t, page))
	p.Wait(`document.querySelectorAll(".card").length`, "23")
	p.Keys("R")
	p.Keys("\r")
	p.Eval(`document.querySelectorAll('.card:not(.closed):not([data-decision="reject"])').forEach(c => { c.click(); c.querySelector("[data-decision=reject]").click(); })`)
	p.Wait(`document.querySelector(".count").textContent`, "23 of 23 decided · not saved")
	for _, key := range []string{"Enter", "Escape"} {
		p.Eval(`document.querySelector(".card.current").focus()`)
		got := p.Eval(`(() => {
			const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
			press("c");
			document.activeElement.value = "Why?";
			press("` + key + `");
			press("?");
			return document.querySelector("dialog[open]") !== null;
		})()`)
		if got != "true" {
			t.Errorf("behind %s the page does not hear keys", key)
		}
		p.Eval(`document.querySelector("dialog[open]")?.close()`)
	}
}

// TestReviewPageKeepsNothing: where the browser has no room for decisions the page says so, they can be saved, and what was decided before
// does not come back in their place.
func TestReviewPageKeepsNothing(t *testing.T) {
	slow.Test(t, "a browser")
	_, page := demoPage(t)
	p := webtest.New(t).Open(onDisk(t, page))
	p.Wait(`document.querySelectorAll(".card").length`, "23")
	p.Keys("l")
	p.Eval(`Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }`)
	p.Keys("l")
	p.Wait(`document.querySelector(".count").textContent`, "2 of 23 decided · not saved, and the browser cannot keep it")
	if d := saved(t, p); len(d.Decisions) != 2 {
		t.Errorf("saved was %v", d.Decisions)
	}
	p.Goto(p.Eval(`location.href`))
	p.Wait(`document.querySelector(".count")?.textContent`, "0 of 23 decided")
}

// TestReviewPageIsReadable: names for screen readers, contrast in light and dark, printing, and what is not shown by colour alone.
func TestReviewPageIsReadable(t *testing.T) {
	slow.Test(t, "a browser")
	_, page := demoPage(t)
	p := webtest.New(t).Open(onDisk(t, page))
	p.Wait(`document.querySelectorAll(".card").length`, "23")
	p.Eval(`document.querySelectorAll(".card").forEach(c => { c.style.contentVisibility = "visible"; c.click(); })`)
	for _, dark := range []bool{false, true} {
		for _, width := range []int64{1280, 420} {
			p.Show(width, 800, dark)
			if faint := p.Eval(webtest.Contrast); faint != "" {
				t.Errorf("dark %v, %d wide: %s", dark, width, faint)
			}
			if wide := p.Eval(`document.documentElement.scrollWidth - innerWidth`); wide != "0" {
				t.Errorf("%d pixels wide, the page is %s wider", width, wide)
			}
		}
	}
	p.Goto(p.Eval(`location.href`))
	p.Wait(`document.querySelectorAll(".card").length`, "23")
	for _, wrong := range p.Tab("option", "listitem") { // arrow keys go through options and cards
		t.Error(wrong)
	}
	p.Eval(`document.querySelector(".card").focus()`)
	p.Keys("c")
	for _, dark := range []bool{false, true} {
		p.Show(1280, 900, dark)
		if found := webtest.Axe(t, p); found != "" {
			t.Errorf("dark %v: axe finds\n%s", dark, found)
		}
	}
	p.Eval(`dispatchEvent(new Event("beforeprint"))`)
	if empty := p.Eval(`[...document.querySelectorAll(".card .body")].filter(e => !e.textContent).length`); empty != "0" {
		t.Errorf("%s edits are printed without their words", empty)
	}
	for what, script := range map[string]string{
		"fields and buttons without a name":                `[...document.querySelectorAll("button, select, input, textarea, iframe, progress")].filter(e => !(e.getAttribute("aria-label") || e.title || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML).join("\n")`,
		"ids given twice":                                  `[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i).join(" ")`,
		"names that are not there":                         `[...document.querySelectorAll("[aria-labelledby]")].map(e => e.getAttribute("aria-labelledby")).filter(id => !document.getElementById(id)).join(" ")`,
		"buttons that do not say whether they are pressed": `[...document.querySelectorAll(".buttons button:not([aria-pressed])")].length || ""`,
		"more than one thing that Tab reaches in the list": `document.querySelectorAll('.card[tabindex="0"]').length > 1 ? "yes" : ""`,
	} {
		if got := p.Eval(script); got != "" {
			t.Errorf("%s: %s", what, got)
		}
	}
	clean(t, p)
}

// hostile are texts of reviewers that would like to do something.
var hostile = []string{
	`<script>window.hacked = 1</script>`, `"><img src=x onerror="hacked=1">`, `</script><script>hacked=1</script>`, `</iframe><svg onload=hacked=1>`,
	"a\u202egnp.exe\u2066b\u200b\u0007", `javascript:hacked=1`, strings.Repeat("w", 1<<20), `<!--<script>`, "]]>", `' style='x' onclick='hacked=1'`,
}

// TestHostileReviewPage holds that texts, names and a document of somebody else do nothing.
func TestHostileReviewPage(t *testing.T) {
	slow.Test(t, "a browser")
	asked := make(chan string, 100)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	defer elsewhere.Close()
	for _, texts := range [][]string{hostile, webtest.Payloads(elsewhere.Listener.Addr().String())} {
		tryHostile(t, texts, elsewhere.URL)
	}
	for len(asked) > 0 {
		t.Errorf("the page asked for %s", <-asked)
	}
}

// tryHostile opens a page of which all texts are hostile, and looks at all findings.
func tryHostile(t *testing.T, texts []string, elsewhere string) {
	t.Helper()
	d := &reviewpage.Data{Title: texts[0], Source: strings.Repeat("0", 64), File: texts[1], Returned: []reviewpage.File{{Name: texts[2], SHA256: strings.Repeat("1", 64)}},
		Document: `<!DOCTYPE html><html><head><title>x</title></head><body><p id="a" style="color:red">One two. <img src="` + elsewhere + `/x.png" onerror="parent.hacked=1"></p>` +
			`<script>parent.hacked = 1</script><p id="b" style="x}*{color:red"><a href="javascript:parent.hacked=1">link</a> <a href="` + elsewhere + `/link">out</a></p><iframe src="` + elsewhere + `/frame"></iframe></body></html>`}
	for i, x := range texts {
		d.Findings = append(d.Findings, reviewpage.Finding{Hash: fmt.Sprint(i), Outcome: []string{"applied", "conflict", "refused"}[i%3], Kind: "text", Message: x, Reviewer: x, Against: x, Block: []string{"a", "b", x}[i%3],
			Section: x, Was: "One two.", Now: x, Base: x, Near: x, Open: true, Takes: true, Hunk: 1, Before: []string{x}, After: []string{x}})
	}
	page, err := reviewpage.Write(d)
	if err != nil {
		t.Fatal(err)
	}
	p := webtest.New(t).Open(onDisk(t, page))
	p.Wait(`document.querySelectorAll(".card").length`, fmt.Sprint(len(texts)))
	for range texts {
		p.Keys("d")
		p.Keys("j")
		p.Eval(`new Promise(done => setTimeout(done, 20))`)
	}
	p.Eval(`document.getElementById("document").contentDocument.querySelectorAll("a").forEach(a => a.click())`)
	p.Eval(`new Promise(done => setTimeout(done, 200))`)
	if got := p.Eval(`window.hacked`); got != "undefined" {
		t.Errorf("a text ran as a script: %s", got)
	}
	if got := p.Eval(`document.querySelectorAll("img, svg, object, embed").length + " " + document.querySelectorAll("script").length`); got != "0 2" {
		t.Errorf("a text became an element: %s", got)
	}
	if got := p.Eval(`(() => {
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
		for (let n; n = texts.nextNode();) if (!n.parentElement.closest("script") && /[\u202a-\u202e\u2066-\u2069]/.test(n.data)) found.push(n.parentElement.outerHTML);
		return found.join("\n");
	})()`); got != "" {
		t.Errorf("a character turns around what is beside it: %.2000s", got)
	}
	if got := p.Eval(`Math.max(...[...document.querySelectorAll(".card header, .title, option, button")].map(e => e.textContent.length)) < 1000`); got != "true" {
		t.Error("a name fills the page")
	}
	if got := p.Eval(`[...document.querySelectorAll(".unseen")].map(e => e.textContent).join(" ")`); slices.Equal(texts, hostile) && (!strings.Contains(got, "U+202E") || !strings.Contains(got, "U+200B")) {
		t.Errorf("what nobody sees is not shown: %q", got)
	}
}

// BenchmarkReviewPage measures how long a page with 2,000 findings takes until keys are answered.
func BenchmarkReviewPage(b *testing.B) {
	d := &reviewpage.Data{Title: "Many", Source: strings.Repeat("0", 64), Returned: []reviewpage.File{{Name: "a.docx", SHA256: strings.Repeat("1", 64)}}}
	var doc strings.Builder
	doc.WriteString("<!DOCTYPE html><html><head><title>Many</title></head><body>")
	for i := range 2000 {
		fmt.Fprintf(&doc, "<h2 id=\"s%d\">Section %d</h2><p>The ferry %d sails at nine, and the crew of it has six members in the winter.</p>", i, i, i)
		d.Findings = append(d.Findings, reviewpage.Finding{Hash: fmt.Sprint(i), Outcome: "applied", Kind: "text", Message: "Text was edited.", Reviewer: fmt.Sprint("Reviewer ", i%3), Block: fmt.Sprint("s", i),
			Line: i, Section: fmt.Sprint("Section ", i), Was: fmt.Sprintf("The ferry %d sails at nine, and the crew of it has six members in the winter.", i), Now: fmt.Sprintf("The ferry %d sails at ten, and the crew of it has seven members in the winter.", i), Open: true, Takes: true})
	}
	doc.WriteString("</body></html>")
	d.Document = doc.String()
	page, err := reviewpage.Write(d)
	if err != nil {
		b.Fatal(err)
	}
	address := onDisk(b, page)
	browser := webtest.New(b)
	for b.Loop() {
		p := browser.Open(address)
		p.Keys("a")
		p.Wait(`document.querySelector(".count").textContent`, "1 of 2000 decided · not saved")
		var ms float64
		if _, err := fmt.Sscan(p.Eval(`performance.getEntriesByName("ready")[0].startTime`), &ms); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(ms, "ms-until-keys")
		if _, err := fmt.Sscan(p.Eval(`performance.getEntriesByType("first-input")[0]?.processingEnd ?? NaN`), &ms); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(ms, "ms-first-answer")
		p.Wait(`String(performance.getEntriesByName("marked").length)`, "1")
		if _, err := fmt.Sscan(p.Eval(`performance.getEntriesByName("marked")[0].startTime`), &ms); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(ms, "ms-marked")
		p.Eval(`localStorage.clear()`)
	}
}
