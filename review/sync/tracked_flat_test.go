package reviewsync_test

import (
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
)

// sourcesWithRequests yields the sources of golden files that have change requests, but those in which a row or column goes.
func sourcesWithRequests(t *testing.T) func(yield func(name, src string) bool) {
	files, err := filepath.Glob("../../golden/roundtrip/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(name, src string) bool) {
		for _, name := range files {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range a.Files {
				src := string(f.Data)
				if strings.HasSuffix(f.Name, ".noma") && strings.Contains(src, "::change_request") && !unitGone.MatchString(src) && !yield(filepath.Base(name)+", "+f.Name, src) {
					return
				}
			}
		}
	}
}

// wroteOn is what an author adds to a source that was sent.
const wroteOn = "\n\nThe author wrote on.\n"

// unitGone is a request that takes out a row or column.
var unitGone = regexp.MustCompile(`(?m)^:+change_request.*action="delete".*unit="(row|column)"|^:+change_request.*unit="(row|column)".*action="delete"`)

var requestLine = regexp.MustCompile(`(?m)^:+change_request.*`)

var requestID = regexp.MustCompile(`(?m)^(:+change_request\{)id="[^"]*" ?`)

// decideAll are the ways to decide all tracked changes of a package.
var decideAll = map[string]func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error){"accepts": revise.Accept, "rejects": revise.Reject}

// TestDecidedByProgram: a program that makes text of all tracked changes leaves the source as it is, but where a row or column went: with
// and without ids, and when the author has gone on.
func TestDecidedByProgram(t *testing.T) {
	tried := 0
	for name, src := range sourcesWithRequests(t) {
		for _, sent := range []string{src, requestID.ReplaceAllString(src, "$1")} {
			for does, how := range decideAll {
				file := saved(t, decidedFile(t, render(t, sent), how), func(d *desk) error { return d.writtenBy("Quill 3") })
				tried++
				for _, now := range []string{sent, sent + wroteOn} {
					if got, res := sync(t, now, file); got != now {
						t.Errorf("%s: a program %s; the source\n%s\nbecomes\n%s\nfindings: %s", name, does, now, got, describe(res))
					}
				}
			}
		}
	}
	if tried < 240 {
		t.Errorf("only %d files", tried)
	}
}

// TestDecidedInOldSource: what a reviewer decided comes to a source in which the author has gone on as to the one that was sent, with and
// without ids.
func TestDecidedInOldSource(t *testing.T) {
	for name, src := range sourcesWithRequests(t) {
		if strings.Contains(src, `unit="column"`) {
			continue // columns of other tables are a conflict
		}
		for _, sent := range []string{src, requestID.ReplaceAllString(src, "$1")} {
			for does, how := range decideAll {
				file := decidedFile(t, render(t, sent), how)
				want, _ := sync(t, sent, file)
				if got, res := sync(t, sent+wroteOn, file); got != want+wroteOn {
					t.Errorf("%s: a reviewer %s; the source becomes\n%s\nnot\n%s\nfindings: %s", name, does, got, want+wroteOn, describe(res))
				}
			}
		}
	}
}

// TestCommentWithoutID: a comment without an id that a reviewer deletes is marked so in a source in which the author has gone on, too.
func TestCommentWithoutID(t *testing.T) {
	const kept = "# A {id=\"a\"}\n\n::claim{id=\"c\"}\nApples sell well.\n::\n\n::comment{for=\"c\" author=\"Bo\"}\nSince when?\n::\n"
	const gone = "\n::comment{for=\"c\" author=\"Bo\"}\nWho says so?\n::\n"
	file := saved(t, render(t, kept+gone), func(d *desk) error { return d.deleteComment("Who says so?") })
	marked := strings.Replace(gone, `"Bo"}`, `"Bo" status="deleted"}`, 1)
	for _, on := range []string{"", wroteOn} {
		if got, res := sync(t, kept+gone+on, file); got != kept+marked+on {
			t.Errorf("the source becomes\n%s\nfindings: %s", got, describe(res))
		}
	}
}

// TestEditedAfterProgram: in the file of a program that makes text of all tracked changes, words that a reviewer types or deletes come into the
// source as without that program, and nothing else does, but for a few right beside a request, which come with its text. Those in the words
// of a request are words of the text then.
func TestEditedAfterProgram(t *testing.T) {
	edits := []gesture{{"words", (*hand).typeToken}, {"words deleted", (*hand).deleteWords}}
	tried, missed, seed := 0, 0, *from
	for name, src := range sourcesWithRequests(t) {
		for k := range seeds(10) {
			seed++
			c := seeded{rand.New(rand.NewPCG(uint64(seed), 71))}
			file, log := someOf(t, edits[k%2:k%2+1], render(t, src), c, 1, map[string]int{})
			if log == nil {
				continue
			}
			want, _ := sync(t, src, file)
			if !slices.Equal(requestLine.FindAllString(want, -1), requestLine.FindAllString(src, -1)) {
				continue // words of a request
			}
			tried++
			back := saved(t, decidedFile(t, file, revise.Accept), func(d *desk) error { return d.writtenBy("Quill 3") })
			if got, res := sync(t, src, back); got != want {
				missed++
				t.Logf("%s, seed %d: %s; the source\n%s\nbecomes\n%s\nnot\n%s\nfindings: %s", name, seed, log, src, got, want, describe(res))
			}
		}
	}
	if 50*missed > tried {
		t.Errorf("of %d edits %d come with the text of a request", tried, missed)
	}
	if tried < seeds(100) {
		t.Errorf("only %d edits", tried)
	}
}
