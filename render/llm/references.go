package llm

import (
	"slices"

	"github.com/nomadocx/nomadocx/layout"
)

// references lists the sources of files, by their keys: those of blocks stand in the text already.
func (p *printer) references() {
	refs := layout.ReferencesOf(p.doc)
	if !slices.ContainsFunc(refs.List, func(x *layout.Reference) bool { return x.File != nil }) {
		return
	}
	p.add("[REFERENCES]\n")
	for _, x := range refs.List {
		if x.File == nil {
			continue
		}
		p.add("[@", x.Key, "] ")
		for _, part := range refs.Entry(x, " Accessed: ") {
			p.add(part.Text)
		}
		p.add("\n")
	}
	p.add("[/REFERENCES]\n\n")
}
