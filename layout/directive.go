package layout

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/noma"
)

// directive lays out any directive: by its entry in the table, by its function here, or by the
// readable fallback for names nobody knows.
func (e *emitter) directive(d *noma.Directive, f flow) {
	f.open = false // what follows the blocks inside may need what came before them
	switch {
	case byName[d.Name] != nil:
		e.spec(d, LookupFor(e.doc, d.Name), f)
	case special[d.Name] != nil:
		special[d.Name](e, d, f)
	default:
		e.custom(d, f)
	}
	e.unheaded()
	if e.panel.node == noma.Node(d) {
		e.panel = headlessBlock{}
	}
	if !d.Is(noma.Annotates | noma.Apart) {
		e.requests(d, f)
	}
}

// special are the directives that need code; the table has the others. Filled in init, because the
// functions lead back here.
var special map[string]func(*emitter, *noma.Directive, flow)

func init() {
	nothing := func(*emitter, *noma.Directive, flow) {}
	special = map[string]func(*emitter, *noma.Directive, flow){
		"section": (*emitter).through, "hero": (*emitter).through, "tabs": (*emitter).through, "accordion": (*emitter).through,
		"grid": (*emitter).columns, "columns": (*emitter).columns,
		"table": (*emitter).table, "dataset": (*emitter).dataset, "computed_table": (*emitter).computedTable,
		"figure": (*emitter).figure, "plot": (*emitter).plot, "computed_plot": (*emitter).computedPlot,
		"button": (*emitter).button, "export_button": (*emitter).exportButton, "control": (*emitter).control,
		"math": (*emitter).math, "diagram": (*emitter).diagram, "plotly": (*emitter).plotly,
		"html": (*emitter).hatch, "svg": (*emitter).hatch, "script": (*emitter).hatch,
		"toc": (*emitter).toc, "pagebreak": (*emitter).pageBreak, "page_setup": (*emitter).pageSetup,
		"state_change": (*emitter).stateChange, "change_request": (*emitter).looseRequest,
		"comment": (*emitter).looseComment, "footnote": (*emitter).looseNote, "endnote": (*emitter).looseNote,
		"header": nothing, "footer": nothing, "doc_protection": nothing,
	}
}

// Known reports whether a directive name belongs to the format.
func Known(name string) bool { return byName[name] != nil || special[name] != nil }

// spec lays a directive out by its entry in the table.
func (e *emitter) spec(d *noma.Directive, s *Spec, f flow) {
	frame := f.nested(s.Frame.frame(d))
	for _, part := range s.Parts {
		switch part := part.(type) {
		case Label:
			e.label(d, part, frame)
		case Meta:
			e.shownLine(Para{Style: StyleMeta, Frame: frame, Node: d, Part: PartMeta, Line: metaLine(e.builder, d, part)}, "")
		case Value:
			e.value(d, part, frame)
		case Result:
			e.result(d, frame)
		case Body:
			e.specBody(d, s, frame, f)
		}
	}
	if d.Name == "bibliography" {
		e.bibliography(d, frame)
	}
}

func (e *emitter) specBody(d *noma.Directive, s *Spec, frame *Frame, f flow) {
	switch {
	case s.code(d):
		e.code(d, d.RawBody, frame)
	case d.Name == "metric" && metricFromBody(d):
		// The body is the value and has been shown.
	case d.Name == "computed_metric":
		e.freeBody(d, frame)
	default:
		e.content(d, flow{frame: frame, width: f.width, story: f.story})
	}
}

// label emits the first line of a block.
func (e *emitter) label(d *noma.Directive, l Label, frame *Frame) {
	line := &Line{Groups: e.arena.groups.take(3)[:0], Box: l.Check}
	word := l.Words(e.doc, d)
	var titled *Group
	switch {
	case l.routed(d):
		method, path := resolve(d, l.Route[0], "method"), resolve(d, l.Route[1], "path")
		method.Value = strings.ToUpper(method.Value)
		line.Groups = append(line.Groups, Group{Pre: word + ":"})
		for _, s := range []*Slot{method, path} {
			line.Groups = append(line.Groups, Group{Pre: " ", Slot: s, Runs: e.inline(s.Value)})
		}
	case l.Title != nil:
		s := e.resolve(d, l.Title, "title")
		titled = &Group{Pre: ": ", Slot: s, Runs: e.show(l.Title.Kind, s.Value)}
		if word == "" || l.Bare && (l.BareFor == "" || l.BareFor == word) {
			titled.Pre = ""
			if s.Value == "" && word != "" {
				s.Value, s.Origin.Kind, titled.Runs = word, FromConst, []wml.Run{{Text: word}}
			}
			word = ""
		}
	}
	if len(line.Groups) == 0 && word != "" {
		line.Groups = append(line.Groups, Group{Pre: word})
	}
	if l.Badge != nil && !(l.Check && Done(d)) {
		s := e.resolve(d, l.Badge, "")
		line.Groups = append(line.Groups, Group{Pre: " (" + l.Badge.Prefix, Post: ")", Slot: s, Runs: e.inline(s.Value)})
	}
	if titled != nil {
		line.Groups = append(line.Groups, *titled)
	}
	if !line.present() && !l.Check {
		e.headless(d, frame)
		if frame != nil {
			e.panel, e.opening = headlessBlock{d, frame}, e.opening || frame.Depth == 0
		}
		return
	}
	p := e.arena.para(Para{Style: StyleDirective, Frame: frame, Node: d, Part: PartLabel, Line: line, KeepNext: true, Follows: Follows(e.doc, d), Segs: line.segs(e.arena, labelColor(frame))})
	if l.Check && e.opts.Control != nil {
		if c, ok := e.opts.Control(d); ok {
			box := wml.Run{Kind: wml.Input, Object: &c, Text: c.Text}
			p.Segs = append([]Seg{{Runs: []wml.Run{box, {Text: " "}}}}, p.Segs...)
		}
	}
	e.head(p, d)
	if titled != nil {
		aroundTitle(p, titled.Slot)
	}
	e.out(p)
}

// Follows reports whether a block stays on the page of the one before, which it is about: evidence below its claim, and what says for= of
// its neighbour.
func Follows(doc *noma.Document, n noma.Node) bool {
	d, ok := n.(*noma.Directive)
	if !ok || d.Parent == nil {
		return false
	}
	siblings := d.Parent.Kids()
	for i := min(d.Index, len(siblings)) - 1; i >= 0; i-- {
		before, ok := siblings[i].(*noma.Directive)
		switch {
		case ok && before.Is(noma.Annotates) || doc.LeftOut(siblings[i]):
			continue
		case ok && before.Name == "claim" && (d.Name == "evidence" || d.Name == "counterevidence"):
			return true
		}
		id := siblings[i].At().ID
		return id != "" && id == d.AttrText("for")
	}
	return false
}

// aroundTitle makes the bookmarks of a block enclose no more than its title, which REF fields then show.
func aroundTitle(p *Para, title *Slot) {
	if d, ok := p.Node.(*noma.Directive); !ok || BlockTitle(d) == "" {
		return
	}
	if i := slices.IndexFunc(p.Segs, func(s Seg) bool { return s.Slot == title }); i >= 0 {
		p.AnchorFrom, p.AnchorSegs = i, i+1
	}
}

// BlockTitle returns the words of the title that the label of a block shows, which references to it show too; "" for none.
func BlockTitle(d *noma.Directive) string {
	f := Field{Keys: []string{"title", "caption"}, StringOnly: true}
	if spec := byName[d.Name]; spec != nil {
		i := slices.IndexFunc(spec.Parts, func(p Part) bool {
			l, ok := p.(Label)
			return ok && l.Title != nil && l.Title.Access != Echo && !l.routed(d)
		})
		if i < 0 {
			return ""
		}
		f = *spec.Parts[i].(Label).Title
	} else if Known(d.Name) {
		return ""
	}
	s := resolve(d, f, "")
	if s.Origin.Kind != FromAttr {
		return ""
	}
	return wordsOf(s.Value)
}

// routed reports whether the label of a block shows "METHOD path" in place of its title.
func (l *Label) routed(d *noma.Directive) bool {
	return l.Route != nil && (resolve(d, l.Route[0], "").Value != "" || resolve(d, l.Route[1], "").Value != "")
}

func labelColor(f *Frame) string {
	if f == nil {
		return frameTask.Text
	}
	return f.Text
}

// metaLine returns a metadata line with all its fields, the absent ones too: a reviewer may add them.
func metaLine(b *builder, d *noma.Directive, m Meta) *Line {
	l := &Line{Sep: " · ", Groups: b.arena.groups.take(len(m))[:0]}
	for i := range m {
		s := b.resolve(d, &m[i], "")
		pre, runs := m[i].before(), b.show(m[i].Kind, s.Value)
		if b.doc.Audience.Client {
			pre = m[i].Shown(b.doc) + " "
			switch shown := SourceShown(b.doc, s.Value); {
			case m[i].Kind != Ref || shown == s.Value:
			case shown == "":
				continue
			default:
				s.Access, runs = Echo, b.inline(shown)
			}
		}
		l.Groups = append(l.Groups, Group{Pre: pre, Slot: s, Runs: runs})
	}
	return l
}

// value adds the value line of a metric.
func (e *emitter) value(d *noma.Directive, v Value, frame *Frame) {
	number, unit := e.resolve(d, &v.Number, "value"), e.resolve(d, &v.Unit, "unit")
	if number.Value == "" {
		return
	}
	number.Kind, number.Unit = Quantity, unit.Value
	runs := e.inline(number.Value)
	if u := unitSuffix(number.Value, unit.Value); u != "" {
		runs = append(runs, wml.Run{Text: clean(u)})
	}
	l := &Line{Groups: []Group{{Slot: number, Runs: runs}}}
	e.line(d, l, PartValue, StyleMetricValue, frame, labelColor(frame))
}

func metricFromBody(d *noma.Directive) bool {
	v, _ := d.First("value", "current", "amount")
	return v == "" && d.HasBody
}

// custom adds the readable fallback for a directive of somebody else's: its name in words, its title,
// its attributes in parentheses, its content.
func (e *emitter) custom(d *noma.Directive, f flow) {
	t := resolve(d, Field{Keys: []string{"title", "caption"}, StringOnly: true}, "title")
	frame := f.nested(frameCustom)
	if e.doc.Audience.Client {
		e.label(d, Label{Title: title("title", "caption")}, frame)
		e.content(d, flow{frame: frame, width: f.width, story: f.story})
		return
	}
	line := &Line{Groups: []Group{{Pre: ReadableName(d.Name)}, {Pre: ": ", Slot: t, Runs: e.inline(t.Value)}}}
	line.List = len(line.Groups)
	for _, a := range d.Attrs {
		switch a.Key {
		case "id", "title", "caption", "variant":
			continue
		}
		if last, _ := d.Attr(a.Key); last.Span != a.Span {
			continue // given twice: the last one counts
		}
		s := &Slot{Name: a.Key, Value: a.Value.Text(), Node: d, Origin: Origin{Kind: FromAttr, Key: a.Key}}
		g := Group{Pre: ReadableKey(a.Key) + "=", Slot: s, Runs: e.inline(s.Value)}
		if a.Value.Kind == noma.Bool && a.Value.Bool {
			s.Kind = Flag
			g = Group{Pre: ReadableKey(a.Key), Slot: s, Bare: true}
		}
		g.Bare = g.Bare || len(g.Runs) == 0
		line.Groups = append(line.Groups, g)
	}
	p := &Para{Style: StyleDirective, Frame: frame, Node: d, Part: PartLabel, Line: line, KeepNext: true, Segs: line.segs(e.arena, frameCustom.Text)}
	e.head(p, d)
	aroundTitle(p, t)
	e.out(p)
	e.content(d, flow{frame: frame, width: f.width, story: f.story})
}

// through adds a container without a line of its own.
func (e *emitter) through(d *noma.Directive, f flow) {
	e.anchor(d, f)
	e.content(d, f)
}
