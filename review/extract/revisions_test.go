package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/review/extract"
)

// summary returns one line for each revision: "0/1 replace old → new".
func summary(r *extract.Review) string {
	var out []string
	for _, v := range r.Revisions {
		out = append(out, fmt.Sprintf("%s %s %s→%s", v.NativeID, v.Action, v.OldText, v.NewText))
	}
	return strings.Join(out, "; ")
}

func TestRevisions(t *testing.T) {
	move := func(k wml.RevisionKind, id, text string) wml.Run {
		r := wml.Run{Text: text}
		if k == wml.MoveTo {
			r.Ins = revision(k, id, "Ann")
		} else {
			r.Del = revision(k, id, "Ann")
		}
		return r
	}
	both := wml.Run{Text: "mid", Ins: revision(wml.Insert, "1", "Ann"), Del: revision(wml.Delete, "2", "Bob")}
	insertedBold := inserted("1", "Ann", "new")
	insertedBold.Style = wml.Bold
	for _, c := range []struct {
		name  string
		parts []any
		want  string
	}{
		{"insertion", []any{"a ", inserted("1", "Ann", "new "), "b"}, "1 insert →new"},
		{"deletion", []any{"a ", deleted("1", "Ann", "old"), " b"}, "1 delete old→"},
		{"replacement", []any{deleted("1", "Ann", "old"), inserted("2", "Ann", "new")}, "1/2 replace old→new"},
		{"a space between counts as nothing", []any{deleted("1", "Ann", "old"), " ", inserted("2", "Ann", "new")}, "1/2 replace old→new"},
		{"text between keeps them apart", []any{deleted("1", "Ann", "old"), " and ", inserted("2", "Ann", "new")}, "1 delete old→; 2 insert →new"},
		{"insertion before deletion", []any{inserted("1", "Ann", "new"), deleted("2", "Ann", "old")}, "1 insert →new; 2 delete old→"},
		{"several pairs", []any{deleted("1", "Ann", "a"), inserted("2", "Ann", "b"), " x ", deleted("3", "Ann", "c"), inserted("4", "Ann", "d")}, "1/2 replace a→b; 3/4 replace c→d"},
		{"pieces of one change", []any{inserted("1", "Ann", "a "), insertedBold}, "1 insert →a **new**"},
		{"equal ids of two people", []any{inserted("1", "Ann", "a"), inserted("1", "Bob", "b")}, "1 insert →a; 1 insert →b"},
		{"move", []any{move(wml.MoveFrom, "1", "x"), move(wml.MoveTo, "2", "x")}, "1/2 replace x→x"},
		{"inserted by one, deleted by another", []any{inserted("1", "Ann", "new "), both}, "1 insert →new mid; 2 delete mid→"},
		{"nothing but white space", []any{inserted("1", "Ann", " "), deleted("2", "Ann", "old")}, "2 delete old→"},
		{"links", []any{deletedLink("3")}, "3 delete [[c1]]→"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := extract.Extract(doc(text(c.parts...)))
			if got := summary(r); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func deletedLink(id string) []wml.Run {
	runs := toBlock("c1", "c1")
	runs[0].Del = revision(wml.Delete, id, "Ann")
	return runs
}

func TestReplacementIsTheInsertersWork(t *testing.T) {
	r := extract.Extract(doc(para("", bookmark("a"), deleted("1", "Ann", "old"), inserted("2", "Bob", "new"))))
	got := r.Revisions[0]
	if got.Author != "Bob" || got.Date == "" || !slices.Equal(got.Anchors, anchors("a")) {
		t.Errorf("%+v", got)
	}
}

func TestChangeRequestLabels(t *testing.T) {
	change := func(id string) *wml.Paragraph {
		return framed(deleted(id, "Ann", "old"), inserted(id+"0", "Ann", "new"))
	}
	r := extract.Extract(doc(
		label("cr1", "Change request: replace risk1"), change("1"), change("2"),
		label("cr2", "Change request: insert"), change("3"),
		label("cr3", "Change request: swap c1"), change("4"),
		label("cr4", "Change request: delete c1"), framed("in between"), change("5"),
	))
	want := []struct {
		target string
		source []string
	}{{"risk1", anchors("cr1")}, {"", nil}, {"", anchors("cr2")}, {"", nil}, {"", nil}}
	if len(r.Revisions) != len(want) {
		t.Fatalf("%d revisions: %s", len(r.Revisions), summary(r))
	}
	for i, w := range want {
		if got := r.Revisions[i]; got.TargetID != w.target || !slices.Equal(got.SourceAnchors, w.source) {
			t.Errorf("%d: target %q source %v, want %q %v", i, got.TargetID, got.SourceAnchors, w.target, w.source)
		}
	}
}

func TestRevisionsOfOtherParts(t *testing.T) {
	d := doc(text("x"))
	d.Stories = append(d.Stories, &wml.Story{Kind: wml.FooterStory, Part: "word/footer1.xml", Blocks: blocks(text(deleted("50", "Ann", "a"), inserted("51", "Ann", "b")))})
	if got := summary(extract.Extract(d)); got != "word/footer1.xml:50/51 replace a→b" {
		t.Error(got)
	}
}

// LibreOffice numbers every stretch of formatting anew.
func TestPiecesWithIDsOfTheirOwn(t *testing.T) {
	heavy := deleted("2", "Ann", "weight")
	heavy.Style = wml.Bold
	d := doc(text(deleted("1", "Ann", "old "), heavy, inserted("3", "Ann", "new"), deleted("4", "Bob", "his")))
	if got, want := summary(extract.Extract(d)), "1 delete old→; 2/3 replace **weight**→new; 4 delete his→"; got != want {
		t.Errorf("in Word: %s, want %s", got, want)
	}
	d.Producer = "LibreOffice/7.4.7.2$Linux_X86_64"
	if got, want := summary(extract.Extract(d)), "1/3 replace old **weight**→new; 4 delete his→"; got != want {
		t.Errorf("in LibreOffice: %s, want %s", got, want)
	}
}
