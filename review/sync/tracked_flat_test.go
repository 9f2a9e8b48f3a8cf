package reviewsync_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// TestAcceptedByProgram: a program that makes text of all tracked changes leaves the source as it is, but where a row or column went.
func TestAcceptedByProgram(t *testing.T) {
	files, err := filepath.Glob("../../golden/roundtrip/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			src := string(f.Data)
			if !strings.HasSuffix(f.Name, ".noma") || !strings.Contains(src, "::change_request") || strings.Contains(src, `unit="row"`) || strings.Contains(src, `unit="column"`) {
				continue
			}
			word := render(t, src)
			p, err := opc.ReadBytes(word, opc.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			edit, _, err := revise.Accept(p, revise.Select{})
			if err != nil {
				t.Fatal(err)
			}
			data, err := edit.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			d, err := openDesk(data)
			if err == nil {
				err = d.writtenBy("Quill 3")
			}
			if err != nil {
				t.Fatal(err)
			}
			saved, err := d.save()
			if err != nil {
				t.Fatal(err)
			}
			tried++
			if got, res := sync(t, src, saved); got != src {
				t.Errorf("%s, %s: the source becomes\n%s\nfindings: %s", filepath.Base(file), f.Name, got, describe(res))
			}
		}
	}
	if tried < 60 {
		t.Errorf("only %d sources have change requests", tried)
	}
}
