package app

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/review/redline"
)

// Comments are not tracked: a redline has those of both versions, and one that moved in both places. For a source that it is brought into,
// those are taken out that the source has less often.

// count notes how often the versions have the comments that a redline has more often than they.
func (r *redlineRecord) count(p *opc.Package, report *redline.Report) error {
	if len(report.Gone)+len(report.Copies) == 0 {
		return nil
	}
	all, err := wml.Comments(p)
	if err != nil {
		return err
	}
	times := map[string]int{}
	for _, c := range all {
		times[said(c)]++
	}
	for _, c := range all {
		key := said(c)
		n, ok := r.Comments[key]
		if !ok {
			n = [2]int{times[key], times[key]}
		}
		switch {
		case slices.Contains(report.Gone, c.ID):
			n[1]--
		case slices.Contains(report.Copies, c.ID):
			n[0], n[1] = n[0]-1, n[1]-1
		case c.Parent != "" && slices.Contains(report.Gone, c.Parent): // AFTER has the answer too, below another comment
		default:
			continue
		}
		r.Comments[key] = n
	}
	return nil
}

// said returns who wrote a comment, when, and what it says.
func said(c *wml.Comment) string {
	b := []string{changeKey(c.Author, c.Date)}
	for p := range wml.Paragraphs(c.Blocks...) {
		b = append(b, p.Text(wml.Current))
	}
	return strings.Join(b, "\n")
}

// saidPlainly returns what [said] does with each line in the form of [noma.OneLine]: two paragraphs are not one that has their words.
func saidPlainly(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = noma.OneLine(line)
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

// ownComments are the comments that a source has: how often which words are said, and at which places.
type ownComments struct {
	times  map[string]int
	places map[string]map[placeIn]bool // what is said, and where that begins and ends
	said   map[string][]string         // author and date → what they say
}

// placeIn is where a comment begins, or ends: its paragraph, the one before that, and the words of it before the place.
type placeIn struct {
	behind, text, ahead string
	end                 bool
}

// anywhere returns a place that is the same behind every paragraph.
func (p placeIn) anywhere() placeIn { p.behind = "\n"; return p }

// commentsOf returns the comments of a source. The words are in the form of [saidPlainly].
func commentsOf(p *layout.Plan) *ownComments {
	own := &ownComments{map[string]int{}, map[string]map[placeIn]bool{}, map[string][]string{}}
	words := map[*layout.Comment]string{}
	for _, c := range p.Comments {
		who := changeKey(c.Author, c.Date)
		b := []string{who}
		for _, block := range c.Blocks {
			layout.EachPara(block, func(p *layout.Para) { b = append(b, (&wml.Paragraph{Runs: p.Runs()}).Text(wml.Current)) })
		}
		words[c] = saidPlainly(strings.Join(b, "\n"))
		own.times[words[c]]++
		own.places[words[c]] = map[placeIn]bool{}
		own.said[who] = append(own.said[who], words[c])
	}
	behind := ""
	for b := range p.Body() {
		layout.EachPara(b, func(p *layout.Para) {
			text := layout.Glyphs(p.Runs(), wml.Original)
			all := noma.OneLine(layout.PlainText(text))
			at := func(c *layout.Comment, n int, end bool) {
				place := placeIn{behind, all, noma.OneLine(layout.PlainText(text[:min(n, len(text))])), end}
				own.places[words[c]][place], own.places[words[c]][place.anywhere()] = true, true
			}
			for _, c := range p.Comments {
				at(c, 0, false)
			}
			if p.Marks != nil {
				for _, m := range p.Marks.Points {
					if m.Kind == layout.CommentStarts || m.Kind == layout.CommentHere {
						at(m.Comment, m.At, false)
					}
					if m.Kind == layout.CommentEnds || m.Kind == layout.CommentHere {
						at(m.Comment, m.At, true)
					}
				}
			}
			behind = cmp.Or(all, behind)
		})
	}
	return own
}

// rewritten reports whether the source has a comment of an author and a day which the file does not have: it may be one of the file in
// other words.
func (o *ownComments) rewritten(c *wml.Comment, inFile map[string]bool) bool {
	return slices.ContainsFunc(o.said[changeKey(c.Author, c.Date)], func(words string) bool { return !inFile[words] })
}

// withoutSpare takes comments out that the source has less often than its redline, but for those that somebody answered or edited. Of
// copies that one stays which stands where the source has it. If none does, that of BEFORE is the first one, and in no insertion. One whose
// place was deleted goes before.
func (r *returned) withoutSpare(s *Source, side int) {
	d, most := r.word, r.record.Comments
	inserted, stands, places := placesOfComments(d)
	answered, inFile := map[string]bool{}, map[string]bool{}
	spare := map[string][]*wml.Comment{} // in the order in which they go
	for _, c := range d.Comments {
		key := said(c)
		inFile[saidPlainly(key)] = true
		_, listed := most[key]
		answered[c.Parent] = answered[c.Parent] || !listed
		if listed {
			spare[key] = append(spare[key], c)
		}
	}
	own := commentsOf(s.planFor("", true, r.diagrams(), r.shown(s)))
	gone := map[*wml.Comment]bool{}
	for _, c := range d.Comments { // one that shows the words of a reference, where the source has the title of what that leads to by now
		key := said(c)
		if _, listed := most[key]; listed || answered[c.ID] || own.times[saidPlainly(key)] > 0 {
			continue
		}
		for other, list := range spare {
			gone[c] = gone[c] || strings.EqualFold(key, other) && own.times[saidPlainly(other)] > 0 && refersTo(list[0])
		}
	}
	otherwise := map[string]bool{} // who says, in the file, what the source does not
	for _, c := range d.Comments {
		key := said(c)
		if _, listed := most[key]; !listed && !gone[c] && own.times[saidPlainly(key)] == 0 {
			otherwise[changeKey(c.Author, c.Date)] = true
		}
	}
	for key, list := range spare {
		words := saidPlainly(key)
		has := own.times[words]
		if has == 0 && own.rewritten(list[0], inFile) || has > most[key][side] && otherwise[changeKey(list[0].Author, list[0].Date)] {
			has = most[key][side] // what a comment says may follow the title of a heading that was decided
		}
		if side == 0 {
			slices.SortStableFunc(list, func(a, b *wml.Comment) int { return lastIf(inserted[a.ID]) - lastIf(inserted[b.ID]) })
			slices.Reverse(list)
		}
		there := func(c *wml.Comment) int {
			from, to := places[c.ID][0], places[c.ID][1]
			is := own.places[words]
			return 8*lastIf(is[from.anywhere()]) + 4*lastIf(is[to.anywhere()]) + 2*lastIf(is[from]) + lastIf(is[to])
		}
		slices.SortStableFunc(list, func(a, b *wml.Comment) int { return there(a) - there(b) })
		slices.SortStableFunc(list, func(a, b *wml.Comment) int { return lastIf(stands[a.ID]) - lastIf(stands[b.ID]) })
		left := len(list)
		for _, c := range list {
			if left > has && !answered[c.ID] {
				gone[c] = true
				left--
			}
		}
	}
	d.Comments = slices.DeleteFunc(d.Comments, func(c *wml.Comment) bool { return gone[c] })
}

// refersTo reports whether a comment has a reference to a block in it.
func refersTo(c *wml.Comment) bool {
	for p := range wml.Paragraphs(c.Blocks...) {
		if slices.ContainsFunc(p.Runs, func(r wml.Run) bool { return r.Field() != nil && strings.HasPrefix(r.Field().Instr, "REF ") }) {
			return true
		}
	}
	return false
}

// placesOfComments says of the comments of a file, by their ids, which begin in an insertion, which have a place, and where they begin
// and end.
func placesOfComments(d *wml.Document) (inserted, stands map[string]bool, places map[string][2]placeIn) {
	inserted, stands, places = map[string]bool{}, map[string]bool{}, map[string][2]placeIn{}
	behind := ""
	for _, s := range d.Stories {
		for p := range wml.Paragraphs(s.Blocks...) {
			for i := range p.Runs {
				if r := &p.Runs[i]; r.Kind == wml.CommentMark {
					stands[r.Ref()] = true
				}
			}
			read := func(runs []wml.Run) string { return noma.OneLine(layout.PlainText(layout.Glyphs(runs, wml.Original))) }
			all := read(p.Runs)
			for _, at := range p.Points {
				place := placeIn{behind, all, read(p.Runs[:at.At]), at.Kind == wml.CommentEnd}
				switch at.Kind {
				case wml.CommentStart:
					inserted[at.ID] = at.At < len(p.Runs) && p.Runs[at.At].Ins != nil
					places[at.ID] = [2]placeIn{place, places[at.ID][1]}
				case wml.CommentEnd:
					places[at.ID] = [2]placeIn{places[at.ID][0], place}
				}
			}
			behind = cmp.Or(all, behind)
		}
	}
	return inserted, stands, places
}

func lastIf(last bool) int {
	if last {
		return 1
	}
	return 0
}
