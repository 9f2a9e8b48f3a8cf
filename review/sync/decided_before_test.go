package reviewsync_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// TestDecidedOtherwise: two reviewers decide a tracked change in different ways. The decision that came first stays, and the other one is a
// conflict; whoever decides as the first one did changes nothing.
func TestDecidedOtherwise(t *testing.T) {
	for name, request := range map[string]string{
		"words":      `action="replace" from="costs" to="expenses" prefix="what " suffix=" were"`,
		"deletion":   `action="delete" from="costs " prefix="what " suffix="were"`,
		"insertion":  `action="insert" to="total " prefix="what " suffix="costs"`,
		"of its own": `action="replace" from="costs" to="expenses"`,
		"of nothing": `target="nowhere" action="replace" from="costs" to="expenses"`,
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.HasPrefix(request, "target") {
				request = `target="c" ` + request
			}
			src := "# Report\n\n::claim{id=\"c\"}\nThis is what costs were.\n::\n\n::change_request{id=\"q\" " + request + " author=\"Nia\"}\n::\n"
			sent := render(t, src)
			files := map[string][]byte{"accepted": decidedFile(t, sent, revise.Accept), "rejected": decidedFile(t, sent, revise.Reject)}
			for first, other := range map[string]string{"accepted": "rejected", "rejected": "accepted"} {
				now, _ := sync(t, src, files[first])
				if same, res := sync(t, now, files[first]); same != now {
					t.Fatalf("%s twice:\n%s%s", first, same, describe(res))
				}
				got, res := sync(t, now, files[other])
				if got != now || len(res.Findings) != 1 || res.Findings[0].Outcome != reviewsync.Conflict || !strings.Contains(res.Findings[0].Message, "is "+other) {
					t.Errorf("%s, then %s: %s\n%s\nbecomes\n%s", first, other, describe(res), now, got)
				}
			}
		})
	}
}

// decidedFile returns a file of which all tracked changes were accepted or rejected.
func decidedFile(t *testing.T, data []byte, how func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error)) []byte {
	t.Helper()
	p, err := opc.ReadBytes(data, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	e, _, err := how(p, revise.Select{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := e.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
