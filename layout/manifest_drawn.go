package layout

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// What a manifest says of a file's pictures and paper. A plan cannot: a picture's file may change while
// its source does not, and paper may come from a template.

// Drawn are the pictures and the paper of a file as it was sent; nil where it does not say.
type Drawn struct {
	// Files are the short checksums of the files that hold pictures, sorted; see PictureSum.
	Files []uint32
	// Sizes are the widths and heights of pictures in EMU.
	Sizes [][2]int
	// Pages are the paper and margins of the sections in order, neighbours that are equal once.
	Pages []wml.Page
}

// PictureSum returns the checksum of a picture's file as a manifest has it.
func PictureSum(crc32 uint32) uint32 { return crc32 & 0xffffff }

// Page adds the paper of a section.
func (r *Recorder) Page(s *wml.Section) {
	p := wml.Page{Width: s.Width, Height: s.Height, Top: s.Top, Right: s.Right, Bottom: s.Bottom, Left: s.Left}
	if n := len(r.drawn.Pages); n == 0 || r.drawn.Pages[n-1] != p {
		r.drawn.Pages = append(r.drawn.Pages, p)
	}
}

// PictureFile adds a file that holds a picture.
func (r *Recorder) PictureFile(crc32 uint32) { r.files[PictureSum(crc32)] = true }

func (r *Recorder) picture(im *wml.Image) {
	if size := [2]int{im.Width, im.Height}; !slices.Contains(r.drawn.Sizes, size) && len(r.drawn.Sizes) < maxSizes {
		r.drawn.Sizes = append(r.drawn.Sizes, size)
	}
}

// maxSizes bounds the sizes that are kept: a report has few, and more say nothing.
const maxSizes = 256

// writeDrawn writes it as text: numbers between blanks, an item between semicolons.
func (r *Recorder) writeDrawn(b *bytes.Buffer) {
	writeHashes(b, "files", r.files)
	var sizes, pages [][]int
	for _, s := range r.drawn.Sizes {
		sizes = append(sizes, s[:])
	}
	for _, p := range r.drawn.Pages {
		pages = append(pages, []int{p.Width, p.Height, p.Top, p.Right, p.Bottom, p.Left})
	}
	writeNumbers(b, "sizes", sizes)
	writeNumbers(b, "pages", pages)
}

func writeNumbers(b *bytes.Buffer, element string, items [][]int) {
	if len(items) == 0 {
		return
	}
	b.WriteString("<" + element + ">")
	for i, item := range items {
		if i > 0 {
			b.WriteByte(';')
		}
		for k, n := range item {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(strconv.Itoa(n))
		}
	}
	b.WriteString("</" + element + ">")
}

// FilesSent returns the checksums of the files of pictures that a manifest has; see [PictureSum].
func FilesSent(manifest []byte) []uint32 { return readHashes(string(manifest), "files") }

func readDrawn(part string) (d Drawn) {
	d.Files = readHashes(part, "files")
	for _, v := range readNumbers(part, "sizes", 2) {
		d.Sizes = append(d.Sizes, [2]int{v[0], v[1]})
	}
	for _, v := range readNumbers(part, "pages", 6) {
		d.Pages = append(d.Pages, wml.Page{Width: v[0], Height: v[1], Top: v[2], Right: v[3], Bottom: v[4], Left: v[5]})
	}
	return d
}

// readNumbers reads items of n numbers; what is none counts as absent.
func readNumbers(part, element string, n int) (out [][]int) {
	for item := range strings.SplitSeq(between(part, "<"+element+">", "</"+element+">"), ";") {
		words := strings.Fields(item)
		if len(words) != n {
			return nil
		}
		v := make([]int, n)
		for i, w := range words {
			x, err := strconv.Atoi(w)
			if err != nil {
				return nil
			}
			v[i] = x
		}
		out = append(out, v)
	}
	return out
}
