package layout

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// columns arranges blocks side by side, filled row by row.
func (e *emitter) columns(d *noma.Directive, f flow) {
	if t := title("title"); resolve(d, *t, "title").Value != "" {
		e.label(d, Label{Text: "Grid", Title: t, Bare: true}, nil)
	} else {
		e.anchor(d, f)
	}
	n := 2
	if v, _ := d.First("columns", "cols", "count"); v != "" {
		if x := atoi(v); x >= 1 {
			n = min(x, 6)
		}
	}
	c := &Columns{Node: d, Frame: e.tableFrame(&f)}
	c.Widths = cardWidths(f.width, n)
	i := 0
	for _, k := range e.doc.Shown(d.Children) {
		var cell []Block
		inner := &emitter{builder: e.builder, page: e.page, yield: func(b Block) bool { cell = append(cell, b); return true }}
		inner.node(k, flow{width: max(720, c.Widths[i%n]-216), story: f.story})
		if cell == nil {
			continue // a comment, a note or a change request, which stands at what it is about
		}
		if i%n == 0 {
			c.Rows = append(c.Rows, make([][]Block, n))
		}
		c.Rows[len(c.Rows)-1][i%n] = cell
		i++
	}
	if len(c.Rows) > 0 {
		e.out(c)
	}
}

// equalWidths divides a width, the remainder going to the last column.
func equalWidths(width, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = width / n
	}
	out[n-1] += width - width/n*n
	return out
}

// cardWidths divides a width so that the fills of cards are equally wide: a gap lies half in each of the two cells beside it.
func cardWidths(width, n int) []int {
	if width < 2*wml.CardGap*n {
		return equalWidths(width, n)
	}
	out := equalWidths(width-wml.CardGap*(n-1), n)
	for i := 1; i < n; i++ {
		out[i-1] += wml.CardGap / 2
		out[i] += wml.CardGap / 2
	}
	return out
}

func atoi(s string) int {
	n := 0
	for _, r := range strings.TrimSpace(s) {
		if r < '0' || r > '9' || n > 1<<20 {
			return 0
		}
		n = n*10 + int(r-'0')
	}
	return n
}

// actionLabel returns the label of a button: an attribute, the body's label line, the body, a constant.
func actionLabel(d *noma.Directive, or string) *Slot {
	return resolve(d, Field{Keys: []string{"Label", "label"}, Body: []string{"label"}, Text: true, Or: or}, "label")
}

// canonicalLabel makes a missing label go to label=, not to the legacy form that is read first.
func canonicalLabel(s *Slot) *Slot {
	if s.Origin.Kind == FromConst || s.Origin.Kind == FromNothing {
		s.Origin.Key = "label"
	}
	return s
}

func (e *emitter) button(d *noma.Directive, _ flow) {
	s := canonicalLabel(actionLabel(d, "Button"))
	runs := e.inline(s.Value)
	if l := linkTo(e.names, d.AttrText("href")); l != nil {
		for i := range runs {
			runs[i].Link, runs[i].Look = l, linkFormatting
		}
	}
	line := &Line{Groups: []Group{{Slot: s, Runs: runs}}}
	p := &Para{Style: StyleAction, Node: d, Part: PartLabel, Line: line, Segs: line.segs(e.arena, "")}
	s.Kind = Ref // the link is ours; what the reviewer edits is the text
	e.head(p, d)
	e.out(p)
}

func (e *emitter) exportButton(d *noma.Directive, _ flow) {
	format := d.AttrText("format")
	if format == "" {
		format = "text"
	}
	s := canonicalLabel(actionLabel(d, "Copy as "+format))
	line := &Line{Groups: []Group{{Pre: "Export action: ", Slot: s, Runs: e.inline(s.Value)}}}
	if t := resolve(d, ref("target"), ""); t.Value != "" {
		line.Groups = append(line.Groups, Group{Pre: " · target: ", Slot: t, Runs: e.show(Ref, t.Value)})
	}
	p := &Para{Style: StyleAction, Node: d, Part: PartLabel, Line: line, KeepNext: true, Segs: line.segs(e.arena, "")}
	e.head(p, d)
	e.out(p)
	e.line(d, metaLine(e.builder, d, Meta{text("format")}), PartMeta, StyleMeta, nil, "")
}

func controlLabel(d *noma.Directive) *Slot {
	return canonicalLabel(actionLabel(d, "Control"))
}

// control adds a form field: its label, the native content control, its properties. The value in
// the field is form data (package controls); here it is a slot nobody edits.
func (e *emitter) control(d *noma.Directive, _ flow) {
	s, colon := controlLabel(d), " "
	line := &Line{Groups: []Group{{Pre: "Control: ", Slot: s, Runs: e.inline(s.Value)}}}
	if e.doc.Audience.Client {
		if s.Origin.Kind == FromConst {
			s.Value, s.Origin.Kind = "", FromNothing
		}
		line.Groups[0], colon = Group{Slot: s, Runs: e.inline(s.Value)}, ": "
		if s.Value == "" {
			colon = ""
		}
	}
	if e.opts.Control != nil {
		if c, ok := e.opts.Control(d); ok {
			unit := ""
			if e.doc.Audience.Client {
				c.Alias = strings.TrimPrefix(c.Alias, "Control: ") // Word shows it where the field is clicked
				unit = unitSuffix(c.Text, d.AttrText("unit"))
				if _, asked := d.First("date_format", "format", "locale"); asked == "" && c.Kind == wml.Date {
					dayField(e.doc, &c)
				}
			}
			line.Groups = append(line.Groups, Group{Pre: colon, Post: unit, Slot: &Slot{Name: "value", Access: Volatile, Node: d},
				Runs: []wml.Run{{Kind: wml.Input, Object: &c, Text: c.Text}}})
		}
	}
	p := &Para{Style: StyleAction, Node: d, Part: PartLabel, Line: line, KeepNext: !e.doc.Audience.Client, Segs: line.segs(e.arena, "")}
	e.head(p, d)
	e.out(p)
	m := metaLine(e.builder, d, Meta{text("type"), {Label: "default", Keys: []string{"default"}, Body: []string{"default"}, Access: Echo},
		text("min"), text("max"), text("step")})
	e.line(d, m, PartMeta, StyleMeta, nil, "")
}

// math adds an equation on a line of its own, or one that is set like those in running text.
func (e *emitter) math(d *noma.Directive, f flow) {
	src := strings.TrimSpace(d.RawBody.S)
	p := &Para{Style: StyleMath, Node: d, Part: PartGenerated, Align: "center"}
	display := !strings.EqualFold(d.AttrText("display"), "inline")
	if !display {
		p.Align = ""
	}
	if src == "" {
		p.Segs = []Seg{{Runs: []wml.Run{{Text: "Equation", Style: wml.Italic}}}}
	} else {
		p.Segs = []Seg{{Runs: []wml.Run{{Kind: wml.Math, Text: clean(src), Display: display}}}}
	}
	if NumberedEquation(d) {
		e.numberEquation(p, d, f)
	}
	e.head(p, d)
	e.out(p)
}

// NumberedEquation reports whether a ::math has a number.
func NumberedEquation(d *noma.Directive) bool { return truth(d, "numbered") }

// numberEquation puts an equation into the middle of its line and its number at the end, between brackets. The bookmark covers both
// brackets, so that a REF field shows "(2)". An equation that shares its line is none of its own to Word.
func (e *emitter) numberEquation(p *Para, d *noma.Directive, f flow) {
	p.Align, p.Middle, p.AnchorFrom = "", f.width/2, 1
	tab := wml.Run{Kind: wml.Tab, Text: "\t"}
	equation := p.Segs[0].Runs[0]
	equation.Display, equation.Limits = false, equation.Display
	number := wml.Run{Kind: wml.Field, Text: strconv.Itoa(e.captionNo[d]), Object: sequenceFields["Equation"]}
	p.Segs = []Seg{{Runs: []wml.Run{tab, equation, tab}}, {Runs: []wml.Run{{Text: "("}, number, {Text: ")"}}}}
}

// source shows a body we cannot draw as what it is.
func (e *emitter) source(d *noma.Directive, word, meta string) {
	switch {
	case e.numbered(d):
		e.caption(d)
	case e.doc.Audience.Client:
		e.headless(d, nil)
	default:
		line := &Line{Groups: []Group{{Pre: word}}}
		p := &Para{Style: StyleDirective, Node: d, Part: PartLabel, Line: line, KeepNext: true, Segs: line.segs(e.arena, frameCustom.Text)}
		e.head(p, d)
		e.out(p)
	}
	if meta != "" {
		e.meta(d, meta)
	}
	body := d.RawBody
	if strings.TrimSpace(body.S) == "" && d.HasBody {
		body = noma.Text{S: d.Body}
	}
	e.code(d, body, nil)
}

func (e *emitter) hatch(d *noma.Directive, _ flow) {
	if e.doc.Audience.Client {
		return // a reader of Word cannot see what it makes
	}
	word := strings.ToUpper(d.Name)
	if d.Name == "script" {
		word = "Script"
	}
	e.source(d, word, "")
}

// StateChange is what the label of a delta begins with. The value it was changed from is struck out below it.
const StateChange = "State change"

// stateChange adds a delta against another block.
func (e *emitter) stateChange(d *noma.Directive, f flow) {
	line, frame := &Line{Groups: []Group{{Pre: StateChange}}}, f.nested(frameDelta)
	sep := ": "
	for _, x := range []struct {
		f   Field
		sep string
	}{{ref("block"), ": "}, {text("attribute"), " · "}} {
		s := resolve(d, x.f, "")
		line.Groups = append(line.Groups, Group{Pre: sep, Slot: s, Runs: e.show(x.f.Kind, s.Value)})
		sep = " · "
	}
	p := &Para{Style: StyleDirective, Frame: frame, Node: d, Part: PartLabel, Line: line, KeepNext: true, Segs: line.segs(e.arena, frameDelta.Text)}
	e.head(p, d)
	e.out(p)
	from, to := resolve(d, text("from"), ""), resolve(d, text("to"), "")
	if from.Value != "" && to.Value != "" {
		a, b := e.inline(from.Value), e.inline(to.Value)
		for i := range a {
			a[i].Style |= wml.Strike
		}
		l := &Line{Groups: []Group{{Pre: "From ", Slot: from, Runs: a, Style: wml.Strike}, {Pre: " to ", Slot: to, Runs: b}}}
		e.line(d, l, PartMeta, "", frame, "")
	}
	e.content(d, flow{frame: frame, width: f.width, story: f.story})
	l := &Line{Sep: " · "}
	for _, x := range []Field{text("at"), text("why", "reason")} {
		s := resolve(d, x, "")
		l.Groups = append(l.Groups, Group{Pre: x.Label + " ", Slot: s, Runs: e.inline(s.Value)})
	}
	e.line(d, l, PartMeta, StyleMeta, frame, "")
}

// looseRequest adds a change request that belongs to nothing: it shows where it stands.
func (e *emitter) looseRequest(d *noma.Directive, f flow) {
	if e.names.Target(d) != nil || !ReadRequest(d).Shown() || f.story != PartText {
		return
	}
	yield := e.yield
	defer func() { e.yield = yield }()
	e.yield = func(b Block) bool {
		if p, ok := b.(*Para); ok {
			p.Loose = true
		}
		return yield(b)
	}
	e.request(d, f)
}

func (e *emitter) looseComment(d *noma.Directive, f flow) {
	if e.attachments[d] == nil || f.story != PartText {
		return
	}
	e.label(d, Label{Text: "Comment"}, f.nested(frameComment))
}

func (e *emitter) looseNote(d *noma.Directive, f flow) {
	if e.names.inText(d) {
		return // it shows at its mark
	}
	if e.names.Target(d) != nil || Withdrawn(d) || f.story != PartText {
		return
	}
	e.label(d, Label{Text: ReadableName(d.Name), Title: title("label"), Bare: true}, nil)
}
