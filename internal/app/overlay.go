package app

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/opc"
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/render/docx"
	"github.com/nomadocx/nomadocx/review/extract"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// Review data without its Word file (cli.md, additions) is brought home by the way of a Word
// document all the same: the source is laid out and read back as the file that was sent, what the
// data say differently is put into it, and the result goes the way of every returned file. So there
// is one reconciliation, with one set of rules.
//
// Data are a partial account: what they do not mention came back as it was sent.

// overlay is the sent document while data are put into it.
type overlay struct {
	plan  *layout.Plan
	doc   *wml.Document
	names *layout.Names
	sent  *extract.Review // what the document said before
	data  *extract.Review

	paras   map[extract.Ref][]*wml.Paragraph // where an entry of sent was read
	tables  map[int]*wml.Table               // likewise, by index in sent.Tables
	anchors map[string]*wml.Paragraph        // the first paragraph that carries an id's bookmark
	owned   map[*wml.Paragraph]string        // the id whose bookmark came last before a paragraph
	order   []*wml.Paragraph                 // of all stories
	swap    map[*wml.Paragraph][]*wml.Paragraph

	// left are the entries for which the document has no place; the report lists them, with a finding each.
	left     reviewsync.Report
	findings []reviewsync.Finding
	numbered map[string]string // what the data call a comment or note: kind and native id of the document → of the data
}

// Why an entry of the data is not applied.
var (
	noPlaceData = reviewsync.Finding{Code: reviewsync.CodeNoPlace,
		Message: "The data do not say which block of the source this belongs to, or the block has no such part; add the block's bookmark, or make the edit in the source."}
	revisedData = reviewsync.Finding{Code: reviewsync.CodeRevisions, Message: "The text holds tracked changes; accept or reject them in Word and make the data again."}
	emptyData   = reviewsync.Finding{Code: reviewsync.CodeEmpty, Message: "The data have no text for this; delete it in the source if it should go."}
)

// nowhere is why an entry is not applied that has no place, or has one and tracked changes in it.
func nowhere(noPlace bool) reviewsync.Finding {
	if noPlace {
		return noPlaceData
	}
	return revisedData
}

// refused reports an entry of the data that is not applied, at the block that its bookmarks name.
func (o *overlay) refused(f reviewsync.Finding, anchors []string, now string) {
	f.Outcome, f.Now = reviewsync.Refused, now
	for _, a := range anchors {
		if id := o.names.ID(a); id != "" {
			f.BlockID, f.Line = id, o.plan.Doc.File.Line(o.names.Node(id).At().Span.Start)+1
			break
		}
	}
	o.findings = append(o.findings, f)
}

// report adds to a reconciliation what the data say of places the document does not have, and calls comments and notes
// by the names they have in the data.
func (o *overlay) report(found *reviewsync.Result) {
	addSkipped(&found.Report, &o.left)
	found.Findings = append(found.Findings, o.findings...)
	found.Report.Findings = found.Findings
	for i := range found.Report.Changes {
		c := &found.Report.Changes[i]
		_, kind, _ := strings.Cut(c.Action, "_")
		if id, ok := o.numbered[kind+" "+c.NativeID]; ok {
			c.NativeID = id
		}
	}
}

// returnedAs is the document that would have said what the data say.
func (s *Source) returnedAs(plan *layout.Plan, data *extract.Review) (*overlay, error) {
	var file bytes.Buffer
	if err := docx.Render(&file, plan, docx.Options{}); err != nil {
		return nil, err
	}
	p, err := opc.Read(bytes.NewReader(file.Bytes()), int64(file.Len()), opc.Limits{})
	if err != nil {
		return nil, err
	}
	doc, err := wml.Read(p, wml.Options{})
	if err != nil {
		return nil, err
	}
	o := &overlay{plan: plan, numbered: map[string]string{}, doc: doc, names: plan.Names, sent: extract.Extract(doc), data: data,
		paras: map[extract.Ref][]*wml.Paragraph{}, tables: map[int]*wml.Table{}, anchors: map[string]*wml.Paragraph{},
		owned: map[*wml.Paragraph]string{}, swap: map[*wml.Paragraph][]*wml.Paragraph{}}
	o.survey()
	o.texts()
	o.grids()
	o.comments()
	o.notes()
	o.revisions()
	o.rebuild()
	return o, nil
}

// survey notes where every entry was read and which paragraph carries which bookmark.
func (o *overlay) survey() {
	owner := ""
	var walk func(blocks []wml.Block)
	walk = func(blocks []wml.Block) {
		for _, b := range blocks {
			switch b := b.(type) {
			case *wml.Paragraph:
				o.order = append(o.order, b)
				first := true
				for _, p := range b.Points {
					if id := o.names.ID(p.Name); p.Kind == wml.BookmarkStart && id != "" {
						if o.anchors[id] == nil {
							o.anchors[id] = b
						}
						if first { // a comment's own bookmark follows that of the block it hangs on
							owner, first = id, false
						}
					}
				}
				o.owned[b] = owner
				for _, ref := range o.sent.ByParagraph(b) {
					o.paras[ref] = append(o.paras[ref], b)
				}
			case *wml.Table:
				if ref, ok := o.sent.ByTable(b); ok {
					o.tables[ref.Index] = b
				}
				for _, row := range b.Rows {
					for _, cell := range row.Cells {
						walk(cell.Blocks)
					}
				}
			}
		}
	}
	for _, story := range o.doc.Stories {
		owner = ""
		walk(story.Blocks)
	}
}

// key names the block an entry belongs to: the ids of its bookmarks, else its place in the file.
func (o *overlay) key(anchors []string, nativeID string) string {
	var ids []string
	for _, a := range anchors {
		if id := o.names.ID(a); id != "" {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return "#" + nativeID
	}
	return strings.Join(ids, " ")
}

// pairs calls f for each entry of data with the entry of sent it stands for: the next one with an
// equal key. Index -1: there is none.
func pairs[T any](sent, data []T, key func(*T) string, f func(data *T, index int)) {
	waiting := map[string][]int{}
	for i := range sent {
		k := key(&sent[i])
		waiting[k] = append(waiting[k], i)
	}
	for i := range data {
		k, index := key(&data[i]), -1
		if w := waiting[k]; len(w) > 0 {
			index, waiting[k] = w[0], w[1:]
		}
		f(&data[i], index)
	}
}

// paragraph is the one paragraph an entry was read from, nil when it was read from several or none.
func (o *overlay) paragraph(list extract.List, index int) *wml.Paragraph {
	if p := o.paras[extract.Ref{List: list, Index: index}]; len(p) == 1 {
		return p[0]
	}
	return nil
}

// rebuild puts the paragraphs that others have taken the place of out of the stories.
func (o *overlay) rebuild() {
	if len(o.swap) == 0 {
		return
	}
	var fresh func(blocks []wml.Block) []wml.Block
	fresh = func(blocks []wml.Block) []wml.Block {
		out := make([]wml.Block, 0, len(blocks))
		for _, b := range blocks {
			if t, ok := b.(*wml.Table); ok {
				for r := range t.Rows {
					for c := range t.Rows[r].Cells {
						cell := &t.Rows[r].Cells[c]
						cell.Blocks = fresh(cell.Blocks)
					}
				}
			}
			p, ok := b.(*wml.Paragraph)
			others, swapped := o.swap[p]
			if !ok || !swapped {
				out = append(out, b)
				continue
			}
			for _, other := range others {
				out = append(out, other)
			}
		}
		return out
	}
	for _, story := range o.doc.Stories {
		story.Blocks = fresh(story.Blocks)
	}
}

// grids puts changed cells, rows and columns into tables.
func (o *overlay) grids() {
	key := func(t *extract.Table) string { return o.key(t.Anchors, t.NativeID) }
	pairs(o.sent.Tables, o.data.Tables, key, func(d *extract.Table, i int) {
		if i >= 0 && slices.EqualFunc(o.sent.Tables[i].Rows, d.Rows, slices.Equal) {
			return
		}
		if i < 0 || o.tables[i] == nil || d.HasRevisions {
			o.left.SkippedTables = append(o.left.SkippedTables, *d)
			o.refused(nowhere(!d.HasRevisions), d.Anchors, tableWords(d.Rows))
			return
		}
		o.fill(o.tables[i], o.sent.Tables[i].Rows, d.Rows)
	})
}

// tableWords is the text of a table, a row a line.
func tableWords(rows [][]string) string {
	lines := make([]string, len(rows))
	for i, cells := range rows {
		lines[i] = strings.Join(cells, " | ")
	}
	return strings.Join(lines, "\n")
}

// fill makes a table show the given rows. Cells that say what they said keep their paragraphs.
func (o *overlay) fill(t *wml.Table, was, now [][]string) {
	rows := make([]wml.Row, len(now))
	for r, cells := range now {
		if r < len(t.Rows) {
			rows[r] = wml.Row{Header: t.Rows[r].Header}
		}
		for c, text := range cells {
			if r < len(was) && c < len(was[r]) && c < len(t.Rows[r].Cells) {
				old := t.Rows[r].Cells[c]
				if was[r][c] != text {
					old.Blocks = []wml.Block{o.cell(text, old)}
				}
				rows[r].Cells = append(rows[r].Cells, old)
				continue
			}
			rows[r].Cells = append(rows[r].Cells, wml.TableCell{Span: 1, Blocks: []wml.Block{o.cell(text, wml.TableCell{})}})
		}
	}
	t.Rows = rows
}

// cell is the paragraph of a cell; the marks of the old one stay.
func (o *overlay) cell(text string, old wml.TableCell) *wml.Paragraph {
	p := &wml.Paragraph{}
	for _, b := range old.Blocks {
		if q, ok := b.(*wml.Paragraph); ok {
			*p = *q
			break
		}
	}
	setRuns(p, o.markup(text))
	return p
}

// markup is what light markup shows; line feeds are line breaks.
func (o *overlay) markup(text string) []wml.Run {
	var runs []wml.Run
	text = o.ownLinks(text)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			runs = append(runs, wml.Run{Kind: wml.Break, Text: "\n"})
		}
		runs = append(runs, o.names.Inline(line)...)
	}
	return runs
}

// ownLinks rewrites links to bookmarks. Review data are made without the source, and the id behind a
// bookmark cannot always be told from its name: then they say [label](#bookmark) for [label](#id),
// and [id](#bookmark) for [[id]].
func (o *overlay) ownLinks(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "](#")
		name, after, closed := strings.Cut(rest, ")")
		if !found || !closed {
			b.WriteString(text)
			return b.String()
		}
		text = after
		id := o.names.ID(name)
		open := strings.LastIndexByte(before, '[')
		switch {
		case id == "":
			b.WriteString(before + "](#" + name + ")")
		case open >= 0 && before[open+1:] == id:
			b.WriteString(before[:open] + "[[" + id + "]]")
		default:
			b.WriteString(before + "](#" + id + ")")
		}
	}
}

// unusedID is an id, or one made of it that is not taken.
func unusedID(id string, taken map[string]bool) string {
	if id == "" {
		id = "0"
	}
	for n, base := 2, id; taken[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	taken[id] = true
	return id
}
