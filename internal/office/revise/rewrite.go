package revise

import (
	"slices"
	"strings"
)

// rewriter decides the changes of one part. Its methods append to what has been written.
type rewriter struct {
	accept bool
	pick   *picker
	report *Report
	name   string
	part   *Part
	story  *Story
	text   string
	lost   *lost
	out    []Stretch

	restoring int             // deletions around that are undone
	deleted   int             // deletions around that stay
	solid     int             // how much was written that shows something
	custom    map[string]bool // open ranges in which the tags of controls and of custom XML go
	choice    int             // alternatives around, and those for old programs
	fallback  int
	told      map[string]bool // changes in alternatives, which stand in a file twice
	grid      []bool          // of the open table: which columns of its grid go; nil for none
}

// rewrite returns the text of the part with its changes decided, nil when there are none.
func (w *rewriter) rewrite() ([]Stretch, error) {
	if !w.part.revised() {
		return nil, nil
	}
	w.custom, w.told = map[string]bool{}, map[string]bool{}
	done := 0
	for i := range w.part.Stories {
		w.story = &w.part.Stories[i]
		w.stretch(w.text[done:w.story.Start], -1, -1)
		if err := w.blocks(i); err != nil {
			return nil, err
		}
		done = w.story.End
	}
	w.stretch(w.text[done:], -1, -1)
	return w.out, nil
}

// stretch adds a piece of the text.
func (w *rewriter) stretch(text string, story, block int) {
	if text != "" {
		w.out = append(w.out, Stretch{text, story, block})
	}
}

// revised reports whether there are tracked changes.
func (p *Part) revised() bool {
	for i := range p.Stories {
		if slices.ContainsFunc(p.Stories[i].Blocks, func(b Block) bool { return b.Revised }) {
			return true
		}
	}
	return false
}

// goes reports whether what a change is about goes when it is decided.
func (w *rewriter) goes(local string) bool {
	switch local {
	case "del", "moveFrom", "cellDel", "customXmlDelRangeStart", "customXmlMoveFromRangeStart":
		return w.accept
	}
	return !w.accept
}

// containers are elements that show nothing but what is in them.
var containers = map[string]bool{"r": true, "ins": true, "del": true, "moveFrom": true, "moveTo": true, "hyperlink": true, "sdt": true,
	"sdtContent": true, "smartTag": true, "customXml": true, "fldSimple": true, "dir": true, "bdo": true}

// hollow are those of them that go when nothing is left in them.
var hollow = map[string]bool{"ins": true, "del": true, "moveFrom": true, "moveTo": true, "hyperlink": true, "smartTag": true,
	"fldSimple": true, "dir": true, "bdo": true, "oMath": true, "oMathPara": true}

// silent are elements that show nothing.
var silent = map[string]bool{"pPr": true, "rPr": true, "sdtPr": true, "sdtEndPr": true, "customXmlPr": true, "smartTagPr": true,
	"proofErr": true, "lastRenderedPageBreak": true}

// shows reports whether an element shows something.
func shows(n *Node) bool {
	if n.Space != Word {
		return !(n.Space == Math && strings.HasSuffix(n.Local, "Pr"))
	}
	if family, _ := rangeOf(n.Local); family != "" || silent[n.Local] {
		return false
	}
	if !containers[n.Local] {
		return true
	}
	for _, c := range n.Children {
		if shows(c) {
			return true
		}
	}
	return false
}

// copy writes an element as it stands.
func (w *rewriter) copy(b []byte, n *Node) []byte {
	if shows(n) {
		w.solid++
	}
	return append(b, w.text[n.From:n.To]...)
}

// node writes an element with its changes decided.
func (w *rewriter) node(b []byte, n, parent *Node) []byte {
	if !n.revised && (w.restoring == 0 || w.deleted > 0) && (w.grid == nil || !n.Is("tblGrid")) {
		return w.copy(b, n)
	}
	if n.Space == Math && w.objectGoes(n) {
		return w.arguments(b, n)
	}
	if n.Space != Word {
		return w.element(b, n)
	}
	switch n.Local {
	case "ins", "del", "moveFrom", "moveTo":
		return w.change(b, n, parent)
	case "delText", "delInstrText":
		return w.restored(b, n)
	case "tbl":
		return w.table(b, n)
	case "tr":
		if w.rowGoes(n) {
			return w.remove(b, n)
		}
	case "tc":
		if w.cellGoes(n) {
			return w.remove(b, n)
		}
	case "p":
		return w.paragraph(b, n, nil, true)
	case "sdt", "customXml", "smartTag":
		if len(w.custom) > 0 {
			return w.unwrapped(b, n)
		}
	}
	if family, _ := rangeOf(n.Local); family != "" {
		return w.mark(b, n, parent)
	}
	if properties[n.Local] {
		return w.properties(b, n)
	}
	if IsRevision(n.Local) {
		return w.sign(b, n, parent)
	}
	return w.element(b, n)
}

// element writes an element that stays, with its children decided. One in which nothing is left goes, and so does a control
// that held blocks.
func (w *rewriter) element(b []byte, n *Node) []byte {
	if n.Space == Compat {
		count := map[string]*int{"Choice": &w.choice, "Fallback": &w.fallback}[n.Local]
		if count != nil {
			*count++
			defer func() { *count-- }()
		}
	}
	from, solid, full := len(b), w.solid, shows(n)
	b = append(b, w.text[n.From:n.Start]...)
	inner := len(b)
	f := &flow{w: w, b: b, done: n.Start}
	f.all(n)
	f.close(n.Local, w.text[n.From:])
	b = append(f.b, w.text[f.done:n.End]...)
	switch {
	case f.emptied && (n.Is("sdt") || n.Is("sdtContent") || n.Is("customXml")):
		return w.hoist(b[:from], n)
	case hollow[n.Local] && full && w.solid == solid:
		if slices.ContainsFunc(n.Children, func(c *Node) bool { return strings.HasSuffix(c.Local, "Pr") }) {
			return w.hoist(b[:from], n)
		}
		return append(b[:from], b[inner:]...) // marks
	case full && !containers[n.Local]:
		w.solid++
	}
	return append(b, w.text[n.End:n.To]...)
}

// change writes a change around runs, controls or equations.
func (w *rewriter) change(b []byte, n, parent *Node) []byte {
	deletes := n.Local == "del"
	if !w.pick.takes(n) {
		w.leave(n)
		if deletes {
			w.deleted++
			defer func() { w.deleted-- }()
		}
		return w.element(b, n)
	}
	w.record(n, parent)
	if w.goes(n.Local) {
		return w.remove(b, n)
	}
	if deletes || n.Local == "moveFrom" {
		w.restoring++
		defer func() { w.restoring-- }()
	}
	return w.inside(b, n)
}

// inside writes the content of an element whose tags go.
func (w *rewriter) inside(b []byte, n *Node) []byte {
	f := &flow{w: w, b: b, done: n.Start}
	f.all(n)
	f.flush(false)
	return append(f.b, w.text[f.done:n.End]...)
}

// unwrapped writes the content of a control or of custom XML whose tags go.
func (w *rewriter) unwrapped(b []byte, n *Node) []byte {
	for _, c := range n.Children {
		switch {
		case c.Is("sdtContent"):
			b = w.inside(b, c)
		case !silent[c.Local]:
			b = w.node(b, c, n)
		}
	}
	return b
}

// restored writes the text of a deletion that is undone as text.
func (w *rewriter) restored(b []byte, n *Node) []byte {
	as := "t"
	if n.Local == "delInstrText" {
		as = "instrText"
	}
	w.solid++
	tag := w.text[n.From:n.Start]
	at := strings.Index(tag, n.Local)
	b = append(append(append(b, tag[:at]...), as...), tag[at+len(n.Local):]...)
	b = append(b, w.text[n.Start:n.End]...)
	if n.End == n.To {
		return b
	}
	tag = w.text[n.End:n.To]
	at = strings.Index(tag, n.Local)
	return append(append(append(b, tag[:at]...), as...), tag[at+len(n.Local):]...)
}

// mark writes a mark, such as that of a range; those of tracked changes go with them.
func (w *rewriter) mark(b []byte, n, parent *Node) []byte {
	if !IsRevision(n.Local) {
		return append(b, w.text[n.From:n.To]...)
	}
	family, start := rangeOf(n.Local)
	if !w.pick.takes(n) {
		w.leave(n)
		return append(b, w.text[n.From:n.To]...)
	}
	w.record(n, parent)
	switch key := family + n.Attr("id"); {
	case !start:
		delete(w.custom, key)
	case strings.HasPrefix(n.Local, "customXml") && w.goes(n.Local):
		w.custom[key] = true
	}
	return b
}
