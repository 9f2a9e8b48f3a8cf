package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// file writes a document below a new root.
func file(t *testing.T, text string) (root string) {
	t.Helper()
	root = t.TempDir()
	writeFile(t, filepath.Join(root, "x.noma"), text)
	return root
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A patch that was written is never answered as an error, however much is wrong with the document.
func TestManyDiagnostics(t *testing.T) {
	slow.Test(t, "many calls")
	var b strings.Builder
	b.WriteString("# A {id=\"a\"}\n\n::table{id=\"t\"}\n| 1 | 2 |\n::\n")
	for i := range 26000 {
		fmt.Fprintf(&b, "\n::claim{id=\"claim-%d\"}\nA claim that nothing supports, with words enough.\n::\n", i)
	}
	root := file(t, b.String())
	s := connect(t, root)
	row := map[string]any{"op": "insert_table_row", "id": "t", "row": 0, "cells": []string{"3", "4"}}
	for _, which := range []string{"new", "all", "none"} {
		text, failed := call(t, s, "patch_block", map[string]any{"file": "x.noma", "op": row, "diagnostics": which})
		var got struct {
			OK, Recorded bool
			Diagnostics  []any
			Count        map[string]int `json:"diagnostics_count"`
		}
		if err := json.Unmarshal([]byte(text), &got); failed || err != nil || !got.OK || !got.Recorded {
			t.Fatalf("%s: answered %.300s", which, text)
		}
		want := map[string]int{"new": 0, "all": 100, "none": 0}[which]
		if len(got.Diagnostics) != want || got.Count["new"] != 0 || got.Count["warnings"] < 26000 {
			t.Errorf("%s: %d findings, %v", which, len(got.Diagnostics), got.Count)
		}
	}
	if n := strings.Count(readFile(t, filepath.Join(root, "x.noma")), "| 3 | 4 |"); n != 3 {
		t.Errorf("the row stands %d times", n)
	}
	// An operation that is nearly as long as a message can be.
	long := map[string]any{"op": "replace_body", "id": "claim-0", "content": strings.Repeat("word ", 1<<20)}
	if text, failed := call(t, s, "patch_block", map[string]any{"file": "x.noma", "op": long}); failed || !strings.Contains(text, `"ok":true`) {
		t.Errorf("a long operation: %.300s", text)
	}
	// The document can be read in parts.
	seen, next := 0, 0.0
	for range 1000 {
		page := ask(t, s, "read_doc", map[string]any{"file": "x.noma", "offset": next, "budget": 2_000_000})
		seen += len(page["blocks"].([]any))
		more, ok := page["next_offset"].(float64)
		if next = more; !ok {
			if float64(seen) != page["total"] {
				t.Errorf("%d of %v blocks", seen, page["total"])
			}
			break
		}
	}
	if text, failed := call(t, s, "render_doc", map[string]any{"file": "x.noma", "offset": 1000, "budget": 2000}); failed || !strings.Contains(text, "go on with offset 3000]") {
		t.Errorf("a part of the text: %.300s", text)
	}
	if text, failed := call(t, s, "render_doc", map[string]any{"file": "x.noma", "to": "noma", "id": "claim-7"}); failed || text != "::claim{id=\"claim-7\"}\nA claim that nothing supports, with words enough.\n::" {
		t.Errorf("one block: %.300s", text)
	}
	if text, failed := call(t, s, "render_doc", map[string]any{"file": "x.noma", "select": "claim-7"}); !failed || !strings.Contains(text, "use id") {
		t.Errorf("an id as a selector: %.300s", text)
	}
	if v := ask(t, s, "validate_doc", map[string]any{"file": "x.noma", "offset": 25990}); len(v["diagnostics"].([]any)) > 100 || v["total"].(float64) < 26000 {
		t.Errorf("validate_doc: %v findings", v["total"])
	}
}

// Only what a patch brought is answered.
func TestNewDiagnostics(t *testing.T) {
	root := file(t, "# A {id=\"a\"}\n\nSee [[lost]].\n\n::claim{id=\"c\"}\nx\n::\n")
	s := connect(t, root)
	got := ask(t, s, "patch_block", map[string]any{"file": "x.noma", "op": map[string]any{"op": "replace_body", "id": "c", "content": "See [[gone]]."}})
	list := got["diagnostics"].([]any)
	if text := marshal(t, list); strings.Contains(text, "lost") || !strings.Contains(text, "gone") || got["post_validation"] != "error" {
		t.Errorf("answered %v", got)
	}
	if entry := got["transcript_entry"].(map[string]any); entry["diagnostics"] != nil {
		t.Errorf("the findings come twice: %v", entry)
	}
}

// A dry run shows what would be and leaves nothing behind.
func TestDryRun(t *testing.T) {
	const text = "# A {id=\"a\"}\n\nThe quay holds four ships.\n"
	root := file(t, text)
	s := connect(t, root)
	op := map[string]any{"op": "replace_text", "id": "a", "exact": "four", "text": "**five**"}
	got := ask(t, s, "patch_block", map[string]any{"file": "x.noma", "dry_run": true, "op": op})
	if diff := got["diff"].(string); got["ok"] != true || got["recorded"] != false || !strings.Contains(diff, "+The quay holds **five** ships.") {
		t.Errorf("answered %v", got)
	}
	if entries, err := os.ReadDir(root); err != nil || len(entries) != 1 || readFile(t, filepath.Join(root, "x.noma")) != text {
		t.Errorf("a dry run left %v", entries)
	}
}

// Words and paragraphs without an id are within reach.
func TestProse(t *testing.T) {
	root := file(t, "# A {id=\"a\"}\n\nThe quay holds *four* ships, and four boats.\n\n- one ship\n- two ships\n\n> Said the pilot.\n\n| Ship | Length |\n| --- | --- |\n| Ann | 12 |\n")
	s := connect(t, root)
	apply := func(op map[string]any) {
		t.Helper()
		if got := ask(t, s, "patch_block", map[string]any{"file": "x.noma", "op": op}); got["ok"] != true {
			t.Fatalf("%v: %v", op, got)
		}
	}
	refused := func(says string, op map[string]any) {
		t.Helper()
		if got := ask(t, s, "patch_block", map[string]any{"file": "x.noma", "op": op}); got["ok"] != false || !strings.Contains(got["error"].(string), says) {
			t.Errorf("%v: %v, want %q", op, got, says)
		}
	}
	words := func(exact, text string, more ...string) map[string]any {
		op := map[string]any{"op": "replace_text", "id": "a", "exact": exact, "text": text}
		for i := 0; i+1 < len(more); i += 2 {
			op[more[i]] = more[i+1]
		}
		return op
	}
	refused("several times", words("four", "five"))
	apply(words("four", "five", "prefix", "holds "))
	refused("does not stand in the text", words("six", "x"))
	apply(words("two ships", "three ships"))
	apply(words("pilot", "*harbour* pilot"))
	apply(words("12", "13"))
	apply(words("", " long", "prefix", "and four"))
	apply(words(", and four long boats", ""))
	refused("one line", words("one", "a\nb"))
	doc := ask(t, s, "read_doc", map[string]any{"file": "x.noma", "text": true})
	quote := doc["blocks"].([]any)[3].(map[string]any)
	if quote["text"] != "> Said the *harbour* pilot." {
		t.Fatalf("the blocks are %s", marshal(t, doc))
	}
	apply(map[string]any{"op": "replace_child", "parent": quote["parent"], "index": quote["index"], "baseHash": quote["hash"], "content": "Nobody said anything."})
	apply(map[string]any{"op": "insert_child", "parent": "a", "index": 0, "content": "A new paragraph."})
	want := "# A {id=\"a\"}\n\nA new paragraph.\n\nThe quay holds *five* ships.\n\n- one ship\n- three ships\n\nNobody said anything.\n\n| Ship | Length |\n| --- | --- |\n| Ann | 13 |\n"
	if got := readFile(t, filepath.Join(root, "x.noma")); got != want {
		t.Errorf("got\n%s", got)
	}
	// The transcript can repeat all of it, and says what was asked for.
	log := ask(t, s, "transcript_read", map[string]any{"file": "x.noma", "limit": 50})
	if len(log["problems"].([]any)) > 0 || !strings.Contains(marshal(t, log), `"asked":{`) {
		t.Errorf("the transcript: %s", marshal(t, log))
	}
}

// An operation is undone by another one; what came later elsewhere stays, and what came later in the same place is in the way.
func TestRevert(t *testing.T) {
	const text = "# A {id=\"a\"}\n\nOne.\n\n::note{id=\"n\"}\nTwo.\n::\n\n## B\n\n## B\n"
	root := file(t, text)
	s := connect(t, root)
	do := func(op map[string]any) string {
		t.Helper()
		got := ask(t, s, "patch_block", map[string]any{"file": "x.noma", "op": op})
		if got["ok"] != true {
			t.Fatalf("%v", got)
		}
		return got["transcript_entry"].(map[string]any)["op_id"].(string)
	}
	body := func(content string) map[string]any {
		return map[string]any{"op": "replace_body", "id": "n", "content": content}
	}
	revert := func(id string) map[string]any {
		return ask(t, s, "transcript_revert", map[string]any{"file": "x.noma", "op_id": id})
	}
	gone := do(map[string]any{"op": "delete_block", "id": "b"})
	first := do(body("Three."))
	second := do(body("Four."))
	if got := revert(first); got["ok"] != false || !strings.Contains(got["error"].(string), second) {
		t.Errorf("an undo below a later change: %v", got)
	}
	for _, id := range []string{gone, second, first} {
		if got := revert(id); got["ok"] != true {
			t.Fatalf("%v", got)
		}
	}
	if got := readFile(t, filepath.Join(root, "x.noma")); got != text {
		t.Errorf("got\n%s", got)
	}
	if got := revert("nothing"); got["ok"] != false {
		t.Errorf("%v", got)
	}
	writeFile(t, filepath.Join(root, "x.noma"), text+"\nBy hand.\n")
	log := ask(t, s, "transcript_read", map[string]any{"file": "x.noma"})
	if p := marshal(t, log["problems"]); !strings.Contains(p, "changed after this record") {
		t.Errorf("an edit after the last record: %s", p)
	}
}

// All schemas together stay within what a client can keep in mind.
func TestSchemasAreSmall(t *testing.T) {
	s := connect(t, t.TempDir())
	list, err := s.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, tool := range list.Tools {
		data, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%6d %s", len(data), tool.Name)
		total += len(data)
	}
	if total > 12800 {
		t.Errorf("the tools take %d bytes", total)
	}
}
