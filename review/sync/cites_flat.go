package reviewsync

import (
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// maxFlatMarks is how many different marks are searched for in the text of a file that has lost its fields.
const maxFlatMarks = 500

// restoreMarks makes fields again of the marks of sources in a file from an editor that keeps no fields but what they show. A
// file in which one mark is a field has lost none.
func (in *normalized) restoreMarks() {
	if !in.plan.Names.References().Marks {
		return
	}
	for p := range in.texts() {
		for i := range p.Runs {
			if _, ok := in.plan.Names.Cite(p.Runs[i].Field()); ok {
				return
			}
		}
	}
	marks := map[string]*wml.FieldCode{}
	for b := range in.plan.Body() {
		layout.EachPara(b, func(p *layout.Para) {
			for _, r := range p.Runs() {
				if _, ok := in.plan.Names.Cite(r.Field()); ok && r.Kind == wml.Field && marks[r.Text] == nil {
					marks[strings.Clone(r.Text)] = r.Field()
				}
			}
		})
	}
	if len(marks) == 0 || len(marks) > maxFlatMarks {
		return
	}
	for b := range in.plan.Body() { // what the source has as text stays text
		layout.EachPara(b, func(p *layout.Para) {
			if words := shown(p); strings.ContainsAny(words, "[(") {
				maps.DeleteFunc(marks, func(text string, _ *wml.FieldCode) bool { return strings.Contains(words, text) })
			}
		})
	}
	var texts []string
	for text := range marks {
		texts = append(texts, text)
	}
	slices.SortFunc(texts, func(a, b string) int { return len(b) - len(a) })
	for p := range in.texts() {
		in.plan.Look.Now()
		for _, text := range texts {
			restoreMark(p, text, marks[text])
		}
	}
}

// restoreMark makes a field of a text wherever it stands in a paragraph.
func restoreMark(p *wml.Paragraph, text string, code *wml.FieldCode) {
	for from := 0; from < len(p.Runs); {
		to := from
		var all strings.Builder
		for to < len(p.Runs) && p.Runs[to].Kind == wml.Text && p.Runs[to].Ins == nil && p.Runs[to].Del == nil {
			all.WriteString(p.Runs[to].Text)
			to++
		}
		at := strings.Index(all.String(), text)
		if at < 0 {
			from = to + 1
			continue
		}
		from = putField(p, from, at, text, code) + 1
	}
}

// putField puts a field in the place of a text, which begins behind so many bytes of the runs from first on, and returns the
// index of its run. What begins or ends within the text does so at the field.
func putField(p *wml.Paragraph, first, at int, text string, code *wml.FieldCode) int {
	i := first
	for at >= len(p.Runs[i].Text) {
		at -= len(p.Runs[i].Text)
		i++
	}
	j, rest := i, at+len(text)
	for rest > len(p.Runs[j].Text) {
		rest -= len(p.Runs[j].Text)
		j++
	}
	field := p.Runs[i]
	field.Kind, field.Text, field.Object, field.Link = wml.Field, text, code, nil
	var now []wml.Run
	if at > 0 {
		before := p.Runs[i]
		before.Text = before.Text[:at]
		now = append(now, before)
	}
	index := i + len(now)
	now = append(now, field)
	if behind := p.Runs[j]; rest < len(behind.Text) {
		behind.Text = behind.Text[rest:]
		now = append(now, behind)
	}
	grown := len(now) - (j + 1 - i)
	for k := range p.Points {
		switch pt := &p.Points[k]; {
		case pt.At > j:
			pt.At += grown
		case pt.At > i:
			pt.At = index + 1
		}
	}
	p.Runs = slices.Concat(p.Runs[:i], now, p.Runs[j+1:])
	return index
}
