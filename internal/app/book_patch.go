package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/nomadocx/nomadocx/internal/docfile"
	"github.com/nomadocx/nomadocx/internal/files"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
	"github.com/nomadocx/nomadocx/noma/validate"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/patch/transcript"
)

// BookPatch is what a transaction makes of a book. Nothing is written.
type BookPatch struct {
	Files  []PatchedFile // the chapters that change, in the order of the book
	Errors diag.List     // what is still, or newly, wrong with the book

	manifest string
	external bool
	optional bool         // see [BookPatch.Record]
	chapters []string     // paths of all chapters
	at       func(string) // is called at each step of Write, in tests
}

// PatchedFile is a chapter that changes.
type PatchedFile struct {
	Path    string // absolute
	Text    string
	Records []transcript.Record // of the operations, after [BookPatch.Record]
	Untold  error               // why the records are not in the transcript, see [PatchFileOptions].TranscriptOptional

	chapter, before string
	batches         []batch
}

// Before returns the text of the chapter as it was read.
func (f *PatchedFile) Before() string { return f.before }

// Write puts the new texts into the files, all or none, also when the process is killed (book_journal.go). The files are
// locked meanwhile, as for any patch; wait bounds how long others may keep one. A chapter that has changed since it was
// read stops the whole patch. Records are added to the transcripts beside the chapters, each with its chapter or not at all.
func (p *BookPatch) Write(ctx context.Context, wait time.Duration) (err error) {
	if len(p.Files) == 0 {
		return nil
	}
	own, err := transcript.LockFile(ctx, p.manifest, wait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, own.Unlock()) }()
	if j, err := readJournal(p.manifest); err != nil {
		return err
	} else if j != nil {
		return &patch.Error{Code: patch.SHAMismatch, Message: p.manifest + " was patched by another program, which was interrupted; nothing was written, try again"}
	}
	p.sweep(&own.Locks)
	j, texts, err := p.journal()
	if err != nil {
		return err
	}
	locks := map[string]*transcript.Lock{}
	for _, path := range j.targets() {
		lock, busy := transcript.LockFile(ctx, path, wait)
		if busy != nil {
			return busy
		}
		defer func() { err = errors.Join(err, lock.Unlock()) }()
		locks[path] = lock
	}
	logs := transcripts{}
	defer func() { err = errors.Join(err, logs.close()) }()
	if err := p.openLogs(ctx, j, logs, wait); err != nil {
		return err
	}
	journaled := false
	for i := range j.Chapters {
		c := &j.Chapters[i]
		r, err := docfile.Prepare(&locks[c.target].Locks, c.target, bookTag(p.manifest, c.target), texts[c.target])
		if err != nil {
			return err
		}
		defer func() {
			if !journaled {
				err = errors.Join(err, r.Discard())
			}
		}()
		c.Temp = filepath.Base(r.Temp)
		now, err := readFile(c.target, nil, maxSource)
		if err != nil {
			return err
		}
		if transcript.Hash(now) != c.Before {
			return &patch.Error{Code: patch.SHAMismatch, Message: p.Files[i].Path + " was changed while it was being patched; nothing was written, try again"}
		}
	}
	for _, c := range j.Chapters {
		if err := docfile.SyncFolder(c.target); err != nil {
			return err
		}
	}
	p.reached("prepared")
	if err := j.write(p.manifest); err != nil {
		return err
	}
	journaled = true // from here on whoever comes next finishes the patch
	p.reached("journaled")
	return j.finish(p.manifest, logs, p.reached)
}

// journal says what is to be done to each chapter, and the new texts by the files behind links.
func (p *BookPatch) journal() (*journal, map[string]string, error) {
	j, texts := &journal{}, map[string]string{}
	for _, f := range p.Files {
		target := behindLinks(f.Path)
		if _, twice := texts[target]; twice {
			return nil, nil, fmt.Errorf("two chapters of %s are the same file, %s; nothing was written", p.manifest, f.Path)
		}
		j.Chapters = append(j.Chapters, journaled{Path: f.chapter, Before: transcript.Hash(f.before), After: transcript.Hash(f.Text), target: target})
		texts[target] = f.Text
	}
	return j, texts, nil
}

// openLogs opens the transcripts of the chapters that have records. One that cannot be used is no failure when they are
// optional.
func (p *BookPatch) openLogs(ctx context.Context, j *journal, logs transcripts, wait time.Duration) error {
	for i := range j.Chapters {
		f, c := &p.Files[i], &j.Chapters[i]
		if c.Records = f.Records; len(f.Records) == 0 {
			continue
		}
		switch refused := logs.open(ctx, c.target, f.Records, wait); {
		case refused == nil:
			if p.optional {
				c.untold = &f.Untold
			}
		case p.optional:
			f.Untold, c.Records = refused, nil
		default:
			return refused
		}
	}
	return nil
}

func (p *BookPatch) reached(step string) {
	if p.at != nil {
		p.at(step)
	}
}

// sweep removes what killed patches of the book have left before they counted as made.
func (p *BookPatch) sweep(locks *docfile.Locks) {
	found := map[string][]string{}
	for _, path := range p.chapters {
		target := behindLinks(path)
		folder := filepath.Dir(target)
		if _, known := found[folder]; !known {
			found[folder] = docfile.List(folder)
		}
		docfile.SweepAmong(found[folder], target, bookTag(p.manifest, target), locks)
	}
}

// behindLinks returns the file a path leads to.
func behindLinks(path string) string {
	if real, err := files.Real(path); err == nil {
		return real
	}
	return path
}

// PatchBook applies a transaction to the chapters of a book (differences.md A11, clarifications.md 1).
// The Protocol has no such thing: whoever calls it has been asked to.
//
// Each operation goes to the chapter that owns the block it is about. Blocks may be named as in the
// book (`chapter/heading`) or, where one chapter only has the id, as in their file. Operations count
// one after the other; one that is refused refuses all.
func PatchBook(ctx context.Context, file string, tx patch.Transaction, external bool, o PatchOptions) (*BookPatch, error) {
	s, err := Load(ctx, file, LoadOptions{External: external})
	if err != nil {
		return nil, err
	}
	if s.Book == nil {
		return nil, fmt.Errorf("%s is not a book manifest", file)
	}
	if tx.PreValidate {
		if found := s.bookErrors(); len(found) > 0 {
			return nil, &ValidationError{Stage: "pre", File: absolute(file), Errors: found}
		}
	}
	d, err := openDesk(s.Book, o)
	if err != nil {
		return nil, err
	}
	for i := range tx.Ops {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := d.take(i, tx.Ops[i]); err != nil {
			return nil, err
		}
	}
	if err := d.apply(); err != nil {
		return nil, err
	}
	return d.finish(file, external, tx)
}

// bookErrors returns the errors among the findings.
func (s *Source) bookErrors() diag.List {
	var out diag.List
	for _, x := range s.checked(validate.Options{}) {
		if x.Severity == diag.Error {
			out = append(out, x)
		}
	}
	return out
}

// finish proves the patched book and lists what changes.
func (d *desk) finish(file string, external bool, tx patch.Transaction) (*BookPatch, error) {
	texts := map[string]string{}
	out := &BookPatch{manifest: file, external: external}
	for _, c := range d.chapters {
		out.chapters = append(out.chapters, c.part.Abs)
		if text := c.doc.File.Text; text != c.part.File.Text {
			texts[c.part.Path] = text
			out.Files = append(out.Files, PatchedFile{Path: c.part.Abs, Text: text, chapter: c.part.Path, before: c.part.File.Text, batches: c.batches})
		}
	}
	last := max(0, len(tx.Ops)-1)
	after, err := d.book.With(texts, bookOptions(file, external))
	if err != nil {
		return nil, inOp(&patch.Error{Code: patch.InvalidContent, Message: err.Error()}, last)
	}
	if id := newDuplicate(d.book.Document, after.Document); id != "" {
		return nil, inOp(&patch.Error{Code: patch.IDConflict, Message: fmt.Sprintf("the id %q would be used twice in the book", id)}, last)
	}
	s := &Source{Path: file, File: after.Document.File, Doc: after.Document, Book: after}
	s.Resources = Resources{Dir: filepath.Dir(absolute(file)), External: external}
	s.bringIn()
	out.Errors = s.bookErrors()
	if tx.PostValidate && len(out.Errors) > 0 {
		x := out.Errors[0]
		return nil, inOp(&patch.Error{Code: patch.PreValidationBlocked, Message: fmt.Sprintf("post-validation failed, %d error(s): %s",
			len(out.Errors), FormatDiagnostic(x, file))}, last)
	}
	return out, nil
}

// newDuplicate returns the first id that two blocks of a book have and that they had not before.
func newDuplicate(before, after *noma.Document) string {
	known := map[string]bool{}
	duplicates(before, func(id string) bool { known[id] = true; return true })
	found := ""
	duplicates(after, func(id string) bool {
		if !known[id] {
			found = id
		}
		return found == ""
	})
	return found
}

// duplicates gives every id of a block that an earlier block has. Headings within directives do not
// count: often they are no headings but comments in a script.
func duplicates(d *noma.Document, yield func(id string) bool) {
	seen := map[string]bool{}
	for n := range noma.Walk(d) {
		id := n.At().ID
		if s, ok := n.(*noma.Section); ok && !s.ExplicitID {
			if _, inside := s.Parent.(*noma.Directive); inside {
				continue
			}
		}
		if id != "" && seen[id] && !yield(id) {
			return
		}
		seen[id] = true
	}
}

// inOp gives a refusal the place of its operation.
func inOp(err error, index int) error {
	var e *patch.Error
	if errors.As(err, &e) {
		e.OpIndex = index
	}
	return err
}
