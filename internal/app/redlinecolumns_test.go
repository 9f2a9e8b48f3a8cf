package app

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// TestColumnsComeBack: columns that came and went are accepted or rejected, by Word as a whole, by LibreOffice in their texts only. Either way
// they come back into both sources as they were decided.
func TestColumnsComeBack(t *testing.T) {
	const was = "# Report {id=\"top\"}\n\n| Region | Owner | Plan |\n| --- | --- | --- |\n| North | Ann | 12 |\n| South | Bob | 13 |\nTable: Plans {id=\"t-1\"}\n\nThe end of it.\n"
	const now = "# Report {id=\"top\"}\n\n| Region | Plan | Actual |\n| --- | --- | --- |\n| North | 12 | 11 |\n| South | 13 | 15 |\nTable: Plans {id=\"t-1\"}\n\nThe end of it.\n"
	dir := t.TempDir()
	before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", now)
	r := annsRedline(t, before, after)
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
	const both = "# Report {id=\"top\"}\n\n| Region | Owner | Plan | Actual |\n| --- | --- | --- | --- |\n| North | Ann | 12 | 11 |\n| South | Bob | 13 | 15 |\nTable: Plans {id=\"t-1\"}\n\nThe end of it.\n"
	of := map[string][]string{} // a column is decided by one id
	for _, c := range r.Report.Changes {
		of[c.Kind] = append(of[c.Kind], strconv.Itoa(c.ID))
	}
	for _, c := range []struct {
		name string
		how  func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error)
		ids  []string
		want string
	}{
		{"accepted", revise.Accept, ids, now}, {"rejected", revise.Reject, ids, was},
		{"texts accepted", revise.Accept, texts, now}, {"texts rejected", revise.Reject, texts, was},
		{"columns accepted", revise.Accept, slices.Concat(of["column-insert"], of["column-delete"]), now},
		{"columns rejected", revise.Reject, slices.Concat(of["column-insert"], of["column-delete"]), was},
	} {
		decided := placed(t, dir, "decided.docx", string(decide(t, r.Data, c.how, c.ids)))
		for _, source := range []string{before, after} {
			got := cameBack(t, source, decided)
			if got != c.want {
				t.Errorf("%s into %s:\n%s", c.name, filepath.Base(source), got)
			}
		}
	}
	decided := placed(t, dir, "decided.docx", string(decide(t, decide(t, r.Data, revise.Accept, of["column-insert"]), revise.Reject, of["column-delete"])))
	for _, source := range []string{before, after} {
		if got := cameBack(t, source, decided); got != both {
			t.Errorf("one of each into %s:\n%s", filepath.Base(source), got)
		}
	}
}
