package reviewsync

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nomadocx/nomadocx/controls"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Words that stand apart from the text: in text boxes, above other words, in files that Word takes in, in
// descriptions. The source has no place for them, so they are reported, and the text around them is compared
// without them.

// apartMessages are what is reported of each kind, and its name for what has no words.
var apartMessages = map[string]struct {
	sentence
	name string
}{
	"txbxContent": {sayTextBox, "a text box"},
	"ruby":        {sayPhonetic, "a phonetic guide"},
	"altChunk":    {sayFileInserted, "a file"},
	"subDoc":      {saySubdocument, "a subdocument"},
	"object":      {sayObject, "an embedded object"},
	"contentPart": {sayPen, "a drawing"},
	"tooltip":     {sayScreenTip, "a screen tip"},
	"drawing":     {sayDrawing, "a drawing"},
	"field":       {sayFieldInserted, "a field"},
	"picture":     {sayPictureInserted, "a picture"},
}

// apart compares what stands apart from the text.
type apart struct {
	*core
	fields map[string]bool // see [apart.fieldWords]
	status map[string]bool // see [apart.sentStatus]
}

// report reports what stands apart from the text.
func (s *apart) report() {
	template := layout.PropertyWords(s.returned.Properties, layout.TemplateProperty)
	seen := map[string]bool{} // parts of headers and footers repeat each other
	headerFooter := map[*wml.Paragraph]bool{}
	for _, st := range s.returned.Stories {
		if st.Kind == wml.MainStory {
			continue
		}
		for p := range wml.Paragraphs(st.Blocks...) {
			headerFooter[p] = true
			s.apartIn(p, nil, func(r *wml.Run) bool {
				key := layout.ApartKey(r)
				known := seen[key] || slices.Contains(template, key)
				seen[key] = true
				return known
			})
		}
	}
	for _, p := range s.returned.marked {
		if !headerFooter[p] {
			s.apartIn(p, nil, nil)
		}
		s.results(p)
	}
	s.eachAnnotation(func(p *wml.Paragraph, in annotationPara) {
		s.apartIn(p, &in, nil)
		first := len(s.findings)
		s.results(p)
		for _, f := range s.findings[first:] {
			f.para, f.inComment, f.inNote, f.endnote = nil, in.comment, in.note, in.end
		}
		s.unread(p, in)
	})
	for p := range wml.Paragraphs(s.returned.Separators...) {
		line := wml.Paragraph{Runs: slices.Clone(p.Runs)}
		for i := range line.Runs {
			line.Runs[i].Ins = nil // nothing was there before, with tracking or without
		}
		s.returned.unwrapRuns(&line, false, true)
		if words := said(line.Runs); words != "" {
			s.refuse(sayTypedAboveNotes, nil, "", words)
		}
		s.apartIn(&line, nil, nil)
	}
	s.describedTables()
	s.describedPictures()
	s.forms()
}

// eachAnnotation calls f for every paragraph of a comment or note.
func (s *apart) eachAnnotation(f func(*wml.Paragraph, annotationPara)) {
	for _, c := range s.returned.Comments {
		for p := range wml.Paragraphs(c.Blocks...) {
			f(p, annotationPara{comment: c})
		}
	}
	for k, notes := range [...][]*wml.Note{s.returned.Footnotes, s.returned.Endnotes} {
		for _, n := range notes {
			for p := range wml.Paragraphs(n.Blocks...) {
				f(p, annotationPara{note: n, end: k == 1})
			}
		}
	}
}

// unread reports words in comments and notes that are read as no edit of them: those inserted with tracking into
// what we made ourselves, and those in the line that says who resolved a comment.
func (s *apart) unread(p *wml.Paragraph, in annotationPara) {
	report := func(x sentence, words string) {
		if words = strings.TrimSpace(words); words == "" || slices.ContainsFunc(s.findings, func(f *finding) bool { return strings.Contains(f.Now, words) }) {
			return
		}
		f := s.refuse(x, s.owner.Get(p), "", words)
		f.inComment, f.inNote, f.endnote = in.comment, in.note, in.end
	}
	var inserted strings.Builder
	for i := range p.Runs {
		if r := &p.Runs[i]; r.Ins != nil && r.HasText() {
			inserted.WriteString(r.Text)
		}
	}
	if inserted.Len() > 0 && in.note != nil && slices.ContainsFunc(s.trackedNotes(), func(g *gotNote) bool { return g.n == in.note }) {
		return // each of them was examined
	}
	report(sayWordsTracked, inserted.String())
	words := text(p.Runs)
	if !strings.HasPrefix(words, "Status: ") || s.base.foreign || s.sentStatus()[words] || words == layout.StatusLine("", "") || s.resolvedByData(in.comment) {
		return
	}
	if by, at, _ := layout.ReadStatus(words); !s.base.moved || words != layout.StatusLine(by, at) { // else the author may have changed who resolved it
		report(sayStatusLine, words)
	}
}

// resolvedByData reports whether a comment is resolved in the source as review data say.
func (s *apart) resolvedByData(c *wml.Comment) bool {
	return s.opts.data && slices.ContainsFunc(s.findings, func(f *finding) bool {
		return f.inComment == c && s.applied(f) && f.change != nil && (f.change.Action == "resolve_comment" || f.change.Action == "add_comment")
	})
}

// sentStatus returns the lines that say who resolved a comment.
func (s *apart) sentStatus() map[string]bool {
	if s.status == nil {
		s.status = map[string]bool{}
		for _, c := range s.plan.Comments {
			for _, b := range c.Blocks {
				layout.EachPara(b, func(p *layout.Para) {
					if layout.IsStatus(p) {
						s.status[shown(p)] = true
					}
				})
			}
		}
	}
	return s.status
}

// results reports words typed into the results of our fields: they are made anew when Word updates them.
func (s *apart) results(p *wml.Paragraph) {
	for i := range p.Runs {
		r := &p.Runs[i]
		if s.cited(p, i) {
			continue
		}
		if r.Kind != wml.Field || numbers(r.Text) || !s.returned.ownField(p, r, true) {
			continue
		}
		if s.madeByOffice(r) {
			continue
		}
		if !s.fieldOfControl(p, r.Text) && slices.ContainsFunc(strings.Fields(r.Text), func(w string) bool { return !numbers(w) && !s.fieldWords()[w] }) {
			s.refuse(sayTypedIntoField, s.ownerOf(p), "", r.Text).at(p)
		}
	}
}

// madeByOffice reports whether the result of a field is LibreOffice's own: nobody can type into references there, and it writes an error
// for a reference, or the page of one, to what stands behind a field that it does not know.
func (s *apart) madeByOffice(r *wml.Run) bool {
	name, _, _ := strings.Cut(strings.TrimSpace(r.Field().Instr), " ")
	return s.returned.byLibreOffice() && (name == "REF" || name == "PAGEREF")
}

// fieldWords returns the words of the fields that were sent, and those of captions and headings, which references show; of headings also
// those that they have now, as Word makes references anew.
func (s *apart) fieldWords() map[string]bool {
	if s.fields != nil {
		return s.fields
	}
	s.fields = map[string]bool{"Figure": true, "Plot": true, "Table": true, "Equation": true}
	note := func(b layout.Block) {
		layout.EachPara(b, func(p *layout.Para) {
			for _, r := range p.Runs() {
				if r.Kind == wml.Field || p.Part == layout.PartCaption {
					for _, w := range strings.Fields(r.Text) {
						s.fields[w] = true
					}
				}
			}
		})
	}
	for _, b := range append(s.plan.HeaderFooter(), annotationBlocks(s.plan)...) {
		note(b)
	}
	for b := range s.plan.Body() {
		note(b)
	}
	for p := range s.returned.texts() {
		if slices.ContainsFunc(p.Points, func(pt wml.Point) bool { return pt.Kind == wml.BookmarkStart && s.names.Shown(pt.Name) != "" }) {
			for _, w := range strings.Fields(layout.Text(p.Runs, wml.All)) {
				s.fields[w] = true
			}
		}
	}
	return s.fields
}

// numbers reports whether a word numbers something, in digits, letters or Roman, with what is set around it.
func numbers(w string) bool {
	w = strings.Trim(w, ".,;:()[]-–—/")
	return strings.Trim(w, "0123456789.-") == "" || strings.Trim(strings.ToLower(w), "ivxlcdm") == "" || len([]rune(w)) == 1
}

// apartIn reports the words of a paragraph that stand apart from its text; in is the comment or note it is in, nil for the text. What known
// holds for is left out; it may be nil.
func (s *apart) apartIn(p *wml.Paragraph, in *annotationPara, known func(*wml.Run) bool) {
	for i := range p.Runs {
		r := &p.Runs[i]
		if r.Kind != wml.Opaque || known != nil && known(r) {
			continue
		}
		m, ok := apartMessages[r.Text]
		if !ok {
			continue
		}
		words := strings.TrimSpace(r.Ref())
		if words == "" {
			words = m.name
		}
		f := s.refuse(m.sentence, s.ownerOf(p), "", words).at(p)
		if in != nil {
			f.para, f.inComment, f.inNote, f.endnote = nil, in.comment, in.note, in.end
		}
	}
}

// ownerOf returns the block a paragraph belongs to; of one that holds nothing else, that of what stands before it.
func (s *core) ownerOf(p *wml.Paragraph) noma.Node {
	if n := s.owner.Get(p); n != nil {
		return n
	}
	for _, st := range s.returned.Stories {
		var last noma.Node
		for q := range wml.Paragraphs(st.Blocks...) {
			if n := s.owner.Get(q); n != nil {
				last = n
			}
			if q == p {
				return last
			}
		}
	}
	return nil
}

// forms notes the form fields that were filled in: they are brought in by another command.
func (s *apart) forms() {
	if len(s.returned.Controls) == 0 {
		return
	}
	for _, c := range s.returned.Controls {
		if c.Kind == wml.CheckBox && controls.Named(c) && strings.ContainsFunc(c.Text, unicode.IsLetter) {
			s.find(Unchanged, sayCheckBoxTyped, nil, "", c.Text)
		}
	}
	for _, p := range s.returned.marked {
		for i := range p.Runs { // a control that is deleted with tracking has no text
			if r := &p.Runs[i]; r.Kind == wml.Input && r.Del != nil && r.Control().Kind == wml.CheckBox && strings.ContainsFunc(r.Text, unicode.IsLetter) {
				s.find(Unchanged, sayCheckBoxTyped, nil, r.Text, "")
			}
		}
	}
	sent := s.sentForms()
	for _, c := range s.returned.Controls {
		if c.Kind == wml.Date && controls.Named(c) && wordsInDate(c) && !showsAsSent(c, sent) {
			s.find(Unchanged, sayDateField, nil, "", c.Text)
		}
	}
	opts := controls.Options{}
	switch {
	case s.opts.Sent != nil:
		values := controls.Expected(s.opts.Sent.Doc)
		opts.Sent = &values
	case s.base.moved && !s.base.same:
		return // what differs may be the author's
	}
	s.listEntries(sent)
	done := controls.Ops(s.doc, controls.DecodeFor(s.returned.Document, s.doc), opts)
	for _, c := range done.Report.Changes {
		s.find(Unchanged, sayFormFilled, s.names.Node(c.ID), "", c.Value)
	}
	for _, c := range done.Refused {
		s.find(Unchanged, sayFormImpossible.with(c.Reason), s.names.Node(c.ID), "", c.Returned)
	}
	for _, v := range done.Report.Unmatched {
		if strings.TrimSpace(v.Value) == "" {
			continue
		}
		s.find(Unchanged, sayFormUnknown, nil, "", v.Value)
	}
}

// showsAsSent reports whether a form field shows what it was sent with; of one without its tag, which LibreOffice leaves out of dates,
// whether any was.
func showsAsSent(c *wml.Control, sent map[string]*wml.Control) bool {
	if was := sent[c.Tag]; was != nil {
		return was.Text == c.Text
	}
	for _, was := range sent {
		if was.Text == c.Text && was.Kind == c.Kind {
			return true
		}
	}
	return false
}

// wordsInDate reports whether a date field shows words beside its date, or in its place.
func wordsInDate(c *wml.Control) bool {
	date, _, _ := strings.Cut(c.FullDate, "T")
	if len(date) <= 4 || !strings.ContainsFunc(c.Text, unicode.IsLetter) {
		return false
	}
	return !strings.Contains(c.Text, date[2:4]) || strings.Contains(c.Text, date) ||
		c.DateFormat != "" && len(strings.Fields(c.Text)) > len(strings.Fields(c.DateFormat))
}

// listEntries reports the entries of lists of form fields that were renamed, added or removed in Word's properties of them.
func (s *apart) listEntries(sent map[string]*wml.Control) {
	if !slices.ContainsFunc(s.returned.Controls, func(c *wml.Control) bool { return c.Kind == wml.DropDown }) {
		return
	}
	labels := func(c *wml.Control) string {
		var out []string
		for _, x := range c.Items {
			out = append(out, x.Label)
		}
		return strings.Join(out, ", ")
	}
	for _, c := range s.returned.Controls {
		if was := sent[c.Tag]; was != nil && labels(was) != labels(c) {
			s.find(Unchanged, sayFormList, nil, labels(was), labels(c))
		}
	}
}

// sentForms returns the form fields that were sent, by their tags.
func (s *apart) sentForms() map[string]*wml.Control {
	sent := map[string]*wml.Control{}
	for _, b := range s.base.blocks {
		layout.EachPara(b, func(p *layout.Para) {
			if p.Part == layout.PartText {
				return
			}
			for _, r := range p.Runs() {
				if c := r.Control(); r.Kind == wml.Input && c != nil {
					sent[c.Tag] = c
				}
			}
		})
	}
	return sent
}

// fieldOfControl reports whether a text is what a form field of the paragraph was sent with: OpenDocument has fields
// in the place of content controls.
func (s *apart) fieldOfControl(p *wml.Paragraph, text string) bool {
	planned := s.planned.Get(p)
	return planned != nil && slices.ContainsFunc(planned.Runs(), func(r wml.Run) bool { return r.Kind == wml.Input && r.Text == text })
}
