package mcp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Every refusal of the engine is an ordinary answer with a code, leaves the file alone, and is
// recorded (§B.6, §B.7).
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ name, op, more, code string }{
		{"no such block", `{"op":"delete_block","id":"nobody"}`, "", "target_missing"},
		{"no such parent", `{"op":"add_block","parent":"nobody","content":"::note\nx\n::"}`, "", "parent_missing"},
		{"id taken", `{"op":"rename_id","from":"risk-rain","to":"claim-quay"}`, "", "id_conflict"},
		{"no directive", `{"op":"replace_block","id":"risk-rain","content":"text"}`, "", "invalid_content"},
		{"missing field", `{"op":"replace_block","id":"risk-rain"}`, "", "invalid_content"},
		{"unknown field", `{"op":"delete_block","id":"risk-rain","force":true}`, "", "invalid_content"},
		{"id attribute", `{"op":"update_attribute","id":"risk-rain","key":"id","value":"x"}`, "", "id_attribute_protected"},
		{"stale block", `{"op":"delete_block","id":"risk-rain","baseHash":"00000000"}`, "", "sha_mismatch"},
		{"stale file", `{"op":"delete_block","id":"risk-rain"}`, `,"expected_sha":"00000000"`, "sha_mismatch"},
		{"unknown operation", `{"op":"paint","id":"risk-rain"}`, "", "unsupported_op"},
		{"stale child", `{"op":"delete_child","parent":"risk-rain","index":0,"baseHash":"00000000"}`, "", "sha_mismatch"},
		{"an alias", `{"op":"update_heading","id":"port","title":"x"}`, "", "target_missing"},
		{"words that are not there", `{"op":"replace_text","id":"harbour","exact":"The ship","text":"x"}`, "", "invalid_content"},
		{"a date that is none", `{"op":"resolve_comment","id":"risk-rain","resolved_at":"yesterday"}`, "", "invalid_content"},
		{"an id no reference holds", `{"op":"rename_id","from":"risk-rain","to":"a|b"}`, "", "invalid_content"},
		{"what only a tool makes", `{"op":"replace_source","op_id":"x","at":0,"length":1,"content":"","baseHash":"00000000"}`, "", "unsupported_op"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := harbour(t)
			s := connect(t, root)
			var args map[string]any
			if err := json.Unmarshal([]byte(`{"file":"harbour.noma","op":`+c.op+c.more+`}`), &args); err != nil {
				t.Fatal(err)
			}
			got := ask(t, s, "patch_block", args)
			if got["ok"] != false || got["code"] != c.code || got["error"] == "" || len(got) != 3 {
				t.Errorf("answered %v, want code %s", got, c.code)
			}
			text, err := os.ReadFile(filepath.Join(root, "harbour.noma"))
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile("testdata/harbour.noma")
			if err != nil {
				t.Fatal(err)
			}
			if string(text) != string(want) {
				t.Error("the file was changed")
			}
			log := ask(t, s, "transcript_read", map[string]any{"file": "harbour.noma"})
			entries := log["entries"].([]any)
			if len(entries) != 1 || len(log["problems"].([]any)) > 0 {
				t.Fatalf("the transcript: %v", log)
			}
			record := entries[0].(map[string]any)
			if record["patch_result"] != "rejected" || !strings.Contains(marshal(t, record["diagnostics"]), c.code) || !reflect.DeepEqual(record["op"], args["op"]) {
				t.Errorf("recorded as %v", record)
			}
		})
	}
}

// A patch of a book is recorded in the transcript of the chapter it changes.
func TestRecordedBook(t *testing.T) {
	root := harbour(t)
	writeFile(t, filepath.Join(root, "book.yml"), "chapters: [harbour.noma]\n")
	s := connect(t, root)
	got := ask(t, s, "patch_book", map[string]any{"file": "book.yml", "ops": []any{setOwner("Cy")}, "reason": "she left", "actor": map[string]any{"kind": "agent", "name": "scout"}})
	files := got["files"].([]any)
	ids := files[0].(map[string]any)["op_ids"].([]any)
	log := ask(t, s, "transcript_read", map[string]any{"file": "harbour.noma"})
	entries := log["entries"].([]any)
	if got["recorded"] != true || len(ids) != 1 || len(entries) != 1 || len(log["problems"].([]any)) > 0 {
		t.Fatalf("answered %v, recorded %v", got, log)
	}
	record := entries[0].(map[string]any)
	if record["op_id"] != ids[0] || record["reason"] != "she left" || !strings.Contains(marshal(t, record["actor"]), "scout") {
		t.Errorf("recorded as %v", record)
	}
	if undone := ask(t, s, "transcript_revert", map[string]any{"file": "harbour.noma", "op_id": ids[0]}); undone["ok"] != true {
		t.Errorf("undone: %v", undone)
	}
	// A transcript that cannot be written is no failure.
	if err := os.Remove(filepath.Join(root, "harbour.noma.patches")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "harbour.noma.patches"), 0o755); err != nil {
		t.Fatal(err)
	}
	got = ask(t, s, "patch_book", map[string]any{"file": "book.yml", "ops": []any{setOwner("Di")}})
	if got["ok"] != true || got["recorded"] != false || !strings.Contains(marshal(t, got["files"]), "is not a regular file") {
		t.Errorf("answered %v", got)
	}
}

// A list is refused as a whole, and says which operation was at fault.
func TestRefusedList(t *testing.T) {
	root := harbour(t)
	s := connect(t, root)
	remove := func(id string) map[string]any { return map[string]any{"op": "delete_block", "id": id} }
	got := ask(t, s, "patch_block_list", map[string]any{"file": "harbour.noma", "ops": []any{setOwner("Bo"), remove("nobody"), remove("risk-rain")}})
	if got["ok"] != false || got["code"] != "target_missing" || got["op_index"] != 1.0 {
		t.Errorf("answered %v", got)
	}
	got = ask(t, s, "patch_block_list", map[string]any{"file": "harbour.noma", "postvalidate": true, "ops": []any{setOwner("Bo"), remove("claim-quay")}})
	if got["ok"] != false || got["code"] == nil || !strings.Contains(got["error"].(string), "claim-quay") {
		t.Errorf("a result with errors: %v", got)
	}
	log := ask(t, s, "transcript_read", map[string]any{"file": "harbour.noma"})
	var outcomes []string
	for _, e := range log["entries"].([]any) {
		outcomes = append(outcomes, e.(map[string]any)["patch_result"].(string))
	}
	if !slices.Equal(outcomes, []string{"rejected", "rejected", "rejected", "rejected"}) {
		t.Errorf("recorded as %v", outcomes)
	}
	if text, err := os.ReadFile(filepath.Join(root, "harbour.noma")); err != nil || !strings.Contains(string(text), `owner="Ann"`) {
		t.Error("a part of the list was done")
	}
}

// A patch without effect is recorded and does not touch the file; the answer is the record that was
// written, with what the client said.
func TestPatchBlock(t *testing.T) {
	root := harbour(t)
	path := filepath.Join(root, "harbour.noma")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	s := connect(t, root)
	noop := ask(t, s, "patch_block", map[string]any{"file": path, "op": setOwner("Ann")})
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if e := noop["transcript_entry"].(map[string]any); noop["ok"] != true || e["patch_result"] != "noop" || !os.SameFile(before, after) {
		t.Errorf("a patch without effect: %v", noop)
	}
	const parent = "6bad2e1b-fabb-4b4c-a796-2811057f830c"
	base := strings.Repeat("0", 64)
	got := ask(t, s, "patch_block", map[string]any{"file": "harbour.noma", "op": setOwner("<Bo> & \u2028"), "reason": "she left", "base_sha256": base,
		"parent_op_id": parent, "actor": map[string]any{"kind": "human", "name": "Cy"}})
	e := got["transcript_entry"].(map[string]any)
	if got["post_validation"] != "ok" || e["patch_result"] != "applied" || e["reason"] != "she left" || e["parent_op_id"] != parent ||
		e["base_sha256"] != base || !reflect.DeepEqual(e["actor"], map[string]any{"kind": "human", "name": "Cy"}) || !strings.Contains(marshal(t, e), "base_sha_drift") {
		t.Errorf("answered %v", got)
	}
	log := ask(t, s, "transcript_read", map[string]any{"file": "harbour.noma", "op_id": e["op_id"]})
	written := log["entries"].([]any)
	if len(written) != 1 || log["total"] != 2.0 {
		t.Fatalf("found %v", log)
	}
	for key, value := range e {
		if !reflect.DeepEqual(written[0].(map[string]any)[key], value) {
			t.Errorf("%s is %v in the answer and %v in the transcript", key, value, written[0].(map[string]any)[key])
		}
	}
	// Who does not say who asks is an agent without a name (§B.6).
	if a := noop["transcript_entry"].(map[string]any)["actor"]; !reflect.DeepEqual(a, map[string]any{"kind": "agent", "name": "unknown"}) {
		t.Errorf("the actor is %v", a)
	}
}

// A transcript that cannot be written does not stop a patch (§B.6).
func TestUnwritableTranscript(t *testing.T) {
	root := harbour(t)
	if err := os.Mkdir(filepath.Join(root, "harbour.noma.patches"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := connect(t, root)
	if got := ask(t, s, "patch_block", map[string]any{"file": "harbour.noma", "op": setOwner("Bo")}); got["ok"] != true || got["recorded"] != false || got["not_recorded"] == nil {
		t.Errorf("answered %v", got)
	}
}

// The blocks of a document are listed in order with the fields of Annex B.3.
func TestReadDoc(t *testing.T) {
	root := t.TempDir()
	const text = "# A {id=\"a\"}\n\nText.\n\n- one\n- two\n\n::card{id=\"c\" n=1.50 open x=\"y\"}\n:::note\nIn.\n:::\n::\n\n#\n"
	if err := os.WriteFile(filepath.Join(root, "x.noma"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	got := ask(t, connect(t, root), "read_doc", map[string]any{"file": "x.noma"})
	var lines []string
	for _, b := range got["blocks"].([]any) {
		b := b.(map[string]any)
		want := 64 // of a block with an id as the Protocol has it, of a child enough to guard it
		if b["patchable"] == false {
			want = 16
		}
		if hash, ok := b["hash"].(string); ok != (b["patchable"] == true || b["index"] != nil) || ok && len(hash) != want {
			t.Errorf("the hash of %v", b)
		}
		delete(b, "hash")
		lines = append(lines, marshal(t, b))
	}
	want := []string{
		`{"aliases":["x"],"childCount":4,"id":"a","level":1,"lines":[1,14],"patchable":true,"title":"A","type":"section"}`,
		`{"childCount":0,"index":0,"lines":[3,3],"parent":"a","patchable":false,"type":"paragraph"}`,
		`{"childCount":0,"index":1,"lines":[5,6],"parent":"a","patchable":false,"type":"list"}`,
		`{"attrs":{"n":1.5,"open":true,"x":"y"},"childCount":1,"id":"c","lines":[8,12],"name":"card","patchable":true,"type":"directive"}`,
		`{"attrs":{},"childCount":1,"index":0,"lines":[9,11],"name":"note","parent":"c","patchable":false,"type":"directive"}`,
		`{"childCount":0,"lines":[10,10],"patchable":false,"type":"paragraph"}`,
		`{"childCount":0,"index":3,"lines":[14,14],"parent":"a","patchable":false,"type":"paragraph"}`,
	}
	if !slices.Equal(lines, want) {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
}
