package revise

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	_ "github.com/nomadocx/nomadocx/internal/testkit/seed"
	"pgregory.net/rapid"
)

// decided returns a part with changes decided.
func decided(t rapid.TB, part string, accept bool, s Select) (string, *Report) {
	cut, err := Split(part)
	if err != nil {
		t.Fatalf("%v in %s", err, part)
	}
	pick := newPicker(s)
	if err := pick.expand(&Document{parts: []string{"main"}, texts: map[string]*Part{"main": cut}}); err != nil {
		t.Fatalf("%v in %s", err, part)
	}
	pick.ranges = map[string]bool{}
	gone := lost{}
	w := &rewriter{accept: accept, pick: pick, report: &Report{}, name: "main", part: cut, text: part, lost: &gone}
	stretches, err := w.rewrite()
	out := part
	if stretches != nil {
		out = (&Decided{Stretches: stretches}).Text()
	}
	if err == nil && gone.fields != nil {
		out, err = mendFields(out)
	}
	if err != nil {
		t.Fatalf("%v in %s", err, part)
	}
	w.report.Unknown = pick.unknown()
	return out, w.report
}

// Accepting and rejecting give what the document was made of.
func TestKnown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t}
		d := g.document()
		for side, accept := range map[int]bool{accepted: true, rejected: false} {
			got, report := decided(t, d[tracked], accept, Select{})
			if got != d[side] {
				t.Fatalf("accept %v\n%s\ngot  %s\nwant %s", accept, d[tracked], got, d[side])
			}
			if report.Left != 0 {
				t.Fatalf("%d changes are left", report.Left)
			}
			if again, r := decided(t, got, accept, Select{}); again != got || len(r.Revisions) > 0 {
				t.Fatalf("a second time it is other text: %s", again)
			}
		}
	})
}

var (
	shown    = regexp.MustCompile(`<[wm]:t>([^<]*)`)
	anyTag   = regexp.MustCompile(`<w:([A-Za-z]+)`)
	fallback = regexp.MustCompile(`<mc:Fallback>.*?</mc:Fallback>`)
	changes  = regexp.MustCompile(`<w:[A-Za-z]* [^>]*w:author="(Ann|Ben|Cleo)"[^>]*>`)
)

// wordsIn returns the text of a part.
func wordsIn(part string) string {
	var b strings.Builder
	for _, m := range shown.FindAllStringSubmatch(part, -1) {
		b.WriteString(m[1])
	}
	return b.String()
}

// countChanges counts the changes in a part, those for old programs left aside.
func countChanges(part string) (n int) {
	for _, tag := range anyTag.FindAllStringSubmatch(fallback.ReplaceAllString(part, ""), -1) {
		if kindsOf[tag[1]] != "" {
			n++
		}
	}
	return n
}

// What one author changed is decided alone: the changes of others stay as they are written, and deciding author by author
// gives the same text as deciding all at once.
func TestAuthors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t}
		d := g.document()
		for side, accept := range map[int]bool{accepted: true, rejected: false} {
			now := d[tracked]
			authors := rapid.Permutation([]string{"Ann", "Ben", "Cleo"}).Draw(t, "authors")
			for i, author := range authors {
				before := now
				var report *Report
				now, report = decided(t, now, accept, Select{Authors: []string{author}})
				if n := countChanges(now); n != report.Left {
					t.Fatalf("accept %v, %s: %d are left, not %d\n%s", accept, author, n, report.Left, now)
				}
				for _, tag := range changes.FindAllStringSubmatch(now, -1) {
					if slices.Contains(authors[:i+1], tag[1]) {
						t.Fatalf("accept %v, %s: %s is still there\n%s", accept, author, tag[0], before)
					}
					if !strings.Contains(before, tag[0]) {
						t.Fatalf("accept %v, %s: %s was written anew\n%s", accept, author, tag[0], before)
					}
				}
			}
			if got, want := wordsIn(now), wordsIn(d[side]); got != want {
				t.Fatalf("accept %v, %q\n%s\ngot  %s\nwant %s", accept, authors, d[tracked], got, want)
			}
		}
	})
}

// One change after the other, in any order, gives the same text as all at once, and all of them are told.
func TestOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t}
		d := g.document()
		for side, accept := range map[int]bool{accepted: true, rejected: false} {
			_, all := decided(t, d[tracked], accept, Select{})
			var ids []string
			for _, r := range all.Revisions {
				ids = append(ids, r.ID)
			}
			now := d[tracked]
			if len(ids) > 0 {
				for _, id := range rapid.Permutation(ids).Draw(t, "ids") {
					now, _ = decided(t, now, accept, Select{IDs: []string{id}})
				}
			}
			if got, want := wordsIn(now), wordsIn(d[side]); got != want || countChanges(now) > 0 {
				t.Fatalf("accept %v, %d left\n%s\ngot  %s\nwant %s\n%s", accept, countChanges(now), d[tracked], got, want, now)
			}
		}
	})
}

// What the reader shows of a file with changes is what the decided file says.
func TestReadersView(t *testing.T) {
	read := func(part string, v wml.View) string {
		d, err := wml.Read(opened(t, file(t, [2]string{"word/document.xml", part})), wml.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for p := range wml.Paragraphs(d.Stories[0].Blocks...) {
			b.WriteString(p.Text(v))
		}
		return b.String()
	}
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t, office: true}
		d := g.document()
		for side, view := range map[int]wml.View{accepted: wml.Current, rejected: wml.Original} {
			if got, want := read(d[tracked], view), read(d[side], wml.Current); got != want {
				t.Fatalf("%s\nshown   %s\ndecided %s", d[tracked], got, want)
			}
		}
	})
}
