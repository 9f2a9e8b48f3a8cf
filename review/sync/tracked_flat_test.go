package reviewsync_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// TestAcceptedByProgram: a program that makes text of all tracked changes leaves the source as it is, but where a row or column went.
func TestAcceptedByProgram(t *testing.T) {
	files, err := filepath.Glob("../../golden/roundtrip/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			src := string(f.Data)
			if !strings.HasSuffix(f.Name, ".noma") || !strings.Contains(src, "::change_request") || strings.Contains(src, `unit="row"`) || strings.Contains(src, `unit="column"`) {
				continue
			}
			file := saved(t, decidedFile(t, render(t, src), revise.Accept), func(d *desk) error { return d.writtenBy("Quill 3") })
			tried++
			if got, res := sync(t, src, file); got != src {
				t.Errorf("%s, %s: the source becomes\n%s\nfindings: %s", filepath.Base(name), f.Name, got, describe(res))
			}
		}
	}
	if tried < 60 {
		t.Errorf("only %d sources have change requests", tried)
	}
}
