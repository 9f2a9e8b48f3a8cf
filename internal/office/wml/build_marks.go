package wml

// Marks of notes and comments: in the text they belong to, and at the head of their own.

// Character styles of note marks, and what the mark is inside the note.
var noteElements = [2]struct{ style, reference, mark string }{
	{"FootnoteReference", "w:footnoteReference", "w:footnoteRef"},
	{"EndnoteReference", "w:endnoteReference", "w:endnoteRef"},
}

// commentRange are the elements around the words of a comment, the last one behind them (§17.13.4.4, §17.13.4.3).
var commentRange = map[bool]string{false: "<w:commentRangeStart", true: "<w:commentRangeEnd"}

func noteIndex(endnote bool) int {
	if endnote {
		return 1
	}
	return 0
}

// noteMark writes the reference to a note (§17.11.14, §17.11.2), or a cross-reference to it (§17.16.5.38).
func (b *Builder) noteMark(n *NoteRef) {
	if n.Bookmark != "" {
		if b.IDs.notes[n.Bookmark] {
			b.field([]Run{{Kind: Field, Style: Superscript, Text: n.Number, Object: &FieldCode{Instr: "NOTEREF " + n.Bookmark + ` \f \h`}}})
			return
		}
		if b.IDs.notes == nil {
			b.IDs.notes = map[string]bool{}
		}
		b.IDs.notes[n.Bookmark] = true
		defer b.EndBookmark(b.StartBookmark(n.Bookmark))
	}
	e := &noteElements[noteIndex(n.Endnote)]
	b.Markup("<w:r><w:rPr>")
	b.Val("w:rStyle", e.style)
	b.Markup("</w:rPr><")
	b.Markup(e.reference)
	b.Attr("w:id", n.ID)
	b.Markup("/></w:r>")
}

// NoteReference writes the reference to the note with the number.
func (b *Builder) NoteReference(endnote bool, id int) {
	e := &noteElements[noteIndex(endnote)]
	b.Markup("<w:r><w:rPr>")
	b.Val("w:rStyle", e.style)
	b.Markup("</w:rPr><")
	b.Markup(e.reference)
	b.AttrInt("w:id", id)
	b.Markup("/></w:r>")
}

// OwnNoteMark writes the number at the head of a note itself (§17.11.13). The gap behind it is
// spacing of the mark and not a blank, which would be text of the note.
func (b *Builder) OwnNoteMark(endnote bool) {
	e := &noteElements[noteIndex(endnote)]
	b.Markup("<w:r><w:rPr>")
	b.Val("w:rStyle", e.style)
	b.Markup(`<w:spacing w:val="60"/></w:rPr><`)
	b.Markup(e.mark)
	b.Markup("/></w:r>")
}

// CommentReference writes the reference mark of a comment (§17.13.4.5).
func (b *Builder) CommentReference(id int) {
	b.Markup(`<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference`)
	b.AttrInt("w:id", id)
	b.Markup("/></w:r>")
}

// OwnCommentMark writes the mark at the head of a comment itself.
func (b *Builder) OwnCommentMark() {
	b.Markup(`<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:annotationRef/></w:r>`)
}

// Comment opens a w:comment (§17.13.4.2); the caller writes its paragraphs and closes it. Word
// keeps nine characters of initials.
func (b *Builder) Comment(id int, author, initials, date string) {
	b.Markup("<w:comment")
	b.AttrInt("w:id", id)
	b.Attr("w:author", limit(author, 255))
	if date != "" {
		b.Attr("w:date", date)
	}
	if initials != "" {
		b.Attr("w:initials", limit(initials, 9))
	}
	b.Markup(">")
}

// Person writes a w15:person ([MS-DOCX] §2.5.3.5), somebody who is signed in nowhere.
func (b *Builder) Person(author string) {
	author = limit(author, 255)
	b.Markup("<w15:person")
	b.Attr("w15:author", author)
	b.Markup(`><w15:presenceInfo w15:providerId="None"`)
	b.Attr("w15:userId", author)
	b.Markup("/></w15:person>")
}
