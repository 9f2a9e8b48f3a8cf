package html

import (
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// cite writes a reference to sources: its parts lead to their entries.
func (r *renderer) cite(markup string) {
	c, ok := noma.ReadCite(markup)
	if !ok {
		r.text(markup)
		return
	}
	r.raw(`<span class="noma-cite">`)
	for _, p := range r.refs.Mark(c) {
		if p.To == nil || !p.To.Cited || r.inLink {
			r.text(p.Text)
			continue
		}
		r.raw("<a")
		r.attr("href", "#"+fragment(p.To.Anchor()))
		r.raw(">")
		r.text(p.Text)
		r.raw("</a>")
	}
	r.raw("</span>")
}

// references writes the list of sources. Marks lead to the entries of one list.
func (r *renderer) references(target bool) {
	if len(r.refs.List) == 0 {
		r.raw("<p class=\"noma-empty\">No citations found.</p>\n")
		return
	}
	list, wide := "ol", wideNumbers(len(r.refs.List))
	if r.refs.AuthorDate {
		list, wide = "ul", ""
	}
	r.raw("<" + list + " class=\"noma-bibliography-list" + wide + "\">\n")
	for _, x := range r.refs.List {
		r.raw("<li")
		if target && x.Cited && !r.used[AnchorID(x.Anchor())] {
			r.used[AnchorID(x.Anchor())] = true
			r.attr("id", AnchorID(x.Anchor()))
		}
		r.raw(">")
		r.source(x)
		r.raw("</li>\n")
	}
	r.raw("</" + list + ">\n")
}

// source writes the entry of a source in the list.
func (r *renderer) source(x *layout.Reference) {
	for _, p := range r.refs.Entry(x, ". "+layout.WordOf(r.doc, "Accessed")+": ") {
		switch {
		case p.Name && x.Block != nil && x.Block.ID != "":
			r.raw("<cite>")
			r.ref(x.Block.ID, noma.PlainText(noma.ParseInline(p.Text)))
			r.raw("</cite>")
		case p.Name && p.Italic:
			r.raw("<cite><em>")
			r.words(p)
			r.raw("</em></cite>")
		case p.Name:
			r.raw("<cite>")
			r.words(p)
			r.raw("</cite>")
		case p.Italic:
			r.raw("<em>")
			r.words(p)
			r.raw("</em>")
		case p.Kind != layout.Plain:
			r.value(p.Kind, p.Text)
		default:
			r.words(p)
		}
	}
}

func (r *renderer) words(p layout.EntryPart) {
	if p.Markup {
		r.inline(p.Text)
	} else {
		r.text(p.Text)
	}
}

// impliedReferences writes the list at the end of a document that has marks and no list.
func (r *renderer) impliedReferences() {
	if !r.refs.Marks || r.refs.Listed {
		return
	}
	h := string(rune('0' + r.refs.HeadingLevel()))
	r.raw("<section class=\"noma-references\">\n<h" + h + ">" + layout.WordOf(r.doc, layout.ReferencesTitle) + "</h" + h + ">\n")
	r.references(true)
	r.raw("</section>\n")
}
