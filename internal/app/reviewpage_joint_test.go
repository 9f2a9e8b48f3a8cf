package app

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/internal/testkit/webtest"
	reviewpage "github.com/nomadocx/nomadocx/review/page"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestOnePlace: three reviewers changed one place. Who takes the text of one rejects those of the others; all cards show it, and one
// step takes it back.
func TestOnePlace(t *testing.T) {
	slow.Test(t, "a browser")
	x := newTable(t, decidedSource)
	files := []string{x.back("Ann", "at nine", "at ten", "six members", "seven members"), x.back("Ben", "at nine", "at noon"), x.back("Cid", "at nine", "at eleven")}
	page, err := x.review().ReviewPage(t.Context(), x.source(), files, "")
	if err != nil {
		t.Fatal(err)
	}
	p := webtest.New(t).Open(onDisk(t, page))
	p.Wait(`document.querySelectorAll(".card").length`, "4")
	if dir := os.Getenv("NOMADOCX_PICTURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "one-place.png"), p.Picture(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	verdicts := func() string {
		return p.Eval(`[...document.querySelectorAll(".card")].map(c => c.querySelector(".reviewer").textContent + " " + c.dataset.decision).join(", ")`)
	}
	card := func(reviewer string) { // of the place that all have changed
		p.Eval(fmt.Sprintf(`[...document.querySelectorAll(".card")].find(c => c.querySelector(".reviewer").textContent === %q && c.querySelector("[data-decision=neither]")).click()`, reviewer))
	}
	p.Keys("A") // all of Ann's: but not where others have to be asked
	for _, c := range []struct{ reviewer, key, want, text string }{
		{"Ben", "a", "Ann reject, Ben accept, Cid reject, Ann accept", "at noon"},
		{"Cid", "a", "Ann reject, Ben reject, Cid accept, Ann accept", "at eleven"},
		{"Ben", "r", "Ann accept, Ben reject, Cid reject, Ann accept", "at ten"},
		{"Ann", "n", "Ann reject, Ben reject, Cid reject, Ann accept", "at nine"},
	} {
		card(c.reviewer)
		p.Keys(c.key)
		if got := verdicts(); got != c.want {
			t.Errorf("%s at %s: %s, want %s", c.key, c.reviewer, got, c.want)
		}
		got := x.synced(saved(t, p), files...)
		if want := strings.NewReplacer("at nine", c.text, "six", "seven").Replace(decidedSource); got.Text != want {
			t.Errorf("%s at %s: %s", c.key, c.reviewer, UnifiedDiff("a", want, got.Text))
		}
	}
	if pressed := p.Eval(`document.querySelectorAll('[data-decision=neither][aria-pressed=true]').length`); pressed != "3" {
		t.Errorf("%s of three cards say that neither is taken", pressed)
	}
	p.Keys("u")
	if got := verdicts(); got != "Ann accept, Ben reject, Cid reject, Ann accept" {
		t.Errorf("undone: %s", got)
	}
	clean(t, p)
}

// TestMovedWords: words that an edit takes out and another puts in are decided on together, on the page and in a file of decisions.
func TestMovedWords(t *testing.T) {
	slow.Test(t, "a browser")
	x := newTable(t, decidedSource)
	ann := x.back("Ann", "The ferry sails at nine.", "", "two", "three", "six members.", "six members. The ferry sails at nine.")
	page, err := x.review().ReviewPage(t.Context(), x.source(), []string{ann}, "")
	if err != nil {
		t.Fatal(err)
	}
	if found := x.synced(nil, ann).Findings; len(found) != 3 || len(found[1].With) != 1 {
		t.Fatalf("found are %+v", found)
	}
	p := webtest.New(t).Open(onDisk(t, page))
	p.Wait(`document.querySelectorAll(".card").length`, "3")
	verdicts := func() string {
		return p.Eval(`[...document.querySelectorAll(".card")].map(c => c.dataset.decision).join()`)
	}
	p.Keys("a")
	if got := verdicts(); got != "accept,,accept" {
		t.Errorf("the first accepted, the decisions are %s", got)
	}
	p.Keys("j")
	p.Keys("r")
	if got := verdicts(); got != "reject,,reject" {
		t.Errorf("the third rejected, the decisions are %s", got)
	}
	clean(t, p)
	d := x.decide([]string{ann}, map[string]string{"three": "accept"})
	for _, f := range x.synced(nil, ann).Findings {
		if f.Code == reviewsync.CodeDeleted {
			d.Decisions = append(d.Decisions, EditDecision{Finding: f.Hash, Decision: reviewsync.Accept})
		}
	}
	got := x.synced(d, ann)
	if want := strings.Replace(decidedSource, "two", "three", 1); got.Text != want || !strings.Contains(string(got.Report), reviewsync.LeftTogether) {
		t.Errorf("the cut alone accepted, the source is\n%s%s", got.Text, got.Report)
	}
}

// TestReferrers: the card of a deleted block names the lines that still refer to it, those in the block itself not.
func TestReferrers(t *testing.T) {
	const text = "# Plan {id=\"plan\"}\n\nSee\n[[c1]] here.\n\n::claim{id=\"c1\"}\nApples sell, says [[c1]].\n::\n\n::evidence{for=\"c1\"}\nA count.\n::\n\nThe end.\n"
	x := newTable(t, text)
	file := filepath.Join(filepath.Dir(x.path), "Ann.docx")
	paragraph := regexp.MustCompile(`(?s)<w:p[ >].*?</w:p>`)
	data := rezipped(t, x.sent, func(part, text string) string {
		if part != "word/document.xml" {
			return text
		}
		return paragraph.ReplaceAllStringFunc(text, func(p string) string {
			if strings.Contains(p, "Claim") || strings.Contains(p, "Apples") {
				return ""
			}
			return p
		})
	})
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, allowed := range []bool{false, true} {
		r := x.review()
		r.AllowDelete = allowed
		d, err := r.PageData(t.Context(), x.source(), []string{file})
		if err != nil {
			t.Fatal(err)
		}
		want := []reviewpage.Line{{Number: 4, Text: "[[c1]] here."}, {Number: 10, Text: `::evidence{for="c1"}`}}
		if len(d.Findings) != 1 || d.Findings[0].Takes != allowed || !slices.Equal(d.Findings[0].Referrers, want) {
			t.Errorf("deletions allowed %v: %+v", allowed, d.Findings)
		}
	}
}
