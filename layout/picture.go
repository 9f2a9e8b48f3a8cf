package layout

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Pictures in sentences, `![alt](file){width=3cm}` in the source, are objects among characters. What came back is compared by the
// file it was sent with, by its attributes and by its description. The name of the drawing has a checksum
// of each of the first two.

// pictureObject begins the objects of pictures in sentences. Behind it stand the address, the attributes and the description, with NUL
// bytes between them. No text has one.
const pictureObject = "picture "

// pictureName begins the names of their drawings; the key follows.
const pictureName = "Picture "

// IsPicture reports whether a glyph stands for a picture in a sentence.
func IsPicture(g Glyph) bool { return strings.HasPrefix(g.Object, pictureObject) }

// samePicture reports whether two glyphs stand for pictures of the same file.
func samePicture(a, b Glyph) bool {
	if !IsPicture(a) || !IsPicture(b) {
		return false
	}
	target, _, ok := strings.Cut(a.Object, "\x00")
	other, _, also := strings.Cut(b.Object, "\x00")
	return ok && also && target == other
}

// PictureMark returns the mark of a picture, as [wml.Image] has it: the address, a NUL byte and the attributes.
func PictureMark(n *noma.Inline) string { return n.Target + "\x00" + n.Attrs }

// PictureNamed returns the name of the drawing of a picture with a mark.
func PictureNamed(mark string) string {
	target, attrs, _ := strings.Cut(mark, "\x00")
	name := fmt.Sprintf("%s%08x", pictureName, crc32.ChecksumIEEE([]byte(target)))
	if attrs != "" {
		name += fmt.Sprintf("-%08x", crc32.ChecksumIEEE([]byte(attrs)))
	}
	return name
}

// PictureKey returns the key in the name of a drawing: that of the address, and of the attributes when there are any; "" for a drawing
// that is no picture in a sentence. Editors may put something behind a name.
func PictureKey(name string) (target, attrs string) {
	rest, ok := strings.CutPrefix(name, pictureName)
	hex := func() (key string) {
		if len(rest) >= 8 && strings.Trim(rest[:8], "0123456789abcdef") == "" {
			key, rest = rest[:8], rest[8:]
		}
		return key
	}
	if !ok {
		return "", ""
	}
	if target = hex(); target == "" {
		return "", ""
	}
	if rest, ok = strings.CutPrefix(rest, "-"); ok {
		attrs = hex()
	}
	return target, attrs
}

// hashedPicture returns what counts of a picture in a fingerprint: "picture" for one that stands alone.
func hashedPicture(im *wml.Image) string {
	if im == nil {
		return "picture"
	}
	target, attrs := PictureKey(im.Name)
	if target == "" {
		return "picture"
	}
	return pictureObject + target + "-" + attrs + " " + noma.OneLine(im.Alt)
}

// pictureGlyph returns the object that a picture is in the content of a paragraph.
func pictureGlyph(im *wml.Image) string {
	if im == nil || im.Mark == "" {
		return hashedPicture(im)
	}
	return pictureObject + im.Mark + "\x00" + noma.OneLine(im.Alt)
}

// splitPicture returns what an object of [pictureObject] holds: address, attributes and description, or less for one of another source.
func splitPicture(object string) []string {
	return strings.SplitN(strings.TrimPrefix(object, pictureObject), "\x00", 3)
}

// inlineReader returns what parses inline markup, in a table cell or elsewhere.
func inlineReader(inCell bool) func(string) []noma.Inline {
	if inCell {
		return noma.ParseCell
	}
	return noma.ParseInline
}

// pictureRun returns the run of a picture with an object: its mark, name and description, without file and size.
func pictureRun(object string) wml.Run {
	parts := splitPicture(object)
	im := &wml.Image{}
	if len(parts) == 3 {
		im.Mark, im.Alt = parts[0]+"\x00"+parts[1], parts[2]
		im.Name = PictureNamed(im.Mark)
	} else if key, alt, ok := strings.Cut(parts[0], " "); ok { // one of another source
		im.Name, im.Alt = pictureName+strings.TrimSuffix(key, "-"), alt
	}
	return wml.Run{Kind: wml.Picture, Object: im}
}

// picture writes the source of a picture with an object, and the object character for a picture that the source does not have.
func (p *printer) picture(object string) {
	parts := splitPicture(object)
	if len(parts) < 3 {
		p.b.WriteRune(objectRune)
		return
	}
	target := linkTarget(parts[0])
	if p.inCell {
		target = strings.ReplaceAll(target, "|", "%7C")
	}
	p.b.WriteString("![" + AltMarkup(parts[2], p.inCell) + "](" + target + ")" + parts[1])
}

// AltMarkup returns the markup of the description of a picture in a sentence with as few escapes as it can do with. Back-ticks are always
// escaped, as one in the text behind the picture could end a code span that begins in the description.
func AltMarkup(alt string, inCell bool) string {
	read := inlineReader(inCell)
	right := func(s string) bool {
		whole := "![" + s + "](x)"
		n := read(whole)
		return len(n) == 1 && n[0].Kind == noma.InlinePicture && n[0].Text == alt && (!inCell || noma.IsCell(whole))
	}
	if !strings.Contains(alt, "`") && right(alt) {
		return alt
	}
	var b strings.Builder
	for i := 0; i < len(alt); i++ {
		switch c := alt[i]; {
		case c == '`' || c == '|' && inCell:
			b.WriteByte('\\')
		case strings.IndexByte("*_[]$\\~^=@<!(", c) >= 0:
			b.WriteByte(mayEscape)
		}
		b.WriteByte(alt[i])
	}
	if s, ok := withEscapes(b.String(), right); ok {
		return s
	}
	return strings.ReplaceAll(b.String(), string([]byte{mayEscape}), `\`)
}

// respelled writes the source of a picture whose attributes or description changed: what did not change stays as it is in was.
func (p *printer) respelled(was, object string) {
	parts := splitPicture(object)
	nodes := inlineReader(p.inCell)(was)
	if len(nodes) != 1 || nodes[0].Kind != noma.InlinePicture || len(parts) < 3 {
		p.picture(object)
		return
	}
	n := &nodes[0]
	alt := was[n.Open:n.Close]
	if noma.OneLine(clean(n.Text)) != parts[2] {
		alt = AltMarkup(parts[2], p.inCell)
	}
	p.b.WriteString(was[:n.Open] + alt + was[n.Close:n.End-len(n.Attrs)] + parts[1])
}

// inlinePicture returns the drawing of a picture in a sentence, no larger than the room on a page. One whose file cannot be read is drawn
// as a rectangle; without a plan only its name, mark and description are there.
func (b *builder) inlinePicture(n *noma.Inline) *wml.Image {
	mark := PictureMark(n)
	im := &wml.Image{Name: PictureNamed(mark), Mark: mark, Alt: clean(n.Text), Decorative: n.IsDecorative()}
	if b.plan == nil {
		return im
	}
	b.shown++
	f := b.pictureFile(n.PictureFile())
	im.Data, im.Ext, im.PNG, im.Sums = f.Data, f.Ext, f.PNG, f.Sums
	w, h := f.Width, f.Height
	if w <= 0 || h <= 0 {
		w, h, im.Fitted = unknownWidth, unknownHeight, true
	}
	im.Width, im.Height = pictureSize(n.Attr("width"), n.Attr("height"), w, h, b.room.width)
	if okW, okH := askedWidth(n.Attr("width")), asked(n.Attr("height")); okW && okH {
		im.Fitted = false
	} else if !okW && !okH && w*emuPerPixel > b.room.width*emuPerTwip {
		im.Fitted = true
	}
	fitPicture(im, b.room.width)
	if height := b.room.height * emuPerTwip; im.Height > height {
		im.Width, im.Height, im.Fitted = max(1, scale(im.Width, height, im.Height)), height, true
	}
	return im
}

// How large a picture is, in pixels, whose file cannot be read.
const unknownWidth, unknownHeight = 96, 54

// asked reports whether the value of an attribute is a length of more than 0.
func asked(length string) bool {
	n, ok := Length(length)
	return ok && n > 0
}

// askedWidth reports whether the value of an attribute is a width: a length, or a share.
func askedWidth(width string) bool {
	_, share := percent(width)
	return share || asked(width)
}

// fitPicture makes a picture that is wider than a width in twips as wide as that, with its height in proportion.
func fitPicture(im *wml.Image, width int) {
	if limit := max(1, width*emuPerTwip); im.Width > limit {
		im.Width, im.Height, im.Fitted = limit, max(1, scale(im.Height, limit, im.Width)), true
	}
}

// pictureRoom is how much of a page a picture in a sentence may take, in twips.
type pictureRoom struct{ width, height int }

// pictureFiles are the files of pictures in sentences. One file is often shown many times.
type pictureFiles struct {
	known map[string]*wml.Image
	bytes int
}

// maxPictureBytes bounds what is kept of files; more are read again where they are shown again.
const maxPictureBytes = 128 << 20

// pictureFile returns the picture in a file: its data, their checksums and its size. Of one that cannot be shown there is neither data nor
// a size; a sketch has no data.
func (b *builder) pictureFile(src string) *wml.Image {
	if f := b.files.known[src]; f != nil {
		return f
	}
	f := b.readPicture(src)
	if f == nil {
		f = &wml.Image{Ext: "png"}
	}
	png := f.Bitmap()
	for _, data := range [][]byte{f.Data, png} {
		if len(data) > 0 {
			f.Sums = append(f.Sums, crc32.ChecksumIEEE(data))
		}
	}
	if b.opts.Sketch {
		f.Data, f.PNG, png = nil, nil, nil
	}
	if b.files.bytes += len(f.Data) + len(png); b.files.bytes > maxPictureBytes {
		b.files.known, b.files.bytes = map[string]*wml.Image{}, len(f.Data)+len(png)
	}
	b.files.known[src] = f
	return f
}

// withoutPictures returns runs without the pictures among them, for a list of contents.
func withoutPictures(runs []wml.Run) []wml.Run {
	isPicture := func(r wml.Run) bool { return r.Kind == wml.Picture }
	if !slices.ContainsFunc(runs, isPicture) {
		return runs
	}
	w := runWriter{}
	for _, r := range runs {
		if !isPicture(r) {
			w.add(r)
		}
	}
	return w.finish()
}

// EachInlinePicture calls f for the pictures in the sentences of a block in order, without those that are only proposed.
func EachInlinePicture(b Block, f func(*Para, *wml.Image)) {
	if g, ok := b.(*Grid); ok && g.gone {
		return // it has none
	}
	EachPara(b, func(p *Para) {
		for i := range p.Segs {
			for k := range p.Segs[i].Runs {
				if r := &p.Segs[i].Runs[k]; r.Kind == wml.Picture && r.Image() != nil && r.Image().Mark != "" && wml.Original.Shows(r) {
					f(p, r.Image())
				}
			}
		}
	})
}

// Resized returns the mark of a picture, laid out as was, that has another size now, in EMU: the lengths that it had change, in their
// units, and without any it gets a width. Where the proportions changed it gets both. nearly reports whether two lengths count as equal.
func Resized(was *wml.Image, width, height int, nearly func(a, b int) bool) string {
	target, attrs, _ := strings.Cut(was.Mark, "\x00")
	n := noma.Inline{Attrs: attrs}
	w, h := n.Attr("width"), n.Attr("height")
	proportional := was.Width <= 0 || nearly(scale(was.Height, width, was.Width), height)
	okW, okH := askedWidth(w), asked(h)
	if okW || !okH || !proportional {
		attrs = noma.WithPictureAttr(attrs, "width", widthLike(was, width, w))
	}
	if okH || !proportional {
		attrs = noma.WithPictureAttr(attrs, "height", lengthIn(height, h))
	}
	return target + "\x00" + attrs
}

// widthLike returns a width in EMU as text: as a share when the picture, laid out as was, has one that it could be drawn with, else as a
// length in the unit of like.
func widthLike(was *wml.Image, width int, like string) string {
	if share, ok := percent(like); ok && was.Width > 0 && !was.Fitted {
		s := strings.TrimSuffix(strconv.FormatFloat(share*float64(width)/float64(was.Width), 'f', 1, 64), ".0") + "%"
		if _, ok := percent(s); ok {
			return s
		}
	}
	return lengthIn(width, like)
}

// lengthIn returns a length in EMU as text, in the unit of another length, or in centimetres when that is none.
func lengthIn(emu int, like string) string {
	unit, twips := "cm", 1440/2.54
	if asked(like) {
		like = strings.ToLower(strings.TrimSpace(like))
		unit, twips = "", 1440
		for _, u := range units {
			if strings.HasSuffix(like, u.suffix) {
				unit, twips = u.suffix, u.twips
				break
			}
		}
	}
	digits := 2
	if twips < 100 {
		digits = 1
	}
	s := strconv.FormatFloat(float64(emu)/emuPerTwip/twips, 'f', digits, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + unit
}
