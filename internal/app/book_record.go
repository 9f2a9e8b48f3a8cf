package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/noma/source"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// The records of a patch of a book lie in the transcripts of its chapters. They wait in the journal, and each chapter gets
// its name and its records in one step; one that was interrupted is undone when somebody opens the transcript, and done again
// when somebody loads the book.

// batch is operations that were applied to a chapter together: a list of its transcript.
type batch struct {
	before *source.File
	ops    []patch.Op
	asked  []patch.Op // with the names they have in the book
	result *patch.Result
}

// Record makes Write record the operations in the transcripts beside the chapters that change. When optional, the patch
// goes on without the records of a transcript that cannot be written.
func (p *BookPatch) Record(a Attribution, optional bool) error {
	p.optional = optional
	for i := range p.Files {
		if err := p.Files[i].record(a, p.external); err != nil {
			return err
		}
	}
	return nil
}

func (f *PatchedFile) record(a Attribution, external bool) error {
	resources := Resources{Dir: filepath.Dir(f.Path), External: external}
	var ends [2]*Source
	for i, text := range []string{f.before, f.Text} {
		s, err := FromText(f.Path, text)
		if err != nil {
			return err
		}
		s.Resources = resources
		ends[i] = s
	}
	pre, post := ends[0].diagnostics(nil), ends[1].diagnostics(nil)
	for _, b := range f.batches {
		rq, err := requestOf(b.ops)
		if err != nil {
			return err
		}
		asked, err := requestOf(b.asked)
		if err != nil {
			return err
		}
		list := &patching{source: &Source{File: b.before}, rq: rq, asked: asked.Raw, pre: pre, post: post,
			hash: transcript.Hash(b.before.Text), text: b.result.Text, result: b.result}
		for i := range rq.Raw {
			if bytes.Equal(rq.Raw[i], asked.Raw[i]) {
				list.asked[i] = nil
			}
		}
		records, err := list.records(a, transcript.FileURI(f.Path), nil)
		if err != nil {
			return err
		}
		for i := range records {
			records[i].ElapsedMS = nil // nobody took the time
		}
		f.Records = append(f.Records, records...)
	}
	return nil
}

// transcripts are those of the chapters of a patch, open, by the chapters' files.
type transcripts map[string]*transcript.Log

// open opens the transcript of a chapter for records, and fails when it cannot take them.
func (l transcripts) open(ctx context.Context, chapter string, records []transcript.Record, wait time.Duration) error {
	path := transcript.PathOf(chapter)
	if info, err := files.Lstat(path); err == nil && !info.Mode().IsRegular() { // a link could lead anywhere
		return fmt.Errorf("%s is not a regular file", path)
	}
	log, err := transcript.Open(ctx, path, wait)
	if err != nil {
		return err
	}
	if err := log.Takes(records); err != nil {
		return errors.Join(err, log.Close())
	}
	l[chapter] = log
	return nil
}

func (l transcripts) close() (err error) {
	for _, log := range l {
		err = errors.Join(err, log.Close())
	}
	return err
}

// finish gives the chapter its new text, if it has not got it, and adds the records to its transcript.
func (c *journaled) finish(log *transcript.Log, reached func(step string)) error {
	temp := filepath.Join(filepath.Dir(c.target), c.Temp)
	step := func(name string) {
		if reached != nil && log != nil {
			reached(name + " " + c.Path)
		}
	}
	rename := func() error {
		step("recording")
		if err := files.Rename(temp, c.target); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return docfile.CannotWrite(c.target, err)
		}
		step("unrecorded")
		return docfile.SyncFolder(c.target)
	}
	waits := func() bool { _, err := files.Lstat(temp); return !errors.Is(err, fs.ErrNotExist) }
	if log == nil || !waits() { // opening the transcript has added the records of a chapter that was renamed
		return rename()
	}
	err := log.AppendKept(temp, c.Records, rename)
	if err != nil && c.untold != nil {
		*c.untold, err = err, nil
		if waits() {
			err = rename()
		}
	}
	return err
}
