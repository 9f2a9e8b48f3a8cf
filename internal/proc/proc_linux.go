package proc

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// DieWithParent makes the kernel kill the child when the thread that started it ends. The caller keeps that thread
// (runtime.LockOSThread) until the child has ended.
func DieWithParent(cmd *exec.Cmd) { attributes(cmd).Pdeathsig = syscall.SIGKILL }

// Expendable makes the kernel end this process rather than another when memory runs out, where that is allowed.
func Expendable(pid int) {
	_ = os.WriteFile("/proc/"+strconv.Itoa(pid)+"/oom_score_adj", []byte("800"), 0)
}

// Resident returns the memory of a process in bytes, 0 when it is not known.
func Resident(pid int) int64 {
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
