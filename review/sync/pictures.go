package reviewsync

import (
	"hash/crc32"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// The alternative texts of pictures (ECMA-376 part 1, §20.4.2.5, descr). That of a figure is its alt=;
// that of a chart is made from its caption and its numbers.

// pictures compares pictures with their descriptions.
type pictures struct {
	*core
}

func (s *pictures) compare() {
	if s.base.foreign {
		return // another program describes pictures in its own way
	}
	seen := false // some description came back: the editor keeps them
	type pair struct {
		p         *wml.Paragraph
		d         *noma.Directive
		was, back string
	}
	var pairs []pair
	for _, p := range s.returned.marked {
		planned := s.planned.Get(p)
		for i := range p.Runs {
			im := p.Runs[i].Image()
			if im == nil {
				continue
			}
			back := noma.OneLine(im.Alt)
			if s.returned.byWord() || planned != nil && noma.Is(planned.Node, noma.Picture) {
				seen = seen || back != "" // programs may keep what is said of charts, and not of pictures
			}
			strange := s.base.alts != nil && back != "" && !s.base.alts[layout.AltHash(back)]
			if strange && (planned == nil || planned.Part != layout.PartPicture) && slices.Contains(s.base.charts, im.ChartKey) {
				s.refuse(sayChartDescribed, s.owner.Get(p), "", back).at(p)
			}
			if planned == nil {
				continue
			}
			layout.EachPicture(planned, func(_ *layout.Para, sent *wml.Image) {
				s.drawn(p, planned.Node, sent, im)
				if d, ok := planned.Node.(*noma.Directive); ok && noma.OneLine(sent.Alt) != back {
					pairs = append(pairs, pair{p, d, noma.OneLine(sent.Alt), back})
				}
			})
		}
	}
	for _, x := range pairs {
		s.described(x.p, x.d, x.was, x.back, seen)
	}
}

// described handles a picture whose description is another one than the source has.
func (s *pictures) described(p *wml.Paragraph, d *noma.Directive, was, now string, seen bool) {
	if s.base.alts[layout.AltHash(now)] && (s.base.moved || !d.Is(noma.Picture)) {
		return // it came back as it was sent
	}
	if d.Is(noma.Diagram) && s.base.alts != nil && (now != "" || seen) {
		if reason := spelledAlt(now); !reason.none() {
			s.refuse(reason, d, was, now).at(p)
			return
		}
	} else if !d.Is(noma.Picture) {
		// A plan for comparing does not describe charts: only what was sent can tell.
		if s.base.alts != nil && now != "" {
			why := sayChartAlt
			if d.Is(noma.JSON) {
				why = sayPlotlyAlt
			}
			s.refuse(why, d, was, now).at(p)
		}
		return
	}
	verdict := reviewer
	switch {
	case !s.base.moved:
	case s.base.alts == nil:
		verdict = nobody
	case !s.base.alts[layout.AltHash(was)]:
		verdict = both
	}
	verdict, by := s.overrule(verdict)
	switch verdict {
	case nobody:
		s.find(Conflict, sayNoBase, d, was, now).at(p)
		return
	case both:
		s.conflict(d, was, now).at(p)
		return
	}
	if now == "" && !seen {
		s.habit(once(sayNoDescriptions, d, was, ""), s.returned.program())
		return
	}
	if strings.Contains(now, `"`) && strings.Contains(now, "'") {
		s.refuse(sayBothQuotes, d, was, now).at(p)
		return
	}
	f := s.apply(sayDescriptionEdited, d, was, now).by(by)
	f.change = &Change{Action: "update_block_metadata", ID: d.ID, Key: "alt"}
	f.at(p)
	if now == "" {
		s.attribute(f, d, "alt", nil)
		return
	}
	s.attribute(f, d, "alt", now)
}

// spelledAlt says why a text cannot be the alt= of a diagram, which is read as markup.
func spelledAlt(now string) sentence {
	switch {
	case now == "":
		return sayDiagramAlt
	case noma.PlainText(noma.ParseInline(now)) != now || coerced(now):
		return sayAltMarkup
	}
	return sentence{}
}

// coerced reports whether an attribute with this text is no text: a number, or true and false.
func coerced(text string) bool {
	line, err := withAttribute("::diagram", "alt", text)
	if err != nil {
		return true
	}
	d, _ := noma.Snippet(line + "\n::").Children[0].(*noma.Directive)
	a, ok := d.Attr("alt")
	return !ok || a.Value.Kind != noma.String
}

// drawn reports a picture with another file or another size.
func (s *pictures) drawn(p *wml.Paragraph, n noma.Node, planned, back *wml.Image) {
	was := &s.base.drawn
	own := filesOf(planned)
	if s.returned.otherFile(planned, back, own) {
		s.refuse(sayPictureFile, n, planned.Name, "another file").at(p)
		return
	}
	near := func(a [2]int) bool { return nearly(a[0], back.Width) && nearly(a[1], back.Height) }
	if back.Width <= 0 || was.Sizes == nil || near([2]int{planned.Width, planned.Height}) {
		return
	}
	// A reference document may have other paper than the plan, and so other sizes.
	asPlanned := slices.Contains(was.Sizes, [2]int{planned.Width, planned.Height})
	if asPlanned && planned.Width > 0 && s.base.fileSent(own) && !s.base.moved || !slices.ContainsFunc(was.Sizes, near) {
		s.refuse(sayPictureResized.with(centimetres(back.Width)), n,
			centimetres(planned.Width)+" × "+centimetres(planned.Height), centimetres(back.Width)+" × "+centimetres(back.Height)).at(p)
	}
}

// filesOf yields the checksums of the files of a planned picture, that of its bitmap last, which has to be painted; it is nil for a chart,
// which a plan for comparing does not draw. Each is computed once.
func filesOf(planned *wml.Image) iter.Seq[uint32] {
	if len(planned.Data) == 0 {
		return nil
	}
	data := sync.OnceValue(func() uint32 { return crc32.ChecksumIEEE(planned.Data) })
	bitmap := sync.OnceValue(func() uint32 { return crc32.ChecksumIEEE(planned.Bitmap()) })
	return func(yield func(uint32) bool) { _ = yield(data()) && yield(bitmap()) }
}

// oneOf reports whether the checksum of one of the files of a picture, see [filesOf], fulfils a condition.
func oneOf(files iter.Seq[uint32], fulfils func(uint32) bool) bool {
	if files == nil {
		return false
	}
	for sum := range files {
		if fulfils(sum) {
			return true
		}
	}
	return false
}

// otherFile reports whether a picture came back with another file than those that the source has of it.
func (in *normalized) otherFile(planned, back *wml.Image, own iter.Seq[uint32]) bool {
	same := oneOf(own, func(sum uint32) bool { return slices.Contains(back.Sums, sum) })
	// LibreOffice draws vector pictures anew.
	drawing := planned.Ext == "svg" || own == nil
	if same || in.base.drawn.Files == nil || len(back.Sums) == 0 || drawing && in.byLibreOffice() {
		return false
	}
	return (!in.base.fileSent(slices.Values(back.Sums)) || in.base.fileSent(own) && !in.base.moved) && !in.encodedAnew(planned, back)
}

// fileSent reports whether one of these is a file that was sent.
func (b *base) fileSent(files iter.Seq[uint32]) bool {
	return oneOf(files, func(sum uint32) bool { return slices.Contains(b.drawn.Files, layout.PictureSum(sum)) })
}

// nearly reports whether two lengths in EMU are the same one: editors round.
func nearly(a, b int) bool {
	d := max(a-b, b-a)
	return d <= 12700 || 100*d <= a // a point, or a hundredth
}

func centimetres(emu int) string { return strconv.FormatFloat(float64(emu)/360000, 'f', 1, 64) + "cm" }
