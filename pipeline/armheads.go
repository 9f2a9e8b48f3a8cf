package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/nomadocx/nomadocx/record"
)

// HeadsFile remembers the records somebody has seen, outside the documents (arm-notes §6). "" remembers
// nothing.
type HeadsFile string

// maxHeads bounds the file, in bytes.
const maxHeads = 64 << 20

func (f HeadsFile) read() (record.Heads, error) {
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
	var heads record.Heads
	if err := json.Unmarshal(data, &heads); err != nil {
		return nil, fmt.Errorf("%s does not hold known heads: %w", f, err)
	}
	return heads, nil
}

// refuse refuses a record that parts ways with one that was seen.
func (f HeadsFile) refuse(v record.Value, file string) error {
	known, err := f.read()
	if err != nil {
		return err
	}
	if code, message := known.Check(v); code != "" && !code.Warning() {
		return &record.Refusal{Code: code, Message: file + ": " + message}
	}
	return nil
}

// Seen holds a record against what was seen before, adds what that says to the report, and remembers
// the record. Only valid records count. An error is about the file, not about the record.
func (f HeadsFile) Seen(v record.Value, report *record.Report, now string) error {
	if f == "" || report.Result != record.Valid {
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
	more := heads.Add(record.HeadOf(v, now))
	if len(more) == len(heads) {
		return nil
	}
	text, err := JSONText(more)
	if err != nil {
		return err
	}
	var out Outputs
	defer out.Discard()
	w, err := out.Create(string(f))
	if err != nil {
		return err
	}
	if _, err := w.Write(append(text, '\n')); err != nil {
		return cannotWrite(string(f), err)
	}
	return out.Commit()
}

// UnrememberedError says that the work is done, but the record was not added to the known heads.
type UnrememberedError struct{ Err error }

func (e *UnrememberedError) Error() string { return "the record was not remembered: " + e.Err.Error() }
func (e *UnrememberedError) Unwrap() error { return e.Err }

// remember adds what was just written to the known heads, unless writing failed.
func (o ArmOptions) remember(v record.Value, err error) error {
	if err != nil {
		return err
	}
	if err := o.Heads.Seen(v, &record.Report{Result: record.Valid}, o.Now); err != nil {
		return &UnrememberedError{err}
	}
	return nil
}
