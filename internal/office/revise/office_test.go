package revise

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/officetest"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"pgregory.net/rapid"
)

var officeFiles = flag.Int("office.files", 10, "how many generated documents LibreOffice decides each way: 100 is the full run")

// LibreOffice accepts and rejects what we do: always the same words, and nearly always in the same paragraphs. It forgets
// inserted and deleted ends of paragraphs beside some other changes.
func TestAgainstOffice(t *testing.T) {
	slow.Test(t, "an office")
	sent, ours := map[string][]byte{}, map[string]text{}
	for i := range *officeFiles {
		d := rapid.Custom(func(t *rapid.T) text { return (&generator{t: t, office: true}).document() }).Example(i)
		for _, verb := range []string{"accept", "reject"} {
			name := fmt.Sprintf("%s-%03d", verb, i)
			sent[name], ours[name] = file(t, [2]string{"word/document.xml", d[tracked]}), d
		}
	}
	equal := 0
	for name, data := range officetest.Decide(t, sent) {
		side := rejected
		if strings.HasPrefix(name, "accept") {
			side = accepted
		}
		got, want := officetest.Paragraphs(t, data), officetest.Paragraphs(t, file(t, [2]string{"word/document.xml", ours[name][side]}))
		if slices.Equal(got, want) {
			equal++
		}
		if words := strings.ReplaceAll(strings.Join(got, ""), officetest.ZeroWidthJoiner, ""); words != strings.Join(want, "") {
			t.Errorf("%s\n%s\noffice %q\nours   %q", name, ours[name][tracked], got, want)
		}
	}
	t.Logf("%d of %d in the same paragraphs", equal, len(sent))
	if equal < len(sent)*3/4 {
		t.Error("too many have other paragraphs")
	}
}
