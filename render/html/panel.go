package html

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// A panel is a block with a label, a body and metadata:
//
//	<section class="noma-block noma-risk noma-frame-c85c4a" id="r1">
//	<header class="noma-label"><span class="noma-tag">Risk</span> <span class="noma-badge">high</span></header>
//	<div class="noma-body">…</div>
//	<dl class="noma-meta"><div><dt class="noma-meta-key">owner</dt><dd>Ana</dd></div></dl>
//	</section>

// openBlock writes the start tag of a block's element, with its aliases before it. More attributes
// are given as markup, each with a space before it.
func (r *renderer) openBlock(tag string, d *noma.Directive, frame *layout.Frame, classes string, attributes ...string) {
	if r.placed != nil && r.placed.probe {
		r.placed.asides[d] = true
	}
	r.aliases(d.At())
	r.raw("<" + tag + ` class="noma-block noma-` + className(d.Name))
	if classes != "" {
		r.raw(" " + classes)
	}
	if frame != nil {
		r.raw(" noma-frame-" + frameClass(frame))
		if layout.Follows(r.doc, d) {
			r.raw(" noma-follows")
		}
	}
	r.raw(`"`)
	r.anchor(r.blockAnchor(d))
	if v := d.AttrText("variant"); v != "" {
		r.attr("data-variant", v)
	}
	if t := d.AttrText("tone"); t != "" {
		r.attr("data-tone", t)
	}
	for _, a := range attributes {
		r.raw(a)
	}
	r.raw(">\n")
}

// panel writes a block by its entry in the table.
func (r *renderer) panel(d *noma.Directive, s *layout.Spec) {
	r.openBlock("section", d, frameOf(s.Frame, d), "")
	for _, part := range s.Parts {
		switch part := part.(type) {
		case layout.Label:
			r.label(d, part)
		case layout.Meta:
			r.meta(d, part)
		case layout.Body:
			r.specBody(d, s)
		}
	}
	r.raw("</section>\n")
}

// label writes the first line of a panel.
func (r *renderer) label(d *noma.Directive, l layout.Label) {
	word := l.Words(r.doc, d)
	title, kind := "", layout.Plain
	if l.Title != nil {
		title, kind = fieldValue(d, *l.Title), l.Title.Kind
	} else {
		title = stringAttr(d, "title")
	}
	if l.Bare && (l.BareFor == "" || l.BareFor == word) && title != "" {
		word = ""
	}
	if r.client && word+title == "" && !l.Check && len(r.noted[d]) == 0 {
		return
	}
	r.raw(`<header class="noma-label">`)
	if l.Check {
		r.check(layout.Done(d))
	}
	if word != "" {
		r.raw(`<span class="noma-tag">`)
		r.text(word)
		r.raw("</span>")
	}
	if l.Badge != nil && !(l.Check && layout.Done(d)) {
		if v := fieldValue(d, *l.Badge); v != "" {
			r.raw(` <span class="noma-badge">`)
			r.text(strings.ReplaceAll(l.Badge.Prefix, "=", " "))
			r.inline(v)
			r.raw("</span>")
		}
	}
	if l.Route != nil {
		method, path := strings.ToUpper(fieldValue(d, l.Route[0])), fieldValue(d, l.Route[1])
		if method+path != "" {
			r.raw(` <span class="noma-title"><code>`)
			r.text(strings.TrimSpace(method + " " + path))
			r.raw("</code></span>")
		}
	}
	if title != "" {
		r.raw(` <span class="noma-title">`)
		r.annotated(textKey{node: d, part: layout.PartLabel, value: title}, func() { r.value(kind, title) })
		r.raw("</span>")
	}
	r.marks(d)
	r.raw("</header>\n")
}

// check draws the box of a task.
func (r *renderer) check(done bool) {
	if done {
		r.raw(`<span class="noma-check noma-check-done" role="img" aria-label="done">☒</span> `)
	} else {
		r.raw(`<span class="noma-check" role="img" aria-label="open">☐</span> `)
	}
}

// specBody writes the body of a panel: its blocks, or its lines when it is code.
func (r *renderer) specBody(d *noma.Directive, s *layout.Spec) {
	if lang, ok := asCode(s, d); ok {
		if strings.TrimSpace(d.RawBody.S) != "" {
			r.code(d.RawBody.S, lang)
		}
		return
	}
	r.body(d)
}

// body writes what stands between a directive's fences.
func (r *renderer) body(d *noma.Directive) {
	if len(d.Children) == 0 {
		return
	}
	r.raw("<div class=\"noma-body\">\n")
	r.blocks(d.Children)
	r.raw("</div>\n")
}

// tagged writes the label of a block that the table does not have: what it is, a note on that, its title. Clients see the title alone.
func (r *renderer) tagged(d *noma.Directive, tag, word, title string, notes ...string) {
	if r.client {
		if word, notes = "", nil; title == "" && len(r.noted[d]) == 0 {
			return
		}
	}
	r.raw("<" + tag + ` class="noma-label">`)
	if word != "" {
		r.raw(`<span class="noma-tag">` + word + "</span>")
	}
	for _, n := range notes {
		if n != "" {
			r.raw(` <span class="noma-badge">`)
			r.text(n)
			r.raw("</span>")
		}
	}
	if title != "" {
		r.raw(` <span class="noma-title">`)
		if d.Is(noma.Data) { // of the others Word has the title elsewhere
			r.annotated(textKey{node: d, part: layout.PartLabel, value: title}, func() { r.inline(title) })
		} else {
			r.inline(title)
		}
		r.raw("</span>")
	}
	r.marks(d)
	r.raw("</" + tag + ">\n")
}

// meta writes metadata; without a value there is none, and clients see none.
func (r *renderer) meta(d *noma.Directive, fields []layout.Field) {
	open := false
	for _, f := range fields {
		v := fieldValue(d, f)
		if v == "" || r.client && !f.Client || f.Label == "variant" {
			continue // a variant shows in how the block looks
		}
		shown := v
		if f.Kind == layout.Ref {
			if shown = layout.SourceShown(r.doc, v); shown == "" {
				continue
			}
		}
		if !open {
			r.raw(`<dl class="noma-meta">`)
			open = true
		}
		label := f.Label
		if r.client {
			label = strings.TrimRight(f.Shown(r.doc), ":")
		}
		r.entry(label, func() {
			r.annotated(textKey{node: d, part: layout.PartMeta, value: v}, func() { r.value(f.Kind, shown) })
		})
	}
	if open {
		r.raw("</dl>\n")
	}
}

// entry writes one field of metadata.
func (r *renderer) entry(label string, value func()) {
	r.raw(`<div><dt class="noma-meta-key">`)
	r.text(label)
	r.raw(`</dt> <dd class="noma-meta-value">`)
	value()
	r.raw("</dd></div> ")
}

// value writes a field's value by its kind.
func (r *renderer) value(k layout.Kind, v string) {
	switch k {
	case layout.Ref:
		id := strings.TrimPrefix(v, "#")
		if _, ok := r.href(id); ok {
			r.ref(id, v)
			return
		}
		if external(v) {
			r.outward(v, v)
			return
		}
	case layout.URL:
		if external(v) {
			r.outward(v, v)
			return
		}
	case layout.DOI:
		if u := doiURL(v); u != "" {
			r.outward(u, v)
			return
		}
	}
	r.inline(v)
}

// outward writes a link to the web.
func (r *renderer) outward(href, label string) {
	href = linkURL(href)
	if r.inLink || href == "" {
		r.text(label)
		return
	}
	r.raw(`<a class="noma-link"`)
	r.attr("href", href)
	r.rel(href)
	r.raw(">")
	r.text(label)
	r.raw("</a>")
}

// custom shows a directive of somebody else's: its name in words, its title, its content and all
// its attributes.
func (r *renderer) custom(d *noma.Directive) {
	r.openBlock("section", d, customFrame, "noma-custom")
	word := layout.ReadableName(d.Name)
	if r.client {
		word = ""
	}
	r.label(d, layout.Label{Text: word, Title: &layout.Field{Keys: []string{"title", "caption"}, StringOnly: true}})
	r.body(d)
	r.attributes(d, "id", "title", "caption", "variant", "aliases")
	r.raw("</section>\n")
}

// attributes writes all attributes of a directive as metadata, but for some.
func (r *renderer) attributes(d *noma.Directive, except ...string) {
	if r.client {
		return
	}
	open := false
next:
	for _, a := range d.Attrs {
		for _, e := range except {
			if a.Key == e {
				continue next
			}
		}
		if last, _ := d.Attr(a.Key); last.Span != a.Span {
			continue // given twice: the last one counts
		}
		if !open {
			r.raw(`<dl class="noma-meta">`)
			open = true
		}
		r.entry(layout.ReadableKey(a.Key), func() {
			if a.Value.Kind == noma.Bool && a.Value.Bool {
				r.raw("yes")
			} else {
				r.value(layout.Ref, a.Value.Name())
			}
		})
	}
	if open {
		r.raw("</dl>\n")
	}
}

// customFrame is the frame of blocks nobody knows, as in Word.
var customFrame = &layout.Frame{Border: "7E9A82", Fill: "F2F6F3", Text: "3F5F4A"}

func frameClass(f *layout.Frame) string { return strings.ToLower(f.Border) }
