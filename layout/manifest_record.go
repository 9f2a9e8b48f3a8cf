package layout

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// Recorder collects the manifest while the blocks of a plan are written.
type Recorder struct {
	source    string
	audience  string // of the document, as in [audienceWord]
	names     *Names
	content   []byte
	anchors   []byte
	forms     []byte
	marks     []byte
	grids     []byte
	merges    []byte
	tables    int
	equations map[uint32]bool
	alts      map[uint32]bool
	files     map[uint32]bool
	drawn     Drawn
	n, last   int
}

// NewRecorder starts the manifest of a plan.
func NewRecorder(p *Plan) *Recorder {
	r := &Recorder{source: p.Doc.File.Hash(), audience: audienceWord(p.Doc.Audience), names: p.Names, equations: map[uint32]bool{}, alts: map[uint32]bool{}, files: map[uint32]bool{}}
	mark := func(name string, blocks []Block) {
		p.Look.Now()
		for _, b := range blocks {
			r.equationsOf(b)
			r.picturesOf(b)
		}
		r.mark(name, Contents(blocks))
	}
	for _, c := range p.Comments {
		mark(MarkName(c.Node), c.Blocks)
	}
	for _, t := range p.Placed {
		mark(MarkName(t.Node), nil)
		r.request(t.Node, t.Request)
	}
	for _, n := range p.Footnotes {
		mark(MarkName(n.Node), n.Blocks)
	}
	for _, n := range p.Endnotes {
		mark(MarkName(n.Node), n.Blocks)
	}
	for _, b := range p.HeaderFooter() {
		r.Block(b)
	}
	return r
}

func (r *Recorder) mark(name string, contents []uint64) {
	if name == "" {
		return
	}
	c := MarkContent(contents)
	r.marks = append(binary.BigEndian.AppendUint32(r.marks, MarkKey(name)), byte(c>>16), byte(c>>8), byte(c))
}

func (r *Recorder) request(d *noma.Directive, q Request) {
	r.mark(RequestMark(d), r.names.Proposed(q))
}

// HeaderFooter returns the blocks of header and footer; in a manifest they stand before those of the body.
func (p *Plan) HeaderFooter() []Block {
	var out []Block
	for _, s := range []*Story{p.Header, p.Footer} {
		if s != nil {
			out = append(out, s.Blocks...)
		}
	}
	return out
}

func (r *Recorder) equationsOf(b Block) {
	EachEquation(b, func(_ *Para, run *wml.Run) { r.equations[EquationHash(Equation(run))] = true })
}

func (r *Recorder) picturesOf(b Block) {
	add := func(_ *Para, im *wml.Image) {
		r.alts[AltHash(im.Alt)] = true
		r.picture(im)
	}
	EachPicture(b, add)
	EachInlinePicture(b, add)
}

// Block adds a block of the body.
func (r *Recorder) Block(b Block) {
	r.equationsOf(b)
	r.picturesOf(b)
	EachGrid(b, r.n, func(a Area) {
		if a.Merges != 0 {
			r.merges = binary.AppendUvarint(binary.AppendUvarint(r.merges, uint64(r.tables)), uint64(a.Merges))
		}
		r.tables++
		for _, x := range []int{a.Start, a.Rows, a.Cols} {
			r.grids = binary.AppendUvarint(r.grids, uint64(x))
		}
	})
	EachPara(b, func(p *Para) {
		e := EntryOf(p)
		r.content = append(r.content, byte(e.Content>>16), byte(e.Content>>8), byte(e.Content))
		r.forms = binary.BigEndian.AppendUint16(r.forms, e.Form)
		if e.Anchor != 0 {
			r.anchors = binary.AppendUvarint(r.anchors, uint64(r.n-r.last))
			r.anchors = binary.BigEndian.AppendUint32(r.anchors, e.Anchor)
			r.last = r.n
		}
		r.n++
		if d, ok := p.Node.(*noma.Directive); ok && p.Part == PartRevision {
			r.request(d, ReadRequest(d))
		}
	})
}

// XML returns the custom XML part.
func (r *Recorder) XML() []byte {
	var b bytes.Buffer
	b.Grow(base64.StdEncoding.EncodedLen(len(r.content)+len(r.anchors)+len(r.forms)+len(r.marks)+len(r.grids)) + 4<<10)
	b.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n")
	b.WriteString(`<manifest xmlns="` + ManifestNamespace + `" version="` + layoutVersion + `" edition="` + layoutEdition + `" source="` + r.source + `"`)
	if r.audience != "" {
		b.WriteString(` audience="` + r.audience + `"`)
	}
	b.WriteString(`><content>`)
	b.Write(base64.StdEncoding.AppendEncode(b.AvailableBuffer(), r.content))
	b.WriteString(`</content><anchors>`)
	b.Write(base64.StdEncoding.AppendEncode(b.AvailableBuffer(), r.anchors))
	b.WriteString(`</anchors><forms>`)
	b.Write(base64.StdEncoding.AppendEncode(b.AvailableBuffer(), r.forms))
	b.WriteString(`</forms><marks>`)
	b.Write(base64.StdEncoding.AppendEncode(b.AvailableBuffer(), r.marks))
	b.WriteString(`</marks><grids>`)
	b.Write(base64.StdEncoding.AppendEncode(b.AvailableBuffer(), r.grids))
	b.WriteString(`</grids>`)
	if len(r.merges) > 0 {
		b.WriteString(`<merges>`)
		b.Write(base64.StdEncoding.AppendEncode(b.AvailableBuffer(), r.merges))
		b.WriteString(`</merges>`)
	}
	r.writeLinks(&b)
	writeHashes(&b, "equations", r.equations)
	writeHashes(&b, "alts", r.alts)
	r.writeDrawn(&b)
	b.WriteString(`</manifest>`)
	return b.Bytes()
}

// writeHashes writes a set of short hashes, when there is one in it.
func writeHashes(b *bytes.Buffer, element string, hashes map[uint32]bool) {
	if len(hashes) == 0 {
		return
	}
	var sent []byte
	for _, h := range slices.Sorted(maps.Keys(hashes)) {
		sent = append(sent, byte(h>>16), byte(h>>8), byte(h))
	}
	b.WriteString("<" + element + ">" + base64.StdEncoding.EncodeToString(sent) + "</" + element + ">")
}

// readHashes reads them again; nil when there are none.
func readHashes(part, element string) (out []uint32) {
	data, err := base64.StdEncoding.DecodeString(between(part, "<"+element+">", "</"+element+">"))
	if err != nil {
		return nil
	}
	for ; len(data) >= 3; data = data[3:] {
		out = append(out, uint32(data[0])<<16|uint32(data[1])<<8|uint32(data[2]))
	}
	return out
}

// Property returns the short form.
func (r *Recorder) Property() string {
	return strings.TrimSpace("v" + layoutVersion + " sha256:" + r.source + " " + r.audience)
}
