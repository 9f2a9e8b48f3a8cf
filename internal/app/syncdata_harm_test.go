package app

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// TestDataWithLessAreQuiet: data that leave out who wrote a comment and when, or say only that there are tracked changes
// in it, are no evidence of anything; what is not examined is reported.
func TestDataWithLessAreQuiet(t *testing.T) {
	for seed := range int64(60) {
		text := docgen.Document(rand.New(rand.NewSource(seed)), 12)
		s, data := dataOf(t, text)
		c := rand.New(rand.NewSource(seed + 1000))
		revised := 0
		for i := range data.Comments {
			x := &data.Comments[i]
			if c.Intn(2) == 0 {
				x.Author, x.Initials, x.Date = "", "", ""
			}
			if c.Intn(3) == 0 {
				x.HasRevisions, x.Body = true, "words that may be proposed"
				revised++
			}
		}
		for _, notes := range [][]extract.Note{data.Footnotes, data.Endnotes} {
			for i := range notes {
				if c.Intn(3) == 0 {
					notes[i].HasRevisions, notes[i].Body = true, "words that may be proposed"
					revised++
				}
			}
		}
		got, report := syncData(t, s, data)
		if got != text {
			t.Fatalf("seed %d: the source changed: %v\n%s\n→\n%s", seed, report.Findings, text, got)
		}
		if len(report.Findings) != revised {
			t.Fatalf("seed %d: %d entries have tracked changes, the report has %v", seed, revised, report.Findings)
		}
	}
}

// TestDataDoNoHarm gives back parts of data, as scripts make them.
func TestDataDoNoHarm(t *testing.T) {
	const claim = "# Memo\n\n::claim{id=\"growth\"}\nSales grew in spring.\n::\n"
	const remark = claim + "\n::comment{id=\"ask\" parent=\"growth\" author=\"Olga\"}\nWhich region?\n::\n"
	const note = claim + "\n::footnote{id=\"fn\" for=\"growth\"}\nCounted by the audit office.\n::\n"
	const thread = remark + "\n::comment{id=\"ans1\" reply_to=\"ask\" author=\"Ines\"}\nNorth.\n::\n\n::comment{id=\"ans2\" reply_to=\"ask\" author=\"Max\"}\nSouth.\n::\n"
	const request = claim + "\n::change_request{id=\"cr\" target=\"growth\" action=\"insert\" author=\"Ines\"}\nAdd the forecast.\n::\n"
	growth := []string{layout.AnchorName("growth")}
	for _, c := range []struct {
		name, text string
		data       extract.Review
		added      string // what the source has now, "" for nothing new
		changes    string
		findings   string
	}{
		{"a revision known by its target", claim, extract.Review{Revisions: []extract.Revision{{NativeID: "9", TargetID: "growth", Action: extract.Insert, NewText: "in Europe"}}},
			"in Europe", "add_change_request 9", "proposed tracked-change"},
		{"a request that is not mentioned", request, extract.Review{Revisions: []extract.Revision{{NativeID: "9", Anchors: growth, Action: extract.Insert, NewText: "in Europe"}}},
			"in Europe", "add_change_request 9", "proposed tracked-change, refused unmatched"},
		{"a note by its own bookmark", note, extract.Review{Footnotes: []extract.Note{{NativeID: "7", Anchors: []string{layout.AnchorName("fn")}, Body: "Counted by hand."}}},
			"Counted by hand.", "update_footnote 7", "applied note"},
		{"a note with tracked changes", note, extract.Review{Footnotes: []extract.Note{{NativeID: "4", Anchors: growth, HasRevisions: true, Body: "Counted twice."}}},
			"", "", "refused has-revisions"},
		{"a comment edited", remark, extract.Review{Comments: []extract.Comment{{NativeID: "5", Anchors: append(growth, layout.AnchorName("ask")), Body: "Which of them?"}}},
			"Which of them?", "update_comment 5", "applied comment"},
		{"a comment without a place", claim, extract.Review{Comments: []extract.Comment{{NativeID: "3", Body: "Where?"}}}, "", "", "refused no-place"},
		{"an answer by its own bookmark", thread, extract.Review{Comments: []extract.Comment{{NativeID: "3", Anchors: []string{layout.AnchorName("ans1")}, Author: "Ines", Body: "North."}}},
			"", "", ""},
		{"an empty note", note, extract.Review{Footnotes: []extract.Note{{NativeID: "1", Anchors: growth}}}, "", "", "refused empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := dataOf(t, c.text)
			got, report := syncData(t, s, c.data)
			if !strings.Contains(got, c.added) || c.added == "" && got != c.text || strings.Contains(got, "deleted") {
				t.Errorf("the source became\n%s", got)
			}
			var changes, findings []string
			for _, x := range report.Changes {
				changes = append(changes, x.Action+" "+x.NativeID)
			}
			for _, f := range report.Findings {
				findings = append(findings, fmt.Sprint(f.Outcome, " ", f.Code))
			}
			if a, b := strings.Join(changes, ", "), strings.Join(findings, ", "); a != c.changes || b != c.findings {
				t.Errorf("changes %q, findings %q", a, b)
			}
		})
	}
}
