//go:build !unix

package jobs

import (
	"os"
	"os/exec"
)

func apart(*exec.Cmd) {}

// killGroup kills the child; what it started ends when its pipes close.
func killGroup(p *os.Process) { _ = p.Kill() }

func expendable(int) {}

func resident(int) int64 { return 0 }
