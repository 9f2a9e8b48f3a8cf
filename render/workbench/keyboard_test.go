package workbench_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// control presses a key together with Ctrl where the focus is.
func control(p *webtest.Page, key string) {
	p.Eval(fmt.Sprintf(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: %q, ctrlKey: true, bubbles: true, composed: true, cancelable: true}))`, key))
}

// tabTo presses Tab until a condition on the element that has the focus holds.
func tabTo(t *testing.T, p *webtest.Page, condition string) {
	t.Helper()
	for range 500 {
		if p.Eval(`(e => `+condition+`)(document.activeElement)`) == "true" {
			return
		}
		p.Keys("\t")
	}
	t.Fatalf("Tab does not lead to where %s", condition)
}

// TestByKeyboard: with the keyboard alone a document is opened, a file that came back is brought to it, all 23 edits are decided and
// applied, and the source is saved: the file has what the command makes of the same decisions.
func TestByKeyboard(t *testing.T) {
	const name = "quarterly-report.noma"
	text, returned := string(loop(t, name)), loop(t, "returned/quarterly-report.docx")
	dir, address := desk(t, map[string]string{"other.noma": "# Other\n", name: text}, "other.noma")
	beside := func(dir string) {
		t.Helper()
		for _, folder := range []string{"data", "figures"} {
			if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join("../../examples", folder))); err != nil {
				t.Fatal(err)
			}
		}
	}
	beside(dir)
	p := openAt(t, address, "other.noma")
	control(p, "o")
	p.Wait(`document.querySelectorAll("dialog .documents button").length`, "2")
	tabTo(t, p, `e.closest(".documents") && e.textContent === "`+name+`"`)
	p.Keys("\r")
	ready(p, name)
	p.Wait(content+`.querySelectorAll("img").length`, "2") // what lies beside the document has come

	// The dialog of the system gives the file.
	p.Eval(fmt.Sprintf(`document.getElementById("back").addEventListener("click", event => {
		event.preventDefault();
		const given = new DataTransfer();
		given.items.add(new File([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], "returned.docx"));
		event.target.files = given.files;
		event.target.dispatchEvent(new Event("change"));
	})`, base64.StdEncoding.EncodeToString(returned)))
	tabTo(t, p, `e.id === "do-back"`)
	p.Keys("\r")
	p.Wait(`document.activeElement.className`, "card current")
	if n := p.Eval(`document.querySelectorAll(".card").length`); n != "23" {
		t.Fatalf("there are %s edits", n)
	}
	for i := range 23 {
		if i%3 < 2 && p.Eval(`document.querySelector(".card.current [data-decision=accept]") !== null`) == "true" {
			p.Keys("a")
		} else {
			p.Keys("r")
		}
	}
	p.Wait(`document.querySelector(".count").textContent`, "23 of 23 decided · not applied")
	var d app.Decisions
	if err := json.Unmarshal([]byte(p.Eval(`localStorage.getItem(Object.keys(localStorage).find(k => k.startsWith("nomadocx-review ")))`)), &d); err != nil {
		t.Fatal(err)
	}
	p.Keys("s")
	p.Wait(`document.getElementById("said").textContent.includes("in the source; save")`, "true")
	control(p, "s")
	p.Wait(`document.getElementById("state").textContent`, "saved")

	again := t.TempDir()
	beside(again)
	source, word := filepath.Join(again, name), filepath.Join(again, "returned.docx")
	for file, data := range map[string][]byte{source: []byte(text), word: returned} {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := app.Load(t.Context(), source, app.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := app.Review{Decisions: &d, AllowDelete: true}.Sync(t.Context(), s, word, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := file(t, dir, name); got != want.Text || got == text {
		t.Errorf("not what the command makes:\n%s", app.UnifiedDiff("a", want.Text, got))
	}
	kinds := map[reviewsync.Choice]int{}
	for _, d := range d.Decisions {
		kinds[d.Decision]++
	}
	if kinds[reviewsync.Accept] < 8 || kinds[reviewsync.Reject] < 8 {
		t.Errorf("decided was %v", kinds)
	}
	for _, said := range p.Errors() {
		if !strings.Contains(said, "404") { // the folders beside the document are asked for as files
			t.Errorf("the page says %.2000s", said)
		}
	}
}
