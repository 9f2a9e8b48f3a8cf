package html

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// maxDepth bounds the nesting of blocks. The grammar allows 63 levels of directives within six of
// sections.
const maxDepth = 200

// blocks writes sibling blocks.
func (r *renderer) blocks(nodes []noma.Node) {
	if r.depth >= maxDepth {
		return
	}
	r.depth++
	outer := r.pageName
	for _, n := range r.doc.Shown(nodes) {
		if r.pageName != outer {
			// A ::page_setup among the siblings before this one, or within them, changed the page.
			class := "noma-page-flow"
			if r.pageName != r.flowPage {
				r.flowPage, class = r.pageName, class+" noma-page-first"
			}
			r.raw(`<div class="` + class + `" style="page:` + r.pageName + "\">\n")
			r.block(n)
			r.raw("</div>\n")
			continue
		}
		r.block(n)
	}
	r.depth--
}

func (r *renderer) block(n noma.Node) {
	r.opts.Look.Now()
	if r.preview != nil {
		r.preview.blocks = append(r.preview.blocks, stretch{node: n})
		r.raw(blockStart)
		defer r.raw(blockEnd)
	}
	switch n := n.(type) {
	case *noma.Frontmatter:
	case *noma.Section:
		r.section(n)
	case *noma.Paragraph:
		k := textKey{node: n, part: layout.PartText}
		r.added(k, true, false)
		r.raw("<p>")
		r.annotated(k, func() { r.inline(strings.Trim(n.Content.S, " \t\n")) })
		r.raw("</p>\n")
		r.added(k, false, false)
	case *noma.Code:
		r.code(n.Content.S, n.Lang)
	case *noma.List:
		r.list(n)
	case *noma.Quote:
		r.quote(n)
	case *noma.ThematicBreak:
		r.raw("<hr class=\"noma-rule\">\n")
	case *noma.Table:
		r.pipeTable(n)
	case *noma.Directive:
		if tag := layout.LanguageOf(n); tag != "" {
			r.raw(`<section lang="` + tag + "\">\n")
			defer r.raw("</section>\n")
		}
		r.directive(n)
	}
	r.writeNotes()
}

// section writes a heading and what belongs to it.
func (r *renderer) section(s *noma.Section) {
	r.sectionHead(s)
	if s.Level == 1 && len(r.headings) > 0 && r.headings[0].level == 1 && r.headings[0].id == s.ID && !r.bylined {
		r.byline()
	}
	r.blocks(s.Children)
	r.raw("</section>\n")
}

// sectionHead writes what of a section stands before its blocks.
func (r *renderer) sectionHead(s *noma.Section) {
	k := textKey{node: s, part: layout.PartHeading}
	r.added(k, true, false)
	r.raw(`<section class="noma-section noma-level-` + shownLevel(s) + `"`)
	r.attrIf("lang", layout.LanguageOf(s))
	r.raw(">\n")
	r.aliases(s.At())
	if !r.onCover(s) {
		r.heading(s)
	}
	r.added(k, false, false)
	r.writeNotes()
}

// shownLevel returns the level of the heading of a section in HTML.
func shownLevel(s *noma.Section) string { return strconv.Itoa(min(max(s.Level, 1), 6)) }

// heading writes the heading of a section.
func (r *renderer) heading(s *noma.Section) {
	level := shownLevel(s)
	r.raw("<h" + level)
	r.anchor(s.ID)
	r.raw(` class="noma-heading">`)
	if r.isChapter(s) && !r.inLink { // a link to it makes Chromium say on which page it is
		r.raw(`<a hidden`)
		r.attr("href", "#"+fragment(s.ID))
		r.raw("></a>")
	}
	if no := r.numbers.Of(s); no != "" {
		r.raw(`<span class="noma-heading-number">` + no + "</span> ")
	}
	r.annotated(textKey{node: s, part: layout.PartHeading}, func() { r.inline(s.Title.S) })
	r.marks(s)
	r.raw("</h" + level + ">\n")
}

// quote writes a block quote with its paragraphs.
func (r *renderer) quote(q *noma.Quote) {
	r.raw("<blockquote class=\"noma-quote\">\n")
	for i, text := range q.Paragraphs() {
		k := textKey{node: q, part: layout.PartText, row: i}
		r.raw("<p>")
		r.annotated(k, func() { r.inline(text.S) })
		r.raw("</p>\n")
		r.added(k, true, false)
		r.added(k, false, false)
	}
	r.raw("</blockquote>\n")
}

// code writes lines of code.
func (r *renderer) code(s, lang string) {
	r.raw(`<pre class="noma-pre"`)
	r.attrIf("data-lang", lang)
	r.raw(` tabindex="0"><code`)
	if c := className(lang); c != "" {
		r.attr("class", "language-"+c)
	}
	r.raw(">")
	r.text(strings.TrimSuffix(s, "\n"))
	r.raw("</code></pre>\n")
}

// aliases writes the hidden anchors of a block's other names, before the block: fragments and
// references by alias lead there too.
func (r *renderer) aliases(b *noma.Base) {
	for _, a := range b.Aliases {
		if a == "" || r.used[AnchorID(a)] {
			continue
		}
		if n, ok := r.doc.Block(a); !ok || n.At() != b {
			continue // another block has the name as its id or claimed it first
		}
		r.used[AnchorID(a)] = true
		r.raw(`<a class="noma-alias"`)
		r.attr("id", AnchorID(a))
		r.raw("></a>")
	}
}

// anchor writes the id attribute of a block. Of two blocks with one id the first is the anchor;
// an id must not occur twice in a page.
func (r *renderer) anchor(id string) {
	if a := AnchorID(id); a != "" && !r.used[a] {
		r.used[a] = true
		r.attr("id", a)
	}
}

// marks writes the marks of the notes that belong to a block.
func (r *renderer) marks(n noma.Node) {
	if r.inLink {
		return
	}
	for _, d := range r.noted[n] {
		r.linked[d] = true
		r.noteLink(d, r.noteAnchor(d))
	}
}
