package reviewsync

import (
	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/review/extract"
)

// core is what every comparison of a construct needs: what was sent, what came back, which is which, and the changes that it adds
// to.
type core struct {
	plan     *layout.Plan
	doc      *noma.Document
	names    *layout.Names
	opts     Options
	base     *base
	returned *normalized
	review   func() *extract.Review // made when it is first asked for
	*matched
	*changes
}

// session is one reconciliation: a comparison of each construct, with what it keeps for itself. Which of the others a comparison
// uses is said by its fields.
type session struct {
	*core
	gone       *departed
	lists      *lists
	anchors    *anchors
	requests   *requests
	formatting *formatting
	apart      *apart
	datasets   *datasets
	tables     *tables
	charts     *charts
	pictures   *pictures
	fields     *fields
	removals   *removals
	paragraphs *paragraphs
	insertions *insertions
	moves      *moves
	comments   *comments
	notes      *notes
}

// newSession returns the comparisons of a plan with what came back, before the first of them.
func newSession(plan *layout.Plan, sent *base, returned *normalized, review func() *extract.Review, opts Options) *session {
	c := &core{plan: plan, doc: plan.Doc, names: inOwnForm(plan.Names, sent.blocks).WithLinks(sent.links), opts: opts, base: sent, returned: returned, review: review,
		matched: newMatched(), changes: newChanges(plan.Doc, plan.Look, &opts)}
	if sent.more != nil {
		sent.more.count = c.returnedContents
	}
	s := &session{core: c}
	texts, present := &returnedTexts{core: c}, &present{core: c}
	s.gone = &departed{core: c, removed: map[noma.Node]*finding{}, kept: map[noma.Node]bool{}, pasted: map[noma.Node]bool{}}
	s.lists = &lists{core: c, of: map[*noma.List]*listEdits{}, boxed: map[*noma.ListItem]bool{}}
	s.anchors = &anchors{core: c, texts: texts, present: present}
	s.requests = &requests{core: c, gone: s.gone, texts: texts, present: present, labelled: map[*wml.Paragraph]*labelled{}}
	s.formatting = &formatting{core: c, lists: s.lists, sent: layout.SentColors(returned.Properties)}
	s.apart = &apart{core: c}

	s.datasets = &datasets{core: c, of: map[*noma.Directive]*datasetEdits{}}
	s.tables = &tables{core: c, datasets: s.datasets}
	s.charts = &charts{core: c, datasets: s.datasets}
	s.pictures = &pictures{core: c}

	unplaced := &unplacedTexts{}
	s.fields = &fields{core: c, tables: s.tables, typed: map[typedLine]bool{}}
	s.removals = &removals{core: c, gone: s.gone, lists: s.lists, requests: s.requests, fields: s.fields, unplaced: unplaced}
	s.paragraphs = &paragraphs{core: c, gone: s.gone, lists: s.lists, requests: s.requests, fields: s.fields, removals: s.removals}
	s.insertions = &insertions{core: c, lists: s.lists, requests: s.requests, tables: s.tables, fields: s.fields, unplaced: unplaced}
	s.moves = &moves{core: c, removals: s.removals, stood: map[noma.Node]bool{}}

	annotated := &annotations{core: c}
	s.comments = &comments{annotations: annotated, gone: s.gone, anchors: s.anchors, formatting: s.formatting}
	s.notes = &notes{annotations: annotated, gone: s.gone, anchors: s.anchors, formatting: s.formatting}
	return s
}
