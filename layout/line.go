package layout

import (
	"slices"

	"github.com/nomadocx/nomadocx/wml"
)

// Line is a generated line: literals with slots between them, "Risk (high)" or
// "owner: Ann · status: open". Literals anchor, slots are the gaps.
type Line struct {
	Sep    string // between the groups that are shown: " · " in metadata, "" in labels
	Groups []Group
}

// Group is literal text around at most one slot. A group whose slot is empty is not shown.
type Group struct {
	Pre, Post string
	Slot      *Slot
	Runs      []wml.Run // what the slot shows
	shown     []rune    // the same as text, objects as U+FFFC; made when needed
	full      []rune    // … with the white space around it
}

func (g *Group) present() bool { return g.Slot == nil || len(g.Runs) > 0 }

func (l *Line) present() bool {
	for i := range l.Groups {
		if l.Groups[i].present() {
			return true
		}
	}
	return false
}

// segs is the line as segments of a paragraph; literal text gets the colour.
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
	first := true
	for i := range l.Groups {
		g := &l.Groups[i]
		if !g.present() {
			continue
		}
		if !first {
			lit(l.Sep)
		}
		first = false
		lit(g.Pre)
		if g.Slot != nil {
			out = append(out, Seg{Runs: a.colored(g.Runs, color), Slot: g.Slot})
		}
		lit(g.Post)
	}
	return out
}

// colored is runs with a colour where they have none.
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
// separator (that is a renamed literal), and where an old value itself looks like one of the
// line's fields only a single change is accepted. Two equally good readings are Ambiguous.
func (l *Line) Invert(got []Glyph) ([]Change, Verdict) {
	got = dropBox(got)
	text := runes(got)
	s := &search{line: l, text: text, sep: []rune(l.Sep), budget: searchBudget, at: make([][2]int, len(l.Groups))}
	for i := range l.Groups {
		g := &l.Groups[i]
		if g.Slot != nil {
			g.full, g.shown = runes(AllGlyphs(g.Runs, wml.All)), runes(Glyphs(g.Runs, wml.All))
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
	var out []Change
	for i := range l.Groups {
		g := &l.Groups[i]
		if g.Slot == nil {
			continue
		}
		if span := s.best[i]; span[0] == absent {
			if g.present() {
				out = append(out, Change{Slot: g.Slot})
			}
		} else if now := got[span[0]:span[1]]; g.differs(now) {
			out = append(out, Change{g.Slot, now})
		}
	}
	if len(out) == 0 {
		return nil, Same
	}
	return out, Edited
}

// differs compares what a slot showed with what came back. In links of ours only the text counts.
func (g *Group) differs(now []Glyph) bool {
	if g.Slot.Kind.markup() {
		return !slices.Equal(Glyphs(g.Runs, wml.All), now) && !slices.Equal(AllGlyphs(g.Runs, wml.All), now)
	}
	return !g.reads(runes(now))
}

// reads reports whether a text is what the slot showed. White space around a value is shown inside a line and
// not at its ends.
func (g *Group) reads(text []rune) bool {
	return slices.Equal(text, g.shown) || slices.Equal(text, g.full)
}

// dropBox drops the check box of a task: it is a form field, and some editors leave only its glyph.
func dropBox(g []Glyph) []Glyph {
	if len(g) > 0 && (g[0].Object == "input" || g[0].Rune == '☐' || g[0].Rune == '☒') {
		g = g[1:]
		for len(g) > 0 && isBlank(g[0].Rune) {
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

// search is the state of one inversion.
type search struct {
	line      *Line
	text, sep []rune
	pre, post [][]rune
	at        [][2]int // the reading being tried: per group the span of its value
	best      [][2]int
	kept      int
	diff      int
	found     int // readings as good as best
	budget    int
}

func (s *search) walk(g, at int, any bool) {
	if s.budget--; s.budget <= 0 {
		return
	}
	if g == len(s.line.Groups) {
		if at == len(s.text) {
			s.consider()
		}
		return
	}
	group := &s.line.Groups[g]
	if group.Slot != nil {
		s.at[g] = [2]int{absent, absent}
		s.walk(g+1, at, any)
	}
	if any {
		if !hasPrefix(s.text[at:], s.sep) {
			return
		}
		at += len(s.sep)
	}
	if !hasPrefix(s.text[at:], s.pre[g]) {
		return
	}
	from := at + len(s.pre[g])
	if group.Slot == nil {
		if hasPrefix(s.text[from:], s.post[g]) {
			s.walk(g+1, from+len(s.post[g]), true)
		}
		return
	}
	for to := from; to <= len(s.text); to++ {
		rest := s.text[to:]
		if !hasPrefix(rest, s.post[g]) || !s.canFollow(g+1, rest[len(s.post[g]):]) {
			continue
		}
		value := s.text[from:to]
		if group.Slot.Access == Volatile && !volatile(group.Slot.Name, value) {
			continue
		}
		if len(value) > 0 && !group.reads(value) && s.swallows(value, group.shown) {
			continue
		}
		if len(value) == 0 {
			s.at[g] = [2]int{absent, absent} // an emptied value is a removed field
		} else {
			s.at[g] = [2]int{from, to}
		}
		s.walk(g+1, to+len(s.post[g]), true)
	}
	// Who deletes a value takes one of the blanks around it along: "owner: · date: May".
	if from > at && isBlank(s.text[from-1]) && len(s.sep) > 0 && isBlank(s.sep[0]) && len(s.post[g]) == 0 && s.canFollow(g+1, s.text[from-1:]) {
		s.at[g] = [2]int{absent, absent}
		s.walk(g+1, from-1, true)
	}
}

func (s *search) consider() {
	kept, diff := 0, 0
	for i := range s.line.Groups {
		g := &s.line.Groups[i]
		if g.Slot == nil {
			continue
		}
		switch span := s.at[i]; {
		case span[0] == absent && !g.present():
		case span[0] != absent && g.reads(s.text[span[0]:span[1]]):
			kept++
		case span[0] != absent && s.tookOver(i, s.text[span[0]:span[1]]):
			return
		default:
			diff++
		}
	}
	switch {
	case s.found == 0 || kept > s.kept || kept == s.kept && diff < s.diff:
		s.best = append(s.best[:0], s.at...)
		s.kept, s.diff, s.found = kept, diff, 1
	case kept == s.kept && diff == s.diff && !slices.Equal(s.best, s.at):
		s.found++
	}
}

// tookOver reports whether the value of group i now holds the whole value of another group that is gone:
// the literal between them was deleted.
func (s *search) tookOver(i int, now []rune) bool {
	was := s.line.Groups[i].shown
	for k := range s.line.Groups {
		g := &s.line.Groups[k]
		if k != i && g.Slot != nil && g.present() && s.at[k][0] == absent && len(g.shown) > 0 && count(now, g.shown) > count(was, g.shown) {
			return true
		}
	}
	return false
}

// canFollow prunes: rest must be the end of the line or begin like a later group.
func (s *search) canFollow(g int, rest []rune) bool {
	if len(rest) == 0 {
		return true
	}
	if !hasPrefix(rest, s.sep) {
		return false
	}
	rest = rest[len(s.sep):]
	for ; g < len(s.line.Groups); g++ {
		if hasPrefix(rest, s.pre[g]) {
			return true
		}
	}
	return false
}

// swallows reports whether a changed value newly contains our punctuation, the separator or the name
// of another value (", size=", "owner: "): the sign that a literal was edited, not a value.
func (s *search) swallows(now, was []rune) bool {
	sep := s.sep
	if len(sep) > 1 && isBlank(sep[0]) {
		sep = sep[1:] // the blank before it goes with the end of a value that is deleted
	}
	if len(sep) > 0 && count(now, sep) > count(was, sep) {
		return true
	}
	for _, pre := range s.pre {
		if n := len(pre); n > 0 && (pre[n-1] == '=' || n > 3 && pre[n-2] == ':') && count(now, pre) > count(was, pre) {
			return true
		}
	}
	return false
}

// selfSimilar reports whether an old value contains what looks like one of the line's own fields.
func (s *search) selfSimilar() bool {
	for i := range s.line.Groups {
		for j, g := range s.line.Groups {
			if g.Slot != nil && len(s.pre[j]) > 0 && s.line.Groups[i].Slot != nil &&
				count(s.line.Groups[i].shown, append(append([]rune(nil), s.sep...), s.pre[j]...)) > 0 {
				return true
			}
		}
	}
	return false
}

// volatile: a number field or form field, or the text that is left of one.
func volatile(name string, s []rune) bool {
	for _, r := range s {
		if name == "number" && r != objectRune && (r < '0' || r > '9') || r == objectRune && len(s) > 1 {
			return false
		}
	}
	return true
}

func hasPrefix(s, prefix []rune) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i, r := range prefix {
		if s[i] != r {
			return false
		}
	}
	return true
}

func count(s, sub []rune) int {
	n := 0
	for i := 0; len(sub) > 0 && i+len(sub) <= len(s); i++ {
		if hasPrefix(s[i:], sub) {
			n++
		}
	}
	return n
}
