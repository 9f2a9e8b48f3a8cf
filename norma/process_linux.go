package norma

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nomadocx/nomadocx/internal/proc"
)

// reap waits for a child. Between its end and the moment its number is free again, over is called and
// what is left of its group is killed: later the number could be another's.
func reap(cmd *exec.Cmd, over func()) {
	for {
		err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	over()
	proc.Kill(cmd.Process.Pid)
	_ = cmd.Wait()
}

// startTime returns when a process began, in ticks since the machine started; 0 when there is none or it is
// a zombie.
func startTime(pid int) uint64 {
	_, start := processStat(pid)
	return start
}

func processLives(pid int) bool { return startTime(pid) != 0 }

func processStat(pid int) (group int, start uint64) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0
	}
	// The second field is the program's name in parentheses and may hold anything.
	at := strings.LastIndexByte(string(data), ')')
	f := strings.Fields(string(data)[at+1:])
	if at < 0 || len(f) < 20 || f[0] == "Z" || f[0] == "X" {
		return 0, 0
	}
	group, _ = strconv.Atoi(f[2])
	start, _ = strconv.ParseUint(f[19], 10, 64)
	return group, start
}

// bootID tells one start of the machine from the next, because start times begin anew.
func bootID() string {
	data, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(data))
}

// killOrphans kills what is left of an agent that outlived its norma: the recorded leader with its
// group, or, when the leader is gone, members of the group that carry the run's id in their environment.
// It returns how many processes were there, and waits until they are gone.
func killOrphans(r agentRecord, run string) int {
	if r.PID <= 1 || r.Boot != bootID() {
		return 0
	}
	members := groupMembers(r.PID)
	if start := startTime(r.PID); start != 0 {
		if start != r.Start {
			return 0 // another process has the number now
		}
	} else {
		members = filterByRun(members, run)
	}
	for _, pid := range members {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	for range 200 {
		alive := false
		for _, pid := range members {
			alive = alive || startTime(pid) != 0
		}
		if !alive {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	return len(members)
}

func groupMembers(group int) []int {
	entries, _ := filepath.Glob("/proc/[0-9]*")
	var members []int
	for _, e := range entries {
		pid, err := strconv.Atoi(filepath.Base(e))
		if err != nil || pid == os.Getpid() {
			continue
		}
		if g, start := processStat(pid); start != 0 && g == group {
			members = append(members, pid)
		}
	}
	return members
}

func filterByRun(members []int, run string) []int {
	var ours []int
	for _, pid := range members {
		env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if strings.Contains("\x00"+string(env), "\x00NORMA_RUN_ID="+run+"\x00") {
			ours = append(ours, pid)
		}
	}
	return ours
}

// changeOf returns when a file was changed last, which no program can set, and its number on the disk.
func changeOf(info fs.FileInfo) (time.Time, uint64) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(int64(s.Ctim.Sec), int64(s.Ctim.Nsec)), s.Ino
	}
	return info.ModTime(), 0
}
