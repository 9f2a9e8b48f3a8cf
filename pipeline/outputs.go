package pipeline

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"github.com/nomadocx/nomadocx/transcript"
)

// Outputs are the files one command writes. They are prepared beside their destinations and appear
// only on Commit, so that a failure halfway leaves every file as it was. Use:
//
//	var out Outputs
//	defer out.Discard()
//	w, err := out.Create(path) // … write to w …
//	err = out.Commit()
type Outputs struct {
	pending []pendingOutput
}

type pendingOutput struct {
	path   string
	target string                // behind symbolic links
	atomic *renameio.PendingFile // nil for a destination that cannot be replaced
	direct *os.File              // a device or pipe, written in place
}

// Create prepares a file; missing parent folders are made. A symbolic link stays a link: the file it
// points to is replaced. Devices and pipes are written to directly, never replaced by a file.
func (o *Outputs) Create(path string) (io.Writer, error) {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return nil, fmt.Errorf("cannot write %s: it is a folder", path)
		}
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return nil, cannotWrite(path, err)
		}
		o.pending = append(o.pending, pendingOutput{path: path, direct: f})
		return f, nil
	}
	folder := filepath.Dir(target)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, cannotWrite(path, err)
	}
	f, err := renameio.NewPendingFile(target, renameio.WithTempDir(folder),
		renameio.WithPermissions(0o644), renameio.WithExistingPermissions())
	if err != nil {
		return nil, cannotWrite(path, err)
	}
	if info, err := os.Stat(target); err == nil {
		keepOwner(f.File, info)
	}
	o.pending = append(o.pending, pendingOutput{path: path, target: target, atomic: f})
	return f, nil
}

// Commit makes all files appear. Each is synced to disk before it takes its name, and the name after.
func (o *Outputs) Commit() error {
	for _, p := range o.pending {
		var err error
		if p.direct != nil {
			err = p.direct.Close()
		} else {
			err = p.atomic.CloseAtomicallyReplace()
			if err == nil {
				err = transcript.SyncFolder(p.target)
			}
		}
		if err != nil {
			return cannotWrite(p.path, err)
		}
	}
	o.pending = nil
	return nil
}

// Discard removes what was prepared and not committed. It is safe to call after Commit.
func (o *Outputs) Discard() {
	for _, p := range o.pending {
		if p.direct != nil {
			p.direct.Close()
		} else {
			// The error would only say that the temporary file is gone already.
			_ = p.atomic.Cleanup()
		}
	}
	o.pending = nil
}

// cannotWrite names the file the user asked for, not the temporary one beside it.
func cannotWrite(path string, err error) error {
	return fmt.Errorf("cannot write %s: %w", path, cause(err))
}
