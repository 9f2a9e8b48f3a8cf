package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
)

// intent is what a writer is about to do: take the file Temp away by renaming it ("" when there is
// none), then add Lines to a transcript of Size bytes.
type intent struct {
	Temp  string `json:"temp"`
	Kept  bool   `json:"kept,omitempty"` // somebody else needs Temp when it is still there: it is not removed
	Size  int64  `json:"size"`
	Bytes int    `json:"bytes"`  // length of Lines
	SHA   string `json:"sha256"` // of Lines
	Lines []byte `json:"-"`      // follow the JSON, which is one line
}

func intentOf(path string) string { return path + ".pending" }

// intend writes the intent and waits until it is on disk.
func (l *Log) intend(in intent) error {
	in.Bytes, in.SHA = len(in.Lines), Hash(in.Lines)
	head, err := json.Marshal(in)
	if err != nil {
		return err
	}
	f, err := files.OpenFile(intentOf(l.path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("cannot write the intent of the transcript: %w", err)
	}
	_, err = f.Write(append(append(head, '\n'), in.Lines...))
	if err := errors.Join(err, f.Sync(), f.Close(), docfile.SyncFolder(l.path)); err != nil {
		return errors.Join(fmt.Errorf("cannot write the intent of the transcript: %w", err), l.forget())
	}
	return nil
}

// forget removes the intent.
func (l *Log) forget() error {
	if err := files.Remove(intentOf(l.path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot remove the intent of the transcript: %w", err)
	}
	return nil
}

// readIntent is nil when there is none, or when its writer was stopped before it was whole: then
// nothing that was intended has begun.
func readIntent(path string) (*intent, error) {
	info, err := files.Lstat(intentOf(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s is not a file of this program", intentOf(path))
	}
	data, err := files.ReadFile(intentOf(path))
	if err != nil {
		return nil, err
	}
	var in intent
	head, lines, _ := bytes.Cut(data, []byte("\n"))
	if json.Unmarshal(head, &in) != nil || in.Bytes != len(lines) || in.SHA != Hash(lines) || in.Size < 0 {
		return nil, nil
	}
	in.Lines = lines
	return &in, nil
}

// happened reports whether the change of the document that the lines describe was made: the rename
// takes the temporary file away.
func (in *intent) happened() bool {
	if in.Temp == "" {
		return true
	}
	_, err := files.Lstat(in.Temp)
	return errors.Is(err, fs.ErrNotExist)
}

// missing returns the lines that the transcript lacks, given what it holds behind the size it had.
func (in *intent) missing(path string, rest []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(in.Lines, rest):
		return in.Lines[len(rest):], nil
	case bytes.HasPrefix(rest, in.Lines):
		return nil, nil
	}
	return nil, fmt.Errorf("%s was changed by another program while a patch was recorded; the record is kept in %s: add its lines by hand, or remove that file",
		path, intentOf(path))
}

// undo removes the temporary file of a change that was not made, if it holds what the lines say.
func (in *intent) undo() {
	name := filepath.Base(in.Temp)
	if in.Kept || !strings.HasPrefix(name, ".") || !strings.HasSuffix(name, docfile.Suffix) {
		return
	}
	info, err := files.Lstat(in.Temp)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return
	}
	data, err := files.ReadFile(in.Temp)
	if err != nil {
		return
	}
	entries, _ := Parse(in.Lines)
	for _, e := range entries {
		if e.Err == nil && e.Record.PostSHA256 == Hash(data) {
			// What stays behind is removed by the next patch; it harms nobody.
			_ = files.Remove(in.Temp)
			return
		}
	}
}

// recover finishes or undoes what a stopped process has left, and finds the end of the transcript.
func (l *Log) recover() error {
	if info, err := l.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, fmt.Errorf("%s is not a regular file", l.path))
	}
	in, err := readIntent(l.path)
	if err != nil {
		return err
	}
	if in != nil && !in.happened() {
		// The intent goes first: without its temporary file it would resemble a patch that was made.
		if err := errors.Join(l.forget(), docfile.SyncFolder(l.path)); err != nil {
			return err
		}
		in.undo()
		l.healed = "a patch that was interrupted before it took effect was undone"
		in = nil
	}
	if in != nil {
		if err := l.finish(in); err != nil {
			return err
		}
	}
	torn, err := l.lastLine()
	if err != nil {
		return err
	}
	if len(torn) > 0 {
		if err := l.mend(torn); err != nil {
			return err
		}
	}
	return l.forget()
}

// finish adds the lines that the transcript lacks.
func (l *Log) finish(in *intent) error {
	info, err := l.file.Stat()
	if err != nil {
		return err
	}
	var rest []byte
	if n := info.Size() - in.Size; n < 0 {
		return fmt.Errorf("%s is shorter than it was; its missing record is kept in %s", l.path, intentOf(l.path))
	} else if n > 0 {
		rest = make([]byte, min(n, int64(len(in.Lines)+1)))
		if _, err := l.file.ReadAt(rest, in.Size); err != nil {
			return err
		}
	}
	add, err := in.missing(l.path, rest)
	if err != nil || len(add) == 0 {
		return err
	}
	l.healed = "the record of a patch that was interrupted was added"
	return l.write(add)
}

// mend deals with a torn last line that no intent explains: another program wrote it. A record that
// only lacks its line feed gets it; anything else is moved to a file of its own, so that no byte is lost.
func (l *Log) mend(torn []byte) error {
	if _, err := decode(torn); err == nil {
		l.healed = "the last line lacked its line feed"
		l.prev = Hash(append(bytes.Clone(torn), '\n'))
		l.size += int64(len(torn))
		return l.write([]byte("\n"))
	}
	aside := l.path + ".torn-" + Hash(torn)[:8]
	f, err := files.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = f.Write(torn)
		err = errors.Join(err, f.Sync(), f.Close())
	} else if kept, readErr := files.ReadFile(aside); readErr == nil && bytes.Equal(kept, torn) {
		err = nil // set aside already, by a process that was stopped right then
	}
	if err == nil {
		err = l.file.Truncate(l.size)
	}
	if err != nil {
		return fmt.Errorf("cannot set the torn last line aside: %w", err)
	}
	l.healed = fmt.Sprintf("the last line was torn; it was moved to %s", aside)
	return nil
}
