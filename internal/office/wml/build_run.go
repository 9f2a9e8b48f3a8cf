package wml

import "strings"

// Runs: w:r and what stands around it (ECMA-376 §17.3.2, §17.13.5, §17.16).

// RunProps are run properties for styles and for the few runs with formatting of their own. Content
// runs take theirs from Run.Style, Run.Color and Run.Link.
type RunProps struct {
	Style          string // character style
	Font           string // all scripts
	EastAsia       string // font for East Asian text, "" for Font
	Bold, Italic   bool
	SmallCaps      bool
	Strike         bool
	Color          string
	Tracking       int // extra space between characters, in twips
	Size           int // half-points
	Underline      bool
	Fill           string
	Vertical       string // superscript, subscript
	NoProof        bool   // spelling is not checked
	Language, Bidi string // language tags
}

// runProps appends the children of a w:rPr in the order of EG_RPrBase; the schema leaves the order
// open, the Open XML SDK does not.
func (b *Builder) runProps(p *RunProps) {
	if p.Style != "" {
		b.Val("w:rStyle", p.Style)
	}
	if p.Font != "" {
		asian := p.EastAsia
		if asian == "" {
			asian = p.Font
		}
		b.Markup("<w:rFonts")
		b.Attr("w:ascii", p.Font)
		b.Attr("w:hAnsi", p.Font)
		b.Attr("w:eastAsia", asian)
		b.Attr("w:cs", p.Font)
		b.Markup("/>")
	}
	if p.Bold {
		b.Markup("<w:b/><w:bCs/>")
	}
	if p.Italic {
		b.Markup("<w:i/><w:iCs/>")
	}
	if p.SmallCaps {
		b.Markup("<w:smallCaps/>")
	}
	if p.Strike {
		b.Markup("<w:strike/>")
	}
	if p.NoProof {
		b.Markup("<w:noProof/>")
	}
	if p.Color != "" {
		b.textColor(p.Color)
	}
	if p.Tracking != 0 {
		b.valInt("w:spacing", p.Tracking)
	}
	if p.Size > 0 {
		b.valInt("w:sz", p.Size)
		b.valInt("w:szCs", p.Size)
	}
	if p.Underline {
		b.Markup(`<w:u w:val="single"/>`)
	}
	if p.Fill != "" {
		b.shade(p.Fill, false)
	}
	if p.Vertical != "" {
		b.Val("w:vertAlign", p.Vertical)
	}
	if p.Language != "" {
		b.language(p.Language, p.Bidi)
	}
}

// language writes the language of text and that of its right-to-left text (§17.3.2.20).
func (b *Builder) language(tag, bidi string) {
	b.Markup("<w:lang")
	b.Attr("w:val", tag)
	b.Attr("w:eastAsia", tag)
	b.Attr("w:bidi", bidi)
	b.Markup("/>")
}

// LinkColor is the text colour of hyperlinks.
const LinkColor = "0563C1"

// Runs writes runs of a paragraph. Neighbours that share one link, or one revision, stand in one
// element, so that a tracked phrase with a bold word in it is one change and not three.
func (b *Builder) Runs(runs []Run) {
	for i := 0; i < len(runs); {
		link := runs[i].Link
		if link == nil {
			if runs[i].Ins == nil && runs[i].Del == nil {
				i += b.run(runs[i:], false)
				continue
			}
		}
		j := i + 1
		for j < len(runs) && runs[j].Link == link {
			j++
		}
		if link != nil {
			b.startLink(link)
			b.revised(runs[i:j])
			b.buf = append(b.buf, "</w:hyperlink>"...)
		} else {
			b.revised(runs[i:j])
		}
		i = j
	}
}

// startLink opens w:hyperlink (§17.16.22). Revisions go inside it: a link inside w:ins is not
// allowed by the schema, and LibreOffice loses its text.
func (b *Builder) startLink(l *Link) {
	b.buf = append(b.buf, "<w:hyperlink"...)
	if l.URL != "" && b.LinkID != nil {
		b.Attr("r:id", b.LinkID(l.URL))
	} else if l.Anchor != "" {
		b.Attr("w:anchor", l.Anchor)
	}
	b.buf = append(b.buf, ` w:history="1">`...)
}

// run writes the first of runs and gives the number of runs written: text of one formatting is one run in
// Word however it was put together (a label, its value and its unit), so that a person's or a
// script's search finds it. Deleted text has an element name of its own (§17.3.3.7).
func (b *Builder) run(runs []Run, deleted bool) int {
	r := &runs[0]
	switch r.Kind {
	case Text:
		n := 1
		for n < len(runs) && sameFormatting(&runs[n], r) {
			n++
		}
		b.textRun(runs[:n], deleted)
		return n
	case Tab:
		b.startRun(r)
		b.buf = append(b.buf, "<w:tab/></w:r>"...)
	case Break:
		b.startRun(r)
		b.buf = append(b.buf, "<w:br/></w:r>"...)
	case NoBreakHyphen:
		b.startRun(r)
		b.buf = append(b.buf, "<w:noBreakHyphen/></w:r>"...)
	case PageBreak:
		b.buf = append(b.buf, `<w:r><w:br w:type="page"/></w:r>`...)
	case Field:
		if deleted || r.Field() == nil {
			b.textRun(runs[:1], deleted)
		} else {
			b.field(runs[:1])
		}
	case Math:
		if deleted {
			b.textRun(runs[:1], true)
		} else {
			b.math(r)
		}
	case Picture:
		b.picture(r)
	case Input:
		if deleted || r.Control() == nil {
			b.textRun(runs[:1], deleted)
		} else {
			b.control(r)
		}
	case NoteMark:
		if r.Note() != nil {
			b.noteMark(r.Note())
		}
	case CommentFrom, CommentTo:
		b.Markup(commentRange[r.Kind == CommentTo])
		b.Attr("w:id", r.Ref())
		b.Markup("/>")
	case CommentMark:
		b.Markup(`<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference`)
		b.Attr("w:id", r.Ref())
		b.Markup("/></w:r>")
	case Opaque:
		// What we do not understand we never lay out.
	}
	return 1
}

// sameFormatting reports whether text can stand in one run with the text before it.
func sameFormatting(r, first *Run) bool {
	return r.Kind == Text && r.Style == first.Style && r.color() == first.color() && r.Link == first.Link &&
		sameRevision(r.Ins, first.Ins) && sameRevision(r.Del, first.Del)
}

// textRun writes runs of one formatting as one, with tabs and line breaks as the elements they are in Word.
func (b *Builder) textRun(runs []Run, deleted bool) {
	empty, ordinary := true, !deleted
	for i := range runs {
		empty = empty && runs[i].Text == ""
		ordinary = ordinary && ordinaryText(runs[i].Text)
	}
	if empty {
		return
	}
	if ordinary { // nearly all text: no letter of another script, no tab or line end, nothing to escape
		b.startRun(&runs[0])
		b.buf = append(b.buf, `<w:t xml:space="preserve">`...)
		for i := range runs {
			b.buf = append(b.buf, runs[i].Text...)
		}
		b.buf = append(b.buf, "</w:t></w:r>"...)
		return
	}
	asian := false
	for i := range runs {
		rtl, ea := scripts(runs[i].Text)
		if rtl {
			b.mixed(runs, deleted)
			return
		}
		asian = asian || ea
	}
	b.asian = asian && asianSigns(runs)
	b.plainRun(runs, deleted)
	b.asian = false
}

// plainRun writes text of one formatting and one direction. It always says xml:space: scripts in use look
// for w:t with it.
func (b *Builder) plainRun(runs []Run, deleted bool) {
	open, end := `<w:t xml:space="preserve">`, "</w:t>"
	if deleted {
		open, end = `<w:delText xml:space="preserve">`, "</w:delText>"
	}
	b.startRun(&runs[0])
	inside := false
	for i := range runs {
		s := runs[i].Text
		for s != "" {
			n := strings.IndexByte(s, '\n')
			if n < 0 {
				n = len(s)
			}
			if tab := strings.IndexByte(s[:n], '\t'); tab >= 0 {
				n = tab
			}
			if n > 0 {
				if !inside {
					b.buf = append(b.buf, open...)
					inside = true
				}
				b.escaped(s[:n], entity)
			}
			if n == len(s) {
				break
			}
			if inside {
				b.buf = append(b.buf, end...)
				inside = false
			}
			if s[n] == '\t' {
				b.buf = append(b.buf, "<w:tab/>"...)
			} else {
				b.buf = append(b.buf, "<w:br/>"...)
			}
			s = s[n+1:]
		}
	}
	if inside {
		b.buf = append(b.buf, end...)
	}
	b.buf = append(b.buf, "</w:r>"...)
}

// startRun opens w:r with the properties the run's look asks for, none for plain text.
func (b *Builder) startRun(r *Run) {
	if r.Style == 0 && r.color() == "" && r.Link == nil && !b.rtl && !b.asian && b.Language == "" {
		b.buf = append(b.buf, "<w:r>"...)
		return
	}
	at := len(b.buf)
	b.buf = append(b.buf, "<w:r><w:rPr>"...)
	from := len(b.buf)
	b.look(r)
	if len(b.buf) == from {
		b.buf = append(b.buf[:at], "<w:r>"...)
		return
	}
	b.buf = append(b.buf, "</w:rPr>"...)
}

// look appends the properties of a content run. The form is part of the contract: readers in
// use take <w:b/>, <w:i/> and the font for what they are.
func (b *Builder) look(r *Run) {
	s := r.Style
	link := r.Link != nil && !b.PlainLinks
	switch {
	case s&Code != 0:
		b.buf = append(b.buf, `<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>`...)
	case b.asian:
		b.buf = append(b.buf, `<w:rFonts w:hint="eastAsia"/>`...)
	}
	if s&Bold != 0 {
		b.buf = append(b.buf, "<w:b/>"...)
		if b.rtl { // right-to-left text has switches of its own (§17.3.2.2)
			b.buf = append(b.buf, "<w:bCs/>"...)
		}
	}
	if s&Italic != 0 {
		b.buf = append(b.buf, "<w:i/>"...)
		if b.rtl {
			b.buf = append(b.buf, "<w:iCs/>"...)
		}
	}
	if s&SmallCaps != 0 {
		b.buf = append(b.buf, "<w:smallCaps/>"...)
	}
	if s&Strike != 0 {
		b.buf = append(b.buf, "<w:strike/>"...)
	}
	switch {
	case link && r.color() == "":
		b.textColor(LinkColor)
	case r.color() != "" && !(b.PlainLinks && r.color() == LinkColor):
		b.textColor(r.color())
	}
	if s&Code != 0 {
		b.buf = append(b.buf, `<w:sz w:val="20"/>`...)
	}
	if s&Highlight != 0 {
		b.buf = append(b.buf, `<w:highlight w:val="yellow"/>`...)
	}
	if link || s&Underline != 0 {
		b.buf = append(b.buf, `<w:u w:val="single"/>`...)
	}
	if s&Code != 0 {
		b.buf = append(b.buf, `<w:shd w:val="clear" w:color="auto" w:fill="EEF2F0"/>`...)
	}
	switch {
	case s&Superscript != 0:
		b.buf = append(b.buf, `<w:vertAlign w:val="superscript"/>`...)
	case s&Subscript != 0:
		b.buf = append(b.buf, `<w:vertAlign w:val="subscript"/>`...)
	}
	if b.rtl {
		b.buf = append(b.buf, "<w:rtl/>"...)
	}
	if b.Language != "" {
		b.language(b.Language, b.Language)
	}
}

// field writes a complex field: begin, instruction, separator, result, end (§17.16.18). Each part is a run of its own, which is how the
// readers in use find them. The parts that do not show take the style of the result (Word gives it to a result it computes anew) but not
// its colour, which the paragraph style repeats.
func (b *Builder) field(runs []Run) {
	hidden := Run{Style: runs[0].Style}
	b.startRun(&hidden)
	b.buf = append(b.buf, `<w:fldChar w:fldCharType="begin"/></w:r>`...)
	b.startRun(&hidden)
	b.buf = append(b.buf, `<w:instrText xml:space="preserve"> `...)
	b.escaped(strings.TrimSpace(runs[0].Field().Instr), entity)
	b.buf = append(b.buf, ` </w:instrText></w:r>`...)
	b.startRun(&hidden)
	b.buf = append(b.buf, `<w:fldChar w:fldCharType="separate"/></w:r>`...)
	if result := runs[0].Field().Result; result != nil { // they lead to places in the document, as other references do
		plain := b.PlainLinks
		b.PlainLinks = true
		b.Runs(result)
		b.PlainLinks = plain
	} else {
		b.textRun(runs, false)
	}
	b.startRun(&hidden)
	b.buf = append(b.buf, `<w:fldChar w:fldCharType="end"/></w:r>`...)
}

// limit cuts a text to a number of UTF-16 units, in which Word counts (its own limits are not in
// the standard; [MS-DOCX] and practice give them).
func limit(s string, units int) string {
	if len(s) <= units {
		return s
	}
	for i, r := range s {
		n := 1
		if r > 0xffff {
			n = 2
		}
		if units -= n; units < 0 {
			return s[:i]
		}
	}
	return s
}
