package workbench_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	"github.com/nomadocx/nomadocx/render/workbench"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// engineDir is where the engine of these tests is made, once.
var declared = regexp.MustCompile(`(?m)^(?:async function\*?|function|class|const|let) (\{[^}]*\}|[\w$]+)`)

var engineDir string

func TestMain(m *testing.M) {
	code := webtest.Main(m)
	if engineDir != "" {
		os.RemoveAll(engineDir)
	}
	os.Exit(code)
}

// build makes the engine of the present source, and pages with it.
func build(t testing.TB) {
	t.Helper()
	slow.Test(t, "a browser and a build")
	if engineDir != "" {
		return
	}
	dir, err := os.MkdirTemp("", "workbench-")
	if err != nil {
		t.Fatal(err)
	}
	engineDir = dir
	if out, err := exec.Command("go", "run", "-trimpath", "../../internal/engine", "-quick", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	workbench.UseEngine(os.DirFS(dir))
}

// open opens the page from disk and waits for its engine.
func open(t testing.TB) *webtest.Page {
	t.Helper()
	build(t)
	data, err := workbench.Page(false)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "workbench.html")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	p := webtest.New(t).Open("file://" + file)
	p.Wait(`document.getElementById("problems").textContent`, "No problems")
	return p
}

// quiet fails when the page asked for anything, or complained.
func quiet(t testing.TB, p *webtest.Page) {
	t.Helper()
	if found := p.Errors(); len(found) > 0 {
		t.Errorf("the page says %.2000s", strings.Join(found, "\n"))
	}
	for _, r := range p.Requests() {
		if !strings.HasPrefix(r, "blob:") && !strings.HasPrefix(r, "about:") {
			t.Errorf("the page asks for %.200s", r)
		}
	}
}

// drop drops a file on the page.
func drop(p *webtest.Page, name string, data []byte) {
	p.Eval(fmt.Sprintf(`(() => {
		const given = new DataTransfer();
		given.items.add(new File([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], %q));
		document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: given, bubbles: true, cancelable: true}));
	})()`, base64.StdEncoding.EncodeToString(data), name))
}

const (
	source  = `document.getElementById("source").shadowRoot`
	marked  = `document.getElementById("review-document").contentDocument`
	content = `document.getElementById("preview").contentDocument.body`
)

// keys types text into the editor.
func keys(p *webtest.Page, typed string) {
	p.Eval(source + `.querySelector(".cm-content").focus()`)
	for i, line := range strings.Split(typed, "\n") {
		if i > 0 { // as a key alone: with its character the browser writes a second line
			p.Eval(source + `.querySelector(".cm-content").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", keyCode: 13, bubbles: true}))`)
		}
		if line != "" {
			p.Keys(line)
		}
	}
}

// picture keeps what the window shows, for who wants to look at it.
func picture(t testing.TB, p *webtest.Page, name string) {
	t.Helper()
	if dir := os.Getenv("NOMADOCX_PICTURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), p.Picture(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWrite: a person types, sees what is wrong, has it mended, and sees the page.
func TestWrite(t *testing.T) {
	p := open(t)
	p.Wait(content+`.querySelector("h1")?.textContent`, "Untitled")
	keys(p, "## Harbour\n\n::claim{id=\"c\" confidnce=0.5}\nShips are late.\n::\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n")
	p.Wait(content+`.querySelector("h2")?.textContent`, "Harbour")
	p.Wait(content+`.querySelector("td") && getComputedStyle(`+content+`.querySelector("td")).textAlign`, "right")
	p.Wait(`document.getElementById("problems").textContent`, "2 warnings")
	p.Wait(`[...document.querySelectorAll(".outline button")].map(b => b.textContent).join()`, "Harbour,Claim c,Untitled")
	p.Eval(`document.getElementById("problems").click()`)
	p.Wait(`document.querySelector(".menu:popover-open")?.innerText.includes("Did you mean confidence")`, "true")
	picture(t, p, "problems")
	p.Eval(`[...document.querySelectorAll(".menu:popover-open button")].at(-1).click()`)
	p.Wait(source+`.querySelector(".cm-content").innerText.includes("confidence=0.5")`, "true")
	p.Wait(content+`.querySelector(".noma-badge")?.textContent`, "confidence 0.5")
	picture(t, p, "write")
	p.Show(1280, 900, true)
	picture(t, p, "write-dark")
	quiet(t, p)
}

// edits change a document in the editor: words in paragraphs one after the other, a heading, lines that come and go.
const edits = `(async () => {
	const place = document.getElementById("source").shadowRoot.querySelector(".cm-content");
	const view = place.cmTile?.view ?? place.cmView?.view;
	const text = () => view.state.doc.toString();
	const put = (words, insert, cut = 0) => {
		const from = text().indexOf(words) + words.length;
		view.dispatch({changes: {from, to: from + cut, insert}});
	};
	const pause = ms => new Promise(done => setTimeout(done, ms));
	for (const letter of "typed **fast** ") put(" and run ", letter);
	await pause(50);
	for (const letter of "&<x> ") { put(" see [", letter); await pause(30); }
	put("## Section 2", " of three");
	await pause(200);
	put("## Section 3", "\n\nA paragraph that is new.\n\n## Another one");
	await pause(600);
	put("A paragraph that is new", " and changed");
	put("# Benchmark", "s", 4);
	await pause(50);
	put("::claim{", "status=open ");
	put("A paragraph", " that was here and", 8);
	return text();
})()`

// TestPreview: whatever was edited, and however fast, the preview becomes the one of a page that has just opened the text.
func TestPreview(t *testing.T) {
	p := open(t)
	drop(p, "report.noma", []byte(docgen.Report(4)))
	p.Wait(content+`.querySelectorAll("h2").length`, "4")
	text := p.Eval(edits)
	fresh := open(t)
	drop(fresh, "report.noma", []byte(text))
	fresh.Wait(content+`.querySelectorAll("h2").length`, "5")
	p.Wait(content+`.querySelectorAll("h2").length`, "5")
	p.Wait(content+`.innerHTML`, fresh.Eval(content+`.innerHTML`))
	p.Wait(`document.getElementById("preview").contentDocument.title`, fresh.Eval(`document.getElementById("preview").contentDocument.title`))
	quiet(t, p)
}

// loop is a golden document with a file that came back.
func loop(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// draft is the text that the browser keeps of a document.
func draft(key string) string {
	return fmt.Sprintf(`(() => {
		window.kept ??= "";
		const open = indexedDB.open("nomadocx-workbench", 1);
		open.onsuccess = () => {
			const get = open.result.transaction("drafts").objectStore("drafts").getAll(IDBKeyRange.bound([%[1]q], [%[1]q, []]));
			get.onsuccess = () => { window.kept = get.result[0]?.text ?? ""; open.result.close(); };
		};
		return window.kept;
	})()`, key)
}

// TestReturned: a source is dropped, then the file that a reviewer sent back; the text is the one that the command makes.
func TestReturned(t *testing.T) {
	p := open(t)
	drop(p, "quarterly-report.noma", loop(t, "quarterly-report.noma"))
	p.Wait(`document.getElementById("name").textContent`, "quarterly-report.noma")
	p.Wait(`document.querySelectorAll(".outline button").length > 10`, "true")
	p.Show(1360, 850, false)
	p.Eval(`[...document.querySelectorAll(".outline button")].find(b => b.textContent === "Passengers by route").click()`)
	p.Wait(source+`.querySelectorAll(".cm-line span[class]").length > 20`, "true") // its colours
	picture(t, p, "workbench")
	returned := loop(t, "returned/quarterly-report.docx")
	drop(p, "returned.docx", returned)
	alone := filepath.Join(t.TempDir(), "document.noma") // what lies beside it was not dropped
	if err := os.WriteFile(alone, loop(t, "quarterly-report.noma"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := app.Load(t.Context(), alone, app.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	word := filepath.Join(t.TempDir(), "returned.docx")
	if err := os.WriteFile(word, returned, 0o644); err != nil {
		t.Fatal(err)
	}
	want, err := app.Review{AllowDelete: true, Controls: true}.Sync(t.Context(), s, word, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Wait(`document.querySelectorAll(".card").length`, strconv.Itoa(len(want.Findings)))
	p.Wait(marked+`.querySelectorAll("del.returned").length > 9`, "true")
	picture(t, p, "workbench-returned")
	p.Wait(`document.activeElement.className`, "card current")

	// All that can be applied: the text of the command. What is left stays beside the source.
	p.Eval(`dispatchEvent(new Event("beforeprint"))`) // which fills the cards
	p.Eval(`document.querySelectorAll(".card [data-decision=accept]").forEach(b => b.click())`)
	p.Keys("s")
	p.Wait(draft("copy:quarterly-report.noma"), want.Text)
	p.Wait(`document.querySelectorAll(".card:not(.closed)").length > 0`, "true")
	p.Wait(`document.querySelectorAll(".card .outcome.applied").length`, "0")
	p.Eval(`document.querySelector(".bar .close").click()`)
	p.Wait(`document.getElementById("review").hidden`, "true")

	// Once more, with keys alone: the first is rejected, the second answered, all others of this reviewer are accepted.
	p.Eval(`document.getElementById("do-undo").click()`)
	p.Wait(draft("copy:quarterly-report.noma"), "")
	drop(p, "returned.docx", returned)
	p.Wait(`document.activeElement.className`, "card current")
	p.Keys("r")
	p.Keys("c")
	p.Keys("Why?")
	p.Keys("\r")
	p.Keys("A")
	p.Keys("\r")
	const kept = `localStorage.getItem(Object.keys(localStorage).find(k => k.startsWith("nomadocx-review ")))`
	p.Wait(`JSON.parse(`+kept+`).decisions.length > 9`, "true")
	var d app.Decisions
	if err := json.Unmarshal([]byte(p.Eval(kept)), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Decisions) < 10 || d.Decisions[0].Decision != reviewsync.Reject || d.Decisions[1].Text != "cWhy?" { // the driver types the character of the key c too
		t.Errorf("decided was %v", d)
	}
	p.Keys("s")
	p.Wait(`document.getElementById("said").textContent.includes("in the source; save")`, "true")
	some, err := app.Review{Decisions: &d, AllowDelete: true}.Sync(t.Context(), s, word, nil)
	if err != nil {
		t.Fatal(err)
	}
	date := regexp.MustCompile(`date="[^"]*"`) // of the answer
	got := p.Eval(source + `.querySelector(".cm-content").cmTile.view.state.doc.toString()`)
	if got, want := date.ReplaceAllString(got, ""), date.ReplaceAllString(some.Text, ""); got != want {
		t.Errorf("not what the command makes:\n%s", app.UnifiedDiff("a", want, got))
	}
	drop(p, "returned.docx", returned) // the decisions stay, and are not made again
	p.Wait(`document.querySelector(".card:not(.closed)").dataset.decision`, "reject")
	quiet(t, p)
}

// TestJoin: the modules become one script, in which each name at the top of a module is the only one.
func TestJoin(t *testing.T) {
	for _, main := range []string{"main.js", "worker.js", "start.js"} {
		script, err := workbench.Join(main)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(script, "</script") || strings.Contains(script, "<!--") {
			t.Errorf("%s: a page cannot hold it", main)
		}
		seen := map[string]bool{}
		for _, m := range declared.FindAllStringSubmatch(script, -1) {
			for name := range strings.SplitSeq(strings.Trim(m[1], "{} \n"), ",") {
				if name = strings.TrimSpace(name); seen[name] {
					t.Errorf("%s: %s is declared twice", main, name)
				}
				seen[name] = true
			}
		}
		for _, line := range strings.Split(script, "\n") {
			if strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "export ") {
				t.Errorf("%s: join does not understand %s", main, line)
			}
		}
	}
}
