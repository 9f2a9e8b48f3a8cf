package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/source"
)

// Generated lines: labels, metadata, values, captions. The line says which slots were edited; a
// slot says where its value stands.

// fields compares lines that show attributes of a block: metadata, titles, captions.
type fields struct {
	*core
	tables *tables
	typed  map[typedLine]bool // the metadata lines that new paragraphs became
}

func (s *fields) line(p *layout.Para, r *wml.Paragraph, by ruling) {
	now := layout.Glyphs(r.Runs, wml.Original)
	s.otherTarget(p, r)
	if s.marksLost(r) {
		s.refuse(sayReferenceInValue, p.Node, shown(p), layout.PlainText(now)).at(r)
		return
	}
	if came := s.marksThatCame(p, now); slices.ContainsFunc(now, came) {
		s.refuse(sayMarkInLine, p.Node, shown(p), layout.PlainText(now)).at(r)
		now = slices.DeleteFunc(now, came)
	}
	rest, typed := s.typedAttributes(p, now)
	changes, verdict := p.Line.Invert(rest)
	if equationLeft(r, changes) && verdict != layout.Foreign && verdict != layout.Ambiguous {
		s.refuse(sayEquationInLine, p.Node, shown(p), layout.PlainText(now)).at(r)
	}
	if verdict == layout.Same || verdict == layout.Edited {
		s.addAttributes(p, r, typed, by)
		s.linkLeft(p, r, changes)
	}
	switch verdict {
	case layout.Same:
		return
	case layout.Foreign:
		why := sayFixedWords
		if p.Part == layout.PartLabel && len(p.Line.Groups) == 1 {
			why = s.generatedFrom(p)
		}
		s.refuse(why, p.Node, shown(p), saidLinked(r.Runs)).at(r)
		return
	case layout.Ambiguous:
		s.refuse(sayAmbiguous, p.Node, shown(p), saidLinked(r.Runs)).at(r)
		return
	}
	for _, c := range changes {
		s.field(p, r, c, by)
	}
}

// equationLeft reports whether a returned line has an edited equation that is part of none of its changes: the value it stands in is
// no text with markup.
func equationLeft(r *wml.Paragraph, changes []layout.Change) bool {
	return slices.ContainsFunc(r.Runs, func(run wml.Run) bool {
		latex := "$" + layout.Equation(&run) + "$"
		is := func(g layout.Glyph) bool { return layout.IsEquation(g) && layout.PlainText([]layout.Glyph{g}) == latex }
		in := func(c layout.Change) bool { return slices.ContainsFunc(c.New, is) }
		return run.Changed && wml.Original.Shows(&run) && !slices.ContainsFunc(changes, in)
	})
}

// marksLost reports whether a returned line has a mark of sources that the document does not have: its words are no value.
func (s *fields) marksLost(r *wml.Paragraph) bool {
	return slices.ContainsFunc(r.Original().Runs, func(x wml.Run) bool {
		_, known := s.names.Cite(x.Field())
		return !known && layout.CiteMarkup(x.Field()) != ""
	})
}

// marksThatCame returns what says of the content of a returned line whether it is the mark of a note that came there and that no value of
// the line holds: only text with markup has such marks.
func (s *fields) marksThatCame(p *layout.Para, now []layout.Glyph) func(layout.Glyph) bool {
	sent := layout.Glyphs(p.Runs(), wml.Original)
	inPlace := func(g layout.Glyph) bool { _, ok := layout.InPlace(g); return ok }
	named := func(g layout.Glyph) bool { return !inPlace(g) && layout.IsNoteMark(g) && !slices.Contains(sent, g) }
	left := 0
	for _, g := range now {
		if named(g) {
			left++
		}
	}
	if left > 0 {
		changes, _ := p.Line.Invert(now)
		for _, c := range changes {
			for _, g := range c.New {
				if c.Slot.Kind == layout.Plain && named(g) {
					left--
				}
			}
		}
	}
	return func(g layout.Glyph) bool { return inPlace(g) || left > 0 && named(g) }
}

// typedLine is a metadata line that a block had not, by its first field.
type typedLine struct {
	d     *noma.Directive
	field string
}

// firstFields reads a new paragraph as the first metadata line of the block it stands in or behind, and applies its
// fields. It reports false when the block has no such line, or shows it already.
func (s *fields) firstFields(r *wml.Paragraph, now []layout.Glyph) bool {
	for n := s.owner.Get(r); n != nil; n = n.At().Parent {
		d, ok := n.(*noma.Directive)
		if !ok {
			continue
		}
		for _, p := range s.plan.EmptyLines(d) {
			line := typedLine{d, p.Line.Groups[0].Slot.Name}
			changes, verdict := p.Line.Invert(now)
			if verdict != layout.Edited || s.typed[line] {
				continue
			}
			s.typed[line] = true
			for _, c := range changes {
				s.field(p, r, c, ruling{})
			}
			return true
		}
		return false
	}
	return false
}

// otherTarget reports a link of a generated line that leads somewhere else, and words of a button that are no link any more: the words come
// from one attribute, the target from another.
func (s *fields) otherTarget(p *layout.Para, r *wml.Paragraph) {
	if s.base.foreign || s.base.moved && !s.base.untouched(p) {
		return // links are written another program's way, or follow the author's edits
	}
	sent := map[string]bool{}
	for _, run := range p.Runs() {
		if run.Link != nil {
			sent[run.Link.URL], sent[wml.TargetURI(run.Link.URL)] = true, true
		}
	}
	for i := range r.Runs {
		run := &r.Runs[i]
		if l := run.Link; (len(sent) > 0 || p.Style == layout.StyleAction) && l != nil && l.URL != "" && !sent[l.URL] && l.URL != strings.TrimSpace(run.Text) {
			sent[l.URL] = true
			s.refuse(sayLinkFromAttribute, p.Node, shown(p), run.Text+" ("+l.URL+")").at(r)
		}
	}
	linked := func(run wml.Run) bool { return run.Link != nil }
	if len(sent) > 0 && p.Style == layout.StyleAction && !s.opts.data && s.returned.keepsFormatting() && !slices.ContainsFunc(r.Runs, linked) {
		s.refuse(sayLinkFromAttribute, p.Node, saidLinked(p.Runs()), text(r.Runs)).at(r)
	}
}

// linkLeft reports a link that came on words of a generated line that are part of none of its changes: they are no text with markup.
func (s *fields) linkLeft(p *layout.Para, r *wml.Paragraph, changes []layout.Change) {
	if s.base.foreign || s.base.moved && !s.base.untouched(p) || slices.ContainsFunc(p.Runs(), func(x wml.Run) bool { return x.Link != nil }) {
		return // see otherTarget
	}
	kept := map[string]bool{}
	for _, c := range changes {
		for _, g := range c.New {
			kept[g.Link] = true
		}
	}
	if slices.ContainsFunc(layout.Glyphs(r.Runs, wml.Original), func(g layout.Glyph) bool { return g.Link != "" && !kept[g.Link] }) {
		s.refuse(sayLinkOnLine, p.Node, shown(p), saidLinked(r.Runs)).at(r)
	}
}

// clearLine: a metadata line was deleted, and so every value in it.
func (s *fields) clearLine(p *layout.Para, by ruling) {
	if p.Line == nil {
		s.refuse(sayGeneratedLine, p.Node, shown(p), "")
		return
	}
	for i := range p.Line.Groups {
		if g := &p.Line.Groups[i]; g.Slot != nil && len(g.Runs) > 0 {
			s.field(p, nil, layout.Change{Slot: g.Slot}, by)
		}
	}
}

// field writes one changed value back.
func (s *fields) field(p *layout.Para, r *wml.Paragraph, c layout.Change, by ruling) {
	slot := c.Slot
	if t, ok := slot.Node.(*noma.Table); ok && slot.Access == layout.Editable {
		s.tables.tableCaption(t, p, r, c, by)
		return
	}
	d, ok := slot.Node.(*noma.Directive)
	nowText := layout.PlainText(c.New)
	whole := "" // the line as it came back
	if r != nil {
		whole = saidLinked(r.Runs, p.Runs()...)
	}
	switch {
	case slot.Access == layout.Volatile:
		if was := inputText(p, slot); was != "" && r != nil && nowText != "" && strings.TrimSpace(nowText) != strings.TrimSpace(was) {
			s.refuse(sayInputAsText, p.Node, was, nowText).at(r)
		}
		return
	case slot.Access == layout.Echo || !ok:
		s.refuse(sayRepeatsValue.with(slot.Name), p.Node, shown(p), whole).at(r)
		return
	}
	if words := slot.Kind != layout.Plain && slot.Kind != layout.Quantity; words && s.base.foreign && nowText == layout.PlainText(s.names.Shows(slot.Kind, slot.Value)) {
		return // another program formats links its own way
	}
	value, unitGone, why, ok := s.fieldValue(p.Part, d, c)
	if !ok {
		if !why.none() {
			s.refuse(why, p.Node, shown(p), whole).at(r)
		}
		return
	}
	code := CodeField
	switch p.Part {
	case layout.PartCaption:
		code = CodeCaption
	case layout.PartValue:
		code = CodeValue
	}
	f := s.apply(sayFieldEdited.as(code).with(slot.Name), d, slot.Value, nowText).by(by)
	f.change = &Change{Action: s.fieldAction(p, slot, value), ID: d.ID, Key: slot.Origin.Key}
	if f.at(r); value == "" && s.showsToo(p, slot) {
		f.Message += " Another line of the block that has it still loses it, too."
	}
	switch slot.Origin.Kind {
	case layout.FromBodyLine, layout.FromBody:
		if f.change.Key == "" {
			f.change.Key = "body"
		}
		if value == "" && slot.Origin.Kind == layout.FromBodyLine {
			s.withoutLines(f, d, append([]noma.Text{slot.Origin.Text}, slot.Origin.Lines...))
		} else {
			s.edit(f, d, replaceText(s.doc.File, slot.Origin.Text, value)...)
		}
	default:
		if value == "" {
			for _, k := range append([]string{slot.Origin.Key}, slot.Origin.Clear...) {
				s.attribute(f, d, k, nil)
			}
			s.withoutLines(f, d, slot.Origin.Lines)
		} else {
			s.attribute(f, d, slot.Origin.Key, value)
		}
	}
	if unitGone {
		s.attribute(f, d, "unit", nil)
	}
}

// withoutLines takes the lines of values out of the body of a block.
func (s *fields) withoutLines(f *finding, d *noma.Directive, values []noma.Text) {
	for _, v := range values {
		line := s.doc.File.Line(v.All().Start)
		s.edit(f, d, source.Edit{Span: source.Span{Start: s.doc.File.LineSpan(line).Start, End: s.doc.File.NextLine(line)}})
	}
}

// fieldValue returns what an edited value is in the source, and whether its unit was taken out; ok is false and why says so when
// it cannot be the source's, or without a reason when there is nothing to edit.
func (s *fields) fieldValue(part layout.PartKind, d *noma.Directive, c layout.Change) (value string, unitGone bool, why sentence, ok bool) {
	slot, nowText := c.Slot, layout.PlainText(c.New)
	value = nowText
	if slot.Kind == layout.Plain || slot.Kind == layout.Quantity {
		value = s.names.Markup(c.New, false)
		if !s.names.Spells(value, c.New) {
			return "", false, s.unwritableMarks(c.New), false
		}
	}
	if slot.Kind != layout.Plain && slot.Kind != layout.Quantity && slices.ContainsFunc(c.New, emphasised) {
		with, ok := s.emphasis(slot, c.New)
		switch {
		case !s.base.foreign && !ok:
			return "", false, sayIDFormatting, false
		case !s.base.foreign, ok && slices.ContainsFunc(s.names.Shows(slot.Kind, slot.Value), emphasised):
			value = with // another program formats values its own way, but not only some words of them
		}
	}
	if slot.Kind != layout.Plain && slices.ContainsFunc(c.New, func(g layout.Glyph) bool { return g.Object != "" && !layout.IsEquation(g) && !layout.IsPicture(g) }) {
		return "", false, sayReferenceInValue, false
	}
	if slot.Kind == layout.Flag && nowText != "" && nowText != "true" {
		return "", false, sayFlag, false
	}
	if part == layout.PartMeta && d.Is(noma.Computed) && value != nowText {
		return "", false, sayComputedFormatting, false
	}
	if slot.Kind != layout.Plain && slot.Kind != layout.Quantity && value != "" && layout.PlainText(s.names.Shows(slot.Kind, value)) != nowText {
		return "", false, s.unwritableMarks(c.New), false
	}
	if strings.TrimSpace(nowText) != nowText {
		return "", false, sayValueBlanks, false
	}
	if slot.Kind == layout.Ref && layout.SourceShown(s.doc, value) != value {
		return "", false, sayHiddenSource, false
	}
	if a, ok := d.Attr(slot.Origin.Key); ok {
		has := a.Value.Text() == value
		// Another program prints numbers and addresses its own way: 1.0 as 1. A source that was edited since may have the value by now.
		if s.base.foreign && (has || value == slot.Value+" ("+slot.Value+")") || s.base.moved && has && slot.Value == value {
			return "", false, sentence{}, false
		}
	}
	if k := slot.Origin.Kind; value == "" && (k == layout.FromID || k == layout.FromConst) {
		return "", false, sayStandsFor.with(slot.Name, slot.Origin.Key), false
	}
	if value == "" && s.holdsCode(d, slot) {
		return "", false, sayNeedsLanguage, false
	}
	if slot.Kind == layout.Quantity && slot.Unit != "" && slices.ContainsFunc(c.New, emphasised) {
		if _, gone := layout.ReadQuantity(nowText, slot.Unit); !gone && !strings.HasSuffix(value, slot.Unit) {
			return "", false, sayUnitFormatting, false
		}
	}
	if slot.Kind == layout.Quantity {
		value, unitGone = layout.ReadQuantity(value, slot.Unit)
	}
	if k := slot.Origin.Kind; slot.StringOnly && k != layout.FromBodyLine && k != layout.FromBody && noma.Coerce(value).Kind != noma.String {
		return "", false, sayNoString.with(slot.Name), false
	}
	if strings.ContainsAny(value, "\r\n") || strings.Contains(value, `"`) && strings.Contains(value, "'") {
		return "", false, sayBothQuotes, false
	}
	return value, unitGone, sentence{}, true
}

func emphasised(g layout.Glyph) bool { return g.Style != 0 }

// emphasis returns the markup of a value in which words are bold, italic or code. It fails where the value is more than
// words: an id, an address, a flag.
func (s *fields) emphasis(slot *layout.Slot, now []layout.Glyph) (markup string, ok bool) {
	was := s.names.Shows(slot.Kind, slot.Value)
	words := slot.Kind == layout.Ref && !slices.ContainsFunc(was, func(g layout.Glyph) bool { return g.Link != "" })
	if !words && !slices.ContainsFunc(was, emphasised) {
		return "", false
	}
	now = slices.Clone(now)
	for i := range now {
		now[i].Link = "" // it leads where another attribute says
	}
	markup = s.names.Markup(now, false)
	return markup, slices.Equal(s.names.Shows(slot.Kind, markup), now)
}

// holdsCode reports whether a value is the language that makes the body of its block code.
func (s *fields) holdsCode(d *noma.Directive, slot *layout.Slot) bool {
	spec := layout.Lookup(d.Name)
	return spec != nil && spec.Code == layout.CodeIfLang && slices.Contains([]string{"lang", "language", "format"}, slot.Origin.Key) && strings.TrimSpace(d.RawBody.S) != ""
}

// inputText returns what a form field in a line showed, "" when the slot is none.
func inputText(p *layout.Para, slot *layout.Slot) string {
	for i := range p.Line.Groups {
		if g := &p.Line.Groups[i]; g.Slot == slot && len(g.Runs) == 1 && g.Runs[0].Kind == wml.Input {
			return g.Runs[0].Text
		}
	}
	return ""
}

// fieldAction returns the contract's name for a change of a field.
func (s *fields) fieldAction(p *layout.Para, slot *layout.Slot, value string) string {
	d := slot.Node.(*noma.Directive)
	verb := "update_"
	if value == "" {
		verb = "delete_"
	}
	switch p.Part {
	case layout.PartCaption:
		return "update_caption"
	case layout.PartValue:
		return "update_metric_value"
	case layout.PartMeta:
		if d.Is(noma.Metric) && !d.Is(noma.Computed) {
			return verb + "metric_metadata"
		}
		return verb + "block_metadata"
	}
	if slot.Name != "title" && slot.Name != "label" {
		return verb + "block_metadata"
	}
	if d.Is(noma.Labelled) {
		return "update_label"
	}
	return "update_block_title"
}
