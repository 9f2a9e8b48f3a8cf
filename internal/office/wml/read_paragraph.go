package wml

import "strings"

// beginParagraph starts a draft and returns the one around it, which is nil unless the paragraph is
// in a text box. Marks met since the last paragraph become its first points.
func (r *reader) beginParagraph() (outer *draft) {
	outer = r.para
	r.para = r.startDraft()
	r.para.controls = len(r.doc.Controls)
	r.para.points = append(r.para.points, r.pending...)
	r.pending = r.pending[:0]
	return outer
}

// endParagraph completes the draft.
func (r *reader) endParagraph(outer *draft) *Paragraph {
	r.fields.endParagraph()
	r.link, r.severed = nil, nil // a link that is never closed must not cover the rest of the document
	r.last = r.endDraft(r.para)
	r.para = outer
	return r.last
}

// paragraph reads a w:p (ECMA-376 §17.3.1.22).
func (r *reader) paragraph() *Paragraph {
	outer := r.beginParagraph()
	x := r.x
	r.para.ParaID = r.kept("paraId")
	for depth := x.Depth(); r.in(depth); {
		r.inline()
	}
	r.boxes()
	return r.endParagraph(outer)
}

// inline reads one run-level element into the current paragraph (EG_PContent).
func (r *reader) inline() {
	x := r.x
	switch x.Space() {
	case nsW:
	case nsM:
		r.equation()
		return
	default:
		x.Skip()
		return
	}
	switch x.Local() {
	case "r":
		r.run()
	case "pPr":
		r.paragraphProps()
	case "hyperlink":
		r.hyperlink()
	case "ins":
		r.changed(Insert, r.inline)
	case "del":
		r.changed(Delete, r.inline)
	case "moveTo":
		r.changed(MoveTo, r.inline)
	case "moveFrom":
		r.changed(MoveFrom, r.inline)
	case "fldSimple":
		r.simpleField()
	case "sdt":
		r.inlineControl()
	case "proofErr", "permStart", "permEnd", "smartTagPr", "customXmlPr":
		x.Skip()
	case "contentPart":
		r.opaque("contentPart", "")
		x.Skip()
	case "subDoc":
		r.insertedFile("subDoc")
	default:
		// w:smartTag, w:customXml, w:dir, w:bdo and what we do not know are searched.
		r.mark()
	}
}

// mark reads a zero-width mark, and reports whether the element was one. Between paragraphs it
// waits for the next one.
func (r *reader) mark() bool {
	p := Point{ID: r.value("id")}
	switch r.x.Local() {
	case "bookmarkStart":
		p.Kind, p.Name = BookmarkStart, r.value("name")
	case "bookmarkEnd":
		p.Kind = BookmarkEnd
	case "commentRangeStart":
		p.Kind = CommentStart
	case "commentRangeEnd":
		p.Kind = CommentEnd
	case "moveFromRangeStart":
		r.moveMark(MoveFrom, true)
		return true
	case "moveFromRangeEnd":
		r.moveMark(MoveFrom, false)
		return true
	case "moveToRangeStart":
		r.moveMark(MoveTo, true)
		return true
	case "moveToRangeEnd":
		r.moveMark(MoveTo, false)
		return true
	default:
		return false
	}
	p.ID, p.Name = r.texts.copy(p.ID), r.texts.copy(p.Name)
	r.x.Skip()
	r.point(p)
	return true
}

func (r *reader) point(p Point) {
	if r.para == nil {
		r.pending = append(r.pending, p)
		return
	}
	p.At = len(r.para.runs)
	r.para.points = append(r.para.points, p)
}

// hyperlink reads a w:hyperlink (§17.16.22): its target is a relationship, a bookmark, or both.
func (r *reader) hyperlink() {
	outer := r.link
	if tip := r.value("tooltip"); tip != "" {
		r.opaque("tooltip", tip)
	}
	target := ""
	if id := r.value("id"); id != "" {
		target = r.links[id]
	}
	r.link = newLink(target, r.kept("anchor"))
	for depth := r.x.Depth(); r.in(depth); {
		r.inline()
	}
	r.link = outer
}

// newLink joins an address and the name of a place in it, nil when both are empty.
func newLink(url, anchor string) *Link {
	if rest, ok := strings.CutPrefix(url, "#"); ok && anchor == "" {
		url, anchor = "", rest // a bookmark written as an address
	}
	switch {
	case url == "" && anchor == "":
		return nil
	case url == "":
		return &Link{Anchor: anchor}
	case anchor != "":
		return &Link{URL: url + "#" + anchor}
	}
	return &Link{URL: url}
}

// paragraphProps reads w:pPr (§17.3.1.26).
func (r *reader) paragraphProps() {
	x, p := r.x, r.para
	var style *style
	numID, level, numbered := 0, -1, false
	var look frame
	for depth := x.Depth(); r.in(depth); {
		if x.Space() != nsW {
			x.Skip()
			continue
		}
		switch x.Local() {
		case "pStyle":
			id := r.value("val")
			style = r.styles.byID[id]
			p.Style = r.styles.canonical(id)
		case "numPr":
			for depth := x.Depth(); r.in(depth); {
				switch x.Local() {
				case "numId":
					numID, numbered = number(r.value("val")), true
				case "ilvl":
					level = number(r.value("val"))
				case "ins", "numberingChange":
					p.FormatChange = true
				}
				x.Skip()
			}
			continue
		case "bidi":
			p.RightToLeft = r.on()
		case "jc":
			p.Align = alignment(r.value("val"))
		case "ind":
			if p.Indent = number(r.value("start")); p.Indent == 0 {
				p.Indent = number(r.value("left"))
			}
			if p.RightIndent = number(r.value("end")); p.RightIndent == 0 {
				p.RightIndent = number(r.value("right"))
			}
		case "shd":
			look.shade(r)
		case "pBdr":
			look.lines(r)
			continue
		case "rPr":
			r.markProps()
			continue
		case "pageBreakBefore":
			p.PageBreakBefore = r.on()
		case "sectPr":
			p.SectionBreak = true
			r.section()
			continue
		case "pPrChange":
			p.FormatChange = true
		}
		x.Skip()
	}
	p.style = style
	if style != nil {
		p.StyleAlign = style.align
	} else if r.styles.normal != nil {
		p.StyleAlign = r.styles.normal.align
	}
	p.Rule = look.rule()
	if look != (frame{}) && look.beyond(style) {
		p.Framed, p.Shaded = true, true
	}
	if style != nil && !numbered {
		numID = style.numID
	}
	if level < 0 && style != nil && numID == style.numID {
		if level = style.level; level < 0 {
			level = r.numbering.styleLevels[numID][style.id]
		}
	}
	p.NumID, p.Level = numID, max(level, 0)
	p.List = r.numbering.kind(numID, p.Level)
}

// markProps reads the w:rPr of a paragraph mark: here stand the changes of the mark itself. A deleted
// mark joins the paragraph with the next one (§17.13.5.15), an inserted one divides it (§17.13.5.20).
func (r *reader) markProps() {
	x, p := r.x, r.para
	for depth := x.Depth(); r.in(depth); {
		if x.Space() == nsW {
			switch x.Local() {
			case "ins":
				p.MarkIns = r.revision(Insert)
			case "moveTo":
				p.MarkIns = r.revision(MoveTo)
			case "del":
				p.MarkDel = r.revision(Delete)
			case "moveFrom":
				p.MarkDel = r.revision(MoveFrom)
			case "rPrChange":
				p.FormatChange = true
			}
		}
		x.Skip()
	}
}

// shaded reports whether a w:shd shades anything.
func (r *reader) shaded() bool {
	fill, pattern := r.value("fill"), r.value("val")
	return fill != "" && fill != "auto" || pattern != "" && pattern != "clear" && pattern != "nil"
}

// bordered reports whether a border element, such as w:left, draws a line.
func (r *reader) bordered() bool {
	switch r.value("val") {
	case "none", "nil":
		return false
	}
	return true
}

// alignment folds the two names the editions have for each side (§17.18.44).
func alignment(jc string) string {
	switch jc {
	case "start":
		return "left"
	case "end":
		return "right"
	}
	for _, usual := range [...]string{"left", "center", "right", "both"} {
		if jc == usual {
			return usual
		}
	}
	return strings.Clone(jc)
}
