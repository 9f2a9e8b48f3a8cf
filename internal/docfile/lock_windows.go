package docfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"

	"github.com/nomadocx/nomadocx/internal/files"
)

// take locks a file without waiting; nothing is held when another has it.
//
// Windows replaces no file that is open, and lets nobody read the bytes that another has locked. So the lock is on a file beside
// it, which the system removes when the last who has it open closes it or ends, however it ends.
func take(path string) (held, error) {
	if _, err := files.Stat(path); err != nil {
		return held{}, err
	}
	name := filepath.Join(filepath.Dir(path), prefix(path, "lock")+"lock")
	f, err := files.OpenFile(name, os.O_RDWR|os.O_CREATE|windows.FILE_FLAG_DELETE_ON_CLOSE, 0o600)
	switch {
	case files.InUse(err):
		return held{}, nil
	case errors.Is(err, fs.ErrPermission):
		// One that is being removed may not be opened.
		if _, gone := files.Lstat(name); !errors.Is(gone, fs.ErrNotExist) {
			return held{}, nil
		}
		return held{}, fmt.Errorf("cannot lock %s: %w", path, err)
	case err != nil:
		return held{}, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	ok, err := TryLock(f)
	if err != nil {
		return held{}, errors.Join(fmt.Errorf("cannot lock %s: %w", path, err), f.Close())
	}
	if !ok {
		return held{}, f.Close()
	}
	info, err := identify(path)
	if err != nil {
		return held{}, errors.Join(err, f.Close())
	}
	return held{f, info}, nil
}

// identify describes the file that has a path, so that os.SameFile knows it when the path is another file's. What is known
// of a file that is not open would be asked for by its path again, later.
func identify(path string) (fs.FileInfo, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	return info, errors.Join(err, f.Close())
}

// TryLock locks an open file without waiting, until it is closed here and in all processes that have inherited it. It reports
// false when another has it.
//
// The one byte that is locked lies far behind the end of the file, so that everybody can go on reading it.
func TryLock(f *os.File) (bool, error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) {
		failed = windows.LockFileEx(windows.Handle(fd), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
			&windows.Overlapped{OffsetHigh: 1 << 30})
	}); err != nil {
		return false, err
	}
	if errors.Is(failed, windows.ERROR_LOCK_VIOLATION) || errors.Is(failed, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return failed == nil, failed
}

// Release unlocks a file that TryLock has locked, and closes it.
func Release(f *os.File) error { return f.Close() }
