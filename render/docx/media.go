package docx

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strconv"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// media are the picture files of the package. Equal pictures are one file. They are written after
// the body, which is being deflated while they are met.
type media struct {
	files    []mediaFile
	byHash   map[uint64][]int
	met      map[*byte]string // the part names of data that were met, by their first byte: a paragraph may show one picture often
	blank    map[int][]byte   // placeholders by their height
	diagrams []string         // the keys of the diagrams among them, as they are met, each once
}

type mediaFile struct {
	name, ext string
	data      []byte
}

func newMedia() *media {
	return &media{byHash: map[uint64][]int{}, met: map[*byte]string{}, blank: map[int][]byte{}}
}

// target returns the part name of picture data.
func (m *media) target(data []byte, ext string) string {
	h := fnv.New64a()
	_, _ = h.Write(data) // a hash never fails
	sum := h.Sum64()
	for _, i := range m.byHash[sum] {
		if f := &m.files[i]; f.ext == ext && bytes.Equal(f.data, data) {
			return f.name
		}
	}
	folder := "word/media/image"
	if ext == "odttf" {
		folder = "word/fonts/font"
	}
	name := folder + strconv.Itoa(len(m.files)+1) + "." + ext
	m.byHash[sum] = append(m.byHash[sum], len(m.files))
	m.files = append(m.files, mediaFile{name, ext, data})
	return name
}

// drew notes a picture that stands for the source of a block.
func (m *media) drew(im *wml.Image) {
	if key := layout.DrawnKey(im.Name); key != "" && !slices.Contains(m.diagrams, key) {
		m.diagrams = append(m.diagrams, key)
	}
}

// ids gives pictures their relationship ids in one part; relate makes a new relationship.
func (m *media) ids(relate func(target string) string) func(*wml.Image) (raster, svg string) {
	known := map[string]string{}
	id := func(data []byte, ext string) string {
		target := m.met[&data[0]]
		if target == "" {
			target = m.target(data, ext)
			m.met[&data[0]] = target
		}
		if known[target] == "" {
			known[target] = relate(target)
		}
		return known[target]
	}
	return func(im *wml.Image) (string, string) {
		m.drew(im)
		if im.Ext == "svg" {
			fallback := im.Bitmap()
			if rasterType(fallback) != "png" {
				fallback = m.placeholder(im)
			}
			if !usableSVG(im.Data) {
				return id(fallback, "png"), ""
			}
			return id(fallback, "png"), id(im.Data, "svg")
		}
		// The file name must say what the data are, whatever the source called it.
		if ext := rasterType(im.Data); ext != "" {
			return id(im.Data, ext), ""
		}
		return id(m.placeholder(im), "png"), ""
	}
}

// rasterType returns a raster format by its first bytes, "" for none that Word reads.
func rasterType(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return "png"
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return "jpg"
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return "gif"
	}
	return ""
}

// usableSVG reports whether Word would draw the SVG: it wants the namespace, refuses document type
// declarations and leaves out foreign objects.
func usableSVG(data []byte) bool {
	return bytes.Contains(data, []byte("http://www.w3.org/2000/svg")) &&
		!bytes.Contains(data, []byte("<!DOCTYPE")) && !bytes.Contains(data, []byte("foreignObject"))
}

// placeholder returns a light rectangle in a picture's proportions, for data no reader could show: a
// picture that is missing is better than a file that does not open.
func (m *media) placeholder(im *wml.Image) []byte {
	const width = 64
	height := width
	if im.Width > 0 && im.Height > 0 {
		height = int(min(max(int64(width)*int64(im.Height)/int64(im.Width), 1), 1024))
	}
	if m.blank[height] != nil {
		return m.blank[height]
	}
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.RGBA{0xEE, 0xF2, 0xF0, 0xFF}, color.RGBA{0xC9, 0xD6, 0xCE, 0xFF}})
	for x := range width {
		img.SetColorIndex(x, 0, 1)
		img.SetColorIndex(x, height-1, 1)
	}
	for y := range height {
		img.SetColorIndex(0, y, 1)
		img.SetColorIndex(width-1, y, 1)
	}
	var out bytes.Buffer
	_ = png.Encode(&out, img) // writing to memory does not fail
	m.blank[height] = out.Bytes()
	return out.Bytes()
}

var imageTypes = map[string]string{"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "svg": "image/svg+xml",
	"emf": "image/x-emf", "wmf": "image/x-wmf", "bmp": "image/bmp", "tiff": "image/tiff", "odttf": fontType}

func (r *renderer) pictures() error {
	for _, f := range r.media.files {
		w, err := r.pkg.Create(f.name, imageTypes[f.ext])
		if err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	return nil
}
