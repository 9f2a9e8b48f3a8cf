package html

import (
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/noma/compute"
)

// metric writes a KPI card: the number large, what it measures above, the context below. The table
// says which attributes hold what.
func (r *renderer) metric(d *noma.Directive) {
	s := layout.LookupFor(r.doc, d.Name)
	r.openBlock("section", d, frameOf(s.Frame, d), "noma-kpi")
	fromBody := false
	for _, part := range s.Parts {
		switch part := part.(type) {
		case layout.Label:
			r.kpiLabel(d, fieldValue(d, *part.Title))
		case layout.Value:
			v, u := fieldValue(d, part.Number), fieldValue(d, part.Unit)
			named, _ := d.First(part.Number.Keys...)
			fromBody = named == "" && v != ""
			if v != "" {
				r.kpiValue(v, u, d.AttrText("trend"))
			}
		case layout.Body:
			if !fromBody {
				r.body(d)
			}
		case layout.Meta:
			r.meta(d, part)
		}
	}
	r.raw("</section>\n")
}

// computedMetric writes a KPI card with the value of a formula.
func (r *renderer) computedMetric(d *noma.Directive) {
	r.strictNotice()
	s := layout.LookupFor(r.doc, d.Name)
	r.openBlock("section", d, frameOf(s.Frame, d), "noma-kpi noma-computed", r.liveCell(d, nil, nil))
	for _, part := range s.Parts {
		switch part := part.(type) {
		case layout.Label:
			r.kpiLabel(d, fieldValue(d, *part.Title))
		case layout.Result:
			r.inCell = true
			if v, ok := r.computed().Metric(d); ok {
				unit, _, _ := compute.Field(d, "unit", "suffix")
				r.kpiValue(layout.Number(r.doc, v), unit, "")
			} else {
				r.raw(`<p class="noma-empty"` + r.liveMark() + ">No default value could be evaluated.</p>\n")
			}
			r.inCell = false
		case layout.Body:
			r.freeBody(d)
		case layout.Meta:
			r.meta(d, part)
		}
	}
	r.raw("</section>\n")
}

func (r *renderer) kpiLabel(d *noma.Directive, title string) {
	if title == "" && len(r.noted[d]) == 0 {
		return
	}
	r.raw(`<header class="noma-label noma-metric-label">`)
	r.inline(title)
	r.marks(d)
	r.raw("</header>\n")
}

// kpiValue writes the number and its unit, with an arrow for a trend that has a direction. The arrow stands on the line of the unit.
func (r *renderer) kpiValue(number, unit, trend string) {
	r.raw(`<p class="noma-metric-value"` + r.liveMark() + ">")
	r.inline(number)
	arrow := trendArrow(trend)
	if u := unitOf(number, unit); u != "" {
		r.raw(`<span class="noma-metric-unit">`)
		if rest, apart := strings.CutPrefix(u, "\u00a0"); apart {
			u = rest
			r.raw(" ") // where a line may end
		}
		r.raw("<span>")
		r.text(u)
		r.raw(arrow + "</span></span>")
	} else {
		r.raw(arrow)
	}
	r.raw("</p>\n")
}

// trendArrow returns the arrow of a trend, "" for words that give no direction.
func trendArrow(trend string) string {
	arrow, class := "", ""
	switch strings.ToLower(strings.TrimSpace(trend)) {
	case "up", "rising", "improving", "increasing":
		arrow, class = "▲", "up"
	case "down", "falling", "declining", "decreasing":
		arrow, class = "▼", "down"
	case "flat", "stable", "steady":
		arrow, class = "▶", "flat"
	default:
		return ""
	}
	return "\u00a0" + `<span class="noma-trend noma-trend-` + class + `" aria-hidden="true">` + arrow + "</span>"
}

// computedKeys are the body lines of a computed block that are settings and not text.
var computedKeys = []string{"formula", "domain", "range", "title", "label", "unit"}

// freeBody writes the body of a computed block without the lines that are settings.
func (r *renderer) freeBody(d *noma.Directive) {
	open := false
	for _, n := range d.Children {
		p, ok := n.(*noma.Paragraph)
		text := ""
		if ok {
			if text = freeText(p.Content.S); text == "" {
				continue
			}
		}
		if !open {
			r.raw("<div class=\"noma-body\">\n")
			open = true
		}
		if ok {
			r.raw("<p>")
			r.inline(text)
			r.raw("</p>\n")
		} else {
			r.blocks([]noma.Node{n})
		}
	}
	if open {
		r.raw("</div>\n")
	}
}

// freeText returns a paragraph without its `key: value` lines.
func freeText(s string) string {
	var free []string
next:
	for line := range strings.SplitSeq(s, "\n") {
		k, _, ok := strings.Cut(line, ":")
		for _, key := range computedKeys {
			if ok && strings.EqualFold(strings.TrimSpace(k), key) {
				continue next
			}
		}
		free = append(free, line)
	}
	return strings.TrimSpace(strings.Join(free, "\n"))
}
