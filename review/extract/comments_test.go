package extract_test

import (
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/review/extract"
)

func TestResolution(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		name       string
		first      string
		native     *bool
		status     string
		by, at     string
		body       string
		otherParas []string
	}{
		{"nothing said", "Why?", nil, "", "", "", "Why?", nil},
		{"native state", "Why?", &yes, "resolved", "", "", "Why?", nil},
		{"paragraph alone", "Status: resolved", nil, "resolved", "", "", "Why?", []string{"Why?"}},
		{"paragraph with names", "Status: resolved; resolved by Mo Li; resolved at 2026-05-03", nil, "resolved", "Mo Li", "2026-05-03", "Why?", []string{"Why?"}},
		{"reopened in Word", "Status: resolved; resolved by Mo", &no, "", "Mo", "", "Why?", []string{"Why?"}},
		{"somebody's own words", "Status: resolved issues first", nil, "", "", "", "Status: resolved issues first", nil},
		{"several paragraphs", "One", nil, "", "", "", "One\n\nTwo", []string{" ", "Two"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := doc(text("x"))
			native := comment("7", "Ann", append([]string{c.first}, c.otherParas...)...)
			native.Resolved, native.Parent = c.native, "3"
			d.Comments = []*wml.Comment{native}
			got := extract.Extract(d).Comments[0]
			want := extract.Comment{NativeID: "7", Author: "Ann", Status: c.status, ResolvedBy: c.by, ResolvedAt: c.at, ReplyTo: "3", Body: c.body, At: extract.Loc{Story: -1}}
			if got.Status != want.Status || got.ResolvedBy != want.ResolvedBy || got.ResolvedAt != want.ResolvedAt || got.Body != want.Body || got.ReplyTo != want.ReplyTo || got.At != want.At {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestCommentWithTrackedChanges(t *testing.T) {
	d := doc(text("x"))
	d.Comments = []*wml.Comment{{ID: "0", Blocks: blocks(text("now ", deleted("1", "Ann", "old"), inserted("2", "Ann", "new")))}}
	got := extract.Extract(d).Comments[0]
	if !got.HasRevisions || got.Body != "now new" {
		t.Errorf("%+v", got)
	}
	if r := extract.Extract(d).Revisions; len(r) != 0 {
		t.Errorf("changes inside a comment are no tracked changes of the text: %+v", r)
	}
}
