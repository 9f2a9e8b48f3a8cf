package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mozillazg/go-unidecode"

	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/sources"
)

// ReferencesTitle is the heading of the list of references in a document that has marks and no ::bibliography.
const ReferencesTitle = "References"

// References are the sources of a document: which of them its text refers to, and what the marks and the list show.
type References struct {
	List       []*Reference // in the order of the list, each once
	AuthorDate bool         // marks are (Smith 2020), not [1]
	Marks      bool         // the text refers to sources
	Keyed      bool         // … by their keys, as [@key], and not only as to other blocks
	Listed     bool         // the document has a ::bibliography

	doc   *noma.Document
	first *noma.Directive // the first ::bibliography
	byKey map[string]*Reference
	byDOI map[string]*Reference
}

// Reference is a source, from a block or a file.
type Reference struct {
	Key    string
	Number int             // in the list, from 1
	Block  *noma.Directive // nil for one of a file
	File   *sources.Source // nil for a block
	Cited  bool            // the text refers to it by its key
	letter string          // tells sources of one author and year apart
	entry
}

// ReferencesOf finds the sources of a document and gives them their numbers: first those that the text refers to, in the order
// of first mention, then the other ::citation blocks. With citation_style: author-date they stand in the order of their authors.
func ReferencesOf(d *noma.Document) *References {
	r := &References{doc: d, AuthorDate: squash(CitationStyle(d)) == "authordate"}
	var blocks []*noma.Directive
	for n := range noma.Walk(d) {
		if b, ok := n.(*noma.Directive); ok {
			switch b.Name {
			case "citation":
				if sourceBlock(d, b) {
					blocks = append(blocks, b)
				}
			case "bibliography":
				if r.first == nil && !d.LeftOut(b) {
					r.Listed, r.first = true, b
				}
			}
		}
	}
	if len(blocks) == 0 && (d.Library == nil || len(d.Library.List) == 0) {
		return r
	}
	r.byKey, r.byDOI = map[string]*Reference{}, map[string]*Reference{}
	r.mentions()
	for _, b := range blocks {
		r.ofBlock(b)
	}
	if r.AuthorDate {
		slices.SortStableFunc(r.List, func(a, b *Reference) int {
			return cmp.Or(cmp.Compare(a.sortKey, b.sortKey), cmp.Compare(a.year, b.year))
		})
		r.letters()
	}
	for i, x := range r.List {
		x.Number = i + 1
	}
	return r
}

// CitationStyle returns what the frontmatter, of a book that of the first chapter with one, says of the style of marks.
func CitationStyle(d *noma.Document) string {
	for _, n := range d.Children {
		if f, ok := n.(*noma.Frontmatter); ok && f.Data.String("citation_style") != "" {
			return f.Data.String("citation_style")
		}
	}
	return d.Meta.String("citation_style")
}

// mentions takes up the sources in the order in which the text refers to them.
func (r *References) mentions() {
	p := noma.InlineParser{Known: r.doc.Citable}
	var visit func(nodes []noma.Inline)
	visit = func(nodes []noma.Inline) {
		for i := range nodes {
			if n := &nodes[i]; n.Kind == noma.InlineCite {
				c, _ := noma.ReadCite(n.Text)
				for _, it := range c.Items {
					if x := r.take(it.Key); x != nil {
						x.Cited, r.Marks, r.Keyed = true, true, r.Keyed || !n.CitesID()
					}
				}
			}
			visit(nodes[i].Children)
		}
	}
	eachText(r.doc, r.doc, func(s string, cell bool) {
		if !noma.MayCite(s) {
			return
		}
		if cell {
			visit(p.Cell(s))
		} else {
			visit(p.Parse(s))
		}
	})
}

// eachText calls f with the texts of a document that can have inline markup, in order.
func eachText(doc *noma.Document, n noma.Node, f func(s string, cell bool)) {
	switch n := n.(type) {
	case *noma.Section, *noma.Paragraph, *noma.Quote:
		for text := range noma.Texts(n) {
			f(text.S, false)
		}
	case *noma.List:
		for _, it := range n.Items {
			f(it.Content.S, false)
		}
		return
	case *noma.Table:
		f(n.CaptionText(), false)
		for _, row := range append([][]noma.Cell{n.Header}, n.Rows...) {
			for _, c := range row {
				f(c.Text, true)
			}
		}
	case *noma.Directive:
		if doc.Audience.Client && n.Is(noma.Annotates) && !n.Is(noma.Note) {
			return // what a client sees does not depend on the comments
		}
		for _, a := range n.Attrs {
			if a.Value.Kind == noma.String && a.Key != "id" {
				f(a.Value.Raw, false)
			}
		}
		if s := Lookup(n.Name); n.Is(noma.Raw) && n.Name != "table" || s != nil && s.code(n) {
			return
		}
	}
	for _, k := range doc.Shown(n.Kids()) {
		eachText(doc, k, f)
	}
}

// take returns the source with a key, in the list from now on; nil for none.
func (r *References) take(key string) *Reference {
	if x := r.byKey[key]; x != nil {
		return x
	}
	if n, ok := r.doc.Block(key); ok {
		if b, ok := n.(*noma.Directive); ok && b.Name == "citation" {
			x := r.ofBlock(b)
			r.byKey[key] = x // an alias
			return x
		}
	}
	s := r.doc.Library.Source(key)
	if s == nil {
		return nil
	}
	x := &Reference{Key: key, File: s, entry: entryOfFile(r.doc, s)}
	return r.add(x, key, sources.DOI(s.DOI))
}

func (r *References) ofBlock(b *noma.Directive) *Reference {
	if x := r.byKey[b.ID]; x != nil && b.ID != "" && x.Block == b {
		return x
	}
	x := &Reference{Key: b.ID, Block: b, entry: entryOfBlock(r.doc, b)}
	return r.add(x, b.ID, sources.DOI(b.AttrText("doi")))
}

// add puts a source into the list, where one with its DOI is not there yet.
func (r *References) add(x *Reference, key, doi string) *Reference {
	doi = strings.ToLower(doi)
	if same := r.byDOI[doi]; same != nil {
		x = same
	} else {
		r.List = append(r.List, x)
		if doi != "" {
			r.byDOI[doi] = x
		}
	}
	if key != "" && r.byKey[key] == nil {
		r.byKey[key] = x
	}
	return x
}

// letters tells the sources of one author and year apart: 2020a, 2020b.
func (r *References) letters() {
	times := map[string]int{}
	for _, x := range r.List {
		times[x.short+"\x00"+x.year]++
	}
	seen := map[string]int{}
	for _, x := range r.List {
		k := x.short + "\x00" + x.year
		if n := seen[k]; times[k] > 1 && n < 26 {
			x.letter = string(rune('a' + n))
		}
		seen[k]++
	}
}

// Target reports whether marks lead to the entries of a list: to those of the first ::bibliography.
func (r *References) Target(list *noma.Directive) bool { return r.first == list }

// Known reports whether a key is that of a source; of no document nothing is known.
func (r *References) Known(key string) bool { return r.doc.Citable(key) }

// Reader returns what tells the parser of inline markup which keys are known; nil in a document without sources.
func (r *References) Reader() func(key string) bool {
	if r == nil || r.byKey == nil {
		return nil
	}
	return r.Known
}

// Bookmark returns the name of the bookmark on the entry of a source.
func (x *Reference) Bookmark() string { return "s" + AnchorName(x.Key)[1:] }

// Anchor returns the id that the entry of a source has on a page.
func (x *Reference) Anchor() string { return "ref-" + x.Key }

// sortable returns a name as lists of references order it: without case and accents.
func sortable(s string) string { return strings.ToLower(unidecode.Unidecode(s)) }
