package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/windows"
)

// patience is how long a file that another program has open is waited for: scanners and indexers examine new files for a moment.
const patience = 2 * time.Second

// InUse reports whether a file could not be opened or replaced because another program has it open.
func InUse(err error) bool { return errors.Is(err, windows.ERROR_SHARING_VIOLATION) }

// rename returns os.Rename, but also replaces a file that is open in programs which allow its removal, where the file system can.
func rename(from, to string) error {
	folder := filepath.Dir(to)
	if filepath.Dir(from) != folder {
		return os.Rename(from, to)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return os.Rename(from, to)
	}
	defer root.Close() // only read
	return root.Rename(filepath.Base(from), filepath.Base(to))
}

// replacing is held while a file is replaced: the system has the old one open then, and refuses another who would replace it.
var replacing sync.Mutex

// patiently tries to replace a file until no other program has it open. Then it fails with an error that InUse knows.
func patiently(from, to string, replace func() error) error {
	for pause, waited := time.Millisecond, time.Duration(0); ; pause, waited = min(2*pause, 16*time.Millisecond), waited+pause {
		replacing.Lock()
		err := replace()
		replacing.Unlock()
		denied := errors.Is(err, windows.ERROR_ACCESS_DENIED)
		if !denied && !InUse(err) {
			return err
		}
		if info, e := Stat(to); denied && e == nil && info.Mode()&0o200 == 0 {
			return err // it is read-only
		}
		if waited < patience {
			time.Sleep(pause)
			continue
		}
		if denied && isOpen(to) {
			err = &os.LinkError{Op: "rename", Old: from, New: to, Err: windows.ERROR_SHARING_VIOLATION}
		}
		return err
	}
}

// isOpen reports whether a file that the system does not replace is open somewhere: it could be written to, or the system says so
// when it is opened.
func isOpen(path string) bool {
	f, err := OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return InUse(err)
	}
	return f.Close() == nil
}

// names counts the names of a file. What is known of it already does not say that here.
func names(path string, _ fs.FileInfo) uint64 {
	f, err := Open(path)
	if err != nil {
		return 1 // it cannot be written either
	}
	defer f.Close()
	conn, err := f.SyscallConn()
	var info windows.ByHandleFileInformation
	var failed error
	if err != nil || conn.Control(func(fd uintptr) { failed = windows.GetFileInformationByHandle(windows.Handle(fd), &info) }) != nil || failed != nil {
		return 1
	}
	return uint64(info.NumberOfLinks)
}
