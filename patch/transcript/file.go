package transcript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/nomadocx/nomadocx/internal/files"
)

// ReadFile reads a transcript as it stands, with the record that a stopped process may have left in
// its intent; nothing is written. It waits at most so long for a process that is writing.
func ReadFile(ctx context.Context, path string, wait time.Duration) (entries []Entry, torn bool, err error) {
	info, err := files.Stat(path)
	if err != nil {
		return nil, false, err
	}
	if !info.Mode().IsRegular() {
		return nil, false, fmt.Errorf("%s is not a regular file", path)
	}
	lock, err := LockFile(ctx, path, wait)
	var busy *BusyError
	if errors.As(err, &busy) || ctx.Err() != nil {
		return nil, false, err
	}
	if err == nil { // where files cannot be locked they can still be read
		defer func() { _ = lock.Unlock() }() // nothing was written
	}
	// The intent first: between the two reads a writer may only add.
	in, err := readIntent(path)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return nil, false, err
	}
	f, err := files.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, false, err
	}
	if in != nil && in.happened() && in.Size <= int64(len(data)) {
		add, err := in.missing(path, data[in.Size:])
		if err != nil {
			return nil, false, err
		}
		data = append(data, add...)
	}
	return Read(bytes.NewReader(data))
}
