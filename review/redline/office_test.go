package redline_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
	"github.com/nomadocx/nomadocx/internal/testkit/officetest"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/review/redline"
)

var officePairs = flag.Int("office.pairs", 60, "how many redlines LibreOffice decides each way: 200 is the full run")

var verbs = map[string]func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error){"accept": revise.Accept, "reject": revise.Reject}

// TestAgainstOffice: LibreOffice accepts and rejects redlines as we do.
func TestAgainstOffice(t *testing.T) {
	slow.Test(t, "an office")
	sent, ours := map[string][]byte{}, map[string][]byte{}
	for n := 0; len(sent) < 2*(*officePairs); n++ {
		c := rand.New(rand.NewPCG(uint64(n), 8))
		generate := generators[n%len(generators)]
		was := generate(chooser{c})
		before, after := wordOf(t, was), wordOf(t, docgen.Edited(chooser{c}, was, generate(chooser{c})))
		if after == nil {
			continue
		}
		data, _, err := redline.Make(before, after, redline.Options{Author: "Ann", Date: "2026-01-01T00:00:00Z"})
		if err != nil {
			t.Fatalf("pair %d: %v", n, err)
		}
		if data == nil {
			continue
		}
		for verb, decide := range verbs {
			name := fmt.Sprintf("%s-%03d", verb, n)
			e, _, err := decide(read(t, data), revise.Select{})
			if err != nil {
				t.Fatal(err)
			}
			sent[name] = data
			if ours[name], err = e.Bytes(); err != nil {
				t.Fatal(err)
			}
		}
	}
	equal := 0
	for name, data := range officetest.Decide(t, sent) {
		verb, _, _ := strings.Cut(name, "-")
		e, left, err := verbs[verb](read(t, data), revise.Select{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range left.Revisions { // LibreOffice 7.4 does not know columns that came or went
			if r.Of != "cell" && r.Text != "" {
				t.Errorf("%s: not decided: %+v", name, r)
			}
		}
		if data, err = e.Bytes(); err != nil {
			t.Fatal(err)
		}
		got, want := unpaged(officetest.Paragraphs(t, data)), unpaged(officetest.Paragraphs(t, ours[name]))
		if slices.Equal(got, want) {
			equal++
			continue
		}
		first := 0
		for first < min(len(got), len(want)) && got[first] == want[first] {
			first++
		}
		t.Logf("%s has other paragraphs: office %q, ours %q", name, got[first:min(first+3, len(got))], want[first:min(first+3, len(want))])
		if words := strings.ReplaceAll(strings.Join(got, ""), officetest.ZeroWidthJoiner, ""); words != strings.Join(want, "") {
			t.Errorf("%s\noffice %q\nours   %q", name, got, want)
		}
	}
	t.Logf("%d of %d in the same paragraphs", equal, len(sent))
	if equal < len(sent)*3/4 {
		t.Error("too many have other paragraphs")
	}
}

// unpaged returns the texts of paragraphs without the numbers of pages at their ends, which are not compared, and without boxes that are
// ticked: LibreOffice makes them text when what they are in was deleted. It leaves a zero width joiner in empty cells of rows that were
// tracked; a paragraph with nothing else is blank.
func unpaged(list []string) []string {
	for i, text := range list {
		list[i] = strings.TrimLeft(strings.TrimRight(text, "0123456789"), "☐☒")
	}
	return slices.DeleteFunc(list, func(text string) bool { return text == officetest.ZeroWidthJoiner })
}
