//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// names counts the names of a file.
func names(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}
