//go:build unix

package jobs

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// apart gives the child a process group of its own: Ctrl-C in a terminal is for us, who let the
// running jobs finish, and a kill reaches all that the child started.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a child and all that it started. That they are gone already is as good.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// expendable tells Linux to end the child rather than us when memory runs out. Elsewhere, or where
// it is not allowed, nothing is lost.
func expendable(pid int) {
	_ = os.WriteFile("/proc/"+strconv.Itoa(pid)+"/oom_score_adj", []byte("800"), 0)
}

// resident is the memory of a process in bytes, 0 where that cannot be known.
func resident(pid int) int64 {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
