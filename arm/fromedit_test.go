package arm

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// applied makes the changes of an edit in a text as a reader of the record would: each replaces what it
// quotes where it says.
func applied(t *rapid.T, text string, changes []ArtifactInput) string {
	shift := 0
	var out strings.Builder
	rest := text
	for _, c := range changes {
		quote, n := c.Text, 1
		if c.OldText != nil {
			quote = *c.OldText
		}
		if c.Placement != nil && c.Placement.Exact != "" {
			quote = c.Placement.Exact
		}
		if c.Placement != nil && c.Placement.Occurrence > 0 {
			n = c.Placement.Occurrence
		}
		at := -len(quote)
		for range n {
			next := strings.Index(text[at+len(quote):], quote)
			if next < 0 {
				t.Fatalf("%q is not there %d times in %q", quote, n, text)
			}
			at += len(quote) + next
		}
		end := at + len(quote)
		switch {
		case c.Kind == "insertion" && c.Placement.Relation == "before":
			end = at
		case c.Kind == "insertion":
			at = end
		}
		out.WriteString(rest[:at-shift])
		if c.Kind != "deletion" {
			out.WriteString(c.Text)
		}
		rest, shift = text[end:], end
	}
	return out.String() + rest
}

// The artifacts of an edited line say exactly what was edited, wherever its words occur else.
func TestLineChangesAreTheEdit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"six", "months", "größe", "of", "😀", "12", "12.5", "it's"})
		line := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 1, 6).Draw(t, "words"), " ") })
		old, now := line.Draw(t, "old"), line.Draw(t, "now")
		if old == now {
			return
		}
		before := line.Draw(t, "before")
		changes := textChanges(before+"\n"+old, before+"\n"+now)
		if len(changes) != 1 {
			t.Fatalf("%d changes", len(changes))
		}
		if got := applied(t, before+"\n"+old, changes); got != before+"\n"+now {
			t.Fatalf("%q to %q: %+v gives %q", old, now, changes[0], got)
		}
	})
}

func TestTextChanges(t *testing.T) {
	show := func(list []ArtifactInput) string {
		var b strings.Builder
		for _, c := range list {
			b.WriteString(c.Kind + " ")
			if c.OldText != nil {
				b.WriteString(*c.OldText + " → ")
			}
			b.WriteString(c.Text + "; ")
		}
		return b.String()
	}
	for _, c := range []struct{ old, now, want string }{
		{"fees of six months.", "fees of twelve months.", "replacement six → twelve; "},
		{"for claim-fule", "for claim-fuel", "replacement claim-fule → claim-fuel; "},
		{"a\nb\nc", "a\nc", "deletion b; "},
		{"a\nc", "a\nb\nc", "insertion \nb; "},
		{"c", "a\nb\nc", "insertion a\nb\n; "},
		{"", "new", "insertion new; "},
		{"old", "", "deletion old; "},
		{"one two\nthree", "one 2\n3", "replacement two → 2; replacement three → 3; "},
		{"ä", "ö", "replacement ä → ö; "},
		{"of\nsix six six", "of\nsix ten", "replacement six six six → six ten; "}, // "six six" is there twice, and is counted once
		{"same", "same", ""},
	} {
		if got := show(textChanges(c.old, c.now)); got != c.want {
			t.Errorf("%q → %q: %q, want %q", c.old, c.now, got, c.want)
		}
	}
}
