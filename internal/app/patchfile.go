package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/proof"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// PatchFileOptions of PatchFile.
type PatchFileOptions struct {
	PatchOptions
	External    bool          // datasets may lie outside the document's folder; matters to validation
	LockTimeout time.Duration // how long to wait for another patcher of the same file
	DryRun      bool          // nothing is written and nothing recorded
	Validate    bool          // fill in [Patched].Post also without a transcript

	// Transcript is the log; "" for none. Then Attribution is not examined.
	Transcript  string
	Attribution Attribution
	// Document is the file that the records name; "" is the patched one itself. It is for a copy that will
	// become the document later.
	Document string
	// TranscriptOptional lets the patch go on when the transcript cannot be written (Protocol, Annex
	// B.6); [Patched].Untold says why. Otherwise nothing is patched then.
	TranscriptOptional bool
	// TranscriptRefused is why the caller cannot let Transcript be used; it is not opened then.
	TranscriptRefused error
}

// Patched is what became of a request. It is there for refused requests too, beside the error.
type Patched struct {
	Text    string // of the document now
	Changed bool   // the file was written
	// Notes say what the operations did to the identity of blocks they do not name.
	Notes []patch.Note
	// Records were added to the transcript, one for each operation that was tried. Pre and Post are
	// what the validator says of the document before and after. Only with a transcript.
	Records   []transcript.Record
	Pre, Post diag.List
	Healed    string // what was mended in the transcript, which a killed process had left; "" if nothing
	Untold    error  // why the records are not in the transcript, see TranscriptOptional
}

// Summary counts what the validator says of the document now.
func (p *Patched) Summary() proof.Summary { return proof.Summarize(p.Post) }

// errDrift says that the file was saved by someone else between reading and writing.
var errDrift = errors.New("the document was changed by another program while it was patched")

// maxDrifts is how often a patch starts over because an editor saved the file in between.
const maxDrifts = 5

// Patchable refuses every file that is not a .noma source: a script with "# comments" has headings with ids too, and
// whoever runs it would run what an operation put in. Standard input ("-") is taken for a source.
func Patchable(path string) error {
	switch {
	case IsManifest(path):
		return &patch.Error{Code: patch.UnsupportedOp, Message: fmt.Sprintf("%s is a book manifest; patch the .noma file of the chapter that holds the block", path)}
	case path != "-" && !strings.EqualFold(filepath.Ext(path), ".noma"):
		return &patch.Error{Code: patch.UnsupportedOp, Message: fmt.Sprintf("%s is not a .noma file, and operations change only these", path)}
	}
	return nil
}

// PatchFile applies a request to a file and writes the result: the file holds the old text or the new
// one at any moment, whatever happens to the process. Other patchers wait; what an editor
// saves in between is never overwritten, the request is applied to it instead. A refusal is a
// *[patch.Error] or a *[ValidationError], and nothing is written but the transcript.
func PatchFile(ctx context.Context, path string, rq *Request, o PatchFileOptions) (*Patched, error) {
	if err := Patchable(path); err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		done, err := patchOnce(ctx, path, rq, o)
		if !errors.Is(err, errDrift) {
			return done, err
		}
		if attempt == maxDrifts {
			return nil, fmt.Errorf("%s: %w, %d times in a row; nothing was written", path, errDrift, maxDrifts)
		}
	}
}

func patchOnce(ctx context.Context, path string, rq *Request, o PatchFileOptions) (done *Patched, err error) {
	// A symbolic link stays one: the file behind it is locked and replaced.
	target, lock, err := lockTarget(ctx, path, "cannot patch %s in place: it is not a regular file", o.LockTimeout)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if err := Patchable(target); err != nil { // a link to a script is a script
		return nil, err
	}

	// What is no document gets no transcript.
	s, err := Load(ctx, path, LoadOptions{External: o.External, Raw: true})
	if err != nil {
		return nil, err
	}
	done = &Patched{}
	var log *transcript.Log
	if o.Transcript != "" && !o.DryRun {
		if err = o.TranscriptRefused; err == nil {
			log, err = transcript.Open(ctx, o.Transcript, o.LockTimeout)
		}
		switch {
		case err == nil:
			done.Healed = log.Healed()
			defer func() { err = errors.Join(err, log.Close()) }()
		case o.TranscriptOptional:
			done.Untold = err
		default:
			return nil, err
		}
	}
	keep := "" // of no transcript
	if o.Transcript != "" {
		keep = absolute(o.Transcript)
	}
	if (log != nil) == (keep != "") && !o.DryRun { // a transcript that could not be opened may still need them
		docfile.Sweep(target, keep, &lock.Locks)
	}

	p := &patching{source: s, rq: rq, o: o.PatchOptions, logged: o.Transcript != "", judge: o.Validate, now: o.Attribution.Now}
	failure := p.run(ctx)
	done.Text, done.Notes, done.Pre, done.Post = p.text, p.notes, p.pre, p.post
	if o.DryRun {
		return done, p.original(failure)
	}
	if p.logged {
		uri := transcript.FileURI(absolute(first(o.Document, path)))
		if done.Records, err = p.records(o.Attribution, uri, failure); err != nil {
			return nil, err
		}
	}
	failure = p.original(failure)
	if failure != nil || p.text == s.File.Text {
		if log != nil && len(done.Records) > 0 {
			done.Untold = log.Append(done.Records...)
		}
		if failure == nil && !o.TranscriptOptional {
			failure = done.Untold
		}
		return done, failure
	}
	r, err := docfile.Prepare(&lock.Locks, target, keep, p.text)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Discard()) }()
	return done, done.write(lock, log, r, transcript.Hash(s.File.Text), o)
}

// write makes the new text the document and adds the records, both or neither.
func (done *Patched) write(lock *transcript.Lock, log *transcript.Log, r *docfile.Replacement, hash string, o PatchFileOptions) error {
	var unsafe error // the document was written but may not outlive a power cut
	rename := func() error {
		ok, err := r.Commit(&lock.Locks, hash)
		if err == nil && !ok {
			err = errDrift
		}
		if err == nil {
			done.Changed = true
			unsafe = docfile.SyncFolder(r.Target)
		}
		return err
	}
	var err error
	if log != nil {
		err = log.AppendWith(r.Temp, done.Records, rename)
	}
	switch {
	case log == nil:
		err = rename()
	case err != nil && !errors.Is(err, errDrift) && o.TranscriptOptional:
		done.Untold, err = err, nil
		if !done.Changed {
			err = rename()
		}
	}
	if err != nil && done.Changed {
		err = fmt.Errorf("the document was patched, but not recorded: %w", err)
	}
	return errors.Join(err, unsafe)
}
