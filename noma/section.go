package noma

// section parses a heading line. At document level the section stays open and collects what follows
// until a heading of its level or a shallower one; within a directive headings are flat, as the
// block's fences already group them (contract ast.md §4).
func (p *parser) section(line, depth int) {
	n := p.sections.make()
	n.Heading = p.f.LineSpan(line)
	text := n.Heading.Of(p.text)
	h, _ := parseHeading(text)
	n.Level = h.level
	n.Title = NewText(h.title.Of(text), n.Heading.Start+h.title.Start)
	n.AttrSpan = shift(h.attrs, n.Heading.Start)
	n.Attrs = p.parseAttrs(n.AttrSpan)
	if id := stringAttr(n.Attrs, "id"); id != "" {
		n.ID, n.ExplicitID = id, true
	} else if n.ID = TitleSlug(n.Title.S); depth == 0 {
		n.ID = p.slugs.take(n.ID)
	}
	n.addAliases(aliasesIn(n.Attrs))
	n.OwnAliases = len(n.Aliases)
	p.reportAttrs(line, n.AttrSpan, n.Attrs, n.ID)
	n.LastLine = line

	if depth > 0 {
		p.place(&n.Base, line, line)
		p.nodes = append(p.nodes, n)
		return
	}
	p.closeSections(n.Level, line-1)
	p.place(&n.Base, line, line)
	p.nodes = append(p.nodes, n)
	p.open = append(p.open, openSection{n, len(p.nodes)})
}

// closeSections ends the open sections of a level or a deeper one. They reach to the given line
// (Protocol §6.3), or further when a block without a closing fence does.
func (p *parser) closeSections(level, last int) {
	for len(p.open) > 0 {
		s := p.open[len(p.open)-1]
		if s.Level < level {
			return
		}
		p.open = p.open[:len(p.open)-1]
		s.Children = p.take(s.from)
		if n := len(s.Children); n > 0 {
			s.LastLine = s.Children[n-1].At().EndLine
			if sub, ok := s.Children[n-1].(*Section); ok {
				s.LastLine = sub.LastLine
			}
		}
		p.place(&s.Base, s.Line, max(last, s.LastLine))
	}
}

// addAliases adds the names that are not there yet.
func (b *Base) addAliases(names []string) {
	if len(names) == 0 {
		return
	}
	known := make(map[string]bool, len(b.Aliases)+len(names))
	for _, a := range b.Aliases {
		known[a] = true
	}
	for _, a := range names {
		if !known[a] {
			known[a] = true
			b.Aliases = append(b.Aliases, a)
		}
	}
}

// aliasRoot gives the first level-1 section the names of the whole document: the slug of the file
// name and the frontmatter's aliases (contract ast.md §7).
func (d *Document) aliasRoot(filename string) {
	for _, n := range d.Children {
		s, ok := n.(*Section)
		if !ok || s.Level != 1 {
			continue
		}
		s.addAliases(d.RootAliases(filename, s.ID))
		return
	}
}

// RootAliases returns the aliases a level-1 section with the id gets from outside its heading: from the
// file name, and from the list "aliases" of the frontmatter.
func (d *Document) RootAliases(filename, id string) []string {
	var out []string
	if slug := FileSlug(filename); slug != "" && slug != id {
		out = append(out, slug)
	}
	list, _ := d.Meta.Get("aliases").([]any)
	for _, v := range list {
		if s, ok := v.(string); ok {
			if s = TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// Reindex prepares lookups and parent links after Children or ids were changed by hand, as the
// assembly of a book does. Parse has done it for its result.
func (d *Document) Reindex() {
	d.byID, d.byAlias, d.byTitle, d.repeated = map[string]Node{}, map[string]Node{}, d.titles(), nil
	d.index(d)
}

func (d *Document) index(n Node) {
	b := n.At()
	if b.ID != "" {
		if _, taken := d.byID[b.ID]; taken {
			if d.repeated == nil {
				d.repeated = map[string]bool{}
			}
			d.repeated[b.ID] = true
		} else {
			d.byID[b.ID] = n
		}
		for _, a := range b.Aliases {
			d.byAlias[a] = n // of two claimants the last one counts, as in the ids registry
		}
	}
	if l, ok := n.(*List); ok {
		for i, it := range l.Items {
			it.Parent, it.Index = n, i
			for j, k := range it.Children {
				kid := k.At()
				kid.Parent, kid.Index = it, j
			}
		}
		return
	}
	for i, k := range n.Kids() {
		kid := k.At()
		kid.Parent, kid.Index = n, i
		d.index(k)
	}
}
