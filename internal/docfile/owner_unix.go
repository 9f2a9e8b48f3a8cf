//go:build unix

package docfile

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a new file the owner and group of the file it replaces. Only a privileged process
// may give files away; for all others the file is then their own, as it is with every editor.
func keepOwner(f *os.File, of fs.FileInfo) {
	if s, ok := of.Sys().(*syscall.Stat_t); ok && (int(s.Uid) != os.Geteuid() || int(s.Gid) != os.Getegid()) {
		if f.Chown(int(s.Uid), int(s.Gid)) != nil {
			_ = f.Chown(-1, int(s.Gid)) // the group alone may be allowed
		}
	}
}
