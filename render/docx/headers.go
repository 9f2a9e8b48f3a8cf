package docx

import (
	"slices"

	"github.com/nomadocx/nomadocx/layout"
)

func (r *renderer) header() error {
	return r.headerFooter(headerPart, "header", "Header", "w:hdr", r.plan.Header)
}

func (r *renderer) footer() error {
	return r.headerFooter(footerPart, "footer", "Footer", "w:ftr", r.plan.Footer)
}

// headerFooter writes a header or footer: a part with a flow and relationships of its own.
func (r *renderer) headerFooter(part, kind, style, root string, flow *layout.Story) error {
	b, err := r.part(part, wordType+kind+"+xml")
	if err != nil {
		return err
	}
	b.StartPart(root)
	s := &story{renderer: r, b: b, style: style}
	if words := r.plan.Settings.Watermark; words != "" && part == headerPart {
		s.watermark(words)
	}
	if flow != nil {
		s.all(r.plan.Written(slices.Values(flow.Blocks)))
	}
	b.Markup("</" + root + ">")
	return b.Flush()
}
