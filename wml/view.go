package wml

import "strings"

// View picks a side of the tracked changes of a text.
type View uint8

const (
	// Current: as if every change were accepted.
	Current View = iota
	// Original: as if every change were rejected.
	Original
	// All: both sides, deleted text included.
	All
)

// Shows reports whether the run is there in the view.
func (v View) Shows(r *Run) bool {
	switch v {
	case Current:
		return r.Del == nil
	case Original:
		return r.Ins == nil
	}
	return true
}

// Text is the text of the paragraph in the view: characters, tabs and line feeds, results of
// fields and the text of controls; objects without text are left out.
func (p *Paragraph) Text(v View) string {
	if len(p.Runs) == 1 && v.Shows(&p.Runs[0]) {
		return p.Runs[0].Text
	}
	var b strings.Builder
	for i := range p.Runs {
		r := &p.Runs[i]
		if !v.Shows(r) {
			continue
		}
		switch r.Kind {
		case Text, Tab, Break, Field, Input:
			b.WriteString(r.Text)
		}
	}
	return b.String()
}

// Revised reports whether the paragraph holds a tracked change of any kind.
func (p *Paragraph) Revised() bool {
	if p.MarkIns != nil || p.MarkDel != nil || p.FormatChange {
		return true
	}
	for i := range p.Runs {
		if p.Runs[i].Ins != nil || p.Runs[i].Del != nil {
			return true
		}
	}
	return false
}
