package reviewsync

import (
	"slices"
	"strings"

	"github.com/nomadocx/nomadocx/internal/office/wml"
	"github.com/nomadocx/nomadocx/layout"
	"github.com/nomadocx/nomadocx/noma"
)

// Breaks: rules, page breaks and the ends of sections. They have no text to be found by, and editors write them
// in several ways, so that only their number counts. What differs is reported, the source stays as it is.

// breakKind is one of them, in the words of the report.
type breakKind string

const (
	ruleBreak    breakKind = "rule"
	pageBreak    breakKind = "page break"
	sectionBreak breakKind = "section break"
)

// breakForms are the kinds of breaks by the forms of their paragraphs.
var breakForms = map[uint16]breakKind{layout.FormRule: ruleBreak, layout.FormPageBreak: pageBreak, layout.FormSectionEnd: sectionBreak}

// aBreak is a break with the content that stands before it.
type aBreak struct {
	kind   breakKind
	before uint64
	node   noma.Node      // of one that was sent
	para   *wml.Paragraph // of one that came back
}

// breaks reports those of a flow that went, and of page breaks that came, and returns all of both sides. When the author has put in or
// taken out breaks of a kind, nothing says whose those are.
func (s *session) breaks(sent []layout.Block, returned []wml.Block) (was, now map[breakKind][]aBreak) {
	if s.base.foreign || s.base.unknown {
		return
	}
	s.proposedBreaks(returned)
	if !sendsBreaks(sent) && !breaksPages(returned) {
		return // most reports have none
	}
	was, now = map[breakKind][]aBreak{}, map[breakKind][]aBreak{}
	before := uint64(0)
	for _, b := range sent {
		p, ok := b.(*layout.Para)
		if !ok {
			before = blockKey(b)
			continue
		}
		if k := sentBreak(p); k != "" {
			was[k] = append(was[k], aBreak{kind: k, before: before, node: p.Node})
		}
		if k := paraKey(p); k != 0 {
			before = k
		}
	}
	framed := false
	before = 0
	for _, b := range returned {
		p, ok := b.(*wml.Paragraph)
		if !ok {
			before = returnedKey(b)
			continue
		}
		framed = framed || p.Framed
		for _, k := range returnedBreaks(p) {
			now[k] = append(now[k], aBreak{kind: k, before: before, para: p})
		}
		if k := layout.Fingerprint(p.Runs, wml.Original); k != 0 {
			before = k
		}
	}
	if !framed && s.returned.keepsFormatting() && !strings.HasPrefix(s.returned.Producer, "Microsoft") {
		delete(was, ruleBreak) // it may have dropped the borders of a whole file
	}
	if s.returned.byLibreOffice() {
		delete(was, pageBreak) // it drops the one before a table
		delete(now, pageBreak)
	}
	for k, changed := range s.base.breaksChanged {
		if changed {
			delete(was, k)
			delete(now, k)
		}
	}
	for _, k := range [...]breakKind{ruleBreak, pageBreak, sectionBreak} {
		if len(was[k]) > 0 && len(now[k]) == 0 && !s.returned.keepsFormatting() {
			gone := habit{say: saySections}
			for _, b := range was[k] {
				gone.add(b.node, string(k), "")
			}
			s.habit(gone, s.returned.program())
			continue
		}
		for _, b := range beyond(was[k], now[k]) {
			s.refuse(sayPageDeleted.with(string(k)), b.node, string(k), "")
		}
	}
	for _, b := range beyond(now[pageBreak], was[pageBreak]) {
		s.refuse(sayPageBreakAdded, s.owner.Get(b.para), "", string(pageBreak)).at(b.para)
	}
	return was, now
}

// proposedBreaks reports the page breaks that are put in or taken out with tracking: no change request says that.
func (s *session) proposedBreaks(returned []wml.Block) {
	for _, b := range returned {
		p, ok := b.(*wml.Paragraph)
		if !ok {
			continue
		}
		for i := range p.Runs {
			switch r := &p.Runs[i]; {
			case r.Kind != wml.PageBreak || r.Ins != nil && r.Del != nil:
			case r.Ins != nil:
				s.refuse(sayPageBreakAdded, s.owner.Get(p), "", string(pageBreak)).at(p)
			case r.Del != nil:
				s.refuse(sayPageDeleted.with(string(pageBreak)), s.owner.Get(p), string(pageBreak), "").at(p)
			}
		}
	}
}

// breaksLeft reports the breaks that went with a block that was deleted, and are still in the file.
func (s *session) breaksLeft(was, now map[breakKind][]aBreak) {
	for _, k := range [...]breakKind{ruleBreak, pageBreak, sectionBreak} {
		left := slices.DeleteFunc(slices.Clone(was[k]), func(b aBreak) bool { return s.gone.removal(b.node) != nil })
		came := now[k][:min(len(now[k]), len(was[k]))]
		for _, b := range beyond(came, left) {
			s.refuse(sayBreakLeft.with(string(k)), s.owner.Get(b.para), "", string(k)).at(b.para)
		}
	}
}

// beyond returns the breaks that one side has more than the other: of these, the ones that stand behind something
// else, as far as that tells them apart.
func beyond(a, b []aBreak) []aBreak {
	more := len(a) - len(b)
	if more <= 0 {
		return nil
	}
	there := map[uint64]int{}
	for _, x := range b {
		there[x.before]++
	}
	var out, rest []aBreak
	for _, x := range a {
		if there[x.before] > 0 {
			there[x.before]--
			rest = append(rest, x)
		} else {
			out = append(out, x)
		}
	}
	return append(out, rest...)[:more]
}

func sentBreak(p *layout.Para) breakKind {
	if p.Part != layout.PartBreak {
		return ""
	}
	return breakForms[p.Form()]
}

// returnedBreaks returns the breaks that a returned paragraph holds.
func returnedBreaks(p *wml.Paragraph) (out []breakKind) {
	if p.PageBreakBefore {
		out = append(out, pageBreak)
	}
	for i := range p.Runs {
		if r := &p.Runs[i]; r.Kind == wml.PageBreak && r.Ins == nil {
			out = append(out, pageBreak)
		}
	}
	if p.Rule && text(p.Runs) == "" {
		out = append(out, ruleBreak)
	}
	if p.SectionBreak {
		out = append(out, sectionBreak)
	}
	return out
}

// breaksFirst reports whether a page break comes before the words of a returned paragraph.
func breaksFirst(p *wml.Paragraph) bool {
	first := slices.IndexFunc(p.Runs, func(r wml.Run) bool {
		return r.Kind == wml.PageBreak && r.Ins == nil || r.Kind.IsText() && r.Text != ""
	})
	return p.PageBreakBefore || first >= 0 && p.Runs[first].Kind == wml.PageBreak
}

func sendsBreaks(blocks []layout.Block) bool {
	return slices.ContainsFunc(blocks, func(b layout.Block) bool {
		p, ok := b.(*layout.Para)
		return ok && sentBreak(p) != ""
	})
}

func breaksPages(blocks []wml.Block) bool {
	return slices.ContainsFunc(blocks, func(b wml.Block) bool {
		p, ok := b.(*wml.Paragraph)
		return ok && len(returnedBreaks(p)) > 0
	})
}

// changedBreaks returns the kinds of breaks of which there are more or fewer now than were sent; all kinds when the file does not say.
func changedBreaks(sent, now []layout.Entry) map[breakKind]bool {
	count := map[uint16]int{}
	for _, e := range sent {
		count[e.Form]++
	}
	silent := count[0] > 0
	for _, e := range now {
		count[e.Form]--
	}
	out := map[breakKind]bool{}
	for f, k := range breakForms {
		out[k] = silent || count[f] != 0
	}
	return out
}
