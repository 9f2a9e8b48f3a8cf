//go:build unix

package app

import (
	"os/exec"
	"syscall"
)

// together makes a command end with everything it started: soffice is a script around the office.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
