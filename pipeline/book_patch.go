package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/nomadocx/nomadocx/diag"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/transcript"
	"github.com/nomadocx/nomadocx/validate"
)

// BookPatch is what a transaction makes of a book. Nothing is written.
type BookPatch struct {
	Files  []PatchedFile // the chapters that change, in the order of the book
	Errors diag.List     // what is still, or newly, wrong with the book
}

// PatchedFile is a chapter that changes.
type PatchedFile struct {
	Path string // absolute
	Text string

	before string
}

// Before is the text of the chapter as it was read.
func (f *PatchedFile) Before() string { return f.before }

// Write puts the new texts into the files: all of them are on the disk before the first takes its
// name. The files are locked meanwhile, as for any patch; wait bounds how long others may keep one. A
// chapter that has changed since it was read stops the whole patch.
func (p *BookPatch) Write(ctx context.Context, wait time.Duration) (err error) {
	for _, path := range p.inOrder() {
		lock, busy := transcript.LockFile(ctx, path, wait)
		if busy != nil {
			return busy
		}
		defer func() { err = errors.Join(err, lock.Unlock()) }()
	}
	var out Outputs
	defer out.Discard()
	for _, f := range p.Files {
		w, err := out.Create(f.Path)
		if err == nil {
			_, err = io.WriteString(w, f.Text)
		}
		if err != nil {
			return err
		}
		now, err := readFile(f.Path, nil, MaxSource)
		if err != nil {
			return err
		}
		if string(now) != f.before {
			return &patch.Error{Code: patch.SHAMismatch, Message: f.Path + " was changed while it was being patched; nothing was written, try again"}
		}
	}
	return out.Commit()
}

// inOrder are the files behind the paths, sorted: two patches that lock them in one order never wait
// for each other.
func (p *BookPatch) inOrder() []string {
	var out []string
	for _, f := range p.Files {
		target := f.Path
		if real, err := filepath.EvalSymlinks(target); err == nil {
			target = real
		}
		out = append(out, target)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// PatchBook applies a transaction to the chapters of a book (differences.md A11, clarifications.md 1).
// The Protocol has no such thing: whoever calls it has been told to.
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

// bookErrors are the errors among the findings.
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
	out := &BookPatch{}
	for _, c := range d.chapters {
		if text := c.doc.File.Text; text != c.part.File.Text {
			texts[c.part.Path] = text
			out.Files = append(out.Files, PatchedFile{c.part.Abs, text, c.part.File.Text})
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
	s.inlineDatasets()
	out.Errors = s.bookErrors()
	if tx.PostValidate && len(out.Errors) > 0 {
		x := out.Errors[0]
		return nil, inOp(&patch.Error{Code: patch.PreValidationBlocked, Message: fmt.Sprintf("post-validation failed, %d error(s): %s",
			len(out.Errors), FormatDiagnostic(x, file))}, last)
	}
	return out, nil
}

// newDuplicate is the first id that two blocks of a book have and that they had not before.
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
