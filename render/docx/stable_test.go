package docx

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	trackedID = regexp.MustCompile(`<w:(?:ins|del) w:id="(\d+)" w:author="([^"]*)"`)
	commentID = regexp.MustCompile(`(?s)<w:comment w:id="\d+" w:author="([^"]*)".*?</w:comment>`)
	paraID    = regexp.MustCompile(`w14:paraId="([0-9A-F]{8})"`)
)

// idsByAuthor returns the ids of the tracked changes and the comment paragraphs of a document, by author.
func idsByAuthor(t *testing.T, text string) map[string]string {
	t.Helper()
	all, out := parts(t, rendered(t, text)), map[string]string{}
	for _, m := range trackedID.FindAllStringSubmatch(string(all[mainPart]), -1) {
		out[m[2]] += " " + m[1]
	}
	for _, m := range commentID.FindAllStringSubmatch(string(all[commentsPart]), -1) {
		for _, p := range paraID.FindAllStringSubmatch(m[0], -1) {
			out[m[1]] += " " + p[1]
			if !strings.Contains(string(all[statePart]), p[1]) {
				out[m[1]] += "-" // not the last paragraph
			}
		}
	}
	return out
}

// TestMarksKeepTheirIDs: the ids of a tracked change and of a comment stay what they are when other
// parts of the document change.
func TestMarksKeepTheirIDs(t *testing.T) {
	const (
		first = "# A {id=\"a\"}\n\nText.\n\n::change_request{id=\"q1\" target=\"a\" action=replace from=x to=y author=\"Ann\"}\n::\n\n" +
			"::comment{id=\"k1\" for=\"a\" author=\"Bo\"}\nOne.\n\nTwo.\n::\n\n"
		second = "::change_request{id=\"q2\" target=\"b\" action=insert text=z author=\"Cy\"}\n::\n\n::comment{id=\"k2\" for=\"b\" author=\"Di\"}\nThree.\n::\n\n" +
			"::comment{id=\"k3\" reply_to=\"k2\" author=\"Ed\"}\nFour.\n::\n\n"
	)
	b := "# B {id=\"b\"}\n\n"
	both, alone, other := idsByAuthor(t, first+b+second), idsByAuthor(t, b+second), idsByAuthor(t, b+second+first)
	for _, author := range slices.Sorted(maps.Keys(both)) {
		if both[author] != other[author] {
			t.Errorf("%s: %s, and in another order %s", author, both[author], other[author])
		}
		if author != "Ann" && author != "Bo" && both[author] != alone[author] {
			t.Errorf("%s: %s, and alone %s", author, both[author], alone[author])
		}
	}
	if len(both) != 5 || strings.Count(both["Bo"], " ") != 2 || !strings.Contains(both["Bo"], "-") {
		t.Errorf("the ids are %v", both)
	}
}

// TestMarksOfOneName: marks without an id of their own, or with the same, differ all the same.
func TestMarksOfOneName(t *testing.T) {
	var text strings.Builder
	text.WriteString("# A {id=\"a\"}\n\n")
	for range 20 {
		text.WriteString("::comment{for=\"a\"}\nOne.\n\nTwo.\n::\n\n::change_request{target=\"a\" action=replace from=x to=y}\n::\n\n")
	}
	all := parts(t, rendered(t, text.String()))
	for part, find := range map[string]*regexp.Regexp{mainPart: trackedID, commentsPart: paraID} {
		seen := map[string]bool{}
		for _, m := range find.FindAllStringSubmatch(string(all[part]), -1) {
			if seen[m[1]] || m[1] == "0" || m[1] == "00000000" || m[1] >= "80000000" && part == commentsPart {
				t.Errorf("%s: the id %s stands twice, or is none", part, m[1])
			}
			seen[m[1]] = true
		}
		if len(seen) < 40 {
			t.Errorf("%s: %d ids", part, len(seen))
		}
	}
}
