package pipeline

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
)

// The edit-loop sample of the contract: a document with something of everything, and what a reviewer made
// of it. Our result is the contract's but for these lines.
var editLoopDepartures = []struct{ reason, lines string }{
	{"what is added after one block stands in the order of the file, comments first",
		`-::change_request{id="change-edit-loop-53" target="edit-loop" action="insert" to="no anchor" author="Rev" date="2026-06-02T00:00:00Z"}
-::
-
+::change_request{id="change-edit-loop-53" target="edit-loop" action="insert" to="no anchor" author="Rev" date="2026-06-02T00:00:00Z"}
+::
+
-::change_request{id="change-todo1-52" target="todo1" action="insert" to="Extra." author="Rev" date="2026-06-02T00:00:00Z"}
+::change_request{id="change-todo1-50-51" target="todo1" action="replace" from="thing" to="deed" author="Rev" date="2026-06-02T00:00:00Z"}
-::change_request{id="change-todo1-50-51" target="todo1" action="replace" from="thing" to="deed" author="Rev" date="2026-06-02T00:00:00Z"}
+::change_request{id="change-todo1-52" target="todo1" action="insert" to=" Extra." author="Rev" date="2026-06-02T00:00:00Z"}`},
	{"plain paragraphs come home", "-Intro paragraph with [[clm]].\n+Intro paragraph with [[clm]]"},
	{"the blank that a program puts before a note's text is no part of it", "- Fresh note\n+Fresh note"},
	{"a heading that was typed comes home", "+\n+## Added in Word"},
}

func TestEditLoop(t *testing.T) {
	const dir = "../golden/contract/edit-loop/"
	want, err := os.ReadFile(dir + "expected.review-synced.noma")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(t.Context(), dir+"input.noma", LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := SyncReview(t.Context(), s, dir+"returned.docx", nil)
	if err != nil {
		t.Fatal(err)
	}
	expected := map[string]int{}
	for _, d := range editLoopDepartures {
		for line := range strings.SplitSeq(d.lines, "\n") {
			expected[line]++
		}
	}
	for line := range strings.Lines(udiff.Unified("", "", string(want), got.Text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] != '+' && line[0] != '-' || strings.HasPrefix(line, "---") || strings.HasPrefix(line, "+++") {
			continue
		}
		if expected[line]--; expected[line] < 0 {
			t.Errorf("not as in the contract: %s", line)
		}
	}
	for line, n := range expected {
		if n > 0 {
			t.Errorf("as in the contract, and listed as a departure: %s", line)
		}
	}
	sameChanges(t, dir+"expected.review-sync.report.json", got.Report)
}

// sameChanges compares what two reports say was done: the contract's changes are all in ours.
func sameChanges(t *testing.T, file string, report []byte) {
	t.Helper()
	type change struct{ Action, ID, Target, ReplyTo string }
	read := func(data []byte) map[change]int {
		var r struct{ Changes []change }
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatal(err)
		}
		out := map[change]int{}
		for _, c := range r.Changes {
			out[c]++
		}
		return out
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := read(report)
	for c, n := range read(want) {
		if got[c] < n {
			t.Errorf("the report lacks %+v", c)
		}
		delete(got, c)
	}
	for c := range got {
		if c.Action != "update_child" && c.Action != "insert_heading" {
			t.Errorf("the report has %+v, the contract's has not", c)
		}
	}
}
