//go:build unix

package docfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/nomadocx/nomadocx/internal/files"
)

// take locks a file without waiting; nothing is held when another has it.
func take(path string) (held, error) {
	f, err := files.Open(path)
	if err != nil {
		return held{}, err
	}
	ok, err := TryLock(f)
	if errors.Is(err, syscall.EBADF) || errors.Is(err, syscall.EIO) {
		// Network file systems make it a lock of bytes, for which the file must be open for writing.
		_ = f.Close() // only read
		if f, err = files.OpenFile(path, os.O_RDWR, 0); err != nil {
			return held{}, err
		}
		ok, err = TryLock(f)
	}
	if err != nil {
		return held{}, errors.Join(fmt.Errorf("cannot lock %s: %w", path, err), f.Close())
	}
	if !ok {
		return held{}, f.Close()
	}
	info, err := f.Stat()
	if err != nil {
		return held{}, errors.Join(err, f.Close())
	}
	return held{f, info}, nil
}

// identify describes the file that has a path, so that os.SameFile knows it when the path is another file's.
func identify(path string) (fs.FileInfo, error) { return files.Stat(path) }

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

// Release unlocks a file that TryLock has locked, and closes it. A child that another goroutine is just starting has the file
// open, too, until its program begins: closing alone would leave it locked for that moment.
func Release(f *os.File) error {
	conn, err := f.SyscallConn()
	if err == nil {
		err = conn.Control(func(fd uintptr) { _ = unix.Flock(int(fd), unix.LOCK_UN) }) // closing it says what is wrong
	}
	return errors.Join(err, f.Close())
}
