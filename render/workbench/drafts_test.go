package workbench_test

import (
	"encoding/base64"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
)

const offered = `document.querySelector("dialog h2")?.textContent`

// answer presses a button of the dialog.
func answer(p *webtest.Page, value string) {
	p.Eval(fmt.Sprintf(`(window.asked = document.querySelector("dialog")).querySelector('button[value="%s"]').click()`, value))
	p.Wait(`window.asked.isConnected`, "false")
}

// TestDraftsOfWindows: what one window has not saved is not lost by what another does with the same document, and is offered until it is
// taken or thrown away.
func TestDraftsOfWindows(t *testing.T) {
	_, address := desk(t, map[string]string{"a.noma": "# Harbour\n"}, "a.noma")
	browser := webtest.New(t)
	first := browser.Open(address)
	ready(first, "a.noma")
	keys(first, "First\n\n")
	first.Wait(`document.getElementById("state").textContent`, "not saved, kept by the browser")

	second := browser.Open(address)
	second.Wait(offered, "Unsaved work")
	answer(second, "")
	keys(second, "Second\n\n")
	second.Wait(`document.getElementById("state").textContent`, "not saved, kept by the browser")
	first.Close()
	second.Close()

	third := browser.Open(address)
	third.Wait(offered, "Unsaved work")
	answer(third, "drop")
	third.Wait(offered, "Unsaved work")
	answer(third, "take")
	third.Wait(text, "First\n\n# Harbour\n")
	third.Eval(`document.getElementById("do-undo").click()`)
	third.Wait(`document.getElementById("state").textContent`, "saved")
	third.Eval(`new Promise(done => setTimeout(done, 600))`)
	third.Close()

	fourth := browser.Open(address)
	ready(fourth, "a.noma")
	if got := fourth.Eval(offered); got != "undefined" {
		t.Errorf("taken and thrown away, a draft is offered: %s", got)
	}
}

// TestDraftOfOlderText: what was saved by others since the draft was kept stays, together with the draft.
func TestDraftOfOlderText(t *testing.T) {
	const old, saved = "# Harbour\n\nOne\n\nTwo\n", "# Harbour\n\nOne\n\nTwo\n\nSaved by others\n"
	dir, address := desk(t, map[string]string{"a.noma": old}, "a.noma")
	browser := webtest.New(t)
	p := browser.Open(address)
	ready(p, "a.noma")
	keys(p, "Typed\n\n")
	p.Wait(`document.getElementById("state").textContent`, "not saved, kept by the browser")
	p.Close()
	if err := os.WriteFile(filepath.Join(dir, "a.noma"), []byte(saved), 0o644); err != nil {
		t.Fatal(err)
	}
	p = browser.Open(address)
	p.Wait(offered, "Unsaved work")
	p.Eval(`document.querySelector('dialog button[value="take"]').click()`)
	p.Wait(offered, "Saved by somebody else")
	answer(p, "merge")
	p.Wait(text, "Typed\n\n"+saved)
	p.Eval(`document.getElementById("do-save").click()`)
	p.Wait(`document.getElementById("said").textContent`, "Saved.")
	if got := file(t, dir, "a.noma"); got != "Typed\n\n"+saved {
		t.Errorf("the file holds %q", got)
	}
}

// TestDraftOfNextRun: a draft is offered by the next run of the server at the same address, and not for a document of another folder.
func TestDraftOfNextRun(t *testing.T) {
	build(t)
	var served *app.Preview
	server := httptest.NewServer(nil)
	t.Cleanup(server.Close)
	serve := func(dir string) string {
		served = &app.Preview{Path: dir}
		server.Config.Handler = served
		address, err := served.Desk("a.noma")
		if err != nil {
			t.Fatal(err)
		}
		return server.URL + address
	}
	dir, other := t.TempDir(), t.TempDir()
	for _, d := range []string{dir, other} {
		if err := os.WriteFile(filepath.Join(d, "a.noma"), []byte("# Harbour\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	browser := webtest.New(t)
	p := browser.Open(serve(dir))
	ready(p, "a.noma")
	keys(p, "Typed\n\n")
	p.Wait(`document.getElementById("state").textContent`, "not saved, kept by the browser")
	p.Close()
	p = browser.Open(serve(other))
	ready(p, "a.noma")
	if got := p.Eval(offered); got != "undefined" {
		t.Errorf("another folder's document is offered: %s", got)
	}
	p.Close()
	p = browser.Open(serve(dir))
	p.Wait(offered, "Unsaved work")
}

// TestLeft: a document that is left at once after a key has the key in its draft; one that can be kept nowhere is not left unasked.
func TestLeft(t *testing.T) {
	_, address := desk(t, map[string]string{"a.noma": "# Harbour\n"}, "a.noma")
	p := openAt(t, address, "a.noma")
	keys(p, "Typed")
	drop(p, "b.noma", []byte("# Other\n"))
	p.Wait(`document.getElementById("name").textContent`, "b.noma")
	p.Goto(address)
	p.Wait(offered, "Unsaved work")
	answer(p, "take")
	p.Wait(text, "Typed# Harbour\n")
}

// TestLeftAndKeptNowhere: a document that the browser cannot keep is not left unasked.
func TestLeftAndKeptNowhere(t *testing.T) {
	_, address := desk(t, map[string]string{"a.noma": "# Harbour\n"}, "a.noma")
	p := openAt(t, address, "a.noma")
	p.Quota(origin(address), 1)
	keys(p, "More")
	p.Wait(`document.getElementById("said").textContent.startsWith("The browser cannot keep unsaved work: ")`, "true")
	drop(p, "b.noma", []byte("# Other\n"))
	p.Wait(offered, "Not saved")
	p.Keys("\r")
	p.Wait(`document.querySelector("dialog") === null`, "true")
	p.Wait(text+`.includes("More")`, "true")
	drop(p, "b.noma", []byte("# Other\n"))
	p.Wait(offered, "Not saved")
	answer(p, "lose")
	p.Wait(`document.getElementById("name").textContent`, "b.noma")
}

// dropAll drops files at once.
func dropAll(p *webtest.Page, list [][2]string) {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "given.items.add(new File([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], %q));\n", base64.StdEncoding.EncodeToString([]byte(f[1])), f[0])
	}
	p.Eval(`(() => {
		const given = new DataTransfer();
		` + b.String() + `
		document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: given, bubbles: true, cancelable: true}));
	})()`)
}

// TestDroppedTogether: a source and the files that came back of it are dropped at once, in any order; the files may have one name.
func TestDroppedTogether(t *testing.T) {
	const name = "quarterly-report.noma"
	p := open(t)
	source, returned := string(loop(t, name)), string(loop(t, "returned/quarterly-report.docx"))
	dropAll(p, [][2]string{{"back.docx", returned}, {name, source}})
	p.Wait(`document.querySelectorAll(".card").length > 20`, "true")
	p.Eval(`document.querySelector(".bar .close").click()`)

	s, err := app.Load(t.Context(), filepath.Join("../../examples", name), app.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	untouched := filepath.Join(t.TempDir(), "back.docx")
	out, err := os.Create(untouched)
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Render(t.Context(), out, s, app.RenderOptions{Target: app.Word}); err != nil {
		t.Fatal(err)
	}
	out.Close()
	data, err := os.ReadFile(untouched)
	if err != nil {
		t.Fatal(err)
	}
	dropAll(p, [][2]string{{"back.docx", returned}, {"back.docx", string(data)}}) // the second, without edits, does not take the place of the first
	p.Wait(`document.querySelectorAll(".card").length > 20`, "true")
	quiet(t, p)
}

// TestTypedMeanwhile: what is typed while decisions are carried out is not undone by them, and the decisions stay.
func TestTypedMeanwhile(t *testing.T) {
	const name = "quarterly-report.noma"
	p := open(t)
	drop(p, name, loop(t, name))
	p.Wait(`document.getElementById("name").textContent`, name)
	p.Wait(`document.querySelectorAll(".outline button").length > 10`, "true")
	drop(p, "back.docx", loop(t, "returned/quarterly-report.docx"))
	p.Wait(`document.activeElement.className`, "card current")
	p.Keys("a")
	p.Wait(`document.querySelectorAll('.card[data-decision="accept"]').length`, "1")
	p.Eval(`(() => {
		document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "s", bubbles: true}));
		` + source + `.querySelector(".cm-content").cmTile.view.dispatch({changes: {from: 0, insert: "Typed\n\n"}});
	})()`)
	p.Wait(`document.getElementById("said").textContent`, "The source has changed; look at the edits once more.")
	p.Wait(`document.querySelectorAll('.card[data-decision="accept"]').length`, "1")
	if got := p.Eval(text); got != "Typed\n\n"+string(loop(t, name)) {
		t.Errorf("the text is %.200q", got)
	}
}
