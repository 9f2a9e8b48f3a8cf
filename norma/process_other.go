//go:build !linux

package norma

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"time"
)

// Where there are no process groups as Linux has them, norma ends the agent itself and nothing it
// started. Everything else works.

func ownGroup(*exec.Cmd)      {}
func dieWithParent(*exec.Cmd) {}

func reap(cmd *exec.Cmd, over func()) {
	_ = cmd.Wait()
	over()
}

func signalGroup(pid int, kill bool) {
	p, err := os.FindProcess(pid)
	if err != nil {
		return
	}
	if kill {
		_ = p.Kill()
	} else {
		_ = p.Signal(os.Interrupt)
	}
}

func startTime(int) uint64                { return 0 }
func processLives(int) bool               { return true }
func bootID() string                      { return "" }
func killOrphans(agentRecord, string) int { return 0 }

func lockPatch(_ context.Context, p *Project) (*os.File, error) {
	return os.OpenFile(p.path("locks", "patch.lock"), os.O_CREATE|os.O_RDWR, 0o644)
}

// changeOf returns when a file was changed last, as far as the system says, and its number.
func changeOf(info fs.FileInfo) (time.Time, uint64) { return info.ModTime(), 0 }
