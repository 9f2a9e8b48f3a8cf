package reviewsync_test

import (
	"strings"
	"testing"

	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestFewMayBePersons: of one or two things that came back changed the finding says that a person may have done it, what it was, where, and
// what to do then; of more it says nothing of that.
func TestFewMayBePersons(t *testing.T) {
	t.Parallel()
	const one, two = "There was one only, and a person may have edited it: ", "There were two only, and a person may have edited them: "
	for _, x := range []struct {
		name, script, text, says, was, now string
		line                               int
	}{
		{"a rule", "no breaks", "One.\n\n---\n\nTwo.\n", one + "“rule” is gone (in “text”).", "rule", "", 5},
		{"two rules", "no breaks", "One.\n\n---\n\nTwo.\n\n---\n\nThree.\n",
			two + "“rule” is gone (in “text”), and “rule” is gone (in “text”).", "rule\nrule", "", 5},
		{"three rules", "no breaks", "One.\n\n---\n\nTwo.\n\n---\n\nThree.\n\n---\n\nFour.\n", "", "", "", 0},
		{"an aligned column", "no alignment", "| a | b |\n|---|--:|\n| c | d |\n| e | f |\n",
			one + "“column 2: right” became “left” (in “text”).", "column 2: right", "left", 3},
		{"a section", "pages of another size", "One.\n", one + "“216 × 279 mm", "216 × 279 mm, margins ", "176 × 247 mm, margins ", 0},
		{"a header", "no headers", "One.\n\n::header\nOn top.\n::\n", one + "“On top.” is gone", "On top.", "", 5},
		{"a dash", "hyphens for dashes", "One – two.\n", one + "“– (dashes)” became “-” (in “text”).", "– (dashes)", "-", 3},
		{"three dashes", "hyphens for dashes", "One – two – three – four.\n", "", "", "", 0},
		{"code", "no code", "One `two` three.\n",
			one + "“two (code in sentences)” became “two” (in “text”).", "two (code in sentences)", "two", 3},
		{"an item", "no marks of lists", "- One.\n\nTwo.\n",
			one + "“One.: bullet” became “no item” (in “text”).", "One.: bullet", "no item", 3},
	} {
		t.Run(x.name, func(t *testing.T) {
			src := "# Text {id=\"text\"}\n\n" + x.text
			file := performed(t, src, x.script+asQuill)
			got, res := sync(t, src, file)
			if got != src || len(res.Findings) != 1 || res.Findings[0].Outcome != reviewsync.Editor {
				t.Fatalf("the source becomes\n%s\nfindings: %s", got, describe(res))
			}
			f := res.Findings[0]
			if !strings.Contains(f.Message, x.says) || (x.says == "") == strings.Contains(f.Message, "a person may have") {
				t.Errorf("it says: %s", f.Message)
			}
			if !strings.HasPrefix(f.Was, x.was) || !strings.HasPrefix(f.Now, x.now) || (f.Was == "") != (x.was == "") || f.Line != x.line {
				t.Errorf("line %d: %q → %q", f.Line, f.Was, f.Now)
			}
		})
	}
}

// TestOnlyRuleDeleted: the only rule of a document that was deleted in Word, which keeps borders, is reported.
func TestOnlyRuleDeleted(t *testing.T) {
	const src = "# Text\n\nOne.\n\n---\n\nTwo.\n"
	d, err := openDesk(render(t, src))
	if err == nil {
		err = d.writtenBy("Microsoft Office Word")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range below(d.body(), "pBdr") {
		p := e.Parent().Parent()
		p.Parent().RemoveChild(p)
	}
	file, err := d.save()
	if err != nil {
		t.Fatal(err)
	}
	got, res := sync(t, src, file)
	if got != src || len(res.Findings) != 1 || res.Findings[0].Outcome != reviewsync.Refused {
		t.Fatalf("the source becomes\n%s\nfindings: %s", got, describe(res))
	}
}
