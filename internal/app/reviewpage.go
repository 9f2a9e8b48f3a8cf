package app

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	reviewpage "github.com/nomadocx/nomadocx/review/page"
	reviewsync "github.com/nomadocx/nomadocx/review/sync"
)

// ReviewPage returns the page on which the edits of returned files are decided, as one file that loads nothing. serve is where the
// page sends the decisions, "" for a page that saves them. Nothing is written.
func (r Review) ReviewPage(ctx context.Context, s *Source, files []string, serve string) ([]byte, error) {
	d, err := r.PageData(ctx, s, files)
	if err != nil {
		return nil, err
	}
	d.Serve = serve
	var doc strings.Builder
	if err := Render(ctx, &doc, s, RenderOptions{Target: HTML, Strict: true}); err != nil {
		return nil, err
	}
	d.Document = doc.String()
	return reviewpage.Write(d)
}

// PageData returns what the page shows of the edits. Nothing is written.
func (r Review) PageData(ctx context.Context, s *Source, files []string) (*reviewpage.Data, error) {
	list, err := returnedFiles(ctx, files)
	if err != nil {
		return nil, err
	}
	r.Decisions, r.Controls = nil, true
	all, err := r.SyncAll(ctx, s, files, nil)
	if err != nil {
		return nil, err
	}
	d := &reviewpage.Data{Title: titleOf(s), Source: s.File.Hash(), File: nameOf(s.Path), Findings: []reviewpage.Finding{}}
	for _, f := range list {
		d.Returned = append(d.Returned, reviewpage.File(f))
	}
	taken, err := r.takeable(ctx, s, files, all)
	if err != nil {
		return nil, err
	}
	sections, hunks, places := sectionsOf(s.Doc), hunksOf(s, all.Text), placesOf(all.Findings)
	for i := range all.Findings {
		f := &all.Findings[i]
		x := reviewpage.Finding{Hash: f.Hash, Outcome: string(f.Outcome), Kind: kindOf(f.Code), Code: string(f.Code), Message: f.Message,
			Reviewer: f.Reviewer, Against: f.Against, Block: f.BlockID, Line: f.Line, Section: sections.at(f.Line),
			Was: f.Was, Now: f.Now, Base: f.Base, Near: f.Near, With: f.With,
			Place: places[f.Hash], Open: canDecide(f), Takes: f.Done() || taken[contested{f.BlockID, f.Now, f.Reviewer}]}
		for _, n := range f.Referrers[:min(len(f.Referrers), mostLines)] {
			x.Referrers = append(x.Referrers, reviewpage.Line{Number: n, Text: shorten(s.File.LineSpan(n).Of(s.File.Text))})
		}
		if f.Done() {
			x.Hunk, x.Before, x.After = hunks.of(f)
		}
		d.Findings = append(d.Findings, x)
	}
	slices.SortStableFunc(d.Findings, func(a, b reviewpage.Finding) int { return place(a.Line) - place(b.Line) })
	return d, nil
}

// placesOf returns which edits of different reviewers are at one place: of each the edit that all others are in conflict with.
func placesOf(list []reviewsync.Finding) map[string]string {
	out, at := map[string]string{}, map[contested]*reviewsync.Finding{}
	for i := range list {
		at[contested{list[i].BlockID, list[i].Now, list[i].Reviewer}] = &list[i]
	}
	for i := range list {
		f := &list[i]
		first := at[contested{f.BlockID, f.Was, f.Against}]
		if f.Against == "" || first == nil || !canDecide(first) {
			continue
		}
		if out[first.Hash] == "" {
			out[first.Hash] = first.Hash
		}
		out[f.Hash] = out[first.Hash]
	}
	return out
}

// canDecide reports whether there is something to decide on a finding.
func canDecide(f *reviewsync.Finding) bool { return !f.NoEdit() && f.Outcome != reviewsync.Rejected }

// place orders what is in the source before what has no line there.
func place(line int) int {
	if line == 0 {
		return math.MaxInt32
	}
	return line
}

// titleOf names a document for people.
func titleOf(s *Source) string {
	if all := sectionsOf(s.Doc); len(all) > 0 {
		return layout.SectionTitle(all[0])
	}
	return nameOf(s.Path)
}

// takeable returns the conflicts in which the reviewer's text can be taken.
func (r Review) takeable(ctx context.Context, s *Source, files []string, all *SyncResult) (map[contested]bool, error) {
	out := map[contested]bool{}
	if all.Conflicts() == 0 {
		return out, nil
	}
	r.Strategy = reviewsync.KeepTheirs
	theirs, err := r.SyncAll(ctx, s, files, nil)
	if err != nil {
		return nil, err
	}
	for i := range theirs.Findings {
		if f := &theirs.Findings[i]; f.Decided == reviewsync.KeepTheirs {
			out[contested{f.BlockID, f.Now, f.Reviewer}] = true
		}
	}
	return out, nil
}

// kindOf says in a word for people what was edited.
func kindOf(c reviewsync.Code) string {
	switch c {
	case reviewsync.CodeHeading, reviewsync.CodeNewHeading, reviewsync.CodeLevel:
		return "heading"
	case reviewsync.CodeTable, reviewsync.CodeNewTable, reviewsync.CodeTableShape, reviewsync.CodeTableGone, reviewsync.CodeMultiline:
		return "table"
	case reviewsync.CodeComment:
		return "comment"
	case reviewsync.CodeNote:
		return "note"
	case reviewsync.CodeTracked, reviewsync.CodeRequest, reviewsync.CodeRevisions:
		return "tracked change"
	case reviewsync.CodeField, reviewsync.CodeValue, reviewsync.CodeCaption, reviewsync.CodeForeign, reviewsync.CodeForm, reviewsync.CodeTask:
		return "value"
	case reviewsync.CodeChart, reviewsync.CodeAlt, reviewsync.CodePicture, reviewsync.CodeEquation:
		return "figure"
	case reviewsync.CodeStyle, reviewsync.CodePage:
		return "formatting"
	case reviewsync.CodeInserted, reviewsync.CodeDeleted, reviewsync.CodeSplit, reviewsync.CodeMoved, reviewsync.CodeBlockGone, reviewsync.CodeReferenced:
		return "paragraph"
	}
	return "text"
}

// sections are the headings of a source with their lines.
type sections []*noma.Section

func sectionsOf(d *noma.Document) (out sections) {
	for n := range noma.Walk(d) {
		if x, ok := n.(*noma.Section); ok {
			out = append(out, x)
		}
	}
	return out
}

// at returns the title of the section that a line is in.
func (x sections) at(line int) string {
	k, _ := slices.BinarySearchFunc(x, line+1, func(s *noma.Section, line int) int { return s.Line - line })
	if line == 0 || k == 0 {
		return ""
	}
	return layout.SectionTitle(x[k-1])
}

// hunk is a stretch of lines that a sync changes.
type hunk struct {
	line          int // the first
	before, after []string
}

// hunks are those of a sync, with the lines of its blocks.
type hunks struct {
	all   []hunk
	names *layout.Names
}

func hunksOf(s *Source, now string) *hunks {
	x := &hunks{names: layout.NameNodes(s.Doc)}
	text := s.File.Text
	at, line := 0, 1
	for _, e := range udiff.Lines(text, now) {
		line += strings.Count(text[at:e.Start], "\n")
		at = e.Start
		x.all = append(x.all, hunk{line, linesIn(text[e.Start:e.End]), linesIn(e.New)})
	}
	return x
}

func linesIn(text string) []string {
	if text = strings.TrimRight(text, "\n"); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// mostLines bounds the lines of the source that a card shows.
const mostLines = 40

// of returns the lines that an edit changes: those at its line or in its block that have its words.
func (x *hunks) of(f *reviewsync.Finding) (line int, before, after []string) {
	start, end := f.Line, f.Line
	if n := x.names.Node(f.BlockID); n != nil {
		start, end = min(start, n.At().Line), max(end, n.At().EndLine)
	}
	at := func(line int) int { // the first stretch that does not end before a line
		k, _ := slices.BinarySearchFunc(x.all, line, func(h hunk, line int) int { return h.line + len(h.before) - line })
		return k
	}
	came, went := wordsBeside(f.Now, f.Was), wordsBeside(f.Was, f.Now)
	best, most := -1, 0
	for _, from := range [...]int{at(f.Line), at(start)} {
		for i := from; i < len(x.all) && x.all[i].line <= end+1 && i < from+mostHunks; i++ {
			if score := count(x.all[i].after, came) + count(x.all[i].before, went); score > most {
				best, most = i, score
			}
			if i == from && most > 0 && most >= (len(came)+len(went)+1)/2 {
				break
			}
		}
		if most > 0 {
			break
		}
	}
	if best < 0 {
		return 0, nil, nil
	}
	h := x.all[best]
	return h.line, h.before[:min(len(h.before), mostLines)], h.after[:min(len(h.after), mostLines)]
}

// mostHunks bounds the stretches that are looked at for one edit.
const mostHunks = 300

// wordsBeside returns the first words of a text that another has not.
func wordsBeside(text, other string) (out []string) {
	for i, w := range strings.Fields(text) {
		if i == 200 || len(out) == 8 {
			break
		}
		if w = strings.Trim(w, ".,;:!?()[]“”\"'"); w != "" && !strings.Contains(other, w) {
			out = append(out, w)
		}
	}
	return out
}

// count counts the words that lines have.
func count(lines, words []string) (n int) {
	for _, w := range words {
		if slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, w) }) {
			n++
		}
	}
	return n
}
