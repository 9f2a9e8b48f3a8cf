package reviewsync

import (
	"regexp"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
)

// headersAndFooters makes headers and footers what the plan has: without the letters of the watermark, and what stands at the end of a
// line apart from its text. That the watermark was deleted is reported, but for review data, which do not have it.
func (in *normalized) headersAndFooters(data bool) {
	headers, stamped := false, false
	for i, st := range in.Stories {
		switch st.Kind {
		case wml.HeaderStory:
			headers, stamped = true, in.withoutWatermark(st) || stamped
			in.Stories[i] = in.linesApart(st, in.plan.Header)
		case wml.FooterStory:
			in.Stories[i] = in.linesApart(st, in.plan.Footer)
		}
	}
	if words := in.plan.Settings.Watermark; words != "" && headers && !stamped && in.byWord() && !in.base.moved && !data {
		in.refused = append(in.refused, refusal{say: sayWatermarkDeleted, was: words})
	}
}

// withoutWatermark takes the letters of the watermark out of a header, and reports whether there were any.
func (in *normalized) withoutWatermark(header *wml.Story) (found bool) {
	words := in.plan.Settings.Watermark
	if words == "" {
		return false
	}
	for p := range wml.Paragraphs(header.Blocks...) {
		n := len(p.Runs)
		p.Runs = slices.DeleteFunc(p.Runs, func(r wml.Run) bool { return r.Kind == wml.Opaque && strings.TrimSpace(r.Ref()) == words })
		found = found || len(p.Runs) < n
	}
	return found
}

// linesApart returns a header or footer with the line that stands beside the text of another one before it ([layout.Para.Beside]).
func (in *normalized) linesApart(st *wml.Story, sent *layout.Story) *wml.Story {
	if sent == nil || len(sent.Blocks) == 0 {
		return st
	}
	beside, ok := sent.Blocks[0].(*layout.Para)
	if !ok || !beside.Beside {
		return st
	}
	own := *st
	own.Blocks = nil
	for i, b := range st.Blocks {
		if p, ok := b.(*wml.Paragraph); ok && layout.Fingerprint(p.Runs, wml.Original) == paraKey(beside) { // it had a line of its own
			own.Blocks = slices.Concat([]wml.Block{p}, st.Blocks[:i], st.Blocks[i+1:])
			return &own
		}
		text, line := atLastTab(b)
		if line == nil && !in.keepsFormatting() {
			text, line = atNumbers(b, beside)
		}
		if line != nil {
			own.Blocks = append(append(own.Blocks, line, text), st.Blocks[i+1:]...)
			return &own
		}
		own.Blocks = append(own.Blocks, b)
	}
	return st
}

// atLastTab returns the two parts of a paragraph before and behind its last tab, nil for a block without one.
func atLastTab(b wml.Block) (text, line *wml.Paragraph) {
	p, ok := b.(*wml.Paragraph)
	if !ok {
		return nil, nil
	}
	for i := len(p.Runs) - 1; i >= 0; i-- {
		r := p.Runs[i]
		at := strings.LastIndexByte(r.Text, '\t')
		if !r.Kind.IsText() || at < 0 {
			continue
		}
		before, behind := slices.Clone(p.Runs[:i+1]), slices.Clone(p.Runs[i:])
		before[i].Text, behind[0].Text = r.Text[:at], r.Text[at+1:]
		return p.WithRuns(before), &wml.Paragraph{Style: p.Style, Align: "right", Runs: behind}
	}
	return nil, nil
}

// atNumbers returns the two parts of a paragraph that ends with a line such as "Page 1 of 3", which has lost its tab, nil for another.
func atNumbers(b wml.Block, line *layout.Para) (text, numbers *wml.Paragraph) {
	p, ok := b.(*wml.Paragraph)
	if !ok || len(p.Runs) == 0 {
		return nil, nil
	}
	pattern, fields := "", false
	for _, r := range line.Runs() {
		if r.Kind == wml.Field {
			pattern, fields = pattern+"[0-9]+", true
		} else {
			pattern += regexp.QuoteMeta(r.Text)
		}
	}
	last := p.Runs[len(p.Runs)-1]
	at := regexp.MustCompile(pattern + "$").FindStringIndex(last.Text)
	if !last.Kind.IsText() || !fields || at == nil {
		return nil, nil
	}
	before, behind := slices.Clone(p.Runs), last
	before[len(before)-1].Text, behind.Text = last.Text[:at[0]], last.Text[at[0]:]
	return p.WithRuns(before), &wml.Paragraph{Style: p.Style, Align: "right", Runs: []wml.Run{behind}}
}
