package app

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// texts puts changed headings, captions, labels, bodies, values and fields in. An entry with tracked
// changes in it is not an edit: its changes are listed among the revisions.
func (o *overlay) texts() {
	pairs(o.sent.Headings, o.data.Headings, func(h *extract.Heading) string { return o.key(h.Anchors, h.NativeID) },
		func(d *extract.Heading, i int) {
			p := o.paragraph(extract.Headings, i)
			if i >= 0 && d.Title == o.sent.Headings[i].Title && d.Level == o.sent.Headings[i].Level {
				return
			}
			if p == nil || d.HasRevisions || d.Title == "" {
				o.left.SkippedHeadings = append(o.left.SkippedHeadings, *d)
				o.refused(nowhere(!d.HasRevisions), d.Anchors, d.Title)
				return
			}
			if d.Title != o.sent.Headings[i].Title {
				setRuns(p, o.markup(d.Title))
			}
			if d.Level != 0 {
				p.Style = layout.HeadingStyle(d.Level)
			}
		})
	pairs(o.sent.Captions, o.data.Captions, func(c *extract.Caption) string { return c.Kind + " " + o.key(c.Anchors, c.NativeID) },
		func(d *extract.Caption, i int) {
			p := o.paragraph(extract.Captions, i)
			if i >= 0 && d.Title == o.sent.Captions[i].Title {
				return
			}
			if p == nil || d.HasRevisions || d.Title == "" {
				o.left.SkippedCaptions = append(o.left.SkippedCaptions, *d)
				o.refused(nowhere(!d.HasRevisions), d.Anchors, d.Title)
				return
			}
			o.retitle(p, ":", "", d.Title)
		})
	pairs(o.sent.Labels, o.data.Labels, func(l *extract.Label) string { return l.Kind + " " + o.key(l.Anchors, l.NativeID) },
		func(d *extract.Label, i int) {
			p := o.paragraph(extract.Labels, i)
			if i >= 0 && withoutBox(d.Title) == withoutBox(o.sent.Labels[i].Title) {
				return
			}
			if p == nil || d.HasRevisions || d.Title == "" {
				o.left.SkippedLabels = append(o.left.SkippedLabels, *d)
				o.refused(nowhere(!d.HasRevisions), d.Anchors, d.Title)
				return
			}
			o.relabel(p, d.Kind, withoutBox(d.Title))
		})
	pairs(o.sent.BlockBodies, o.data.BlockBodies, func(b *extract.BlockBody) string { return o.key(b.Anchors, b.NativeID) },
		func(d *extract.BlockBody, i int) {
			if i >= 0 && d.Body == o.sent.BlockBodies[i].Body {
				return
			}
			if i < 0 || d.HasRevisions || d.Body == "" || !o.rewrite(i, d) {
				o.left.SkippedBlockBodies = append(o.left.SkippedBlockBodies, *d)
				o.refused(nowhere(!d.HasRevisions), d.Anchors, d.Body)
			}
		})
	pairs(o.sent.MetricValues, o.data.MetricValues, func(v *extract.MetricValue) string { return o.key(v.Anchors, v.NativeID) },
		func(d *extract.MetricValue, i int) {
			p := o.paragraph(extract.MetricValues, i)
			if i >= 0 && d.Value == o.sent.MetricValues[i].Value {
				return
			}
			if p == nil || d.HasRevisions || d.Value == "" {
				o.left.SkippedMetricValues = append(o.left.SkippedMetricValues, *d)
				o.refused(nowhere(!d.HasRevisions), d.Anchors, d.Value)
				return
			}
			setRuns(p, []wml.Run{{Text: d.Value}})
		})
	o.left.SkippedMetricMetadata = o.fields(extract.MetricMetadata, o.sent.MetricMetadata, o.data.MetricMetadata)
	o.left.SkippedBlockMetadata = o.fields(extract.BlockMetadataList, o.sent.BlockMetadata, o.data.BlockMetadata)
}

// withoutBox is a task's label without its check box, which is a form field: other tools count its
// glyph as text.
func withoutBox(label string) string {
	return strings.TrimLeft(label, "\u2610\u2611\u2612 ")
}

// relabel changes the title in a label line, which for some kinds stands behind fixed words.
func (o *overlay) relabel(p *wml.Paragraph, kind, title string) {
	switch kind {
	case "metric", "computed_metric", "control":
		o.retitle(p, ":", "", title)
	case "export_button":
		o.retitle(p, ":", " · target:", title)
	default:
		o.retitle(p, "", "", title)
	}
}

// retitle replaces the text behind the first occurrence of some words and before that of others,
// which need not be there. White space at its ends and form fields stay.
func (o *overlay) retitle(p *wml.Paragraph, behind, before, title string) {
	text := plain(p)
	from := 0
	if behind != "" {
		if i := strings.Index(text, behind); i >= 0 {
			from = i + len(behind)
		}
	}
	to := len(text)
	if before != "" {
		if i := strings.Index(text[from:], before); i >= 0 {
			to = from + i
		}
	}
	body := text[from:to]
	from += len(body) - len(strings.TrimLeft(body, " "))
	if trimmed := strings.TrimSpace(body); trimmed != "" {
		to = from + len(trimmed)
	}
	splice(p, from, to, o.markup(title))
}

// rewrite makes the paragraphs below a label say a new body. It fails when the entry is not made of
// paragraphs one by one, as when a list item stands between them.
func (o *overlay) rewrite(i int, d *extract.BlockBody) bool {
	separator := "\n\n"
	if d.Mode == "code" {
		separator = "\n"
	}
	was, now := strings.Split(o.sent.BlockBodies[i].Body, separator), strings.Split(d.Body, separator)
	var paras []*wml.Paragraph
	for _, p := range o.paras[extract.Ref{List: extract.BlockBodies, Index: i}] {
		if d.Mode == "code" || strings.TrimSpace(p.Text(wml.Current)) != "" {
			paras = append(paras, p)
		}
	}
	if len(paras) != len(was) || o.sent.BlockBodies[i].Mode != d.Mode {
		return false
	}
	// Equal paragraphs at both ends keep their place; those between change, come or go.
	head := 0
	for head < len(was) && head < len(now) && was[head] == now[head] {
		head++
	}
	tail := 0
	for tail < len(was)-head && tail < len(now)-head && was[len(was)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	old, text := paras[head:len(paras)-tail], now[head:len(now)-tail]
	for k, p := range old {
		if k < len(text) {
			setRuns(p, o.bodyRuns(text[k], d.Mode))
		} else {
			o.swap[p] = nil
		}
	}
	if len(text) <= len(old) {
		return true
	}
	// New paragraphs follow the last changed one, or stand beside the equal ones.
	after := paras[max(0, head+len(old)-1)]
	var fresh []*wml.Paragraph
	for _, t := range text[len(old):] {
		fresh = append(fresh, &wml.Paragraph{Style: after.Style, Framed: after.Framed, Shaded: after.Shaded, Runs: o.bodyRuns(t, d.Mode)})
	}
	if head == 0 && len(old) == 0 {
		o.swap[after] = append(fresh, after)
	} else {
		o.swap[after] = append([]*wml.Paragraph{after}, fresh...)
	}
	return true
}

func (o *overlay) bodyRuns(text, mode string) []wml.Run {
	if mode == "code" {
		return []wml.Run{{Text: text}}
	}
	return o.markup(text)
}

// fields changes, removes and adds fields of metadata lines, and returns the entries it cannot place.
func (o *overlay) fields(list extract.List, sent, data []extract.BlockMetadata) (left []extract.BlockMetadata) {
	pairs(sent, data, func(m *extract.BlockMetadata) string { return o.key(m.Anchors, m.NativeID) },
		func(d *extract.BlockMetadata, i int) {
			paras := o.paras[extract.Ref{List: list, Index: i}]
			if i >= 0 && slices.Equal(d.Fields, sent[i].Fields) {
				return
			}
			if i < 0 || len(paras) == 0 || d.HasRevisions {
				left = append(left, *d)
				o.refused(nowhere(!d.HasRevisions), d.Anchors, fieldWords(d.Fields))
				return
			}
			for _, f := range sent[i].Fields {
				now, there := d.Fields.Get(f.Label)
				if !there || now != f.Text {
					o.field(paras, f, now, there)
				}
			}
			for _, f := range d.Fields {
				if _, there := sent[i].Fields.Get(f.Label); !there {
					p := paras[len(paras)-1]
					end := len(plain(p))
					splice(p, end, end, []wml.Run{{Text: " · " + f.Label + ": " + f.Text}})
				}
			}
		})
	return left
}

// fieldWords is what a metadata line shows.
func fieldWords(fields extract.Fields) string {
	shown := make([]string, len(fields))
	for i, f := range fields {
		shown[i] = f.Label + ": " + f.Text
	}
	return strings.Join(shown, " · ")
}

// field changes or removes one field in the line that shows it.
func (o *overlay) field(paras []*wml.Paragraph, was extract.Field, now string, keep bool) {
	for _, p := range paras {
		text := plain(p)
		shown := was.Label + ": " + was.Text
		from := strings.Index(strings.ToLower(text), strings.ToLower(shown))
		if from < 0 {
			continue
		}
		to := from + len(shown)
		if keep {
			splice(p, to-len(was.Text), to, []wml.Run{{Text: now}})
			return
		}
		const separator = " · "
		switch {
		case strings.HasPrefix(text[to:], separator):
			to += len(separator)
		case strings.HasSuffix(text[:from], separator):
			from -= len(separator)
		}
		splice(p, from, to, nil)
		return
	}
}

// isTitle reports whether a run's text is text a reviewer types: no form field, no mark.
func isTitle(r *wml.Run) bool {
	return (r.Kind.IsText() || r.Kind == wml.Field) && wml.Current.Shows(r)
}

// plain is the text that splice counts in.
func plain(p *wml.Paragraph) string {
	var b strings.Builder
	for i := range p.Runs {
		if isTitle(&p.Runs[i]) {
			b.WriteString(p.Runs[i].Text)
		}
	}
	return b.String()
}

// splice replaces the bytes from and to of the plain text by runs; what is no text in between stays
// behind them. Text that takes the place of a link is linked the same way, unless it has links itself.
func splice(p *wml.Paragraph, from, to int, runs []wml.Run) {
	a := split(p, from)
	b := max(a, split(p, to))
	var link *wml.Link
	var kept []wml.Run
	for _, r := range p.Runs[a:b] {
		if !isTitle(&r) {
			kept = append(kept, r)
		} else if link == nil {
			link = r.Link
		}
	}
	for i := range runs {
		if runs[i].Link != nil {
			link = nil
		}
	}
	fresh := make([]wml.Run, 0, len(p.Runs)+len(runs))
	fresh = append(fresh, p.Runs[:a]...)
	for _, r := range runs {
		if link != nil {
			r.Link = link
		}
		fresh = append(fresh, r)
	}
	fresh = append(append(fresh, kept...), p.Runs[b:]...)
	for i := range p.Points {
		switch pt := &p.Points[i]; {
		case pt.At >= b && pt.At > a:
			pt.At += len(fresh) - len(p.Runs)
		case pt.At > a && (pt.Kind == wml.BookmarkStart || pt.Kind == wml.CommentStart):
			pt.At = a
		case pt.At > a:
			pt.At = a + len(runs)
		}
	}
	p.Runs = fresh
}

// split is the index of the first run that begins at a byte of the plain text; the run that stands
// across it is cut in two.
func split(p *wml.Paragraph, offset int) int {
	at := 0
	for i := range p.Runs {
		if at >= offset {
			return i
		}
		r := p.Runs[i]
		if !isTitle(&r) {
			continue
		}
		if at+len(r.Text) > offset {
			left, right := r, r
			left.Text, right.Text = r.Text[:offset-at], r.Text[offset-at:]
			runs := append(append([]wml.Run(nil), p.Runs[:i]...), left, right)
			p.Runs = append(runs, p.Runs[i+1:]...)
			for k := range p.Points {
				if p.Points[k].At > i {
					p.Points[k].At++
				}
			}
			return i + 1
		}
		at += len(r.Text)
	}
	return len(p.Runs)
}

// setRuns replaces all text of a paragraph and keeps what is no text, such as references to notes.
func setRuns(p *wml.Paragraph, runs []wml.Run) {
	p.Points = append([]wml.Point(nil), p.Points...)
	splice(p, 0, len(plain(p)), runs)
}
