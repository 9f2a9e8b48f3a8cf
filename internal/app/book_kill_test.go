//go:build unix

package app

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// bookKill is the environment variable that makes this program patch a book and die on the way: STEP, a line feed, MANIFEST. Without a
// step it patches until somebody kills it.
const bookKill = "NOMADOCX_TEST_BOOK_KILL"

func init() {
	step, manifest, ok := strings.Cut(os.Getenv(bookKill), "\n")
	if !ok {
		return
	}
	for i := range 100_000 {
		if err := patchShelf(manifest, fmt.Sprintf("%d.%d", os.Getpid(), i), step); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(1)
}

// recordedShelf is the manifest of a book whose patches are recorded.
const recordedShelf = "recorded.yml"

const shelfOfThree = "chapters: [a.noma, sub/b.noma, sub/c.noma]\n"

// patchShelf gives one value to a claim in each chapter, and dies at a step.
func patchShelf(manifest, value, step string) error {
	var ops []string
	for _, id := range []string{"a", "b", "c"} {
		ops = append(ops, fmt.Sprintf(`{"op":"update_attribute","id":%q,"key":"n","value":%q},{"op":"remove_attribute","id":%[1]q,"key":"none"}`, id, value))
	}
	tx, err := patch.DecodeOps([]byte("[" + strings.Join(ops, ",") + "]"))
	if err != nil {
		return err
	}
	p, err := PatchBook(context.Background(), manifest, tx, false, PatchOptions{})
	if err != nil {
		return err
	}
	if filepath.Base(manifest) == recordedShelf {
		who := Attribution{Actor: transcript.Actor{Kind: "agent", Name: "scout"}, ToolVersion: "1.0.0", Now: time.Now, Random: crand.Reader}
		if err := p.Record(who, false); err != nil {
			return err
		}
	}
	p.at = func(now string) {
		if now == step {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	return p.Write(context.Background(), time.Minute)
}

func shelfForKills(t *testing.T, name string) (manifest string) {
	t.Helper()
	files := map[string]string{name: shelfOfThree}
	for _, c := range []string{"a", "sub/b", "sub/c"} {
		files[c+".noma"] = fmt.Sprintf("# Chapter %s\n\n::claim{id=%q n=\"0\"}\nText.\n::\n", c, filepath.Base(c))
	}
	return filepath.Join(folder(t, files), name)
}

// valueOf loads the book, as any command does, and returns the value all its chapters have.
func valueOf(t *testing.T, manifest string) string {
	t.Helper()
	if _, err := Load(t.Context(), manifest, LoadOptions{}); err != nil {
		t.Fatal(err)
	}
	value := ""
	for i, c := range []string{"a", "sub/b", "sub/c"} {
		path := filepath.Join(filepath.Dir(manifest), c+".noma")
		now := contentOf(t, path)
		if filepath.Base(manifest) == recordedShelf {
			replays(t, path, now, fmt.Sprintf("# Chapter %s\n\n::claim{id=%q n=\"0\"}\nText.\n::\n", c, filepath.Base(c)))
		}
		_, rest, _ := strings.Cut(now, " n=\"")
		v, end, ok := strings.Cut(rest, "\"")
		if i > 0 && v != value || !ok || end != "}\nText.\n::\n" {
			t.Fatalf("%s has %q, the chapter before it %q", c, v+end, value)
		}
		value = v
	}
	return value
}

// replays fails unless the transcript of a chapter leads from its first text to the one it has now.
func replays(t *testing.T, path, now, first string) {
	t.Helper()
	entries, problems, err := VerifyTranscript(t.Context(), transcript.PathOf(path), nil, time.Minute)
	if errors.Is(err, fs.ErrNotExist) && now == first {
		return
	}
	if err != nil || len(problems) > 0 {
		t.Fatalf("the transcript of %s: %v %v", path, problems, err)
	}
	text, err := transcript.Replay(first, entries)
	if err != nil || text != now {
		t.Fatalf("the transcript of %s leads to %q and %v, but the chapter has %q", path, text, err, now)
	}
}

func shelfHolds(t *testing.T, manifest string) string {
	dir := filepath.Dir(manifest)
	return names(t, dir) + " / " + names(t, filepath.Join(dir, "sub"))
}

// cleanShelf is what there is when nothing is left of patches, by the manifest.
var cleanShelf = map[string]string{
	"book.yml":    "a.noma book.yml sub / b.noma c.noma",
	recordedShelf: "a.noma a.noma.patches recorded.yml sub / b.noma b.noma.patches c.noma c.noma.patches",
}

func killed(t *testing.T, step, manifest string, after time.Duration) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), bookKill+"="+step+"\n"+manifest)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if step == "" {
		time.Sleep(after)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.Exited() {
		t.Fatalf("it ended otherwise: %v %s", err, said.String())
	}
}

// TestKilledBookPatchAtEachStep: a patch has been made once its journal is on disk, and not at all before; the next one
// leaves nothing behind.
func TestKilledBookPatchAtEachStep(t *testing.T) {
	slow.Test(t, "other programs or processes")
	const plain = 5 // steps without records
	for i, step := range []string{"prepared", "journaled", "renamed a.noma", "renamed sub/b.noma", "renamed sub/c.noma",
		"prepared", "journaled", "recording a.noma", "unrecorded a.noma", "renamed a.noma", "recording sub/b.noma", "unrecorded sub/b.noma", "unrecorded sub/c.noma", "renamed sub/c.noma"} {
		name := "book.yml"
		if i >= plain {
			name = recordedShelf
		}
		t.Run(name+" "+step, func(t *testing.T) {
			manifest := shelfForKills(t, name)
			killed(t, step, manifest, 0)
			// Whoever examines a transcript first must not take from the book what it needs.
			for _, c := range []string{"a", "sub/b", "sub/c"} {
				if _, err := transcript.Heal(t.Context(), transcript.PathOf(filepath.Join(filepath.Dir(manifest), c+".noma")), time.Minute); err != nil {
					t.Fatal(err)
				}
			}
			if value := valueOf(t, manifest); (value == "0") != (step == "prepared") {
				t.Errorf("the value is %s", value)
			}
			if err := patchShelf(manifest, "last", ""); err != nil {
				t.Fatal(err)
			}
			if value, holds := valueOf(t, manifest), shelfHolds(t, manifest); value != "last" || holds != cleanShelf[filepath.Base(manifest)] {
				t.Errorf("after the next patch the value is %s, and there is %s", value, holds)
			}
		})
	}
}

// TestKilledBookPatches kills at random moments; -kills says how often.
func TestKilledBookPatches(t *testing.T) {
	slow.Test(t, "other programs or processes")
	for name := range cleanShelf {
		t.Run(name, func(t *testing.T) { killBookPatches(t, shelfForKills(t, name)) })
	}
}

func killBookPatches(t *testing.T, manifest string) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	half := 0
	for run := range *kills {
		killed(t, "", manifest, time.Duration(random.IntN(60_000))*time.Microsecond)
		if _, err := os.Stat(journalOf(manifest)); err == nil {
			half++
		}
		valueOf(t, manifest)
		if t.Failed() {
			t.Fatalf("run %d, seed %d", run, seed)
		}
	}
	if err := patchShelf(manifest, "last", ""); err != nil {
		t.Fatal(err)
	}
	if value, holds := valueOf(t, manifest), shelfHolds(t, manifest); value != "last" || holds != cleanShelf[filepath.Base(manifest)] {
		t.Errorf("after the next patch the value is %s, and there is %s", value, holds)
	}
	t.Logf("%d kills, %d times a journal was left", *kills, half)
}

// TestInterruptedBookPatch: a chapter that was changed since stops the book and says what is what, and nothing is written.
func TestInterruptedBookPatch(t *testing.T) {
	manifest := shelfForKills(t, "book.yml")
	dir := filepath.Dir(manifest)
	killed(t, "renamed a.noma", manifest, 0)
	changed := filepath.Join(dir, "sub", "c.noma")
	put(t, changed, "# Mine\n")
	_, err := Load(t.Context(), manifest, LoadOptions{})
	if want := "as sub/c.noma changed since (with the new text: a.noma; with the old one: sub/b.noma)"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want %s", err, want)
	}
	if !strings.Contains(contentOf(t, filepath.Join(dir, "sub", "b.noma")), `n="0"`) || contentOf(t, changed) != "# Mine\n" {
		t.Error("something was written")
	}
	if err := os.Remove(journalOf(manifest)); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(t.Context(), manifest, LoadOptions{}); err != nil {
		t.Errorf("without the journal: %v", err)
	}
}

// TestForeignJournals: a journal of a stranger changes nothing but chapters of its book, by files that a patch has made
// beside them.
func TestForeignJournals(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "victim.noma")
	hash := func(s string) string { return transcript.Hash(s) }
	for name, c := range map[string]struct {
		data string
		j    journaled
	}{
		"no JSON":                  {data: "{{"},
		"no chapter":               {j: journaled{Path: "sub/x.noma"}},
		"the manifest":             {j: journaled{Path: "book.yml"}},
		"a path outside":           {j: journaled{Path: "../victim.noma"}},
		"a file of another folder": {j: journaled{Path: "a.noma", Temp: "../new"}},
		"a file of another kind":   {j: journaled{Path: "a.noma", Temp: "new"}},
		"records of another text":  {j: journaled{Path: "a.noma", Records: []transcript.Record{{PreSHA256: "0"}}}},
		"a link outside":           {j: journaled{Path: "sub/b.noma", Temp: ".victim.noma.x.patching"}},
	} {
		t.Run(name, func(t *testing.T) {
			manifest := shelfForKills(t, "book.yml")
			dir := filepath.Dir(manifest)
			put(t, outside, "# Victim\n")
			put(t, filepath.Join(dir, "new"), "# New\n")
			if name == "a link outside" {
				link := filepath.Join(dir, "sub", "b.noma")
				if err := errors.Join(os.Remove(link), os.Symlink(outside, link)); err != nil {
					t.Fatal(err)
				}
			}
			data := []byte(c.data)
			if c.data == "" {
				c.j.Before, c.j.After = hash(contentOf(t, filepath.Join(dir, "a.noma"))), hash("# New\n")
				if name == "a link outside" {
					c.j.Before = hash("# Victim\n")
				}
				var err error
				if data, err = json.Marshal(journal{Chapters: []journaled{c.j}}); err != nil {
					t.Fatal(err)
				}
			}
			put(t, journalOf(manifest), string(data))
			before := contentOf(t, filepath.Join(dir, "a.noma"))
			if _, err := Load(t.Context(), manifest, LoadOptions{}); err == nil || !strings.Contains(err.Error(), "book.yml.pending") {
				t.Errorf("the error is %v", err)
			}
			if contentOf(t, outside) != "# Victim\n" || contentOf(t, filepath.Join(dir, "a.noma")) != before {
				t.Error("a file was changed")
			}
		})
	}
}
