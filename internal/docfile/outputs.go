package docfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nomadocx/nomadocx/internal/files"
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
	locks   Locks               // on the temporary files
	found   map[string][]string // names in the folders of the outputs, before there were any
}

type pendingOutput struct {
	path   string
	target string // behind symbolic links
	file   *os.File
	direct bool // a device or pipe, written in place
}

var errReserved = errors.New("Windows reserves this name; choose one that is not a device (CON, NUL, COM1) and has no colon")

// Create prepares a file; missing parent folders are made. A symbolic link stays a link: the file it
// points to is replaced. Devices and pipes are written to directly, never replaced by a file.
func (o *Outputs) Create(path string) (io.Writer, error) {
	target := path
	if real, err := files.Real(path); err == nil {
		target = real
	}
	if info, err := files.Stat(target); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return nil, fmt.Errorf("cannot write %s: it is a folder", path)
		}
		f, err := files.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return nil, CannotWrite(path, err)
		}
		o.pending = append(o.pending, pendingOutput{path: path, file: f, direct: true})
		return f, nil
	}
	if !filepath.IsLocal(filepath.Base(target)) {
		return nil, CannotWrite(path, errReserved)
	}
	folder := filepath.Dir(target)
	if err := files.MkdirAll(folder, 0o755); err != nil {
		return nil, CannotWrite(path, err)
	}
	o.sweep(target)
	var f *os.File
	info, err := files.Stat(target)
	if err == nil {
		f, err = beside(target, "", info, &o.locks)
	} else {
		f, err = Create(target, "", 0o644, &o.locks)
	}
	if err != nil {
		return nil, CannotWrite(path, err)
	}
	o.pending = append(o.pending, pendingOutput{path: path, target: target, file: f})
	return f, nil
}

// sweep removes what a killed command has left of an output. A folder is read once, however many outputs
// there are in it.
func (o *Outputs) sweep(target string) {
	folder := filepath.Dir(target)
	if _, known := o.found[folder]; !known {
		if o.found == nil {
			o.found = map[string][]string{}
		}
		o.found[folder] = List(folder)
	}
	SweepAmong(o.found[folder], target, "", &o.locks)
}

// Output writes one file, see [Outputs]. When produce fails nothing has changed.
func Output(path string, produce func(io.Writer) error) error {
	var o Outputs
	defer o.Discard()
	w, err := o.Create(path)
	if err != nil {
		return err
	}
	if err := produce(w); err != nil {
		return err
	}
	return o.Commit()
}

// OutputBytes writes one file that is in memory.
func OutputBytes(path string, data []byte) error {
	return Output(path, func(w io.Writer) error {
		if _, err := w.Write(data); err != nil {
			return CannotWrite(path, err)
		}
		return nil
	})
}

// Commit makes all files appear. Each is synced to disk before it takes its name, and the name after.
func (o *Outputs) Commit() error {
	for _, p := range o.pending {
		if err := p.commit(); err != nil {
			return CannotWrite(p.path, err)
		}
	}
	o.pending = nil
	return o.locks.Unlock()
}

func (p *pendingOutput) commit() error {
	if p.direct {
		return p.file.Close()
	}
	if err := errors.Join(p.file.Sync(), p.file.Close()); err != nil {
		return err
	}
	return Publish(p.file.Name(), p.target)
}

// Discard removes what was prepared and not committed. It is safe to call after Commit.
func (o *Outputs) Discard() {
	for _, p := range o.pending {
		p.file.Close()
		if !p.direct {
			// The error would only say that the temporary file is gone already.
			_ = files.Remove(p.file.Name())
		}
	}
	o.pending = nil
	_ = o.locks.Unlock() // what they are on is gone
}
