package layout

import (
	"slices"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// Line is a generated line: literals with slots between them, "Risk (high)" or
// "owner: Ann · status: open". Literals anchor, slots are the gaps.
type Line struct {
	Sep    string // between the groups that are shown: " · " in metadata, "" in labels
	Groups []Group
	// List is the index of the first group of a list in brackets, " (size=12, ripe)", that ends the line; 0 for
	// none. The brackets are shown with the first item and go with the last.
	List int
	Box  bool // a check box stands before it, which is a form field and no part of it
}

// Group is literal text around at most one slot. A group whose slot is empty is not shown, unless it is Bare.
type Group struct {
	Pre, Post string
	Slot      *Slot
	Bare      bool      // it is there without a value: a flag, or a name with nothing behind it
	Runs      []wml.Run // what the slot shows
	Style     wml.Style // of all that it shows, whatever the value says
	shown     []rune    // the same as text, objects other than form fields as U+FFFC; made when needed
	full      []rune    // … with the white space around it, form fields as U+FFFC
}

func (g *Group) present() bool { return g.Slot == nil || g.Bare || len(g.Runs) > 0 }

// input returns the form field that is the value, nil for none.
func (g *Group) input() *wml.Control {
	if len(g.Runs) != 1 || g.Runs[0].Kind != wml.Input {
		return nil
	}
	return g.Runs[0].Control()
}

// Around a list and between its items.
const listOpen, listSep, listClose = " (", ", ", ")"

// listed reports whether group i is an item of the list.
func (l *Line) listed(i int) bool { return l.List > 0 && i >= l.List }

// before returns what stands before group i; first: it is the first group that is shown, or the first item.
func (l *Line) before(i int, first bool) string {
	switch {
	case l.listed(i) && first:
		return listOpen
	case l.listed(i):
		return listSep
	case first:
		return ""
	}
	return l.Sep
}

func (l *Line) present() bool {
	for i := range l.Groups {
		if l.Groups[i].present() {
			return true
		}
	}
	return false
}

// segs returns the line as segments of a paragraph; literal text gets the colour.
func (l *Line) segs(a *arena, color string) []Seg {
	n := 1
	for i := range l.Groups {
		if l.Groups[i].present() {
			n += 2
		}
	}
	out, look := a.segs.take(n)[:0], a.look(color)
	lit := func(s string) {
		if s == "" {
			return
		}
		if n := len(out); n > 0 && out[n-1].Slot == nil {
			out[n-1].Runs[0].Text += s
			return
		}
		out = append(out, Seg{Runs: a.oneRun(wml.Run{Text: s, Look: look})})
	}
	first, listing := true, false
	for i := range l.Groups {
		g := &l.Groups[i]
		if !g.present() {
			continue
		}
		lit(l.before(i, first || l.listed(i) && !listing))
		first, listing = false, l.listed(i)
		lit(g.Pre)
		if g.Slot != nil && len(g.Runs) > 0 {
			out = append(out, Seg{Runs: a.colored(g.Runs, color), Slot: g.Slot})
		}
		lit(g.Post)
	}
	if listing {
		lit(listClose)
	}
	return out
}

// colored returns runs with a colour where they have none.
func (a *arena) colored(runs []wml.Run, color string) []wml.Run {
	if color == "" {
		return runs
	}
	out, look := a.runs.take(len(runs)), a.look(color)
	copy(out, runs)
	for i := range out {
		if out[i].Look == nil {
			out[i].Look = look
		}
	}
	return out
}

// Set returns a paragraph as it is when a slot of its line shows other runs; none take the value out.
func (p *Para) Set(slot *Slot, runs []wml.Run) *Para {
	out, line := *p, *p.Line
	line.Groups = slices.Clone(line.Groups)
	for i := range line.Groups {
		if line.Groups[i].Slot == slot {
			line.Groups[i].Runs = runs
		}
	}
	out.Line, out.Segs = &line, line.segs(&arena{}, "")
	return &out
}

// Verdict is what Invert makes of a returned line.
type Verdict uint8

const (
	Same      Verdict = iota
	Edited            // the changes explain the line completely
	Ambiguous         // several readings are equally good
	Foreign           // text outside every slot was changed
)

// Change is a new content of one slot; empty content removes the value.
type Change struct {
	Slot *Slot
	New  []Glyph
}

// absent marks a group that is not shown in a reading.
const absent = -1

// searchBudget bounds the readings that are tried; a line beyond it is Ambiguous.
const searchBudget = 50_000

// Invert explains a returned line as an edit of this one. It places the literals in the text in
// every possible way and keeps the reading that leaves most slots as they were, then the one with
// the fewest changes. It distrusts lucky readings: a changed value may not newly contain the
// separator (that is a renamed literal), and where an old value itself resembles one of the
// line's fields only a single change is accepted. Two equally good readings are Ambiguous.
func (l *Line) Invert(got []Glyph) ([]Change, Verdict) {
	got = l.withoutBox(got)
	values, verdict := l.values(got)
	if verdict != Same {
		return nil, verdict
	}
	var out []Change
	for i := range l.Groups {
		g := &l.Groups[i]
		if g.Slot == nil {
			continue
		}
		if span := values[i]; span[0] == absent {
			if g.present() {
				out = append(out, Change{Slot: g.Slot})
			}
		} else if now := got[span[0]:span[1]]; g.differs(now) {
			out = append(out, Change{g.Slot, g.own(now)})
		}
	}
	if len(out) == 0 {
		return nil, Same
	}
	return out, Edited
}

// values returns from where to where a returned line shows each value, Same when that is clear.
func (l *Line) values(got []Glyph) ([][2]int, Verdict) {
	text := runes(got)
	s := &search{line: l, text: text, budget: searchBudget, at: make([][2]int, len(l.Groups))}
	for i := range l.Groups {
		g := &l.Groups[i]
		if g.Slot != nil {
			g.full, g.shown = runes(AllGlyphs(g.Runs, wml.All)), runes(Glyphs(g.Runs, wml.All))
			if g.input() != nil {
				g.shown = []rune(g.Runs[0].Text) // as which it may come back
			}
		}
		s.pre = append(s.pre, []rune(g.Pre))
		s.post = append(s.post, []rune(g.Post))
	}
	s.walk(0, 0, false)
	switch {
	case s.budget <= 0:
		return nil, Ambiguous
	case s.found == 0:
		return nil, Foreign
	case s.found > 1, s.diff > 1 && s.selfSimilar():
		return nil, Ambiguous
	}
	return s.best, Same
}

// Fixed returns what a returned line shows outside of its values, nil when it is no edit of this one.
func (l *Line) Fixed(got []Glyph) (out []Glyph) {
	got = l.withoutBox(got)
	values, verdict := l.values(got)
	if verdict != Same {
		return nil
	}
	for i := range values {
		if l.Groups[i].Slot == nil {
			values[i] = [2]int{absent, absent}
		}
	}
	for at, g := range got {
		if !slices.ContainsFunc(values, func(span [2]int) bool { return span[0] <= at && at < span[1] }) {
			out = append(out, g)
		}
	}
	return out
}

// own returns what a value shows without the style that the line gives it.
func (g *Group) own(now []Glyph) []Glyph {
	if g.Style == 0 {
		return now
	}
	now = slices.Clone(now)
	for i := range now {
		now[i].Style &^= g.Style
	}
	return now
}

// differs compares what a slot showed with what came back. Where links are made by us, where they lead does not count.
func (g *Group) differs(now []Glyph) bool {
	same := func(a, b Glyph) bool {
		if !g.Slot.Kind.markup() {
			a.Link, b.Link, a.Object, b.Object = "", "", "", ""
		}
		return a == b
	}
	return !slices.EqualFunc(Glyphs(g.Runs, wml.All), now, same) && !slices.EqualFunc(AllGlyphs(g.Runs, wml.All), now, same)
}

// reads reports whether a text is what the slot showed. White space around a value is shown inside a line and
// not at its ends.
func (g *Group) reads(text []rune) bool {
	return slices.Equal(text, g.shown) || slices.Equal(text, g.full)
}

// withoutBox returns what is shown without the check box of a task, of which some editors leave only the glyph.
func (l *Line) withoutBox(g []Glyph) []Glyph {
	if l.Box && len(g) > 0 && (g[0].Object == ControlObject || g[0].Rune == '☐' || g[0].Rune == '☒') {
		g = g[1:]
		for len(g) > 0 && isBlank(g[0].Rune) && g[0].Rune != '\t' { // which someone typed
			g = g[1:]
		}
	}
	return g
}

func runes(g []Glyph) []rune {
	out := make([]rune, len(g))
	for i := range g {
		out[i] = g[i].Rune
	}
	return out
}
