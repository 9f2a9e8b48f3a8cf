package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/nomadocx/nomadocx/book"
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

// desk is a book whose chapters are being patched, each as the file it is. Operations wait until one
// comes whose place depends on them, so that a chapter is not parsed for every operation.
type desk struct {
	book     *book.Book
	options  patch.Options
	chapters []*sheet
	waiting  int
	// fresh tells that a waiting operation may bring ids into being.
	fresh bool
}

// sheet is a chapter on the desk.
type sheet struct {
	part    *book.Part
	number  int
	parse   noma.Options
	doc     *noma.Document
	slug    string
	ids     map[string]string // names in the book → ids in the file
	raw     map[string]bool   // ids of headings as they are in the file
	ops     []patch.Op
	indices []int // places of ops in the transaction
}

func openDesk(b *book.Book, o PatchOptions) (*desk, error) {
	d := &desk{book: b, options: patch.Options{Protocol10: o.Protocol10}}
	for i, p := range b.Chapters {
		c := &sheet{part: p, number: i + 1, parse: noma.Options{Filename: p.Abs}}
		doc, _, err := noma.Parse(p.File, c.parse)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		c.read(doc)
		d.chapters = append(d.chapters, c)
	}
	return d, nil
}

// read notes the names of all blocks.
func (c *sheet) read(doc *noma.Document) {
	c.doc, c.ids, c.raw = doc, map[string]string{}, map[string]bool{}
	c.slug = book.Slug(doc, c.part.Path, c.number)
	for n := range noma.Walk(doc) {
		id := n.At().ID
		if id == "" {
			continue
		}
		if s, ok := n.(*noma.Section); ok && s.Level > 1 {
			c.ids[book.Scoped(c.slug, id)] = id
			c.raw[id] = true
		} else {
			c.ids[id] = id
		}
	}
}

// take gives an operation to the chapter it belongs to.
func (d *desk) take(index int, op patch.Op) error {
	if d.fresh {
		if err := d.apply(); err != nil {
			return err
		}
	}
	c, err := d.route(&op)
	if err != nil && d.waiting > 0 {
		// An earlier operation may have made the block, or taken away the one it was confused with.
		if err := d.apply(); err != nil {
			return err
		}
		c, err = d.route(&op)
	}
	if err != nil {
		return inOp(err, index)
	}
	c.ops, c.indices = append(c.ops, op), append(c.indices, index)
	d.waiting++
	d.fresh = makesIDs(op.Op)
	return nil
}

// makesIDs reports whether an operation can give a block an id that no block had.
func makesIDs(op string) bool {
	switch op {
	case "rename_id", "add_block", "replace_block", "replace_body", "add_comment", "add_footnote", "add_endnote",
		"add_change_request", "replace_child", "insert_child", "update_heading", "move_block":
		return true
	}
	return false
}

// route finds the chapter of an operation and makes its ids those of the chapter's file.
func (d *desk) route(op *patch.Op) (*sheet, error) {
	place, missing := &op.ID, patch.TargetMissing
	switch op.Op {
	case "rename_id":
		place = &op.From
	case "add_comment", "add_footnote", "add_endnote", "add_change_request":
		place = &op.Target
	case "add_block", "replace_child", "insert_child", "delete_child":
		place, missing = &op.Parent, patch.ParentMissing
		if op.Parent == "" {
			return nil, &patch.Error{Code: patch.ParentMissing, Message: op.Op + " in a book needs a parent: a chapter's heading or block"}
		}
	}
	c, id, err := d.owner(*place, missing)
	if err != nil {
		return nil, err
	}
	if op.Op == "move_block" {
		target, parent, err := d.owner(op.Parent, patch.ParentMissing)
		if err != nil {
			return nil, err
		}
		if target != c {
			return nil, &patch.Error{Code: patch.ParentMissing, Message: fmt.Sprintf("%q is in %s and %q in %s; a block moves within its chapter",
				*place, c.part.Name, op.Parent, target.part.Name)}
		}
		op.Parent = parent
	}
	*place = id
	return c, nil
}

// owner is the one chapter that has a block, and the block's id there. Names in the book come before
// the ids that headings have in their files.
func (d *desk) owner(name string, missing patch.Code) (*sheet, string, error) {
	for _, has := range []func(*sheet) (string, bool){
		func(c *sheet) (string, bool) { id, ok := c.ids[name]; return id, ok },
		func(c *sheet) (string, bool) { return name, c.raw[name] },
	} {
		var found *sheet
		var id string
		for _, c := range d.chapters {
			here, ok := has(c)
			if !ok {
				continue
			}
			if found != nil {
				return nil, "", &patch.Error{Code: patch.IDConflict, Message: fmt.Sprintf("block %q is in %s and in %s; name it chapter/heading, or patch the chapter itself",
					name, found.part.Name, c.part.Name)}
			}
			found, id = c, here
		}
		if found != nil {
			return found, id, nil
		}
	}
	return nil, "", &patch.Error{Code: missing, Message: fmt.Sprintf("block %q not found in any chapter", name)}
}

// apply performs the waiting operations. When several chapters refuse theirs, the first in the order
// of the transaction is the one that counts.
func (d *desk) apply() error {
	var first *patch.Error
	for _, c := range d.chapters {
		if len(c.ops) == 0 {
			continue
		}
		opts := d.options
		opts.Parse = c.parse
		result, err := patch.ApplyTo(c.doc, c.ops, opts)
		var doc *noma.Document
		if err == nil {
			doc, err = result.Document()
		}
		var refused *patch.Error
		switch {
		case errors.As(err, &refused):
			refused.OpIndex = c.indices[refused.OpIndex]
			if first == nil || refused.OpIndex < first.OpIndex {
				first = refused
			}
		case err != nil:
			return fmt.Errorf("%s: %w", c.part.Name, err)
		default:
			c.read(doc)
		}
		c.ops, c.indices = nil, nil
	}
	d.waiting, d.fresh = 0, false
	if first != nil {
		return first
	}
	return nil
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
