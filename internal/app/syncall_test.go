package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestRivalsAtTables: a conflict about a whole table that another reviewer gave a column, or another text, names both reviewers.
func TestRivalsAtTables(t *testing.T) {
	const src = "# Plan\n\nThe ferries.\n\n| Pier | Boats |\n| --- | --- |\n| North | 2 |\n| South | 3 |\n"
	x := newTable(t, src)
	back := func(reviewer, text string) string {
		document := ""
		rezipped(t, newTable(t, text).sent, func(part, text string) string {
			if part == "word/document.xml" {
				document = text
			}
			return text
		})
		file := filepath.Join(filepath.Dir(x.path), reviewer+".docx")
		data := rezipped(t, x.sent, func(part, text string) string {
			if part == "word/document.xml" {
				return document
			}
			return text
		})
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	ann := back("ann", strings.NewReplacer("Boats |", "Boats | Crew |", "--- |\n", "--- | --- |\n", "2 |", "2 | 5 |", "3 |", "3 | 6 |").Replace(src))
	ben := back("ben", strings.Replace(src, "| 3 |", "| 4 |", 1))
	got, err := x.sync(nil, ann, ben)
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	for _, f := range got.Findings {
		if f.Outcome == reviewsync.Conflict {
			said += f.Message + "\n"
		}
	}
	if said != "ann and ben changed this place in different ways; the source has the text of ann.\n" || !strings.Contains(got.Text, "| South | 3 | 6 |") {
		t.Errorf("%s\n%s", said, got.Text)
	}
}
