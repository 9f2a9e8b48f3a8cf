package layout

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/nomadocx/nomadocx/internal/office/wml"
)

// nasty values resemble the literals of the lines they stand in.
var nasty = []string{"open", "Ann", "A · status: done", "owner: x", "Note: y", "high) (low", "(b)", "a: b: c", "·", "x", "12", "%",
	"Risk", "Risk (high)", "https://example.org/a?b=c", "ü·ü", "severity: low · owner: Z", "confidence=3", ", lead=x"}

// lineOf draws a line of one of the table's blocks with values in its fields.
func lineOf(t *rapid.T) *Line {
	spec := rapid.SampledFrom(Table()).Draw(t, "block")
	l := &Line{}
	add := func(pre, post string, f Field) {
		v := ""
		if rapid.IntRange(0, 2).Draw(t, "set") > 0 {
			v = rapid.SampledFrom(nasty).Draw(t, "value")
		}
		g := Group{Pre: pre, Post: post, Slot: &Slot{Name: f.Label, Value: v}}
		if v != "" {
			g.Runs = []wml.Run{{Text: v}}
		}
		l.Groups = append(l.Groups, g)
	}
	part := rapid.SampledFrom(spec.Parts).Draw(t, "part")
	switch p := part.(type) {
	case Label:
		l.Groups = append(l.Groups, Group{Pre: p.Text})
		if p.Badge != nil {
			add(" ("+p.Badge.Prefix, ")", *p.Badge)
		}
		if p.Title != nil {
			add(": ", "", *p.Title)
		}
	case Meta:
		l.Sep = " · "
		for _, f := range p {
			add(f.Label+": ", "", f)
		}
	default:
		add("", "", Field{Label: "value"})
	}
	return l
}

func (l *Line) glyphs() []Glyph {
	var runs []wml.Run
	for _, s := range l.segs(&arena{}, "") {
		runs = append(runs, s.Runs...)
	}
	return Glyphs(runs, wml.All)
}

func with(l *Line, i int, v string) *Line {
	c := &Line{Sep: l.Sep, Groups: append([]Group(nil), l.Groups...)}
	c.Groups[i].Runs = nil
	if v != "" {
		c.Groups[i].Runs = []wml.Run{{Text: v}}
	}
	return c
}

// Quiet: a line that came back as it was sent has no changes.
func TestLineQuiet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := lineOf(t)
		if ch, v := l.Invert(l.glyphs()); v != Same || len(ch) > 0 {
			t.Fatalf("%q: %v %v", string(runes(l.glyphs())), v, ch)
		}
	})
}

// Faithful: an edit of one slot is either read back so that the line shows it again, or refused.
func TestLineFaithful(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := lineOf(t)
		var slots []int
		for i, g := range l.Groups {
			if g.Slot != nil {
				slots = append(slots, i)
			}
		}
		if len(slots) == 0 {
			return
		}
		i := rapid.SampledFrom(slots).Draw(t, "slot")
		v := rapid.SampledFrom(append(nasty, "")).Draw(t, "new")
		got := with(l, i, v).glyphs()
		changes, verdict := l.Invert(got)
		if verdict == Same && string(runes(got)) != string(runes(l.glyphs())) {
			t.Fatalf("silent: %q became %q", string(runes(l.glyphs())), string(runes(got)))
		}
		if verdict != Edited {
			return
		}
		again := l
		for _, c := range changes {
			for k := range l.Groups {
				if l.Groups[k].Slot == c.Slot {
					again = with(again, k, PlainText(c.New))
				}
			}
		}
		if a, b := string(runes(again.glyphs())), string(runes(got)); a != b {
			t.Fatalf("sent %q, returned %q, shows %q", string(runes(l.glyphs())), b, a)
		}
	})
}

// A renamed literal is never taken for a changed value.
func TestRenamedLiteral(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := lineOf(t)
		var shown []int
		for i := range l.Groups {
			if g := &l.Groups[i]; g.Pre != "" && g.present() {
				shown = append(shown, i)
			}
		}
		if len(shown) == 0 {
			return
		}
		i := rapid.SampledFrom(shown).Draw(t, "group")
		c := &Line{Sep: l.Sep, Groups: append([]Group(nil), l.Groups...)}
		c.Groups[i].Pre = "Hazard"
		if l.Sep != "" {
			c.Groups[i].Pre = "boss: "
		}
		if l.Groups[i].Pre == ": " {
			return // "Card: Title" with another colon is a changed title
		}
		got := c.glyphs()
		if string(runes(got)) == string(runes(l.glyphs())) {
			return
		}
		if changes, v := l.Invert(got); v == Edited {
			t.Fatalf("%q became %q: %v", string(runes(l.glyphs())), string(runes(got)), changes)
		}
	})
}

// Who deletes a value with one of the blanks around it has deleted the value, not changed it into what
// follows.
func TestDeletedWithItsBlank(t *testing.T) {
	group := func(pre, v string) Group {
		return Group{Pre: pre, Slot: &Slot{Name: pre, Value: v}, Runs: []wml.Run{{Text: v}}}
	}
	l := &Line{Sep: " · ", Groups: []Group{group("owner: ", "open"), group("date: ", "May"), group("by: ", "Ann")}}
	for _, c := range []struct{ now, gone string }{
		{"owner: · date: May · by: Ann", "owner: "},
		{"owner: open · date: · by: Ann", "date: "},
		{"owner:  · date: May · by: Ann", "owner: "},
	} {
		changes, verdict := l.Invert(Glyphs([]wml.Run{{Text: c.now}}, wml.All))
		if verdict != Edited || len(changes) != 1 || changes[0].Slot.Name != c.gone || len(changes[0].New) > 0 {
			t.Errorf("%q: %v %+v", c.now, verdict, changes)
		}
	}
}

// Who deletes what stands between two values has not changed the first of them: the line is refused.
func TestDeletedBetweenValues(t *testing.T) {
	group := func(pre, v string) Group {
		return Group{Pre: pre, Slot: &Slot{Name: pre, Value: v}, Runs: []wml.Run{{Text: v}}}
	}
	l := &Line{Sep: " · ", Groups: []Group{group("owner: ", "Ann"), group("date: ", "May"), group("by: ", "Ben")}}
	for _, now := range []string{"owner: Ann·May · by: Ben", "owner: Ann date: May · by: Ben", "owner: Ann · date: May by: Ben", "owner: Ann· date: May · by: Ben"} {
		if changes, verdict := l.Invert(Glyphs([]wml.Run{{Text: now}}, wml.All)); verdict != Foreign {
			t.Errorf("%q: %v %+v", now, verdict, changes)
		}
	}
}
