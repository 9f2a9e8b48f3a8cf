package reviewsync

import (
	"encoding/json"
	"reflect"
	"slices"
	"sort"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
	"github.com/nomadocx/nomadocx/review/extract"
)

// The report of docx-review-sync (contract review-sync.md §1), with three entries of our own at its
// end: skippedText, for refusals the contract has no list for, findings, and their counts.

// Change is one entry of changes. Parent, Index and Type place a change in a block without an id.
type Change struct {
	Action   string `json:"action"`
	ID       string `json:"id,omitempty"`
	Target   string `json:"target,omitempty"`
	NativeID string `json:"nativeId,omitempty"`
	ReplyTo  string `json:"replyTo,omitempty"`
	Key      string `json:"key,omitempty"`
	Parent   string `json:"parent,omitempty"`
	Index    *int   `json:"index,omitempty"`
	Type     string `json:"type,omitempty"`
}

// place addresses a change by its parent and place.
func (c *Change) place(parent string, index int, n noma.Node) {
	if c.ID != "" {
		return
	}
	c.Parent, c.Index, c.Type = parent, &index, typeOf(n)
}

func typeOf(n noma.Node) string {
	switch n := n.(type) {
	case *noma.Paragraph:
		return "paragraph"
	case *noma.List:
		return "list"
	case *noma.ListItem:
		return "list_item"
	case *noma.Quote:
		return "quote"
	case *noma.Code:
		return "code"
	case *noma.Table:
		return "table"
	case *noma.Directive:
		return n.Name
	}
	return ""
}

// Skipped is one entry of skippedText.
type Skipped struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	BlockID string `json:"blockId,omitempty"`
	Was     string `json:"was,omitempty"`
	Now     string `json:"now,omitempty"`
}

// Report is the wire form of a Result. Every list is there, empty or not.
type Report struct {
	Changes               []Change                `json:"changes"`
	Skipped               []extract.Comment       `json:"skipped"`
	SkippedRevisions      []extract.Revision      `json:"skippedRevisions"`
	SkippedFootnotes      []extract.Note          `json:"skippedFootnotes"`
	SkippedEndnotes       []extract.Note          `json:"skippedEndnotes"`
	SkippedTables         []extract.Table         `json:"skippedTables"`
	SkippedHeadings       []extract.Heading       `json:"skippedHeadings"`
	SkippedCaptions       []extract.Caption       `json:"skippedCaptions"`
	SkippedLabels         []extract.Label         `json:"skippedLabels"`
	SkippedBlockBodies    []extract.BlockBody     `json:"skippedBlockBodies"`
	SkippedMetricValues   []extract.MetricValue   `json:"skippedMetricValues"`
	SkippedMetricMetadata []extract.BlockMetadata `json:"skippedMetricMetadata"`
	SkippedBlockMetadata  []extract.BlockMetadata `json:"skippedBlockMetadata"`
	SkippedText           []Skipped               `json:"skippedText"`
	Findings              []Finding               `json:"findings"`
	Counts                Counts                  `json:"counts"`
}

// JSON returns the report as two-space JSON with a final line feed.
func (r Report) JSON() ([]byte, error) {
	out, err := json.MarshalIndent(r, "", "  ")
	return append(out, '\n'), err
}

// The places of findings.

func (f *finding) table(t *wml.Table) *finding   { f.inTable = t; return f }
func (f *finding) cells(row []gridCell) *finding { f.row = row; return f }
func (f *finding) comment(c *wml.Comment) *finding {
	f.inComment = c
	return f
}
func (f *finding) note(n *wml.Note, end bool) *finding {
	f.inNote, f.endnote = n, end
	return f
}

// order of the actions in changes (contract review-sync.md §3); actions of this program come last.
var order = []string{"update_heading", "update_caption", "update_label", "update_block_title", "update_block_body", "update_metric_value",
	"update_metric_metadata", "delete_metric_metadata", "update_block_metadata", "delete_block_metadata",
	"update_comment", "resolve_comment", "reopen_comment", "add_comment", "delete_comment",
	"add_change_request", "update_change_request", "delete_change_request",
	"update_footnote", "add_footnote", "update_endnote", "add_endnote", "delete_footnote", "delete_endnote",
	"update_table", "update_dataset", "insert_heading", "move_block", "move_child", "update_child", "insert_child", "delete_child", "delete_block"}

var rank = func() map[string]int {
	m := map[string]int{}
	for i, a := range order {
		m[a] = i
	}
	return m
}()

// result schedules what was found and reports what became of it.
func (s *session) result() (*Result, error) {
	s.chosen()
	s.lists.writeLists()
	done, err := s.schedule(s.opts.Protocol10)
	if err != nil {
		return nil, err
	}
	return s.report(done), nil
}

// report builds the result.
func (s *session) report(done *schedule) *Result {
	res := &Result{Text: done.text, Ops: done.ops, file: s.returned.Document, shown: s.returned.shown, described: s.returned.described,
		moved: s.base.moved, reworded: s.anchors.reworded || s.requests.reworded}
	var changes []Change
	seen := map[Change]bool{}
	at := map[*finding]int{} // the place of a finding in the result
	listed := map[any]bool{} // the paragraphs and tables with tracked changes that are in a skipped list
	words := &surroundings{s: s}
	opsOf := opsOf(done.ops, done.made)
	for _, edit := range s.findings {
		s.plan.Look.Now()
		s.identify(edit)
		f := done.concluded(edit)
		if f.Outcome == Applied && f.change != nil {
			c := *f.change
			s.complete(&c, f)
			key := c
			key.Index = nil
			if c.Index != nil || !seen[key] || key.Action == "update_child" { // several edits of one body are one change
				changes = append(changes, c)
			}
			seen[key] = true
		}
		if !f.Done() && !f.NoEdit() {
			s.skip(&res.Report, f)
		}
		if at := skippedAt(f); f.Code == CodeTracked && !listed[at] { // its text is not synced, see the contract
			listed[at] = true
			if ref, ok := s.textEntry(f); ok {
				res.Report.skip(s.review(), ref)
			}
		}
		at[edit] = len(res.Findings)
		res.Findings = append(res.Findings, f.reported(words.near(f), opsOf[edit]))
	}
	s.bind(res.Findings, at)
	for _, finds := range done.made {
		var of []int
		once := map[int]bool{}
		for _, f := range finds {
			if i, ok := at[f]; ok && !once[i] {
				once[i], of = true, append(of, i)
			}
		}
		res.Made = append(res.Made, of)
	}
	sort.SliceStable(changes, func(i, j int) bool { return rank[changes[i].Action] < rank[changes[j].Action] })
	r := &res.Report
	r.Changes = nonNil(changes)
	res.Findings = nonNil(res.Findings)
	r.Findings = res.Findings
	r.SkippedText = nonNil(r.SkippedText)
	for l := range extract.Lists {
		if list := r.skipped(l); list.IsNil() {
			list.Set(reflect.MakeSlice(list.Type(), 0, 0))
		}
	}
	return res
}

// reported returns the finding as it is in the result.
func (f *finding) reported(near string, ops []patch.Op) Finding {
	out := f.Finding
	out.Near, out.Ops = near, ops
	out.Waits = out.Outcome == Applied && f.change != nil && waiting[f.change.Action] &&
		!slices.ContainsFunc(ops, func(op patch.Op) bool { return op.Op == "resolve_comment" })
	return out
}

func nonNil[T any](x []T) []T {
	if x == nil {
		return []T{}
	}
	return x
}

// complete gives a change its native id and, for the text of a block with an id, the contract's name.
func (s *session) complete(c *Change, f *finding) {
	if c.Action == "update_child" && f.unit != nil {
		d, ok := f.unit.node.(*noma.Directive)
		if !ok || d.ID == "" {
			d, ok = f.unit.node.At().Parent.(*noma.Directive)
		}
		if ok && d.ID != "" {
			*c = Change{Action: "update_block_body", ID: d.ID}
		}
	}
	if c.NativeID != "" {
		return
	}
	if f.inTable != nil {
		if ref, ok := s.textEntry(f); ok {
			c.NativeID = s.review().Tables[ref.Index].NativeID
		}
		return
	}
	if f.para == nil {
		return
	}
	want := map[string]extract.List{"update_heading": extract.Headings, "update_caption": extract.Captions, "update_label": extract.Labels,
		"update_block_title": extract.Labels, "update_block_body": extract.BlockBodies, "update_metric_value": extract.MetricValues,
		"update_metric_metadata": extract.MetricMetadata, "delete_metric_metadata": extract.MetricMetadata}
	list, ok := want[c.Action]
	if p := s.planned.Get(f.para); !ok && p != nil && (p.Part == layout.PartText || p.Part == layout.PartCode) {
		return // text of the source is no line of a block, and the review data need not be made
	}
	for _, ref := range s.review().ByParagraph(f.para) {
		if ok && ref.List == list || !ok && (ref.List == extract.BlockMetadataList || ref.List == extract.Labels) {
			c.NativeID = s.review().Entry(ref).NativeID
			return
		}
	}
}

// skip puts a refusal into the list the contract has for it, else into skippedText.
func (s *session) skip(r *Report, f *finding) {
	if ref, ok := s.entryOf(f); ok {
		r.skip(s.review(), ref)
	} else if f.revision != nil {
		r.SkippedRevisions = append(r.SkippedRevisions, *f.revision)
	} else {
		r.SkippedText = append(r.SkippedText, Skipped{Code: f.Code, Message: f.Message, BlockID: f.BlockID, Was: f.Was, Now: f.Now})
	}
}

// skipped returns the list for what is refused of a list of the review data: the two stand in the same order.
func (r *Report) skipped(l extract.List) reflect.Value {
	return reflect.ValueOf(r).Elem().Field(1 + int(l))
}

// skip puts an entry of review data into its skipped list.
func (r *Report) skip(v *extract.Review, ref extract.Ref) {
	list := r.skipped(ref.List)
	list.Set(reflect.Append(list, v.At(ref)))
}

// Skip adds the entries of review data that another report skipped.
func (r *Report) Skip(other *Report) {
	for l := range extract.Lists {
		list := r.skipped(l)
		list.Set(reflect.AppendSlice(list, other.skipped(l)))
	}
}

// skippedAt returns the table or paragraph that a finding is about.
func skippedAt(f *finding) any {
	if f.inTable != nil {
		return f.inTable
	}
	return f.para.Original()
}

// entryOf finds the entry of the review data that a finding is about; false when there is none.
func (s *session) entryOf(f *finding) (extract.Ref, bool) {
	switch v := s.review(); {
	case f.revision != nil:
		return extract.Ref{}, false
	case f.inComment != nil:
		return v.Named(extract.Comments, f.inComment.ID)
	case f.inNote != nil && f.endnote:
		return v.Named(extract.Endnotes, f.inNote.ID)
	case f.inNote != nil:
		return v.Named(extract.Footnotes, f.inNote.ID)
	}
	return s.textEntry(f)
}

// textEntry finds the entry of the review data that was read where a finding is; false when there is none.
func (s *session) textEntry(f *finding) (extract.Ref, bool) {
	if t := f.inTable; t != nil {
		if of := s.returned.copied.tables[t]; of != nil {
			t = of
		}
		return s.review().ByTable(t)
	}
	for _, ref := range s.review().ByParagraph(f.para) {
		if ref.List >= extract.Headings { // the others are not made of single paragraphs
			return ref, true
		}
	}
	return extract.Ref{}, false
}
