package html

import (
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// list writes a list, with the lists and other blocks inside its items.
func (r *renderer) list(n *noma.List) {
	var tags []string   // of the open lists
	var items []textKey // the open items
	loose := looseItems(n)
	closeList := func(level int) { // what is open of a level, between two items of it
		if len(tags) > level {
			r.raw("</" + tags[level] + ">\n")
			tags = tags[:level]
		}
	}
	end := func(level int) { // what is open behind an item of the level
		for len(items) > level {
			closeList(len(items))
			last := len(items) - 1
			r.raw("</li>\n")
			r.added(items[last], false, true)
			items = items[:last]
		}
	}
	for i, it := range n.Items {
		end(it.Level)
		if it.First {
			if it.Level > 0 && len(tags) == it.Level {
				r.raw("\n")
			}
			closeList(it.Level)
			tags = append(tags, r.openList(it))
		}
		k := textKey{node: it, part: layout.PartText, row: i}
		r.added(k, true, true)
		r.raw("<li>")
		if loose[it] {
			r.raw("<p>")
		}
		r.box(it.Box)
		r.annotated(k, func() { r.inline(it.Content.S) })
		if loose[it] {
			r.raw("</p>")
		}
		items = append(items, k)
		for child, block := range it.Children {
			end(it.LevelOf(child) + 1)
			closeList(it.LevelOf(child) + 1)
			if child == 0 {
				r.raw("\n")
			}
			r.block(block)
		}
	}
	end(0)
	closeList(0)
}

// looseItems returns the items that are paragraphs: of lists with a blank line between two of their items, or between two blocks of one
// (CommonMark §5.3).
func looseItems(n *noma.List) map[*noma.ListItem]bool {
	if n.EndLine-n.Line < len(n.Items) {
		return nil // its items are single lines
	}
	loose := map[*noma.ListItem]bool{}
	var run [noma.MaxLevel + 1]*noma.ListItem // the first items of the open lists
	last := n.Line
	for _, it := range n.Items {
		around := it.Level
		if it.First {
			run[it.Level] = it
			around = max(0, around-1)
		}
		if it.Line > last+1 {
			loose[run[around]] = true
		}
		last = it.Line + strings.Count(it.Content.S, "\n")
		for i, k := range it.Children {
			if k.At().Line > last+1 {
				loose[run[it.LevelOf(i)]] = true
			}
			last = k.At().EndLine
		}
	}
	for _, it := range n.Items {
		if it.First {
			run[it.Level] = it
		}
		if loose[run[it.Level]] {
			loose[it] = true
		}
	}
	return loose
}

// openList writes the start of a list or of one inside an item, which begins with an item.
func (r *renderer) openList(first *noma.ListItem) (tag string) {
	tag = "ul"
	start, wide := "", ""
	if first.Ordered {
		tag, wide = "ol", wideNumbers(lastNumber(first))
		if first.Number != 1 {
			start = ` start="` + strconv.Itoa(first.Number) + `"`
		}
	}
	r.raw("<" + tag + ` class="noma-list` + wide + `"` + start + ">\n")
	return tag
}

// lastNumber returns the number of the last item of the list that an item begins.
func lastNumber(first *noma.ListItem) int {
	last := first.Number
	l, ok := first.Parent.(*noma.List)
	if !ok {
		return last
	}
	for _, it := range l.Items[first.Index+1:] {
		if it.Level < first.Level || it.Level == first.Level && it.First {
			break
		}
		if it.Level == first.Level {
			last++
		}
	}
	return last
}

// wideNumbers returns the class that gives the numbers of a list room, with a blank before it: outside the text, paper is cut.
func wideNumbers(last int) string {
	switch {
	case last > 99:
		return " noma-wider"
	case last > 9:
		return " noma-wide"
	}
	return ""
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
