package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nomadocx/nomadocx/internal/app"
	"github.com/nomadocx/nomadocx/internal/memory"
	"github.com/nomadocx/nomadocx/patch/transcript"
	"github.com/nomadocx/nomadocx/serve/batch"
)

// Exit codes of every command (cli.md §1).
const (
	exitOK     = 0
	exitFailed = 1 // the work could not be done, or a check found an error
	exitUsage  = 2 // usage error
	exitOpen   = 3 // the work was done, but conflicts were left undecided
	exitBusy   = 5 // another process does this already
)

// usageError is a command line that cannot be meant.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return &usageError{message: fmt.Sprintf(format, args...)}
}

// errReported ends a command with exit code 1 when everything has been said already.
var errReported = errors.New("reported")

// errConflicts ends a command that did its work and left conflicts undecided; the user knows.
var errConflicts = fmt.Errorf("%w: conflicts", errReported)

// errStopped ends a batch that was interrupted with work left; the user knows.
var errStopped = fmt.Errorf("%w: stopped", errReported)

// What overrides the refusals of a sync.
const (
	adviceForce  = " Use --force to sync it anyway."
	adviceDelete = " Use --allow-delete if that was meant."
)

// wording returns the text of an error with the flags that matter to it: packages below know none.
func wording(err error) string {
	text := plainError(err)
	var wrong *app.WrongFileError
	var deleted *app.ManyDeletedError
	var lost *app.LostEditError
	var busy *transcript.BusyError
	var base *app.BaseError
	var option *app.OptionError
	var self *batch.OverwriteError
	var much *memory.TooMuch
	var revised *app.RevisedError
	var commits *app.ManyCommitsError
	switch {
	case errors.As(err, &wrong):
		return text + adviceForce
	case errors.As(err, &deleted):
		return text + adviceDelete
	case errors.As(err, &lost) && len(lost.Mistakes) == 0:
		return text + ". --debug-bundle FILE.zip keeps what is needed to find out why"
	case errors.As(err, &busy):
		return strings.Replace(text, busy.Error(), busy.Error()+", or wait longer with --lock-timeout", 1)
	case errors.As(err, &base):
		return strings.Replace(text, base.Error(), "--base "+base.Why, 1)
	case errors.As(err, &option):
		return strings.Replace(text, option.Error(), "--"+option.Error(), 1)
	case errors.As(err, &revised):
		return text + "; --existing accept or reject decides them first, keep leaves them under their names"
	case errors.As(err, &commits):
		return text + "; --by file shows them as one"
	case errors.As(err, &much):
		return text + " with --max-memory"
	case errors.As(err, &self):
		if text += "; choose another --out"; self.InPlace {
			text += ", or --inplace"
		}
	case errors.Is(err, app.ErrConformance):
		return text + " (without --pdf-profile it is written all the same)"
	case errors.Is(err, app.ErrNoOffice):
		return strings.Replace(text, app.ErrNoOffice.Error(), "--layout-pass needs LibreOffice", 1)
	}
	return strings.Replace(text, "allow external paths", "use --allow-external-paths", 1)
}

// exitCode returns the exit code an error stands for.
func exitCode(err error) int {
	var usage *usageError
	var status *statusError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &status):
		return status.code
	case errors.Is(err, batch.ErrBusy):
		return exitBusy
	case errors.Is(err, errConflicts):
		return exitOpen
	case errors.As(err, &usage):
		return exitUsage
	}
	return exitFailed
}
