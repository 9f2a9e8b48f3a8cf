//go:build unix

package app

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/testkit/slow"
)

// armKill is the environment variable that makes this program append a turn and die on the way:
// "STAGE FILE". The stage "half" is one of a file of which only the first half was written.
const armKill = "NOMADOCX_TEST_ARM_KILL"

func init() {
	stage, file, ok := strings.Cut(os.Getenv(armKill), " ")
	if !ok {
		return
	}
	err := appendCommentAt(file, "killed", func(now writeStage, r *docfile.Replacement) {
		if stage == "half" && now == stageComplete {
			info, err := os.Stat(r.Temp)
			if err == nil {
				err = os.Truncate(r.Temp, info.Size()/2)
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(2)
			}
		}
		if stage == string(now) || stage == "half" {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	})
	fmt.Fprintln(os.Stderr, "not killed:", err)
	os.Exit(1)
}

// Acceptance criterion 12 at each named point: the document is the old one until the new one has the name,
// it verifies, and the next command clears away what was left.
func TestArmCriterion12KilledAtEachPoint(t *testing.T) {
	slow.Test(t, "other programs or processes")
	for _, c := range []struct {
		stage string
		turns int // afterwards
		left  int // temporary files
	}{{"half", 1, 1}, {string(stageComplete), 1, 1}, {string(stageVerified), 1, 1}, {string(stageRenamed), 2, 0}} {
		t.Run(c.stage, func(t *testing.T) {
			file := armDocument(t)
			if err := appendComment(file, "before"); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), armKill+"="+c.stage+" "+file)
			out, _ := cmd.CombinedOutput()
			if s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || s.Signal() != syscall.SIGKILL {
				t.Fatalf("it ended otherwise: %v %s", cmd.ProcessState, out)
			}
			if n := turnsIn(t, file); n != c.turns {
				t.Errorf("%d turns, want %d", n, c.turns)
			}
			now, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if same := string(now) == string(before); same != (c.turns == 1) {
				t.Errorf("the file is the old one: %v", same)
			}
			if n := len(temporaries(t, file)); n != c.left {
				t.Errorf("%d temporary files, want %d", n, c.left)
			}
			if err := appendComment(file, "after"); err != nil {
				t.Fatal(err)
			}
			if n := turnsIn(t, file); n != c.turns+1 {
				t.Errorf("%d turns after the next one, want %d", n, c.turns+1)
			}
			if left := temporaries(t, file); len(left) > 0 {
				t.Errorf("%q were left behind", left)
			}
		})
	}
}

// temporaries returns the unfinished files beside a file.
func temporaries(t *testing.T, file string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), docfile.Suffix) {
			out = append(out, e.Name())
		}
	}
	return out
}
