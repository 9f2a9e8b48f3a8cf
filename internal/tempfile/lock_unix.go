//go:build unix

package tempfile

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// TryLock locks an open file without waiting, until it is closed here and in all processes that have inherited it. It reports
// false when another has it.
func TryLock(f *os.File) (bool, error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = unix.Flock(int(fd), unix.LOCK_EX|unix.LOCK_NB) }); err != nil {
		return false, err
	}
	if errors.Is(failed, unix.EWOULDBLOCK) {
		return false, nil
	}
	return failed == nil, failed
}

// needsWriting reports whether a lock was refused because the file is open for reading only: network file systems make it a
// lock of bytes, which asks for more.
func needsWriting(err error) bool {
	return errors.Is(err, syscall.EBADF) || errors.Is(err, syscall.EIO)
}
