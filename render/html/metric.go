package html

import (
	"strings"

	"github.com/nomadocx/nomadocx/compute"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// metric writes a KPI card: the number large, what it measures above, the context below. The table
// says which attributes hold what.
func (r *renderer) metric(d *noma.Directive) {
	s := layout.Lookup(d.Name)
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
	s := layout.Lookup(d.Name)
	r.openBlock("section", d, frameOf(s.Frame, d), "noma-kpi noma-computed")
	for _, part := range s.Parts {
		switch part := part.(type) {
		case layout.Label:
			r.kpiLabel(d, fieldValue(d, *part.Title))
		case layout.Result:
			if v, ok := r.computed().Metric(d); ok {
				unit, _, _ := compute.Field(d, "unit", "suffix")
				r.kpiValue(compute.Format(v), unit, "")
			} else {
				r.raw("<p class=\"noma-empty\">No default value could be evaluated.</p>\n")
			}
		case layout.Body:
			r.freeBody(d)
		case layout.Meta:
			r.meta(d, part)
		}
	}
	r.raw("</section>\n")
}

func (r *renderer) kpiLabel(d *noma.Directive, title string) {
	r.raw(`<header class="noma-label noma-metric-label">`)
	r.inline(title)
	r.marks(d)
	r.raw("</header>\n")
}

// kpiValue writes the number and its unit, with an arrow for a trend that has a direction.
func (r *renderer) kpiValue(number, unit, trend string) {
	r.raw(`<p class="noma-metric-value">`)
	r.inline(number)
	if u := unitOf(number, unit); u != "" {
		r.raw(`<span class="noma-metric-unit">`)
		r.text(u)
		r.raw("</span>")
	}
	switch strings.ToLower(strings.TrimSpace(trend)) {
	case "up", "rising", "improving", "increasing":
		r.raw(` <span class="noma-trend noma-trend-up" aria-hidden="true">▲</span>`)
	case "down", "falling", "declining", "decreasing":
		r.raw(` <span class="noma-trend noma-trend-down" aria-hidden="true">▼</span>`)
	case "flat", "stable", "steady":
		r.raw(` <span class="noma-trend noma-trend-flat" aria-hidden="true">▶</span>`)
	}
	r.raw("</p>\n")
}

// computedKeys are the body lines of a computed block that are settings and not text.
var computedKeys = []string{"formula", "domain", "range", "title", "label", "unit"}

// freeBody writes the body of a computed block without its settings.
func (r *renderer) freeBody(d *noma.Directive) {
	var free []string
	for line := range strings.SplitSeq(d.RawBody.S, "\n") {
		k, _, ok := strings.Cut(line, ":")
		setting := false
		for _, key := range computedKeys {
			setting = setting || ok && strings.EqualFold(strings.TrimSpace(k), key)
		}
		if !setting {
			free = append(free, line)
		}
	}
	if len(free) == strings.Count(d.RawBody.S, "\n")+1 {
		r.body(d) // nothing to leave out, so the blocks can stay as they are
		return
	}
	open := false
	for p := range strings.SplitSeq(strings.Join(free, "\n"), "\n\n") {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		if !open {
			r.raw("<div class=\"noma-body\">\n")
			open = true
		}
		r.raw("<p>")
		r.inline(p)
		r.raw("</p>\n")
	}
	if open {
		r.raw("</div>\n")
	}
}
