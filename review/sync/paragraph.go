package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// What became of one paragraph whose content differs: its part says who reads it back.

// paragraphs compares a paragraph with what it became.
type paragraphs struct {
	*core
	gone     *departed
	lists    *lists
	requests *requests
	fields   *fields
	removals *removals

	dissolved int  // headings that became text
	shortened *int // see [normalized.shortIndents], nil before it was asked for
}

// compare handles a paragraph whose content differs.
func (s *paragraphs) compare(p *layout.Para, r *wml.Paragraph) {
	if q := s.requests.decidedOtherwise(p, r); q != nil {
		s.find(Conflict, sayDecidedOtherwise.with(q.decision, q.other), q.node, said(p.Runs()), said(r.Runs)).at(r)
		return
	}
	if p.Part == layout.PartRevision {
		s.requests.requestEdited(p, r)
		return
	}
	if s.base.foreign && alike(p, r) {
		if hasHigh(r.Runs) {
			return
		}
		for _, g := range layout.Glyphs(p.Runs(), wml.Original) {
			if g.Rune > 0xffff {
				s.habit(once(sayHighGone, p.Node, string(g.Rune), ""), s.returned.program())
			}
		}
		return
	}
	if plain := unformatted(r.Runs); plain != nil && p.Part == layout.PartCode {
		// What is left without them is compared: the formatting is the reviewer's, whoever wrote the code.
		s.refuse(sayCodeFormatting, p.Node, said(p.Runs()), said(r.Runs)).at(r)
		if layout.Fingerprint(plain, wml.Original) == p.Fingerprint() {
			return
		}
		r = r.WithRuns(plain)
	}
	returned := layout.Fingerprint(r.Runs, wml.Original)
	was, now := shown(p), text(r.Runs)
	if r.FormatChange {
		// Which formatting is proposed and which was there before cannot be distinguished.
		if s.base.changed(p, returned) == reviewer {
			s.refuse(sayFormattingTracked, p.Node, was, saidLinked(r.Runs, p.Runs()...)).at(r)
		}
		return
	}
	switch {
	case !s.base.moved:
	case p.Line != nil && says(p.Line, r) && s.base.changed(p, returned) != reviewer:
		s.fields.otherTarget(p, r)
		return // what else differs is formatting that such a line does not have
	case p.Part == layout.PartGenerated && s.base.was[layout.ContentHash(returned)]:
		return // it came back as it was sent, and follows what it is made from
	}
	verdict, by := s.base.changed(p, returned), ruling{}
	if verdict == both {
		if merged, ok := s.base.merge(p, r); ok { // what is left of the difference is the reviewer's
			r, verdict = r.WithRuns(merged), reviewer
			now = text(merged)
			by.merged = now
		}
	}
	if (verdict == both || verdict == strangers) && s.opts.settled[was] {
		return
	}
	if verdict == both && s.fields.fieldByField(p, r) {
		return
	}
	if verdict == both {
		verdict, by = s.overrule(verdict)
	}
	if verdict == strangers && onlyFormatting(p, r) {
		verdict = reviewer // the formatting is theirs alone, whoever wrote the characters
	}
	switch verdict {
	case reviewer:
		s.byPart(p, r, now, by)
	case both, strangers:
		if p.Part == layout.PartText && s.relevelled(p, r) {
			now += " (" + r.Style + ")"
		}
		s.conflict(p.Node, was, now).from(s.base, p).at(r)
	case nobody:
		s.find(Conflict, sayNoBase, p.Node, was, now).at(r)
	}
	if verdict != reviewer {
		s.levelBeside(p, r, verdict)
	}
}

// levelBeside handles the level of a paragraph whose text stays as the source has it: a heading has its level apart from its text.
func (s *paragraphs) levelBeside(p *layout.Para, r *wml.Paragraph, text verdict) {
	switch {
	case p.Part != layout.PartText:
		s.relevel(p, r)
	case text != author || !s.relevelled(p, r):
	case s.base.level(p, r.Style) == reviewer: // the new section would have the text that was sent
		s.conflict(p.Node, said(p.Runs()), said(r.Runs)+" ("+r.Style+")").from(s.base, p).at(r)
	default:
		s.relevel(p, r)
	}
}

// byPart handles a paragraph that the reviewer edited: its part says who reads it back.
func (s *paragraphs) byPart(p *layout.Para, r *wml.Paragraph, now string, by ruling) {
	switch {
	case p.Line != nil:
		s.fields.line(p, r, by)
	case p.Part == layout.PartCode:
		s.codeLine(p, []*wml.Paragraph{r}, by)
	case p.Part == layout.PartText && isHeading(r.Style) && p.Style != r.Style && s.base.level(p, r.Style) == reviewer && !r.Revised():
		s.promote(p, r, by)
	case p.Part == layout.PartText, p.Part == layout.PartHeading:
		s.prose(p, r, by)
		s.relevel(p, r)
	case p.Part == layout.PartPicture && !noma.Is(p.Node, noma.Picture) && s.returned.equationForChart(r):
		s.habit(once(sayChartMixedUp, p.Node, "the plot", said(r.Runs)), s.returned.program())
	case p.Part == layout.PartPicture:
		s.refuse(sayPictureReplaced, p.Node, "", said(r.Runs)).at(r)
	case p.Part == layout.PartAnchor, p.Part == layout.PartBreak:
		if now != "" {
			s.refuse(sayTypedAtAnchor, p.Node, "", now).at(r)
		}
	default:
		s.generated(p, r, by)
	}
}

// says reports whether a returned line has the values a line has, but for those that the tool makes.
func says(l *layout.Line, r *wml.Paragraph) bool {
	changes, verdict := l.Invert(layout.Glyphs(r.Runs, wml.Original))
	return verdict == layout.Same || verdict == layout.Edited && !slices.ContainsFunc(changes, func(c layout.Change) bool {
		return c.Slot.Access != layout.Volatile
	})
}

// alike compares with a file of another program, which drops characters beyond U+FFFF, keeps the
// indents of soft-wrapped lines and gives generated lines and code formatting of their own: only
// characters count, and for running text their formatting.
func alike(p *layout.Para, r *wml.Paragraph) bool {
	high := hasHigh(r.Runs)
	reduce := func(runs []wml.Run) []layout.Glyph {
		var out []layout.Glyph
		for _, g := range layout.Glyphs(runs, wml.Original) {
			if g.Rune <= ' ' || g.Rune > 0xffff && !high {
				continue
			}
			if p.Line != nil || p.Part != layout.PartText && p.Part != layout.PartHeading {
				g.Style, g.Link = 0, ""
			}
			out = append(out, g)
		}
		return out
	}
	return slices.Equal(reduce(p.Runs()), reduce(r.Runs))
}

// hasHigh reports whether a text has characters beyond U+FFFF, as emoji are.
func hasHigh(runs []wml.Run) bool {
	return slices.ContainsFunc(layout.Glyphs(runs, wml.Original), func(g layout.Glyph) bool { return g.Rune > 0xffff })
}

// generated handles an edit of text that the tool makes. Entries of a table of contents follow
// their headings and are remade at every export.
func (s *paragraphs) generated(p *layout.Para, r *wml.Paragraph, by ruling) {
	if d, ok := p.Node.(*noma.Directive); ok && d.Is(noma.Contents|noma.Formula) {
		if d.Is(noma.Contents) && s.tocFollows(r) {
			return
		}
		if d.Is(noma.Formula) {
			s.displayed(d, p, r, by)
			return
		}
	}
	s.fields.otherTarget(p, r)
	was, now := shown(p), text(r.Runs)
	if now == was { // it differs in what is no text
		now = said(r.Runs)
	}
	s.refuse(s.generatedFrom(p), p.Node, was, now).at(r)
}

// tocFollows reports whether an entry of the contents shows a heading as it now reads, with a number before it or without, and the
// number of a page, or says that there is none: that is no edit. Word sets the number of a section apart with a tab when it makes the
// entries anew.
func (s *core) tocFollows(r *wml.Paragraph) bool {
	title, page := tocEntry(r.Runs)
	if layout.SaysNoEntries(title) {
		return true
	}
	if strings.Trim(page, pageNumber) != "" {
		return false
	}
	behind := strings.TrimLeft(title, "0123456789.")
	if unnumbered := strings.TrimLeft(behind, "\t "); s.plan.Settings.NumberedFrom > 0 && unnumbered != behind {
		behind = unnumbered
	} else {
		behind = title
	}
	math := formulasOf(r.Runs) // programs that make entries anew may leave them out
	for _, st := range s.returned.Stories {
		for _, b := range st.Blocks {
			if p, ok := b.(*wml.Paragraph); ok && len(p.Style) == 8 && p.Style[:7] == "Heading" {
				heading := strings.TrimSpace(charactersOf(p.Runs...))
				if (heading == title || heading == behind) && (len(math) == 0 || slices.Equal(math, formulasOf(p.Runs))) {
					return true
				}
			}
		}
	}
	return false
}

// formulasOf returns the equations in runs, as LaTeX.
func formulasOf(runs []wml.Run) (out []string) {
	for i := range runs {
		if runs[i].Kind == wml.Math {
			out = append(out, layout.Equation(&runs[i]))
		}
	}
	return out
}

// pageNumber are the characters behind the last tab of an entry; there are none where the number is a field.
const pageNumber = "\t 0123456789ivxlcdmIVXLCDM"

// tocEntry returns what an entry of the contents shows before its last tab, as [charactersOf], and behind it.
func tocEntry(runs []wml.Run) (title, page string) {
	for i := len(runs) - 1; i >= 0; i-- {
		if runs[i].Kind == wml.Tab {
			return strings.TrimSpace(charactersOf(runs[:i]...)), text(runs[i:])
		}
	}
	return strings.TrimSpace(charactersOf(runs...)), ""
}

// text returns what a reader sees of runs; what is deleted by proposal still counts, what is inserted not yet.
func text(runs []wml.Run) string { return layout.Text(runs, wml.Original) }

func shown(p *layout.Para) string { return text(p.Runs()) }
