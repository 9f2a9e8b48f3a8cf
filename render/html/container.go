package html

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// Containers arrange blocks. All of them show their whole content, on paper as on a screen: tabs
// stand one below the other until the script of the page puts them behind each other, the parts of an
// accordion are open.

// container writes a plain box around blocks.
func (r *renderer) container(d *noma.Directive) {
	r.live.buttons = r.live.buttons || d.Name == "tabs"
	r.openBlock("div", d, nil, widthClass(d))
	r.blocks(d.Children)
	r.raw("</div>\n")
}

// tab writes one titled part of tabs.
func (r *renderer) tab(d *noma.Directive) {
	title := stringAttr(d, "title")
	if title == "" && !r.client {
		title = "Tab panel"
	}
	r.openBlock("section", d, nil, "")
	r.raw(`<p class="noma-tab-title">`)
	r.inline(title)
	r.marks(d)
	r.raw("</p>\n")
	r.blocks(d.Children)
	r.raw("</section>\n")
}

// accordion opens each titled child; the reader may close it.
func (r *renderer) accordion(d *noma.Directive) {
	r.openBlock("div", d, nil, widthClass(d))
	for _, n := range r.doc.Shown(d.Children) {
		c, ok := n.(*noma.Directive)
		title := ""
		if ok {
			title = stringAttr(c, "title", "label", "name")
		}
		if title == "" || c.Name != "tab" && c.Name != "card" && c.Name != "item" && c.Name != "panel" {
			r.block(n)
			continue
		}
		r.openBlock("details", c, nil, "noma-accordion-item", " open")
		r.raw(`<summary class="noma-accordion-title">`)
		r.inline(title)
		r.raw("</summary>\n")
		r.body(c)
		r.raw("</details>\n")
	}
	r.raw("</div>\n")
}

// sidebar writes an aside with a label.
func (r *renderer) sidebar(d *noma.Directive) {
	r.openBlock("aside", d, nil, "")
	r.tagged(d, "header", "Sidebar", stringAttr(d, "title"))
	r.body(d)
	r.raw("</aside>\n")
}

// grid sets its children side by side: in a number of columns, or in as many as fit.
func (r *renderer) grid(d *noma.Directive) {
	classes := "noma-tracks"
	if w := widthClass(d); w != "" {
		classes += " " + w
	}
	columns := 2
	if v, _ := d.First("columns", "cols", "count"); v != "" {
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			columns = int(min(max(n, 1), 6))
		}
	}
	style := "--noma-columns:" + strconv.Itoa(columns)
	if v, _ := d.First("min", "min_width", "minWidth", "min-width", "minColumnWidth"); cssLength(v) != "" {
		classes += " noma-auto-fit"
		style += ";--noma-min:" + cssLength(v)
	}
	gap, _ := d.First("gap")
	switch {
	case cssLength(gap) != "":
		style += ";--noma-gap:" + cssLength(gap)
	case isSet(d, "dense"):
		style += ";--noma-gap:.4rem"
	case isSet(d, "compact"):
		style += ";--noma-gap:.75rem"
	}
	r.openBlock("div", d, nil, classes, ` style="`+style+`"`)
	if t := stringAttr(d, "title"); t != "" {
		r.raw(`<p class="noma-grid-title">`)
		r.inline(t)
		r.marks(d)
		r.raw("</p>\n")
	}
	// Every child is one cell, whatever elements it is made of.
	around := r.tracks
	r.tracks = columns * max(around, 1)
	for _, n := range r.doc.Shown(d.Children) {
		r.raw("<div class=\"noma-cell\">\n")
		r.blocks([]noma.Node{n})
		r.raw("</div>\n")
	}
	r.tracks = around
	r.raw("</div>\n")
}

// widthClass lets a layout be wider than the text on large screens.
func widthClass(d *noma.Directive) string {
	for _, k := range []string{"width", "span"} {
		switch d.AttrText(k) {
		case "wide", "full":
			return "noma-" + d.AttrText(k)
		}
	}
	switch {
	case isSet(d, "full"):
		return "noma-full"
	case isSet(d, "wide"):
		return "noma-wide"
	}
	return ""
}

// isSet reports whether a flag is given and not false.
func isSet(d *noma.Directive, key string) bool {
	a, ok := d.Attr(key)
	return ok && (a.Value.Kind != noma.Bool || a.Value.Bool) && a.Value.Text() != "no" && a.Value.Text() != "0"
}

// cssUnits are the units a length in the source may have.
var cssUnits = []string{"px", "rem", "em", "ch", "ex", "vw", "vh", "mm", "cm", "in", "pt", "%"}

// cssLength returns a safe CSS length, "" when the text is none: a plain number and a known unit.
func cssLength(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	for _, u := range cssUnits {
		n, ok := strings.CutSuffix(s, u)
		if !ok {
			continue
		}
		if n == "" || len(n) > 8 || strings.Trim(n, "0123456789.") != "" {
			return ""
		}
		if v, err := strconv.ParseFloat(n, 64); err != nil || v < 0 {
			return ""
		}
		return s
	}
	return ""
}

// button writes a call to action: a link in the shape of a button.
func (r *renderer) button(d *noma.Directive) {
	label := actionLabel(d, "Button")
	target, _ := d.First("href", "url", "target")
	href := linkURL(target)
	if id, ok := strings.CutPrefix(target, "#"); ok {
		if h, ok := r.href(id); ok {
			href = h
		}
	}
	r.aliases(d.At())
	r.raw(`<p class="noma-action"`)
	r.anchor(d.ID)
	if href == "" {
		r.raw(`><span class="noma-button"`)
	} else {
		r.raw(`><a class="noma-button"`)
		r.attr("href", href)
		r.rel(href)
	}
	r.attrIf("data-variant", d.AttrText("variant"))
	r.raw(">")
	was := r.inLink
	r.inLink = true
	r.inline(label)
	r.inLink = was
	if href == "" {
		r.raw("</span></p>\n")
	} else {
		r.raw("</a></p>\n")
	}
	r.actionBody(d)
}

// actionBody writes the body of a button that is more than a label.
func (r *renderer) actionBody(d *noma.Directive) {
	if v, _ := d.First("Label", "label"); !d.HasBody || v != "" {
		r.body(d)
	}
}

// exportButton offers the document, or a part of it, in another format.
func (r *renderer) exportButton(d *noma.Directive) {
	format := d.AttrText("format")
	if format == "" {
		format = "prompt"
	}
	r.aliases(d.At())
	r.raw(`<p class="noma-action"`)
	r.anchor(d.ID)
	r.raw(`><button type="button" class="noma-export-button noma-export-` + className(format) + `"`)
	r.attr("data-format", format)
	target := d.AttrText("target")
	r.attrIf("data-target", target)
	r.live.buttons = true
	if r.opts.Strict {
		r.raw(" disabled")
	}
	r.raw(">")
	was := r.inLink
	r.inLink = true
	r.inline(actionLabel(d, "Copy as "+format))
	r.inLink = was
	r.raw("</button>")
	if target != "" {
		r.raw(` <span class="noma-action-target">`)
		r.ref(target, target)
		r.raw("</span>")
	}
	r.raw("</p>\n")
	r.actionBody(d)
}

// actionLabel returns the label of a button: an attribute, the body, or a fixed text.
func actionLabel(d *noma.Directive, otherwise string) string {
	if v, _ := d.First("Label", "label"); v != "" {
		return v
	}
	if v := bodyLine(d, "label"); v != "" {
		return v
	}
	if v := strings.TrimSpace(d.Body); d.HasBody && v != "" {
		return v
	}
	return otherwise
}
