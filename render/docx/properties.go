package docx

import (
	"cmp"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// made is the time of creation every document claims: output must not depend on the clock.
const made = "2026-01-01T00:00:00Z"

const noDescription = "Generated from Noma plain-text source."

func (r *renderer) coreProperties() error {
	const part = "docProps/core.xml"
	r.pkg.AddRel("", packageRel+"core-properties", part, false)
	return r.simple(part, packageType+"core-properties+xml", func(b *wml.Builder) {
		p := &r.plan.Properties
		author, description := p.Author, p.Description
		if !r.plan.Doc.Audience.Client { // who needs no names of the program
			author, description = cmp.Or(author, "Noma"), cmp.Or(description, noDescription)
		}
		b.Markup(wml.XMLHeader + `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"` +
			` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`)
		for _, e := range [...]struct{ element, text string }{
			{"dc:title", p.Title}, {"dc:subject", description}, {"dc:creator", author}, {"cp:keywords", p.Keywords},
			{"dc:description", description}, {"cp:lastModifiedBy", author}, {"cp:category", p.Category}, {"cp:contentStatus", p.Status},
			{"dc:language", p.Language}, {"cp:version", p.Version},
		} {
			if e.text != "" {
				b.Element(e.element, e.text)
			}
		}
		b.Markup(`<dcterms:created xsi:type="dcterms:W3CDTF">` + made + `</dcterms:created>`)
		b.Markup(`<dcterms:modified xsi:type="dcterms:W3CDTF">` + made + `</dcterms:modified></cp:coreProperties>`)
	})
}

func (r *renderer) appProperties() error {
	const part = "docProps/app.xml"
	r.pkg.AddRel("", officeRel+"extended-properties", part, false)
	return r.simple(part, officeType+"extended-properties+xml", func(b *wml.Builder) {
		b.Markup(wml.XMLHeader + `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">`)
		b.Element("Application", r.opts.Application)
		if c := r.plan.Properties.Company; c != "" {
			b.Element("Company", c)
		}
		// Word refuses a file whose AppVersion has another form (§22.2.2.3).
		b.Markup("<AppVersion>16.0000</AppVersion></Properties>")
	})
}

// customProperties repeats the short form of the manifest where editors keep it.
func (r *renderer) customProperties() error {
	const part = "docProps/custom.xml"
	r.pkg.AddRel("", officeRel+"custom-properties", part, false)
	return r.simple(part, officeType+"custom-properties+xml", func(b *wml.Builder) {
		b.Markup(wml.XMLHeader + `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"` +
			` xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">`)
		headerFooter := ""
		if t := r.opts.Template; t != nil {
			headerFooter = t.headerFooter
			if headerFooter == "" && len(t.edges) > 0 {
				headerFooter = "0" // pictures alone, which belong to no block either
			}
		}
		id := 1 // the ids of custom properties begin at 2 (§22.3.2.2)
		list := []layout.Property{{Name: layout.ManifestProperty, Value: r.record.Property()}}
		list = append(list, layout.SplitProperty(layout.TemplateProperty, headerFooter)...)
		list = append(list, layout.SplitProperty(layout.ChartsProperty, r.chartKeys())...)
		list = append(list, layout.SplitProperty(layout.DiagramsProperty, strings.Join(r.media.diagrams, " "))...)
		list = append(list, layout.SplitProperty(layout.ColorsProperty, r.sentColors())...)
		for _, p := range list {
			id++
			b.Markup(`<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}"`)
			b.AttrInt("pid", id)
			b.Attr("name", p.Name)
			b.Markup(">")
			b.Element("vt:lpwstr", p.Value)
			b.Markup("</property>")
		}
		b.Markup("</Properties>")
	})
}
