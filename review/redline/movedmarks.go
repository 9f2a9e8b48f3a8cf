package redline

import (
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

// takesAlong finds the marks that both ends of a move have: bookmarks and comments of its text.
func (m *move) takesAlong() {
	count := map[string]int{}
	for _, list := range m.list {
		for _, c := range list {
			for _, a := range []*atom{c.a, c.b} {
				if a == nil {
					continue
				}
				for _, e := range a.marks {
					count[markKey(e)] |= endsOf(e, a == c.b)
				}
			}
		}
	}
	for n, list := range m.list {
		if list != nil {
			continue
		}
		for side, x := range [...]*block{m.a[n], m.b[n]} {
			if e, err := parse(x.raw); err == nil {
				eachMark(e, func(mark *etree.Element) { count[markKey(mark)] |= endsOf(mark, side == 1) })
			}
		}
	}
	for key, ends := range count {
		m.along[key] = ends == 1|2|4|8
	}
}

// endsOf returns which end of a range a mark is: 1 and 2 in the older file, 4 and 8 in the newer one.
func endsOf(e *etree.Element, newer bool) int {
	n := 0
	switch {
	case strings.HasSuffix(e.Tag, "Start"):
		n = 1
	case strings.HasSuffix(e.Tag, "End"):
		n = 2
	}
	if newer {
		n *= 4
	}
	return n
}

// eachMark calls a function for the marks in an element, and for the runs with references to comments.
func eachMark(e *etree.Element, f func(mark *etree.Element)) {
	for c := range e.ChildElementsSeq() {
		if bookmarksAndComments[c.Tag] && c.Space == "w" || is(c, "r") && child(c, "commentReference") != nil {
			f(c)
		} else {
			eachMark(c, f)
		}
	}
}

var bookmarksAndComments = map[string]bool{"bookmarkStart": true, "bookmarkEnd": true, "commentRangeStart": true, "commentRangeEnd": true}

// movedTable writes a table of a move: its rows come or go, what is in them was moved.
func (w *writer) movedTable(out *strings.Builder, m *move, n int, tag string) {
	x := m.a[n]
	if tag == "moveTo" {
		x = m.b[n]
	}
	e, err := parse(x.raw)
	if err != nil {
		return // the proof finds that it is missing
	}
	var list []*etree.Element
	eachMark(e, func(mark *etree.Element) { list = append(list, mark) })
	for _, mark := range list {
		parent, at := mark.Parent(), mark.Index()
		parent.RemoveChildAt(at)
		for _, to := range w.movedMarks(m, []*etree.Element{mark}, tag == "moveTo") {
			parent.InsertChildAt(at, to)
		}
	}
	defer func(step int) { w.touchedIn = step }(w.touchedIn)
	w.touchedIn = w.step
	(&wrapper{w: w, b: out, tag: tag}).table(e)
}

// marked returns the mark itself: of a run, the reference to a comment in it.
func marked(e *etree.Element) *etree.Element {
	if is(e, "r") {
		return child(e, "commentReference")
	}
	return e
}

// markKey returns what names the thing a mark is of: a bookmark, or a comment.
func markKey(e *etree.Element) string {
	e = marked(e)
	return e.Tag[:4] + strings.TrimPrefix(attr(e, "id"), dropped)
}

// movedMarks returns the marks to write at one end of a move. A bookmark of a text that was moved is where the text is now; where it was
// stands a copy, named as editors name copies. A comment is at both ends, as there is no saying which of them will stay.
func (w *writer) movedMarks(m *move, list []*etree.Element, to bool) (out []*etree.Element) {
	for _, e := range list {
		key := markKey(e)
		along, bookmark := m.along[key], strings.HasPrefix(key, "book")
		switch {
		case !along && to && isDropped(marked(e)):
		case !along, !to && !bookmark:
			out = append(out, e)
		default:
			e = e.Copy()
			c := marked(e)
			id := strings.TrimPrefix(attr(c, "id"), dropped)
			if bookmark != to {
				if m.copies[key] == "" {
					m.copies[key] = w.copyOf(id, bookmark)
				}
				id = m.copies[key]
			}
			for i := range c.Attr {
				switch a := &c.Attr[i]; {
				case a.Key == "id":
					a.Value = id
				case a.Key == "name" && !to:
					a.Value = w.copyName(a.Value)
				}
			}
			out = append(out, e)
		}
	}
	return out
}

// copyOf returns the id of a copy of a bookmark or comment.
func (w *writer) copyOf(id string, bookmark bool) string {
	if bookmark {
		return w.frame.marks.next()
	}
	to := w.frame.remarks.next()
	w.copies = append(w.copies, [2]string{id, to})
	return to
}

// copyName returns the name of a copy of a bookmark.
func (w *writer) copyName(name string) string {
	for n := 1; ; n++ {
		copied := name + "_Copy_" + strconv.Itoa(n)
		if _, taken := w.frame.bookmarks[copied]; !taken {
			return copied
		}
	}
}
