package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

const (
	example  = "../../examples/quarterly-report.noma"
	returned = "../../examples/returned/quarterly-report.docx"
)

func load(t *testing.T, path string) *app.Source {
	t.Helper()
	s, err := app.Load(context.Background(), path, app.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestExampleIsClean: the example is what people copy from.
func TestExampleIsClean(t *testing.T) {
	if found, err := app.Check(t.Context(), load(t, example), app.CheckOptions{}); err != nil || len(found) > 0 {
		t.Errorf("the example has findings: %v", found)
	}
}

// TestReturnedExample brings home the file that a reviewer edited in LibreOffice. The golden file
// holds the difference of the source and the account of every edit.
func TestReturnedExample(t *testing.T) {
	ctx, s := context.Background(), load(t, example)
	review, err := app.SyncReview(ctx, s, returned, nil)
	if err != nil {
		t.Fatal(err)
	}
	between, err := app.FromText(example, review.Text)
	if err != nil {
		t.Fatal(err)
	}
	form, err := app.SyncForm(ctx, between, returned, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(udiff.Unified("sent", "synced", s.File.Text, form.Text))
	b.WriteString("\n")
	var report struct {
		Findings []struct {
			Outcome, Code, BlockID, Message string
		}
	}
	if err := json.Unmarshal(review.Report, &report); err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		fmt.Fprintf(&b, "%s %s %s: %s\n", f.Outcome, f.Code, f.BlockID, f.Message)
	}
	b.WriteString("\n" + string(form.Report) + "\n")
	golden.Check(t, "../../golden/roundtrip/quarterly-report.txt", []byte(b.String()))
}

// TestReturnedExampleTwice: a second sync of the same file has nothing to do.
func TestReturnedExampleTwice(t *testing.T) {
	slow.Test(t, "two rounds of the example")
	ctx, s := context.Background(), load(t, example)
	once, err := app.SyncReview(ctx, s, returned, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := app.FromText(example, once.Text)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := app.SyncReview(ctx, again, returned, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := golden.Difference([]byte(once.Text), []byte(twice.Text)); d != "" {
		t.Errorf("the second sync changes the source: %s", d)
	}
}
