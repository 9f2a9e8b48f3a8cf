package transcript

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/files"
)

// holder names the process that has a file locked, as well as the system tells: Linux lists locks with
// process and inode in /proc/locks. "" means that it does not.
func holder(path string) string {
	info, err := files.Stat(path)
	if err != nil {
		return ""
	}
	inode, ok := inodeOf(info)
	if !ok {
		return ""
	}
	f, err := os.Open("/proc/locks")
	if err != nil {
		return ""
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		// 1: FLOCK  ADVISORY  WRITE 4711 fe:01:131 0 EOF
		fields := strings.Fields(lines.Text())
		if len(fields) < 6 || fields[1] != "FLOCK" {
			continue
		}
		pid, err := strconv.Atoi(fields[4])
		if err != nil || pid <= 0 || !strings.HasSuffix(fields[5], ":"+strconv.FormatUint(inode, 10)) {
			continue
		}
		return fmt.Sprintf("process %d", pid)
	}
	return ""
}
