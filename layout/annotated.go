package layout

import (
	"iter"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Renderers that write no Word file show comments, notes and change requests where Word has them too. They ask for
// the texts of the source in which something stands.

// Annotated is the part of a paragraph that shows one text of the source, with what stands in it. Places count the
// characters of Text.
type Annotated struct {
	Para *Para
	Slot *Slot
	Text []Glyph // with the white space at the ends
	// Ranges are the words that comments are about, Points the notes and the comments on a place between two
	// characters, Changes the change requests; each in the order of the text.
	Ranges  []Range
	Points  []Mark
	Changes []ChangeAt
}

// Range is the part of a text that a comment is about. First and Last tell that its words begin and end here.
type Range struct {
	Comment     *Comment
	Start, End  int
	First, Last bool
}

// ChangeAt is a change request in a text: Start and End are those of the request, counted from the text.
type ChangeAt struct {
	*Tracked
	Start, End int
}

// HasPlace reports whether a comment, note or change request says where in the text of its target it stands.
func HasPlace(d *noma.Directive) bool { return TargetKeys[d.Name] != nil && hasPlace(d) }

// PlaceKey reports whether an attribute says where in the text of its target something stands.
func PlaceKey(key string) bool { return key == "exact" || key == "prefix" || key == "suffix" }

// Annotated iterates over the texts of header, footer and body in which something stands.
func (p *Plan) Annotated() iter.Seq[*Annotated] {
	return func(yield func(*Annotated) bool) {
		var open []*Comment // their words go on in the next paragraph
		stopped := false
		each := func(x *Para) {
			if stopped || x.Marks == nil && (len(open) == 0 || !Counted(x)) {
				return
			}
			var all []*Annotated
			for all, open = annotated(x, open); len(all) > 0 && !stopped; all = all[1:] {
				stopped = !yield(all[0])
			}
		}
		for _, b := range p.HeaderFooter() {
			EachPara(b, each)
		}
		for b := range p.Body() {
			if EachPara(b, each); stopped {
				return
			}
		}
	}
}

// annotated cuts a paragraph into its texts of the source and finds what stands in each. Open are the comments whose
// words began before the paragraph, and more those that go on behind it.
func annotated(p *Para, open []*Comment) (all []*Annotated, more []*Comment) {
	m := p.Marks
	if m == nil {
		m = &Marks{}
	}
	from := map[*Comment]int{}
	for _, c := range open {
		from[c] = -1
	}
	var ranges []Range // of the paragraph; -1 begins before it
	for _, point := range m.Points {
		switch point.Kind {
		case CommentStarts:
			from[point.Comment] = point.At
			open = append(slices.Clip(open), point.Comment)
		case CommentEnds:
			ranges = append(ranges, Range{point.Comment, from[point.Comment], point.At, from[point.Comment] >= 0, true})
			open = slices.DeleteFunc(slices.Clone(open), func(c *Comment) bool { return c == point.Comment })
		}
	}
	for _, c := range open {
		ranges = append(ranges, Range{c, from[c], 1 << 40, from[c] >= 0, false})
	}
	slices.SortStableFunc(ranges, func(a, z Range) int { return a.Start - z.Start })
	taken := map[any]bool{} // what stands between two texts belongs to the first of them
	at := -leadingBlanks(p.Segs)
	for i := range p.Segs {
		x := &Annotated{Para: p, Slot: p.Segs[i].Slot, Text: AllGlyphs(p.Segs[i].Runs, wml.Original)}
		start, end := at, at+len(x.Text)
		if at = end; x.Slot == nil {
			continue
		}
		for _, r := range ranges {
			a, z := max(r.Start, start), min(r.End, end)
			if a < z {
				x.Ranges = append(x.Ranges, Range{r.Comment, a - start, z - start, r.First && a == r.Start, r.Last && z == r.End})
			}
		}
		for i, point := range m.Points {
			if (point.Kind == CommentHere || point.Kind == NoteHere) && start <= point.At && point.At <= end && !taken[i] {
				taken[i] = true
				point.At -= start
				x.Points = append(x.Points, point)
			}
		}
		for _, t := range m.Tracked {
			inside := start <= t.Start && (t.Start <= end && t.Unit != UnitText || t.End <= end)
			if inside && !taken[t] {
				taken[t] = true
				x.Changes = append(x.Changes, ChangeAt{t, t.Start - start, t.End - start})
			}
		}
		if len(x.Ranges)+len(x.Points)+len(x.Changes) > 0 {
			all = append(all, x)
		}
	}
	return all, open
}

// Place says in words where a comment, note or change request stands.
type Place struct {
	Words         string // what it is about; "" for a place between two characters
	Before, After string // the words around that place, as the source names them
	Lost          bool   // it is not in the text any more: Words are those that the source names
}

// Places returns the places of the comments, notes and change requests of a document that have one. Those of change
// requests say where their words are searched for.
func Places(doc *noma.Document) map[*noma.Directive]Place {
	out := map[*noma.Directive]Place{}
	for n := range noma.Walk(doc) {
		if d, ok := n.(*noma.Directive); ok && HasPlace(d) {
			q := ReadQuote(d)
			out[d] = Place{Words: q.Exact, Before: q.Prefix, After: q.Suffix}
			if d.Name == "footnote" || d.Name == "endnote" { // its mark stands behind the words
				out[d] = Place{Before: q.Prefix + q.Exact, After: q.Suffix}
			}
		}
	}
	if len(out) == 0 {
		return out
	}
	plan := Build(doc, Options{Sketch: true})
	for _, d := range plan.Lost {
		place := out[d]
		place.Lost = true
		out[d] = place
	}
	shown := map[*noma.Directive]string{}
	for x := range plan.Annotated() {
		for _, r := range x.Ranges {
			d := r.Comment.Node.(*noma.Directive)
			shown[d] += " " + PlainText(x.Text[r.Start:r.End])
		}
	}
	for d, words := range shown {
		out[d] = Place{Words: strings.Join(strings.Fields(words), " ")}
	}
	return out
}

// String returns the place as a phrase: on "the words".
func (p Place) String() string {
	quoted := func(s string) string { return string(noma.AppendQuoted(nil, strings.Join(strings.Fields(s), " "))) }
	var s string
	switch {
	case p.Words != "":
		s = "on " + quoted(p.Words)
	case p.Before != "" && p.After != "":
		s = "between " + quoted(p.Before) + " and " + quoted(p.After)
	case p.Before != "":
		s = "after " + quoted(p.Before)
	case p.After != "":
		s = "before " + quoted(p.After)
	}
	if p.Lost && s != "" {
		s += " (not in the text)"
	}
	return s
}
