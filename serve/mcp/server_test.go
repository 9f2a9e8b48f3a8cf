package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nomadocx/nomadocx/serve/mcp"
)

// clock ticks one second at each look.
func clock() func() time.Time {
	at := time.Date(2026, 5, 11, 14, 32, 0, 0, time.UTC)
	return func() time.Time { at = at.Add(time.Second); return at }
}

// counter is a source of bytes that is the same in every run.
type counter byte

func (c *counter) Read(p []byte) (int, error) {
	for i := range p {
		*c++
		p[i] = byte(*c)
	}
	return len(p), nil
}

// harbour returns a root with one document.
func harbour(t testing.TB) (root string) {
	t.Helper()
	root = t.TempDir()
	copyFile(t, "testdata/harbour.noma", filepath.Join(root, "harbour.noma"))
	return root
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// serve runs a server on a root, as a client sees it; both end with the test.
func serve(t testing.TB, root string) (in io.WriteCloser, out io.Reader, ended chan error) {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended = make(chan error, 1)
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		err := mcp.Serve(ctx, inR, outW, mcp.Options{Root: root, Version: "1.2.3", LockTimeout: 5 * time.Second, Now: clock(), Random: new(counter)})
		outW.Close()
		ended <- err
	}()
	t.Cleanup(func() { stop(); inW.Close(); outR.Close() })
	return inW, outR, ended
}

// connect returns a client of the SDK at a server.
func connect(t testing.TB, root string) *sdk.ClientSession {
	t.Helper()
	in, out, _ := serve(t, root)
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), &sdk.IOTransport{Reader: io.NopCloser(out), Writer: in}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// call calls a tool: its text, and whether it is an error.
func call(t testing.TB, s *sdk.ClientSession, tool string, args map[string]any) (text string, failed bool) {
	t.Helper()
	r, err := s.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if len(r.Content) != 1 {
		t.Fatalf("%s answers %d contents", tool, len(r.Content))
	}
	return r.Content[0].(*sdk.TextContent).Text, r.IsError
}

// ask is call for an answer that must be a JSON object.
func ask(t testing.TB, s *sdk.ClientSession, tool string, args map[string]any) map[string]any {
	t.Helper()
	text, failed := call(t, s, tool, args)
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); failed || err != nil {
		t.Fatalf("%s answers %s (isError %v, %v)", tool, text, failed, err)
	}
	return m
}

// hashOf returns the hash read_doc gives a block.
func hashOf(t testing.TB, doc map[string]any, id string) string {
	t.Helper()
	for _, b := range doc["blocks"].([]any) {
		if b := b.(map[string]any); b["id"] == id {
			return b["hash"].(string)
		}
	}
	t.Fatalf("no block %s in %v", id, doc)
	return ""
}

func setOwner(owner string) map[string]any {
	return map[string]any{"op": "update_attribute", "id": "risk-rain", "key": "owner", "value": owner}
}

// TestStory is what an agent does with a report that comes back from a reviewer.
func TestStory(t *testing.T) {
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	const file = "quarterly-report.noma"
	s := connect(t, root)

	doc := ask(t, s, "read_doc", map[string]any{"file": filepath.Join(root, file)})
	old := hashOf(t, doc, "kpi-result")
	change := func(value, hash string) map[string]any {
		return map[string]any{"file": file, "reason": "numbers of October",
			"op": map[string]any{"op": "update_attribute", "id": "kpi-result", "key": "change", "value": value, "baseHash": hash}}
	}
	first := ask(t, s, "patch_block", change("+1.0", old))
	if first["ok"] != true {
		t.Fatalf("a right patch is refused: %v", first)
	}
	// The block has another hash now: what was prepared for the old one is refused.
	if stale := ask(t, s, "patch_block", change("+1.1", old)); stale["ok"] != false || stale["code"] != "sha_mismatch" {
		t.Fatalf("a stale patch: %v", stale)
	}
	fresh := hashOf(t, ask(t, s, "read_doc", map[string]any{"file": file}), "kpi-result")
	if second := ask(t, s, "patch_block", change("+1.1", fresh)); second["ok"] != true {
		t.Fatalf("a patch that was made again: %v", second)
	}
	if valid := ask(t, s, "validate_doc", map[string]any{"file": file}); valid["ok"] != true {
		t.Fatalf("the document is broken: %v", valid)
	}
	log := ask(t, s, "transcript_read", map[string]any{"file": file})
	var outcomes []string
	for _, e := range log["entries"].([]any) {
		outcomes = append(outcomes, e.(map[string]any)["patch_result"].(string))
	}
	if got := strings.Join(outcomes, " "); got != "applied rejected applied" || len(log["problems"].([]any)) > 0 {
		t.Fatalf("the transcript tells %q, problems %v", got, log["problems"])
	}
	before, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	review := map[string]any{"file": file, "docx": "returned/quarterly-report.docx"}
	home := ask(t, s, "review_sync", review)
	if home["changed"] != true || home["applied"] != false || !strings.Contains(home["diff"].(string), "\n+") {
		t.Fatalf("the dry run: %v", home)
	}
	after, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) {
		t.Fatal("the dry run wrote the source")
	}
	// In earnest the result is the one that was shown, the author's patch is still there, and doing it
	// again changes nothing.
	review["apply"] = true
	if done := ask(t, s, "review_sync", review); done["applied"] != true || done["sha256"] != home["sha256"] {
		t.Fatalf("applied: %v", done["sha256"])
	}
	if now := ask(t, s, "read_doc", map[string]any{"file": file}); now["sha256"] != home["sha256"] || hashOf(t, now, "kpi-result") == old {
		t.Fatal("the source is not what the dry run showed")
	}
	if err := os.WriteFile(filepath.Join(root, "weather.noma"), []byte("# Weather\n\nClouds come from the west and leave before noon.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	wrong := map[string]any{"file": "weather.noma", "docx": review["docx"], "apply": true}
	if text, failed := call(t, s, "review_sync", wrong); !failed || !strings.Contains(text, "was not made from weather.noma: ") || !strings.HasSuffix(text, "Nothing was written. Set force to true to sync it anyway.") {
		t.Errorf("the file of another document: %v %s", failed, text)
	}
	wrong["force"], wrong["apply"] = true, false
	if text, failed := call(t, s, "review_sync", wrong); failed {
		t.Errorf("forced: %s", text)
	}
	if again := ask(t, s, "review_sync", review); again["changed"] != false || again["applied"] != false {
		t.Fatalf("a second time: %v", again["diff"])
	}
}
