package reviewsync_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/wordtest"
	"github.com/nomadocx/nomadocx/render/docx"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

func ExampleSyncFile() {
	const source = "# Plan\n\nWe leave at nine, by the north road.\n"
	var sent bytes.Buffer
	if err := docx.RenderText(&sent, "plan.noma", source, docx.TextOptions{}); err != nil {
		panic(err)
	}
	returned, err := wordtest.Rewrite(sent.Bytes(), func(_, xml string) (string, error) { // a reviewer does this in Word
		return strings.Replace(xml, "at nine", "at ten", 1), nil
	})
	if err != nil {
		panic(err)
	}
	result, err := reviewsync.SyncFile("plan.noma", source, bytes.NewReader(returned), int64(len(returned)), reviewsync.Options{})
	if err != nil {
		panic(err)
	}
	for _, f := range result.Findings {
		fmt.Printf("line %d %s: %s\n", f.Line, f.Outcome, f.Now)
	}
	fmt.Print(result.Text)
	// Output:
	// line 3 applied: We leave at ten, by the north road.
	// # Plan
	//
	// We leave at ten, by the north road.
}

// TestSyncFileRefusesAnother refuses a file of another source.
func TestSyncFileRefusesAnother(t *testing.T) {
	var file bytes.Buffer
	if err := docx.RenderText(&file, "a.noma", "# Other\n\nNothing of this is there.\n\nNor this.\n", docx.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err := reviewsync.SyncFile("b.noma", "# Plan\n\nWe leave at nine.\n\nBy the north road.\n", bytes.NewReader(file.Bytes()), int64(file.Len()), reviewsync.Options{})
	var unrelated *reviewsync.UnrelatedError
	if !errors.As(err, &unrelated) {
		t.Errorf("a file of another source gives %v", err)
	}
}
