package app

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// ReadAccount reads a transcript and lists what is wrong with it; where the document it tells of can be read, also that
// the document was changed after the last record. The document is locked meanwhile, so that no patch comes between.
func ReadAccount(ctx context.Context, log string, wait time.Duration) ([]transcript.Entry, []transcript.Problem, error) {
	document, beside := strings.CutSuffix(log, transcript.PathOf(""))
	text, held := "", false
	if info, err := files.Stat(document); beside && err == nil && info.Mode().IsRegular() && info.Size() <= MaxSource {
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
	entries, _, err := transcript.ReadFile(ctx, log, wait)
	if err != nil {
		return nil, nil, err
	}
	problems := transcript.Verify(entries)
	if held {
		problems = append(problems, transcript.Drift(entries, transcript.FileURI(absolute(document)), text)...)
	}
	return entries, problems, nil
}
