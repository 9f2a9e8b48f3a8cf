package workbench_test

import (
	"strings"
	"testing"
)

// TestRename: F2 gives the block at the caret another id, and what refers to it follows; an id that is taken is refused.
func TestRename(t *testing.T) {
	const text = "# Harbour\r\n\r\nSee [[late]] and [[late|this]].\r\n\r\n::claim{id=\"late\"}\r\nShips are late.\r\n::\r\n\r\n::evidence{for=\"late\" id=\"seen\"}\r\nSeen.\r\n::\r\n"
	dir, address := desk(t, map[string]string{"a.noma": text}, "a.noma")
	p := openAt(t, address, "a.noma")
	if state := p.Eval(`document.getElementById("state").textContent`); state != "saved" {
		t.Errorf("a document whose lines end in CR LF is %s when it was opened", state)
	}
	rename := func(to string) {
		p.Eval(`[...document.querySelectorAll(".outline button")].find(b => b.textContent.includes("late") || b.textContent.includes("delay")).click()`)
		p.Eval(`dispatchEvent(new KeyboardEvent("keydown", {key: "F2", bubbles: true}))`)
		p.Wait(`document.querySelector("dialog input")?.value !== undefined`, "true")
		p.Keys(to)
		p.Keys("\r")
	}
	rename("seen")
	p.Wait(`document.getElementById("said").textContent.includes("already exists")`, "true")
	rename("delay")
	p.Wait(`document.getElementById("said").textContent.includes("late is delay now")`, "true")
	p.Eval(`document.getElementById("do-save").click()`)
	p.Wait(`document.getElementById("said").textContent`, "Saved.")
	if got, want := file(t, dir, "a.noma"), strings.NewReplacer("[[late", "[[delay", `"late"`, `"delay"`).Replace(text); got != want {
		t.Errorf("the file holds %q, want %q", got, want)
	}
}
