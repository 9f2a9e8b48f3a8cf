package reviewsync

import (
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/source"
	"github.com/nomadocx/nomadocx/wml"
)

// What was added and what was deleted.

// insertions handles the returned blocks that were not sent.
func (s *session) insertions(st *story) {
	// Several new paragraphs at one place keep their order: they are collected per place.
	for j := 0; j < len(st.got); j++ {
		if st.match[j] != -1 {
			continue
		}
		g := &st.got[j]
		if g.para == nil {
			s.newTable(g.block.(*wml.Table))
			continue
		}
		if g.key == 0 {
			continue // only proposed text, or an empty line
		}
		now := text(g.para.Runs)
		switch s.base.inserted(g.key) {
		case author:
			continue
		case nobody:
			s.refuseAs(Conflict, CodeNoBase, s.owner[g.para], "The source has changed since the file was made, and the file does not say what was sent.", "", now).at(s, g.para)
			continue
		}
		if g.para.Revised() && layout.Fingerprint(g.para.Runs, wml.All) != g.key {
			s.refuse(CodeRevisions, s.owner[g.para], "A new paragraph holds tracked changes.", "", now).at(s, g.para)
			continue
		}
		s.insert(st, j)
	}
}

func (s *session) newTable(t *wml.Table) {
	var cells []string
	eachParagraph(t, func(p *wml.Paragraph) {
		if c := text(p.Runs); c != "" {
			cells = append(cells, c)
		}
	})
	now := strings.Join(cells, " | ")
	if now != "" && s.base.inserted(returnedKey(t)) != author {
		s.refuse(CodeNewTable, nil, "A table was inserted; add it to the source.", "", now)
	}
}

// neighbour is the sent paragraph next to a place, in one direction, nil at the end of the story.
func (st *story) neighbour(j, step int) layout.Block {
	for k := j + step; k >= 0 && k < len(st.got); k += step {
		if i := st.match[k]; i >= 0 {
			return st.items[i].block
		}
	}
	return nil
}

// insert puts a new paragraph where it stands in the returned file.
func (s *session) insert(st *story, j int) {
	r := st.got[j].para
	now := layout.Glyphs(r.Runs, wml.Original)
	shownText := layout.PlainText(now)
	if isHeading(r.Style) {
		s.refuse(CodeNewHeading, s.owner[r], "A heading was typed; new sections are added in the source.", "", shownText).at(s, r)
		return
	}
	before, after := st.neighbour(j, -1), st.neighbour(j, +1)
	bp, _ := before.(*layout.Para)
	ap, _ := after.(*layout.Para)
	markup := s.names.Markup(now, false)
	if !layout.SameContent(s.names.Reads(markup), now) {
		s.refuse(CodeNoSpelling, s.owner[r], "The text has no spelling in the source (a mark that would be read as markup).", "", shownText).at(s, r)
		return
	}
	done := func(ok bool) {
		if !ok {
			s.refuse(CodeNoPlace, s.owner[r], "Nothing in the source says where this paragraph would go.", "", shownText).at(s, r)
		}
	}
	// A line like its neighbours joins them.
	switch {
	case r.Style == layout.StyleCode && bp != nil && bp.Part == layout.PartCode:
		done(s.insertLine(bp, r, codeText(r), true))
		return
	case r.Style == layout.StyleCode && ap != nil && ap.Part == layout.PartCode:
		done(s.insertLine(ap, r, codeText(r), false))
		return
	case r.Style == layout.StyleQuote && quoted(bp):
		done(s.insertLine(bp, r, markup, true))
		return
	case r.Style == layout.StyleQuote && quoted(ap):
		done(s.insertLine(ap, r, markup, false))
		return
	case r.List != wml.NoList && item2(bp, r.List):
		done(s.insertItem(bp, r, markup, true))
		return
	case r.List != wml.NoList && item2(ap, r.List):
		done(s.insertItem(ap, r, markup, false))
		return
	}
	content, ok := guard(markup)
	switch r.List {
	case wml.Bullet:
		content, ok = "- "+markup, !strings.Contains(markup, "\n")
	case wml.Number:
		content, ok = "1. "+markup, !strings.Contains(markup, "\n")
	}
	if r.Style == layout.StyleQuote {
		content, ok = "> "+strings.ReplaceAll(markup, "\n", "\n> "), true
	}
	if !ok {
		s.refuse(CodeNoSpelling, s.owner[r], "The text has no spelling in the source (a mark that would be read as markup).", "", shownText).at(s, r)
		return
	}
	done(s.insertBlock(before, after, r, content))
}

func quoted(p *layout.Para) bool {
	if p == nil {
		return false
	}
	_, ok := p.Node.(*noma.Quote)
	return ok
}

func item2(p *layout.Para, kind wml.ListKind) bool {
	if p == nil || p.List != kind {
		return false
	}
	_, ok := p.Node.(*noma.ListItem)
	return ok
}

// insertLine adds a line of code or of a quote next to another one.
func (s *session) insertLine(p *layout.Para, r *wml.Paragraph, line string, behind bool) bool {
	t := p.Segs[0].Slot.Origin.Text
	if !t.Placed() || p.Part == layout.PartCode && !codeSafe(p.Node, line) {
		return false
	}
	f := s.apply(CodeInserted, p.Node, "A line was added.", "", line).at(s, r)
	eol := s.doc.File.EOL() + t.LinePrefix
	if q, ok := p.Node.(*noma.Quote); ok && t.LinePrefix == "" {
		eol = s.doc.File.EOL() + q.Content.LinePrefix
	}
	all := t.All()
	if behind {
		s.edit(f, p.Node, source.Edit{Span: source.Span{Start: all.End, End: all.End}, New: eol + line})
	} else {
		s.edit(f, p.Node, source.Edit{Span: source.Span{Start: all.Start, End: all.Start}, New: line + eol})
	}
	s.owner[r] = p.Node
	return true
}

// insertItem adds an item to a list.
func (s *session) insertItem(p *layout.Para, r *wml.Paragraph, markup string, behind bool) bool {
	it := p.Node.(*noma.ListItem)
	list, ok := it.Parent.(*noma.List)
	if !ok || strings.ContainsAny(markup, "\r\n") {
		return false
	}
	text := s.doc.File.Text
	f := s.apply(CodeInserted, it, "A list item was added.", "", markup).at(s, r)
	if behind {
		s.edit(f, it, source.Edit{Span: source.Span{Start: it.Span.End, End: it.Span.End}, New: s.doc.File.EOL() + marker(list, it, text) + markup})
	} else {
		s.edit(f, it, source.Edit{Span: source.Span{Start: it.Span.Start, End: it.Span.Start}, New: it.Marker.Of(text) + markup + s.doc.File.EOL()})
	}
	s.owner[r] = it
	return true
}

// insertBlock adds a node next to the block before the place, or before the one after it.
func (s *session) insertBlock(before, after layout.Block, r *wml.Paragraph, content string) bool {
	parent, index, ok := s.gap(before, after, r)
	if !ok {
		return false
	}
	if d, ok := parent.(*noma.Directive); ok && (d.Name == "grid" || d.Name == "columns") {
		return false // it would be a cell of its own
	}
	f := s.apply(CodeInserted, parent, "A paragraph was added.", "", text(r.Runs)).at(s, r)
	s.addChild(f, parent, index, content)
	s.owner[r] = parent
	return true
}

// host is the node at whose place in the source a block is shown: a change request shows behind
// its target.
func (s *session) host(n noma.Node) noma.Node {
	if d, ok := n.(*noma.Directive); ok && d.Name == "change_request" {
		if t := s.names.Target(d); t != nil {
			return t
		}
	}
	if it, ok := n.(*noma.ListItem); ok {
		return it.Parent
	}
	return n
}

func blockNode(b layout.Block) (n noma.Node, p *layout.Para) {
	switch b := b.(type) {
	case *layout.Para:
		return b.Node, b
	case *layout.Grid:
		return b.Node, nil
	case *layout.Columns:
		return b.Node, nil
	}
	return nil, nil
}

// gap is the place in the tree between two blocks: a parent and an index among its children.
func (s *session) gap(before, after layout.Block, r *wml.Paragraph) (noma.Node, int, bool) {
	bn, bp := blockNode(before)
	an, ap := blockNode(after)
	if bn == nil {
		if an == nil {
			return s.doc, len(s.doc.Children), true
		}
		n := s.host(an)
		if n.At().Parent == nil {
			return nil, 0, false
		}
		return n.At().Parent, n.At().Index, true
	}
	b := s.host(bn)
	for n := an; n != nil; n = n.At().Parent {
		if d, ok := n.(*noma.Directive); ok && s.host(d) != noma.Node(d) {
			return nil, 0, false // between a block and the change request shown behind it, or inside that
		}
	}
	if an != nil && s.host(an) == b {
		switch b.(type) {
		case *noma.List, *noma.Quote, *noma.Code, *noma.Table:
			return nil, 0, false // it would have to be taken apart
		}
	}
	if sec, ok := b.(*noma.Section); ok {
		return sec, 0, true
	}
	// Inside a block: behind its label, or behind its last line in its frame.
	if d, ok := b.(*noma.Directive); ok && bp != nil && bn == b {
		goesOn := an != nil && within(an, d)
		switch {
		case goesOn && (ap == nil || an == noma.Node(d)):
			return nil, 0, false // between two lines that the tool makes
		case bp.Part == layout.PartLabel && (goesOn || r.Framed):
			return d, 0, holds(d)
		case goesOn:
			return nil, 0, false
		case r.Framed && bp.Part == layout.PartMeta:
			return nil, 0, false // behind the metadata: the body stands before it
		}
	}
	if b.At().Parent == nil {
		return nil, 0, false
	}
	// A paragraph inside a framed block stays inside only while it has the frame, or while the
	// block goes on behind it.
	if d, ok := b.At().Parent.(*noma.Directive); ok && bp != nil && bp.Frame != nil && !r.Framed && !(an != nil && within(an, d)) {
		b = d
		if b.At().Parent == nil {
			return nil, 0, false
		}
	}
	return b.At().Parent, b.At().Index + 1, true
}

// holds reports whether paragraphs can be added to a directive's body and are then shown as such.
func holds(d *noma.Directive) bool {
	spec := layout.Lookup(d.Name)
	if spec == nil {
		return !layout.Known(d.Name)
	}
	return spec.Code != layout.AlwaysCode && d.Name != "metric" && d.Name != "computed_metric"
}

func within(n, ancestor noma.Node) bool {
	for ; n != nil; n = n.At().Parent {
		if n == ancestor {
			return true
		}
	}
	return false
}

// moved finds blocks that stand somewhere else in the returned file: their bookmark came along. A
// block that moved is neither deleted nor new; where it goes in the source is for the author.
func (s *session) moved(st *story) {
	blocks := map[noma.Node]bool{}
	for j := range st.got {
		for _, a := range st.got[j].anchors {
			i, ok := st.byAnchor[a]
			if st.match[j] != -1 || !ok || st.back[i] >= 0 || st.items[i].para == nil {
				continue
			}
			n := st.items[i].para.Node
			if !blocks[n] && st.items[i].key != 0 && s.deletedBy(st.items[i].para) {
				s.refuse(CodeMoved, n, "The block was moved in Word; move it in the source.", shown(st.items[i].para), "").at(s, st.got[j].para)
			}
			blocks[n] = true
			st.match[j] = handled
		}
	}
	if len(blocks) == 0 {
		return
	}
	keys := map[uint64]bool{}
	for i := range st.items {
		n, _ := blockNode(st.items[i].block)
		for m := n; m != nil && st.back[i] < 0; m = m.At().Parent {
			if blocks[m] {
				keys[st.items[i].key] = true
				st.back[i] = 0
			}
		}
	}
	for j := range st.got {
		if st.match[j] == -1 && keys[st.got[j].key] {
			st.match[j] = handled
		}
	}
}

// deletions handles the sent blocks that did not come back.
func (s *session) deletions(st *story) {
	type tally struct{ gone, kept []*layout.Para }
	blocks := map[noma.Node]*tally{}
	var order []noma.Node
	add := func(n noma.Node) *tally {
		t := blocks[n]
		if t == nil {
			t = &tally{}
			blocks[n] = t
			order = append(order, n)
		}
		return t
	}
	for i := range st.items {
		it := &st.items[i]
		layout.EachPara(it.block, func(p *layout.Para) {
			for n := p.Node; n != nil; n = n.At().Parent { // a block is gone with all it holds
				if n == st.root {
					break
				}
				if st.back[i] < 0 {
					add(n).gone = append(add(n).gone, p)
				} else {
					add(n).kept = append(add(n).kept, p)
				}
			}
		})
	}
	gone := map[noma.Node]bool{}
	for _, n := range order {
		gone[n] = len(blocks[n].kept) == 0
	}
	reported := map[noma.Node]bool{}
	for i := range st.items {
		if st.back[i] >= 0 {
			continue
		}
		n, p := blockNode(st.items[i].block)
		// The largest block that is gone as a whole.
		whole := noma.Node(nil)
		for m := n; m != nil; m = m.At().Parent {
			if gone[m] {
				whole = m
			}
		}
		if whole == nil {
			s.partGone(st.items[i].block, n, p)
			continue
		}
		if !reported[whole] {
			reported[whole] = true
			s.blockGone(whole, blocks[whole].gone)
		}
	}
}

// partGone: a line of a block was deleted, the rest of the block is there.
func (s *session) partGone(b layout.Block, n noma.Node, p *layout.Para) {
	if p == nil {
		if g, ok := b.(*layout.Grid); ok && s.deletedBy(g.Rows[0][0]) {
			s.refuse(CodeTableGone, n, "The table was deleted, its block is there.", "", "")
		}
		return
	}
	if !s.deletedBy(p) {
		return
	}
	switch p.Part {
	case layout.PartCode:
		s.removeLine(p)
	case layout.PartText:
		if _, ok := n.(*noma.Quote); ok {
			s.removeLine(p)
			return
		}
		s.remove(p)
	case layout.PartMeta:
		s.clearLine(p)
	case layout.PartRevision:
		s.requestEdited(p, nil)
	case layout.PartAnchor, layout.PartBreak, layout.PartGenerated:
		if was := shown(p); was != "" && p.Part == layout.PartGenerated && !isToc(n) {
			s.refuse(CodeGenerated, n, "A line that the tool makes was deleted.", was, "")
		}
	case layout.PartPicture:
		s.refuse(CodePicture, n, "The picture was deleted, its block is there.", "", "")
	default:
		s.refuse(CodeLabelGone, n, "A line of the block was deleted, the rest of the block is there.", shown(p), "")
	}
}

func isToc(n noma.Node) bool {
	d, ok := n.(*noma.Directive)
	return ok && d.Name == "toc"
}

// deletedBy reports whether it was the reviewer who deleted a paragraph; a conflict is reported.
func (s *session) deletedBy(p *layout.Para) bool {
	switch s.base.deleted(p) {
	case reviewer:
		return true
	case both:
		s.conflict(p.Node, shown(p), "")
	case nobody:
		s.refuseAs(Conflict, CodeNoBase, p.Node, "The source has changed since the file was made, and the file does not say what was sent.", shown(p), "")
	}
	return false
}

// blockGone: every paragraph of a block was deleted.
func (s *session) blockGone(n noma.Node, paras []*layout.Para) {
	visible := false
	for _, p := range paras {
		visible = visible || p.Fingerprint() != 0
	}
	for _, p := range paras {
		if !s.deletedBy(p) {
			return
		}
	}
	was := ""
	for _, p := range paras {
		if t := shown(p); t != "" {
			was = strings.TrimSpace(was + "\n" + t)
		}
	}
	switch x := n.(type) {
	case *noma.ListItem:
		s.remove(paras[0])
		return
	case *noma.Directive:
		if x.Name == "toc" || x.Name == "page_setup" || x.Name == "pagebreak" || x.Name == "bibliography" || !visible {
			if visible {
				s.refuse(CodeGenerated, n, "A block that the tool makes was deleted; delete it in the source.", was, "")
			}
			return
		}
		if x.Name == "change_request" {
			s.requestGone(x, was)
			return
		}
	case *noma.ThematicBreak:
		return
	}
	for _, p := range paras {
		if len(p.Comments) > 0 || len(p.Notes) > 0 {
			s.refuse(CodeReferenced, n, "The block was deleted, but comments or notes of the source hang on it.", was, "")
			return
		}
	}
	if ref := s.referenced(n); ref != "" {
		s.refuse(CodeReferenced, n, "The block was deleted, but other blocks refer to "+ref+".", was, "")
		return
	}
	f := s.apply(CodeDeleted, n, "A block was deleted.", was, "")
	s.removeNode(f, n)
}

// remove takes the paragraph's node out of the source.
func (s *session) remove(p *layout.Para) {
	f := s.apply(CodeDeleted, p.Node, "A paragraph was deleted.", shown(p), "")
	s.removeNode(f, p.Node)
}

// removeLine takes one line of code or of a quote out.
func (s *session) removeLine(p *layout.Para) {
	t := p.Segs[0].Slot.Origin.Text
	if !t.Placed() || p.Part == layout.PartCode && !codeSafe(p.Node, t.S) {
		s.refuse(CodeNoSpelling, p.Node, "The line holds the block of code together.", shown(p), "")
		return
	}
	file := s.doc.File
	line := file.Line(t.All().Start)
	span := file.LineSpan(line)
	f := s.apply(CodeDeleted, p.Node, "A line was deleted.", shown(p), "")
	s.edit(f, p.Node, source.Edit{Span: source.Span{Start: span.Start, End: file.NextLine(line)}})
}

// removeNode deletes a node: an item with its line, anything else as a child of its parent.
func (s *session) removeNode(f *finding, n noma.Node) {
	file := s.doc.File
	if it, ok := n.(*noma.ListItem); ok {
		list, _ := it.Parent.(*noma.List)
		if u := s.units[unitOf(list)]; len(list.Items) > 1 && (u == nil || u.removed[list] < len(list.Items)-1) {
			s.edit(f, it, source.Edit{Span: source.Span{Start: it.Span.Start, End: file.NextLine(it.EndLine)}})
			s.units[unitOf(list)].removed[list]++
			return
		}
		n = list
	}
	s.deleteNode(f, n)
}

func unitOf(n noma.Node) noma.Node {
	_, _, u := patch.Address(n)
	return u
}

// referenced is an id inside n that something outside n refers to, "" when there is none.
func (s *session) referenced(n noma.Node) string {
	ids := map[string]bool{}
	for m := range noma.Walk(n) {
		if id := m.At().ID; id != "" {
			ids[id] = true
			for _, a := range m.At().Aliases {
				ids[a] = true
			}
		}
	}
	if len(ids) == 0 {
		return ""
	}
	found := ""
	for m := range noma.Walk(s.doc) {
		if found != "" {
			break
		}
		if within(m, n) {
			continue
		}
		if d, ok := m.(*noma.Directive); ok {
			for _, a := range d.Attrs {
				switch a.Key {
				case "for", "parent", "dataset", "target", "block", "ref", "reply_to", "replyTo", "source", "api", "superseded_by", "cell":
					if ids[a.Value.Text()] {
						found = a.Value.Text()
					}
				case "formula":
					for _, id := range slices.Sorted(maps.Keys(ids)) {
						if strings.Contains(a.Value.Text(), id) {
							found = id
						}
					}
				}
			}
		}
	}
	if found != "" {
		return found
	}
	// Links in running text: look at the source around the node, where they stand as [[id]] or (#id).
	text := s.doc.File.Text
	span := n.At().Span
	for _, part := range []string{text[:span.Start], text[span.End:]} {
		for _, id := range slices.Sorted(maps.Keys(ids)) {
			if strings.Contains(part, "[["+id+"]]") || strings.Contains(part, "[["+id+"|") || strings.Contains(part, "(#"+id+")") {
				return id
			}
		}
	}
	return ""
}
