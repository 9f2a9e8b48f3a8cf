package pdf

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"github.com/nomadocx/nomadocx/internal/proc"
)

// memory returns what the browser that uses a folder holds with all its processes, in bytes; 0 when it does
// not run. Shared pages count once, by their share ("Pss" in proc(5), smaps_rollup); where that may not
// be read, resident pages count, which is too much rather than too little.
func memory(folder string) int64 {
	var total int64
	for _, pid := range family(folder) {
		dir := "/proc/" + strconv.Itoa(pid)
		if text, err := os.ReadFile(dir + "/smaps_rollup"); err == nil {
			if _, after, ok := bytes.Cut(text, []byte("\nPss:")); ok {
				kb, _ := leadingInt(bytes.TrimLeft(after, " "))
				total += int64(kb) << 10
				continue
			}
		}
		total += proc.Resident(pid)
	}
	return total
}

// exceeds reports whether the browser that uses a folder holds more than a limit. The resident pages are
// asked for first: to share out what is shared the kernel walks all pages of a process and keeps it from
// getting more meanwhile, which on a busy machine slows the browser down very much.
func exceeds(folder string, limit int64) bool {
	var total int64
	for _, pid := range family(folder) {
		total += proc.Resident(pid)
	}
	return total > limit && memory(folder) > limit
}

// processorTime returns what the browser that uses a folder has used of the processors, with all its processes
// that still run (proc(5), stat: utime and stime, in hundredths of a second on every Linux).
func processorTime(folder string) (used time.Duration) {
	for _, pid := range family(folder) {
		stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat") // one that has ended says nothing
		// Fields 14 and 15 of the line are 11 and 12 behind the name.
		f := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		for i := 11; i < 13 && i < len(f); i++ {
			n, _ := leadingInt(f[i])
			used += time.Duration(n) * 10 * time.Millisecond
		}
	}
	return used
}

// available returns the memory that programs can have without others being pushed out, in bytes; 0 when it is
// not known.
func available() int64 {
	text, _ := os.ReadFile("/proc/meminfo")
	_, after, _ := bytes.Cut(text, []byte("\nMemAvailable:"))
	kb, _ := leadingInt(bytes.TrimLeft(after, " "))
	return int64(kb) << 10
}

// family returns the processes of the browser that uses a folder: those with the folder on their command
// line and all that descend from them, as renderers do.
func family(folder string) []int {
	want := append([]byte("--user-data-dir="+folder), 0)
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var found []int
	children := map[int][]int{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		// pid (name) state ppid: the name may hold anything, so count from its end.
		if f := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]); len(f) > 1 {
			parent, _ := leadingInt(f[1])
			children[parent] = append(children[parent], pid)
		}
		if args, err := os.ReadFile("/proc/" + e.Name() + "/cmdline"); err == nil && bytes.Contains(args, want) {
			found = append(found, pid)
		}
	}
	seen := map[int]bool{}
	for _, pid := range found {
		seen[pid] = true
	}
	for i := 0; i < len(found); i++ {
		for _, k := range children[found[i]] {
			if !seen[k] {
				seen[k] = true
				found = append(found, k)
			}
		}
	}
	return found
}
