package mcp_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/serve/mcp"
)

// FuzzMessages sends a server lines of any bytes: it answers nothing but messages, and ends when they do.
func FuzzMessages(f *testing.F) {
	for _, args := range []string{harbourFile, `{"file":"../x"}`, `{"file":"harbour.noma","op":{"op":"delete_block","id":"risk-rain"},"dry_run":true}`, `{"docx":"x.docx"}`,
		`{"file":"harbour.noma","ops":[{"op":"rename_id","from":"a","to":"b"}]}`, `{"file":"harbour.noma","accept":["x"],"actor":{"kind":"human","name":"A"}}`} {
		for _, tool := range []string{"read_doc", "patch_block", "patch_block_list", "review_data", "review_decide", "describe_capabilities", "render_doc"} {
			f.Add(toolCall(2, tool, args))
		}
	}
	f.Add(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}` + "\n[]\n{\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	root := f.TempDir()
	copyFile(f, "testdata/harbour.noma", root+"/harbour.noma")
	f.Fuzz(func(t *testing.T, lines string) {
		var out bytes.Buffer
		err := mcp.Serve(t.Context(), strings.NewReader(hello+lines), &out, mcp.Options{Root: root, Version: "1.2.3", LockTimeout: time.Second, Now: time.Now, Random: new(counter)})
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
		for line := range bytes.Lines(out.Bytes()) {
			var m struct {
				Version string `json:"jsonrpc"`
			}
			if json.Unmarshal(line, &m) != nil || m.Version != "2.0" {
				t.Errorf("an answer is %q", line)
			}
		}
	})
}
