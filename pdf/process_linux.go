package pdf

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"github.com/nomadocx/nomadocx/internal/proc"
)

// account is the user the browser runs as; other says that it is not the user we run as.
type account struct {
	uid, gid int
	other    bool
}

// nobody is the user and group without rights on every Linux system (LSB, "nobody"): 65534.
const nobody = 65534

// unprivileged returns the account for a sandboxed browser: nobody when we are root, else ourselves.
func unprivileged() account {
	if os.Geteuid() == 0 {
		return account{nobody, nobody, true}
	}
	return account{}
}

// prepare makes the browser die with us and run as the given user. The kernel sends the signal
// when the thread that started the browser ends, which chromedp keeps for as long as the browser.
func prepare(cmd *exec.Cmd, run account) {
	proc.DieWithParent(cmd)
	if run.other {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(run.uid), Gid: uint32(run.gid)}
	}
}

// ownedByUs keeps us from touching folders that another user named like ours.
func ownedByUs(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// killUsers ends the processes that were started with the folder as their profile. Chromium hands
// the flag to its helpers, and the folder's name is ours alone, so nothing else is met.
func killUsers(folder string) {
	want := []byte("--user-data-dir=" + folder)
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		args, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if err != nil || !bytes.Contains(args, want) {
			continue
		}
		for arg := range bytes.SplitSeq(args, []byte{0}) {
			if bytes.Equal(arg, want) {
				// Gone already is as good.
				_ = syscall.Kill(pid, syscall.SIGKILL)
				break
			}
		}
	}
}

// freeSpace returns the number of bytes free on the file system of a folder.
func freeSpace(folder string) (uint64, bool) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(folder, &st); err != nil {
		return 0, false
	}
	return st.Bavail * uint64(st.Bsize), true
}
