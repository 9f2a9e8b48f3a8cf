package redline_test

import (
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/review/redline"
)

// TestListed: what the report lists of versions, as kinds of changes and codes of what is untracked.
func TestListed(t *testing.T) {
	const claim = "::claim{id=\"c\"}\nIt rains.\n::\n\n"
	const comment = "::comment{id=\"k\" parent=\"c\" author=\"Bob\" date=\"2026-01-02\"}\nReally?\n::\n"
	for name, c := range map[string]struct{ was, now, ignore, want string }{
		"the widths of a table are one change beside its description": {"::table{header}\n| A | B |\n| one | two |\n| three | four |\n::\n",
			"::table{header}\n| A | New | B |\n| one | more | two |\n| three | yet more | four |\n::\n", "", "format format column-insert"},
		"a comment that went stays":            {claim + comment, claim, "", "comments"},
		"one with other words stays beside it": {claim + comment, claim + strings.Replace(comment, "Really", "When", 1), "", "comment comments"},
		"a word that a comment cuts in two is the same": {strings.Replace(claim, "rains.", "rains today.", 1) + strings.Replace(comment, "author", `exact="ra" author`, 1),
			strings.Replace(claim, "rains.", "rains tomorrow.", 1), "", "replace comments"},
		"comments are not compared":              {claim + comment, claim, "comments", ""},
		"spaces beside an edit are not compared": {"A red  fox jumps here.\n", "A  red fox leaps  here.\n", "whitespace", "replace"},
	} {
		o := redline.Options{}
		if c.ignore != "" {
			o.Ignore = []string{c.ignore}
		}
		_, report, err := redline.Make(wordOf(t, c.was), wordOf(t, c.now), o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, change := range report.Changes {
			got = append(got, change.Kind)
		}
		for _, u := range report.Untracked {
			got = append(got, u.Code)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
