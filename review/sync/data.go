package reviewsync

import (
	"regexp"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/review/extract"
)

// Review data in the place of a file (cli.md, additions): what they say differently is set in the slots of the source's own
// layout, and the document that comes of it is compared like every returned one. So there is one set of rules.
//
// Data do not say all: what they do not mention came back as it was sent.

// dataDoc is the document as it was sent while data are put into it.
type dataDoc struct {
	plan  *layout.Plan
	names *layout.Names
	*written
	doc  *wml.Document
	sent *extract.Review // what the document says as it was sent

	from    map[extract.Ref][]*wml.Paragraph // where an entry of sent was read
	tableOf map[int]*wml.Table               // likewise, by index in sent.Tables
	anchors map[string]*wml.Paragraph        // the first paragraph that carries an id's bookmark
	owned   map[*wml.Paragraph]string        // the id whose bookmark came last before a paragraph
	order   []*wml.Paragraph                 // of all stories
	instead map[*wml.Paragraph][]wml.Block   // what stands in the place of a paragraph
	added   []func()                         // puts what was added at the ends of paragraphs
	edited  map[string]extract.Ref           // the notes that say something else, by kind and native id
	dataReport
}

// dataReport is what a report has to say besides what the comparison finds.
type dataReport struct {
	data     *extract.Review
	left     []extract.Ref // the entries of the data that are not applied, with a finding each
	findings []Finding
	numbered map[string]string // what the data call a comment or note: kind and native id of the document → of the data
}

// SyncData brings review data into the source of a plan, as [Sync] does a returned document. What the data say of places
// that the document does not have is in the report too. plan is a sketch: nothing of it is drawn.
func SyncData(plan *layout.Plan, lay func(text string) (*layout.Plan, error), data *extract.Review, opts Options) (*Result, error) {
	doc, rest := documentOf(plan, data) // what it was made of is not kept
	opts.data = true
	r, err := Sync(plan, lay, doc, opts)
	if err == nil {
		rest.report(r, opts.Reviewer)
	}
	return r, err
}

// documentOf returns the document that would have said what the data say.
func documentOf(plan *layout.Plan, data *extract.Review) (*wml.Document, *dataReport) {
	o := &dataDoc{plan: plan, names: plan.Names, written: newWritten(), instead: map[*wml.Paragraph][]wml.Block{}, edited: map[string]extract.Ref{},
		from: map[extract.Ref][]*wml.Paragraph{}, tableOf: map[int]*wml.Table{}, anchors: map[string]*wml.Paragraph{}, owned: map[*wml.Paragraph]string{},
		dataReport: dataReport{data: data, numbered: map[string]string{}}}
	o.doc = o.document(plan)
	o.doc.Number()
	o.sent = extract.ExtractWith(o.doc, plan.Look)
	o.survey()
	for _, list := range [...]extract.List{extract.Headings, extract.Captions, extract.Labels, extract.BlockBodies, extract.MetricValues,
		extract.MetricMetadata, extract.BlockMetadataList, extract.Tables} {
		o.texts(list)
	}
	o.comments()
	o.notes(extract.Footnotes, plan.Footnotes, &o.doc.Footnotes)
	o.notes(extract.Endnotes, plan.Endnotes, &o.doc.Endnotes)
	o.revisions()
	o.finish()
	o.doc.Number()
	rest := o.dataReport
	return o.doc, &rest
}

// refuse reports an entry of the data that is not applied.
func (o *dataDoc) refuse(x sentence, ref extract.Ref) {
	e := o.data.Entry(ref)
	o.left = append(o.left, ref)
	o.find(x, "", e.Text, e.Anchors)
}

// find adds a finding at the block that bookmarks name.
func (o *dataDoc) find(x sentence, was, now string, anchors []string) {
	f := Finding{Outcome: Refused, Code: x.code, Message: x.text, Was: was, Now: now}
	if ids := o.ids(anchors); len(ids) > 0 {
		f.BlockID, f.Line = ids[0], o.plan.Doc.File.Line(o.names.Node(ids[0]).At().Span.Start)
	}
	o.findings = append(o.findings, f)
}

// report adds to a result what the data say of places the document does not have, and calls comments and notes
// by the names they have in the data.
func (o *dataReport) report(r *Result, reviewer string) {
	for _, ref := range o.left {
		r.Report.skip(o.data, ref)
	}
	taken := map[string]bool{}
	for i := range r.Findings {
		taken[r.Findings[i].Hash] = true
	}
	for _, f := range o.findings {
		f.Reviewer = reviewer
		f.Name(taken)
		r.Findings = append(r.Findings, f)
	}
	r.Report.Findings = r.Findings
	for i := range r.Report.Changes {
		c := &r.Report.Changes[i]
		_, kind, _ := strings.Cut(c.Action, "_")
		if id, ok := o.numbered[kind+" "+c.NativeID]; ok {
			c.NativeID = id
		}
	}
}

// survey notes where every entry was read and which paragraph carries which bookmark.
func (o *dataDoc) survey() {
	for _, story := range o.doc.Stories {
		owner := ""
		for p := range wml.Paragraphs(story.Blocks...) {
			o.order = append(o.order, p)
			for i, id := range o.ids(o.paras[p].Anchors) {
				if o.anchors[id] == nil {
					o.anchors[id] = p
				}
				if i == 0 { // a comment's own bookmark follows that of the block it is about
					owner = id
				}
			}
			o.owned[p] = owner
			for _, ref := range o.sent.ByParagraph(p) {
				o.from[ref] = append(o.from[ref], p)
			}
		}
		for t := range wml.Tables(story.Blocks...) {
			if ref, ok := o.sent.ByTable(t); ok {
				o.tableOf[ref.Index] = t
			}
		}
	}
}

// ids returns the ids that bookmarks name.
func (o *dataDoc) ids(anchors []string) (ids []string) {
	for _, a := range anchors {
		if id := o.names.ID(a); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// key names the block an entry belongs to: the ids of its bookmarks, else its place in the file.
func (o *dataDoc) key(anchors []string, nativeID string) string {
	if ids := o.ids(anchors); len(ids) > 0 {
		return strings.Join(ids, " ")
	}
	return "#" + nativeID
}

// place returns the paragraph that marks with these bookmarks belong to, nil when the source has none of the blocks.
func (o *dataDoc) place(anchors []string) *wml.Paragraph {
	for _, id := range o.ids(anchors) {
		if p := o.anchors[id]; p != nil {
			return p
		}
	}
	return nil
}

// show makes a paragraph of the document that of another layout.
func (o *dataDoc) show(p *wml.Paragraph, as *layout.Para) {
	ends := o.ends[p]
	*p, o.paras[p], o.ends[p] = *o.para(as), as, nil
	for _, c := range ends {
		o.end(p, c)
	}
}

// finish leaves out what is gone and puts in what was added.
func (o *dataDoc) finish() {
	if len(o.gone) > 0 {
		for _, p := range o.order {
			o.show(p, o.paras[p])
		}
	}
	for _, put := range o.added {
		put()
	}
	if len(o.instead) > 0 {
		for _, story := range o.doc.Stories {
			story.Blocks = o.regrouped(story.Blocks)
		}
	}
	o.lostNotes()
}

// regrouped returns blocks with what stands in the place of paragraphs.
func (o *dataDoc) regrouped(blocks []wml.Block) (out []wml.Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *wml.Table:
			for r := range b.Rows {
				for c := range b.Rows[r].Cells {
					b.Rows[r].Cells[c].Blocks = o.regrouped(b.Rows[r].Cells[c].Blocks)
				}
			}
		case *wml.Paragraph:
			if instead, ok := o.instead[b]; ok {
				out = append(out, instead...)
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// markup returns what light markup shows; line feeds are line breaks.
func (o *dataDoc) markup(text string) []wml.Run {
	var runs []wml.Run
	for i, line := range strings.Split(o.ownLinks(text), "\n") {
		if i > 0 {
			runs = append(runs, wml.Run{Kind: wml.Break, Text: "\n"})
		}
		runs = append(runs, o.names.Inline(line)...)
	}
	return runs
}

// ownLink is the end of a link to a bookmark, with its label where that holds no bracket.
var ownLink = regexp.MustCompile(`(\[[^\[\]]*)?\]\(#([^)]*)\)`)

// ownLinks rewrites links to bookmarks. Review data are made without the source, and the id behind a
// bookmark cannot always be distinguished from its name: then they say [label](#bookmark) for [label](#id),
// and [id](#bookmark) for [[id]].
func (o *dataDoc) ownLinks(text string) string {
	return ownLink.ReplaceAllStringFunc(text, func(link string) string {
		part := ownLink.FindStringSubmatch(link)
		switch id := o.names.ID(part[2]); {
		case id == "":
			return link
		case part[1] == "["+id:
			return "[[" + id + "]]"
		default:
			return part[1] + "](#" + id + ")"
		}
	})
}
