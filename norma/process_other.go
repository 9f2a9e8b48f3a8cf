//go:build !linux

package norma

import (
	"io/fs"
	"os/exec"
	"time"
)

// Where there are no process groups as Linux has them, norma ends the agent itself and nothing it
// started. Everything else works.

func reap(cmd *exec.Cmd, over func()) {
	_ = cmd.Wait()
	over()
}

func startTime(int) uint64                { return 0 }
func processLives(int) bool               { return true }
func bootID() string                      { return "" }
func killOrphans(agentRecord, string) int { return 0 }

// changeOf returns when a file was changed last, as far as the system says, and its number.
func changeOf(info fs.FileInfo) (time.Time, uint64) { return info.ModTime(), 0 }
