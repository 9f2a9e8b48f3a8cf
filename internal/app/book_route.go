package app

import (
	"errors"
	"fmt"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/book"
	"github.com/nomadocx/nomadocx/patch"
)

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
	asked   []patch.Op // the same with the names they have in the book
	indices []int      // places of ops in the transaction
	batches []batch    // what has been applied
}

func openDesk(b *book.Book, o PatchOptions) (*desk, error) {
	d := &desk{book: b, options: patch.Options{Protocol10: o.Protocol10, Strict: o.Strict}}
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
	asked := op
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
	c.ops, c.asked, c.indices = append(c.ops, op), append(c.asked, asked), append(c.indices, index)
	d.waiting++
	d.fresh = op.MakesIDs()
	return nil
}

// route finds the chapter of an operation and makes its ids those of the chapter's file.
func (d *desk) route(op *patch.Op) (*sheet, error) {
	place, missing := op.Place(), patch.TargetMissing
	if place == &op.Parent {
		missing = patch.ParentMissing
		if op.Parent == "" {
			return nil, &patch.Error{Code: missing, Message: op.Op + " in a book needs a parent: a chapter's heading or block"}
		}
	}
	if place == &op.Target && op.Target == noma.WholeDocument {
		return nil, &patch.Error{Code: missing, Message: op.Op + " in a book needs a target with an id: a chapter's heading or block"}
	}
	c, id, err := d.owner(*place, missing)
	if err != nil {
		return nil, err
	}
	if place != &op.Parent && op.Parent != "" { // it moves
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

// owner returns the one chapter that has a block, and the block's id there. Names in the book come before
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
			c.batches = append(c.batches, batch{c.doc.File, c.ops, c.asked, result})
			c.read(doc)
		}
		c.ops, c.asked, c.indices = nil, nil, nil
	}
	d.waiting, d.fresh = 0, false
	if first != nil {
		return first
	}
	return nil
}
