package memory

import (
	"bytes"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
)

// machine returns the memory this process can have at most, in bytes: that of the machine, or of the control groups around it; 0 when
// it is not known.
func machine() int64 {
	text, _ := os.ReadFile("/proc/meminfo") // what is not there says nothing
	_, after, _ := bytes.Cut(text, []byte("MemTotal:"))
	n := int64(math.MaxInt64)
	if f := strings.Fields(string(after)); len(f) > 0 {
		if kb, err := strconv.ParseInt(f[0], 10, 64); err == nil && kb > 0 {
			n = kb << 10
		}
	}
	groups, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(f) < 3 {
			continue
		}
		root, name := "/sys/fs/cgroup", "memory.max"
		if strings.Contains(f[1], "memory") {
			root, name = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for dir := path.Clean("/" + f[2]); ; dir = path.Dir(dir) {
			if text, err := os.ReadFile(path.Join(root, dir, name)); err == nil {
				if most, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && most > 0 {
					n = min(n, most)
				}
			}
			if dir == "/" {
				break
			}
		}
	}
	if n == math.MaxInt64 {
		return 0
	}
	return n
}
