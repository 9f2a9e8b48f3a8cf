package app_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
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

func (c *counting) Deadline() (time.Time, bool) { return time.Time{}, false }

// TestCancelAnywhere stops every verb on every shape at several places.
func TestCancelAnywhere(t *testing.T) {
	slow.Test(t, "other programs or processes")
	const n = 40
	for i := range shapes {
		s := &shapes[i]
		for _, v := range s.verbs(t, n) {
			if v.name == "parse" {
				continue // of a text that is in memory: Load looks
			}
			t.Run(s.name+"/"+v.name, func(t *testing.T) {
				whole := &counting{Context: t.Context()}
				if err := v.do(whole); err != nil {
					t.Fatal(err)
				}
				if whole.looks < 2 {
					t.Fatalf("the context was looked at %d times", whole.looks)
				}
				for _, at := range []int{1, 2, whole.looks / 4, whole.looks / 2, whole.looks * 3 / 4, whole.looks - 1, whole.looks} {
					if err := v.do(&counting{Context: t.Context(), ends: max(at, 1)}); !errors.Is(err, context.Canceled) {
						t.Fatalf("ended at look %d of %d: %v", at, whole.looks, err)
					}
				}
			})
		}
	}
}

// TestCancelledPatchWritesNothing stops a patch of a file at every look: the file is as it was, or as it was meant to be.
func TestCancelledPatchWritesNothing(t *testing.T) {
	for _, s := range shapes {
		if s.name != "blocks added" {
			continue
		}
		for at := 1; ; at++ {
			dir := t.TempDir()
			file := filepath.Join(dir, "a.noma")
			if err := os.WriteFile(file, []byte(oneClaim), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx := &counting{Context: t.Context(), ends: at}
			_, err := app.PatchFile(ctx, file, &app.Request{Ops: s.ops(8)}, app.PatchFileOptions{})
			if ctx.looks < at {
				return // it was done before
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("ended at look %d: %v", at, err)
			}
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(file); err != nil || string(text) != oneClaim || len(entries) != 1 {
				t.Fatalf("ended at look %d, it left %d files and\n%s (%v)", at, len(entries), text, err)
			}
		}
	}
}
