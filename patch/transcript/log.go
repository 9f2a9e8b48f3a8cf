package transcript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
)

// PathOf returns where the transcript of a document lies unless the user says otherwise (§5.1).
func PathOf(document string) string { return document + ".patches" }

// Log is a transcript that is open for more records. It is locked for all other processes.
type Log struct {
	path   string
	file   *os.File
	lock   *Lock
	size   int64  // of the whole lines
	prev   string // hash of the last line, "" for an empty file
	healed string // what Open had to mend
}

// Open opens a transcript, or begins one, and waits at most so long for other processes to let go of
// it. What a process that was killed has left half done is finished or undone first, see the package
// comment. The log must be closed.
func Open(ctx context.Context, path string, wait time.Duration) (*Log, error) {
	file, err := files.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("cannot open the transcript: %w", err)
	}
	l := &Log{path: path, file: file}
	if l.lock, err = LockFile(ctx, path, wait); err == nil {
		err = l.recover()
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Heal finishes or undoes what a process that was killed has left half done, if there is anything, and says what. It fails as
// Open does.
func Heal(ctx context.Context, path string, wait time.Duration) (healed string, err error) {
	if _, err := files.Lstat(intentOf(path)); err != nil {
		return "", nil
	}
	l, err := Open(ctx, path, wait)
	if err != nil {
		return "", err
	}
	return l.healed, l.Close()
}

// Healed says what Open found half done by a process that was stopped, and what became of it; "" if nothing.
func (l *Log) Healed() string { return l.healed }

// Close ends the writing and lets other processes write.
func (l *Log) Close() error {
	err := l.file.Close()
	if l.lock != nil {
		err = errors.Join(err, l.lock.Unlock())
	}
	return err
}

// Append adds records of operations that have not changed the document.
func (l *Log) Append(records ...Record) error { return l.AppendWith("", records, nil) }

// AppendWith adds records of operations whose result lies in a temporary file, complete and synced,
// and which take effect by the function commit: it renames that file. The records are added if and
// only if commit has done its work, even when the process is killed at any moment. temp is the
// absolute path of the temporary file, which the rename must take away. The hashes of lines in the
// given records are filled in.
//
// An error of commit is returned as it is, and nothing is added.
func (l *Log) AppendWith(temp string, records []Record, commit func() error) error {
	return l.append(intent{Temp: temp}, records, commit)
}

// AppendKept appends as [Log.AppendWith] for a temporary file that a journal of the caller names: it stays where it is when the
// process is killed before commit has done its work, so that the caller can try again.
func (l *Log) AppendKept(temp string, records []Record, commit func() error) error {
	return l.append(intent{Temp: temp, Kept: true}, records, commit)
}

func (l *Log) append(in intent, records []Record, commit func() error) error {
	lines, prev, err := l.encode(records)
	if err != nil {
		return err
	}
	in.Size, in.Lines = l.size, lines
	if err := l.intend(in); err != nil {
		return err
	}
	if commit != nil {
		if err := commit(); err != nil {
			// The caller is about to remove the temporary file, and the intent must not outlive it.
			return errors.Join(err, l.forget(), docfile.SyncFolder(l.path))
		}
	}
	if err := l.write(lines); err != nil {
		// The intent stays, and who opens the log next adds the records.
		return fmt.Errorf("%w; the records are kept in %s until then", err, intentOf(l.path))
	}
	l.prev = prev
	return l.forget()
}

// Takes fails when records could not be added, as they are too long, say.
func (l *Log) Takes(records []Record) error {
	_, _, err := l.encode(records)
	return err
}

// encode makes the lines of records, and the hash of the last one.
func (l *Log) encode(records []Record) (lines []byte, prev string, err error) {
	prev = l.prev
	for i := range records {
		r := &records[i]
		r.PrevEntrySHA256 = prev
		line, err := r.encode()
		if err != nil {
			return nil, "", err
		}
		if len(line) > maxLine {
			return nil, "", fmt.Errorf("transcript: a record of %d bytes is too long", len(line))
		}
		// What we would not read again we do not write.
		if _, err := decode(line); err != nil {
			return nil, "", fmt.Errorf("transcript: %w", err)
		}
		prev = Hash(line)
		lines = append(lines, line...)
	}
	return lines, prev, nil
}

// write adds bytes and waits until they are on disk.
func (l *Log) write(data []byte) error {
	if _, err := l.file.Write(data); err != nil {
		return fmt.Errorf("cannot write the transcript: %w", err)
	}
	if err := l.file.Sync(); err != nil {
		return fmt.Errorf("cannot write the transcript: %w", err)
	}
	l.size += int64(len(data))
	return nil
}

// lastLine finds the end of the whole lines, the hash of the last one, and what follows it: a torn line
// or nothing. It reads from the end, so that adding to a long transcript costs no more than to a short.
func (l *Log) lastLine() (torn []byte, err error) {
	info, err := l.file.Stat()
	if err != nil {
		return nil, err
	}
	const step = 64 << 10
	var tail []byte // the file from offset start on
	start := info.Size()
	grow := func() error {
		n := min(start, max(step, int64(len(tail)))) // doubling
		more := make([]byte, n, n+int64(len(tail)))
		if _, err := l.file.ReadAt(more, start-n); err != nil && err != io.EOF {
			return err
		}
		start -= n
		tail = append(more, tail...)
		if len(tail) > 4*maxLine {
			return fmt.Errorf("%s: the last line is longer than %d MB; this is not a transcript", l.path, maxLine>>20)
		}
		return nil
	}
	for {
		end := bytes.LastIndexByte(tail, '\n') + 1
		if begin := bytes.LastIndexByte(tail[:max(0, end-1)], '\n') + 1; end > 0 && (begin > 0 || start == 0) {
			l.prev, l.size = Hash(tail[begin:end]), start+int64(end)
			return tail[end:], nil
		}
		if start == 0 {
			l.prev, l.size = "", 0
			return tail, nil
		}
		if err := grow(); err != nil {
			return nil, err
		}
	}
}
