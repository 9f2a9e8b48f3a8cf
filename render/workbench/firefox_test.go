package workbench_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	"github.com/nomadocx/nomadocx/render/workbench"
)

// TestFirefox: in Firefox the page opens from disk, shows a document, decides the edits of a returned file with keys, and makes the text
// that the command makes.
func TestFirefox(t *testing.T) {
	build(t)
	data, err := workbench.Page(false)
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "workbench.html")
	if err := os.WriteFile(page, data, 0o644); err != nil {
		t.Fatal(err)
	}
	p, there := webtest.OpenFirefox(t, "file://"+page)
	if !there {
		t.Skip("firefox is not installed")
	}
	put := func(name string, data []byte) {
		p.Eval(fmt.Sprintf(`(() => {
			const given = new DataTransfer();
			given.items.add(new File([Uint8Array.from(atob(%q), c => c.charCodeAt(0))], %q));
			document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: given, bubbles: true, cancelable: true}));
		})()`, base64.StdEncoding.EncodeToString(data), name))
	}
	p.Wait(`document.getElementById("problems").textContent`, "No problems")
	put("quarterly-report.noma", loop(t, "quarterly-report.noma"))
	p.Wait(`document.querySelectorAll(".outline button").length > 10`, "true")
	p.Wait(content+`.querySelector("h1")?.textContent.includes("Tidewell")`, "true")
	put("returned.docx", loop(t, "returned/quarterly-report.docx"))
	dir := t.TempDir()
	alone, word := filepath.Join(dir, "document.noma"), filepath.Join(dir, "returned.docx")
	for file, data := range map[string][]byte{alone: loop(t, "quarterly-report.noma"), word: loop(t, "returned/quarterly-report.docx")} {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := app.Load(t.Context(), alone, app.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := app.Review{AllowDelete: true, Controls: true}.Sync(t.Context(), s, word, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Wait(`document.querySelectorAll(".card").length`, strconv.Itoa(len(want.Findings)))
	p.Wait(marked+`.querySelectorAll("del.returned").length > 9`, "true")
	p.Keys("a")
	p.Wait(`document.querySelectorAll(".card[data-decision=accept]").length > 0`, "true")
	p.Eval(`dispatchEvent(new Event("beforeprint"))`)
	p.Eval(`document.querySelectorAll(".card [data-decision=accept]").forEach(b => b.click())`)
	p.Keys("s")
	p.Wait(`document.getElementById("said").textContent.includes("in the source; save")`, "true")
	if got := p.Eval(text); got != want.Text {
		t.Errorf("not what the command makes:\n%s", app.UnifiedDiff("a", want.Text, got))
	}
}
