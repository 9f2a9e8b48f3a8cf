package html

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// figure writes a picture with its numbered caption.
func (r *renderer) figure(d *noma.Directive) {
	r.openBlock("figure", d, nil, widthClass(d))
	src, _ := d.First("data", "src")
	original := d.AttrText("src")
	alt, _ := d.First("alt", "caption", "title")
	switch address, ok := r.picture(src); {
	case ok:
		r.raw("<img")
		r.attr("src", address)
		r.attr("alt", noma.PlainText(noma.ParseInline(alt)))
		r.size(d)
		r.raw(">\n")
	case r.opts.Strict && original != "":
		r.raw(`<p class="noma-notice" role="note">figure image asset disabled: `)
		if dataScheme(original) {
			original = "a data address"
		}
		r.text(original)
		r.raw("</p>\n")
	default:
		r.raw(`<p class="noma-figure-missing" role="note">Picture not available`)
		if original != "" && !dataScheme(original) && !r.client {
			r.text(": " + original)
		}
		if alt = noma.PlainText(noma.ParseInline(alt)); alt != "" {
			r.text(" (" + alt + ")")
		}
		r.raw("</p>\n")
	}
	r.figcaption(d, func() {
		r.sourceLine(d)
		r.body(d)
	})
	r.raw("</figure>\n")
}

// sourceLine says below a figure, chart or table where it is from.
func (r *renderer) sourceLine(d *noma.Directive) {
	v := d.AttrText("source")
	shown := layout.SourceShown(r.doc, v)
	if strings.TrimSpace(shown) == "" {
		return
	}
	r.raw(`<p class="noma-source-line">` + layout.WordOf(r.doc, "Source") + ": ")
	r.annotated(textKey{node: d, part: layout.PartMeta, value: v}, func() { r.value(layout.Ref, shown) })
	r.raw("</p>\n")
}

// dataScheme reports whether an address carries its data along, which nobody wants to read.
func dataScheme(src string) bool {
	s, _ := scheme(strings.TrimSpace(src))
	return s == "data"
}

// picture returns the address a picture gets in the page. What can be read is written into the page;
// a strict page takes nothing else.
func (r *renderer) picture(src string) (string, bool) {
	src = strings.TrimSpace(src)
	if src == "" {
		return "", false
	}
	if dataScheme(src) {
		return validURL(src), dataPicture(src)
	}
	if r.opts.Resources != nil {
		if data, mime, err := r.opts.Resources(src); err == nil {
			if pictureTypes[mime] {
				return dataURI(data, mime), true
			}
			return "", false
		}
		if _, web := scheme(src); !web {
			return "", false
		}
	}
	if r.opts.Strict || strings.HasPrefix(src, "#") {
		return "", false
	}
	if s, _ := scheme(src); s == "mailto" || s == "tel" {
		return "", false
	}
	address := linkURL(src)
	return address, address != ""
}

// size writes the width and height an author asks for.
func (r *renderer) size(d *noma.Directive) {
	r.attrIf("style", sizeStyle(d.AttrText("width"), d.AttrText("height")))
}

// sizeStyle returns a size as declarations of CSS.
func sizeStyle(width, height string) string {
	style := ""
	if w := cssLength(width); w != "" {
		style = "width:" + w
	}
	if h := cssLength(height); h != "" {
		if style != "" {
			style += ";"
		}
		style += "height:" + h
	}
	return style
}

// maxRepeated bounds what is written again of pictures that a page has already, in bytes: a page has a copy of a picture wherever it
// is shown.
const maxRepeated = 256 << 20

// pictureInText writes a picture in a sentence.
func (r *renderer) pictureInText(n *noma.Inline) {
	src := n.PictureFile()
	address, known := r.shownPictures[src]
	if known {
		r.repeated += len(address)
	} else {
		if address, known = r.picture(src); !known {
			address = ""
		}
		if r.shownPictures == nil {
			r.shownPictures = map[string]string{}
		}
		r.shownPictures[src] = address
	}
	if address == "" || r.repeated > maxRepeated {
		r.raw(`<span class="noma-picture-missing" role="note">[`)
		if n.Text != "" || dataScheme(src) {
			r.text(n.Text)
		} else {
			r.text(src)
		}
		r.raw("]</span>")
		return
	}
	r.raw("<img")
	r.attr("src", address)
	r.attr("alt", n.Text)
	style := sizeStyle(n.Attr("width"), n.Attr("height"))
	if style != "" {
		style += ";"
	}
	r.attr("style", style+"max-width:100%")
	r.raw(">")
}

// mathBlock writes a displayed formula.
func (r *renderer) mathBlock(d *noma.Directive) {
	r.aliases(d.At())
	display := !strings.EqualFold(d.AttrText("display"), "inline")
	class := "noma-equation"
	if !display {
		class += " noma-equation-inline"
	}
	c, numbered := r.captions[d]
	r.raw(`<div class="` + class + `"`)
	r.anchor(d.ID)
	if numbered { // in the middle of what the number at the right leaves
		r.raw(` style="display:flex;align-items:center"><div style="flex:1"`)
	}
	r.raw(">")
	if latex := strings.TrimSpace(d.RawBody.S); latex != "" {
		r.math(latex, display, "div")
	} else {
		r.raw("<em>Equation</em>")
	}
	if numbered {
		r.raw(`</div><span class="noma-equation-number">` + layout.EquationNumber(c.number) + "</span>")
	}
	r.marks(d)
	r.raw("</div>\n")
}

// hatch writes what stands in an escape hatch as it is, or says that it has been left out.
func (r *renderer) hatch(d *noma.Directive) {
	r.aliases(d.At())
	if r.opts.NoUnsafe || r.opts.Strict {
		r.raw(`<p class="noma-blocked-escape" role="note"`)
		r.anchor(d.ID)
		r.raw(">Blocked: raw ")
		r.text(d.Name)
		r.raw(" is not rendered here</p>\n")
		return
	}
	r.raw(`<div class="noma-escape noma-` + className(d.Name) + `"`)
	r.anchor(d.ID)
	r.raw(">\n")
	if d.Name == "script" {
		r.raw("<script>\n" + d.RawBody.S + "\n</script>")
	} else {
		r.raw(d.RawBody.S)
	}
	r.raw("\n</div>\n")
}
