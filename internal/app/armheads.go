package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nomadocx/nomadocx/arm"
	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// HeadsFile remembers the records somebody has seen, outside the documents (arm-notes §6). "" remembers
// nothing.
type HeadsFile string

// maxHeads bounds the file, in bytes.
const maxHeads = 64 << 20

func (f HeadsFile) read() (arm.Heads, error) {
	if f == "" {
		return nil, nil
	}
	data, err := readFile(string(f), nil, maxHeads)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var heads arm.Heads
	if len(data) == 0 {
		return nil, nil // made for the lock, and nothing was noted yet
	}
	if err := json.Unmarshal(data, &heads); err != nil {
		return nil, fmt.Errorf("%s does not hold known heads: %w", f, err)
	}
	return heads, nil
}

// refuse refuses a record that parts ways with one that was seen.
func (f HeadsFile) refuse(v arm.Value, file string) error {
	known, err := f.read()
	if err != nil {
		return err
	}
	if code, message := known.Check(v); code != "" && !code.Warning() {
		return &arm.Refusal{Code: code, Message: file + ": " + message}
	}
	return nil
}

// seen holds a record against what was seen before, adds what that says to the report, and remembers
// the record. Only valid records count. An error is about the file, not about the record.
func (f HeadsFile) seen(v arm.Value, report *arm.Report, now string) error {
	if f == "" || report.Result != arm.Valid {
		return nil
	}
	heads, err := f.read()
	if err != nil {
		return err
	}
	if code, message := heads.Check(v); code != "" {
		report.Add(code, message)
		if !code.Warning() {
			return nil
		}
	}
	head := arm.HeadOf(v, now)
	if len(heads.Add(head)) == len(heads) {
		return nil
	}
	return f.note(head)
}

// headsWait is how long to wait for others who note a head.
const headsWait = 10 * time.Second

// note adds a head to the file. Others who do the same wait, so that none of the heads is lost.
func (f HeadsFile) note(head arm.Head) (err error) {
	if err := files.MkdirAll(filepath.Dir(string(f)), 0o755); err != nil {
		return docfile.CannotWrite(string(f), err)
	}
	made, err := files.OpenFile(string(f), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return docfile.CannotWrite(string(f), err)
	}
	path, err := files.Real(string(f))
	if err = errors.Join(err, made.Close()); err != nil {
		return docfile.CannotWrite(string(f), err)
	}
	lock, err := transcript.LockFile(context.Background(), path, headsWait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	heads, err := f.read() // again: now nobody else changes it
	if err != nil {
		return err
	}
	text, err := JSONText(heads.Add(head))
	if err != nil {
		return err
	}
	return docfile.OutputBytes(path, append(text, '\n'))
}

// UnrememberedError says that the work is done, but the record was not added to the known heads.
type UnrememberedError struct{ Err error }

func (e *UnrememberedError) Error() string { return "the record was not remembered: " + e.Err.Error() }
func (e *UnrememberedError) Unwrap() error { return e.Err }

// remember adds what was just written to the known heads, unless writing failed, and returns its head.
func (o ArmOptions) remember(v arm.Value, err error) (arm.Head, error) {
	if err != nil {
		return arm.Head{}, err
	}
	if err = o.Heads.seen(v, &arm.Report{Result: arm.Valid}, o.Now); err != nil {
		err = &UnrememberedError{err}
	}
	return arm.HeadOf(v, ""), err
}
