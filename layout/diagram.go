package layout

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// A diagram is a picture where somebody can draw it, and else its source (contract docx-package.md §5).
// Which of the two it is depends on the machine, so the file says it: the picture has the key of its
// source in its name, and a property lists the keys. Who compares a file with a source asks the file
// ([DiagramsOf]), not the machine.

// Drawing is a diagram as a picture.
type Drawing struct {
	SVG, PNG      []byte  // PNG is for programs that do not know SVG
	Width, Height float64 // pixels
}

// DiagramsProperty is the custom document property that holds the keys of the diagrams that were drawn
// (DiagramKey), joined by blanks: a picture that was deleted does not say that it was there.
const DiagramsProperty = "NomaDiagrams"

// drawingName begins the name of the picture of a diagram; its key follows.
const drawingName = "Diagram "

// maxAltSource bounds the source that stands in for a description, in bytes: it is read aloud.
const maxAltSource = 1000

// DiagramSource returns the kind of a diagram, in lower case, and its text.
func DiagramSource(d *noma.Directive) (kind, source string) {
	kind, _ = d.First("kind", "type")
	return strings.ToLower(strings.TrimSpace(kind)), d.RawBody.S
}

// DiagramKey names a diagram by its kind and its source: eight hexadecimal digits.
func DiagramKey(d *noma.Directive) string {
	kind, source := DiagramSource(d)
	sum := sha256.Sum256([]byte(kind + "\x00" + source))
	return hex.EncodeToString(sum[:4])
}

// DrawnKey returns the key in the name of a picture, "" for a picture that is no diagram's. Editors may put
// something behind a name, to tell copies apart.
func DrawnKey(name string) string {
	if strings.HasPrefix(name, plotlyName) {
		return plotlyKey
	}
	rest, ok := strings.CutPrefix(name, drawingName)
	if !ok || len(rest) < 8 {
		return ""
	}
	if _, err := hex.DecodeString(rest[:8]); err != nil {
		return ""
	}
	return rest[:8]
}

// DiagramsOf says which diagrams a file was sent with as pictures, for [Options.Drawn]. Programs that keep
// neither our properties nor the names of pictures leave one trace: a diagram none of whose lines is shown
// was no panel. Better to refuse the edit of somebody who typed all of a source anew than to take a picture
// for a source that was deleted.
func DiagramsOf(file *wml.Document) func(*noma.Directive) bool {
	drawn, shown := map[string]bool{}, map[string]bool{}
	for _, key := range PropertyWords(file.Properties, DiagramsProperty) {
		drawn[key] = true
	}
	_, ours := ReadManifest(file.Manifest, file.Properties[ManifestProperty])
	for _, s := range file.Stories {
		for p := range wml.Paragraphs(s.Blocks...) {
			for i := range p.Runs {
				if im := p.Runs[i].Image(); im != nil {
					drawn[DrawnKey(im.Name)] = true
				}
			}
			if !ours {
				shown[strings.TrimSpace(p.Text(wml.Original))] = true
			}
		}
	}
	return func(d *noma.Directive) bool {
		key := DiagramKey(d)
		if d.Name == "plotly" {
			key = plotlyKey
		}
		if drawn[key] || ours {
			return drawn[key]
		}
		source := d.RawBody.S
		for line := range strings.Lines(source) {
			if line = strings.TrimSpace(line); line != "" && shown[line] {
				return false
			}
		}
		return true
	}
}

// diagram adds a picture with the caption the author gave it, or the source.
func (e *emitter) diagram(d *noma.Directive, f flow) {
	if img := e.drawing(d, f); img != nil {
		if e.numbered(d) {
			e.picture(d, img)
			e.caption(d)
			return
		}
		caption := captionSlot(d)
		e.drawn(d, img, "Diagram", caption, e.inline(caption.Value))
		return
	}
	kind := d.AttrText("kind")
	word, meta := "Diagram", ""
	if kind != "" {
		word, meta = "Diagram ("+clean(kind)+")", "source: "+kind
	}
	e.source(d, word, meta)
}

// drawing returns the picture of a diagram, nil where there is none. Comments and notes show sources: they
// are text.
func (e *emitter) drawing(d *noma.Directive, f flow) *wml.Image {
	if f.story != PartText || strings.TrimSpace(d.RawBody.S) == "" {
		return nil
	}
	img := &wml.Image{}
	switch {
	case e.opts.Sketch:
		if e.opts.Drawn == nil || !e.opts.Drawn(d) {
			return nil
		}
	case e.opts.Diagram == nil:
		return nil
	default:
		x := e.opts.Diagram(d)
		if x == nil {
			return nil
		}
		img.Data, img.Ext, img.PNG = x.SVG, "svg", wml.Painted(x.PNG)
		if x.SVG == nil {
			img.Data, img.Ext, img.PNG = x.PNG, "png", nil
		}
		img.Width, img.Height = e.onPage(figureSize(d, int(x.Width), int(x.Height), f.textWidth()))
	}
	img.Name, img.Alt = drawingName+DiagramKey(d), diagramAlt(d)
	return img
}

// diagramAlt describes a diagram: in the author's words, else by its source.
func diagramAlt(d *noma.Directive) string {
	if s := resolve(d, Field{Keys: []string{"alt", "caption", "title"}, StringOnly: true}, "").Value; s != "" {
		return clean(noma.PlainText(noma.ParseInline(s)))
	}
	kind, source := DiagramSource(d)
	source = strings.Join(strings.Fields(source), " ")
	if len(source) > maxAltSource {
		source = strings.ToValidUTF8(source[:maxAltSource], "") + " …"
	}
	return clean("Diagram (" + kind + "): " + source)
}

// isDiagram reports whether a block is a diagram, or a chart with a specification of its own.
func isDiagram(n noma.Node) bool {
	d, ok := n.(*noma.Directive)
	return ok && (d.Name == "diagram" || d.Name == "plotly")
}

// numbered reports whether the caption of a block has a number.
func (e *emitter) numbered(n noma.Node) bool { return e.captionNo[n] > 0 }

// drawn shows the picture, with the caption below it. Without a caption the picture carries what hangs
// on the block.
func (e *emitter) drawn(d *noma.Directive, img *wml.Image, word string, caption *Slot, shown []wml.Run) {
	p := &Para{Node: d, Part: PartPicture, Align: pictureAlign(d), Segs: []Seg{{Runs: []wml.Run{{Kind: wml.Picture, Object: img}}}}}
	if caption.Value == "" {
		e.head(p, d)
		e.out(p)
		return
	}
	p.KeepNext = true
	e.out(p)
	line := &Line{Groups: []Group{{Pre: word}, {Pre: ": ", Slot: caption, Runs: shown}}}
	if e.doc.Audience.Client {
		line.Groups = []Group{{Slot: caption, Runs: shown}}
	}
	c := &Para{Style: StyleCaption, Node: d, Part: PartCaption, Line: line, Align: pictureAlign(d), Segs: line.segs(e.arena, "46505A")}
	e.head(c, d)
	e.out(c)
}
