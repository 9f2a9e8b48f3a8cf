package app

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// TestColumnsComeBack: columns that came and went are accepted or rejected, by Word as a whole, by LibreOffice in their texts only. Either way
// they come back into both sources as they were decided.
func TestColumnsComeBack(t *testing.T) {
	const was = "# Report {id=\"top\"}\n\n| Region | Owner | Plan |\n| --- | --- | --- |\n| North | Ann | 12 |\n| South | Bob | 13 |\nTable: Plans {id=\"t-1\"}\n\nThe end of it.\n"
	const now = "# Report {id=\"top\"}\n\n| Region | Plan | Actual |\n| --- | --- | --- |\n| North | 12 | 11 |\n| South | 13 | 15 |\nTable: Plans {id=\"t-1\"}\n\nThe end of it.\n"
	ctx := context.Background()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	before, after := file("before.noma", was), file("after.noma", now)
	r, err := Redline(ctx, before, after, RedlineOptions{Author: "Ann", Date: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := opc.ReadBytes(r.Data, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	_, all, err := revise.Accept(p, revise.Select{})
	if err != nil {
		t.Fatal(err)
	}
	var ids, texts []string
	for _, x := range all.Revisions {
		ids = append(ids, x.ID)
		if x.Of != "cell" || x.Kind == "format" {
			texts = append(texts, x.ID)
		}
	}
	if len(ids)-len(texts) != 6 {
		t.Fatalf("%d changes, %d of them of texts", len(ids), len(texts))
	}
	for _, c := range []struct {
		name string
		how  func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error)
		ids  []string
		want string
	}{
		{"accepted", revise.Accept, ids, now}, {"rejected", revise.Reject, ids, was},
		{"texts accepted", revise.Accept, texts, now}, {"texts rejected", revise.Reject, texts, was},
	} {
		decided := file("decided.docx", string(decide(t, r.Data, c.how, c.ids)))
		for _, source := range []string{before, after} {
			s, err := Load(ctx, source, LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := Review{}.Sync(ctx, s, decided, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != c.want {
				t.Errorf("%s into %s:\n%s", c.name, filepath.Base(source), got.Text)
			}
		}
	}
}
