package layout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/chart"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

const (
	emuPerTwip  = 635
	emuPerPixel = 9525
)

// captionFields say where the caption of a captioned block comes from.
var captionFields = map[string]*Field{
	"figure":  {Keys: []string{"caption", "title"}, StringOnly: true, Or: "Figure"},
	"diagram": {Keys: []string{"title", "caption"}, StringOnly: true},
	"plotly":  {Keys: []string{"title", "caption"}, StringOnly: true},
	"table":   {Keys: []string{"title", "caption"}, StringOnly: true},
	"plot":    {Keys: []string{"title", "caption", "label", "name"}, StringOnly: true, Or: "Plot"},
}

// captionSlot returns the caption of a captioned block.
func captionSlot(n noma.Node) *Slot {
	s := &Slot{}
	s.caption(n)
	return s
}

func (s *Slot) caption(n noma.Node) {
	if t, ok := n.(*noma.Table); ok {
		*s = Slot{Name: "caption", Value: t.CaptionText(), Node: t, Origin: Origin{Kind: FromText, Text: t.Caption.Text}}
		return
	}
	d := n.(*noma.Directive)
	f := captionFields[d.Name]
	if f == nil {
		f = &Field{Keys: []string{"label", "title", "name"}, Body: []string{"label", "title"}, StringOnly: true, ID: true, Or: ReadableName(d.Name)}
	}
	s.resolve(d, f, "caption")
	if (s.Origin.Kind == FromID || s.Origin.Kind == FromNothing) && s.Origin.Key == "label" {
		s.Origin.Key = "title"
	}
}

// captionSlot returns the caption of a captioned block as the audience of the document sees it: clients see no ids and no words that stand
// in for a caption.
func (e *emitter) captionSlot(n noma.Node) *Slot {
	s := &e.arena.slots.take(1)[0]
	s.caption(n)
	if e.doc.Audience.Client && s.Origin.Kind != FromAttr && s.Origin.Kind != FromText && s.Origin.Kind != FromBodyLine {
		s.Value, s.Origin.Kind = "", FromNothing
	}
	return s
}

// caption is "Figure 3: Text": the kind, a SEQ field with its right value, the text. The bookmark
// covers kind and number alone, so that a REF field in running text shows "Figure 3".
func (e *emitter) caption(n noma.Node) {
	kind := captionKind(n)
	s := e.captionSlot(n)
	number := wml.Run{Kind: wml.Field, Text: strconv.Itoa(e.captionNo[n]), Object: sequenceFields[kind[1]]}
	line := &Line{Groups: e.arena.groups.take(2)}
	line.Groups[0] = Group{Pre: captionWord(e.doc, kind) + " ", Slot: e.arena.slot(Slot{Name: "number", Access: Volatile, Node: n}), Runs: e.arena.oneRun(number)}
	line.Groups[1] = Group{Pre: ": ", Slot: s, Runs: e.inline(s.Value)}
	p := e.arena.para(Para{Style: StyleCaption, Node: n, Part: PartCaption, Line: line, Segs: line.segs(e.arena, "46505A"), AnchorSegs: 2})
	if p.KeepNext = kind[1] == "Table"; !p.KeepNext {
		p.Align = pictureAlign(n)
	}
	e.head(p, n)
	p.Targets = e.listTargets(n)
	e.out(p)
}

// pictureAlign returns where the picture of a block stands, and its caption: in the middle when the block says nothing.
func pictureAlign(n noma.Node) string {
	if d, ok := n.(*noma.Directive); ok && d.AttrText("align") != "" {
		return d.AttrText("align")
	}
	return "center"
}

// sequenceFields are the fields that number captions (ECMA-376 §17.16.5.56).
var sequenceFields = map[string]*wml.FieldCode{
	"Figure": {Instr: `SEQ Figure \* ARABIC`}, "Plot": {Instr: `SEQ Plot \* ARABIC`}, "Table": {Instr: `SEQ Table \* ARABIC`},
	"Equation": {Instr: `SEQ Equation \* ARABIC`},
}

func (e *emitter) picture(d *noma.Directive, img *wml.Image) {
	e.out(&Para{Node: d, Part: PartPicture, Align: pictureAlign(d), KeepNext: true, Segs: []Seg{{Runs: []wml.Run{{Kind: wml.Picture, Object: img}}}}})
}

func (e *emitter) meta(d *noma.Directive, s string) {
	if e.doc.Audience.Client {
		return
	}
	e.out(&Para{Style: StyleMeta, Node: d, Part: PartGenerated, Segs: literal(clean(s))})
}

func (e *emitter) figure(d *noma.Directive, f flow) {
	src := d.AttrText("src")
	img := e.image(d, src, f)
	if img != nil {
		e.picture(d, img)
	}
	e.caption(d)
	if img == nil && src != "" && !strings.HasPrefix(src, "data:") {
		e.line(d, &Line{Groups: []Group{{Pre: WordOf(e.doc, "Source") + ": ", Slot: resolve(d, text("source", "src"), "src"), Runs: e.show(URL, src)}}}, PartMeta, StyleMeta, nil, "")
	}
	e.sourceLine(d)
	e.content(d, f)
}

// sourceLine says below a picture or table where it is from.
func (e *emitter) sourceLine(d *noma.Directive) {
	s := resolve(d, ref("source"), "")
	shown := SourceShown(e.doc, s.Value)
	if shown == "" && (s.Value != "" || e.empty == nil) {
		return
	}
	runs := e.show(Ref, s.Value)
	if shown != s.Value {
		s.Access, runs = Echo, e.inline(shown)
	}
	p := Para{Style: StyleSource, Node: d, Part: PartMeta, Line: &Line{Groups: []Group{{Pre: WordOf(e.doc, "Source") + ": ", Slot: s, Runs: runs}}}}
	if kind := captionKind(d)[1]; kind == "Figure" || kind == "Plot" {
		p.Align = pictureAlign(d)
	}
	e.shownLine(p, "")
}

// image returns a figure's picture, nil when there is none we can show.
func (e *emitter) image(d *noma.Directive, src string, f flow) *wml.Image {
	img := e.readPicture(src)
	if img == nil {
		return nil
	}
	img.Alt = clean(d.AttrText("alt"))
	if _, said := d.Attr("alt"); said && img.Alt == "" {
		img.Decorative = true
	}
	img.Width, img.Height = e.onPage(figureSize(d, img.Width, img.Height, f.textWidth()))
	return img
}

// captionRoom is what a picture leaves of the height of its page to the caption below, in twips.
const captionRoom = 720

// onPage makes a picture that is higher than the page smaller: Word cuts it off where the page ends.
func (e *emitter) onPage(width, height int) (int, int) {
	if limit := e.pictureHeight() * emuPerTwip; height > limit {
		return max(1, scale(width, limit, height)), limit
	}
	return width, height
}

// pictureHeight returns the height of the page that a picture may take, in twips.
func (e *emitter) pictureHeight() int {
	return max(1440, e.page.Height-e.page.Top-e.page.Bottom-captionRoom)
}

// figureSize returns the size of a block's picture.
func figureSize(d *noma.Directive, w, h, textWidth int) (int, int) {
	return pictureSize(d.AttrText("width"), d.AttrText("height"), w, h, textWidth)
}

// pictureSize returns a picture's size in EMU: what the author asks for, a width also as a share of the text width in twips, else its own
// size, never wider than the text, always with its own proportions unless both sides are given.
func pictureSize(askedW, askedH string, w, h, textWidth int) (int, int) {
	limit := textWidth * emuPerTwip
	width, height := w*emuPerPixel, h*emuPerPixel
	if width <= 0 || height <= 0 {
		width = 4 * 914400
		height = width * 9 / 16
	}
	reqW, okW := widthOf(askedW, textWidth)
	reqH, okH := Length(askedH)
	okW, okH = okW && reqW > 0, okH && reqH > 0
	switch {
	case okW && okH:
		return reqW * emuPerTwip, reqH * emuPerTwip
	case okW:
		return reqW * emuPerTwip, max(1, scale(height, reqW*emuPerTwip, width))
	case okH:
		return max(1, scale(width, reqH*emuPerTwip, height)), reqH * emuPerTwip
	case width > limit:
		return limit, max(1, scale(height, limit, width))
	}
	return width, height
}

func scale(v, num, den int) int { return int(float64(v) * float64(num) / float64(den)) }

func (e *emitter) chart(d *noma.Directive, c *chart.Chart, alt string, f flow) bool {
	img := &wml.Image{Name: d.Name}
	if !e.opts.Sketch {
		if img = e.chartImage(d, c, f); img == nil {
			return false
		}
		img.Alt = clean(alt + ": " + c.Describe())
	}
	e.picture(d, img)
	return true
}

// chartImage returns a chart as one of Word's own, or as a picture; nil when it can be neither.
func (e *emitter) chartImage(d *noma.Directive, c *chart.Chart, f flow) *wml.Image {
	img := &wml.Image{Name: d.Name}
	c.Accents = e.opts.Accents
	if c.Native() && !e.opts.ChartPictures {
		c.Fixed = e.doc.Audience.Client // who gets it reads, others may type larger numbers
		book, err := c.Workbook()
		if err != nil {
			return nil
		}
		img.Chart, img.Workbook = c.Part(), book
	} else {
		png, err := c.PNG()
		if err != nil {
			return nil
		}
		img.Data, img.Ext, img.PNG = c.SVG(), "svg", wml.Painted(png)
	}
	img.Width, img.Height = e.onPage(figureSize(d, int(c.Width), int(c.Height), f.textWidth()))
	return img
}

// ChartsProperty is the custom document property that holds the keys of the charts of a file, as they
// were sent (wml.ChartKey), joined by blanks. The numbers of a chart can be edited in Word.
const ChartsProperty = "NomaCharts"

func (e *emitter) plot(d *noma.Directive, f flow) {
	c, err := chart.Plot(d, func(id string) *noma.Directive {
		x, _ := e.names.Node(id).(*noma.Directive)
		return x
	})
	kind := d.AttrText("type")
	if kind == "" {
		kind = "line"
	}
	if err == nil {
		c.Comma = DecimalComma(e.doc)
	}
	shown := err == nil && e.chart(d, c, e.captionSlot(d).Value, f)
	e.caption(d)
	e.sourceLine(d)
	switch src := d.AttrText("dataset"); {
	case shown && c.Series > 1:
		e.meta(d, kind+" plot, "+strconv.Itoa(c.Points)+" points × "+strconv.Itoa(c.Series)+" series")
	case shown:
		e.meta(d, kind+" plot, "+strconv.Itoa(c.Points)+" points")
	case src != "":
		e.meta(d, kind+" plot, source: "+src)
	default:
		e.meta(d, kind+" plot")
	}
	e.content(d, f)
}

func (e *emitter) computedPlot(d *noma.Directive, f flow) {
	series, ok := e.computed().Series(d)
	kind := d.AttrText("type")
	if kind == "" {
		kind = "line"
	}
	if ok {
		xs, ys := make([]float64, len(series.Points)), make([]float64, len(series.Points))
		for i, p := range series.Points {
			xs[i], ys[i] = p.X, p.Y
		}
		title := e.captionSlot(d).Value
		ok = e.chart(d, chart.Line(title, xs, ys, kind).Style(d), title, f)
	}
	e.caption(d)
	e.line(d, metaLine(e.builder, d, computedMeta), PartMeta, StyleMeta, nil, "")
	if ok {
		e.meta(d, kind+" computed plot, "+strconv.Itoa(len(series.Points))+" points")
	} else {
		e.meta(d, "No default series could be evaluated.")
	}
	e.freeBody(d, nil)
}

// result adds the value line of a computed metric. The number is ours, not the reviewer's.
func (e *emitter) result(d *noma.Directive, frame *Frame) {
	unit, _, _ := compute.Field(d, "unit", "suffix")
	v, ok := e.computed().Metric(d)
	p := &Para{Style: StyleMetricValue, Frame: frame, Node: d, Part: PartGenerated, Segs: []Seg{{}}}
	p.Segs[0].Slot = &Slot{Name: "value", Access: Echo, Node: d}
	if ok {
		s := quantity(Number(e.doc, v), unit)
		p.Segs[0].Runs, p.Segs[0].Slot.Value = []wml.Run{{Text: clean(s), Look: e.arena.look(labelColor(frame))}}, s
	} else {
		p.Style = StyleMeta
		p.Segs[0].Runs = []wml.Run{{Text: "No default value could be evaluated."}}
	}
	e.out(p)
}

// computedKeys are the body lines of a computed block that are fields, not text.
var computedKeys = []string{"formula", "domain", "range", "title", "label", "unit"}

// freeBody adds the text of a computed block: its paragraphs but for the `key: value` lines.
func (e *emitter) freeBody(d *noma.Directive, frame *Frame) {
	fields := false
	eachLine(d.RawBody, func(_ int, line noma.Text) {
		fields = fields || fieldLine(line.S)
	})
	if !fields {
		e.nodes(d.Children, flow{frame: frame, width: 8000})
		return
	}
	// Text between field lines is shown, but belongs to lines that are also data: it is not edited.
	var keep []string
	eachLine(d.RawBody, func(_ int, line noma.Text) {
		if !fieldLine(line.S) {
			keep = append(keep, line.S)
		}
	})
	for _, para := range strings.Split(strings.TrimSpace(strings.Join(keep, "\n")), "\n\n") {
		if strings.TrimSpace(para) != "" {
			e.out(&Para{Frame: frame, Node: d, Part: PartGenerated, Segs: []Seg{{Runs: e.inline(para)}}})
		}
	}
}

func fieldLine(s string) bool {
	s = strings.TrimSpace(s)
	return slices.ContainsFunc(computedKeys, func(k string) bool { return len(s) > len(k) && s[len(k)] == ':' && strings.EqualFold(s[:len(k)], k) })
}
