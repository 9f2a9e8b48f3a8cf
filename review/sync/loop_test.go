package reviewsync_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/golden"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/render/docx"
	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestLoop is the whole way of one document, golden/documents/loop: a reviewer changes something of every
// kind (returned.acts), and beside it stands what is read from the file, the form and the review, and what
// comes of each, sources and reports.
func TestLoop(t *testing.T) {
	const dir = "../../golden/documents/loop"
	file := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	keep := func(name string, v any) {
		t.Helper()
		if text, ok := v.(string); ok {
			golden.Check(t, filepath.Join(dir, name), []byte(text))
			return
		}
		text, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join(dir, name), append(text, '\n'))
	}
	src := file("input.noma")
	var sent bytes.Buffer
	if err := docx.Render(&sent, planOf(t, src), docx.Options{}); err != nil {
		t.Fatal(err)
	}
	d, err := openDesk(sent.Bytes())
	if err == nil {
		err = d.perform(file("returned.acts"))
	}
	if err != nil {
		t.Fatal(err)
	}
	returned, err := d.save()
	if err != nil {
		t.Fatal(err)
	}
	w := read(t, returned)
	review := extract.Extract(w)
	var data bytes.Buffer
	if err := review.WriteJSON(&data); err != nil {
		t.Fatal(err)
	}
	keep("returned.review-data.json", data.String())
	res, err := reviewsync.Reconcile(planOf(t, src), w, reviewsync.Options{})
	if err != nil {
		t.Fatal(err)
	}
	keep("expected.review-synced.noma", res.Text)
	keep("expected.review-sync.report.json", res.Report)
	keep("expected.findings.txt", told(res))

	form := controls.Decode(w)
	keep("returned.docx-data.json", form)
	plan := planOf(t, src)
	filled := controls.Ops(plan.Doc, form, controls.Options{})
	after, err := patch.ApplyTo(plan.Doc, filled.Ops, patch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	keep("expected.synced.noma", after.Text)
	keep("expected.sync.report.json", filled.Report)
}

func init() {
	acts["tick #"] = func(d *desk, _ []string, n []int) error { return d.tick(n[0], "1", "☒") }
	acts["untick #"] = func(d *desk, _ []string, n []int) error { return d.tick(n[0], "0", "☐") }
}

// tick sets a check box of the text, counted from 1, and the character that shows it.
func (d *desk) tick(n int, value, shown string) error {
	boxes := d.body().FindElements(".//w14:checkbox")
	if n > len(boxes) {
		return fmt.Errorf("there are %d check boxes", len(boxes))
	}
	boxes[n-1].SelectElement("w14:checked").CreateAttr("w14:val", value)
	control := boxes[n-1]
	for control.Tag != "sdt" {
		control = control.Parent()
	}
	below(control, "t")[0].SetText(shown)
	return nil
}
