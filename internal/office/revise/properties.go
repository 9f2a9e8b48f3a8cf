package revise

import (
	"slices"
	"strings"
)

// properties are the elements that hold properties.
var properties = map[string]bool{"rPr": true, "pPr": true, "sectPr": true, "tblPr": true, "tblGrid": true, "tblPrEx": true, "trPr": true,
	"tcPr": true, "numPr": true, "ctrlPr": true}

// own are the children that a change of the properties says nothing of (the schema of what it holds has none of them), and
// whether they stand before the others.
var own = map[string]struct {
	names []string
	first bool
}{
	"rPr":    {[]string{"ins", "del", "moveFrom", "moveTo"}, true},
	"pPr":    {[]string{"rPr", "sectPr"}, false},
	"sectPr": {[]string{"headerReference", "footerReference"}, true},
	"trPr":   {[]string{"ins", "del"}, false},
	"tcPr":   {[]string{"cellIns", "cellDel", "cellMerge"}, false},
}

// optional are the properties that need not be there when nothing is left in them.
var optional = map[string]bool{"rPr": true, "pPr": true, "trPr": true, "tblPrEx": true, "tcPr": true, "numPr": true}

// property is a child of properties as it is written.
type property struct{ local, text string }

// properties writes an element that holds properties.
func (w *rewriter) properties(b []byte, n *Node) []byte {
	if n.Is("numPr") {
		if ins := n.Child("ins"); ins != nil && w.goes("ins") && w.pick.takes(ins) {
			w.forget(n, n)
			return b
		}
	}
	var all []property
	if change := w.undone(n); change != nil {
		all = w.former(n, change)
	} else {
		for at, c := range n.Children {
			if !n.Is("tblGrid") || at >= len(w.grid) || !w.grid[at] {
				all = w.property(all, c, n)
			}
		}
	}
	if c := n.Child("cellMerge"); c != nil && w.pick.takes(c) {
		all = w.merged(all, c)
	}
	if len(all) == 0 && optional[n.Local] {
		return b
	}
	b = append(b, w.text[n.From:n.Start]...)
	for _, c := range all {
		b = append(b, c.text...)
	}
	return append(b, w.text[n.End:n.To]...)
}

// undone returns the change of the properties that is rejected, nil for none.
func (w *rewriter) undone(n *Node) *Node {
	if w.accept {
		return nil
	}
	if c := n.Child(n.Local + "Change"); c != nil && w.pick.takes(c) {
		return c
	}
	return nil
}

// former returns the properties as they were before a change, with those that the change says nothing of.
func (w *rewriter) former(n, change *Node) []property {
	w.record(change, n)
	of := own[n.Local]
	var stay, old []property
	for _, c := range n.Children {
		switch {
		case slices.Contains(of.names, c.Local):
			stay = w.property(stay, c, n)
		case c != change:
			w.forget(c, n)
		}
	}
	if before := change.Child(n.Local); before != nil {
		for _, c := range before.Children {
			if !slices.Contains(of.names, c.Local) {
				old = append(old, property{c.Local, w.text[c.From:c.To]})
			}
		}
	}
	if of.first {
		return append(stay, old...)
	}
	return append(old, stay...)
}

// property adds a child of properties. A change that is decided leaves nothing behind.
func (w *rewriter) property(all []property, c, n *Node) []property {
	var b []byte
	if c.Space == Word && IsRevision(c.Local) {
		b = w.sign(b, c, n)
	} else {
		b = w.node(b, c, n)
	}
	if len(b) == 0 {
		return all
	}
	return append(all, property{c.Local, string(b)})
}

// sign writes an element that says that what it is in was changed.
func (w *rewriter) sign(b []byte, c, parent *Node) []byte {
	if w.pick.takes(c) {
		w.record(c, parent)
		for _, k := range c.Children {
			if parent.Local == "ctrlPr" { // the properties are in it
				b = w.node(b, k, parent)
			}
		}
		return b
	}
	w.leave(c)
	if parent.Local == "ctrlPr" {
		return w.element(b, c)
	}
	return append(b, w.text[c.From:c.To]...)
}

// merged replaces the vertical merge of a cell by the one that a decided change leaves.
func (w *rewriter) merged(all []property, change *Node) []property {
	all = slices.DeleteFunc(all, func(p property) bool { return p.local == "vMerge" })
	value := map[string]string{"cont": "continue", "rest": "restart"}[change.Attr("vMergeOrig")]
	if w.accept {
		value = map[string]string{"cont": "continue", "rest": "restart"}[change.Attr("vMerge")]
	}
	if value == "" {
		return all
	}
	at := 0
	for at < len(all) && slices.Contains([]string{"cnfStyle", "tcW", "gridSpan", "hMerge"}, all[at].local) {
		at++
	}
	prefix := strings.TrimSuffix(tagName(w.text[change.From:]), change.Local)
	return slices.Insert(all, at, property{"vMerge", "<" + prefix + "vMerge " + prefix + `val="` + value + `"/>`})
}

// markGoes reports whether the mark at the end of a paragraph goes.
func (w *rewriter) markGoes(p *Node) bool {
	if !p.revised {
		return false
	}
	if pPr := p.Child("pPr"); pPr != nil {
		return w.saidToGo(pPr.Child("rPr"), "ins", "del", "moveFrom", "moveTo")
	}
	return false
}

// saidToGo reports whether properties have one of some changes which makes what they are of go.
func (w *rewriter) saidToGo(properties *Node, changes ...string) bool {
	return properties != nil && properties.revised && slices.ContainsFunc(properties.Children, func(c *Node) bool {
		return c.Space == Word && slices.Contains(changes, c.Local) && w.goes(c.Local) && w.pick.takes(c)
	})
}
