package reviewsync_test

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/layout"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestEvents: what became of the blocks of a small document, before anything is written.
func TestEvents(t *testing.T) {
	was := `# Report

We asked ninety people by post. The answers are in the annex.

Half of them answered.

Most of them said yes.

::claim{id="c1" confidence="0.8"}
People like to be asked.
::

## Method

By post, in May.

Nobody was paid.

## Annex

The letters.
`
	now := `# Report

We asked ninety people by post.

The answers are in the annex.

Half of them answered. Most of them said yes.

## Method

By post, in early May.

## Annex

The letters.

They are in a box.

::claim{id="c1" confidence="0.8"}
People like to be asked.
::
`
	plan := func(text string) *layout.Plan {
		p, err := layout.BuildText("report.noma", text, layout.Options{Control: controls.Of})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	want := `
split "We asked ninety people by post. The answers are in the annex." → "We asked ninety people by post." "The answers are in the annex."
joined "Half of them answered." "Most of them said yes." → "Half of them answered. Most of them said yes."
moved "Claim (confidence=0.8)" "People like to be asked." → "Claim (confidence=0.8)" "People like to be asked."
same "Report" → "Report"
same "Method" → "Method"
changed "By post, in May." → "By post, in early May."
same "Annex" → "Annex"
same "The letters." → "The letters."
inserted  → "They are in a box."
same "Claim (confidence=0.8)" → "Claim (confidence=0.8)"
same "People like to be asked." → "People like to be asked."
deleted "Nobody was paid." →
`
	if got := strings.Join(reviewsync.EventsOf(plan(was), plan(now)), "\n"); got != strings.TrimSpace(want) {
		t.Errorf("got\n%s", got)
	}
}
