package pdf

import (
	"fmt"
	"slices"
	"strings"
)

// Chromium tags what HTML says, but it has no tags for notes, formulas and contents, none for the words of list items and no descriptions
// of links. A figure with a description is the one element whose description Chromium writes into the file, so prepare.js makes figures of
// the elements concerned, whose description begins with a mark and the tag; retag makes what was meant of them.

// tagMark begins the description of an element whose tag follows; a letter for private use, which no page needs to say there.
const tagMark = "\uE000"

// tagged are the tags that are asked for so. Formulas keep the rest of the description.
var tagged = []string{"Formula", "Note", "TOC", "TOCI", "Span", "P"}

// groups are the elements that hold paragraphs and other blocks, no words (§14.8.4.2 and .3).
var groups = []string{"Document", "Part", "Sect", "Div", "BlockQuote", "TOC", "TOCI", "L", "LI", "Table", "TR", "THead", "TBody", "TFoot"}

// blocks are the elements that stand alone; what has none of them is running text.
var blocks = append([]string{"P", "H1", "H2", "H3", "H4", "H5", "H6", "Caption", "Note", "Figure", "LBody", "Form"}, groups...)

// retag makes the tree one of the tags of PDF 1.7.
func (s *structure) retag(links []link) {
	notes := 0
	s.walk(func(e *element, _ []*element) {
		rest, ok := strings.CutPrefix(e.alt(), tagMark)
		if e.kind != "Figure" || !ok {
			return
		}
		kind, alt, _ := strings.Cut(rest, " ")
		if !slices.Contains(tagged, kind) {
			return
		}
		e.kind, e.more = kind, e.more.with("Alt", "")
		switch kind {
		case "Formula":
			e.more = e.more.with("Alt", textString(alt))
		case "Note":
			notes++
			e.more = e.more.with("ID", fmt.Sprintf("(note%d)", notes))
		}
	})
	// Parents come before their kids in a walk; those of the deepest are joined first.
	var all []*element
	s.walk(func(e *element, _ []*element) { all = append(all, e) })
	for _, e := range slices.Backward(all) {
		e.join()
	}
	s.walk(func(e *element, parents []*element) {
		switch {
		case e.kind == "LI":
			e.addBody()
		case e.kind == "NonStruct" && e.words() && inGroup(parents):
			e.kind = "P"
		case e.kind == "Note" && len(e.kids) > 0 && e.kids[0].elem != nil && e.kids[0].elem.kind == "Link": // its number
			e.kids[0].elem = &element{kind: "Lbl", page: e.kids[0].elem.page, kids: []kid{e.kids[0]}}
		case e.kind == "Link" && !slices.ContainsFunc(e.kids, func(k kid) bool { return k.object > 0 }):
			e.kind = "Span" // it leads nowhere, and Chromium makes no annotation
		}
	})
	s.describe(links)
}

// decorations returns the places that may be backgrounds and lines of blocks: what is in no picture, no form field and no marker of a list.
func (s *structure) decorations() map[place]bool {
	out := map[place]bool{}
	s.walk(func(e *element, parents []*element) {
		if e.drawn() || slices.ContainsFunc(parents, (*element).drawn) {
			return
		}
		for _, k := range e.kids {
			if k.elem == nil && k.object == 0 {
				out[place{k.holder(), k.mcid}] = false
			}
		}
	})
	return out
}

// drawn reports whether lines and areas are what an element shows.
func (e *element) drawn() bool {
	rest, meant := strings.CutPrefix(e.alt(), tagMark)
	kind, _, _ := strings.Cut(rest, " ")
	return e.kind == "Figure" && (!meant || kind == "Formula") || e.kind == "Form" || e.kind == "Lbl"
}

// drop takes places out of the tree, and the elements that had nothing else.
func (s *structure) drop(gone map[place]bool) {
	var all []*element
	s.walk(func(e *element, _ []*element) { all = append(all, e) })
	empty := map[*element]bool{}
	for _, e := range slices.Backward(all) {
		kids := slices.DeleteFunc(e.kids, func(k kid) bool {
			return k.elem != nil && empty[k.elem] || k.elem == nil && k.object == 0 && gone[place{k.holder(), k.mcid}]
		})
		empty[e] = len(kids) == 0 && len(e.kids) > 0 && e.kind != "TD" && e.kind != "TH"
		e.kids = kids
	}
}

// join takes in the contents of the elements without a meaning that hold nothing but words, and of those without a meaning in one without.
func (e *element) join() {
	if slices.Contains(groups, e.kind) {
		return
	}
	var kids []kid
	for _, k := range e.kids {
		if x := k.elem; x == nil || x.kind != "NonStruct" || len(x.more) > 0 || slices.ContainsFunc(x.kids, func(k kid) bool { return k.elem != nil }) {
			kids = append(kids, k)
		} else {
			kids = append(kids, x.kids...)
		}
	}
	e.kids = kids
	for _, k := range kids {
		if e.page == 0 && k.elem == nil {
			e.page = k.page
		}
	}
}

// words reports whether an element has words or pictures of its own, and no blocks.
func (e *element) words() bool {
	own := false
	for _, k := range e.kids {
		own = own || k.elem == nil || k.elem.kind == "Link" || k.elem.kind == "Span" || k.elem.kind == "Formula"
		if k.elem != nil && slices.Contains(blocks, k.elem.kind) {
			return false
		}
	}
	return own
}

// inGroup reports whether the nearest element with a meaning holds no words.
func inGroup(parents []*element) bool {
	for _, p := range slices.Backward(parents) {
		if p.kind != "NonStruct" {
			return slices.Contains(groups, p.kind)
		}
	}
	return true
}

// addBody makes an element of what a list item has behind its marker (§14.8.4.3.3).
func (e *element) addBody() {
	var labels, rest []kid
	for _, k := range e.kids {
		if k.elem != nil && k.elem.kind == "Lbl" {
			labels = append(labels, k)
		} else {
			rest = append(rest, k)
		}
	}
	if len(rest) == 0 || len(rest) == 1 && rest[0].elem != nil && rest[0].elem.kind == "LBody" {
		return
	}
	body := &element{kind: "LBody", page: e.page, kids: rest}
	body.join()
	e.kids = append(labels, kid{elem: body})
}

// link is a link of the page: where it leads and what it says.
type link struct {
	To   string `json:"to"`
	Says string `json:"says"`
}

// describe gives the annotations of links their descriptions (ISO 14289-1 §7.18.5). Those of one element have that of the link that
// leads to the same place and has the same number among those that do; if the numbers do not agree, that of the first.
func (s *structure) describe(links []link) {
	says := map[string][]string{}
	for _, l := range links {
		says[l.To] = append(says[l.To], l.Says)
	}
	var elements []*element
	of := map[string]int{} // elements that lead to a place
	s.walk(func(e *element, _ []*element) {
		if to := s.leadsTo(e); to != "" {
			elements = append(elements, e)
			of[to]++
		}
	})
	count := map[string]int{}
	for _, e := range elements {
		to := s.leadsTo(e)
		text := to
		if list := says[to]; len(list) > 0 {
			text = list[0]
			if len(list) == of[to] {
				text = list[count[to]]
			}
		}
		count[to]++
		for _, k := range e.kids {
			if d := s.c.dict(k.object); k.object > 0 && d.name("Subtype") == "Link" {
				s.c.objects[k.object].body = d.with("Contents", textString(text)).bytes()
			}
		}
	}
}

// leadsTo returns where the links that an element holds lead, as the page writes it; "" when it holds none.
func (s *structure) leadsTo(e *element) string {
	for _, k := range e.kids {
		d := s.c.dict(k.object)
		if k.object == 0 || d.name("Subtype") != "Link" {
			continue
		}
		if to := d.name("Dest"); to != "" {
			return "#" + destinationName(to)
		}
		if to := readText(s.c.sub(d, "A").get("URI")); to != "" {
			return to
		}
		return "?"
	}
	return ""
}
