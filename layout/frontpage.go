package layout

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// The front of a document in Word: the cover, or the title block, and contents before the text.

// Styles of the cover that the title block has not.
const (
	StyleCoverLogo  = "NomaCoverLogo"
	StyleCoverTitle = "NomaCoverTitle"
)

// The size of the logo on a cover, in twips.
const (
	logoWidth  = 3600
	logoHeight = 1500
)

// coverStyles are the styles of the lines of a cover.
var coverStyles = map[string]string{"title": StyleCoverTitle, "subtitle": StyleSubtitle}

// frontMatter shows what stands before the text of a document.
func (e *emitter) frontMatter(f flow) {
	switch titled, said := e.option("title-block"); {
	case e.cover != nil:
		e.coverPage()
	case titled:
		e.titleBlock()
	case !said && e.doc.Audience.Client: // clients see the title, as in pages and PDF; a first heading may be it
		if e.title = TitleSection(e.doc); e.title == nil {
			e.titleBlock()
		}
	}
	if e.wants("toc") || WantsContentsPage(e.doc) && e.firstToc == nil {
		d := &noma.Directive{Name: "toc"}
		d.Parent = e.doc
		e.toc(d, f)
		if WantsContentsPage(e.doc) {
			e.newPage(e.doc)
		}
	}
}

// coverPage shows the cover, on a page of its own.
func (e *emitter) coverPage() {
	if img := e.readPicture(e.cover.Logo); img != nil {
		img.Alt, img.Decorative = e.cover.Organisation, e.cover.Organisation == ""
		img.Width, img.Height = inside(img.Width*emuPerPixel, img.Height*emuPerPixel, logoWidth*emuPerTwip, logoHeight*emuPerTwip)
		e.out(&Para{Style: StyleCoverLogo, Node: e.doc, Part: PartPicture, Segs: []Seg{{Runs: []wml.Run{{Kind: wml.Picture, Object: img}}}}})
	}
	for _, l := range e.cover.Lines() {
		style := coverStyles[l.Key]
		if style == "" {
			style = StyleAuthor
		}
		p := &Para{Style: style, Node: e.doc, Part: PartGenerated, Segs: literal(l.Shown(e.doc))}
		p.Segs[0].Slot = &Slot{Name: l.Key, Value: l.Shown(e.doc), Access: Echo, Node: e.doc}
		if h := e.cover.Heading; h != nil && l.Key == "title" {
			if e.doc.Meta.Get("title") == nil { // else an edit would have to be made there too
				p.Node, p.Part, p.Segs = h, PartHeading, e.prose(h, h.Title)
				p.Segs[0].Slot.Name = "title"
			}
			e.head(p, h)
		}
		e.out(p)
	}
	e.newPage(e.doc)
}

// inside returns the size of a picture that is made to fit, never larger than it is.
func inside(w, h, maxW, maxH int) (int, int) {
	if w > maxW {
		w, h = maxW, max(1, scale(h, maxW, w))
	}
	if h > maxH {
		w, h = max(1, scale(w, maxH, h)), maxH
	}
	return w, h
}

// newPage begins a page, unless one has just begun.
func (e *emitter) newPage(n noma.Node) {
	if e.onNewPage {
		return
	}
	e.out(breakPara(n))
	e.onNewPage, e.madePage = true, true
}

// breakPara returns the paragraph behind which a page begins.
func breakPara(n noma.Node) *Para {
	return &Para{Node: n, Part: PartBreak, Segs: []Seg{{Runs: []wml.Run{{Kind: wml.PageBreak}}}}}
}
