package reviewsync

import (
	"hash/crc32"
	"iter"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/align"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Pictures in sentences, `![alt](file)` in the source, are part of the text. Which of them a returned picture is, and whether its
// description and its size are still what was sent, has to be known before paragraphs are compared.

// sentPicture is a picture in a sentence with the block it stands in.
type sentPicture struct {
	node          noma.Node
	im            *wml.Image
	target, attrs string // its key
	alt           string
}

// gotPicture is a returned picture; attrs is "?" when its name is lost.
type gotPicture struct {
	para          *wml.Paragraph
	run           *wml.Run
	im            *wml.Image
	target, attrs string
	alt           string
}

// inlinePictures pairs the returned pictures with those of the source, and gives them what the source says of them.
func (in *normalized) inlinePictures() {
	if !strings.Contains(in.plan.Doc.File.Text, "![") {
		return
	}
	x := &pictureSequence{sent: in.sentPictures()}
	if len(x.sent) == 0 {
		return
	}
	x.got = in.gotPictures(x.sent)
	x.byKey = map[[2]string][]int{}
	for i := range x.sent {
		p := &x.sent[i]
		x.byKey[[2]string{p.target, p.alt}] = append(x.byKey[[2]string{p.target, p.alt}], i)
		if len(x.byKey[[2]string{p.target}]) == 0 {
			x.byKey[[2]string{p.target}] = []int{i}
		}
	}
	described := slices.ContainsFunc(x.got, func(g gotPicture) bool { return g.alt != "" })
	lost := habit{say: sayNoDescriptions}
	for j, i := range align.Align(x) {
		if i < 0 {
			i = x.like(j)
		}
		sent, g := &x.sent[i], &x.got[j]
		im := *g.im
		im.Mark = sent.im.Mark
		if in.base.foreign {
			im.Alt, im.Width, im.Height = sent.im.Alt, sent.im.Width, sent.im.Height
		} else if g.alt == "" && sent.alt != "" && !described {
			im.Alt = sent.im.Alt
			lost.add(sent.node, sent.im.Alt, "")
		}
		resized := in.resized(sent.im, &im)
		if resized {
			im.Mark = layout.Resized(sent.im, im.Width, im.Height, nearly)
		}
		if g.attrs == "?" || resized || !in.base.moved || x.near(sent.im, &im) {
			im.Name = layout.PictureNamed(im.Mark)
		} // else the author has changed its attributes: it is compared with what was sent
		if in.otherFile(sent.im, &im, sumsOf(sent.im)) {
			in.refused = append(in.refused, refusal{sayPictureFile, sent.node, nameOf(sent.im), "another file", g.para})
		}
		g.run.Object = &im
	}
	in.tell(lost)
}

// inSentence reports whether a run is a picture that the source has, or has others of, in a sentence.
func inSentence(r *wml.Run) bool {
	return r.Kind == wml.Picture && r.Image() != nil && r.Image().Mark != ""
}

// nameOf names a picture of the source for people: by its description, else by its address.
func nameOf(im *wml.Image) string {
	if alt := noma.OneLine(im.Alt); alt != "" {
		return alt
	}
	target, _, _ := strings.Cut(im.Mark, "\x00")
	return shorten(target)
}

// sentPictures returns the pictures in the sentences of the source, in order.
func (in *normalized) sentPictures() (out []sentPicture) {
	add := func(blocks []layout.Block) {
		for _, b := range blocks {
			layout.EachInlinePicture(b, func(p *layout.Para, im *wml.Image) {
				target, attrs := layout.PictureKey(im.Name)
				out = append(out, sentPicture{p.Node, im, target, attrs, noma.OneLine(im.Alt)})
			})
		}
	}
	add(in.plan.HeaderFooter())
	for b := range in.plan.Body() {
		add([]layout.Block{b})
	}
	for _, n := range slices.Concat(in.plan.Footnotes, in.plan.Endnotes) {
		add(n.Blocks)
	}
	for _, d := range requestsOf(in.plan.Doc) {
		q := layout.ReadRequest(d)
		for _, r := range slices.Concat(in.plan.Names.Inline(q.From), in.plan.Names.Inline(q.To)) {
			if inSentence(&r) {
				target, attrs := layout.PictureKey(r.Image().Name)
				out = append(out, sentPicture{d, r.Image(), target, attrs, noma.OneLine(r.Image().Alt)})
			}
		}
	}
	return out
}

// gotPictures returns the returned pictures of the files that pictures in the source's sentences show, in order.
func (in *normalized) gotPictures(sent []sentPicture) (out []gotPicture) {
	targets, files := map[string]bool{}, map[uint32]string{}
	for i := range sent {
		targets[sent[i].target] = true
		for _, sum := range sent[i].im.Sums {
			files[sum] = sent[i].target
		}
	}
	var alone map[uint32]bool       // the files of blocks, made for the first picture that has lost its name
	var inPlace map[*wml.Run]string // see [normalized.picturesInPlace], made so too
	add := func(p *wml.Paragraph) {
		for i := range p.Runs {
			r := &p.Runs[i]
			im := r.Image()
			if im == nil || r.Kind != wml.Picture || im.ChartKey != "" {
				continue
			}
			g := gotPicture{para: p, run: r, im: im, alt: noma.OneLine(im.Alt)}
			if g.target, g.attrs = layout.PictureKey(im.Name); g.target == "" && layout.DrawnKey(im.Name) == "" {
				if alone == nil {
					alone = in.filesOfBlocks()
				}
				for _, sum := range im.Sums {
					if files[sum] != "" && !alone[sum] {
						g.target, g.attrs = files[sum], "?"
					}
				}
				if g.target == "" && !in.byWord() {
					if inPlace == nil {
						inPlace = in.picturesInPlace()
					}
					g.target, g.attrs = inPlace[r], "?"
				}
			}
			if targets[g.target] {
				out = append(out, g)
			}
		}
	}
	for _, p := range in.marked {
		add(p)
	}
	for _, n := range slices.Concat(in.Footnotes, in.Endnotes) {
		for p := range wml.Paragraphs(n.Blocks...) {
			add(p)
		}
	}
	return out
}

// sumsOf is filesOf of a picture in a sentence, nil for one whose file cannot be read.
func sumsOf(planned *wml.Image) iter.Seq[uint32] {
	if planned.Sums == nil {
		return nil
	}
	return slices.Values(planned.Sums)
}

// filesOfBlocks returns the checksums of the files that pictures of blocks show.
func (in *normalized) filesOfBlocks() map[uint32]bool {
	out := map[uint32]bool{}
	for b := range in.plan.Body() {
		layout.EachPicture(b, func(_ *layout.Para, im *wml.Image) {
			out[crc32.ChecksumIEEE(im.Data)], out[crc32.ChecksumIEEE(im.Bitmap())] = true, true
		})
	}
	return out
}

// resized reports whether the reviewer gave a picture another size.
func (in *normalized) resized(sent, back *wml.Image) bool {
	near := func(a [2]int) bool { return nearly(a[0], back.Width) && nearly(a[1], back.Height) }
	planned := [2]int{sent.Width, sent.Height}
	if back.Width <= 0 || sent.Width <= 0 || near(planned) {
		return false // that of a change request is not laid out
	}
	was := in.base.drawn.Sizes
	if was == nil { // nothing says what was sent: it follows from the source, or from the page as well
		return !sent.Fitted && len(layout.PropertyWords(in.Properties, layout.TemplateProperty)) == 0
	}
	return slices.Contains(was, planned) && !in.base.moved || !slices.ContainsFunc(was, near)
}

// pictureSequence aligns pictures.
type pictureSequence struct {
	sent  []sentPicture
	got   []gotPicture
	byKey map[[2]string][]int // those of the source by file and description, and the first by its file
}

// like returns the picture of the source that one put in by the reviewer is most like.
func (x *pictureSequence) like(j int) int {
	g := &x.got[j]
	of := x.byKey[[2]string{g.target, g.alt}]
	for _, i := range of[:min(len(of), 64)] {
		if x.Equal(i, j) {
			return i
		}
	}
	if len(of) > 0 {
		return of[0]
	}
	return x.byKey[[2]string{g.target}][0]
}

func (x *pictureSequence) near(sent, back *wml.Image) bool {
	return back.Width <= 0 || sent.Width <= 0 || nearly(sent.Width, back.Width) && nearly(sent.Height, back.Height)
}

func (x *pictureSequence) Len() (int, int) { return len(x.sent), len(x.got) }
func (x *pictureSequence) Equal(i, j int) bool {
	a, b := &x.sent[i], &x.got[j]
	return a.target == b.target && a.alt == b.alt && (a.attrs == b.attrs || b.attrs == "?") && (a.im.Fitted || x.near(a.im, b.im))
}
func (x *pictureSequence) KeyA(i int) uint64 {
	return textKey(x.sent[i].target + " " + x.sent[i].alt)
}
func (x *pictureSequence) KeyB(j int) uint64 { return textKey(x.got[j].target + " " + x.got[j].alt) }
func (x *pictureSequence) Anchored(int) int  { return -1 }

// Score returns how alike two pictures of a file are, and 0 for two of other files.
func (x *pictureSequence) Score(i, j int) int {
	a, b := &x.sent[i], &x.got[j]
	if a.target != b.target {
		return 0
	}
	score := 10
	if a.alt == b.alt {
		score += 40
	}
	if x.near(a.im, b.im) {
		score += 30
	}
	if a.attrs == b.attrs {
		score += 20
	}
	return score
}

// onlyPictures says what was edited where two contents differ in the descriptions and sizes of their pictures alone.
func onlyPictures(was, now []layout.Glyph) (said sentence, ok bool) {
	if len(was) != len(now) {
		return said, false
	}
	for i := range was {
		if was[i] == now[i] {
			continue
		}
		mark, alt, other := pictureParts(was[i])
		nowMark, nowAlt, also := pictureParts(now[i])
		switch {
		case !other || !also || was[i].Link != now[i].Link:
			return said, false
		case alt != nowAlt && !ok:
			said = sayDescriptionEdited
		case mark != nowMark && (!ok || said == sayPictureSized):
			said = sayPictureSized
		}
		ok = true
	}
	return said, ok
}

func pictureParts(g layout.Glyph) (mark, alt string, ok bool) {
	at := strings.LastIndexByte(g.Object, 0)
	if !layout.IsPicture(g) || at < 0 {
		return "", "", false
	}
	return g.Object[:at], g.Object[at+1:], true
}
