package patch

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Options of [Apply]; the zero value is right for the full catalogue.
type Options struct {
	// Parse is how the text is parsed, before and after. Its Look ends the work between operations, too.
	Parse noma.Options
	// Protocol10 refuses the operations that are not in the Protocol's 1.0 catalogue.
	Protocol10 bool
	// Strict is for operations that people and agents write: an id that two blocks have is refused instead of being that
	// of the first, and so are dates and new ids that are none.
	Strict bool

	// oneByOne parses anew after every operation; the tests hold batches against it.
	oneByOne bool
}

// Result is what a list of operations made of a text.
type Result struct {
	Text string
	// Stages is how many times the text was parsed to resolve operations.
	Stages int
	// Changed tells for each operation whether it changed a byte; one that did not is a noop.
	Changed []bool
	// Undo makes the text before of Text, one edit after the other.
	Undo []source.Edit
	// Notes tell what the operations meant for ids and aliases of blocks they do not name.
	Notes []Note

	doc    *noma.Document // of Text, nil until somebody asks
	name   string
	parse  noma.Options
	parses int // of the whole text; the tests count them
	pieces int // operations that were made on parts of blocks; likewise
}

// Document returns the tree of Text. It is parsed when first asked for.
func (r *Result) Document() (*noma.Document, error) {
	if r.doc == nil {
		r.parses++
		doc, _, err := noma.Parse(source.NewFile(r.name, r.Text), r.parse)
		if err != nil {
			return nil, fmt.Errorf("parse %s: %w", r.name, err)
		}
		r.doc = doc
	}
	return r.doc, nil
}

// Apply performs the operations one after the other, all or none. An operation that cannot be done is
// an [*Error] that says which; f is never changed. Ids that were unique stay unique, and no block gets
// another id than the one it had unless an operation names it.
func Apply(f *source.File, ops []Op, opts Options) (*Result, error) {
	doc, _, err := noma.Parse(f, opts.Parse)
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", f.Name, err)
	}
	return ApplyTo(doc, ops, opts)
}

// ApplyTo does what [Apply] does for a document that has been parsed already.
func ApplyTo(doc *noma.Document, ops []Op, opts Options) (*Result, error) {
	r := &runner{opts: opts, eol: doc.File.EOL(), result: &Result{
		Text: doc.File.Text, doc: doc, name: doc.File.Name, parse: opts.Parse,
	}}
	for i := 0; i < len(ops); {
		n, err := r.stage(ops, i)
		if err != nil {
			return nil, err
		}
		i += n
	}
	slices.Reverse(r.result.Undo) // the last stage was noted last and is undone first
	return r.result, nil
}

type runner struct {
	opts   Options
	eol    string // of every line that is written, whatever becomes of the file's first line
	result *Result
}

// stage performs as many operations from index first on as one parse allows, at least one, and
// returns their number.
func (r *runner) stage(ops []Op, first int) (int, error) {
	n, err := r.tryStage(ops, first, false)
	if errors.Is(err, errUnsure) {
		r.result.Stages--
		return r.tryStage(ops, first, true)
	}
	return n, err
}

func (r *runner) tryStage(ops []Op, first int, careful bool) (int, error) {
	doc, err := r.result.Document()
	if err != nil {
		return 0, err
	}
	st := newStage(doc, r.eol, r.opts)
	st.careful = careful
	r.result.Stages++
	n := 0
	for i := first; i < len(ops) && !st.sealed; i++ {
		r.opts.Parse.Look.Now()
		o := &ops[i]
		err := r.check(o)
		if err == nil {
			err = st.add(o)
		}
		if errors.Is(err, errDepends) && n == 0 && shapes[o.Op].moves {
			if err := r.moveInSteps(o, first); err != nil {
				return 0, at(err, first)
			}
			return 1, nil
		}
		if errors.Is(err, errUnsure) {
			return 0, err
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
	if err := r.finish(st, first); errors.Is(err, errUnsure) {
		return 0, err
	} else if err != nil {
		if n > 1 && !r.opts.oneByOne {
			// Something only shows in the result. Find out which operation does it.
			careful := r.opts
			careful.oneByOne = true
			slow := &runner{opts: careful, eol: r.eol, result: &Result{
				Text: doc.File.Text, doc: doc, name: doc.File.Name, parse: r.opts.Parse,
			}}
			for i := first; i < first+n; i++ {
				if _, err := slow.stage(ops, i); err != nil {
					return 0, err
				}
			}
		}
		return 0, at(err, first+n-1)
	}
	return n, nil
}

// finish makes the edits of a stage, whose first operation has the given index.
func (r *runner) finish(st *stage, first int) error {
	text, doc, err := st.result()
	if err != nil {
		return err
	}
	for _, note := range st.notes {
		note.OpIndex += first
		r.result.Notes = append(r.result.Notes, note)
	}
	if doc != nil && doc != st.doc {
		r.result.parses++
	}
	r.result.pieces += st.pieces
	r.result.Changed = append(r.result.Changed, st.changed...)
	r.result.Undo = append(r.result.Undo, st.undone()...)
	r.result.Text, r.result.doc = text, doc
	return nil
}

// check returns what can be said of an operation without the document.
func (r *runner) check(o *Op) error {
	s := shapes[o.Op]
	if s == nil || s.additive && r.opts.Protocol10 {
		return refuse(UnsupportedOp, "unknown patch op %q", o.Op)
	}
	if s.laid {
		return refuse(UnsupportedOp, "%s cannot be used here; name the block with replace_child or replace_body", o.Op)
	}
	for _, f := range s.fields {
		if f.name == "baseHash" && f.required && o.BaseHash == "" {
			return violation(o.Op, f, object{})
		}
	}
	if r.opts.Strict {
		return o.strict()
	}
	return nil
}

// result makes the edits of a stage. Where these may mean something else in place than they mean alone
// (the stage is sealed, or the first line changes), the result is parsed and held against the text
// before; doc is nil when that was not needed.
func (st *stage) result() (text string, doc *noma.Document, err error) {
	for _, l := range st.locals {
		if _, err := st.settled(l); err != nil {
			return "", nil, err
		}
	}
	edits := st.edits()
	if len(edits) == 0 {
		return st.f.Text, st.doc, nil
	}
	if text, err = source.Apply(st.f.Text, edits); err != nil {
		return "", nil, fmt.Errorf("patch: %w", err)
	}
	if !st.sealed && !newHead(st.doc, text) {
		return text, nil, nil
	}
	doc, _, err = noma.Parse(source.NewFile(st.f.Name, text), st.opts.Parse)
	if err != nil {
		return "", nil, bad("the result is not a document: %v", err)
	}
	if doc.HasFrontmatter() && !st.doc.HasFrontmatter() && !st.replaced {
		return "", nil, bad("the first lines of the file would be read as frontmatter")
	}
	return text, doc, st.sameIdentity(doc)
}

// undone makes the text before of the stage's result, one edit after the other from the last to the first, so that none
// moves the place of the next.
func (st *stage) undone() []source.Edit {
	edits := slices.DeleteFunc(st.edits(), func(e source.Edit) bool { return e.New == e.Span.Of(st.f.Text) })
	slices.SortStableFunc(edits, func(a, b source.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	out, moved := make([]source.Edit, len(edits)), 0
	for i, e := range edits {
		at := e.Span.Start + moved
		out[i] = source.Edit{Span: source.Span{Start: at, End: at + len(e.New)}, New: e.Span.Of(st.f.Text)}
		moved += len(e.New) - e.Span.Len()
	}
	return out
}

// newHead reports whether a text starts with a rule of hyphens, and not with the frontmatter that the
// document has.
func newHead(before *noma.Document, text string) bool {
	if !strings.HasPrefix(strings.TrimPrefix(text, "\uFEFF"), "---") {
		return false
	}
	if !before.HasFrontmatter() {
		return true
	}
	head := before.File.Text[:before.File.NextLine(before.Children[0].At().EndLine)]
	return !strings.HasPrefix(text, head)
}
