//go:build !unix

package proc

import (
	"os"
	"os/exec"
)

// OwnGroup does nothing here.
func OwnGroup(*exec.Cmd) {}

// Kill ends a process at once.
func Kill(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill() // it may have ended
	}
}

// Terminate asks a process to end, where the system can.
func Terminate(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Signal(os.Interrupt) // it may have ended
	}
}
