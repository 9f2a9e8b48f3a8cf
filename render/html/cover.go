package html

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// This file is about the front of a document that asks for one (layout/cover.go): the cover, contents with a page of their own, and
// words across every page. Their styles are in the page only when it has one of them.

const (
	coverPage = "noma-page-cover"
	coverCSS  = `.noma-cover-page{margin:0 0 3rem}.noma-cover-logo{display:block;max-width:14rem;max-height:6rem;margin:0 0 3rem}
.noma-cover-page .noma-document-title{font-size:2.6rem;border:0;margin:0 0 .3em;padding:0}.noma-cover-subtitle{font-size:1.3rem;line-height:1.4;color:var(--noma-soft);padding-bottom:1.4rem;border-bottom:3px solid var(--noma-accent);margin:0 0 1.4rem}
.noma-cover-author{font-weight:650}.noma-cover-line{margin:0 0 .25em}
@media print{.noma-cover-page{page:` + coverPage + `;break-after:page;margin:0;padding-top:12%}.noma-cover-logo{margin-bottom:18%}.noma-cover-page .noma-document-title{font-size:34pt;line-height:1.15}.noma-cover-subtitle{font-size:16pt}}
`
	contentsCSS = "@media print{.noma-contents-first{break-before:page}.noma-contents-last{break-after:page}}\n"
	// Fixed elements stand on each page in print (CSS Positioned Layout §3.4). Chromium places all of them as on the first page: where pages
	// differ, the words are a picture in a corner of the margin ([renderer.stamp]).
	watermarkCSS = ".noma-watermark{display:none}\n@media print{.noma-watermark{display:flex;position:fixed;inset:0;align-items:center;justify-content:center;z-index:-1;color:#ebebeb;font-weight:700;white-space:nowrap;pointer-events:none}.noma-watermark>span{transform:rotate(-50deg)}}\n"
)

// front are the parts of the front that a document asks for.
type front struct {
	cover     *layout.Cover
	watermark string
	contents  bool            // on a page of their own
	first     *noma.Directive // the ::toc they begin with, nil when they are made here
	last      *noma.Directive // the last of the lists behind it
}

// surveyFront reads what the front of the document is.
func (r *renderer) surveyFront() {
	if r.opts.Book != nil {
		return // the pages of a book have a front of their own
	}
	r.front = front{cover: layout.CoverOf(r.doc), watermark: layout.Watermark(r.doc), contents: layout.WantsContentsPage(r.doc)}
	r.first, r.last = layout.ContentsPage(r.doc)
}

// frontCSS writes the styles of the front.
func (r *renderer) frontCSS() {
	if r.cover != nil {
		r.raw(coverCSS)
	}
	if r.contents {
		r.raw(contentsCSS)
	}
	if r.watermark != "" && !r.stamps() {
		r.raw(watermarkCSS)
	}
}

// frontPages writes the watermark, the cover, and contents that no ::toc asks for.
func (r *renderer) frontPages() {
	if r.watermark != "" && !r.stamps() {
		r.raw(`<div class="noma-watermark" aria-hidden="true"><span style="font-size:` + points(watermarkSize(r.watermark)*20) + `">`)
		r.text(r.watermark)
		r.raw("</span></div>\n")
	}
	if r.cover != nil {
		r.coverPage()
	}
	if r.contents && r.first == nil {
		d := &noma.Directive{Name: "toc"}
		d.Parent = r.doc
		r.first, r.last = d, d
		r.toc(d)
	}
}

// watermarkSize returns the size of the words in points: as large as the diagonal of a page allows.
func watermarkSize(words string) int { return max(12, min(120, 900/len([]rune(words)))) }

// stamps reports whether pages differ in their watermark: in size, or because a cover has none.
func (r *renderer) stamps() bool { return len(r.sheets) > 1 || r.cover != nil }

// stamp returns the watermark of a sheet in a document whose pages differ in it: a picture as large as the page, in a box of its margin.
func (r *renderer) stamp(s sheet) string {
	if r.watermark == "" || !r.stamps() {
		return ""
	}
	w, h := s.width, s.height
	if w == 0 || h == 0 {
		w, h = paperTwips["a4"][0], paperTwips["a4"][1]
		if s.turn == "landscape" {
			w, h = h, w
		}
	}
	x, y := strconv.Itoa(w/40), strconv.Itoa(h/40) // the middle, in points
	svg := `<svg xmlns="http://www.w3.org/2000/svg" width="` + points(w) + `" height="` + points(h) + `" viewBox="0 0 ` + strconv.Itoa(w/20) + " " + strconv.Itoa(h/20) +
		`"><text x="` + x + `" y="` + y + `" text-anchor="middle" dominant-baseline="central" font-family="sans-serif" font-weight="700" fill="#ebebeb" font-size="` +
		strconv.Itoa(watermarkSize(r.watermark)) + `" transform="rotate(-50 ` + x + " " + y + `)">` + Escape(r.watermark) + `</text></svg>`
	return `@top-left-corner{content:url("data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(svg)) + `");text-align:left;vertical-align:top;z-index:-1}`
}

// coverPage writes the cover. The title has the id of the heading that it stands for.
func (r *renderer) coverPage() {
	r.bylined = true
	r.raw("<header class=\"noma-cover-page\">\n")
	if address, ok := r.picture(r.cover.Logo); ok {
		r.raw(`<img class="noma-cover-logo"`)
		r.attr("src", address)
		r.attr("alt", r.cover.Organisation)
		r.raw(">\n")
	}
	for _, l := range r.cover.Lines() {
		if l.Key == "title" {
			r.coverTitle(l.Text)
			continue
		}
		class := "noma-cover-" + l.Key
		if l.Key != "subtitle" {
			class += " noma-cover-line"
		}
		r.raw(`<p class="` + class + `">`)
		r.text(l.Shown(r.doc))
		r.raw("</p>\n")
	}
	r.raw("</header>\n")
}

func (r *renderer) coverTitle(title string) {
	s := r.cover.Heading
	r.raw("<h1")
	if s != nil {
		r.anchor(s.ID)
	}
	r.raw(` class="noma-document-title">`)
	if s != nil {
		r.aliases(s.At())
		r.annotated(textKey{node: s, part: layout.PartHeading}, func() { r.inline(s.Title.S) })
		r.marks(s)
	} else {
		r.text(title)
	}
	r.raw("</h1>\n")
}

// onCover reports whether the heading of a section stands on the cover.
func (r *renderer) onCover(s *noma.Section) bool { return r.cover != nil && r.cover.Heading == s }

// contentsPage returns the classes of a list of contents that begins or ends a page of its own.
func (r *renderer) contentsPage(d *noma.Directive) string {
	var classes []string
	if d == r.first {
		classes = append(classes, "noma-contents-first")
	}
	if d == r.last {
		classes = append(classes, "noma-contents-last")
	}
	return strings.Join(classes, " ")
}
