package reviewsync

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
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
			if same || !in.strangePicture(now) && (unknown || in.encodedAnew(was, now)) {
				out[r], _ = layout.PictureKey(was.Name)
			}
		}
	}
	return out
}
