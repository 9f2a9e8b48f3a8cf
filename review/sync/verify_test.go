package reviewsync_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// asQuill is the end of a script: the file is then one of a program that nothing is known of.
const asQuill = "\nwrite as \"Quill 3\""

// performed returns the file of a source after what a script does to it.
func performed(t fataler, src, script string) []byte {
	t.Helper()
	return saved(t, render(t, src), func(d *desk) error { return d.perform(script) })
}

// TestVerified lets the second look see another text than the one that was made, as a defect of an
// operation would: words that are nowhere stop the sync, and the error has what was done so far.
func TestVerified(t *testing.T) {
	const src = "# A {id=\"a\"}\n\nOne word.\n\nAnother word.\n"
	file := performed(t, src, `replace "One" with "The reviewer's"`)
	sync := func(lay func(string) (*layout.Plan, error)) (*reviewsync.Result, error) {
		w := read(t, file)
		return reviewsync.Sync(planOf(t, src), lay, w, reviewsync.Options{})
	}

	res, err := sync(func(text string) (*layout.Plan, error) { return planOf(t, text), nil })
	if err != nil || !strings.Contains(res.Text, "The reviewer's word.") || len(res.Findings) != 1 {
		t.Fatalf("%v\n%+v", err, res)
	}
	_, err = sync(func(string) (*layout.Plan, error) { return planOf(t, src), nil })
	var lost *reviewsync.LostError
	if !errors.As(err, &lost) || lost.Lost.Now != "The reviewer's word." || lost.Result == nil {
		t.Errorf("a lost edit: %v", err)
	}
	// It is there, in another place: nothing is lost, and the report says that something is odd.
	res, err = sync(func(string) (*layout.Plan, error) {
		return planOf(t, "# A {id=\"a\"}\n\nOne word.\n\nAnother word.\n\nThe reviewer's word.\n"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	told := false
	for _, f := range res.Findings {
		told = told || f.Outcome == reviewsync.Refused && f.Code == reviewsync.CodeUnmatched
	}
	if !told {
		t.Errorf("what is left is not told%s", describe(res))
	}
}

// TestProposalAboutTypedHeading: a heading was typed, and then proposed to be deleted. The proposal needs the
// heading's id, which comes with the heading: one sync brings in both, and a second finds them.
func TestProposalAboutTypedHeading(t *testing.T) {
	const src = "# A {id=\"a\"}\n\nOne word.\n"
	file := performed(t, src, "insert \"Typed title\" after \"One word.\" as \"Heading1\"\ntrack delete \"Typed title\" by \"Ann\"")
	once, res := sync(t, src, file)
	if !strings.Contains(once, "# Typed title") || !strings.Contains(once, `action="delete" from="Typed title"`) {
		t.Errorf("became:\n%s%s", once, describe(res))
	}
	if twice, again := sync(t, once, file); twice != once {
		t.Errorf("not idempotent:\n%s%s", twice, describe(again))
	}
}

// TestMisread: the author went on writing, and what an edit makes of their source shows less of the file than
// the source did. Then nothing is written, and every edit is in the report.
func TestMisread(t *testing.T) {
	const src = "# A {id=\"a\"}\n\nOne word.\n\nAnother word.\n"
	file := performed(t, src, `replace "One" with "The reviewer's"`)
	now := strings.Replace(src, "Another word", "The author's word", 1)
	for _, c := range []struct{ extra, text string }{
		{"", strings.Replace(now, "One", "The reviewer's", 1)},
		{"\nStray words.\n\nMore stray words.\n\nAnd more.\n", now},
	} {
		w := read(t, file)
		lay := func(text string) (*layout.Plan, error) { return planOf(t, text+c.extra), nil }
		res, err := reviewsync.Sync(planOf(t, now), lay, w, reviewsync.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if res.Text != c.text || (len(res.Ops) > 0) != (c.extra == "") {
			t.Errorf("with %q:\n%s%s", c.extra, res.Text, describe(res))
		}
		madeOfFindings(t, now, res)
		if f := res.Findings[0]; f.Now != "The reviewer's word." || c.extra != "" && (f.Outcome != reviewsync.Refused || f.Code != reviewsync.CodeUnmatched || len(f.Ops) > 0 || len(res.Report.SkippedText) != 1) {
			t.Errorf("with %q:%s\n%+v", c.extra, describe(res), res.Report.SkippedText)
		}
	}
}

// TestStrategyLooksOnce: of a paragraph that both changed in different places nobody has to win. What is left of
// the difference once the words of both are in the source is the author's, and no later round decides about it.
func TestStrategyLooksOnce(t *testing.T) {
	const src = "# A {id=\"a\"}\n\nOne word stands here, and another word there.\n\n::risk{id=\"r\" owner=\"Ann\" status=\"open\"}\nRain.\n::\n"
	file := performed(t, src, "replace \"another word\" with \"the reviewer's\"\nreplace \"owner: Ann\" with \"owner: Ben\"")
	author := strings.NewReplacer("One word", "The author's", `"open"`, `"closed"`)
	want := strings.NewReplacer("another word", "the reviewer's", `"Ann"`, `"Ben"`).Replace(author.Replace(src))
	for _, strategy := range []reviewsync.Strategy{reviewsync.KeepBoth, reviewsync.KeepOurs, reviewsync.KeepTheirs} {
		w := read(t, file)
		lay := func(text string) (*layout.Plan, error) { return planOf(t, text), nil }
		res, err := reviewsync.Sync(planOf(t, author.Replace(src)), lay, w, reviewsync.Options{Strategy: strategy})
		if err != nil || res.Text != want {
			t.Errorf("%q: %v\n%s", strategy, err, describe(res))
		}
	}
}
