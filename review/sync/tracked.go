package reviewsync

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/wml"
)

// Tracked changes become change requests on the nearest block with an id, each with its place in the text. They are
// never applied as if they had been accepted. Those that the source has already come back as they were sent, edited,
// accepted, rejected or moved; see tracked_sent.go.

func (s *session) trackedChanges() {
	changes := s.readTracked()
	open := s.openRequests()
	s.sentRequests(changes)
	for _, c := range changes {
		if c.request == nil && !s.inSource(c, open) {
			s.propose(c)
		}
	}
	s.pairMoves(changes)
}

// openRequests are the source's requests that are shown as blocks of their own, by what they do.
func (s *session) openRequests() map[string][]*noma.Directive {
	placed := map[noma.Node]bool{}
	for _, t := range s.plan.Placed {
		placed[t.Node] = true
	}
	out := map[string][]*noma.Directive{}
	for n := range noma.Walk(s.doc) {
		if d, ok := n.(*noma.Directive); ok && d.Name == "change_request" && !placed[d] {
			if q := layout.ReadRequest(d); q.Shown() {
				k := requestKey(q.Action, q.From, q.To)
				out[k] = append(out[k], d)
			}
		}
	}
	return out
}

func requestKey(action, from, to string) string {
	return action + "\x00" + strings.TrimSpace(from) + "\x00" + strings.TrimSpace(to)
}

// inSource reports whether the source has a change already, as a request without a place.
func (s *session) inSource(c *tracked, open map[string][]*noma.Directive) bool {
	if len(open) == 0 || c.unit != layout.UnitText && c.unit != layout.UnitParagraph && c.unit != layout.UnitItem {
		return false
	}
	target := s.targetOf(c)
	return slices.ContainsFunc(open[requestKey(c.action, s.markup(c.from), s.markup(c.to))], func(d *noma.Directive) bool {
		q := layout.ReadRequest(d)
		// A heading typed in front of the place makes it part of another section: then who and when
		// tell that it is the same.
		return (s.names.Target(d) == target || c.date != "" && sameDate(q.Date, c.date)) && sameAuthor(q.Author, c.author)
	})
}

// targetOf is the block a request of a change is about: the nearest with an id, which requests can be about.
func (s *session) targetOf(c *tracked) noma.Node {
	n := c.node(s)
	if t := s.labelled[c.para]; t != nil {
		return s.addressable(t)
	}
	if len(c.blocks) > 0 && c.para != nil && c.action == "insert" && c.para.Framed && !c.framed { // behind the block it is next to
		for ; n != nil; n = n.At().Parent {
			if _, block := n.(*noma.Directive); block {
				n = n.At().Parent
				break
			}
		}
	}
	t := s.addressable(n)
	if d, ok := t.(*noma.Directive); ok {
		switch d.Name {
		case "header", "footer", "page_setup", "doc_protection":
			return nil
		}
	}
	return t
}

// foreignRequest reports whether a paragraph that was not sent begins a change request as our export shows those
// without a place: a label, and the tracked change. The source does not have the request; it is read as one.
func (s *session) foreignRequest(st *story, j int) bool {
	label := st.got[j].para
	if label == nil || label.Revised() || j+1 >= len(st.got) || st.match[j+1] != -1 {
		return false
	}
	p := st.got[j+1].para
	words := strings.Fields(text(label.Runs))
	if p == nil || len(words) != 4 || words[0]+" "+words[1]+" " != layout.MarkerPrefix || !slices.Contains([]string{"insert", "delete", "replace"}, words[2]) ||
		!p.Revised() || s.names.Node(words[3]) == nil {
		return false
	}
	st.match[j], st.match[j+1] = handled, handled
	s.labelled[p] = s.names.Node(words[3])
	return true
}

// markup is content as source, with the white space at its ends; "" when it cannot be written.
func (s *session) markup(g []layout.Glyph) string {
	a, z := 0, len(g)
	for a < z && g[a].Object == "" && isSpace(g[a].Rune) {
		a++
	}
	for z > a && g[z-1].Object == "" && isSpace(g[z-1].Rune) {
		z--
	}
	core := s.names.Markup(g[a:z], false)
	if !slices.Equal(s.names.Reads(core), g[a:z]) {
		return ""
	}
	return blanksOf(g[:a]) + core + blanksOf(g[z:])
}

// blanksOf are blanks as an attribute holds them: on one line.
func blanksOf(g []layout.Glyph) string { return strings.Repeat(" ", len(g)) }

// propose makes the change request of a change.
func (s *session) propose(c *tracked) {
	from, to := layout.PlainText(c.from), layout.PlainText(c.to)
	switch c.unit {
	case layout.UnitRow, layout.UnitColumn:
		from, to = plainCells(c.rows[0]), plainCells(c.rows[1])
	case layout.UnitBreak:
		from, to = s.breakTexts(c)
	}
	refuse := func(code Code, n noma.Node, message string) {
		f := s.refuse(code, n, message, from, to)
		f.revision = s.entry(c)
		f.para = c.para
	}
	target := s.targetOf(c)
	switch {
	case c.para != nil && s.ofRequest(c.para):
		refuse(CodeGenerated, target, "The line belongs to a change request and is made by the tool; accept or reject the tracked change in Word.")
		return
	case target == nil:
		refuse(CodeNoPlace, c.node(s), "The tracked change is in no block with an id; give the block an id and sync again.")
		return
	case from == "" && to == "" && !hasObjects(c.from) && !hasObjects(c.to), c.unit == layout.UnitText && s.onlyEdge(c):
		refuse(CodeEmpty, target, "The tracked change has no text, only white space.")
		return
	case c.unit == layout.UnitBreak && c.action == "delete" && !sameKind(c.para, c.blocks[0]):
		refuse(CodeRevisions, target, "Two paragraphs of different kinds were joined with tracking; accept or reject it in Word.")
		return
	case c.para == nil:
		refuse(CodeNoPlace, target, "Nothing that stays says where the tracked change is; accept or reject it in Word.")
		return
	}
	op, reason := s.requestOp(c, target)
	if reason != "" {
		refuse(CodeNoSpelling, target, reason)
		return
	}
	q, ok := s.quoteOf(c, target)
	if !ok {
		refuse(CodeNoPlace, target, "Nothing around the tracked change says where it is; accept or reject it in Word.")
		return
	}
	f := s.apply(CodeTracked, target, "A tracked change became a change request.", from, to)
	f.revision = s.entry(c)
	f.para = c.para
	c.finding = f
	native := f.revision.NativeID
	if foreignID(native) {
		native = "1"
	}
	op.Op, op.Target, op.Author, op.Date = "add_change_request", target.At().ID, c.author, c.date
	op.ID = s.newID("change", op.Target, native)
	if op.Prefix, op.Suffix = q.Prefix, q.Suffix; c.unit == layout.UnitText && q.Prefix+q.Suffix == "" && !s.unplaced(c) {
		op.Unit = layout.TextUnit
	}
	f.change = &Change{Action: "add_change_request", ID: op.ID, Target: op.Target, NativeID: f.revision.NativeID}
	f.inTable = c.table
	c.added = len(s.added)
	s.add(f, op)
}

// onlyEdge reports whether a change is white space at the edge of a paragraph, which is not shown.
func (s *session) onlyEdge(c *tracked) bool {
	if strings.TrimSpace(layout.PlainText(c.from)+layout.PlainText(c.to)) != "" || hasObjects(c.from) || hasObjects(c.to) {
		return false
	}
	return c.start == 0 || c.end >= len(layout.Glyphs(c.para.Runs, wml.Original))
}

// foreignID reports whether an id of a revision is long: another program's, which says nothing to a reader.
func foreignID(native string) bool {
	_, ids, ok := strings.Cut(native, ".xml:")
	if !ok {
		ids = native
	}
	return slices.ContainsFunc(strings.Split(ids, "/"), func(id string) bool { return len(id) > 10 })
}

func hasObjects(g []layout.Glyph) bool {
	return slices.ContainsFunc(g, func(x layout.Glyph) bool { return x.Object != "" })
}

// requestOp is the request of a change without its place, or the reason why there is none.
func (s *session) requestOp(c *tracked, target noma.Node) (patch.Op, string) {
	switch c.unit {
	case layout.UnitBreak:
		return patch.Op{Action: c.action, Unit: string(c.unit)}, ""
	case layout.UnitRow, layout.UnitColumn:
		op := patch.Op{Action: c.action, Unit: string(c.unit)}
		var ok [2]bool
		op.From, ok[0] = s.rowMarkup(c.rows[0])
		op.To, ok[1] = s.rowMarkup(c.rows[1])
		if !ok[0] || !ok[1] {
			return patch.Op{}, "A cell of the tracked row or column cannot be written in an attribute; accept it in Word, or add it in the source."
		}
		return op, ""
	case layout.UnitParagraph, layout.UnitItem:
		if c.action == "insert" {
			return s.blockOp(c, target)
		}
	}
	from, to := s.markup(c.from), s.markup(c.to)
	switch {
	case from == "" && len(c.from) > 0, to == "" && len(c.to) > 0: // nothing, or not what it was
		return patch.Op{}, "The text of the tracked change cannot be written in .noma: it would be parsed as markup. Accept or reject it in Word."
	case strings.ContainsAny(from+to, "\r\n"):
		return patch.Op{}, "The tracked change has a line break, and an attribute holds one line. Accept or reject it in Word."
	}
	op := patch.Op{Action: c.action, Unit: string(c.unit), From: from, To: to}
	if bothQuotes(from) {
		op.From = strings.ReplaceAll(from, `"`, "'") // the words are found by their place
	}
	if bothQuotes(to) {
		if strings.TrimSpace(to) != to {
			return patch.Op{}, "The text of the tracked change has quotation marks of both kinds and blanks at its ends, which an attribute cannot hold. Accept or reject it in Word."
		}
		if _, ok := guard(to); !ok {
			return patch.Op{}, "The text of the tracked change cannot be written in .noma: it would be parsed as markup. Accept or reject it in Word."
		}
		op.To, op.Content = "", to
	}
	return op, ""
}

func bothQuotes(s string) bool { return strings.Contains(s, `"`) && strings.Contains(s, "'") }

// blockOp is the request of a whole paragraph that is put in: its source.
func (s *session) blockOp(c *tracked, target noma.Node) (patch.Op, string) {
	r := c.blocks[0]
	neighbour := s.owner.Get(c.para)
	if c.framed != c.para.Framed && c.framed || c.para.Framed && !c.framed && !s.inDirectiveWithID(neighbour) {
		return patch.Op{}, "The paragraph was inserted at the edge of a block without an id; give the block an id and sync again."
	}
	op := patch.Op{Action: "insert", Unit: string(c.unit)}
	if planned := s.planned.Get(c.para); r.Style == layout.StyleCode && planned != nil && planned.Part == layout.PartCode {
		line := strings.TrimRight(r.Text(wml.Current), " ")
		if strings.ContainsAny(line, "\r\n") || bothQuotes(line) && strings.TrimSpace(line) != line {
			return patch.Op{}, "The line of code cannot be written in an attribute. Accept or reject it in Word."
		}
		if op.To = line; bothQuotes(line) {
			op.To, op.Content = "", line
		}
		return op, ""
	}
	markup := s.names.Markup(c.to, false)
	if !slices.Equal(s.names.Reads(markup), c.to) {
		return patch.Op{}, "The text of the tracked change cannot be written in .noma: it would be parsed as markup. Accept or reject it in Word."
	}
	content, ok := blockSource(r, markup)
	if !ok {
		return patch.Op{}, "The inserted paragraph cannot be written as one in .noma. Accept or reject it in Word."
	}
	if strings.ContainsAny(content, "\r\n") || bothQuotes(content) {
		op.Content = content
	} else {
		op.To = content
	}
	return op, ""
}

// inDirectiveWithID reports whether the block a node stands in has an id.
func (s *session) inDirectiveWithID(n noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok {
			return d.ID != ""
		}
	}
	return false
}

// blockSource is the source of a new paragraph with the text, as its style and list say.
func blockSource(r *wml.Paragraph, markup string) (string, bool) {
	if isHeading(r.Style) {
		d := parse("# " + markup)
		level := int(r.Style[len(r.Style)-1] - '0')
		return strings.Repeat("#", level) + " " + markup, len(d.Children) == 1 && !strings.ContainsAny(markup, "\r\n")
	}
	content, ok := guard(markup)
	switch {
	case r.List == wml.Bullet:
		content, ok = "- "+markup, !strings.Contains(markup, "\n")
	case r.List == wml.Number:
		content, ok = "1. "+markup, !strings.Contains(markup, "\n")
	case r.Style == layout.StyleQuote:
		content, ok = "> "+strings.ReplaceAll(markup, "\n", "\n> "), true
	}
	return content, ok
}

// rowMarkup is a row or column as a line of a pipe table.
func (s *session) rowMarkup(cells [][]layout.Glyph) (string, bool) {
	if len(cells) == 0 {
		return "", true
	}
	var b strings.Builder
	b.WriteString("|")
	for _, gl := range cells {
		m := s.names.Markup(gl, true)
		if strings.ContainsAny(m, "\r\n") {
			return "", false
		}
		b.WriteString(" " + m + " |")
	}
	return b.String(), !bothQuotes(b.String())
}

func plainCells(cells [][]layout.Glyph) string {
	var out []string
	for _, gl := range cells {
		out = append(out, layout.PlainText(gl))
	}
	return strings.Join(out, " | ")
}

// quoteOf is the selector of a change: in the text of the file, which is that of the source when the reviewer's edits are
// in it, or in that of the present source where only the author has edited the paragraph.
func (s *session) quoteOf(c *tracked, target noma.Node) (layout.Quote, bool) {
	if s.unplaced(c) {
		return layout.Quote{}, true // the file does not say where either
	}
	if s.base.moved {
		p, start, end, ok := s.presentPlace(c)
		if ok && s.addressable(p.Node) == target && s.base.changed(p, layout.Fingerprint(c.para.Runs, wml.Original)) == author {
			return s.planQuote(p, target, start, end)
		}
	}
	return s.texts.quote(c, target)
}

// unplaced reports whether the file does not say where in its block a change stands.
func (s *session) unplaced(c *tracked) bool {
	return c.unit == layout.UnitText && (s.opts.Unplaced || s.labelled[c.para] != nil)
}

// sameKind reports whether two paragraphs can be one without one of them becoming something else.
func sameKind(a, b *wml.Paragraph) bool {
	return a.Style == b.Style && a.List == b.List && a.Framed == b.Framed && !isHeading(a.Style)
}

// breakTexts is what the paragraphs around a break read without and with the change.
func (s *session) breakTexts(c *tracked) (was, now string) {
	whole := layout.Glyphs(c.para.Runs, wml.Original)
	if c.action == "insert" {
		return layout.PlainText(whole), layout.PlainText(whole[:c.start]) + "¶" + layout.PlainText(whole[c.start:])
	}
	next := text(c.blocks[0].Runs)
	return layout.PlainText(whole) + "¶" + next, layout.PlainText(whole) + next
}

// pairMoves gives the two halves of each move one name.
func (s *session) pairMoves(changes []*tracked) {
	names := map[string]bool{}
	for n := range noma.Walk(s.doc) {
		if d, ok := n.(*noma.Directive); ok && d.Name == "change_request" {
			names[d.AttrText("move")] = true
		}
	}
	same := func(a, b *tracked) bool {
		return strings.TrimSpace(layout.PlainText(a.from)) == strings.TrimSpace(layout.PlainText(b.to)) && a.revs[0].Author == b.revs[0].Author
	}
	n := 0
	for _, a := range changes {
		if a.moved != wml.MoveFrom || a.finding == nil {
			continue
		}
		for _, b := range changes {
			if b.moved != wml.MoveTo || b.finding == nil || s.added[b.added].op.Move != "" || !same(a, b) {
				continue
			}
			name := ""
			for name == "" || names[name] {
				n++
				name = fmt.Sprintf("m%d", n)
			}
			names[name] = true
			s.added[a.added].op.Move, s.added[b.added].op.Move = name, name
			a.finding.partners, b.finding.partners = []*finding{b.finding}, []*finding{a.finding}
			break
		}
	}
}

// returnedTexts are the texts of the returned file by the block they belong to, for selectors.
type returnedTexts struct {
	*session
	all   *layout.TextOf
	keys  map[*wml.Paragraph]int
	order []*wml.Paragraph // by key
	// skipped are the paragraphs that are not collected, with the key of the one before.
	skipped map[*wml.Paragraph]int
}

func (x *returnedTexts) collect() {
	x.all, x.keys = &layout.TextOf{Names: x.names}, map[*wml.Paragraph]int{}
	x.skipped = map[*wml.Paragraph]int{}
	for _, kind := range []wml.StoryKind{wml.HeaderStory, wml.FooterStory, wml.MainStory} {
		for _, st := range x.returned.Stories {
			if st.Kind == kind {
				x.blocks(st.Blocks, nil)
			}
		}
	}
}

func (x *returnedTexts) blocks(blocks []wml.Block, cell *wml.TableCell) {
	for i := 0; i < len(blocks); i++ {
		switch b := blocks[i].(type) {
		case *wml.Table:
			for r := range b.Rows {
				if b.Rows[r].Ins != nil {
					continue
				}
				for k := range b.Rows[r].Cells {
					c := &b.Rows[r].Cells[k]
					switch {
					case c.Ins != nil:
					case x.layouts[b]:
						x.blocks(c.Blocks, nil)
					default:
						x.blocks(c.Blocks, c)
					}
				}
			}
		case *wml.Paragraph:
			p := b
			if whole := x.wholeOf[p]; whole != nil {
				i += len(x.partsOf[whole]) - 1
				p = whole
			}
			content := layout.Glyphs(p.Runs, wml.Original)
			if x.copies[p] || x.ofRequest(p) || len(content) == 0 && (cell == nil || p != firstPara(cell)) {
				x.skipped[p] = max(len(x.order)-1, 0)
				continue
			}
			x.keys[p] = x.all.Add(x.owner.Get(p), content, cell != nil)
			x.order = append(x.order, p)
		}
	}
}

// quote is the selector of the place of a change.
func (x *returnedTexts) quote(c *tracked, target noma.Node) (layout.Quote, bool) {
	if x.all == nil {
		x.collect()
	}
	key, ok := x.keys[c.para]
	if !ok {
		return layout.Quote{}, false
	}
	start, end := layout.Spot{Para: key, At: c.start}, layout.Spot{Para: key, At: c.end}
	switch {
	case c.unit == layout.UnitBreak && c.action == "delete":
		next, ok := x.keys[c.blocks[0]]
		if whole := x.wholeOf[c.blocks[0]]; whole != nil {
			next, ok = x.keys[whole]
		}
		if !ok {
			return layout.Quote{}, false
		}
		end = layout.Spot{Para: next}
	case len(c.blocks) > 0 && c.action == "insert", c.unit == layout.UnitRow && c.action == "insert", c.unit == layout.UnitColumn && c.action == "insert":
		end.At = len(layout.Glyphs(c.para.Runs, wml.Original))
		if c.before {
			end.At = 0
		}
		start = end
	case c.unit == layout.UnitColumn:
		end.At = len(layout.Glyphs(c.para.Runs, wml.Original))
	case c.unit == layout.UnitRow:
		return x.rowQuote(c, target)
	}
	return x.all.Quote(target, start, end)
}

// rowQuote is the selector of a whole row.
func (x *returnedTexts) rowQuote(c *tracked, target noma.Node) (layout.Quote, bool) {
	for i := range c.table.Rows {
		row := &c.table.Rows[i]
		if row.Del != c.revs[0] || len(row.Cells) == 0 {
			continue
		}
		first, ok := x.keys[firstPara(&row.Cells[0])]
		last := firstPara(&row.Cells[len(row.Cells)-1])
		end, okEnd := x.keys[last]
		if !ok || !okEnd {
			break
		}
		return x.all.Quote(target, layout.Spot{Para: first}, layout.Spot{Para: end, At: len(layout.Glyphs(last.Runs, wml.Original))})
	}
	return layout.Quote{}, false
}
