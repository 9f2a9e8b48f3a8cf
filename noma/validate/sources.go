package validate

import (
	"regexp"
	"strconv"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/diag"
)

// Sources: the files they are kept in, and the references to them by their keys.

var sourceRules = []documentRule{
	{rule{"bibliography-file", diag.Warning}, func(c *checker, r reporter) {
		if c.doc.Library == nil {
			return
		}
		for _, p := range c.doc.Library.Problems {
			where := quote(p.File)
			if p.Line > 0 {
				where += ", line " + strconv.Itoa(p.Line)
			}
			r.at(c.front(), "File of sources "+where+": "+p.Message+".")
		}
	}},
	{rule{"citation-style", diag.Warning}, func(c *checker, r reporter) {
		if s := layout.CitationStyle(c.doc); s != "" && s != "numeric" && s != "author-date" {
			r.at(c.front(), "The frontmatter's citation_style is "+quote(s)+", which is neither numeric nor author-date; marks are numbers.")
		}
	}},
	{rule{"duplicate-key", diag.Warning}, func(c *checker, r reporter) {
		if c.doc.Library == nil {
			return
		}
		for i, s := range c.doc.Library.Repeated {
			if i == maxPerBlock {
				return
			}
			first := c.doc.Library.Source(s.Key)
			r.at(c.front(), "The key "+quote(s.Key)+" is given twice: in "+quote(first.File)+", line "+strconv.Itoa(first.Line)+
				", and in "+quote(s.File)+", line "+strconv.Itoa(s.Line)+", which is not read; give one of them another key.")
		}
		for _, n := range c.blocks {
			if s := c.doc.Library.Source(n.ID); n.Name == "citation" && n.ID != "" && s != nil && !noVerify(n) {
				r.at(n, title("Citation", n)+" has the key of an entry of "+quote(s.File)+", line "+strconv.Itoa(s.Line)+
					", which is not read; take one of them out.")
			}
		}
	}},
	{rule{"unknown-source", diag.Warning}, (*checker).unknownSources},
	{rule{"references-heading", diag.Warning}, func(c *checker, r reporter) {
		s := lastSection(c.doc)
		if s == nil || len(s.Children) > 0 || c.doc.LeftOut(s) {
			return
		}
		if refs := layout.ReferencesOf(c.doc); refs.Marks && !refs.Listed && len(refs.List) > 0 {
			var fix map[string]any
			if f := c.doc.File; f != nil {
				line := f.LineSpan(s.EndLine)
				fix = c.rewritten(line, line.Of(f.Text)+"\n\n::bibliography\n::")
			}
			r.mend(s, "The list of references stands behind this heading, below one of its own; write ::bibliography and a line with :: below this one.", fix)
		}
	}},
	{rule{"unused-source", diag.Warning}, func(c *checker, r reporter) {
		refs := layout.ReferencesOf(c.doc)
		if !refs.Keyed {
			return
		}
		named := map[noma.Node]bool{}
		for _, l := range c.links {
			if n, ok := c.doc.Block(l.target); ok {
				named[n] = true
			}
		}
		for _, x := range refs.List {
			if x.Block != nil && !x.Cited && !named[x.Block] && !noVerify(x.Block) {
				key := x.Block.ID
				if key == "" {
					key = "key"
				}
				r.at(x.Block, title("Citation", x.Block)+" is in the list of references and nothing refers to it; write [@"+key+"] where it is used.")
			}
		}
	}},
}

// front returns the frontmatter, nil for none.
func (c *checker) front() noma.Node {
	for _, n := range c.doc.Children {
		if f, ok := n.(*noma.Frontmatter); ok {
			return f
		}
	}
	return nil
}

// lastSection returns the section that a document ends with, nil for none.
func lastSection(d *noma.Document) (last *noma.Section) {
	for kids := d.Children; len(kids) > 0; {
		s, ok := kids[len(kids)-1].(*noma.Section)
		if !ok {
			return nil
		}
		last, kids = s, s.Children
	}
	return last
}

// citable returns what reports whether a key is that of a source, nil where there are none.
func (c *checker) citable() func(string) bool {
	if c.sources == nil {
		s := newSpelling()
		for _, n := range c.blocks {
			if n.Name == "citation" {
				s.add(n.ID)
				for _, a := range n.Aliases {
					s.add(a)
				}
			}
		}
		if c.doc.Library != nil {
			for _, x := range c.doc.Library.List {
				s.add(x.Key)
			}
		}
		c.sources = s
	}
	if len(c.sources.words) == 0 {
		return nil
	}
	return c.doc.Citable
}

// saidOfSource reports whether what resembles a reference is one to a source that is not there: [checker.unknownSources] says so.
func (c *checker) saidOfSource(text string) bool {
	_, ok := noma.ReadCite(text)
	return ok && (c.citable() != nil || c.unread())
}

// unread reports whether the document names files of sources that nobody has read.
func (c *checker) unread() bool {
	return c.doc.Library == nil && c.doc.Meta.Get("bibliography") != nil
}

var bracketed = regexp.MustCompile(`\[[^\[\]\x00]*@[^\[\]\x00]*\]`)

var cited = marksIn("[@]")

// unknownSources reports references with a key that no source has.
func (c *checker) unknownSources(r reporter) {
	known := c.citable()
	if known == nil || c.unread() {
		return
	}
	p := noma.InlineParser{Known: known}
	var shows shown
	for n, t := range c.texts {
		if !t.has.all(cited) || !noma.MayCite(t.S) {
			continue
		}
		t.bare = false
		shows.read(t, &p)
		for _, at := range bracketed.FindAllIndex(shows.Bytes(), -1) {
			m := string(shows.Bytes()[at[0]:at[1]])
			cite, ok := noma.ReadCite(m)
			for i := 0; ok && i < len(cite.Items); i++ {
				if key := cite.Items[i].Key; !known(key) {
					hint, _ := c.sources.didYouMean(key)
					r.bounded("", n, t.Text, shows.origin(at[0]), "No source has the key "+quote(key)+", so that "+quote(m)+" is text."+hint)
				}
			}
		}
	}
}
