package markdown

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// directive prints the anchors of a directive, its content, and the comments around it.
func (p *printer) directive(n *noma.Directive, depth int) {
	p.anchors(n.At())
	p.block("<!-- noma:block ", comment(description(n)), " -->")
	p.content(n, depth)
	name := n.ID
	if name == "" {
		name = n.Name
	}
	p.block("<!-- /noma:block ", comment(name), " -->")
}

// isMarked reports whether the text has the mark of a note with an id.
func (p *printer) isMarked(id string) bool {
	if p.marked == nil {
		p.marked = noma.MarkedNotes(p.doc)
	}
	return p.marked[id]
}

// note prints the text of a note as GitHub reads it, further paragraphs indented.
func (p *printer) note(n *noma.Directive) {
	p.block("[^", n.ID, "]: ")
	body := *p
	body.buf = nil
	body.blocks(n.Children, 2)
	p.add(strings.ReplaceAll(strings.ReplaceAll(string(body.buf), "\n", "\n    "), "\n    \n", "\n\n"))
}

// anchors are link targets for a node's id and its aliases, one a line.
func (p *printer) anchors(at *noma.Base) {
	names := make([]string, 0, 1+len(at.Aliases))
	for _, name := range append([]string{at.ID}, at.Aliases...) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for i, name := range names {
		if i == 0 {
			p.open()
		} else {
			p.add("\n")
		}
		p.add(`<a id="`, escapeHTML.Replace(name), `"></a>`)
	}
}

var escapeHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// comment makes a text safe inside a comment: two hyphens would end it.
func comment(s string) string {
	for strings.Contains(s, "--") {
		s = strings.ReplaceAll(s, "--", "- -")
	}
	return s
}

// description returns what programs read about a directive: its name, id and attributes as compact JSON.
func description(n *noma.Directive) string {
	b := noma.AppendQuoted([]byte(`{"name":`), n.Name)
	if n.ID != "" {
		b = noma.AppendQuoted(append(b, `,"id":`...), n.ID)
	}
	sep := `,"attrs":{`
	for _, a := range noma.Effective(n.Attrs) {
		if a.Key == "id" {
			continue
		}
		b = append(b, sep...)
		sep = ","
		b = append(noma.AppendQuoted(b, a.Key), ':')
		if a.Value.Kind == noma.String {
			b = noma.AppendQuoted(b, a.Value.Raw)
		} else {
			b = append(b, a.Value.Text()...)
		}
	}
	if sep == "," {
		b = append(b, '}')
	}
	return string(append(b, '}'))
}

// structural are the attributes that the content shows in another way.
var structural = []string{"id", "title", "caption", "label", "Label", "name", "src", "alt"}

// metadata prints the line of attributes under a label: `_id=r1, severity=high, done_`.
func (p *printer) metadata(n *noma.Directive) {
	var parts []string
	if n.ID != "" {
		parts = append(parts, "id="+n.ID)
	}
	at := ""
	if layout.HasPlace(n) {
		if p.places == nil {
			p.places = layout.Places(p.doc)
		}
		at = p.places[n].String()
	}
	for _, a := range noma.Effective(n.Attrs) {
		switch {
		case slices.Contains(structural, a.Key), at != "" && layout.PlaceKey(a.Key):
		case a.Value.Kind == noma.Bool && a.Value.Bool:
			parts = append(parts, a.Key)
		default:
			parts = append(parts, a.Key+"="+a.Value.Text())
		}
	}
	if at != "" {
		parts = append(parts, at)
	}
	if len(parts) > 0 {
		p.block("_", strings.Join(parts, ", "), "_")
	}
}

// titleOf returns the title a directive gives itself, "" for none.
func titleOf(n *noma.Directive) string {
	title, _ := n.First("title", "caption", "label", "Label", "name")
	return title
}

// readable returns a directive's name in words: `finance::position` is "Finance position".
func readable(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' || r == '-' || r == ':' })
	if len(words) == 0 {
		return name
	}
	text := strings.Join(words, " ")
	return strings.ToUpper(text[:1]) + text[1:]
}

// heading prints the bold label of a block: what it is, and its title or id.
func (p *printer) heading(n *noma.Directive) {
	text := readable(n.Name)
	if title := titleOf(n); title != "" {
		text += ": " + title
	} else if n.ID != "" {
		text += ": " + n.ID
	}
	p.block("**", text, "**")
}
