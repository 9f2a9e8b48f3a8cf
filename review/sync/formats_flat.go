package reviewsync

import (
	"slices"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Formatting that a program does not know, or drops where the style of the paragraph has it already: what has happened to all words of
// a kind is no edit, and they get it again.

// paraKind is what the kind of formatting depends on beside the words: the style of the paragraph, and whether it stands apart from
// the text, in a header, footer, comment or note.
type paraKind struct {
	style string
	apart bool
}

// sentKind returns it of a paragraph that was sent.
func sentKind(p *layout.Para, apart bool) paraKind {
	style := p.Style
	if p.Part == layout.PartCell && len(p.Segs) > 0 && p.Segs[0].Slot != nil && p.Segs[0].Slot.Origin.Row == layout.HeaderRow {
		style = layout.StyleTableHead
	}
	return paraKind{style, apart}
}

// bold reports whether all words there are bold by the style, in files without a template.
func (of paraKind) bold() bool {
	switch of.style {
	case layout.StyleTitle, layout.StyleCoverTitle, layout.StyleDirective, layout.StyleMetricValue, layout.StyleCaption, layout.StyleTableHead:
		return true
	}
	return isHeading(of.style)
}

// link returns the kind of links there.
func (of paraKind) link() int {
	if of.apart {
		return linkApart
	}
	return linkOfText
}

// formattedKinds gives the kinds of formatting that a text has in a paragraph.
func formattedKinds(r *wml.Run, of paraKind, yield func(kind int)) {
	if r.Link != nil {
		yield(of.link())
	}
	if r.Style == 0 {
		return
	}
	for kind := codeWords; kind < len(formatOf); kind++ {
		switch {
		case r.Style&formatOf[kind] == 0, kind == linkApart, kind == linkOfText:
		case kind == boldOfStyle && !of.bold(), kind == boldWords && of.bold():
		case kind == italicOfQuote && of.style != layout.StyleQuote, kind == italicWords && of.style == layout.StyleQuote:
		case kind == underlinedWords && r.Link != nil: // as links are
		default:
			yield(kind)
		}
	}
}

// formatOf is what words of a kind get again of what they were sent with.
var formatOf = [len(fieldKinds)]wml.Style{codeWords: wml.Code, highlightedWords: wml.Highlight, smallCapsWords: wml.SmallCaps, boldOfStyle: wml.Bold,
	italicOfQuote: wml.Italic, linkApart: wml.Underline, boldWords: wml.Bold, italicWords: wml.Italic, struckWords: wml.Strike,
	underlinedWords: wml.Underline, raisedWords: wml.Superscript | wml.Subscript, linkOfText: wml.Underline}

// knownFormats are the kinds of formatting that all programs know.
var knownFormats = []int{boldWords, italicWords, struckWords, underlinedWords, raisedWords, linkOfText}

// format gives words their formatting again, edited or not, see [flatField.now]. It reports whether there are such that had lost it.
func (f *flatField) format(p *wml.Paragraph, came places) (changed bool) {
	f.now(p, came, func(r *wml.Run) {
		was := *r
		link := f.kind == linkApart || f.kind == linkOfText
		if !link || r.Link == nil {
			r.Style |= f.run.Style & formatOf[f.kind]
		}
		if link && r.Link == nil {
			r.Link = f.run.Link
			if f.run.Style&wml.Underline == 0 {
				r.Style &^= wml.Underline // links are underlined, and their words may have stayed so
			}
		}
		changed = changed || r.Style != was.Style || r.Link != was.Link
	})
	return changed
}

// now does something with the text of a paragraph that words became, edited or not, or with the equation that one became. Words that were
// replaced as a whole are the new ones where what stands beside them is as it was. came are the places of [stretches] of the text that was
// sent and that of the paragraph. It reports whether there is such text.
func (f *flatField) now(p *wml.Paragraph, came places, do func(*wml.Run)) bool {
	from, to := f.stretch(came)
	if from >= to {
		return false
	}
	splitAt(p, from)
	splitAt(p, to)
	at := 0
	for i := range p.Runs {
		r := &p.Runs[i]
		n := len(flatOf(*r))
		switch {
		case r.Kind != wml.Text && (r.Kind != wml.Math || f.run.Kind != wml.Math):
		case n > 0 && from <= at && at < to, n == 0 && from < at && at < to, n == 0 && at == to && i > 0 && p.Runs[i-1].Del != nil:
			do(r) // what was inserted within the words, or in the place of the last of them, belongs to them
		}
		at += n
	}
	return true
}

// stretch returns where the text that words became begins and ends, both 0 for none.
func (f *flatField) stretch(came places) (from, to int) {
	end := f.at + len(flatOf(f.run))
	if last := came[len(came)-1]; f.at == 0 && end == last.was && !slices.ContainsFunc(came, func(x placed) bool {
		return x.Type == diffmatchpatch.DiffEqual && len(x.Text) == end
	}) {
		return 0, last.now // all of the text was edited
	}
	from, ok := came.cameTo(f.at)
	if before, there := came.cameTo(f.at - 1); !ok {
		from, ok = before+1, there || f.at == 0
	}
	to, also := came.cameTo(end - 1)
	if to++; !also {
		to, also = came.cameTo(end)
	}
	if !ok || !also || from >= to {
		return 0, 0
	}
	return from, to
}

// stretches returns the places of differences, joined to stretches that a reader takes for one edit.
func stretches(diffs []diffmatchpatch.Diff) places {
	return placesOf(diffmatchpatch.New().DiffCleanupSemantic(slices.Clone(diffs)))
}

// leftOf reports whether a text is what is left of another one when characters of it were deleted.
func leftOf(now, was string) bool {
	for _, c := range now {
		_, rest, found := strings.Cut(was, string(c))
		if !found {
			return false
		}
		was = rest
	}
	return now != ""
}

// cutRun parts a run in two at a byte of its text.
func cutRun(r wml.Run, at int) (front, back wml.Run) {
	front, back = r, r
	front.Text, back.Text = r.Text[:at], r.Text[at:]
	return front, back
}

// splitAt parts the text of a paragraph that holds a byte of its text in two, there.
func splitAt(p *wml.Paragraph, at int) {
	for i := range p.Runs {
		n := len(flatOf(p.Runs[i]))
		if at >= n {
			at -= n
			continue
		}
		if at == 0 || p.Runs[i].Kind != wml.Text {
			return
		}
		front, back := cutRun(p.Runs[i], at)
		p.Runs = slices.Concat(p.Runs[:i], []wml.Run{front, back}, p.Runs[i+1:])
		p.Points = slices.Clone(p.Points)
		for k := range p.Points {
			if p.Points[k].At > i {
				p.Points[k].At++
			}
		}
		return
	}
}
