//go:build unix

package transcript

import (
	"io/fs"
	"syscall"
)

func inodeOf(info fs.FileInfo) (uint64, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return uint64(s.Ino), true
}
