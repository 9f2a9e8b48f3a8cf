package app

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nomadocx/nomadocx/internal/testkit/slow"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// The full measure is -patchers 20 -patches 100 and -kills 200; by default less, so that the tests stay quick.
var (
	patchers = flag.Int("patchers", 6, "processes that patch one file at the same time")
	patches  = flag.Int("patches", 10, "how often each of them does")
	kills    = flag.Int("kills", 60, "how often a patching process is killed")
)

// patchLoop is the environment variable that makes this program patch a file: "FILE COUNT".
const patchLoop = "NOMADOCX_TEST_PATCH"

func TestMain(m *testing.M) {
	if job := os.Getenv(patchLoop); job != "" {
		file, count, _ := strings.Cut(job, "\n")
		n, err := strconv.Atoi(count)
		if err == nil {
			err = patchRepeatedly(file, n)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	os.Exit(m.Run())
}

// patchRepeatedly patches a file so many times, each time with a value not seen before, so that every
// patch changes the file.
func patchRepeatedly(file string, n int) error {
	for i := range n {
		rq, err := DecodeRequest(fmt.Appendf(nil, `{"op":"update_attribute","id":"m","key":"value","value":"%d.%d"}`, os.Getpid(), i))
		if err != nil {
			return err
		}
		if _, err := PatchFile(context.Background(), file, rq, recorded(file)); err != nil {
			return err
		}
	}
	return nil
}

func patcher(t *testing.T, file string, n int) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s\n%d", patchLoop, file, n))
	said := &bytes.Buffer{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, said
}

func TestManyProcessesPatchOneFile(t *testing.T) {
	slow.Test(t, "processes")
	path := filepath.Join(t.TempDir(), "a.noma")
	put(t, path, tally)
	var cmds []*exec.Cmd
	var said []*bytes.Buffer
	for range *patchers {
		cmd, out := patcher(t, path, *patches)
		cmds, said = append(cmds, cmd), append(said, out)
	}
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, said[i])
		}
	}
	entries := agree(t, path, tally)
	seen := map[string]bool{}
	for _, e := range entries {
		if e.Record.PatchResult != transcript.Applied || e.Record.PostSHA256 == e.Record.PreSHA256 {
			t.Fatalf("line %d: %s", e.Line, e.Record.PatchResult)
		}
		seen[string(e.Record.Op)] = true
	}
	if want := *patchers * *patches; len(entries) != want || len(seen) != want {
		t.Errorf("%d records of %d operations, want %d", len(entries), len(seen), want)
	}
	if got := names(t, filepath.Dir(path)); got != "a.noma a.noma.patches" {
		t.Errorf("the folder holds %q", got)
	}
}

// TestKilledPatchers kills a patching process at a random moment, again and again. At each moment the
// document is whole, and the transcript makes it out of the text it began as.
func TestKilledPatchers(t *testing.T) {
	slow.Test(t, "other programs or processes")
	path := filepath.Join(t.TempDir(), "a.noma")
	put(t, path, tally)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	records, pending := 0, 0
	for run := range *kills {
		cmd, said := patcher(t, path, 1000)
		time.Sleep(time.Duration(random.IntN(60_000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.Exited() {
			t.Fatalf("run %d (seed %d): %v: %s", run, seed, err, said)
		}
		if _, err := os.Stat(transcript.PathOf(path) + ".pending"); err == nil {
			pending++
		}
		text := contentOf(t, path)
		if !strings.HasPrefix(text, "# Count\n\n::metric{id=\"m\" value=") || !strings.HasSuffix(text, "\nA number.\n::\n") {
			t.Fatalf("run %d (seed %d): a mixture: %q", run, seed, text)
		}
		now := len(agree(t, path, tally))
		if now < records {
			t.Fatalf("run %d (seed %d): %d records, there were %d before", run, seed, now, records)
		}
		records = now
	}
	// One more patch clears away what the killed ones have left.
	if err := patchRepeatedly(path, 1); err != nil {
		t.Fatal(err)
	}
	if now := len(agree(t, path, tally)); now != records+1 {
		t.Errorf("%d records, want %d", now, records+1)
	}
	if got := names(t, filepath.Dir(path)); got != "a.noma a.noma.patches" {
		t.Errorf("the folder holds %q", got)
	}
	t.Logf("%d kills, %d records, %d times an intent was left", *kills, records, pending)
}
