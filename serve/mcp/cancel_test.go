package mcp

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
)

// counting is a context that ends at the check with a given number; below 1 it never does.
type counting struct {
	context.Context
	looks, ends int
}

func (c *counting) Err() error {
	if c.looks++; c.ends > 0 && c.looks >= c.ends {
		return context.Canceled
	}
	return nil
}

// TestCancelledTools stops every tool at several places: the call fails with the error of its context.
func TestCancelledTools(t *testing.T) {
	root := t.TempDir()
	s, err := newServer(Options{Root: root, Version: "1.0.0", Now: func() time.Time { return time.Unix(1e9, 0) }, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	defer s.folder.close()
	const blocks = 60
	source := "# Report {id=\"report\"}\n\n"
	for i := range blocks {
		source += fmt.Sprintf("::claim{id=\"c%d\"}\nWord %d of the claim.\n::\n\n", i, i)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	returned := func() []byte {
		doc, err := app.FromText("a.noma", strings.Replace(source, "Word", "Words", blocks/2))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := app.Render(t.Context(), &b, doc, app.RenderOptions{Target: app.Word}); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}()
	var ops []operation
	for i := range blocks {
		ops = append(ops, operation(fmt.Sprintf(`{"op":"replace_body","id":"c%d","content":"Other words."}`, i)))
	}
	file := fileInput{File: "a.noma"}
	patching := patchInput{commonInput: commonInput{File: "a.noma"}}
	for name, do := range map[string]func(ctx context.Context) error{
		"read_doc": func(ctx context.Context) error { _, err := s.readDoc(ctx, readDocInput{fileInput: file}); return err },
		"list_ids": func(ctx context.Context) error { _, err := s.listIDs(ctx, file); return err },
		"validate_doc": func(ctx context.Context) error {
			_, err := s.validateDoc(ctx, validateDocInput{fileInput: file})
			return err
		},
		"patch_block": func(ctx context.Context) error {
			_, err := s.patchBlock(ctx, patchBlockInput{patchInput: patching, Op: ops[0]})
			return err
		},
		"patch_block_list": func(ctx context.Context) error {
			_, err := s.patchBlockList(ctx, patchBlockListInput{patchInput: patching, Ops: ops})
			return err
		},
		"render_doc, text": func(ctx context.Context) error {
			_, err := s.renderDoc(ctx, renderDocInput{fileInput: file})
			return err
		},
		"render_doc, Word": func(ctx context.Context) error {
			_, err := s.renderDoc(ctx, renderDocInput{fileInput: file, To: "docx", Out: "new.docx"})
			return err
		},
		"review_data": func(ctx context.Context) error {
			_, err := s.reviewData(ctx, reviewDataInput{Docx: "back.docx"})
			return err
		},
		"review_sync": func(ctx context.Context) error {
			_, err := s.reviewSync(ctx, reviewSyncInput{File: "a.noma", Docx: "back.docx"})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			begin := func() {
				write("a.noma", source)
				write("back.docx", string(returned))
				_ = os.Remove(filepath.Join(root, "a.noma.transcript.jsonl")) // of the calls before
			}
			begin()
			whole := &counting{Context: t.Context()}
			if err := do(whole); err != nil {
				t.Fatal(err)
			}
			if whole.looks < blocks/2 {
				t.Errorf("the context was looked at %d times for %d blocks", whole.looks, blocks)
			}
			for _, at := range []int{1, 2, whole.looks / 4, whole.looks / 2, whole.looks * 3 / 4} {
				begin()
				ctx := &counting{Context: t.Context(), ends: max(at, 1)}
				if err := do(ctx); !errors.Is(err, context.Canceled) {
					t.Fatalf("ended at look %d of %d: %v", at, whole.looks, err)
				}
				if text, err := os.ReadFile(filepath.Join(root, "a.noma")); err != nil || string(text) != source {
					t.Fatalf("ended at look %d of %d, and the source is another (%v)", at, whole.looks, err)
				}
			}
		})
	}
}
