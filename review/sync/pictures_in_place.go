package reviewsync

import (
	"iter"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Programs drop the names of pictures. One in a sentence that has as many pictures as it was sent with is the one of its place, unless its
// file is another one.

// picturesInPlace returns which pictures of the source returned ones without a name are, by their addresses.
func (in *normalized) picturesInPlace() map[*wml.Run]string {
	isPicture := func(r *wml.Run) bool { return r.Kind == wml.Picture && r.Image() != nil && r.Image().ChartKey == "" }
	sent := in.sentTexts(func(p *layout.Para, _ bool) flatText {
		t := flatText{wording: wording{text: flatWith(isPicture, p.Runs())}}
		for _, r := range p.Runs() {
			if inSentence(&r) {
				t.fields = append(t.fields, flatField{run: r})
			}
		}
		return t
	})
	out := map[*wml.Run]string{}
	for _, x := range pairTexts(sent, in.withRuns(), func(p *wml.Paragraph) string { return flatWith(isPicture, p.Runs) }) {
		var at []*wml.Run
		for i := range x.came.Runs {
			if r := &x.came.Runs[i]; isPicture(r) && wml.Original.Shows(r) {
				at = append(at, r)
			}
		}
		if len(at) != len(x.fields) || !hasWords(x.came) {
			continue
		}
		for k, r := range at {
			was, now := x.fields[k].run.Image(), r.Image()
			unknown := len(was.Sums) == 0 || len(now.Sums) == 0
			same := slices.ContainsFunc(now.Sums, func(sum uint32) bool { return slices.Contains(was.Sums, sum) })
			if same || !in.base.strangePicture(now) && (unknown || in.encodedAnew(was, now)) {
				out[r], _ = layout.PictureKey(was.Name)
			}
		}
	}
	return out
}

// strangePicture reports whether a picture is none of those that were sent: neither its file nor its chart nor
// its description is known. When nothing says what was sent, none is.
func (b *base) strangePicture(im *wml.Image) bool {
	if !b.listed || im == nil {
		return false
	}
	if alt := noma.OneLine(im.Alt); alt != "" && b.alts[layout.AltHash(alt)] {
		return false
	}
	for _, sum := range im.Sums {
		if slices.Contains(b.drawn.Files, layout.PictureSum(sum)) {
			return false
		}
	}
	return im.ChartKey == "" || !slices.Contains(b.charts, im.ChartKey)
}

// onlyPicture returns the picture of a paragraph that is nothing else, nil for others.
func onlyPicture(p *wml.Paragraph) (im *wml.Image) {
	for i := range p.Runs {
		r := &p.Runs[i]
		switch {
		case r.Kind == wml.Picture && im == nil && !inSentence(r):
			im = r.Image()
		case r.Kind == wml.Picture, r.Kind == wml.Math, r.Kind == wml.Field, r.Kind == wml.NoteMark, r.Kind.IsText() && strings.TrimSpace(r.Text) != "":
			return nil
		}
	}
	return im
}

// otherPicture reports whether a returned paragraph is a picture that was not sent, or that was sent as the picture of another block.
func (s *story) otherPicture(it *item, g *got) bool {
	if g.picture == nil || g.strange {
		return g.strange
	}
	own := s.filesOf(it)
	return s.base.fileSent(slices.Values(g.picture.Sums)) && s.base.fileSent(own) && !s.sameFile(own, g.picture.Sums)
}

// filesOf is [filesOf] of the last picture of a block that was sent, nil for none.
func (s *story) filesOf(it *item) iter.Seq[uint32] {
	if it.files == nil {
		layout.EachPicture(it.block, func(_ *layout.Para, sent *wml.Image) { it.files = filesOf(sent) })
	}
	return it.files
}

// sameFile reports whether one of these is a file of a picture that was sent. Its bitmap is not painted when they are those of another one.
func (s *story) sameFile(own iter.Seq[uint32], sums []uint32) bool {
	if s.data == nil {
		s.data = map[uint32]bool{}
		for i := range s.items {
			oneOf(s.filesOf(&s.items[i]), func(data uint32) bool { s.data[data] = true; return true })
		}
	}
	known := slices.ContainsFunc(sums, func(sum uint32) bool { return s.data[sum] })
	for sum := range own { // that of the data first
		if slices.Contains(sums, sum) {
			return true
		}
		if known {
			break
		}
	}
	return false
}
