package reviewsync

import (
	"hash/crc32"
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
	if it.sent == nil {
		layout.EachPicture(it.block, func(_ *layout.Para, sent *wml.Image) { it.sent = sent })
	}
	if it.sent == nil {
		return false
	}
	back, own := slices.Values(g.picture.Sums), filesOf(it.sent)
	return s.base.fileSent(back) && s.base.fileSent(own) && !s.sameFile(it.sent, g.picture.Sums)
}

// sameFile reports whether one of these is a file of a picture that was sent. Its bitmap is not painted for the file of another one.
func (s *story) sameFile(sent *wml.Image, sums []uint32) bool {
	if s.data == nil {
		s.data = map[uint32]bool{}
		for i := range s.items {
			layout.EachPicture(s.items[i].block, func(_ *layout.Para, im *wml.Image) { s.data[crc32.ChecksumIEEE(im.Data)] = true })
		}
	}
	if slices.ContainsFunc(sums, func(sum uint32) bool { return s.data[sum] }) {
		return slices.Contains(sums, crc32.ChecksumIEEE(sent.Data))
	}
	return oneOf(filesOf(sent), func(sum uint32) bool { return slices.Contains(sums, sum) })
}
