package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEditShowsTheWordsThatDiffer(t *testing.T) {
	for _, c := range []struct{ was, now, want string }{
		{"", "All new.", "+ All new."},
		{"Gone now.", "", "- Gone now."},
		{"three masters retire", "two masters retire", "three → two"},
		{"income grew with sales", "income grew faster than sales", "with → faster than"},
		{"5.4", "5.5 M", "5.4 → 5.5 M"},
		{"ends here", "ends here now", "here → here now"},
	} {
		if got := edit(c.was, c.now); strings.TrimSpace(got) != strings.TrimSpace(c.want) {
			t.Errorf("edit(%q, %q) = %q, want %q", c.was, c.now, got, c.want)
		}
	}
}

func TestAccountNamesWhatWasNotApplied(t *testing.T) {
	dir := t.TempDir()
	review, form := filepath.Join(dir, "r.json"), filepath.Join(dir, "f.json")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(review, `{"findings":[{"outcome":"refused","code":"changed-label","message":"Fixed words.","blockId":"r1","was":"Risk","now":"Danger"},
		{"outcome":"applied","code":"text","message":"Text was edited.","blockId":"p","was":"a b","now":"a c"}]}`)
	write(form, `{"changes":[{"id":"rate","value":"7"}],"unmatched":[{"id":"lost"}],"taskChanges":[],"unmatchedTasks":[]}`)
	var b strings.Builder
	d := demo{w: &b}
	if err := d.account(review, form); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{"why: Fixed words.", "Risk → Danger", "b → c", "rate", "no such field", "4 edits: 2 applied, 2 not applied"} {
		if !strings.Contains(got, want) {
			t.Errorf("the account lacks %q:\n%s", want, got)
		}
	}
	if strings.Index(got, "changed-label") < strings.Index(got, "form-field") {
		t.Errorf("what was applied comes first:\n%s", got)
	}
}
