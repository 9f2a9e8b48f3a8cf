package reviewsync

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// normalized is a returned file as it is compared: a copy, in which what editors represent in other ways is what was sent, and
// fields and controls that were not sent are words. Nothing of it changes when it is made.
type normalized struct {
	*wml.Document
	plan  *layout.Plan
	asked *layout.Plan // that of the first round
	base  *base

	copied      *copier
	marked      []*wml.Paragraph          // of all stories, those with more than text, see [hasMarks]
	noted       []*noteSet                // what came back as footnotes and endnotes
	code        []codeLine                // lines of code that had formatting
	refused     []refusal                 // what is known by then not to be applied
	lost        ofKind                    // the fields that none came back of
	notesAsSent map[*layout.Para]bool     // nil before it was asked for, see [normalized.inNoteAsSent]
	tracked     *bool                     // a tracked change that was sent came back, nil before it was asked for
	charted     bool                      // a chart came back
	habits      []habit                   // what the program that saved the file has changed by itself, and was undone
	before      map[string]shownReference // what references showed before an earlier round, by their bookmarks; nil in the first one
	shown       map[string]shownReference // and in this one
	described   map[string]bool           // see [Options.described]
	flat        bool                      // nothing is a heading any more, of a program that may do so: the file says nothing of levels
}

// refusal is what is reported of something that cannot be applied.
type refusal struct {
	say      sentence
	node     noma.Node
	was, now string
	para     *wml.Paragraph // nil for no place in the file
}

// normalize returns a copy of a returned file as it is compared with the plan. The file itself stays as it is.
func normalize(plan *layout.Plan, sent *base, returned *wml.Document, opts *Options) *normalized {
	in := &normalized{Document: returned, plan: plan, asked: plan, base: sent, before: opts.shown, shown: map[string]shownReference{},
		described: maps.Clone(opts.described)}
	if opts.first != nil {
		in.asked = opts.first
	}
	in.lost = in.lostFields()
	characters, lists, renamed := in.lostCharacters(), in.lostLists(), in.marksRenamed()
	addresses := in.otherAddresses()
	others := renamed || in.lost != ofKind{} || len(characters) > 0
	in.Document, in.copied = ownCopy(returned, others || lists != lostLists{} || addresses != nil || in.mayFlatten())
	in.headersAndFooters(opts.data) // before texts are paired
	if addresses != nil {
		in.restoreAddresses(addresses)
	}
	in.restoreCharacters(characters)
	in.restoreLists(lists, others)
	in.commentParagraphs()
	in.typedDescriptions()
	in.notesInCells()
	in.shownComments()
	for p := range in.texts() {
		plan.Look.Now()
		if hasMarks(p) {
			in.marked = append(in.marked, p)
			in.cameWith(p)
		}
	}
	in.restoreTracked()
	in.typedReferences()
	if renamed {
		in.sentTargets()
	}
	in.typedBoxes()
	in.drawnEquations()
	in.unwrap()
	in.equations()
	if in.lost != (ofKind{}) {
		in.restoreFields()
	}
	in.findNotes()
	in.code = undressCode(in.Document)
	in.flat = !(in.base.listed && in.keepsFormatting()) && !slices.ContainsFunc(in.Stories, func(st *wml.Story) bool {
		return slices.ContainsFunc(st.Blocks, func(b wml.Block) bool {
			p, ok := b.(*wml.Paragraph)
			return ok && isHeading(p.Style)
		})
	})
	return in
}

// texts yields the paragraphs of all stories.
func (in *normalized) texts() iter.Seq[*wml.Paragraph] {
	return func(yield func(*wml.Paragraph) bool) {
		for _, st := range in.Stories {
			for p := range wml.Paragraphs(st.Blocks...) {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// paragraphs yields those of all stories, and of comments and notes; what is in no main story stands apart.
func (in *normalized) paragraphs() iter.Seq2[*wml.Paragraph, bool] {
	return func(yield func(p *wml.Paragraph, apart bool) bool) {
		for _, st := range in.Stories {
			for p := range wml.Paragraphs(st.Blocks...) {
				if !yield(p, st.Kind != wml.MainStory) {
					return
				}
			}
		}
		for p := range wml.Paragraphs(in.annotations()...) {
			if !yield(p, true) {
				return
			}
		}
	}
}

// flows yields the blocks of the text, and of headers and footers, comments and notes, which stand apart from it. It is the order of
// [normalized.paragraphs]: headers and footers come once for each part that shows them.
func (in *normalized) flows() iter.Seq2[layout.Block, bool] {
	return func(yield func(b layout.Block, apart bool) bool) {
		for b := range in.base.body(in.plan) {
			if !yield(b, false) {
				return
			}
		}
		apart := slices.Concat(in.shownBlocks(in.plan.Header, wml.HeaderStory), in.shownBlocks(in.plan.Footer, wml.FooterStory), annotationBlocks(in.plan))
		for _, b := range apart {
			if !yield(b, true) {
				return
			}
		}
	}
}

// shownBlocks returns the blocks of the header or footer that was sent, as many times as parts show it.
func (in *normalized) shownBlocks(sent *layout.Story, kind wml.StoryKind) (out []layout.Block) {
	if sent == nil {
		return nil
	}
	for _, st := range in.Stories {
		if st.Kind == kind {
			out = append(out, sent.Blocks...)
		}
	}
	return out
}

// withObjects returns the paragraphs that may have more than text: the marked ones, and those of comments and notes.
func (in *normalized) withObjects() []*wml.Paragraph {
	return slices.AppendSeq(slices.Clone(in.marked), wml.Paragraphs(in.annotations()...))
}

// annotations returns the blocks of all comments and notes.
func (in *normalized) annotations() (out []wml.Block) {
	for _, c := range in.Comments {
		out = append(out, c.Blocks...)
	}
	for _, n := range slices.Concat(in.Footnotes, in.Endnotes) {
		out = append(out, n.Blocks...)
	}
	return out
}

// cameWith notes charts of a paragraph.
func (in *normalized) cameWith(p *wml.Paragraph) {
	for i := range p.Runs {
		r := &p.Runs[i]
		in.charted = in.charted || r.Image() != nil && r.Image().ChartKey != ""
	}
}

// hasMarks reports whether a paragraph holds more than text: a comment, a note, an equation, a picture or a
// tracked change.
func hasMarks(p *wml.Paragraph) bool {
	if p.MarkIns != nil || p.MarkDel != nil || p.FormatChange {
		return true
	}
	for i := range p.Runs {
		if r := &p.Runs[i]; r.Kind > wml.PageBreak || r.Ins != nil || r.Del != nil {
			return true
		}
	}
	return slices.ContainsFunc(p.Points, func(x wml.Point) bool { return x.Kind >= wml.CommentStart })
}

// byWord reports whether Word or this program alone saved the file: they keep all that they do not show.
func (in *normalized) byWord() bool {
	word := strings.HasPrefix(in.Producer, "Microsoft Office") || strings.HasPrefix(in.Producer, "Microsoft Macintosh")
	return in.Producer == "nomadocx" || word && in.base.listed
}

// byLibreOffice reports whether LibreOffice saved the file, or a program that is made of it: these name it as well.
func (in *normalized) byLibreOffice() bool { return strings.Contains(in.Producer, "LibreOffice") }

// keepsFormatting reports whether the program that saved the file is known to keep formatting, tracked changes and descriptions. That
// it was Word or LibreOffice alone is doubted when the list of what was sent is gone: both keep it.
func (in *normalized) keepsFormatting() bool {
	return in.byWord() || in.byLibreOffice() && in.base.listed
}

// program names the program that saved the file.
func (in *normalized) program() string {
	if in.Producer == "" || in.Producer == "nomadocx" {
		return "the program that saved it"
	}
	name, _, _ := strings.Cut(in.Producer, "$") // LibreOffice says how it was built as well
	return name
}
