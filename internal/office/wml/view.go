package wml

import (
	"iter"
	"strings"
)

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

// RunsIn returns the runs that are there in the view, with their indices.
func (p *Paragraph) RunsIn(v View) iter.Seq2[int, *Run] {
	return func(yield func(int, *Run) bool) {
		for i := range p.Runs {
			if r := &p.Runs[i]; v.Shows(r) && !yield(i, r) {
				return
			}
		}
	}
}

// HasText reports whether Run.Text is part of the text of the paragraph.
func (r *Run) HasText() bool {
	return r.Kind.IsText() || r.Kind == Field || r.Kind == Input
}

// Text returns the text of the paragraph in the view: characters, tabs and line feeds, results of
// fields and the text of controls; objects without text are left out.
func (p *Paragraph) Text(v View) string {
	var only *Run // as long as one run has it all, nothing is copied
	var b strings.Builder
	for i := range p.Runs {
		r := &p.Runs[i]
		if !r.HasText() || !v.Shows(r) || r.Text == "" {
			continue
		}
		switch {
		case only == nil:
			only = r
			continue
		case b.Len() == 0:
			b.WriteString(only.Text)
		}
		b.WriteString(r.Text)
	}
	if b.Len() == 0 && only != nil {
		return only.Text
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
