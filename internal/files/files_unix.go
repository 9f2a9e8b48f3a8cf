//go:build unix || js

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// InUse reports whether a file could not be opened or replaced because another program has it open. It never can be here.
func InUse(error) bool { return false }

func rename(from, to string) error { return os.Rename(from, to) }

func patiently(_, _ string, replace func() error) error { return replace() }

// names counts the names of a file.
func names(_ string, info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}
