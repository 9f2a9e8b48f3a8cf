package extract

import (
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
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
	kind, title := p.splitLabel(q.Paragraph)
	if title == "" {
		return
	}
	p.review.note(q.Paragraph, Labels, len(p.review.Labels))
	p.review.Labels = append(p.review.Labels, Label{NativeID: p.number(Labels), Anchors: q.names,
		HasRevisions: revised(q.Paragraph), Kind: kind, Title: title, At: q.at})
}

// splitLabel reads a label line.
func (p *part) splitLabel(q *wml.Paragraph) (kind, title string) {
	switch q.Style {
	case layout.StyleDirective:
		return p.split(labelRuns(q, false), kindBlockTitle, fixedWords[:])
	case layout.StyleAction:
		return p.split(labelRuns(q, true), kindButton, actionWords[:])
	}
	return "", ""
}

// fixed are the words that a kind of label begins with, and those that end its title.
type fixed struct{ words, end, kind string }

var (
	fixedWords  = [...]fixed{{"Metric:", "", kindMetric}, {"Computed metric:", "", kindComputedMetric}, {"Control:", "", kindControl}}
	actionWords = [...]fixed{{"Export action:", " · target:", kindExportButton}, {"Control:", "", kindControl}}
)

// split reads a label line: "Metric: X" and its like, or else a title. The words are fixed however they are
// formatted.
func (p *part) split(runs []wml.Run, other string, words []fixed) (kind, title string) {
	var plain strings.Builder
	for i := range runs {
		plain.WriteString(runs[i].Text)
	}
	text := plain.String()
	lead := len(text) - len(strings.TrimLeftFunc(text, isSpace))
	for _, w := range words {
		rest, ok := strings.CutPrefix(text[lead:], w.words)
		if !ok || blank(rest) {
			continue
		}
		if i := strings.Index(rest, w.end); w.end != "" && i >= 0 {
			rest = rest[:i]
		}
		from := lead + len(w.words)
		return w.kind, trim(p.markdown(stretch(runs, from, from+len(rest)), wml.Current))
	}
	return other, uniform(trim(p.markdown(runs, wml.Current)), trim(wml.TidyBreaks(text)))
}

// stretch returns the runs that make up some bytes of their text.
func stretch(runs []wml.Run, from, to int) []wml.Run {
	var out []wml.Run
	at := 0
	for _, r := range runs {
		a, b := max(from-at, 0), min(to-at, len(r.Text))
		at += len(r.Text)
		if a < b {
			r.Text = r.Text[a:b]
			out = append(out, r)
		}
	}
	return out
}

// labelRuns returns what a label line shows. Of an action its form field, a link that all of it is and emphasis that
// all of it has are left out: these are ours.
func labelRuns(q *wml.Paragraph, action bool) []wml.Run {
	var runs []wml.Run
	var link *wml.Link
	links, all := 0, wml.Bold|wml.Italic // distinct links, a stretch without one counting as a link too
	for i := range q.Runs {
		r := q.Runs[i]
		if action && isFormField(&r) || !wml.Current.Shows(&r) {
			continue
		}
		if !blank(r.Text) {
			if links == 0 || r.Link != link {
				link = r.Link
				links++
			}
			all &= r.Style
		}
		runs = append(runs, r)
	}
	for i := range runs {
		if action {
			runs[i].Style &^= all
		}
		if action && links == 1 {
			runs[i].Link = nil
		}
	}
	return runs
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
