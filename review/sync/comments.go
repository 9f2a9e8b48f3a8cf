package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
	"github.com/nomadocx/nomadocx/patch"
)

// Comments. Editors renumber them, drop their threads and lose their ids; what ties a returned
// comment to one of the source is author, date, text and place, in this order of trust: all of
// them, then author and date with the same place or text, then the text alone at the same place.

// sentComment is a comment of the plan, with what it can be recognised by.
type sentComment struct {
	c *layout.Comment
	d *noma.Directive
	wording
	match  *gotComment
	marker bool
}

// gotComment is a returned comment.
type gotComment struct {
	c *wml.Comment
	wording
	status  []*wml.Paragraph // the generated line that says who resolved it, when there is one
	paras   []*wml.Paragraph // without that line
	anchors map[string]bool  // ids whose bookmarks stand in its paragraph
	stretch
	target   noma.Node
	match    *sentComment
	id       string // its id in the source, once known
	resolved *bool
	by, when string
	// cut is the finding that takes its block out with the comment of the source, while the file has it elsewhere: it is a new one there. was
	// is what that comment says, where it is something else.
	cut *finding
	was string
}

// comments compares the comments of the source with those of the file.
type comments struct {
	*annotations
	gone       *departed
	anchors    *anchors
	formatting *formatting
}

func (s *comments) compare() {
	sent := s.sentComments()
	returned := s.gotComments()
	byNative := map[string]*gotComment{}
	for _, g := range returned {
		byNative[g.c.ID] = g
	}
	s.matchComments(sent, returned, byNative)
	for _, g := range returned {
		if x := g.match; x != nil && !x.marker && g.from != nil {
			if g.cut = s.gone.goesWith(x.d, x.c.Target); g.cut != nil {
				if g.text != x.text {
					g.was = x.text
				}
				g.match, g.id, g.target = nil, "", s.gone.around(g.target)
			}
		}
	}
	for _, g := range returned {
		if strings.HasPrefix(g.text, layout.MarkerPrefix) && g.match == nil {
			continue // points to a change request; the request itself is examined elsewhere
		}
		at := func(f *finding) *finding { return f.comment(g.c) }
		if g.match != nil {
			if g.match.marker {
				s.markerEdited(g.match, g)
			} else {
				s.formatting.annotation(g.match.c.Node, g.match.c.Blocks, g.paras, annotationPara{comment: g.c})
				s.proposed(g.match.c.Node, "comment", slices.Concat(g.status, g.paras), at)
				s.updateComment(g.match, g)
				if x := g.match; g.c.Parent == "" && layout.ReplyTo(x.d) == "" {
					s.anchors.all = append(s.anchors.all, &anchored{stretch: g.stretch, target: g.target, at: at, d: x.d,
						found: x.c.Placed && !x.c.Near, near: x.c.Near, apart: x.c.Target == nil && !layout.InHeaderFooter(x.d)})
				}
			}
			continue
		}
		s.formatting.annotation(g.target, nil, g.paras, annotationPara{comment: g.c})
		s.proposed(g.target, "comment", slices.Concat(g.status, g.paras), at)
		s.newComment(g, byNative)
	}
	s.missingComments(sent)
}

func (s *comments) sentComments() []*sentComment {
	var out []*sentComment
	for _, c := range s.plan.Comments {
		d, _ := c.Node.(*noma.Directive)
		x := &sentComment{c: c, d: d, marker: d == nil || !d.Is(noma.Comment)}
		x.text = blocksText(c.Blocks)
		out = append(out, x)
	}
	return out
}

// blocksText returns the text of a comment or note, paragraphs joined by line feeds, without the line with its status.
func blocksText(blocks []layout.Block) string {
	var lines []string
	for _, b := range blocks {
		layout.EachPara(b, func(p *layout.Para) {
			if layout.IsStatus(p) {
				return
			}
			if t := shown(p); t != "" {
				lines = append(lines, t)
			}
		})
	}
	return strings.Join(lines, "\n")
}

func (s *comments) gotComments() []*gotComment {
	places, stretches := s.commentPlaces(), s.anchors.commentStretches()
	var out []*gotComment
	anchors := map[*wml.Paragraph]map[string]bool{} // thousands of comments may stand in one paragraph
	for _, c := range s.returned.Comments {
		s.plan.Look.Now()
		g := &gotComment{c: c, resolved: c.Resolved}
		g.paras = annotationParas(c.Blocks)
		if len(g.paras) > 0 {
			if by, when, status := layout.ReadStatus(text(g.paras[0].Runs)); status {
				if g.by, g.when = by, when; g.resolved == nil { // the native state wins over it
					g.resolved = new(true)
				}
				g.status, g.paras = g.paras[:1], g.paras[1:]
			}
		}
		g.text = textOf(g.paras, wml.Original)
		if p := places[c.ID]; p != nil {
			g.target = s.addressable(s.owner.Get(p))
			if x := stretches[c.ID]; x != nil {
				g.stretch = *x
				g.target = s.anchors.targetOfStretch(x)
			}
			if anchors[p] == nil {
				anchors[p] = s.anchorsOf(p)
			}
			g.anchors = anchors[p]
		}
		out = append(out, g)
	}
	return out
}

// anchorsOf returns the ids whose bookmarks are in a paragraph.
func (s *comments) anchorsOf(p *wml.Paragraph) map[string]bool {
	out := map[string]bool{}
	for i := range p.Points {
		if pt := &p.Points[i]; pt.Kind == wml.BookmarkStart {
			if id := s.names.ID(pt.Name); id != "" {
				out[id] = true
			}
		}
	}
	return out
}

// commentPlaces maps comment ids to the paragraph their range starts in.
func (s *comments) commentPlaces() map[string]*wml.Paragraph {
	out := map[string]*wml.Paragraph{}
	for _, p := range s.returned.marked {
		for i := range p.Points {
			if pt := &p.Points[i]; (pt.Kind == wml.CommentStart || pt.Kind == wml.CommentAt) && out[pt.ID] == nil {
				out[pt.ID] = p
			}
		}
		for i := range p.Runs {
			if r := &p.Runs[i]; r.Kind == wml.CommentMark && out[r.Ref()] == nil {
				out[r.Ref()] = p
			}
		}
	}
	return out
}

// addressable returns the block that what stands at a place is about, see [layout.Names.Addressable]. For what is in no block it is the
// document.
func (s *core) addressable(n noma.Node) noma.Node {
	if n == nil {
		return s.doc
	}
	return s.names.Addressable(n)
}

// where returns the block that something is about, for the report. Of the document it is the block that has the paragraph.
func (s *core) where(target noma.Node, p *wml.Paragraph) noma.Node {
	if _, whole := target.(*noma.Document); whole && s.owner.Get(p) != nil {
		return s.owner.Get(p)
	}
	return target
}

// updateComment brings text and state of a known comment up to date.
func (s *comments) updateComment(x *sentComment, g *gotComment) {
	switch {
	case g.text == x.text && sameParas(x.c.Blocks, g.paras), s.wordsOnly() && s.sameButDressed(x, g):
	case g.text == "":
		s.refuse(sayCommentEmptied, x.d, x.text, "").comment(g.c)
	case s.gone.goesWith(x.d, x.c.Target) != nil:
		s.refuse(sayCommentBlockGone, x.d, x.text, g.text).comment(g.c)
	default:
		if by, ok := s.mine(x.d, layout.Contents(x.c.Blocks), contentOfParas(g.paras), x.text, g.text); ok {
			s.body(annotationEdit{d: x.d, code: CodeComment, action: "update_comment", native: g.c.ID, was: x.text, now: g.text, by: by,
				at: func(f *finding) *finding { return f.comment(g.c) }}, x.c.Blocks, g.paras)
		}
	}
	status := strings.ToLower(strings.TrimSpace(x.d.AttrText("status")))
	switch {
	case g.resolved == nil:
	case *g.resolved && (status != "resolved" || g.by != "" && g.by != x.d.AttrText("resolved_by") || g.when != "" && g.when != x.d.AttrText("resolved_at")):
		f := s.apply(sayCommentResolved, x.d, "", "resolved").comment(g.c)
		f.change = &Change{Action: "resolve_comment", ID: x.d.ID, NativeID: g.c.ID}
		if x.d.ID == "" {
			s.attribute(f, x.d, "status", "resolved")
			return
		}
		op := patch.Op{Op: "resolve_comment", ID: x.d.ID, ResolvedBy: g.by, ResolvedAt: g.when}
		s.op(f, op)
	case !*g.resolved && status == "resolved" && s.returned.HasCommentState:
		f := s.apply(sayCommentReopened, x.d, "resolved", "").comment(g.c)
		f.change = &Change{Action: "reopen_comment", ID: x.d.ID, NativeID: g.c.ID}
		for _, k := range []string{"status", "resolved_by", "resolved_at"} {
			if _, ok := x.d.Attr(k); ok {
				s.attribute(f, x.d, k, nil)
			}
		}
	}
}

// sameButDressed reports whether a comment came back with its words, and tells of formatting it got or lost.
func (s *comments) sameButDressed(x *sentComment, g *gotComment) bool {
	was, now := annotationGlyphs(x.c.Blocks, g.paras)
	same, formatted := sameWords(was, now)
	if same && formatted {
		if by, ok := s.mine(x.d, layout.Contents(x.c.Blocks), contentOfParas(g.paras), x.text, g.text); ok {
			s.formattedElsewhere("comment", x.d, was, now).by(by).comment(g.c)
		}
	}
	return same
}

// newComment adds a comment the source does not have.
func (s *comments) newComment(g *gotComment, byNative map[string]*gotComment) {
	var parent *gotComment
	answers := g.c.Parent != ""
	if answers {
		parent = byNative[g.c.Parent]
	}
	if answers && parent != nil && parent.match != nil && parent.match.marker {
		// An answer to the comment that shows a change request: it is about what the request is about.
		answers, parent, g.target = false, nil, s.addressable(parent.match.c.Node)
	}
	switch {
	case s.takenOut(contentOfParas(g.paras)):
		return
	case g.text == "" && textOf(g.paras, wml.Current) != "":
		return // it was reported as proposed
	case g.text == "":
		s.refuse(sayCommentWithoutText, g.target, g.was, "").comment(g.c)
		return
	case answers && (parent == nil || parent.id == ""):
		s.refuse(sayAnswerNoComment, g.target, g.was, g.text).comment(g.c)
		return
	case !answers && g.target == nil:
		s.refuse(sayCommentNowhere, nil, g.was, g.text).comment(g.c)
		return
	case !answers && layout.InHeaderFooter(g.target) && !s.plan.Opens():
		s.refuse(sayCommentNoParagraph, g.target, g.was, g.text).comment(g.c)
		return
	}
	content, ok := s.content(g.paras, nil)
	if !ok {
		s.refuse(sayCommentMarkup, g.target, g.was, g.text).comment(g.c)
		return
	}
	target, replyTo := "", ""
	if parent != nil {
		target, replyTo = parent.id, parent.id
	} else {
		target = layout.TargetID(g.target)
	}
	id := s.newID("comment", target, g.c.ID)
	g.id = id
	f := s.apply(sayCommentAdded, s.where(s.names.Node(target), g.from), g.was, g.text).comment(g.c)
	f.change = &Change{Action: "add_comment", ID: id, Target: target, NativeID: g.c.ID, ReplyTo: replyTo}
	f.restsOn(g.cut)
	op := patch.Op{Op: "add_comment", ID: id, Target: target, Content: content, Author: g.c.Author, Initials: g.c.Initials, Date: g.c.Date, ReplyTo: replyTo}
	added := s.add(f, op)
	if replyTo == "" {
		s.anchors.all = append(s.anchors.all, &anchored{stretch: g.stretch, target: g.target, added: added, f: f})
	}
	if g.resolved != nil && *g.resolved {
		s.add(f, patch.Op{Op: "resolve_comment", ID: id, ResolvedBy: g.by, ResolvedAt: g.when})
	}
}

// missingComments marks comments that were sent and did not come back.
func (s *comments) missingComments(sent []*sentComment) {
	holds, dropped := answered(sent), s.dropsComments(sent)
	var missing []*sentComment
	for _, x := range sent {
		if x.match != nil || x.marker || !s.base.sentMark(layout.MarkName(x.d)) || s.gone.wentAlong(x.d, x.c.Target) {
			continue
		}
		if dropped {
			missing = append(missing, x)
			continue
		}
		if f := s.gone.staysWith(x.d, x.c.Target, "comment", x.text); f != nil {
			f.comment(nil)
			continue
		}
		if holds[x.c] {
			s.refuse(sayCommentAnswered, x.d, x.text, "").comment(nil)
			continue
		}
		f := s.apply(sayCommentDeleted, x.d, x.text, "")
		f.change = &Change{Action: "delete_comment", ID: x.d.ID, Target: rawTarget(x.d), ReplyTo: layout.ReplyTo(x.d)}
		s.attribute(f, x.d, "status", "deleted")
	}
	if len(missing) > 0 {
		var was []string
		for _, x := range missing {
			was = append(was, x.text)
		}
		s.partMissing("comments", missing[0].d, was).comment(nil)
	}
}

// answered returns the comments of which an answer came back, or an answer to one: without the comment it would
// not be shown any more.
func answered(sent []*sentComment) map[*layout.Comment]bool {
	out := map[*layout.Comment]bool{}
	for _, x := range sent {
		if x.match == nil {
			continue
		}
		for c := x.c.Parent; c != nil && !out[c]; c = c.Parent {
			out[c] = true
		}
	}
	return out
}

// rawTarget returns the target of a comment, note or request as the author wrote it.
func rawTarget(d *noma.Directive) string {
	v, _ := d.First(layout.TargetKeys["comment"]...)
	return v
}
