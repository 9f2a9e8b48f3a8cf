package reviewsync

import (
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Descriptions: what a screen reader says of tables and pictures. Those that this program writes are made from captions, header
// rows and attributes.

// describedTables reports alternative texts that tables were given.
func (s *apart) describedTables() {
	if s.base.moved || s.base.foreign {
		return // nothing says what was sent
	}
	d := &descriptions{core: s.core}
	for _, st := range s.returned.Stories {
		d.look(st.Blocks)
	}
	d.look(s.returned.annotations())
}

// descriptions are those of the tables that were sent.
type descriptions struct {
	*core
	all   map[string]bool // made for the first table that has not the words of the table it was sent as
	words []byte          // memory for those of one table
}

func (d *descriptions) look(blocks []wml.Block) {
	for t := range wml.Tables(blocks...) {
		g := d.grids[t]
		if t.Description != "" && t.Description != string(d.shown(t)) {
			d.judge(t, noma.OneLine(t.Description), noma.OneLine(string(d.shown(t))), func() string { return d.sent(g) })
		}
		if t.Title != "" && (g == nil || t.Title != g.Title) {
			d.judge(t, noma.OneLine(t.Title), "", func() string { return noma.OneLine(g.Title) })
		}
	}
}

// judge reports the words of a table that are not those it shows, those it was sent with, or those of another table.
func (d *descriptions) judge(t *wml.Table, words, shown string, sent func() string) {
	if words == "" || words == shown || d.grids[t] != nil && words == sent() || d.known(words) {
		return
	}
	d.refuse(sayTableDescribed, nil, "", words).table(t)
}

// known reports whether any table was sent with a title or description.
func (d *descriptions) known(words string) bool {
	if d.all == nil {
		d.all = map[string]bool{}
		for b := range d.plan.Body() {
			eachGrid(b, func(g *layout.Grid) {
				words := d.sent(g)
				d.all[noma.OneLine(g.Title)], d.all[words] = true, true
				d.all[noma.OneLine(g.Title+words)] = true // as pandoc puts them together
			})
		}
	}
	return d.all[words]
}

// sent returns the description that a table of the plan gets.
func (d *descriptions) sent(g *layout.Grid) string {
	d.words = appendDescription(d.words[:0], g)
	return noma.OneLine(string(d.words))
}

// appendDescription appends the description that a table of the plan gets.
func appendDescription(to []byte, g *layout.Grid) []byte {
	g.Restore()
	if len(g.Rows) == 0 {
		return to
	}
	return layout.DescribeColumns(to, len(g.Rows[0]), func(i int, add func([]wml.Run)) { add(g.Rows[0][i].Runs()) })
}

// typedDescriptions takes paragraphs out that say what a table was described with: some programs make text of descriptions.
func (in *normalized) typedDescriptions() {
	if in.keepsFormatting() {
		return
	}
	sent := maps.Clone(in.described)
	if sent == nil {
		sent = map[string]bool{}
	}
	for b := range in.plan.Body() {
		eachGrid(b, func(g *layout.Grid) {
			words := string(appendDescription(nil, g))
			sent[noma.OneLine(words)], sent[noma.OneLine(g.Title+words)] = true, true
		})
	}
	delete(sent, "")
	doubled := map[*wml.Paragraph]bool{}
	for _, st := range in.Stories {
		if st.Kind == wml.MainStory {
			ownDescriptions(st.Blocks, sent, doubled)
		}
	}
	if len(sent)+len(doubled) == 0 {
		return
	}
	for b := range in.plan.Body() {
		layout.EachPara(b, func(p *layout.Para) { delete(sent, noma.OneLine(typed(p.Runs()))) }) // it may be that paragraph
	}
	descriptions := habit{say: sayDescriptionsTyped}
	typedOne := func(b wml.Block) bool {
		p, ok := b.(*wml.Paragraph)
		ok = ok && len(p.Points) == 0 && (sent[noma.OneLine(typed(p.Runs))] || doubled[p])
		if ok {
			descriptions.add(nil, typed(p.Runs), "a paragraph")
			if in.described == nil {
				in.described = map[string]bool{}
			}
			in.described[noma.OneLine(typed(p.Runs))] = true
		}
		return ok
	}
	for i, st := range in.Stories {
		if st.Kind == wml.MainStory {
			own := *st
			own.Blocks = in.copied.without(st.Blocks, typedOne)
			in.Stories[i] = &own
		}
	}
	in.tell(descriptions)
}

// ownDescriptions adds the texts of paragraphs before tables that the table itself has as its description, whatever its header says
// now, and notes the paragraphs between a table and its caption that say the caption once more, as the title of the table does.
func ownDescriptions(blocks []wml.Block, to map[string]bool, doubled map[*wml.Paragraph]bool) {
	for i, b := range blocks {
		t, ok := b.(*wml.Table)
		if !ok {
			continue
		}
		for r := range t.Rows {
			for _, cell := range t.Rows[r].Cells {
				ownDescriptions(cell.Blocks, to, doubled)
			}
		}
		title := noma.OneLine(t.Title)
		if i == 0 || title == "" {
			continue
		}
		p, ok := blocks[i-1].(*wml.Paragraph)
		if !ok || noma.OneLine(typed(p.Runs)) != title {
			continue
		}
		if strings.Contains(t.Title, layout.ColumnsOf) {
			to[title] = true
		}
		if i > 1 {
			caption, ok := blocks[i-2].(*wml.Paragraph)
			doubled[p] = ok && strings.HasSuffix(noma.OneLine(typed(caption.Runs)), title)
		}
	}
}

// shown returns the description that a table has when nobody changed its header row, until the next one is asked for.
func (d *descriptions) shown(t *wml.Table) []byte {
	if len(t.Rows) == 0 {
		return nil
	}
	d.words = layout.DescribeColumns(d.words[:0], len(t.Rows[0].Cells), func(i int, add func([]wml.Run)) {
		for p := range wml.Paragraphs(t.Rows[0].Cells[i].Blocks...) {
			add(p.Runs)
		}
	})
	return d.words
}

// eachGrid calls f for the tables of data in a block, those side by side too.
func eachGrid(b layout.Block, f func(*layout.Grid)) {
	switch b := b.(type) {
	case *layout.Grid:
		f(b)
	case *layout.Columns:
		for _, row := range b.Rows {
			for _, cell := range row {
				for _, inner := range cell {
					eachGrid(inner, f)
				}
			}
		}
	}
}

// describedPictures reports what pictures and charts say that nothing else has brought in or reported.
func (s *apart) describedPictures() {
	look := func(p *wml.Paragraph, in *annotationPara) {
		for i := range p.Runs {
			im := p.Runs[i].Image()
			if im == nil {
				continue
			}
			var words []string
			if planned := s.planned.Get(p); !s.base.listed && planned != nil && planned.Part == layout.PartPicture {
				continue // written by this program, and nothing says what was sent with it
			}
			quoted := func(words string, applied bool) bool {
				return slices.ContainsFunc(s.findings, func(f *finding) bool {
					return (applied || f.Outcome != Applied) && strings.Contains(noma.OneLine(f.Now), words)
				})
			}
			if alt := noma.OneLine(im.Alt); alt != "" && im.Mark == "" && !s.base.alts[layout.AltHash(alt)] && !quoted(alt, true) {
				words = append(words, alt)
			}
			for _, w := range s.typedOn(p, im) {
				if w != "" && !quoted(w, false) { // what was applied quotes it, and does not bring it in
					words = append(words, w)
				}
			}
			if len(words) == 0 {
				continue
			}
			f := s.refuse(sayPictureSays, s.ownerOf(p), "", strings.Join(words, "\n")).at(p)
			if in != nil {
				f.para, f.inComment, f.inNote, f.endnote = nil, in.comment, in.note, in.end
			}
		}
	}
	headerFooter := map[*wml.Paragraph]bool{} // of a template, whose pictures in headers and footers belong to no block
	if len(layout.PropertyWords(s.returned.Properties, layout.TemplateProperty)) > 0 {
		for _, st := range s.returned.Stories {
			if st.Kind != wml.MainStory {
				for p := range wml.Paragraphs(st.Blocks...) {
					headerFooter[p] = true
				}
			}
		}
	}
	for _, p := range s.returned.marked {
		if !headerFooter[p] {
			look(p, nil)
		}
	}
	s.eachAnnotation(func(p *wml.Paragraph, in annotationPara) { look(p, &in) })
}

// typedOn returns the words on a picture that were not sent. Editors repeat in it the description it was sent with.
func (s *apart) typedOn(p *wml.Paragraph, im *wml.Image) []string {
	out := strings.Split(im.Words, "\n")
	if im.ChartKey != "" && s.returned.exactEquations() && !s.base.moved {
		out = append(out, s.typedOnChart(p, im)...)
	}
	for i := range out {
		out[i] = noma.OneLine(out[i])
	}
	return slices.DeleteFunc(out, func(w string) bool { return w == "" || s.base.alts[layout.AltHash(w)] })
}

// typedOnChart returns the words typed on a chart; of one that was inserted, its names too. We type only the titles of axes:
// others stand in captions, and names come from the data.
func (s *apart) typedOnChart(p *wml.Paragraph, im *wml.Image) []string {
	planned := s.planned.Get(p)
	inserted := (planned == nil || planned.Part != layout.PartPicture) && !slices.Contains(s.base.charts, im.ChartKey)
	words := strings.Split(wml.PartWords(string(im.Chart), inserted), "\n")
	if planned == nil {
		return words
	}
	d, _ := planned.Node.(*noma.Directive)
	return typedTitles(words, d)
}
