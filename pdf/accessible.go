package pdf

import (
	"maps"
	"slices"
	"strings"
)

// standsIn says in which elements an element may stand (ISO 32000-1 §14.8.4.3); elements without a meaning between them do not count.
var standsIn = map[string][]string{
	"LI": {"L"}, "Lbl": {"LI", "Note", "TOCI", "Caption", "BibEntry", "P"}, "LBody": {"LI"}, "TOCI": {"TOC"},
	"TR": {"Table", "THead", "TBody", "TFoot"}, "TH": {"TR"}, "TD": {"TR"}, "THead": {"Table"}, "TBody": {"Table"}, "TFoot": {"Table"},
}

// holds says what elements hold, and nothing else.
var holds = map[string][]string{
	"L": {"L", "LI", "Caption"}, "LI": {"Lbl", "LBody"}, "Table": {"TR", "THead", "TBody", "TFoot", "Caption"}, "TR": {"TH", "TD"},
	"THead": {"TR"}, "TBody": {"TR"}, "TFoot": {"TR"}, "TOC": {"TOC", "TOCI", "Caption"},
}

// standard are the tags of PDF 1.7, and those that RoleMap explains.
var standard = append([]string{"Span", "Link", "Lbl", "TH", "TD", "Formula", "Code", "Quote", "Reference", "BibEntry", "Annot", "Ruby", "Art",
	"Index", "NonStruct", "Private", "Strong", "Em"}, blocks...)

// inaccessible returns what PDF/UA-1 forbids (ISO 14289-1 §7).
func (c *content) inaccessible() (f faults) {
	root := c.dict(c.root)
	if readText(root.get("Lang")) == "" {
		f.add("the document has no language (lang: in the frontmatter)")
	}
	if readText(c.dict(c.info).get("Title")) == "" {
		f.add("the document has no title (title: in the frontmatter)")
	}
	if string(c.sub(root, "ViewerPreferences").get("DisplayDocTitle")) != "true" {
		f.add("the title is not shown")
	}
	if mark := c.sub(root, "MarkInfo"); string(mark.get("Marked")) != "true" || string(mark.get("Suspects")) == "true" {
		f.add("it is not marked as tagged")
	}
	s, ok := readStructure(c)
	if !ok {
		f.add("it has no tags")
		return f
	}
	c.checkFonts(&f)
	s.check(&f)
	s.checkHeadings(&f)
	s.checkAnnotations(&f)
	c.checkMarks(&f, s)
	return f
}

// check looks at each element by itself.
func (s *structure) check(f *faults) {
	ids := map[string]bool{}
	s.walk(func(e *element, parents []*element) {
		if !slices.Contains(standard, e.kind) {
			f.add("the tag %s is not one of PDF 1.7", e.kind)
		}
		if in := standsIn[e.kind]; in != nil && !slices.Contains(in, nearest(parents)) {
			f.add("%s stands in %s", e.kind, nearest(parents))
		}
		if only := holds[e.kind]; only != nil {
			for _, k := range e.kids {
				if k.elem == nil {
					f.add("%s has content that is in none of its parts", e.kind)
				} else if k.elem.kind != "NonStruct" && !slices.Contains(only, k.elem.kind) {
					f.add("%s holds %s", e.kind, k.elem.kind)
				}
			}
		}
		switch e.kind {
		case "Figure", "Formula":
			if strings.TrimSpace(e.alt()) == "" && len(e.more.get("ActualText")) == 0 {
				f.add("%s on page %d has no description (alt=)", strings.ToLower(e.kind), s.pageOf(e))
			}
		case "Note":
			if id := string(e.more.get("ID")); id == "" || ids[id] {
				f.add("a note without an identifier of its own")
			} else {
				ids[id] = true
			}
		case "TH":
			if !strings.Contains(string(s.c.resolve(e.more.get("A"))), "/Scope") {
				f.add("a header of a table does not say whether it is that of a row or a column")
			}
		case "Table":
			if !s.regular(e) {
				f.add("the rows of a table on page %d do not have the same number of cells", s.pageOf(e))
			}
		}
	})
}

// regular reports whether the rows of a table have as many cells each, those that span several counted so (§7.5).
func (s *structure) regular(table *element) bool {
	cells, above, first := 0, []int{}, true
	ok := true
	for todo := slices.Clone(table.kids); len(todo) > 0; {
		e := todo[0].elem
		todo = todo[1:]
		if e == nil {
			continue
		}
		if e.kind != "TR" {
			if e.kind != "Caption" {
				todo = slices.Concat(e.kids, todo)
			}
			continue
		}
		here := 0 // the cells of this row, those included that began above
		if len(above) > 0 {
			here, above = above[0], above[1:]
		}
		for _, k := range e.kids {
			if k.elem == nil {
				continue
			}
			columns := s.span(k.elem, "ColSpan")
			here += columns
			for row := range s.span(k.elem, "RowSpan") - 1 {
				for len(above) <= row {
					above = append(above, 0)
				}
				above[row] += columns
			}
		}
		ok = ok && (first || here == cells)
		cells, first = here, false
	}
	return ok
}

// maxSpan bounds how many rows or columns a cell is taken to span.
const maxSpan = 10000

// span returns how many rows or columns a cell spans.
func (s *structure) span(cell *element, key string) int {
	list := [][]byte{cell.more.get("A")}
	if a := s.c.resolve(list[0]); len(a) > 0 && a[0] == '[' {
		list = items(a)
	}
	for _, v := range list {
		if d, ok := readDict(s.c.resolve(v)); ok {
			if n, ok := integer(s.c.resolve(d.get(key))); ok {
				return min(max(n, 1), maxSpan)
			}
		}
	}
	return 1
}

// nearest returns the tag of the nearest element with a meaning.
func nearest(parents []*element) string {
	for _, p := range slices.Backward(parents) {
		if p.kind != "NonStruct" {
			return p.kind
		}
	}
	return ""
}

// pageOf returns the number of the page on which an element begins, 0 when it has no content.
func (s *structure) pageOf(e *element) int {
	for e != nil {
		var inner *element
		for _, k := range e.kids {
			if k.page > 0 {
				return slices.Index(s.pages, k.page) + 1
			}
			if k.elem != nil && inner == nil {
				inner = k.elem
			}
		}
		e = inner
	}
	return 0
}

// checkHeadings holds that the first heading is H1 and none leaves a level out (§7.4.2).
func (s *structure) checkHeadings(f *faults) {
	last := 0
	s.walk(func(e *element, _ []*element) {
		if len(e.kind) != 2 || e.kind[0] != 'H' || e.kind[1] < '1' || e.kind[1] > '6' {
			return
		}
		level := int(e.kind[1] - '0')
		if level > last+1 {
			f.add("a heading of level %d on page %d follows one of level %d", level, s.pageOf(e), last)
		}
		last = level
	})
}

// checkAnnotations holds that every annotation is a link in an element Link, with a description, on a page in the order of the tags.
func (s *structure) checkAnnotations(f *faults) {
	inLinks := map[int]bool{}
	s.walk(func(e *element, _ []*element) {
		for _, k := range e.kids {
			if k.object > 0 && e.kind == "Link" {
				inLinks[k.object] = true
			}
		}
	})
	for i, p := range s.pages {
		d := s.c.dict(p)
		list := items(s.c.resolve(d.get("Annots")))
		if len(list) > 0 && d.name("Tabs") != "S" {
			f.add("links of page %d are not in the order of the tags", i+1)
		}
		for _, v := range list {
			n, _ := ref(v)
			switch a := s.c.dict(n); {
			case a.name("Subtype") != "Link" || !inLinks[n]:
				f.add("an annotation on page %d is not that of a link in the text", i+1)
			case strings.TrimSpace(readText(a.get("Contents"))) == "":
				f.add("a link on page %d has no description", i+1)
			}
		}
	}
}

// checkMarks holds that everything shown is tagged or an artifact, and that all marked content is in the tree.
func (c *content) checkMarks(f *faults, s *structure) {
	known := s.places()
	forms := map[int]bool{}
	for at := range known {
		if !slices.Contains(s.pages, at.holder) {
			forms[at.holder] = true
		}
	}
	for i, p := range s.pages {
		n, _ := ref(c.dict(p).get("Contents"))
		c.checkStream(f, n, i+1, func(mcid int) bool { return known[place{p, mcid}] != nil })
	}
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		c.checkStream(f, form, 0, func(mcid int) bool { return known[place{form, mcid}] != nil })
	}
}

// checkStream holds that for one content stream.
func (c *content) checkStream(f *faults, stream, page int, known func(mcid int) bool) {
	data, err := c.data(stream)
	if err != nil {
		f.add("%v", err)
		return
	}
	m := marker{form: func(string) bool { return true }}
	if _, err := m.mark(data); err != nil || m.marks > 0 {
		f.add("something on page %d is neither tagged nor an artifact", page)
	}
	for tok, rest := token(data); len(tok) > 0; tok, rest = token(rest) {
		if string(tok) == "/MCID" {
			v, _ := token(rest)
			if n, ok := integer(v); !ok || !known(n) {
				f.add("something on page %d is in no tag", page)
			}
		}
	}
}
