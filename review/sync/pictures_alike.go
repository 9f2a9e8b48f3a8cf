package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// Pictures that a program has encoded anew. Their files differ, and what they show does not.

// What is kept of a returned file to be compared as pictures.
const (
	maxKeptFile  = 16 << 20
	maxKeptFiles = 64 << 20
)

// KeepPictures keeps the files of pictures in a returned file that are not those that were sent, as long as the package is open: so that
// what they show can be compared. Files of more than 16 MiB, and more than 64 MiB of them, are not kept.
func KeepPictures(d *wml.Document, p *opc.Package) {
	var sent []uint32
	room := maxKeptFiles
	for _, name := range p.Names() {
		if !strings.Contains(name, "/media/") || len(d.Manifest) == 0 {
			continue
		}
		if sent == nil {
			sent = append(layout.FilesSent(d.Manifest), 0)
		}
		sum := p.Checksum(name)
		if slices.Contains(sent, layout.PictureSum(sum)) || p.Size(name) > min(maxKeptFile, int64(room)) {
			continue
		}
		data, err := p.Part(name)
		if err != nil {
			continue // it shows nothing then
		}
		if d.Files == nil {
			d.Files = map[uint32][]byte{}
		}
		d.Files[sum] = data
		room -= len(data)
	}
}

// encodedAnew reports whether a returned picture shows what the source's does, in a file that was not sent.
func (in *normalized) encodedAnew(planned, back *wml.Image) bool {
	if in.Files == nil {
		return false
	}
	files := [][]byte{planned.Data, planned.Bitmap()}
	if src, _, inline := strings.Cut(planned.Mark, "\x00"); inline && planned.Data == nil {
		if f := in.plan.PictureFile(src); f != nil {
			files = [][]byte{f.Data, f.Bitmap()}
		}
	}
	return slices.ContainsFunc(back.Sums, func(sum uint32) bool {
		return in.Files[sum] != nil && slices.ContainsFunc(files, func(data []byte) bool { return data != nil && chart.Alike(data, in.Files[sum]) })
	})
}
