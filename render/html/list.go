package html

import (
	"strconv"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// list writes a list, with the lists inside its items.
func (r *renderer) list(n *noma.List) {
	var tags []string        // of the open lists
	var items []textKey      // the open items
	end := func(level int) { // what is open behind an item of the level
		for len(items) > level {
			last := len(items) - 1
			if len(tags) > len(items) {
				r.raw("</" + tags[last+1] + ">\n")
				tags = tags[:last+1]
			}
			r.raw("</li>\n")
			r.added(items[last], false, true)
			items = items[:last]
		}
	}
	for i, it := range n.Items {
		end(it.Level)
		switch {
		case it.First && len(tags) > it.Level:
			r.raw("</" + tags[it.Level] + ">\n")
			tags[it.Level] = r.openList(it)
		case it.First:
			if it.Level > 0 {
				r.raw("\n")
			}
			tags = append(tags, r.openList(it))
		}
		k := textKey{node: it, part: layout.PartText, row: i}
		r.added(k, true, true)
		r.raw("<li>")
		r.box(it.Box)
		r.annotated(k, func() { r.inline(it.Content.S) })
		items = append(items, k)
	}
	end(0)
	r.raw("</" + tags[0] + ">\n")
}

// openList writes the start of a list or of one inside an item, which begins with an item.
func (r *renderer) openList(first *noma.ListItem) (tag string) {
	tag = "ul"
	start := ""
	if first.Ordered {
		tag = "ol"
		if first.Number != 1 {
			start = ` start="` + strconv.Itoa(first.Number) + `"`
		}
	}
	r.raw("<" + tag + ` class="noma-list"` + start + ">\n")
	return tag
}

// box writes the check box of an item.
func (r *renderer) box(b noma.Box) {
	switch b {
	case noma.OpenBox:
		r.raw(`<input type="checkbox" aria-label="Done" disabled> `)
	case noma.DoneBox:
		r.raw(`<input type="checkbox" aria-label="Done" disabled checked> `)
	}
}
