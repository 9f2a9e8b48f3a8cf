//go:build !linux

package pdf

import (
	"os"
	"os/exec"
	"time"
)

// account is the user the browser runs as. Only Linux starts it as another user.
type account struct {
	uid, gid int
	other    bool
}

func unprivileged() account { return account{} }

// prepare has nothing to do: chromedp ends the browser when its context does.
func prepare(*exec.Cmd, account) {}

// ownedByUs reports false, so that no folder is ever taken for abandoned.
func ownedByUs(os.FileInfo) bool { return false }

func killUsers(string) {}

func freeSpace(string) (uint64, bool) { return 0, false }

func exceeds(string, int64) bool { return false }

func processorTime(string) time.Duration { return 0 }

func available() int64 { return 0 }
