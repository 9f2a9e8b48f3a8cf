package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// TranscriptOf returns the path of the transcript that lies beside a document.
func TranscriptOf(document string) string { return transcript.PathOf(document) }

// IsOpID reports whether a text can be the op_id of a record: a UUID of version 4.
func IsOpID(s string) bool { return transcript.IsOpID(s) }

// ReadTranscript reads a transcript, "-" for stdin. wait is how long it waits for a patch that is being recorded. It fails
// with a [NotFoundError] when there is none.
func ReadTranscript(ctx context.Context, log string, stdin io.Reader, wait time.Duration) (entries []transcript.Entry, err error) {
	if log == "-" {
		entries, _, err = transcript.Read(stdin)
	} else {
		entries, _, err = transcript.ReadFile(ctx, log, wait)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = &NotFoundError{Path: absolute(log)}
	}
	return entries, err
}

// Replay makes the document again from the text it began as, and its transcript. It fails at the first record that does not
// lead to what it says.
func Replay(ctx context.Context, began *Source, log string, stdin io.Reader, wait time.Duration) (string, error) {
	entries, err := ReadTranscript(ctx, log, stdin, wait)
	if err != nil {
		return "", err
	}
	text, err := transcript.Replay(began.File.Text, entries)
	if err != nil {
		return "", fmt.Errorf("%s: %w", log, err)
	}
	return text, nil
}

// VerifyTranscript reads a transcript, "-" for stdin, and lists what is wrong with it; where the document it tells of can be read,
// also that the document was changed after the last record. The document is locked meanwhile, so that no patch comes between.
func VerifyTranscript(ctx context.Context, log string, stdin io.Reader, wait time.Duration) ([]transcript.Entry, []transcript.Problem, error) {
	document, beside := strings.CutSuffix(log, transcript.PathOf(""))
	text, held := "", false
	if info, err := files.Stat(document); beside && err == nil && info.Mode().IsRegular() && info.Size() <= maxSource {
		lock, err := transcript.LockFile(ctx, document, wait)
		var busy *transcript.BusyError
		if errors.As(err, &busy) || ctx.Err() != nil {
			return nil, nil, err
		}
		if err == nil { // where files cannot be locked they can still be read
			defer func() { _ = lock.Unlock() }() // nothing was written
		}
		data, err := files.ReadFile(document)
		text, held = string(data), err == nil
	}
	entries, err := ReadTranscript(ctx, log, stdin, wait)
	if err != nil {
		return nil, nil, err
	}
	problems := transcript.Verify(entries)
	if held {
		problems = append(problems, transcript.Drift(entries, transcript.FileURI(absolute(document)), text)...)
	}
	return entries, problems, nil
}
