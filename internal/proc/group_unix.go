//go:build unix

package proc

import (
	"os/exec"
	"syscall"
)

// OwnGroup makes a command start in a process group of its own: signals of the terminal do not reach it.
func OwnGroup(cmd *exec.Cmd) { attributes(cmd).Setpgid = true }

// Kill ends the group of a process that was started by OwnGroup, at once. A group that has ended is not an error.
func Kill(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

// Terminate asks the group of a process that was started by OwnGroup to end.
func Terminate(pid int) { _ = syscall.Kill(-pid, syscall.SIGTERM) }

func attributes(cmd *exec.Cmd) *syscall.SysProcAttr {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	return cmd.SysProcAttr
}
