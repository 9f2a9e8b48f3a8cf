package html

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// toc writes a table of contents: of the headings, or with of= of the numbered captions. The empty
// element behind each entry is for the page number, which package pdf fills in.
func (r *renderer) toc(d *noma.Directive) {
	kind, title, empty := layout.CaptionsListed(d), "Contents", "No sections found."
	if kind != "" {
		title, empty = "List of "+kind+"s", "No "+strings.ToLower(kind)+"s found."
	}
	title = cmp.Or(stringAttr(d, "title"), layout.WordOf(r.doc, title))
	r.openBlock("nav", d, nil, r.contentsPage(d))
	r.raw(`<p class="noma-toc-title">`)
	r.inline(title)
	r.raw("</p>\n")
	if kind != "" {
		r.captionList(r.lists[kind], empty)
	} else {
		r.headingList(d, empty)
	}
	r.body(d)
	r.raw("</nav>\n")
}

// headingList nests lists by the level of the headings. A level that is left out does not make an
// empty list.
func (r *renderer) headingList(d *noma.Directive, empty string) {
	depth := 3
	if v, _ := d.First("depth", "levels"); v != "" {
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			depth = int(min(max(n, 1), 6))
		}
	}
	var open []int // levels of the open lists
	some := false
	for _, h := range r.headings {
		if h.level > depth || h.covered || strings.TrimSpace(h.title) == "" {
			continue
		}
		for len(open) > 1 && open[len(open)-1] > h.level {
			open = open[:len(open)-1]
			r.raw("</li></ol>")
		}
		switch {
		case len(open) == 0 || open[len(open)-1] < h.level:
			open = append(open, h.level)
			r.raw("<ol class=\"noma-toc-list\">\n")
		default:
			open[len(open)-1] = h.level
			r.raw("</li>\n")
		}
		some = true
		r.raw(`<li class="noma-toc-level-` + strconv.Itoa(h.level) + `">`)
		r.tocEntry(h.id, func() {
			r.text(h.number)
			r.inlineText(h.title)
		})
	}
	for range open {
		r.raw("</li></ol>\n")
	}
	if !some {
		r.raw("<p class=\"noma-empty\">" + empty + "</p>\n")
	}
}

func (r *renderer) captionList(list []noma.Node, empty string) {
	if len(list) == 0 {
		r.raw("<p class=\"noma-empty\">" + empty + "</p>\n")
		return
	}
	r.raw("<ol class=\"noma-toc-list\">\n")
	for _, n := range list {
		c := r.captions[n]
		r.raw("<li>")
		r.tocEntry(r.blockAnchor(n), func() {
			r.text(c.label())
			if c.title != "" {
				r.text(": ")
				r.inlineText(c.title)
			}
		})
		r.raw("</li>\n")
	}
	r.raw("</ol>\n")
}

// tocEntry links to a block and leaves room for its page number. What has no id cannot be linked.
func (r *renderer) tocEntry(id string, label func()) {
	if id == "" {
		r.raw(`<span class="noma-toc-entry">`)
		label()
		r.raw("</span>")
		return
	}
	r.raw(`<a class="noma-toc-entry"`)
	r.attr("href", "#"+fragment(id))
	r.raw(`><span class="noma-toc-text">`)
	label()
	r.raw(`</span><span class="noma-toc-page"`)
	r.attr("data-noma-page", AnchorID(id))
	r.raw("></span></a>")
}

// inlineText writes inline markup in a place that is a link already.
func (r *renderer) inlineText(s string) {
	was := r.inLink
	r.inLink = true
	r.inline(s)
	r.inLink = was
}

// bibliography writes the list of all citations of the document.
func (r *renderer) bibliography(d *noma.Directive) {
	s := layout.LookupFor(r.doc, d.Name)
	r.openBlock("section", d, nil, "")
	for _, part := range s.Parts {
		switch part := part.(type) {
		case layout.Label:
			r.label(d, part)
		case layout.Body:
			r.body(d)
		}
	}
	r.references(r.refs.Target(d))
	r.raw("</section>\n")
}

// citation is a panel with a few fields more than Word shows.
func (r *renderer) citation(d *noma.Directive) { r.panel(d, layout.LookupFor(r.doc, d.Name)) }
