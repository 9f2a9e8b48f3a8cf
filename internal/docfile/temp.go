package docfile

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/nomadocx/nomadocx/internal/files"
)

// Suffix ends the names of all temporary files. Only files whose names end so are ever removed.
const Suffix = ".patching"

// longName is the longest name of a destination, in bytes, that is a part of the name of its temporary file:
// most file systems take 255 bytes.
const longName = 200

// prefix begins the names of the temporary files of a destination. Writers of one kind share a tag and
// remove what others of the kind have left.
func prefix(target, tag string) string {
	name := filepath.Base(target)
	if len(name) > longName {
		sum := sha256.Sum256([]byte(name))
		name = strings.ToValidUTF8(name[:longName-9], "") + "~" + hex.EncodeToString(sum[:4])
	}
	sum := sha256.Sum256([]byte(tag))
	return "." + name + "." + hex.EncodeToString(sum[:4]) + "."
}

// Made reports whether a name is that of a temporary file for a destination.
func Made(name, target, tag string) bool {
	return strings.HasPrefix(name, prefix(target, tag)) && strings.HasSuffix(name, Suffix) && filepath.Base(name) == name
}

// Create makes an empty temporary file for a destination and adds a lock on it, which the caller keeps
// until the file has its name or is removed.
func Create(target, tag string, perm os.FileMode, locks *Locks) (*os.File, error) {
	for range 10 {
		path := filepath.Join(filepath.Dir(target), prefix(target, tag)+rand.Text()[:12]+Suffix)
		f, err := files.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if err != nil {
			return nil, err
		}
		ok, err := locks.Add(path)
		if err != nil {
			return nil, errors.Join(err, f.Close(), files.Remove(path))
		}
		if ok {
			return f, nil
		}
		// One who sweeps was quicker than our lock. Then the file is gone, or goes now where an open file stays.
		_ = f.Close()
		_ = files.Remove(path)
	}
	return nil, errors.New("its temporary files disappear")
}

// Sweep removes the temporary files that killed writers have left for a destination. Those of living
// ones are locked. What is removed stays locked with the others until they are let go.
func Sweep(target, tag string, locks *Locks) {
	SweepAmong(List(filepath.Dir(target)), target, tag, locks)
}

// List names the temporary files in a folder, for SweepAmong.
func List(folder string) (names []string) {
	entries, err := files.ReadDir(folder)
	if err != nil {
		return nil // a folder that cannot be listed can still be written to
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") && strings.HasSuffix(e.Name(), Suffix) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names
}

// SweepAmong is Sweep among names that List has found in the folder of the destination.
func SweepAmong(names []string, target, tag string, locks *Locks) {
	start := prefix(target, tag)
	for _, name := range names {
		if !strings.HasPrefix(name, start) {
			continue
		}
		path := filepath.Join(filepath.Dir(target), name)
		if free, err := locks.Add(path); err == nil && free {
			// What cannot be removed is left for the next writer.
			_ = files.Remove(path)
		}
	}
}

// Write replaces a file as a whole by what produce writes, and makes it durable. When produce fails
// nothing has changed.
func Write(target string, perm os.FileMode, produce func(io.Writer) error) (err error) {
	var locks Locks
	defer func() { err = errors.Join(err, locks.Unlock()) }()
	Sweep(target, "", &locks)
	f, err := Create(target, "", 0o600, &locks)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", target, err)
	}
	if err = produce(f); err == nil {
		err = errors.Join(f.Chmod(perm), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = files.Rename(f.Name(), target)
	}
	if err != nil {
		_ = files.Remove(f.Name()) // the first error says more
		return fmt.Errorf("cannot write %s: %w", target, err)
	}
	return SyncFolder(target)
}

// Publish gives a file that is complete and on disk its name, and makes the name durable.
func Publish(temp, target string) error {
	if err := files.Rename(temp, target); err != nil {
		return err
	}
	return SyncFolder(target)
}

// SyncFolder makes the names in the folder of a file durable, where the system can.
func SyncFolder(path string) error { return SyncNames(filepath.Dir(path)) }

// SyncNames makes the names in a folder durable, where the system can: Windows has no such thing.
func SyncNames(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := files.Open(folder)
	if err != nil {
		return err
	}
	err = dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil // some network file systems have no such thing
	}
	return errors.Join(err, dir.Close())
}
