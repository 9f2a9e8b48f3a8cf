package app

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// TestMovesComeBack: of a redline with blocks that were moved, some of them edited, each move is accepted or rejected. Synced into the
// source of BEFORE and into that of AFTER it gives exactly what was decided.
func TestMovesComeBack(t *testing.T) {
	documents := 24
	if testing.Short() {
		documents = 6
	}
	dir := t.TempDir()
	for n := range documents {
		c := rand.New(rand.NewPCG(uint64(n), 6))
		was := strings.Split(docgen.Report(3+n%3), "\n\n")
		var prose []int
		for i, chunk := range was[:len(was)-4] { // the last paragraph of a document has a mark that stays
			if strings.HasPrefix(chunk, "::claim") || len(chunk) > 100 && !strings.ContainsAny(chunk[:1], "-#:|") {
				prose = append(prose, i)
			}
		}
		i := prose[c.IntN(len(prose))]
		j := prose[c.IntN(len(prose))]
		if i == j {
			continue
		}
		moved := was[i]
		if n%3 == 0 {
			words := strings.Split(moved, " ")
			words[len(words)-4] = "changed"
			moved = strings.Join(words, " ")
		}
		now := slices.Delete(slices.Clone(was), i, i+1)
		now = slices.Insert(now, j, moved)
		before, after := placed(t, dir, "before.noma", strings.Join(was, "\n\n")), placed(t, dir, "after.noma", strings.Join(now, "\n\n"))
		r := annsRedline(t, before, after)
		if len(r.Report.Changes) != 1 || r.Report.Changes[0].Kind != "move" {
			t.Errorf("document %d: %+v", n, r.Report.Changes)
			continue
		}
		id := []string{strconv.Itoa(r.Report.Changes[0].ID)}
		for name, data := range fatesOf(t, r.Data, id) {
			decided := placed(t, dir, "decided.docx", string(data))
			for _, source := range []string{before, after} {
				want := now
				if name == "rejected" || name == "left" && source == before {
					want = was
				}
				got := cameBack(t, source, decided)
				if name == "left" && source == before {
					// What nobody decided is proposed, and nothing else.
					if got = unasked(got); got == strings.Join(want, "\n\n") {
						continue
					}
				}
				if strings.HasPrefix(moved, "::claim") && (name == "accepted" && source == before || name == "rejected" && source == after) {
					// Where it goes beside what is not shown there, such as its footnote, the file does not say.
					if a, b := lineCounts(got), lineCounts(strings.Join(want, "\n\n")); !maps.Equal(a, b) {
						t.Errorf("document %d (%d to %d) %s into %s:\n%v\n%v", n, i, j, name, filepath.Base(source), a, b)
					}
					continue
				}
				if got != strings.Join(want, "\n\n") {
					t.Errorf("document %d (%d to %d) %s into %s:\n%s", n, i, j, name, filepath.Base(source), differenceAt(strings.Split(got, "\n"), strings.Split(strings.Join(want, "\n\n"), "\n")))
				}
			}
		}
	}
}

// TestTablesAndPicturesMove: a table or picture that stands elsewhere is one move, with its caption. Accepted, rejected or left it comes back
// into both sources.
func TestTablesAndPicturesMove(t *testing.T) {
	dir := t.TempDir()
	placed(t, dir, "a.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="10" height="10"/></svg>`)
	const pipes = "| Region | Plan |\n| --- | --- |\n| North | 12 |\n| South | 13 |"
	for name, moved := range map[string]string{
		"table": pipes, "with a caption": pipes + "\nTable: Plans of regions {id=\"t-1\"}", "block": "::table{id=\"tt\" title=\"Numbers of it\"}\nA | B\n1 | 2\n::",
		"figure": "::figure{id=\"f\" src=\"a.svg\" alt=\"A picture\" caption=\"What it shows\"}\n::", "picture": "![A picture](a.svg)",
	} {
		text := func(at int) string {
			chunks := []string{"# Top {id=\"top\"}"}
			for n, word := range []string{"one", "two", "three", "four", "five", "six", "seven"} {
				if n == at {
					chunks = append(chunks, moved)
				}
				chunks = append(chunks, "The paragraph "+word+" has quite some words, of which "+word+" is one.")
			}
			return strings.Join(chunks, "\n\n") + "\n"
		}
		was, now := text(1), text(6)
		before, after := placed(t, dir, "before.noma", was), placed(t, dir, "after.noma", now)
		r := annsRedline(t, before, after)
		var ids []string
		for n, c := range r.Report.Changes {
			if ids = append(ids, strconv.Itoa(c.ID)); (c.Kind == "move") != (n == 0) || n > 0 && c.Kind != "format" { // of the paragraphs beside it
				t.Errorf("%s: %+v", name, c)
			}
		}
		for fate, data := range fatesOf(t, r.Data, ids) {
			decided := placed(t, dir, "decided.docx", string(data))
			for source, want := range map[string]string{before: was, after: now} {
				got := cameBack(t, source, decided)
				switch {
				case fate == "accepted":
					want = now
				case fate == "rejected":
					want = was
				case source == before:
					got = unasked(got)
				}
				if got != want {
					t.Errorf("%s %s into %s:\n%s", name, fate, filepath.Base(source), differenceAt(strings.Split(got, "\n"), strings.Split(want, "\n")))
				}
			}
		}
	}
}

// lineCounts returns how often the lines of a source are there; how deep a block is nested does not count.
func lineCounts(text string) map[string]int {
	count := map[string]int{}
	for line := range strings.SplitSeq(text, "\n") {
		count[strings.TrimLeft(line, ":")]++
	}
	delete(count, "")
	return count
}

// unasked returns a source without its change requests.
func unasked(text string) string {
	var out []string
	for chunk := range strings.SplitSeq(text, "\n\n") {
		if !strings.HasPrefix(chunk, "::change_request{") {
			out = append(out, chunk)
		}
	}
	return strings.Join(out, "\n\n")
}
