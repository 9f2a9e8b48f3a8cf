package validate

import (
	"slices"
	"time"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/blocks"
	"github.com/nomadocx/nomadocx/noma/compute"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// Options of a validation. The zero value applies every rule but stale-citation, which needs a clock.
type Options struct {
	Profiles    []string  // profiles besides those the document declares
	IgnoreRules []string  // codes to leave out
	StaleDays   float64   // window of stale-citation in days; 0 leaves it to the document
	Now         time.Time // zero: citations do not grow stale
	// NoEvidence switches claim-without-evidence off (requireEvidenceForClaims: false).
	NoEvidence bool
	// Look is called for every node and every rule, to end the work when the context has ended.
	Look halt.Look
	// FileOf names the file a node stands in, where a document is made of several (a book); nil: it is
	// not. n is nil for what concerns the document as a whole.
	FileOf func(n noma.Node) string
	// Audience is whom the document is made for; "" is whom its frontmatter names.
	Audience string
	// File fails when a file that a block names cannot be read; nil: nobody knows.
	File func(n noma.Node, name string) error
}

// Document applies all rules. The diagnostics come in the order of ast.md §9: rules of single blocks
// in document order, then references, then the rules that need the whole document.
func Document(d *noma.Document, opts Options) diag.List {
	c := &checker{doc: d, opts: opts, found: map[findingKind]*findings{}}
	c.profiles(declaredProfiles(d.Meta, opts.Profiles))
	c.walk()
	c.references()
	for i := range documentRules {
		c.opts.Look.Now()
		r := &documentRules[i]
		r.check(c, reporter{c, &r.rule})
	}
	c.computed()
	c.unknownIgnores()
	c.countFindings()
	if len(opts.IgnoreRules) > 0 {
		c.list = slices.DeleteFunc(c.list, func(x diag.Diagnostic) bool { return slices.Contains(opts.IgnoreRules, x.Code) })
	}
	return c.list
}

// checker is the state of one validation.
type checker struct {
	doc      *noma.Document
	opts     Options
	active   map[string]bool // profiles, by their canonical and their given names
	declared []string        // the names of known profiles, quoted
	allow    map[string]bool // directives the profiles admit; nil admits all
	list     diag.List
	found    map[findingKind]*findings // see bounded

	blocks  []*noma.Directive // all directives in document order
	prose   []noma.Node       // what holds inline markup, in document order; see texts
	located []located         // the texts of prose, made for the first rule about them
	maths   []*noma.Directive // ::math blocks
	links   []link            // every mention of another block, in document order
	grids   map[*noma.Directive]*columnSet
	env     *compute.Env // made when the first computed block is met

	datasets *spelling         // made for the first plot without its dataset
	inputs   *spelling         // made for the first formula with an unknown name
	sources  *spelling         // the keys of sources, see citable
	labels   map[string]string // see definitions

	ownBlocks []string // see custom
	lastBlock struct { // see block
		of *noma.Directive
		is *blocks.Block
	}
}

// walk visits the document once: it applies the rules of single blocks and collects what the later
// rules need. verbatim: the node stands in a block whose body is not prose; silent: see excused.
func (c *checker) walk() {
	var visit func(n noma.Node, verbatim, silent bool)
	prose := func(n noma.Node, verbatim, silent bool) {
		for t := range noma.Texts(n) {
			c.wikiLinks(n, t.S)
		}
		if !verbatim && !silent {
			c.prose = append(c.prose, n)
		}
	}
	visit = func(n noma.Node, verbatim, silent bool) {
		c.opts.Look.Now()
		if c.doc.Repeats(n) {
			c.add(&duplicateID, n, "Duplicate block ID "+quote(n.At().ID)+".", nil)
		}
		switch n := n.(type) {
		case *noma.Directive:
			c.blocks = append(c.blocks, n)
			if silent = noVerify(n); !silent {
				for _, r := range rulesFor(n.Name) {
					r.check(c, n, reporter{c, &r.rule})
				}
				_, captioned := caption(n)
				switch {
				case verbatim:
				case n.Name == "math":
					c.maths = append(c.maths, n)
				case captioned || isRows(n):
					c.prose = append(c.prose, n)
				}
			}
			c.attributeLinks(n)
			verbatim = verbatim || verbatimBodies[n.Name]
			if n.HasBody && !verbatim {
				c.wikiLinks(n, n.Body)
			}
		case *noma.Section:
			silent = false
			c.attributes(n, n.Attrs, &heading)
			prose(n, verbatim, silent)
		case *noma.Paragraph, *noma.Quote, *noma.ListItem, *noma.Table:
			if t, ok := n.(*noma.Table); ok && t.Caption != nil && !silent {
				c.attributes(n, t.Caption.Attrs, &pipeTable)
			}
			if !verbatim {
				prose(n, isRows(n.At().Parent), silent)
			}
		}
		for _, k := range n.Kids() {
			visit(k, verbatim, silent)
		}
	}
	visit(c.doc, false, false)
}

// add appends a diagnostic about a node. Its place is the node's first line; its id also says where
// the block ends.
func (c *checker) add(r *rule, n noma.Node, msg string, fix map[string]any) {
	x := diag.Diagnostic{Severity: r.severity, Code: r.code, Message: msg, Fix: fix}
	if c.opts.FileOf != nil {
		x.File = c.opts.FileOf(n)
	}
	if n != nil {
		b := n.At()
		x.Line, x.Column = b.Line, 1
		if len(b.ID) <= maxNodeID {
			x.NodeID = b.ID
		}
		// The block with the id may be another one, when an id is given twice; in a book it may even
		// stand in another file, whose lines say nothing about this one.
		if owner, ok := c.doc.ByID(b.ID); ok && b.ID != "" && (c.opts.FileOf == nil || c.opts.FileOf(owner) == x.File) {
			x.EndLine = lastLine(owner)
		}
	}
	c.list = append(c.list, x)
}

// lastLine returns the end of a node as the AST prints it: a section ends with its last block.
func lastLine(n noma.Node) int {
	if s, ok := n.(*noma.Section); ok && s.LastLine > 0 {
		return s.LastLine
	}
	return n.At().EndLine
}

// noVerify reports whether the block asks to be left alone: the attribute must be exactly true.
func noVerify(n *noma.Directive) bool {
	a, ok := n.Attr("noverify")
	return ok && a.Value.Kind == noma.Bool && a.Value.Bool
}
