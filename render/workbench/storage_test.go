package workbench_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
)

// TestStorageFull: where the browser keeps nothing more the page says so, and saving works as ever.
func TestStorageFull(t *testing.T) {
	dir, address := desk(t, map[string]string{"a.noma": "# Harbour\n"}, "a.noma")
	p := openAt(t, address, "a.noma")
	p.Quota(origin(address), 1)
	keys(p, "Ships are late.\n\n")
	p.Wait(`document.getElementById("said").textContent.startsWith("The browser cannot keep unsaved work: ")`, "true")
	p.Wait(`document.getElementById("state").textContent`, "not saved")
	p.Eval(`document.getElementById("do-save").click()`)
	p.Wait(`document.getElementById("state").textContent`, "saved")
	if got := file(t, dir, "a.noma"); got != "Ships are late.\n\n# Harbour\n" {
		t.Errorf("the file holds %.100q", got)
	}
}

// origin is the part of an address before its path.
func origin(address string) string {
	return address[:strings.Index(address[len("http://"):], "/")+len("http://")]
}

// TestClosedWhileSaving: a tab is closed while it saves. The file is the old one or the new one, as a whole; what was not saved is offered.
func TestClosedWhileSaving(t *testing.T) {
	old := "# Harbour\n\n```\n" + strings.Repeat("Ships are late.\n\n", 40000) + "```\n" // one block, which is soon shown
	dir, address := desk(t, map[string]string{"a.noma": old}, "a.noma")
	browser := webtest.New(t)
	for _, wait := range []string{"0", "1", "5", "20"} { // milliseconds
		p := browser.Open(address)
		p.Wait(`document.getElementById("name").textContent`, "a.noma")
		p.Wait(`document.getElementById("state").textContent.length > 0 || document.querySelector("dialog") !== null`, "true")
		if p.Eval(`document.querySelector("dialog h2")?.textContent`) == "Unsaved work" { // of the round before
			p.Keys("\r")
		}
		before := file(t, dir, "a.noma")
		keys(p, "Typed\n\n")
		p.Wait(`document.getElementById("state").textContent`, "not saved, kept by the browser")
		want := p.Eval(text)
		p.Eval(`new Promise(done => { document.getElementById("do-save").click(); setTimeout(done, ` + wait + `); })`)
		p.Close()
		got := file(t, dir, "a.noma")
		if got != before && got != want {
			t.Fatalf("closed after %s ms, the file has %d bytes: neither the %d before nor the %d of the page", wait, len(got), len(before), len(want))
		}
		if got == before {
			again := browser.Open(address)
			again.Wait(`document.querySelector("dialog h2")?.textContent === "Unsaved work" || `+text+`.startsWith("Typed")`, "true")
			if again.Eval(`document.querySelector("dialog") !== null`) == "true" { // else the file was saved after it was read here
				again.Keys("\r")
			}
			again.Wait(text+` === `+`"Typed\n\n".concat(`+text+`.slice(7))`, "true")
			again.Close()
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v", left)
	}
}

// text is what the editor holds.
const text = source + `.querySelector(".cm-content").cmTile.view.state.doc.toString()`

// TestFileChangedElsewhere: a file of this machine is changed while the page has it open. Saving puts both together.
func TestFileChangedElsewhere(t *testing.T) {
	_, address := desk(t, map[string]string{"other.noma": "# Other\n"}, "other.noma")
	address = address[:strings.Index(address, "?")] // a page that is served may keep files of its own, and has nothing open
	browser := webtest.New(t)
	const pick = `(() => {
		const chosen = async () => (await navigator.storage.getDirectory()).getFileHandle("a.noma", {create: true});
		window.showSaveFilePicker = chosen;
		window.showOpenFilePicker = async () => [await chosen()];
	})()`
	first := browser.Open(address)
	first.Wait(`document.getElementById("problems").textContent`, "No problems")
	first.Eval(pick)
	keys(first, "One\n\n")
	first.Eval(`document.getElementById("do-save").click()`)
	first.Wait(`document.getElementById("name").textContent + document.getElementById("state").textContent`, "a.nomasaved")
	const kept = `(async () => (await (await (await navigator.storage.getDirectory()).getFileHandle("a.noma")).getFile()).text())()`
	if got := first.Eval(kept); got != "One\n\n# Untitled\n\n" {
		t.Errorf("the file holds %q", got)
	}
	first.Eval(`(async () => { const h = await (await navigator.storage.getDirectory()).getFileHandle("a.noma"); const w = await h.createWritable(); await w.write("One\n\n# Untitled\n\nOther\n"); await w.close(); })()`)
	keys(first, "Two\n\n")
	first.Eval(`document.getElementById("do-save").click()`)
	first.Wait(`document.querySelector("dialog h2")?.textContent`, "Saved by somebody else")
	if got := first.Eval(kept); !strings.HasSuffix(got, "Other\n") {
		t.Errorf("the file was overwritten: %q", got)
	}
	first.Keys("\r")
	first.Wait(`document.getElementById("state").textContent`, "saved")
	if got := first.Eval(kept); got != "One\n\nTwo\n\n# Untitled\n\nOther\n" {
		t.Errorf("put together, the file holds %q", got)
	}
}

// TestWrongFiles: damaged files, and one of another source, change nothing and are named; what came back with them can be brought back alone.
func TestWrongFiles(t *testing.T) {
	p := open(t)
	whole := loop(t, "returned/quarterly-report.docx")
	drop(p, "plan.noma", []byte("# Plan\n\nThe ferry sails at nine, and the harbour opens at six in the summer months.\n"))
	p.Wait(`document.getElementById("name").textContent`, "plan.noma")
	for name, data := range map[string][]byte{"cut.docx": whole[:len(whole)/2], "empty.docx": {}, "text.docx": []byte("no package"), "other.docx": whole} {
		drop(p, name, data)
		p.Wait(`document.querySelector("dialog h2")?.textContent`, "This file was not brought back")
		says := p.Eval(`document.querySelector("dialog .content").textContent`)
		if !strings.Contains(says, name) || strings.Contains(says, "/returned/") || name == "other.docx" && !strings.Contains(says, "was not made from plan.noma") {
			t.Errorf("%s: the page says %s", name, says)
		}
		p.Keys("\r")
		p.Wait(`document.querySelector("dialog") === null && document.getElementById("review").hidden`, "true")
	}
	if got := p.Eval(`document.getElementById("state").textContent`); got != "saved" {
		t.Errorf("the document is %s", got)
	}
	quiet(t, p)
}

// TestLarge: a source of 50 MB is refused with its size, from a folder and when it is dropped, and what was open stays.
func TestLarge(t *testing.T) {
	large := "# Big\n\n" + strings.Repeat("Ships are late.\n\n", 50_000_000/17)
	_, address := desk(t, map[string]string{"a.noma": "# Harbour\n", "big.noma": large}, "a.noma")
	p := openAt(t, address, "a.noma")
	p.Eval(`(() => {
		const given = new DataTransfer();
		given.items.add(new File([new Uint8Array(50_000_000).fill(65)], "dropped.noma"));
		document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: given, bubbles: true, cancelable: true}));
	})()`)
	p.Wait(`document.getElementById("said").textContent.startsWith("dropped.noma has 50 MB; the workbench takes")`, "true")
	p.Eval(`document.getElementById("do-open").click()`)
	p.Wait(`document.querySelectorAll("dialog .documents button").length`, "2")
	p.Eval(`[...document.querySelectorAll("dialog .documents button")].at(-1).click()`)
	p.Wait(`document.getElementById("said").textContent.startsWith("big.noma has 50 MB; the workbench takes")`, "true")
	if name := p.Eval(`document.getElementById("name").textContent`); name != "a.noma" {
		t.Errorf("%s is open", name)
	}
}
