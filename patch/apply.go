package patch

import (
	"errors"
	"fmt"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/source"
)

// Options of [Apply]; the zero value is right for the full catalogue.
type Options struct {
	// Parse is how the text is parsed, before and after.
	Parse noma.Options
	// Protocol10 refuses the operations that are not in the Protocol's 1.0 catalogue.
	Protocol10 bool
	// ProtectBodies refuses a replace_body whose content would end the block it is meant for, as a
	// line of colons does. The contract lets it pass (patch.md, replace_body: "no check").
	ProtectBodies bool

	// oneByOne parses anew after every operation; the tests hold batches against it.
	oneByOne bool
}

// Result is what a list of operations made of a text.
type Result struct {
	Text     string
	Document *noma.Document // of Text
	// Stages is how many times the text was parsed to resolve operations.
	Stages int
	// Changed tells for each operation whether it changed a byte; one that did not is a noop.
	Changed []bool
}

// Apply performs the operations one after the other, all or none. An operation that cannot be done is
// an [*Error] that says which; f is never changed. Ids that were unique stay unique.
func Apply(f *source.File, ops []Op, opts Options) (*Result, error) {
	doc, _, err := noma.Parse(f, opts.Parse)
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", f.Name, err)
	}
	return ApplyTo(doc, ops, opts)
}

// ApplyTo is [Apply] for a document that has been parsed already.
func ApplyTo(doc *noma.Document, ops []Op, opts Options) (*Result, error) {
	r := &runner{opts: opts, eol: doc.File.EOL(), doc: doc, result: &Result{Text: doc.File.Text, Document: doc}}
	for i := 0; i < len(ops); {
		n, err := r.stage(ops, i)
		if err != nil {
			return nil, err
		}
		i += n
	}
	return r.result, nil
}

type runner struct {
	opts   Options
	eol    string // of every line that is written, whatever becomes of the file's first line
	doc    *noma.Document
	result *Result
}

// stage performs as many operations from index first on as one parse allows, at least one, and
// returns their number.
func (r *runner) stage(ops []Op, first int) (int, error) {
	if o := &ops[first]; o.Op == "move_block" {
		err := r.check(o)
		if err == nil {
			err = r.move(o)
		}
		if err != nil {
			return 0, at(err, first)
		}
		return 1, nil
	}
	st := newStage(r.doc, r.eol, r.opts)
	r.result.Stages++
	n := 0
	for i := first; i < len(ops) && !st.sealed; i++ {
		o := &ops[i]
		if o.Op == "move_block" {
			break
		}
		err := r.check(o)
		if err == nil {
			err = st.add(o)
		}
		if err != nil {
			if n == 0 {
				if errors.Is(err, errDepends) {
					panic("patch: " + o.Op + " depends on a stage that is empty")
				}
				return 0, at(err, i)
			}
			break // an error counts only on the text after the operations before
		}
		n++
		if r.opts.oneByOne {
			break
		}
	}
	doc, err := r.parse(st)
	if err != nil {
		if n > 1 && !r.opts.oneByOne {
			// Something only shows in the result. Find out which operation does it.
			careful := r.opts
			careful.oneByOne = true
			slow := &runner{opts: careful, eol: r.eol, doc: r.doc, result: &Result{}}
			for i := first; i < first+n; i++ {
				if _, err := slow.stage(ops, i); err != nil {
					return 0, err
				}
			}
		}
		return 0, at(err, first+n-1)
	}
	r.result.Changed = append(r.result.Changed, st.changed...)
	r.doc, r.result.Document, r.result.Text = doc, doc, doc.File.Text
	return n, nil
}

// check is what can be said of an operation without the document.
func (r *runner) check(o *Op) error {
	s := shapes[o.Op]
	if s == nil || s.additive && r.opts.Protocol10 {
		return refuse(UnsupportedOp, "unknown patch op %q", o.Op)
	}
	for _, f := range s.fields {
		if f.name == "baseHash" && f.required && o.BaseHash == "" {
			return violation(o.Op, f, object{})
		}
	}
	return nil
}

// parse applies the edits of a stage and parses the result, which must be a document whose ids are as
// unique as before.
func (r *runner) parse(st *stage) (*noma.Document, error) {
	edits := st.edits()
	if len(edits) == 0 {
		return st.doc, nil
	}
	text, err := source.Apply(st.f.Text, edits)
	if err != nil {
		return nil, fmt.Errorf("patch: %w", err)
	}
	doc, _, err := noma.Parse(source.NewFile(st.f.Name, text), r.opts.Parse)
	if err != nil {
		return nil, bad("the result is not a document: %v", err)
	}
	if hasFrontmatter(doc) && !hasFrontmatter(st.doc) {
		return nil, bad("the first lines of the file would be read as frontmatter")
	}
	before := duplicates(st.doc)
	for id := range duplicates(doc) {
		if !before[id] {
			return nil, refuse(IDConflict, "the id %q would be used twice", id)
		}
	}
	return doc, nil
}

func hasFrontmatter(d *noma.Document) bool {
	if len(d.Children) == 0 {
		return false
	}
	_, ok := d.Children[0].(*noma.Frontmatter)
	return ok
}

// duplicates are the ids that more than one block has. Headings within a directive do not count
// unless they spell their id: their automatic ids are never made unique, because often they are not
// headings at all but comments in a script (contract ast.md §1.1).
func duplicates(d *noma.Document) map[string]bool {
	var twice map[string]bool
	for n := range noma.Walk(d) {
		id := n.At().ID
		if id == "" || flatHeading(n) {
			continue
		}
		if first, _ := d.ByID(id); first != n && !(flatHeading(first)) {
			if twice == nil {
				twice = map[string]bool{}
			}
			twice[id] = true
		}
	}
	return twice
}

// flatHeading reports whether a node is a heading inside a directive without an id of its own.
func flatHeading(n noma.Node) bool {
	s, ok := n.(*noma.Section)
	if !ok || s.ExplicitID {
		return false
	}
	_, inside := s.Parent.(*noma.Directive)
	return inside
}
