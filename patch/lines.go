package patch

import (
	"sort"
	"strings"

	"github.com/nomadocx/nomadocx/noma/source"
)

// Structural changes are changes of whole lines, numbered from 1 in the stage's file. Lines are what
// the contract speaks of, and they make it easy to see what two operations share. This file turns
// them into byte edits at the end of a stage.

// lineRange is the lines from first to last, both included.
type lineRange struct{ first, last int }

// insertion puts lines before the line at. One past the last line appends. Another insertion may stand at the same
// place already: one with the same key, which comes first, the one that this one directly follows, or the one that it
// goes ahead of.
type insertion struct {
	at             int
	lines          []string
	key            string
	follows, ahead *insertion

	prev, next *insertion // at the same place
}

func (i *insertion) endsBlank() bool { return i.lines[len(i.lines)-1] == "" }

// led gives an insertion ahead of one that starts with an empty line that line, and has its own for it: what it goes
// ahead of is the text behind that line.
func (i *insertion) led() *insertion {
	if i.ahead != nil && i.ahead.lines[0] == "" {
		i.lines = afterBlank(i.lines[:len(i.lines)-1])
	}
	return i
}

// region is a stretch of deleted lines and what comes in their place; last is first-1 when nothing
// is deleted.
type region struct {
	first, last int
	lines       []string
}

// regions joins deletions and insertions that touch, by rising line.
func regions(deleted []lineRange, inserted []*insertion) []region {
	var parts []region
	for _, i := range inserted {
		parts = append(parts, region{i.at, i.at - 1, i.lines})
	}
	for _, d := range deleted {
		parts = append(parts, region{d.first, d.last, nil})
	}
	// What is inserted before a line goes ahead of that line's deletion; the order of insertions at
	// one place is theirs.
	sort.SliceStable(parts, func(i, j int) bool {
		a, b := parts[i], parts[j]
		if a.first != b.first {
			return a.first < b.first
		}
		return a.last < a.first && b.last >= b.first
	})
	var out []region
	for _, p := range parts {
		if n := len(out); n > 0 && p.first <= out[n-1].last+1 {
			r := &out[n-1]
			r.last = max(r.last, p.last)
			r.lines = append(r.lines, p.lines...)
			continue
		}
		out = append(out, region{p.first, p.last, append([]string(nil), p.lines...)})
	}
	return out
}

// edit returns the region as bytes. The last line of a file has no line end: what is put after it brings
// one along, and when it goes the one before goes with it.
func (r region) edit(f *source.File, eol string) source.Edit {
	n := f.Lines()
	if r.last < n && r.first <= n {
		e := source.Edit{Span: source.Span{Start: f.LineSpan(r.first).Start, End: f.LineSpan(r.first).Start}}
		if r.last >= r.first {
			e.Span.End = f.NextLine(r.last)
		}
		if len(r.lines) > 0 {
			e.New = strings.Join(r.lines, eol) + eol
		}
		return shrink(e, f.Text)
	}
	end := len(f.Text)
	switch {
	case r.first > n:
		return source.Edit{Span: source.Span{Start: end, End: end}, New: eol + strings.Join(r.lines, eol)}
	case len(r.lines) > 0:
		return shrink(source.Edit{Span: source.Span{Start: f.LineSpan(r.first).Start, End: end}, New: strings.Join(r.lines, eol)}, f.Text)
	case r.first > 1:
		return source.Edit{Span: source.Span{Start: f.LineSpan(r.first - 1).End, End: end}}
	}
	return source.Edit{Span: source.Span{Start: 0, End: end}}
}

// shrink takes the bytes that stay off both ends of an edit, without cutting a character in two.
func shrink(e source.Edit, text string) source.Edit {
	old := e.Span.Of(text)
	n := 0
	for n < len(old) && n < len(e.New) && old[n] == e.New[n] {
		n++
	}
	for n > 0 && (n < len(old) && continues(old[n]) || n < len(e.New) && continues(e.New[n])) {
		n--
	}
	old, new := old[n:], e.New[n:]
	m := 0
	for m < len(old) && m < len(new) && old[len(old)-1-m] == new[len(new)-1-m] {
		m++
	}
	for m > 0 && continues(new[len(new)-m]) {
		m--
	}
	return source.Edit{
		Span: source.Span{Start: e.Span.Start + n, End: e.Span.End - m},
		New:  new[:len(new)-m],
	}
}

// continues reports whether a byte is inside a UTF-8 sequence.
func continues(c byte) bool { return c&0xC0 == 0x80 }

// splitLines cuts text that an operation brings along into lines, without trailing line ends.
// There is always at least one line.
func splitLines(content string) []string {
	content = strings.ReplaceAll(strings.ReplaceAll(content, "\r\n", "\n"), "\r", "\n")
	return strings.Split(strings.TrimRight(content, "\n"), "\n")
}
