package docgen

// frontmatter writes the frontmatter of some documents, and returns their title and the line that begins their header.
func (g *gen) frontmatter() (name, header string) {
	header = "::header"
	if !g.one(3) {
		return "", header
	}
	name = g.words(3)
	title := "title: " + name
	if g.numbered = len(title)%2 == 0; g.numbered { // no draw and no line more, as in formatted
		title += "\nnumber_sections: true"
	}
	if len(title)%3 == 0 {
		title += "\ncover: true\ntoc_page: true\nsubtitle: For the board\nstatus: draft of May"
		header += "{section_title}"
	}
	switch len(name) % 5 {
	case 0:
		title += "\nlang: de-AT"
	case 1:
		title += "\nlang: fr"
	}
	g.line("---", title, "author: Ann Example", "profiles: [research, technical]", "---", "")
	return name, header
}
