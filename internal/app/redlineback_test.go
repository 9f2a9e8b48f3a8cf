package app

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/revise"
	"github.com/nomadocx/nomadocx/internal/testkit/docgen"
)

// TestRedlineComesBack: of a redline some changes are accepted and the others rejected. Synced into the source of BEFORE and into that of
// AFTER it gives exactly what was decided.
func TestRedlineComesBack(t *testing.T) {
	documents := 12
	if testing.Short() {
		documents = 3
	}
	dir := t.TempDir()
	for n := range documents {
		c := rand.New(rand.NewPCG(uint64(n), 5))
		was := strings.Split(docgen.Report(4+n%3), "\n")
		now := strings.Split(strings.Join(was, "\n"), "\n")
		edits := map[int]string{} // lines by the word that is new in them
		comment := false
		for i, line := range was {
			words := strings.Split(line, " ")
			if comment = comment && line != "::" || strings.HasPrefix(line, "::comment"); comment {
				continue // one that reads otherwise is another one
			}
			if len(words) < 8 || strings.ContainsAny(line, "|:{<#`[*_") || c.IntN(2) == 0 {
				continue
			}
			words[1+c.IntN(len(words)-2)] = "changed" + strconv.Itoa(i)
			now[i] = strings.Join(words, " ")
			edits[i] = "changed" + strconv.Itoa(i)
		}
		before, after := placed(t, dir, "before.noma", strings.Join(was, "\n")), placed(t, dir, "after.noma", strings.Join(now, "\n"))
		r := annsRedline(t, before, after)
		if len(r.Report.Changes) != len(edits) || len(edits) == 0 {
			t.Fatalf("document %d: %d changes of %d edits", n, len(r.Report.Changes), len(edits))
		}
		var accepted, rejected []string
		want := strings.Split(strings.Join(was, "\n"), "\n")
		for k, change := range r.Report.Changes {
			end := change.ID + 2
			if k+1 < len(r.Report.Changes) {
				end = r.Report.Changes[k+1].ID
			}
			to := &rejected
			if c.IntN(2) == 0 {
				to = &accepted
				for i, word := range edits {
					if strings.Contains(change.Now, word) {
						want[i] = now[i]
					}
				}
			}
			for id := change.ID; id < end; id++ {
				*to = append(*to, strconv.Itoa(id))
			}
		}
		decided := placed(t, dir, "decided.docx", string(decide(t, decide(t, r.Data, revise.Accept, accepted), revise.Reject, rejected)))
		for _, source := range []string{before, after} {
			got := cameBack(t, source, decided)
			if got != strings.Join(want, "\n") {
				t.Errorf("document %d into %s:\n%s", n, filepath.Base(source), differenceAt(strings.Split(got, "\n"), want))
			}
		}
	}
}

// placed writes a file and returns its path.
func placed(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// annsRedline returns the redline of two sources, under the name of Ann.
func annsRedline(t *testing.T, before, after string) *Redlined {
	t.Helper()
	r, err := Redline(context.Background(), before, after, RedlineOptions{Author: "Ann", Date: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cameBack returns the text of a source after a file was synced into it.
func cameBack(t *testing.T, source, file string) string {
	t.Helper()
	s, err := Load(context.Background(), source, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Review{}.Sync(context.Background(), s, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got.Text
}

func decide(t *testing.T, data []byte, how func(*opc.Package, revise.Select) (*opc.Edit, *revise.Report, error), ids []string) []byte {
	t.Helper()
	if len(ids) == 0 {
		return data
	}
	p, err := opc.ReadBytes(data, opc.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	e, _, err := how(p, revise.Select{IDs: ids})
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func differenceAt(got, want []string) string {
	for i := range got {
		if i >= len(want) || got[i] != want[i] {
			return fmt.Sprintf("line %d\ngot  %q\nwant %q", i+1, got[i], append(want, "")[min(i, len(want))])
		}
	}
	return "the end is missing"
}
