package jobs_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/serve/jobs"
)

// A request, done in this process: the reply says what the result depends on.
func ExamplePerformer() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	source, out := filepath.Join(dir, "quay.noma"), filepath.Join(dir, "result")
	if err := os.WriteFile(source, []byte("# Quay\n\nFour ships lie here.\n"), 0o644); err != nil {
		panic(err)
	}
	var p jobs.Performer
	defer p.Close()
	reply := p.Perform(context.Background(), jobs.Request{Kind: jobs.Render, Source: source, Target: "noma", Out: out})
	fmt.Println(reply.Error, len(reply.Inputs), reply.Outputs[0].Bytes)
	// Output: 1 29
}

// FuzzServe reads requests of any bytes: it ends when they do, and answers nothing but JSON lines.
func FuzzServe(f *testing.F) {
	f.Add(`{"kind":"render","source":"x"}`)
	f.Add("{}\n[]")
	f.Add(`{"kind":1}`)
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		_ = jobs.Serve(t.Context(), strings.NewReader(in), &out, func(_ context.Context, r jobs.Request) jobs.Reply {
			_ = r.Check() // it must bear any request
			return jobs.Reply{}
		})
		for line := range strings.Lines(out.String()) {
			if line != "{}\n" {
				t.Errorf("an answer is %q", line)
			}
		}
	})
}
