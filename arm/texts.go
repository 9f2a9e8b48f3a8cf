package arm

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// The text of a document line by line, on either side of its tracked changes.

// line is a paragraph of the main story. Row is the table row it is in when that row as a whole is tracked.
type line struct {
	*wml.Paragraph
	row   *wml.Row
	block int // of the story
	// request tells that it shows a change request as a block of its own: its label, or what it puts in and takes out.
	// That is no text of the document.
	request bool
}

// linesOf returns the paragraphs of the main story in their order.
func linesOf(d *wml.Document) (out []line) {
	var walk func(blocks []wml.Block, row *wml.Row, top int)
	walk = func(blocks []wml.Block, row *wml.Row, top int) {
		for i, b := range blocks {
			at := top
			if at < 0 {
				at = i
			}
			switch b := b.(type) {
			case *wml.Paragraph:
				out = append(out, line{Paragraph: b, row: row, block: at})
			case *wml.Table:
				for k := range b.Rows {
					of := row
					if r := &b.Rows[k]; r.Ins != nil || r.Del != nil {
						of = r
					}
					for c := range b.Rows[k].Cells {
						walk(b.Rows[k].Cells[c].Blocks, of, at)
					}
				}
			}
		}
	}
	for _, s := range d.Stories {
		if s.Kind == wml.MainStory {
			walk(s.Blocks, nil, -1)
		}
	}
	label := -1
	for i := range out {
		ours := slices.ContainsFunc(bookmarksOf(out[i].Paragraph), func(name string) bool { return strings.HasPrefix(name, "n_") })
		labels := strings.HasPrefix(out[i].Text(wml.Current), layout.MarkerPrefix) || strings.HasPrefix(out[i].Text(wml.Original), layout.MarkerPrefix)
		switch {
		case labels && (ours || i+1 < len(out) && out[i+1].Revised()):
			label = i
		case label < 0 || ours || headingOf(out[i].Paragraph) > 0 || i > label+1 && !out[i].Revised():
			label = -1
		}
		out[i].request = label >= 0
	}
	return out
}

// shows reports whether a line is there in a view at all.
func (l line) shows(v wml.View) bool {
	if l.request {
		return false
	}
	if l.row == nil {
		return true
	}
	return (v != wml.Current || l.row.Del == nil) && (v != wml.Original || l.row.Ins == nil)
}

// joined reports whether a line goes on in the next one in a view: its end is put in, or taken out, with tracking.
func (l line) joined(v wml.View) bool {
	return v == wml.Current && l.MarkDel != nil || v == wml.Original && l.MarkIns != nil
}

// textsOf returns the text of each anchor in a view, and under "" that of the whole story. Lines without text are left out:
// they come and go.
func textsOf(lines []line, x *anchorIndex, v wml.View) map[string]string {
	parts := map[string]*strings.Builder{"": {}}
	o, open := outline{}, false // open: the line before goes on here
	for _, l := range lines {
		text := l.Text(wml.Current)
		at := x.at(o.next(bookmarksOf(l.Paragraph), headingOf(l.Paragraph)), text)
		if !l.shows(v) {
			continue
		}
		if v != wml.Current {
			text = l.Text(v)
		}
		for _, id := range append([]string{""}, at...) {
			b := parts[id]
			if b == nil {
				b = &strings.Builder{}
				parts[id] = b
			}
			if text != "" && b.Len() > 0 && !open {
				b.WriteByte('\n')
			}
			b.WriteString(text)
		}
		if text != "" {
			open = false
		}
		open = open || l.joined(v)
	}
	out := map[string]string{}
	for id, b := range parts {
		out[id] = b.String()
	}
	return out
}

// contextBytes is how much of the text around a change is noted.
const contextBytes = 48

// settled reports whether a run is the same on both sides of all tracked changes.
func settled(r *wml.Run) bool { return r.Ins == nil && r.Del == nil }

// around returns the text before and behind the runs [first, last] of line n, as far as no other tracked change is in it.
func around(lines []line, n, first, last int) (prefix, suffix string) {
	l := lines[n]
	if l.row == nil {
		prefix, suffix = l.stretch(first-1, -1), l.stretch(last+1, 1)
	}
	start := l.row != nil || l.reaches(first-1, -1)
	end := l.row != nil || l.reaches(last+1, 1)
	for k := n - 1; start && k >= 0 && len(prefix) < contextBytes; k-- {
		b := lines[k]
		if b.row != nil && b.row == l.row {
			continue
		}
		if b.row != nil || b.MarkIns != nil || b.MarkDel != nil && b.Text(wml.All) == "" {
			break
		}
		prefix = b.stretch(len(b.Runs)-1, -1) + "\n" + prefix
		start = b.reaches(len(b.Runs)-1, -1)
	}
	for k := n + 1; end && k < len(lines) && len(suffix) < contextBytes; k++ {
		b := lines[k]
		if b.row != nil && b.row == l.row {
			continue
		}
		if b.row != nil {
			break
		}
		suffix += "\n" + b.stretch(0, 1)
		end = b.reaches(0, 1) && b.MarkIns == nil && b.MarkDel == nil
	}
	return tidyLines(tailOf(prefix, contextBytes)), tidyLines(headOf(suffix, contextBytes))
}

// stretch returns the text from run i on, in a direction, up to a tracked change.
func (l line) stretch(i, step int) string {
	out := ""
	for ; i >= 0 && i < len(l.Runs) && settled(&l.Runs[i]) && len(out) < 2*contextBytes; i += step {
		if r := &l.Runs[i]; r.HasText() && step > 0 {
			out += r.Text
		} else if r.HasText() {
			out = r.Text + out
		}
	}
	return out
}

// reaches reports whether there is no tracked change from run i to the edge of the paragraph.
func (l line) reaches(i, step int) bool {
	for ; i >= 0 && i < len(l.Runs); i += step {
		if !settled(&l.Runs[i]) {
			return false
		}
	}
	return true
}

// tidyLines returns a text without its empty lines.
func tidyLines(s string) string {
	for strings.Contains(s, "\n\n") {
		s = strings.ReplaceAll(s, "\n\n", "\n")
	}
	return s
}

// headOf returns the beginning of a text, at most so many bytes, cut between characters.
func headOf(s string, n int) string {
	if len(s) <= n {
		return s
	}
	at := 0
	for i := range s {
		if i > n {
			break
		}
		at = i
	}
	return s[:at]
}

// decided tells from a text what became of a change, by its words and those around it; "" when the text does not say:
// it has both sides, or neither.
func decided(a Artifact, n Native, text string) string {
	old, now := a.OldText, a.Text
	switch a.Kind {
	case "deletion":
		old, now = a.Text, ""
	case "insertion":
		old = ""
	}
	prefix, suffix := n.Prefix, n.Suffix
	if prefix == "" && suffix == "" {
		switch p := a.Place; p.Relation {
		case "after":
			prefix = p.Exact
		case "before":
			suffix = p.Exact
		default:
			prefix, suffix = p.Prefix, p.Suffix
		}
	}
	// The text has a line break at its own edges, as the words around a whole paragraph have one.
	text = "\n" + text + "\n"
	accepted, rejected := tidyLines(prefix+now+suffix), tidyLines(prefix+old+suffix)
	has, had := strings.Contains(text, accepted), strings.Contains(text, rejected)
	switch {
	case accepted == rejected:
		return ""
	case prefix+suffix == "" && has && had && strings.Count(text, rejected) > strings.Count(text, accepted)*strings.Count(accepted, rejected):
		return "" // words that stand elsewhere as well
	case prefix+suffix == "" && (a.Kind == "insertion" && has || a.Kind == "deletion" && had):
		return ""
	case strings.Contains(accepted, rejected) && has, has && !had:
		return "accept"
	case strings.Contains(rejected, accepted) && had, had && !has:
		return "reject"
	}
	return ""
}

// changedLater reports whether a later turn that was accepted changes what an artifact puts in.
func changedLater(artifacts []Artifact, i int) bool {
	a := &artifacts[i]
	return slices.ContainsFunc(artifacts[i+1:], func(c Artifact) bool {
		from := c.quote()
		return c.State == Accepted && c.Kind != "comment" && c.Kind != "insertion" && c.AnchorID == a.AnchorID && from != "" &&
			(strings.Contains(a.Text, from) || strings.Contains(from, a.Text))
	})
}
