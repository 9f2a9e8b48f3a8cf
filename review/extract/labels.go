package extract

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/wml"
)

// Kinds of labels.
const (
	kindMetric         = "metric"
	kindComputedMetric = "computed_metric"
	kindControl        = "control"
	kindButton         = "button"
	kindExportButton   = "export_button"
	kindBlockTitle     = "block_title"
)

// label lists the paragraph if it is the label line of a block, a button or a form field.
func (p *part) label(q *para) {
	if q.blank {
		return
	}
	var kind, title string
	switch q.Style {
	case layout.StyleDirective:
		kind, title = splitLabel(p.reviewText(q.Paragraph))
	case layout.StyleAction:
		kind, title = splitAction(p.actionText(q.Paragraph))
	}
	if title == "" {
		return
	}
	p.review.note(q.Paragraph, Labels, len(p.review.Labels))
	p.review.Labels = append(p.review.Labels, Label{NativeID: p.number(Labels), Anchors: q.names,
		HasRevisions: revised(q.Paragraph), Kind: kind, Title: title, At: q.at})
}

// splitLabel reads a label line: "Metric: X" and its like, or else a title.
func splitLabel(s string) (kind, title string) {
	for _, k := range [...]struct{ words, kind string }{
		{"Metric:", kindMetric}, {"Computed metric:", kindComputedMetric}, {"Control:", kindControl},
	} {
		if rest, ok := strings.CutPrefix(s, k.words); ok && !blank(rest) {
			return k.kind, trim(rest)
		}
	}
	return kindBlockTitle, s
}

// splitAction reads the line of a button or form field.
func splitAction(s string) (kind, title string) {
	if rest, ok := strings.CutPrefix(s, "Export action:"); ok && !blank(rest) {
		if i := strings.Index(rest, " · target:"); i >= 0 {
			rest = rest[:i]
		}
		return kindExportButton, trim(rest)
	}
	if rest, ok := strings.CutPrefix(s, "Control:"); ok && !blank(rest) {
		return kindControl, trim(rest)
	}
	return kindButton, s
}

// actionText is the markup of an action line without its form field, without a link that all of it
// is, and without a bold that all of it has: these are ours.
func (p *part) actionText(q *wml.Paragraph) string {
	var runs []wml.Run
	var plain strings.Builder
	var link *wml.Link
	links := 0 // distinct links, a stretch without one counting as a link too
	for i := range q.Runs {
		r := q.Runs[i]
		if isFormField(&r) || !wml.Current.Shows(&r) {
			continue
		}
		if !blank(r.Text) && (links == 0 || r.Link != link) {
			link = r.Link
			links++
		}
		plain.WriteString(r.Text)
		runs = append(runs, r)
	}
	if links == 1 {
		for i := range runs {
			runs[i].Link = nil
		}
	}
	return uniform(trim(p.markdown(runs, wml.Current)), trim(wml.TidyBreaks(plain.String())))
}

// isFormField reports whether a run is what a form shows: a content control, or the field that a text
// control becomes in a file kept in another format (FILLIN in .odt, FORMTEXT in .doc and .rtf).
func isFormField(r *wml.Run) bool {
	if r.Kind == wml.Field && r.Field() != nil {
		word, _, _ := strings.Cut(strings.TrimSpace(r.Field().Instr), " ")
		return strings.EqualFold(word, "FILLIN") || strings.EqualFold(word, "FORMTEXT")
	}
	return r.Kind == wml.Input
}
