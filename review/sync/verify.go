package reviewsync

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Verified before written: the new source is laid out again and compared with the review. What still
// differs was reported, or it is brought in by another round, or it is reported now. Words of the reviewer that are
// neither in the source nor in a finding are a defect of this program, and there is no result then.

// maxRounds bounds the rounds of a sync. One does, unless many edits of one place hide each other: a
// paragraph that was moved, split and edited is found when what stands around it is in order.
const maxRounds = 6

// LostError says that a result does not show what the reviewer wrote, and does not say so.
type LostError struct {
	Result *Result // without what is missing
	Lost   Finding
}

func (e *LostError) Error() string {
	return fmt.Sprintf("%s: %q became %q", e.Lost.Code, e.Lost.Was, e.Lost.Now)
}

// Sync compares the source of a plan with a returned document and returns the new source with a finding for each difference,
// held against the document once more. lay lays out a new text of the source like plan. It fails with a [*LostError] when an
// edit would be neither in the text nor among the findings, and when lay fails.
func Sync(plan *layout.Plan, lay func(text string) (*layout.Plan, error), returned *wml.Document, opts Options) (*Result, error) {
	r, err := verified(plan, lay, returned, opts)
	if err == nil {
		r.conclude()
		r.identified(opts.Reviewer, opts.Taken)
	}
	return r, err
}

// verified returns the result of a comparison after the new source was compared with the file, in as many rounds as it takes.
func verified(plan *layout.Plan, lay func(text string) (*layout.Plan, error), returned *wml.Document, opts Options) (*Result, error) {
	review := reviewOf(returned, plan.Look)
	opts.used = opts.Taken
	first, err := reconcile(plan, returned, review, opts)
	if err != nil || first.Text == plan.Doc.File.Text {
		return first, err // what was compared is what there is
	}
	now, err := lay(first.Text)
	if err != nil {
		return nil, err
	}
	if first.onlyText() && !first.reworded && showsWhat(now, first.file) && keepsPlaces(plan, now) {
		return first, nil
	}
	opts.next(first)
	opts.first, opts.wentOn = plan, first.moved
	opts.settled, opts.fresh = map[string]bool{}, map[string]bool{}
	placedBy(plan, first.Ops, opts.fresh)
	opts.computed = computedTables(plan)
	for _, f := range first.Findings {
		if f.Outcome == Applied && f.merged != "" {
			for part := range strings.SplitSeq(f.merged, "¶") {
				opts.settled[part] = true
			}
		}
	}
	var file fileTexts // made for a second round, with what it has more than now
	var more surplus
	if first.moved {
		file = textsOfFile(first.file)
		more = file.beyond(now)
		if farther := more.distance() - file.beyond(plan).distance(); farther > 0 || farther == 0 && first.onlyTakes() {
			return first.misread(plan.Doc.File.Text), nil
		}
	}
	all := *first
	for round := 1; ; round++ {
		again, err := reconcile(now, returned, review, opts)
		if err != nil {
			return nil, err
		}
		if again.Text == all.Text {
			return all.telling(again, plan, now)
		}
		next, err := lay(again.Text)
		if err != nil {
			return nil, err
		}
		if file == nil {
			file = textsOfFile(first.file)
			more = file.beyond(now)
		}
		after := file.beyond(next)
		farther := after.distance() - more.distance()
		if round == maxRounds || farther > 0 || farther == 0 && !firmer(again) || after.lost(more) {
			break // it does not settle: the first result stands, and what is left is reported
		}
		all.add(again)
		opts.next(&all)
		placedBy(now, again.Ops, opts.fresh)
		now, more = next, after
	}
	if now, err = lay(first.Text); err != nil {
		return nil, err
	}
	opts.next(first)
	again, err := reconcile(now, returned, review, opts)
	if err != nil {
		return nil, err
	}
	return first.telling(again, plan, now)
}

// onlyText reports whether everything that was found is the text of the main story, and is applied. The
// rest of the file was found to be as it was sent.
func (r *Result) onlyText() bool {
	return !slices.ContainsFunc(r.Findings, func(f Finding) bool {
		switch f.Code {
		case CodeText, CodeInserted, CodeDeleted, CodeSplit, CodeHeading, CodeField, CodeValue, CodeCaption, CodeTable:
			return f.Outcome != Applied
		}
		return !f.NoEdit()
	})
}

// withLevel returns the fingerprint of a paragraph with the level it has as an item.
func withLevel(text uint64, list wml.ListKind, level int) uint64 {
	if list == wml.NoList {
		return text
	}
	return text ^ uint64(level+1)
}

// showsWhat reports whether the main story of a plan shows, paragraph by paragraph, what that of the file
// does. It needs no more memory than a paragraph: most syncs end here.
func showsWhat(p *layout.Plan, d *wml.Document) bool {
	var shown []uint64
	for _, st := range d.Stories {
		if st.Kind != wml.MainStory {
			continue
		}
		if slices.ContainsFunc(st.Blocks, func(b wml.Block) bool { t, ok := b.(*wml.Table); return ok && hasMerged(t) }) {
			return false // what is merged is no paragraph
		}
		shown = slices.Grow(shown, 2*len(st.Blocks))
		for p := range wml.Paragraphs(st.Blocks...) {
			if k := layout.Fingerprint(p.Runs, wml.Original); k != 0 {
				shown = append(shown, withLevel(k, p.List, p.Level))
			}
		}
	}
	same := true
	for b := range p.Stream() {
		if g, ok := b.(*layout.Grid); ok && len(g.Merges) > 0 {
			return false
		}
		layout.EachPara(b, func(p *layout.Para) {
			if k := p.Fingerprint(); k != 0 {
				if same = same && len(shown) > 0 && shown[0] == withLevel(k, p.List, p.Level); same {
					shown = shown[1:]
				}
			}
		})
		if !same {
			return false
		}
	}
	return len(shown) == 0
}

// fileTexts counts the lines of a returned file's paragraphs.
type fileTexts map[string]int

func textsOfFile(d *wml.Document) fileTexts {
	out := fileTexts{}
	for _, st := range d.Stories {
		for p := range wml.Paragraphs(st.Blocks...) {
			for line := range strings.SplitSeq(text(p.Runs), "\n") {
				out[line]++ // a paragraph of a cell is a line of it
			}
		}
	}
	return out
}

// surplus is how often a file has each text more than a plan does; below zero, how often less.
type surplus map[string]int

// beyond returns what the file has and a plan has not.
func (t fileTexts) beyond(p *layout.Plan) surplus {
	out := surplus(maps.Clone(t))
	note := func(b layout.Block) {
		layout.EachPara(b, func(p *layout.Para) {
			if noma.Is(p.Node, noma.Request) {
				return // what is proposed in the text is a block of its own in the source
			}
			for line := range strings.SplitSeq(shown(p), "\n") {
				out[line]--
			}
		})
	}
	for _, b := range p.HeaderFooter() {
		note(b)
	}
	for b := range p.Body() {
		note(b)
	}
	delete(out, "")
	return out
}

// distance returns how many paragraphs only one of them has. A round that brings them nearer to each other is
// right, even if it takes something out.
func (x surplus) distance() int {
	n := 0
	for _, k := range x {
		n += max(k, -k)
	}
	return n
}

// lost reports whether the file has a text that a plan shows no longer, and showed before. A place was taken
// for another then: what stands in the file is never to be taken out.
func (x surplus) lost(before surplus) bool {
	for line, n := range x {
		if n > max(before[line], 0) {
			return true
		}
	}
	return false
}

// firmer reports whether a round takes nothing out: what seems deleted then may have been misread before.
func firmer(again *Result) bool {
	return !slices.ContainsFunc(again.Findings, func(f Finding) bool {
		return f.Outcome == Applied && f.Code != CodeTracked && f.Code != CodeMoved && (f.Code == CodeBlockGone || f.Code == CodeDeleted || f.Now == "")
	})
}

// onlyTakes reports whether all that is applied takes paragraphs out.
func (r *Result) onlyTakes() bool {
	return !slices.ContainsFunc(r.Findings, func(f Finding) bool {
		return f.Outcome == Applied && f.Code != CodeBlockGone && f.Code != CodeDeleted
	})
}

// misread returns a result that brings nothing in. The source is not the one that was sent, and with these edits
// it would show less of what the file shows than without them: places were taken for others, as happens
// when the edits of the same file are in the source already.
func (r *Result) misread(text string) *Result {
	out := *r
	out.Text, out.Ops, out.Made, out.Report.Changes = text, nil, nil, []Change{}
	out.Findings, out.Report.SkippedText = slices.Clone(r.Findings), slices.Clone(r.Report.SkippedText)
	for i := range out.Findings {
		f := &out.Findings[i]
		if f.Outcome != Applied {
			continue
		}
		*f = f.unmade(sayMisread)
		f.Decided = ""
		out.Report.SkippedText = append(out.Report.SkippedText, Skipped{Code: f.Code, Message: f.Message, BlockID: f.BlockID, Was: f.Was, Now: f.Now})
	}
	out.Report.Findings = out.Findings
	return &out
}

// unmade returns the finding of an edit that was found and is not made.
func (f Finding) unmade(why sentence) Finding {
	f.Outcome, f.Code, f.Message, f.Ops, f.Waits = Refused, why.code, why.text, nil, false
	return f
}

// add appends what another round brings in.
func (r *Result) add(again *Result) {
	at := make([]int, len(again.Findings))
	r.Findings, r.Ops, r.Made = slices.Clone(r.Findings), slices.Clone(r.Ops), slices.Clone(r.Made)
	for i, f := range again.Findings {
		at[i] = -1
		if f.Outcome == Applied {
			at[i] = len(r.Findings)
			r.Findings = append(r.Findings, f)
		}
	}
	for i, op := range again.Ops {
		var of []int
		for _, k := range again.Made[i] {
			if at[k] >= 0 {
				of = append(of, at[k])
			}
		}
		r.Ops, r.Made = append(r.Ops, op), append(r.Made, of)
	}
	r.Text = again.Text
	r.Report.Changes = append(slices.Clone(r.Report.Changes), again.Report.Changes...)
	r.Report.Findings = r.Findings
}

// telling adds what is left of the differences to the findings, and what nobody edited and is not as it was, and returns the result. It
// fails with a [*LostError] when the new source does not show the words of a difference that would be applied.
func (r *Result) telling(again *Result, was, now *layout.Plan) (*Result, error) {
	shows := ""
	for i := range again.Findings {
		f := again.Findings[i]
		if f.NoEdit() || r.tells(&f) {
			continue
		}
		if shows == "" {
			shows = noma.OneLine(everything(now))
		}
		if f.Outcome == Applied && f.Now != "" && f.Now != f.Was && !strings.Contains(shows, noma.OneLine(strings.ReplaceAll(f.Now, "¶", "\n"))) {
			return nil, &LostError{Result: r, Lost: f}
		}
		if f.Outcome == Applied {
			f = f.unmade(sayHidden)
		}
		f.Ops = nil
		r.left(f)
	}
	if !r.moved && readOtherwise(was.Doc, now.Doc) {
		r.spoiled(was, now)
	}
	r.Report.Findings = r.Findings
	return r, nil
}

// left adds a finding of what is not in the source.
func (r *Result) left(f Finding) {
	r.Findings = append(r.Findings, f)
	r.Report.SkippedText = append(r.Report.SkippedText, Skipped{Code: f.Code, Message: f.Message, BlockID: f.BlockID, Was: f.Was, Now: f.Now})
}

// tells reports whether a difference that is left stands in the findings: by its texts, or by the block
// it is in, as what was refused for one reason may be refused for another when its surroundings have
// changed. What can still be brought in was not reported before.
func (r *Result) tells(f *Finding) bool {
	for i := range r.Findings {
		g := &r.Findings[i]
		switch {
		case g.NoEdit(), f.Outcome == Applied && g.Outcome == Applied:
		case (f.Code == CodeMoved && g.Code != CodeMoved || f.Code == CodeAuthorMoved && f.Outcome == Refused) && g.Outcome == Applied: // it tells of the words, not of their place
		case g.merged != "" && g.merged == f.Was:
			return true // it differs by what the author wrote
		case g.Was == f.Was && g.Now == f.Now, g.Now == f.Now && f.Now != "", g.Was == f.Was && f.Was != "":
			return true
		case g.Outcome != Applied && g.BlockID == f.BlockID:
			return true
		case f.Was != "" && strings.Contains(g.Now, f.Was):
			return true
		}
	}
	return false
}

// everything returns what a plan shows, a paragraph a line.
func everything(p *layout.Plan) string {
	var b strings.Builder
	note := func(x layout.Block) { layout.EachPara(x, func(p *layout.Para) { b.WriteString(shown(p) + "\n") }) }
	for _, x := range p.HeaderFooter() {
		note(x)
	}
	for x := range p.Body() {
		note(x)
	}
	for _, x := range annotationBlocks(p) {
		note(x)
	}
	return b.String()
}
