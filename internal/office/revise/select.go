package revise

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/halt"
	"github.com/nomadocx/nomadocx/internal/office/opc"
)

// Select says which tracked changes are decided: those of one of the authors and with one of the ids. An empty list is any.
// A move is one change: an id of one of its parts selects all of them. So is a column that came or went: the id of one of its cells does.
type Select struct {
	Authors, IDs []string
	Look         halt.Look // at every block
}

// Report says what became of the tracked changes of a package.
type Report struct {
	Revisions []Revision `json:"revisions"` // that were decided, part by part in the order of the text
	Left      int        `json:"left"`      // how many are still there
	// Comments, Footnotes and Endnotes are the ids of those that went with the text they stood in.
	Comments  []string `json:"comments,omitempty"`
	Footnotes []string `json:"footnotes,omitempty"`
	Endnotes  []string `json:"endnotes,omitempty"`
	// Unknown are the authors and ids of the selection that no tracked change has.
	Unknown []string `json:"-"`
}

// Revision is a tracked change that was decided.
type Revision struct {
	Part   string `json:"part"`
	Kind   string `json:"kind"` // insert, delete, move-from, move-to, format, merge, number
	Of     string `json:"of"`   // text, paragraph, row, cell, table, section, list, equation, control
	ID     string `json:"id,omitempty"`
	Author string `json:"author,omitempty"`
	Date   string `json:"date,omitempty"`
	Text   string `json:"text,omitempty"` // the beginning of what was inserted, deleted or moved
}

// picker is a Select that counts what it was asked.
type picker struct {
	Select
	ids    map[string]bool // those selected, with the other parts of moves; nil for any
	ranges map[string]bool // open ranges by family and id: whether they are selected

	seen map[string]bool // authors and ids of changes, those in quotes

	table string          // who changed the table, as changes of its grid do not say
	grids map[string]bool // ids of changes of grids that go with columns of the authors
}

func newPicker(s Select) *picker {
	p := &picker{Select: s, seen: map[string]bool{}}
	if len(s.IDs) > 0 {
		p.ids = map[string]bool{}
		for _, id := range s.IDs {
			p.ids[id] = true
		}
	}
	return p
}

// unknown returns what was selected and never seen.
func (p *picker) unknown() (unknown []string) {
	for _, a := range p.Authors {
		if !p.seen[a] {
			unknown = append(unknown, a)
		}
	}
	for _, id := range p.IDs {
		if !p.seen[strconv.Quote(id)] {
			unknown = append(unknown, id)
		}
	}
	return unknown
}

// takes reports whether a tracked change is decided. The end of a range has no author; it goes with its start.
func (p *picker) takes(n *Node) bool {
	if family, start := rangeOf(n.Local); family != "" && !start {
		taken, open := p.ranges[family+n.Attr("id")]
		return taken || !open && p.ids == nil && len(p.Authors) == 0
	}
	author := n.Attr("author")
	if n.Local == "tblGridChange" {
		if author = p.table; p.grids[n.Attr("id")] {
			author = p.Authors[0]
		}
	}
	if len(p.Authors) > 0 || p.ids != nil {
		p.seen[author], p.seen[strconv.Quote(n.Attr("id"))] = true, true
	}
	taken := (p.ids == nil || p.ids[n.Attr("id")]) && (len(p.Authors) == 0 || slices.Contains(p.Authors, author))
	if family, _ := rangeOf(n.Local); family != "" {
		p.ranges[family+n.Attr("id")] = taken
	}
	return taken
}

// rangeOf takes the name of a mark apart that begins or ends a range: of a bookmark, a comment, a permission, a tracked change.
// family is "" for other elements.
func rangeOf(local string) (family string, start bool) {
	family, start = strings.CutSuffix(local, "Start")
	if !start {
		var end bool
		if family, end = strings.CutSuffix(local, "End"); !end {
			return "", false
		}
	}
	if family == "bookmark" || family == "perm" || strings.HasSuffix(family, "Range") {
		return family, start
	}
	return "", false
}

// kindsOf are the kinds of changes by element.
var kindsOf = map[string]string{
	"ins": "insert", "cellIns": "insert", "customXmlInsRangeStart": "insert",
	"del": "delete", "cellDel": "delete", "customXmlDelRangeStart": "delete",
	"moveFrom": "move-from", "customXmlMoveFromRangeStart": "move-from",
	"moveTo": "move-to", "customXmlMoveToRangeStart": "move-to",
	"cellMerge": "merge", "numberingChange": "number",
	"rPrChange": "format", "pPrChange": "format", "sectPrChange": "format", "tblPrChange": "format", "tblGridChange": "format",
	"tcPrChange": "format", "trPrChange": "format", "tblPrExChange": "format",
}

// thingsOf say what a change is one of, by the element it is in.
var thingsOf = map[string]string{
	"rPr": "paragraph", "trPr": "row", "tcPr": "cell", "numPr": "list", "fldChar": "list", "ctrlPr": "equation", "pPr": "paragraph", "sectPr": "section",
	"tblPr": "table", "tblGrid": "table", "tblPrEx": "row",
}

// counts reports whether an element is a change of its own: marks of ranges of moves are none, and what stands in a file a second
// time, for old programs, counts once.
func (w *rewriter) counts(n *Node) bool {
	if kindsOf[n.Local] == "" {
		return false
	}
	key := n.Local + n.Attr("id")
	if w.choice > 0 {
		w.told[key] = true
	}
	return w.fallback == 0 || !w.told[key]
}

// leave notes that a change stays.
func (w *rewriter) leave(n *Node) {
	if w.counts(n) {
		w.report.Left++
	}
}

// record notes that a change is decided.
func (w *rewriter) record(n, parent *Node) {
	if !w.counts(n) {
		return
	}
	kind := kindsOf[n.Local]
	r := Revision{Part: w.name, Kind: kind, Of: "text", ID: n.Attr("id"), Author: n.Attr("author"), Date: n.Attr("date")}
	switch thing := thingsOf[parent.Local]; {
	case strings.HasPrefix(n.Local, "customXml"):
		r.Of = "control"
	case thing != "" && n.Local != "rPrChange":
		r.Of = thing
	case thing == "":
		r.Text = words(w.text, n)
	}
	w.report.Revisions = append(w.report.Revisions, r)
}

// wordsShown is how many bytes of a text a report shows.
const wordsShown = 120

// words returns the beginning of the text in an element.
func words(text string, n *Node) string {
	var b strings.Builder
	var walk func(n *Node)
	walk = func(n *Node) {
		switch {
		case b.Len() > wordsShown:
		case n.Local == "t" || n.Is("delText"):
			b.WriteString(opc.Between(text[n.Start:n.End]))
		case n.Is("p") && b.Len() > 0, n.Is("tab"), n.Is("br"):
			b.WriteByte(' ')
		}
		for _, c := range n.Children {
			walk(c)
		}
	}
	walk(n)
	if s := b.String(); len(s) > wordsShown {
		return strings.ToValidUTF8(s[:wordsShown], "") + "…"
	}
	return b.String()
}
