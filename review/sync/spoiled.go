package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Text that nobody edited, and that edits beside it have made something else.

// readOtherwise reports whether lines of a source are in another one too, and are read as something else there.
func readOtherwise(was, now *noma.Document) bool {
	reads := map[reading]int{}
	for n := range noma.Walk(now) {
		reads[readingOf(now, n)]++
	}
	var lines map[string]bool
	for n := range noma.Walk(was) {
		own := readingOf(was, n)
		if reads[own]--; reads[own] >= 0 || own.kind == "" {
			continue
		}
		if lines == nil {
			lines = map[string]bool{}
			for line := range strings.Lines(now.File.Text) {
				lines[strings.TrimRight(line, "\r\n")] = true
			}
		}
		there := func(line string) bool { return lines[strings.TrimRight(line, "\r")] }
		if !slices.ContainsFunc(strings.Split(own.lines, "\n"), func(line string) bool { return !there(line) }) {
			return true
		}
	}
	return false
}

// reading is lines of a source, and what they are read as.
type reading struct{ kind, lines string }

// readingOf returns the lines of a node that are in none of its children, the zero value for a node without any.
func readingOf(d *noma.Document, n noma.Node) reading {
	first, last := n.At().Line, n.At().EndLine
	switch n := n.(type) {
	case *noma.Document, *noma.List:
		return reading{}
	case *noma.Section:
		last = first
	case *noma.ListItem:
		last = first + strings.Count(n.Content.S, "\n")
	case *noma.Directive:
		if len(n.Children) > 0 {
			last = first
		}
	}
	return reading{noma.Type(n), d.File.Text[d.File.LineSpan(first).Start:d.File.LineSpan(last).End]}
}

// spoiled tells of text that was sent, that the file shows, and that the new source does not show: an edit beside it changed how the source
// is parsed. What is generated, and what leads elsewhere and may show a title, follows the edits.
func (r *Result) spoiled(was, now *layout.Plan) {
	file := textsOfFile(r.file)
	shows := fileTexts{}.beyond(now) // below zero
	for b := range was.Body() {
		layout.EachPara(b, func(p *layout.Para) {
			runs := p.Runs()
			if p.Part != layout.PartText && p.Part != layout.PartHeading && p.Part != layout.PartCode ||
				slices.ContainsFunc(runs, func(x wml.Run) bool { return x.Link != nil || !x.Kind.IsText() }) {
				return
			}
			for line := range strings.SplitSeq(text(runs), "\n") {
				if strings.TrimSpace(line) == "" {
					continue
				}
				if file[line]--; file[line] < 0 {
					continue
				}
				if shows[line]++; shows[line] > 0 {
					f := finding{Finding: Finding{Outcome: Refused, Code: saySpoiled.code, Message: saySpoiled.text, Was: line}}
					r.left(f.of(p.Node).Finding)
				}
			}
		})
	}
}
