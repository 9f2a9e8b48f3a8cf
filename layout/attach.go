package layout

import (
	"slices"
	"strings"
	"time"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Comments, notes and change requests belong to the block they are about: they show there, wherever
// the source has them. This file decides where (contract docx-package.md §7, §8).

// TargetKeys are the attributes that name the block something belongs to, by the name of its directive; the first one that resolves counts.
var TargetKeys = map[string][]string{
	"comment":        {"for", "parent", "target", "block", "ref"},
	"footnote":       {"for", "parent", "target", "block", "ref"},
	"endnote":        {"for", "parent", "target", "block", "ref"},
	"change_request": {"target", "for", "parent", "block"},
}

// Target returns the block a comment, note or change request belongs to, nil when there is none.
func (n *Names) Target(d *noma.Directive) noma.Node {
	for _, k := range TargetKeys[d.Name] {
		id := d.AttrText(k)
		if id == "" {
			continue
		}
		t := n.Node(id)
		if t == nil {
			continue
		}
		if _, whole := t.(*noma.Document); whole && d.Name != "comment" && !hasPlace(d) {
			continue // nothing in the document says where
		}
		if x, ok := t.(*noma.Directive); ok {
			switch x.Name {
			case "footnote", "endnote":
				if d.Name == "change_request" && hasPlace(d) && !Withdrawn(x) && (n.Target(x) != nil || n.inText(x)) {
					return x // words of the note's text
				}
				continue
			case "page_setup", "header", "footer", "comment", "doc_protection":
				continue
			}
			if x == d || x.Name == "change_request" && d.Name == x.Name {
				continue
			}
		}
		if t = seen(t); t != nil && t != noma.Node(d) {
			return t
		}
	}
	return nil
}

// host returns the block of the text that what is about a block shows at: of a note it is the one the note is about.
func (n *Names) host(t noma.Node) noma.Node {
	if d, ok := t.(*noma.Directive); ok && (d.Name == "footnote" || d.Name == "endnote") {
		if n.inText(d) {
			return n.notes[d.ID].Target
		}
		return n.Target(d)
	}
	return t
}

// commented returns the block a comment is about, nil for none: its target, or a block of the header or footer.
func (n *Names) commented(d *noma.Directive) noma.Node {
	if t := n.Target(d); t != nil {
		return t
	}
	for _, k := range TargetKeys["comment"] {
		if t := n.Node(d.AttrText(k)); t != nil && t != noma.Node(d) && InHeaderFooter(t) {
			return t
		}
	}
	return nil
}

// InHeaderFooter reports whether a block is shown in the header or footer, or is one of them. Word has no comments and no
// notes there: a comment on such a block shows on the first paragraph of the body.
func InHeaderFooter(n noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok && elsewhere(d) {
			return d.Name == "header" || d.Name == "footer"
		}
	}
	return false
}

// opened hangs what is about header and footer, and about the document as a whole, on the first paragraph of the body.
func (b *builder) opened(yield func(Block) bool) func(Block) bool {
	if len(b.opening.comments)+len(b.opening.notes)+len(b.opening.names) == 0 {
		return yield
	}
	done := false
	return func(x Block) bool {
		if p, ok := x.(*Para); ok && !done && p.Fingerprint() != 0 {
			done = true
			p.Comments = append(slices.Clip(p.Comments), b.opening.comments...)
			p.Notes = append(slices.Clip(p.Notes), b.opening.notes...)
			p.Anchors = append(slices.Clip(p.Anchors), b.opening.names...)
		}
		return yield(x)
	}
}

// Opens reports whether the body has a paragraph that comments on the header or footer can show on.
func (p *Plan) Opens() bool {
	for b := range p.Stream() {
		if x, ok := b.(*Para); ok && x.Fingerprint() != 0 {
			return true
		}
	}
	return false
}

// ReplyTo returns the id of the comment a reply answers.
func ReplyTo(d *noma.Directive) string {
	id, _ := d.First("reply_to", "replyTo", "reply")
	return id
}

func (b *builder) attachmentsOf(n noma.Node) *attachments {
	h := b.attachments[n]
	if h == nil {
		h = &attachments{}
		b.attachments[n] = h
	}
	return h
}

// attach builds the comments and notes and hangs everything where it belongs.
func (b *builder) attach() {
	b.attachments = make(map[noma.Node]*attachments, len(b.attached))
	b.attachments[b.doc] = &b.opening
	b.marking = b.markedNotes()
	placed := map[*noma.Directive]bool{}
	for _, d := range b.attached {
		b.opts.Look.Now()
		if d.Name == "comment" && (ReplyTo(d) != "" || Withdrawn(d) || b.names.commented(d) == nil && seen(d) != noma.Node(d)) {
			b.names.forget(d) // the text has no place for an answer or a withdrawn comment
		}
	}
	for _, d := range b.attached {
		if d.Name != "change_request" {
			continue
		}
		r := ReadRequest(d)
		if t := b.names.Target(d); t != nil && placedRequest(d, r) && storyOf(d) == nil {
			b.placing = append(b.placing, d)
			placed[d] = true
		} else if t != nil && r.Shown() {
			h := b.attachmentsOf(b.names.host(t))
			h.requests = append(h.requests, d)
			b.requested = true
		}
	}
	b.inOrder(b.doc, b.numberCaption)
	comments := make(map[noma.Node]*Comment, len(b.attached))
	for _, d := range b.attached {
		if d.Name == "comment" && (ReplyTo(d) != "" || b.names.Target(d) != nil) {
			b.comment(d, comments, 0)
		}
	}
	for _, d := range b.attached {
		if d.Name != "change_request" {
			continue
		}
		r := ReadRequest(d)
		if r.Open() {
			b.tracked = true
		}
		if t := b.names.Target(d); t != nil && r.Open() && !placed[d] {
			b.marker(d, r, t)
		}
	}
	for _, d := range b.attached {
		if d.Name == "comment" && ReplyTo(d) == "" && b.names.Target(d) == nil {
			b.comment(d, comments, 0)
		}
	}
	b.notes()
}

// comment makes the native comment of a ::comment, its parent's first. It is nil when the comment
// is withdrawn or answers one that is not there.
func (b *builder) comment(d *noma.Directive, made map[noma.Node]*Comment, depth int) *Comment {
	b.opts.Look.Now()
	if c, ok := made[d]; ok {
		return c
	}
	made[d] = nil // a cycle of replies ends here
	if Withdrawn(d) || depth > 100 {
		return nil
	}
	var parent *Comment
	target := b.names.commented(d)
	if target == nil && ReplyTo(d) == "" && seen(d) != noma.Node(d) {
		return nil // it has no place in the body
	}
	if id := ReplyTo(d); id != "" {
		p, ok := b.names.Node(id).(*noma.Directive)
		if !ok || p.Name != "comment" {
			return nil
		}
		if parent = b.comment(p, made, depth+1); parent == nil {
			return nil
		}
		target = parent.Target
	}
	c := &Comment{Node: d, Index: len(b.plan.Comments), Parent: parent, Target: target, Author: clean(d.AttrText("author"))}
	if c.Author == "" {
		c.Author = "Noma"
	}
	if c.Initials = clean(d.AttrText("initials")); c.Initials == "" {
		c.Initials = initials(c.Author, d.AttrText("author"))
	}
	date, _ := d.First("date", "at")
	c.Date = FullDate(date)
	c.Resolved = strings.EqualFold(strings.TrimSpace(d.AttrText("status")), "resolved")
	c.Blocks = b.commentBody(d, c)
	b.plan.Comments = append(b.plan.Comments, c)
	made[d] = c
	host := target
	if host == nil {
		host = d
		if parent != nil {
			host = parent.Root().Node
		}
	}
	h := &b.opening
	if !InHeaderFooter(host) {
		h = b.attachmentsOf(host)
	}
	switch {
	case parent == nil && places(d, target):
		b.commenting = append(b.commenting, c)
	case parent == nil || !places(c.Root().Node.(*noma.Directive), target):
		h.comments = append(h.comments, c)
	}
	if host != noma.Node(d) && parent == nil {
		b.carryName(h, d)
	}
	return c
}

// carryName makes the paragraph of a block carry the bookmark of a comment or note that belongs to it. Of
// two with one id the first has the bookmark.
func (b *builder) carryName(h *attachments, d *noma.Directive) {
	if name := b.names.ofBlock(d); name != "" {
		h.names = append(h.names, name)
	}
}

// Root returns the comment a thread of answers began with, c itself when it answers none.
func (c *Comment) Root() *Comment {
	for c.Parent != nil {
		c = c.Parent
	}
	return c
}

// GoesOn reports whether a paragraph still belongs to the block a comment is about, when those before it do. A section is
// commented on by its title.
func (c *Comment) GoesOn(p *Para) bool {
	if _, block := c.Target.(*noma.Directive); !block {
		return false
	}
	for n := p.Node; n != nil; n = n.At().Parent {
		if n == c.Target {
			return true
		}
	}
	return false
}

// initials returns the first letters of up to three words.
func initials(author, given string) string {
	if given == "" {
		return "N"
	}
	var out []rune
	for _, w := range strings.Fields(author) {
		out = append(out, []rune(strings.ToUpper(w))[0])
		if len(out) == 3 {
			break
		}
	}
	return string(out)
}

// statusWords begin the line with the status of a comment.
const statusWords = "Status: resolved"

// StatusLine returns how a resolved comment begins (contract docx-package.md): who resolved it, and when, for
// readers that do not show the native state.
func StatusLine(by, at string) string {
	s := statusWords
	if by != "" {
		s += "; resolved by " + by
	}
	if at != "" {
		s += "; resolved at " + at
	}
	return s
}

// IsStatus reports whether a paragraph is that line: it says what is known in other ways, and programs drop it.
func IsStatus(p *Para) bool {
	d, ok := p.Node.(*noma.Directive)
	return ok && p.Part == PartGenerated && d.Name == "comment" && len(p.Segs) > 0 && len(p.Segs[0].Runs) > 0 &&
		strings.HasPrefix(p.Segs[0].Runs[0].Text, statusWords)
}

// ReadStatus says who resolved a comment and when, by the text of that line. ok is false for other text:
// "Status: resolved issues come first" is somebody's comment.
func ReadStatus(line string) (by, at string, ok bool) {
	rest, ok := strings.CutPrefix(line, statusWords)
	if !ok || rest != "" && rest[0] != ';' {
		return "", "", false
	}
	for part := range strings.SplitSeq(rest, ";") {
		part = strings.TrimFunc(part, noma.IsSpace)
		if v, is := strings.CutPrefix(part, "resolved by "); is {
			by = strings.TrimFunc(v, noma.IsSpace)
		} else if v, is := strings.CutPrefix(part, "resolved at "); is {
			at = strings.TrimFunc(v, noma.IsSpace)
		}
	}
	return by, at, true
}

func (b *builder) commentBody(d *noma.Directive, c *Comment) []Block {
	var out []Block
	if c.Resolved {
		out = append(out, &Para{Node: d, Part: PartGenerated, Segs: literal(clean(StatusLine(d.AttrText("resolved_by"), d.AttrText("resolved_at"))))})
	}
	body := b.collect(d, PartComment)
	if len(body) == 0 {
		body = []Block{&Para{Node: d, Part: PartComment, Segs: literal("Comment")}}
	}
	return append(out, body...)
}

// marker adds the native comment that points from a block to the change request on it. Readers know
// it by its first words and skip it.
func (b *builder) marker(d *noma.Directive, r Request, target noma.Node) {
	c := &Comment{Node: d, Index: len(b.plan.Comments), Author: r.Author, Initials: initials(r.Author, r.Author), Date: r.Date, Target: target}
	lines := []string{MarkerPrefix + r.Action + " " + TargetID(target)}
	if r.From != "" {
		lines = append(lines, "From: "+r.From)
	}
	if r.To != "" {
		lines = append(lines, "To: "+r.To)
	}
	if note := strings.TrimSpace(d.Body); note != "" && !r.BodyIsText {
		lines = append(lines, "Note: "+note)
	}
	defer func(was bool) { b.noPictures = was }(b.noPictures)
	b.noPictures = true
	for _, l := range lines {
		c.Blocks = append(c.Blocks, &Para{Node: d, Part: PartGenerated, Segs: []Seg{{Runs: b.inline(strings.ReplaceAll(l, "\n", " "))}}})
	}
	b.plan.Comments = append(b.plan.Comments, c)
	c.Target = b.names.host(target)
	b.attachmentsOf(c.Target).comments = append(b.attachmentsOf(c.Target).comments, c)
}

// MarkerPrefix begins the comments that only point to a change request.
const MarkerPrefix = "Change request: "

// WordTime is how Word writes a time, in UTC.
const WordTime = "2006-01-02T15:04:05Z"

// FullDate returns a date as an xsd:dateTime, which is what Word's date attributes must be; what is no
// date becomes the fixed date of generated marks.
func FullDate(s string) string {
	s = strings.TrimSpace(s)
	forms := []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}
	if len(s) == len(time.DateOnly) {
		forms = []string{time.DateOnly}
	}
	for _, form := range forms {
		if t, err := time.Parse(form, s); err == nil {
			return t.UTC().Format(WordTime)
		}
	}
	return "2026-01-01T00:00:00Z"
}

func literal(s string) []Seg { return []Seg{{Runs: []wml.Run{{Text: s}}}} }
