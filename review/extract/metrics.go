package extract

import "github.com/nomadocx/nomadocx/layout"

var metricFields = []string{"status", "trend", "change", "target", "source", "as of"}

// metrics lists the values and fields of the bookmarked metrics of a flow. Values of computed metrics
// are computed again, so they are not read back.
func (p *part) metrics(flow []block) {
	for i := range flow {
		l := flow[i].para
		if l == nil || l.Style != layout.StyleDirective || len(l.names) == 0 {
			continue
		}
		if kind, _ := p.splitLabel(l.Paragraph); kind == kindMetric {
			p.metricValue(l, flow[i+1:])
			p.metricMetadata(l, flow[i+1:])
		}
	}
}

// metricValue is the first line of the metric's panel.
func (p *part) metricValue(label *para, after []block) {
	for i := range after {
		q := after[i].para
		if q == nil || !q.framed() || q.Style == layout.StyleMeta || q.Style == layout.StyleDirective {
			return
		}
		if q.blank {
			continue
		}
		p.review.note(q.Paragraph, MetricValues, len(p.review.MetricValues))
		p.review.MetricValues = append(p.review.MetricValues, MetricValue{NativeID: p.number(MetricValues), Anchors: label.names,
			HasRevisions: revised(q.Paragraph), Value: p.reviewText(q.Paragraph), At: q.at})
		return
	}
}

// metricMetadata is the first metadata line of the panel.
func (p *part) metricMetadata(label *para, after []block) {
	for i := range after {
		q := after[i].para
		if q == nil || q.Style == layout.StyleDirective {
			return
		}
		if q.Style != layout.StyleMeta {
			if !q.framed() {
				return
			}
			continue
		}
		fields := splitFields(q.Paragraph, metricFields)
		if len(fields) == 0 {
			return
		}
		p.review.note(q.Paragraph, MetricMetadata, len(p.review.MetricMetadata))
		p.review.MetricMetadata = append(p.review.MetricMetadata, BlockMetadata{NativeID: p.number(MetricMetadata), Anchors: label.names,
			HasRevisions: revised(q.Paragraph), Fields: fields, At: q.at})
		return
	}
}
