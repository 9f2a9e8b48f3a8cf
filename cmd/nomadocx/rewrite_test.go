package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/patch/transcript"
)

// TestRewritesTakeTurns: every command that changes a source in its place waits for a patch of it, and
// gives up without having written anything.
func TestRewritesTakeTurns(t *testing.T) {
	const text = "# One\n\n::claim{id=\"claim-one\"}\nx\n::\n\n::evidence{id=\"e\" for=\"claim-onee\"}\ny\n::\n\n::control{id=\"n\" type=\"text\" default=\"a\"}\n::\n\n|a|b|\n|---|---|\n|1|2|\n"
	for name, args := range map[string][]string{
		"fmt":              {"fmt", "a.noma", "--inplace"},
		"check":            {"check", "a.noma", "--fix"},
		"docx-sync":        {"docx-sync", "a.noma", "data.json", "--inplace", "--report", "report.json"},
		"docx-review-sync": {"docx-review-sync", "a.noma", "data.json", "--inplace", "--report", "report.json"},
		"patch":            {"patch", "a.noma", "--inplace", "--op", `{"op":"delete_block","id":"e"}`},
		"proof":            {"proof", "a.noma", "--inplace", "--op", `{"op":"update_attribute","id":"e","key":"for","value":"claim-one"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write := func(name, text string) {
				if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("a.noma", text)
			write("data.json", `{"controls":[{"id":"n","value":"b"}],"headings":[{"anchorBookmarkNames":["n_one_7a6c86f1"],"title":"Two","level":1}]}`)
			call := func(args ...string) (code int, said string) {
				var out, err bytes.Buffer
				code = run(context.Background(), &terminal{in: strings.NewReader(""), out: &out, err: &err}, args)
				return code, err.String()
			}
			lock, err := transcript.LockFile(context.Background(), "a.noma", time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			code, said := call(append(args, "--lock-timeout", "1ms")...)
			if err := lock.Unlock(); err != nil {
				t.Fatal(err)
			}
			if code != exitFailed || !strings.Contains(said, "a.noma is being patched by") {
				t.Errorf("exit code %d with %q while it is being patched", code, said)
			}
			now, err := os.ReadFile("a.noma")
			if err != nil || string(now) != text {
				t.Errorf("the source became %q (%v)", now, err)
			}
			if left, _ := filepath.Glob("[.r]*"); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
			code, said = call(args...)
			if now, err = os.ReadFile("a.noma"); err != nil || code != exitOK || string(now) == text {
				t.Errorf("exit code %d with %q and the text %q (%v) when nobody patches it", code, said, now, err)
			}
		})
	}
}
