package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Tracked changes in the text of comments and notes that no change request can say (see tracked_notes.go): the source
// keeps the text without them, and they are reported with their words. What was edited there without tracking is an edit.

// annotationParas returns the paragraphs of a comment or note, without paragraph ends that are only proposed.
func annotationParas(blocks []wml.Block) []*wml.Paragraph {
	blocks, _ = unsplit(blocks)
	return slices.Collect(wml.Paragraphs(blocks...))
}

// proposed reports what is proposed in a comment or note; kind is its name.
func (s *annotations) proposed(n noma.Node, kind string, paras []*wml.Paragraph, at func(*finding) *finding) {
	if !slices.ContainsFunc(paras, (*wml.Paragraph).Revised) {
		return
	}
	was, now := textOf(paras, wml.Original), textOf(paras, wml.Current)
	said := sayAnnotationProposed
	switch was {
	case "":
		said = sayAnnotationWritten
	case now:
		said = sayAnnotationFormatted
	}
	f := at(s.refuse(said.with(kind), n, was, now))
	f.Reviewer = proposers(paras)
}

// proposers returns who made the tracked changes of some paragraphs.
func proposers(paras []*wml.Paragraph) string {
	var out []string
	add := func(r *wml.Revision) {
		if r != nil && r.Author != "" && !slices.Contains(out, r.Author) {
			out = append(out, r.Author)
		}
	}
	for _, p := range paras {
		for i := range p.Runs {
			add(p.Runs[i].Ins)
			add(p.Runs[i].Del)
		}
		add(p.MarkIns)
		add(p.MarkDel)
	}
	return strings.Join(out, ", ")
}

// textOf returns the text of some paragraphs in a view, one on each line.
func textOf(paras []*wml.Paragraph, v wml.View) string {
	var lines []string
	for _, p := range paras {
		if t := layout.Text(p.Runs, v); t != "" {
			lines = append(lines, t)
		}
	}
	return strings.Join(lines, "\n")
}
