package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"text/template"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nomadocx/nomadocx/golden"
)

// example is one tool of the page.
type example struct {
	Name, Description string // Name is "" in a second example of one tool
	Request, Answer   string
}

// TestPage makes docs/mcp.md: its examples are what the server answers.
func TestPage(t *testing.T) {
	root := harbour(t)
	copyFile(t, "testdata/harbour.noma.capabilities.yml", filepath.Join(root, "harbour.noma.capabilities.yml"))
	s := connect(t, root)
	described := map[string]*sdk.Tool{}
	for tool, err := range s.Tools(context.Background(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		described[tool.Name] = tool
	}
	doc := ask(t, s, "read_doc", map[string]any{"file": "harbour.noma"})
	rain := map[string]any{"op": "update_attribute", "id": "risk-rain", "key": "severity", "value": "high", "baseHash": hashOf(t, doc, "risk-rain")}
	patch := map[string]any{"file": "harbour.noma", "op": rain, "reason": "autumn forecast", "actor": map[string]any{"kind": "agent", "name": "scout"}}
	var tools []example
	shownTools := map[string]bool{}
	add := func(name string, args map[string]any) string {
		text, failed := call(t, s, name, args)
		if failed {
			t.Fatalf("%s: %s", name, text)
		}
		if described[name] == nil {
			t.Fatalf("the server does not list %s", name)
		}
		answer := shown(text, root)
		e := example{name, described[name].Description, shown(marshal(t, args), root), answer}
		if shownTools[name] {
			e.Name, e.Description = "", ""
		}
		tools = append(tools, e)
		shownTools[name] = true
		return answer
	}
	file := map[string]any{"file": "harbour.noma"}
	add("read_doc", file)
	add("list_ids", file)
	add("validate_doc", file)
	add("patch_block", patch)
	add("patch_block_list", map[string]any{"file": "harbour.noma", "postvalidate": true, "ops": []any{
		map[string]any{"op": "replace_body", "id": "claim-quay", "content": "The quay holds five ships."},
		map[string]any{"op": "add_comment", "id": "cm-1", "target": "claim-quay", "exact": "five ships", "content": "Who counted?", "author": "Ann"},
	}})
	words := map[string]any{"op": "replace_text", "id": "harbour", "exact": "being repaired", "text": "*closed*"}
	add("patch_block", map[string]any{"file": "harbour.noma", "dry_run": true, "op": words})
	add("transcript_read", map[string]any{"file": "harbour.noma", "limit": 1})
	add("describe_capabilities", map[string]any{"file": "harbour.noma", "ops": []any{map[string]any{"op": "delete_block", "id": "risk-rain"}}})
	add("render_doc", map[string]any{"file": "harbour.noma", "select": "claim"})
	add("render_doc", map[string]any{"file": "harbour.noma", "to": "docx", "out": "harbour.docx"})
	add("read_doc", map[string]any{"file": "harbour.noma", "id": "claim-quay"})
	asked := ask(t, s, "patch_block", map[string]any{"file": "harbour.noma", "op": map[string]any{"op": "add_change_request", "id": "cr-1",
		"target": "harbour", "action": "replace", "from": "is being", "to": "was", "author": "Ann"}})
	add("review_list", file)
	add("review_decide", map[string]any{"file": "harbour.noma", "accept": []any{"cr-1"}})
	add("transcript_revert", map[string]any{"file": "harbour.noma", "op_id": lastApplied(t, s)})
	ask(t, s, "transcript_revert", map[string]any{"file": "harbour.noma", "op_id": asked["transcript_entry"].(map[string]any)["op_id"]})
	if err := os.WriteFile(filepath.Join(root, "book.yml"), []byte("title: Notes\nchapters:\n  - harbour.noma\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	add("patch_book", map[string]any{"file": "book.yml", "dry_run": true, "ops": []any{setOwner("Cy")}})
	returned := filepath.Join(root, "harbour.docx")
	if _, err := os.Stat(returned); err != nil {
		t.Fatal(err)
	}
	add("review_data", map[string]any{"docx": "harbour.docx"})
	add("review_sync", map[string]any{"file": "harbour.noma", "docx": "harbour.docx"})
	stale, _ := call(t, s, "patch_block", patch)
	for name := range described {
		if !shownTools[name] {
			t.Errorf("the page has no example of %s", name)
		}
	}
	document, err := os.ReadFile("testdata/harbour.noma")
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	err = template.Must(template.ParseFiles("testdata/mcp.md.tmpl")).Execute(&page, map[string]any{
		"Document": string(document), "Tools": tools, "Stale": shown(stale, root)})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "../../docs/mcp.md", fileSize.ReplaceAll(page.Bytes(), []byte(`"bytes": 10240`)))
}

// lastApplied returns the op_id of the last record that changed the document.
func lastApplied(t *testing.T, s *sdk.ClientSession) string {
	entries := ask(t, s, "transcript_read", map[string]any{"file": "harbour.noma"})["entries"].([]any)
	for i := len(entries) - 1; i >= 0; i-- {
		if e := entries[i].(map[string]any); e["patch_result"] == "applied" {
			return e["op_id"].(string)
		}
	}
	t.Fatal("nothing was applied")
	return ""
}

func marshal(t *testing.T, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// lineHash are the hashes of lines that name the root, which is another in every run.
var lineHash = regexp.MustCompile(`("(?:prev_)?entry_sha256"): "[0-9a-f]+"`)

// fileSize is the size of a Word file, which says nothing to a reader and differs with every improvement.
var fileSize = regexp.MustCompile(`"bytes": \d+`)

// pair is a list of two numbers, which is easier to read on one line.
var pair = regexp.MustCompile(`\[\s+(\d+),\s+(\d+)\s+\]`)

// shown returns an answer as the page has it: indented, long ones cut, and with a root of its own.
func shown(text, root string) string {
	const lines = 45
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		b.Reset()
		b.WriteString(strings.TrimSpace(text))
	}
	text = strings.ReplaceAll(b.String(), root, "/path/to/reports")
	text = pair.ReplaceAllString(text, "[$1, $2]")
	text = lineHash.ReplaceAllString(text, `$1: "…"`)
	if all := strings.Split(text, "\n"); len(all) > lines {
		text = strings.Join(all[:lines], "\n") + "\n…"
	}
	return text
}
