package docfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/nomadocx/nomadocx/internal/files"
)

// CannotWrite names the file the user asked for, not the temporary one beside it.
func CannotWrite(path string, err error) error {
	if files.InUse(err) {
		return InUse(path)
	}
	return fmt.Errorf("cannot write %s: %w", path, Cause(err))
}

// InUse says what to do about a file that Windows neither opens nor replaces.
func InUse(path string) error {
	return fmt.Errorf("%s is open in another program (Word?). Close it and try again.", path)
}

// noFile says that there is no file, in the same words on every system.
type noFile struct{}

func (noFile) Error() string        { return "no such file or directory" }
func (noFile) Is(target error) bool { return target == fs.ErrNotExist }

// Cause strips the operation and path that package os puts around a system error; our own message
// already says both, and names the path as the user wrote it.
func Cause(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return noFile{}
	}
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	var linkErr *os.LinkError
	if errors.As(err, &linkErr) {
		return linkErr.Err
	}
	return err
}
