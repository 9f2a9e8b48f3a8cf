package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// armLoop is the environment variable that makes this program append turns to a record: "FILE".
const armLoop = "NOMADOCX_TEST_ARM"

func init() {
	if file := os.Getenv(armLoop); file != "" {
		for i := range 50 {
			if err := appendComment(file, fmt.Sprintf("p%d-%d", os.Getpid(), i)); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
		os.Exit(0)
	}
}

// armKey signs for the one party of the test record.
func armKey() (arm.Signer, []byte) {
	private, public, err := arm.KeyFromSeed(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		panic(err)
	}
	s, err := arm.ParseSigner(private, "key")
	if err != nil {
		panic(err)
	}
	return s, public
}

// appendComment drafts a turn at the head and commits it, again while others are quicker.
func appendComment(file, id string) error { return appendCommentAt(file, id, nil) }

func appendCommentAt(file, id string, at func(writeStage, *docfile.Replacement)) error {
	key, _ := armKey()
	for {
		a, err := OpenArm(context.Background(), file, nil)
		if err != nil {
			return err
		}
		v, err := a.record()
		if err != nil {
			return err
		}
		draft, err := arm.Draft(v, arm.DraftOptions{TurnID: id, CreatedAt: "2026-01-01T00:00:00.000Z", Author: "us", AnchorID: "a", Decision: "propose",
			Artifacts: []arm.Value{arm.ArtifactInput{ID: id + ".1", Kind: "comment", Text: "A remark."}.Value()}})
		if err != nil {
			return err
		}
		_, err = CommitArm(context.Background(), file, draft, nil, key, "2026-01-01T00:00:00.000Z", ArmOptions{Now: "2026-01-01T00:00:00.000Z", LockTimeout: time.Minute, at: at})
		var refused *arm.Refusal
		if !errors.As(err, &refused) || refused.Code != arm.StaleDraft {
			return err
		}
	}
}

// armDocument returns a rendered document with an empty record.
func armDocument(t testing.TB) string {
	t.Helper()
	s, err := FromText("-", "# Report\n\n::claim{id=\"c\"}\nText.\n::\n")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Render(context.Background(), &b, s, RenderOptions{Target: Word}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.docx")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	_, public := armKey()
	manifest := fmt.Sprintf(`{"schemaVersion":2,"sessionId":"s","createdAt":"2026-01-01T00:00:00.000Z","ontologyRefs":[{"ontologyId":"o","version":"1","topics":["t"]}],
		"parties":[{"partyId":"us","displayName":"Us","signingKeys":[{"keyId":"key","algorithm":"Ed25519","publicKeyJwk":%s,"turnsRequireHumanApproval":false}]}],
		"documents":[{"documentId":"d","mediaType":"text/x-noma"}],"anchors":[{"anchorId":"a","documentId":"d","clauseTopic":"t","selector":{"kind":"noma-block","blockId":"c"}}]}`, public)
	if _, err := InitArm(context.Background(), file, []byte(manifest), ArmOptions{Now: "2026-01-01T00:00:00.000Z"}); err != nil {
		t.Fatal(err)
	}
	return file
}

func turnsIn(t *testing.T, file string) int {
	t.Helper()
	a, err := OpenArm(context.Background(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := a.Verify()
	if r.Result != arm.Valid {
		t.Fatalf("%+v", r.Errors)
	}
	return r.TurnCount
}

// Acceptance criterion 12: whenever a writer is killed, the document is the old or the new one, both
// verify, and what it leaves behind is cleared away by the next.
func TestArmCriterion12KilledWriters(t *testing.T) {
	slow.Test(t, "other programs or processes")
	file := armDocument(t)
	before := 0
	for i := range 8 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), armLoop+"="+file)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for turnsIn(t, file) == before { // it is at work
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(rand.IntN(40)) * time.Millisecond)
		_ = cmd.Process.Kill() // it may be done already
		_ = cmd.Wait()
		n := turnsIn(t, file)
		if n < before {
			t.Fatalf("%d turns became %d", before, n)
		}
		before = n
		if err := appendComment(file, fmt.Sprintf("after-%d", i)); err != nil {
			t.Fatal(err)
		}
		before++
		entries, err := os.ReadDir(filepath.Dir(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), docfile.Suffix) {
				t.Errorf("%s was left behind", e.Name())
			}
		}
	}
}

// Acceptance criterion 13: writers at the same time lose no turn.
func TestArmCriterion13ConcurrentWriters(t *testing.T) {
	slow.Test(t, "other programs or processes")
	file := armDocument(t)
	const writers, each = 4, 5
	var wait sync.WaitGroup
	failed := make(chan error, writers*each)
	for w := range writers {
		wait.Go(func() {
			for i := range each {
				if err := appendComment(file, fmt.Sprintf("w%d-%d", w, i)); err != nil {
					failed <- err
				}
			}
		})
	}
	wait.Wait()
	close(failed)
	for err := range failed {
		t.Error(err)
	}
	if n := turnsIn(t, file); n != writers*each {
		t.Errorf("%d turns of %d", n, writers*each)
	}
}

// Acceptance criterion 10: nothing is appended to a record that does not verify, or that parts ways with
// what was seen or lies beside it.
func TestArmCriterion10InvalidRecords(t *testing.T) {
	file := armDocument(t)
	if err := appendComment(file, "one"); err != nil {
		t.Fatal(err)
	}
	side := strings.TrimSuffix(file, ".docx") + ArmSuffix
	a, err := OpenArm(context.Background(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.record()
	if err != nil {
		t.Fatal(err)
	}
	heads := HeadsFile(filepath.Join(filepath.Dir(file), "heads.json"))
	if err := heads.seen(v, a.Verify(), "2026-01-01T00:00:00.000Z"); err != nil {
		t.Fatal(err)
	}
	// The same place in another copy.
	other := armDocument(t)
	if err := appendComment(other, "two"); err != nil {
		t.Fatal(err)
	}
	b, err := OpenArm(context.Background(), other, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := b.record()
	if err != nil {
		t.Fatal(err)
	}
	var refused *arm.Refusal
	if _, err := b.appendable(heads); !errors.As(err, &refused) || refused.Code != arm.ForkDetected {
		t.Errorf("known heads: %v", err)
	}
	if err := os.WriteFile(side, w.Canonical(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := appendComment(file, "three"); !errors.As(err, &refused) || refused.Code != arm.ForkDetected {
		t.Errorf("sidecar: %v", err)
	}
	broken := bytes.Replace(w.Canonical(), []byte("A remark."), []byte("Another.."), 1)
	if err := os.WriteFile(side, broken, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := appendComment(side, "four"); !errors.As(err, &refused) || refused.Code != arm.WriterRecordInvalid {
		t.Errorf("broken: %v", err)
	}
	if data, err := os.ReadFile(side); err != nil || !bytes.Equal(data, broken) {
		t.Error("the file was touched")
	}
}
