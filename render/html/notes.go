package html

import (
	"cmp"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// What belongs to another block stands where the author wrote it, with a link to that block. What
// was deleted or withdrawn stays in the source as a record and is not shown.

// comment writes a review note.
func (r *renderer) comment(d *noma.Directive) {
	if layout.Withdrawn(d) {
		r.nothing(d)
		return
	}
	classes := ""
	if strings.EqualFold(strings.TrimSpace(d.AttrText("status")), "resolved") {
		classes = "noma-resolved"
	}
	word := "Comment"
	reply, _ := d.First("reply_to", "replyTo", "reply")
	if reply != "" {
		word = "Reply"
		classes = strings.TrimSpace(classes + " noma-reply")
	}
	r.openBlock("aside", d, nil, classes)
	r.noteLabel(d, word, reply)
	r.body(d)
	r.meta(d, commentMeta)
	r.raw("</aside>\n")
}

var commentMeta = []layout.Field{
	{Label: "author", Keys: []string{"author"}}, {Label: "date", Keys: []string{"date", "at"}},
	{Label: "status", Keys: []string{"status"}},
	{Label: "resolved by", Keys: []string{"resolved_by"}}, {Label: "resolved at", Keys: []string{"resolved_at"}},
}

// noteLabel writes the label of a note: what it is and what it is about.
func (r *renderer) noteLabel(d *noma.Directive, word, about string) {
	r.noteTag(d, word)
	if about == "" {
		about, _ = d.First("for", "parent", "target", "block", "ref")
	}
	r.about(d, about)
	r.marks(d)
	r.raw("</header>\n")
}

// noteTag begins the label of a comment or change request: what it is, with the number that it has in the text.
func (r *renderer) noteTag(d *noma.Directive, word string) {
	r.raw(`<header class="noma-label"><span class="noma-tag">`)
	r.text(word)
	if r.back(d) != "" {
		r.raw(" " + r.placed.number[d])
	}
	r.raw("</span>")
}

// about says which block something is about, and leads back to its words. Words that are not marked are quoted.
func (r *renderer) about(d *noma.Directive, id string) {
	if id == "" {
		return
	}
	r.raw(` <span class="noma-about">on `)
	label := id
	if b, ok := r.doc.Target(id); ok && r.client {
		label = cmp.Or(r.shown(b), layout.Words(r.doc, b), id)
	}
	if id == noma.WholeDocument {
		r.text("the document")
	} else {
		r.ref(strings.TrimPrefix(id, "#"), label)
	}
	if back := r.back(d); back != "" {
		r.raw(` <a class="noma-ref noma-note-back"`)
		r.attr("href", back)
		r.raw(` aria-label="back to the words">↩</a>`)
	} else if words := layout.ReadQuote(d).Exact; words != "" {
		r.raw(", <q>")
		r.text(words)
		r.raw("</q>")
	}
	r.raw("</span>")
}

// noteWord returns the word before the number of a note; clients see the number alone.
func (r *renderer) noteWord(word string) string {
	if r.client {
		return ""
	}
	return `<span class="noma-tag">` + layout.WordOf(r.doc, word) + `</span> `
}

// footnote writes a footnote or endnote with its mark; the mark at the block it belongs to links
// here.
func (r *renderer) footnote(d *noma.Directive) {
	if layout.Withdrawn(d) {
		r.nothing(d)
		return
	}
	word := "Footnote"
	if d.Name == "endnote" {
		word = "Endnote"
	}
	mark := r.notes[d]
	r.openBlock("aside", d, nil, "noma-note-text")
	r.raw(`<span class="noma-note-label">` + r.noteWord(word) + `<span class="noma-note-number">`)
	r.text(mark)
	r.raw("</span>")
	if l := d.AttrText("label"); l != "" && l != mark {
		r.raw(" ")
		r.inline(l)
	}
	href := r.back(d)
	switch n := r.target(d); {
	case r.inText[d.ID] == d:
		r.raw(` <a class="noma-ref noma-note-back"`)
		r.attr("href", "#"+fragment(markID(d)))
		r.raw(` aria-label="back to the text">↩</a>`)
	case n != nil && (n.At().ID != "" || href != ""):
		if href == "" {
			href = "#" + fragment(n.At().ID)
		}
		r.raw(` <a class="noma-ref noma-note-back"`)
		r.attr("href", href)
		if r.client || n.At().ID == "" {
			r.attr("aria-label", "back to the text")
		} else {
			r.attr("title", n.At().ID)
			r.attr("aria-label", "back to "+n.At().ID)
		}
		r.raw(">↩</a>")
	}
	r.raw("</span>\n")
	if len(d.Children) == 0 {
		r.raw("<p>" + word + "</p>\n")
	}
	r.body(d)
	r.raw("</aside>\n")
}

// noteInText writes the mark of a note in a sentence. Lists of headings have no marks.
func (r *renderer) noteInText(n *noma.Inline) {
	d := r.inText[n.Target]
	switch {
	case d == nil:
		r.chars(n.Text)
	case !r.inLink:
		r.object(func() {
			r.noteMark(func() { r.anchor(markID(d)) }, func() { r.ref(d.ID, r.notes[d]) })
		})
	}
}

// noteMark writes a mark of a note; one that directly follows another gets a comma.
func (r *renderer) noteMark(attributes, content func()) {
	more := ""
	if r.markEnd == r.written() {
		more = " noma-note-more"
	}
	r.raw(`<sup class="noma-note-mark` + more + `"`)
	attributes()
	r.raw(">")
	content()
	r.raw("</sup>")
	r.markEnd = r.written()
}

// noteAnchor returns the id of the mark of a note at its block, "" for a note that no link leads to.
func (r *renderer) noteAnchor(d *noma.Directive) string {
	if id := r.blockAnchor(d); id != "" {
		return r.free(id, "mark")
	}
	return ""
}

// noteLink writes the mark of a note with a link to it.
func (r *renderer) noteLink(d *noma.Directive, anchor string) {
	r.noteMark(func() { r.anchor(anchor) }, func() {
		r.raw(`<a class="noma-ref"`)
		r.attr("href", "#"+fragment(r.blockAnchor(d)))
		r.raw(">")
		r.text(r.notes[d])
		r.raw("</a>")
	})
}

// markID returns the id of a note's mark in the text.
func markID(d *noma.Directive) string { return AnchorID(d.ID + "-mark") }

// changeRequest writes a change request: with the old text struck out and the new one marked, where these do not stand
// in the text of the document.
func (r *renderer) changeRequest(d *noma.Directive) {
	if layout.Withdrawn(d) {
		r.nothing(d)
		return
	}
	action, _ := d.First("action", "type")
	action = strings.ToLower(strings.TrimSpace(action))
	del, ins, fromBody := revision(d, action)
	r.openBlock("aside", d, nil, "")
	r.noteTag(d, "Change request")
	if action != "" {
		r.raw(` <span class="noma-badge">`)
		r.text(action)
		r.raw("</span>")
	}
	about, _ := d.First("target", "for", "parent", "block", "ref")
	r.about(d, about)
	r.raw("</header>\n")
	if del+ins != "" && r.back(d) == "" { // else the text shows it
		r.raw(`<p class="noma-revision">`)
		if del != "" {
			r.span("del", noma.ParseInline(del), 0)
		}
		if del != "" && ins != "" {
			r.raw(" ")
		}
		if ins != "" {
			r.span("ins", noma.ParseInline(ins), 0)
		}
		r.raw("</p>\n")
	}
	if !fromBody {
		r.body(d)
	}
	fields := requestMeta
	if del+ins == "" && r.back(d) == "" {
		fields = brokenRequestMeta // what cannot be shown as an edit is shown as it was written
	}
	r.meta(d, fields)
	r.raw("</aside>\n")
}

// revision returns the text a change request deletes and inserts; both are empty when it is malformed.
// fromBody says that the body is the inserted or deleted text (Format spec, "change_request").
func revision(d *noma.Directive, action string) (del, ins string, fromBody bool) {
	body := ""
	if d.HasBody {
		body = strings.TrimSpace(d.Body)
	}
	pick := func(keys ...string) (string, bool) {
		if v, _ := d.First(keys...); v != "" {
			return v, false
		}
		return body, body != ""
	}
	switch action {
	case "replace":
		from, _ := d.First("from")
		to, _ := d.First("to")
		if from != "" && to != "" {
			return from, to, false
		}
	case "insert":
		ins, fromBody = pick("to", "text")
	case "delete":
		del, fromBody = pick("from", "text")
	}
	return del, ins, fromBody
}

var requestMeta = []layout.Field{
	{Label: "author", Keys: []string{"author", "reviewer"}}, {Label: "date", Keys: []string{"date", "at"}}, {Label: "status", Keys: []string{"status"}},
}

var brokenRequestMeta = append([]layout.Field{
	{Label: "from", Keys: []string{"from"}}, {Label: "to", Keys: []string{"to"}}, {Label: "text", Keys: []string{"text"}},
}, requestMeta...)

// stateChange writes how a value of another block changed.
func (r *renderer) stateChange(d *noma.Directive) {
	r.openBlock("section", d, nil, "")
	r.raw(`<header class="noma-label"><span class="noma-tag">State change</span>`)
	if block, _ := d.First("block", "target", "for"); block != "" {
		r.raw(` <span class="noma-title">`)
		r.ref(strings.TrimPrefix(block, "#"), block)
		if a, _ := d.First("attribute", "attr", "key"); a != "" {
			r.raw(" · <code>")
			r.text(a)
			r.raw("</code>")
		}
		r.raw("</span>")
	}
	r.marks(d)
	r.raw("</header>\n")
	from, hasFrom := d.Attr("from")
	to, hasTo := d.Attr("to")
	if hasFrom && hasTo {
		r.raw(`<p class="noma-delta"><del>`)
		r.inline(from.Value.Text())
		r.raw(`</del> <span class="noma-arrow">→</span> <ins>`)
		r.inline(to.Value.Text())
		r.raw("</ins></p>\n")
	}
	r.body(d)
	r.meta(d, stateMeta)
	r.raw("</section>\n")
}

var stateMeta = []layout.Field{{Label: "at", Keys: []string{"at", "date"}}, {Label: "why", Keys: []string{"reason", "why"}}}
