package report_test

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/review/report"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

var findings = []reviewsync.Finding{
	{Outcome: reviewsync.Refused, Code: reviewsync.CodeForeign, Message: "Fixed words.", BlockID: "r1", Line: 9, Was: "Risk", Now: "Danger", Near: "Danger (high)"},
	{Outcome: reviewsync.Applied, Code: reviewsync.CodeText, Message: "Text was edited.", BlockID: "p", Line: 3, Was: "a b", Now: "a c"},
	{Outcome: reviewsync.Proposed, Code: reviewsync.CodeTracked, Message: "A tracked change.", BlockID: "p", Line: 3, Now: "not", Waits: true, Reviewer: "Ann",
		Near: "The price is fixed.", Ops: []patch.Op{{Op: "add_change_request", ID: "c-1"}}},
	{Outcome: reviewsync.Conflict, Code: reviewsync.CodeAuthorMoved, Message: "The author changed this place.", Line: 5,
		Was: strings.Repeat("the same words again ", 9) + "one", Now: strings.Repeat("the same words again ", 9) + "two", Base: strings.Repeat("the same words again ", 9) + "zero"},
	{Outcome: reviewsync.Refused, Code: reviewsync.CodePage, Message: "A page\x1b[2J break\nwas added.", Near: "between “a” and “b”"},
	{Outcome: reviewsync.Unchanged, Code: reviewsync.CodeForm, Message: "A field.", BlockID: "f", Was: "1", Now: "2"},
}

func TestLines(t *testing.T) {
	lines, more := report.Lines("r.noma", func(k int) int { return k + 10 }, findings, report.Most)
	want := []string{
		"r.noma:19: not applied (changed-label): Fixed words: “Risk” → “Danger”, near “Danger (high)”",
		"r.noma:15: conflict (author-changed): The author changed this place: the source has “one”, the file “two”, what was sent “zero”",
		"r.noma: not applied (page-setup): A page·[2J break was added, between “a” and “b”",
		"r.noma:13: waiting: tracked change by Ann (c-1): insert “not”, near “The price is fixed.”",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") || more != 0 {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if lines, more = report.Lines("r.noma", func(k int) int { return k }, findings, 1); len(lines) != 1 || more != 3 {
		t.Errorf("cut at one: %d lines, %d more", len(lines), more)
	}
	if got := report.FormFields(findings); got != "1 form field differs" {
		t.Error(got)
	}
	if got := report.Summary(reviewsync.Count(findings)); got != "1 applied, 1 waiting, 3 not applied" {
		t.Error(got)
	}
}

func TestTableNamesWhatWasNotApplied(t *testing.T) {
	got := report.Table(findings, func(color, text string) string { return "<" + color + ">" + text })
	for _, want := range []string{"<yellow>why: Fixed words.", "Risk → Danger", "b → c", "near “Danger (high)”", "<cyan>proposed", "1 applied, 1 waiting, 3 not applied"} {
		if !strings.Contains(got, want) {
			t.Errorf("the table lacks %q:\n%s", want, got)
		}
	}
	if strings.Index(got, "changed-label") < strings.Index(got, "tracked-change") {
		t.Errorf("what was applied comes first:\n%s", got)
	}
}

func TestReportsEscape(t *testing.T) {
	evil := "<script>alert(1)</script> [x](javascript:y) *b* www.example.org"
	list := []reviewsync.Finding{{Outcome: reviewsync.Refused, Code: reviewsync.Code(evil), Message: evil, BlockID: evil, Was: evil + "\n# h", Now: evil, Near: evil, Reviewer: evil}}
	page := string(report.Write(report.Page, evil, list))
	if strings.Contains(page, "<script") || !strings.Contains(page, "&lt;script&gt;") || strings.Contains(page, "http") {
		t.Errorf("the page is not escaped, or loads something:\n%s", page)
	}
	md := string(report.Write(report.Markdown, evil, list))
	for _, raw := range []string{"<script", "*b*", " [x]", "www.e", "\n# h"} {
		if strings.Contains(strings.ReplaceAll(md, "\\"+raw, ""), raw) {
			t.Errorf("%q is not escaped:\n%s", raw, md)
		}
	}
}

func TestReadRefusesOtherFiles(t *testing.T) {
	for _, data := range []string{"", "{", "[]", `{"changes":[]}`, `{"findings":7}`} {
		if _, err := report.Read([]byte(data)); err == nil {
			t.Errorf("%q was read", data)
		}
	}
	list, err := report.Read([]byte("\xef\xbb\xbf" + `{"findings":[{"outcome":"applied"}]}`))
	if err != nil || len(list) != 1 {
		t.Error(list, err)
	}
}
