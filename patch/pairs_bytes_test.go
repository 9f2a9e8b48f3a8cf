package patch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/noma"
)

// bytes: outside the place of the operation nothing has changed. What the place is follows from the
// document alone, not from the edits.
func (p *pair) bytes() error {
	text := p.thaw()
	switch p.op.Op {
	case "rename_id":
		return p.onlyIDs(text)
	case "move_block", "move_section":
		return p.onlyMoved(text)
	case "add_block", "add_comment", "add_footnote", "add_endnote", "add_change_request", "insert_child", "insert_section":
		return outside(p.text, text, p.common(text), p.common(text))
	}
	f := p.doc.File
	b := p.target().At()
	first, last := b.Line, lastLine(p.target())
	switch p.op.Op {
	case "update_attribute", "remove_attribute", "resolve_comment", "update_heading", "set_heading_level":
		last = first
	case "delete_block", "delete_child":
		// A blank line next to it goes along, and before the end of the file the line end above it.
		for first > 1 && noma.TrimSpace(f.LineSpan(first-1).Of(p.text)) == "" {
			first--
		}
		for last < f.Lines() && noma.TrimSpace(f.LineSpan(last+1).Of(p.text)) == "" {
			last++
		}
	}
	start, end := f.LineSpan(first).Start, f.LineSpan(last).End
	if strings.HasPrefix(p.op.Op, "delete_") {
		end = f.NextLine(last)
		if end == len(p.text) && start > 0 {
			start--
		}
	}
	return outside(p.text, text, start, end)
}

// outside reports whether two texts are the same but for the bytes from start to end of the first.
func outside(before, after string, start, end int) error {
	if len(after) < start+len(before)-end || after[:start] != before[:start] || !strings.HasSuffix(after, before[end:]) {
		return fmt.Errorf("bytes outside %d-%d have changed", start, end)
	}
	return nil
}

// common returns how many bytes two texts begin with, no more than leaves room for what they end with.
func (p *pair) common(text string) int {
	n := 0
	for n < len(p.text) && n < len(text) && p.text[n] == text[n] {
		n++
	}
	for n > 0 && !strings.HasSuffix(text, p.text[n:]) {
		n--
	}
	return n
}

// thaw takes frozen ids out of the result again, so that the rest can be compared.
func (p *pair) thaw() string {
	lines := strings.Split(p.result.Text, "\n")
	for _, note := range p.result.Notes {
		if note.Code != IDFrozen {
			continue
		}
		was, _ := p.doc.ByID(note.ID)
		is, _ := p.after.ByID(note.ID)
		line := &lines[is.At().Line-1]
		old := p.doc.File.LineSpan(was.At().Line).Of(p.text)
		renamed := p.renamed(old)
		for _, id := range []string{" {id=\"" + note.ID + "\"}", ` id="` + note.ID + `"`} {
			if without := strings.Replace(*line, id, "", 1); strings.TrimLeft(without, "#") == strings.TrimLeft(old, "#") || p.op.Op == "rename_id" && without == renamed {
				*line = without
				break
			}
		}
	}
	return strings.Join(lines, "\n")
}

// onlyIDs: a rename changes ids within lines. With the quotes that it may add left out and the new id
// put back, the text is the old one.
func (p *pair) onlyIDs(text string) error {
	bare := strings.NewReplacer(`"`, "", "'", "")
	was, is := strings.Split(p.text, "\n"), strings.Split(text, "\n")
	if len(was) != len(is) {
		return fmt.Errorf("%d lines have become %d", len(was), len(is))
	}
	n, _ := p.doc.ByID(p.op.From)
	for i := range was {
		if was[i] == is[i] {
			continue
		}
		back := bare.Replace(strings.ReplaceAll(is[i], p.op.To, p.op.From))
		old := bare.Replace(strings.ReplaceAll(was[i], p.op.To, p.op.From)) // references to it may have been there
		if i+1 == n.At().Line {                                             // the id may be new on the line, and white space around the braces goes
			squeeze := strings.NewReplacer(" ", "", "\t", "", "id="+p.op.From, "", "{", "", "}", "")
			back, old = squeeze.Replace(back), squeeze.Replace(old)
		}
		if back != old {
			return fmt.Errorf("line %d was %q and is %q", i+1, was[i], is[i])
		}
	}
	return nil
}

// onlyMoved: the lines of the block are where they belong with other colons, and all others are in
// the order they had. Blank lines may come and go around the two places.
func (p *pair) onlyMoved(text string) error {
	n, _ := p.doc.ByID(p.op.ID)
	m, _ := p.after.ByID(p.op.ID)
	filled := func(lines []string) []string {
		return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return noma.TrimSpace(l) == "" })
	}
	was, is := strings.Split(p.text, "\n"), strings.Split(text, "\n")
	block, moved := was[n.At().Line-1:lastLine(n)], is[m.At().Line-1:]
	moved = moved[:min(len(moved), len(block))] // a section may have got more
	if _, section := n.(*noma.Section); len(block) != len(moved) || !section && lastLine(m) != m.At().Line-1+len(block) {
		return fmt.Errorf("the block had %d lines and has %d", len(block), len(moved))
	}
	for i := range block {
		if strings.TrimLeft(block[i], ":# \t") != strings.TrimLeft(moved[i], ":# \t") {
			return fmt.Errorf("line %q of the block has become %q", block[i], moved[i])
		}
	}
	rest := filled(slices.Concat(was[:n.At().Line-1], was[lastLine(n):]))
	if got := filled(slices.Concat(is[:m.At().Line-1], is[m.At().Line-1+len(block):])); !slices.Equal(rest, got) {
		return fmt.Errorf("other lines have changed")
	}
	return nil
}
