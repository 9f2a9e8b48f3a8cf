package nomatext

import "github.com/nomadocx/nomadocx/noma"

// meta prints frontmatter for a document that has metadata but no frontmatter of its own, as a book
// has.
func (p *printer) meta(m noma.Map) {
	if text := m.Public().YAML(); text != "" {
		p.add("---\n", text, "\n---\n\n")
	}
}
